// How often a thread has asked its timer (ThreadState::timer_readings), from which Clock::polls() tells that it is in a
// loop which waits for a time.
//
// A timer is compared with what the same thread has read of it, and with nothing else. So while a thread holds no such
// value, a question of it begins anew: whatever it asked before counts no more, and how often it did is no part of a
// state. Otherwise a worker that has waited for its third task would be another one than a worker that waits for its
// first, and would see time pass before it waits.
//
// What a thread holds is what its frames and the objects that these refer to hold: that is where the loops of the JDK
// have their deadlines (a local, or the final field of a node that is one: Phaser.QNode, CompletableFuture.Signaller).
#pragma once

#include "vm/thread/thread.hpp"

namespace jmc::vm {

class Vm;

// After a run of t, which has asked. Forgets that, if t holds nothing that it has read of its timer. What that is
// depends on the thread's stack, on what only it knows, and on finals: it is an access to nothing.
void forget_timer_questions(Vm& vm, ThreadId t);

}  // namespace jmc::vm
