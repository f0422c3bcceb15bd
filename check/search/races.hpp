// What a check says about data races: the answer of vm::Races in words, for the reports.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "listeners/story.hpp"
#include "por/listener.hpp"
#include "vm/visibility/races.hpp"

namespace jmc::check {

class Checkpoint;
struct Configuration;
class Machine;
class Rounds;

// What is done about data races (--races).
enum class RaceHandling : uint8_t { Report, Violation, Off };

struct RaceSide {
  por::ThreadId thread = 0;
  std::string thread_name;
  bool write = false;
  std::string mode;         // "plain", "opaque", "acquire", "release", "volatile"
  listeners::Place place;   // the innermost frame that says something
  listeners::Place caller;  // and of the program's own code, if that is another one
};

struct ReportedRace {
  std::string variable;     // "pkg.Client.ready", "elements of int[]"
  std::string owner, name;  // class and field; for elements of arrays the class of the array and nothing
  bool in_program = false;  // otherwise it lies inside of the JDK
  RaceSide first, second;   // in the order of the execution in which it was found
};

struct ReportedWeakerMode {
  std::string variable, method;  // "pkg.Client.flag", "setOpaque"
  bool in_program = false;
  listeners::Place place;
};

struct RaceReport {
  // Off: --races=off. NotLookedFor: the check ended before every schedule was explored. Undecided: the search that
  // decides it did not come to its end; races may be listed all the same. Decided: those that are listed are all there
  // are, one pair of places at least for each variable.
  enum class Status : uint8_t { Off, NotLookedFor, Undecided, Decided } status = Status::Off;
  std::string reason;                            // NotLookedFor, Undecided: why
  std::vector<std::string> undecided;            // variables
  std::vector<ReportedRace> races;               // those of the program first
  std::vector<ReportedWeakerMode> weaker_modes;  // likewise
  bool searched = false;                         // there was something to decide, by a search of its own
  por::SearchStatistics statistics;              // of that
  double seconds = 0;
  size_t in_program() const;
};

// After a search of all schedules. All of it outlives the decision.
struct RaceQuestion {
  Machine& machine;
  const Rounds& rounds;
  const Configuration& configuration;
  const por::SearchResult& searched;  // what came of that search
  listeners::Violations& violations;  // gets the races that are violations
  const std::atomic<bool>& stop;
  std::function<std::string()> stopped;  // why `stop` was set
  Checkpoint* checkpoint;                // keeps the search that decides; null: nothing does
};

// Whether the variables that may be racy by what it has seen are, by a search in which what is open about them is part
// of the states. What the first search does not name is free of races. Where races are only reported, this search may
// take three times the transitions of the first one, or 500,000.
RaceReport decide_races(const RaceQuestion& question);

// What the first line of an answer says after "verified".
std::string races_headline(const RaceReport& r);
// The section of the text; empty if there is nothing to say.
std::string races_text(const RaceReport& r);

}  // namespace jmc::check
