// Inline walks over objects; included by the parts of the VM that traverse the heap.
#pragma once

#include "vm/code/insn.hpp"
#include "vm/vm.hpp"

namespace jmc::vm {

template <class F>
void Vm::for_each_ref(Ref object, F&& visit) const {
  const ObjectHeader* h = heap.header(object);
  const Klass* k = klasses_[h->klass].get();
  if (k->kind == KlassKind::ObjectArray) {
    const Ref* p = reinterpret_cast<const Ref*>(heap.address(object, kHeaderSize));
    for (uint32_t i = 0; i < h->length; ++i)
      if (p[i]) visit(p[i]);
    return;
  }
  for (uint32_t offset : k->ref_offsets)
    if (const Ref r = heap.load<Ref>(object, offset)) visit(r);
}

template <class F>
void Vm::for_each_frame_ref(ThreadId t, F&& visit) {
  bool caller = false;
  for (uint32_t fp = threads_[t].s.fp; fp;) {
    const FrameHeader* f = frame(t, fp);
    Method& m = *methods_[f->method];
    const uint32_t* slots = threads_[t].stack + fp - m.max_locals;
    for (uint16_t s : slot_map(*this, m, f->pc, caller).refs)
      if (slots[s]) visit(slots[s]);
    if (f->lock) visit(f->lock);
    caller = f->called();
    fp = f->prev;
  }
}

// Roots outside the heap: threads' objects and the references in their stacks.
template <class F>
void Vm::for_each_root(F&& visit) {
  for (ThreadId t = 0; t < threads_.count(); ++t) {
    const ThreadState& s = threads_[t].s;
    if (s.object) visit(s.object);
    if (s.exception) visit(s.exception);
    if (s.waiting_on) visit(s.waiting_on);
    if (!s.ended) for_each_frame_ref(t, visit);
  }
}

}  // namespace jmc::vm
