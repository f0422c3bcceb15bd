// The clock of the program under test: what it says, how it moves, and how its readings count in the canonical form of
// a state.
//
// There is one clock for all threads. It stands still while threads compute and moves by what waits ask for, when they
// time out: to the deadline of the wait, if it is not beyond that yet. So it never runs backwards, whoever asks, and
// what was asked for has passed. A thread that asks again and again and does nothing else (polls) may see time pass, or
// not. docs/why/time.md, "Time", has the guarantee.
//
// Code of the JDK that only measures its own waits (the deadline of a tryAcquire) asks a timer of its thread instead,
// which moves with the thread's own waits alone: no such value reaches another thread, so it makes no operation and no
// states.
//
// Readings lie in ranges of their own, so that they are recognised wherever a program keeps them, moved by a duration
// or not. The canonical form has them relative to the present: states that differ in when they were reached are one.
//
// Ownership: a part of Vm. The present is Vm::counter(kPresent), timers and waits are in ThreadState: undone with the
// rest of the state.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "vm/state/heap.hpp"
#include "vm/thread/thread.hpp"

namespace jmc::vm {

class StateDecoder;
class StateEncoder;
class Vm;
struct WordBuffer;

class Clock {
 public:
  explicit Clock(Vm& vm);
  ~Clock();
  Clock(const Clock&) = delete;

  static constexpr uint32_t kPresent = 3;  // Vm::counter: nanoseconds since the program began

  int64_t present() const;  // nanoseconds
  int64_t nanos_since_1970();
  static constexpr int64_t kSomeMillis = 1'700'000'000'000,
                           kSomeNanos = 1'000'000'000'000;  // for what wants any number
  // What System.nanoTime and currentTimeMillis say. `timer`: the thread's timer is asked.
  int64_t nanos();
  int64_t millis();
  int64_t timer_nanos(ThreadId t);
  int64_t timer_millis(ThreadId t);
  // Nanoseconds from now to a deadline in milliseconds, on the clock or on the timer of the thread; may be negative.
  int64_t until_millis(ThreadId t, int64_t deadline) const;

  // --- waits
  // shared(): some code of the program reads the clock and some wait moves it, so that both are operations that others
  // notice. Met for the first time, that makes the search repeat (kSharedClock). If some code computes with a reading
  // what is none, the present is part of each state (kComputedTime).
  bool shared() const;
  void note_read();  // the clock, not a timer, was asked
  bool was_read() const { return read_; }
  bool holds_operation() const;  // an operation on the clock is one that others notice now
  bool begun(ThreadId t) const;  // begin_wait() was called for the present wait
  void begin_wait(ThreadId t, int64_t nanos);
  int64_t left(ThreadId t, int64_t nanos) const;  // of a wait for `nanos` that has begun
  // The end of a wait for `nanos`, by a time-out or for another reason.
  void end_wait(ThreadId t, int64_t nanos, bool timed_out);

  // --- polling

  // Does the running thread poll, if it asks for the time, or its timer, now? Of a timer it is enough to ask often:
  // that it runs out while nothing else happens is a time-out, which may come at any moment.
  bool polls(bool timer) const;
  // It asks. `passes`: it polls and sees that time has passed.
  void ask(bool timer, bool passes);

  // --- canonical form
  bool used() const { return used_; }  // a reading may exist
  // Begins a form: what relative() counts from.
  // `out`: where the words of the form go, so that old readings can be written last; null: for a hash of a part.
  void begin_form(WordBuffer* out);
  // Rewrites `words` (of an object of class k, from behind its header) that `object` is copied to.
  void object_form(const Klass& k, uint32_t* words, uint32_t count);
  void slots_form(const uint32_t* slots, const std::vector<uint16_t>& values, uint32_t* out);
  // As a component of the state, of which the heap, the threads and the counters keep everything: what is left to say
  // after these, since other words cannot tell. Also writes the old readings.
  struct Mark {};
  Mark mark() const { return {}; }
  void undo(Mark) const {}
  void release(Mark, const Mark*) const {}
  void encode(StateEncoder& encoder);
  void decode(StateDecoder& decoder);  // while nobody has read the clock
  void find_base_readings();           // of the heap, when it becomes the base image

