// What executions that are drawn have shown: which pairs of places of a program were in conflict, in which orders, and
// what complete ones have printed.
//
// A place is the bytecode of the access, with the line of the program's code that it was called from: two calls of one
// method of a library are two places. A pair is seen in one order when a thread accesses what another one has accessed
// before, one of the two writes, and nothing but that access orders the two (start and join, locks, other accesses): so
// the other order is possible, as far as the values that were read allow. Of locks, who takes them counts.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "por/listener.hpp"
#include "vm/jvm_system.hpp"
#include "vm/step_observer.hpp"

namespace jmc::check {

// The pairs and outcomes that several processes have seen, one after the other or side by side. Lies in a file without
// a name that all of them have mapped: what one has seen stays when it is killed.
class PairTable {
 public:
  static std::shared_ptr<PairTable> make();        // null: the machine has no room for it
  static std::unique_ptr<PairTable> open(int fd);  // of the process that has made it; null: it is none
  ~PairTable();
  PairTable(const PairTable&) = delete;

  enum Order : uint32_t { kForth = 1, kBack = 2 };
  // `pair`: the same number whoever comes first.
  void saw(uint64_t pair, Order order);
  struct Counts {
    uint64_t pairs = 0, both = 0;
    bool full = false;  // there was no room for others
  };
  Counts counts() const;
  // What a complete execution has printed. Where there is no more room, nothing is noted: 256 KiB, and 4 KiB each.
  void printed(std::string_view text);
  std::vector<std::string> outcomes() const;  // each once for every process that has noted it
  int fd() const { return fd_; }

 private:
  struct Shared;
  PairTable(int fd, Shared* shared, bool owner) : fd_(fd), shared_(shared), owner_(owner) {}
  static Shared* map(int fd);
  int fd_;
  Shared* shared_;
  bool owner_;
};

class PairsSeen final : public por::Listener, public vm::StepObserver {
 public:
  static constexpr unsigned kEvents = por::kStateEvents | por::kTransitionEvents | por::kEndStateEvents;
  // Vm and system outlive this, and nobody else observes the Vm. Of executions that are drawn one after the other, each
  // from the initial state. `names`: the search does not name objects by path itself.
  PairsSeen(vm::Vm& vm, vm::JvmSystem& system, std::unique_ptr<PairTable> table, bool names);
  ~PairsSeen() override;
  PairsSeen(const PairsSeen&) = delete;

  void state_new(std::span<const por::PathStep> path, uint64_t state) override;
  void transition(uint64_t from, por::PathStep step, uint64_t to) override;
  void end_state(std::span<const por::PathStep> path) override;
  void takes(vm::ThreadId t, const vm::Pending& pending) override;

 private:
  using Clock = std::vector<uint32_t>;  // by thread: so many of its operations happened before
  struct Place {
    const vm::Method* access = nullptr;
    const vm::Method* program = nullptr;
    uint32_t access_at = 0, program_at = 0;
  };
  struct Event {
    vm::ThreadId thread = por::kNoThread;
    uint32_t number = 0;
    Place place;
  };
  struct Variable {
    Event write, lock;         // the last ones; kNoThread: none
    std::vector<Event> reads;  // since the last write, one for each thread
    Clock written, read;       // what happened before the last write, and before any read or write
  };
  Place place_of(vm::ThreadId t) const;
  void meet(const Event& earlier, const Event& later);
  void sees_ends(vm::ThreadId t);
  Clock& clock(vm::ThreadId t);
  bool before(const Event& e, const Clock& c) const;

  vm::Vm& vm_;
  vm::JvmSystem& system_;
  std::unique_ptr<PairTable> table_;
  bool names_;
  std::vector<Clock> clocks_;
  std::vector<por::ThreadSet> joined_;  // whose end each thread is known to have seen
  std::unordered_map<uint64_t, Variable> variables_;
  std::unordered_map<const vm::Method*, uint64_t> methods_;  // a number that is the same in every process
  std::unordered_set<uint64_t> told_;
  std::unordered_set<std::string> printed_;
  uint64_t hash(const Place& place);
};

}  // namespace jmc::check
