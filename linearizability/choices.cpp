#include "linearizability/choices.hpp"

#include <algorithm>
#include <stdexcept>

namespace jmc::linearizability {

// Values are named in the order in which they are chosen, whichever thread does it: of the renamings that leave all
// calls chosen so far as they are, none makes the next one smaller. Take any program under any schedule. Among the rows
// of calls, in the order in which they are chosen, that renamings make of it, the least is one that can be chosen.
//
// Not where first calls are given, since a renaming may make others of them.
Choices::Choices(const Family& family, const std::vector<std::vector<uint16_t>>& renamed) : renamed_(renamed) {
  plan({});  // Rest::kNoCalls
  Names all;
  for (uint16_t r = 0; r < renamed.size() && family.prefix.empty(); ++r) {
    const auto within = [&](const Set& calls) {
      return std::all_of(calls.begin(), calls.end(),
                         [&](uint16_t c) { return std::binary_search(calls.begin(), calls.end(), renamed[r][c]); });
    };
    if (std::all_of(family.calls.begin(), family.calls.end(), within)) all.push_back(r);
  }
  begin_.names = names(std::move(all));
  begin_.left = family.total;
  size_t at = 0;  // in a row of all calls
  for (size_t t = 0; t < family.lengths.size(); ++t) {
    std::vector<uint32_t> row;
    for (uint32_t n = 0; n < family.lengths[t]; ++n, ++at) {
      Set calls = at < family.prefix.size() ? Set{family.prefix[at]} : family.calls[t];
      // Threads of the same length as the first one begin with no smaller call: a canonical program has none.
      if (t && !n && !family.prefix.empty() && family.lengths[t] == family.lengths[0])
        std::erase_if(calls, [&](uint16_t c) { return c < family.prefix[0]; });
      row.push_back(set(std::move(calls)));
    }
    row.resize(std::min<size_t>(row.size(), family.total));
    begin_.plans[t] = plan(row);
  }
}

Choices::Rest::Plan Choices::plan(const std::vector<uint32_t>& sets) {
  if (plans_.size() > 0xffff) throw std::length_error("threads have more than 65536 plans of what to call");
  const auto [it, fresh] = plan_numbers_.emplace(sets, static_cast<Rest::Plan>(plans_.size()));
  if (fresh) plans_.push_back(sets);
  return it->second;
}

uint32_t Choices::names(Names names) {
  const auto [it, fresh] = name_numbers_.emplace(std::move(names), static_cast<uint32_t>(names_.size()));
  if (fresh) names_.push_back(it->first);
  return it->second;
}

uint32_t Choices::set(Set calls) {
  const auto it = std::find(sets_.begin(), sets_.end(), calls);
  if (it != sets_.end()) return static_cast<uint32_t>(it - sets_.begin());
  sets_.push_back(std::move(calls));
  return static_cast<uint32_t>(sets_.size() - 1);
}

const std::vector<uint16_t>& Choices::at(const Rest& rest, uint32_t thread) {
  static const Set none;
  const std::vector<uint32_t>& row = plans_[rest.plans[thread]];
  if (row.empty() || !rest.left) return none;
  const auto [it, fresh] = allowed_.try_emplace({row[0], rest.names});
  if (fresh)
    for (const uint16_t c : sets_[row[0]]) {
      const Names& all = names_[rest.names];
      if (std::none_of(all.begin(), all.end(), [&](uint16_t r) { return renamed_[r][c] < c; })) it->second.push_back(c);
    }
  return it->second;
}

Choices::Rest Choices::after(const Rest& rest, uint32_t thread, uint16_t call) {
  Rest out = rest;
  --out.left;
  const auto [named, new_names] = names_after_.try_emplace({rest.names, call});
  if (new_names) {
    Names kept;
    for (const uint16_t r : names_[rest.names])
      if (renamed_[r][call] == call) kept.push_back(r);
    named->second = names(std::move(kept));
  }
  out.names = named->second;
  const auto shorter = [&](Rest::Plan p, size_t from, size_t most) {
    const std::vector<uint32_t>& row = plans_[p];
    const size_t to = std::min(row.size(), from + most);
    return plan({row.begin() + static_cast<std::ptrdiff_t>(from), row.begin() + static_cast<std::ptrdiff_t>(to)});
  };
  out.plans[thread] = shorter(rest.plans[thread], 1, out.left);
  // More than all the calls that are left nobody will make.
  for (Rest::Plan& p : out.plans) {
    if (plans_[p].size() <= out.left) continue;
    const auto [cut, fresh] = cut_.try_emplace({p, out.left});
    if (fresh) cut->second = shorter(p, 0, out.left);
    p = cut->second;
  }
  return out;
}

}  // namespace jmc::linearizability