  // --- old readings
  // Readings that are older than everything that the program has waited for or compared a long with are told apart by
  // their order only: no comparison can tell how old they are (the extrapolation of timed automata). What it compares
  // with is seen when it does; if that comes after states were taken as one, the search repeats.
  void compared(int64_t a, int64_t b);  // lcmp, by the running thread
  // What instructions make of readings, so that it is recognised like them: ladd, lsub (a reading and a duration give a
  // deadline) ...
  void moved_by(uint64_t a, uint64_t b, uint64_t result);
  void scaled(uint64_t a, uint64_t b, uint64_t result, bool up);  // ... lmul (`up`), ldiv: another unit ...
  void computed_with(uint64_t value);                             // ... and what is lost: l2i, l2f, l2d, lrem
  bool stale() const { return stale_; }
  void adopt() { stale_ = merged_ = merged_old_ = false; }
  bool merged_old() const { return merged_old_; }
  uint64_t learnt() const {
    return uint64_t{read_} + moved_ + used_ + merged_ + merged_old_ + stale_ + computed_ + compared_.size() +
           comparisons_vary_ + readings_.size() + instants_.size() + static_cast<uint64_t>(scale_);
  }
  // For a copy of the Vm that did not see the states.
  bool merged() const { return merged_; }
  // Elsewhere old readings were merged, by what was known there of the longest time that counts; `scale`: that was
  // known before. What is known now may be more.
  void merged_elsewhere(bool old, int64_t scale) {
    merged_ = true;
    merged_old_ = merged_old_ || old;
    if (scale_ > scale) stale_ = true;
  }
  int64_t scale() const { return scale_; }

 private:
  struct Layout {
    std::vector<uint32_t> longs, finals;
    bool instant = false;
    uint32_t seconds = 0, nanos = 0;
  };
  const Layout& layout(const Klass& k);
  uint32_t place_hash() const;
  bool asks_for_rest_of_none() const;
  int64_t step_of_polling(ThreadId t, bool timer);
  void write_old(StateEncoder& encoder);
  void end(ThreadId t, int64_t nanos, bool timed_out);
  void nearest(uint64_t value, ThreadId t, int64_t& best) const;
  bool normal() const;
  uint64_t relative(uint64_t value, uint32_t* at);
  void note_scale(int64_t nanos);

  Vm& vm_;
  bool read_ = false, moved_ = false, used_ = false, merged_ = false, merged_old_ = false, stale_ = false,
       computed_ = false;
  bool form_normal_ = true;
  int64_t form_present_ = 0, form_unit_ = 1;  // the largest unit that a reading in the form has
  // at: index of the first of two words; nanos: from the origin; origin: the value there; unit: 0 for an Instant, with
  // the index of its fraction; group: 0 for the clock, 1 + thread for a timer.
  struct Old {
    size_t at;
    int64_t nanos;
    uint64_t origin;
    int64_t unit;
    size_t fraction;
    uint32_t group;
  };
  std::vector<Old> old_;
  std::vector<int64_t> oldest_recent_;  // by group: the oldest reading that is not old
  WordBuffer* form_ = nullptr;
  int64_t scale_ = 1'000'000'000;  // the longest time that counts
  struct Compared {
    int64_t a, b;
    bool a_varies, b_varies;
  };
  std::unordered_map<uint64_t, Compared> compared_;  // by method and instruction
  uint64_t comparisons_vary_ = 0;                    // sides of these that do
  std::unordered_set<uint64_t> readings_;            // all that were ever given out, and deadlines made of them
  std::unordered_set<int64_t> instants_;             // likewise, as nanoseconds since the program began
  std::vector<std::pair<Ref, uint32_t>>
      base_readings_;            // places in the base image that hold one, or an Instant (offset 0)
  std::vector<Layout> layouts_;  // by Klass::id
  std::vector<bool> laid_out_;
};

}  // namespace jmc::vm
