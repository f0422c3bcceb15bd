// All programs of a family in one search: the threads choose what they call, and a monitor follows each execution.
//
// Of the calls that were made nothing is kept but what is still to come (Choices::Rest) and what the monitor makes of
// them. Both are beside the virtual machine: what is a state to the search is one of the machine with these (Client).
//
// A thread that is about to choose is a thread that has not begun its call: a choice and the first operation of the
// call are one step. What may be chosen depends on what others have chosen, and where a call begins on what is told to
// the monitor, so that a choice conflicts with every operation of others.
//
// Telling the monitor what else happens is part of a step that others do not see, and what comes of two steps that
// commute may differ in that. That is no step which a reduction could miss: nothing that runs looks at the monitor, so
// that two states which differ in it alone have the same executions, with the same labels; and of each execution one
// that is equivalent to it is explored, to its end, at which that one's own number is looked at.
//
// For the same reason, where two states differ in the monitor alone, and what one of them explains the other explains
// as well (Monitor::covers), the other need not be explored.
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "base/memory.hpp"
#include "check/search/rounds.hpp"
#include "linearizability/endless.hpp"
#include "linearizability/engine.hpp"
#include "linearizability/growth.hpp"
#include "linearizability/met.hpp"
#include "linearizability/monitor.hpp"
#include "listeners/multiplexer.hpp"
#include "por/seam/compound_steps.hpp"
#include "por/seam/forwarding_system.hpp"
#include "por/search.hpp"
#include "por/strategy.hpp"
#include "vm/code/compared.hpp"
#include "vm/native.hpp"

namespace jmc::linearizability {

using Clock = std::chrono::steady_clock;

namespace {

// Fixed, as those of FixedLocation. The first is written by choices, and read by every other operation. The second is
// written by choices, and read where a thread ends because others have made all calls that were left: a choice that it
// could have made must not vanish without a trace.
constexpr por::Location kChoices{33, 0}, kTurns{33, 1};

}  // namespace

// What the native methods of the client work with, in this virtual machine. No name of this file alone: Engine's
// classes have members of it.
struct Present {
  Choices* choices = nullptr;
  EndlessChoices* endless = nullptr;  // instead of those
  Monitor* monitor = nullptr;
  const Engine* engine = nullptr;
  const vm::Klass* chooser = nullptr;
  uint32_t threads = 0;
  struct Now {
    Monitor::State monitor = Monitor::kBegin;
    Choices::Rest rest;
  } now;
  bool watched = true;  // the monitor is told what happens
  // At a mark.
  struct Kept {
    vm::Vm::Mark mark;
    Now now;
    size_t chosen;  // in the trace
  };

  bool chooses(const vm::Vm& vm, por::ThreadId t) const {
    const vm::Ref object = vm.thread(t).s.object;
    return object && vm.klass_of(object) == chooser;
  }
  // Of a thread that makes calls: the class may have threads of its own. main makes the last ones.
  uint32_t index(const vm::Vm& vm, por::ThreadId t) const {
    if (!chooses(vm, t)) return threads;
    uint32_t before = 0;
    for (por::ThreadId u = 0; u < t; ++u) before += chooses(vm, u);
    return before;
  }
  const std::vector<uint16_t>& calls(const vm::Vm& vm, por::ThreadId t) const {
    return endless ? endless->at(now.rest, index(vm, t), now.monitor) : choices->at(now.rest, index(vm, t));
  }
};

namespace {

uint32_t ways(vm::Vm& vm, por::ThreadId t, const vm::Pending&) {
  // Where no call is left, one: to end.
  return static_cast<uint32_t>(std::max<size_t>(1, vm::facility<Present>(vm).calls(vm, t).size()));
}

constexpr vm::Operation kChooseCall{.ways = ways, .as = vm::as_lock};

bool is_choice(const vm::Vm& vm, por::ThreadId t) {
  const vm::ThreadState& s = vm.thread(t).s;
  return !s.ended && s.pending.operation == &kChooseCall;
}

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

// The calls that a path has chosen, thread by thread.
Calls chosen(const std::vector<std::pair<uint32_t, uint16_t>>& trace, uint32_t threads) {
  Calls out(threads);
  for (const auto& [thread, call] : trace)
    if (call != EndlessChoices::kStop) out[thread].push_back(call);
  std::erase_if(out, [](const auto& calls) { return calls.empty(); });
  return out;
}

uint64_t mixed(uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

}  // namespace

// Ends a search with the first execution that ends as no sequential one does.
class Engine::Follower final : public check::Round {
 public:
  static constexpr unsigned kEvents = por::kEndStateEvents | por::kViolationEvents | por::kProgressEvents;
  Follower(Engine& engine, const Monitor& monitor, WorkLimit limit)
      : Round(*engine.vm_), engine_(engine), monitor_(monitor), deadline_(limit, Deadline::Work) {}

