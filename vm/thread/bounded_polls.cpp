#include "vm/thread/bounded_polls.hpp"

#include <algorithm>
#include <utility>

#include "vm/code/aside.hpp"
#include "vm/options.hpp"
#include "vm/vm.hpp"

namespace jmc::vm {

bool same_but_for_stack(const ThreadState& a, const ThreadState& b) {
  return a.ended == b.ended && a.daemon == b.daemon && a.interrupted == b.interrupted && a.permit == b.permit &&
         a.permit_of_interrupt == b.permit_of_interrupt && a.parks == b.parks && a.waits_in_locks == b.waits_in_locks &&
         a.initialising == b.initialising && a.left_group == b.left_group && a.dispatching == b.dispatching &&
         a.wait == b.wait && a.native_phase == b.native_phase && a.wait_count == b.wait_count &&
         a.waiting_on == b.waiting_on && a.exception == b.exception && a.hash_seed == b.hash_seed &&
         a.random_seed == b.random_seed && a.timer == b.timer && a.wait_until == b.wait_until &&
         a.poll_place == b.poll_place && a.polls == b.polls && a.poll_since == b.poll_since &&
         a.poll_readings == b.poll_readings && a.poll_steps == b.poll_steps && a.timer_readings == b.timer_readings;
}

bool BoundedPolls::in_loop(ThreadId t) {
  for (uint32_t fp = vm_.thread(t).s.fp; fp;) {
    const FrameHeader* f = vm_.frame(t, fp);
    if (const std::vector<Loop>* loops = loops_.of(f->method))
      for (const Loop& loop : *loops)
        if (f->pc >= loop.code.head && f->pc <= loop.code.tail) return true;
    fp = f->prev;
  }
  return false;
}

void BoundedPolls::look(ThreadId t, Position& out) {
  out.words.clear();
  out.frames.clear();
  const VThread& thread = vm_.thread(t);
  out.state = thread.s;
  std::vector<uint32_t> counters;  // of this frame
  bool caller = false;
  for (uint32_t fp = thread.s.fp; fp;) {
    const FrameHeader* f = vm_.frame(t, fp);
    Method& m = *vm_.method(f->method);
    const uint32_t* slots = thread.stack + fp - m.max_locals;
    counters.clear();
    std::vector<Loop>* loops = loops_.of(f->method);
    for (size_t i = 0; loops && i < loops->size(); ++i) {
      Loop& loop = (*loops)[i];
      if (f->pc < loop.code.head || f->pc > loop.code.tail) continue;
      LoopFrame& place = out.frames.emplace_back(LoopFrame{fp, f->method, &loop, {}});
      for (const uint16_t slot : loop.code.counters) {
        place.counts.push_back(slots[slot]);
        counters.push_back(slot);
      }
    }
    out.words.insert(out.words.end(), {f->method, f->pc, f->lock, f->scratch});
    const SlotMap& map = slot_map(vm_, m, f->pc, caller);
    for (const uint16_t i : map.values)
      out.words.push_back(std::find(counters.begin(), counters.end(), i) == counters.end() ? slots[i] : 0);
    for (const uint16_t i : map.refs) out.words.push_back(slots[i]);
    caller = f->called();
    fp = f->prev;
  }
}

bool BoundedPolls::same_operation(const Pending& a, const Pending& b) {
  return a.kind == b.kind && a.object == b.object && a.offset == b.offset && a.width == b.width && a.count == b.count &&
         std::equal(a.accesses, a.accesses + a.count, b.accesses, [](const RawAccess& x, const RawAccess& y) {
           return x.object == y.object && x.field == y.field && x.write == y.write;
         });
}

bool BoundedPolls::same(const Position& a, const Position& b) {
  return a.words == b.words && same_operation(a.state.pending, b.state.pending) && same_but_for_stack(a.state, b.state);
}

std::vector<BoundedPolls::Move> BoundedPolls::moved(const Position& a, const Position& b) {
  std::vector<Move> out;
  for (const LoopFrame& p : a.frames)
    for (const LoopFrame& q : b.frames) {
      if (p.fp != q.fp || p.method != q.method || p.loop != q.loop || p.counts == q.counts) continue;
      Move& move = out.emplace_back(Move{p.loop, q.counts});
      for (size_t i = 0; i < move.steps.size(); ++i) move.steps[i] -= p.counts[i];
    }
  return out;
}

void BoundedPolls::begin(ThreadId t) {
  going_on_.clear();
  watched_ = !loops_.off() && in_loop(t);
  if (watched_) look(t, before_);
}

// Whether t's next operation would bring it back to where it is, and change nothing but counters. So that the last
// round is none but the others, the counters are where they were before the round that was just done.
bool BoundedPolls::in_vain_now(ThreadId t) {
  if (!may_poll(now_.state.pending)) return false;
  bool in_vain = false;
  {
    const Aside aside(vm_);
    const Unobserved unobserved(vm_);
    set_counters(t, before_);
    look(t, was_);
    const size_t written = vm_.heap.logged();
    if (vm_.run(t, 0) == RunEnd::Pending && vm_.violations().empty() && vm_.heap.logged() == written) {
      look(t, next_);
      in_vain = same(now_, next_) && moved(was_, next_) == moved(before_, now_);
    }
  }
  set_counters(t, now_);
  return in_vain;
}

// Of the loops that t is in both now and in `from`.
void BoundedPolls::set_counters(ThreadId t, const Position& from) {
  for (const LoopFrame& p : now_.frames)
    for (const LoopFrame& q : from.frames)
      if (p.fp == q.fp && p.method == q.method && p.loop == q.loop) {
        uint32_t* slots = vm_.thread(t).stack + p.fp - vm_.method(p.method)->max_locals;
        for (size_t i = 0; i < q.counts.size(); ++i) slots[p.loop->code.counters[i]] = q.counts[i];
      }
}

bool BoundedPolls::goes_on(ThreadId t) {
  if (!watched_ || vm_.exited() || vm_.thread(t).s.ended || !in_loop(t)) return false;
  look(t, now_);
  std::vector<Move> rounds = moved(before_, now_);
  if (rounds.empty()) return false;
  const bool back = same(before_, now_);
  if (!going_on_.empty()) {
    // In a loop around this one the counters begin anew: that is where the step ends.
    const bool on = back && rounds == going_on_;
    std::swap(before_, now_);
    return on;
  }
  const Pending &was = before_.state.pending, &is = now_.state.pending;
  const bool all_told = std::all_of(rounds.begin(), rounds.end(), [](const Move& m) { return m.loop->told; });
  if (!back && all_told) return false;
  const bool in_vain = may_poll(was) && was.object == is.object && was.offset == is.offset && in_vain_now(t);
  for (const Move& move : rounds)
    if (!in_vain) loops_.note_told(*move.loop);
    else if (back) loops_.note_gone_on(*move.loop);
  if (!in_vain || !back) return false;
  going_on_ = std::move(rounds);
  std::swap(before_, now_);
  return true;
}

}  // namespace jmc::vm
