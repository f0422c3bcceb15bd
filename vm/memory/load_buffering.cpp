#include "vm/memory/load_buffering.hpp"

#include <algorithm>
#include <utility>

#include "vm/memory/written_ahead.hpp"
#include "vm/native.hpp"
#include "vm/operation/operation.hpp"
#include "vm/state/objects.hpp"

namespace jmc::vm {

using memory::Mode;

namespace {

constexpr uint32_t kMostOpen = 2;     // promises of one thread
constexpr uint32_t kDepth = 40;       // operations of a run alone
constexpr uint32_t kMostTried = 300;  // of all that begin in one state

constexpr bool weak(Mode m) { return m == Mode::Plain || m == Mode::Opaque; }

bool weak_access(const Pending& p, PendingKind kind) {
  return p.kind == kind && p.modelled && !p.in_order && !p.section &&
         weak(kind == PendingKind::Read ? p.mode.read : p.mode.write);
}
// It lets others come behind the thread, which does not come behind them.
bool only_releases(const Pending& p) {
  if (p.kind == PendingKind::Write && p.modelled && !p.in_order) return !weak(p.mode.write);
  return p.kind == PendingKind::MonitorExit || p.kind == PendingKind::Unlock || p.kind == PendingKind::Unpark ||
         p.kind == PendingKind::Notify || p.kind == PendingKind::Interrupt ||
         p.operation->life == Operation::Life::Starts;
}
// Nothing is granted: the thread runs on.
bool no_operation(const Pending& p) {
  return p.kind == PendingKind::None || p.kind == PendingKind::Start || p.kind == PendingKind::StepLimit;
}

}  // namespace

// What runs ahead would leave behind beside the state and what they have learnt.
struct LoadBuffering::Aside {
  explicit Aside(Vm& v)
      : vm(v),
        observer(std::exchange(v.observer, nullptr)),
        violations(std::exchange(v.violations_, {})),
        fenced(v.memory->fenced_),
        current(v.current_),
        alternative(v.granted_alternative),
        met(v.met),
        gave_way(v.gave_way),
        older_values(v.memory->older_values) {}
  ~Aside() {
    vm.observer = observer;
    vm.violations_ = std::move(violations);
    vm.memory->fenced_ = fenced;
    vm.current_ = current;
    vm.granted = false, vm.granted_alternative = alternative;
    vm.met = met;
    vm.gave_way = gave_way;
    vm.memory->older_values = older_values;
    vm.pending_exception = kNull;
  }
  Aside(const Aside&) = delete;

