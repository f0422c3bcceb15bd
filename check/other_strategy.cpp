// The check that takes the place of one whose search found a fault of its own.
#include <algorithm>
#include <utility>

#include "check/configuration.hpp"

namespace jmc::check {

namespace {

// What only some strategies have, or jmc chooses for each.
bool is_of_a_strategy(std::string_view option) {
  static constexpr std::string_view kThose[] = {"por",       "refine",       "observers",
                                                "stateless", "no-safe-sets", "dl-retraverse"};
  return std::find(std::begin(kThose), std::end(kThose), option) != std::end(kThose);
}

}  // namespace

std::unique_ptr<Configuration> by_strategy(const Configuration& configuration, std::string_view strategy) {
  std::vector<std::string> words{"jmc", "--por=" + std::string(strategy)};
  for (const std::string& option : configuration.options)
    if (!is_of_a_strategy(std::string_view(option).substr(2, option.find('=') - 2))) words.push_back(option);
  words.push_back("--");
  words.push_back(configuration.program);
  words.insert(words.end(), configuration.arguments.begin(), configuration.arguments.end());
  std::unique_ptr<Configuration> other;
  try {
    other = std::make_unique<Configuration>(parse_configuration(words, Command::Check));
  } catch (const UsageError&) { return nullptr; }
  // What is not said by the words.
  other->ends_process = configuration.ends_process;
  other->workers = configuration.workers;
  other->width = configuration.width;
  other->outputs = configuration.outputs;
  return other;
}

}  // namespace jmc::check
