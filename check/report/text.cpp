// The report on a terminal: the verdict in the first line, then what was found, what was assumed, and what it took.
#include <unistd.h>
#include <algorithm>
#include <cstring>

#include <cstdio>

#include "check/answers/size_report.hpp"
#include "check/report/outcomes_text.hpp"
#include "check/report/point.hpp"
#include "check/report/report.hpp"
#include "check/search/profile.hpp"
#include "listeners/names.hpp"
#include "listeners/story_text.hpp"
#include "listeners/text.hpp"
#include "por/bounded/bounds.hpp"
#include "por/stateless/fruitless_rounds.hpp"
#include "por/store/state_store.hpp"
#include "por/strategy.hpp"
#include "por/support.hpp"

namespace jmc::check {

using listeners::bytes_text;
using listeners::count;
using listeners::grouped;
using listeners::one_line;
using listeners::seconds_text;

namespace {

constexpr size_t kStoriesShown = 20;

std::string headline(const Result& r, const Configuration& o) {
  const std::string narrowed = narrowings_text(narrowings(r, o));
  switch (r.verdict()) {
    case Verdict::Verified: {
      if (r.older.explored)
        return std::string("verified under the Java Memory Model") +
               (r.older.not_explored.empty() ? "" : ", but for volatile reads that miss weaker writes (assumed)") +
               narrowed + ": no violation in any schedule of " + r.program;
      // Accesses that are weaker than volatile, too.
      if (r.older.none && !r.races.weaker_modes.empty())
        return "verified, free of data races, under the Java Memory Model" + narrowed +
               ": no violation in any schedule of " + r.program;
      return "verified" + races_headline(r.races) + narrowed + "; no violation in any schedule of " + r.program;
    }
    case Verdict::Violated: {
      const ReportedViolation& v = r.first_new();
      const size_t all = r.violations.size() + r.untold.size();
      std::string out = "violated: " + one_line(v.found.message) + " (" + kind_of(v) + ")";
      if (v.confirmation && happens(*v.confirmation)) out += " (happens on the JVM too)";
      if (all > 1) out += ", and " + std::to_string(all - 1) + " more";
      if (r.baseline && r.baseline->known)
        out += r.baseline->known == all ? "; known (" + r.baseline->file + ")"
                                        : "; " + grouped(r.baseline->known) + " of them known";
      return out;
    }
    case Verdict::Inconclusive: return "inconclusive: " + one_line(r.reason_and_covered());
    case Verdict::Accepted:
      return "accepted: " + one_line(covered_text(r.covered)) +
             "; not every schedule was explored: " + one_line(r.reason);
    case Verdict::Error: break;
  }
  return "error: " + one_line(r.reason);
}

std::string difference_text(const ReportedViolation& v, const Configuration& o) {
  if (!o.explain_difference) return {};
  if (v.difference.empty()) return "\ndifference: no schedule that leaves this one once comes to a good end\n";
  std::string out;
  for (const std::string& line : v.difference) out += (out.empty() ? "\ndifference: " : "") + line + "\n";
  return out;
}

std::string simplicity_text(const ReportedViolation& v) {
  if (!v.simplicity || v.story.threads.size() < 2) return {};
  const auto& [preemptions, fewest, least] = *v.simplicity;
  if (!preemptions) return "\nschedule: no thread is stopped that could go on\n";
  return "\nschedule: " + count(preemptions, "preemption") +
         (fewest                ? "; with fewer of them this does not happen\n"
          : least < preemptions ? "; " + grouped(least) + " would do, in another story\n"
                                : "; whether fewer would do was not decided\n");
}

// Who reads of a wait that is over too early for his taste should know that it need not be.
std::string time_outs_text(const ReportedViolation& v, const Configuration& o) {
  if (o.vm.timeouts != vm::Timeouts::Both) return {};
  const auto& steps = v.story.steps;
  const auto first = std::find_if(steps.begin(), steps.end(), [](const auto& s) { return s.timed_out; });
  if (first == steps.end()) return {};
  const std::string where = "time-outs: in step " + grouped(first->number) + " a wait ends by its time-out, ";
  if (o.late_time_outs)
    return where + "when nothing else could run, or its time had passed; --timeouts=never leaves such schedules out\n";
  return where +
         "as it may at any moment, however long it is; --timeouts=late leaves out those in which others could still "
         "run, --timeouts=never all\n";
}

// Likewise, before he reads the story: of the violation that the first line is about.
std::string needs_time_out_text(const Result& r, const Configuration& o) {
  if (r.verdict() != Verdict::Violated || o.vm.timeouts != vm::Timeouts::Both || o.late_time_outs) return {};
  const auto& steps = r.first_new().story.steps;
  if (std::none_of(steps.begin(), steps.end(), [](const auto& s) { return s.timed_out; })) return {};
  return "in this schedule a wait is over by its time-out while it could go on; --timeouts=late takes time-outs only "
         "when nothing else can run\n";
}

// Who has given it some is told at once that nobody reads it.
std::string no_input_text(const Result& r) {
  if (r.verdict() != Verdict::Violated) return {};
  for (const auto& [topic, text] : r.remarks)
    if (topic == "System.in") return "standard input: jmc gives the program none; System.in " + text + "\n";
  return {};
}

std::string violations_text(const Result& r, const Configuration& o, int width, bool whole) {
  std::string out;
  const size_t all = r.violations.size() + r.untold.size();
  for (size_t i = 0; i < r.violations.size() && i < kStoriesShown; ++i) {
    const ReportedViolation& v = r.violations[i];
    if (all > 1) {
      if (i) out += "\n";
      out += "violation " + grouped(i + 1) + " of " + grouped(all) + ": " + one_line(v.found.message) + " (" +
             kind_of(v) + ")" + (v.known ? ", known" : "") + "\n" + point_text(v, width) + "\n";
    }
    out += listeners::story_text(v.story, v.found, width, whole) + difference_text(v, o) + simplicity_text(v) +
           time_outs_text(v, o);
    if (v.confirmation) out += confirmation_text(*v.confirmation);
  }
  if (const size_t shown = std::min(r.violations.size(), kStoriesShown); shown < all)
    out += "\n... and " + grouped(all - shown) + " more violations (--json lists all)\n";
  return out;
}

std::string search_text(const Result& r, const Configuration& o) {
  const por::SearchOptions& s = o.search;
  const bool drawn = s.exploration != por::Exploration::DepthFirst;
  const bool best = s.exploration == por::Exploration::BestFirst;
  std::string out = search_name(o);
  if (best)
    out += " of " + (por::strategy_of(s).best_first == por::Strategy::BestFirst::Races
                         ? "what races ask for (" + s.strategy + ")"
                     : !por::bounded(s) ? "all executions"
                                        : "all executions within the bounds");
  out += s.match_states || drawn ? "" : ", stateless";
  if (s.no_safe_sets) out += ", no safe sets";
  if (s.sleep_sets) out += ", sleep sets";
  else if (s.late_sleep_sets && !r.symmetry && r.statistics.states >= s.sleep_sets_from)
    out += ", sleep sets from " + grouped(s.sleep_sets_from) + " states on";
  if (r.symmetry) out += ", threads that are the same as one";
  if (s.observers) out += ", observers";
  if (s.safe_unlocks) out += ", safe unlocks";
  if (s.visited_first) out += ", visited successors first";
  if (s.owner_for_blocked) out += ", lock owners";
  if (!s.held_back && por::strategy_of(s).held_back) out += ", no thread held back";
  if (!s.ends_apart && por::strategy_of(s).ends_apart) out += ", ends not apart";
  if (!s.learnt_order && por::strategy_of(s).learnt_order && s.order == por::SearchOptions::Order::Sequential &&
      s.permutation.empty())
    out += ", threads in the order of their numbers";
  if (s.fewest_conflicts) out += ", fewest conflicts first";
  if (!s.failing_reads) out += ", failing CAS as write";
  if (!s.same_value_reads) out += ", same-value writes as writes";
  if (s.retraverse) out += ", re-traversal";
  if (s.order == por::SearchOptions::Order::Random) out += ", random order (seed " + std::to_string(s.seed) + ")";
  else if (!s.permutation.empty()) {
    out += ", threads in the order";
    for (const por::ThreadId t : s.permutation) out += " " + std::to_string(t);
  }
  for (const por::Bound& b : r.bounds.empty() ? s.bounds : r.bounds) out += ", " + por::bound_text(b);
  for (const std::string& seal : o.seals) out += ", sealed " + seal;
  if (s.depth_bound)
    out += s.depth_is_livelock ? ", no end after " + std::to_string(s.depth_bound) + " steps is a livelock"
                               : ", depth at most " + std::to_string(s.depth_bound);
  if (s.livelock == por::Livelock::Fair) out += ", fair livelocks";
  if (s.keep_going) out += ", all violations";
  return out;
}

bool given(const Configuration& o, std::string_view name) { return check::setting(o.settings, name).given; }

// These are told where some execution came upon them, or where the user has chosen.
std::string timeouts_text(const Result& r, const Configuration& o) {
  using vm::PendingKind;
  std::string out;
  if ((r.met & vm::kMetTimedWait) || given(o, "timeouts")) switch (o.vm.timeouts) {
      case vm::Timeouts::Both:
        out = o.late_time_outs ? "a timed wait times out only when nothing else can run, the earliest first, or when "
                                 "the program has slept past its time"
                               : "a timed wait may time out at any moment, or not";
        break;
      case vm::Timeouts::Never: out = "a timed wait never times out"; break;
      case vm::Timeouts::Always: out = "a timed wait times out"; break;
    }
  constexpr uint32_t kWaits =
      met_bit(PendingKind::Wait) | met_bit(PendingKind::WaitReacquire) | met_bit(PendingKind::Park);
  if ((r.met & kWaits) || given(o, "spurious-wakeups"))
    out += (out.empty() ? "" : "; ") +
           std::string(o.vm.spurious_wakeups ? "spurious wake-ups happen" : "no spurious wake-ups");
  return out.empty() ? "" : "  time-outs   " + out + "\n";
}

std::string locks_text(const Result& r, const Configuration& o) {
  constexpr uint32_t kLocks = met_bit(vm::PendingKind::Lock) | met_bit(vm::PendingKind::Unlock);
  const bool told =
      o.vm.locks == vm::Locks::Atomic || (o.vm.locks == vm::Locks::Auto && !vm::names_a_lock(o.vm.visible));
  if (!r.atomic_locks)
    return std::string("  locks       the JDK's own bytecode") +
           (told ? ", since the program could tell it from single steps: by a permit of LockSupport, or the state, "
                   "trace "
                   "or blocker of a thread\n"
                 : "\n");
  if (!(r.met & kLocks) && !given(o, "locks")) return {};
  return "  locks       operations of java.util.concurrent.locks, Semaphore and CountDownLatch are single steps\n";
}

std::string executors_text(const Result& r, const Configuration& o) {
  if (!o.vm.executors) return given(o, "executors") ? "  executors   each access of theirs counts\n" : "";
  if (!(r.met & vm::kMetSections)) return {};
  return "  executors   what a thread does inside of them between two tasks, or to hand one in, is one step, which no "
         "other\n              such step overlaps (--executors=real: each access is a step)\n";
}

// Nothing where every state from which no end can be reached is found.
std::string livelocks_text(const Configuration& o) {
  if (o.search.livelock == por::Livelock::Off)
    return "not looked for (--livelock=off): a program that cannot end any more goes unnoticed, unless one step has no "
           "end";
  if (!por::notices_livelocks(o.search))
    return "not seen by this search, which recognises no states: a program that cannot end any more goes unnoticed, or "
           "the search does not end";
  return {};
}

std::string states_text(const Result& r, const Configuration& o) {
  if (!o.search.match_states) return "not compared";
  if (o.search.exact_states) return "compared whole";
  char text[128];
  std::snprintf(text, sizeof text, "compared by %d-bit fingerprints; chance that states were missed about %.0e",
                por::kKeptBits, por::omission_probability(std::max(static_cast<double>(r.statistics.states), 1.0)));
  return text;
}

std::string clock_text(const Result& r) {
  std::string out =
      "  clock       one for all threads; it stands still but for waits that time out, as far as they asked for, and "
      "for threads that poll it\n";
  if (r.old_readings_merged)
    out +=
        "              how old readings are counts only up to the longest time that the program waits for or compares "
        "with\n";
  return out;
}

std::string random_text(const Result& r, const Configuration& o) {
  if (r.random_places.empty()) return {};
  std::string out = "  random      ";
  if (o.vm.random == vm::Random::Fixed) out += "the same numbers in every run (--random=all explores them all)";
  else
    out += "every number of draws out of at most " + std::to_string(o.vm.random_range) +
           (o.vm.random_rest_fixed ? ", the same in every run for others" : "");
  constexpr size_t kShown = 5;
  for (size_t i = 0; i < r.random_places.size() && i < kShown; ++i)
    out += (i ? ", " : "; drawn at ") + r.random_places[i];
  if (r.random_places.size() > kShown) out += " and " + count(r.random_places.size() - kShown, "other place");
  return out + "\n";
}

std::string variables_text(const char* what, const std::vector<std::string>& of) {
  constexpr size_t kMostShown = 5;
  std::string out;
  for (size_t i = 0; i < of.size() && i < kMostShown; ++i) out += (i ? ", " : what) + of[i];
  if (of.size() > kMostShown) out += " and " + grouped(of.size() - kMostShown) + " more (--json lists all)";
  return out.empty() ? out : out + "\n";
}

std::string older_values_text(const Result& r) {
  return variables_text("              races let older values be read of ", r.older.of) +
         variables_text("              not explored: a volatile read may miss a write that is not volatile, of ",
                        r.older.not_explored) +
         variables_text(
             "              not explored: older values for views of bytes and memory outside of the heap, of ",
             r.older.views_in_order);
}

std::string assumptions_text(const Result& r, const Configuration& o) {
  std::string visible;
  for (const std::string& name : o.vm.visible.names()) visible += (visible.empty() ? "" : ", ") + name;
  if (visible.empty() && o.vm.adaptive)
    visible = "decided by jmc: accesses to data that threads contend for (" +
              count(r.contended.size(), "field and array type") +
              (r.ordered.empty() ? "" : "; " + count(r.ordered.size(), "other") + " ordered by happens-before") + ", " +
              count(r.rounds, "round") + ")";
  else if (visible.empty()) visible = "decided by jmc: every access to data that threads share";
  else if (!r.representation.empty()) {
    visible += " with what it allocates (";
    for (const std::string& name : r.representation) visible += (visible.back() == '(' ? "" : ", ") + name;
    visible += ")";
  }
  if (!o.vm.visible.empty()) visible += " (and monitors, parking, java.util.concurrent.atomic and .locks)";
  std::string out = "assumed\n";
  out += "  visible     " + visible + "\n";
  if (r.older.explored) {
    out += "  memory      the Java Memory Model";
    if (!r.older.load_buffering) out += "; loads are not delayed behind later stores";
    if (r.older.beyond.volatile_reads) out += "; volatile reads see the newest value";
    if (!o.vm.tearing) out += "; 64-bit accesses are whole";
    if (o.vm.dependent_loads) out += "; loads through a reference see what its writer had released";
    out += "\n";
    out += older_values_text(r);
  } else if (r.older.none)
    out +=
        "  memory      the Java Memory Model, which allows nothing but interleavings: there are no data races, nor "
        "weaker accesses that matter\n";
  else out += "  memory      sequentially consistent\n";
  out += timeouts_text(r, o);
  if (r.clock_read) out += clock_text(r);
  out += random_text(r, o);
  if (o.vm.spurious_failures) out += "  weak CAS    may fail for no reason\n";
  out += locks_text(r, o) + executors_text(r, o);
  if (const std::string livelocks = livelocks_text(o); !livelocks.empty()) out += "  livelocks   " + livelocks + "\n";
  out += variables_text("  warm-up     before main (--warm-up=off: where the program comes to it): the first use of ",
                        r.warmed_up);
  if ((r.met & vm::kMetProcessors) || given(o, "processors"))
    out += "  processors  " + std::to_string(o.vm.processors) + "\n";
  out += "  states      " + states_text(r, o) + "\n";
  out += world_text(r, o);
  if (const std::string choices = check::choices_text(o.settings); !choices.empty())
    out += "  options     " + choices + "\n";
  out += "  JDK         " + r.jdk_version + ", " + r.jdk_home + "\n";
  return out;
}

// "partial-order sampling, seed 0" of "pos:0"
std::string draw_text(const std::string& draw) {
  const std::string seed = ", seed " + draw.substr(draw.rfind(':') + 1);
  return (draw.starts_with("pos")        ? "partial-order sampling"
          : draw.starts_with("pct")      ? "probabilistic concurrency testing"
          : draw.starts_with("surw")     ? "selectively uniform random walks"
          : draw.starts_with("feedback") ? "draws guided by feedback"
                                         : "random walks") +
         seed;
}

std::string sampling_notes(const Result& r) {
  std::string out;
  bool drawn = false;
  const bool limit = r.cause == Cause::TimeLimit || r.cause == Cause::MemoryLimit || r.cause == Cause::Interrupted;
  if (limit && r.sampling.draws.empty() && !r.sampling.reason.empty())
    out += "note: no executions were drawn beside the search: " + r.sampling.reason + "\n";
  for (size_t i = 0; i < r.violations.size() && i < kStoriesShown; ++i) {
    const ReportedViolation& v = r.violations[i];
    if (v.drawn.empty()) continue;
    drawn = true;
    if (v.drawn.starts_with("preemption:")) {
      out += "note: " + (r.violations.size() > 1 ? "violation " + grouped(i + 1) : std::string("the violation")) +
             " was found beside the search, by one within a bound; --bound=" + v.drawn + " finds it again\n";
      continue;
    }
    out += "note: " + (r.violations.size() > 1 ? "violation " + grouped(i + 1) : std::string("the violation")) +
           " was drawn beside the search (" + draw_text(v.drawn) + "); --search=" + v.drawn + " draws it again\n";
  }
  if (limit && r.covered.bounds.empty() && !r.covered.bounds_reason.empty() && r.sampling.reason.empty())
    out += "note: no search within a bound of preemptions ended beside the search: " + r.covered.bounds_reason + "\n";
  if (!drawn && r.violations.empty())
    if (const std::string growth = growth_text(r.covered); !growth.empty()) out += "note: " + growth + "\n";
  if (!drawn && r.verdict() != Verdict::Verified && r.sampling.executions)
    out += "note: beside the search " + count(r.sampling.executions, "execution") +
           (r.sampling.executions == 1 ? " was drawn, and it " : " were drawn, and none of them ") +
           (r.violations.empty() ? (r.sampling.executions == 1 ? "is not violated" : "is violated")
                                 : (r.sampling.executions == 1 ? "showed no more" : "showed more")) +
           " (--no-sampling does without)\n";
  return out;
}

std::string statistics_text(const Result& r, const Configuration& o) {
  const por::SearchStatistics& s = r.statistics;
  std::string out = "search: " + search_text(r, o) + "\n";
  out += "  " + count(s.states, "state") + ", " + count(s.transitions, "transition") + ", " +
         count(s.executions, o.search.match_states ? "end state" : "execution");
  if (s.blocked_executions)
    out += ", " + count(s.blocked_executions, (o.search.bounds.empty() ? "blocked execution" : "execution")) +
           (o.search.bounds.empty() ? "" : " cut off");
  out += ", depth " + grouped(s.max_depth) + "\n";
  if (!r.levels.empty()) out += "  " + levels_text(o.search, o.raised, r.levels) + "\n";
  if (r.races.searched)
    out += "  and to decide on data races " + count(r.races.statistics.states, "state") + ", " +
           count(r.races.statistics.transitions, "transition") + ", " + seconds_text(r.races.seconds) + "\n";
  if (r.workers.count != 0) {
    const uint64_t explored = s.states + r.workers.explored_again;
    out += "  " + count(r.workers.count, "worker") + ", " +
           grouped(explored ? (r.workers.explored_again * 1000 / explored + 5) / 10 : 0) + " % of " +
           count(explored, "state") + " explored again by another\n";
    for (const std::string& lost : r.workers.lost) out += "  " + lost + "\n";
  }
  if (const DistributedReport& d = r.distributed; d.ranks != 0 || !d.lost.empty()) {
    out += "  " + count(d.ranks, "rank") + ", " + count(d.levels, "level") +
           (d.redone ? ", " + grouped(d.redone) + " of them again" : "") + ", " + count(d.messages, "message") + ", " +
           bytes_text(d.bytes) + ", " + count(d.replayed, "step") + " taken again, " +
           (d.loaded ? count(d.loaded, "state") + " loaded, " : "") + count(d.given, "state") + " handed on" +
           (d.begun_again ? ", begun anew " + count(d.begun_again, "time") : "") + "\n";
    for (const std::string& lost : d.lost) out += "  " + lost + "\n";
  }
  out += "  " + seconds_text(r.seconds) + " (start " + seconds_text(r.start_seconds) + ")";
  if (r.search_seconds > 0)
    out +=
        ", " + grouped(static_cast<uint64_t>(static_cast<double>(s.transitions) / r.search_seconds)) + " transitions/s";
  out += ", memory " + bytes_text(r.peak_memory);
  // The store of a small search is mostly room for more.
  constexpr uint64_t kEnough = 10'000;
  if (o.search.match_states && s.states >= kEnough && s.store_bytes)
    out += ", " + grouped(s.store_bytes / s.states) + " bytes per state";
  return out + "\n";
}

}  // namespace

std::string conditions_text(const Result& r, const Configuration& o) {
  if (r.cause == Cause::Replayed)
    return "replayed: " + count(r.statistics.transitions, "step") + " on JDK " + r.jdk_version + ", " + r.jdk_home +
           "\n";
  return assumptions_text(r, o) + "\n" + statistics_text(r, o);
}

namespace {

std::string outcomes_confirmed_text(const Result& r) {
  if (r.outcomes_confirmed.empty()) return {};
  size_t happen = 0;
  std::string others;
  for (const auto& [output, c] : r.outcomes_confirmed) {
    happen += happens(c);
    if (happens(c) && c.differences.empty()) continue;
    others += "  " + printable(one_line(output)) + ": " + confirmation_summary(c) + "\n";
    for (const std::string& difference : c.differences) others += "    another value: " + difference + "\n";
  }
  return grouped(happen) + " of " + count(r.outcomes_confirmed.size(), "outcome") + " of a witness " +
         (happen == 1 ? "happens" : "happen") + " on the JVM, too\n" + others;
}

}  // namespace

std::string report_text(const Result& r, const Configuration& o, int width) {
  std::string out = headline(r, o) + "\n";
  if (r.verdict() == Verdict::Error) return out;  // one line; the JSON report has what was found before
  if (r.violations.size() + r.untold.size() == 1 && r.untold.empty()) out += point_text(r.violations.front(), width);
  if (const std::string file = witness_file(o); r.witness && r.verdict() == Verdict::Violated && !file.empty())
    out += "replay: jmc replay " + shell_word(file) + "\n";
  out += needs_time_out_text(r, o);
  out += no_input_text(r);
  if (r.older.needs_unordered_load)
    out +=
        "needs a load that is made before the load of the reference that it goes through: Java allows that, no "
        "processor of today does it (--dependent-loads=ordered)\n";
  if (const std::string opinion = opinion_text(r.opinion); !opinion.empty()) out += opinion + "\n";
  if (r.verdict() == Verdict::Verified)
    if (const std::string options = options_without(narrowings(r, o)); !options.empty())
      out += "to check without the conditions of the first line: " + options + "\n";
  const auto section = [&](const std::string& text) {
    if (!text.empty()) out += "\n" + text;
  };
  section(violations_text(r, o, width, o.whole_story));
  if (r.replayed) section(listeners::story_text(*r.replayed, listeners::FoundViolation(), width, o.whole_story));
  if (r.confirmation) out += confirmation_text(*r.confirmation);
  // What was seen on the way to a first violation is no set of outcomes.
  if (r.verdict() != Verdict::Violated || o.search.keep_going) section(outcomes_text(r));
  section(outcomes_confirmed_text(r));
  if (!r.holes.empty()) {
    std::string text = o.vm.visible.empty() || !r.hides_accesses
                           ? "in doubt: not every schedule of these was explored\n"
                           : "holes in the visible list: these are shared, in conflict, and not on it\n";
    for (const std::string& hole : r.holes) text += "  " + hole + "\n";
    section(text);
  }
  section(races_text(r.races));
  section(swallowed_text(r));
  if (!r.files_written.empty()) {
    constexpr size_t kMost = 20;
    std::string text =
        "files written: by the program, in some schedule; only it sees them, nothing on disk has changed\n";
    for (size_t i = 0; i < r.files_written.size() && i < kMost; ++i) text += "  " + r.files_written[i] + "\n";
    if (r.files_written.size() > kMost)
      text += "  and " + std::to_string(r.files_written.size() - kMost) + " more (--json has all)\n";
    section(text);
  }
  std::string notes;
  for (const std::string& n : r.notes) notes += "note: " + n + "\n";
  for (const std::string& w : r.warnings) notes += "warning: " + w + "\n";
  notes += sampling_notes(r);
  if (r.verdict() == Verdict::Violated && !r.stopped.empty() && r.cause != Cause::Replayed)
    notes += "note: " + one_line(r.stopped) + "\n";
  section(notes);
  section(size_text(r, o) + profile_text(r));
  section(conditions_text(r, o));
  return out;
}

}  // namespace jmc::check
