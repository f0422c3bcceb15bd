// java.lang.Throwable: stack traces. A backtrace is an int[] of pairs (Method::id, instruction index).
#include "natives/threads/thread_status.hpp"
#include "vm/code/npe_message.hpp"

namespace jmc::natives {

using namespace vm;

namespace {

Ref backtrace_of(Vm& vm, Ref throwable) {
  return vm.known->throwable_backtrace ? vm.get_ref(throwable, vm.known->throwable_backtrace) : kNull;
}

void capture(Vm& vm, ThreadId t, Ref e) {
  const Ref trace = vm.capture_backtrace(t, vm.klass_of(e)->id);
  if (vm.known->throwable_backtrace) vm.set_ref(e, vm.known->throwable_backtrace, trace);
  if (vm.known->throwable_depth && trace)
    vm.heap.store<uint32_t>(e, vm.known->throwable_depth->offset, vm.array_length(trace) / 2);
}

// fillInStackTrace(int), and fillInStackTrace() of JDK 6
NativeStatus fill_in(NativeCall& c) {
  capture(c.vm, c.thread, c.ref(0));
  return c.result(c.ref(0));
}

// Throwable and NullPointerException lock themselves for what takes no other lock: one step, once the monitor is free.
// Nobody but its own thread can have locked an exception that is not shared.
bool describe_own_lock(NativeCall& c, Pending& p) {
  if (!is_shared(c.vm, c.ref(0)) || c.vm.holds_lock(c.ref(0), c.thread)) return false;
  p.kind = PendingKind::Other;
  p.verb = c.method->name == "getMessage" ? Verb::GetMessage : Verb::FillInStackTrace;
  p.object = c.ref(0);
  p.add(c.ref(0), kLockField, true);
  p.operation = &kOnceMonitorFree;
  return true;
}

// The public method. A trace that is switched off stays off.
NativeStatus fill_in_public(NativeCall& c) {
  Vm& vm = c.vm;
  const Ref e = c.ref(0);
  Klass* k = vm.known->throwable;
  const Field* stack_trace = vm.known->throwable_stack_trace;
  if (!stack_trace || vm.get_ref(e, stack_trace) || backtrace_of(vm, e)) {
    capture(vm, c.thread, e);
    if (stack_trace) vm.set_ref(e, stack_trace, get_static(vm, k, "UNASSIGNED_STACK"));
  }
  return c.result(e);
}

Method* frame_at(Vm& vm, Ref trace, uint32_t i, uint32_t& pc) {
  pc = vm.heap.load<uint32_t>(trace, kHeaderSize + 8 * i + 4);
  return vm.method(vm.heap.load<uint32_t>(trace, kHeaderSize + 8 * i));
}

// (elements, throwable), or (elements, backtrace, depth) from 21 on
NativeStatus init_elements(NativeCall& c) {
  Vm& vm = c.vm;
  if (!c.ref(0) || !c.ref(1)) return c.throw_new("java/lang/NullPointerException");
  const bool given = vm.klass_of(c.ref(1))->is_array();
  const Ref trace = given ? c.ref(1) : backtrace_of(vm, c.ref(1));
  const uint32_t n = trace ? vm.array_length(trace) / 2 : 0;
  if (n != vm.array_length(c.ref(0))) return c.throw_new("java/lang/IndexOutOfBoundsException");
  for (uint32_t i = 0; i < n; ++i) {
    uint32_t pc;
    const Method* m = frame_at(vm, trace, i, pc);
    fill_element(vm, element(vm, c.ref(0), i), m, pc);
  }
  return c.done();
}

// JDK 8
NativeStatus stack_depth(NativeCall& c) {
  const Ref trace = backtrace_of(c.vm, c.ref(0));
  return c.result(trace ? c.vm.array_length(trace) / 2 : 0);
}

NativeStatus stack_element(NativeCall& c) {
  Vm& vm = c.vm;
  const Ref trace = backtrace_of(vm, c.ref(0));
  if (c.i32(1) < 0 || !trace || static_cast<uint32_t>(c.i32(1)) >= vm.array_length(trace) / 2)
    return c.throw_new("java/lang/IndexOutOfBoundsException");
  const Ref e = vm.new_object(vm.known->stack_trace_element);
  if (!e) return NativeStatus::Throw;
  uint32_t pc;
  const Method* m = frame_at(vm, trace, static_cast<uint32_t>(c.i32(1)), pc);
  fill_element(vm, e, m, pc);
  return c.result(e);
}

NativeStatus extended_npe_message(NativeCall& c) {
  Vm& vm = c.vm;
  const Ref trace = backtrace_of(vm, c.ref(0));
  if (!trace || !vm.array_length(trace)) return c.result(kNull);
  if (vm.array_length(trace) % 2) return c.result(kNull);  // a frame that no trace shows has thrown it
  uint32_t pc;
  const Method* m = frame_at(vm, trace, 0, pc);
  const std::string text = npe_message(vm, *m, pc);
  return c.result(text.empty() ? kNull : vm.new_string(classfile::decode_modified_utf8(text)));
}

// The JDK's method keeps what it finds in the exception, under its lock. Where a trace is filled in once more, the
// JDK's fillInStackTrace has kept the message that the first one explains: state 2.
NativeStatus npe_get_message(NativeCall& c) {
  Vm& vm = c.vm;
  if (const Ref given = vm.get_ref(c.ref(0), vm.known->throwable_message)) return c.result(given);
  if (get_int(vm, c.ref(0), "numStackTracesFilledIn") > 1) return c.result(kNull);
  if (has_field(vm, c.ref(0), "extendedMessageState") && get_int(vm, c.ref(0), "extendedMessageState") == 2)
    return c.result(get_ref(vm, c.ref(0), "extendedMessage"));
  return extended_npe_message(c);
}

constexpr Entry kThrowablesNatives[] = {
    {"java/lang/Throwable.fillInStackTrace(I)Ljava/lang/Throwable;", fill_in},
    {"java/lang/Throwable.fillInStackTrace()Ljava/lang/Throwable;", fill_in_public, describe_own_lock},
    {"java/lang/Throwable.getStackTraceDepth()I", stack_depth},
    {"java/lang/Throwable.getStackTraceElement(I)Ljava/lang/StackTraceElement;", stack_element},
    {"java/lang/StackTraceElement.initStackTraceElements([Ljava/lang/StackTraceElement;Ljava/lang/Throwable;)V",
     init_elements},
    {"java/lang/StackTraceElement.initStackTraceElements([Ljava/lang/StackTraceElement;Ljava/lang/Object;I)V",
     init_elements},
    {"java/lang/StackTraceElement.computeFormat()V", nothing},
    {"java/lang/NullPointerException.getExtendedNPEMessage()Ljava/lang/String;", extended_npe_message},
};

}  // namespace

void fill_element(Vm& vm, Ref element, const Method* m, uint32_t pc) {
  constexpr int kBuiltinLoader = 1, kJdkModule = 2;
  Klass* k = m->owner;
  put_ref(vm, element, "declaringClass", external_name_string(vm, k->external_name()));
  put_ref(vm, element, "methodName", name_string(vm, m->name));
  const bool native = m->flags & kNativeFlag;
  if (k->file && !k->file->source_file.empty()) put_ref(vm, element, "fileName", name_string(vm, k->file->source_file));
  put_int(vm, element, "lineNumber", native ? -2 : m->line_of(pc));
  if (vm.jdk.release < 9) return;
  if (k->boot) {
    put_ref(vm, element, "moduleName", name_string(vm, k->module.empty() ? "java.base" : k->module));
    put_ref(vm, element, "moduleVersion", name_string(vm, vm.jdk.version));
  } else {
    put_ref(vm, element, "classLoaderName", name_string(vm, "app"));
  }
  put_int(vm, element, "format", k->boot ? kJdkModule : kBuiltinLoader);
}

void register_throwables(Vm& vm) {
  register_table(vm, kThrowablesNatives);
  // Helpful messages came with JDK 14.
  if (vm.jdk.release >= 14)
    vm.register_native("java/lang/NullPointerException.getMessage()Ljava/lang/String;", npe_get_message,
                       describe_own_lock);
}

}  // namespace jmc::natives
