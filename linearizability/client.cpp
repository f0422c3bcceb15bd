#include "linearizability/client.hpp"

#include <xxhash.h>

#include <algorithm>
#include <string>

#include "linearizability/driver.hpp"

namespace jmc::linearizability {

namespace {

// Fixed, as those of FixedLocation. The first is written by choices, and read by every other operation. The second is
// written by choices, and read where a thread ends because others have made all calls that were left: a choice that it
// could have made must not vanish without a trace.
constexpr por::Location kChoices{33, 0}, kTurns{33, 1};

uint32_t ways(vm::Vm& vm, por::ThreadId t, const vm::Pending&) {
  // Where no call is left, one: to end.
  return static_cast<uint32_t>(std::max<size_t>(1, vm::facility<Present>(vm).calls(vm, t).size()));
}

constexpr vm::Operation kChooseCall{.ways = ways, .as = vm::as_lock};

bool describe_choose(vm::NativeCall& c, vm::Pending& p) {
  if (vm::facility<Present>(c.vm).calls(c.vm, c.thread.number).empty()) return false;
  p.kind = vm::PendingKind::Other;
  p.verb = vm::Verb::ChoosesCall;
  p.operation = &kChooseCall;
  p.add(vm::kThreadLocation + c.thread.number, vm::kThreadChance, true);
  return true;
}

vm::NativeStatus choose(vm::NativeCall& c) {
  Present& p = vm::facility<Present>(c.vm);
  const std::vector<uint16_t>& all = p.calls(c.vm, c.thread.number);
  if (all.empty()) return c.result(int32_t{-1});
  const uint16_t call = all[c.vm.granted_alternative];
  const uint32_t i = p.index(c.vm, c.thread.number);
  p.now.rest = p.endless ? p.endless->after(p.now.rest, i, call) : p.choices->after(p.now.rest, i, call);
  return c.result(call == EndlessChoices::kStop ? int32_t{-1} : int32_t{call});
}

vm::NativeStatus begun(vm::NativeCall& c) {
  Present& p = vm::facility<Present>(c.vm);
  if (!p.watched) return c.done();
  const uint32_t i = p.index(c.vm, c.thread.number);
  p.now.monitor = p.monitor->begun(p.now.monitor, i, static_cast<uint16_t>(c.i32(0)));
  // What may be called depends on the monitor then, which must not depend on which of two steps that commute came
  // first.
  if (p.endless && p.endless->bounded()) p.now.monitor = p.monitor->moved(p.now.monitor, i);
  return c.done();
}

vm::NativeStatus took(vm::NativeCall& c) {
  Present& p = vm::facility<Present>(c.vm);
  if (p.engine->returned) p.engine->returned(c.thread.number);
  if (p.watched)
    p.now.monitor = p.monitor->returned(p.now.monitor, p.index(c.vm, c.thread.number), p.engine->text(c.ref(1)));
  return c.done();
}

uint64_t mixed(uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

void mix(por::Fingerprint& f, uint64_t word) {
  f.lo = mixed(f.lo ^ word);
  f.hi = mixed(f.hi + word * 0xd6e8feb86659fd93u + 1);
}

}  // namespace

bool is_choice(const vm::Vm& vm, por::ThreadId t) {
  const vm::ThreadState& s = vm.thread(t).s;
  return !s.ended && s.pending.operation == &kChooseCall;
}

void register_choices(vm::Vm& vm, const std::string& main) {
  const std::string client = main + ".";
  vm.register_native(client + Driver::kChoose + "()I", choose, describe_choose);
  vm.register_native(client + Driver::kBegun + "(I)V", begun);
  vm.register_native(client + Driver::kTook + "(ILjava/lang/Object;)V", took);
}

void Engine::Follower::end_state(std::span<const por::PathStep>) {
  const vm::Vm& vm = *engine_.vm_;
  const Monitor::State state = vm::facility<Present>(*engine_.vm_).now.monitor;
  if (state == Monitor::kLost || vm.exited()) return lose();
  for (const vm::Violation& v : vm.violations())
    if (v.kind != por::ErrorKind::None) return lose();
  bool all = true;
  for (por::ThreadId t = 0; t < vm.thread_count(); ++t) all &= vm.thread(t).s.ended;
  if (!all && !monitor_.all_wait(state)) lose();
}

void Engine::Follower::violation(std::span<const por::PathStep>, por::ErrorKind kind) {
  if (kind == por::ErrorKind::Deadlock) return;  // end_state() knows what waits
  if (kind != por::ErrorKind::NoEnd) return lose();
  // Nobody is about to choose there: whoever is may do so, and not come back.
  if (engine_.spinning_waits && monitor_.all_wait(vm::facility<Present>(*engine_.vm_).now.monitor)) return;
  // With more scheduling points there may be a way to the end.
  if (!stuck) found = trace;
  stuck = true;
  if (!engine_.vm_->must_repeat()) over = true;
}

void Engine::Follower::progress(const por::SearchStatistics& so_far) {
  Round::progress(so_far);
  if (deadline_.over(so_far.transitions)) over = late = true;
  if (engine_.told) engine_.told(so_far);
}

por::Op Engine::Client::pending(por::ThreadId t) const {
  por::Op op = to_.pending(t);
  op.safe_unlock &= safe_unlocks_;
  const bool choice = is_choice(vm_, t);
  if (choice && present_.calls(vm_, t).empty()) {
    // Nothing that comes can notice it.
    op.access_count = 1;
    op.accesses[0] = {kTurns, false};
    op.safe_unlock = true;
    return op;
  }
  // Where invisible steps are steps of their own, calls may return in them.
  if (!choice && !op.visible() && !ordered_) return op;
  if (op.access_count + choice >= static_cast<int>(std::size(op.accesses)))
    throw vm::Unsupported("an operation with too many accesses");
  op.accesses[op.access_count++] = {kChoices, choice};
  if (choice) op.accesses[op.access_count++] = {kTurns, true};
  return op;
}

por::StepResult Engine::Client::step(por::ThreadId t, uint32_t alternative) {
  por::StepResult result;
  const auto one = [&](por::ThreadId thread, uint32_t way) {
    if (present_.watched && present_.chooses(vm_, thread))
      present_.now.monitor = present_.monitor->moved(present_.now.monitor, present_.index(vm_, thread));
    const bool yielded = result.yielded;
    result = to_.step(thread, way);
    result.yielded |= yielded;
    return result.error == por::ErrorKind::None && !result.stop && !vm_.exited();
  };
  const bool choice = is_choice(vm_, t) && !present_.calls(vm_, t).empty();
  ++steps_;
  first_known_ = false;
  if (choice) follower_.trace.emplace_back(present_.index(vm_, t), present_.calls(vm_, t)[alternative]);
  const bool goes_on = one(t, alternative);
  if (goes_on && choice) note_first(t);
  // Steps of calls are counted in a graph.
  if (goes_on && choice && !graph_ && !vm_.thread(t).s.ended && !is_choice(vm_, t) && system_.alternatives(t) == 1)
    one(t, 0);
  if (present_.now.monitor == Monitor::kLost) follower_.lose();
  return result;
}

bool Engine::Client::narrow(por::Op& op) const {
  if (ordered_ || !first_known_ || steps_before_ != 1) return false;
  por::Op narrow = op;
  narrow.access_count = 0;
  const auto add = [&](const por::Location& where, bool write) {
    if (where.object == por::kNewObject || narrow.access_count == static_cast<int>(std::size(narrow.accesses)))
      return false;
    narrow.accesses[narrow.access_count++] = {where, write};
    return true;
  };
  if (!add(kTurns, true) || !add(kChoices, false)) return false;
  for (const First& f : first_)
    if (!add(vm_.location(f.access), f.write)) return false;
  op = narrow;
  return true;
}

por::TransitionSystem::Mark Engine::Client::mark() {
  const Mark m = to_.mark();
  kept_.push_back({m, present_.now, follower_.trace.size()});
  return m;
}

void Engine::Client::undo(Mark m) {
  to_.undo(m);
  while (kept_.back().mark != m) kept_.pop_back();
  steps_ = 0;
  present_.now = kept_.back().now;
  follower_.trace.resize(kept_.back().chosen);
}

por::Fingerprint Engine::Client::fingerprint() {
  por::Fingerprint f = to_.fingerprint();
  add_monitor(f);
  return f;
}

void Engine::Client::whole_form(const por::KnownRuns&, std::vector<uint8_t>& form, por::FormParts& parts) {
  to_.whole_form({}, form, parts);
  const XXH128_hash_t h = XXH3_128bits(form.data(), form.size());
  por::Fingerprint f{h.low64, h.high64};
  add_monitor(f);
  append_words(form);
  if (!parts.ends.empty()) parts.ends.push_back(static_cast<uint32_t>(form.size()));
}

void Engine::Client::add_monitor(por::Fingerprint& f) {
  steps_before_ = steps_, steps_ = 0;
  Monitor& monitor = *present_.monitor;
  Choices::Rest place = present_.now.rest;
  const bool moved = find_places();
  for (uint32_t i = 0; moved && i < present_.threads; ++i) place.plans[to_place_[i]] = present_.now.rest.plans[i];
  words_ = {0, 0, uint64_t{place.left} << 32 | place.names, 0};
  for (size_t i = 0; i < place.plans.size(); ++i) words_[i / 4] |= uint64_t{place.plans[i]} << (i % 4 * 16);
  for (const uint64_t word : words_) mix(f, word);
  Monitor::State state = moved ? monitor.renamed(present_.now.monitor, to_place_) : present_.now.monitor;
  if (Met::Entry& met = met_.find(f.lo); graph_ || !engine_.covers || met.first == Met::kNone) {
    met.first = state;
  } else if (met.first != state) {
    const Monitor::State strict = met_.covered(met, [&](Monitor::State s) { return monitor.covers(state, s); });
    if (strict == Met::kNone) met_.add(met, state);
    else replace(state, strict, moved);
  }
  words_[3] = state;
  mix(f, state);
}

bool Engine::Client::find_places() {
  system_.places(places_);
  to_place_.resize(present_.threads + 1);
  for (uint32_t i = 0; i <= present_.threads; ++i) to_place_[i] = i;
  bool moved = false;
  for (por::ThreadId t = 0; t < places_.size(); ++t) {
    if (places_[t] == t || !present_.chooses(vm_, t)) continue;
    to_place_[present_.index(vm_, t)] = present_.index(vm_, places_[t]);
    moved = true;
  }
  return moved;
}

void Engine::Client::note_first(por::ThreadId t) {
  first_.clear();
  first_known_ = true;
  if (vm_.thread(t).s.ended || is_choice(vm_, t)) return;  // a call without an operation
  const vm::Pending& p = vm_.thread(t).s.pending;
  const por::Op op = to_.pending(t);
  first_known_ = op.access_count == p.count;  // else it is more than what the thread has come to
  for (int i = 0; i < p.count && first_known_; ++i) {
    first_known_ = op.accesses[i].where.field == p.accesses[i].field;
    first_.push_back({p.accesses[i], op.accesses[i].write});
  }
}

void Engine::Client::replace(Monitor::State& state, Monitor::State strict, bool moved) {
  state = strict;
  if (moved) {
    back_.resize(to_place_.size());
    for (uint32_t i = 0; i < to_place_.size(); ++i) back_[to_place_[i]] = i;
    strict = present_.monitor->renamed(strict, back_);
  }
  present_.now.monitor = strict;
}

}  // namespace jmc::linearizability
