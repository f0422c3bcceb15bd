#include "check/distributed/distributed.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>
#include <set>

#include "base/archive.hpp"
#include "base/memory.hpp"
#include "check/distributed/talk.hpp"
#include "check/jobs/farm.hpp"
#include "check/workers/channel.hpp"
#include "check/workers/taker.hpp"
#include "por/distributed/conductor.hpp"

namespace jmc::check {

using namespace distributed;
using jobs::Farm;
using jobs::Kind;
using por::SearchEnd;
using Clock = std::chrono::steady_clock;

namespace {

constexpr auto kForRanks = std::chrono::seconds(20);  // to come
constexpr int kWaitMilliseconds = 20;
constexpr uint32_t kMostAnew = 20, kMostRedone = 200;
// States that are looked at below one from which no end can be reached, to find the loop.
constexpr uint64_t kMostBelow = 100'000;

}  // namespace

class Distributed::Impl final : public por::Post {
 public:
  explicit Impl(const Configuration& c) : c_(c) {
    farm_ = Farm::of_this_process();
    if (!farm_)
      throw UsageError(
          "--distribute: there are no ranks; expected mpirun -n N jmc-mpi --distribute ..., with N of 2 or "
          "more");
  }
  ~Impl() override {
    for (const Rank& r : ranks_) farm_->send(r.channel, std::string(1, static_cast<char>(Said::Quit)));
  }

  por::SearchResult search(const Workers::Search& search, DistributedReport& report);

  // Of the conductor.
  void send(uint32_t to, std::string message) override {
    farm_->send(ranks_[to].channel, static_cast<char>(Said::Order) + message);
  }

 private:
  struct Rank {
    uint64_t channel = 0;
    uint32_t number = 0;
    Taker::Ends ends;
    std::map<uint64_t, uint64_t> counts;  // of ends, by record
    // Of the level that is being explored.
    std::vector<WorkerRecord> records;
    std::vector<std::pair<uint64_t, uint64_t>> level_counts;
    por::SearchStatistics statistics;
    uint64_t bytes = 0;
  };
  struct Search;  // one, from its beginning or begun anew

  void gather();
  void begin(Search& now);
  void hear(Search& now, Rank& rank, const std::string& content);
  void standing(Search& now, const Position& position);
  void found(Search& now, Rank& rank, Finding finding);
  void level_over(Search& now);
  void take(Search& now, Rank& rank, const WorkerRecord& record);
  void look_at_limits(Search& now);
  void tell_stuck(Search& now);
  void count_outcomes(Search& now);
  por::SearchStatistics statistics(const Search& now) const;
  void lose(Search& now, uint64_t channel);

