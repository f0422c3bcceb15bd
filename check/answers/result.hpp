// Everything about a finished check, as one value. Reports (check/report/) read it; nobody else puts it into words.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "check/beside/covered.hpp"
#include "check/confirm/confirmation.hpp"
#include "check/distributed/report.hpp"
#include "check/options/configuration.hpp"
#include "check/search/second_opinion.hpp"
#include "check/workers/report.hpp"
#include "listeners/graph.hpp"
#include "listeners/outcomes.hpp"
#include "listeners/story.hpp"
#include "listeners/swallowed.hpp"
#include "por/sampling/size_estimate.hpp"

namespace jmc::check {

// In the order of the exit codes, but for the last. Accepted: inconclusive, and what is covered is enough for who has
// asked (--accept); it counts as passed, and is never called verified.
enum class Verdict : uint8_t { Verified, Violated, Error, Inconclusive, Accepted };
inline int exit_code(Verdict v) { return v == Verdict::Accepted ? 0 : static_cast<int>(v); }
std::string_view verdict_name(Verdict v);

// What stands between a check and "verified". The words that go with it are for readers only: nothing is decided by
// them.
enum class Cause : uint8_t {
  None,  // every schedule was explored
  // The search was given up, or left something out.
  FirstViolation,
  Interrupted,
  TimeLimit,
  MemoryLimit,
  StepLimit,
  DepthBound,
  StateLimit,
  Bounded,
  Sampled,
  Covered,  // what was asked for with --accept is covered
  SpinLimit,
  RanksLost,  // of a search by several machines none is left
  Polling,    // a loop waits for what no search can show it
  Undecided,  // of many programs, some
  // Every schedule was explored, and what that says is in doubt.
  NothingEnds,
  LivelockInDoubt,
  Holes,
  NothingToCheck,
  Replayed,  // one execution was looked at
  // There is no answer.
  UnknownName,  // on a list of the command line
  Contradiction,
  Error,  // wrong input, or something that jmc does not support
};
// The search was given up at a limit of its own, or from outside, or when enough was covered.
bool is_limit(Cause cause);
std::string_view cause_name(Cause cause);  // "time-limit"; empty for None
Cause cause_of(std::string_view name);     // Error if it is none
// The one place where a verdict is made.
Verdict verdict_of(Cause cause, bool violated);
// What the exit code says where violations are known: that of a run that has found the others only.
inline Verdict verdict_but_known(Cause cause, bool violated, bool all_known) {
  return verdict_of(cause, violated && !all_known);
}

struct Witness;       // check/answers/witness.hpp
struct CoverageData;  // check/answers/coverage.hpp

struct ReportedViolation {
  listeners::FoundViolation found;
  listeners::Story story;
  std::string kind;  // if it is none of a program in general: "outcome"
  // Beside the search, by this draw ("pos:0"), or within this bound ("preemption:1"); empty: the search has found it.
  std::string drawn;
  // Of a schedule that was made as simple as it could be: how often a thread is stopped in it that could go on, and
  // whether all schedules with fewer such stops were explored; `least`: with how many of them it is known to come
  // about, maybe in a longer story or with time-outs.
  struct Simplicity {
    uint64_t preemptions;
    bool fewest;
    uint64_t least;
  };
  std::optional<Simplicity> simplicity;
  std::vector<std::string> difference;  // from the nearest schedule that does not fail, in lines; empty: nobody asked
  bool known = false;                   // it is in the baseline
  std::optional<Confirmation> confirmation;  // on a JVM, if that was asked for
};
inline std::string kind_of(const ReportedViolation& v) {
  return v.kind.empty() ? std::string(listeners::kind_name(v.found.kind)) : v.kind;
}

// What was drawn beside the search (check/search/sampling.hpp).
struct SamplingReport {
  std::vector<std::string> draws;  // as for --search: "pos:0"; empty: nothing was drawn
  uint64_t executions = 0;         // complete ones, about
  double seconds = 0;
  std::string reason;  // why it ended before the search, if it did, or cannot be
};

// Of a search that was given up: where its states come from (check/search/profile.hpp). Shares are of the states looked
// at.
struct ProfiledPlace {
  double share = 0;
  std::string klass, method;  // that the thread is in which has made the last step
  std::string simple;         // how the class is called in a text
  std::string caller;         // the code of the program that it is in: "Client.run, line 7"
};
struct StateProfile {
  uint64_t looked = 0;  // states; 0: there is no profile
  std::vector<ProfiledPlace> places;
  std::vector<std::string> library;  // of the JDK, what the program is in most: Class or Class.method, as for --seal
  double library_share = 0;
  std::string called;                                     // the class of the JDK that is called most, if much
  double threads_enabled = 0, timed = 0;                  // threads that can go on; states in which a wait may time out
  uint64_t threads = 0, positions = 0;                    // the most that had started; ways in which they stood
  std::vector<std::pair<std::string, uint64_t>> varying;  // field, and how many values were seen
  uint64_t initialised = 0;                  // classes that threads have initialised, in the state with most of them
  std::vector<std::string> initialised_are;  // of these, some that a user may know
};
// An option that may help, and why.
struct Advice {
  std::string option, reason;
};

// A file of known violations, and what it says about those that were found.
struct HeldAgainst {
  std::string file;
  size_t known = 0;               // of the violations found
  std::vector<std::string> gone;  // known ones that no schedule has any more
};

// What a check under the memory model has explored.
struct OlderValues {
  bool explored = false;        // by the machine of the memory model; else interleavings only,
  bool none = false;            // which are all that the memory model allows here
  bool read = false;            // some read saw another value than the newest
  std::vector<std::string> of;  // these variables; of all others nobody reads older values
  // Of these, volatile reads that may miss a weaker write on a JVM are not explored.
  std::vector<std::string> not_explored;
  vm::Unexplored beyond;  // what else Java allows of these accesses
  // Arrays and memory of which views of bytes used the newest values only, where there were older ones.
  std::vector<std::string> views_in_order;
  // The violation needs a load that is made before the load of the reference that it goes through.
  bool needs_unordered_load = false;
  bool load_buffering = false;  // loads behind later stores are explored, but for what `beyond` names
};
// After a search; none without --memory=jmm.
OlderValues older_values_of(const vm::Vm& vm);

struct Result {
  Cause cause = Cause::Error;
  std::string reason;  // of the cause, in words
  Verdict verdict() const {
    const Verdict v = verdict_of(cause, !violations.empty());
    return accepted && v == Verdict::Inconclusive ? Verdict::Accepted : v;
  }
  // The reason, and what is covered all the same.
  std::string reason_and_covered() const;
  // Of the process: that of the verdict, but known violations do not count.
  int exit_code() const;
  // The first violation that is not known, if there is one, else the first. Precondition: there is one.
  const ReportedViolation& first_new() const;
  std::string program;  // what reports call it: name of the main class, or of the test
  std::string main_class;
  std::vector<ReportedViolation> violations;
  std::optional<HeldAgainst> baseline;
  std::vector<listeners::FoundViolation> untold;  // more of them: there was no time or memory for their stories
  listeners::OutcomeSet outcomes;
  // Of those, in their order, a story each, as far as there was time; if a page was asked for.
  std::vector<listeners::Story> outcome_stories;
  // The program can print without end, or has more outcomes than are told apart (limit 0): texts of more than
  // `output_limit` bytes are not told apart, and the end states that have them are in no outcome.
  uint64_t longer_outcomes = 0;
  size_t output_limit = 0;
  bool complete = false;  // every schedule was explored
  bool bounded = false;   // every schedule within the bounds was
  std::string stopped;    // if not: why, in words
  // The search came upon a fault of its own, told in one line; empty: it has not. Then there is no answer
  // (Cause::Error), and check() asks another strategy for one,
  std::string defect;
  std::vector<std::string> holes, warnings;
  bool hides_accesses = false;  // the first of the holes are accesses; others are answers not all of which are explored
  std::string stopped_at;       // at a limit: which thread stood where, and what had grown
  std::vector<std::string> notes;  // on the command line, and on a limit
  std::vector<listeners::FoundSwallowed>
      swallowed;  // errors that nobody looked at, in executions that were seen to their end
  RaceReport races;
  SamplingReport sampling;
  CoveredReport covered;
  bool accepted = false;  // that is as much as --accept asks for, and nothing but a limit has ended the search
  StateProfile profile;   // these three at a limit only
  por::SeenShare seen;
  bool sized = false;  // it was looked at how much there is to do, and the search has not come to its end:
  por::SizeEstimate::Answer size;
  bool size_repeats = false;  // that was one of a round that has to be repeated
  por::TraceEstimate traces;  // of a run that only drew
  std::vector<Advice> advice;
  std::vector<std::pair<std::string, std::string>>
      remarks;                             // what was relied on in some execution: topic and text (Vm::remarks)
  std::vector<std::string> files_written;  // by the program, in any execution: "/tmp/a (created)"; only it can see them

