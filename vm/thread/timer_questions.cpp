#include "vm/thread/timer_questions.hpp"

#include <algorithm>
#include <cstddef>

#include "vm/code/insn.hpp"
#include "vm/code/unread.hpp"
#include "vm/native.hpp"
#include "vm/thread/readings.hpp"
#include "vm/vm.hpp"

namespace jmc::vm {

namespace {

// By the range of values alone: which of them were ever given out depends on other paths.
bool is_reading(uint64_t value, ThreadId t) {
  const readings::Range r = readings::range_of(value);
  return r.unit && r.timer && r.thread == t;
}

bool object_holds(Vm& vm, Ref object, ThreadId t) {
  const Klass& k = *vm.klass_of(object);
  if (k.is_array()) return false;
  const bool shared = vm.heap.header(object)->flags & kShared;
  const std::vector<uint16_t>& left_out = facility<UnreadFields>(vm).left_out(k.id);
  for (const Klass* c = &k; c; c = c->super)
    for (const auto& f : c->fields) {
      if (f->type != 'J' || f->is_static() || (shared && !(f->flags & kFinal))) continue;
      if (std::find(left_out.begin(), left_out.end(), (f->offset - kHeaderSize) / 4) != left_out.end()) continue;
      if (is_reading(vm.heap.load<uint64_t>(object, f->offset), t)) return true;
    }
  return false;
}

bool holds_reading(Vm& vm, ThreadId t) {
  bool caller = false;
  for (uint32_t fp = vm.thread(t).s.fp; fp;) {
    const FrameHeader* f = vm.frame(t, fp);
    Method& m = *vm.method(f->method);
    const SlotMap& map = slot_map(vm, m, f->pc, caller);
    const uint32_t* slots = vm.thread(t).stack + fp - m.max_locals;
    for (size_t i = 0; i + 1 < map.values.size(); ++i) {
      const uint16_t low = map.values[i];
      if (low + 1 == map.values[i + 1] && is_reading(slots[low] | uint64_t{slots[low + 1]} << 32, t)) return true;
    }
    for (const uint16_t i : map.refs)
      if (slots[i] && object_holds(vm, slots[i], t)) return true;
    caller = f->called();
    fp = f->prev;
  }
  return false;
}

}  // namespace

void forget_timer_questions(Vm& vm, ThreadId t) {
  if (vm.thread(t).s.timer_readings && !holds_reading(vm, t)) vm.touch_thread(t).timer_readings = 0;
}

}  // namespace jmc::vm
