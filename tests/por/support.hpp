// What the tests of the search compare.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "por/search.hpp"
#include "tests/por/printed_search.hpp"
#include "tests/por/random_program.hpp"
#include "tests/por/toy_system.hpp"

namespace jmc::por::toy {

// What no reduction may lose.
struct Observed {
  std::set<std::vector<uint8_t>> ends;  // final states, canonical
  std::set<std::vector<uint8_t>> deadlocks;
  std::set<std::string> locals;  // thread and its local state
  bool livelock = false;         // a state was told of from which no end is reached
  SearchResult result;
  uint64_t states() const { return result.statistics.states; }
  uint64_t transitions() const { return result.statistics.transitions; }
};
bool same_behaviour(const Observed& a, const Observed& b);
std::string difference(const Observed& full, const Observed& other);

// Goes on after violations. `options` chooses the rest.
Observed observe(const Program& program, SearchOptions options);
Observed observe(const Program& program, const char* strategy);
// Ends and local states as they are up to an exchange of threads with equal bodies.
Observed observe_up_to_exchange(const Program& program, SearchOptions options);
Observed observe_printed(const Program& program, Printed algorithm, const Flaws& flaws);

// JMC_LONG_TESTS is set.
bool long_tests();

// One of 32 combinations of what a random program may contain.
Shape shape(uint32_t combination);

}  // namespace jmc::por::toy
