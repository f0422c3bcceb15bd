#include "check/search/races.hpp"

#include <algorithm>
#include <chrono>

#include "check/options/configuration.hpp"
#include "check/search/checkpoint.hpp"
#include "check/search/rounds.hpp"
#include "check/workers/workers.hpp"
#include "listeners/multiplexer.hpp"
#include "listeners/names.hpp"
#include "listeners/text.hpp"
#include "listeners/violations.hpp"
#include "por/search.hpp"
#include "vm/visibility/doubts.hpp"
#include "vm/vm.hpp"

namespace jmc::check {

namespace {

using listeners::count;
using listeners::grouped;

listeners::Place place_of(const vm::Method* m, uint32_t pc, listeners::Sources& sources) {
  listeners::Place p;
  if (!m || !m->owner->file) return p;
  p.klass = m->owner->external_name();
  p.method = m->name;
  p.file = m->owner->file->source_file;
  p.line = m->line_of(pc);
  p.source = sources.line(*m->owner, p.line);
  return p;
}

RaceSide side_of(const vm::RacyAccess& a, listeners::Sources& sources) {
  return {a.thread,
          a.thread_name,
          a.write,
          std::string(vm::mode_name(a.mode)),
          place_of(a.site.method, a.site.pc, sources),
          place_of(a.site.caller, a.site.caller_pc, sources)};
}

std::string place_text(const listeners::Place& p) {
  if (!p.known()) return "an unknown place";
  return p.klass + "." + p.method + "(" + (p.file.empty() ? "Unknown Source" : p.file) +
         (p.line >= 0 ? ":" + std::to_string(p.line) : "") + ")";
}

std::string side_text(const RaceSide& s) {
  std::string out =
      "thread " + std::to_string(s.thread) + (s.thread_name.empty() ? "" : " " + listeners::quoted(s.thread_name, 40)) +
      (s.write ? " writes" : " reads") + (s.mode == "plain" ? "" : " (" + s.mode + ")") + " at " + place_text(s.place);
  if (!s.place.source.empty()) out += ": " + s.place.source;
  if (s.caller.known())
    out += "\n      called from " + place_text(s.caller) + (s.caller.source.empty() ? "" : ": " + s.caller.source);
  return out;
}

constexpr size_t kRacesShown = 20;

std::string list_text(const std::vector<ReportedRace>& races, bool in_program) {
  std::string out;
  size_t shown = 0, all = 0;
  for (const ReportedRace& r : races) {
    if (r.in_program != in_program) continue;
    if (++all > kRacesShown) continue;
    ++shown;
    out += "  " + r.variable + ": nothing orders these accesses\n    " + side_text(r.first) + "\n    " +
           side_text(r.second) + "\n";
  }
  if (all > shown) out += "  ... and " + grouped(all - shown) + " more (--json lists all)\n";
  return out;
}

}  // namespace

size_t RaceReport::in_program() const {
  return static_cast<size_t>(
      std::count_if(races.begin(), races.end(), [](const ReportedRace& r) { return r.in_program; }));
}

namespace {

using Clock = std::chrono::steady_clock;

// Takes the races out of what a search tells of: the rest has been told before.
class RaceWatch final : public por::Listener {
 public:
  static constexpr unsigned kEvents = por::kViolationEvents;
  RaceWatch(vm::JvmSystem& system, listeners::Violations& to) : system_(system), to_(to) {}
  void violation(std::span<const por::PathStep> path, por::ErrorKind) override {
    vm::Vm& vm = system_.vm();
    const std::vector<vm::Violation> all = vm.violations();
    vm.clear_violations();
    for (const vm::Violation& v : all)
      if (v.kind == por::ErrorKind::DataRace) vm.add_violation(v);
    if (!vm.violations().empty()) to_.violation(path, por::ErrorKind::DataRace);
  }

