// The registry of strategies, in the order in which help lists them. A new one is a line here; what it needs and
// supports stands with it.
#define JMC_STRATEGIES(X) \
  X(kFullSearch)          \
  X(kSPor)                \
  X(kDeSPor)              \
  X(kDlSPor)              \
  X(kODpor)               \
  X(kDpor)                \
  X(kSourceDpor)          \
  X(kOptimalDpor)

#include "por/strategy.hpp"

namespace jmc::por {

#define JMC_DECLARE(strategy) extern const Strategy strategy;
JMC_STRATEGIES(JMC_DECLARE)
#undef JMC_DECLARE

namespace {

#define JMC_LIST(strategy) &(strategy),
constexpr const Strategy* kStrategies[] = {JMC_STRATEGIES(JMC_LIST)};
#undef JMC_LIST

constexpr Strategy kUnknown{.name = {}, .description = {}, .guarantee = {}, .run = nullptr};

}  // namespace

std::span<const Strategy* const> strategies() { return kStrategies; }

const Strategy* find_strategy(std::string_view name) {
  for (const Strategy* s : kStrategies)
    if (s->name == name) return s;
  return nullptr;
}

const Strategy& strategy_of(const SearchOptions& options) {
  const Strategy* strategy = find_strategy(options.strategy);
  return strategy ? *strategy : kUnknown;
}

}  // namespace jmc::por
