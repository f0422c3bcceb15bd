// Does a sequential execution explain what an execution with threads did?
//
// The search of Wing and Gong ("Testing and verifying concurrent objects", 1993) for an order of the calls, with Lowe's
// memoisation ("Testing for linearizability", 2017): a set of calls made, with the state of the object after it, is
// tried once.
#pragma once

#include <cstdint>
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
  Outcomes,  // that of each thread (sequential consistency)
  History,   // and that of calls which did not overlap (linearizability)
  Quiescent  // that of calls with a moment between them at which no call was under way; not that of each thread
             // (quiescent consistency: Aspnes, Herlihy and Shavit, "Counting networks", 1994)
};

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
// returned here, and after which each call that waits for ever would wait for ever?
bool explains(Sequential& object, const Calls& calls, const Outcome& outcome, Notion notion);

// Every order of the calls that keeps that of each thread, made by one thread.
struct Admitted {
  // Results thread by thread, then those of last(), of the orders in which all calls return.
  std::set<std::vector<std::string>> outcomes;
  // The same, each with its order: the thread of each call in turn, as digits.
  std::vector<std::pair<std::string, std::vector<std::string>>> executions;
  uint64_t orders = 0, blocked = 0;
  bool all = true;  // false: the limit was reached
  size_t last = 0;  // how many results of an outcome are those of last()
};
Admitted admitted(Sequential& object, const Calls& calls, uint64_t most_orders);
// "_, 1, 2", and "_, 1 | 2" where 2 is the result of last().
std::string text_of(const std::vector<std::string>& results, size_t last);

}  // namespace jmc::linearizability
