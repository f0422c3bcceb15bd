// What the record of who knows of which access (vm/knowledge.hpp) costs: how many times more states a search has
// because of it. Where that is much, and the search is long, the accesses are operations from the next search on, and
// there is no record. How many states that one will have this does not say: searches of some hundred thousand states
// were found that have twice as many without their record, longer ones that have a third.
//
// Of one state in 64, by what the rest of its form is, both are kept: its fingerprint, and one without the record. A
// part of the states that does not depend on the record shows the same ratio as all of them.
//
// A facility of the Vm (vm/facilities.hpp), switched off unless asked for: where several workers share a search, what
// one of them weighs the others do not know.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_set>

#include "vm/vm.hpp"

namespace jmc::vm {

// A feature of the program (Vm::foresees): the record costs more than it saves, so that accesses are operations whether
// or not happens-before orders them.
inline constexpr uint32_t kDearRecord = 1u << 29;

class RecordCost {
 public:
  explicit RecordCost(Vm& vm) : vm_(vm) {}
  void weigh(bool on) { weigh_ = on; }
  // A form that components wrote, each in a part that begins with its length.
  void look(std::span<const uint32_t> form, uint64_t fingerprint) {
    if (weigh_ && !decided_) count(form, fingerprint);
  }
  // Another search begins; `record`: who knows of accesses that are no operations is a part of its states.
  void begin(bool record);

 private:
  void count(std::span<const uint32_t> form, uint64_t fingerprint);

  Vm& vm_;
  bool weigh_ = false, decided_ = true;
  std::unordered_set<uint64_t> states_, without_;
};

}  // namespace jmc::vm
