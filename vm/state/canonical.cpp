// The fingerprint of a state, and the names of objects for locations: those of the canonical form
// (vm/state/state_encoder.hpp), or by path.
#include <xxhash.h>
#include <algorithm>
#include <stdexcept>

#include "vm/code/insn.hpp"
#include "vm/state/end_state.hpp"
#include "vm/state/objects.hpp"

namespace jmc::vm {

por::Fingerprint Vm::fingerprint() {
  encode(nullptr);
  const WordBuffer& words = encoder_.words();
  const XXH128_hash_t h = XXH3_128bits(words.begin, words.size() * 4);
  return {h.low64, h.high64};
}

void Vm::whole_form(const por::KnownRuns& runs, std::vector<uint8_t>& form, por::FormParts& parts) {
  encode(&runs);
  canonical_form(form);
  parts = encoder_.parts();
}

void Vm::encode(const por::KnownRuns* runs) { encode_words(options.exact_states, runs, false); }

void Vm::encode_words(bool exact, const por::KnownRuns* runs, bool aside) {
  const bool over = !options.whole_ends && cut_short(*this);
  if (symmetry.active()) over ? symmetry.forget() : symmetry.arrange();
  encoder_.begin(exact, runs, aside);
  if (over) {
    heap.unwatch();      // the numbering is another one
    encoder_.word(~0u);  // no length of a part
    encoder_.word(rules.may_exit() ? thread_count() : 0);
    for (ThreadId t = 0; rules.may_exit() && t < thread_count(); ++t) encoder_.word(thread(t).s.ended);
    encoder_.part([&] { unexamined_.encode(encoder_); });
    exit_.encode(encoder_);
    output.encode(encoder_);
  } else {
    components_.encode(encoder_);
    if (exact) accesses_.encode_base(encoder_);
  }
  encoder_.cut();  // what no part has ended
}

void Vm::canonical_form(std::vector<uint8_t>& out) const {
  if (!options.exact_states) throw std::logic_error("the canonical form is asked for, but not VmOptions::exact_states");
  const WordBuffer& words = encoder_.words();
  const auto* bytes = reinterpret_cast<const uint8_t*>(words.begin);
  out.insert(out.end(), bytes, bytes + words.size() * 4);
}

por::Location Vm::location(const RawAccess& a) const {
  if (a.object < Heap::kFirstRef) {
    if (!symmetry.active() || allocation_names_.used() || a.object < kThreadLocation) return {a.object, a.field};
    // Numbers of threads are places in one state and others in the next: the Thread stands for it.
    const Ref thread = threads_[a.object - kThreadLocation].s.object;
    return location({thread, kPartOfThread | a.field});
  }
  const ObjectHeader* h = heap.header(a.object);
  if (h->flags & kBase) return {a.object, a.field};
  if (allocation_names_.used()) return allocation_names_.location(a);
  // An object that only the pending operation itself still holds (its slots are live, so it is numbered) always has a
  // number.
  const uint32_t number = encoder_.last_number(a.object);
  if (number == StateEncoder::kUnnumbered) return {por::kNewObject, a.field};
  return {por::kFirstNumbered + number, a.field};
}

}  // namespace jmc::vm
