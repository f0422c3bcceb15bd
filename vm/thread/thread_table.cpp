#include "vm/thread/thread_table.hpp"

#include <sys/mman.h>
#include <xxhash.h>

#include <algorithm>
#include <cassert>
#include <cstring>
#include <new>
#include <utility>
#include <vector>

#include "vm/code/compared.hpp"
#include "vm/code/insn.hpp"
#include "vm/native.hpp"
#include "vm/state/state_encoder.hpp"
#include "vm/thread/ended_threads.hpp"
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
  v.s.changed = ++changes_;
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
  v.s.changed = ++changes_;
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
void ThreadTable::write_frames_to(ThreadId t, To& to) const {
  bool caller = false;
  for (uint32_t fp = threads_[t].s.fp; fp;) {
    const FrameHeader* f = vm_.frame(t, fp);
    Method& m = *vm_.method(f->method);
    const SlotMap& map = slot_map(vm_, m, f->pc, caller);
    to.reserve(3 + map.values.size() + map.refs.size());
    to.word((f->method + 1) | uint32_t{f->lock != kNull} << 31);  // 0: no more frames
    to.word(f->pc | f->scratch << 24);
    if (f->lock) to.name(f->lock);
    to.slots(threads_[t].stack + fp - m.max_locals, map);
    caller = f->called();
    fp = f->prev;
  }
  to.word(0);
}

namespace {

// Writes the words of frames, and where among them the references are, to vectors that are as long as they have ever
// had to be.
class FrameWriter {
 public:
  FrameWriter(std::vector<uint32_t>& words, std::vector<uint32_t>& refs) : words_(words), refs_(refs) {
    words_.resize(std::max<size_t>(words_.capacity(), 64));
    refs_.resize(std::max<size_t>(refs_.capacity(), 64));
    reserve(0);
  }
  ~FrameWriter() {
    words_.resize(count_);
    refs_.resize(ref_count_);
  }
  FrameWriter(const FrameWriter&) = delete;
  // Room for so many more, and one.
  void reserve(size_t more) {
    if (words_.size() < count_ + more + 1) words_.resize(2 * (count_ + more) + 1);
    if (refs_.size() < ref_count_ + more + 1) refs_.resize(2 * (ref_count_ + more) + 1);
    to_ = words_.data();
    ref_to_ = refs_.data();
  }
  void word(uint32_t v) { to_[count_++] = v; }
  void name(Ref r) {
    ref_to_[ref_count_++] = count_;
    word(r);
  }
  void slots(const uint32_t* slots, const SlotMap& map) {
    uint32_t n = count_, refs = ref_count_;
    for (const uint16_t i : map.values) to_[n++] = slots[i];
    for (const uint16_t i : map.refs) {
      const uint32_t r = slots[i];
      ref_to_[refs] = n;
      refs += r != kNull;
      to_[n++] = r;
    }
    count_ = n, ref_count_ = refs;
  }

 private:
  std::vector<uint32_t>&words_, &refs_;
  uint32_t *to_ = nullptr, *ref_to_ = nullptr;
  uint32_t count_ = 0, ref_count_ = 0;
};

// Takes back the words from there on; a digest is to stand for them.
void digest_from(WordBuffer& words, size_t from, uint64_t (&digest)[2]) {
  const XXH128_hash_t hash = XXH3_128bits(words.begin + from, (words.size() - from) * 4);
  words.end = words.begin + from;
  digest[0] = hash.low64, digest[1] = hash.high64;
}

// Writes them into a form.
struct FormWriter {
  StateEncoder& to;
  void reserve(size_t) {}
  void word(uint32_t v) { to.word(v); }
  void name(Ref r) { to.name(r); }
  void slots(const uint32_t* slots, const SlotMap& map) { to.slots(slots, map); }
};

}  // namespace

void ThreadTable::write_frames(ThreadId t, Frames& to) const {
  FrameWriter writer(to.words, to.refs);
  write_frames_to(t, writer);
}

// Whether nobody has changed the stack without saying so.
bool ThreadTable::as_written(ThreadId t, const Frames& frames) const {
  Frames now;
  write_frames(t, now);
  return now.words == frames.words && now.refs == frames.refs;
}

ThreadTable::Frames& ThreadTable::frames(ThreadId t) {
  if (frames_.size() < count_ * kFramesKept) frames_.resize(count_ * kFramesKept);
  const uint64_t ran = threads_[t].s.ran;
  Frames& f = frames_[t * kFramesKept + ran % kFramesKept];
  if (f.ran != ran) {
    write_frames(t, f);
    f.ran = ran;
    f.key = 0;
    f.changed = 0;
  } else {
    assert(as_written(t, f));
  }
  return f;
}

namespace {

// Of those that have ended, the ones whose Thread something refers to: which it is, and whether it was interrupted.
void write_ended(const Vm& vm, StateEncoder& e) {
  for (ThreadId place = 0; place < vm.thread_count(); ++place) {
    const ThreadState& s = vm.thread(vm.symmetry.at(place)).s;
    if (!s.ended) continue;
    const uint32_t name = e.reached(s.object);  // of the base image: whether it is visited depends on what is kept
    e.word(name);
    if (name)
      e.word(uint32_t{s.daemon} | uint32_t{s.interrupted} << 1 | uint32_t{s.permit} << 2 | uint32_t{s.left_group} << 3);
  }
}

}  // namespace

