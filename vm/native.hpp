// How a native method is written.
//
//   NativeStatus Object_hashCode(NativeCall& c) { return c.result(c.vm.identity_hash(c.ref(0))); }
//   vm.register_native("java/lang/Object.hashCode()I", Object_hashCode);
//
// A native sees its arguments as 32-bit slots (receiver first; long and double take two). It answers
//   Done    the result is set;
//   Throw   vm.pending_exception is set;
//   Call    it has pushed a call whose return value becomes its own (same return type);
//   Again   it has pushed frames (class initialisation) or its thread must wait: the call instruction runs again later;
//   Stop    the program ends here (System.exit).
// A native that touches shared state or may block has a DescribeFn, which fills in the Pending operation from the
// arguments and returns true if it is one now; the call then becomes a scheduling point, and the native runs only once
// granted (and enabled). A Stop with an unsupported feature is thrown as Unsupported.
#pragma once

#include <bit>

#include "vm/facilities.hpp"
#include "vm/vm.hpp"

namespace jmc::vm {

class NativeAudit;

// The running thread, and whether anybody asked: an answer that depends on it shows who runs an initialiser.
struct RunningThread {
  RunningThread(ThreadId t) : number(t) {}
  RunningThread(const RunningThread& other) : number(other.number) { other.asked = true; }
  RunningThread& operator=(const RunningThread&) = delete;
  operator ThreadId() const { return asked = true, number; }
  ThreadId number;
  mutable bool asked = false;
};

struct NativeCall {
  Vm& vm;
  RunningThread thread;  // thread.number where the answer is the same for every thread that makes this call
  Method* method;
  const uint32_t* args;
  uint64_t value = 0;

  Ref ref(int slot) const { return args[slot]; }
  int32_t i32(int slot) const { return static_cast<int32_t>(args[slot]); }
  int64_t i64(int slot) const {
    int64_t v;
    __builtin_memcpy(&v, args + slot, 8);
    return v;
  }
  float f32(int slot) const { return std::bit_cast<float>(args[slot]); }
  double f64(int slot) const {
    double v;
    __builtin_memcpy(&v, args + slot, 8);
    return v;
  }

  NativeStatus done() { return NativeStatus::Done; }
  NativeStatus result(int32_t v) {
    value = static_cast<uint32_t>(v);
    return NativeStatus::Done;
  }
  NativeStatus result(uint32_t v) {
    value = v;
    return NativeStatus::Done;
  }  // references too
  NativeStatus result(bool v) {
    value = v;
    return NativeStatus::Done;
  }
  NativeStatus result(int64_t v) {
    value = static_cast<uint64_t>(v);
    return NativeStatus::Done;
  }
  NativeStatus result(float v) {
    value = std::bit_cast<uint32_t>(v);
    return NativeStatus::Done;
  }
  NativeStatus result(double v) {
    value = std::bit_cast<uint64_t>(v);
    return NativeStatus::Done;
  }
  NativeStatus throw_new(std::string_view klass, std::string_view message) {
    vm.throw_new(klass, message);
    return NativeStatus::Throw;
  }
  NativeStatus throw_new(std::string_view klass) {
    vm.throw_new(klass);
    return NativeStatus::Throw;
  }
  [[noreturn]] void unsupported(const std::string& why) const;
};

// Classes and fields that the VM looks up by name once, whatever the JDK's version. A member that a JDK lacks is null.
struct Vm::WellKnown {
  Klass *object, *string, *klass, *thread, *throwable, *cloneable, *serializable, *stack_trace_element, *error,
      *runtime_exception;
  Klass *byte_array, *char_array, *int_array, *object_array, *string_array;
  Field *string_value, *string_coder, *string_hash;
  Field *class_name, *class_component, *class_module, *class_loader;
  Field *throwable_message, *throwable_cause, *throwable_backtrace, *throwable_stack_trace, *throwable_suppressed,
      *throwable_depth;
  Field *throwable_empty_stack, *throwable_suppressed_sentinel;
  Klass *method_handle, *var_handle, *assertion_error;
  Method* thread_run;
  Field *thread_name, *thread_eetop;
  Field *thread_container, *thread_scopes;  // null before 21
  mutable Facilities facilities;
  NativeAudit* audit = nullptr;  // of each call of a native (vm/visibility/native_audit.hpp); null: none
};

// What natives keep about this Vm, by type; from Vm::boot() on. Of a const Vm too, since it is no part of a state.
template <class T>
T& facility(const Vm& vm) {
  return vm.known->facilities.get<T>(const_cast<Vm&>(vm));
}

}  // namespace jmc::vm