  void end_state(std::span<const por::PathStep>) override {
    const vm::Vm& vm = *engine_.vm_;
    const Monitor::State state = vm::facility<Present>(*engine_.vm_).now.monitor;
    if (state == Monitor::kLost || vm.exited()) return lose();
    for (const vm::Violation& v : vm.violations())
      if (v.kind != por::ErrorKind::None) return lose();
    bool all = true;
    for (por::ThreadId t = 0; t < vm.thread_count(); ++t) all &= vm.thread(t).s.ended;
    if (!all && !monitor_.all_wait(state)) lose();
  }
  void violation(std::span<const por::PathStep>, por::ErrorKind kind) override {
    if (kind == por::ErrorKind::Deadlock) return;  // end_state() knows what waits
    if (kind != por::ErrorKind::NoEnd) return lose();
    // Nobody is about to choose there: whoever is may do so, and not come back.
    if (engine_.spinning_waits && monitor_.all_wait(vm::facility<Present>(*engine_.vm_).now.monitor)) return;
    // With more scheduling points there may be a way to the end.
    if (!stuck) found = trace;
    stuck = true;
    if (!engine_.vm_->must_repeat()) over = true;
  }
  void progress(const por::SearchStatistics& so_far) override {
    Round::progress(so_far);
    if (deadline_.over(so_far.transitions)) over = late = true;
    if (engine_.told) engine_.told(so_far);
  }
  void lose() {
    if (!lost) found = trace;
    over = lost = true;
  }

  bool lost = false, late = false, stuck = false;
  using Trace = std::vector<std::pair<uint32_t, uint16_t>>;  // threads and what they chose
  Trace trace, found;                                        // of the present path; of the one that was lost or stuck

 private:
  Engine& engine_;
  const Monitor& monitor_;
  Deadline deadline_;
};

// The virtual machine with what is beside it.
class Engine::Client final : public por::ForwardingSystem, public por::CompoundSteps {
 public:
  // `ordered`: that a call had returned before another one began is told by executions which are not equivalent.
  // `safe_unlocks`: SearchOptions::safe_unlocks, as the user wants it; here it must be on.
  // `graph`: all states are wanted, and none where the monitor has lost the execution.
  Client(Engine& engine, const Choices::Rest& begin, bool ordered, bool safe_unlocks, Follower& follower, bool graph)
      : ForwardingSystem(*engine.system_),
        engine_(engine),
        vm_(*engine.vm_),
        system_(*engine.system_),
        present_(vm::facility<Present>(vm_)),
        ordered_(ordered),
        safe_unlocks_(safe_unlocks),
        follower_(follower),
        graph_(graph) {
    present_.now = {Monitor::kBegin, begin};
  }

  bool is_final() const override { return to_.is_final() || (graph_ && present_.now.monitor == Monitor::kLost); }
  bool deadlocked() const override { return to_.is_final() && to_.deadlocked(); }

