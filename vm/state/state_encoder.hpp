// Writes the canonical form of a state: a sequence of 32-bit words in which garbage, addresses and the order of
// allocation leave no mark. Fingerprint and --exact-states are made from the same words.
//
// Objects of the base image are named by their addresses; later ones are numbered in the order in which the components
// of the state name them, from one object to the next. drain() writes the objects that have been named.
//
// Ownership: part of a Vm. What the last form numbered stays known until the next one (last_number(), renaming()).
#pragma once

#include <cassert>
#include <cstdint>
#include <cstring>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "por/seam/transition_system.hpp"
#include "vm/code/insn.hpp"
#include "vm/state/heap.hpp"
#include "vm/state/kept_forms.hpp"
#include "vm/state/state_component.hpp"
#include "vm/state/words.hpp"
#include "vm/state/written_behind.hpp"

namespace jmc::vm {

class UnreadFields;
class Vm;

class StateEncoder {
 public:
  explicit StateEncoder(Vm& vm);

  // --- for components

  void word(uint32_t v) {
    out_.reserve(1);
    *out_.end++ = v;
  }
  void wide(uint64_t v) {
    out_.reserve(2);
    *out_.end++ = static_cast<uint32_t>(v);
    *out_.end++ = static_cast<uint32_t>(v >> 32);
  }
  // What `write` writes, and before it how many words that is.
  template <class F>
  void part(F&& write) {
    word(0);
    const size_t at = out_.size();
    write();
    out_.begin[at - 1] = static_cast<uint32_t>(out_.size() - at);
    cut();
  }
  // Of whole states (por/seam/form_parts.hpp): what was written since the last cut is a part,
  void cut() {
    if (exact_) parts_.end_part(out_.size() * 4);
  }
  // the parts since the last run are one.
  void end_run(por::FormParts::Side side, uint64_t name = 0) {
    if (exact_) parts_.end_run(out_.size() * 4, side, name, left_out_);
    left_out_ = por::KnownRuns::kNone;
  }
  // True: a run of this name is known to whom the form is for, and nothing of it need be written. Then the present run
  // is to be given that name, and nothing else is read of it.
  bool leave_out(uint64_t name) {
    if (!known_) return false;
    left_out_ = known_->of(name);
    return left_out_ != por::KnownRuns::kNone;
  }
  // What was written before: words, and in bytes the ends of parts in them.
  void again(std::span<const uint32_t> words, std::span<const uint32_t> ends) {
    const auto from = static_cast<uint32_t>(out_.size() * 4);
    out_.reserve(words.size());
    std::memcpy(out_.end, words.data(), words.size_bytes());
    out_.end += words.size();
    for (const uint32_t end : ends) parts_.ends.push_back(from + end);
  }
  // No other run has it.
  uint64_t new_name() { return ++names_; }
  const por::FormParts& parts() const { return parts_; }
  void text(std::string_view text);  // whose size was written
  // An object that the state refers to here: its name, and what it holds will be written. kNull: 0.
  void name(Ref r) {
    const uint32_t n = number(r);
    word(n);
  }
  [[gnu::always_inline]] uint32_t number(Ref r) {
    if (!r) return 0;
    ObjectHeader* h = heap_.header(r);
    if (h->flags & kBase) {
      if ((h->flags & kProgram) && h->canon_epoch != epoch_) {
        h->canon_epoch = epoch_;
        // What has not changed adds nothing to the form; where nothing behind it has changed either, there is nothing
        // to visit.
        if (written_.behind(h->canon_number)) program_.push_back(r);
      }
      return r;
    }
    if (h->canon_epoch != epoch_) {
      h->canon_epoch = epoch_;
      h->canon_number = static_cast<uint32_t>(order_.size());
      order_.push_back(r);
    }
    return by_address_ ? r : por::kFirstNumbered + h->canon_number;
  }
  // Its name if what was written up to here leads to it, else 0: nobody can reach it, or nobody yet. An object of the
  // base image always has one.
  uint32_t reached(Ref r) const {
    if (!r) return 0;
    const ObjectHeader* h = heap_.header(r);
    if (h->flags & kBase) return r;
    return h->canon_epoch == epoch_ ? por::kFirstNumbered + h->canon_number : 0;
  }
  // The same, where also an object of the program in the base image has to be reached.
  uint32_t reached_now(Ref r) const {
    const ObjectHeader* h = heap_.header(r);
    return (h->flags & (kBase | kProgram)) == (kBase | kProgram) && h->canon_epoch != epoch_ ? 0 : reached(r);
  }
  // Values of a frame's slots, by what they are.
  void slots(const uint32_t* slots, const SlotMap& map) {
    out_.reserve(map.values.size() + map.refs.size());
    uint32_t* p = out_.end;
    for (const uint16_t i : map.values) *p++ = slots[i];
    if (timed_) relative_times(slots, map);
    for (const uint16_t i : map.refs) *p++ = number(slots[i]);
    out_.end = p;
  }
  // Words, those at `refs` being references.
  void words_and_names(std::span<const uint32_t> words, std::span<const uint32_t> refs) {
    out_.reserve(words.size());
    uint32_t* p = out_.end;
    std::memcpy(p, words.data(), words.size_bytes());
    for (const uint32_t i : refs) p[i] = number(p[i]);
    out_.end = p + words.size();
  }
  bool timed() const { return timed_; }  // times are written relative to the clock
  void object(Ref r);                    // the content of an object
  void drain();                          // objects that have been named and not been written yet
  // What is long and has a digest that is kept up to date: that stands for it in a fingerprint. In an exact form
  // `whole()` writes it.
  template <class F>
  void summed(std::span<const uint64_t> digest, F&& whole) {
    if (exact_) return whole();
    for (const uint64_t d : digest) wide(d);
  }
  bool exact() const { return exact_; }

