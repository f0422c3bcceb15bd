// How many states a depth-first search will come to, told from what it has done so far.
//
// A listener that watches the first path of the search, down to its first end. What lies below a state of that path is
// explored, and left, before the state above it is done with: so the sizes of what lies below the states that have been
// left are known, from the end of the path up to where the search stands, and what is left to do are the states above.
// Of the path, the steps of one thread in a row are a run. Along a run the size grows with the number m of states left
// in which there was a choice, from x where the run ends, about as x * (m + 1)^a: with a = 1 where each state of the
// run has the others' orders once more below it, with 2 or 3 where that meets with other values. The exponent is fitted
// to what is known of the run, together with a little of what it is in most programs (2), and the rest extrapolated.
//
// Says nothing as long as it does not know: while less than three states of the run are left, while runs of other
// threads with a choice lie above, and where more than 1 - 1/e^3 would be to come. The interval is where the truth was
// five of six times when it was measured (docs/estimates.md); it is no bound.
//
// Where the search shares what it has closed with others, what these have closed counts as well: when the first state
// of the path is left, all is closed, by whomever.
//
// Concurrency: none. The system outlives this, and stands in the state an event speaks of.
#pragma once

#include <chrono>
#include <cstdint>
#include <vector>

#include "por/listener.hpp"
#include "por/store/closed_table.hpp"

namespace jmc::por {

// Who knows how large a search will be.
class SizeSource {
 public:
  struct Answer {
    uint64_t seen = 0;                       // states so far; where none are matched, visits to states
    double states = 0, least = 0, most = 0;  // in the end; 0: not known
    double seconds_left = 0;                 // at the rate so far
    bool known() const { return states > 0; }
    double share() const { return static_cast<double>(seen) / states; }  // precondition: known
  };
  virtual ~SizeSource() = default;
  virtual Answer now() const = 0;
};

class SizeEstimate final : public Listener, public SizeSource {
 public:
  static constexpr unsigned kEvents = kStateEvents;
  explicit SizeEstimate(const TransitionSystem& system) : system_(system), began_(Clock::now()) {}
  // Of a search that shares its closed states with others, as this writer: what these have closed counts as seen.
  SizeEstimate(const TransitionSystem& system, const ClosedTable& table, uint32_t writer)
      : system_(system),
        began_(Clock::now()),
        table_(&table),
        writer_(writer),
        published_before_(table.published(writer)),
        closed_before_(table.states()) {}

  Answer now() const override;

  void state_new(std::span<const PathStep> path, uint64_t state) override {
    ++count_;
    if (descending_) [[unlikely]]
      descend(path, state);
  }
  void state_left(uint64_t state) override {
    descending_ = false;
    if (!path_.empty() && path_.back().state == state) [[unlikely]]
      leave();
  }
  template <class A>
  void archive(A& a) {
    a(count_, path_, run_, below_, descending_);
    if constexpr (A::kLoading) earlier_ = count_;
  }

 private:
  using Clock = std::chrono::steady_clock;
  struct State {             // of the first path
    uint64_t state, before;  // how many states were known when it was come upon
    ThreadId thread;         // whose step leads on from it; kNoThread: none does
    bool choice;             // more than one step could be taken from it
    template <class A>
    void archive(A& a) {
      a(state, before, thread, choice);
    }
  };
  struct Run {
    ThreadId thread = kNoThread;
    double size = 0;        // below the run
    uint64_t left = 0;      // states with a choice that have been left
    double xy = 0, xx = 0;  // of the fit: log(states left + 1) and log(size), relative to that below the run
    template <class A>
    void archive(A& a) {
      a(thread, size, left, xy, xx);
    }
  };
  void descend(std::span<const PathStep> path, uint64_t state);
  void leave();
  double below(const State& state) const;
  // By all: of this search, what it has not closed yet, and what anybody has closed.
  uint64_t seen() const {
    return table_ ? count_ - (table_->published(writer_) - published_before_) + table_->states() : count_;
  }

  const TransitionSystem& system_;
  Clock::time_point began_;
  const ClosedTable* table_ = nullptr;
  uint32_t writer_ = 0;
  uint64_t published_before_ = 0, closed_before_ = 0;  // when this search began
  uint64_t count_ = 0, earlier_ = 0;                   // earlier: of processes before this one
  std::vector<State> path_;                            // of the first path: what has not been left
  Run run_;                                            // that the last state left belongs to
  double below_ = 1;                                   // size of the last state left
  bool descending_ = true;
};

}  // namespace jmc::por
