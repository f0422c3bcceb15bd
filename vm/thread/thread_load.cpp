// Threads as a form of a state has them: what ThreadTable and ThreadOrders write, read again.
#include <algorithm>
#include <vector>

#include "vm/code/frame_height.hpp"
#include "vm/code/insn.hpp"
#include "vm/state/state_decoder.hpp"
#include "vm/vm.hpp"

namespace jmc::vm {

namespace {
constexpr uint32_t kLockBit = 1u << 31, kPcMask = (1u << 24) - 1;
}  // namespace

bool ThreadTable::tells_frames(ThreadId t) const {
  struct Frame {
    const Method* method;
    uint32_t fp, height;
  };
  std::vector<Frame> frames;
  bool caller = false;
  for (uint32_t fp = threads_[t].s.fp; fp;) {
    const FrameHeader* f = vm_.frame(t, fp);
    Method& m = *vm_.method(f->method);
    slot_map(vm_, m, f->pc, caller);
    frames.push_back({&m, fp, frame_height(m, f->pc, caller)});
    if (frames.back().height == kNoHeight || f->pc > kPcMask || f->scratch > kReexecute) return false;
    caller = f->called();
    fp = f->prev;
  }
  uint32_t at = kFirstSlot;
  for (size_t i = frames.size(); i-- > 0;) {
    if (frames[i].fp != at + frames[i].method->max_locals) return false;
    at = frames[i].fp + kFrameSlots + frames[i].height;
  }
  return frames.empty() || at == threads_[t].s.sp;
}

// A thread in a form: the state apart from references, and where the rest of its words are.
struct ThreadTable::Read {
  ThreadState state;
  uint32_t waiting_on = 0, exception = 0;  // names
  struct Frame {
    Method* method;
    FrameHeader header;
    const SlotMap* map;
    uint32_t height;
    uint32_t lock;  // name
    size_t slots;   // where they are in the form
  };
  std::vector<Frame> frames;  // the innermost first
};

void ThreadTable::read(StateDecoder& d, Read& to) const {
  const uint32_t w = d.word();
  ThreadState& s = to.state;
  const auto bit = [&](int n) { return (w >> n & 1) != 0; };
  s.ended = bit(0), s.daemon = bit(1), s.interrupted = bit(2), s.permit = bit(3);
  s.wait = static_cast<WaitState>(w >> 4 & 3);
  s.parks = bit(6), s.waits_in_locks = bit(7);
  s.native_phase = static_cast<uint8_t>(w >> 8);
  s.pending.kind = static_cast<PendingKind>(w >> 16 & 0xff);
  s.dispatching = bit(24);
  if (bit(25)) throw CannotLoad{"an operation is described by rules that hold no more"};
  s.arrived = bit(26), s.left_group = bit(27), s.was_blocked = bit(28);
  if (bit(29)) s.wait_count = d.word();
  if (bit(30)) s.hash_seed = d.word(), s.random_seed = d.word();
  if (bit(31)) to.waiting_on = d.word(), to.exception = d.word();
  if (s.ended) return;
  bool caller = false;
  while (const uint32_t first = d.word()) {
    const uint32_t method = (first & ~kLockBit) - 1, second = d.word();
    Method& m = *vm_.method(method);
    Read::Frame& f = to.frames.emplace_back();
    f.method = &m;
    f.header = {method, second & kPcMask, 0, kNull, second >> 24};
    f.map = &slot_map(vm_, m, f.header.pc, caller);
    f.height = frame_height(m, f.header.pc, caller);
    f.lock = first & kLockBit ? d.word() : 0;
    f.slots = d.at();
    d.skip(f.map->values.size() + f.map->refs.size());
    if (f.height == kNoHeight) throw CannotLoad{"a thread is in a frame of the VM that no form tells of"};
    caller = f.header.called();
  }
}

void ThreadTable::make(StateDecoder& d, ThreadId t, Ref object, const Read& from) {
  const bool is_new = t == count_;
  VThread& v = is_new ? add() : threads_[t];
  const ThreadState was = is_new ? v.s : touch(t);
  if (!is_new) save_stack(t, 0);
  ThreadState s = from.state;
  s.object = object;
  s.kind = was.object == object ? was.kind : vm_.symmetry.kind_of(object);
  s.timer = was.timer;
  s.waiting_on = d.ref(from.waiting_on);
  s.exception = d.ref(from.exception);
  uint32_t at = kFirstSlot, prev = 0;
  for (size_t i = from.frames.size(); i-- > 0;) {
    const Read::Frame& f = from.frames[i];
    const Method& m = *f.method;
    const uint32_t fp = at + m.max_locals, top = fp + kFrameSlots + f.height;
    if (top > vm_.options.stack_slots) throw CannotLoad{"its frames do not fit into the stack of a thread"};
    // What does not count may have been anything.
    std::fill(v.stack + at, v.stack + top, 0u);
    FrameHeader header = f.header;
    header.prev = prev;
    header.lock = d.ref(f.lock);
    *vm_.frame(t, fp) = header;
    uint32_t* slots = v.stack + at;
    d.go_to(f.slots);
    for (const uint16_t n : f.map->values) slots[n] = d.word();
    for (const uint16_t n : f.map->refs) slots[n] = d.ref();
    s.initialising = static_cast<uint16_t>(s.initialising + (f.method == vm_.clinit_method_));
    prev = fp;
    at = top;
  }
  s.fp = prev;
  s.sp = prev ? at : 0;
  s.ran = ++runs_;
  s.changed = ++changes_;
  v.s = s;
}

void ThreadTable::decode(StateDecoder& d) {
  const size_t count = d.threads.size();
  if (count < count_) throw CannotLoad{"the present state is no earlier one: it has more threads"};
  std::vector<Read> threads(count);
  for (Read& r : threads) read(d, r);
  d.part([&] {
    const size_t objects = d.at();
    d.look_at_objects();
    d.go_to(objects);
    d.fill_objects();
  });
  const size_t end = d.at();
  for (ThreadId t = 0; t < count; ++t) make(d, t, d.threads[t], threads[t]);
  d.go_to(end);
}

// The form says who started whom and who knows of whose end; the epochs follow. A thread knows what its starter knew
// then, and what those knew of whose end it knows. Of a starter of whose end all living threads know, the form does not
// say whom it has started, and nobody can tell.
void ThreadOrders::decode(StateDecoder& d) {
  Vm& vm = threads_.vm_;
  const ThreadId count = threads_.count();
  for (ThreadId t = 0; t < count; ++t) begin(t);
  const size_t n = count;
  std::vector<bool> ends(n * n);  // [t * n + u]: t knows of the end of u
  std::vector<uint32_t> epochs(n), at_start(n * n);
  const bool any = d.word();
  for (ThreadId t = 0; t < count; ++t) {
    ThreadId starter = t == 0 ? por::kNoThread : 0;
    if (any) {
      const uint32_t word = d.word();
      starter = (word >> 2) - 1;  // kNoThread of 0
      const auto of_end = static_cast<uint8_t>(word & 3);
      if (of_end == Known::All)
        for (ThreadId u = 0; u < count; ++u) ends[u * n + t] = u != t;
      if (of_end == Known::Some)
        for (uint32_t left = d.word(); left; --left) {
          const ThreadId who = d.word();
          if (who >= count) throw CannotLoad{"it is no form of a state of this program"};
          ends[who * n + t] = true;
        }
    }
    ThreadState& s = vm.touch_thread(t);
    s.starter = starter;
    s.start_epoch = 0;
    if (starter == por::kNoThread) continue;
    if (starter >= t) throw CannotLoad{"threads have numbers of others"};
    s.start_epoch = ++epochs[starter];
    for (ThreadId u = 0; u < count; ++u) at_start[t * n + u] = at_start[starter * n + u];
    at_start[t * n + starter] = s.start_epoch;
  }
  std::vector<uint32_t> knows = at_start;
  for (bool changed = true; changed;) {
    changed = false;
    for (ThreadId t = 0; t < count; ++t)
      for (ThreadId x = 0; x < count; ++x)
        for (ThreadId u = 0; ends[t * n + x] && u < count; ++u)
          if (u != t && knows[x * n + u] > knows[t * n + u]) knows[t * n + u] = knows[x * n + u], changed = true;
  }
  for (ThreadId t = 0; t < count; ++t) {
    set_epoch(t, epochs[t]);
    for (ThreadId u = 0; u < count; ++u) set(t, u, ends[t * n + u] ? kJoined : knows[t * n + u]);
  }
}

}  // namespace jmc::vm
