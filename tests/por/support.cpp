#include "tests/por/support.hpp"

#include <cstdlib>

namespace jmc::por::toy {

namespace {

class Observer final : public Listener {
 public:
  explicit Observer(ToySystem& system, bool up_to_exchange = false)
      : system_(system), up_to_exchange_(up_to_exchange) {}
  void state_new(std::span<const PathStep>, uint64_t) override {
    for (ThreadId t = 0; t < system_.thread_count(); ++t)
      observed.locals.insert(std::to_string(up_to_exchange_ ? system_.kind(t) : static_cast<int>(t)) + '/' + local(t));
  }
  void state_passed(std::span<const PathStep> path) override { state_new(path, 0); }
  void end_state(std::span<const PathStep>) override {
    std::vector<uint8_t> form;
    if (up_to_exchange_) form = system_.form_up_to_exchange();
    else system_.canonical_form(form);
    if (system_.deadlocked()) observed.deadlocks.insert(form);
    observed.ends.insert(std::move(form));
  }
  void violation(std::span<const PathStep>, ErrorKind kind) override { observed.livelock |= kind == ErrorKind::NoEnd; }
  Observed observed;

 private:
  // Begins with the number of the body.
  std::string local(ThreadId t) const {
    const std::string text = system_.local_state(t);
    return up_to_exchange_ ? text.substr(text.find(':')) : text;
  }
  ToySystem& system_;
  const bool up_to_exchange_;
};

}  // namespace

bool same_behaviour(const Observed& a, const Observed& b) {
  return a.ends == b.ends && a.deadlocks == b.deadlocks && a.locals == b.locals;
}

std::string difference(const Observed& full, const Observed& other) {
  auto of = [](size_t found, size_t all) { return std::to_string(found) + " of " + std::to_string(all); };
  return of(other.ends.size(), full.ends.size()) + " end states, " + of(other.deadlocks.size(), full.deadlocks.size()) +
         " deadlocks, " + of(other.locals.size(), full.locals.size()) + " local states, " +
         of(other.states(), full.states()) + " states; " + other.result.detail;
}

Observed observe(const Program& program, SearchOptions options) {
  options.keep_going = true;
  ToySystem system(program);
  system.pass_over(options.lone_runs);
  Observer observer(system);
  SearchResult result = search(system, options, observer);
  observer.observed.result = std::move(result);
  return std::move(observer.observed);
}

Observed observe_up_to_exchange(const Program& program, SearchOptions options) {
  options.keep_going = true;
  ToySystem system(program);
  system.pass_over(options.lone_runs);
  Observer observer(system, true);
  SearchResult result = search(system, options, observer);
  observer.observed.result = std::move(result);
  return std::move(observer.observed);
}

Observed observe(const Program& program, const char* strategy) {
  SearchOptions options;
  options.strategy = strategy;
  return observe(program, options);
}

Observed observe_printed(const Program& program, Printed algorithm, const Flaws& flaws) {
  ToySystem system(program);
  Observer observer(system);
  observer.observed.result.statistics = printed_search(system, algorithm, flaws, observer);
  return std::move(observer.observed);
}

bool long_tests() { return std::getenv("JMC_LONG_TESTS") != nullptr; }

Shape shape(uint32_t combination) {
  Shape s;
  s.locks = combination & 1;
  s.signals = combination & 2;
  s.threads = combination & 4;
  s.heap = combination & 8;
  s.spin = combination & 16;
  return s;
}

}  // namespace jmc::por::toy
