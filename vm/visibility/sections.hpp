// What an executor does between tasks, as one operation (--executors=atomic).
//
// A *section* is what a thread does without a break inside of the JDK's executors (ThreadPoolExecutor, ForkJoinPool and
// their like): a worker that looks for its next task, a thread that hands one in. Its reads, writes and updates of
// fields and elements are one operation, at its first access that others contend for; all sections access one location,
// so that a search explores them in every order. A section ends where its thread leaves the executor (it runs a task,
// or goes back to its caller), and before each operation of another kind: parking, waking and starting threads,
// monitors, locks that are not the executor's own, the clock. What comes after it is another section.
//
// Nothing is replaced: what runs is the JDK's bytecode, and every schedule that is explored is one of the real program.
// What is given up is schedules in which two sections overlap. That is no loss where sections only work on what is the
// executor's own. So a field, or the elements of arrays of a class, that is accessed outside of sections, too, is no
// part of them from the next search on (split): its accesses are operations of their own, in sections as well.
//
// Ownership: part of a Vm. Fields and classes of arrays keep whether they are split; the rest is found in a search and
// kept until adopt(). Only `open_`, `outside_` and `length_` are about a path, and only within one run of a thread.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "vm/class/klass.hpp"
#include "vm/thread/thread.hpp"

namespace jmc::vm {

class Vm;

class Sections {
 public:
  explicit Sections(Vm& vm);
  ~Sections();
  Sections(const Sections&) = delete;

  // --- operations of the running thread
  enum class Answer : uint8_t {
    Apart,  // no part of a section: an operation like any other
    Part,   // to be executed now: granted, or within a section that has begun
    First,  // to wait for its turn; the operation is labelled as one of a section
  };
  // The running thread is about to do what others could notice, and what can go in so many ways now. Consumes the grant
  // of a section.
  Answer meets(Pending& p, uint32_t alternatives);
  // The running thread makes an object of this class within a section, and of a kind that executors are made of: it is
  // the executor's own (kOfExecutor).
  bool makes_own(const Klass& k) { return any_ && is_material(k) && on() && inside() != nullptr; }
  // The running thread calls `callee` from code of `caller`: where a task or code of the program is on one side, a
  // section ends.
  void calls(const Method& caller, const Method& callee) {
    open_ = open_ && !ends_section(*caller.owner) && !ends_section(*callee.owner);
  }
  void begin_run(bool granted_section) {
    open_ = false;
    granted_ = granted_section;
  }
  bool granted() const { return granted_; }
  bool open() const { return open_; }

  // A method that is translated for the first time.
  void met(const Method& m) { any_ = any_ || role(*m.owner) == Role::Executor; }

  // --- what is found
  bool on() const;  // sections are looked for in this program
  bool found() const { return !fields_.empty() || !arrays_.empty() || (locks_outside_ && !locks_split_); }
  void adopt(std::vector<std::string>& words);
  uint64_t learnt() const { return fields_.size() + arrays_.size() + marks_ + locks_outside_; }
  // Locks of executors are used outside of sections.
  bool locks_split() const { return locks_split_; }
  void find_locks_outside() { locks_outside_ = true; }
  void split_locks() { locks_split_ = true; }
  // It was described as the operation of a section before its variable was split.
  bool outdated(const Pending& p) const;

 private:
  // Of a class: an executor; what executors run, or others wait for; code that is not the JDK's; what else there is.
  enum class Role : uint8_t { Unknown, Executor, Task, Program, Other };
  Role role(const Klass& k);
  bool ends_section(const Klass& k) {
    const Role r = role(k);
    return r == Role::Program || r == Role::Task;
  }
  const Method* inside();  // the executor's method that the running thread is in; null: it is in no section
  // Of the variable of an access; null if it has none.
  struct Marks {
    uint8_t* of = nullptr;
    int shift = 0;
    bool has(uint8_t mark) const { return *of >> shift & mark; }
    void set(uint8_t mark) const { *of = static_cast<uint8_t>(*of | mark << shift); }
  };
  class Candidate;  // the operation that meets() is asked about
  Answer begins_granted(const Candidate& c, const Pending& p);
  bool goes_on_with(const Candidate& c, const Pending& p, uint32_t alternatives);
  Marks marks_of(const RawAccess& a) const;
  bool is_material(const Klass& k);
  bool is_own(const RawAccess& a) const;
  void note(const Pending& p, uint8_t mark);
  void tell(const Pending& p);

  Vm& vm_;
  std::vector<Role> roles_;       // by Klass::id
  std::vector<int8_t> material_;  // likewise: 0 not looked at yet, 1 yes, -1 no
  // What is to be split, each with the shift of its marks.
  std::vector<std::pair<Field*, int>> fields_;
  std::vector<std::pair<Klass*, int>> arrays_;
  uint64_t marks_ = 0;
  uint32_t length_ = 0;
  bool any_ = false, open_ = false, granted_ = false;
  bool outside_ = false;  // the open section has met what is no part of it, or reached a thread outside of executors
  bool locks_outside_ = false, locks_split_ = false;
};

// Field::sections, Klass::elements_sections: where accesses are made to objects that are no executor's own, and,
// shifted by kOfOwn, to those that are.
inline constexpr uint8_t kInSections = 1, kOutsideSections = 2, kSplit = 4;
inline constexpr int kOfOwn = 3;

}  // namespace jmc::vm
