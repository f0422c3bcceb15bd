// When the threads explored from a state are enough (macro UpdateBack of "A Pragmatic Approach to Stateful Partial
// Order Reduction", corrected).
//
// For each explored thread t, current[t] holds t and the threads that later act dependently with t's operation; `top`
// marks the threads whose successor was not finished when the search came back, about which nothing can be concluded.
#pragma once

#include "por/stateful/summary.hpp"

namespace jmc::por {

// The greatest set of explored threads that nobody else conflicts with. If it is not empty, it is persistent.
// `current[t]` is read for t in done only.
inline ThreadSet closed_set(const ThreadSet& done, const ThreadSet& top, const ThreadSet* current) {
  ThreadSet closed = done - top;
  for (ThreadSet before; !(before == closed);) {
    before = closed;
    for (const ThreadId t : before) {
      if (!current[t].within(closed)) closed.erase(t);
    }
  }
  return closed;
}

// The next backtrack set; equal to `done` when the explored threads are a source set. `stops`: threads after whose
// operation nobody runs, which are no source set by themselves (Op::stops).
inline ThreadSet update_backtrack(const ThreadSet& done, const ThreadSet& top, const ThreadSet* current,
                                  const ThreadSet& safe, const ThreadSet& stops = {}) {
  // Not the empty set: it is closed too and would stop everything.
  if (!closed_set(done, top, current).within(stops)) return done;
  if (done.within(stops)) return safe;
  if (top.meets(done)) return safe;
  ThreadSet all;
  for (const ThreadId t : done) all |= current[t];
  // Somebody who cannot run here is needed: whoever enables it may be anyone.
  return all.within(safe) ? all : safe;
}

}  // namespace jmc::por
