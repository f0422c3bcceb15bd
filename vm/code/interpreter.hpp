// The interpreter: runs one thread until its next visible operation.
//
// A frame is locals, FrameHeader, operand stack, all in the thread's slot array; the arguments on a caller's operand
// stack become the callee's first locals. Before anything older than the current mark is changed it is saved: heap
// words by Heap, the thread's plain state by touch_thread(), and stack slots lazily, frame by frame, when control comes
// back to a frame that was there at the mark.
#pragma once

#include "vm/code/insn.hpp"
#include "vm/code/poly.hpp"
#include "vm/native.hpp"
#include "vm/vm.hpp"

namespace jmc::vm {

class Interpreter {
 public:
  class Aside;  // vm/code/aside.hpp
  // `described`: the operation that is granted is that of the call of a VarHandle, which need not be asked again.
  Interpreter(Vm& vm, ThreadId t, bool described = false)
      : vm_(vm), t_(t), ts_(vm.threads_[t].s), stack_(vm.threads_[t].stack), described_(described && !vm.memory) {}
  RunEnd run(bool until_boundary);
  RunEnd run_observed(bool until_boundary);  // tells vm.observer of each instruction

  // Pushes a frame whose locals start at slot `at` (arguments already there). False: StackOverflowError is pending.
  bool push_frame(Method* m, uint32_t at, uint32_t flags, Ref lock);
  // Translates and verifies a method before its first call. False: a NoClassDefFoundError is pending.
  bool prepare(Method* m);
  void clinit_over(Klass* k, InitStatus status);  // the procedure of the running thread ends

 private:
  // Resolution (resolve.cpp). Null or false: an exception is pending.
  Klass* resolve_class(Klass* from, uint16_t index);
  Field* resolve_field(Klass* from, uint16_t index, bool is_static);
  Klass* resolve_owner(Klass* from, std::string_view name);
  Method* resolve_method(Klass* from, uint16_t index, Opc op);
  bool resolve_constant(Insn& insn, Method* m, bool& again);
  bool quicken_field(Insn& insn, Method* m, bool is_static, bool put);
  bool quicken_invoke(Insn& insn, Method* m);
  bool link_call_site(Insn& insn, Method* m);
  Opc noted(Opc op) const;
  void no_such_method(Klass* owner, std::string_view name, std::string_view descriptor, bool abstract_error,
                      Klass* receiver);
  // Array and cast services
  Ref multi_array(Klass* k, const int32_t* counts, uint32_t dims);
  void throw_index(uint32_t index, uint32_t length);
  void throw_cast(Ref object, Klass* target);
  void throw_array_store(Ref value);
  // Unwinding: finds a handler for vm.pending_exception, popping frames. False: the exception left the bottom frame, or
  // a visible monitor exit is pending (suspended_ is set).
  bool unwind(bool until_boundary);
  bool catches(Method* m, uint16_t catch_index, Ref exception);
  // What the JDK (21 and later) does at the end of a thread that others may wait for: it closes what scopes the thread
  // has left open, and tells the container that it was started in. Null: nothing to do.
  Method* at_exit(Ref thread_object, bool scopes);
  // For the running thread, whose exception nobody has caught.
  bool has_handler() const;
  // False: the operation of looking for one was set up.
  bool may_look_for_handlers();
  void uncaught(Ref exception);
  // Class initialisation (clinit frames)
  bool clinit_supers(Klass* k);
  bool may_end_initialisation(Klass* k, bool failed);  // false: the end is an operation, suspended_ was set
  void clinit_done(Klass* k);
  void clinit_fail(Klass* k, Ref exception);
  // A visible access found in the fast path. True: go on; false: suspended_ was set.
  bool may_access(Ref object, const Field* f, bool write, uint64_t value);
  // An instruction tests bits of a number that was drawn (vm/code/draws.hpp): which of them are set. False: to choose
  // that is the next operation, suspended_ was set.
  bool may_test(uint32_t& bits);
  bool part_of_section(uint32_t ways = 1);
  void model(const MemoryModel::Variable& v, memory::Mode mode, bool write, uint64_t value);
  bool may_access_element(Ref array, uint32_t index, bool write, uint64_t value);
  bool may_enter(Ref object, const Method* by);  // by: the method that locks it
  bool may_end();                                // the running thread is at its end
  bool may_exit(Ref object);
  // Code of the program makes or uses an object of this class: a remark if it is one that garbage collection would show
  // in.
  void note_references(const Klass* k);
  NativeStatus call_native(Method* m, uint32_t* args, const PolySite* poly, uint64_t& value);
  bool over_budget(uint32_t pc);
  uint64_t until_next_look() const;
  bool polled_for_long() const;
  bool polls();

  Vm& vm_;
  ThreadId t_;
  ThreadState& ts_;
  uint32_t* stack_;
  Pending suspended_;
  int64_t budget_ = 0;
  const bool sections_ = vm_.sections.on();
  const bool described_;
  // Watching a long invisible run for a repeated state.
  uint64_t spent_ = 0, window_ = 0;
  uint32_t watch_pc_ = 0, watch_fp_ = 0, watch_checks_ = 0;
  bool watching_ = false;
  por::Fingerprint watched_;
  RunEnd limit_end_ = RunEnd::Pending;
};

// "int pkg.Foo.bar(java.lang.String, int[])", as HotSpot words it.
std::string method_text(std::string_view owner, std::string_view name, std::string_view descriptor);
// The message of the UnsupportedClassVersionError for a class file of this version, as HotSpot words it.
std::string unsupported_version_text(const Vm& vm, std::string_view internal_name, int major);
// The NoClassDefFoundError (or UnsupportedClassVersionError) for a class that find_class() did not find, with its
// cause.
void throw_missing_class(Vm& vm, std::string_view name);

}  // namespace jmc::vm
