#include "progress/explorer.hpp"

#include <algorithm>
#include <stdexcept>
#include <unordered_map>
#include <utility>

#include "check/search/rounds.hpp"
#include "linearizability/driver.hpp"
#include "linearizability/endless.hpp"
#include "linearizability/growth.hpp"
#include "listeners/multiplexer.hpp"
#include "listeners/names.hpp"
#include "listeners/text.hpp"
#include "por/search.hpp"
#include "progress/near.hpp"
#include "vm/native.hpp"

namespace jmc::progress {

using linearizability::Deadline;
using linearizability::Driver;
using linearizability::WorkLimit;

// Threads that have called Driver::kEnded since somebody looked.
struct Ended {
  por::ThreadSet threads;
};

namespace {

// Of states that have no end because the object grows: fewer are looked at, and then those in which it has grown by
// so many objects at most, as long as these have an end.
constexpr uint64_t kFewer = 10;
constexpr uint64_t kShorter = 30;  // a part of the limit
constexpr size_t kGrowth[] = {8, 20, 50};
constexpr size_t kMostWrites = 24;  // that can be overlooked in a state
constexpr size_t kReturns = 6;      // times that calls are repeated in order to see the object come back

vm::NativeStatus note_end(vm::NativeCall& call) {
  vm::facility<Ended>(call.vm).threads |= por::thread_bit(call.thread.number);
  return call.done();
}

// What one graph of a program says is true of the program, whatever another one says.
void add(por::CallConditions& to, por::CallConditions& from) {
  to.alone = std::max(to.alone, from.alone);
  to.own = std::max(to.own, from.own);
  if (!to.stuck) to.stuck = std::move(from.stuck);
  if (!to.unproductive) to.unproductive = std::move(from.unproductive);
  if (!to.starved) to.starved = std::move(from.starved);
}

vm::NativeStatus begin_again(vm::NativeCall& call) { return call.done(); }

// An operation that has nothing to do with any other, so that no round is without one.
bool describe_again(vm::NativeCall& call, vm::Pending& pending) {
  pending.kind = vm::PendingKind::Read;
  pending.verb = vm::Verb::BeginsAgain;
  pending.add(vm::kThreadLocation + call.thread.number, vm::kThreadInterrupt, false);
  return true;
}

}  // namespace

// Records the graph of one search.
class Explorer::Recorder final : public check::Round {
 public:
  static constexpr unsigned kEvents =
      por::kStateEvents | por::kTransitionEvents | por::kViolationEvents | por::kProgressEvents;
  Recorder(vm::Vm& vm, const vm::Klass* client, const vm::JvmSystem& system, WorkLimit limit)
      : Round(vm),
        vm_(vm),
        system_(system),
        client_(client),
        ended_(vm::facility<Ended>(vm)),
        deadline_(limit, Deadline::Work) {
    ended_.threads.clear();
  }

  void state_new(std::span<const por::PathStep>, uint64_t number) override {
    const auto state = static_cast<por::StateNumber>(number);
    graph.add_state(state);
    std::vector<uint64_t> writes;
    system_.overlookable(writes);
    if (!writes.empty()) writes_.emplace(state, std::move(writes));
    const por::ThreadId looping = std::exchange(looping_, por::kNoThread);
    if (vm_.thread_count() > por::CallGraph::kMostThreads)
      throw linearizability::ProgramError("its calls start more threads than jmc progress follows");
    for (por::ThreadId t = 0; t < vm_.thread_count(); ++t) {
      if (vm_.exited() ? t != looping : system_.ended(t)) continue;
      const por::CallGraph::Kind kind = call_of(t);
      if (kind == por::CallGraph::kNoCall) continue;
      // A class is initialised once: who waits for that is not held up by the object.
      const bool initialises = vm_.thread(t).s.pending.kind == vm::PendingKind::ClassInit;
      graph.in_call(state, t, kind, vm_.exited() || (!initialises && system_.alternatives(t) == 0));
    }
  }
  void transition(uint64_t from, por::PathStep step, uint64_t to) override {
    graph.add_step(static_cast<por::StateNumber>(from), step, static_cast<por::StateNumber>(to),
                   std::exchange(ended_.threads, {}), fates(from));
  }
  // A path that leads to it again goes on no further: only the first one's names were of use.
  void state_left(uint64_t state) override { writes_.erase(static_cast<por::StateNumber>(state)); }
  // A loop without an operation that anybody sees is a thread that stays where it is.
  void violation(std::span<const por::PathStep>, por::ErrorKind kind) override {
    if (kind == por::ErrorKind::Livelock && !vm_.violations().empty()) looping_ = vm_.violations().front().thread;
  }
  void progress(const por::SearchStatistics& so_far) override {
    Round::progress(so_far);
    if (deadline_.over(so_far.transitions)) over = late = true;
    if (told) told(so_far);
  }

