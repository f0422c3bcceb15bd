// Does a sequential execution explain what an execution with threads did?
//
// The search of Wing and Gong ("Testing and verifying concurrent objects", 1993) for an order of the calls, with Lowe's
// memoisation
// ("Testing for linearizability", 2017): a set of calls made, with the state of the object after it, is tried once.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace jmc::linearizability {

// The calls of each thread, as numbers in a table of calls.
using Calls = std::vector<std::vector<uint16_t>>;

// The object run by one thread: a machine whose states are those of the object. Deterministic.
class Sequential {
 public:
  using State = uint32_t;
  static constexpr State kInitial = 0;
  struct Answer {
    bool returns = false;  // false: the call waits for ever
    std::string result;
    State next = kInitial;
  };
  virtual ~Sequential() = default;
  // Valid until the next call.
  virtual const Answer& call(State state, uint16_t call) = 0;
};

// What an execution did, per thread.
struct Outcome {
  std::vector<std::vector<std::string>>
      results;  // of the calls that returned: fewer than calls if the thread waits for ever
  // Per call and thread: how many calls of that thread had ended when this one began. Empty if the order of calls is
  // not looked at.
  std::vector<std::vector<std::vector<uint32_t>>> ended;
};

// Asks the object for everything that explains() may ask for these calls.
void explore(Sequential& object, const Calls& calls);

// Is there an order of the calls that returned, which respects the order of each thread (and `ended`), in which each
// returns what it returned here, and after which each call that waits for ever would wait for ever?
bool explains(Sequential& object, const Calls& calls, const Outcome& outcome);

// Every order of the calls, made by one thread.
struct Admitted {
  std::set<std::vector<std::string>> outcomes;  // results thread by thread, of the orders in which all calls return
  // The same, each with its order: the thread of each call in turn, as digits.
  std::vector<std::pair<std::string, std::vector<std::string>>> executions;
  uint64_t orders = 0, blocked = 0;
  bool all = true;  // false: the limit was reached
};
Admitted admitted(Sequential& object, const Calls& calls, uint64_t most_orders);

}  // namespace jmc::linearizability
