// Follows an execution call by call and knows whether some order of the calls so far explains it: the set of what the
// object may be, run by one thread, each with the calls under way that have taken effect there (linearizability as it
// is decided online: Wing and Gong 1993; Lowe 2017). Two executions with the same set need not be told apart any more,
// whatever calls they made.
//
// An execution that the monitor follows to its end has an order of its calls which keeps that of each thread and that
// of calls that did not overlap. So whatever the notion is, its outcome is explained. The converse does not hold: an
// execution that the monitor loses may be explained under a weaker notion.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "linearizability/explain.hpp"

namespace jmc::linearizability {

// What sequential executions of so many calls can tell: the object's states, of which those that no calls tell apart
// are one. Built before it is asked, so that whoever asks runs nothing.
//
// Calls that may take effect in one moment, as a set (Sequential::joint), are steps of the object, too. So are the
// beginning and the return of a call that takes effect in two moments (Sequential::ends): what is a state then also
// says who has begun which call.
class Behaviours {
 public:
  using Node = uint32_t;    // a state, and how many calls are left; of no calls: kEnd
  using Result = uint32_t;  // a text, as a number
  static constexpr Node kEnd = 0;

  // Only these calls are made, and up to `together` of them may take effect in one moment. `callers`: so many threads
  // make them, where some take effect in two moments; else 0. The object must outlive this.
  Behaviours(Sequential& object, std::vector<uint16_t> calls, size_t together = 0, uint32_t callers = 0);
  // The ways in which up to `together` of these calls may do so. Precondition: the calls are sorted, each is there
  // once.
  static std::vector<Sequential::Joint> joint(const Sequential& object, const std::vector<uint16_t>& calls,
                                              size_t together);
  // The state before `calls` calls are made. Asks the object for all sequences of so many; throws what it throws, and
  // GivenUp when it is enough.
  Node start(uint32_t calls, const std::function<bool()>& enough) { return node({}, calls * moments_, enough); }
  struct GivenUp {};

  // Of any number of calls, as long as they keep the object within bounds: those in
  // which it is not `within` are one, kEnd, where nothing is known. Where calls have begun it is what it may be when
  // they have returned. `most` states are looked at. Precondition: start()
  // was not called, nor this. Throws GivenUp; TooMany; Outside: it begins there.
  struct Endless {
    Node start;
    std::vector<Sequential::State> states;  // within bounds, in which no call has begun
    size_t all;                             // and those in which some have
    size_t nodes;                           // of these, that calls tell apart
  };
  struct TooMany {};
  struct Outside {};
  using Within = std::function<bool(Sequential::State)>;
  Endless endless(const Within& within, size_t most, const std::function<bool()>& enough);

  struct Step {
    Result result;
    Node next;
    friend bool operator==(const Step&, const Step&) = default;
    friend auto operator<=>(const Step&, const Step&) = default;
  };
  // What the call may do there; nothing: it waits for ever. Precondition: one of the calls, a Joint::number, or one of
  // Ends where that is what comes next, not at kEnd.
  const std::vector<Step>& steps(Node node, uint16_t call) const;
  // kNoResult: no sequential execution has it.
  static constexpr Result kNoResult = ~Result{0};
  Result result(const std::string& text) const;
  // Of these calls, sorted: the ways in which they may take effect in one moment.
  const std::vector<Sequential::Joint>& joint(const std::vector<uint16_t>& calls) const { return object_.joint(calls); }
  bool any_joint() const { return any_joint_; }
  // The two moments of the call, if it has two.
  std::optional<Sequential::Ends> ends(uint32_t thread, uint16_t call) const {
    return callers_ ? object_.ends(thread, call) : std::nullopt;
  }
  // Of a step of a Joint: the results of its calls, as it has them.
  const std::vector<Result>& parts(Result result) const { return parts_.at(result); }

 private:
  // Of the object, with the calls that have begun: by thread, in begun_.
  struct Whole {
    Sequential::State state = Sequential::kInitial;
    uint32_t begun = 0;
    friend auto operator<=>(const Whole&, const Whole&) = default;
  };
  Node node(Whole state, uint32_t left, const std::function<bool()>& enough);
  bool inside(const Within& within, const Whole& state, std::map<Whole, bool>& known);
  void add_moments();
  // What has begun after the i-th of calls_; nothing: it cannot come next, or waits for a call to begin.
  std::optional<uint32_t> begun_after(uint32_t begun, size_t i);

  Result numbered(const std::string& text, size_t call);

