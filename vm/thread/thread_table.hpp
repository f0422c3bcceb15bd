// The threads of the program as a component of its state, and which of their steps are ordered by starts and joins.
//
// A thread's plain state is saved by touch() before it changes; stack slots lazily, frame by frame, by save_stack()
// when control comes back to a frame that was there at the mark.
//
// Ownership: parts of a Vm; the table owns the stacks.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "vm/state/state_component.hpp"
#include "vm/thread/join_ahead.hpp"
#include "vm/thread/thread.hpp"

namespace jmc::vm {

class StateDecoder;
class StateEncoder;
class Vm;
struct SlotMap;

class ThreadTable {
 public:
  explicit ThreadTable(Vm& vm) : vm_(vm) { threads_[kOver].s.ended = true; }
  ~ThreadTable();
  ThreadTable(const ThreadTable&) = delete;

  ThreadId count() const { return count_; }
  VThread& operator[](ThreadId t) { return threads_[t]; }
  const VThread& operator[](ThreadId t) const { return threads_[t]; }
  // The next thread, with a stack and nothing else. Precondition: fewer than por::kMaxThreads.
  VThread& add();
  // The number of a thread that has ended is that of a new one, which goes on with what it has drawn from counters of
  // its own.
  VThread& give_back(ThreadId t);
  ThreadState& touch(ThreadId t) {
    VThread& v = threads_[t];
    if (v.saved_at != serial_) save(t);
    v.s.changed = ++changes_;
    return v.s;
  }
  void save_stack(ThreadId t, uint32_t from);
  // What is on its stack is about to change, or has changed since it was written down. Of a thread that does not run
  // it never does.
  ThreadState& touch_stack(ThreadId t) {
    ThreadState& s = touch(t);
    s.ran = ++runs_;
    return s;
  }

  uint32_t live() const { return live_; }
  // kShared while operations on shared objects count, else 0.
  uint32_t shared_mask() const { return shared_mask_; }
  void set_live(uint32_t live, uint32_t shared_mask) {
    live_ = live;
    shared_mask_ = shared_mask;
  }

  // --- as a component of the state
  struct Mark {
    size_t stacks, words, threads;
    ThreadId count;
    uint32_t live, shared_mask, serial;
  };
  Mark mark();
  void undo(const Mark& m);
  void release(const Mark& m, const Mark* below);
  static constexpr bool kParts = true;
  void encode(StateEncoder& encoder);
  void decode(StateDecoder& decoder);
  // Whether the form tells where the frames of a thread lie on its stack, and all that is on it and counts: not so in
  // some frames of the VM's own.
  bool tells_frames(ThreadId t) const;

