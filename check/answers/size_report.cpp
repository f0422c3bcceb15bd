#include "check/answers/size_report.hpp"

#include <algorithm>
#include <cmath>

#include "base/number.hpp"
#include "check/options/configuration.hpp"
#include "listeners/text.hpp"
#include "por/strategy.hpp"
#include "por/support.hpp"

namespace jmc::check {

using listeners::grouped;
using listeners::percent;

namespace {

// Two digits are more than is known.
std::string rough(double n) {
  if (n >= 1e18) {
    char text[32];
    std::snprintf(text, sizeof text, "%.0e", n);
    return text;
  }
  double unit = 1;
  while (n / unit >= 100) unit *= 10;
  return grouped(static_cast<uint64_t>(std::llround(n / unit) * static_cast<long long>(unit)));
}

std::string duration(double seconds) {
  if (seconds < 90) return rough(std::max(1.0, seconds)) + " s";
  if (seconds < 90 * 60) return rough(seconds / 60) + " min";
  if (seconds < 36 * 3600) return rough(seconds / 3600) + " h";
  return rough(seconds / 86400) + " days";
}

// "about 23 % seen (8 to 60 %)"
std::string shares(const por::SizeEstimate::Answer& size) {
  const double seen = static_cast<double>(size.seen);
  return (size.share() < 0.01 ? "" : "about ") + percent(size.share()) + " seen (" +
         percent(seen / size.most, seen / size.least) + ")";
}

}  // namespace

void choose_estimate(const CommandLine& line, Configuration& c) {
  if (!line.has("estimate")) return;
  const std::string value = line.text("estimate");
  c.estimate_seconds = base::number_of<double>(value).value_or(0);
  if (!(c.estimate_seconds > 0) || c.estimate_seconds > 1e6)
    throw UsageError("--estimate=" + value + ": expected a number of seconds");
  if (const std::string other(line.given(Column::NotEstimated)); !other.empty())
    throw UsageError("--estimate=" + value + ": with --" + other +
                     " it is not known how much there is to do; expected no --" + other);
  por::SearchOptions& s = c.search;
  if (const std::string why = por::refusal(por::Purpose::Estimate, s); !why.empty())
    throw UsageError("--estimate=" + value + ": " + why);
  if (s.match_states) return;
  if (const std::string memory = line.text("memory"); memory != "sc")
    throw UsageError("--estimate=" + value +
                     ": executions are drawn of interleavings, without the older values of --memory=" + memory +
                     "; expected --memory=sc, or a search that matches states");
  if (line.text("livelock") == "fair")
    throw UsageError("--estimate=" + value +
                     ": executions that are drawn have no loops that come back; expected no --livelock=fair");
  s.exploration = por::Exploration::Probes;
  s.probe_seconds = c.estimate_seconds;
}

double seconds_to_draw(const Configuration& c, std::chrono::steady_clock::time_point start,
                       std::chrono::steady_clock::time_point search_start) {
  using Seconds = std::chrono::duration<double>;
  const auto now = std::chrono::steady_clock::now();
  double seconds = c.search.probe_seconds - Seconds(now - search_start).count();
  if (c.time_limit > 0) seconds = std::min(seconds, c.time_limit - Seconds(now - start).count());
  return std::max(0.0, seconds);
}

std::string size_line(const por::SizeEstimate::Answer& size) {
  if (!size.known()) return {};
  return shares(size) + ", " + duration(size.seconds_left) + " left";
}

std::string size_text(const Result& r, const Configuration& c) {
  if (!r.sized) return {};
  const char* what = c.search.match_states ? "states" : "steps of executions";
  std::string out = "size: ";
  if (r.size_repeats)
    return out + "what this round of the search relied on turned out to be wrong, so that the next one has more " +
           what + "; how many is not known\n";
  if (!r.size.known()) return out + "too little is explored to tell how many " + what + " there are\n";
  out += "of the " + std::string(what) + " " + shares(r.size) + "; there would be some " + rough(r.size.states) + " (" +
         rough(r.size.least) + " to " + rough(r.size.most) + "), and " + duration(r.size.seconds_left) +
         " to go at this rate\n";
  return out;
}

std::string traces_text(const por::TraceEstimate& t, const Configuration& c, const std::string& polling) {
  const bool by_races = por::strategy_of(c.search).states == por::Strategy::States::Never;
  const std::string what =
      by_races ? " executions that differ by more than the order of independent steps" : " executions";
  const std::string drawn = grouped(t.complete + t.abandoned + t.unended) + " paths that were drawn";
  if (t.polls)
    return "how many executions there are is not known: a thread polls" +
           (polling.empty() ? "" : " (" + polling + ")") +
           ", for more turns than --spin-limit, and each number of its turns is an execution of its own";
  std::string out;
  if (t.exact) return "there are exactly " + grouped(static_cast<uint64_t>(std::llround(t.expected))) + what;
  if (t.expected == 0) out = "how many executions there are is not known: none of " + drawn + " is one that counts";
  else
    out = "there are about " + rough(t.expected) + what + " (" + rough(t.least) + " to " + rough(t.most) + ", by " +
          drawn + ")";
  if (t.expected > 0)
    out += t.few ? "; what is drawn seldom makes up much of that, which may be far too low"
                 : "; what is drawn too seldom to be among them shows in none of these numbers";
  if (t.unended)
    out += "; " + grouped(t.unended) + " of the paths did not end within the depth bound and are not among them";
  return out;
}

}  // namespace jmc::check
