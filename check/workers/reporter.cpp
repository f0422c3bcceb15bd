#include "check/workers/reporter.hpp"

namespace jmc::check {

Reporter::Reporter(const Machine& machine, bool watches_swallowed, Findings& findings, size_t ends)
    : vm_(*machine.vm),
      findings_(findings),
      outcomes_(*machine.system),
      violations_(*machine.system),
      swallowed_(*machine.system),
      watches_swallowed_(watches_swallowed),
      ends_(ends) {}

uint64_t Reporter::count_now() const {
  const auto text = outcomes_.set().find(vm_.output.text(1));
  return text == outcomes_.set().end() ? 0 : text->second.end_states;
}

void Reporter::end_state(std::span<const por::PathStep> path) {
  const size_t texts = outcomes_.set().size();
  const uint64_t longer = outcomes_.longer();
  const uint64_t before = count_now();
  outcomes_.end_state(path);
  if (watches_swallowed_) swallowed_.end_state(path);
  latest_ = kNone;
  const bool counts = count_now() != before;  // not so an end without an outcome: a deadlock
  const std::string& text = vm_.output.text(1);
  if (outcomes_.set().size() == texts && outcomes_.threads() == threads_ && swallowed_.all().size() == errors_ &&
      (longer != 0 || outcomes_.longer() == 0)) {
    if (counts) latest_ = numbers_[text];
    return;
  }
  threads_ = outcomes_.threads();
  errors_ = swallowed_.all().size();
  findings_.tell(WorkerRecord::End, 0, path);
  if (counts) latest_ = numbers_.try_emplace(text, ends_).first->second;
  ++ends_;
}

void Reporter::end_state_first() {
  if (latest_ != kNone) findings_.count_end(latest_);
}

void Reporter::violation(std::span<const por::PathStep> path, por::ErrorKind kind) {
  violations_.violation(path, kind);
  if (violations_.all().size() == told_) return;
  told_ = violations_.all().size();
  findings_.tell(WorkerRecord::Violation, static_cast<uint32_t>(kind), path);
}

void Reporter::polled_in_vain(std::span<const por::PathStep> path, por::ThreadId thread, uint64_t times) {
  if (times != 0) findings_.tell(WorkerRecord::Polled, thread, path, std::to_string(times));
}

void Reporter::learnt(std::span<const por::PathStep> path) { findings_.tell(WorkerRecord::Learnt, 0, path); }

void Reporter::progress(const por::SearchStatistics& so_far) {
  findings_.progress(so_far);
  tell_world();
}

void Reporter::state(std::span<const por::PathStep> path) {
  if (violations_.all().size() == told_) return;
  told_ = violations_.all().size();
  const listeners::FoundViolation& found = violations_.all().back();
  findings_.tell(WorkerRecord::Hoisted, found.thread, path, found.message);
}

void Reporter::tell_world() {
  for (size_t i = 0; i < vm::assumption_texts().size(); ++i)
    if (const vm::Seen seen = vm::seen(vm_, i)) findings_.tell_seen(i, seen);
}

}  // namespace jmc::check
