// Shared data that is read without an operation, and that nobody writes: who has read it is no part of a state.
//
// Accesses without an operation are recorded, by thread (vm/state/access_records.hpp): a later one in conflict shows
// that the variable is contended. Where no access writes there is no conflict, and the records of reads only tell
// states apart: each worker of a pool reads the fields of the same few objects, at first or later. So no read of a
// variable is recorded (a field; the elements of arrays of a class) until the first write of it that is no operation.
// That write is a finding, whether a read came before it or not: another process that looks at the same states may have
// left one out. The search is repeated, with the records of that variable.
//
// Why that suffices: two states that differ in such records only have the same steps, which lead to such states again,
// up to a first write of such a variable. The search covers a shortest execution to one, so that it comes to a write.
//
// A facility of the Vm (vm/facilities.hpp). Before the first choice of a search nothing is left out: threads stop at
// each access there. Variables are a Field, or the Klass of arrays.
#pragma once

#include <cstdint>
#include <unordered_set>

#include "vm/vm.hpp"

namespace jmc::vm {

class Readers {
 public:
  explicit Readers(Vm&) {}
  Readers(const Readers&) = delete;

  // A thread accesses the variable without an operation. Reads: whether nobody need know.
  bool leave_out(const void* variable) const { return !off_ && !written_.contains(variable); }
  void writes(const void* variable) { found_ = (!off_ && written_.insert(variable).second) || found_; }

  bool found() const { return found_; }
  uint64_t learnt() const { return written_.size(); }
  bool knows(const void* variable) const { return written_.contains(variable); }
  void adopt() { found_ = false; }
  void assume(const void* variable) { written_.insert(variable); }
  void withdraw() { off_ = true; }
  // For tests; false: nothing is left out.
  bool find_wrong() { return found_ = !off_; }

 private:
  std::unordered_set<const void*> written_;
  bool found_ = false, off_ = false;
};

}  // namespace jmc::vm
