#include "vm/state/components.hpp"

#include <algorithm>

#include "vm/code/insn.hpp"
#include "vm/state/state_encoder.hpp"
#include "vm/thread/ended_threads.hpp"
#include "vm/vm.hpp"

namespace jmc::vm {

void HeapState::encode(StateEncoder& e) {
  const bool garbage = vm_.options.distinguish & kDistinguishGarbage;
  threads_.clear();
  const bool all = ended_count_in_full(vm_, e);
  for (ThreadId place = 0; place < vm_.thread_count(); ++place) {
    const ThreadState& s = vm_.thread(vm_.symmetry.at(place)).s;
    threads_.push_back(s.ended && !all ? kNull : s.object);
  }
  e.part([&] {
    if (garbage) e.word(static_cast<uint32_t>(heap_.top() >> 3));
    e.rooted(threads_, [&] { roots(e); });
  });
  e.end_run(por::FormParts::Side::Right, garbage ? 0 : e.rooted_name());
}

void HeapState::roots(StateEncoder& e) {
  e.word(static_cast<uint32_t>(threads_.size()));
  for (const Ref thread : threads_) e.name(thread);
  e.cut();
  const auto changed = [&](Ref r) {
    e.word(r);
    e.object(r);
    e.cut();
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
    if (!(heap_.header(r)->flags & (kProgram | kNamesNumbered))) dirty_.push_back(r);
  dirty_.insert(dirty_.end(), vm_.symmetry.referring().begin(), vm_.symmetry.referring().end());
  std::sort(dirty_.begin(), dirty_.end());
  for (const Ref r : dirty_)
    if (!e.as_in_image(r)) changed(r);
  e.word(0);
}

void Counters::encode(StateEncoder& e) const {
  uint32_t used = 0;
  for (uint32_t i = 0; i < kCount; ++i)
    if (i != Clock::kPresent && values_[i]) used |= 1u << i;
  e.word(used);
  for (uint32_t i = 0; i < kCount; ++i)
    if (used >> i & 1) e.wide(values_[i]);
}

void ExitState::encode(StateEncoder& e) const {
  e.word(now.exited);
  e.word(static_cast<uint32_t>(now.status));
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
  const auto name = [&](Ref r) {
    if (r >= Heap::kFirstRef) return e.reached(r);
    return r < kThreadLocation ? r : kThreadLocation + symmetry_.place(r - kThreadLocation);
  };
  if (!e.exact()) races_.tidy(name);  // else what is left out has no names
  if (races_.recording()) races_.write(e.words(), symmetry_, name);
}

UnexaminedErrors::UnexaminedErrors(Vm& vm) : vm_(vm) {}
UnexaminedErrors::~UnexaminedErrors() = default;

}  // namespace jmc::vm