  por::Op pending(por::ThreadId t) const override {
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

  por::StepResult step(por::ThreadId t, uint32_t alternative) override {
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

  // A choice conflicts with other choices, and where a call begins, or whether it can, with what the first operation of
  // the call conflicts with. That calls had returned before others began is not to be told from the opposite then.
  bool narrow(por::Op& op) const override {
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

  Mark mark() override {
    const Mark m = to_.mark();
    kept_.push_back({m, present_.now, follower_.trace.size()});
    return m;
  }
  void undo(Mark m) override {
    to_.undo(m);
    while (kept_.back().mark != m) kept_.pop_back();
    steps_ = 0;
    present_.now = kept_.back().now;
    follower_.trace.resize(kept_.back().chosen);
  }
  void release(Mark m) override {
    to_.release(m);
    kept_.pop_back();
  }

  // If the state has been met with a monitor that this one covers, it is that one from here on: searched for what is
  // lost, it has found nothing less.
  por::Fingerprint fingerprint() override {
    por::Fingerprint f = to_.fingerprint();
    add_monitor(f);
    return f;
  }
  void canonical_form(std::vector<uint8_t>& out) override {
    to_.canonical_form(out);
    append_words(out);
  }
  // States are met by their fingerprints, so nothing is left out of what these are of.
  void whole_form(const por::KnownRuns&, std::vector<uint8_t>& form, por::FormParts& parts) override {
    to_.whole_form({}, form, parts);
    const XXH128_hash_t h = XXH3_128bits(form.data(), form.size());
    por::Fingerprint f{h.low64, h.high64};
    add_monitor(f);
    append_words(form);
    if (!parts.ends.empty()) parts.ends.push_back(static_cast<uint32_t>(form.size()));
  }

 private:
  void add_monitor(por::Fingerprint& f) {
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
  void append_words(std::vector<uint8_t>& form) const {
    for (const uint64_t word : words_)
      for (int byte = 0; byte < 8; ++byte) form.push_back(static_cast<uint8_t>(word >> (8 * byte)));
  }
  static void mix(por::Fingerprint& f, uint64_t word) {
    f.lo = mixed(f.lo ^ word);
    f.hi = mixed(f.hi + word * 0xd6e8feb86659fd93u + 1);
  }
  // By the numbers of those that make calls; false: each has its own.
  bool find_places() {
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
  // What the thread is about to do now that it has chosen.
  void note_first(por::ThreadId t) {
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
  void replace(Monitor::State& state, Monitor::State strict, bool moved) {
    state = strict;
    if (moved) {
      back_.resize(to_place_.size());
      for (uint32_t i = 0; i < to_place_.size(); ++i) back_[to_place_[i]] = i;
      strict = present_.monitor->renamed(strict, back_);
    }
    present_.now.monitor = strict;
  }

  struct First {
    vm::RawAccess access;
    bool write;
  };
  const Engine& engine_;
  vm::Vm& vm_;
  vm::JvmSystem& system_;
  Present& present_;
  const bool ordered_, safe_unlocks_;
  Follower& follower_;
  const bool graph_;
  std::vector<Present::Kept> kept_;
  bool first_known_ = false;  // of the last step: it was a choice, and this came next
  std::vector<First> first_;
  uint32_t steps_ = 0, steps_before_ = 0;  // since the last fingerprint; between the last two
  std::vector<por::ThreadId> places_;
  std::vector<uint32_t> to_place_, back_;
  std::array<uint64_t, 4> words_{};
  Met met_;
};

Behaviours& Engine::behaviours_of(std::vector<uint16_t> calls, uint32_t threads) {
  if (!present_) {
    const std::string client = std::string(Driver::kMain) + ".";
    vm_->register_native(client + Driver::kChoose + "()I", choose, describe_choose);
    vm_->register_native(client + Driver::kBegun + "(I)V", begun);
    vm_->register_native(client + Driver::kTook + "(ILjava/lang/Object;)V", took);
    present_ = true;
  }
  calls.insert(calls.end(), last().begin(), last().end());
  std::sort(calls.begin(), calls.end());
  calls.erase(std::unique(calls.begin(), calls.end()), calls.end());
  // The last ones only: they grow with the calls, and most families that follow each other have the same. Which calls
  // may take effect in one moment depends on the threads as well.
  if (!behaviours_.contains(calls) || notion_ == Notion::Set) behaviours_.clear();
  auto& behaviours = behaviours_[calls];
  if (!behaviours)
    behaviours = std::make_unique<Behaviours>(*this, std::move(calls), notion_ == Notion::Set ? threads : 0);
  return *behaviours;
}

std::function<bool()> Engine::enough(const Deadline& deadline) const {
  return [this, &deadline, asked = uint64_t{0}]() mutable {
    ++asked;
    // Asking the system for the memory takes longer than a sequential execution.
    const bool full = memory_limit && asked % 256 == 0 && base::resident_bytes() > memory_limit;
    return full || stop_.now.load() || deadline.over(asked);
  };
}

Proof Engine::prove(const Family& family, WorkLimit limit) {
  Proof out;
  const auto n = static_cast<uint32_t>(family.lengths.size());
  // Before the search, since the machine is not free meanwhile.
  if (std::exchange(endless_, nullptr)) behaviours_.clear();
  std::vector<uint16_t> calls = family.prefix;
  for (const auto& thread : family.calls) calls.insert(calls.end(), thread.begin(), thread.end());
  Behaviours& behaviours = behaviours_of(std::move(calls), n);
  const size_t in_all = last().size() + family.total;
  const Clock::time_point began = Clock::now();
  const auto spent = [&] { return std::chrono::duration<double>(Clock::now() - began).count(); };
  const Deadline deadline(limit, Deadline::Work);
  Behaviours::Node from = Behaviours::kEnd;
  try {
    from = behaviours.start(static_cast<uint32_t>(in_all), enough(deadline));
  } catch (const Behaviours::GivenUp&) {
    behaviours_.clear();  // what is known by then is of no use without the rest, and may be what fills the memory
    out.sequential_seconds = spent();
    return out;
  }
  out.sequential_seconds = spent();
  Monitor monitor(behaviours, from, n + 1);
  Choices choices(family, renamed);
  search_together(&choices, nullptr, monitor, choices.begin(), n, limit, {}, out);
  return out;
}

EndlessProof Engine::prove_endless(const Endless& what, const Look& look) {
  EndlessProof out;
  const auto n = static_cast<uint32_t>(what.calls.size());
  std::vector<uint16_t> calls;
  for (const auto& thread : what.calls) calls.insert(calls.end(), thread.begin(), thread.end());
  behaviours_.clear();  // those of so many calls are others, or of a search before
  Behaviours& behaviours = behaviours_of(std::move(calls), n);
  const Clock::time_point began = Clock::now();
  const Deadline never(WorkLimit{});
  const Behaviours::Endless found =
      behaviours.endless([&](State s) { return !what.within || what.within(s); }, what.most, enough(never));
  out.object_states = found.states.size();
  out.nodes = found.nodes;
  for (State s : found.states)
    for (const uint16_t c : last()) {
      const std::vector<Answer>& all = answers(s, c);
      if (all.empty()) break;
      s = all.front().next;
      if (std::find(found.states.begin(), found.states.end(), s) == found.states.end())
        throw ProgramError("--final: " + driver_.words_of(c) + " leaves the bounds of the content (--size); expected " +
                           "calls that add nothing");
    }
  out.sequential_seconds = std::chrono::duration<double>(Clock::now() - began).count();
  monitor_ = std::make_shared<Monitor>(behaviours, found.start, n + 1);
  endless_ = std::make_shared<EndlessChoices>(what.calls, static_cast<bool>(what.within), *monitor_);
  struct LeftOut {
    explicit LeftOut(vm::Vm& vm) : fields(vm::facility<vm::ComparedFields>(vm)) { fields.leave_out(true); }
    ~LeftOut() { fields.leave_out(false); }
    vm::ComparedFields& fields;
  } const left_out(*vm_);
  search_together(nullptr, endless_.get(), *monitor_, endless_->begin(), n, {}, look, out);
  out.sets = monitor_->states();
  return out;
}

void Engine::begin_endless() {
  vm_->undo(initial_);
  vm::facility<Present>(*vm_).now = {Monitor::kBegin, endless_->begin()};
}

std::vector<std::optional<uint16_t>> Engine::choices(const std::vector<por::PathStep>& path) {
  begin_endless();
  const Present& present = vm::facility<Present>(*vm_);
  std::vector<std::optional<uint16_t>> out;
  for (const por::PathStep s : path) {
    const bool choice = is_choice(*vm_, s.thread) && !present.calls(*vm_, s.thread).empty();
    out.push_back(choice ? std::optional(present.calls(*vm_, s.thread)[s.alternative]) : std::nullopt);
    system_->step(s.thread, s.alternative);
  }
  return out;
}

void Engine::search_together(Choices* choices, EndlessChoices* endless, Monitor& monitor, const Choices::Rest& begin,
                             uint32_t n, WorkLimit limit, const Look& look, Proof& out) {
  vm::facility<Present>(*vm_) = {choices,
                                 endless,
                                 &monitor,
                                 this,
                                 vm_->find_class(Driver::kChooser),
                                 n,
                                 {Monitor::kBegin, begin},
                                 !look || endless->bounded()};
  struct Alike {
    explicit Alike(Engine& engine) : apart(engine.apart_), vm(*engine.vm_) { apart.reset(); }
    ~Alike() { apart.emplace(vm.symmetry); }
    std::optional<vm::Symmetry::Suspended>& apart;
    vm::Vm& vm;
  };
  std::optional<Alike> alike;
  if (!look) alike.emplace(*this);
  check::Rounds rounds(*machine_, stop_.now, true, false, [&] {
    start_together(n);
    return por::StepResult();
  });
  rounds.begin();
  por::SearchOptions options = search_options();
  // They are kept by the numbers of threads, and a state may be another one when its path is walked again.
  options.sleep_sets = options.late_sleep_sets = false;
  options.progress_interval = 1024;
  // What ends because no call is left may be explored alone, as such an unlock may.
  const por::Strategy& strategy = *por::find_strategy(options.strategy);
  const bool safe = strategy.safe_unlocks == por::Strategy::Support::Sound && !options.no_safe_sets && !strategy.full;
  const bool safe_unlocks = std::exchange(options.safe_unlocks, options.safe_unlocks || safe);
  bool lost = false, late = false, stuck = false;
  const por::SearchResult found = rounds.search(
      [&](check::Round&) {
        initial_ = rounds.initial();
        Follower follower(*this, monitor, limit);  // of each round
        options.enough = &follower.over;
        Client client(*this, begin, record_ == Record::Order, safe_unlocks, follower, static_cast<bool>(look));
        if (look) {
          por::SearchResult result = look(client, options);
          lost = follower.lost;
          return result;
        }
        // Where it has no end, it is to be told what grows.
        Growth growth(*vm_);
        listeners::Multiplexer all;
        all.add(follower);
        if (endless) all.add(growth);
        por::SearchResult result = por::search(client, options, all);
        lost = follower.lost;
        late = follower.late;
        stuck = follower.stuck;
        out.program = chosen(follower.found, n);
        if (endless && result.end != por::SearchEnd::Complete) out.grows = growth.text();
        return result;
      },
      // What was lost where something was taken for granted wrongly may be explained.
      [&](const por::SearchResult&) { return !late; });
  out.statistics = found.statistics;
  out.rounds = rounds.number();
  out.holes = vm_->visibility.holes();
  if ((found.end == por::SearchEnd::Failure || found.end == por::SearchEnd::Defect) && !rounds.must_repeat())
    throw ProgramError(found.detail);
  out.end = found.end;
  out.lost = lost;
  out.stuck = stuck;
  out.complete = found.end == por::SearchEnd::Complete && !rounds.must_repeat() && !lost && !late && !stuck;
}

}  // namespace jmc::linearizability
