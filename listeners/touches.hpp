// What one step of a thread accesses besides its operation, while it is replayed. Internal to listeners/.
#pragma once

#include <vector>

#include "listeners/moments.hpp"
#include "vm/step_observer.hpp"

namespace jmc::listeners {

class Touches {
 public:
  // `operation`: that of the step, which is no touch. The Vm outlives this.
  Touches(vm::Vm& vm, const Record& operation)
      : vm_(vm), object_(operation.op.object), offset_(operation.op.offset), operation_(operation.width != 0) {}

  // Thread t is about to run this instruction (StepObserver::at).
  void instruction(por::ThreadId t, const vm::Method& m, uint32_t pc);
  void native(por::ThreadId t, const vm::NativeAccess& a);
  // In their order, without the access that the thread stands before: it was asked for only, and is an operation of its
  // own. The step is over.
  std::vector<Touch> take(por::ThreadId t);
  const Built& built() const { return built_; }

 private:
  // The innermost frame of the program; no method: there is none.
  Touch here(por::ThreadId t) const;

  vm::Vm& vm_;
  vm::Ref object_;
  uint32_t offset_;
  bool operation_;  // has not been met yet
  Built built_;
  std::vector<Touch> touches_;
};

}  // namespace jmc::listeners
