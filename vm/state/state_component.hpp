// What is the state of a program: a list of components, each of which can be marked, taken back, and written down.
//
// A component holds one piece of the state (output, counters, threads, ...). Whoever runs the program uses it directly;
// the Vm goes through the list where all of them have to agree: at marks, when it goes back, and for the canonical form
// of a state. So a new piece of state is one class, and one line in the list (Vm::Components). The list is a type:
// nothing is called through a pointer, and what all components keep at a mark lies in one record.
//
//   class Ticks {
//    public:
//     void add() { ++ticks_; }
//     using Mark = uint64_t;
//     Mark mark() const { return ticks_; }
//     void undo(Mark m) { ticks_ = m; }
//     void release(Mark, const Mark* below) {}
//     void encode(StateEncoder& e) const { e.wide(ticks_); }
//     void decode(StateDecoder& d) { ticks_ = d.wide(); }
//    private:
//     uint64_t ticks_ = 0;
//   };
//
// Concurrency: none, as of the Vm.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

namespace jmc::vm {

class StateDecoder;
class StateEncoder;

// Marks nest like a stack. mark() takes the next one and says what undo() needs to come back to the present state; what
// is written over later can be kept in a log (UndoLog), of which a mark is the length. undo(m) goes back to the state
// in which m was taken, which may be done again and again; marks above m are gone then. release(m, below) drops m, the
// topmost, without changing the state: what was kept since belongs to `below`, the mark under it, or to nobody (null).
//
// encode() writes everything that can make a difference later. It is decodable: who knows the classes of the program
// could tell from it where its parts begin and end, so that no two states have the same words
// (tests/vm/state_test.cpp). Nothing that says only on which path the state was reached belongs in it; objects are
// named by StateEncoder::name(). Fingerprint and --exact-states are made from the same words.
//
// decode() reads what encode() has written into a form of whole states, and makes the component what it was then
// (vm/state/state_decoder.hpp): in order, after the components before it have. What has been so since the base image
// need not be written by either. It throws CannotLoad where the words do not say all.
template <class C>
concept StateComponent = requires(C c, const typename C::Mark m, StateEncoder& e, StateDecoder& d) {
  { c.mark() } -> std::same_as<typename C::Mark>;
  c.undo(m);
  c.release(m, &m);
  c.encode(e);
  c.decode(d);
};

// For components that are small: the whole of them, copied.
template <class Value>
class Copied {
 public:
  using Mark = Value;
  Mark mark() const { return now; }
  void undo(const Mark& m) { now = m; }
  void release(const Mark&, const Mark*) {}
  Value now{};
};

// What a component wrote over, in the order in which it did.
template <class Saved>
class UndoLog {
 public:
  using Mark = size_t;
  Mark mark() {
    marked_ = true;
    return saved_.size();
  }
  void save(const Saved& old) {
    if (marked_) saved_.push_back(old);  // else nothing need be kept
  }
  // restore(const Saved&), the latest first.
  template <class F>
  void undo(Mark m, F&& restore) {
    while (saved_.size() > m) {
      restore(saved_.back());
      saved_.pop_back();
    }
  }
  void release(Mark, const Mark* below) {
    marked_ = below != nullptr;
    if (!marked_) saved_.clear();
  }

 private:
  std::vector<Saved> saved_;
  bool marked_ = false;
};

// The list: all components do what one of them does, in its order.
template <StateComponent... Cs>
class StateComponents {
 public:
  explicit StateComponents(Cs&... components) : components_(components...) {}

  // Marks are numbered from 0 on.
  size_t marks() const { return marks_.size(); }
  uint32_t mark() {
    marks_.push_back(std::apply([](Cs&... c) { return Marks{c.mark()...}; }, components_));
    return static_cast<uint32_t>(marks_.size() - 1);
  }
  void undo(uint32_t m) {
    marks_.erase(marks_.begin() + m + 1, marks_.end());
    each([](auto& component, const auto& mark) { component.undo(mark); }, marks_.back());
  }
  void release(uint32_t m) {
    const Marks dropped = marks_[m];
    marks_.erase(marks_.begin() + m, marks_.end());
    release(dropped, marks_.empty() ? nullptr : &marks_.back(), std::index_sequence_for<Cs...>());
  }
  // Each component in a part of its own: how many words, then these. Those that have kParts do that themselves.
  template <class Encoder>
  void encode(Encoder& e) {
    const auto write = [&]<class C>(C& c) {
      if constexpr (requires { C::kParts; }) c.encode(e);
      else e.part([&] { c.encode(e); });
    };
    std::apply([&](Cs&... c) { (write(c), ...); }, components_);
  }
  // Reads what encode() has written into a form of whole states.
  template <class Decoder>
  void decode(Decoder& d) {
    const auto read = [&]<class C>(C& c) {
      if constexpr (requires { C::kParts; }) c.decode(d);
      else d.part([&] { c.decode(d); });
    };
    std::apply([&](Cs&... c) { (read(c), ...); }, components_);
  }
  // A list with one more component, which has marks of its own: for tests.
  template <StateComponent More>
  StateComponents<Cs..., More> with(More& more) const {
    return std::apply([&](Cs&... c) { return StateComponents<Cs..., More>(c..., more); }, components_);
  }

 private:
  using Marks = std::tuple<typename Cs::Mark...>;
  template <class F>
  void each(F&& f, const Marks& m) {
    [&]<size_t... I>(std::index_sequence<I...>) { (f(std::get<I>(components_), std::get<I>(m)), ...); }
    (std::index_sequence_for<Cs...>());
  }
  template <size_t... I>
  void release(const Marks& m, const Marks* below, std::index_sequence<I...>) {
    (std::get<I>(components_).release(std::get<I>(m), below ? &std::get<I>(*below) : nullptr), ...);
  }

  std::tuple<Cs&...> components_;
  std::vector<Marks> marks_;
};

}  // namespace jmc::vm