  OlderValues older;
  bool booted = false;                 // what follows is known
  std::vector<std::string> warmed_up;  // Machine::warmed_up
  std::string jdk_version, jdk_vendor, jdk_home;
  bool atomic_locks = false;
  uint32_t met = ~0u;                       // vm::Vm::met: what some execution came upon
  std::vector<std::string> representation;  // classes that the visible list means besides
  std::vector<por::Bound> bounds;           // of the last search, if one is raised
  std::vector<std::string> contended;       // adaptive visibility: what threads were seen to conflict on
  std::vector<std::string> ordered;         // and what happens-before orders where they do
  std::vector<std::string> random_places,
      choice_places;                 // where the program drew random numbers, and asked for a choice
  bool clock_read = false;           // the program asked for the time
  bool old_readings_merged = false;  // old readings of the clock were told apart by their order only
  std::vector<Level> levels;         // of a bound that is raised: the searches that came to their end
  uint32_t rounds = 1;    // searches until nothing more was found contended; the statistics are the last one's
  bool symmetry = false;  // threads that are the same took each other's place in states (--symmetry)
  por::SearchStatistics statistics;
  uint64_t transitions_in_all = 0;  // of all rounds, and levels of a bound
  SecondOpinion opinion;
  std::shared_ptr<const Configuration> searched_by;  // if this is the answer of another search than the one asked for
  WorkersReport workers;
  DistributedReport distributed;
  uint64_t threads = 0;                          // the most that ran in one execution, main included
  std::shared_ptr<const CoverageData> coverage;  // if it was asked for
  listeners::ExploredGraph graph;                // if a picture was asked for
  std::shared_ptr<const Witness> witness;        // if one was asked for; null: there was nothing to replay
  std::optional<listeners::Story> replayed;      // of an execution without a violation,
  std::optional<Confirmation> confirmation;      // and that on a JVM, if it was asked for
  std::vector<std::pair<std::string, Confirmation>> outcomes_confirmed;  // likewise of outcomes, with their output
  double seconds = 0, start_seconds = 0, search_seconds = 0, round_seconds = 0;  // round: the last one
  uint64_t peak_memory = 0;
};

}  // namespace jmc::check
