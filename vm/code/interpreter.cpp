// The instruction loop: control, fields, calls. What works on the operand stack alone is in interpreter_data.inc,
// objects and monitors are in interpreter_objects.inc. Slow paths are in calls.cpp, resolve.cpp and access.cpp.
#include "vm/code/interpreter.hpp"

#include <algorithm>
#include <cmath>

#include "vm/code/arithmetic.hpp"
#include "vm/code/draws.hpp"
#include "vm/code/paired_monitors.hpp"
#include "vm/step_observer.hpp"

// interpreter_observed.cpp includes this file with JMC_OBSERVED: the same loop, with an observer before each
// instruction and each search for a handler.
#ifdef JMC_OBSERVED
#define JMC_RUN run_observed
#define OBSERVE()                                   \
  do {                                              \
    SAVE();                                         \
    vm_.observer->at(t_, *m, fh->pc);               \
    if (vm_.observer->over) return RunEnd::Stopped; \
  } while (0)
#define OBSERVE_THROWN() vm_.observer->thrown(t_, vm_.pending_exception)
#else
#define JMC_RUN run
#define OBSERVE() static_cast<void>(0)
#define OBSERVE_THROWN() static_cast<void>(0)
#endif

namespace jmc::vm {

RunEnd Interpreter::JMC_RUN(bool until_boundary) {
  static const void* const kLabels[] = {
#define JMC_LABEL(name) &&L_##name,
      JMC_OPCODES(JMC_LABEL)
#undef JMC_LABEL
  };
  Heap& heap = vm_.heap;
  FrameHeader* fh;
  Method* m;
  Insn* code;
  Insn* ip;
  uint32_t* lp;
  uint32_t* sp;
  Method* callee = nullptr;
  uint64_t value = 0;
  if (!budget_) budget_ = static_cast<int64_t>(until_next_look());

    // The thread's registers, from and to its state.
#define LOAD_FRAME()                                                       \
  do {                                                                     \
    fh = reinterpret_cast<FrameHeader*>(stack_ + ts_.fp);                  \
    m = vm_.methods_[fh->method];                                          \
    code = m->code;                                                        \
    ip = code + fh->pc;                                                    \
    lp = stack_ + ts_.fp - m->max_locals;                                  \
    if (static_cast<uint32_t>(lp - stack_) < ts_.stack_saved) [[unlikely]] \
      vm_.threads_.save_stack(t_, static_cast<uint32_t>(lp - stack_));     \
  } while (0)
#define RELOAD()          \
  do {                    \
    LOAD_FRAME();         \
    sp = stack_ + ts_.sp; \
  } while (0)
#define SAVE()                                   \
  do {                                           \
    fh->pc = static_cast<uint32_t>(ip - code);   \
    ts_.sp = static_cast<uint32_t>(sp - stack_); \
  } while (0)
#define DISPATCH()                                \
  do {                                            \
    OBSERVE();                                    \
    goto* kLabels[static_cast<uint16_t>(ip->op)]; \
  } while (0)
#define NEXT()  \
  do {          \
    ++ip;       \
    DISPATCH(); \
  } while (0)
#define CASE(name) L_##name:
#define THROW(klass, text)      \
  do {                          \
    SAVE();                     \
    vm_.throw_new(klass, text); \
    goto unwinding;             \
  } while (0)
#define NULL_CHECK(r)      \
  do {                     \
    if (!(r)) [[unlikely]] \
      goto null_pointer;   \
  } while (0)
#define SHARED(r) (heap.header(r)->flags & vm_.shared_mask())
// `beside`: what the instruction does if the access is not one to the heap (vm/memory/memory_model.hpp).
#define BESIDE_HEAP(beside)           \
  if (vm_.beside_heap) [[unlikely]] { \
    vm_.beside_heap = false;          \
    beside;                           \
    NEXT();                           \
  }
#define JUMP()                               \
  do {                                       \
    const bool back = ip->a;                 \
    ip = code + ip->b;                       \
    if (back && --budget_ <= 0) [[unlikely]] \
      goto budget_used;                      \
    DISPATCH();                              \
  } while (0)

  if (ts_.exception) {
    vm_.pending_exception = ts_.exception;
    ts_.exception = kNull;
    RELOAD();
    goto unwinding;
  }
  RELOAD();
  DISPATCH();

#include "vm/code/interpreter_data.inc"

  // --- control
// One line for each kind of comparison.
// clang-format off
#define IF1(name, op) CASE(name) if (static_cast<int32_t>(*--sp) op 0) JUMP(); NEXT();
  IF1(IfEq, ==) IF1(IfNe, !=) IF1(IfLt, <) IF1(IfGe, >=) IF1(IfGt, >) IF1(IfLe, <=)
#define IF2(name, op) CASE(name) sp -= 2; if (static_cast<int32_t>(sp[0]) op static_cast<int32_t>(sp[1])) JUMP(); NEXT();
  IF2(IfICmpEq, ==) IF2(IfICmpNe, !=) IF2(IfICmpLt, <) IF2(IfICmpGe, >=) IF2(IfICmpGt, >) IF2(IfICmpLe, <=)
      // clang-format on
      CASE(Goto) JUMP();
  CASE(Jsr)* sp++ = 0;
  JUMP();
  CASE(TableSwitch) {
    const SwitchTable& t = *ip->table;
    const uint64_t i = static_cast<uint64_t>(int64_t{static_cast<int32_t>(*--sp)} - t.low);
    ip = code + (i < t.targets.size() ? t.targets[i] : t.otherwise);
    if (--budget_ <= 0) goto budget_used;
    DISPATCH();
  }
  CASE(LookupSwitch) {
    const SwitchTable& t = *ip->table;
    const int32_t key = static_cast<int32_t>(*--sp);
    const auto it = std::lower_bound(t.keys.begin(), t.keys.end(), key);
    ip = code + (it != t.keys.end() && *it == key ? t.targets[it - t.keys.begin()] : t.otherwise);
    if (--budget_ <= 0) goto budget_used;
    DISPATCH();
  }

  // --- fields
  CASE(GetStaticU) SAVE();
  if (!quicken_field(*ip, m, true, false)) goto unwinding;
  DISPATCH();
  CASE(PutStaticU) SAVE();
  if (!quicken_field(*ip, m, true, true)) goto unwinding;
  DISPATCH();
  CASE(GetFieldU) SAVE();
  if (!quicken_field(*ip, m, false, false)) goto unwinding;
  DISPATCH();
  CASE(PutFieldU) SAVE();
  if (!quicken_field(*ip, m, false, true)) goto unwinding;
  DISPATCH();
#define STATIC_ACCESS(is_write, val, beside)                                                            \
  const Field* f = ip->field;                                                                           \
  const Ref r = f->owner->statics;                                                                      \
  if (heap.load<uint32_t>(r, kStaticsStatus) != static_cast<uint32_t>(InitStatus::Done)) [[unlikely]] { \
    SAVE();                                                                                             \
    if (!vm_.ensure_initialised(f->owner)) goto initialising;                                           \
  }                                                                                                     \
  if (ip->a && vm_.shared_mask()) [[unlikely]] {                                                        \
    SAVE();                                                                                             \
    if (!may_access(r, f, is_write, val)) goto suspend;                                                 \
    BESIDE_HEAP(beside)                                                                                 \
  }
  CASE(GetStatic) {
    STATIC_ACCESS(false, 0, *sp++ = static_cast<uint32_t>(vm_.beside_value))
    *sp++ = heap.load<uint32_t>(r, ip->b);
    NEXT();
  }
  CASE(GetStaticNoted) {
    STATIC_ACCESS(false, 0, const Ref v = static_cast<Ref>(vm_.beside_value);
                  if (v && vm_.any_unexamined()) vm_.examine(v); *sp++ = v)
    const Ref v = heap.load<Ref>(r, ip->b);
    if (v && vm_.any_unexamined()) vm_.examine(v);
    *sp++ = v;
    NEXT();
  }
  CASE(GetStatic2) {
    STATIC_ACCESS(false, 0, put64(sp, static_cast<int64_t>(vm_.beside_value)); sp += 2)
    put64(sp, heap.load<int64_t>(r, ip->b));
    sp += 2;
    NEXT();
  }
  CASE(PutStatic) {
    STATIC_ACCESS(true, sp[-1], --sp)
    const uint32_t v = narrow(*--sp, f->type);
    // While its class is being initialised a static is this thread's own; clinit_done() publishes.
    if (f->is_ref() && vm_.initialised(f->owner)) vm_.store_ref(r, ip->b, v);
    else heap.store<uint32_t>(r, ip->b, v);
    NEXT();
  }
  CASE(PutStatic2) {
    STATIC_ACCESS(true, static_cast<uint64_t>(get64(sp - 2)), sp -= 2)
    sp -= 2;
    heap.store<int64_t>(r, ip->b, get64(sp));
    NEXT();
  }
#define FIELD_ACCESS(depth, is_write, val, beside)              \
  const Ref r = sp[-(depth)];                                   \
  NULL_CHECK(r);                                                \
  if (ip->a && SHARED(r)) [[unlikely]] {                        \
    SAVE();                                                     \
    if (!may_access(r, ip->field, is_write, val)) goto suspend; \
    BESIDE_HEAP(beside)                                         \
  }
  CASE(LoadGetField) {
    const Ref r = lp[ip->b];
    const Insn* get = ip + 1;
    if (!r || (get->a && SHARED(r))) [[unlikely]] {
      *sp++ = r;
      NEXT();
    }
    *sp++ = heap.load<uint32_t>(r, get->b);
    ip += 2;
    DISPATCH();
  }
  CASE(GetField) {
    FIELD_ACCESS(1, false, 0, sp[-1] = static_cast<uint32_t>(vm_.beside_value))
    sp[-1] = heap.load<uint32_t>(r, ip->b);
    NEXT();
  }
  CASE(GetFieldNoted) {
    FIELD_ACCESS(1, false, 0, const Ref v = static_cast<Ref>(vm_.beside_value);
                 if (v && vm_.any_unexamined()) vm_.examine(v); sp[-1] = v)
    const Ref v = heap.load<Ref>(r, ip->b);
    if (v && vm_.any_unexamined()) vm_.examine(v);
    sp[-1] = v;
    NEXT();
  }
  CASE(GetFieldNamed) {
    const Ref r = sp[-1];
    NULL_CHECK(r);
    vm_.symmetry.looked_at(r, ip->b);
    if (ip->field->wide()) goto L_GetField2;
    goto L_GetField;
  }
  CASE(GetField2) {
    FIELD_ACCESS(1, false, 0, put64(sp - 1, static_cast<int64_t>(vm_.beside_value)); ++sp)
    put64(sp - 1, heap.load<int64_t>(r, ip->b));
    ++sp;
    NEXT();
  }
  CASE(PutField) {
    FIELD_ACCESS(2, true, sp[-1], sp -= 2)
    heap.store<uint32_t>(r, ip->b, narrow(sp[-1], ip->field->type));
    sp -= 2;
    NEXT();
  }
  CASE(PutFieldRef) {
    FIELD_ACCESS(2, true, sp[-1], sp -= 2)
    vm_.store_ref(r, ip->b, sp[-1]);
    sp -= 2;
    NEXT();
  }
  CASE(PutField2) {
    FIELD_ACCESS(3, true, static_cast<uint64_t>(get64(sp - 2)), sp -= 3)
    heap.store<int64_t>(r, ip->b, get64(sp - 2));
    sp -= 3;
    NEXT();
  }

  // --- calls
  CASE(InvokeVirtualU) CASE(InvokeSpecialU) CASE(InvokeStaticU) CASE(InvokeInterfaceU) SAVE();
  if (!quicken_invoke(*ip, m)) goto unwinding;
  DISPATCH();
  CASE(InvokeDynamicU) SAVE();
  if (!link_call_site(*ip, m)) goto unwinding;
  RELOAD();
  DISPATCH();
  CASE(InvokeVirtual) {
    const Ref r = sp[-static_cast<int32_t>(ip->b)];
    NULL_CHECK(r);
    const Klass* k = vm_.klass_of(r);
    if (ip->a >= k->vtable.size()) [[unlikely]] {
      SAVE();
      no_such_method(ip->method->owner, ip->method->name, ip->method->descriptor, true, vm_.klass_of(r));
      goto unwinding;
    }
    callee = k->vtable[ip->a];
    goto call;
  }
  CASE(InvokeDirect) {
    NULL_CHECK(sp[-static_cast<int32_t>(ip->b)]);
    callee = ip->method;
    goto call;
  }
  CASE(InvokeStaticInit) {
    if (!vm_.settled(ip->method->owner)) [[unlikely]] {
      SAVE();
      if (!vm_.ensure_initialised(ip->method->owner)) goto initialising;
    }
    callee = ip->method;
    goto call;
  }
  CASE(InvokeStatic) callee = ip->method;
  goto call;
  CASE(InvokeInterface) {
    CallSite* site = ip->site;
    const Ref r = sp[-static_cast<int32_t>(ip->b)];
    NULL_CHECK(r);
    const uint32_t kid = heap.header(r)->klass;
    if (site->cached_klass != kid) [[unlikely]] {
      Klass* k = vm_.klass(kid);
      Method* target = k->is_subclass_of(site->method->owner) || site->method->owner == vm_.known->object
                           ? vm_.select(k, site->method)
                           : nullptr;
      if (!target || (!(target->flags & kPublic) && target != site->method)) {
        SAVE();
        if (!k->is_subclass_of(site->method->owner))
          vm_.throw_new("java/lang/IncompatibleClassChangeError", "Class " + k->external_name() +
                                                                      " does not implement the requested interface " +
                                                                      site->method->owner->external_name());
        else no_such_method(site->method->owner, site->method->name, site->method->descriptor, true, k);
        goto unwinding;
      }
      site->cached_klass = kid;
      site->cached_target = target;
    }
    callee = site->cached_target;
    goto call;
  }
  CASE(InvokeSiteNoted) vm_.note_linked(ip);
  CASE(InvokeSite) {
    CallSite* site = ip->site;
    if (site->constant) {
      *sp++ = site->constant;
      NEXT();
    }
    callee = site->method;
    goto call;
  }
  CASE(InvokePoly) {
    CallSite* site = ip->site;
    const auto* poly = static_cast<const PolySite*>(site->poly);
    NULL_CHECK(sp[-static_cast<int32_t>(site->arg_slots)]);
    SAVE();
    const NativeStatus status = call_native(poly->declared, sp - site->arg_slots, poly, value);
    if (status == NativeStatus::Done) {
      sp -= site->arg_slots;
      if (site->return_type == 'J' || site->return_type == 'D') {
        put64(sp, static_cast<int64_t>(value));
        sp += 2;
      } else if (site->return_type != 'V') *sp++ = static_cast<uint32_t>(value);
      NEXT();
    }
    if (status == NativeStatus::Throw) goto unwinding;
    if (suspended_.kind != PendingKind::None) goto suspend;
    RELOAD();
    DISPATCH();
  }

call : {
  uint32_t* args = sp - callee->arg_slots;
  if (callee->is_native()) [[unlikely]] {
    SAVE();
    const NativeStatus status = call_native(callee, args, nullptr, value);
    if (status == NativeStatus::Done) {
      sp = args;
      const char t = callee->return_type;
      if (t == 'J' || t == 'D') {
        put64(sp, static_cast<int64_t>(value));
        sp += 2;
      } else if (t != 'V') *sp++ = static_cast<uint32_t>(value);
      NEXT();
    }
    if (status == NativeStatus::Throw) goto unwinding;
    if (status == NativeStatus::Stop) {
      SAVE();
      return RunEnd::Exit;
    }
    if (suspended_.kind != PendingKind::None) goto suspend;
    RELOAD();
    DISPATCH();
  }
  if (!callee->code) [[unlikely]] {
    SAVE();
    if (callee->is_abstract() || !callee->file || !callee->file->code) {
      no_such_method(callee->owner, callee->name, callee->descriptor, true,
                     callee->is_static() ? nullptr : vm_.klass_of(args[0]));
      goto unwinding;
    }
    if (!prepare(callee)) goto unwinding;
  }
  Ref lock = kNull;
  if (callee->is_synchronized()) [[unlikely]] {
    lock = callee->is_static() ? callee->owner->mirror : args[0];
    SAVE();
    if (!may_enter(lock, callee)) goto suspend;
  }
  uint32_t* header = args + callee->max_locals;
  if (header + kFrameSlots + callee->max_stack > stack_ + vm_.options.stack_slots) [[unlikely]] {
    SAVE();
    if (lock) vm_.lock_exit(lock, t_);
    vm_.throw_new("java/lang/StackOverflowError");
    goto unwinding;
  }
  if (vm_.sections.open()) [[unlikely]]
    vm_.sections.calls(*m, *callee);
  fh->pc = static_cast<uint32_t>(ip - code);
  const uint32_t prev = ts_.fp;
  ts_.fp = static_cast<uint32_t>(header - stack_);
  fh = reinterpret_cast<FrameHeader*>(header);
  *fh = {callee->id, 0, prev, lock, 0};
  m = callee;
  code = ip = m->code;
  lp = args;
  sp = header + kFrameSlots;
  if (--budget_ <= 0) [[unlikely]]
    goto budget_used;
  DISPATCH();
}

  CASE(Return1Asked) {
    if (vm_.any_unexamined() && fh->prev && !vm_.methods_[vm_.frame(t_, fh->prev)->method]->owner->boot)
      vm_.examine_held(lp[0]);
    value = sp[-1];
    goto leave;
  }
  CASE(Return1Noted) {
    const Ref r = sp[-1];
    if (r && vm_.any_unexamined() && fh->prev && !vm_.methods_[vm_.frame(t_, fh->prev)->method]->owner->boot)
      vm_.examine(r);
    value = r;
    goto leave;
  }
  CASE(Return1) value = sp[-1];
  goto leave;
  CASE(Return2) value = static_cast<uint64_t>(get64(sp - 2));
  goto leave;
  CASE(Return)
leave : {
  const Opc op = ip->op;
  if (m->freezes) [[unlikely]]
    vm_.memory->constructed(lp[0], m->owner);
  if (fh->lock) [[unlikely]] {
    SAVE();
    if (!may_exit(fh->lock)) {
      if (vm_.pending_exception) goto unwinding;
      goto suspend;
    }
    fh->lock = kNull;
  }
  const uint32_t flags = fh->scratch;
  uint32_t* const at = lp;
  const char narrow_type = m->return_type;
  ts_.fp = fh->prev;
  if (flags & kBoundary) [[unlikely]] {
    ts_.sp = static_cast<uint32_t>(at - stack_);
    vm_.boundary_value_ = op == Opc::Return ? 0 : value;
    return RunEnd::Ended;
  }
  LOAD_FRAME();
  sp = at;
  if (flags & kReexecute) [[unlikely]]
    DISPATCH();
  if (op == Opc::Return1)
    *sp++ = narrow_type == 'I' || narrow_type == 'L' ? static_cast<uint32_t>(value)
                                                     : narrow(static_cast<uint32_t>(value), narrow_type);
  else if (op == Opc::Return2) {
    put64(sp, static_cast<int64_t>(value));
    sp += 2;
  } else if (op == Opc::Return1Noted || op == Opc::Return1Asked) *sp++ = static_cast<uint32_t>(value);
  NEXT();
}

#include "vm/code/interpreter_objects.inc"

  // --- shared exits
null_pointer:
  SAVE();
  vm_.pending_exception = vm_.make_exception("java/lang/NullPointerException", u"", false);
  goto unwinding;
bad_index:
  SAVE();
  throw_index(sp[-1], heap.header(sp[-2])->length);
  goto unwinding;
bad_store_index : {
  SAVE();
  const int w = ip->op == Opc::LAStore ? 2 : 1;
  throw_index(sp[-1 - w], heap.header(sp[-2 - w])->length);
  goto unwinding;
}
initialising:
  // ensure_initialised() said no: frames to run, another thread to wait for, or an exception.
  if (vm_.pending_exception) goto unwinding;
  if (suspended_.kind != PendingKind::None || vm_.init_wait_) {
    if (vm_.init_wait_) {
      suspended_ = vm_.init_request(vm_.init_wait_);
      vm_.init_wait_ = nullptr;
    }
    goto suspend;
  }
  RELOAD();
  DISPATCH();
unwinding:
  OBSERVE_THROWN();
  if (!unwind(until_boundary)) {
    if (suspended_.kind != PendingKind::None) goto suspend_saved;
    return RunEnd::Ended;
  }
  RELOAD();
  if (--budget_ <= 0) [[unlikely]]
    goto budget_used;  // a handler may cover itself
  DISPATCH();
budget_used:
  SAVE();
  if (!over_budget(static_cast<uint32_t>(ip - code))) return limit_end_;
  DISPATCH();
suspend:
  SAVE();
suspend_saved:
  vm_.note_writes(suspended_);
  if (ts_.initialising) [[unlikely]]
    vm_.initialiser_told("does or waits for what other threads can notice");
  if (suspended_.bulk) vm_.visibility.met_copy();
  ts_.pending = suspended_;
  ts_.pending.settle(vm_.visibility.stops_at_all());
  return RunEnd::Pending;
}

}  // namespace jmc::vm
