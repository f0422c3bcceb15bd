// Operations on the lives of threads: starts and ends, joins, interrupts, permits that others give, and questions about
// threads. Where the Thread has not started, all of them race with its start; once it has, they access a part of it.
#pragma once

#include "vm/thread/thread.hpp"

namespace jmc::vm {

// The field of kCounterLocation that stands for the order in which threads start: written by starts, read by what races
// with one.
inline constexpr uint32_t kThreadStarts = 7;

// Of the Thread in Pending::object. kStartOnceFree, kEndOnceFree: takes the monitor of it, too.
extern const Operation kStart, kStartOnceFree, kEnd, kEndOnceFree, kJoin, kUnpark, kInterrupt;
// Questions: whether it lives; whether it is interrupted (which may clear that, PendingKind::Other); anything else.
extern const Operation kAskLife, kAskInterrupt, kAskThread;
// Operation::as of questions. Their alternatives, or their accesses, depend on where others stand.
por::OpKind as_question(Vm& vm, ThreadId t, const Pending& p);

// Who describes an operation of this family on the Thread in p.object: its accesses, as they are now, and as they will
// be once the Thread has started. Precondition: kind, object and operands are set.
void announce(Vm& vm, ThreadId t, const Operation& operation, Pending& p);

// It has started, and has not ended.
bool is_running(const Vm& vm, Ref thread);
// `t` is no daemon, and all others are, or have ended: its end is the end of the program.
bool last_but_daemons(const Vm& vm, ThreadId t);

}  // namespace jmc::vm
