#include "check/answers/result.hpp"

#include "vm/vm.hpp"

namespace jmc::check {

std::string_view verdict_name(Verdict v) {
  switch (v) {
    case Verdict::Verified: return "verified";
    case Verdict::Violated: return "violated";
    case Verdict::Error: return "error";
    case Verdict::Inconclusive: return "inconclusive";
    case Verdict::Accepted: return "accepted";
  }
  return "error";
}

std::string_view cause_name(Cause cause) {
  switch (cause) {
    case Cause::None: return "";
    case Cause::FirstViolation: return "first-violation";
    case Cause::Interrupted: return "interrupted";
    case Cause::TimeLimit: return "time-limit";
    case Cause::MemoryLimit: return "memory-limit";
    case Cause::StepLimit: return "step-limit";
    case Cause::DepthBound: return "depth-bound";
    case Cause::StateLimit: return "state-limit";
    case Cause::Bounded: return "bounded";
    case Cause::Sampled: return "sampled";
    case Cause::Covered: return "covered";
    case Cause::SpinLimit: return "spin-limit";
    case Cause::RanksLost: return "ranks-lost";
    case Cause::Polling: return "polling";
    case Cause::Undecided: return "undecided";
    case Cause::NothingEnds: return "nothing-ends";
    case Cause::LivelockInDoubt: return "livelock-in-doubt";
    case Cause::Holes: return "holes";
    case Cause::NothingToCheck: return "nothing-to-check";
    case Cause::Replayed: return "replayed";
    case Cause::UnknownName: return "unknown-name";
    case Cause::Contradiction: return "contradiction";
    case Cause::Error: return "error";
  }
  return "error";
}

bool is_limit(Cause cause) {
  return cause == Cause::TimeLimit || cause == Cause::MemoryLimit || cause == Cause::StateLimit ||
         cause == Cause::StepLimit || cause == Cause::Interrupted || cause == Cause::Covered;
}

Cause cause_of(std::string_view name) {
  for (int i = 0; i < static_cast<int>(Cause::Error); ++i)
    if (cause_name(static_cast<Cause>(i)) == name) return static_cast<Cause>(i);
  return Cause::Error;
}

int Result::exit_code() const {
  const bool all_known = baseline && baseline->known == violations.size() && untold.empty();
  if (verdict() == Verdict::Accepted) return check::exit_code(Verdict::Accepted);
  return check::exit_code(verdict_but_known(cause, !violations.empty(), all_known));
}

std::string Result::reason_and_covered() const {
  const std::string text = violations.empty() ? covered_text(covered) : std::string();
  return reason + (reason.empty() || text.empty() ? "" : "; ") + text;
}

const ReportedViolation& Result::first_new() const {
  for (const ReportedViolation& v : violations)
    if (!v.known) return v;
  return violations.front();
}

Verdict verdict_of(Cause cause, bool violated) {
  // A violation comes with a schedule that was replayed: it stands, whatever happened besides.
  if (violated) return Verdict::Violated;
  switch (cause) {
    case Cause::None: return Verdict::Verified;
    case Cause::UnknownName:
    case Cause::Contradiction:
    case Cause::Error: return Verdict::Error;
    default: return Verdict::Inconclusive;
  }
}

OlderValues older_values_of(const vm::Vm& vm) {
  const vm::MemoryModel* memory = vm.memory.get();
  if (!memory) return {};
  const std::vector<std::string> older = memory->explored();
  return {true,
          false,
          memory->older_values,
          older,
          memory->volatile_reads_of_weaker(),
          vm.races.unexplored(older),
          memory->views_in_order(),
          false,
          vm.options.load_buffering};
}

}  // namespace jmc::check
