#include "por/search_run.hpp"

#include <algorithm>
#include <utility>

#include "base/memory.hpp"
#include "por/stateful/seen_share.hpp"
#include "por/stateless/fruitless_rounds.hpp"
#include "por/support.hpp"

namespace jmc::por {

namespace {

// Instead of a fingerprint, of a state that the form in form_ stands for.
constexpr Fingerprint kComparedWhole{0, 1};

uint64_t mix(uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

}  // namespace

SearchRun::SearchRun(TransitionSystem& s, const SearchOptions& o, Listener& l)
    : system(s),
      options(o),
      listener(l),
      store(o.exact_states),
      order(o),
      start_(std::chrono::steady_clock::now()),
      next_look_(0),
      polling_(o.spin_limit, o.match_states && o.bounds.empty()),
      checkpoints_(o.checkpoints) {
  if (o.closed) {
    shared.emplace(*o.closed, o.writer, s);
    learnt_ = s.learnt();
    names_ = s.names();
  }
}

// --- checkpoints

void SearchRun::begin(const Checkpoints::Earlier& earlier) {
  earlier_ = earlier;
  lessons_.begin(system.learnt());
}

void SearchRun::keep(size_t depth, const Checkpoints::Save& search) {
  if (over_) return;
  const bool stop = limit_reached_ || (options.stop && options.stop->load(std::memory_order_relaxed));
  constexpr uint32_t kBetween = 32;  // steps between looks at the clock
  if (!stop && (++kept_asked_ % kBetween != 0 || !checkpoints_->due())) return;
  lessons_.note(system.learnt());
  here_ = lessons_.depth() == depth && path.size() == depth ? looked_up_ : Fingerprint{};
  checkpoints_->save([&](base::Saver& a) {
    archive(a);
    search(a);
  });
  if (limit_reached_) end(put_off_.end, put_off_.detail);
  else if (stop) end(SearchEnd::Interrupted);
}

bool SearchRun::walk_to(LessonWalk& walk, size_t depth, bool is_top) {
  const std::string wrong = walk.learn();
  if (options.stop && options.stop->load()) end(SearchEnd::Interrupted);
  else if (!wrong.empty()) end(SearchEnd::Failure, "the search cannot be resumed: " + wrong);
  if (over_) return false;
  const bool known = is_top && depth == lessons_.depth() && here_ != Fingerprint{};
  lessons_.went_back(depth);
  bool same = walk.go_to(lessons_.here());
  if (same && known && walk.fingerprint())
    same = options.exact_states ? look_up() != kNoState : *walk.fingerprint() == here_;
  if (!same) end(SearchEnd::Failure, kNotResumed);
  return !over_;
}

bool SearchRun::step(ThreadId thread, uint32_t alternative) {
  if (statistics.transitions >= next_look_) {
    look_at_limits();
    if (over_) return false;
  }
  if (options.spin_limit != 0 && path.size() >= options.spin_limit / 2)
    polling_.step(path.size(), thread, system.pending(thread));
  note_step({thread, alternative});
  return taken({thread, alternative}, system.step(thread, alternative));
}

bool SearchRun::run_on(std::vector<Passed>* passed) {
  for (uint32_t n = 0; n < kMostPassed; ++n) {
    if (over_) return false;
    if (system.is_final() || (options.depth_bound != 0 && path.size() >= options.depth_bound)) return true;
    const size_t before = passed ? passed->size() : 0;
    ThreadId alone = kNoThread;
    bool choice = false;
    for (ThreadId t = 0; t < system.thread_count() && !choice; ++t) {
      if (system.ended(t)) continue;
      passing_ = true;
      const Op op = pending(t);
      passing_ = false;
      if (op.enabled()) {
        choice = alone != kNoThread || op.alternatives > 1;
        alone = t;
      }
      if (passed) passed->push_back({t, op});
    }
    if (choice || alone == kNoThread || system.landmark(alone)) {
      if (passed) passed->resize(before);
      return true;
    }
    listener.state_passed(path);
    if (!step(alone, 0)) return false;
  }
  return !over_;
}

// What the last step of the path has found out.
void SearchRun::look_at_findings() {
  if (const uint64_t now = system.learnt(); now != learnt_) [[unlikely]] {
    learnt_ = now;
    listener.learnt(path);
  }
  if (const uint64_t now = system.names(); now != names_) [[unlikely]] {
    names_ = now;
    named_last_ = statistics.transitions;
    if (named_first_ == 0) named_first_ = statistics.transitions + 1;
  }
  // Names come in bunches: what else is named soon is worth waiting for.
  constexpr uint64_t kQuiet = 1000, kMost = 10'000;
  if (named_first_ != 0 && options.leaves &&
      (statistics.transitions > named_last_ + kQuiet || statistics.transitions > named_first_ + kMost)) {
    result_.left = true;
    end(SearchEnd::Interrupted);
  }
}

bool SearchRun::keep_peeked(ThreadId thread, uint32_t alternative) {
  if (statistics.transitions >= next_look_) {
    look_at_limits();
    if (over_) return false;
  }
  return taken({thread, alternative}, peeked_);
}

bool SearchRun::taken(PathStep step, const StepResult& result) {
  path.push_back(step);
  yielded_ = result.yielded;
  ++statistics.transitions;
  if (path.size() > statistics.max_depth) statistics.max_depth = path.size();
  if (shared) look_at_findings();
  if (result.error != ErrorKind::None) [[unlikely]]
    violation(result.error);
  if (result.stop) [[unlikely]]
    end(SearchEnd::Failure, system.failure());
  return !over_;
}

ThreadSet SearchRun::others_first(const ThreadSet& set, size_t depth) {
  if (options.spin_limit == 0 || depth < options.spin_limit / 2) return set;
  ThreadSet ahead;
  for (const ThreadId t : set)
    if (polling_.far_ahead(depth, t)) ahead.insert(t);
  return ahead == set ? set : set - ahead;
}

// What has polled that long is tried alone, where that says something: only if it would go on for kAlone times as long,
// each time in a new state, is it not followed. Trying takes a share of the steps of the search; for more a thread is
// taken for what those tried were.
bool SearchRun::polls_in_vain(ThreadId thread) {
  const uint64_t times = polling_.in_vain(path.size(), thread);
  if (times == 0 || over_ || passing_) return false;
  if (options.match_states && options.bounds.empty()) {
    constexpr uint64_t kShare = 8;
    bool ends = !endless_;
    if (alone_ <= uint64_t{options.spin_limit} * PollingWatch::kAlone + statistics.transitions / kShare) {
      const uint64_t polls = polls_alone(thread, ends);
      if (ends) polling_.allow(thread, static_cast<uint32_t>(std::min<uint64_t>(polls + 1, ~0u)));
      else endless_ = true;
    }
    if (ends) return false;
  }
  if (not_followed_++ == 0) listener.polled_in_vain(path, thread, times);
  return true;
}

// Runs the thread alone from here, and comes back: how often it polls until it does something else (it ends, or has to
// wait), or, if it is back in a state, for ever. Changes nothing but what the system has learnt. Of operations with
// several alternatives it takes the first. It looks for known states only as long as it pays: what makes its states
// ever larger does not come back to one.
uint64_t SearchRun::polls_alone(ThreadId thread, bool& ends) {
  const uint64_t most = uint64_t{options.spin_limit} * PollingWatch::kAlone;
  const uint64_t looks = 8 * uint64_t{options.spin_limit};
  const size_t depth = path.size();
  const TransitionSystem::Mark start = mark();
  Fingerprint known = fingerprint_now();
  uint64_t polls = 0;
  ends = true;
  for (uint64_t steps = 0; !limit_reached_; ++steps) {
    if (system.ended(thread) || system.is_final()) break;
    const Op op = system.pending(thread);
    if (!op.enabled()) break;
    if (polls == most || steps == 2 * most) {
      ends = false;
      listener.polled_in_vain(path, thread, 0);
      break;
    }
    if (steps % 1024 == 1023) look_at_limits();
    if (over_) break;
    polls += changes_nothing(op);
    note_step({thread, 0});
    const StepResult result = system.step(thread, 0);
    ++alone_;
    path.push_back({thread, 0});
    if (shared) look_at_findings();
    if (result.error != ErrorKind::None || result.stop || over_) break;
    if (steps >= looks) continue;
    const Fingerprint now = fingerprint_now();
    if (now == known) {
      polls = ~0u;
      break;
    }
    if ((steps & (steps + 1)) == 0) known = now;  // the gap between these grows beyond any cycle
  }
  go_back(start, depth);
  fingerprint_now();  // numbers the objects again
  return polls;
}

bool SearchRun::peek_step(ThreadId thread, uint32_t alternative) {
  note_step({thread, alternative});
  peeked_ = system.step(thread, alternative);
  if (shared) {
    path.push_back({thread, alternative});
    look_at_findings();
    path.pop_back();
  }
  if (peeked_.stop) [[unlikely]] {
    path.push_back({thread, alternative});
    end(SearchEnd::Failure, system.failure());
  }
  return !over_;
}

StateStore::Result SearchRun::arrive(StateNumber from) {
  identify();
  return arrive_identified(from, {});
}

void SearchRun::identify() {
  if (options.match_states) looked_up_ = fingerprint_now();
  else if (number_objects) system.fingerprint();
}

StateStore::Result SearchRun::arrive_identified(StateNumber from, std::span<const uint64_t> residue) {
  return reported(from, enter(residue));
}

StateStore::Result SearchRun::enter(std::span<const uint64_t> residue) {
  if (options.match_states) {
    for (const uint64_t word : residue) {
      looked_up_.lo = mix(looked_up_.lo ^ word);
      looked_up_.hi = mix(looked_up_.hi + word * 0xd6e8feb86659fd93u + 1);
      if (options.exact_states)
        for (int byte = 0; byte < 8; ++byte) form_.push_back(static_cast<uint8_t>(word >> (8 * byte)));
    }
    if (options.exact_states && !residue.empty()) looked_up_ = {};  // the system alone does not say which state it is
    if (!residue.empty() && !form_parts_.ends.empty()) form_parts_.ends.push_back(static_cast<uint32_t>(form_.size()));
    return arrive_at(looked_up_);
  }
  StateNumber number = static_cast<StateNumber>(statistics.states++);
  listener.state_new(path, number);
  if (options.max_states != 0 && statistics.states >= options.max_states) end(SearchEnd::StateLimit);
  return {number, true};
}

// Where states are compared whole, the form is left in form_, and there is no fingerprint.
Fingerprint SearchRun::fingerprint_now() {
  Fingerprint fingerprint = kComparedWhole;
  if (options.exact_states) {
    form_.clear();
    form_parts_.clear();
    system.whole_form(store.known_runs(), form_, form_parts_);
  } else {
    fingerprint = system.fingerprint();
  }
  if (checkpoints_) [[unlikely]]
    lessons_.numbered();
  return fingerprint;
}

StateStore::Result SearchRun::arrive_at(const Fingerprint& fingerprint) {
  if (shared) shared->prefetch(fingerprint);
  StateStore::Result found = store.insert(fingerprint, form_, form_parts_);
  adopted = found.is_new && shared && shared->closed(fingerprint);
  if (adopted) found.is_new = false;
  if (found.is_new) {
    ++statistics.states;
    listener.state_new(path, found.state);
    if (options.max_states != 0 && statistics.states >= options.max_states) end(SearchEnd::StateLimit);
  } else {
    ++statistics.revisits;
    listener.state_revisited(path, found.state);
  }
  return found;
}

StateNumber SearchRun::look_up() {
  looked_up_ = fingerprint_now();
  return store.find(looked_up_, form_, form_parts_);
}

bool SearchRun::arrive_at_end() {
  if (!system.is_final()) {  // whoever is left was not followed further
    if (const auto rounds = dynamic_cast<FruitlessRounds*>(&system); rounds && rounds->waits() && !polled()) {
      const FruitlessRounds::Future future = rounds->future();
      if (future == FruitlessRounds::Future::Unknown) cut_ = true;
      if (future == FruitlessRounds::Future::Endless && options.livelock != Livelock::Off) {
        violation(ErrorKind::NoEnd);
        return !over_;
      }
    }
    ++statistics.blocked_executions;
    return !over_;
  }
  ++statistics.executions;
  listener.end_state(path);
  if (system.deadlocked()) violation(ErrorKind::Deadlock);
  return !over_;
}

void SearchRun::violation(ErrorKind kind) {
  ++result_.violations;
  listener.violation(path, kind);
  if (!options.keep_going) end(SearchEnd::FirstViolation);
}

void SearchRun::defect(ThreadId thread, const std::string& what) {
  if (over_) return;
  if (thread < system.thread_count()) listener.contradicted(thread);
  end(SearchEnd::Defect, "internal error of --por=" + options.strategy + (options.observers ? " --observers" : "") +
                             ", after " + std::to_string(statistics.transitions) + " steps, at step " +
                             std::to_string(path.size() + 1) + " of an execution, by thread " + std::to_string(thread) +
                             ": " + what);
}

void SearchRun::end(SearchEnd why, std::string detail) {
  // A failure outranks what else ended the search in the same step: the system cannot be trusted to go on.
  if (over_ && why != SearchEnd::Failure) return;
  over_ = true;
  result_.end = why;
  result_.detail = std::move(detail);
}

void SearchRun::look_at_seen() {
  const SearchEnd e = result_.end;
  const bool limit = e == SearchEnd::Interrupted || e == SearchEnd::TimeLimit || e == SearchEnd::StateLimit ||
                     e == SearchEnd::MemoryLimit;
  // It was only this round that had seen enough: the next one is another search.
  if (options.enough && options.enough->load(std::memory_order_relaxed)) return;
  // Under bounds states are more than the system's, and what costs too much is not to be reached.
  if (over_ && limit && options.seen_share_steps != 0 && options.match_states && !bounded(options))
    result_.seen = seen_share(*this);
}

void SearchRun::look_at_limits() {
  next_look_ = statistics.transitions + (options.progress_interval ? options.progress_interval : 1);
  statistics.store_bytes = store.bytes() + extra_bytes;
  if (options.stop && !checkpoints_ && options.stop->load(std::memory_order_relaxed))
    return end(SearchEnd::Interrupted);
  if (options.enough && options.enough->load(std::memory_order_relaxed)) return end(SearchEnd::Interrupted);
  if (options.contradicts) return defect(0, "a test asked for it");
  if (options.time_limit_seconds > 0) {
    std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start_;
    if (spent.count() > options.time_limit_seconds)
      return reached(SearchEnd::TimeLimit, "time limit of " + std::to_string(options.time_limit_seconds) + " s");
  }
  if (options.memory_limit_bytes != 0) {
    uint64_t used = std::max(base::resident_bytes(), statistics.store_bytes);
    if (used > options.memory_limit_bytes)
      return reached(SearchEnd::MemoryLimit,
                     "memory limit of " + std::to_string(options.memory_limit_bytes) + " bytes");
    // Steps can be large: the next look comes before as many of them as so far could take what is left.
    const uint64_t each = used / (statistics.transitions + 1) + 1;
    const uint64_t few = std::max<uint64_t>(1, (options.memory_limit_bytes - used) / each / 4);
    next_look_ = std::min(next_look_, statistics.transitions + few);
  }
  if (statistics.transitions != 0) listener.progress(statistics);
}

// A search that is kept is kept once more before it ends.
void SearchRun::reached(SearchEnd limit, std::string detail) {
  if (!checkpoints_) return end(limit, std::move(detail));
  limit_reached_ = true;
  put_off_.end = limit;
  put_off_.detail = std::move(detail);
}

SearchResult SearchRun::finish() {
  if (shared) shared->flush();
  if (checkpoints_) lessons_.note(system.learnt());
  if (!over_ && cut_) {
    result_.end = SearchEnd::DepthBound;
    result_.detail = "depth bound of " + std::to_string(options.depth_bound) + " transitions";
  }
  if (!over_ && !cut_ && bound_hit_) result_.end = SearchEnd::Bounded;
  if (!over_ && not_followed_ != 0) {
    result_.end = SearchEnd::SpinLimit;
    result_.detail = "a thread that polled in vain was not followed further";
  }
  statistics.store_bytes = store.bytes() + extra_bytes;
  result_.statistics = statistics;
  listener.progress(statistics);
  if (checkpoints_) checkpoints_->over([&](base::Saver& a) { a(result_, lessons_); });
  return std::move(result_);
}

}  // namespace jmc::por
