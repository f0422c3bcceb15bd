// What the members of a portfolio said, and the one answer that follows. Plain data and a function of it: no processes.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "check/answers/result.hpp"
#include "check/portfolio/member_report.hpp"
#include "check/portfolio/spec.hpp"
#include "check/system/temporary_file.hpp"

namespace jmc::check {

// How a member ended. Only `Reported` has a verdict.
enum class MemberEnd : uint8_t {
  NotStarted,  // the answer was there before its turn came
  Running,
  Reported,  // by itself, with a whole report whose verdict is the exit status
  Stopped,   // another member had the answer
  Memory,    // stopped since all together had too much; it may still have reported
  Died       // a signal, an exit status that is none, half a report
};
std::string_view member_end_name(MemberEnd end);

struct MemberResult {
  PortfolioMember member;
  MemberEnd end = MemberEnd::NotStarted;
  bool reported = false;  // what follows up to `text` is valid; true for Reported, perhaps for Memory
  Verdict verdict = Verdict::Inconclusive;
  Cause cause = Cause::Error;           // what stands between it and "verified", violations aside
  bool complete = false;                // every schedule was explored
  bool holes = false;                   // what was explored is in doubt
  bool livelocks_seen = true;           // states are recognised, and livelocks were looked for
  bool searched = false;                // an error: it came up during the search, not before
  std::vector<std::string> outcomes;    // sorted; long ones as hashes
  std::vector<std::string> violations;  // kinds, sorted, each once
  bool longer_outcomes = false;         // and more outcomes, which are too long to be told apart
  std::vector<MemberFinding> found;     // the violations
  std::string main_class;
  std::shared_ptr<TemporaryFile> json;  // the report in its two forms
  std::string text;
  std::map<std::string, std::shared_ptr<TemporaryFile>> reports;  // and in those that were asked for, by format

  std::string reason;               // why there is no answer, or how it died
  double started = 0, seconds = 0;  // since the start of the portfolio; since the start of the member
  uint64_t states = 0, transitions = 0, executions = 0, peak_memory = 0;  // so far, if it did not report
};

// Whether this ends the portfolio. With `keep_going` a violation alone does not: all of them were asked for. A complete
// search that is in doubt ends it as well, since the other members would only come to the same doubt.
bool conclusive(const MemberResult& result, bool keep_going);

struct PortfolioAnswer {
  int winner = -1;  // the member whose report is shown; -1: none has one
  Verdict verdict = Verdict::Inconclusive;
  std::string reason;         // for -1, and where the members contradict each other
  std::string contradiction;  // two members that cannot both be right, and the difference; empty if there are none
  size_t complete = 0;        // members whose answers are about every schedule: so many were compared as a whole
};

struct PortfolioQuestion {
  bool keep_going = false;  // all violations were asked for, not the first one
  bool compare = false;     // a contradiction is an error even where a violation stands
};

// Precondition: no member is Running. `first` is the member that ended the portfolio, -1 if none did.
PortfolioAnswer answer_of(const std::vector<MemberResult>& results, int first, PortfolioQuestion question);

}  // namespace jmc::check
