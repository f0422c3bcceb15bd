#include "check/beside/covered.hpp"

#include "base/number.hpp"
#include "check/options/command_line.hpp"
#include "listeners/text.hpp"

namespace jmc::check {

using listeners::count;
using listeners::grouped;

namespace {

// Fewer are no half of anything.
constexpr uint64_t kFewestDrawn = 1000;

std::string bound_words(const CoveredBound& b) {
  if (b.preemptions == 0) return "without preemptions";
  return "with at most " + count(b.preemptions, "preemption");
}

std::string pairs_words(const CoveredReport& c) {
  if (c.pairs == 0) return {};
  return grouped(c.both) + " of " + (c.pairs_full ? "more than " : "") + grouped(c.pairs) +
         " pairs of conflicting places seen in both orders";
}

}  // namespace

std::string covered_text(const CoveredReport& c) {
  if (c.empty()) return {};
  std::string out = "nothing found in ";
  if (!c.bounds.empty()) {
    const CoveredBound& last = c.bounds.back();
    out += "any schedule " + bound_words(last) + (last.left_out ? " (complete)" : " (complete; none has more)");
    if (c.drawn) out += ", nor in " + grouped(c.drawn) + (c.drawn == 1 ? " drawn one" : " drawn ones");
  } else {
    out += c.drawn == 1 ? "1 drawn execution" : grouped(c.drawn) + " drawn executions";
  }
  const std::string pairs = pairs_words(c);
  return pairs.empty() ? out : out + "; " + pairs;
}

std::string growth_text(const CoveredReport& c) {
  if (c.pairs == 0 || c.drawn < kFewestDrawn) return {};
  const std::string quiet = c.nothing_new >= kFewestDrawn
                                ? "; the last " + grouped(c.nothing_new) + " of " + grouped(c.drawn) + " nothing new"
                                : std::string();
  if (c.late_pairs == 0 && c.late_both == 0)
    return "the second half of the drawn executions has shown no pair of conflicting places and no order of one that "
           "the first half had not" +
           quiet;
  return "the second half of the drawn executions has shown " +
         (c.late_pairs ? count(c.late_pairs, "new pair") + " of conflicting places" : std::string()) +
         (c.late_pairs && c.late_both ? " and " : "") +
         (c.late_both ? count(c.late_both, "pair") + " in both orders for the first time" : std::string()) +
         (quiet.empty() ? ": there is more to be seen" : quiet);
}

std::string covered_line(const CoveredReport& c) {
  std::string out;
  const auto add = [&](const std::string& text) { out += (out.empty() ? "" : ", ") + text; };
  if (!c.bounds.empty()) add("nothing " + bound_words(c.bounds.back()));
  if (c.drawn) add(grouped(c.drawn) + " drawn");
  if (c.pairs) add(grouped(c.both) + " of " + grouped(c.pairs) + " pairs");
  return out;
}

bool Accept::met(const CoveredReport& c) const {
  switch (what) {
    case What::Nothing: return false;
    case What::Preemptions:
      return !c.bounds.empty() && (c.bounds.back().preemptions >= least || !c.bounds.back().left_out);
    case What::Samples: return c.drawn != 0 && c.drawn >= least;
    case What::Pairs: return c.pairs != 0 && !c.pairs_full && c.both * 100 >= c.pairs * least;
  }
  return false;
}

Accept parse_accept(const std::string& value) {
  const size_t colon = value.find(':');
  const std::string kind = value.substr(0, colon);
  std::string digits = colon == std::string::npos ? "" : value.substr(colon + 1);
  Accept out;
  if (kind == "preemption") out.what = Accept::What::Preemptions;
  else if (kind == "samples") out.what = Accept::What::Samples;
  else if (kind == "pairs") out.what = Accept::What::Pairs;
  const bool pairs = out.what == Accept::What::Pairs;
  const bool per_cent = digits.ends_with('%');
  if (per_cent) digits.pop_back();
  const auto n = base::number_of<uint64_t>(digits);
  if (!out.asked() || !n || per_cent != pairs || (pairs && (*n < 1 || *n > 100)) ||
      (out.what == Accept::What::Samples && *n == 0))
    throw UsageError("--accept=" + value +
                     ": expected preemption:N (every schedule with at most N preemptions), samples:N (drawn "
                     "executions, from 1 on) or pairs:P% (of the pairs of conflicting places, in both orders)");
  out.least = *n;
  return out;
}

}  // namespace jmc::check
