// The programs that are explored at once: threads of given lengths, whose first calls may be given, and which choose
// the others. Where three and more threads have some of the same length, the first calls of these are chosen before
// they begin, so that of programs that are the same but for the order of threads or the names of values few are chosen.
// What a thread chooses itself depends on what it has called before and on nothing else, so that choices commute with
// everything that other threads do.
#pragma once

#include <cstdint>
#include <vector>

namespace jmc::linearizability {

struct Family {
  std::vector<uint32_t> lengths;             // calls of each thread; descending, at least one
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

  // `renamed`: those of Instances. Leaves out programs, but none for which there is no other that is chosen and differs
  // from it in the order of threads and the names of values only. Where more than one call is given, every canonical
  // program (Programs) of the family is chosen itself, since others may begin with other calls.
  Choices(const Family& family, const std::vector<std::vector<uint16_t>>& renamed);

  static constexpr uint16_t kLater = 0xffff;  // instead of a call: the thread chooses its first one itself
  // The first call of the k-th thread, from kFirst on, which is for the first thread.
  const std::vector<Alternative>& first(Node node) const { return first_[node]; }
  // Where a thread is when it begins, after its first call unless that is kLater; `chosen`: the node after the first
  // call of the last thread.
  Node begin(uint32_t thread, Node chosen) const { return thread ? kFirst : begin_[chosen]; }
  // None: the thread has made all its calls.
  const std::vector<Alternative>& at(uint32_t thread, Node node) const { return threads_[thread][node]; }

 private:
  using Graph = std::vector<std::vector<Alternative>>;  // by node

  Graph first_;
  std::vector<Node> begin_;  // of the first thread, by node of first_
  std::vector<Graph> threads_;
};

}  // namespace jmc::linearizability
