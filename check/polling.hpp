// Where the first thread stood that was not followed further because it polled in vain: what a loop waits for that is
// not visible, or that nobody does.
#pragma once

#include <string>

#include "por/listener.hpp"
#include "vm/vm.hpp"

namespace jmc::check {

class Polling : public por::Listener {
 public:
  static constexpr unsigned kEvents = por::kPollingEvents;
  explicit Polling(const vm::Vm& vm) : vm_(vm) {}
  void polled_in_vain(std::span<const por::PathStep>, por::ThreadId thread, uint64_t limit) override {
    times = limit;
    vm_.walk_frames(thread, [&](vm::Method* m, uint32_t pc) {
      if (!m->file || m->internal) return true;
      const int line = m->line_of(pc);
      place =
          m->owner->external_name() + "." + std::string(m->name) + (line >= 0 ? ", line " + std::to_string(line) : "");
      return false;
    });
  }
  std::string place;
  uint64_t times = 0;  // that it was allowed to poll
  template <class A>
  void archive(A& a) {
    a(place, times);
  }

 private:
  const vm::Vm& vm_;
};

}  // namespace jmc::check