  std::function<void(const por::SearchStatistics&)> told;  // how far it is; empty: nobody asks
  por::CallGraph graph{por::CallGraph::kMostThreads};
  bool late = false;

 private:
  // One more than the number of the call that the thread is in.
  por::CallGraph::Kind call_of(por::ThreadId t) {
    por::CallGraph::Kind kind = por::CallGraph::kNoCall;
    vm_.walk_frames(t, [&](vm::Method* m, uint32_t) {
      if (m->owner != client_) return true;
      const auto [known, fresh] = kinds_.emplace(m, por::CallGraph::kNoCall);
      if (fresh) known->second = static_cast<por::CallGraph::Kind>(Driver::call_number(m->name) + 1);
      kind = known->second;
      return kind == por::CallGraph::kNoCall;
    });
    return kind;
  }

  // What the last step, which has come to the present state, has made of the writes that could be overlooked before.
  std::span<const por::WriteFate> fates(uint64_t from) {
    fates_.clear();
    const auto before = writes_.find(static_cast<por::StateNumber>(from));
    const std::vector<uint64_t> overlooked = system_.overlooked();
    if (before == writes_.end() && overlooked.empty()) return fates_;
    if (before == writes_.end()) throw std::logic_error("a step overlooks a write that nobody could overlook");
    const std::vector<uint64_t>& names = before->second;
    system_.overlookable(present_);
    for (const uint64_t name : names) {
      const auto at = std::find(present_.begin(), present_.end(), name);
      fates_.push_back({at == present_.end() ? por::WriteFate::kGone : static_cast<uint32_t>(at - present_.begin()),
                        std::find(overlooked.begin(), overlooked.end(), name) != overlooked.end()});
    }
    for (const uint64_t name : overlooked)
      if (std::find(names.begin(), names.end(), name) == names.end())
        throw std::logic_error("a step overlooks a write that nobody could overlook");
    return fates_;
  }

