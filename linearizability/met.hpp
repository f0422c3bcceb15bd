// Of a search of executions that a monitor follows: the monitors that each state was met with. Internal to
// linearizability/.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "linearizability/monitor.hpp"

namespace jmc::linearizability {

// The monitors that a state of the machine has been met with, by half of its fingerprint: where two are taken for one,
// that of one may stand for that of the other if it covers it, which is right of any two.
class Met {
 public:
  static constexpr Monitor::State kNone = ~Monitor::State{0};
  struct Entry {
    uint64_t key = 0;
    Monitor::State first = kNone;
    uint32_t more = 0;  // in others_
  };
  // Valid until the next call.
  Entry& find(uint64_t key) {
    if (2 * ++used_ > entries_.size()) grow();
    Entry& e = slot(key);
    e.key = key;
    used_ -= e.first != kNone;
    return e;
  }
  template <class Covers>
  Monitor::State covered(const Entry& e, Covers&& covers) const {
    if (covers(e.first)) return e.first;
    for (uint32_t at = e.more; at; at = others_[at].more)
      if (covers(others_[at].state)) return others_[at].state;
    return kNone;
  }
  void add(Entry& e, Monitor::State state) {
    others_.push_back({std::exchange(e.first, state), e.more});
    e.more = static_cast<uint32_t>(others_.size() - 1);
  }

 private:
  struct Other {
    Monitor::State state;
    uint32_t more;
  };
  Entry& slot(uint64_t key) {
    size_t at = key & (entries_.size() - 1);
    while (entries_[at].first != kNone && entries_[at].key != key) at = (at + 1) & (entries_.size() - 1);
    return entries_[at];
  }
  void grow() {
    std::vector<Entry> before(entries_.size() * 2);
    before.swap(entries_);
    for (const Entry& e : before)
      if (e.first != kNone) slot(e.key) = e;
  }

  std::vector<Entry> entries_{1024};
  std::vector<Other> others_{1};
  size_t used_ = 0;
};

}  // namespace jmc::linearizability
