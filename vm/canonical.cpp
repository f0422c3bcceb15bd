// The canonical form of a state, and its fingerprint.
//
// A sequence of 32-bit words: per thread its status, frames and live slots; the statics of the program's classes; base objects that
// differ from the base image; then the objects reachable from those, numbered in the order of this traversal. Garbage, addresses and
// the order of allocation leave no mark in it.
#include <algorithm>
#include <xxhash.h>

#include "vm/insn.hpp"
#include "vm/objects.hpp"

namespace jmc::vm {

namespace {

class Writer {
 public:
  Writer(Vm& vm, Heap& heap, std::vector<uint32_t>& out, std::vector<Ref>& order, uint32_t epoch) : vm_(vm), heap_(heap), out_(out), order_(order), epoch_(epoch) {}

  void word(uint32_t v) { out_.push_back(v); }
  void name(Ref r) { out_.push_back(number(r)); }

  uint32_t number(Ref r) {
    if (!r) return 0;
    ObjectHeader* h = heap_.header(r);
    if (h->flags & kBase) return r;
    if (h->canon_epoch != epoch_) {
      h->canon_epoch = epoch_;
      h->canon_number = static_cast<uint32_t>(order_.size());
      order_.push_back(r);
    }
    return por::kFirstNumbered + h->canon_number;
  }

  void object(Ref r) {
    const ObjectHeader* h = heap_.header(r);
    const Klass* k = vm_.klass(h->klass);
    word(h->klass);
    word(h->lock);
    if (h->flags & kStateFlags) word(0xf1a60000u | (h->flags & kStateFlags));
    if (h->flags & kHasHash) word(static_cast<uint32_t>(heap_.hash_of(r)));
    if (k->kind == KlassKind::ObjectArray) {
      word(h->length);
      const Ref* p = reinterpret_cast<const Ref*>(heap_.address(r, kHeaderSize));
      for (uint32_t i = 0; i < h->length; ++i) name(p[i]);
      return;
    }
    uint32_t bytes = k->instance_size - kHeaderSize;
    if (k->kind == KlassKind::PrimitiveArray) {
      word(h->length);
      bytes = (h->length << k->element_shift) + 3;
    }
    const size_t at = out_.size();
    const uint32_t words = bytes / 4;
    out_.resize(at + words);
    std::memcpy(out_.data() + at, heap_.address(r, kHeaderSize), words * 4ull);
    for (uint32_t offset : k->ref_offsets) {
      uint32_t& w = out_[at + (offset - kHeaderSize) / 4];
      if (w) {
        const uint32_t n = number(w);
        out_[at + (offset - kHeaderSize) / 4] = n;
      }
    }
  }

