// Errors of the set-up that show while the program runs: classes that it was compiled against and are not on the class
// path, or are too new for the JDK. The program sees what it would see on a JVM (NoClassDefFoundError,
// UnsupportedClassVersionError) and may catch it; if nobody does, that is no finding about the program. A class that it
// asks for by a name and is not there (ClassNotFoundException) is one.
#pragma once

#include "vm/vm.hpp"

namespace jmc::vm {

// what() is one line: the class, the place that needed it, the class path, and what to do.
class SetupError : public Unsupported {
 public:
  using Unsupported::Unsupported;
};

// The running thread lets `exception` out. Throws SetupError if it says that a class could not be loaded (itself, or as
// the cause that the JDK wrapped: ExecutionException, ExceptionInInitializerError and the like, not an exception that
// the program made of it).
void check_setup(const Vm& vm, Ref exception);

// Why the class cannot be used although there is a file of it: "compiled for Java 25 ..., use --jdk"; empty if there is
// none.
std::string too_new_text(const Vm& vm, std::string_view internal_name);

}  // namespace jmc::vm