 private:
  friend class JoinAhead;
  friend class Symmetry;
  friend class ThreadOrders;
  void save(ThreadId t);
  void write_ahead(const JoinAhead::Ahead& ahead, StateEncoder& encoder) const;
  // The frames of a thread as words, those at `refs` being Refs still. Most threads of a state have not run since the
  // last one, or stand where they stood before a path was taken back.
  struct Frames {
    uint64_t ran = 0;
    std::vector<uint32_t> words, refs;
    uint64_t key = 0;  // Symmetry: a hash of it that does not depend on names of objects; 0: not known
    // Of the thread with that ThreadState::changed (0: none), where StateEncoder::rooted() numbers what it refers to
    // like that: a digest of its words, or of whole states the name of the run.
    uint64_t changed = 0, digest[2] = {}, name = 0;
    std::vector<uint32_t> numbers;
    bool stale = false;  // Vm::stale()
    bool parks = false;  // kOwnParks was foreseen
  };
  static constexpr size_t kFramesKept = 64;  // of each thread
  Frames& frames(ThreadId t);
  uint64_t encode(ThreadId t, bool symmetric, StateEncoder& encoder);
  void write_state(const ThreadState& s, bool stale, StateEncoder& encoder) const;
  bool as_written(ThreadId t, const Frames& frames) const;
  bool as_digested(ThreadId t, const Frames& frames, StateEncoder& encoder) const;
  void write_frames(ThreadId t, Frames& to) const;
  template <class To>
  void write_frames_to(ThreadId t, To& to) const;
  struct Read;
  void read(StateDecoder& d, Read& to) const;
  void make(StateDecoder& d, ThreadId t, Ref object, const Read& from);
  struct SavedStack {
    ThreadId thread;
    uint32_t from, count;
  };
  struct SavedThread {
    ThreadId thread;
    uint32_t saved_at;
    ThreadState state;
  };
  Vm& vm_;
  VThread threads_[por::kMaxThreads + 1];  // the last is kOver
  ThreadId count_ = 0;
  ThreadId stacks_ = 0;  // threads that have one
  uint32_t live_ = 0, shared_mask_ = 0;
  uint32_t serial_ = 0, serials_ = 0;  // of the current mark, of the latest one
  std::vector<SavedStack> saved_stacks_;
  std::vector<uint32_t> saved_words_;
  std::vector<SavedThread> saved_threads_;
  uint64_t runs_ = 0, changes_ = 0;
  std::vector<Frames> frames_;  // kFramesKept for each thread, by the lowest bits of `ran`
};

// Which steps of threads are ordered by starts and joins. An epoch counts the threads that a thread has started; what u
// did up to known(t, u) is ordered before what t does now. All of it follows from who started whom and who knows of
// whose end, which where a thread stands does not tell: a join may have timed out or been interrupted, nobody may have
// looked at what isAlive() said, and any of several threads may have been the one that started another.
class ThreadOrders {
 public:
  explicit ThreadOrders(const ThreadTable& threads);
  ~ThreadOrders();
  // Of u by t: u has ended, and t knows all that it did: from its start on, or since. Which of the two it is depends on
  // nothing that t does.
  static constexpr uint32_t kInherited = ~0u, kJoined = kInherited - 1;
  bool joined(ThreadId t, ThreadId u) const { return known_[index(t, u)] >= kJoined; }
  bool inherited(ThreadId t, ThreadId u) const { return known_[index(t, u)] == kInherited; }
  uint32_t epoch(ThreadId t) const { return epochs_[t]; }
  void set_epoch(ThreadId t, uint32_t epoch) { change(t, t, epochs_[t], epoch); }
  // What a thread knows of itself is not asked for.
  uint32_t known(ThreadId t, ThreadId u) const { return known_[index(t, u)]; }
  void set(ThreadId t, ThreadId u, uint32_t epoch) {
    if (t != u) change(t, u, known_[index(t, u)], epoch);
  }
  void begin(ThreadId t);  // nothing is ordered before it, nor it before anything
  // The number of t, which has ended, is that of a thread that is about to start. Its epochs go on: all that the first
  // one did lies before them.
  void give_back(ThreadId t);

  // --- as a component of the state. After the threads in the list. They change rarely: every change is saved.
  struct Mark {
    size_t saved;
  };
  Mark mark() { return {saved_.size()}; }
  void undo(const Mark& m);
  void release(const Mark& m, const Mark* below) {
    if (!below) saved_.resize(m.saved);
  }
  void encode(StateEncoder& encoder) const;
  void decode(StateDecoder& decoder);

 private:
  // What a form has of a thread: who started it (its place + 1), where that matters still, and who knows that it has
  // ended.
  struct Known {
    uint32_t starter = 0;
    enum : uint8_t { Nobody, Some, All } of_end = Nobody;
  };
  // Scratch of encode(), kept for its memory.
  mutable std::vector<Known> forms_;
  mutable std::vector<std::pair<ThreadId, ThreadId>> coming_;  // who is about to learn of whose end
  mutable std::vector<ThreadId> living_, knowers_;
  struct Saved {
    ThreadId thread, of;  // of == thread: its epoch
    uint32_t value;
  };
  size_t index(ThreadId t, ThreadId u) const { return size_t{t} * width_ + u; }
  void change(ThreadId t, ThreadId u, uint32_t& from, uint32_t to) {
    if (from == to) return;
    saved_.push_back({t, u, from});
    from = to;
  }
  void widen();
  void encode_epochs(StateEncoder& encoder) const;

  const ThreadTable& threads_;
  ThreadId width_ = 0;  // threads that there is room for
  std::vector<uint32_t> epochs_, known_;
  std::vector<Saved> saved_;
};

}  // namespace jmc::vm