  Vm& vm;
  StepObserver* observer;
  std::vector<Violation> violations;
  por::ThreadSet fenced;
  ThreadId current;
  uint32_t alternative, met;
  bool gave_way, older_values;
};

bool LoadBuffering::orders(const Pending& p) const {
  return !no_operation(p) && !weak_access(p, PendingKind::Read) && !weak_access(p, PendingKind::Write);
}

// False: nothing that comes after this is part of a run ahead.
bool LoadBuffering::run_alone(ThreadId t, uint32_t alternative) {
  if (++tried_ > kMostTried) {
    bounded_ = true;
    return false;
  }
  broken_ = false;
  try {
    const RunEnd end = vm_.run(t, alternative);
    return !broken_ && (end == RunEnd::Pending || end == RunEnd::Ended);
  } catch (const Unsupported&) {  // the search comes to it, too, if there is such a step
    bounded_ = true;
    return false;
  }
}

bool LoadBuffering::keeps(ThreadId t, uint32_t depth) {
  if (!vm_.memory->machine.promises(t)) return true;
  if (vm_.thread(t).s.ended || vm_.exited() || orders(vm_.thread(t).s.pending)) return false;
  if (!depth) {
    bounded_ = true;
    return false;
  }
  // A write that keeps a promise is among the last.
  for (uint32_t a = ways_of(vm_, t); a-- > 0;) {
    const Vm::Mark before = vm_.mark();
    const MemoryModel& m = *vm_.memory;
    const uint32_t ordered = m.acquired_times + m.released_times;
    bool kept = run_alone(t, a);
    if (kept && m.machine.promises(t)) kept = ordered == m.acquired_times + m.released_times && keeps(t, depth - 1);
    vm_.undo(before);
    vm_.release(before);
    if (kept) return true;
    if (tried_ > kMostTried) return false;
  }
  return false;
}

// The step of a search: it may be the one before which nothing has to be kept any more.
bool LoadBuffering::keeps_after(ThreadId t, uint32_t alternative) {
  tried_ = 0;
  const Vm::Mark before = vm_.mark();
  const MemoryModel& m = *vm_.memory;
  const uint32_t ordered = m.acquired_times + m.released_times;
  bool kept = !orders(vm_.thread(t).s.pending) && run_alone(t, alternative);
  if (kept && m.machine.promises(t)) kept = ordered == m.acquired_times + m.released_times && keeps(t, kDepth);
  vm_.undo(before);
  vm_.release(before);
  return kept;
}

bool LoadBuffering::keeps_ahead(ThreadId t, const Ahead& write) {
  tried_ = 0;
  const Vm::Mark before = vm_.mark();
  write_ahead(t, write);
  const bool kept = keeps(t, kDepth);
  vm_.undo(before);
  vm_.release(before);
  return kept;
}

// Which writes does the thread come to alone, behind a read?
void LoadBuffering::look_ahead(ThreadId t, uint32_t depth, bool has_read) {
  if (vm_.thread(t).s.ended || vm_.exited()) return;
  const Pending p = vm_.thread(t).s.pending;
  if (orders(p)) return;
  if (!depth) {
    bounded_ = true;
    return;
  }
  const uint32_t ways = ways_of(vm_, t);
  for (uint32_t a = 0; a < ways && tried_ <= kMostTried; ++a) {
    const Vm::Mark before = vm_.mark();
    const MemoryModel& m = *vm_.memory;
    const uint32_t ordered = m.acquired_times + m.released_times;
    has_read_ = has_read;
    if (run_alone(t, a) && ordered == m.acquired_times + m.released_times)
      look_ahead(t, depth - 1, has_read || p.kind == PendingKind::Read);
    vm_.undo(before);
    vm_.release(before);
  }
}

void LoadBuffering::writes(const MemoryModel::Variable& v, Mode mode, uint64_t value) {
  if (!found_ || !has_read_ || !weak(mode)) return;
  WrittenAhead& ahead = facility<WrittenAhead>(vm_);
  const Use use{vm_.memory->place(v), vm_.current()};
  const bool fresh = skipped_.insert(use).second;
  if (!ahead.variables.contains(use.first)) {
    if (fresh && read_beside_.contains(use) && ahead.found.insert(use.first).second) {
      vm_.memory->found_ = true;
      ++vm_.memory->changes_;
    }
    return;
  }
  if (vm_.memory->tears(v.object, v.offset, v.width)) {
    left_out_.insert({vm_.memory->place(v), vm_.current()});
    return;
  }
  Ahead write{v, MemoryModel::cut(value, v.width), 0, {}};
  if (std::any_of(found_->begin(), found_->end(), [&](const Ahead& w) { return w.same_write(write); })) return;
  write.site = vm_.place_of(vm_.current());
  found_->push_back(std::move(write));
}

const LoadBuffering::Known& LoadBuffering::know(ThreadId t) {
  for (const Known& k : known_)
    if (k.thread == t) return k;
  Known k{t, {}};
  const memory::Machine& machine = vm_.memory->machine;
  const uint32_t ways = ways_of(vm_, t), open = machine.promises(t);
  const bool reads = ways && vm_.multi() && weak_access(vm_.thread(t).s.pending, PendingKind::Read);
  if (open || reads) {
    const Aside aside(vm_);
    for (uint32_t a = 0; a < ways; ++a)
      if (!open || keeps_after(t, a)) k.choices.push_back({a, false, {}});
    std::vector<Ahead> found;
    if (reads) {
      tried_ = 0;
      found_ = &found;
      look_ahead(t, kDepth, false);
      found_ = nullptr;
    }
    // In the place of an object that the run ahead has made there is nothing now, or another object soon.
    const auto yet_to_be_made = [&](uint64_t object) { return object << 3 >= vm_.heap.top(); };
    // What no other thread can know yet has no messages that others could read.
    const auto only_its_own = [&](uint64_t object) {
      return object && !(vm_.heap.header(static_cast<Ref>(object))->flags & kShared);
    };
    for (Ahead& w : found) {
      if (yet_to_be_made(w.variable.object)) continue;  // nobody could see it before they see a reference
      if (w.variable.ref && (yet_to_be_made(w.value) || only_its_own(w.value))) {
        left_out_.insert({vm_.memory->place(w.variable), t});
        continue;
      }
      const uint32_t places = machine.places(t, MemoryModel::key(w.variable.object, w.variable.offset), Mode::Plain);
      for (w.place = 0; w.place < places; ++w.place) {
        if (!keeps_ahead(t, w)) continue;
        if (open < kMostOpen) k.choices.push_back({0, true, w});
        else bounded_ = true;
      }
    }
  } else {
    for (uint32_t a = 0; a < ways; ++a) k.choices.push_back({a, false, {}});
  }
  known_.push_back(std::move(k));
  return known_.back();
}

uint32_t LoadBuffering::ways(ThreadId t) {
  if (vm_.thread(t).s.ended || vm_.exited()) return 0;
  return static_cast<uint32_t>(know(t).choices.size());
}

const LoadBuffering::Choice& LoadBuffering::choice(ThreadId t, uint32_t alternative) {
  static const Choice kFirst;
  const Known& k = know(t);
  return alternative < k.choices.size() ? k.choices[alternative] : kFirst;
}

bool LoadBuffering::incomplete() const {
  return bounded_ ||
         std::any_of(left_out_.begin(), left_out_.end(), [&](const Use& u) { return read_beside_.contains(u); });
}

void LoadBuffering::write_ahead(ThreadId t, const Ahead& write) {
  const MemoryModel::Variable& v = write.variable;
  MemoryModel& m = *vm_.memory;
  m.older_values = true;
  const bool newest = m.machine.promise(t, MemoryModel::key(v.object, v.offset), write.place, m.stored(v), write.value);
  m.look_at_limit(v);
  if (!newest) return;
  switch (v.width) {
    case 1: vm_.heap.store<uint8_t>(v.object, v.offset, static_cast<uint8_t>(write.value)); break;
    case 2: vm_.heap.store<uint16_t>(v.object, v.offset, static_cast<uint16_t>(write.value)); break;
    case 4:
      if (v.ref) vm_.store_ref(v.object, v.offset, static_cast<Ref>(write.value));
      else vm_.heap.store<uint32_t>(v.object, v.offset, static_cast<uint32_t>(write.value));
      break;
    default: vm_.heap.store<uint64_t>(v.object, v.offset, write.value); break;
  }
}

// Threads that the reader has not joined may write ahead of what it reads. What was skipped is no less than any other
// thing that a search relies on and finds to be wrong.
void LoadBuffering::reads(ThreadId t, const Pending& p) {
  MemoryModel& m = *vm_.memory;
  WrittenAhead& ahead = facility<WrittenAhead>(vm_);
  for (int i = 0; i < p.count; ++i) {
    const RawAccess& a = p.accesses[i];
    if (a.object < Heap::kFirstRef || (p.kind == PendingKind::Write && p.modelled && !p.in_order)) continue;
    const void* place = m.place({a.object, a.field, 0, false});
    for (ThreadId u = 0; u < vm_.thread_count(); ++u) {
      const Use use{place, u};
      if (u == t || vm_.has_joined(t, u) || !read_beside_.insert(use).second || !skipped_.contains(use) ||
          ahead.variables.contains(place) || !ahead.found.insert(place).second)
        continue;
      m.found_ = true;
      ++m.changes_;
    }
  }
}

void LoadBuffering::stepped(ThreadId t, const Pending& p, uint32_t acquired, uint32_t released) {
  reads(t, p);
  MemoryModel& m = *vm_.memory;
  uint8_t past = m.machine.past(t);
  const auto releases = [&] {
    if (past >= kHasRead) past = kOrdered;
  };
  if (weak_access(p, PendingKind::Read)) past = std::max<uint8_t>(past, kHasRead);
  else if (weak_access(p, PendingKind::Write)) {
    if (past == kOrdered) left_out_.insert({m.place({p.object, p.offset, p.model_width, false}), t});
  } else {
    // Updates, copies and views of bytes write plainly, too.
    const bool strong = p.modelled && !weak(p.mode.write);
    for (int i = 0; i < p.count && past >= kHasRead && !strong; ++i)
      if (const RawAccess& a = p.accesses[i]; a.write && a.object >= Heap::kFirstRef)
        left_out_.insert({m.place({a.object, a.field, 0, false}), t});
    if (only_releases(p)) releases();
    else if (!no_operation(p)) past = kOrdered;
  }
  if (m.released_times != released) releases();
  if (m.acquired_times != acquired) past = kOrdered;
  m.machine.set_past(t, past);
}

}  // namespace jmc::vm
