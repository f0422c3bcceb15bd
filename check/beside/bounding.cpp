#include "check/beside/bounding.hpp"

#include <signal.h>

#include <algorithm>

#include "listeners/text.hpp"

namespace jmc::check {

namespace {

constexpr auto kBetweenLooks = std::chrono::milliseconds(50);
constexpr double kShare = 0.05;  // of one processor that two have to share,
constexpr double kByTurns = 1;   // and where what is covered was asked for
constexpr size_t kMostFound = 30;
constexpr uint64_t kLeastMemory = uint64_t{64} << 20;

}  // namespace

void Bounding::begin() {
  held_ = false;
  witness_ = TemporaryFile::make("jmc-witness");
  if (!witness_) return give_up("there is no file for what is found");
  process_ = std::make_unique<MemberProcess>();
  std::vector<std::string> arguments = configuration_.bound_arguments;
  std::vector<std::string> own{"--bound=preemption:" + std::to_string(preemptions_),
                               "--witness=/proc/self/fd/" + std::to_string(witness_->fd())};
  if (const uint64_t limit = configuration_.search.memory_limit_bytes)
    own.push_back("--memory-limit=" + std::to_string(std::max(kLeastMemory, limit / 4)));
  arguments.insert(arguments.begin() + 1, own.begin(), own.end());
  std::string why;
  if (!process_->start(
          std::move(arguments), configuration_.width, why,
          {.nice = configuration_.accept.of_bounds() ? 0 : MemberProcess::kBeside, .inherited = witness_->fd()}))
    give_up(why);
}

void Bounding::look(bool alone) {
  const auto now = Clock::now();
  if (done_ || (now < next_ && !alone)) return;
  next_ = now + kBetweenLooks;
  if (!process_) return begin();
  MemberResult result;
  if (process_->read_status() && process_->collect(result, true)) return ended(result);
  if (configuration_.jobs == 1 && !alone)
    held_ = share_processor(*process_, configuration_.accept.of_bounds() ? kByTurns : kShare, held_);
  else if (held_) process_->signal(SIGCONT), held_ = false;
}

void Bounding::ended(const MemberResult& r) {
  const std::string name = "preemption:" + std::to_string(preemptions_);
  if (r.reported && r.verdict == Verdict::Violated) {
    try {
      violations_.push_back({parse_witness(witness_->content(), name), name});
    } catch (const std::exception& e) {
      return give_up("a violation was found that cannot be shown: " + std::string(e.what()));
    }
    done_ = true;
    found_ = !configuration_.search.keep_going;
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
  if (process_) process_->abandon();
  reason_ = why;
  done_ = true;
}

void Bounding::finish() {
  if (!process_ || !process_->running()) return;
  if (!done_) look(true);
  if (process_->running()) process_->abandon();
}

void Bounding::add_to(CoveredReport& out) const {
  out.bounds = covered_;
  out.bounds_reason = reason_;
  out.bounding = !done_ && process_;
  if (out.bounding) out.next_states = process_->latest().states;
}

}  // namespace jmc::check
