#include "check/jobs/process.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <string_view>

extern char** environ;

namespace jmc::check::jobs {

namespace {

// In the child, perhaps of a process of several threads: only calls that are safe there, and nothing that takes a lock.
// False: it cannot be what it is to be.
bool settle(const Surroundings& s, pid_t parent) {
  if (s.leads) setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) return false;
  if (s.nice != 0 && nice(s.nice) == -1) errno = 0;  // as it is, then
  if (s.expendable)
    if (const int fd = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC); fd >= 0) {
      [[maybe_unused]] const ssize_t written = write(fd, "500", 3);
      close(fd);
    }
  sigset_t blocked;
  sigemptyset(&blocked);
  for (const int number : s.blocked) sigaddset(&blocked, number);
  sigprocmask(SIG_SETMASK, &blocked, nullptr);
  for (const int number : s.ignored) ::signal(number, SIG_IGN);
  for (const int number : s.usual) ::signal(number, SIG_DFL);
  for (const int fd : s.kept)
    if (fcntl(fd, F_SETFD, 0) < 0) return false;
  for (int i = 0; i < 3; ++i)
    if (s.standard[static_cast<size_t>(i)] >= 0 && dup2(s.standard[static_cast<size_t>(i)], i) < 0) return false;
  const rlimit no_core{0, 0};
  if (!s.dumps_core) setrlimit(RLIMIT_CORE, &no_core);
  return true;
}

std::vector<std::string> variables_of(const Program& program) {
  std::vector<std::string> out;
  for (char** v = environ; *v; ++v) {
    const std::string_view variable(*v), name = variable.substr(0, variable.find('='));
    bool replaced = std::find(program.unset.begin(), program.unset.end(), name) != program.unset.end();
    for (const auto& [other, value] : program.environment) replaced |= other == name;
    if (!replaced) out.emplace_back(variable);
  }
  for (const auto& [name, value] : program.environment) out.emplace_back(name).append("=").append(value);
  return out;
}

std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> out;
  out.reserve(words.size() + 1);
  for (std::string& w : words) out.push_back(w.data());
  out.push_back(nullptr);
  return out;
}

uint64_t proportional_bytes(const std::string& process) {
  std::FILE* rollup = std::fopen(("/proc/" + process + "/smaps_rollup").c_str(), "re");
  if (!rollup) return 0;
  char line[256];
  unsigned long long kilobytes = 0;
  bool found = false;
  while (!found && std::fgets(line, sizeof line, rollup)) found = std::sscanf(line, "Pss: %llu kB", &kilobytes) == 1;
  std::fclose(rollup);
  return found ? kilobytes * 1024 : 0;
}

uint64_t bytes_with_children(pid_t process, int depth = 0) {
  const std::string of = std::to_string(process);
  uint64_t sum = proportional_bytes(of);
  std::ifstream children("/proc/" + of + "/task/" + of + "/children");
  for (pid_t child = 0; depth < 4 && children >> child;) sum += bytes_with_children(child, depth + 1);
  return sum;
}

void close_if_open(int& fd) {
  if (fd >= 0) close(fd);
  fd = -1;
}

}  // namespace

std::string signal_name(int number) {
  const char* name = sigabbrev_np(number);
  return name ? "SIG" + std::string(name) : "signal " + std::to_string(number);
}

bool Process::End::exited() const { return WIFEXITED(status); }
int Process::End::code() const { return WIFEXITED(status) ? WEXITSTATUS(status) : -1; }
int Process::End::signal() const { return WIFSIGNALED(status) ? WTERMSIG(status) : 0; }
std::string Process::End::words() const {
  return signal() ? "killed by " + signal_name(signal()) : "exit status " + std::to_string(code());
}

Process& Process::operator=(Process&& other) noexcept {
  kill();
  pid_ = std::exchange(other.pid_, -1);
  ending_ = std::exchange(other.ending_, -1);
  refused_ = std::exchange(other.refused_, -1);
  leads_ = other.leads_;
  return *this;
}

bool Process::start(const Program& program, const Surroundings& surroundings, std::string& why) {
  std::vector<std::string> words = program.words, variables = variables_of(program);
  const std::vector<char*> argv = pointers(words), envp = pointers(variables);
  int refused[2];
  if (pipe2(refused, O_CLOEXEC) != 0) {
    why = std::string("could not be started: pipe: ") + std::strerror(errno);
    return false;
  }
  const pid_t parent = getpid(), pid = fork();
  if (pid == 0) {
    if (settle(surroundings, parent)) execve(program.path.c_str(), argv.data(), envp.data());
    const char any = 0;
    [[maybe_unused]] const ssize_t told = write(refused[1], &any, 1);
    _exit(127);
  }
  const int error = errno;
  close(refused[1]);
  errno = error;
  if (!forked(pid, surroundings.leads, why)) return close(refused[0]), false;
  refused_ = refused[0];
  return true;
}

bool Process::start(const std::function<int()>& function, const Surroundings& surroundings, std::string& why) {
  const pid_t parent = getpid(), pid = fork();
  if (pid == 0) _exit(settle(surroundings, parent) ? function() : 127);
  return forked(pid, surroundings.leads, why);
}

bool Process::forked(pid_t pid, bool leads, std::string& why) {
  if (pid < 0) {
    why = std::string("could not be started: fork: ") + std::strerror(errno);
    return false;
  }
  kill();
  pid_ = pid;
  leads_ = leads;
  if (leads) setpgid(pid, pid);  // whoever comes first
  ending_ = static_cast<int>(syscall(SYS_pidfd_open, pid, 0));
  return true;
}

void Process::signal(int number) const {
  if (running()) ::kill(pid_, number);
}

void Process::signal_all(int number) const {
  if (running()) ::kill(leads_ ? -pid_ : pid_, number);
}

std::optional<Process::End> Process::collect(bool wait) {
  if (!running()) return {};
  if (leads_) {  // it stays a child until what it has left behind is gone
    siginfo_t ended{};
    int failed = 0;
    while ((failed = waitid(P_PID, static_cast<id_t>(pid_), &ended, WEXITED | WNOWAIT | (wait ? 0 : WNOHANG))) < 0 &&
           errno == EINTR) {}
    if (failed == 0 && ended.si_pid != pid_) return {};
    signal_all(SIGKILL);
  }
  End end;
  pid_t ended = 0;
  while ((ended = wait4(pid_, &end.status, wait || leads_ ? 0 : WNOHANG, &end.used)) < 0 && errno == EINTR) {}
  if (ended == 0) return {};
  char any;
  end.not_started = refused_ >= 0 && read(refused_, &any, 1) > 0;
  forget();
  return end;
}

void Process::kill() {
  if (!running()) return;
  signal_all(SIGKILL);
  while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {}
  forget();
}

void Process::abandon() {
  signal_all(SIGKILL);
  forget();
}

void Process::forget() {
  pid_ = -1;
  close_if_open(ending_);
  close_if_open(refused_);
}

uint64_t Process::bytes() const { return running() ? proportional_bytes(std::to_string(pid_)) : 0; }
uint64_t Process::own_bytes() { return proportional_bytes("self"); }
uint64_t Process::bytes_of_all() const { return running() ? bytes_with_children(pid_) : 0; }

}  // namespace jmc::check::jobs
