// --timeouts=late: a wait with a time-out ends by it only when nothing else can run any more, or when its time has
// passed.
//
// Time passes where waits end by it: the clock goes to the deadline of the wait (clock.hpp). With late time-outs it may
// do so where every other thread stands: it is blocked, waits with a deadline that is no earlier, sleeps until then or
// longer, or polls the clock. So of several waits the one with the earliest deadline is over first, and a sleep that is
// longer than a wait may still end before it: how long a program sleeps says nothing about how fast others are.
//
// Deadlines have to be part of each state for that: a wait with a time makes the clock one that threads share
// (kSharedClock), whether or not anybody reads it. All time-outs then write the clock, so that a search takes the order
// of two of them for one that matters. docs/why/time.md, "Late time-outs", says why no more is needed.
//
// A facility of the Vm (facilities.hpp): an option, and what is being asked at the moment. No part of any state.
#pragma once

#include <cstdint>
#include <utility>

#include "vm/native.hpp"
#include "vm/vm.hpp"

namespace jmc::vm {

struct LateTimeOuts {
  bool on = false;
  // What is asked of a wait: whether it may be over in the current state; what else its thread could do; what it could
  // do if its time were over.
  enum class Asked : uint8_t { Now, WithoutTime, WithTime } asked = Asked::Now;
};

// While it lives, waits answer another question. Nests.
class AskingOfWaits {
 public:
  AskingOfWaits(Vm& vm, LateTimeOuts::Asked asked)
      : late_(facility<LateTimeOuts>(vm)), before_(std::exchange(late_.asked, asked)) {}
  ~AskingOfWaits() { late_.asked = before_; }
  AskingOfWaits(const AskingOfWaits&) = delete;

 private:
  LateTimeOuts& late_;
  LateTimeOuts::Asked before_;
};

// Whether the time of the wait that thread t is in may be over. True where time-outs need not be late. To be asked
// where the thread can go on by its time-out alone.
bool time_may_be_over(Vm& vm, ThreadId t);
// In how many ways a thread that polls the clock can go on: seeing that none, or that some time has passed.
uint32_t ways_of_polling(Vm& vm, ThreadId t);

}  // namespace jmc::vm
