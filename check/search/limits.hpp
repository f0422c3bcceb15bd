// What a search that reached a limit was doing, and what had grown: for the sentence that says why there is no answer.
#pragma once

#include <string>

#include "check/search/check.hpp"
#include "por/listener.hpp"
#include "vm/vm.hpp"

namespace jmc::check {

// "at thread 1 "pay", pkg.Client.run(Client.java:12); so far Counter.n went from 0 to 47 990, 12 345 objects of Node
// were made". The Vm must stand where the search left it. Empty if nothing has run.
std::string limit_text(const vm::Vm& vm, const por::SearchStatistics& statistics);

// Why a search was stopped from outside, and in words.
Cause stop_cause(const Stop& stop);
std::string stop_text(Cause cause, const Configuration& configuration);

// Where the search stands, whenever it has grown by a sixteenth: when it has reached a limit it may have gone back
// already. The last look is one at its end, so the one before that counts.
class Whereabouts : public por::Listener {
 public:
  static constexpr unsigned kEvents = por::kProgressEvents;
  explicit Whereabouts(const vm::Vm& vm) : vm_(vm) {}
  void progress(const por::SearchStatistics& so_far) override;
  const std::string& text() const { return before_.empty() ? last_ : before_; }

 private:
  const vm::Vm& vm_;
  std::string before_, last_;
  uint64_t next_ = 0;  // transitions
};

// Ends a search once it, and those before it, have taken so many transitions.
class TransitionLimit : public por::Listener {
 public:
  static constexpr unsigned kEvents = por::kProgressEvents;
  // All outlive this. `over` ends the search.
  TransitionLimit(uint64_t limit, uint64_t before, std::atomic<bool>& over, bool& reached)
      : limit_(limit), before_(before), over_(over), reached_(reached) {}
  void progress(const por::SearchStatistics& so_far) override {
    if (limit_ && before_ + so_far.transitions >= limit_) over_ = reached_ = true;
  }

 private:
  uint64_t limit_, before_;
  std::atomic<bool>& over_;
  bool& reached_;
};

// Where a search was when it found a fault of its own.
class DefectPlace : public por::Listener {
 public:
  static constexpr unsigned kEvents = por::kViolationEvents;
  explicit DefectPlace(const vm::Vm& vm) : vm_(vm) {}
  void contradicted(por::ThreadId thread) override;
  const std::string& text() const { return text_; }  // "thread 1 "pay", pkg.Client.run(Client.java:12)"; may be empty

 private:
  const vm::Vm& vm_;
  std::string text_;
};

}  // namespace jmc::check
