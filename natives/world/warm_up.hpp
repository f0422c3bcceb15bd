// First uses of what the JDK makes once for all later ones: data of locales and calendars, handlers of logs, classes
// that are serialised. They initialise hundreds of classes and fill a dozen shared tables; where two threads of a
// program do that side by side, their interleavings are all that a search ever comes to. On a JVM that has run anything
// before they are over. So they happen before main (jdk-stubs/jmc/internal/WarmUp.java), in programs that name such a
// part of the JDK, and the answer says that this is assumed.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "classfile/class_path.hpp"
#include "vm/vm.hpp"

namespace jmc::natives {

// What the classes that `roots` (internal names) lead to on the user's path make use of, but for those of jars where
// the program lies in a folder: "formatting", "dates", "logging", "serialisation"; each once, in this order. Looks at
// 500 class files at most. A part with a class that is listed as visible is under test, first uses included, and is
// left out. Nothing at all where a class, or --define, may set what a first use reads: it would come too late. Looks at
// 2000 class files for that.
std::vector<std::string> parts_to_warm_up(const std::vector<std::string>& roots, const classfile::ClassPath& user,
                                          const vm::VmOptions& options);

// This part needs what the JDK does not have (java.logging, in a small image), or has and jmc does not. The Vm is of no
// use any more.
struct WarmUpFailed : std::runtime_error {
  WarmUpFailed(std::string part_, const std::string& why) : std::runtime_error(why), part(std::move(part_)) {}
  std::string part;
};

// While the JDK boots: what it leaves is part of the base image. Throws WarmUpFailed.
void warm_up(vm::Vm& vm, const std::vector<std::string>& parts);

}  // namespace jmc::natives
