// The check that takes the place of one whose search found a fault of its own.
#include "check/options/configuration.hpp"

namespace jmc::check {

std::unique_ptr<Configuration> by_strategy(const Configuration& configuration, std::string_view strategy) {
  std::vector<std::string> words{"jmc", "--por=" + std::string(strategy)};
  const std::vector<std::string> kept = words_without(configuration.options, Command::Check, Column::OfStrategy);
  words.insert(words.end(), kept.begin(), kept.end());
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
