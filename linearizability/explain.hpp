// Does a sequential execution explain what an execution with threads did?
//
// The search of Wing and Gong ("Testing and verifying concurrent objects", 1993) for an order of the calls, with Lowe's
// memoisation ("Testing for linearizability", 2017): a set of calls made, with the state of the object after it, is
// tried once. Under Notion::Set and Notion::Interval it is a search for an order of steps, which are more than calls.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace jmc::linearizability {

// The calls of each thread, as numbers in a table of calls.
using Calls = std::vector<std::vector<uint16_t>>;

inline constexpr size_t kMostCalls = 256;  // of a program, with those that are made at its end

// Which order of the calls an explanation keeps.
enum class Notion : uint8_t {
  Outcomes,   // that of each thread (sequential consistency)
  History,    // and that of calls which did not overlap (linearizability)
  Quiescent,  // that of calls with a moment between them at which no call was under way; not that of each thread
              // (quiescent consistency: Aspnes, Herlihy and Shavit, "Counting networks", 1994)
  Set,        // that of History, and calls that overlap may take effect in one moment, as a set, where the object says
              // what they return then (set linearizability: Neiger 1994)
  Interval    // that of History, and calls may take effect in two moments, others between them (interval
              // linearizability: Castaneda, Rajsbaum and Raynal, "Unifying concurrent objects and distributed tasks",
              // 2018)
};
// Whether a call may do anything but take effect alone, in one moment.
inline bool moves_apart(Notion n) { return n == Notion::Set || n == Notion::Interval; }

// The object run by one thread: a machine whose states are those of the object.
class Sequential {
 public:
  using State = uint32_t;
  static constexpr State kInitial = 0;
  struct Answer {
    std::string result;
    State next = kInitial;
  };
  virtual ~Sequential() = default;
  // What the call may return in this state, and the state after it; none: it waits for ever. Valid until the next call.
  virtual const std::vector<Answer>& answers(State state, uint16_t call) = 0;
  // Calls that are made in this order when all threads have made theirs.
  virtual const std::vector<uint16_t>& last() const = 0;

  // What the object may do besides one call at a time has a number too, which answers() takes as it takes a call's.
  //
  // Notion::Set: the ways in which these calls, two or more, sorted, may take effect in one moment. An answer has a
  // result for each of `calls`, the same in another order, with kBetween between them.
  struct Joint {
    uint16_t number = 0;
    std::vector<uint16_t> calls;
  };
  static constexpr char kBetween = '\1';
  virtual const std::vector<Joint>& joint(const std::vector<uint16_t>& /*calls*/) const { return kNone; }
  // Notion::Interval: what this call does when it begins (its result is none) and when it returns, if these are two
  // moments. `thread`: who makes it, one call at a time; for those of last() the number of threads.
  struct Ends {
    uint16_t begin = 0, end = 0;
  };
  virtual std::optional<Ends> ends(uint32_t /*thread*/, uint16_t /*call*/) const { return {}; }

 private:
  static const std::vector<Joint> kNone;
};

// What an execution did, per thread.
struct Outcome {
  // Of the calls that returned: fewer than calls if the thread waits for ever. After those of the threads, those of
  // Sequential::last(), if there are any and they were made.
  std::vector<std::vector<std::string>> results;
  // Per call that has begun and thread: how many calls of that thread had ended when this one began. Empty if the order
  // of calls is not looked at.
  std::vector<std::vector<std::vector<uint32_t>>> ended;
};

// Asks the object for everything that explains() may ask for these calls. Throws ProgramError for more than kMostCalls.
void explore(Sequential& object, const Calls& calls, Notion notion);

// Is there an order of the calls that returned, which keeps what the notion asks for, in which each returns what it
// returned here, and after which each call that waits for ever would wait for ever? Under Notion::Set no set of those
// that wait may take effect either; under Notion::Interval they have begun.
bool explains(Sequential& object, const Calls& calls, const Outcome& outcome, Notion notion);

// Every order of the calls that keeps that of each thread, made by one thread. Where moves_apart(): every order of the
// steps; those that lead to the same results and state are one, and `executions` is empty.
struct Admitted {
  // Results thread by thread, then those of last(), of the orders in which all calls return.
  std::set<std::vector<std::string>> outcomes;
  // The same, each with its order: the thread of each call in turn, as digits.
  std::vector<std::pair<std::string, std::vector<std::string>>> executions;
  uint64_t orders = 0, blocked = 0;
  bool all = true;  // false: the limit was reached
  size_t last = 0;  // how many results of an outcome are those of last()
};
Admitted admitted(Sequential& object, const Calls& calls, Notion notion, uint64_t most_orders);
// "_, 1, 2", and "_, 1 | 2" where 2 is the result of last().
std::string text_of(const std::vector<std::string>& results, size_t last);

}  // namespace jmc::linearizability
