// Optimal dynamic partial-order reduction: every trace exactly once, and no path is abandoned but where threads go
// round in vain (fruitless_rounds.hpp). See parsimonious_search.hpp.
#include "por/stateless/observers.hpp"
#include "por/stateless/optimal_trees.hpp"
#include "por/stateless/parsimonious_search.hpp"
#include "por/strategy.hpp"

namespace jmc::por {

extern const Strategy kOptimalDpor{
    .name = "optimal-dpor",
    .description = "stateless: each race is reversed once",
    .guarantee = "every trace once; a path is abandoned only where threads go round in vain",
    .run = run_parsimonious,
    .states = Strategy::States::Never,
    .sleep_sets = Strategy::Support::Required,
    .run_observers = run_observers,
    .run_trees = run_optimal_trees,
};

}  // namespace jmc::por
