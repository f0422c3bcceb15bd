// How operations on locks come out, for reports: whether a tryLock() has the lock, a wait times out, ...
#pragma once

#include <string_view>

#include "vm/thread.hpp"

namespace jmc::vm {
class Vm;
}

namespace jmc::natives {

// What the pending operation of a thread is about to come to, if it goes on in this of its ways: "times out", "fails",
// ... Empty: it just happens, or it is no operation on a lock in one step (--locks=atomic).
std::string_view lock_outcome(vm::Vm& vm, vm::ThreadId t, const vm::Pending& p, uint32_t alternative);

}  // namespace jmc::natives
