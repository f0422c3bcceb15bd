#include "check/workers/process.hpp"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "check/answers/coverage.hpp"
#include "listeners/hoisted.hpp"
#include "listeners/multiplexer.hpp"
#include "listeners/swallowed.hpp"

namespace jmc::check {

namespace {

constexpr int kOutOfMemory = 3;  // exit status of a worker

// Loops that read plainly are found where a state comes again.
class HoistedReporter final : public por::Listener {
 public:
  static constexpr unsigned kEvents = por::kStateEvents;
  HoistedReporter(const vm::JvmSystem& system, Reporter& reporter)
      : reporter_(reporter), hoisted_(system, reporter.violations()) {}
  void state_new(std::span<const por::PathStep> path, uint64_t state) override { hoisted_.state_new(path, state); }
  void state_revisited(std::span<const por::PathStep> path, uint64_t state) override {
    hoisted_.state_revisited(path, state);
    reporter_.state(path);
  }

 private:
  Reporter& reporter_;
  listeners::Hoisted hoisted_;
};

// The worker whose order is the one that was asked for tells how large the search will be: the others draw each step,
// so that their paths have no runs of one thread to go by.
class SizeReporter final : public por::Listener {
 public:
  static constexpr unsigned kEvents = por::kProgressEvents;
  SizeReporter(const por::SizeEstimate& size, Findings& findings) : size_(size), findings_(findings) {}
  void progress(const por::SearchStatistics&) override { findings_.tell_size(size_.now()); }

 private:
  const por::SizeEstimate& size_;
  Findings& findings_;
};

int run(const Workers::Search& search, por::SearchOptions options, WorkerChannel& channel, size_t ends) {
  try {
    if (search.coverage) search.coverage->count_in(options.writer);
    Round round(*search.machine.vm, search.rounds.reduces());
    options.enough = &round.over;
    Reporter reporter(search.machine, search.swallowed, channel, ends);
    HoistedReporter hoisted(*search.machine.system, reporter);
    listeners::Multiplexer all;
    all.add(reporter);
    all.add(round);
    if (search.hoisted) all.add(hoisted);
    por::SizeEstimate size(*search.machine.system, *options.closed, options.writer);
    SizeReporter size_reporter(size, channel);
    if (options.writer == 0) {
      all.add(size);
      all.add(size_reporter);
    }
    const por::SearchResult result = por::search(*search.machine.system, options, all);
    if (options.writer == 0) size_reporter.progress(result.statistics);
    reporter.tell_world();
    if (result.end == por::SearchEnd::Failure) {
      const vm::Failure kind = search.machine.system->failure_kind();
      if (kind == vm::Failure::MemoryLimit) return kOutOfMemory;
      channel.tell(WorkerRecord::Threw, 1 + static_cast<uint32_t>(kind), {}, result.detail);
    }
    channel.ended(result);
    return 0;
  } catch (const vm::Unsupported& e) {
    if (e.failure() == vm::Failure::MemoryLimit) return kOutOfMemory;
    channel.tell(WorkerRecord::Threw, 1 + static_cast<uint32_t>(e.failure()), {}, e.what());
  } catch (const std::bad_alloc&) { return kOutOfMemory; } catch (const std::exception& e) {
    channel.tell(WorkerRecord::Threw, 0, {}, e.what());
  }
  por::SearchResult thrown;
  thrown.end = por::SearchEnd::Failure;
  channel.ended(thrown);
  return 0;
}

}  // namespace

bool WorkerProcess::start(const Workers::Search& search, const por::SearchOptions& options, WorkerChannel& channel,
                          size_t ends, std::string& why) {
  const pid_t parent = getpid();
  pid_ = fork();
  if (pid_ == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(127);
    // Ctrl-C is for the parent, which kills its workers.
    ::signal(SIGINT, SIG_IGN);
    ::signal(SIGTERM, SIG_DFL);
    // Without destructors: what belongs to the parent stays the parent's.
    _exit(run(search, options, channel, ends));
  }
  if (pid_ < 0) {
    why = std::string("could not be started: fork: ") + std::strerror(errno);
    return false;
  }
  ending_ = static_cast<int>(syscall(SYS_pidfd_open, pid_, 0));
  return true;
}

bool WorkerProcess::collect(std::string& how) {
  if (!running()) return false;
  int status = 0;
  pid_t ended = 0;
  while ((ended = waitpid(pid_, &status, WNOHANG)) < 0 && errno == EINTR) {}
  if (ended == 0) return false;
  close_all();
  how.clear();
  if (WIFSIGNALED(status)) {
    const char* name = sigabbrev_np(WTERMSIG(status));
    how = "died: killed by " + (name ? "SIG" + std::string(name) : "signal " + std::to_string(WTERMSIG(status)));
  } else if (WIFEXITED(status) && WEXITSTATUS(status) == kOutOfMemory) {
    how = "ran out of memory";
  } else if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    how = "died: exit status " + std::to_string(WIFEXITED(status) ? WEXITSTATUS(status) : -1);
  }
  return true;
}

void WorkerProcess::kill() {
  if (!running()) return;
  ::kill(pid_, SIGKILL);
  int status = 0;
  while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {}
  close_all();
}

void WorkerProcess::close_all() {
  if (ending_ >= 0) close(ending_);
  ending_ = -1;
  pid_ = -1;
}

uint64_t WorkerProcess::bytes() const { return running() ? proportional_bytes(std::to_string(pid_)) : 0; }

uint64_t proportional_bytes(const std::string& process) {
  FILE* rollup = std::fopen(("/proc/" + process + "/smaps_rollup").c_str(), "re");
  if (!rollup) return 0;
  char line[256];
  unsigned long long kilobytes = 0;
  bool found = false;
  while (!found && std::fgets(line, sizeof line, rollup)) found = std::sscanf(line, "Pss: %llu kB", &kilobytes) == 1;
  std::fclose(rollup);
  return found ? kilobytes * 1024 : 0;
}

}  // namespace jmc::check
