#include "check/jobs/here.hpp"

#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <utility>

#include "check/jobs/farm.hpp"

namespace jmc::check::jobs {

std::shared_ptr<Crew> crew_of(uint32_t processes) {
  if (Farm* farm = Farm::of_this_process()) return {std::shared_ptr<Crew>(), farm};
  return std::make_shared<Here>(processes);
}

Here::Running::~Running() {
  if (stream) close(stream->fd());
}

uint64_t Here::start(const Order& order) {
  Running r;
  r.job = std::make_unique<Job>();
  if (order.time_limit > 0)
    r.until = std::chrono::steady_clock::now() + std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                                                     std::chrono::duration<double>(order.time_limit));
  Job::Extra extra{.nice = order.nice};
  extra.reports = order.reports;
  JobResult failed;
  if (r.job->start(order.arguments, order.width, failed.reason, extra)) running_.emplace(next_, std::move(r));
  else not_started_.push_back({.kind = Kind::Result, .channel = next_, .result = std::move(failed)});
  return next_++;
}

uint64_t Here::start(const Service& service) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    throw std::runtime_error(std::string("a process could not be started: socketpair: ") + std::strerror(errno));
  Running r;
  r.stream = std::make_unique<Stream>(ends[0]);
  const auto serve = [&] {
    close(ends[0]);
    Stream stream(ends[1]);
    return service.here(stream);
  };
  // Ctrl-C and time limits are for the parent, which ends its children.
  const Surroundings fork{.ignored = {SIGINT, SIGALRM}, .usual = {SIGTERM}};
  const Surroundings program{.standard = {ends[1], ends[1], -1}};
  std::string why;
  const bool started = service.here ? r.server.start(serve, fork, why)
                                    : r.server.start(Program{kSelf, service.arguments, {}, {}}, program, why);
  close(ends[1]);
  if (!started) throw std::runtime_error("a process " + why);
  running_.emplace(next_, std::move(r));
  return next_++;
}

void Here::send(uint64_t channel, const std::string& content) {
  if (const auto r = running_.find(channel); r != running_.end() && r->second.stream)
    r->second.stream->send({Kind::Data, 0, channel, 0}, content);
}

void Here::signal(uint64_t channel, int number) {
  const auto r = running_.find(channel);
  if (r == running_.end()) return;
  if (r->second.job) r->second.job->signal(number);
  else r->second.server.signal(number);
}

JobMessage Here::latest(uint64_t channel) const {
  const auto r = running_.find(channel);
  return r == running_.end() ? JobMessage{} : r->second.job->latest();
}

uint64_t Here::resident_bytes(uint64_t channel) const {
  const auto r = running_.find(channel);
  return r == running_.end() ? 0 : r->second.job->resident_bytes();
}

std::vector<Crew::Event> Here::wait(int milliseconds, int also) {
  std::vector<Event> out = std::exchange(not_started_, {});
  std::vector<pollfd> ends{{also, POLLIN, 0}};
  for (const auto& [channel, r] : running_) {
    if (r.stream && r.stream->has_next()) milliseconds = 0;  // it came while something was sent
    ends.push_back({r.job ? r.job->status_fd() : r.stream->fd(), POLLIN, 0});
  }
  if (ends.size() > 1 || also >= 0) poll(ends.data(), ends.size(), out.empty() ? milliseconds : 0);
  for (auto r = running_.begin(); r != running_.end();)
    r = look_at(r->first, r->second, out) ? running_.erase(r) : std::next(r);
  return out;
}

// True: it has ended.
bool Here::look_at(uint64_t channel, Running& r, std::vector<Event>& events) {
  if (r.job) {
    if (std::chrono::steady_clock::now() > r.until) r.job->signal(SIGALRM);
    const bool over = r.job->read_status();
    JobResult found;
    if (!r.job->collect(found, over)) return false;
    events.push_back({.kind = Kind::Result, .channel = channel, .result = std::move(found)});
    return true;
  }
  const bool open = r.stream->read();
  while (std::optional<Frame> f = r.stream->next())
    events.push_back({.kind = Kind::Data, .channel = channel, .content = std::move(f->content)});
  if (open) return false;
  events.push_back({.kind = Kind::Ended, .channel = channel, .status = r.server.collect(true)->status});
  return true;
}

}  // namespace jmc::check::jobs
