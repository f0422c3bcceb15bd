// What every strategy shares: the path, counters, limits, events, and the visited states.
//
// A strategy decides which thread runs next and when to go back; a SearchRun executes the step, tells the listener,
// and says when the search is over. `over()` is sticky: once true, the strategy returns and finish() builds the result.
// It asks the flag that a signal sets, so a strategy that works for long between two steps asks it in between.
#pragma once

#include <chrono>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "por/listener.hpp"
#include "por/search_options.hpp"
#include "por/stateful/checkpoints.hpp"
#include "por/stateful/lessons.hpp"
#include "por/stateful/polling.hpp"
#include "por/stateful/shared_states.hpp"
#include "por/store/state_store.hpp"
#include "por/thread_order.hpp"

namespace jmc::por {

class SearchRun {
 public:
  // All three outlive it.
  SearchRun(TransitionSystem& system, const SearchOptions& options, Listener& listener);

  TransitionSystem& system;
  const SearchOptions& options;
  Listener& listener;
  StateStore store;
  ThreadOrder order;
  SearchStatistics statistics;
  std::vector<PathStep> path;
  uint64_t extra_bytes = 0;            // the strategy's own memory beyond the store
  std::optional<SharedStates> shared;  // with other searches (SearchOptions::closed)
  // The state of the last arrive(), which counts as known, is new to this search, and another one has closed it: what
  // is known of it can be had from `shared`, now.
  bool adopted = false;
  bool number_objects = false;  // the strategy reads locations: fingerprint every state, even if none is matched

