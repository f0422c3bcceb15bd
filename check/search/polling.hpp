// Where the first thread stood that was not followed further because it polled in vain: what a loop waits for that is
// not visible, or that nobody does; and what had grown when it was tried alone, so that it came back to no state.
#pragma once

#include <map>
#include <string>

#include "por/listener.hpp"
#include "vm/vm.hpp"

namespace jmc::check {

class Polling : public por::Listener {
 public:
  static constexpr unsigned kEvents = por::kPollingEvents;
  explicit Polling(const vm::Vm& vm) : vm_(vm) {}
  void polled_in_vain(std::span<const por::PathStep> path, por::ThreadId thread, uint64_t limit) override;

  std::string place;
  std::string grown;   // "n goes from 1000 to 65000", or nothing
  bool slept = false;  // and not only polled
  uint64_t times = 0;  // that it was allowed to poll
  template <class A>
  void archive(A& a) {
    a(place, grown, slept, times);
  }

 private:
  void polled_alone(por::ThreadId thread);
  using Numbers = std::map<std::string, int64_t>;
  Numbers numbers(por::ThreadId thread) const;

  const vm::Vm& vm_;
  Numbers alone_;  // after the thread was tried alone
  por::ThreadId tried_ = por::kNoThread;
};

}  // namespace jmc::check
