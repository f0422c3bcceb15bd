// The canonical form of a state, and its fingerprint.
//
// A sequence of 32-bit words: per thread its status, frames and live slots; the statics of the program's classes; base
// objects that differ from the base image; then the objects reachable from those, numbered in the order of this
// traversal. Garbage, addresses and the order of allocation leave no mark in it.
#include <xxhash.h>
#include <algorithm>
#include <tuple>

#include "vm/insn.hpp"
#include "vm/objects.hpp"

namespace jmc::vm {

namespace {

// Appends words to a buffer that it grows, and collects the objects that are still to be visited.
class Writer {
 public:
  Writer(Vm& vm, Heap& heap, WordBuffer& out, std::vector<Ref>& order, std::vector<Ref>& program,
         const std::vector<ReachSet>& reach, uint32_t epoch)
      : vm_(vm), heap_(heap), out_(out), order_(order), program_(program), reach_(reach), epoch_(epoch) {
    for (const Ref r : heap.dirty()) {
      const ObjectHeader* h = heap.header(r);
      if (h->flags & kProgram) written_.add(h->canon_number);
    }
  }

  void word(uint32_t v) {
    out_.reserve(1);
    *out_.end++ = v;
  }
  void name(Ref r) {
    out_.reserve(1);
    *out_.end++ = number(r);
  }

  uint32_t number(Ref r) {
    if (!r) return 0;
    ObjectHeader* h = heap_.header(r);
    if (h->flags & kBase) {
      if ((h->flags & kProgram) && h->canon_epoch != epoch_) {
        h->canon_epoch = epoch_;
        // What has not changed adds nothing to the form; where nothing behind it has changed either, there is nothing
        // to visit.
        if (reach_[h->canon_number].meets(written_)) program_.push_back(r);
      }
      return r;
    }
    if (h->canon_epoch != epoch_) {
      h->canon_epoch = epoch_;
      h->canon_number = static_cast<uint32_t>(order_.size());
      order_.push_back(r);
    }
    return vm_.options.distinguish & kDistinguishAddresses ? r : por::kFirstNumbered + h->canon_number;
  }

  void slots(const uint32_t* slots, const SlotMap& map) {
    out_.reserve(map.values.size() + map.refs.size());
    uint32_t* p = out_.end;
    for (const uint16_t i : map.values) *p++ = slots[i];
    if (timed_) vm_.clock.slots_form(slots, map.values, out_.end);
    for (const uint16_t i : map.refs) *p++ = number(slots[i]);
    out_.end = p;
  }

  bool as_in_image(Ref r) const {
    const ObjectHeader* h = heap_.header(r);
    if (h->flags & kCleanBase) return true;
    const auto* image = reinterpret_cast<const ObjectHeader*>(heap_.shadow(r));
    return h->lock == image->lock && (h->flags & kStateFlags) == (image->flags & kStateFlags) &&
           !std::memcmp(heap_.address(r, kHeaderSize), heap_.shadow(r) + kHeaderSize, vm_.object_size(r) - kHeaderSize);
  }

  void object(Ref r) {
    const ObjectHeader* h = heap_.header(r);
    const Klass* k = vm_.klass(h->klass);
    uint32_t bytes = k->instance_size - kHeaderSize;
    if (k->is_array()) bytes = (h->length << k->element_shift) + 3;
    const uint32_t words = bytes / 4;
    out_.reserve(words + 6);
    uint32_t* p = out_.end;
    *p++ = h->klass;
    *p++ = h->lock;
    if (h->flags & kStateFlags) *p++ = 0xf1a60000u | (h->flags & kStateFlags);
    if (h->flags & kHasHash) *p++ = static_cast<uint32_t>(heap_.hash_of(r));
    if (k->is_array()) *p++ = h->length;
    std::memcpy(p, heap_.address(r, kHeaderSize), words * 4ull);
    if (timed_) vm_.clock.object_form(*k, p, words);
    out_.end = p + words;
    if (k->kind == KlassKind::Statics && p[0] == static_cast<uint32_t>(InitStatus::Watched))
      p[0] = static_cast<uint32_t>(InitStatus::Done);
    if (k->kind == KlassKind::ObjectArray) {
      for (uint32_t i = 0; i < words; ++i) p[i] = number(p[i]);
      return;
    }
    for (uint32_t offset : k->ref_offsets) {
      uint32_t& w = p[(offset - kHeaderSize) / 4];
      if (w) w = number(w);
    }
  }