  // The pending operation of a thread, as precise as the options allow.
  Op pending(ThreadId thread) {
    if (checkpoints_) [[unlikely]]
      lessons_.asked();
    Op op = system.pending(thread);
    if (op.access_count != 0 && ((!options.failing_reads && (op.kind == OpKind::Cas || op.kind == OpKind::Lock)) ||
                                 (!options.same_value_reads && op.kind == OpKind::Write)))
      op.accesses[0].write = true;
    if (options.spin_limit != 0 && path.size() > options.spin_limit && op.enabled() && polls_in_vain(thread))
      op.alternatives = 0;
    return op;
  }
  // Of threads that can run after the first `depth` steps of the path, those to explore first: not one that has waited
  // for long and may do so for ever.
  ThreadSet others_first(const ThreadSet& set, size_t depth);
  // How often pending() has hidden an operation because its thread polls in vain.
  uint64_t not_followed() const { return not_followed_; }
  bool polled() const { return not_followed_ != 0; }
  // Whether components are looked at for livelocks: states have to be known again for that.
  bool looks_for_livelocks() const { return options.livelock != Livelock::Off && options.match_states; }
  // Executes one step and reports what it ran into. False: the search is over.
  bool step(ThreadId thread, uint32_t alternative);
  // Goes on from where step() has led while one thread alone can run and has nothing to choose, without looking whether
  // the states are known, up to a landmark or for kMostPassed steps. `passed`: what threads were about to do in the
  // states passed over, as the last numbered state names it; may be null. False: the search is over.
  struct Passed {
    ThreadId thread;
    Op op;
  };
  bool run_on(std::vector<Passed>* passed);
  static constexpr uint32_t kMostPassed = 256;
  // A step that only looks at the successor: no event, not counted, not on the path.
  // False: the system cannot go on and the search is over. A violation is left for the real step.
  bool peek_step(ThreadId thread, uint32_t alternative);
  // The state that peek_step() and look_up() were the last to look at is the one to go on from: what step() and
  // arrive() would do, without doing the work again.
  bool keep_peeked(ThreadId thread, uint32_t alternative);
  StateStore::Result arrive_at_peeked(StateNumber from) { return reported(from, arrive_at(looked_up_)); }
  // Goes back to the state of `mark`, which the first `depth` steps of the path lead to.
  void go_back(TransitionSystem::Mark mark, size_t depth) {
    if (checkpoints_) [[unlikely]] {
      lessons_.note(system.learnt());
      lessons_.went_back(depth);
    }
    system.undo(mark);
    path.resize(depth);
  }
  // Takes a step that was taken before: not counted.
  void retake(PathStep step) {
    note_step(step);
    system.step(step.thread, step.alternative);
    path.push_back(step);
  }
  // Likewise, on a path that another search may have come along: who polls in vain on it is known here, too.
  void take_again(PathStep step) {
    if (options.spin_limit != 0 && path.size() >= options.spin_limit / 2) {
      system.fingerprint();  // which variable is which
      polling_.step(path.size(), step.thread, system.pending(step.thread));
    }
    retake(step);
  }
  // Fingerprints the current state and enters it into the store; counts and reports it as new or known, and the step
  // just taken, if any, as the transition to it from the state `from`.
  StateStore::Result arrive(StateNumber from = kNoState);
  // The same in two parts, for searches whose states are more than the system's: identify() numbers the objects, and
  // paths that differ in `residue` do not meet in arrive_identified().
  void identify();
  StateStore::Result arrive_identified(StateNumber from, std::span<const uint64_t> residue);
  // All that will be explored from the state has been. Where no states are matched each visit of a path is a state of
  // its own, which the search has left when it goes back before it.
  void left(StateNumber state) { listener.state_left(state); }
  // A state of a component that is complete now, and the events of which have been told.
  // `end`: it is a final state, the last one that arrive_at_end() reported.
  void publish(StateNumber state, bool can_end, bool end, const SummaryGraph* graph = nullptr,
               uint32_t record = SharedStates::kNoRecord) {
    if (shared->publish(store.fingerprint_of(state), can_end, end, graph, record)) listener.end_state_first();
  }
  // Whether the thread of the last step() said that it gave way to others.
  bool yielded() const { return yielded_; }
  // Something was left out for the bounds.
  void bound_hit() { bound_hit_ = true; }
  // The number of the current state, or kNoState; changes nothing. Fingerprints the state.
  StateNumber look_up();
  // Whether the current state has been reached: no event, and the search may be over.
  bool knows_current() { return look_up() != kNoState; }
  // Reports the current final state and its deadlock. False: the search is over.
  bool arrive_at_end();
  // Whether the current state lies at the depth bound; remembers that something was cut off.
  bool cut_off() {
    if (options.depth_bound == 0 || path.size() < options.depth_bound) return false;
    if (options.depth_is_livelock) violation(ErrorKind::Livelock);
    return cut_ = true;
  }
  void violation(ErrorKind kind);

  // --- checkpoints. A search that can be kept (Strategy::checkpoints) takes its marks by mark(), asks goes_on()
  // instead of over() where it is between two steps, has a function archive(a) for all that it knows, and when it has
  // set its first mark asks resumes(). If so, resume(search) fills that in, and way_to(frames) brings the system to
  // where it was: `frames` are those of the path, each with `depth`, `mark`, and `marked`, if it has not always a mark.
  TransitionSystem::Mark mark() {
    if (checkpoints_) [[unlikely]]
      lessons_.marked();
    return system.mark();
  }
  // `depth`: of the frame on top.
  template <class Search>
  bool goes_on(Search& search, size_t depth) {
    if (checkpoints_) [[unlikely]]
      keep(depth, [&](base::Saver& a) { search.archive(a); });
    return !over();
  }
  // What an earlier process had of this search.
  void begin(const Checkpoints::Earlier& earlier);
  bool resumes() const { return earlier_.archive != nullptr; }
  template <class Search>
  void resume(Search& search) {
    archive(*earlier_.archive);
    search.archive(*earlier_.archive);
    if (!earlier_.archive->done()) earlier_.archive->fail("there is more than a search");
  }
  template <class Frame>
  void way_to(std::vector<Frame>& frames) {
    const auto has_mark = [](const Frame& frame) {
      if constexpr (requires { frame.marked; }) return frame.marked;
      else return true;
    };
    // A state without a mark that the search has left is not come to again.
    size_t on_top = frames.size();
    while (on_top > 1 && frames[on_top - 1].depth < lessons_.depth() && !has_mark(frames[on_top - 1])) --on_top;
    if (on_top == 0 || frames[on_top - 1].depth > lessons_.depth() || frames.back().depth > path.size())
      return end(SearchEnd::Failure, kNotResumed);
    LessonWalk walk(lessons_, system, options.stop);
    if (!walk_to(walk, frames[on_top - 1].depth, on_top == frames.size())) return;
    for (Frame& frame : frames)
      if (has_mark(frame)) frame.mark = walk.mark_at(frame.depth);
    path.resize(frames.back().depth);
  }

