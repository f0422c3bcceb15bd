#include "check/portfolio/member_process.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <span>

#include "base/memory.hpp"
#include "check/portfolio/member_report.hpp"

namespace jmc::check {

namespace {

std::string last_line(const std::string& text) {
  size_t end = text.size();
  while (end > 0 && text[end - 1] == '\n') --end;
  const size_t start = end == 0 ? std::string::npos : text.rfind('\n', end - 1);
  return text.substr(start == std::string::npos ? 0 : start + 1, end - (start == std::string::npos ? 0 : start + 1));
}

std::string signal_text(int number) {
  const char* name = sigabbrev_np(number);
  return "killed by " + (name ? "SIG" + std::string(name) : "signal " + std::to_string(number));
}

// Between fork and exec, in the child: only calls that are safe there.
[[noreturn]] void become_member(pid_t parent, std::span<const int> kept, int out, int err,
                                const MemberProcess::Extra& extra, char* const* argv) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(127);
  if (extra.nice != 0 && nice(extra.nice) == -1) errno = 0;  // as it is, then
  // When the machine runs out of memory, a member is a smaller loss than the process that has the other answers.
  if (const int fd = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC); fd >= 0) {
    [[maybe_unused]] const ssize_t written = write(fd, "500", 3);
    close(fd);
  }
  // Ctrl-C is for the parent; what the parent sends must not arrive before there is a handler (main unblocks it).
  ::signal(SIGINT, SIG_IGN);
  sigset_t later;
  sigemptyset(&later);
  for (const int number : {SIGTERM, SIGALRM, SIGUSR1}) sigaddset(&later, number);
  sigprocmask(SIG_BLOCK, &later, nullptr);
  for (const int fd : kept)
    if (fcntl(fd, F_SETFD, 0) < 0) _exit(127);
  if (dup2(out, 1) < 0 || dup2(err, 2) < 0) _exit(127);
  execv("/proc/self/exe", argv);
  _exit(127);
}

}  // namespace

MemberProcess::~MemberProcess() {
  if (running()) {
    signal(SIGKILL);
    int status = 0;
    while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {}
  }
  close_all();
}

void MemberProcess::close_all() {
  if (status_ >= 0) close(status_);
  status_ = -1;
  for (auto* file : {&json_, &out_, &err_}) file->reset();
  reports_.clear();
}

bool MemberProcess::start(std::vector<std::string> arguments, int width, std::string& why, const Extra& extra) {
  const auto failed = [&](const char* what) {
    why = std::string("could not be started: ") + what + ": " + std::strerror(errno);
    close_all();
    return false;
  };
  int ends[2];
  if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) return failed("pipe");
  status_ = ends[0];
  json_ = TemporaryFile::make("jmc-report");
  out_ = TemporaryFile::make("jmc-output");
  err_ = TemporaryFile::make("jmc-errors");
  if (!json_ || !out_ || !err_) {
    close(ends[1]);
    return failed("a temporary file");
  }
  const std::string own = "--member=" + std::to_string(ends[1]) + "," + std::to_string(width) +
                          (extra.pairs >= 0 ? "," + std::to_string(extra.pairs) : ""),
                    json = "--json=/proc/self/fd/" + std::to_string(json_->fd());
  arguments.insert(arguments.begin() + 1, {own, json});
  std::vector<int> kept{ends[1], json_->fd()};
  if (extra.inherited >= 0) kept.push_back(extra.inherited);
  if (extra.pairs >= 0) kept.push_back(extra.pairs);
  for (const std::string& format : extra.reports) {
    std::shared_ptr<TemporaryFile> file = TemporaryFile::make("jmc-report");
    if (!file) {
      close(ends[1]);
      return failed("a temporary file");
    }
    kept.push_back(file->fd());
    arguments.insert(arguments.begin() + 1, "--" + format + "=/proc/self/fd/" + std::to_string(file->fd()));
    reports_[format] = std::move(file);
  }
  std::vector<char*> argv;
  for (std::string& a : arguments) argv.push_back(a.data());
  argv.push_back(nullptr);
  start_ = std::chrono::steady_clock::now();
  const pid_t parent = getpid();
  pid_ = fork();
  if (pid_ == 0) become_member(parent, kept, out_->fd(), err_->fd(), extra, argv.data());
  const int error = errno;
  close(ends[1]);
  errno = error;
  return pid_ > 0 || failed("fork");
}

bool MemberProcess::read_status() {
  for (;;) {
    MemberMessage m;
    const ssize_t n = read(status_, &m, sizeof m);
    if (n == static_cast<ssize_t>(sizeof m)) latest_ = m;
    else if (n < 0 && errno == EINTR) continue;
    else return !(n < 0 && errno == EAGAIN);
  }
}

uint64_t MemberProcess::resident_bytes() const { return running() ? base::resident_bytes(pid_) : 0; }

void MemberProcess::signal(int number) const {
  if (running()) kill(pid_, number);
}

void MemberProcess::abandon() {
  if (!running()) return;
  read_status();
  signal(SIGKILL);
  pid_ = -1;  // whoever inherits it sees to it
  close_all();
}

bool MemberProcess::collect(MemberResult& result, bool wait) {
  if (!running()) return false;
  int status = 0;
  struct rusage usage {};
  pid_t ended = 0;
  while ((ended = wait4(pid_, &status, wait ? 0 : WNOHANG, &usage)) < 0 && errno == EINTR) {}
  if (ended == 0) return false;
  read_status();
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  result.peak_memory = static_cast<uint64_t>(usage.ru_maxrss) * 1024;
  result.states = latest_.states;
  result.transitions = latest_.transitions;
  result.executions = latest_.executions;
  read_report(result, status);
  pid_ = -1;
  close_all();
  return true;
}

// The report counts if it is whole and is what the exit status says. A member that crashed has none, whatever it wrote.
void MemberProcess::read_report(MemberResult& r, int status) const {
  r.end = MemberEnd::Died;
  if (WIFSIGNALED(status)) {
    r.reason = "died: " + signal_text(WTERMSIG(status));
    return;
  }
  const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  r.reason = "died: exit status " + std::to_string(code);
  if (const std::string line = last_line(err_->content()); !line.empty()) r.reason += ", " + line;
  MemberReport report;
  const bool read = read_member_report(*json_, report);
  const bool accepted = code == 0 && report.verdict == verdict_name(Verdict::Accepted);
  if (!read || code < 0 || code > 3 || (report.verdict != verdict_name(static_cast<Verdict>(code)) && !accepted))
    return;
  r.end = MemberEnd::Reported;
  r.reported = true;
  r.verdict = accepted ? Verdict::Accepted : static_cast<Verdict>(code);
  r.reason = report.reason;
  r.cause = report.cause;
  r.complete = report.complete;
  r.livelocks_seen = report.livelocks_seen;
  r.holes = report.holes;
  r.outcomes = std::move(report.outcomes);
  r.violations = std::move(report.violations);
  r.longer_outcomes = report.longer_outcomes;
  r.states = report.states;
  r.transitions = report.transitions;
  r.executions = report.executions;
  if (report.peak_memory) r.peak_memory = report.peak_memory;
  r.searched = r.transitions > 0;
  r.text = (r.verdict == Verdict::Error ? err_ : out_)->content();
  r.json = json_;
  r.reports = reports_;
  r.found = std::move(report.found);
  r.main_class = report.main_class;
}

}  // namespace jmc::check
