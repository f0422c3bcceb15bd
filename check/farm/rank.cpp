#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "base/archive.hpp"
#include "check/distributed/explorer.hpp"
#include "check/farm/farm.hpp"
#include "check/portfolio/member_process.hpp"

namespace jmc::check::farm {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int kPollMilliseconds = 100;  // between looks at time limits

class Rank {
 public:
  explicit Rank(int fd) : stream_(fd) {}
  ~Rank() { end_server(); }

  int run() {
    if (!stream_.send({Kind::Ready, 0, 0, 0})) return 1;
    for (;;) {
      wait();
      const bool open = stream_.read();
      while (std::optional<Frame> f = stream_.next()) take(*f);
      if (!open) return 0;
      if (member_) look_at_member();
      if (server_ > 0) look_at_server();
    }
  }

 private:
  void wait() const {
    pollfd fds[2] = {{stream_.fd(), POLLIN, 0}, {-1, POLLIN, 0}};
    if (member_) fds[1].fd = member_->status_fd();
    else if (server_ > 0) fds[1].fd = socket_;
    poll(fds, 2, stream_.has_next() ? 0 : kPollMilliseconds);
  }

  void take(const Frame& f) {
    switch (f.header.kind) {
      case Kind::Job: begin(f); break;
      case Kind::Serve: serve(f); break;
      case Kind::Explore: distributed::explore(stream_, f, std::exchange(early_, {})); break;
      // Of a search that somebody else has been told of before.
      case Kind::Peer: early_.push_back(f); break;
      case Kind::Data:
        // One that is gone is noticed when its answers end.
        for (size_t at = 0; f.header.channel == channel_ && socket_ >= 0 && at < f.content.size();) {
          const ssize_t n = send(socket_, f.content.data() + at, f.content.size() - at, MSG_NOSIGNAL);
          if (n < 0 && errno == EINTR) continue;
          if (n <= 0) break;
          at += static_cast<size_t>(n);
        }
        break;
      case Kind::Signal: {
        int number = 0;
        std::memcpy(&number, f.content.data(), std::min(f.content.size(), sizeof number));
        if (f.header.channel != channel_) break;
        if (member_) member_->signal(number);
        else if (server_ > 0) kill(server_, number);
        break;
      }
      default: break;
    }
  }

  void begin(const Frame& f) {
    JobOrder order;
    MemberResult failed;
    channel_ = f.header.channel;
    try {
      base::Loader(f.content)(order);
      member_ = std::make_unique<MemberProcess>();
      MemberProcess::Extra extra;
      extra.reports = order.reports;
      time_limit_ = order.time_limit;
      since_ = Clock::now();
      if (member_->start(std::move(order.arguments), order.width, failed.reason, extra)) return;
    } catch (const base::ArchiveError& e) { failed.reason = e.what(); }
    member_.reset();
    stream_.send({Kind::Result, 0, channel_, 0}, packed(failed));
  }

  void look_at_member() {
    if (time_limit_ > 0 && Clock::now() - since_ > std::chrono::duration<double>(time_limit_)) member_->signal(SIGALRM);
    const bool over = member_->read_status();
    MemberResult found;
    if (!member_->collect(found, over)) return;
    member_.reset();
    stream_.send({Kind::Result, 0, channel_, 0}, packed(found));
  }

  void serve(const Frame& f) {
    std::vector<std::string> arguments;
    base::Loader(f.content)(arguments);
    channel_ = f.header.channel;
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return ended(errno << 8);
    const pid_t parent = getpid();
    server_ = fork();
    if (server_ == 0) {
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      if (getppid() != parent || dup2(ends[1], 0) < 0 || dup2(ends[1], 1) < 0) _exit(127);
      std::vector<char*> argv;
      for (std::string& a : arguments) argv.push_back(a.data());
      argv.push_back(nullptr);
      execv("/proc/self/exe", argv.data());
      _exit(127);
    }
    close(ends[1]);
    socket_ = ends[0];
    if (server_ < 0) ended(127 << 8);
  }

  void look_at_server() {
    char buffer[1 << 16];
    const ssize_t n = recv(socket_, buffer, sizeof buffer, MSG_DONTWAIT);
    if (n > 0) stream_.send({Kind::Data, 0, channel_, 0}, std::string(buffer, static_cast<size_t>(n)));
    if (n > 0 || (n < 0 && (errno == EAGAIN || errno == EINTR))) return;
    int status = 0;
    while (waitpid(server_, &status, 0) < 0 && errno == EINTR) {}
    ended(status);
  }

  void ended(int status) {
    if (socket_ >= 0) close(socket_);
    socket_ = -1;
    server_ = -1;
    stream_.send({Kind::Ended, 0, channel_, 0}, std::string(reinterpret_cast<const char*>(&status), sizeof status));
  }

  void end_server() {
    if (server_ <= 0) return;
    kill(server_, SIGKILL);
    while (waitpid(server_, nullptr, 0) < 0 && errno == EINTR) {}
  }

  Stream stream_;
  std::vector<Frame> early_;
  uint64_t channel_ = 0;
  std::unique_ptr<MemberProcess> member_;
  double time_limit_ = 0;
  Clock::time_point since_{};
  pid_t server_ = -1;
  int socket_ = -1;
};

}  // namespace

int run_rank(int fd) {
  fcntl(fd, F_SETFD, FD_CLOEXEC);
  signal(SIGPIPE, SIG_IGN);
  signal(SIGINT, SIG_IGN);  // Ctrl-C is for the coordinator
  return Rank(fd).run();
}

}  // namespace jmc::check::farm