  [[gnu::always_inline]] bool over() {
    if (!over_ && options.stop && !checkpoints_ && options.stop->load(std::memory_order_relaxed)) [[unlikely]]
      end(SearchEnd::Interrupted);
    return over_;
  }
  void end(SearchEnd why, std::string detail = {});
  // Ends it: it has come upon what cannot be, at what `thread` is about to do in the current state, if that has
  // started. `what`: one line, in which the operation is told.
  void defect(ThreadId thread, const std::string& what);
  // What was drawn to know how many executions there are.
  void drew(const TraceEstimate& traces) { result_.traces = traces; }
  // Looks at what the search has seen, if it was given up at a limit. It has gone back to where it started.
  void look_at_seen();
  SearchResult finish();

 private:
  void look_at_limits();
  void reached(SearchEnd limit, std::string detail);
  void look_at_findings();
  bool polls_in_vain(ThreadId thread);
  uint64_t polls_alone(ThreadId thread, bool& ends);
  bool taken(PathStep step, const StepResult& result);
  template <class A>
  void archive(A& a) {
    a(statistics, path, result_.violations, next_look_, cut_, bound_hit_, not_followed_, order);
    if constexpr (A::kLoading) store.load(a);
    else store.save(a);
    a(lessons_, here_, polling_, alone_, endless_);
  }
  void note_step(PathStep step) {
    if (!checkpoints_) [[likely]]
      return;
    lessons_.note(system.learnt());
    lessons_.stepped(path.size(), step);
  }
  void keep(size_t depth, const Checkpoints::Save& search);
  bool walk_to(LessonWalk& walk, size_t depth, bool is_top);
  static constexpr const char* kNotResumed = "the search cannot be resumed: its path leads to another state";
  Fingerprint fingerprint_now();
  StateStore::Result enter(std::span<const uint64_t> residue);
  StateStore::Result arrive_at(const Fingerprint& fingerprint);
  StateStore::Result reported(StateNumber from, const StateStore::Result& to) {
    if (from != kNoState) listener.transition(from, path.back(), to.state);
    return to;
  }

  std::chrono::steady_clock::time_point start_;
  uint64_t next_look_;
  std::vector<uint8_t> form_;
  FormParts form_parts_;
  StepResult peeked_;
  Fingerprint looked_up_;
  SearchResult result_;
  bool over_ = false;
  bool cut_ = false;
  bool bound_hit_ = false;
  bool yielded_ = false;
  uint64_t learnt_ = 0;
  uint64_t names_ = 0, named_first_ = 0, named_last_ = 0;  // and when they changed, in transitions
  PollingWatch polling_;
  uint64_t not_followed_ = 0;
  uint64_t alone_ = 0;    // steps of threads that were tried alone
  bool endless_ = false;  // one of them came to no end
  bool passing_ = false;  // run_on() is at work: states have no numbers
  Checkpoints* const checkpoints_;
  Checkpoints::Earlier earlier_;
  Lessons lessons_;
  Fingerprint here_;         // of the state that the search was in when it was kept
  uint32_t kept_asked_ = 0;  // how often it could have been
  SearchResult put_off_;     // a limit that ends the search as soon as it is between two steps
  bool limit_reached_ = false;
};

}  // namespace jmc::por
