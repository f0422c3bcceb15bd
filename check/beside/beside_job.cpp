#include "check/beside/beside_job.hpp"

#include <signal.h>
#include <time.h>

#include <algorithm>

#include "check/answers/replay.hpp"

namespace jmc::check {

namespace {

constexpr uint64_t kLeastBeside = uint64_t{64} << 20;

double seconds_of(clockid_t clock) {
  struct timespec t {};
  return clock_gettime(clock, &t) == 0 ? static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) / 1e9 : 0;
}

}  // namespace

bool BesideJob::start(std::vector<std::string> arguments, std::vector<std::string> own, int pairs, std::string& why) {
  held_ = false;
  began_ = now();
  searched_ = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
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
                         {.nice = share_.niceness(began_), .inherited = witness_->fd(), .pairs = pairs});
}

std::optional<jobs::JobResult> BesideJob::ended() {
  std::optional<jobs::JobResult> out(std::in_place);
  if (!running() || !process_->read_status() || !process_->collect(*out, true)) out.reset();
  return out;
}

double BesideJob::processor_time() const {
  clockid_t clock{};
  return process_->processor_clock(clock) == 0 ? seconds_of(clock) : -1;
}

bool BesideJob::starved() const {
  if (!running()) return false;
  const double had = processor_time();
  return had >= 0 && share_.begin_anew(began_, now(), had);
}

void BesideJob::share(bool alone) {
  bool hold = false;
  if (configuration_.jobs == 1 && !alone) {
    const double had = processor_time();
    if (had < 0) return;
    hold = had > share_.part(now()) * (seconds_of(CLOCK_PROCESS_CPUTIME_ID) - searched_);
  }
  if (hold != held_) process_->signal(hold ? SIGSTOP : SIGCONT);
  held_ = hold;
}

void BesideJob::abandon() {
  if (process_) process_->abandon();
}

}  // namespace jmc::check
