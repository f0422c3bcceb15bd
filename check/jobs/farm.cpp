#include "check/jobs/farm.hpp"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>

#include "base/archive.hpp"

namespace jmc::check::jobs {

namespace {

// The parts of a result that its end has; what belongs to a portfolio does not travel.
template <class A, class R>
void parts(A& a, R& r) {
  a(r.end, r.reported, r.verdict, r.cause, r.complete, r.livelocks_seen, r.searched, r.outcomes, r.violations,
    r.longer_outcomes, r.main_class, r.text, r.reason, r.seconds, r.states, r.transitions, r.executions, r.peak_memory,
    r.threads, r.main_works);
}

std::shared_ptr<TemporaryFile> file_of(const std::string& content) {
  std::shared_ptr<TemporaryFile> out = TemporaryFile::make("jmc-report");
  for (size_t at = 0; out && at < content.size();) {
    const ssize_t n = write(out->fd(), content.data() + at, content.size() - at);
    if (n <= 0) return nullptr;
    at += static_cast<size_t>(n);
  }
  return out;
}

template <class T>
std::string archived(const T& value) {
  base::MemorySaver out;
  out(value);
  return std::move(out.content);
}

constexpr auto kNobodyCame = std::chrono::minutes(1);  // so long may there be no rank at all

}  // namespace

std::string packed(const JobResult& result) {
  base::MemorySaver out;
  parts(out, result);
  out(result.found.size());
  for (const JobFinding& f : result.found) out(f.kind, f.message, f.fingerprint, f.place);
  out(result.json ? result.json->content() : std::string());
  std::map<std::string, std::string> reports;
  for (const auto& [format, file] : result.reports) reports[format] = file->content();
  out(reports);
  return std::move(out.content);
}

JobResult unpacked(const std::string& content) {
  JobResult out;
  base::Loader in(content);
  parts(in, out);
  size_t count = 0;
  for (in(count); count; --count) {
    JobFinding& f = out.found.emplace_back();
    in(f.kind, f.message, f.fingerprint, f.place);
  }
  std::string json;
  std::map<std::string, std::string> reports;
  in(json, reports);
  if (!json.empty()) out.json = file_of(json);
  for (const auto& [format, text] : reports)
    if (auto file = file_of(text)) out.reports[format] = std::move(file);
  return out;
}

Farm* Farm::of_this_process() {
  static Farm* const farm = []() -> Farm* {
    const char* fd = std::getenv("JMC_FARM");
    if (!fd) return nullptr;
    const int number = std::atoi(fd);
    unsetenv("JMC_FARM");
    if (fcntl(number, F_SETFD, FD_CLOEXEC) < 0) return nullptr;
    const char* ranks = std::getenv("JMC_RANKS");
    return new Farm(number, ranks ? std::strtoull(ranks, nullptr, 10) : 0);
  }();
  return farm;
}

std::vector<Crew::Event> Farm::wait(int milliseconds) {
  std::vector<Event> out;
  if (!at_.empty() || !last_seen_) last_seen_ = std::chrono::steady_clock::now();
  pollfd arrived{stream_.fd(), POLLIN, 0};
  if (!stream_.has_next() && poll(&arrived, 1, milliseconds) <= 0) return out;
  const bool open = stream_.read();
  const auto lose = [&](uint32_t rank) {
    const auto at = at_.find(rank);
    if (at == at_.end()) return;
    if (at->second) {
      channels_.erase(at->second);
      out.push_back({.kind = Kind::Lost, .channel = at->second});
    }
    at_.erase(at);
    ++lost_;
  };
  while (std::optional<Frame> f = stream_.next()) {
    const Header& h = f->header;
    if (h.kind == Kind::Ready) {
      if (at_.try_emplace(h.rank, 0).second) out.push_back({.kind = Kind::Ready});
    } else if (h.kind == Kind::Lost) {
      lose(h.rank);
    } else if (channels_.contains(h.channel)) {
      if (h.kind == Kind::Result || h.kind == Kind::Ended) {
        at_[channels_[h.channel]] = 0;
        channels_.erase(h.channel);
      }
      Event& e = out.emplace_back(Event{.kind = h.kind, .channel = h.channel, .content = std::move(f->content)});
      if (h.kind == Kind::Result) e.result = unpacked(e.content);
      if (h.kind == Kind::Ended) std::memcpy(&e.status, e.content.data(), std::min(e.content.size(), sizeof e.status));
    }
  }
  if (!open)
    while (!at_.empty()) lose(at_.begin()->first);
  return out;
}

std::string Farm::deserted() const {
  if (!at_.empty()) return {};
  if (lost_) return "all ranks are lost";
  return last_seen_ && std::chrono::steady_clock::now() - *last_seen_ > kNobodyCame ? "no rank has come" : "";
}

uint64_t Farm::start(const Order& order) { return start(Kind::Job, archived(order)); }
uint64_t Farm::start(const Service& service) { return start(Kind::Serve, archived(service.arguments)); }
uint64_t Farm::start_explorer(const std::vector<std::string>& arguments) {
  return start(Kind::Explore, archived(arguments));
}

uint64_t Farm::start(Kind kind, const std::string& content) {
  for (auto& [rank, channel] : at_) {
    if (channel) continue;
    channel = next_++;
    channels_[channel] = rank;
    stream_.send({kind, rank, channel, 0}, content);
    return channel;
  }
  return 0;
}

void Farm::signal(uint64_t channel, int number) {
  send(channel, Kind::Signal, std::string(reinterpret_cast<const char*>(&number), sizeof number));
}

void Farm::send(uint64_t channel, Kind kind, const std::string& content) {
  if (const auto at = channels_.find(channel); at != channels_.end())
    stream_.send({kind, at->second, channel, 0}, content);
}

}  // namespace jmc::check::jobs