  // Visits what a base object that has not changed refers to.
  void children(Ref r) {
    const ObjectHeader* h = heap_.header(r);
    const Klass* k = vm_.klass(h->klass);
    if (k->kind == KlassKind::ObjectArray) {
      const Ref* p = reinterpret_cast<const Ref*>(heap_.address(r, kHeaderSize));
      for (uint32_t i = 0; i < h->length; ++i) number(p[i]);
    } else {
      for (uint32_t offset : k->ref_offsets) number(heap_.load<Ref>(r, offset));
    }
  }

 private:
  Vm& vm_;
  Heap& heap_;
  WordBuffer& out_;
  std::vector<Ref>& order_;
  std::vector<Ref>& program_;
  const std::vector<ReachSet>& reach_;
  ReachSet written_;  // program objects that were written since the base image
  uint32_t epoch_;
  const bool timed_ = vm_.clock.used();
};

}  // namespace

namespace {

// The part of the form that the memory model has (vm/memory_model.hpp): unsettled locations of objects that are there,
// with the views of all. A location is named by its object, in the canonical numbering, and its field; older messages
// may refer to objects that nothing else reaches.
class MemoryForm {
 public:
  MemoryForm(Vm& vm, Writer& w, uint32_t epoch) : vm_(vm), w_(w), epoch_(epoch), state_(vm.memory->machine.state()) {}

  template <class F>
  void write(F&& visit_rest) {
    // Whoever is reached only by a value that is read here may bring locations of its own.
    std::vector<bool> taken(state_.locations.size());
    for (bool again = true; again;) {
      again = false;
      std::vector<Named> found;
      for (uint32_t i = 0; i < state_.locations.size(); ++i)
        if (uint64_t name; !taken[i] && named(state_.locations[i].key, name))
          found.push_back({name, i}), taken[i] = true;
      std::sort(found.begin(), found.end());
      for (const Named& n : found) {
        again = true;
        numbers_.emplace_back(state_.locations[n.index].key, static_cast<uint32_t>(locations_.size()));
        locations_.push_back(n);
        messages(state_.locations[n.index], n.name);
      }
      visit_rest();
    }
    w_.word(0xfffffffe);
    std::sort(numbers_.begin(), numbers_.end());
    for (const Named& n : locations_)
      for (const memory::Message& m : state_.locations[n.index].messages) view(m.view);
    for (const memory::ThreadViews& t : state_.threads) view(t.current), view(t.acquire), view(t.release);
    view(state_.fences);
    std::vector<Named> locks;
    for (uint32_t i = 0; i < state_.locks.size(); ++i)
      if (uint64_t name; named(state_.locks[i].key, name)) locks.push_back({name, i});
    std::sort(locks.begin(), locks.end());
    for (const Named& n : locks) {
      w_.word(static_cast<uint32_t>(n.name >> 32));
      w_.word(static_cast<uint32_t>(n.name));
      view(state_.locks[n.index].view);
    }
  }

 private:
  struct Named {
    uint64_t name;
    uint32_t index;
    friend auto operator<=>(const Named&, const Named&) = default;
  };