  // --- for the heap

  // What `write` writes, and all objects that it names. Of a state in which none of these has been written since an
  // earlier one the form is that of the earlier one (vm/state/kept_forms.hpp). In a fingerprint a digest stands for it.
  // Preconditions: no name has been written before, and `write` writes names of `roots`, statics and what differs from
  // the base image.
  template <class F>
  void rooted(std::span<const Ref> roots, F&& write) {
    if (take_kept(roots)) {
      assert(as_kept(write));
      return;
    }
    const size_t from = out_.size(), ends_from = parts_.ends.size();
    write();
    drain();
    keep(roots, from, ends_from);
  }
  // The name of that form as a run; 0: it is not kept.
  uint64_t rooted_name() const { return rooted_kept_ ? kept_.present().name : 0; }
  bool as_in_image(Ref r) const;  // precondition: it belongs to the base image
  // Visits what an object of the program refers to that has not changed: of that, other objects of the program alone
  // can matter.
  void children(Ref r) {
    for (const Ref child : written_.children(heap_.header(r)->canon_number)) number(child);
  }
  // Per program object of the base image, which program objects the image lets it reach: most of them reach nothing
  // that was written since, and the form need not go there. `program`: all of them.
  void find_reach(const std::vector<Ref>& program);

  // Whether all of these words that are references, of which `refs` tells the places, are to objects that rooted() has
  // written, or to such of the base image. Sets `numbers`: what each is numbered, 0 for those of the base image.
  bool rooted(std::span<const uint32_t> words, std::span<const uint32_t> refs, std::vector<uint32_t>& numbers) const;
  // Whether they are numbered like that now. Then words_and_names() would write what it wrote when rooted() said so,
  // and what else it does is done: objects of the base image are visited.
  bool rooted_as(std::span<const uint32_t> words, std::span<const uint32_t> refs, std::span<const uint32_t> numbers) {
    if (!rooted_kept_) return false;
    for (size_t n = 0; n < refs.size(); ++n) {
      const Ref r = words[refs[n]];
      const ObjectHeader* h = heap_.header(r);
      if (h->flags & kBase) number(r);
      else if (h->canon_epoch != epoch_ || h->canon_number != numbers[n] || numbers[n] >= rooted_count_) return false;
    }
    return true;
  }

  // --- for the Vm

  // `known`: what a whole form may leave out; null: nothing. `aside`: nobody learns from the form what states there
  // are.
  void begin(bool exact, const por::KnownRuns* known = nullptr, bool aside = false);
  bool aside() const { return aside_; }
  WordBuffer& words() { return out_; }
  const WordBuffer& words() const { return out_; }
  // The number of an object in the last form, whatever happened since; kUnnumbered: garbage there.
  static constexpr uint32_t kUnnumbered = ~0u;
  uint32_t last_number(Ref r) const {
    restore_numbering();
    const ObjectHeader* h = heap_.header(r);
    return h->canon_epoch == epoch_ ? h->canon_number : kUnnumbered;
  }
  // Whether numberings are kept with marks, for renaming(); costs a copy per mark.
  void keep_orders(bool on) { keep_orders_ = on; }
  // TransitionSystem::renaming(): from the topmost mark to the last form.
  void renaming(std::vector<uint32_t>& out) const;

  // --- the numbering as a component: it goes back with the state, and is no part of it

  struct Mark {
    size_t from, count;  // in saved_orders_
    KeptForms::Mark kept;
  };
  Mark mark();
  void undo(const Mark& m);
  void release(const Mark& m, const Mark* below);
  void encode(StateEncoder&) const {}
  void decode(StateDecoder&) const {}

 private:
  uint64_t rules() const;
  bool take_kept(std::span<const Ref> roots);
  void keep(std::span<const Ref> roots, size_t from, size_t ends_from);
  bool as_kept(const std::function<void()>& write);
  void stamp() const;
  void restore_numbering() const;
  void relative_times(const uint32_t* slots, const SlotMap& map);

  Vm& vm_;
  Heap& heap_;
  bool exact_ = false, aside_ = false;
  por::FormParts parts_;
  const por::KnownRuns* known_ = nullptr;      // during the present form
  uint32_t left_out_ = por::KnownRuns::kNone;  // what the present run is known as
  uint64_t names_;                             // of runs: the latest
  bool timed_ = false;                         // the clock rewrites readings
  bool by_address_ = false;                    // objects are named by where they lie (kDistinguishAddresses)
  WordBuffer out_;
  std::vector<Ref> order_;      // objects by number
  size_t written_objects_ = 0;  // of these
  std::vector<Ref> program_;    // objects of the base image to look at
  size_t looked_at_ = 0;        // of these
  WrittenBehind written_;       // of the base image's program objects
  mutable uint32_t epoch_ = 0;  // of ObjectHeader::canon_number
  mutable bool numbering_current_ = false;
  bool keep_orders_ = false, marked_ = false;
  Mark topmost_{};
  std::vector<Ref> saved_orders_;
  KeptForms kept_;
  bool rooted_kept_ = false;        // the form that rooted() wrote, or took, is kept
  uint32_t rooted_count_ = 0;       // objects that it numbers
  UnreadFields* unread_ = nullptr;  // null: none is left out
};

}  // namespace jmc::vm
