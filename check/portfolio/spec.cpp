#include "check/portfolio/spec.hpp"

#include "base/number.hpp"
#include "check/options/option_table.hpp"

#include <algorithm>
#include <cctype>
#include <numeric>
#include <sstream>

#include "check/options/command_line.hpp"

namespace jmc::check {

namespace {

constexpr const char* kGrammar =
    "POR[:ORDER], pos[:SEED], random[:SEED], surw[:SEED], feedback[:SEED] or pct[:DEPTH[:SEED]] separated by commas, "
    "where ORDER is sequential, sequential:2,0,1, permutations, permutations*N, random, random:SEED, random*N or "
    "random:SEED*N";

[[noreturn]] void refuse(const std::string& item, const std::string& expected) {
  throw UsageError("--portfolio: " + item + ": expected " + expected);
}

bool is_number(const std::string& text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
}

template <typename Number>
Number number(const std::string& item, const std::string& text, Number least, Number most, const char* what) {
  const auto n = base::number_of<Number>(text);
  if (!n || !(*n >= least) || *n > most)
    refuse(item, std::string(what) + " from " + std::to_string(least) + " to " + std::to_string(most));
  return *n;
}

// pos[:SEED][*N], random, surw, feedback likewise, pct[:DEPTH[:SEED]][*N].
PortfolioItem parse_sampler(const std::string& text) {
  PortfolioItem item;
  item.kind = PortfolioItem::Kind::Sampler;
  const size_t star = text.find('*');
  if (star != std::string::npos)
    item.count = number<uint32_t>(text, text.substr(star + 1), 1, kMostMembersOfItem, "a number of members");
  std::vector<std::string> parts;
  std::stringstream in(text.substr(0, star));
  for (std::string part; std::getline(in, part, ':');) parts.push_back(part);
  const bool pct = parts[0] == "pct";
  if (text[star == std::string::npos ? text.size() - 1 : star - 1] == ':' || parts.size() > (pct ? 3u : 2u))
    refuse(text, kGrammar);
  item.por = parts[0];
  if (pct)
    item.por += ":" + std::to_string(parts.size() > 1 ? number<uint32_t>(text, parts[1], 1, 1000, "a depth") : 3u);
  if (parts.size() > (pct ? 2u : 1u))
    item.seed = number<uint64_t>(text, parts.back(), 0, UINT64_MAX - kMostMembersOfItem, "a seed");
  return item;
}

bool names_sampler(const std::string& text) {
  const std::string first = text.substr(0, text.find_first_of(":*"));
  return first == "pos" || first == "pct" || first == "random" || first == "surw" || first == "feedback";
}

PortfolioItem parse_item(const std::string& text) {
  if (names_sampler(text)) return parse_sampler(text);
  PortfolioItem item;
  const size_t colon = text.find(':');
  item.por = text.substr(0, colon);
  if (item.por.empty() || std::isdigit(static_cast<unsigned char>(item.por[0])) || text.back() == ':')
    refuse(text, kGrammar);
  if (colon == std::string::npos) return item;
  std::string order = text.substr(colon + 1), times;
  if (const size_t star = order.find('*'); star != std::string::npos) {
    times = order.substr(star + 1);
    item.count = number<uint32_t>(text, times, 1, kMostMembersOfItem, "a number of members");
    order.resize(star);
  }
  const size_t second = order.find(':');
  const std::string kind = order.substr(0, second), rest = second == std::string::npos ? "" : order.substr(second + 1);
  if (second != std::string::npos && rest.empty()) refuse(text, kGrammar);
  if (kind == "sequential" && times.empty()) {
    item.permutation = rest;
  } else if (kind == "permutations" && rest.empty()) {
    item.kind = PortfolioItem::Kind::Permutations;
    if (times.empty()) item.count = kPermutationsUnlessAsked;
  } else if (kind == "random") {
    item.kind = PortfolioItem::Kind::Random;
    if (!rest.empty()) item.seed = number<uint64_t>(text, rest, 0, UINT64_MAX - kMostMembersOfItem, "a seed");
  } else {
    refuse(text, kGrammar);
  }
  return item;
}

std::string joined(const std::vector<uint32_t>& threads) {
  std::string out;
  for (const uint32_t t : threads) out += (out.empty() ? "" : ",") + std::to_string(t);
  return out;
}

std::vector<std::string> orders(const PortfolioItem& item, const SeenThreads& threads) {
  std::vector<std::string> out;
  switch (item.kind) {
    case PortfolioItem::Kind::Sequential:
      out.push_back("sequential" + (item.permutation.empty() ? "" : ":" + item.permutation));
      break;
    case PortfolioItem::Kind::Permutations:
      out.push_back("sequential");  // the usual order, known before the threads are
      for (const std::string& p : permutations(threads, item.count)) out.push_back("sequential:" + p);
      if (out.size() > 1) out.erase(out.begin() + 1);
      break;
    case PortfolioItem::Kind::Random:
      for (uint32_t i = 0; i < item.count; ++i) out.push_back("random:" + std::to_string(item.seed + i));
      break;
    case PortfolioItem::Kind::Sampler:
      for (uint32_t i = 0; i < item.count; ++i) out.push_back(item.por + ":" + std::to_string(item.seed + i));
      break;
  }
  return out;
}

void add(std::vector<PortfolioMember>& members, const PortfolioItem& item, const std::string& order) {
  PortfolioMember member{item.por, order, ""};
  if (item.kind == PortfolioItem::Kind::Sampler) member = {"", "", order};
  if (std::find(members.begin(), members.end(), member) == members.end()) members.push_back(std::move(member));
}

}  // namespace

std::vector<PortfolioItem> parse_portfolio(const std::string& spec) {
  const std::string text = spec == "default" ? std::string(check::kDefaultPortfolio) : spec;
  std::vector<std::string> parts;
  std::stringstream in(text);
  for (std::string part; std::getline(in, part, ',');) {
    // The commas of a permutation: no reduction is called by a number.
    if (is_number(part) && !parts.empty() && parts.back().find(":sequential:") != std::string::npos)
      parts.back() += "," + part;
    else parts.push_back(part);
  }
  if (parts.empty() || text.back() == ',') throw UsageError("--portfolio=" + spec + ": expected " + kGrammar);
  std::vector<PortfolioItem> items;
  for (const std::string& part : parts) {
    if (part.empty()) throw UsageError("--portfolio=" + spec + ": expected " + kGrammar);
    items.push_back(parse_item(part));
  }
  return items;
}

std::vector<std::string> permutations(const SeenThreads& threads, uint32_t most) {
  const uint32_t first = threads.main_works ? 0 : 1;
  std::vector<uint32_t> all(std::max(threads.count, 1u));
  std::iota(all.begin(), all.end(), 0u);
  std::vector<std::string> out;
  if (all.size() <= first + 1) return {joined(all)};
  // The arrangements of the other threads change slowest. For each of them every thread comes first once.
  std::vector<uint32_t> places(all.size() - first - 1);
  std::iota(places.begin(), places.end(), 0u);
  do {
    for (uint32_t leader = first; leader < all.size() && out.size() < most; ++leader) {
      std::vector<uint32_t> others, order(all.begin(), all.begin() + first);
      for (uint32_t t = first; t < all.size(); ++t)
        if (t != leader) others.push_back(t);
      order.push_back(leader);
      for (const uint32_t place : places) order.push_back(others[place]);
      out.push_back(joined(order));
    }
  } while (out.size() < most && std::next_permutation(places.begin(), places.end()));
  return out;
}

std::vector<PortfolioMember> first_members(const std::vector<PortfolioItem>& items) {
  std::vector<PortfolioMember> out;
  for (const PortfolioItem& item : items) add(out, item, orders(item, {}).front());
  return out;
}

std::vector<PortfolioMember> all_members(const std::vector<PortfolioItem>& items, const SeenThreads& threads) {
  std::vector<PortfolioMember> out = first_members(items);
  std::vector<std::vector<std::string>> lists;
  size_t longest = 0;
  for (const PortfolioItem& item : items) {
    lists.push_back(orders(item, threads));
    longest = std::max(longest, lists.back().size());
  }
  for (size_t round = 1; round < longest; ++round)
    for (size_t i = 0; i < items.size(); ++i)
      if (round < lists[i].size()) add(out, items[i], lists[i][round]);
  return out;
}

}  // namespace jmc::check
