// What one of several that search tells of what it has found, as schedules: whoever gets them takes the same steps on a
// machine of its own, and finds it there (taker.hpp).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "check/workers/workers.hpp"
#include "listeners/hoisted.hpp"
#include "listeners/swallowed.hpp"
#include "por/sampling/size_estimate.hpp"
#include "vm/assumptions/assumptions.hpp"

namespace jmc::check {

struct WorkerRecord {
  enum Kind : uint32_t {
    Learnt,     // the path finds out something about the program
    End,        // it leads to an end that tells the listeners something
    Violation,  // extra: por::ErrorKind
    Hoisted,    // listeners::Violations::hoisted(); extra: the thread; text: the message
    Polled,     // Listener::polled_in_vain(); extra: the thread; text: how often
    Threw,      // something else was thrown; text; extra: 1 + vm::Failure, or 0
  } kind = Learnt;
  uint32_t extra = 0;
  std::vector<por::PathStep> path;
  std::string text;
  template <class A>
  void archive(A& a) {
    a(kind, extra, path, text);
  }
};

// Where it is told.
class Findings {
 public:
  virtual ~Findings() = default;
  virtual void tell(WorkerRecord::Kind kind, uint32_t extra, std::span<const por::PathStep> path,
                    std::string_view text = {}) = 0;
  // The search has met the end of the n-th record of kind End once more.
  virtual void count_end(size_t n) = 0;
  virtual void progress(const por::SearchStatistics& so_far) = 0;
  // How large the search will be, as far as this one knows.
  virtual void tell_size(const por::SizeSource::Answer&) {}
  // What shows only where states are fingerprinted, of an assumption by its place (vm/assumptions/assumptions.hpp).
  virtual void tell_seen(size_t assumption, vm::Seen seen) = 0;
};

// Tells what has not been told yet.
class Reporter final : public por::Listener {
 public:
  static constexpr unsigned kEvents =
      por::kEndStateEvents | por::kViolationEvents | por::kPollingEvents | por::kLearntEvents | por::kProgressEvents;
  // Both outlive it. `ends`: records of kind End that were told before.
  Reporter(const Machine& machine, bool watches_swallowed, Findings& findings, size_t ends);

  void end_state(std::span<const por::PathStep> path) override;
  void end_state_first() override;
  void violation(std::span<const por::PathStep> path, por::ErrorKind kind) override;
  void polled_in_vain(std::span<const por::PathStep> path, por::ThreadId thread, uint64_t times) override;
  void learnt(std::span<const por::PathStep> path) override;
  void progress(const por::SearchStatistics& so_far) override;
  // Whether the state at the end of the path has shown a loop that reads plainly.
  void state(std::span<const por::PathStep> path);
  void tell_world();
  listeners::Violations& violations() { return violations_; }

 private:
  static constexpr size_t kNone = ~size_t{0};
  uint64_t count_now() const;

  const vm::Vm& vm_;
  Findings& findings_;
  listeners::Outcomes outcomes_;
  listeners::Violations violations_;
  listeners::Swallowed swallowed_;
  const bool watches_swallowed_;
  std::unordered_map<std::string, size_t> numbers_;  // of records, by text
  size_t ends_, latest_ = kNone, errors_ = 0, told_ = 0;
  uint64_t threads_ = 0;
};

}  // namespace jmc::check
