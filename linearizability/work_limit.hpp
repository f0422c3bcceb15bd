// When the search of a program, or of a family of them, is given up.
#pragma once

#include <ctime>

#include <cstdint>

namespace jmc::linearizability {

// In seconds where a user says so, else in steps: then the same command gives the same report on any machine. 0:
// without that limit.
struct WorkLimit {
  double seconds = 0;
  uint64_t steps = 0;
};
// Of one program, unless --program-limit says otherwise: about a minute.
inline constexpr WorkLimit kUsualLimit{0, 12'000'000};

class Deadline {
 public:
  enum Kind : uint8_t { Time, Work };  // what the seconds are: Work: processor time of this process
  explicit Deadline(WorkLimit limit, Kind kind = Time)
      : kind_(kind), steps_(limit.steps), at_(limit.seconds > 0 ? now() + limit.seconds : 0) {}
  // `steps`: what was done so far: transitions, calls, states.
  bool over(uint64_t steps) const { return (steps_ != 0 && steps >= steps_) || (at_ > 0 && now() > at_); }

 private:
  double now() const {
    timespec t;
    clock_gettime(kind_ == Work ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &t);
    return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
  }

  Kind kind_;
  uint64_t steps_;
  double at_;
};

}  // namespace jmc::linearizability
