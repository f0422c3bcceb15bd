// What the program has printed: a component of its state, which nothing in the program reads.
//
// An outcome is what stands on standard output. What goes to standard error is kept for stories, but is no part of a
// state, and such prints commute: threads that log have no more states for it.
//
// A program that prints in a loop without end (`while (!pool.awaitTermination(..)) println("waiting")`, a periodic
// task) has a new state for every line, though it does the same again and again. So a state that comes again on a path
// with nothing but more text is noticed, and the search is repeated with texts compared up to a limit only: as many
// bytes as had been printed there. Texts that are longer are one text then. No step depends on a text, so that every
// violation, and every end, is found as before; outcomes that are longer than the limit are not told apart, and the
// answer says so.
//
// A program whose threads print what they do has as many states as there are ways to mix their lines. Where there are
// more ends with different texts than anybody looks at, the limit is 0: texts are no part of a state, and prints
// commute.
//
// Ownership: part of a Vm. The limit is no part of a state; it is found out like what threads contend for
// (Vm::adopt_findings).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace jmc::vm {

class StateDecoder;
class StateEncoder;

class Output {
 public:
  static constexpr size_t kNoLimit = ~size_t{0};

  void write(int fd, std::string_view bytes) { (fd == 1 ? out_ : err_).append(bytes); }  // 1 or 2
  const std::string& text(int fd) const { return fd == 1 ? out_ : err_; }

  // --- as a component of the state (vm/state/state_component.hpp). Undo by sizes, since texts only grow.
  struct Mark {
    size_t out, err, seen, depth;
  };
  Mark mark();
  void undo(const Mark& m);
  void release(const Mark& m, const Mark*) { depth_ = m.depth; }
  // Standard output, as far as it is compared. Precondition: the last component to be written, so that what the encoder
  // holds is the rest of the state.
  void encode(StateEncoder& encoder);
  void decode(StateDecoder& decoder);
  // Its bytes, as far as they are compared, and their number, or kNoLimit if it is longer than the limit.
  std::pair<uint64_t, std::string_view> compared() const;
  // That number and a hash.
  std::array<uint64_t, 3> digest() const;

  // While more is printed (watched()), encode() tells seen() the hash of the rest of the state, after so many marks. It
  // looks whether the same rest came before on this path with less text (Brent's algorithm for cycles: compared with
  // one earlier state, and twice as far from it before a later one takes its place).
  bool watched() const { return out_.size() > (seen_.empty() ? 0 : seen_.back().bytes); }
  void seen(uint64_t rest, size_t depth);

  // Texts longer than this are not told apart.
  size_t limit() const { return limit_; }
  // What is printed there makes a difference at all.
  bool tells(int fd) const { return fd == 1 && limit_ != 0; }
  void leave_out() { limit_ = found_ = 0; }  // from the beginning
  bool beyond_limit() const { return out_.size() > limit_; }
  bool found() const { return limited_ && found_ < limit_; }
  uint64_t learnt() const { return kNoLimit - found_; }
  // What was found, for a copy of the Vm that did not see the states.
  size_t found_limit() const { return found_; }
  void found_elsewhere(size_t limit) { found_ = std::min(found_, limit); }
  void adopt() {
    if (found()) limit_ = found_;
  }
  void never_limit() { limited_ = false; }  // texts are compared whole, and a program that prints for ever has no end

 private:
  struct Seen {
    uint64_t rest;
    size_t bytes, depth;
  };

  std::string out_, err_;
  std::vector<Seen> seen_;
  size_t depth_ = 0;  // marks
  bool limited_ = true;
  size_t limit_ = kNoLimit, found_ = kNoLimit;
};

}  // namespace jmc::vm
