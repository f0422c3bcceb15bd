#include "cli/portfolio_answer.hpp"

namespace jmc::cli {

namespace {

std::string contradiction_of(const MemberResult& a, const MemberResult& b, bool keep_going) {
  const auto says = [](const MemberResult& r, const char* what) { return r.member.name() + " says " + what; };
  if (a.verdict == Verdict::Verified && b.verdict == Verdict::Violated) return says(a, "verified") + ", " + says(b, "violated");
  if (a.verdict == Verdict::Violated && b.verdict == Verdict::Verified) return says(b, "verified") + ", " + says(a, "violated");
  // Complete searches have the same outcomes, whatever the reduction and the order. Doubt is no answer to compare.
  const auto final = [&](const MemberResult& r) { return r.complete && (r.verdict == Verdict::Verified || (r.verdict == Verdict::Violated && keep_going)); };
  if (!final(a) || !final(b)) return {};
  if (a.outcomes != b.outcomes) return a.member.name() + " and " + b.member.name() + " have different outcomes";
  if (a.violations != b.violations) return a.member.name() + " and " + b.member.name() + " have different violations";
  return {};
}

// The better of two reports that are no answer, by what they found and how far they came.
bool better(const MemberResult& a, const MemberResult& b) {
  const auto rank = [](const MemberResult& r) { return r.verdict == Verdict::Violated ? 2 : r.verdict == Verdict::Error ? 0 : 1; };
  if (rank(a) != rank(b)) return rank(a) > rank(b);
  return a.transitions > b.transitions;
}

}  // namespace

std::string_view member_end_name(MemberEnd end) {
  switch (end) {
    case MemberEnd::NotStarted: return "not started";
    case MemberEnd::Running: return "running";
    case MemberEnd::Reported: return "reported";
    case MemberEnd::Stopped: return "stopped";
    case MemberEnd::Memory: return "memory limit";
    case MemberEnd::Died: return "died";
  }
  return "died";
}

bool conclusive(const MemberResult& r, bool keep_going) {
  if (!r.reported) return false;
  switch (r.verdict) {
    case Verdict::Verified: return true;
    case Verdict::Violated: return !keep_going || r.complete;
    case Verdict::Inconclusive: return r.complete;
    case Verdict::Error: return false;
  }
  return false;
}

PortfolioAnswer answer_of(const std::vector<MemberResult>& results, int first, bool keep_going) {
  PortfolioAnswer out;
  out.winner = first;
  for (size_t i = 0; first < 0 && i < results.size(); ++i)
    if (results[i].reported && (out.winner < 0 || better(results[i], results[static_cast<size_t>(out.winner)]))) out.winner = static_cast<int>(i);
  for (size_t i = 0; i < results.size(); ++i)
    for (size_t j = 0; j < i && out.contradiction.empty(); ++j)
      if (results[i].reported && results[j].reported) out.contradiction = contradiction_of(results[j], results[i], keep_going);
  if (!out.contradiction.empty()) {
    // A violation comes with a schedule that was replayed: it stands. Otherwise there is nothing to believe.
    for (size_t i = 0; i < results.size(); ++i)
      if (results[i].reported && results[i].verdict == Verdict::Violated && (out.winner < 0 || results[static_cast<size_t>(out.winner)].verdict != Verdict::Violated))
        out.winner = static_cast<int>(i);
    if (results[static_cast<size_t>(out.winner)].verdict != Verdict::Violated) {
      out.winner = -1;
      out.verdict = Verdict::Error;
      out.reason = "the members of the portfolio contradict each other: " + out.contradiction + "; this is a fault of jmc, please report it";
      return out;
    }
  }
  if (out.winner >= 0) {
    out.verdict = results[static_cast<size_t>(out.winner)].verdict;
    return out;
  }
  for (const MemberResult& r : results)
    if (r.end != MemberEnd::NotStarted) out.reason += (out.reason.empty() ? "no member of the portfolio gave an answer: " : "; ") + r.member.name() + " " + r.reason;
  if (out.reason.empty()) out.reason = "no member of the portfolio was started";
  return out;
}

}  // namespace jmc::cli