void ThreadTable::encode(StateEncoder& e) {
  const bool symmetric = vm_.symmetry.on();
  using Side = por::FormParts::Side;
  for (ThreadId place = 0; place < count_; ++place) e.end_run(Side::Left, encode(vm_.symmetry.at(place), symmetric, e));
  const size_t from = e.words().size();
  e.part([&] { e.drain(); });
  if (!ended_count_in_full(vm_, e)) write_ended(vm_, e);
  // Objects that threads alone hold vary like the heap.
  if (e.words().size() != from + 1) e.end_run(Side::Right);
}

void ThreadTable::write_state(const ThreadState& s, bool stale, StateEncoder& e) const {
  const bool drawn = s.hash_seed | s.random_seed, refers = s.waiting_on | (s.ended ? kNull : s.exception);
  const bool parks = vm_.rules.foresees(kOwnParks) && !s.ended;
  e.word(uint32_t{s.ended} | uint32_t{s.daemon} << 1 | uint32_t{s.interrupted} << 2 |
         uint32_t{s.permit || (parks && s.permit_of_interrupt)} << 3 | static_cast<uint32_t>(s.wait) << 4 |
         uint32_t{parks && s.parks} << 6 | uint32_t{parks && s.waits_in_locks} << 7 | uint32_t{s.native_phase} << 8 |
         static_cast<uint32_t>(s.pending.kind) << 16 | uint32_t{s.dispatching} << 24 | uint32_t{stale} << 25 |
         uint32_t{s.arrived} << 26 | uint32_t{s.left_group} << 27 | uint32_t{s.was_blocked} << 28 |
         uint32_t{s.wait_count != 0} << 29 | uint32_t{drawn} << 30 | uint32_t{refers} << 31);
  if (s.wait_count) e.word(s.wait_count);
  if (drawn) e.word(s.hash_seed), e.word(s.random_seed);
  if (refers) e.name(s.waiting_on), e.name(s.ended ? kNull : s.exception);
}

// A thread that refers to nothing but what statics and Threads lead to looks the same until it changes, or one of those
// objects is written. In a fingerprint a digest stands for it, which begins as no thread does; of a whole state it is a
// run that has the name it had. Returns that name, or 0.
uint64_t ThreadTable::encode(ThreadId t, bool symmetric, StateEncoder& e) {
  const ThreadState& s = threads_[t].s;
  const bool stale = vm_.stale(s.pending);
  if (s.pending.kind == PendingKind::Cas && !s.ended) {
    const ComparedFields::Relative relative(facility<ComparedFields>(vm_), t);
    if (relative.any()) {  // how it is written depends on more than the stack
      write_state(s, stale, e);
      FormWriter to{e};
      write_frames_to(t, to);
      return 0;
    }
  }
  const JoinAhead::Ahead* ahead = !s.ended && !e.timed() && symmetric ? vm_.symmetry.ahead(t) : nullptr;
  if (s.ended && !ended_count_in_full(vm_, e)) {
    e.word(1);  // no other thread begins like that
    return 0;
  }
  if (s.ended || e.timed() || ahead) {
    write_state(s, stale, e);
    if (ahead) {
      write_ahead(*ahead, e);
    } else if (!s.ended) {
      FormWriter to{e};  // how times are written depends on more than the stack
      write_frames_to(t, to);
    }
    return 0;
  }
  Frames& f = frames(t);
  // One that waits at a monitor is written out.
  const bool alone = !s.waiting_on && !s.exception;
  const bool parks = vm_.rules.foresees(kOwnParks);
  const bool known = alone && f.changed == s.changed && f.stale == stale && f.parks == parks &&
                     e.rooted_as(f.words, f.refs, f.numbers);
  const size_t from = e.words().size();
  if (known && e.leave_out(f.name)) return f.name;
  if (!known || e.exact()) {
    const bool rooted = !known && alone && e.rooted(f.words, f.refs, f.numbers);
    write_state(s, stale, e);
    e.words_and_names(f.words, f.refs);
    // A form that is made aside has no digest to be kept.
    if (!known) f.changed = rooted && !e.aside() ? s.changed : 0;
    if (!known && !rooted) return 0;
    if (rooted) f.stale = stale, f.parks = parks;
    if (e.exact()) return known ? f.name : f.name = e.new_name();
    digest_from(e.words(), from, f.digest);
  } else {
    assert(as_digested(t, f, e));
  }
  e.word(~0u);
  for (const uint64_t d : f.digest) e.wide(d);
  return 0;
}

// Whether it is what would be written now: nobody has changed the thread, or an object, without saying so.
bool ThreadTable::as_digested(ThreadId t, const Frames& f, StateEncoder& e) const {
  const size_t from = e.words().size();
  write_state(threads_[t].s, f.stale, e);
  e.words_and_names(f.words, f.refs);
  uint64_t digest[2];
  digest_from(e.words(), from, digest);
  return digest[0] == f.digest[0] && digest[1] == f.digest[1];
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

ThreadOrders::ThreadOrders(const ThreadTable& threads) : threads_(threads) {}
ThreadOrders::~ThreadOrders() = default;

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
  // Mostly main has started all of them and nobody knows of any end.
  bool plain = !vm.rules.foresees(kNumbersReturn) && !symmetry.on() && threads_[0].s.starter == por::kNoThread;
  for (ThreadId t = 0; t < count && plain; ++t) {
    plain = t == 0 || threads_[t].s.starter == 0;
    for (ThreadId u = 0; ended(t) && u < count && plain; ++u) plain = u == t || !joined(u, t);
  }
  if (plain && !std::all_of(&threads_[0], &threads_[0] + count, [](const VThread& v) { return v.s.ended; }))
    return e.word(0);
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
