// One state space over several machines: what one of them does.
//
// Every state is owned by one machine, by its fingerprint. Who owns it says whether it is new (owned_states.hpp). Who
// asked first explores it: the machine that has just been in the state before it. The search goes by levels, all states
// at one distance from the initial one after another, so that each machine walks the schedules of its part of a level
// as a tree (schedule_tree.hpp), and hands a part of the tree to another one where it has more of it than others. What
// travels is, per step, the fingerprint and the state that it comes from, in batches; per new state its number; and
// schedules only where work is handed on.
//
// A conductor (conductor.hpp) gives the orders, one for all at a time. When everybody has said that it is carried out,
// nothing is under way: every message from share to share is answered before its sender says so.
//
// Proviso of s-por: a thread is explored alone whatever its step leads to. Where that is a known state, the state that
// was left is suspected to lie on a cycle of such steps. When no level is left, each suspected state is walked from by
// such steps only; if it comes again, it is explored by all threads, and the search goes on (docs/why/processes.md).
//
// Concurrency: none. A Share does something when it is given a message, or told to work(); it never waits.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "por/distributed/known_states.hpp"
#include "por/distributed/owned_states.hpp"
#include "por/distributed/schedule_tree.hpp"
#include "por/search_run.hpp"

namespace jmc::por {

// Where messages go; they arrive once, from one sender in the order in which they were sent.
class Post {
 public:
  static constexpr uint32_t kConductor = ~0u;
  virtual ~Post() = default;
  virtual void send(uint32_t to, std::string message) = 0;
};

// What a message begins with.
enum class ShareMessage : uint8_t {
  // From the conductor: orders.
  Level,    // explore the next level
  Redo,     // the last one again, from the same states
  Give,     // hand leaves to others
  Suspect,  // look at suspected states
  Back,     // one round of who can reach an end
  Trace,    // where does a state come from? Answered by Traced
  // To the conductor.
  Done,    // an order is carried out (ShareReport)
  Traced,  // Origin
  // Between shares. Each of the first three is answered by one of the others.
  Query,
  Gift,
  Notice,
  Answer,
  Taken,
};

struct ShareReport {
  uint64_t leaves = 0;  // states that wait to be explored
  SearchStatistics statistics;
  bool over = false;  // this share cannot go on: why
  SearchEnd end = SearchEnd::Complete;
  std::string detail;
  bool renamed = false;  // its system has named something on the way (TransitionSystem::names)
  bool polled = false;
  uint64_t suspects = 0;  // that nobody has looked at
  uint64_t noticed = 0;   // notices sent in this round
  uint64_t stuck = 0;     // after the last round: states from which no end can be reached, and one of them
  StateNumber last_stuck = kNoState;
  uint64_t replayed = 0, loaded = 0, messages = 0, message_bytes = 0, given = 0;  // so far
  template <class A>
  void archive(A& a) {
    a(leaves, statistics, over, end, detail, renamed, polled, suspects, noticed, stuck, last_stuck, replayed, loaded,
      messages, message_bytes, given);
  }
};

class Share {
 public:
  struct Size {
    uint32_t leaves = 64;                 // between two looks for messages
    uint32_t batch = 2048;                // steps in a query
    uint32_t load = 32;                   // a state is loaded instead of taking so many steps again, or more
    uint64_t forms = uint64_t{64} << 20;  // bytes that are kept for that
  };
  // `self`: its number, below `count`. The post outlives it.
  Share(uint32_t self, uint32_t count, const SearchOptions& options, Post& post, Size size);
  ~Share();

  // Goes on with another system: one that stands in the initial state, before the first level, or before a level is
  // made again. The listener is told of the same system from now on.
  void stand_on(TransitionSystem& system, Listener& listener);
  // Leaves the system that it stands on, which is in its initial state then.
  void step_down();
  void take(uint32_t from, std::string message);
  // False: there is nothing to do until a message comes.
  bool work();
  // As of now.
  SearchStatistics statistics() const;
  uint64_t bytes() const;
  // It cannot go on, for a reason that lies outside.
  void stop(SearchEnd end, std::string detail);
  // Why it cannot; Complete: it can.
  SearchEnd end() const { return end_; }
  const std::string& detail() const { return detail_; }

 private:
  enum class Doing : uint8_t { Nothing, Exploring, Asking };
  struct Batch {
    std::string records;
    std::vector<StateNumber> ends;  // states of the other share that are final, or may be
    std::vector<uint32_t> nodes;    // of next_, one for each record
  };
  struct Suspected {
    std::vector<PathStep> path;
    StateId id;
  };
  struct Marked {
    uint32_t depth;
    TransitionSystem::Mark mark;
  };

  uint32_t owner_of(const Fingerprint& f) const { return static_cast<uint32_t>((f.hi >> 7) % count_); }
  void obey(ShareMessage order, std::string_view content);
  void hear(uint32_t from, ShareMessage what, std::string_view content);
  void begin_level();
  void go_above(const ScheduleNode& node);
  void go_to(const ScheduleNode& node);
  size_t load_ahead();
  void keep_form(ScheduleNode& node);
  bool visit(const ScheduleNode& node);
  void expand(const ScheduleNode& leaf);
  void candidate(PathStep step, const StateId& from, size_t parent);
  void known(size_t node);
  void may_end(const StateId& state);
  void look_at_lessons();
  void post_batch(uint32_t owner);
  void answer(uint32_t from, std::string_view content);
  void answered(uint32_t from, std::string_view content);
  void collect_suspects();
  void look_at_suspects();
  bool comes_again(const Suspected& s);
  struct Threads {
    ThreadSet enabled;
    ThreadId alone = kNoThread;
  };
  Threads threads_here();
  std::vector<PathStep> steps_of(const ThreadSet& threads);
  void go_backwards();
  void give(std::string_view content);
  void send(uint32_t to, ShareMessage what, const std::string& content, bool answered);
  void maybe_done();

  const uint32_t self_, count_;
  SearchOptions options_;
  Post& post_;
  const Size size_;
  const bool safe_sets_, backwards_;
  TransitionSystem* system_ = nullptr;
  std::optional<SearchRun> run_;
  TransitionSystem::Mark initial_ = 0;
  uint64_t learnt_ = 0, names_ = 0;
  bool begun_ = false, over_ = false, renamed_ = false, polled_ = false;
  SearchEnd end_ = SearchEnd::Complete;
  std::string detail_;

  OwnedStates owned_;
  ScheduleTree tree_, next_;  // of this level, and what is known of the next one
  size_t cursor_ = 0;         // in tree_
  std::vector<Marked> marks_;
  bool moved_ = false;  // the system is elsewhere than at the end of the path
  KnownStates known_states_;
  uint32_t walked_ = 0;  // steps that were taken again since the system went back, or passed a state with a form
  uint64_t forms_made_ = 0, forms_refused_ = 0;
  SearchStatistics before_;  // this level

  Doing doing_ = Doing::Nothing;
  uint32_t phase_ = 0, unanswered_ = 0, sequence_ = 0;
  std::vector<Batch> batches_;                           // by owner
  std::map<uint32_t, std::vector<uint32_t>> asked_;      // by sequence number
  std::vector<std::pair<uint32_t, std::string>> early_;  // messages of a phase that has not begun here
  std::vector<Suspected> suspects_, level_suspects_;
  bool looked_ = false;                         // at suspects_
  std::vector<StateNumber> noticed_, reached_;  // that an end can be reached: from others, and to be told on
  bool backwards_begun_ = false;
  ShareReport report_;
};

}  // namespace jmc::por
