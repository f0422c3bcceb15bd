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

// What decides whether a program has data races: reads what the search has found, and searches once more for the
// candidates that none of its paths has shown to race.
class Decision {
 public:
  explicit Decision(const RaceQuestion& question) : q(question), vm(*q.machine.vm), races(vm.races) {}

  RaceReport made() {
    if (q.configuration.races == RaceHandling::Off) return r;
    const Clock::time_point began = Clock::now();
    if (std::string reason = why_not_looked_for(); !reason.empty()) {
      not_looked_for(std::move(reason));
      return r;
    }
    r.status = RaceReport::Status::Decided;
    if (races.candidates() != 0) search();
    if (!vm.visibility.holes().empty() && r.status == RaceReport::Status::Decided) {
      r.status = RaceReport::Status::Undecided;
      r.reason = vm::hides_accesses(vm) ? "accesses are hidden that may not be" : "not every answer is explored";
    }
    describe();
    r.seconds = std::chrono::duration<double>(Clock::now() - began).count();
    return r;
  }

 private:
  static bool ended(const por::SearchResult& search) {
    return search.end == por::SearchEnd::Complete || search.end == por::SearchEnd::Bounded;
  }
  bool interleavings() const { return !q.configuration.vm.jmm; }
  bool violates() const { return q.configuration.races == RaceHandling::Violation; }
  void describe() {
    listeners::Sources sources(vm, q.configuration.source_path);
    describe_races(vm, sources, r);
  }

  // Under observers two writes of which nobody sees the later one are explored in one order, whatever that orders.
  // And races are a matter of sequentially consistent executions, whatever others are explored.
  std::string why_not_looked_for() const {
    return !ended(q.searched)                 ? "the search did not come to its end"
           : !interleavings()                 ? "data races are those of --memory=sc"
           : q.configuration.search.observers ? "not with --observers"
                                              : "";
  }

  void not_looked_for(std::string reason) {
    r.status = RaceReport::Status::NotLookedFor;
    r.reason = std::move(reason);
    // Those that the search has met are races all the same, if it knew all operations.
    if (!violates() && interleavings() && !q.rounds.must_repeat() && q.searched.end != por::SearchEnd::Failure &&
        q.searched.end != por::SearchEnd::Defect)
      describe();
    races.watch(vm::Races::Watch::Off);
  }

  por::SearchOptions options(RaceBudget& budget) const {
    por::SearchOptions o = q.configuration.search;
    if (vm.symmetry.active()) o.late_sleep_sets = false;
    o.stop = &q.stop;
    if (!violates()) o.enough = &budget.over;
    o.progress_interval = 512;
    o.keep_going = !violates() || q.configuration.search.keep_going;
    o.livelock = por::Livelock::Off;
    o.max_states = 100'000 + 10 * q.searched.statistics.states;
    o.checkpoints = q.checkpoint;
    return o;
  }

  void search() {
    vm.undo(q.rounds.initial());
    // A search may take a step first without telling of it, and replays do so anyway.
    races.tell_again(violates());
    races.watch(vm::Races::Watch::Track);
    RaceBudget budget(std::max(kLeastRaceTransitions, kRaceShare * q.searched.statistics.transitions));
    listeners::Multiplexer all;
    RaceWatch watch(*q.machine.system, q.violations);
    if (violates()) all.add(watch);
    else all.add(budget);
    if (q.checkpoint) {
      q.checkpoint->listens_anew();
      q.checkpoint->keeps(q.violations);
    }
    const por::SearchResult found = searched_with(options(budget), all);
    r.searched = true;
    r.statistics = found.statistics;
    if (!ended(found) || q.rounds.must_repeat()) {
      r.undecided = races.undecided();
      if (!r.undecided.empty()) r.status = RaceReport::Status::Undecided;
      r.reason = why_undecided(found, budget);
    }
    if (!violates()) races.watch(vm::Races::Watch::Off);
  }

  por::SearchResult searched_with(const por::SearchOptions& o, listeners::Multiplexer& all) {
    try {
      if (q.configuration.workers <= 1) return por::search(*q.machine.system, o, all);
      // What they print is known, and of what else they find only the races are told.
      listeners::Outcomes outcomes(*q.machine.system);
      listeners::Violations others(*q.machine.system);
      WorkersReport report;
      return Workers::search({q.machine, q.rounds, o, all, outcomes, others}, q.configuration.workers, report);
    } catch (const vm::Unsupported& e) {  // a limit of the virtual machine
      vm.undo(q.rounds.initial());
      por::SearchResult failed;
      failed.end = por::SearchEnd::Failure;
      failed.detail = e.what();
      return failed;
    }
  }

  std::string why_undecided(const por::SearchResult& found, const RaceBudget& budget) const {
    switch (found.end) {
      case por::SearchEnd::StateLimit: return "the search for them grew beyond ten times the states";
      case por::SearchEnd::FirstViolation: return "stopped at the first one (--keep-going finds all)";
      case por::SearchEnd::MemoryLimit: return "memory limit reached";
      case por::SearchEnd::Failure:
      case por::SearchEnd::Defect: return found.detail;
      default: break;
    }
    if (ended(found)) return "more operations count than were known";
    if (budget.spent)
      return "the search for them took more than " + grouped(budget.most) +
             " transitions (--races=violation has no such limit)";
    return q.stopped();
  }

  const RaceQuestion& q;
  vm::Vm& vm;
  vm::Races& races;
  RaceReport r;
};

}  // namespace

RaceReport decide_races(const RaceQuestion& question) { return Decision(question).made(); }

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
