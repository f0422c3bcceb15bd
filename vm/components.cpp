#include "vm/components.hpp"

#include <algorithm>
#include <cstring>

#include "vm/insn.hpp"
#include "vm/state_encoder.hpp"
#include "vm/vm.hpp"

namespace jmc::vm {

void HeapState::encode(StateEncoder& e) {
  if (vm_.options.distinguish & kDistinguishGarbage) e.word(static_cast<uint32_t>(heap_.top() >> 3));
  const auto changed = [&](Ref r) {
    e.word(r);
    e.object(r);
  };
  for (const uint32_t id : user_statics_) {
    const Ref r = vm_.klass(id)->statics;
    if (e.as_in_image(r)) e.children(r);
    else changed(r);
  }
  e.word(0);
  // The dirty set is in order of first writes, which depends on the path: sorted, and without what was written back.
  dirty_.clear();
  for (const Ref r : heap_.dirty())
    if (!(heap_.header(r)->flags & kProgram)) dirty_.push_back(r);
  std::sort(dirty_.begin(), dirty_.end());
  for (const Ref r : dirty_)
    if (!e.as_in_image(r)) changed(r);
  e.word(0);
  e.drain();
}

void Counters::encode(StateEncoder& e) const {
  for (uint32_t i = 0; i < kCount; ++i)
    if (i != Clock::kPresent) e.wide(values_[i]);
}

void ExitState::encode(StateEncoder& e) const {
  e.word(now.exited);
  e.word(static_cast<uint32_t>(now.status));
}

// --- threads

ThreadsState::Mark ThreadsState::mark() {
  vm_.mark_serial_ = ++vm_.serials_;
  Mark m{vm_.saved_stacks_.size(), vm_.saved_words_.size(), vm_.saved_threads_.size(), vm_.saved_epochs_.size(),
         vm_.thread_count_,        vm_.live_threads_,       vm_.shared_mask,           vm_.mark_serial_};
  // Epochs change rarely and are few: they are copied.
  const size_t width = m.count;
  vm_.saved_epochs_.resize(m.epochs + width * (width + 1));
  uint32_t* to = vm_.saved_epochs_.data() + m.epochs;
  for (ThreadId t = 0; t < width; ++t, to += width + 1) {
    *to = vm_.epochs_[t];
    std::memcpy(to + 1, vm_.known_epoch_[t], width * sizeof *to);
  }
  return m;
}

void ThreadsState::undo(const Mark& m) {
  auto& words = vm_.saved_words_;
  while (vm_.saved_stacks_.size() > m.stacks) {
    const SavedStack& s = vm_.saved_stacks_.back();
    std::memcpy(vm_.threads_[s.thread].stack + s.from, words.data() + words.size() - s.count, s.count * 4ull);
    words.resize(words.size() - s.count);
    vm_.saved_stacks_.pop_back();
  }
  while (vm_.saved_threads_.size() > m.threads) {
    const SavedThread& s = vm_.saved_threads_.back();
    vm_.threads_[s.thread].s = s.state;
    vm_.threads_[s.thread].saved_at = s.saved_at;
    vm_.saved_threads_.pop_back();
  }
  vm_.thread_count_ = m.count;
  vm_.live_threads_ = m.live;
  vm_.shared_mask = m.shared_mask;
  vm_.mark_serial_ = m.serial;
  const size_t width = m.count;
  const uint32_t* from = vm_.saved_epochs_.data() + m.epochs;
  for (ThreadId t = 0; t < width; ++t, from += width + 1) {
    vm_.epochs_[t] = *from;
    std::memcpy(vm_.known_epoch_[t], from + 1, width * sizeof *from);
  }
  vm_.saved_epochs_.resize(m.epochs + width * (width + 1));
}

void ThreadsState::release(const Mark& m, const Mark* below) {
  vm_.saved_epochs_.resize(m.epochs);
  vm_.mark_serial_ = below ? below->serial : 0;
  if (below) return;
  vm_.saved_stacks_.clear();
  vm_.saved_words_.clear();
  vm_.saved_threads_.clear();
  for (VThread& t : vm_.threads_) t.saved_at = 0, t.s.stack_saved = 0;
}

void ThreadsState::encode(StateEncoder& e) {
  e.word(vm_.thread_count_);
  for (ThreadId t = 0; t < vm_.thread_count_; ++t) {
    const ThreadState& s = vm_.threads_[t].s;
    e.name(s.object);
    e.word(static_cast<uint32_t>(s.ended) | s.daemon << 1 | s.interrupted << 2 | s.permit << 3 |
           static_cast<uint32_t>(s.wait) << 4 | s.native_phase << 8 | static_cast<uint32_t>(s.pending.kind) << 16 |
           static_cast<uint32_t>(s.dispatching) << 24 | static_cast<uint32_t>(vm_.stale(s.pending)) << 25 |
           static_cast<uint32_t>(s.arrived) << 26 | static_cast<uint32_t>(s.left_group) << 27 |
           static_cast<uint32_t>(s.was_blocked) << 28 | uint32_t{s.wait_count != 0} << 29);
    if (s.wait_count) e.word(s.wait_count);
    e.word(s.hash_seed);
    e.word(s.random_seed);
    e.name(s.waiting_on);
    if (s.ended) continue;
    e.name(s.exception);
    bool caller = false;
    for (uint32_t fp = s.fp; fp;) {
      const FrameHeader* f = vm_.frame(t, fp);
      Method& m = *vm_.method(f->method);
      e.word((f->method + 1) | uint32_t{f->lock != kNull} << 31);  // 0: no more frames
      e.word(f->pc | f->scratch << 24);
      if (f->lock) e.name(f->lock);
      e.slots(vm_.threads_[t].stack + fp - m.max_locals, slot_map(vm_, m, f->pc, caller));
      caller = true;
      fp = f->prev;
    }
    e.word(0);
  }
}

void RegionsState::undo(Mark) {
  auto& regions = vm_.regions_;
  for (; !regions.empty() && uint64_t{regions.back().start} << 3 >= vm_.heap.top(); regions.pop_back())
    vm_.allocated_[regions.back().owner] = regions.back().before;
}

// --- what numbers its marks itself

MemoryState::Mark MemoryState::mark() {
  if (vm_.memory) vm_.memory->machine.mark();
  return marks_++;
}

void MemoryState::undo(Mark m) {
  if (vm_.memory) vm_.memory->machine.undo(m);
  marks_ = m + 1;
}

void MemoryState::release(Mark m, const Mark*) {
  if (vm_.memory) vm_.memory->machine.release(m);
  marks_ = m;
}

RacesState::Mark RacesState::mark() {
  races_.mark();
  return marks_++;
}

void RacesState::undo(Mark m) {
  races_.undo(m);
  marks_ = m + 1;
}

void RacesState::release(Mark m, const Mark*) {
  races_.release(m);
  marks_ = m;
}

void RacesState::encode(StateEncoder& e) {
  if (races_.tracking()) races_.write(e.words(), [&](Ref r) { return r < Heap::kFirstRef ? r : e.reached(r); });
}

}  // namespace jmc::vm
