// Answers that a program has asked for and of which not every one is explored: where a thread stands between two
// operations, say. They leave a doubt (Visibility::add_hole) that has nothing to do with hidden accesses, and reports
// call it what it is.
//
// A facility of the Vm (vm/facilities.hpp). No part of the state.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "vm/native.hpp"

namespace jmc::vm {

// The topic of Vm::remark under which it says that the heap was full.
inline constexpr char kHeapTopic[] = "heap";

struct Doubts {
  std::vector<std::string> texts;  // of all searches; Visibility::holes() knows those of the present one
};

// `text` begins with what was asked for, up to its first colon.
inline void add_doubt(Vm& vm, const std::string& text) {
  std::vector<std::string>& texts = facility<Doubts>(vm).texts;
  if (std::find(texts.begin(), texts.end(), text) == texts.end()) texts.push_back(text);
  vm.visibility.add_hole(text);
}

// Whether the hole is one of accesses, and no answer.
inline bool hides_access(Vm& vm, const std::string& hole) {
  const std::vector<std::string>& texts = facility<Doubts>(vm).texts;
  return std::find(texts.begin(), texts.end(), hole) == texts.end();
}

inline bool hides_accesses(Vm& vm) {
  const std::vector<std::string>& holes = vm.visibility.holes();
  return std::any_of(holes.begin(), holes.end(), [&](const std::string& h) { return hides_access(vm, h); });
}

}  // namespace jmc::vm
