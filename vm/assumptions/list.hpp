// All that a search takes for granted. Whoever adds one adds a line here; docs/assumptions.md has a section for each.
#pragma once

#include "vm/assumptions/adders.hpp"
#include "vm/assumptions/assumption.hpp"
#include "vm/assumptions/atomic_locks.hpp"
#include "vm/assumptions/clock.hpp"
#include "vm/assumptions/comparisons.hpp"
#include "vm/assumptions/contended.hpp"
#include "vm/assumptions/copies.hpp"
#include "vm/assumptions/counters.hpp"
#include "vm/assumptions/ends.hpp"
#include "vm/assumptions/executors.hpp"
#include "vm/assumptions/glue.hpp"
#include "vm/assumptions/guards.hpp"
#include "vm/assumptions/handlers.hpp"
#include "vm/assumptions/initialisers.hpp"
#include "vm/assumptions/messages.hpp"
#include "vm/assumptions/monitors.hpp"
#include "vm/assumptions/numbers.hpp"
#include "vm/assumptions/output_limit.hpp"
#include "vm/assumptions/permits.hpp"
#include "vm/assumptions/readers.hpp"
#include "vm/assumptions/rounds.hpp"
#include "vm/assumptions/same_threads.hpp"
#include "vm/assumptions/ways.hpp"

namespace jmc::vm {

// In the order in which what was found is adopted, and told. Guards come after what turned out to be contended.
using AllAssumptions =
    AssumptionList<Contended, Copies, Executors, Guards, Initialisers, Messages, Glue, Monitors, Ends, Handlers,
                   UntoldReaders, ThreadNumbers, TheClock, OutputLimit, AtomicLocks, LockQueues, Permits,
                   UnreadCounters, UnreadAdders, Comparisons, LoopRounds, SameThreads, Ways>;

static_assert(AllAssumptions::kAllFeatures.count() == kFeatureCount, "each feature belongs to an assumption");

}  // namespace jmc::vm
