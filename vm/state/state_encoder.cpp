#include "vm/state/state_encoder.hpp"

#include <cstring>

#include "vm/code/unread.hpp"
#include "vm/native.hpp"
#include "vm/state/objects.hpp"
#include "vm/vm.hpp"

namespace jmc::vm {

namespace {

// The flags that are part of a state, in seven bits above the number of the class.
constexpr uint32_t kFlagsShift = 22;
uint32_t class_and_flags(const ObjectHeader& h) {
  static_assert(kStateFlags == (1 | 8 | 16 | 256 | 512 | 8192 | 16384));
  const uint32_t f = h.flags;
  return h.klass | ((f & 1) | (f & (8 | 16)) >> 2 | (f & (256 | 512)) >> 5 | (f & (8192 | 16384)) >> 8) << kFlagsShift;
}

}  // namespace

StateEncoder::StateEncoder(Vm& vm) : vm_(vm), heap_(vm.heap) {}

void StateEncoder::begin(bool exact) {
  exact_ = exact;
  out_.clear();
  ends_.clear();
  order_.clear();
  program_.clear();
  written_objects_ = looked_at_ = 0;
  ++epoch_;
  timed_ = vm_.clock.used();
  by_address_ = vm_.options.distinguish & kDistinguishAddresses;
  if (timed_) vm_.clock.begin_form(&out_);
  written_ = always_written_;
  for (const Ref r : heap_.dirty()) {
    const ObjectHeader* h = heap_.header(r);
    if (h->flags & kProgram) written_.add(h->canon_number);
  }
  numbering_current_ = true;
}

void StateEncoder::text(std::string_view text) {
  const size_t words = (text.size() + 3) / 4;
  if (!words) return;
  out_.reserve(words);
  out_.end[words - 1] = 0;
  std::memcpy(out_.end, text.data(), text.size());
  out_.end += words;
}

void StateEncoder::relative_times(const uint32_t* slots, const SlotMap& map) {
  vm_.clock.slots_form(slots, map.values, out_.end);
}

bool StateEncoder::as_in_image(Ref r) const {
  const ObjectHeader* h = heap_.header(r);
  if (h->flags & kNamesNumbered) return false;
  if (h->flags & kCleanBase) return true;
  const auto* image = reinterpret_cast<const ObjectHeader*>(heap_.shadow(r));
  return h->lock == image->lock && (h->flags & kStateFlags) == (image->flags & kStateFlags) &&
         !std::memcmp(heap_.address(r, kHeaderSize), heap_.shadow(r) + kHeaderSize, vm_.object_size(r) - kHeaderSize);
}

void StateEncoder::object(Ref r) {
  const ObjectHeader* h = heap_.header(r);
  const Klass* k = vm_.klass(h->klass);
  uint32_t bytes = k->instance_size - kHeaderSize;
  if (k->is_array()) bytes = (h->length << k->element_shift) + 3;
  const uint32_t words = bytes / 4;
  out_.reserve(words + 4);
  uint32_t* p = out_.end;
  *p++ = class_and_flags(*h);
  *p++ = vm_.symmetry.lock_word(h->lock);
  if (h->flags & kHasHash) *p++ = static_cast<uint32_t>(heap_.hash_of(r));
  if (k->is_array()) *p++ = h->length;
  std::memcpy(p, heap_.address(r, kHeaderSize), words * 4ull);
  if (timed_) vm_.clock.object_form(*k, p, words);
  out_.end = p + words;
  if (h->flags & (kHoldsThreads | kByThread | kConfined)) [[unlikely]]
    vm_.symmetry.object_form(r, p, words);
  if (k->kind == KlassKind::Statics) vm_.symmetry.statics_form(p);
  if (k->kind == KlassKind::Statics && p[0] == static_cast<uint32_t>(InitStatus::Watched))
    p[0] = static_cast<uint32_t>(InitStatus::Done);
  if (UnreadFields& unread = facility<UnreadFields>(vm_); !unread.none())
    for (const uint16_t w : unread.left_out(h->klass)) p[w] = 0;
  // The headers of what it refers to are looked at next, and lie apart: they are fetched side by side.
  if (k->kind == KlassKind::ObjectArray) {
    for (uint32_t i = 0; i < words; ++i) __builtin_prefetch(heap_.header(p[i]), 1);
    for (uint32_t i = 0; i < words; ++i) p[i] = number(p[i]);
    return;
  }
  for (const uint32_t offset : k->ref_offsets) __builtin_prefetch(heap_.header(p[(offset - kHeaderSize) / 4]), 1);
  for (uint32_t offset : k->ref_offsets) {
    uint32_t& w = p[(offset - kHeaderSize) / 4];
    if (w) w = number(w);
  }
}

void StateEncoder::children(Ref r) {
  const ObjectHeader* h = heap_.header(r);
  const Klass* k = vm_.klass(h->klass);
  if (k->kind == KlassKind::ObjectArray) {
    const Ref* p = reinterpret_cast<const Ref*>(heap_.address(r, kHeaderSize));
    for (uint32_t i = 0; i < h->length; ++i) number(p[i]);
  } else {
    for (uint32_t offset : k->ref_offsets) number(heap_.load<Ref>(r, offset));
  }
}

void StateEncoder::drain() {
  while (true) {
    if (looked_at_ < program_.size()) {
      const Ref r = program_[looked_at_++];
      if (as_in_image(r)) {
        children(r);
        continue;
      }
      word(~0u);  // no class and flags: those of an object that has a number
      word(r);
      object(r);
      cut();
    } else if (written_objects_ < order_.size()) {
      object(order_[written_objects_++]);
      cut();
    } else {
      return;
    }
  }
}

void StateEncoder::find_reach(const std::vector<Ref>& program) {
  reach_.assign(program.size(), {});
  for (size_t i = 0; i < program.size(); ++i) {
    heap_.header(program[i])->canon_number = static_cast<uint32_t>(i);
    reach_[i].add(i);
  }
  always_written_ = {};
  for (size_t i = 0; i < program.size(); ++i)
    if (heap_.header(program[i])->flags & kNamesNumbered) always_written_.add(i);
  // Lists grow towards younger objects or away from them: one pass in either direction follows each to its end.
  bool changed = true, down = true;
  const auto join = [&](size_t i) {
    vm_.for_each_ref(program[i], [&](Ref child) {
      const ObjectHeader* h = heap_.header(child);
      if (h->flags & kProgram) changed |= reach_[i].merge(reach_[h->canon_number]);
    });
  };
  for (; changed; down = !down) {
    changed = false;
    for (size_t i = 0; i < program.size(); ++i) join(down ? program.size() - 1 - i : i);
  }
}

// --- the numbering

void StateEncoder::restore_numbering() const {
  if (numbering_current_) return;
  ++epoch_;
  for (size_t i = 0; i < order_.size(); ++i) {
    ObjectHeader* h = heap_.header(order_[i]);
    h->canon_epoch = epoch_;
    h->canon_number = static_cast<uint32_t>(i);
  }
  numbering_current_ = true;
}

StateEncoder::Mark StateEncoder::mark() {
  marked_ = true;
  topmost_ = {saved_orders_.size(), order_.size()};
  if (keep_orders_) saved_orders_.insert(saved_orders_.end(), order_.begin(), order_.end());
  return topmost_;
}

void StateEncoder::undo(const Mark& m) {
  topmost_ = m;
  if (keep_orders_) {
    saved_orders_.resize(m.from + m.count);
    order_.assign(saved_orders_.begin() + static_cast<ptrdiff_t>(m.from), saved_orders_.end());
  } else {
    // What was numbered since may be gone, and something else lie there by the time when somebody asks.
    order_.clear();
  }
  numbering_current_ = false;
}

void StateEncoder::release(const Mark& m, const Mark* below) {
  saved_orders_.resize(m.from);
  marked_ = below != nullptr;
  if (below) topmost_ = *below;
}

void StateEncoder::renaming(std::vector<uint32_t>& out) const {
  restore_numbering();
  out.assign(order_.size(), por::TransitionSystem::kGone);
  if (!marked_) return;
  for (size_t i = 0; i < topmost_.count; ++i) {
    const ObjectHeader* h = heap_.header(saved_orders_[topmost_.from + i]);
    if (h->canon_epoch == epoch_ && !(h->flags & kBase)) out[h->canon_number] = static_cast<uint32_t>(i);
  }
}

}  // namespace jmc::vm
