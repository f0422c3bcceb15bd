#include "check/workers/taker.hpp"

#include <stdexcept>

#include "base/number.hpp"

namespace jmc::check {

Taker::Taker(const Workers::Search& search, vm::Vm::Mark start)
    : s_(search), system_(*search.machine.system), start_(start), rules_(system_.vm().rules_learnt()) {}

void Taker::begin_anew() {
  rules_ = system_.vm().rules_learnt();
  disagree_ = polled_ = false;
}

bool Taker::go_to(std::span<const por::PathStep> path) {
  system_.undo(start_);
  for (const por::PathStep& step : path) {
    const bool possible = step.thread < system_.thread_count() && !system_.ended(step.thread) &&
                          step.alternative < system_.alternatives(step.thread);
    // With other rules, or with what makes this search worth nothing anyway, steps may differ. Else something that this
    // machine has learnt makes others of them, and workers who know of it from the start will agree.
    disagree_ |= !possible && system_.vm().rules_learnt() == rules_ && !s_.rounds.must_repeat();
    // What stops a step is told by the worker, too.
    if (!possible || system_.step(step.thread, step.alternative).stop) return false;
  }
  return true;
}

void Taker::take(Ends& ends, const WorkerRecord& record) {
  if (record.kind == WorkerRecord::Polled) {
    // The first one has its place in the report.
    if (!polled_ && go_to(record.path))
      s_.all.polled_in_vain(record.path, record.extra, base::number_of<uint64_t>(record.text).value_or(0));
    polled_ = true;
    return;
  }
  if (record.kind == WorkerRecord::Threw) {
    if (s_.rounds.must_repeat()) {
      over_ = por::SearchEnd::Interrupted;
      return;
    }
    if (record.extra == 0) throw std::runtime_error(record.text);
    throw vm::Unsupported(static_cast<vm::Failure>(record.extra - 1), record.text);
  }
  const bool there = go_to(record.path);
  if (record.kind == WorkerRecord::Learnt) return;
  if (!there) {
    if (record.kind == WorkerRecord::End) ends.outcomes.emplace_back(), ends.has_outcome.push_back(false);
    return;
  }
  system_.fingerprint();
  if (record.kind == WorkerRecord::End) {
    const size_t texts = s_.outcomes.set().size();
    const std::string& text = system_.vm().output.text(1);
    const auto before = s_.outcomes.set().find(text);
    const uint64_t count = before == s_.outcomes.set().end() ? 0 : before->second.end_states;
    s_.all.end_state(record.path);
    const auto after = s_.outcomes.set().find(text);
    const bool has =
        s_.outcomes.set().size() != texts || (after != s_.outcomes.set().end() && after->second.end_states != count);
    ends.outcomes.push_back(has ? text : std::string());
    ends.has_outcome.push_back(has);
  } else if (record.kind == WorkerRecord::Violation) {
    ++violations_;
    s_.all.violation(record.path, static_cast<por::ErrorKind>(record.extra));
    if (!s_.options.keep_going) over_ = por::SearchEnd::FirstViolation;
  } else if (record.kind == WorkerRecord::Hoisted) {
    s_.violations.hoisted(record.path, record.extra, record.text);
  }
}

}  // namespace jmc::check
