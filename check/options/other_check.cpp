// Checks of the same program by other options: in the place of one whose search found a fault of its own, or after it.
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

Configuration with_options(const Configuration& first, const std::vector<std::string>& options) {
  std::vector<std::string> words = first.opinion_words;
  words.insert(words.begin() + 1, options.begin(), options.end());
  Configuration c = parse_configuration(words, Command::Check);
  c.outputs = first.outputs;
  c.called = first.called;
  c.search.keep_going = first.search.keep_going;
  c.baseline = first.baseline, c.write_baseline = first.write_baseline;
  c.search.memory_limit_bytes = first.search.memory_limit_bytes;
  c.time_limit = first.time_limit;
  c.width = first.width, c.quiet = first.quiet, c.github = first.github, c.member_fd = first.member_fd;
  c.sampler_arguments.clear(), c.bound_arguments.clear(), c.opinion_words.clear();
  return c;
}

}  // namespace jmc::check
