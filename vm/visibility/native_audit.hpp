// The audit of natives: every access of a native method to what threads share must be announced by the operation that
// its DescribeFn fills in, or nobody can tell it from one that is not made. Here that is checked while a program runs.
//
// While a native, or its DescribeFn, runs among several threads, the pages of the heap cannot be accessed; each access
// traps, is noted, and is made by a single step of the processor. So it does not matter by which function of C++ a
// native gets at an object, and what is not audited costs nothing. Afterwards each access must be one of
//
//   - an access of the operation that the native announced,
//   - of an object that no other thread can reach, or that this call has made,
//   - of what does not change (final fields, texts of strings, lengths, classes) or whose changes say nothing (caches),
//   - of the VM's own (headers, but for lock words; class initialisation; confined fields of the thread itself),
//   - of a variable about which Visibility was asked: with --all-shared what it does not call an operation is none.
//
// It is for --all-shared; what natives announce under an adaptive search they announce there, since one DescribeFn
// serves both. Bytecode instructions are not audited: each asks Visibility in vm/code/access.cpp.
//
// Ownership: a facility of the Vm (vm/facilities.hpp). One Vm of a process at a time can be audited, since a trap goes
// to the process. Linux on x86-64 only.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "vm/native.hpp"

namespace jmc::vm {

class NativeAudit {
 public:
  explicit NativeAudit(Vm& vm) : vm_(vm) {}
  NativeAudit(const NativeAudit&) = delete;

  enum class Answer : uint8_t { List, Stop };
  // From now on. List: each finding is a remark of the report, once. Stop: the first one ends the run (Unsupported).
  void begin(Answer answer);

  // Around a native and its DescribeFn. Between the two nothing else runs.
  void enter();
  void leave();
  // What the VM looks at meanwhile for itself, and tells nobody.
  class Apart {
   public:
    explicit Apart(Vm& vm)
        : audit_(vm.known && vm.known->audit && vm.known->audit->inside_ ? vm.known->audit : nullptr) {
      if (audit_) audit_->leave();
    }
    ~Apart() {
      if (audit_) audit_->enter();
    }
    Apart(const Apart&) = delete;

   private:
    NativeAudit* const audit_;
  };
  // Judges what was noted since the first enter() of this call. `announced`: null if nothing was.
  void judge(const Method& native, const Pending* announced);

 private:
  struct Access {
    Ref object;
    uint32_t offset;
    bool write;
    friend bool operator==(const Access&, const Access&) = default;
  };
  std::vector<Access> accesses();
  void find_objects();
  bool announced(const Access& a, const Pending* p) const;
  bool nobody_can_tell(const Access& a, const std::vector<Access>& all);
  bool part(Ref array, const std::vector<Access>& all, int depth) const;

  Vm& vm_;
  Answer answer_ = Answer::List;
  bool inside_ = false;                      // of a native: the heap traps
  std::vector<Ref> immortal_, base_, path_;  // where objects begin, ascending
  uint64_t immortal_walked_ = 0, walked_ = 0;
  uint64_t top_before_ = 0, immortal_before_ = 0;  // of the present call; 0: none
  std::set<std::string> told_;
};

// One call of a native, for whoever makes it; costs nothing but a look where there is no audit.
class AuditedCall {
 public:
  AuditedCall(Vm& vm, const Method& native)
      : audit_(vm.known->audit && vm.multi() ? vm.known->audit : nullptr), native_(native) {}
  // What the native, or its DescribeFn, does.
  template <class F>
  auto run(F&& f) {
    if (!audit_) [[likely]]
      return f();
    const Inside inside(*audit_);
    return f();
  }
  void announced(const Pending& p) {
    if (audit_) announced_ = p;
  }
  void over() {
    if (audit_) audit_->judge(native_, announced_ ? &*announced_ : nullptr);
  }

 private:
  struct Inside {
    explicit Inside(NativeAudit& a) : audit(a) { audit.enter(); }
    ~Inside() { audit.leave(); }
    NativeAudit& audit;
  };
  NativeAudit* const audit_;
  const Method& native_;
  std::optional<Pending> announced_;
};

}  // namespace jmc::vm
