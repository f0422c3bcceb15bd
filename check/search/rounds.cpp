#include "check/search/rounds.hpp"

namespace jmc::check {

void Round::progress(const por::SearchStatistics& so_far) {
  if (!until_ && (reduces_ ? vm_.must_repeat() : vm_.output.found())) until_ = 2 * so_far.transitions;
  if (until_ && so_far.transitions >= until_) over = true;
  // What is known early of the guards of variables is worth a beginning anew, in a search that is not small.
  constexpr uint64_t kFrom = 500, kTo = 50'000;
  if (repeats_ && so_far.transitions >= kFrom && so_far.transitions < kTo && !vm_.must_repeat() &&
      vm_.races.wants_guards())
    over = wanted_guards_ = true;
  // As long as a search relies on what may not hold, so may its races not.
  if (ends_at_race_ && !vm_.must_repeat() && !vm_.races.found().empty()) over = true;
}

Rounds::Rounds(Machine& machine, const std::atomic<bool>& stop, bool reduces, bool ends_at_race, Start start)
    : machine_(machine), stop_(stop), reduces_(reduces), ends_at_race_(ends_at_race), start_(std::move(start)) {
  if (!start_) start_ = [this] { return machine_.system->start(); };
}

por::StepResult Rounds::begin() { return stand(true); }

// What the program does before a search can choose relies on what is taken for granted, too.
por::StepResult Rounds::stand(bool from_beginning) {
  vm::Vm& vm = *machine_.vm;
  for (;;) {
    por::StepResult result;
    if (from_beginning) {
      result = start_();
      started_ = vm.violations();
      if (!result.stop) origin_ = vm.mark();
    }
    const bool settles = !result.stop && !must_repeat();
    if (settles) settle();
    if (!must_repeat() || stop_.load()) {
      if (!result.stop && !settles) settle();  // whoever stops a search wants to know where
      return result;
    }
    from_beginning = result.stop || vm.start_relies_on_findings();
    vm.adopt_findings();
  }
}

void Rounds::settle() {
  vm::Vm& vm = *machine_.vm;
  do {
    // Whether threads are the same is known by what was found before, or when the first ones have started.
    if (vm.symmetry.changes()) {
      vm.undo(origin_);
      vm.symmetry.change();
    }
    while (machine_.system->settle(origin_).stop) {
      // A loop that polls what was none of the operations yet ends a round like any other, also before its first
      // choice.
      if (machine_.system->failure_kind() != vm::Failure::Polling || !must_repeat())
        throw vm::Unsupported(machine_.system->failure_kind(), machine_.system->failure());
      vm.undo(origin_);
      vm.adopt_findings();
      ++number_;
    }
  } while (vm.symmetry.changes());
  before_ = started_;
  before_.insert(before_.end(), vm.violations().begin(), vm.violations().end());
  // Listeners that are told of them find them where those of a step are.
  vm.clear_violations();
  for (const vm::Violation& v : before_) vm.add_violation(v);
  initial_ = vm.mark();
}

bool Rounds::must_repeat() const {
  const vm::Found found = machine_.vm->found();
  return reduces_ ? found != vm::Found::No : found >= vm::Found::RepeatFullToo;
}

bool Rounds::ended_itself(const por::SearchResult& result) const {
  const vm::Vm& vm = *machine_.vm;
  return reduces_ && result.end == por::SearchEnd::Interrupted && !stop_.load() && !vm.must_repeat() &&
         !(ends_at_race_ && !vm.races.found().empty());
}

void Rounds::next() {
  vm::Vm& vm = *machine_.vm;
  const bool from_beginning = vm.start_relies_on_findings();
  vm.undo(initial_);
  vm.adopt_findings();
  ++number_;
  if (stand(from_beginning).stop) throw vm::Unsupported(machine_.system->failure_kind(), machine_.system->failure());
}

// It may even have come to its end, but without the scheduling points that the next one was to have.
por::SearchResult Rounds::unfinished(por::SearchResult result) {
  using por::SearchEnd;
  for (const SearchEnd end :
       {SearchEnd::Complete, SearchEnd::DepthBound, SearchEnd::SpinLimit, SearchEnd::Bounded, SearchEnd::Sampled})
    if (result.end == end) result.end = SearchEnd::Interrupted;
  return result;
}

}  // namespace jmc::check
