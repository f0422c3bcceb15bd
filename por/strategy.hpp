// What a strategy is: its search, and what that search needs and supports.
//
// Each strategy is a constant next to its algorithm, and one line of the registry (strategies.cpp). Nobody compares
// names: what depends on the strategy asks for a property here, and an option that a strategy does not mention is
// refused with the reason (check_options() in search.hpp).
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "por/search_options.hpp"

namespace jmc::por {

class SearchRun;

struct Strategy {
  std::string_view name;
  std::string_view description;
  std::string_view guarantee;
  void (*run)(SearchRun&);

  // What SearchOptions::match_states may be; Never: it is ignored.
  enum class States : uint8_t { Matched, Either, Never } states = States::Either;
  // Leaves out no schedule and takes nothing for granted about the program: what the others are measured against.
  bool full = false;
  // Compares operations of different states through TransitionSystem::renaming(), even without a bound.
  bool renames = true;

  enum class Support : uint8_t { Meaningless, Unsound, Sound, Required };
  Support sleep_sets = Support::Unsound;
  Support safe_unlocks = Support::Meaningless;
  // Refinements of SearchOptions that have a meaning: they are sound then.
  bool visited_first = false;
  bool conflict_sets = false;  // fewest_conflicts, learnt_order, owner_for_blocked, no_safe_sets
  bool learnt_order = false;   // by default
  bool retraverse = false;
  bool lone_runs = false;
  // Understands Op::stops.
  bool ends_apart = false;
  bool held_back = false;
  bool checkpoints = false;  // SearchOptions::checkpoints
  // Keeps what it knows of states by the places of threads (TransitionSystem::places).
  bool places = false;
  // Needs no number of a thread to mean one thread along a path (TransitionSystem::numbers_return).
  bool numbers_return = false;
  // SearchOptions::closed: several searches on one state space can share what they have closed.
  bool shares = false;
  // Keeps every outcome where reads may see older values (the Java Memory Model).
  bool older_values = false;
  // What is explored from a state is all of its steps, or one thread's alone: the states can be divided (share.hpp).
  bool distributes = false;

  // The search under SearchOptions::observers; null: refused.
  void (*run_observers)(SearchRun&) = nullptr;
  // The search under SearchOptions::trees; null: `run`.
  void (*run_trees)(SearchRun&) = nullptr;
  // The search under bounds and seals; null: refused. refuse_bounds: empty, or why these cannot be had.
  void (*run_bounded)(SearchRun&) = nullptr;
  std::string (*refuse_bounds)(const SearchOptions&) = nullptr;
  // What Exploration::BestFirst explores with it.
  enum class BestFirst : uint8_t { Refused, AllExecutions, Races } best_first = BestFirst::Refused;
};

// In the order in which help should list them.
std::span<const Strategy* const> strategies();
// Null if there is none of that name.
const Strategy* find_strategy(std::string_view name);
// Of these options; nothing that has any property if there is none of that name (check_options() refuses them).
const Strategy& strategy_of(const SearchOptions& options);

}  // namespace jmc::por
