// From violating programs to a table of methods.
#include <algorithm>

#include "linearizability/search.hpp"
#include "listeners/text.hpp"

namespace jmc::linearizability {

using listeners::count;

namespace {

// How late a method is blamed: first those that nobody says are linearizable, last what a class is there for.
constexpr int kRanks = 3;
int rank_of(const MethodDescription& m) {
  int rank = m.trusted || m.visibility == "complete" ? 1 : 0;
  for (const std::string_view name :
       {"offer", "add", "put", "push", "enqueue", "poll", "pop", "take", "dequeue", "peek", "get", "set"})
    rank += m.name == name;
  return rank;
}

bool within(const MethodSet& small, const MethodSet& large) { return (small & ~large).none(); }

}  // namespace

std::vector<size_t> minimal(const std::vector<Finding>& findings) {
  std::vector<size_t> out;
  for (size_t i = 0; i < findings.size(); ++i) {
    bool least = true;
    for (size_t j = 0; j < findings.size(); ++j)
      least &= j == i || !within(findings[j].methods, findings[i].methods) ||
               (findings[j].methods == findings[i].methods && j > i);
    if (least) out.push_back(i);
  }
  return out;
}

// Greedy: the method in most of the sets that are left; then what is not needed is dropped again.
MethodSet blamed(const SearchReport& r) {
  MethodSet out;
  std::vector<MethodSet> sets;
  for (const size_t i : minimal(r.violations)) sets.push_back(r.violations[i].methods);
  const size_t n = r.description.methods.size();
  const auto rank = [&](size_t m) { return rank_of(r.description.methods[m]); };
  std::vector<MethodSet> left = sets;
  while (!left.empty()) {
    size_t best = n, most = 0;
    for (int now = 0; now < kRanks && !most; ++now)
      for (size_t m = 0; m < n; ++m) {
        const auto hits =
            static_cast<size_t>(std::count_if(left.begin(), left.end(), [&](const MethodSet& s) { return s.test(m); }));
        if (rank(m) == now && hits > most) best = m, most = hits;
      }
    out.set(best);
    std::erase_if(left, [&](const MethodSet& s) { return s.test(best); });
  }
  for (int now = kRanks; now-- > 0;)
    for (size_t m = 0; m < n; ++m) {
      if (!out.test(m) || rank(m) != now) continue;
      MethodSet fewer = out;
      fewer.reset(m);
      if (std::all_of(sets.begin(), sets.end(), [&](const MethodSet& s) { return (s & fewer).any(); })) out = fewer;
    }
  return out;
}

std::vector<MethodRow> table_of(const SearchReport& r) {
  std::vector<MethodRow> out(r.description.methods.size());
  const MethodSet blame = blamed(r);
  for (const size_t i : minimal(r.violations))
    for (size_t m = 0; m < out.size(); ++m)
      if (r.violations[i].methods.test(m)) {
        out[m].violations.push_back(i);
        out[m].status = blame.test(m) ? MethodRow::Blamed : MethodRow::Involved;
      }
  for (const Finding& f : r.unusable)
    for (size_t m = 0; m < out.size(); ++m)
      if (f.methods.test(m) && out[m].status == MethodRow::Fine && f.methods.count() == 1)
        out[m].status = MethodRow::Unusable;
  return out;
}

std::string names_of(const MethodSet& methods, const Description& d) {
  std::string out;
  for (size_t m = 0; m < d.methods.size(); ++m) {
    if (!methods.test(m)) continue;
    // The name alone, unless another method has it too.
    const bool alone = std::count_if(d.methods.begin(), d.methods.end(),
                                     [&](const MethodDescription& o) { return o.name == d.methods[m].name; }) == 1;
    out += (out.empty() ? "" : ", ") + (alone ? d.methods[m].name : d.methods[m].label());
  }
  return out;
}

std::string unspecified_text(const SearchReport& r) {
  std::string out;
  for (const std::string& label : r.description.unspecified)
    out += (out.empty() ? "; without what the specification lacks: " : ", ") + label;
  return out;
}

std::string bounds_text(const SearchReport& r) {
  std::string out = "up to " + count(r.bounds.threads, "thread") + ", " + count(r.bounds.calls, "call") + " each";
  if (r.bounds.invocations < r.bounds.threads * r.bounds.calls)
    out += " and " + std::to_string(r.bounds.invocations) + " in all";
  out += ", " + count(r.bounds.values, "value");
  for (const Group& g : r.bounds.groups)
    out += ", " + count(g.threads, "thread") + " with " + names_of(g.methods, r.description);
  if (r.limits_of_description) out += " (limits of the description)";
  return out;
}

}  // namespace jmc::linearizability
