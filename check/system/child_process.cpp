#include "check/system/child_process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <fstream>
#include <optional>

#include "check/workers/process.hpp"

extern char** environ;

namespace jmc::check {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int kTick = 100;             // milliseconds
constexpr double kMemoryPeriod = 0.5;  // seconds

class Pipe {
 public:
  Pipe() {
    if (pipe2(ends_, O_CLOEXEC) != 0) ends_[0] = ends_[1] = -1;
  }
  ~Pipe() { close_end(0), close_end(1); }
  Pipe(const Pipe&) = delete;
  bool good() const { return ends_[0] >= 0; }
  int end(int which) const { return ends_[which]; }
  void close_end(int which) {
    if (ends_[which] >= 0) close(ends_[which]);
    ends_[which] = -1;
  }

 private:
  int ends_[2];
};

// Of a process and what it has started.
uint64_t bytes_of(pid_t process, int depth = 0) {
  uint64_t sum = proportional_bytes(std::to_string(process));
  const std::string of = std::to_string(process);
  std::ifstream children("/proc/" + of + "/task/" + of + "/children");
  for (pid_t child = 0; depth < 4 && children >> child;) sum += bytes_of(child, depth + 1);
  return sum;
}

// All that happens between fork and exec, in a process of several threads: nothing that takes a lock.
[[noreturn]] void become(const ChildCommand& command, char* const* argv, char* const* envp, pid_t parent,
                         const int (&fds)[3], int refused) {
  const auto give_up = [&] {
    const char any = 0;
    [[maybe_unused]] const ssize_t told = write(refused, &any, 1);
    _exit(1);
  };
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) give_up();
  for (int i = 0; i < 3; ++i)
    if (dup2(fds[i], i) < 0) give_up();
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  for (const int signal : {SIGINT, SIGTERM, SIGPIPE, SIGHUP, SIGALRM, SIGUSR1}) ::signal(signal, SIG_DFL);
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  execve(command.program.c_str(), argv, envp);
  give_up();
  _exit(1);
}

class Running {
 public:
  Running(const ChildCommand& command, const ChildLimits& limits, const std::atomic<bool>& cancelled,
          const ChildWatch& watch)
      : command_(command), limits_(limits), cancelled_(cancelled), watch_(watch) {}

  ChildEnd run() {
    if (start())
      while (!step()) {}
    if (pid_ > 0) finish();
    result_.seconds = seconds();
    return std::move(result_);
  }

 private:
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

  bool start() {
    std::vector<std::string> words = command_.words, variables;
    for (char** v = environ; *v; ++v) {
      const std::string variable(*v), name = variable.substr(0, variable.find('='));
      bool replaced = std::find(command_.unset.begin(), command_.unset.end(), name) != command_.unset.end();
      for (const auto& [other, value] : command_.environment) replaced |= other == name;
      if (!replaced) variables.push_back(variable);
    }
    for (const auto& [name, value] : command_.environment) variables.push_back(name + "=" + value);
    std::vector<char*> argv, envp;
    for (std::string& w : words) argv.push_back(w.data());
    for (std::string& v : variables) envp.push_back(v.data());
    argv.push_back(nullptr), envp.push_back(nullptr);
    if (!in_.good() || !out_.good() || !err_.good() || !refused_.good()) return failed("pipe");
    const pid_t parent = getpid();
    const int fds[3] = {in_.end(0), out_.end(1), err_.end(1)};
    pid_ = fork();
    if (pid_ == 0) become(command_, argv.data(), envp.data(), parent, fds, refused_.end(1));
    if (pid_ < 0) return failed("fork");
    setpgid(pid_, pid_);  // whoever comes first
    ending_fd_ = static_cast<int>(syscall(SYS_pidfd_open, pid_, 0));
    in_.close_end(0), out_.close_end(1), err_.close_end(1), refused_.close_end(1);
    if (command_.input.empty()) in_.close_end(1);
    for (const int fd : {in_.end(1), out_.end(0), err_.end(0)})
      if (fd >= 0) fcntl(fd, F_SETFL, O_NONBLOCK);
    return true;
  }

  bool failed(const char* what) {
    result_.why = command_.words.front() + " could not be started: " + what + ": " + std::strerror(errno);
    return false;
  }

  // True: it has ended.
  bool step() {
    struct pollfd fds[] = {
        {out_.end(0), POLLIN, 0}, {err_.end(0), POLLIN, 0}, {in_.end(1), POLLOUT, 0}, {ending_fd_, POLLIN, 0}};
    poll(fds, std::size(fds), kTick);
    take(out_, result_.out, nullptr);
    take(err_, result_.err, &watch_.line);
    give();
    watch_limits();
    if (watch_.tick) watch_.tick(seconds());
    siginfo_t ended{};  // it stays a child until what it has left behind is gone
    return waitid(P_PID, static_cast<id_t>(pid_), &ended, WEXITED | WNOHANG | WNOWAIT) == 0 ? ended.si_pid == pid_
                                                                                            : errno != EINTR;
  }

