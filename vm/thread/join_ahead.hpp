// What a thread that waits for the end of others will do before anybody can notice: the joins that follow.
//
// `for (Thread t : threads) t.join()` waits for a set of threads, though it names one of them at a time. A thread that
// is blocked in a join runs ahead, aside, as if the thread had ended: over further joins, and instructions that touch
// nothing but what is its own. The canonical form has the place where it stops, and the set of threads that it waits
// for until then, instead of the place where it is. Whatever the order in which they end, it comes to that place in the
// step in which the last of them does.
//
// Ownership: a part of a Vm. Nothing of it is state of the program: it keeps walks by ThreadState::ran.
#pragma once

#include <cstdint>
#include <vector>

#include "vm/thread/thread.hpp"

namespace jmc::vm {

class Vm;

class JoinAhead {
 public:
  explicit JoinAhead(Vm& vm) : vm_(vm) {}

  struct Ahead {
    uint64_t ran = 0;  // ThreadState::ran
    bool any = false;
    std::vector<Ref> awaited;           // Threads, in the order of the joins; also those that have ended
    std::vector<uint32_t> words, refs;  // its frames where it stops: as ThreadTable writes them
  };
  // Null: the thread is not blocked in a join, or it is not known what follows. Precondition: not in the middle of a
  // form.
  const Ahead* of(ThreadId t);

 private:
  class Walk;
  void look(ThreadId t, Ahead& out);
  bool applies(ThreadId t) const;

  static constexpr size_t kKept = 8;  // of each thread
  Vm& vm_;
  std::vector<Ahead> kept_;
};

}  // namespace jmc::vm
