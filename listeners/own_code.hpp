// Which code is the program's own, among that of the JDK, of libraries, and what runs a test. Internal to listeners/.
#pragma once

#include <string>

#include "listeners/sources.hpp"
#include "listeners/story.hpp"

namespace jmc::listeners {

// Of a jar: where the program lies in a folder, it is a library that the program uses, to assert for instance.
bool of_jar(const vm::Klass& k);
// What runs a test for jmc (integrations/junit): no code of the program.
bool launches(const vm::Klass& k);
// The text of a stack trace, or what a thread waits in, without the frames by which such a one came to the test. As it
// is, where nothing else would be left.
std::string without_runner(const std::string& stack);
WaitingThread without_runner(WaitingThread waiting);

// The innermost of these classes that is the program's own: of a folder, or else of a jar. Their number if none is.
// `class_of(i)` may be null.
template <class ClassOf>
size_t innermost_own(size_t count, const ClassOf& class_of) {
  size_t library = count;
  for (size_t i = 0; i < count; ++i) {
    const vm::Klass* k = class_of(i);
    if (!k || k->boot || !k->file || launches(*k)) continue;
    if (!of_jar(*k)) return i;
    if (library == count) library = i;
  }
  return library;
}

// The class of this name that was loaded first; null if there is none.
const vm::Klass* class_called(const vm::Vm& vm, std::string_view external_name);
// The first line of a stack trace that names a place in code: "    at pkg.Queue$Node.offer(Queue.java:17)".
Place place_in(vm::Vm& vm, const std::string& stack, Sources& sources);
// The innermost place of the program's own code in a stack trace; unknown if there is none.
Place program_place(vm::Vm& vm, const std::string& stack, Sources& sources);

}  // namespace jmc::listeners
