#include "natives/objects/references.hpp"

#include <unordered_set>

#include "natives/memory/atomics.hpp"
#include "natives/support.hpp"
#include "vm/code/insn.hpp"
#include "vm/state/objects.hpp"

namespace jmc::natives {

using namespace vm;

namespace {

// The referent is a field like any other, which get() reads by bytecode; these natives access it for the JDK. No order
// is promised among them, nor between them and get(): the accesses are plain.
const Field& referent_field(Vm& vm) {
  struct Referent {
    const Field* field;
    explicit Referent(Vm& v) : field(field_of(v.require_class("java/lang/ref/Reference"), "referent")) {}
  };
  return *facility<Referent>(vm).field;
}

bool describe_refers_to(NativeCall& c, Pending& p) {
  return describe_field_access(c.vm, c.ref(0), referent_field(c.vm), AtomicOp::Get, 0, p);
}
NativeStatus refers_to(NativeCall& c) {
  return c.result(apply_field_access(c.vm, c.ref(0), referent_field(c.vm), AtomicOp::Get, 0) == c.ref(1));
}

bool describe_clear(NativeCall& c, Pending& p) {
  return describe_field_access(c.vm, c.ref(0), referent_field(c.vm), AtomicOp::Set, kNull, p);
}
NativeStatus clear(NativeCall& c) {
  apply_field_access(c.vm, c.ref(0), referent_field(c.vm), AtomicOp::Set, kNull);
  return c.done();
}

constexpr Entry kReferencesNatives[] = {
    {"java/lang/ref/Reference.refersTo0(Ljava/lang/Object;)Z", refers_to, describe_refers_to},
    {"java/lang/ref/PhantomReference.refersTo0(Ljava/lang/Object;)Z", refers_to, describe_refers_to},
    {"java/lang/ref/Reference.clear0()V", clear, describe_clear},
    {"java/lang/ref/PhantomReference.clear0()V", clear, describe_clear},
    {"java/lang/ref/Reference.startReferenceHandlerThread(Ljava/lang/ThreadGroup;)V", nothing},
    {"java/lang/ref/Finalizer.startFinalizerThread(Ljava/lang/ThreadGroup;)V", nothing},
    {"java/lang/ref/Finalizer.isFinalizationEnabled()Z", zero},
};

// --- --weak-references=both

// What is reachable without going through the referents of reference objects.
class StronglyReachable {
 public:
  explicit StronglyReachable(Vm& vm)
      : vm_(vm), reference_(vm.require_class("java/lang/ref/Reference")), referent_(&referent_field(vm)) {
    for (uint32_t id = 0; id < vm.class_count(); ++id) {
      const Klass* k = vm.klass(id);
      if (k->mirror) visit(k->mirror);
      if (k->statics) visit(k->statics);
    }
    for (ThreadId t = 0; t < vm.thread_count(); ++t) visit_thread(t);
    follow();
  }

  bool has(Ref r) const { return seen_.contains(r); }
  const std::vector<Ref>& references() const { return references_; }
  Ref referent(Ref reference) const { return vm_.get_ref(reference, referent_); }
  void clear(Ref reference) { vm_.set_ref(reference, referent_, kNull); }
  // From an object that is not strongly reachable itself.
  bool reaches(Ref from, Ref to) const {
    std::unordered_set<Ref> met{from};
    std::vector<Ref> work{from};
    while (!work.empty()) {
      const Ref r = work.back();
      work.pop_back();
      if (r == to) return true;
      if (seen_.contains(r)) continue;
      each(r, [&](Ref x) {
        if (met.insert(x).second) work.push_back(x);
      });
    }
    return false;
  }

 private:
  void visit(Ref r) {
    if (r >= Heap::kFirstRef && seen_.insert(r).second) work_.push_back(r);
  }
  bool is_reference(const Klass* k) const { return k->kind == KlassKind::Instance && k->is_subclass_of(reference_); }
  template <class F>
  void each(Ref r, F&& use) const {
    const Klass* k = vm_.klass_of(r);
    if (!is_reference(k)) return vm_.for_each_ref(r, use);
    for (const uint32_t offset : k->ref_offsets)
      if (const Ref x = offset == referent_->offset ? kNull : vm_.heap.load<Ref>(r, offset)) use(x);
  }
  void visit_thread(ThreadId t) {
    const ThreadState& s = vm_.thread(t).s;
    if (s.ended) return;
    visit(s.object);
    visit(s.exception);
    visit(s.waiting_on);
    bool caller = false;
    for (uint32_t fp = s.fp; fp;) {
      const FrameHeader* f = vm_.frame(t, fp);
      Method& m = *vm_.method(f->method);
      const uint32_t* slots = vm_.thread(t).stack + fp - m.max_locals;
      for (const uint16_t i : slot_map(vm_, m, f->pc, caller).refs) visit(slots[i]);
      visit(f->lock);
      caller = f->called();
      fp = f->prev;
    }
  }
  void follow() {
    while (!work_.empty()) {
      const Ref r = work_.back();
      work_.pop_back();
      if (is_reference(vm_.klass_of(r))) references_.push_back(r);
      each(r, [&](Ref x) { visit(x); });
    }
  }

  Vm& vm_;
  Klass* reference_;
  const Field* referent_;
  std::unordered_set<Ref> seen_;
  std::vector<Ref> work_, references_;
};

uint32_t alternatives_of_get(Vm& vm, ThreadId, const Pending& p) {
  const StronglyReachable strong(vm);
  const Ref o = strong.referent(p.object);
  return o && !strong.has(o) ? 2 : 1;
}

bool called_by_program(NativeCall& c) {
  bool program = false;
  c.vm.walk_frames(c.thread, [&](Method* m, uint32_t) {
    program = !m->owner->boot;
    return false;
  });
  return program;
}

constexpr Operation kGet{.ways = alternatives_of_get, .as = as_lock};

// It depends on everything that any thread holds.
bool describe_get(NativeCall& c, Pending& p) {
  if (!called_by_program(c) || !c.vm.get_ref(c.ref(0), &referent_field(c.vm)))
    return describe_field_access(c.vm, c.ref(0), referent_field(c.vm), AtomicOp::Get, 0, p);
  p.kind = PendingKind::Other;
  p.verb = Verb::ReferenceGet;
  p.object = c.ref(0);
  p.operation = &kGet;
  p.add(kExitLocation, 0, true);
  return true;
}

NativeStatus get_referent(NativeCall& c) {
  Vm& vm = c.vm;
  const Ref o = static_cast<Ref>(apply_field_access(vm, c.ref(0), referent_field(vm), AtomicOp::Get, 0));
  if (!o || !vm.granted_alternative || !called_by_program(c)) return c.result(o);
  StronglyReachable strong(vm);
  if (strong.has(o)) return c.result(o);
  vm.granted_alternative = 0;
  for (const Ref r : strong.references())
    if (const Ref x = strong.referent(r); x && !strong.has(x) && strong.reaches(x, o)) strong.clear(r);
  return c.result(kNull);
}

}  // namespace

void register_references(Vm& vm) { register_table(vm, kReferencesNatives); }

void register_weak_references(Vm& vm) {
  vm.rules.everything_conflicts();  // every operation reads what get() writes
  for (const char* klass : {"WeakReference", "SoftReference", "Reference"})
    vm.register_native(std::string("java/lang/ref/") + klass + ".get()Ljava/lang/Object;", get_referent, describe_get);
}

}  // namespace jmc::natives