  vm::Vm& vm_;
  const vm::JvmSystem& system_;
  const vm::Klass* client_;
  Ended& ended_;
  const Deadline deadline_;
  por::ThreadId looping_ = por::kNoThread;
  std::unordered_map<const vm::Method*, por::CallGraph::Kind> kinds_;
  std::unordered_map<por::StateNumber, std::vector<uint64_t>> writes_;  // of states on the path: by name
  std::vector<uint64_t> present_;
  std::vector<por::WriteFate> fates_;
};

Explorer::Explorer(linearizability::Engine& engine, const check::Configuration& options, uint64_t most_states,
                   WorkLimit limit)
    : engine_(engine), o_(options), most_states_(most_states), limit_(limit) {
  const std::string client = std::string(engine.client()->name) + ".";
  engine_.vm().register_native(client + Driver::kEnded + "()V", note_end);
  engine_.vm().register_native(client + Driver::kAgain + "()V", begin_again, describe_again);
}

Explored Explorer::explore(const EndlessProgram& program) {
  Explored out;
  std::u16string repeats;
  for (const bool r : program.repeated) repeats += r ? Driver::kRepeated : Driver::kOnce;
  check::Machine& machine = engine_.machine();
  const bool endless = repeats.find(Driver::kRepeated) != std::u16string::npos;
  const uint64_t most = endless ? std::max<uint64_t>(most_states_ / kFewer, 1) : most_states_;
  std::vector<por::ThreadId> once;  // the main thread is 0
  for (size_t t = 0; t < program.repeated.size(); ++t)
    if (!program.repeated[t]) once.push_back(static_cast<por::ThreadId>(t + 1));
  const WorkLimit shorter{limit_.seconds / static_cast<double>(kShorter), limit_.steps / kShorter};
  bool late = false;
  bool many_writes = false;  // more than are followed can be overlooked
  const auto search = [&](const por::SearchOptions& given) {
    por::SearchOptions options = given;
    options.livelock = por::Livelock::Off;
    options.keep_going = true;
    options.max_states = most;
    options.progress_interval = 1024;
    out.conditions.clear();
    const auto look = [&](por::TransitionSystem& system) {
      Recorder recorder(engine_.vm(), engine_.client(), *machine.system, endless ? shorter : limit_);
      options.enough = &recorder.over;
      por::SearchResult found = por::search(system, options, recorder);
      late = recorder.late;
      for (auto& [kind, c] : recorder.graph.conditions()) add(out.conditions[static_cast<uint16_t>(kind - 1)], c);
      return found;
    };
    FewWrites few(*machine.system, kMostWrites);
    por::SearchResult found = look(few);
    many_writes = few.left_out();
    if (many_writes && found.end == por::SearchEnd::Complete) found.end = por::SearchEnd::StateLimit;
    if (!endless || (found.end != por::SearchEnd::StateLimit && !late)) return found;
    const bool too_late = late;
    for (const size_t growth : kGrowth) {
      NearStates near(few, once, growth);
      if (look(near).end != por::SearchEnd::Complete) break;
    }
    late = too_late;
    return found;
  };
  const linearizability::Engine::Explored found = engine_.search_program(program.calls, repeats, search);
  out.complete = found.complete && found.holes.empty();
  out.statistics = found.search.statistics;
  out.rounds = found.rounds;
  chosen_ = false;
  if (!out.complete) say_why(out, found.search, found.holes, late, many_writes, most);
  return out;
}

Explored Explorer::explore(linearizability::GeneralClient& client, const std::vector<std::vector<uint16_t>>& calls) {
  Explored out;
  vm::Vm& vm = engine_.vm();
  engine_.returned = [&](por::ThreadId t) { vm::facility<Ended>(vm).threads |= por::thread_bit(t); };
  bool late = false, many_writes = false;
  por::SearchResult last;
  const auto look = [&](por::TransitionSystem& system, const por::SearchOptions& given) {
    por::SearchOptions options = given;
    options.livelock = por::Livelock::Off;
    options.keep_going = true;
    options.max_states = most_states_;
    FewWrites few(system, kMostWrites);
    Recorder recorder(vm, engine_.client(), *engine_.machine().system, limit_);
    recorder.told = engine_.told;
    linearizability::Growth growth(vm);
    listeners::Multiplexer all;
    all.add(recorder);
    all.add(growth);
    options.enough = &recorder.over;
    last = por::search(few, options, all);
    late = recorder.late;
    many_writes = few.left_out();
    if (many_writes && last.end == por::SearchEnd::Complete) last.end = por::SearchEnd::StateLimit;
    out.conditions.clear();
    for (auto& [kind, c] : recorder.graph.conditions()) add(out.conditions[static_cast<uint16_t>(kind - 1)], c);
    out.grows = growth.text();
    return last;
  };
  const linearizability::EndlessProof found = client.search(calls, look);
  engine_.returned = {};
  chosen_ = true;
  out.complete = found.complete && found.holes.empty();
  out.statistics = found.statistics;
  out.rounds = found.rounds;
  if (out.complete) return out;
  if (found.lost)
    out.stopped =
        "calls returned what no order of them explains, so that nobody knows what the object holds (jmc "
        "linearizability --calls=any shows it)";
  else say_why(out, last, found.holes, late, many_writes, most_states_);
  return out;
}

void Explorer::say_why(Explored& out, const por::SearchResult& found, const std::vector<std::string>& holes, bool late,
                       bool many_writes, uint64_t most) const {
  using por::SearchEnd;
  if (late) out.stopped = "limit of the program (--program-limit)";
  else if (many_writes)
    out.stopped = "more than " + listeners::count(kMostWrites, "write") + " of which reads may still see older ones";
  else if (found.end == SearchEnd::StateLimit)
    out.stopped = "more than " + listeners::count(most, "state") + " (--most-states)";
  else if (found.end == SearchEnd::MemoryLimit) out.stopped = "memory limit";
  else if (found.end == SearchEnd::SpinLimit)
    out.stopped = "a thread that polled in vain was not followed further (--spin-limit)";
  else if (found.end == SearchEnd::Interrupted) out.stopped = "interrupted", out.interrupted = true;
  else if (!holes.empty()) out.stopped = holes.front();
  else out.stopped = "the search was not complete";
}

EndlessStory Explorer::tell(const por::Lasso& lasso) {
  vm::Vm& vm = engine_.vm();
  vm::JvmSystem& system = *engine_.machine().system;
  const check::Unstoppable unstoppable(engine_.machine());
  EndlessStory out;
  out.thread = lasso.thread;
  out.stem = lasso.stem.size();
  std::vector<por::PathStep> path = lasso.stem;
  path.insert(path.end(), lasso.loop.begin(), lasso.loop.end());
  std::vector<std::optional<uint16_t>> choices;
  if (chosen_) {
    choices = engine_.choices(path);
    engine_.begin_endless();
  }
  listeners::FoundViolation what;
  what.path = listeners::StoredPath(path);
  listeners::Sources sources(vm, o_.source_path);
  out.story = listeners::tell(system, engine_.initial(), what, {}, sources);
  for (listeners::StoryStep& step : out.story.steps) {
    if (!step.number || step.effect || step.number > choices.size() || !choices[step.number - 1]) continue;
    const uint16_t call = *choices[step.number - 1];
    step.operation = call == linearizability::EndlessChoices::kStop
                         ? "makes no more calls"
                         : "calls " + linearizability::text_of(engine_.call(call));
    step.place = step.caller = {};  // of the client that jmc has made
  }
  if (!lasso.loop.empty()) return out;
  if (chosen_) engine_.begin_endless();
  for (const por::PathStep s : path) system.step(s.thread, s.alternative);
  listeners::ObjectNames names(vm);
  for (const vm::Waiting& w : vm::waiting_threads(vm, [&](vm::Ref r) { return names.object(r); }))
    if (w.thread == lasso.thread) out.waits = w.what;
  if (vm.exited()) out.waits = "loops for ever without an operation that others see";
  vm.undo(engine_.initial());
  return out;
}

bool Explorer::comes_back(const std::vector<uint16_t>& before, const std::vector<uint16_t>& calls) {
  using State = linearizability::Sequential::State;
  State state = linearizability::Sequential::kInitial;
  for (const uint16_t c : before) {
    const auto& answers = engine_.answers(state, c);
    if (answers.empty()) return true;  // nothing is known of what comes after it
    state = answers.front().next;
  }
  std::vector<State> met{state};
  for (size_t n = 0; n < kReturns; ++n) {
    for (const uint16_t c : calls) {
      const auto& answers = engine_.answers(state, c);
      if (answers.empty()) return true;  // it waits where others do not help it: no more states
      state = answers.front().next;
    }
    for (const State s : met)
      if (s == state) return true;
    met.push_back(state);
  }
  return false;
}

}  // namespace jmc::progress