  // False: garbage.
  bool named(memory::Key key, uint64_t& name) const {
    const Ref r = static_cast<Ref>(key >> 32);
    const uint32_t field = static_cast<uint32_t>(key);
    uint32_t object = r;
    if (r >= Heap::kFirstRef) {
      const ObjectHeader* h = vm_.heap.header(r);
      if (!(h->flags & kBase)) {
        if (h->canon_epoch != epoch_) return false;
        object = por::kFirstNumbered + h->canon_number;
      } else if ((h->flags & kProgram) && h->canon_epoch != epoch_ && vm_.klass_of(r)->kind != KlassKind::Statics) {
        return false;
      }
    }
    name = uint64_t{object} << 32 | field;
    return true;
  }

  bool refers(memory::Key key) const {
    const Ref r = static_cast<Ref>(key >> 32);
    const uint32_t field = static_cast<uint32_t>(key);
    if (field < kHeaderSize) return false;
    const Klass* k = vm_.klass_of(r);
    if (k->kind == KlassKind::ObjectArray) return true;
    return std::find(k->ref_offsets.begin(), k->ref_offsets.end(), field) != k->ref_offsets.end();
  }

  void messages(const memory::Location& l, uint64_t name) {
    w_.word(static_cast<uint32_t>(name >> 32));
    w_.word(static_cast<uint32_t>(name));
    const bool ref = refers(l.key);
    for (const memory::Message& m : l.messages) {
      w_.word(m.glued ? 3 : 2);
      w_.word(ref ? w_.number(static_cast<Ref>(m.value)) : static_cast<uint32_t>(m.value));
      if (m.value >> 32) w_.word(static_cast<uint32_t>(m.value >> 32)), w_.word(4);
    }
    w_.word(1);
  }

  void view(const memory::View& v) {
    entries_.clear();
    auto at = numbers_.begin();
    for (const memory::ViewEntry& e : v) {
      while (at != numbers_.end() && at->first < e.key) ++at;
      if (at != numbers_.end() && at->first == e.key) entries_.push_back({at->second, e.plain, e.other});
    }
    std::sort(entries_.begin(), entries_.end());
    for (const auto& [number, plain, other] : entries_) w_.word(number), w_.word(plain), w_.word(other);
    w_.word(0xffffffff);
  }

