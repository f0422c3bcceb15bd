#include "check/workers/workers.hpp"

#include <poll.h>
#include <signal.h>

#include <chrono>
#include <optional>

#include "check/answers/coverage.hpp"
#include "check/jobs/process.hpp"
#include "check/workers/taker.hpp"
#include "check/workers/worker.hpp"
#include "por/store/closed_table.hpp"

namespace jmc::check {

namespace {

using por::SearchEnd;
using Clock = std::chrono::steady_clock;

// Orders differ, so that workers spread over the graph: the first one has the order that was asked for.
por::SearchOptions options_of(const por::SearchOptions& asked, uint32_t worker, por::ClosedTable& table,
                              const std::atomic<bool>* stop) {
  por::SearchOptions o = asked;
  o.stop = stop;
  o.closed = &table;
  o.writer = worker;
  o.leaves = true;
  // The parent looks at the limits, of all workers together.
  o.memory_limit_bytes = 0;
  o.max_states = 0;
  o.seen_share_steps = 0;
  if (worker == 0) return o;
  o.order = por::SearchOptions::Order::Random;
  o.permutation.clear();
  o.learnt_order = false;
  o.seed = asked.seed + worker * 0x9e3779b97f4a7c15u;
  return o;
}

class Team {
 public:
  Team(const Workers::Search& search, uint32_t workers, WorkersReport& report)
      : s_(search),
        report_(report),
        system_(*search.machine.system),
        table_(std::make_unique<por::ClosedTable>(workers + 1)),
        stop_(sizeof(std::atomic<bool>)),
        workers_(workers) {
    for (Worker& w : workers_) w.channel = std::make_unique<WorkerChannel>();
    if (search.coverage) search.coverage->share(workers);
  }
  por::SearchResult run();

 private:
  struct Worker {
    std::unique_ptr<WorkerChannel> channel;
    jobs::Process process;
    Taker::Ends ends;
    uint64_t names = 0;  // of the system when it was begun
    uint32_t begun = 0;  // how often
  };
  void start(Worker& w);
  void lose(Worker& w, const std::string& how);
  void wait() const;
  void take_records(bool to_the_end);
  void dismiss();
  void begin_anew();
  void give_up();
  static constexpr uint32_t kMostAnew = 20;
  void ended(Worker& w, const jobs::Process::End& end);
  void look_at_limits();
  bool any_running() const;
  por::SearchStatistics statistics() const;
  void look_at_size(const por::SearchStatistics& so_far);
  void finish_alone();
  void count_outcomes();
  void over(SearchEnd end) {
    if (!over_) result_.end = end;
    over_ = true;
  }
  uint32_t number_of(const Worker& w) const { return static_cast<uint32_t>(&w - workers_.data()); }

