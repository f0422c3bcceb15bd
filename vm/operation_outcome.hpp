// How a pending operation will come out, for reports. A facility of a Vm (vm/native.hpp): set
// by who describes operations whose outcome cannot be seen from what is pending, asked by who tells of them.
#pragma once

#include "vm/thread/thread.hpp"

namespace jmc::vm {

class Vm;

struct OperationOutcome {
  // What the pending operation of a thread is about to come to, if it goes on in this of its ways.
  Outcome (*of)(Vm& vm, ThreadId t, const Pending& p, uint32_t alternative) = nullptr;
};

}  // namespace jmc::vm