  void give() {
    while (in_.end(1) >= 0 && given_ < command_.input.size()) {
      const ssize_t n = write(in_.end(1), command_.input.data() + given_, command_.input.size() - given_);
      if (n < 0 && errno == EINTR) continue;
      if (n < 0 && errno == EAGAIN) return;
      if (n < 0) given_ = command_.input.size();  // it does not read any more
      else given_ += static_cast<size_t>(n);
    }
    in_.close_end(1);
  }

  void take(Pipe& pipe, std::string& to, const std::function<void(const std::string&)>* line) {
    char buffer[1 << 16];
    while (pipe.end(0) >= 0) {
      const ssize_t n = read(pipe.end(0), buffer, sizeof buffer);
      if (n < 0 && errno == EINTR) continue;
      if (n < 0 && errno == EAGAIN) return;
      if (n <= 0) return pipe.close_end(0);
      const size_t room = kMostPrinted - std::min(kMostPrinted, to.size());
      to.append(buffer, std::min(room, static_cast<size_t>(n)));
      if (!line || !*line) continue;
      unfinished_.append(buffer, static_cast<size_t>(n));
      for (size_t end; (end = unfinished_.find('\n')) != std::string::npos; unfinished_.erase(0, end + 1))
        (*line)(unfinished_.substr(0, end));
      if (unfinished_.size() > 4096) unfinished_.clear();  // no line that anybody would read
    }
  }

  void watch_limits() {
    const double now = seconds();
    using How = ChildEnd::How;
    if (!ending_ && cancelled_.load()) end(How::Cancelled, "cancelled");
    else if (!ending_ && limits_.seconds > 0 && now >= limits_.seconds)
      end(How::TimedOut, "not ended after " + std::to_string(static_cast<int64_t>(limits_.seconds)) + " s");
    if (!ending_ && limits_.bytes && now >= next_look_) {
      next_look_ = now + kMemoryPeriod;
      if (const uint64_t bytes = bytes_of(pid_); bytes > limits_.bytes)
        end(How::OutOfMemory, "more than " + std::to_string(limits_.bytes >> 20) + " MB of memory");
    }
    // Whoever cancels does not want to know what was found so far.
    if (ending_ && (*ending_ != How::TimedOut || now >= ended_at_ + limits_.grace || cancelled_.load())) kill_all();
  }

  void end(ChildEnd::How how, std::string why) {
    ending_ = how;
    ended_at_ = seconds();
    result_.why = command_.words.front() + ": " + why;
    if (how == ChildEnd::How::TimedOut) kill(pid_, SIGTERM);
  }

  void kill_all() {
    if (killed_) return;
    killed_ = true;
    kill(-pid_, SIGKILL);
  }

  void finish() {
    kill(-pid_, SIGKILL);  // what it has left behind
    while (waitpid(pid_, &status_, 0) < 0 && errno == EINTR) {}
    if (ending_fd_ >= 0) close(ending_fd_);
    take(out_, result_.out, nullptr);
    take(err_, result_.err, &watch_.line);
    using How = ChildEnd::How;
    if (killed_ && ending_) {
      result_.how = *ending_;
    } else if (WIFEXITED(status_)) {
      char any;
      result_.how = read(refused_.end(0), &any, 1) > 0 ? How::NotStarted : How::Exited;
      result_.status = WEXITSTATUS(status_);
      result_.why = result_.how == How::NotStarted ? command_.program + " could not be executed" : "";
    } else {
      result_.how = How::Signalled;
      result_.status = WTERMSIG(status_);
      const char* name = sigabbrev_np(WTERMSIG(status_));
      result_.why = command_.words.front() + " died: SIG" + (name ? name : std::to_string(WTERMSIG(status_)));
    }
  }

  const ChildCommand& command_;
  const ChildLimits& limits_;
  const std::atomic<bool>& cancelled_;
  const ChildWatch& watch_;
  const Clock::time_point start_ = Clock::now();
  Pipe in_, out_, err_, refused_;  // refused: a byte from who could not become the program
  pid_t pid_ = -1;
  int status_ = 0, ending_fd_ = -1;
  size_t given_ = 0;
  std::string unfinished_;
  double next_look_ = kMemoryPeriod, ended_at_ = 0;
  bool killed_ = false;
  std::optional<ChildEnd::How> ending_;
  ChildEnd result_;
};

}  // namespace

ChildEnd run_child(const ChildCommand& command, const ChildLimits& limits, const std::atomic<bool>& cancelled,
                   const ChildWatch& watch) {
  return Running(command, limits, cancelled, watch).run();
}

}  // namespace jmc::check