  const Workers::Search& s_;
  WorkersReport& report_;
  vm::JvmSystem& system_;
  std::unique_ptr<por::ClosedTable> table_;
  base::SharedMemory stop_;  // a flag that the workers look at
  std::vector<Worker> workers_;
  por::SearchResult result_;
  std::optional<Taker> taker_;
  uint32_t anew_ = 0;  // how often workers were begun anew, all of them
  bool over_ = false, memory_ = false;
  vm::Vm::Mark start_ = 0;
  int64_t clock_scale_ = 0;
  const Clock::time_point began_ = Clock::now();
  Clock::time_point next_weighing_ = began_;
};

void Team::start(Worker& w) {
  por::SearchOptions options = options_of(s_.options, number_of(w), *table_, stop_.as<std::atomic<bool>>());
  // Names that the parent does not come to know by taking the same steps: with these a worker stays alone.
  constexpr uint32_t kOften = 100;
  if (w.begun != 0 && (w.names == system_.names() || w.begun > kOften)) options.leaves = false;
  system_.undo(start_);  // a fork searches from where this machine stands
  w.names = system_.names();
  if (w.begun++ != 0) ++report_.begun_again;
  std::string why;
  // Ctrl-C is for the parent, which kills its workers.
  const jobs::Surroundings around{.ignored = {SIGINT}, .usual = {SIGTERM}};
  const auto search = [&] { return run_worker(s_, options, *w.channel, w.ends.outcomes.size()); };
  if (!w.process.start(search, around, why)) lose(w, why);
}

void Team::lose(Worker& w, const std::string& how) {
  report_.lost.push_back("worker " + std::to_string(number_of(w) + 1) + " " + how);
}

bool Team::any_running() const {
  for (const Worker& w : workers_)
    if (w.process.running()) return true;
  return false;
}

// Until a worker ends, or a moment.
void Team::wait() const {
  std::vector<pollfd> ends;
  for (const Worker& w : workers_)
    if (w.process.ending() >= 0) ends.push_back({w.process.ending(), POLLIN, 0});
  poll(ends.data(), ends.size(), 20);
}

void Team::take_records(bool to_the_end) {
  const Unstoppable unstoppable(s_.machine);
  vm::Vm& vm = system_.vm();
  WorkerRecord record;
  for (Worker& w : workers_) {
    while ((to_the_end || !over_) && w.channel->take(record)) {
      taker_->take(w.ends, record);
      result_.violations = taker_->violations();
      if (taker_->over()) over(*taker_->over());
    }
    for (size_t i = 0; i < vm::assumption_texts().size(); ++i)
      vm::seen_elsewhere(vm, i, w.channel->seen(i), clock_scale_);
  }
}

void Team::ended(Worker& w, const jobs::Process::End& end) {
  if (end.code() == kWorkerOutOfMemory) {
    memory_ = true;
    return lose(w, "ran out of memory");
  }
  if (end.code() != 0) return lose(w, "died: " + end.words());
  if (!w.channel->has_ended()) return lose(w, "died: it has not said how its search ended");
  if (w.channel->left()) {
    w.channel->begin_again();
    return start(w);
  }
  switch (w.channel->end()) {
    case SearchEnd::Complete: return over(taker_->polled() ? SearchEnd::SpinLimit : SearchEnd::Complete);
    case SearchEnd::SpinLimit:
    case SearchEnd::FirstViolation: return over(w.channel->end());
    default: break;
  }
  // It has seen that the round must be repeated, and so has the parent by now.
  if (s_.rounds.must_repeat()) over(SearchEnd::Interrupted);
  else lose(w, "ended early");
}

por::SearchStatistics Team::statistics() const {
  por::SearchStatistics all;
  // One that has stayed alone publishes no more.
  uint64_t states = table_->states(), ends = 0;
  for (const Worker& w : workers_) {
    states = std::max(states, w.channel->states_now());
    ends = std::max(ends, w.channel->executions_now());
    all = all + w.channel->statistics();
  }
  all.store_bytes += table_->bytes();
  all.states = states;
  all.executions = std::max(ends, table_->ends());
  return all;
}

void Team::look_at_limits() {
  const por::SearchOptions& o = s_.options;
  if ((o.stop && o.stop->load()) || (o.enough && o.enough->load())) return over(SearchEnd::Interrupted);
  if (o.max_states != 0 && table_->states() >= o.max_states) return over(SearchEnd::StateLimit);
  const auto now = Clock::now();
  if (now < next_weighing_) return;
  uint64_t bytes = jobs::Process::own_bytes();
  for (const Worker& w : workers_) bytes += w.process.bytes();
  report_.most_bytes = std::max(report_.most_bytes, bytes);
  next_weighing_ = Clock::now() + std::max<Clock::duration>(std::chrono::milliseconds(300), 20 * (Clock::now() - now));
  if (o.memory_limit_bytes != 0 && bytes > o.memory_limit_bytes) over(SearchEnd::MemoryLimit);
}

void Team::look_at_size(const por::SearchStatistics& so_far) {
  if (!s_.size) return;
  por::SizeSource::Answer& size = s_.size->answer;
  size = workers_.front().channel->size();
  size.seen = so_far.states;
  if (!size.known()) return;
  const double seen = static_cast<double>(size.seen);
  for (double* states : {&size.states, &size.least, &size.most}) *states = std::max(*states, seen);
  const double seconds = std::chrono::duration<double>(Clock::now() - began_).count();
  if (size.seen != 0) size.seconds_left = seconds * (size.states - seen) / seen;
}

// No worker is left. Their closed states are.
void Team::finish_alone() {
  por::SearchOptions options = s_.options;
  options.closed = table_.get();
  options.writer = static_cast<uint32_t>(workers_.size());
  const por::SearchStatistics before = statistics();
  result_ = por::search(system_, options, s_.all);
  if (taker_->polled() && result_.end == SearchEnd::Complete) result_.end = SearchEnd::SpinLimit;
  result_.statistics = before + result_.statistics;
  result_.statistics.states = std::max(table_->states(), before.states);
}

// How many end states have which outcome is told by numbers, not by an event for each.
void Team::count_outcomes() {
  std::map<std::string, uint64_t> counts;
  for (Worker& w : workers_)
    for (size_t n = 0; n < w.ends.outcomes.size() && n < WorkerChannel::kCounted; ++n)
      if (w.ends.has_outcome[n]) counts[w.ends.outcomes[n]] += w.channel->end_states(n).load(std::memory_order_relaxed);
  for (const auto& [text, count] : counts) s_.outcomes.set_count(text, std::max<uint64_t>(count, 1));
}

// They stop by themselves, so that they tell their counts; who does not is killed.
void Team::dismiss() {
  stop_.as<std::atomic<bool>>()->store(true);
  const auto until = Clock::now() + std::chrono::milliseconds(200);
  while (any_running() && Clock::now() < until) {
    wait();
    for (Worker& w : workers_) w.process.collect(false);
  }
  for (Worker& w : workers_) w.process.kill();
}

// What the machine knows by now makes other steps of what the workers do: all that they have closed is worth nothing.
void Team::begin_anew() {
  for (Worker& w : workers_) w.process.kill();
  take_records(true);
  report_.lost.clear();
  ++report_.begun_again;
  taker_->begin_anew();
  table_.reset();
  table_ = std::make_unique<por::ClosedTable>(static_cast<uint32_t>(workers_.size() + 1));
  for (Worker& w : workers_) {
    w.channel->forget();
    w.begun = 0;
    start(w);
  }
}

// Workers that cannot be brought to agree are of no use: this one searches by itself, and relies on nothing of theirs.
void Team::give_up() {
  for (Worker& w : workers_) {
    w.process.kill();
    w.channel->forget();
  }
  table_ = std::make_unique<por::ClosedTable>(static_cast<uint32_t>(workers_.size() + 1));
  memory_ = false;
  taker_->begin_anew();
  report_.lost = {"the workers did not agree about the steps of the program; one search was made without them"};
}

por::SearchResult Team::run() {
  start_ = system_.mark();
  taker_.emplace(s_, start_);
  clock_scale_ = system_.vm().clock.scale();
  for (Worker& w : workers_) start(w);
  while (!over_ && any_running()) {
    wait();
    // What a worker has told before it ended is taken first.
    std::vector<std::pair<Worker*, jobs::Process::End>> gone;
    for (Worker& w : workers_)
      if (const auto end = w.process.collect(false)) gone.emplace_back(&w, *end);
    take_records(false);
    if (!over_ && taker_->must_begin_anew()) {
      if (anew_++ < kMostAnew) {
        begin_anew();
        continue;
      }
      give_up();
      break;
    }
    for (auto& [w, end] : gone)
      if (!over_) ended(*w, end);
    const por::SearchStatistics so_far = statistics();
    look_at_size(so_far);
    s_.all.progress(so_far);
    if (!over_) look_at_limits();
  }
  dismiss();
  if (!over_ || result_.end != SearchEnd::FirstViolation) take_records(true);
  uint64_t explored = 0;
  for (const Worker& w : workers_) explored += w.channel->statistics().states;
  report_.explored_again = explored > table_->states() ? explored - table_->states() : 0;
  system_.undo(start_);
  if (!over_ && memory_) over(SearchEnd::MemoryLimit);
  if (!over_) finish_alone();
  else result_.statistics = statistics();
  look_at_size(result_.statistics);
  count_outcomes();
  system_.undo(start_);
  system_.release(start_);
  s_.all.progress(result_.statistics);
  return std::move(result_);
}

}  // namespace

por::SearchResult Workers::search(const Search& search, uint32_t workers, WorkersReport& report) {
  report = {};
  report.count = workers;
  return Team(search, workers, report).run();
}

}  // namespace jmc::check
