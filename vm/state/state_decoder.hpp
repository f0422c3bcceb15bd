// Reads the form of a whole state (vm/state/state_encoder.hpp) and makes the state: the other way round.
//
// The objects that a form numbers are made anew, in the order of their numbers; those of the base image are written
// where they differ. An object can be named before it is written, so that who reads goes over the words twice: once to
// see what objects there are (look_at_objects()), and again for what they hold (fill_objects()).
//
// Ownership: refers to a Vm and to the words, both of which must outlive it. Everything it does to the Vm goes back
// with the topmost mark. Where it throws CannotLoad, the state is in the middle, and is to be undone.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "vm/state/heap.hpp"

namespace jmc::vm {

struct Klass;
class Vm;

// The form does not say all of the state, or it is no form of a state that steps lead to from the present one.
struct CannotLoad {
  std::string why;
};

class StateDecoder {
 public:
  StateDecoder(Vm& vm, std::span<const uint32_t> words) : vm_(vm), words_(words), end_(words.size()) {}
  StateDecoder(const StateDecoder&) = delete;

  // --- for components
  uint32_t word() {
    need(1);
    return words_[at_++];
  }
  uint64_t wide() {
    const uint64_t low = word();
    return low | uint64_t{word()} << 32;
  }
  std::string_view text(uint64_t bytes);  // whose size was written
  // What StateEncoder::part() has written: `read` reads all of it.
  template <class F>
  void part(F&& read) {
    const size_t outer = begin_part();
    read();
    end_part(outer);
  }
  bool at_end() const { return at_ == end_; }  // of the part
  size_t at() const { return at_; }
  void go_to(size_t at) { at_ = at; }
  void skip(size_t words) {
    need(words);
    at_ += words;
  }
  // The object of that name. Precondition: it has been made.
  Ref ref(uint32_t name) const;
  Ref ref() { return ref(word()); }

  // --- for the heap
  // Up to the end of the part, what StateEncoder::drain() has written.
  void look_at_objects();
  void fill_objects();
  // What StateEncoder::object() has written of this object of the base image.
  void look_at_changed() { skip(shape().words); }
  void fill_changed(Ref r);
  bool was_changed(Ref r) const { return changed_.contains(r); }
  std::vector<Ref> threads;  // the Thread of each thread
  // Objects of the base image that have come to be shared and not been written are not in the form. They are those that
  // shared objects, and Threads that have started, lead to. Once all components have been read.
  void publish();

 private:
  struct Shape {
    const Klass* klass;
    uint32_t flags, lock, hash, length;
    size_t words;  // of the content, which comes next
  };
  void need(size_t words) const;
  size_t begin_part();
  void end_part(size_t outer);
  Shape shape();
  void fill(Ref r, const Shape& s);

  Vm& vm_;
  const std::span<const uint32_t> words_;
  size_t at_ = 0, end_;
  std::vector<Ref> objects_;  // by number
  size_t filled_ = 0;         // of these
  std::unordered_set<Ref> changed_;
  std::vector<Ref> shared_;        // of those that the form has
  std::vector<uint32_t> content_;  // scratch
};

}  // namespace jmc::vm
