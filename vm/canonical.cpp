// The fingerprint of a state, and the names of objects for locations: those of the canonical form
// (vm/state_encoder.hpp), or by path.
#include <xxhash.h>
#include <algorithm>
#include <stdexcept>

#include "vm/end_state.hpp"
#include "vm/insn.hpp"
#include "vm/objects.hpp"

namespace jmc::vm {

por::Fingerprint Vm::fingerprint() {
  const bool over = !options.whole_ends && cut_short(*this);
  if (options.symmetry) over ? symmetry.forget() : symmetry.arrange();
  encoder_.begin(options.exact_states);
  if (over) {
    encoder_.word(~0u);  // no length of a part
    encoder_.word(may_exit ? thread_count() : 0);
    for (ThreadId t = 0; may_exit && t < thread_count(); ++t) encoder_.word(thread(t).s.ended);
    encoder_.part([&] { unexamined_.encode(encoder_); });
    exit_.encode(encoder_);
    output.encode(encoder_);
  } else {
    components_.encode(encoder_);
  }
  encoder_.cut();  // what no part has ended
  const WordBuffer& words = encoder_.words();
  const XXH128_hash_t h = XXH3_128bits(words.begin, words.size() * 4);
  return {h.low64, h.high64};
}

void Vm::canonical_form(std::vector<uint8_t>& out) const {
  if (!options.exact_states) throw std::logic_error("the canonical form is asked for, but not VmOptions::exact_states");
  const WordBuffer& words = encoder_.words();
  const auto* bytes = reinterpret_cast<const uint8_t*>(words.begin);
  out.insert(out.end(), bytes, bytes + words.size() * 4);
}

por::Location Vm::location(const RawAccess& a) const {
  if (a.object < Heap::kFirstRef) {
    if (!options.symmetry || by_path_ || a.object < kThreadLocation) return {a.object, a.field};
    // Numbers of threads are places in one state and others in the next: the Thread stands for it.
    const Ref thread = threads_[a.object - kThreadLocation].s.object;
    return location({thread, kPartOfThread | a.field});
  }
  const ObjectHeader* h = heap.header(a.object);
  if (h->flags & kBase) return {a.object, a.field};
  if (by_path_) return path_location(a);
  // An object that only the pending operation itself still holds (its slots are live, so it is numbered) always has a
  // number.
  const uint32_t number = encoder_.last_number(a.object);
  if (number == StateEncoder::kUnnumbered) return {por::kNewObject, a.field};
  return {por::kFirstNumbered + number, a.field};
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
  // Names are numbers of 31 bits: of the first threads 6 for the thread and 25 for the offset. All others share what
  // the last number would have, in the order in which they are met.
  constexpr int kOffsetBits = 25;
  constexpr uint32_t kShared = 63;
  if (owner >= kShared) {
    offset = names_in_order_.try_emplace(uint64_t{owner} << 32 | offset, static_cast<uint32_t>(names_in_order_.size()))
                 .first->second;
    owner = kShared;
  }
  if (offset >> kOffsetBits)
    throw Unsupported(Failure::MemoryLimit, "memory limit: a thread allocates more than 256 MiB in one execution");
  return {por::kFirstNumbered | owner << kOffsetBits | static_cast<uint32_t>(offset), a.field};
}

}  // namespace jmc::vm
