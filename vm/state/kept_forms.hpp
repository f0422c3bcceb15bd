// Forms of the objects that statics and Threads lead to, of the states of a path. Most steps read, or write to objects
// that their thread alone knows: such a state has this part from the one before, and so has one that is gone back to.
//
// A form stays true until one of its objects is written, or one of the base image (Heap::watch()); that counts objects
// which the form did not visit because nothing behind them had changed. Which Threads there are is compared.
//
// Forms of a path lie in the order in which they were made. Those that are of no mark's state are written over, so that
// there are never more than marks, and one. Lists that are those of the form before are not kept again. What is kept
// has a limit (kMostBytes): marks beyond it have no form, and their states are written anew when they are gone back to.
//
// Ownership: part of a StateEncoder. Concurrency: none.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "vm/state/heap.hpp"
#include "vm/state/words.hpp"

namespace jmc::vm {

class KeptForms {
 public:
  static constexpr uint32_t kNone = ~0u;
  static constexpr uint32_t kMost = 1u << 16;
  static constexpr size_t kMostBytes = size_t{64} << 20;

  struct Form {
    size_t refs = 0;  // in refs_: roots, objects by number, visited objects of the base image
    uint32_t roots = 0, numbered = 0, visited = 0;
    std::array<uint64_t, 2> digest{};
    // Of whole states, instead of the digest.
    size_t words = 0, ends = 0;
    uint32_t word_count = 0, end_count = 0;
    uint64_t name = 0;    // as a run (por/seam/form_parts.hpp)
    uint64_t serial = 0;  // no other form has it
    uint64_t rules = 0;   // StateEncoder::rules(): a form of other rules is no form of this state
  };

  // Makes the next one, which is present() from now on.
  void add(std::span<const Ref> roots, std::span<const Ref> numbered, std::span<const Ref> visited,
           std::span<const uint32_t> words, std::span<const uint32_t> ends);
  Form& present() { return forms_[present_]; }
  const Form& present() const { return forms_[present_]; }
  std::span<const Ref> roots(const Form& f) const { return {refs_.data() + f.refs, f.roots}; }
  std::span<const Ref> numbered(const Form& f) const { return {refs_.data() + f.refs + f.roots, f.numbered}; }
  std::span<const Ref> visited(const Form& f) const {
    return {refs_.data() + f.refs + f.roots + f.numbered, f.visited};
  }
  std::span<const uint32_t> words(const Form& f) const { return {words_.data() + f.words, f.word_count}; }
  std::span<const uint32_t> ends(const Form& f) const { return {ends_.data() + f.ends, f.end_count}; }

  struct Mark {
    uint32_t form;  // of the state; kNone
    uint32_t held;  // how many are of this mark and those below it
  };
  // Of a state that present() is the form of, or that has none.
  Mark mark(bool has_form) {
    if (!has_form || present_ >= kMost || bytes() > kMostBytes) return {kNone, held_};
    if (present_ >= held_) held_ = present_ + 1;
    return {present_, held_};
  }
  // False: no form of that state is kept.
  bool undo(const Mark& m) {
    held_ = m.held;
    present_ = m.form;
    return m.form != kNone && forms_[m.form].serial > forgotten_;
  }
  void release(const Mark* below) { held_ = below ? below->held : 0; }
  // Those made so far are no longer true, whatever mark they are of: the base image is another one.
  void forget() { forgotten_ = serials_; }

 private:
  size_t bytes() const {
    const Form& f = forms_[present_];
    return (f.refs + f.roots + f.numbered + f.visited + f.words + f.word_count + f.ends + f.end_count) * sizeof(Ref);
  }

  std::vector<Form> forms_;
  std::vector<Ref> refs_;
  std::vector<uint32_t> words_, ends_;
  uint32_t present_ = kNone, held_ = 0;
  uint64_t serials_ = 0, forgotten_ = 0;
};

}  // namespace jmc::vm
