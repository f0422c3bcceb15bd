#include "vm/state/state_encoder.hpp"

#include <xxhash.h>

#include <algorithm>
#include <atomic>
#include <cstring>

#include "vm/code/unread.hpp"
#include "vm/native.hpp"
#include "vm/state/kept_forms.hpp"
#include "vm/state/objects.hpp"
#include "vm/vm.hpp"

namespace jmc::vm {

namespace {

constexpr uint32_t kFewWords = 32;  // a loop copies them faster than a call
constexpr size_t kFewObjects = 256;

}  // namespace

// Names of runs begin with a number of this encoder: a store may be asked for states of several.
StateEncoder::StateEncoder(Vm& vm) : vm_(vm), heap_(vm.heap), written_(vm.heap) {
  static std::atomic<uint64_t> encoders{0};
  names_ = ++encoders << 44;
}

void StateEncoder::begin(bool exact, const por::KnownRuns* known, bool aside) {
  exact_ = exact;
  aside_ = aside;
  known_ = known;
  left_out_ = por::KnownRuns::kNone;
  out_.clear();
  parts_.clear();
  order_.clear();
  program_.clear();
  written_objects_ = looked_at_ = 0;
  ++epoch_;
  timed_ = vm_.clock.used();
  by_address_ = vm_.options.distinguish & kDistinguishAddresses;
  if (timed_) vm_.clock.begin_form(&out_);
  UnreadFields& unread = facility<UnreadFields>(vm_);
  unread_ = unread.none() ? nullptr : &unread;
  written_.follow(heap_.dirty());
  numbering_current_ = true;
  rooted_kept_ = false;
}

// --- what is kept

// What a form depends on besides the heap.
uint64_t StateEncoder::rules() const {
  return facility<UnreadFields>(vm_).learnt() << 3 | uint64_t{exact_} << 2 | uint64_t{by_address_} << 1;
}

bool StateEncoder::take_kept(std::span<const Ref> roots) {
  if (!heap_.watched()) return false;
  const KeptForms::Form& f = kept_.present();
  const std::span<const Ref> then = kept_.roots(f);
  if (timed_ || f.rules != rules() || !std::equal(roots.begin(), roots.end(), then.begin(), then.end())) {
    heap_.unwatch();
    return false;
  }
  const std::span<const Ref> numbered = kept_.numbered(f);
  order_.assign(numbered.begin(), numbered.end());
  written_objects_ = order_.size();
  stamp();
  for (const Ref r : kept_.visited(f)) heap_.header(r)->canon_epoch = epoch_;
  heap_.watch(epoch_, f.numbered);
  rooted_kept_ = true;
  rooted_count_ = f.numbered;
  if (!exact_) {
    for (const uint64_t d : f.digest) wide(d);
    return true;
  }
  if (!leave_out(f.name)) again(kept_.words(f), kept_.ends(f));
  return true;
}

void StateEncoder::keep(std::span<const Ref> roots, size_t from, size_t ends_from) {
  heap_.unwatch();
  if (timed_) return;  // the clock comes back to words that are written
  const std::span<const uint32_t> words{out_.begin + from, out_.end};
  std::array<uint64_t, 2> digest{};
  if (!exact_) {
    const XXH128_hash_t hash = XXH3_128bits(words.data(), words.size_bytes());
    digest = {hash.low64, hash.high64};
  }
  // Places of threads differ from state to state; and what the memory model knows of an object asks whether it has been
  // visited, however little of it there is to write.
  if (!vm_.symmetry.active() && !vm_.memory) {
    const std::span<uint32_t> ends = std::span(parts_.ends).subspan(ends_from);
    for (uint32_t& end : ends) end -= static_cast<uint32_t>(from * 4);
    kept_.add(roots, order_, program_, exact_ ? words : std::span<const uint32_t>(), ends);
    for (uint32_t& end : ends) end += static_cast<uint32_t>(from * 4);
    KeptForms::Form& f = kept_.present();
    f.digest = digest;
    f.rules = rules();
    if (exact_) f.name = new_name();
    heap_.watch(epoch_, f.numbered);
    rooted_kept_ = true;
    rooted_count_ = f.numbered;
  }
  if (exact_) return;
  out_.end = out_.begin + from;
  for (const uint64_t d : digest) wide(d);
}

// Whether what was taken is what would be written now: nobody has written to one of the objects without saying so.
bool StateEncoder::as_kept(const std::function<void()>& write) {
  const KeptForms::Form f = kept_.present();
  const std::vector<Ref> numbered = order_;
  const size_t from = out_.size(), ends = parts_.ends.size();
  ++epoch_;
  order_.clear();
  program_.clear();
  written_objects_ = looked_at_ = 0;
  write();
  drain();
  const std::span<const uint32_t> words{out_.begin + from, out_.end}, kept = kept_.words(f);
  bool same = order_ == numbered;
  if (exact_) {
    same = same && std::equal(words.begin(), words.end(), kept.begin(), kept.end());
  } else {
    const XXH128_hash_t hash = XXH3_128bits(words.data(), words.size_bytes());
    same = same && hash.low64 == f.digest[0] && hash.high64 == f.digest[1];
  }
  out_.end = out_.begin + from;
  parts_.ends.resize(ends);
  program_.clear();
  looked_at_ = 0;
  heap_.watch(epoch_, f.numbered);
  return same;
}

bool StateEncoder::rooted(std::span<const uint32_t> words, std::span<const uint32_t> refs,
                          std::vector<uint32_t>& numbers) const {
  if (!rooted_kept_) return false;
  numbers.resize(refs.size());
  for (size_t n = 0; n < refs.size(); ++n) {
    const ObjectHeader* h = heap_.header(words[refs[n]]);
    const bool base = h->flags & kBase;
    if (!base && (h->canon_epoch != epoch_ || h->canon_number >= rooted_count_)) return false;
    numbers[n] = base ? 0 : h->canon_number;
  }
  return true;
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
  const bool array = k->is_array();
  const uint32_t bytes = array ? (h->length << k->element_shift) + 3 : k->instance_size - kHeaderSize;
  const uint32_t words = bytes / 4;
  out_.reserve(words + 6);
  uint32_t* p = out_.end;
  *p++ = class_and_flags(h->klass, h->flags);
  *p++ = vm_.symmetry.lock_word(h->lock);
  if (h->flags & kHasHash) *p++ = static_cast<uint32_t>(heap_.hash_of(r));
  if (array) *p++ = h->length;
  const char* content = heap_.address(r, kHeaderSize);
  if (words <= kFewWords)  // objects end at multiples of eight bytes, and there is room
    for (uint32_t i = 0; i < words; i += 2) std::memcpy(p + i, content + i * size_t{4}, 8);
  else std::memcpy(p, content, words * size_t{4});
  if (timed_) vm_.clock.object_form(*k, p, words);
  out_.end = p + words;
  if (h->flags & (kHoldsThreads | kByThread | kConfined)) [[unlikely]]
    vm_.symmetry.object_form(r, p, words);
  if (k->kind == KlassKind::Statics) {
    vm_.symmetry.statics_form(p);
    if (p[0] == static_cast<uint32_t>(InitStatus::Watched)) p[0] = static_cast<uint32_t>(InitStatus::Done);
  }
  if (unread_)
    for (const uint16_t w : unread_->left_out(h->klass)) p[w] = 0;
  // Of many objects the headers lie in memory that is far away: those of what this one refers to, which are looked at
  // next, are fetched side by side.
  const bool far = order_.size() > kFewObjects;
  if (k->kind == KlassKind::ObjectArray) {
    if (far)
      for (uint32_t i = 0; i < words; ++i) __builtin_prefetch(heap_.header(p[i]), 1);
    for (uint32_t i = 0; i < words; ++i) p[i] = number(p[i]);
    return;
  }
  if (far)
    for (const uint32_t offset : k->ref_offsets) __builtin_prefetch(heap_.header(p[(offset - kHeaderSize) / 4]), 1);
  for (const uint32_t offset : k->ref_offsets) {
    uint32_t& w = p[(offset - kHeaderSize) / 4];
    if (w) w = number(w);
  }
}

void StateEncoder::drain() {
  while (looked_at_ < program_.size() || written_objects_ < order_.size()) {
    if (looked_at_ < program_.size()) {
      const Ref r = program_[looked_at_++];
      if (as_in_image(r)) {
        children(r);
        continue;
      }
      word(~0u);  // no class and flags: those of an object that has a number
      word(r);
      object(r);
    } else {
      object(order_[written_objects_++]);
    }
    cut();
  }
}

void StateEncoder::find_reach(const std::vector<Ref>& program) {
  kept_.forget();
  heap_.unwatch();
  for (size_t i = 0; i < program.size(); ++i) heap_.header(program[i])->canon_number = static_cast<uint32_t>(i);
  written_.begin(program, [&](Ref r, auto&& child) {
    ++epoch_;
    vm_.for_each_ref(r, [&](Ref to) {
      ObjectHeader* h = heap_.header(to);
      if ((h->flags & kProgram) && h->canon_epoch != epoch_) child(to);
      h->canon_epoch = epoch_;
    });
  });
}

// --- the numbering

void StateEncoder::stamp() const {
  for (size_t i = 0; i < order_.size(); ++i) {
    ObjectHeader* h = heap_.header(order_[i]);
    h->canon_epoch = epoch_;
    h->canon_number = static_cast<uint32_t>(i);
  }
}

void StateEncoder::restore_numbering() const {
  if (numbering_current_) return;
  ++epoch_;
  stamp();
  numbering_current_ = true;
}

StateEncoder::Mark StateEncoder::mark() {
  marked_ = true;
  const size_t from = saved_orders_.size();
  // Most states of a path number the same objects as the one before.
  const bool same =
      keep_orders_ && topmost_.count == order_.size() && topmost_.from + topmost_.count == from &&
      std::equal(order_.begin(), order_.end(), saved_orders_.begin() + static_cast<std::ptrdiff_t>(topmost_.from));
  topmost_ = {same ? topmost_.from : from, order_.size(), kept_.mark(heap_.watched())};
  if (keep_orders_ && !same) saved_orders_.insert(saved_orders_.end(), order_.begin(), order_.end());
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
  if (!kept_.undo(m.kept)) return heap_.unwatch();
  // From now on writes to its objects are to be noticed.
  const std::span<const Ref> numbered = kept_.numbered(kept_.present());
  if (order_.empty()) order_.assign(numbered.begin(), numbered.end());
  restore_numbering();
  heap_.watch(epoch_, static_cast<uint32_t>(numbered.size()));
}

void StateEncoder::release(const Mark&, const Mark* below) {
  saved_orders_.resize(below && keep_orders_ ? below->from + below->count : 0);
  marked_ = below != nullptr;
  topmost_ = below ? *below : Mark{};
  kept_.release(below ? &below->kept : nullptr);
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
