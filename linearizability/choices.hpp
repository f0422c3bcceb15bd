// The programs that are explored at once: so many calls in all, of threads that make at most so many each and choose
// every call when they come to it. What may be chosen depends on what all threads have chosen before: how many calls
// are left, and which values have been named. So a choice conflicts with every other step of another thread
// (Engine::prove).
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "linearizability/driver.hpp"

namespace jmc::linearizability {

struct Family {
  std::vector<uint32_t> lengths;             // most calls of each thread; descending
  uint32_t total = 0;                        // calls of all of them together; at most the sum of these
  std::vector<uint16_t> prefix;              // the first calls, thread by thread; none if total is not that sum
  std::vector<std::vector<uint16_t>> calls;  // per thread: what the others may be; sorted
  friend auto operator<=>(const Family&, const Family&) = default;
  template <class A>
  void archive(A& a) {
    a(lengths, total, prefix, calls);
  }
};

// What each thread may call next.
class Choices {
 public:
  // `renamed`: those of Instances. Where no call is given, every program of the family, under every schedule, has a
  // renaming that is chosen under the same schedule; else every program of the family is chosen itself, but for those
  // in which a thread of the length of the first one begins with a smaller call.
  Choices(const Family& family, const std::vector<std::vector<uint16_t>>& renamed);

  // What is still to come. Two threads with the same plan may make the same calls.
  struct Rest {
    using Plan = uint16_t;
    static constexpr Plan kNoCalls = 0;
    std::array<Plan, kMostThreads> plans{};  // by thread
    uint32_t left = 0;                       // calls of all threads
    uint32_t names = 0;                      // which values can still be exchanged
    friend auto operator<=>(const Rest&, const Rest&) = default;
  };
  const Rest& begin() const { return begin_; }
  // What this thread may call; nothing: it makes no more calls.
  const std::vector<uint16_t>& at(const Rest& rest, uint32_t thread);
  Rest after(const Rest& rest, uint32_t thread, uint16_t call);

 private:
  using Names = std::vector<uint16_t>;  // of renamings
  using Set = std::vector<uint16_t>;
  Rest::Plan plan(const std::vector<uint32_t>& sets);
  uint32_t names(Names names);
  uint32_t set(Set calls);

  const std::vector<std::vector<uint16_t>>& renamed_;
  std::vector<Set> sets_;
  std::vector<std::vector<uint32_t>> plans_;  // each a row of sets
  std::map<std::vector<uint32_t>, Rest::Plan> plan_numbers_;
  std::vector<Names> names_;
  std::map<Names, uint32_t> name_numbers_;
  std::map<std::pair<uint32_t, uint32_t>, Set> allowed_;           // by set and names
  std::map<std::pair<uint32_t, uint16_t>, uint32_t> names_after_;  // by names and call
  std::map<std::pair<Rest::Plan, uint32_t>, Rest::Plan> cut_;      // by plan and calls left
  Rest begin_;
};

}  // namespace jmc::linearizability
