#include "check/portfolio/answer.hpp"

#include <algorithm>
#include <iterator>

#include "listeners/names.hpp"

namespace jmc::check {

namespace {

// Doubt is no answer to compare. Neither is what was found until the first violation, which need not be the same.
bool whole(const MemberResult& r, bool keep_going) {
  return r.reported && r.complete && (r.verdict == Verdict::Verified || (r.verdict == Verdict::Violated && keep_going));
}

// What `has` has and `lacks` lacks, in words; empty: nothing. Both are sorted.
std::string missing(const MemberResult& has, const MemberResult& lacks, const char* what,
                    const std::vector<std::string>& all, const std::vector<std::string>& of) {
  std::vector<std::string> more;
  std::set_difference(all.begin(), all.end(), of.begin(), of.end(), std::back_inserter(more));
  if (more.empty()) return {};
  return has.member.name() + " has the " + what + " " + listeners::quoted(more[0], more[0].size()) +
         (more.size() > 1 ? " and " + std::to_string(more.size() - 1) + " more" : "") + ", " + lacks.member.name() +
         " has not";
}

std::vector<std::string> without_livelocks(std::vector<std::string> kinds) {
  std::erase(kinds, "livelock");
  return kinds;
}

// What `whole` says is everything there is: whoever found more, however far it came, contradicts it.
std::string more_than(const MemberResult& whole, const MemberResult& other) {
  // From where on texts are not told apart is found out by each search on its own.
  if (!whole.longer_outcomes)
    if (std::string d = missing(other, whole, "outcome", other.outcomes, whole.outcomes); !d.empty()) return d;
  return missing(other, whole, "violation",
                 whole.livelocks_seen ? other.violations : without_livelocks(other.violations), whole.violations);
}

// Who cannot see a livelock does not deny it.
bool denies(const MemberResult& verified, const MemberResult& violated) {
  return verified.verdict == Verdict::Verified && violated.verdict == Verdict::Violated &&
         (verified.livelocks_seen || violated.violations.empty() || !without_livelocks(violated.violations).empty());
}

std::string contradiction_of(const MemberResult& a, const MemberResult& b, bool keep_going) {
  const auto verdicts = [](const MemberResult& verified, const MemberResult& violated) {
    return verified.member.name() + " says verified, " + violated.member.name() + " says violated" +
           (violated.violations.empty() ? "" : " (" + violated.violations[0] + ")");
  };
  if (denies(a, b)) return verdicts(a, b);
  if (denies(b, a)) return verdicts(b, a);
  const auto found = [](const MemberResult& r) {
    return r.verdict == Verdict::Verified || r.verdict == Verdict::Violated ||
           (r.verdict == Verdict::Inconclusive && !r.complete);
  };
  std::string difference;
  if (whole(a, keep_going) && found(b)) difference = more_than(a, b);
  if (difference.empty() && whole(b, keep_going) && found(a)) difference = more_than(b, a);
  return difference;
}

// The better of two reports that are no answer, by what they found and how far they came.
bool better(const MemberResult& a, const MemberResult& b) {
  const auto rank = [](const MemberResult& r) {
    return r.verdict == Verdict::Violated ? 3 : r.verdict == Verdict::Error ? 0 : r.member.samples() ? 1 : 2;
  };
  if (rank(a) != rank(b)) return rank(a) > rank(b);
  return a.transitions > b.transitions;
}

}  // namespace

bool conclusive(const MemberResult& r, bool keep_going) {
  if (!r.reported) return false;
  switch (r.verdict) {
    case Verdict::Verified:
    case Verdict::Accepted: return true;
    case Verdict::Violated: return !keep_going || r.complete;
    case Verdict::Inconclusive: return r.complete;
    case Verdict::Error: return false;
  }
  return false;
}

PortfolioAnswer answer_of(const std::vector<MemberResult>& results, int first, PortfolioQuestion question) {
  PortfolioAnswer out;
  out.winner = first;
  for (size_t i = 0; first < 0 && i < results.size(); ++i)
    if (results[i].reported && (out.winner < 0 || better(results[i], results[static_cast<size_t>(out.winner)])))
      out.winner = static_cast<int>(i);
  for (size_t i = 0; i < results.size(); ++i)
    for (size_t j = 0; j < i && out.contradiction.empty(); ++j)
      if (results[i].reported && results[j].reported)
        out.contradiction = contradiction_of(results[j], results[i], question.keep_going);
  for (const MemberResult& r : results) out.complete += whole(r, question.keep_going);
  // A violation comes with a schedule that was replayed: it stands, whoever did not see it.
  for (size_t i = 0; i < results.size() && out.winner >= 0; ++i)
    if (results[i].reported && results[i].verdict == Verdict::Violated &&
        results[static_cast<size_t>(out.winner)].verdict != Verdict::Violated)
      out.winner = static_cast<int>(i);
  // Otherwise there is nothing to believe.
  if (!out.contradiction.empty() &&
      (question.compare || results[static_cast<size_t>(out.winner)].verdict != Verdict::Violated)) {
    out.winner = -1;
    out.verdict = Verdict::Error;
    out.reason = "the members of the portfolio contradict each other: " + out.contradiction +
                 "; this is a fault of jmc, please report it";
    return out;
  }
  if (out.winner >= 0) {
    out.verdict = results[static_cast<size_t>(out.winner)].verdict;
    return out;
  }
  for (const MemberResult& r : results)
    if (r.end != jobs::JobEnd::NotStarted)
      out.reason += (out.reason.empty() ? "no member of the portfolio gave an answer: " : "; ") + r.member.name() +
                    " " + r.reason;
  if (out.reason.empty()) out.reason = "no member of the portfolio was started";
  return out;
}

}  // namespace jmc::check