 private:
  vm::JvmSystem& system_;
  listeners::Violations& to_;
};

// A report about races must not cost much more than the check itself; who asks for violations gets the whole search.
class RaceBudget final : public por::Listener {
 public:
  static constexpr unsigned kEvents = por::kProgressEvents;
  explicit RaceBudget(uint64_t transitions) : most(transitions) {}
  void progress(const por::SearchStatistics& so_far) override {
    spent = spent || so_far.transitions >= most;
    if (spent) over = true;
  }
  const uint64_t most;
  std::atomic<bool> over = false;
  bool spent = false;
};
constexpr uint64_t kLeastRaceTransitions = 500'000, kRaceShare = 3;  // ten seconds of a program with pools

void describe_races(vm::Vm& vm, listeners::Sources& sources, RaceReport& out) {
  for (const vm::DataRace& r : vm.races.found())
    out.races.push_back(
        {r.variable, r.owner, r.name, r.in_program, side_of(r.first, sources), side_of(r.second, sources)});
  for (const vm::WeakerMode& w : vm.races.weaker_modes())
    out.weaker_modes.push_back({w.variable, w.method, w.in_program, place_of(w.site.method, w.site.pc, sources)});
  const auto programs_first = [](const auto& a, const auto& b) { return a.in_program && !b.in_program; };
  std::stable_sort(out.races.begin(), out.races.end(), programs_first);
  std::stable_sort(out.weaker_modes.begin(), out.weaker_modes.end(), programs_first);
}

}  // namespace

RaceReport decide_races(Machine& machine, const Rounds& rounds, const Configuration& configuration,
                        const por::SearchResult& searched, listeners::Violations& violations,
                        const std::atomic<bool>& stop, const std::function<std::string()>& stopped,
                        Checkpoint* checkpoint) {
  using por::SearchEnd;
  using Status = RaceReport::Status;
  RaceReport r;
  if (configuration.races == RaceHandling::Off) return r;
  vm::Vm& vm = *machine.vm;
  vm::Races& races = vm.races;
  const Clock::time_point began = Clock::now();
  // Under observers two writes of which nobody sees the later one are explored in one order, whatever that orders.
  // And races are a matter of sequentially consistent executions, whatever others are explored.
  const bool ended = searched.end == SearchEnd::Complete || searched.end == SearchEnd::Bounded;
  const bool interleavings = !configuration.vm.jmm;
  if (!ended || !interleavings || configuration.search.observers) {
    r.status = Status::NotLookedFor;
    r.reason = !ended           ? "the search did not come to its end"
               : !interleavings ? "data races are those of --memory=sc"
                                : "not with --observers";
    // Those that the search has met are races all the same, if it knew all operations.
    if (configuration.races == RaceHandling::Report && interleavings && !rounds.must_repeat() &&
        searched.end != SearchEnd::Failure && searched.end != SearchEnd::Defect) {
      listeners::Sources sources(vm, configuration.source_path);
      describe_races(vm, sources, r);
    }
    races.watch(vm::Races::Watch::Off);
    return r;
  }
  const bool violates = configuration.races == RaceHandling::Violation;
  r.status = Status::Decided;
  if (races.candidates() != 0) {
    vm.undo(rounds.initial());
    // A search may take a step first without telling of it, and replays do so anyway.
    races.tell_again(violates);
    races.watch(vm::Races::Watch::Track);
    por::SearchOptions options = configuration.search;
    if (vm.symmetry.active()) options.late_sleep_sets = false;
    RaceBudget budget(std::max(kLeastRaceTransitions, kRaceShare * searched.statistics.transitions));
    options.stop = &stop;
    if (!violates) options.enough = &budget.over;
    options.progress_interval = 512;
    options.keep_going = !violates || configuration.search.keep_going;
    options.livelock = por::Livelock::Off;
    options.max_states = 100'000 + 10 * searched.statistics.states;
    listeners::Multiplexer all;
    RaceWatch watch(*machine.system, violations);
    if (violates) all.add(watch);
    else all.add(budget);
    options.checkpoints = checkpoint;
    if (checkpoint) {
      checkpoint->listens_anew();
      checkpoint->keeps(violations);
    }
    por::SearchResult found;
    try {
      if (configuration.workers > 1) {
        // What they print is known, and of what else they find only the races are told.
        listeners::Outcomes outcomes(*machine.system);
        listeners::Violations others(*machine.system);
        WorkersReport report;
        found = Workers::search({machine, rounds, options, all, outcomes, others}, configuration.workers, report);
      } else {
        found = por::search(*machine.system, options, all);
      }
    } catch (const vm::Unsupported& e) {  // a limit of the virtual machine
      vm.undo(rounds.initial());
      found.end = SearchEnd::Failure;
      found.detail = e.what();
    }
    r.searched = true;
    r.statistics = found.statistics;
    const bool decided = found.end == SearchEnd::Complete || found.end == SearchEnd::Bounded;
    if (!decided || rounds.must_repeat()) {
      r.undecided = races.undecided();
      if (!r.undecided.empty()) r.status = Status::Undecided;
      r.reason = found.end == SearchEnd::StateLimit       ? "the search for them grew beyond ten times the states"
                 : found.end == SearchEnd::FirstViolation ? "stopped at the first one (--keep-going finds all)"
                 : found.end == SearchEnd::MemoryLimit    ? "memory limit reached"
                 : found.end == SearchEnd::Failure || found.end == SearchEnd::Defect ? found.detail
                 : decided      ? "more operations count than were known"
                 : budget.spent ? "the search for them took more than " + grouped(budget.most) +
                                      " transitions (--races=violation has no such limit)"
                                : stopped();
    }
    if (!violates) races.watch(vm::Races::Watch::Off);
  }
  if (!vm.visibility.holes().empty() && r.status == Status::Decided) {
    r.status = Status::Undecided;
    r.reason = vm::hides_accesses(vm) ? "accesses are hidden that may not be" : "not every answer is explored";
  }
  listeners::Sources sources(vm, configuration.source_path);
  describe_races(vm, sources, r);
  r.seconds = std::chrono::duration<double>(Clock::now() - began).count();
  return r;
}

std::string races_headline(const RaceReport& r) {
  using Status = RaceReport::Status;
  const std::string sc = " under sequential consistency; ";
  if (r.status == Status::Off || r.status == Status::NotLookedFor) return sc + "data races were not looked for";
  const bool decided = r.status == Status::Decided;
  const size_t own = r.in_program(), inside = r.races.size() - own;
  if (own || inside) {
    std::string out = sc + (own       ? count(own, "data race")
                            : decided ? "no data race of the program"
                                      : "data races of the program are possible, not decided");
    if (inside) out += (own ? " and " : ", ") + grouped(inside) + " inside the JDK";
    return out + (own && !decided ? " at least" : "");
  }
  if (!decided) return sc + "data races are possible, not decided";
  if (!r.weaker_modes.empty())
    return sc + "free of data races, but " + count(r.weaker_modes.size(), "access is", "accesses are") +
           " weaker than volatile";
  return ", free of data races: holds under the Java Memory Model";
}

std::string races_text(const RaceReport& r) {
  using Status = RaceReport::Status;
  std::string out;
  if (const std::string own = list_text(r.races, true); !own.empty()) out += "data races\n" + own;
  // Beside a violation, or older values, the program's own are enough.
  if (r.status == Status::NotLookedFor) {
    if (!out.empty()) out += "  these were met; whether there are more was not decided: " + r.reason + "\n";
    return out;
  }
  if (const std::string inside = list_text(r.races, false); !inside.empty())
    out += "data races inside the JDK, on its own variables by its own code\n" + inside;
  if (r.status == Status::Undecided) {
    out += "data races not decided: " + r.reason + "\n";
    for (size_t i = 0; i < r.undecided.size() && i < kRacesShown; ++i) out += "  perhaps on " + r.undecided[i] + "\n";
    if (r.undecided.size() > kRacesShown)
      out += "  ... and " + grouped(r.undecided.size() - kRacesShown) + " more (--json lists all)\n";
  }
  if (!r.weaker_modes.empty()) {
    out += "accesses weaker than volatile: what they allow beyond this needs the memory model\n";
    for (size_t i = 0; i < r.weaker_modes.size() && i < kRacesShown; ++i) {
      const ReportedWeakerMode& w = r.weaker_modes[i];
      out += "  " + w.variable + ": " + w.method + " at " + place_text(w.place) + "\n";
    }
    if (r.weaker_modes.size() > kRacesShown)
      out += "  ... and " + grouped(r.weaker_modes.size() - kRacesShown) + " more (--json lists all)\n";
  }
  return out;
}

}  // namespace jmc::check
