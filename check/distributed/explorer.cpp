#include "check/distributed/explorer.hpp"

#include <poll.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <optional>

#include "base/archive.hpp"
#include "base/memory.hpp"
#include "check/distributed/talk.hpp"
#include "check/workers/workers.hpp"
#include "listeners/multiplexer.hpp"
#include "por/distributed/share.hpp"

namespace jmc::check::distributed {

namespace {

using Clock = std::chrono::steady_clock;
using jobs::Frame;
using jobs::Kind;

constexpr int kWaitMilliseconds = 100;
constexpr auto kBetweenReports = std::chrono::milliseconds(200);

// How much is done at a time can be set for tests.
por::Share::Size size_of_pieces() {
  por::Share::Size size;
  if (const char* batch = std::getenv("JMC_BATCH")) size.batch = size.leaves = std::max(1, std::atoi(batch));
  if (const char* load = std::getenv("JMC_LOAD")) size.load = static_cast<uint32_t>(std::max(1, std::atoi(load)));
  return size;
}

class Explorer final : public por::Post, public Findings {
 public:
  Explorer(jobs::Stream& stream, const Frame& begin, std::vector<Frame> early)
      : stream_(stream), channel_(begin.header.channel), early_(std::move(early)) {
    std::vector<std::string> arguments;
    base::Loader(begin.content)(arguments);
    configuration_ = parse_configuration(arguments, Command::Check);
  }

  // False: the coordinator is gone.
  bool run() {
    while (!quit_) {
      pollfd fd{stream_.fd(), POLLIN, 0};
      poll(&fd, 1, working_ || stream_.has_next() ? 0 : kWaitMilliseconds);
      const bool open = stream_.read();
      while (std::optional<Frame> f = stream_.next()) hear(std::move(*f));
      if (!open) return false;
      guarded([&] { working_ = share_ && share_->work(); });
      if (share_ && Clock::now() >= next_report_) report();
    }
    return true;
  }

  // --- Post
  void send(uint32_t to, std::string message) override {
    if (to != kConductor) {
      stream_.send({Kind::Peer, ranks_[to], search_, 0}, message);
      return;
    }
    if (static_cast<por::ShareMessage>(message[0]) == por::ShareMessage::Done) {
      if (share_->end() == por::SearchEnd::Failure)
        tell(WorkerRecord::Threw, 1 + static_cast<uint32_t>(stand_->machine().system->failure_kind()), {},
             share_->detail());
      tell_findings();
    }
    to_coordinator(said(Said::Report, search_) + message);
  }

  // --- Findings
  void tell(WorkerRecord::Kind kind, uint32_t extra, std::span<const por::PathStep> path,
            std::string_view text) override {
    if (kind == WorkerRecord::End) ++ends_;
    found_.records.push_back({kind, extra, {path.begin(), path.end()}, std::string(text)});
    // What is learnt may end the search: it does not wait for the end of the level.
    if (kind == WorkerRecord::Learnt && found_.records.size() >= kMany) tell_findings();
  }
  void count_end(size_t n) override { ++counts_[n]; }
  void progress(const por::SearchStatistics&) override {}
  // What is learnt where states are fingerprinted is told like the rest: the coordinator takes the path, and
  // fingerprints its end.
  void tell_seen(size_t, vm::Seen) override {}

 private:
  static constexpr size_t kMany = 64;
  void to_coordinator(std::string content) { stream_.send({Kind::Data, 0, channel_, 0}, content); }
  void tell_findings() {
    if (found_.records.empty() && counts_.empty()) return;
    found_.search = search_;
    found_.ends.assign(counts_.begin(), counts_.end());
    to_coordinator(said(Said::Found, found_));
    found_ = {};
    counts_.clear();
  }