  const Configuration& c_;
  Farm* farm_ = nullptr;
  bool gathered_ = false;
  std::vector<Rank> ranks_;
  Script script_;
  uint64_t searches_ = 0;
  uint32_t round_ = 0;  // that the script has come to
};

struct Distributed::Impl::Search {
  const Workers::Search& s;
  DistributedReport& report;
  vm::JvmSystem& system;
  vm::Vm::Mark start;
  Taker taker;
  std::optional<por::Conductor> conductor;
  std::optional<Position> position;  // of the first rank that stands
  size_t standing = 0;
  bool redoes = false;
  uint32_t redone = 0, anew = 0;
  size_t script_then = 0;                           // its length when the ranks went through it last
  std::vector<std::vector<por::PathStep>> lessons;  // that ranks have told since
  uint64_t levels = 0;
  std::optional<SearchEnd> over;
  std::string why;
  bool begin_anew = false;
};

// Those that have come, or will come soon, take part.
void Distributed::Impl::gather() {
  if (std::exchange(gathered_, true)) return;
  const auto until = Clock::now() + kForRanks;
  const auto all = [&] { return farm_->expected() != 0 && farm_->ranks() + farm_->lost() >= farm_->expected(); };
  while (!all() && Clock::now() < until) farm_->wait(kWaitMilliseconds);
  while (farm_->free()) {
    Rank& r = ranks_.emplace_back();
    r.channel = farm_->start_explorer(c_.explorer_arguments);
    r.number = farm_->rank_of(r.channel);
  }
}

void Distributed::Impl::begin(Search& now) {
  ++searches_;
  now.position.reset();
  now.standing = 0;
  now.redoes = now.begin_anew = false;
  now.levels = 0;
  now.taker.begin_anew();
  now.conductor.emplace(static_cast<uint32_t>(ranks_.size()), now.s.options, *this);
  Beginning b;
  b.search = searches_;
  b.script = script_;
  for (const Rank& r : ranks_) b.ranks.push_back(r.number);
  now.report.ranks = static_cast<uint32_t>(ranks_.size());
  for (Rank& r : ranks_) {
    r.ends = {}, r.counts.clear(), r.records.clear(), r.level_counts.clear(), r.statistics = {};
    farm_->send(r.channel, said(Said::Begin, b));
    ++b.self;
  }
}

void Distributed::Impl::hear(Search& now, Rank& rank, const std::string& content) {
  if (content.empty()) return;
  base::Loader in(std::span<const char>(content).subspan(1));
  switch (static_cast<Said>(content[0])) {
    case Said::Standing: {
      Position p;
      in(p);
      return standing(now, p);
    }
    case Said::Found: {
      Finding f;
      in(f);
      return found(now, rank, std::move(f));
    }
    case Said::Progress: {
      uint64_t search = 0;
      por::SearchStatistics so_far;
      in(search, so_far, rank.bytes);
      if (search == searches_) rank.statistics = so_far;
      return;
    }
    case Said::Report: {
      uint64_t search = 0;
      in(search);
      if (search != searches_ || now.standing != ranks_.size()) return;
      now.conductor->take(static_cast<uint32_t>(&rank - ranks_.data()),
                          std::string_view(content).substr(1 + sizeof search));
      return level_over(now);
    }
    default: return;
  }
}

// A rank stands in the initial state; when all do, and they are the same, it begins.
void Distributed::Impl::standing(Search& now, const Position& p) {
  if (p.search != searches_ || p.acts != script_.size()) return;  // a search, or a level, that was given up
  if (!p.failure.empty()) throw vm::Unsupported(static_cast<vm::Failure>(p.kind), p.failure);
  if (!now.position) now.position = p;
  const Position& first = *now.position;
  if (p.learnt != first.learnt || p.names != first.names || p.initial != first.initial)
    throw std::runtime_error(
        "--distribute: the ranks do not agree about the program: their machines have come to know "
        "other things; expected the same files and the same JDK on all machines");
  if (++now.standing < ranks_.size()) return;
  now.script_then = script_.size();
  now.lessons.clear();
  if (now.redoes) now.conductor->redo();
  else now.conductor->start();
}

void Distributed::Impl::found(Search& now, Rank& rank, Finding finding) {
  if (finding.search != searches_ || now.standing != ranks_.size()) return;
  for (WorkerRecord& r : finding.records) {
    if (r.kind == WorkerRecord::Learnt || r.kind == WorkerRecord::Threw) take(now, rank, r);
    else rank.records.push_back(std::move(r));
  }
  rank.level_counts.insert(rank.level_counts.end(), finding.ends.begin(), finding.ends.end());
}

void Distributed::Impl::take(Search& now, Rank& rank, const WorkerRecord& record) {
  const Unstoppable unstoppable(now.s.machine);
  const uint64_t before = now.system.learnt();
  now.taker.take(rank.ends, record);
  if (record.kind == WorkerRecord::Learnt) {
    now.system.fingerprint();
    now.lessons.push_back(record.path);
  }
  if (now.system.learnt() != before) script_.push_back({Act::Walk, false, record.path});
  if (now.taker.over() && !now.over) now.over = now.taker.over();
}

// After a report: what the level has found counts once it is known that it counts.
void Distributed::Impl::level_over(Search& now) {
  por::Conductor& conductor = *now.conductor;
  const uint64_t levels = conductor.traffic().levels;
  if (levels == now.levels && !conductor.over()) return;
  now.levels = levels;
  if (now.taker.must_begin_anew()) {
    now.begin_anew = true;
    return;
  }
  if (conductor.renamed()) {
    // What this machine has come to know elsewhere (from a story that it told) is in no script yet.
    if (script_.size() == now.script_then)
      for (const auto& path : now.lessons) script_.push_back({Act::Walk, false, path});
    if (script_.size() == now.script_then || ++now.redone > kMostRedone)
      throw std::runtime_error(
          "--distribute: the ranks do not agree about names that turn up on the way; expected "
          "--workers=N on one machine");
    for (Rank& r : ranks_) {
      r.records.clear(), r.level_counts.clear();
      farm_->send(r.channel, said(Said::Names, script_));
    }
    now.redoes = true;
    now.standing = 0;
    now.position.reset();
    return;
  }
  for (Rank& r : ranks_) {
    for (const WorkerRecord& record : std::exchange(r.records, {}))
      if (!now.over) take(now, r, record);
    for (const auto& [n, count] : std::exchange(r.level_counts, {})) r.counts[n] += count;
  }
  if (conductor.over() && !now.over) {
    if (conductor.result().end == SearchEnd::Complete || conductor.result().end == SearchEnd::SpinLimit)
      tell_stuck(now);
    if (!now.over) now.over = conductor.result().end, now.why = conductor.result().detail;
  }
}

// From the end of the schedule no end can be reached: a search from there shows the loop that cannot be left.
void Distributed::Impl::tell_stuck(Search& now) {
  const Unstoppable unstoppable(now.s.machine);
  class Below final : public por::Listener {
   public:
    Below(const std::vector<por::PathStep>& way, por::Listener& to) : way_(way), to_(to) {}
    void violation(std::span<const por::PathStep> path, por::ErrorKind kind) override {
      if (kind != por::ErrorKind::NoEnd) return;
      std::vector<por::PathStep> whole = way_;
      whole.insert(whole.end(), path.begin(), path.end());
      to_.violation(whole, kind);
      told = true;
    }
    bool told = false;

   private:
    const std::vector<por::PathStep>& way_;
    por::Listener& to_;
  };
  for (const std::vector<por::PathStep>& way : now.conductor->stuck()) {
    if (!now.taker.go_to(way)) continue;
    por::SearchOptions options = now.s.options;
    options.max_states = kMostBelow;
    options.enough = nullptr;
    options.stop = nullptr;
    options.seen_share_steps = 0;
    options.keep_going = true;
    Below below(way, now.s.all);
    por::search(now.system, options, below);
    if (!below.told && now.taker.go_to(way)) {
      now.system.fingerprint();
      now.s.all.violation(way, por::ErrorKind::NoEnd);
    }
    if (!now.s.options.keep_going) {
      now.over = SearchEnd::FirstViolation;
      return;
    }
  }
}

por::SearchStatistics Distributed::Impl::statistics(const Search& now) const {
  por::SearchStatistics all = now.conductor->statistics(), latest;
  for (const Rank& r : ranks_) latest = latest + r.statistics;
  return latest.transitions > all.transitions ? latest : all;
}

void Distributed::Impl::look_at_limits(Search& now) {
  const por::SearchOptions& o = now.s.options;
  uint64_t bytes = base::resident_bytes(), most = 0;
  for (const Rank& r : ranks_) bytes += r.bytes, most = std::max(most, r.bytes);
  now.report.most_bytes = std::max(now.report.most_bytes, bytes);
  const por::SearchStatistics s = statistics(now);
  now.s.all.progress(s);
  if (now.over) return;
  if ((o.stop && o.stop->load()) || (o.enough && o.enough->load())) now.over = SearchEnd::Interrupted;
  else if (o.max_states != 0 && s.states >= o.max_states) now.over = SearchEnd::StateLimit;
  else if (o.memory_limit_bytes != 0 && most > o.memory_limit_bytes) now.over = SearchEnd::MemoryLimit;
}

void Distributed::Impl::lose(Search& now, uint64_t channel) {
  const auto rank = std::find_if(ranks_.begin(), ranks_.end(), [&](const Rank& r) { return r.channel == channel; });
  if (rank == ranks_.end()) return;
  now.report.lost.push_back("rank " + std::to_string(rank->number) + " was lost, and with it the states that it had");
  ranks_.erase(rank);
  now.begin_anew = true;
}

void Distributed::Impl::count_outcomes(Search& now) {
  std::map<std::string, uint64_t> counts;
  for (const Rank& r : ranks_)
    for (const auto& [n, count] : r.counts)
      if (n < r.ends.outcomes.size() && r.ends.has_outcome[n]) counts[r.ends.outcomes[n]] += count;
  for (const auto& [text, count] : counts) now.s.outcomes.set_count(text, std::max<uint64_t>(count, 1));
}

por::SearchResult Distributed::Impl::search(const Workers::Search& s, DistributedReport& report) {
  report.lost.clear();
  gather();
  if (round_ != 0 && round_ != s.rounds.number()) script_.push_back({Act::Round, s.rounds.wanted_guards(), {}});
  round_ = s.rounds.number();
  vm::JvmSystem& system = *s.machine.system;
  const vm::Vm::Mark start = system.mark();
  Search now{.s = s, .report = report, .system = system, .start = start, .taker = Taker(s, start)};
  if (ranks_.empty()) {
    if (report.lost.empty()) report.lost.emplace_back("no rank came");
    now.over = SearchEnd::Interrupted;
  } else {
    begin(now);
  }
  while (!now.over) {
    for (const jobs::Crew::Event& e : farm_->wait(kWaitMilliseconds)) {
      const auto rank =
          std::find_if(ranks_.begin(), ranks_.end(), [&](const Rank& r) { return r.channel == e.channel; });
      if (e.channel == 0 || rank == ranks_.end()) continue;
      if (e.kind == Kind::Lost || e.kind == Kind::Ended) lose(now, e.channel);
      else if (e.kind == Kind::Data && !now.begin_anew && !now.over) hear(now, *rank, e.content);
    }
    if (ranks_.empty()) now.over = SearchEnd::Interrupted;
    look_at_limits(now);
    if (!now.begin_anew || now.over) continue;
    ++report.begun_again;
    if (++now.anew > kMostAnew)
      throw std::runtime_error("--distribute: the ranks cannot agree about the steps of the program");
    begin(now);
  }
  por::SearchResult result;
  result.end = *now.over;
  result.detail = now.why;
  result.violations = now.taker.violations();
  if (now.conductor) {
    result.statistics = statistics(now);
    const por::Conductor::Traffic t = now.conductor->traffic();
    report.levels = t.levels, report.redone = t.redone, report.messages = t.messages, report.bytes = t.bytes;
    report.replayed = t.replayed, report.loaded = t.loaded, report.given = t.given;
  }
  count_outcomes(now);
  system.undo(start);
  system.release(start);
  s.all.progress(result.statistics);
  return result;
}

Distributed::Distributed(const Configuration& configuration) : impl_(std::make_unique<Impl>(configuration)) {}
Distributed::~Distributed() = default;
por::SearchResult Distributed::search(const Workers::Search& search, DistributedReport& report) {
  return impl_->search(search, report);
}

}  // namespace jmc::check
