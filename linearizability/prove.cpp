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
#include <algorithm>
#include <utility>
#include <vector>

#include "base/memory.hpp"
#include "check/search/rounds.hpp"
#include "linearizability/client.hpp"
#include "linearizability/endless.hpp"
#include "linearizability/engine.hpp"
#include "linearizability/growth.hpp"
#include "linearizability/monitor.hpp"
#include "listeners/multiplexer.hpp"
#include "por/search.hpp"
#include "por/strategy.hpp"
#include "vm/code/compared.hpp"
#include "vm/native.hpp"

namespace jmc::linearizability {

using Clock = std::chrono::steady_clock;

namespace {

// The calls that a path has chosen, thread by thread.
Calls chosen(const std::vector<std::pair<uint32_t, uint16_t>>& trace, uint32_t threads) {
  Calls out(threads);
  for (const auto& [thread, call] : trace)
    if (call != EndlessChoices::kStop) out[thread].push_back(call);
  std::erase_if(out, [](const auto& calls) { return calls.empty(); });
  return out;
}

}  // namespace

Behaviours& Engine::behaviours_of(std::vector<uint16_t> calls, uint32_t threads) {
  if (!present_) {
    register_choices(*vm_, driver_.placed(Driver::kMain));
    present_ = true;
  }
  calls.insert(calls.end(), last().begin(), last().end());
  std::sort(calls.begin(), calls.end());
  calls.erase(std::unique(calls.begin(), calls.end()), calls.end());
  // The last ones only: they grow with the calls, and most families that follow each other have the same. What sets of
  // calls and parts of calls there are depends on the threads as well.
  if (!behaviours_.contains(calls) || moves_apart(notion_)) behaviours_.clear();
  auto& behaviours = behaviours_[calls];
  if (!behaviours)
    behaviours = std::make_unique<Behaviours>(*this, std::move(calls), notion_ == Notion::Set ? threads : 0,
                                              notion_ == Notion::Interval ? threads + 1 : 0);
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
  out.object_states = found.all;
  out.nodes = found.nodes;
  for (State s : found.states)
    for (const uint16_t c : last()) {
      const std::optional<Ends> apart = ends(n, c);
      const std::vector<uint16_t> moments = apart ? std::vector{apart->begin, apart->end} : std::vector{c};
      bool waits = false;
      for (const uint16_t m : moments) {
        const std::vector<Answer>& all = answers(s, m);
        waits = waits || all.empty();
        if (!waits) s = all.front().next;
      }
      if (waits) break;
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

std::string Engine::grows_alone() {
  Growth growth(*vm_);
  at_end_alone_ = [&] { growth.look(); };
  for (size_t s = 1; s < known_.sequences.size(); ++s) {
    const auto [calls, choices] = known_.sequences[s];
    run_alone(calls, choices);
  }
  at_end_alone_ = nullptr;
  return growth.text();
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
                                 vm_->find_class(driver_.placed(Driver::kChooser)),
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
  // Where a call has two moments, a state of the specification tells who has begun.
  if (!look && notion_ != Notion::Interval) alike.emplace(*this);
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
