// A jmc that runs as a job tells whoever has started it how far it is.
//
// Messages of fixed size through a pipe, each written whole or not at all: a parent that does not read costs nothing.
#pragma once

#include <chrono>
#include <cstdint>

#include "por/listener.hpp"
#include "vm/vm.hpp"

namespace jmc::check::jobs {

struct JobMessage {
  uint64_t states, transitions, max_depth, executions;
  // Of the first execution that ended, or of the state after a few hundred transitions if none has; 0 before. A search
  // that is to be repeated does not count: main seems to do nothing while what it does is not known to matter.
  uint32_t threads;
  uint32_t main_works;  // main took steps between those of other threads there, or did not wait for one
};

class JobStatus final : public por::Listener {
 public:
  static constexpr unsigned kEvents = por::kProgressEvents | por::kEndStateEvents;
  // Both outlive this.
  JobStatus(int fd, const por::TransitionSystem& system, const vm::Vm& vm) : fd_(fd), system_(system), vm_(vm) {}

  void end_state(std::span<const por::PathStep> path) override;
  void progress(const por::SearchStatistics& so_far) override;

 private:
  void send();

  int fd_;
  const por::TransitionSystem& system_;
  const vm::Vm& vm_;
  JobMessage message_{};
  std::chrono::steady_clock::time_point next_{};
};

}  // namespace jmc::check::jobs
