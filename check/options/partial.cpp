#include "check/options/partial.hpp"

#include <algorithm>
#include <sstream>

#include "base/number.hpp"
#include "check/options/configuration.hpp"
#include "listeners/text.hpp"
#include "por/bounded/bounds.hpp"
#include "por/strategy.hpp"

namespace jmc::check {

namespace {

constexpr const char* kBounds =
    "KIND:N, KIND:N.. or KIND:N..M with one of depth, context, preemption, delay, fair, local-depth, local-context, "
    "divergence";

[[noreturn]] void refuse_value(const std::string& value, const std::string& expected) {
  throw UsageError("--bound=" + value + ": expected " + expected);
}

uint64_t limit(const std::string& value, const std::string& digits) {
  const auto n = base::number_of<uint64_t>(digits);
  if (!n) refuse_value(value, kBounds + std::string("; N is a whole number"));
  return *n;
}

bool has(const por::SearchOptions& s, por::BoundKind kind) {
  return std::any_of(s.bounds.begin(), s.bounds.end(), [&](const por::Bound& b) { return b.kind == kind; });
}

}  // namespace

void choose_bounds(const std::string& value, bool named, por::SearchOptions& s, Raised& raised) {
  std::stringstream in(value);
  for (std::string item; std::getline(in, item, ',');) {
    const size_t colon = item.find(':');
    por::Bound bound{};
    if (colon == std::string::npos || !por::find_bound(item.substr(0, colon), bound.kind)) refuse_value(value, kBounds);
    const std::string range = item.substr(colon + 1);
    const size_t dots = range.find("..");
    bound.limit = limit(value, range.substr(0, dots));
    if (dots != std::string::npos) {
      if (raised.on) refuse_value(value, "one bound that is raised, not two");
      raised.on = true;
      raised.which = s.bounds.size();
      if (dots + 2 < range.size()) raised.last = limit(value, range.substr(dots + 2));
      if (raised.last < bound.limit) refuse_value(value, "a range that ends where it begins or later");
    }
    s.bounds.push_back(bound);
  }
  if (s.bounds.empty()) refuse_value(value, kBounds);
  using por::BoundKind;
  const auto depth =
      std::find_if(s.bounds.begin(), s.bounds.end(), [](const por::Bound& b) { return b.kind == BoundKind::Depth; });
  if (depth != s.bounds.end() && has(s, BoundKind::Fair)) {
    if (s.bounds.size() != 2 || raised.on)
      refuse_value(
          value,
          "fair and depth alone together and not raised: in a fair search, a path longer than the depth is a livelock");
    if (depth->limit == 0) refuse_value(value, "a depth from 1 on");
    s.depth_bound = depth->limit;
    s.depth_is_livelock = true;
    s.bounds.erase(depth);
  }
  if (!named) {
    const bool past = has(s, BoundKind::LocalDepth) || has(s, BoundKind::LocalContext) || has(s, BoundKind::Divergence);
    s.strategy = past ? "dpor" : "s-por";
  } else if (s.bounds.size() == 1 && s.bounds[0].kind == BoundKind::Depth && !por::strategy_of(s).run_bounded) {
    // Their searches can be cut at a depth. What is found within it then depends on the order of the search.
    if (raised.on) refuse_value(value, "--por=none, s-por or dpor for a bound that is raised");
    if (s.bounds[0].limit == 0) refuse_value(value, "a depth from 1 on with --por=" + s.strategy);
    s.depth_bound = s.bounds[0].limit;
    s.bounds.clear();
  }
}

namespace {

constexpr std::string_view kBestFirst = "best-first:";
constexpr struct {
  std::string_view name;
  por::SearchKey::Kind kind;
} kSearchKeys[] = {{"preemptions", por::SearchKey::Preemptions},
                   {"backtrack", por::SearchKey::Backtrack},
                   {"awake", por::SearchKey::Awake},
                   {"random", por::SearchKey::Random}};

void choose_best_first(const std::string& value, bool named, por::SearchOptions& s, std::vector<std::string>& names) {
  std::stringstream in(value.substr(kBestFirst.size()));
  for (std::string item; std::getline(in, item, ',');) {
    const auto* key =
        std::find_if(std::begin(kSearchKeys), std::end(kSearchKeys), [&](const auto& k) { return k.name == item; });
    const size_t equals = item.find('=');
    if (key != std::end(kSearchKeys)) {
      s.keys.push_back({key->kind});
    } else if ((item.starts_with("method=") || item.starts_with("variable=")) && equals + 1 < item.size()) {
      names.push_back(item);
      s.keys.push_back({por::SearchKey::Tag, static_cast<uint8_t>(names.size())});
    } else {
      s.keys.clear();
      break;
    }
  }
  if (s.keys.empty() || s.keys.size() > 6)
    throw UsageError("--search=" + value +
                     ": expected best-first: and one to six of preemptions, backtrack, awake, random, method=NAME, "
                     "variable=NAME, separated by commas");
  s.exploration = por::Exploration::BestFirst;
  if (!named) s.strategy = "s-por";
  s.match_states = false;
}

}  // namespace

void choose_search(const std::string& value, bool named, por::SearchOptions& s, std::vector<std::string>& names) {
  if (value.starts_with(kBestFirst)) return choose_best_first(value, named, s, names);
  const std::string expected =
      "random[:SEED], pos[:SEED], surw[:SEED], feedback[:SEED], pct[:DEPTH[:SEED]] or best-first:KEYS";
  std::vector<std::string> parts;
  std::stringstream in(value);
  for (std::string part; std::getline(in, part, ':');) parts.push_back(part);
  if (parts.empty() || value.back() == ':') throw UsageError("--search=" + value + ": expected " + expected);
  const auto number = [&](size_t i, uint64_t least, uint64_t most) {
    const auto n = base::number_of<uint64_t>(parts[i]);
    if (!n || *n < least || *n > most)
      throw UsageError("--search=" + value + ": expected " + expected + " with whole numbers");
    return *n;
  };
  const uint64_t any = std::numeric_limits<uint64_t>::max();
  const bool pct = parts[0] == "pct";
  if (pct) s.exploration = por::Exploration::Pct;
  else if (parts[0] == "random") s.exploration = por::Exploration::Random;
  else if (parts[0] == "pos") s.exploration = por::Exploration::Pos;
  else if (parts[0] == "surw") s.exploration = por::Exploration::Surw;
  else if (parts[0] == "feedback") s.exploration = por::Exploration::Feedback;
  else throw UsageError("--search=" + value + ": expected " + expected);
  if (parts.size() > (pct ? 3u : 2u)) throw UsageError("--search=" + value + ": expected " + expected);
  if (pct && parts.size() > 1) s.pct_depth = static_cast<uint32_t>(number(1, 1, 1000));
  if (parts.size() > (pct ? 2u : 1u)) s.seed = number(pct ? 2 : 1, 0, any);
  if (named)
    throw UsageError("--search=" + value +
                     ": executions are drawn each for itself, so that a reduction has no meaning; expected no --por");
  s.strategy = "s-por";
  s.match_states = false;
}

std::string search_name(const Configuration& o) {
  const por::SearchOptions& s = o.search;
  const std::string seed = ", seed " + std::to_string(s.seed);
  switch (s.exploration) {
    case por::Exploration::Random: return "random walks" + seed;
    case por::Exploration::Pos: return "partial-order sampling" + seed;
    case por::Exploration::Surw: return "selectively uniform random walks" + seed;
    case por::Exploration::Feedback: return "draws guided by feedback" + seed;
    case por::Exploration::Probes: return "draws for an estimate" + seed;
    case por::Exploration::Pct:
      return "probabilistic concurrency testing of depth " + std::to_string(s.pct_depth) + seed;
    case por::Exploration::BestFirst: {
      std::string out;
      for (const por::SearchKey& key : s.keys) {
        out += out.empty() ? "best first by " : ", ";
        if (key.kind == por::SearchKey::Tag) out += o.preferred[key.tag - 1u];
        else out += kSearchKeys[key.kind].name;
      }
      return out;
    }
    default: return s.strategy;
  }
}

std::string sampled_text(const Configuration& o, uint64_t executions, const std::string& detail, bool violated) {
  const std::string found = violated ? "" : "no violation in ";
  if (o.search.exploration == por::Exploration::BestFirst)
    return found + "the " + listeners::count(executions, "execution that was", "executions that were") +
           " explored first (" + search_name(o) + ")" + (violated ? "; others were not" : "");
  return found +
         listeners::count(executions, violated ? "execution was" : "execution that was",
                          violated ? "executions were" : "executions that were") +
         " drawn (" + search_name(o) + (detail.empty() ? "" : "; " + detail) + ")" +
         (violated ? "; others were not explored" : "");
}

std::string scope_text(const Configuration& o, const std::vector<por::Bound>& bounds) {
  std::string out;
  for (const por::Bound& b : bounds) out += (out.empty() ? "with " : " and ") + por::bound_text(b);
  for (const std::string& seal : o.seals)
    out += (&seal != &o.seals.front() ? ", "
            : out.empty()             ? "without preemption inside of "
                                      : " and without preemption inside of ") +
           seal;
  return out;
}

std::string bounded_text(const Configuration& o, const std::vector<por::Bound>& bounds, bool violated) {
  const bool tree = std::any_of(bounds.begin(), bounds.end(),
                                [](const por::Bound& b) { return b.kind == por::BoundKind::Divergence; });
  return std::string(violated ? "searched " : "no violation ") + scope_text(o, bounds) +
         (tree ? "; which schedules these are depends on the search, and others were not explored"
               : "; schedules beyond that were not explored");
}

std::string levels_text(const por::SearchOptions& s, const Raised& raised, const std::vector<Level>& levels) {
  if (levels.empty()) return {};
  std::string out = std::string(por::bound_name(s.bounds[raised.which].kind)) + ":";
  for (size_t i = 0; i < levels.size(); ++i) {
    if (levels.size() > 12 && i == 5) {
      out += ", ...";
      i = levels.size() - 5;
    }
    const Level& l = levels[i];
    const uint64_t n = s.match_states ? l.statistics.states : l.statistics.executions;
    out += (i == 0 ? " " : ", ") + std::to_string(l.limit) + " (" +
           listeners::count(n, s.match_states ? "state" : "execution") + (l.cut ? "" : ", nothing left out") + ")";
  }
  return out;
}

// What the first line says of answers that are not all explored.
std::string in_doubt(const std::vector<std::string>& holes) {
  const std::string& first = holes.front();
  return "not every answer is explored of what the program asked for: " + first.substr(0, first.find(": ")) +
         (holes.size() > 1 ? ", and " + std::to_string(holes.size() - 1) + " more" : "");
}

}  // namespace jmc::check
