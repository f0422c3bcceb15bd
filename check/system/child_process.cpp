#include "check/system/child_process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <optional>

#include "check/jobs/process.hpp"

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

class Running {
 public:
  Running(const ChildCommand& command, const ChildLimits& limits, const std::atomic<bool>& cancelled,
          const ChildWatch& watch)
      : command_(command), limits_(limits), cancelled_(cancelled), watch_(watch) {}

  ChildEnd run() {
    if (start())
      while (!step()) {}
    result_.seconds = seconds();
    return std::move(result_);
  }

 private:
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

  bool start() {
    const jobs::Surroundings around{.standard = {in_.end(0), out_.end(1), err_.end(1)},
                                    .usual = {SIGINT, SIGTERM, SIGPIPE, SIGHUP, SIGALRM, SIGUSR1},
                                    .dumps_core = false,
                                    .leads = true};
    const jobs::Program program{command_.program, command_.words, command_.environment, command_.unset};
    std::string why = std::string("could not be started: pipe: ") + std::strerror(errno);
    if (!in_.good() || !out_.good() || !err_.good() || !process_.start(program, around, why)) {
      result_.why = command_.words.front() + " " + why;
      return false;
    }
    in_.close_end(0), out_.close_end(1), err_.close_end(1);
    if (command_.input.empty()) in_.close_end(1);
    for (const int fd : {in_.end(1), out_.end(0), err_.end(0)})
      if (fd >= 0) fcntl(fd, F_SETFL, O_NONBLOCK);
    return true;
  }

  // True: it has ended.
  bool step() {
    struct pollfd fds[] = {
        {out_.end(0), POLLIN, 0}, {err_.end(0), POLLIN, 0}, {in_.end(1), POLLOUT, 0}, {process_.ending(), POLLIN, 0}};
    poll(fds, std::size(fds), kTick);
    take(out_, result_.out, nullptr);
    take(err_, result_.err, &watch_.line);
    give();
    watch_limits();
    if (watch_.tick) watch_.tick(seconds());
    const std::optional<jobs::Process::End> end = process_.collect(false);
    if (end) finish(*end);
    return end.has_value();
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
      if (const uint64_t bytes = process_.bytes_of_all(); bytes > limits_.bytes)
        end(How::OutOfMemory, "more than " + std::to_string(limits_.bytes >> 20) + " MB of memory");
    }
    // Whoever cancels does not want to know what was found so far.
    if (ending_ && (*ending_ != How::TimedOut || now >= ended_at_ + limits_.grace || cancelled_.load())) kill_all();
  }

  void end(ChildEnd::How how, std::string why) {
    ending_ = how;
    ended_at_ = seconds();
    result_.why = command_.words.front() + ": " + why;
    if (how == ChildEnd::How::TimedOut) process_.signal(SIGTERM);
  }

  void kill_all() {
    if (killed_) return;
    killed_ = true;
    process_.signal_all(SIGKILL);
  }

  void finish(const jobs::Process::End& end) {
    take(out_, result_.out, nullptr);
    take(err_, result_.err, &watch_.line);
    using How = ChildEnd::How;
    if (killed_ && ending_) {
      result_.how = *ending_;
    } else if (end.exited()) {
      result_.how = end.not_started ? How::NotStarted : How::Exited;
      result_.status = end.code();
      result_.why = end.not_started ? command_.program + " could not be executed" : "";
    } else {
      result_.how = How::Signalled;
      result_.status = end.signal();
      result_.why = command_.words.front() + " died: " + jobs::signal_name(end.signal());
    }
  }

  const ChildCommand& command_;
  const ChildLimits& limits_;
  const std::atomic<bool>& cancelled_;
  const ChildWatch& watch_;
  const Clock::time_point start_ = Clock::now();
  Pipe in_, out_, err_;
  jobs::Process process_;
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
