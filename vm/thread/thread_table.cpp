#include "vm/thread/thread_table.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cassert>
#include <cstring>
#include <new>
#include <utility>
#include <vector>

#include "vm/code/insn.hpp"
#include "vm/state/state_encoder.hpp"
#include "vm/vm.hpp"

namespace jmc::vm {

namespace {
size_t stack_bytes(const Vm& vm) { return vm.options.stack_slots * 4ull + 4096; }
}  // namespace

ThreadTable::~ThreadTable() {
  for (ThreadId t = 0; t < stacks_; ++t) munmap(threads_[t].stack, stack_bytes(vm_));
}

VThread& ThreadTable::add() {
  VThread& v = threads_[count_++];
  if (!v.stack) {
    void* p =
        mmap(nullptr, stack_bytes(vm_), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED) throw std::bad_alloc();
    v.stack = static_cast<uint32_t*>(p);
    stacks_ = count_;
  }
  v.s = ThreadState{};
  v.s.ran = ++runs_;
  v.saved_at = serial_;  // nothing of it is older than the current mark
  return v;
}

VThread& ThreadTable::give_back(ThreadId t) {
  VThread& v = threads_[t];
  const ThreadState was = touch(t);
  // What it left on its stack is what an older mark goes back to.
  save_stack(t, 0);
  v.s = ThreadState{};
  v.s.hash_seed = was.hash_seed;
  v.s.random_seed = was.random_seed;
  v.s.timer = was.timer;
  v.s.ran = ++runs_;
  return v;
}

void ThreadTable::save(ThreadId t) {
  VThread& v = threads_[t];
  saved_threads_.push_back({t, v.saved_at, v.s});
  v.saved_at = serial_;
  if (!v.s.ended) v.s.stack_saved = v.s.sp;
}

void ThreadTable::save_stack(ThreadId t, uint32_t from) {
  VThread& v = threads_[t];
  const uint32_t count = v.s.stack_saved - from;
  saved_stacks_.push_back({t, from, count});
  saved_words_.insert(saved_words_.end(), v.stack + from, v.stack + from + count);
  v.s.stack_saved = from;
}

ThreadTable::Mark ThreadTable::mark() {
  serial_ = ++serials_;
  return {saved_stacks_.size(), saved_words_.size(), saved_threads_.size(), count_, live_, shared_mask_, serial_};
}

void ThreadTable::undo(const Mark& m) {
  while (saved_stacks_.size() > m.stacks) {
    const SavedStack& s = saved_stacks_.back();
    std::memcpy(threads_[s.thread].stack + s.from, saved_words_.data() + saved_words_.size() - s.count, s.count * 4ull);
    saved_words_.resize(saved_words_.size() - s.count);
    saved_stacks_.pop_back();
  }
  while (saved_threads_.size() > m.threads) {
    const SavedThread& s = saved_threads_.back();
    threads_[s.thread].s = s.state;
    threads_[s.thread].saved_at = s.saved_at;
    saved_threads_.pop_back();
  }
  count_ = m.count;
  live_ = m.live;
  shared_mask_ = m.shared_mask;
  serial_ = m.serial;
}

void ThreadTable::release(const Mark&, const Mark* below) {
  serial_ = below ? below->serial : 0;
  if (below) return;
  saved_stacks_.clear();
  saved_words_.clear();
  saved_threads_.clear();
  for (ThreadId t = 0; t < stacks_; ++t) threads_[t].saved_at = 0, threads_[t].s.stack_saved = 0;
}

template <class To>
void ThreadTable::write_frames(ThreadId t, To& to) const {
  bool caller = false;
  for (uint32_t fp = threads_[t].s.fp; fp;) {
    const FrameHeader* f = vm_.frame(t, fp);
    Method& m = *vm_.method(f->method);
    to.word((f->method + 1) | uint32_t{f->lock != kNull} << 31);  // 0: no more frames
    to.word(f->pc | f->scratch << 24);
    if (f->lock) to.name(f->lock);
    to.slots(threads_[t].stack + fp - m.max_locals, slot_map(vm_, m, f->pc, caller));
    caller = true;
    fp = f->prev;
  }
  to.word(0);
}

void ThreadTable::Frames::slots(const uint32_t* slots, const SlotMap& map) {
  size_t at = words.size();
  words.resize(at + map.values.size() + map.refs.size());
  for (const uint16_t i : map.values) words[at++] = slots[i];
  for (const uint16_t i : map.refs) {
    if (slots[i]) refs.push_back(static_cast<uint32_t>(at));
    words[at++] = slots[i];
  }
}

// Whether nobody has changed the stack without saying so.
bool ThreadTable::as_written(ThreadId t, const Frames& frames) const {
  Frames now;
  write_frames(t, now);
  return now.words == frames.words && now.refs == frames.refs;
}

const ThreadTable::Frames& ThreadTable::frames(ThreadId t) {
  if (frames_.size() < count_ * kFramesKept) frames_.resize(count_ * kFramesKept);
  const uint64_t ran = threads_[t].s.ran;
  Frames& f = frames_[t * kFramesKept + ran % kFramesKept];
  if (f.ran != ran) {
    f.words.clear();
    f.refs.clear();
    write_frames(t, f);
    f.ran = ran;
    f.key = 0;
  } else {
    assert(as_written(t, f));
  }
  return f;
}

void ThreadTable::encode(StateEncoder& e) {
  Symmetry& symmetry = vm_.symmetry;
  e.word(count_);
  for (ThreadId place = 0; place < count_; ++place) {
    const ThreadId t = symmetry.at(place);
    const ThreadState& s = threads_[t].s;
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
    e.cut();
    if (s.ended) continue;
    e.name(s.exception);
    if (e.timed()) {
      write_frames(t, e);  // how times are written depends on more than the stack
    } else if (const JoinAhead::Ahead* ahead = symmetry.on() ? symmetry.ahead(t) : nullptr) {
      write_ahead(*ahead, e);
    } else {
      const Frames& f = frames(t);
      e.words_and_names(f.words, f.refs);
    }
    e.cut();
  }
}

// Where it will be when the last of these has ended.
void ThreadTable::write_ahead(const JoinAhead::Ahead& ahead, StateEncoder& e) const {
  std::vector<ThreadId> left;
  for (const Ref thread : ahead.awaited)
    if (const ThreadId t = vm_.thread_of(thread); t != por::kNoThread && !threads_[t].s.ended)
      left.push_back(vm_.symmetry.place(t));
  std::sort(left.begin(), left.end());
  left.erase(std::unique(left.begin(), left.end()), left.end());
  e.word(~0u);  // no frame begins like that
  e.word(static_cast<uint32_t>(left.size()));
  for (const ThreadId place : left) e.word(place);
  e.words_and_names(ahead.words, ahead.refs);
}

void ThreadOrders::begin(ThreadId t) {
  if (t >= width_) widen();
  // The column too: it may hold what a path that was taken back left there.
  for (ThreadId u = 0; u <= std::max(t, threads_.count()); ++u)
    if (u < width_) set(t, u, 0), set(u, t, 0);
  set_epoch(t, 0);
}

void ThreadOrders::give_back(ThreadId t) {
  const uint32_t from = epochs_[t] + 1;
  set_epoch(t, from);
  for (ThreadId u = 0; u < threads_.count(); ++u)
    if (u != t && known(u, t) > from) set(u, t, from);
}

void ThreadOrders::widen() {
  const ThreadId width = width_ ? width_ * 2 : 16;
  std::vector<uint32_t> known(size_t{width} * width), epochs(width);
  for (ThreadId t = 0; t < width_; ++t) {
    std::copy_n(known_.data() + size_t{t} * width_, width_, known.data() + size_t{t} * width);
    epochs[t] = epochs_[t];
  }
  known_ = std::move(known);
  epochs_ = std::move(epochs);
  width_ = width;
}

// A starter of whose end all know is of no matter any more: nothing that it did is in question. Otherwise it counts
// even for threads that are over, since others know what these have known.
void ThreadOrders::encode(StateEncoder& e) const {
  std::vector<Known>& forms = forms_;
  std::vector<std::pair<ThreadId, ThreadId>>& coming = coming_;
  std::vector<ThreadId>& knowers = knowers_;
  const ThreadId count = threads_.count();
  Vm& vm = threads_.vm_;
  const Symmetry& symmetry = vm.symmetry;
  const auto ended = [&](ThreadId t) { return threads_[t].s.ended; };
  living_.clear();
  for (ThreadId t = 0; t < count; ++t)
    if (!ended(t)) living_.push_back(t);
  coming.clear();
  // The form has such a thread behind its joins.
  if (symmetry.on()) {
    for (const ThreadId t : living_)
      if (const JoinAhead::Ahead* ahead = vm.symmetry.ahead(t))
        for (const Ref awaited : ahead->awaited)
          if (const ThreadId u = vm.thread_of(awaited); u != por::kNoThread && ended(u)) coming.push_back({t, u});
  }
  const auto knows = [&](ThreadId t, ThreadId u) {
    if (joined(t, u)) return true;
    for (const auto& [who, of] : coming)
      if (who == t && (of == u || joined(of, u))) return true;
    return false;
  };
  forms.assign(count, {});
  bool any = false;
  for (ThreadId u = 0; u < count; ++u) {
    if (!ended(u)) continue;
    const bool all = std::all_of(living_.begin(), living_.end(), [&](ThreadId t) { return knows(t, u); });
    forms[u].of_end = all ? Known::All : Known::Nobody;
    any |= all;
  }
  const auto matters = [&](ThreadId t) { return forms[t].of_end != Known::All; };
  for (ThreadId t = 0; t < count; ++t) {
    if (ended(t) && matters(t))
      for (ThreadId u = 0; u < count && forms[t].of_end == Known::Nobody; ++u)
        if (u != t && matters(u) && knows(u, t)) forms[t].of_end = Known::Some;
    const ThreadId starter = threads_[t].s.starter;
    if (starter != por::kNoThread && matters(starter)) forms[t].starter = symmetry.place(starter) + 1;
    // One word says that main has started all of them, and that nobody knows of any end.
    any |= forms[t].of_end == Known::Some || (t != 0 && (starter != 0 || !forms[t].starter));
  }
  e.word(any);
  for (ThreadId place = 0; place < count && any; ++place) {
    const ThreadId t = symmetry.at(place);
    e.word(forms[t].starter << 2 | forms[t].of_end);
    if (forms[t].of_end != Known::Some) continue;
    knowers.clear();
    for (ThreadId u = 0; u < count; ++u)
      if (u != t && matters(u) && knows(u, t)) knowers.push_back(symmetry.place(u));
    std::sort(knowers.begin(), knowers.end());
    e.word(static_cast<uint32_t>(knowers.size()));
    for (const ThreadId who : knowers) e.word(who);
  }
  if (vm.rules.foresees(kNumbersReturn)) encode_epochs(e);
}

// Where numbers are given back, those who had them before no longer tell how often somebody has started a thread, and
// who knows of what.
void ThreadOrders::encode_epochs(StateEncoder& e) const {
  const ThreadId count = threads_.count();
  for (ThreadId t = 0; t < count; ++t) {
    e.word(epochs_[t]);
    if (forms_[t].of_end == Known::All) continue;
    e.word(threads_[t].s.starter);
    e.word(threads_[t].s.start_epoch);
    for (ThreadId u = 0; u < count; ++u)
      if (u != t) e.word(known(t, u));
  }
}

void ThreadOrders::undo(const Mark& m) {
  while (saved_.size() > m.saved) {
    const Saved& s = saved_.back();
    (s.of == s.thread ? epochs_[s.thread] : known_[index(s.thread, s.of)]) = s.value;
    saved_.pop_back();
  }
}

}  // namespace jmc::vm
