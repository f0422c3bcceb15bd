#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <cstring>
#include <utility>

#include "base/archive.hpp"
#include "check/distributed/explorer.hpp"
#include "check/jobs/farm.hpp"
#include "check/jobs/here.hpp"

namespace jmc::check::jobs {

namespace {

constexpr int kBetweenTimes = 100;  // milliseconds, between looks at time limits

// A crew of one, on behalf of the coordinator.
class Rank {
 public:
  explicit Rank(int fd) : stream_(fd) {}

  int run() {
    if (!stream_.send({Kind::Ready, 0, 0, 0})) return 1;
    for (;;) {
      for (Crew::Event& e : here_.wait(stream_.has_next() ? 0 : kBetweenTimes, stream_.fd())) tell(e);
      const bool open = stream_.read();
      while (std::optional<Frame> f = stream_.next()) take(*f);
      if (!open) return 0;
    }
  }

 private:
  void tell(const Crew::Event& e) {
    std::string content = e.content;
    if (e.kind == Kind::Result) content = packed(e.result);
    if (e.kind == Kind::Ended) content.assign(reinterpret_cast<const char*>(&e.status), sizeof e.status);
    stream_.send({e.kind, 0, theirs_, 0}, content);
  }

  void take(const Frame& f) {
    const bool at_it = f.header.channel == theirs_;
    switch (f.header.kind) {
      case Kind::Job: {
        Order order;
        base::Loader(f.content)(order);
        ours_ = here_.start(order);
        theirs_ = f.header.channel;
        break;
      }
      case Kind::Serve: {
        Service service;
        base::Loader(f.content)(service.arguments);
        ours_ = here_.start(service);
        theirs_ = f.header.channel;
        break;
      }
      case Kind::Explore: distributed::explore(stream_, f, std::exchange(early_, {})); break;
      // Of a search that somebody else has been told of before.
      case Kind::Peer: early_.push_back(f); break;
      // One that is gone is noticed when its answers end.
      case Kind::Data:
        if (at_it) here_.send(ours_, f.content);
        break;
      case Kind::Signal: {
        int number = 0;
        std::memcpy(&number, f.content.data(), std::min(f.content.size(), sizeof number));
        if (at_it) here_.signal(ours_, number);
        break;
      }
      default: break;
    }
  }

  Stream stream_;
  Here here_{1};
  std::vector<Frame> early_;
  uint64_t theirs_ = 0, ours_ = 0;  // the channel of what runs, as the coordinator names it, and the crew
};

}  // namespace

int run_rank(int fd) {
  fcntl(fd, F_SETFD, FD_CLOEXEC);
  signal(SIGPIPE, SIG_IGN);
  signal(SIGINT, SIG_IGN);  // Ctrl-C is for the coordinator
  return Rank(fd).run();
}

}  // namespace jmc::check::jobs
