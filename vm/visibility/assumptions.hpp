// What the searches of a program have found out about it and rely on from then on (Vm::adopt_findings), by name: so
// that another Vm that runs the same program can rely on it from the start, and its steps are the same. Plain data.
// Everything in it is told by names that each Vm gives (Klass::lasting_name), none by a number of this one.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "vm/vm.hpp"

namespace jmc::vm {

struct Assumptions {
  // Klass::lasting_name(): "[Lpkg/Node;", "pkg/Config"; of fields with their descriptors: "pkg/Queue.head:Lpkg/Node;".
  std::vector<std::string> fields;       // accesses to them are operations
  std::vector<std::string> elements;     // so are accesses to elements of arrays of these classes
  std::vector<std::string> copies;       // copies of such arrays are made element by element
  std::vector<std::string> initialised;  // initialisations of these classes are operations
  std::vector<std::string> ordered;      // which threads have seen them initialised is part of a state
  std::vector<std::string> extents;      // fields and classes of arrays that initialisers write while others share them
  // Accesses to these are ordered by happens-before: no operations, but a story tells them.
  std::vector<std::string> guarded_fields, guarded_elements;
  // Accesses to these are operations of their own in sections of executors, too (vm/visibility/sections.hpp).
  std::vector<std::string> split_fields, split_elements, split_own_fields, split_own_elements;
  // Objects of these classes count from their allocation on (vm/memory/memory_model.hpp).
  std::vector<std::string> born_shared;
  // Fields, and classes of arrays, of which more is kept than at first: memory::Kept. Klass::passed_on.
  std::vector<std::string> known_values, ordered_values, all_values, passed_on;
  // Printed texts longer than this are not told apart (vm/state/output.hpp), plus one; 0: all are.
  uint32_t output_limit = 0;
  uint32_t foreseen = 0;  // bits: ProgramRules::foresees
  bool may_exit = false, ends_visible = false, daemons = false, split_locks = false;
  friend bool operator==(const Assumptions&, const Assumptions&) = default;
};

Assumptions assumptions_of(const Vm& vm);
// Before the first search, in the state in which JvmSystem::start() returned; JvmSystem::settle() has to follow. Loads
// the classes of class files; classes that are made while the program runs get to know it when they are. False: a class
// or field is not there, `missing` is its name (the first one; all others are assumed).
bool assume(Vm& vm, const Assumptions& assumptions, std::string& missing);

}  // namespace jmc::vm