  void hear(Frame f) {
    if (f.header.kind == Kind::Peer) {
      if (f.header.channel > search_ || !share_) early_.push_back(std::move(f));
      else if (f.header.channel == search_) peer(f);
      return;
    }
    if (f.header.kind != Kind::Data || f.header.channel != channel_ || f.content.empty()) return;
    const auto what = static_cast<Said>(f.content[0]);
    base::Loader in(std::span<const char>(f.content).subspan(1));
    if (what == Said::Quit) {
      quit_ = true;
    } else if (what == Said::Begin) {
      Beginning beginning;
      in(beginning);
      begin(beginning);
    } else if (what == Said::Names) {
      Script script;
      in(script);
      found_ = {}, counts_.clear();
      ends_ = committed_ends_;
      if (share_) stand(script);
    } else if (what == Said::Order) {
      const std::string order = f.content.substr(1);
      if (static_cast<por::ShareMessage>(order.at(0)) == por::ShareMessage::Level) committed_ends_ = ends_;
      if (share_) guarded([&] { share_->take(kConductor, order); });
    }
  }
  void peer(const Frame& f) {
    const auto from = std::find(ranks_.begin(), ranks_.end(), f.header.rank);
    if (from != ranks_.end()) guarded([&] { share_->take(static_cast<uint32_t>(from - ranks_.begin()), f.content); });
  }

  void begin(const Beginning& beginning) {
    search_ = beginning.search;
    ranks_ = beginning.ranks;
    share_.reset();
    found_ = {}, counts_.clear();
    ends_ = committed_ends_ = 0;
    share_.emplace(beginning.self, static_cast<uint32_t>(ranks_.size()), configuration_.search, *this,
                   size_of_pieces());
    stand(beginning.script);
    for (Frame& f : std::exchange(early_, {})) hear(std::move(f));
  }

  // On a new machine.
  void stand(const Script& script) {
    Position here;
    here.search = search_;
    here.acts = script.size();
    try {
      share_->step_down();
      stand_.reset();
      stand_ = std::make_unique<Stand>(configuration_, script);
      const Machine& machine = stand_->machine();
      here.learnt = machine.system->learnt();
      here.names = machine.system->names();
      here.initial = machine.system->fingerprint();
      reporter_.emplace(machine, configuration_.vm.swallowed == vm::Swallowed::Report, *this, ends_);
      share_->stand_on(*machine.system, *reporter_);
    } catch (const vm::Unsupported& e) {
      here.failure = e.what();
      here.kind = static_cast<uint32_t>(e.failure());
    } catch (const std::exception& e) { here.failure = e.what(); }
    to_coordinator(said(Said::Standing, here));
  }

  // What is thrown ends the search of all.
  template <class F>
  void guarded(F&& f) {
    try {
      return f();
    } catch (const vm::Unsupported& e) {
      tell(WorkerRecord::Threw, 1 + static_cast<uint32_t>(e.failure()), {}, e.what());
    } catch (const std::bad_alloc&) {
      tell(WorkerRecord::Threw, 1 + static_cast<uint32_t>(vm::Failure::MemoryLimit), {}, "out of memory");
    } catch (const std::exception& e) { tell(WorkerRecord::Threw, 0, {}, e.what()); }
    tell_findings();
    share_.reset();
    working_ = false;
  }

  void report() {
    next_report_ = Clock::now() + kBetweenReports;
    base::MemorySaver out;
    out(Said::Progress, search_, share_->statistics(), base::resident_bytes());
    to_coordinator(std::move(out.content));
    if (!found_.records.empty() && found_.records.front().kind == WorkerRecord::Learnt) tell_findings();
  }

  jobs::Stream& stream_;
  const uint64_t channel_;
  std::vector<Frame> early_;
  Configuration configuration_;
  uint64_t search_ = 0;
  std::vector<uint32_t> ranks_;
  std::unique_ptr<Stand> stand_;
  std::optional<Reporter> reporter_;
  std::optional<por::Share> share_;  // after what it stands on
  Finding found_;
  std::map<uint64_t, uint64_t> counts_;
  size_t ends_ = 0, committed_ends_ = 0;  // records of kind End: told, and of levels that count
  bool quit_ = false, working_ = false;
  Clock::time_point next_report_ = Clock::now() + kBetweenReports;
};

}  // namespace

void explore(jobs::Stream& stream, const jobs::Frame& begin, std::vector<jobs::Frame> early) {
  int code = 0;
  try {
    Explorer(stream, begin, std::move(early)).run();
  } catch (const std::exception&) { code = 1; }
  const int status = code << 8;
  stream.send({Kind::Ended, 0, begin.header.channel, 0},
              std::string(reinterpret_cast<const char*>(&status), sizeof status));
}

}  // namespace jmc::check::distributed
