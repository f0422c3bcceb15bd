#include "check/beside/bounding.hpp"

#include <algorithm>

#include "listeners/text.hpp"

namespace jmc::check {

namespace {

constexpr auto kBetweenLooks = std::chrono::milliseconds(50);

}  // namespace

void Bounding::begin() {
  std::string why;
  if (!process_.start(configuration_.bound_arguments, {"--bound=preemption:" + std::to_string(preemptions_)}, -1, why))
    give_up(why);
}

void Bounding::look(bool alone) {
  const auto now = Clock::now();
  if (done_ || (now < next_ && !alone)) return;
  next_ = now + kBetweenLooks;
  if (!process_.begun()) return begin();
  if (const std::optional<jobs::JobResult> result = process_.ended()) return ended(*result);
  if (process_.starved()) {
    process_.abandon();
    return begin();
  }
  process_.share(alone);
}

void Bounding::ended(const jobs::JobResult& r) {
  const std::string name = "preemption:" + std::to_string(preemptions_);
  if (r.reported && r.verdict == Verdict::Violated) {
    try {
      violations_.push_back(process_.violations(name));
    } catch (const std::exception& e) {
      return give_up("a violation was found that cannot be shown: " + std::string(e.what()));
    }
    done_ = true;
    ends_search_ = !configuration_.search.keep_going;
    reason_ = "a schedule with at most " + listeners::count(preemptions_, "preemption") + " is violated";
    return;
  }
  if (!r.reported || r.verdict == Verdict::Error) return give_up(r.reason);
  const bool whole = r.verdict == Verdict::Verified, within = r.cause == Cause::Bounded;
  if (!whole && !within) return give_up(r.reason);
  if (r.holes && !configuration_.trust_visible) return give_up("what is explored is in doubt");
  covered_.push_back({preemptions_, !whole, r.states, r.seconds});
  if (whole) return give_up("no schedule has more preemptions");
  ++preemptions_;
  begin();
}

void Bounding::give_up(const std::string& why) {
  process_.abandon();
  reason_ = why;
  done_ = true;
}

void Bounding::finish() {
  if (!process_.running()) return;
  if (!done_) look(true);
  if (process_.running()) process_.abandon();
}

void Bounding::add_to(CoveredReport& out) const {
  out.bounds = covered_;
  out.bounds_reason = reason_;
  out.bounding = !done_ && process_.begun();
  if (out.bounding) out.next_states = process_.latest().states;
}

}  // namespace jmc::check
