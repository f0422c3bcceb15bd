// Counters that are only compared with copies of themselves: a field that is read in order to try to add to it,
//
//   U.compareAndSetLong(c, VALUE, v = c.value, v + x)
//
// and for nothing else. Whether that succeeds depends on whether the field is what it was when it was read, and not on
// what that was. Of two such counters one may go up for ever and the other down, as the cells do whose sum is the size
// of a table. So the counter is no part of a state, and of the copy that a thread is about to compare a state has what
// it differs by from the counter. docs/why/counters.md says why that is right.
//
// Decided while a search runs, by what methods do with what they have read: between the read and the compare-and-set
// lies straight-line code in which no thread stops, and behind it the copies are dead. The first instruction or native
// method that reads the field otherwise, or writes it (but for the constructor of its object), is a finding: states may
// have been taken as one that are not, and the search is repeated with that field as part of them.
//
// Only where leave_out() asks for it: that is where threads call for ever. Otherwise the end of a program mostly asks
// for the sum.
//
// A facility of the Vm (vm/facilities.hpp).
#pragma once

#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "vm/vm.hpp"

namespace jmc::vm {

class ComparedFields {
 public:
  explicit ComparedFields(Vm& vm);

  // From now on, in an endless search or not any more; whatever is learnt meanwhile stays.
  void leave_out(bool on);
  bool on() const { return on_; }
  void withdraw() { off_ = true; }
  // A getfield, or a putfield, is about to run for the first time: instruction `at` of the method.
  void get(const Field& field, const Method& m, uint32_t at);
  void put(const Field& field, const Method& m, uint32_t at);
  // Something else than bytecode reads a field, or writes it.
  void touched(Ref object, uint32_t offset) {
    if (!off_ && object && !touched_.contains(place(object, offset))) touch(object, offset);
  }
  bool none() const { return !on_ || off_ || counters_.empty(); }

  // As long as it lives, the copies that a thread has on its stack are what they differ by from the counter.
  class Relative {
   public:
    // Does nothing unless the thread is about to compare one.
    Relative(ComparedFields& fields, ThreadId t);
    ~Relative();
    Relative(const Relative&) = delete;
    Relative& operator=(const Relative&) = delete;
    bool any() const { return words_ != 0; }

   private:
    uint32_t* at_ = nullptr;
    uint32_t words_ = 0, before_[4] = {};
  };

  // A field was left out that should not have been.
  bool found() const { return found_; }
  void adopt() { found_ = false; }
  bool find_wrong();  // for tests; false: nothing is left out

 private:
  static bool may_count(const Field& f);
  void told(const Field& f);
  void touch(Ref object, uint32_t offset);
  const Field* compared_by(ThreadId t) const;
  uint64_t place(Ref object, uint32_t offset) const { return uint64_t{vm_.heap.header(object)->klass} << 32 | offset; }
  void changed();

  Vm& vm_;
  bool off_, on_ = false, found_ = false;
  std::unordered_map<uint64_t, const Field*> sites_;  // method and instruction of a compare-and-set
  std::unordered_set<const Field*> told_;             // those that are no counters
  std::unordered_set<uint64_t> touched_;              // places of fields that need no second look
  std::vector<const Field*> counters_;
};

}  // namespace jmc::vm