  Vm& vm_;
  Writer& w_;
  const uint32_t epoch_;
  const memory::MachineState& state_;
  std::vector<Named> locations_;
  std::vector<std::pair<memory::Key, uint32_t>> numbers_;
  std::vector<std::tuple<uint32_t, uint32_t, uint32_t>> entries_;
};

}  // namespace

por::Fingerprint Vm::fingerprint() {
  canon_.clear();
  order_.clear();
  program_.clear();
  ++epoch_;
  if (clock.used()) clock.begin_form(&canon_);
  Writer w(*this, heap, canon_, order_, program_, reach_, epoch_);
  w.word(thread_count_);
  if (options.distinguish & kDistinguishGarbage) w.word(static_cast<uint32_t>(heap.top() >> 3));
  for (ThreadId t = 0; t < thread_count_; ++t) {
    const ThreadState& s = threads_[t].s;
    w.name(s.object);
    w.word(static_cast<uint32_t>(s.ended) | s.daemon << 1 | s.interrupted << 2 | s.permit << 3 |
           static_cast<uint32_t>(s.wait) << 4 | s.native_phase << 8 | static_cast<uint32_t>(s.pending.kind) << 16 |
           static_cast<uint32_t>(s.dispatching) << 24 | static_cast<uint32_t>(stale(s.pending)) << 25 |
           static_cast<uint32_t>(s.arrived) << 26 | static_cast<uint32_t>(s.left_group) << 27 |
           static_cast<uint32_t>(s.was_blocked) << 28);
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
      w.slots(slots, map);
      caller = true;
      fp = f->prev;
    }
    w.word(0);
  }
  // The program's own statics are roots; the JDK's count where they differ from the base image.
  for (const uint32_t id : user_statics_) {
    const Ref r = klasses_[id]->statics;
    if (w.as_in_image(r)) {
      w.children(r);
      continue;
    }
    w.word(r);
    w.object(r);
  }
  // The dirty set is in order of first writes, which depends on the path: sorted, and without what was written back.
  dirty_sorted_.clear();
  for (const Ref r : heap.dirty())
    if (!(heap.header(r)->flags & kProgram)) dirty_sorted_.push_back(r);
  std::sort(dirty_sorted_.begin(), dirty_sorted_.end());
  for (const Ref r : dirty_sorted_) {
    if (w.as_in_image(r)) continue;
    w.word(r);
    w.object(r);
  }
  w.word(0);
  size_t i = 0, j = 0;
  const auto visit_rest = [&] {
    while (i < order_.size() || j < program_.size()) {
      if (j < program_.size()) {
        const Ref r = program_[j++];
        if (w.as_in_image(r)) {
          w.children(r);
          continue;
        }
        w.word(r);
        w.object(r);
      } else {
        w.object(order_[i++]);
      }
    }
  };
  visit_rest();
  if (memory && !memory->machine.settled()) MemoryForm(*this, w, epoch_).write(visit_rest);
  for (uint32_t n = 0; n < std::size(counters_); ++n)
    if (const uint64_t c = counters_[n]; c && n != Clock::kPresent) {
      w.word(static_cast<uint32_t>(c));
      w.word(static_cast<uint32_t>(c >> 32));
    }
  if (clock.used()) clock.end_form();
  if (!accesses_.empty() || !base_accesses_.empty()) write_accesses();
  if (!unexamined_.empty()) write_unexamined();
  if (races.tracking())
    races.write(canon_, [&](Ref r) -> uint32_t {
      if (r < Heap::kFirstRef) return r;
      const ObjectHeader* o = heap.header(r);
      if (o->flags & kBase) return r;
      return o->canon_epoch == epoch_ ? por::kFirstNumbered + o->canon_number : 0;
    });
  w.word(static_cast<uint32_t>(exit_status_));
  w.word(exited_);
  if (output.watched()) output.seen(XXH3_64bits(canon_.begin, canon_.size() * 4), marks_.size());
  canon_.reserve(Output::kWords);
  output.digest(canon_.end);
  canon_.end += Output::kWords;
  numbering_current_ = true;
  const XXH128_hash_t h = XXH3_128bits(canon_.begin, canon_.size() * 4);
  return {h.low64, h.high64};
}

// The record of invisible accesses decides which holes a later step finds, so it is part of the state.
void Vm::write_accesses() {
  access_words_.clear();
  for (const auto& [key, entry] : accesses_) {
    const ObjectHeader* h = heap.header(static_cast<Ref>(key >> 32));
    if (h->canon_epoch != epoch_) continue;  // garbage: nobody can access it again
    const uint32_t name = por::kFirstNumbered + h->canon_number;
    uint64_t digest = 0;
    for (const AccessRecord& a : entry)
      digest += (uint64_t{a.thread + 1} * 0x9e3779b97f4a7c15u) ^
                (uint64_t{a.read_epoch} << 17 | a.write_epoch) * 0xbf58476d1ce4e5b9u;
    access_words_.push_back({uint64_t{name} << 32 | (key & 0xffffffff), digest});
  }
  std::sort(access_words_.begin(), access_words_.end());
  access_words_.push_back({base_digest_.words[0], base_digest_.words[1]});
  for (const auto& [name, digest] : access_words_)
    for (uint64_t x : {name, digest}) {
      canon_.reserve(2);
      *canon_.end++ = static_cast<uint32_t>(x);
      *canon_.end++ = static_cast<uint32_t>(x >> 32);
    }
}

