#include "check/jobs/status.hpp"

#include <unistd.h>

namespace jmc::check::jobs {

void JobStatus::end_state(std::span<const por::PathStep> path) {
  if (message_.threads || vm_.must_repeat()) return;
  message_.threads = system_.thread_count();
  bool others_later = false;
  for (size_t i = path.size(); i-- > 0;) {
    if (path[i].thread != 0) others_later = true;
    else if (others_later) message_.main_works = 1;
  }
  send();
}

void JobStatus::progress(const por::SearchStatistics& so_far) {
  message_.states = so_far.states;
  message_.transitions = so_far.transitions;
  message_.max_depth = so_far.max_depth;
  message_.executions = so_far.executions;
  if (!message_.threads && !vm_.must_repeat()) {
    message_.threads = system_.thread_count();
    const por::Op op = system_.ended(0) ? por::Op{} : system_.pending(0);
    message_.main_works = !system_.ended(0) && (op.kind != por::OpKind::Join || op.enabled());
    return send();
  }
  if (std::chrono::steady_clock::now() >= next_) send();
}

void JobStatus::send() {
  // A full pipe loses the message, a later one has newer numbers.
  [[maybe_unused]] const ssize_t written = write(fd_, &message_, sizeof message_);
  next_ = std::chrono::steady_clock::now() + std::chrono::milliseconds(100);
}

}  // namespace jmc::check::jobs
