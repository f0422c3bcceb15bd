// What the operation is before which a thread has stopped: one object per kind of operation, which says what the search
// is told of it, in how many ways it can go, whom it waits for, whether it times out, and its words for a story. All of
// it is asked each time that it is needed, in the state as it is. What the thread's own stack decides once and for all,
// the operands, lies in Pending.
//
// Families: operation.cpp (accesses, monitors, and what all share), threads.hpp (the lives of threads),
// vm/class/initialisation.cpp, vm/memory/memory_model.cpp. Those of natives lie beside the natives.
//
// Ownership: constants, which live as long as the process.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "por/seam/transition_system.hpp"
#include "vm/operation/verb.hpp"

namespace jmc::vm {

class Vm;
struct Pending;
struct Touched;

// Elements of an array, or words of a block of memory outside of the heap.
struct ElementRange {
  uint32_t array, first, count;
  bool write;
};

// A member that is null has nothing to say; then holds what its comment says.
struct Operation {
  template <class Answer>
  using Ask = Answer (*)(Vm&, por::ThreadId, const Pending&);

  // In how many ways it can go now; 0: the thread has to wait. Null: always in one.
  Ask<uint32_t> ways = nullptr;
  // What the search takes it for. Null: what PendingKind says.
  Ask<por::OpKind> as = nullptr;
  // It would change nothing in the current state: its first access is a read then (a tryLock that fails). Null: of a
  // variable, what its value says; else it may change something.
  Ask<bool> only_reads = nullptr;
  // What it accesses, where that depends on whether another thread has started. Who describes it takes it from here,
  // too (announce() in threads.hpp). Null: what Pending::accesses says.
  Ask<Touched> touches = nullptr;
  // Which elements it accesses, where "all elements" is announced: for the search for data races, which tells them
  // apart. Null: what is announced is all that there is.
  Ask<std::vector<ElementRange>> ranges = nullptr;
  // Nobody can notice it in the current state. Null: somebody may.
  Ask<bool> invisible = nullptr;
  // The thread that must take a step before it can happen, or kNoThread. Asked only while it has to wait. Null: none.
  Ask<por::ThreadId> waits_for = nullptr;
  // Of a wait by the shared clock (Pending::by_clock): its time is over when it happens now, which moves the clock;
  // else it only reads it. Null: it always moves it.
  Ask<bool> times_out = nullptr;
  // What comes of it in this one of its ways, for a story. Null: it just happens.
  Outcome (*outcome)(Vm&, por::ThreadId, const Pending&, uint32_t way) = nullptr;
  // What a thread waits for that is blocked in it, in words; the function names objects. Null: by PendingKind.
  std::string (*waiting)(Vm&, por::ThreadId, const Pending&, const std::function<std::string(uint32_t)>&) = nullptr;
  // What it does to the life of a thread, which may end the program or keep it from its end.
  enum class Life : uint8_t { None, Starts, Ends } life = Life::None;
};

// Goes in one way, and its kind and accesses say all that there is to say.
inline constexpr Operation kPlain{};
// Does something, or nothing but take a monitor, once the monitor of Pending::object is free.
extern const Operation kOnceMonitorFree;

// The pending operation of a thread that has not ended, as the search is to see it (por::TransitionSystem::pending).
por::Op label(Vm& vm, por::ThreadId t);
// Op::alternatives of it; 0 of a thread that has ended.
uint32_t ways_of(Vm& vm, por::ThreadId t);
// Nobody can tell its next step from the one before: search and system may take them at once.
bool invisible_now(Vm& vm, por::ThreadId t);
// It reads the clock, or may move it on, and accesses nothing else.
bool only_asks_clock(const Pending& p);

// --- what families share
por::OpKind kind_of(const Pending& p);  // as its PendingKind says
por::OpKind as_lock(Vm& vm, por::ThreadId t, const Pending& p);
uint32_t once_monitor_free(Vm& vm, por::ThreadId t, const Pending& p);
por::ThreadId monitor_owner(Vm& vm, por::ThreadId t, const Pending& p);
// Of a Park, Join, Sleep or WaitReacquire: Pending::value says whether the wait is endless (vm/thread/end_of_time.hpp),
// which never times out, whatever --timeouts says. Locks keep that in their Request.
inline constexpr uint64_t kEndless = 1;
bool may_time_out(Vm& vm, por::ThreadId t, const Pending& p);

}  // namespace jmc::vm
