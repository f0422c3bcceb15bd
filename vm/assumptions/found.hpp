// What a search has found against what it takes for granted, and how much it has learnt
// (vm/assumptions/assumption.hpp).
#pragma once

#include <cstdint>

namespace jmc::vm {

// How much of a search is worth nothing for what was found wrong; each includes those before it.
enum class Found : uint8_t {
  No,
  Repeat,         // a search that reduces says nothing about all schedules: it is repeated
  RepeatFullToo,  // so is a full search
  Unreliable,     // violations on the path may be none
};

// What is known beside the states, as numbers that only grow.
struct Learnt {
  uint64_t facts = 0;  // what the answer says and the next search relies on
  uint64_t names = 0;  // what can be seen in a state or a location (TransitionSystem::names)
  uint64_t rules = 0;  // what changes at once what later steps are (Vm::rules_learnt)
  Learnt& operator+=(const Learnt& o) {
    facts += o.facts, names += o.names, rules += o.rules;
    return *this;
  }
};

}  // namespace jmc::vm
