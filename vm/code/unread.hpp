// Counters that nobody reads: fields that methods only add to, for statistics that may be asked for and mostly are not
// (how many tasks a worker of the JDK has run, how often a thread of the program went round). What they hold is no part
// of a state.
//
// Decided while a search runs. A field of type int or long is taken for such a counter once a method was seen that
// reads it in order to add to it, or to another such field, and as long as nothing else was seen to read it: an
// instruction whose value goes anywhere else, or a native method. The first instruction that does is a finding: states
// may have been taken as one that are not, and the search is repeated with that field as part of them. After three
// searches in which that happened everything is. docs/why/counters.md says why that is right.
//
// Counters of the program are mostly its results. One that a class of the program linked so far reads, in whatever
// method, is none from the beginning, so that no search is repeated for it.
//
// An update in one step (AtomicInteger.incrementAndGet) reads its field, too. It only counts where what it returns is
// dropped: each caller does no more than add to it and return it, and the last one pops it.
//
// Not where nothing is taken for granted (VmOptions::adaptive), and not with --distinguish=counters.
// A facility of the Vm (vm/facilities.hpp).
#pragma once

#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "vm/vm.hpp"

namespace jmc::vm {

class UnreadFields {
 public:
  explicit UnreadFields(Vm& vm);

  // A getfield or getstatic is about to run for the first time: instruction `at` of the method reads the field.
  void get(const Field& field, const Method& m, uint32_t at);
  // Something else than bytecode reads a field.
  void looked_at(Ref object, uint32_t offset) {
    if (!off_ && object && !looked_at_.contains(place(object, offset))) look(object, offset);
  }
  // The running thread is in a native method that adds to a field in one step and returns what was there.
  void added(Ref object, uint32_t offset) {
    if (!off_ && object && !looked_at_.contains(place(object, offset)) && !is_dropped(object, offset))
      look(object, offset);
  }
  // Of objects of the class, or of its statics: which words behind the header are no part of a state.
  const std::vector<uint16_t>& left_out(uint32_t klass) {
    if (klass >= words_.size() || !words_[klass].known) find(klass);
    return words_[klass].at;
  }
  bool none() const { return counters_.empty() && others_.empty(); }
  // What else is no part of a state, from now on (vm/code/compared.hpp).
  void leave_out(std::vector<const Field*> others);
  uint64_t learnt() const { return learnt_; }

 private:
  struct Seen {
    bool counter = false, read = false;
    std::vector<const Field*> from;  // fields whose values are added to it
  };
  struct Words {
    bool known = false;
    std::vector<uint16_t> at;
  };
  static bool may_count(const Field& f);
  bool read_by_program(const Field& f);
  bool reads(const Method& m, const Field& f) const;
  void counts(const Field& f);
  void read(const Field& f);
  // The class and the offset.
  uint64_t place(Ref object, uint32_t offset) const { return uint64_t{vm_.heap.header(object)->klass} << 32 | offset; }
  void look(Ref object, uint32_t offset);
  bool is_dropped(Ref object, uint32_t offset);
  bool asked_by_program(const Klass& owner) const;
  void found();
  void find(uint32_t klass);

  Vm& vm_;
  bool off_;
  std::unordered_map<const Field*, Seen> seen_;
  std::unordered_set<uint64_t> looked_at_;  // places that native methods have read: those need no second look
  std::vector<const Field*> counters_;      // of seen_, those that are left out
  std::vector<const Field*> others_;        // leave_out()
  std::vector<Words> words_;                // by class; empty where nobody has asked since these changed
  uint64_t learnt_ = 0;
};

}  // namespace jmc::vm
