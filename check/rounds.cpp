#include "check/rounds.hpp"

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

void Rounds::begin() {
  started_ = machine_.vm->violations();
  origin_ = machine_.vm->mark();
  settle();
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
  const vm::Vm& vm = *machine_.vm;
  return reduces_ ? vm.must_repeat()
                  : vm.rules.unreliable() || vm.finer() || vm.clock.must_repeat() || vm.initialisers.found() ||
                        vm.output.found() || vm.rules.surprised();
}

bool Rounds::ended_itself(const por::SearchResult& result) const {
  const vm::Vm& vm = *machine_.vm;
  return reduces_ && result.end == por::SearchEnd::Interrupted && !stop_.load() && !vm.must_repeat() &&
         !(ends_at_race_ && !vm.races.found().empty());
}

void Rounds::next() {
  machine_.vm->undo(initial_);
  machine_.vm->adopt_findings();
  settle();
  ++number_;
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
