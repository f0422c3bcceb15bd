#include "check/options/option_values.hpp"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <sstream>

#include "base/number.hpp"
#include "check/options/configuration.hpp"
#include "por/search.hpp"
#include "por/strategy.hpp"
#include "por/support.hpp"

namespace jmc::check {

namespace {

struct Refinement {
  std::string_view name;
  bool por::SearchOptions::*flag;
};
constexpr Refinement kRefinements[] = {
    {"failing-reads", &por::SearchOptions::failing_reads},
    {"same-value-reads", &por::SearchOptions::same_value_reads},
    {"visited-first", &por::SearchOptions::visited_first},
    {"lock-owners", &por::SearchOptions::owner_for_blocked},
    {"held-back", &por::SearchOptions::held_back},
    {"ends-apart", &por::SearchOptions::ends_apart},
    {"safe-unlocks", &por::SearchOptions::safe_unlocks},
    {"fewest-conflicts", &por::SearchOptions::fewest_conflicts},
    {"learnt-order", &por::SearchOptions::learnt_order},
    {"lone-runs", &por::SearchOptions::lone_runs},
    {"sleep-sets", &por::SearchOptions::sleep_sets},
    {"transitive-reduction", &por::SearchOptions::transitive_reduction},
    {"alternative-thread", &por::SearchOptions::alternative_thread},
    {"bound-optimisation", &por::SearchOptions::bound_optimisation},
};

}  // namespace

[[noreturn]] void refuse(const std::string& option, const std::string& value, const std::string& expected) {
  throw UsageError("--" + option + "=" + value + ": expected " + expected);
}

void parse_random(const std::string& value, vm::VmOptions& o) {
  std::string_view rest = value;
  if (rest == "fixed") return;
  if (rest == "sequence") {
    o.retry_sequences = true;
    return;
  }
  if (!rest.starts_with("all")) refuse("random", value, "fixed, sequence, all, all:N, or all:N,fixed");
  rest.remove_prefix(3);
  o.random = vm::Random::All;
  if (rest.ends_with(",fixed")) o.random_rest_fixed = true, rest.remove_suffix(6);
  if (rest.empty()) return;
  if (rest[0] != ':') refuse("random", value, "fixed, sequence, all, all:N, or all:N,fixed");
  const auto range = base::number_of<uint32_t>(rest.substr(1));
  if (!range || *range < 2 || *range > 250) refuse("random", value, "all:N with a whole number N from 2 to 250");
  o.random_range = *range;
}

uint64_t size(const std::string& option, const std::string& value, uint64_t least, uint64_t most) {
  const std::string expected =
      "a size such as 64M or 2G, from " + std::to_string(least) + " to " + std::to_string(most) + " bytes";
  double n = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), n, std::chars_format::fixed);
  if (error != std::errc() || !(n >= 0)) refuse(option, value, expected);
  std::string unit(end, value.data() + value.size());
  if (unit.size() > 1 && (unit.back() == 'B' || unit.back() == 'b')) unit.pop_back();
  static constexpr std::string_view kUnits = "kmgt";
  double factor = 1;
  if (!unit.empty()) {
    const size_t at = unit.size() == 1
                          ? kUnits.find(static_cast<char>(std::tolower(static_cast<unsigned char>(unit[0]))))
                          : std::string_view::npos;
    if (at == std::string_view::npos) refuse(option, value, expected);
    for (size_t i = 0; i <= at; ++i) factor *= 1024;
  }
  if (n * factor < static_cast<double>(least) || n * factor > static_cast<double>(most))
    refuse(option, value, expected);
  return static_cast<uint64_t>(n * factor);
}

std::vector<std::string> list(const std::string& option, const std::string& value) {
  std::vector<std::string> out;
  std::stringstream in(value);
  for (std::string item; std::getline(in, item, ',');) {
    const size_t first = item.find_first_not_of(' ');
    if (first == std::string::npos) refuse(option, value, "names separated by commas");
    out.push_back(item.substr(first, item.find_last_not_of(' ') - first + 1));
  }
  if (out.empty()) refuse(option, value, "names separated by commas");
  return out;
}

void choose_strategy(const std::string& option, const std::string& name, por::SearchOptions& s) {
  s.strategy = name;
  if (por::find_strategy(name)) return;
  std::string known;
  for (const por::Strategy* strategy : por::strategies())
    known += (known.empty() ? "" : ", ") + std::string(strategy->name);
  refuse(option, name, (option == "por" ? "one of " : "members with one of the reductions ") + known);
}

void choose_order(const std::string& value, por::SearchOptions& s) {
  const std::string expected = "sequential, sequential:2,0,1 (a permutation), random or random:SEED";
  const size_t colon = value.find(':');
  const std::string kind = value.substr(0, colon), rest = colon == std::string::npos ? "" : value.substr(colon + 1);
  if (colon != std::string::npos && rest.empty()) refuse("order", value, expected);
  s.order_asked = true;
  if (kind == "sequential") {
    s.order = por::SearchOptions::Order::Sequential;
    if (!rest.empty())
      for (size_t at = 0; at <= rest.size();) {
        const std::string n = rest.substr(at, rest.find(',', at) - at);
        at += n.size() + 1;
        const auto t = base::number_of<por::ThreadId>(n);
        if (!t) refuse("order", value, expected);
        s.permutation.push_back(*t);
      }
    std::vector<por::ThreadId> sorted = s.permutation;
    std::sort(sorted.begin(), sorted.end());
    for (por::ThreadId t = 0; t < sorted.size(); ++t)
      if (sorted[t] != t || t >= por::kMaxThreads)
        refuse(
            "order", value,
            "a permutation of thread numbers: each number from 0 (main) to the largest once, as in sequential:2,0,1");
  } else if (kind == "random") {
    s.order = por::SearchOptions::Order::Random;
    if (!rest.empty()) {
      const auto seed = base::number_of<decltype(s.seed)>(rest);
      if (!seed) refuse("order", value, expected);
      s.seed = *seed;
    }
  } else {
    refuse("order", value, expected);
  }
}