 private:
  Vm& vm_;
  Heap& heap_;
  std::vector<uint32_t>& out_;
  std::vector<Ref>& order_;
  uint32_t epoch_;
};

}  // namespace

por::Fingerprint Vm::fingerprint() {
  canon_.clear();
  order_.clear();
  ++epoch_;
  Writer w(*this, heap, canon_, order_, epoch_);
  w.word(thread_count_);
  for (ThreadId t = 0; t < thread_count_; ++t) {
    const ThreadState& s = threads_[t].s;
    w.name(s.object);
    w.word(static_cast<uint32_t>(s.ended) | s.daemon << 1 | s.interrupted << 2 | s.permit << 3 | static_cast<uint32_t>(s.wait) << 4 | s.native_phase << 8 |
           static_cast<uint32_t>(s.pending.kind) << 16 | static_cast<uint32_t>(s.dispatching) << 24);
    if (s.wait_count) w.word(s.wait_count);
    w.word(s.hash_seed);
    w.word(s.random_seed);
    w.name(s.waiting_on);
    if (s.ended) continue;
    w.name(s.exception);
    bool caller = false;
    for (uint32_t fp = s.fp; fp;) {
      const FrameHeader* f = frame(t, fp);
      Method& m = *methods_[f->method];
      w.word(f->method);
      w.word(f->pc | f->scratch << 24);
      if (f->lock) w.name(f->lock);
      const uint32_t* slots = threads_[t].stack + fp - m.max_locals;
      const SlotMap& map = slot_map(*this, m, f->pc, caller);
      for (uint16_t i : map.values) w.word(slots[i]);
      for (uint16_t i : map.refs) w.name(slots[i]);
      caller = true;
      fp = f->prev;
    }
    w.word(0);
  }
  for (const uint32_t id : user_statics_) w.object(klasses_[id]->statics);
  // The dirty set is in order of first writes, which depends on the path: sorted, and without what was written back.
  dirty_sorted_.assign(heap.dirty().begin(), heap.dirty().end());
  std::sort(dirty_sorted_.begin(), dirty_sorted_.end());
  for (const Ref r : dirty_sorted_) {
    const ObjectHeader* h = heap.header(r);
    const Klass* k = klass_of(r);
    if (k->kind == KlassKind::Statics && !k->boot) continue;      // above
    const auto* image = reinterpret_cast<const ObjectHeader*>(heap.shadow(r));
    if (h->lock == image->lock && (h->flags & kStateFlags) == (image->flags & kStateFlags) &&
        !std::memcmp(heap.address(r, kHeaderSize), heap.shadow(r) + kHeaderSize, object_size(r) - kHeaderSize))
      continue;
    w.word(r);
    w.object(r);
  }
  w.word(0);
  for (size_t i = 0; i < order_.size(); ++i) w.object(order_[i]);
  for (uint64_t c : counters_)
    if (c) { w.word(static_cast<uint32_t>(c)); w.word(static_cast<uint32_t>(c >> 32)); }
  if (!accesses_.empty()) write_accesses();
  const XXH128_hash_t out = XXH3_128bits(out_.data(), out_.size());
  const XXH128_hash_t err = XXH3_128bits(err_.data(), err_.size());
  for (uint64_t x : {out.low64, out.high64, err.low64, uint64_t{exited_} << 32 | static_cast<uint32_t>(exit_status_)}) {
    w.word(static_cast<uint32_t>(x));
    w.word(static_cast<uint32_t>(x >> 32));
  }
  numbering_current_ = true;
  const XXH128_hash_t h = XXH3_128bits(canon_.data(), canon_.size() * 4);
  return {h.low64, h.high64};
}

// The record of invisible accesses decides which holes a later step finds, so it is part of the state.
void Vm::write_accesses() {
  access_words_.clear();
  for (const auto& [key, entry] : accesses_) {
    const Ref r = static_cast<Ref>(key >> 32);
    const ObjectHeader* h = heap.header(r);
    uint32_t name = r;
    if (!(h->flags & kBase)) {
      if (h->canon_epoch != epoch_) continue;     // garbage: nobody can access it again
      name = por::kFirstNumbered + h->canon_number;
    }
    uint64_t digest = 0;
    for (const AccessRecord& a : entry) digest += (uint64_t{a.thread + 1} * 0x9e3779b97f4a7c15u) ^ (uint64_t{a.read_epoch} << 17 | a.write_epoch) * 0xbf58476d1ce4e5b9u;
    access_words_.push_back({uint64_t{name} << 32 | (key & 0xffffffff), digest});
  }
  std::sort(access_words_.begin(), access_words_.end());
  for (const auto& [name, digest] : access_words_)
    for (uint64_t x : {name, digest}) {
      canon_.push_back(static_cast<uint32_t>(x));
      canon_.push_back(static_cast<uint32_t>(x >> 32));
    }
}

void Vm::restore_numbering() const {
  if (numbering_current_) return;
  ++const_cast<Vm*>(this)->epoch_;
  for (size_t i = 0; i < order_.size(); ++i) {
    ObjectHeader* h = heap.header(order_[i]);
    h->canon_epoch = epoch_;
    h->canon_number = static_cast<uint32_t>(i);
  }
  numbering_current_ = true;
}

por::Location Vm::location(const RawAccess& a) const {
  if (a.object < Heap::kFirstRef) return {a.object, a.field};
  const ObjectHeader* h = heap.header(a.object);
  if (h->flags & kBase) return {a.object, a.field};
  restore_numbering();
  // An object that only the pending operation itself still holds (its slots are live, so it is numbered) always has a number.
  if (h->canon_epoch != epoch_) return {por::kFirstNumbered - 1, a.object ^ a.field};
  return {por::kFirstNumbered + h->canon_number, a.field};
}

void Vm::renaming(std::vector<uint32_t>& out) const {
  restore_numbering();
  out.assign(order_.size(), por::TransitionSystem::kGone);
  if (marks_.empty()) return;
  const MarkRecord& r = marks_.back();
  for (size_t i = 0; i < r.order_count; ++i) {
    const ObjectHeader* h = heap.header(saved_orders_[r.orders + i]);
    if (h->canon_epoch == epoch_ && !(h->flags & kBase)) out[h->canon_number] = static_cast<uint32_t>(i);
  }
}

}  // namespace jmc::vm
