// Which searches a portfolio runs: the text after --portfolio=, and the list of members that it stands for.
//
//   SPEC  = ITEM[,ITEM...]
//   ITEM  = POR[:ORDER] | pos[:SEED][*N], or random, surw, feedback likewise | pct[:DEPTH[:SEED]][*N]
//   ORDER = sequential | sequential:2,0,1 | permutations[*N] | random[:SEED][*N]
//
// pos, random and pct draw executions, as --search does. They prove nothing, and find bugs where proofs are slow.
// The items take turns: first one member of each, then the second ones, and so on. With fewer processes than members
// the first ones run, so they should be as different as the specification allows.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace jmc::check {

inline constexpr uint32_t kMostMembersOfItem = 1000;
inline constexpr uint32_t kPermutationsUnlessAsked = 24;  // all of four threads

struct PortfolioItem {
  enum class Kind : uint8_t { Sequential, Permutations, Random, Sampler };
  std::string por;  // as for --por; not checked here. Sampler: "pos", "surw", "pct:3", as for --search
  Kind kind = Kind::Sequential;
  std::string permutation;  // Sequential: "2,0,1" or empty
  uint64_t seed = 0;        // Random, Sampler: the first one
  uint32_t count = 1;       // Permutations, Random, Sampler: at most so many members
};

struct PortfolioMember {
  std::string por, order;  // as for --por and --order; empty for one that draws executions
  std::string search;      // as for --search; else empty
  bool samples() const { return !search.empty(); }
  std::string name() const { return samples() ? search : por + " " + order; }
  std::vector<std::string> options() const {
    return samples() ? std::vector<std::string>{"--search=" + search}
                     : std::vector<std::string>{"--por=" + por, "--order=" + order};
  }
  friend bool operator==(const PortfolioMember&, const PortfolioMember&) = default;
};

// Throws UsageError.
std::vector<PortfolioItem> parse_portfolio(const std::string& spec);

// The threads of the program as far as they are known: what the first member to finish an execution saw there.
struct SeenThreads {
  uint32_t count = 1;       // main included
  bool main_works = false;  // main takes steps between those of others: its place in the order matters
};

// The members that can be named without knowing the threads: the first one of each item.
std::vector<PortfolioMember> first_members(const std::vector<PortfolioItem>& items);
// All members, in the order in which they start; begins with first_members(). None appears twice.
std::vector<PortfolioMember> all_members(const std::vector<PortfolioItem>& items, const SeenThreads& threads);

// At most `most` permutations of the threads as --order takes them, "0,2,1,3". The first one is the usual order; then
// the first thread differs first. Threads that only wait for others (main, mostly) keep their place.
std::vector<std::string> permutations(const SeenThreads& threads, uint32_t most);

}  // namespace jmc::check