uint32_t distinguished(const std::string& value) {
  static constexpr std::pair<std::string_view, uint32_t> kNames[] = {
      {"addresses", vm::kDistinguishAddresses},  {"garbage", vm::kDistinguishGarbage},
      {"dead-slots", vm::kDistinguishDeadSlots}, {"initialisers", vm::kDistinguishInitialisers},
      {"linkage", vm::kDistinguishLinkage},      {"counters", vm::kDistinguishCounters | vm::kDistinguishSeeds},
      {"unread", vm::kDistinguishCounters},      {"spins", vm::kDistinguishSpins},
      {"messages", vm::kDistinguishMessages},    {"rounds", vm::kDistinguishRounds},
      {"knowers", vm::kDistinguishKnowers}};
  uint32_t bits = 0;
  for (const std::string& item : list("distinguish", value)) {
    const auto* found =
        std::find_if(std::begin(kNames), std::end(kNames), [&](const auto& n) { return n.first == item; });
    if (found == std::end(kNames))
      refuse(
          "distinguish", value,
          "names of addresses, garbage, dead-slots, initialisers, linkage, unread, counters, spins, messages, rounds, "
          "knowers");
    bits |= found->second;
  }
  return bits;
}

namespace {

// "M/P=T,T", or "M=T,T": whether it has all of its parts.
bool has_parts(const std::string& value, bool packages) {
  const size_t equals = value.find('=');
  if (equals == std::string::npos || value.find_first_not_of(',', equals + 1) == std::string::npos) return false;
  const std::string key = value.substr(0, equals);
  const size_t slash = key.find('/');
  if (!packages) return !key.empty() && slash == std::string::npos;
  return slash != std::string::npos && slash != 0 && slash + 1 < key.size() &&
         key.find('/', slash + 1) == std::string::npos;
}

}  // namespace

vm::ModuleOptions module_options(const CommandLine& line) {
  const auto values = [&](const char* option, bool packages) {
    std::vector<std::string> out = line.values(option);
    for (const std::string& value : out)
      if (!has_parts(value, packages))
        refuse(option, value,
               packages ? "MODULE/PACKAGE=MODULE,..., or ALL-UNNAMED for the program's code" : "MODULE=MODULE,...");
    return out;
  };
  return {values("add-exports", true), values("add-opens", true), values("add-reads", false),
          line.values("add-modules")};
}

void choose_refinements(const std::string& value, por::SearchOptions& s, bool& held_back) {
  for (const std::string& item : list("refine", value)) {
    if (item == "none") {
      for (const Refinement& r : kRefinements) s.*r.flag = false;
      s.late_sleep_sets = false;
      continue;
    }
    const bool off = item[0] == '-';
    const auto* r = std::find_if(std::begin(kRefinements), std::end(kRefinements),
                                 [&](const Refinement& one) { return one.name == std::string_view(item).substr(off); });
    if (r == std::end(kRefinements)) {
      std::string names = "none, or names with or without a minus sign:";
      for (const Refinement& known : kRefinements) names += " " + std::string(known.name);
      refuse("refine", value, names);
    }
    s.*r->flag = !off;
    if (r->flag == &por::SearchOptions::sleep_sets) s.late_sleep_sets = false;
    held_back |= !off && r->flag == &por::SearchOptions::held_back;
  }
}

// Bytes: eighty percent of the machine. An answer that says "memory limit" is better than being killed.
uint64_t default_memory_limit() {
  const long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
  return pages > 0 && page > 0 ? static_cast<uint64_t>(pages) * static_cast<uint64_t>(page) / 5 * 4 : 0;
}

// What looks for races of two steps takes a later one to where it was not possible: whether a late time-out is possible
// depends on steps that it is independent of.
bool runs_tests(const std::string& program) { return program.starts_with("jmc.junit."); }

void choose_time_outs(const CommandLine& line, Configuration& o) {
  const std::string how = line.text("timeouts");
  const bool given = line.has("timeouts");
  const std::string refused = por::refusal(por::Purpose::LateTimeOuts, o.search);
  if (given && how == "late" && !refused.empty()) throw UsageError("--timeouts=late: " + refused);
  if (how == "never") o.vm.timeouts = vm::Timeouts::Never;
  else if (how == "always") o.vm.timeouts = vm::Timeouts::Always;
  else if (how != "both" && how != "late") refuse("timeouts", how, "both, late, never or always");
  const bool of_test = line.command == Command::Check && line.program && runs_tests(*line.program);
  o.late_time_outs = given ? how == "late" : refused.empty() && (of_test || how == "late");
}

}  // namespace jmc::check
