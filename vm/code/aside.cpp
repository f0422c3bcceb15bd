#include "vm/code/aside.hpp"

#include <algorithm>

#include "vm/code/insn.hpp"
#include "vm/code/interpreter.hpp"
#include "vm/native.hpp"

namespace jmc::vm {

Interpreter::Aside::Aside(Vm& vm)
    : vm_(vm),
      mark_(vm.mark()),
      current_(vm.current_),
      granted_(vm.granted),
      gave_way_(vm.gave_way),
      beside_heap_(vm.beside_heap),
      granted_alternative_(vm.granted_alternative),
      extent_(vm.extent_),
      native_base_(vm.native_base_),
      run_start_(vm.allocation_names_.run_start()),
      boundary_value_(vm.boundary_value_),
      beside_value_(vm.beside_value),
      init_wait_(vm.init_wait_),
      running_native_(vm.running_native_),
      pending_exception_(vm.pending_exception),
      begun_(vm.begun_),
      polling_(vm.visibility.polling()),
      violations_(vm.violations_) {
  vm.pending_exception = kNull;
}

Interpreter::Aside::~Aside() {
  vm_.undo(mark_);
  vm_.release(mark_);
  vm_.current_ = current_;
  vm_.granted = granted_;
  vm_.gave_way = gave_way_;
  vm_.beside_heap = beside_heap_;
  vm_.granted_alternative = granted_alternative_;
  vm_.extent_ = extent_;
  vm_.native_base_ = native_base_;
  vm_.allocation_names_.set_run_start(run_start_);
  vm_.boundary_value_ = boundary_value_;
  vm_.beside_value = beside_value_;
  vm_.init_wait_ = init_wait_;
  vm_.running_native_ = running_native_;
  vm_.pending_exception = pending_exception_;
  vm_.begun_ = std::move(begun_);
  vm_.visibility.polling() = std::move(polling_);
  vm_.violations_ = std::move(violations_);
}

// A method of the VM that passes its locals on: so that natives and synchronized methods are called as by bytecode.
Method* Interpreter::Aside::caller_of(Method& m) {
  struct Callers {
    std::unordered_map<uint32_t, Method*> by_method;
  };
  Method*& known = facility<Callers>(vm_).by_method[m.id];
  if (known) return known;
  std::vector<Insn> code;
  const auto add = [&](Opc op, uint32_t b) {
    code.emplace_back();
    code.back().op = op;
    code.back().b = b;
  };
  for (uint32_t i = 0; i < m.arg_slots; ++i) add(Opc::Load, i);
  add(m.is_static() ? Opc::InvokeStaticInit : Opc::InvokeDirect, m.arg_slots);
  code.back().method = &m;
  add(m.return_type == 'V'                           ? Opc::Return
      : m.return_type == 'J' || m.return_type == 'D' ? Opc::Return2
                                                     : Opc::Return1,
      0);
  known = vm_.spin_internal("<debugger>", m.arg_slots, static_cast<uint16_t>(m.arg_slots + 2), std::move(code));
  return known;
}

Interpreter::Aside::Result Interpreter::Aside::call(ThreadId t, Method& m, const std::vector<uint32_t>& arguments) {
  Result result;
  Method* caller = caller_of(m);
  vm_.current_ = t;
  ThreadState& s = vm_.touch_thread(t);
  // Whatever it is in the middle of is undone with the rest.
  s.pending = Pending{};
  s.native_phase = 0;
  s.wait = WaitState::None;
  s.waiting_on = kNull;
  s.exception = kNull;
  const uint32_t at = s.sp;
  if (at + arguments.size() + kFrameSlots + caller->max_stack > vm_.options.stack_slots) {
    result.why = "the stack of the thread is full";
    return result;
  }
  std::copy(arguments.begin(), arguments.end(), vm_.threads_[t].stack + at);
  if (!Interpreter(vm_, t).push_frame(caller, at, kBoundary, kNull)) {
    result.end = Result::End::Threw;
    result.value = vm_.pending_exception;
    return result;
  }
  try {
    for (;;) {
      switch (vm_.run(t, 0)) {
        case RunEnd::Pending: {
          const Pending& p = vm_.threads_[t].s.pending;
          if (!vm_.stale(p) && !p.ways(vm_, t)) {
            result.end = Result::End::Blocked;
            return result;
          }
          continue;
        }
        case RunEnd::Ended:
          result.end = vm_.pending_exception ? Result::End::Threw : Result::End::Returned;
          result.value = vm_.pending_exception ? vm_.pending_exception : vm_.boundary_value_;
          vm_.pending_exception = kNull;
          return result;
        case RunEnd::Exit: result.why = "it ends the program"; return result;
        default: result.why = "it does not come to an end"; return result;
      }
    }
  } catch (const Unsupported& e) { result.why = e.what(); }
  return result;
}

}  // namespace jmc::vm
