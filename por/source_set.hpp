// When the threads explored from a state are enough (macro UpdateBack of "A Pragmatic Approach to Stateful Partial
// Order Reduction", corrected).
//
// For each explored thread t, current[t] holds t and the threads that later act dependently with t's operation; `top`
// marks the threads whose successor was not finished when the search came back, about which nothing can be concluded.
#pragma once

#include <bit>

#include "por/summary.hpp"

namespace jmc::por {

// The greatest set of explored threads that nobody else conflicts with. If it is not empty, it is persistent.
// `current[t]` is read for t in done only.
inline ThreadSet closed_set(ThreadSet done, ThreadSet top, const ThreadSet* current) {
  ThreadSet closed = done & ~top;
  for (ThreadSet before = 0; before != closed;) {
    before = closed;
    for (ThreadSet left = closed; left != 0; left &= left - 1) {
      ThreadId t = static_cast<ThreadId>(std::countr_zero(left));
      if ((current[t] & ~closed) != 0) closed &= ~thread_bit(t);
    }
  }
  return closed;
}

// The next backtrack set; equal to `done` when the explored threads are a source set.
inline ThreadSet update_backtrack(ThreadSet done, ThreadSet top, const ThreadSet* current, ThreadSet safe) {
  // Not the empty set: it is closed too and would stop everything.
  if (closed_set(done, top, current) != 0) return done;
  if (top & done) return safe;
  ThreadSet all = 0;
  for (ThreadSet left = done; left != 0; left &= left - 1) all |= current[std::countr_zero(left)];
  // Somebody who cannot run here is needed: whoever enables it may be anyone.
  return (all & ~safe) != 0 ? safe : all;
}

}  // namespace jmc::por
