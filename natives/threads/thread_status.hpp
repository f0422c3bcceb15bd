// What a thread looks like to others: its status, its group, and the frames of its stack.
#pragma once

#include <vector>

#include "natives/support.hpp"

namespace jmc::natives {

// The bits of java.lang.Thread's status (those of JVMTI).
inline constexpr int kNew = 0, kTerminated = 2, kRunnable = 5, kBlocked = 0x401, kWaiting = 0x91, kTimed = 0xa1;

// What thread t is once it has arrived at its pending operation; kRunnable if that never has to wait.
int status_at_operation(const Vm& vm, ThreadId t);
// Is it there for certain? Is it possible that it is? A thread that could have gone on ever since it came near its
// operation was never seen to wait for a lock or an end; one that parks, sleeps or waits for a time is there even if it
// could go on at once.
bool surely_there(const Vm& vm, ThreadId t);
bool maybe_there(Vm& vm, ThreadId t);

// It is told where t stands, or whether it waits. One in an operation of a lock that is one step would be somewhere in
// the JDK's code of it, on its way or parked: then locks are none (kRealLocks).
void note_shown(Vm& vm, ThreadId t);
// Likewise, whether it is interrupted is asked (lock_outcome.cpp).
void note_interrupt_asked(NativeCall& c, ThreadId t);

// A StackTraceElement is filled in for an instruction of a method (throwables.cpp).
void fill_element(Vm& vm, Ref element, const Method* m, uint32_t pc);

// An operation that asks whether the thread that is called lives; false: the answer is known.
bool describe_liveness(NativeCall& c, Pending& p);
// Thread t is interrupted, as part of the operation that is under way.
void set_interrupted(Vm& vm, ThreadId t);

void register_thread_dumps(Vm& vm);
void register_thread_groups(Vm& vm);

}  // namespace jmc::natives
