// Listens to what a step does besides its operation, while an execution is replayed for its story.
#pragma once

#include "vm/vm.hpp"

namespace jmc::vm {

class StepObserver {
 public:
  virtual ~StepObserver() = default;
  // Thread t goes on at instruction `target` of `by`, in a handler of this exception. `named`: the handler names a
  // class of exceptions; else it is a finally block or the end of a synchronized one.
  virtual void caught(ThreadId t, Ref exception, const Method& by, uint32_t target, bool named) = 0;
  // The thread is about to access this variable, which is no operation because happens-before orders it.
  virtual void accesses(ThreadId t, Ref object, uint32_t offset, bool write) = 0;
};

}  // namespace jmc::vm