  static constexpr uint16_t kNoCall = 0xffff;
  // Of the numbers in calls_: one moment of a call of a thread.
  struct Moment {
    uint32_t thread;
    uint16_t call;
    bool begins;
  };
  Sequential& object_;
  std::vector<uint16_t> calls_;  // and the numbers of those that may take effect in one moment, and of moments
  bool any_joint_ = false;
  uint32_t callers_ = 0, moments_ = 1;         // `moments_`: what a call costs of those that are left
  std::vector<std::optional<Moment>> moment_;  // of calls_
  std::vector<std::vector<uint16_t>> begun_;   // by thread: its call, kNoCall
  std::map<std::vector<uint16_t>, uint32_t> begun_numbers_;
  std::vector<size_t> sizes_;    // how many calls each is
  std::vector<uint32_t> place_;  // of a call in calls_
  std::vector<std::vector<std::vector<Step>>> nodes_{1};
  std::map<std::vector<std::vector<Step>>, Node> by_steps_;
  std::map<std::pair<uint32_t, Whole>, Node> known_;  // by calls left and state
  std::unordered_map<std::string, Result> results_;
  std::unordered_map<Result, std::vector<Result>> parts_;
};

class Monitor {
 public:
  using State = uint32_t;
  static constexpr State kBegin = 0, kLost = 1;  // nothing was called yet; nothing explains it

  // It outlives this. `threads`: those that make calls.
  Monitor(const Behaviours& behaviours, Behaviours::Node start, uint32_t threads);

  // `thread` is one of those, everywhere.
  // The thread's next call has begun. It takes effect only after moved(): the thread has taken a step in it that others
  // can see. (Until then it might as well begin later: fewer sets to tell apart.)
  State begun(State state, uint32_t thread, uint16_t call);
  State moved(State state, uint32_t thread);
  State returned(State state, uint32_t thread, const std::string& result);
  // Would each call that is under way wait for ever, were it made now, after all those that returned?
  bool all_wait(State state) const;
  // The same where thread i is called to[i]. Precondition: every call takes effect in one moment.
  State renamed(State state, const std::vector<uint32_t>& to);
  // Whatever can follow `strict` and is not lost there can follow `state` and is not lost there, either: every
  // possibility of `strict` is one of `state`, or becomes one when calls under way take effect.
  bool covers(State state, State strict);
  // Of Behaviours::endless(): whatever calls under way take effect, in whichever order, the object stays within bounds.
  bool within(State state);
  size_t states() const { return sets_.size(); }

 private:
  static constexpr uint32_t kNoCall = ~uint32_t{0};
  static constexpr Behaviours::Result kHasBegun = Behaviours::kNoResult - 1;
  struct Possible {
    Behaviours::Node node = Behaviours::kEnd;
    // Per thread: what its call has returned there; kNoResult: it has not taken effect yet; kHasBegun: in one of its
    // two moments.
    std::vector<Behaviours::Result> taken;
    friend bool operator==(const Possible&, const Possible&) = default;
    friend auto operator<=>(const Possible&, const Possible&) = default;
  };
  struct Set {
    std::vector<uint32_t> under_way;  // per thread: its call
    std::vector<uint8_t> moved;       // per thread: in that call
    // Sorted; without those that others become when calls under way take effect.
    std::vector<Possible> possible;
    friend auto operator<=>(const Set&, const Set&) = default;
  };
  State intern(Set set);
  const std::vector<Possible>& reach(State state);
  // Calls `next` with what comes of it when the call of one thread takes effect.
  template <class Next>
  void take(const Set& set, const Possible& now, uint32_t thread, Next&& next) const;
  // The same for several threads at once, and for any.
  template <class Next>
  void take_together(const Set& set, const Possible& now, Next&& next) const;
  template <class Next>
  void take_any(const Set& set, const Possible& now, Next&& next) const;
  // Calls `visit` with the ways in which calls of these threads, those of `of`, may take effect in one moment, and the
  // threads in the order of their calls.
  template <class Visit>
  void each_joint(const Set& set, const std::vector<uint32_t>& of, Visit&& visit) const;

  bool waits(const Set& set, const Possible& now) const;

  const Behaviours& behaviours_;
  std::vector<Set> sets_;
  std::map<Set, State> numbers_;
  struct Hash {
    size_t operator()(const std::pair<State, uint64_t>& key) const {
      const uint64_t h = (key.second ^ uint64_t{key.first} << 20) * 0x9e3779b97f4a7c15u;
      return h ^ h >> 29;
    }
  };
  template <class T>
  using ByState = std::unordered_map<std::pair<State, uint64_t>, T, Hash>;
  ByState<State> next_;  // by what happened
  ByState<State> renamed_;
  std::unordered_map<State, std::vector<Possible>> reach_;  // all, also those left out of the set; sorted
  ByState<bool> covers_;
};

}  // namespace jmc::linearizability
