// How much an object holds that has no size(): how many calls, at least, make what it holds.
//
// States that the next few calls do not tell apart hold the same. (What an implementation has besides, nodes that are
// used again, counts, differs all the time, and no number of calls would lead back to the first state.) That is no
// claim about longer sequences of calls: the content only says which calls are made, not what they may return.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "linearizability/explain.hpp"

namespace jmc::linearizability {

class Contents {
 public:
  // Of `object`, which outlives this, with these calls. What holds more than `most` is not told apart from what holds
  // much more.
  Contents(Sequential& object, std::vector<uint16_t> calls, uint32_t most);
  // Looks at every state that holds at most so much; false: there are more than `states` of them, or it is enough.
  bool explore(size_t states, const std::function<bool()>& enough);
  // After explore() has returned true.
  bool within(Sequential::State state);

 private:
  using Kind = uint32_t;  // what the next so many calls do not tell apart
  Kind kind(Sequential::State state, uint32_t calls);

  Sequential& object_;
  std::vector<uint16_t> calls_;
  uint32_t most_, depth_;
  std::map<std::pair<uint32_t, Sequential::State>, Kind> known_;
  std::map<std::vector<std::vector<std::pair<std::string, Kind>>>, Kind> kinds_;
  std::map<Kind, uint32_t> content_;
};

}  // namespace jmc::linearizability
