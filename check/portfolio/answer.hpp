// What the members of a portfolio said, and the one answer that follows. Plain data and a function of it: no processes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "check/jobs/result.hpp"
#include "check/portfolio/spec.hpp"

namespace jmc::check {

struct MemberResult : jobs::JobResult {
  PortfolioMember member;
  double started = 0;  // seconds, since the start of the portfolio
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
