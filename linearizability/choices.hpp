// The programs that are explored at once: threads of given lengths, whose first calls may be given, and which choose
// the others. What a thread chooses depends on what it has called before and on nothing else, so that choices commute
// with everything that other threads do.
#pragma once

#include <cstdint>
#include <vector>

namespace jmc::linearizability {

struct Family {
  std::vector<uint32_t> lengths;             // calls of each thread; descending
  std::vector<uint16_t> prefix;              // the first calls, thread by thread
  std::vector<std::vector<uint16_t>> calls;  // per thread: what the others may be; sorted
  friend auto operator<=>(const Family&, const Family&) = default;
};

// What each thread may call next.
class Choices {
 public:
  using Node = uint32_t;  // in 15 bits
  static constexpr Node kFirst = 0;
  struct Alternative {
    uint16_t call;
    Node next;
  };

  // `renamed`: those of Instances. Leaves out programs that are the renaming of a smaller one, as far as the first
  // thread shows it, and those whose threads are not sorted, as far as the prefix does: every canonical program
  // (Programs) stays.
  Choices(const Family& family, const std::vector<std::vector<uint16_t>>& renamed);

  // None: the thread has made all its calls.
  const std::vector<Alternative>& at(uint32_t thread, Node node) const { return threads_[thread][node]; }

 private:
  std::vector<std::vector<std::vector<Alternative>>> threads_;  // by thread and node
};

}  // namespace jmc::linearizability
