// The loops of methods whose rounds may be one step (vm/thread/bounded_polls.hpp), and what a search has learnt of
// them.
//
// Ownership: refers to a Vm. No part of the state: it belongs to all of a search.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "vm/code/bounded_loops.hpp"
#include "vm/options.hpp"
#include "vm/vm.hpp"

namespace jmc::vm {

// One that does one thing, and whose place is on the heap: a read, or a compare-and-set that may turn out to be one.
inline bool may_poll(const Pending& p) {
  return (p.kind == PendingKind::Read || p.kind == PendingKind::Cas) && p.width && !p.operation->ways && !p.section;
}
// Whether a thread is as it was in what a poll may not change, of what is not on the stack.
bool same_but_for_stack(const ThreadState& a, const ThreadState& b);

class PolledLoops {
 public:
  struct Loop {
    BoundedLoop code;
    bool gone_on = false;  // rounds of it were done in one step
    bool told = false;     // a round was met for which that is not right
  };
  explicit PolledLoops(Vm& vm) : vm_(vm) {}

  bool off() const {
    return vm_.memory || (vm_.options.distinguish & kDistinguishRounds) || vm_.rules.foresees(kRoundsTold);
  }
  // Of a method, by its id. Null: it has none. Stays where it is.
  std::vector<Loop>* of(uint32_t method) {
    if (method >= methods_.size() || !methods_[method].known) [[unlikely]]
      look_at(method);
    return methods_[method].loops.get();
  }
  void note_gone_on(Loop& loop) { note(loop, loop.gone_on); }
  void note_told(Loop& loop) { note(loop, loop.told); }
  // How much is known of loops (Vm::learnt()).
  uint64_t learnt() const { return learnt_; }

 private:
  struct OfMethod {
    bool known = false;
    std::unique_ptr<std::vector<Loop>> loops;
  };
  void look_at(uint32_t method) {
    if (method >= methods_.size()) methods_.resize(method + 256);
    methods_[method].known = true;
    Method& m = *vm_.method(method);
    if (!m.code || m.internal || !m.owner->file) return;
    std::vector<BoundedLoop> found = find_bounded_loops(vm_, m);
    if (found.empty()) return;
    auto loops = std::make_unique<std::vector<Loop>>();
    for (BoundedLoop& code : found) loops->push_back({std::move(code)});
    methods_[method].loops = std::move(loops);
  }
  // A loop with both makes the search be repeated.
  void note(const Loop& loop, bool& flag) {
    learnt_ += !flag;
    flag = true;
    if (loop.gone_on && loop.told) vm_.rules.met(kRoundsTold);
  }

  Vm& vm_;
  std::vector<OfMethod> methods_;  // by Method::id
  uint64_t learnt_ = 0;
};

}  // namespace jmc::vm
