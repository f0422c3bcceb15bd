#include "vm/thread/late_time_outs.hpp"

namespace jmc::vm {

namespace {

using Asked = LateTimeOuts::Asked;

// As a search sees it (ways_of()).
uint32_t ways(Vm& vm, ThreadId t, Asked asked) {
  const Pending& p = vm.thread(t).s.pending;
  if (p.simple || vm.stale(p)) return 1;
  const AskingOfWaits asking(vm, asked);
  return p.ways(vm, t);
}

// It sleeps, and nothing but time ends that.
bool sleeps(const Vm& vm, ThreadId t) {
  const ThreadState& s = vm.thread(t).s;
  const Pending& p = s.pending;
  return p.kind == PendingKind::Sleep && p.by_clock && !s.interrupted && vm.clock.begun(t);
}

constexpr int64_t kNotTold = -1;  // of a deadline: the clock is not shared yet, and the round will be repeated

// Whether all others stand, as long as the clock does not go beyond `deadline`.
bool others_stand(Vm& vm, ThreadId t, int64_t deadline) {
  if (vm.exited()) return true;
  for (ThreadId u = 0; u < vm.thread_count(); ++u) {
    const ThreadState& s = vm.thread(u).s;
    if (u == t || s.ended) continue;
    if (sleeps(vm, u)) {
      if (deadline == kNotTold || s.wait_until < deadline) return false;
      continue;
    }
    if (ways(vm, u, Asked::WithoutTime)) return false;
    // Whose time is over earlier is first.
    if (deadline != kNotTold && vm.clock.begun(u) && s.wait_until < deadline && ways(vm, u, Asked::WithTime))
      return false;
  }
  return true;
}

int64_t deadline_of(const Vm& vm, ThreadId t) {
  return vm.clock.shared() && vm.clock.begun(t) ? vm.thread(t).s.wait_until : kNotTold;
}

}  // namespace

bool time_may_be_over(Vm& vm, ThreadId t) {
  const LateTimeOuts& late = facility<LateTimeOuts>(vm);
  if (!late.on || late.asked == Asked::WithTime) return true;
  if (late.asked == Asked::WithoutTime) return false;
  const int64_t deadline = deadline_of(vm, t);
  return (deadline != kNotTold && deadline <= vm.clock.present()) || others_stand(vm, t, deadline);
}

uint32_t ways_of_polling(Vm& vm, ThreadId t) {
  const LateTimeOuts& late = facility<LateTimeOuts>(vm);
  if (!late.on) return 2;
  if (late.asked == Asked::WithoutTime) return 0;  // it waits, for time to pass or for others
  if (late.asked == Asked::WithTime) return 2;
  return others_stand(vm, t, vm.clock.present()) ? 2 : 1;
}

}  // namespace jmc::vm