void Vm::canonical_form(std::vector<uint8_t>& out) const {
  const auto append = [&](const void* data, size_t size) {
    const auto* bytes = static_cast<const uint8_t*>(data);
    out.insert(out.end(), bytes, bytes + size);
  };
  const auto number = [&](uint64_t n) { append(&n, sizeof n); };
  append(canon_.begin, canon_.size() * 4);
  // Each part with its size, so that no two states have the same bytes.
  number(canon_.size());
  output.form(out);
  struct Record {
    uint64_t place;
    ThreadId thread;
    uint32_t read_epoch, write_epoch;
  };
  std::vector<Record> records;
  const auto sorted = [&] {
    std::sort(records.begin(), records.end(), [](const Record& a, const Record& b) {
      return std::tie(a.place, a.thread) < std::tie(b.place, b.thread);
    });
    number(records.size());
    for (const Record& r : records) number(r.place), number(r.thread), number(r.read_epoch), number(r.write_epoch);
    records.clear();
  };
  for (const auto& [key, entry] : accesses_) {
    const ObjectHeader* h = heap.header(static_cast<Ref>(key >> 32));
    if (h->canon_epoch != epoch_) continue;
    for (const AccessRecord& a : entry)
      records.push_back({uint64_t{h->canon_number} << 32 | (key & 0xffffffff), a.thread, a.read_epoch, a.write_epoch});
  }
  sorted();
  for (const auto& [key, entry] : base_accesses_)
    for (const AccessRecord& a : entry) records.push_back({key, a.thread, a.read_epoch, a.write_epoch});
  sorted();
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
  if (by_path_) return path_location(a);
  restore_numbering();
  // An object that only the pending operation itself still holds (its slots are live, so it is numbered) always has a
  // number.
  if (h->canon_epoch != epoch_) return {por::kNewObject, a.field};
  return {por::kFirstNumbered + h->canon_number, a.field};
}

void Vm::name_by_path(bool on) {
  by_path_ = on;
  regions_.clear();
  allocated_.clear();
  if (!on) return;
  // What is there now is the same for every path from here; it is named as if the main thread had made it.
  regions_.push_back({static_cast<Ref>(Heap::kImmortalLimit >> 3), 0, 0});
  allocated_[0] = static_cast<uint32_t>((heap.top() - Heap::kImmortalLimit) >> 3);
}

void Vm::add_region(uint32_t owner, uint64_t top_before) {
  uint32_t& allocated = allocated_[owner];
  regions_.push_back({static_cast<Ref>(top_before >> 3), owner, allocated});
  allocated += static_cast<uint32_t>((heap.top() - top_before) >> 3);
}

por::Location Vm::path_location(const RawAccess& a) const {
  if (a.object < Heap::kImmortalLimit >> 3) return {a.object, a.field};  // one address whatever path made it
  const auto after = std::upper_bound(regions_.begin(), regions_.end(), a.object,
                                      [](Ref r, const Region& region) { return r < region.start; });
  if (after == regions_.begin()) throw Unsupported("an object of the initial state has no name");
  const Region& region = after[-1];
  uint64_t offset = region.before + uint64_t{a.object - region.start};
  uint32_t owner = region.owner;
  if (owner >= kInitialiserRegion) {
    if (thread_count_ == por::kMaxThreads)
      throw Unsupported("objects of class initialisers have no names beside " + std::to_string(por::kMaxThreads) +
                        " threads");
    offset =
        initialiser_names_.try_emplace(uint64_t{owner} << 32 | offset, static_cast<uint32_t>(initialiser_names_.size()))
            .first->second;
    owner = por::kMaxThreads - 1;
  }
  constexpr int kOffsetBits = 25;  // + 6 of the thread: all that is not kFirstNumbered
  static_assert(por::kMaxThreads == 64);
  if (offset >> kOffsetBits)
    throw Unsupported(Failure::MemoryLimit, "memory limit: a thread allocates more than 256 MiB in one execution");
  return {por::kFirstNumbered | owner << kOffsetBits | static_cast<uint32_t>(offset), a.field};
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
