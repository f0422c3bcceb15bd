// Listens to what a step does besides its operation, while an execution is replayed: for its story, or for a debugger.
#pragma once

#include "vm/vm.hpp"

namespace jmc::vm {

// Of a variable by a native method, in one: Unsafe, VarHandle, reflection.
struct NativeAccess {
  Ref object = kNull;
  uint32_t offset = 0;
  char type = 0;
  bool reads = false, writes = false;
  uint64_t before = 0, after = 0;  // read, written
};

class StepObserver {
 public:
  // `every_instruction`: it is told of each instruction. Then threads run in a loop of their own
  // (vm/code/interpreter_observed.cpp), so that it costs nothing where nobody asks.
  explicit StepObserver(bool every_instruction = false) : instructions(every_instruction) {}
  virtual ~StepObserver() = default;
  // Thread t is about to execute its pending operation, which the others could have come before.
  virtual void takes(ThreadId, const Pending&) {}
  // Thread t goes on at instruction `target` of `by`, in a handler of this exception. `named`: the handler names a
  // class of exceptions; else it is a finally block or the end of a synchronized one.
  virtual void caught(ThreadId, Ref, const Method&, uint32_t, bool) {}
  // The thread is about to access this variable, which is no operation because happens-before orders it.
  virtual void accesses(ThreadId /* t */, Ref /* object */, uint32_t /* offset */, bool /* write */) {}
  // A native method has accessed a variable, be it as an operation or because it is none.
  virtual void native_access(ThreadId, const NativeAccess&) {}
  // Thread t is about to run instruction `pc` of its innermost frame, which is one of `m`. Told again of the same
  // instruction where that only resolves what it names, asks for a class to be initialised, or waits for its turn. The
  // state is whole: it may be read, and an Aside may be made. What it throws leaves the step in the middle; it is to be
  // undone then.
  virtual void at(ThreadId, const Method&, uint32_t /* pc */) {}
  // Thread t is about to look for a handler for this exception; its frames are those that it was thrown in.
  virtual void thrown(ThreadId, Ref) {}

  const bool instructions;
  // Set by at(): the thread runs no further, that instruction included (RunEnd::Stopped), and the step is to be undone.
  bool over = false;
};

}  // namespace jmc::vm
