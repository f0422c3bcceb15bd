#include "vm/thread/scan_polls.hpp"

#include <algorithm>
#include <cstdlib>

#include "vm/code/aside.hpp"
#include "vm/options.hpp"
#include "vm/thread/bounded_polls.hpp"
#include "vm/vm.hpp"

namespace jmc::vm {

namespace {
constexpr uint32_t kMostPeriod = 64;  // rounds
constexpr uint32_t kOperationsARound = 32;
// Counters and budgets further from their bounds are left as they are.
constexpr int64_t kFar = 1 << 24;
}  // namespace

bool ScanPolls::off() const { return !vm_.options.scans || loops_.off(); }

void ScanPolls::places(ThreadId t, std::vector<Place>& out) {
  out.clear();
  const ThreadState& s = vm_.thread(t).s;
  for (uint32_t fp = s.ended ? 0 : s.fp; fp;) {
    const FrameHeader* f = vm_.frame(t, fp);
    if (std::vector<Loop>* loops = loops_.of(f->method))
      for (Loop& loop : *loops)
        if (loop.code.contains(f->pc)) out.push_back({fp, f->method, &loop});
    fp = f->prev;
  }
}

bool ScanPolls::is_at(ThreadId t, const Place& place) {
  places(t, now_);
  return !now_.empty() && now_.front() == place;
}

uint32_t* ScanPolls::slots(ThreadId t, const Place& place) const {
  return vm_.thread(t).stack + place.fp - vm_.method(place.method)->max_locals;
}

int32_t ScanPolls::count(ThreadId t, const Place& place) const {
  return static_cast<int32_t>(slots(t, place)[place.loop->code.counter]);
}

int64_t ScanPolls::value(const FixedValue& v, const uint32_t* slots) const {
  return v.local ? static_cast<int32_t>(slots[v.slot] + static_cast<uint32_t>(v.plus)) : v.plus;
}

// What is left of the count decides nothing before it has come to its bound. A budget of b can be stepped b + 1 times
// until it is below 0. So many rounds that leave something behind, and a period for the others between any two of them,
// before the first and behind the last, are kept.
uint32_t ScanPolls::spare_rounds(const ScanLoop& loop, const uint32_t* slots, uint32_t& period) const {
  const int64_t ahead = static_cast<int32_t>(slots[loop.counter]) - value(loop.bound, slots);
  const int64_t step = loop.step;
  if (ahead == 0 || (ahead > 0) == (step > 0) || std::abs(ahead) > kFar) return 0;
  const int64_t left = (std::abs(ahead) - 1) / std::abs(step);
  int64_t rounds = 1;
  for (const FixedValue& v : loop.masks) {
    const int64_t mask = value(v, slots);
    if (mask < 0 || mask >= kMostPeriod || (mask & (mask + 1))) return 0;
    rounds = std::max(rounds, mask + 1);
  }
  int64_t kept = 1;
  for (const uint16_t slot : loop.budgets) {
    const int32_t budget = static_cast<int32_t>(slots[slot]);
    if (budget > 1000 || budget < -kFar) return 0;
    kept += std::max(budget + 1, 0);
  }
  const int64_t spare = left - kept * rounds - 1;
  if (spare < rounds) return 0;
  period = static_cast<uint32_t>(rounds);
  return static_cast<uint32_t>(std::min<int64_t>(spare, RoundsOfStep::kMost) / rounds * rounds);
}

// All that a thread has on its stack, but for the numbers that a round may change.
void ScanPolls::position(ThreadId t, const Place& place, std::vector<uint32_t>& out) const {
  out.clear();
  const VThread& thread = vm_.thread(t);
  bool caller = false;
  for (uint32_t fp = thread.s.fp; fp;) {
    const FrameHeader* f = vm_.frame(t, fp);
    Method& m = *vm_.method(f->method);
    const uint32_t* slots = thread.stack + fp - m.max_locals;
    out.insert(out.end(), {f->method, f->pc, f->lock, f->scratch});
    const SlotMap& map = slot_map(vm_, m, f->pc, caller);
    const ScanLoop* loop = fp == place.fp ? &place.loop->code : nullptr;
    for (const uint16_t i : map.values) {
      uint32_t word = slots[i];
      if (loop && i == loop->counter) word = 0;
      if (loop && static_cast<int32_t>(word) < 0 &&
          std::find(loop->budgets.begin(), loop->budgets.end(), i) != loop->budgets.end())
        word = ~uint32_t{0};
      out.push_back(word);
    }
    for (const uint16_t i : map.refs) out.push_back(slots[i]);
    if (loop) return;  // nothing below it changes while it is there
    caller = f->called();
    fp = f->prev;
  }
}

// Whether t, if it ran alone now, would be where it is after so many rounds, with nothing changed but numbers.
bool ScanPolls::period_in_vain(ThreadId t, const Place& here, uint32_t period) {
  const ScanLoop& loop = here.loop->code;
  position(t, here, words_);
  const uint32_t pc = vm_.frame(t, here.fp)->pc, top = vm_.thread(t).s.fp;
  const int64_t last = count(t, here) + int64_t{loop.step} * period;
  const Aside aside(vm_);
  const Unobserved unobserved(vm_);
  const size_t written = vm_.heap.logged();
  ThreadState before;
  for (uint32_t n = 0; n < period * kOperationsARound; ++n) {
    before = vm_.thread(t).s;
    const Pending& p = before.pending;
    if (!may_poll(p) || (p.kind == PendingKind::Cas && vm_.holds_now(p, p.expected))) return false;
    const int32_t was = count(t, here);
    if (vm_.run(t, 0) != RunEnd::Pending || !vm_.violations().empty() || vm_.heap.logged() != written ||
        !same_but_for_stack(before, vm_.thread(t).s) || !is_at(t, here))
      return false;
    const int32_t now = count(t, here);
    if ((now != was && now != was + loop.step) || (loop.step < 0 ? now < last : now > last)) return false;
    if (now != last || vm_.frame(t, here.fp)->pc != pc || vm_.thread(t).s.fp != top) continue;
    position(t, here, again_);
    return again_ == words_;
  }
  return false;
}

uint32_t ScanPolls::begin(ThreadId t) {
  going_on_ = false;
  at_.clear();
  if (!off()) places(t, at_);
  if (at_.empty()) return 0;
  before_ = vm_.thread(t).s;
  const Pending& p = before_.pending;
  writes_ = !may_poll(p) || (p.kind == PendingKind::Cas && vm_.holds_now(p, p.expected));
  const Place here = at_.front();
  uint32_t period = 0;
  uint32_t rounds = writes_ ? 0 : spare_rounds(here.loop->code, slots(t, here), period);
  if (rounds && !period_in_vain(t, here, period)) rounds = 0;
  vm_.heap.mark();  // so that writes to what is there now are logged, however long ago the search has set a mark
  logged_ = vm_.heap.logged();
  if (!rounds) return 0;
  going_on_ = true;
  pc_ = vm_.frame(t, here.fp)->pc;
  top_ = vm_.thread(t).s.fp;
  goal_ = count(t, here) + int64_t{here.loop->code.step} * rounds;
  loops_.note_gone_on(*here.loop);
  return rounds;
}

bool ScanPolls::goes_on(ThreadId t) {
  if (at_.empty()) return false;
  const bool changed = writes_ || vm_.heap.logged() != logged_ || !same_but_for_stack(before_, vm_.thread(t).s);
  const Place here = at_.front();
  if (vm_.exited()) now_.clear();
  else places(t, now_);
  const bool stays = !now_.empty() && now_.front() == here;
  if (!stays || changed) {
    std::erase_if(at_, [&](const Place& p) { return std::find(now_.begin(), now_.end(), p) == now_.end(); });
    for (const Place& p : at_)
      if (changed) loops_.note_told(*p.loop);
  }
  if (!stays) return going_on_ = false;
  // Below 0 all budgets are one. What the step has not touched it has not saved either.
  const ScanLoop& loop = here.loop->code;
  uint32_t* const locals = slots(t, here);
  const int64_t ahead = count(t, here) - value(loop.bound, locals);
  if (here.fp - vm_.method(here.method)->max_locals >= vm_.thread(t).s.stack_saved && std::abs(ahead) < kFar)
    for (const uint16_t slot : loop.budgets)
      if (const int32_t budget = static_cast<int32_t>(locals[slot]); budget < -1 && budget > -kFar)
        locals[slot] = ~uint32_t{0};
  if (!going_on_) return false;
  const int64_t left = (count(t, here) - goal_) * (loop.step < 0 ? 1 : -1);
  if (left < 0 || (left == 0 && vm_.frame(t, here.fp)->pc == pc_ && vm_.thread(t).s.fp == top_))
    return going_on_ = false;
  before_ = vm_.thread(t).s;
  writes_ = !may_poll(before_.pending);
  return true;
}

}  // namespace jmc::vm
