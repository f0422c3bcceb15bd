#include "check/beside/beside_job.hpp"

#include <signal.h>
#include <time.h>

#include <algorithm>

#include "check/answers/replay.hpp"

namespace jmc::check {

namespace {

constexpr double kShare = 0.05;  // of one processor that two have to share,
constexpr double kByTurns = 1;   // and where what it does was asked for
constexpr uint64_t kLeastBeside = uint64_t{64} << 20;

double seconds_of(clockid_t clock) {
  struct timespec t {};
  return clock_gettime(clock, &t) == 0 ? static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) / 1e9 : 0;
}

}  // namespace

bool BesideJob::start(std::vector<std::string> arguments, std::vector<std::string> own, int pairs, std::string& why) {
  held_ = false;
  process_ = std::make_unique<jobs::Job>();
  witness_ = TemporaryFile::make("jmc-witness");
  if (!witness_) {
    why = "there is no file for what is found";
    return false;
  }
  own.push_back("--witness=/proc/self/fd/" + std::to_string(witness_->fd()));
  if (const uint64_t limit = configuration_.search.memory_limit_bytes)
    own.push_back("--memory-limit=" + std::to_string(std::max(kLeastBeside, limit / 4)));
  arguments.insert(arguments.begin() + 1, own.begin(), own.end());
  return process_->start(std::move(arguments), configuration_.width, why,
                         {.nice = asked_ ? 0 : jobs::Job::kBeside, .inherited = witness_->fd(), .pairs = pairs});
}

std::optional<jobs::JobResult> BesideJob::ended() {
  std::optional<jobs::JobResult> out(std::in_place);
  if (!running() || !process_->read_status() || !process_->collect(*out, true)) out.reset();
  return out;
}

void BesideJob::share(bool alone) {
  bool hold = false;
  if (configuration_.jobs == 1 && !alone) {
    clockid_t clock{};
    if (process_->processor_clock(clock) != 0) return;
    hold = seconds_of(clock) > (asked_ ? kByTurns : kShare) * seconds_of(CLOCK_PROCESS_CPUTIME_ID);
  }
  if (hold != held_) process_->signal(hold ? SIGSTOP : SIGCONT);
  held_ = hold;
}

void BesideJob::abandon() {
  if (process_) process_->abandon();
}

}  // namespace jmc::check
