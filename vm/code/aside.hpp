// Calls of methods beside the execution, for debuggers: the state is as before when it is over. A part of the
// interpreter, since it keeps what that knows in the middle of a run.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "vm/code/interpreter.hpp"

namespace jmc::vm {

// While it lives, the Vm is in a copy of its state: what is called, allocated and written is undone by the destructor.
// It may be made between steps and in the middle of one (StepObserver). One at a time.
class Interpreter::Aside {
 public:
  explicit Aside(Vm& vm);
  ~Aside();
  Aside(const Aside&) = delete;

  // Returned: `value` is the result as the slots of its type. Threw: `value` is the exception. Blocked: it waits for
  // another thread, and only t runs here. Gave up: it ended the program, or could not go on (`why`).
  struct Result {
    enum class End : uint8_t { Returned, Threw, Blocked, GaveUp } end = End::GaveUp;
    uint64_t value = 0;
    std::string why;
  };
  // Calls exactly m (no dispatch), on thread t as if from where that stands, and runs t alone until it is back.
  // `arguments`: slots, receiver first. Precondition: t has begun to run and has not ended; m is not abstract.
  Result call(ThreadId t, Method& m, const std::vector<uint32_t>& arguments);

 private:
  Method* caller_of(Method& m);

  Vm& vm_;
  Vm::Mark mark_;
  // What a run of a thread knows and no mark keeps.
  ThreadId current_;
  bool granted_, gave_way_, beside_heap_;
  uint32_t granted_alternative_, extent_, native_base_;
  uint64_t run_start_, boundary_value_, beside_value_;
  Klass* init_wait_;
  const Method* running_native_;
  Ref pending_exception_;
  std::vector<uint32_t> begun_;
  Visibility::Polling polling_;
  std::vector<Violation> violations_;
};

using Aside = Interpreter::Aside;

// What is tried aside is no part of the execution that an observer follows.
class Unobserved {
 public:
  explicit Unobserved(Vm& vm) : vm_(vm), observer_(std::exchange(vm.observer, nullptr)) {}
  ~Unobserved() { vm_.observer = observer_; }
  Unobserved(const Unobserved&) = delete;

 private:
  Vm& vm_;
  StepObserver* observer_;
};

}  // namespace jmc::vm
