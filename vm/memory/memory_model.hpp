// The Java Memory Model over a Vm (VmOptions::jmm): what the machine of vm/memory means for fields, array elements,
// monitors, threads, publication and constructors. docs/memory-model.md.
//
// The heap holds the newest value of every variable. What others than the newest may be read is in the machine. Only
// visible accesses go through it: of all others adaptive visibility knows that start and join order them (or searches
// again), so that each of them sees the newest value whatever the model.
//
// What a thread wrote to an object that nobody else knew yet is no access of that kind: nobody watches it. So each
// object that becomes shared has a location of its own, its *birth*, which the publishing thread writes then. Who
// accesses a variable of the object without knowing the birth has got at it by a race, and may see variables as they
// were before: then the search is repeated with all objects of that class shared from their allocation on
// (Klass::born_shared), so that every write to them is an access like any other. Before the initial state, which all
// searches have in common, all objects are shared like that. Final fields are exempt, and who reads
// one knows what was reachable from it at the end of the constructor (freeze).
//
// Not all of that is kept of every variable, nor the birth of every object (docs/why/messages.md, "Older values that
// nobody reads"): a search takes for granted that volatile variables are accessed in no other way, that nobody accesses
// others without knowing of their newest message, and that references pass between threads together with what was done
// before. What turns out not to be so (found()) is kept from the next search on.
//
// Ownership: a Vm owns its MemoryModel. Its machine is part of the state: mark(), undo() and release() go with the
// Vm's.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "vm/memory/machine.hpp"
#include "vm/thread/thread.hpp"

namespace jmc::vm {

class Vm;
class LoadBuffering;

class MemoryModel {
 public:
  explicit MemoryModel(Vm& vm, bool mixed = false);

  memory::Machine machine{false};

  static memory::Key key(Ref object, uint32_t field) { return uint64_t{object} << 32 | field; }
  // Fields of an object that are none: beside kLockField and kWholeArray.
  static constexpr uint32_t kBirth = 5, kFreeze = 6;

  // --- accesses to variables. A variable is a field or an element, in the width in which the heap keeps it; its value
  // is what is stored there, zero-extended.
  struct Variable {
    Ref object;
    uint32_t offset;
    uint8_t width;
    bool ref;
  };
  uint64_t stored(const Variable& v) const;
  static uint64_t cut(uint64_t value, uint8_t width) {
    return width < 8 ? value & ((uint64_t{1} << 8 * width) - 1) : value;
  }
  // The granted alternative of the running thread. write(): whether it is the newest value now, which the caller stores
  // then; otherwise the heap stays as it is.
  uint64_t read(const Variable& v, memory::Mode mode);
  bool write(const Variable& v, memory::Mode mode, uint64_t value);
  memory::Machine::Taken take(const Variable& v, memory::UpdateMode mode);
  memory::Machine::Taken attempt(const Variable& v, memory::UpdateMode mode, const memory::Machine::Equals& expected);
  // With VmOptions::spurious_failures: the granted alternative is that it fails, whatever it would find.
  bool fails_for_no_reason(const Variable& v, memory::UpdateMode mode, const memory::Machine::Equals& expected) const;
  bool replace(const Variable& v, memory::UpdateMode mode, const memory::Machine::Taken& taken, uint64_t value);
  void fail(const Variable& v, memory::UpdateMode mode, const memory::Machine::Taken& taken);
  // Whether plain accesses of the variable are made to each half on its own (Machine::write_halves).
  bool tears(Ref object, uint32_t offset, uint8_t width) const;
  // Bytes that are no variable of their own, of elements of an array or of memory outside of the heap: a wider or
  // narrower view. Their accesses use the newest value of each element, and are accesses of it in the mode otherwise.
  // Where an older one might have been used: views_in_order(). `bytes` lie inside of the object.
  struct Bytes {
    Ref object;
    uint32_t offset, bytes;
  };
  void read_bytes(const Bytes& b, memory::Mode mode);
  std::vector<uint64_t> stored(const Bytes& b);
  // After they were stored, where `before` was. `update`: it has read them, too.
  void bytes_written(const Bytes& b, memory::UpdateMode mode, const std::vector<uint64_t>& before, bool update);
  // Makes p, with its accesses, one of these.
  void describe_bytes(Pending& p, memory::UpdateMode mode) const;
  // Makes p, a Read, Write or Cas with its variable in object, offset and width, an operation of the model. A Cas
  // without a width is one that cannot fail.
  void describe(Pending& p, memory::UpdateMode mode, uint8_t width) const;
  // True: whatever it reads now, the compare-and-set p fails.
  bool only_fails(const Pending& p) const;
  // An operation that knows nothing of the model is granted. Throws Unsupported where that would not be exact.
  void check_other(const Pending& p, const std::string& what);

  // --- what orders
  void locked(Ref object);    // the running thread, first entry
  void unlocked(Ref object);  // last exit
  // Locks that are no monitors: each change of their state is a compare-and-set that those see who look at it.
  void acquired(Ref sync);
  void found_taken(Ref sync) {
    ++acquired_times;
    machine.look(current(), key(sync, kLockField));
  }
  void begun(ThreadId t, ThreadId by);
  // The running thread stops before p, or before it locks the monitor.
  void will_do(const Pending& p);
  void will_acquire(Ref lock, ThreadId holder) { machine.await_lock(current(), key(lock, kLockField), holder); }
  void fence(memory::Fence kind);
  // The threads that have passed an acquire or full fence in the step that was taken last, which begin_step() began:
  // what they read on one side of it stays on that side. No part of the state.
  void begin_step() {
    fenced_.clear();
    machine.begin_step();
  }
  const por::ThreadSet& fenced() const { return fenced_; }
  // The running thread interrupts t; it notices that t, itself or another one, was interrupted.
  void interrupts(ThreadId t) { orders(kThreadLocation + t, kThreadInterrupt); }
  void notices_interrupt(ThreadId t) { is_ordered(kThreadLocation + t, kThreadInterrupt); }
  void orders(Ref object, uint32_t field) {
    ++released_times;
    machine.release_lock(current(), key(object, field));
  }
  void is_ordered(Ref object, uint32_t field) {
    ++acquired_times;
    machine.acquire_lock(current(), key(object, field));
  }
  // How often a thread has come behind others, and has let others come behind it, in other ways than by accesses.
  uint32_t acquired_times = 0, released_times = 0;

  // --- publication and construction
  void published(Ref object);         // it was not shared before
  void stored_in_shared(Ref object);  // a reference to it was: does `this` escape from a constructor?
  void used(Ref object);              // a variable of it is accessed that is no final field
  void final_read(Ref object, const Field& f);
  void constructed(Ref object, const Klass* k);  // the constructor of k is over
  void initialised(const Klass* k);              // the initialiser of k is over and its statics are published
  // Others may get at an array of so many dimensions before they get at its rows: the method that puts them where they
  // belong, from what Vm::new_multi_array() has made. Null: no need.
  Method* puts_rows_apart(const Klass* k, uint32_t dims) const;
  bool under_construction(Ref object) const;  // by the running thread
  bool publishing_statics = false;            // by an initialiser: whoever uses the class comes after it
  // Before the initial state a second thread is about to start.
  void share_all();

  // --- findings: a search that made some has to be repeated
  bool found() const { return found_ || !unsafe_.empty(); }
  uint64_t learnt() const {
    return unsafe_.size() + older_values + born_shared_ + machine.tracks_fences() + changes_ + written_weaker_.size() +
           read_by_volatile_.size() + views_in_order_.size();
  }
  void adopt(std::vector<std::string>& adopted);
  void share_from_birth(Klass* k);                       // one of them, found by another search
  void share_some_from_birth() { born_shared_ = true; }  // of which some may not be there yet

  // --- what is kept
  memory::Kept kept(Ref object, uint32_t offset) const;
  memory::Kept kept(const Field& f) const;
  // Variables of which older values are explored, in words; empty if that is all.
  std::vector<std::string> explored() const;
  static memory::Kept first_kept(const Field& f) {
    return f.flags & kVolatile ? memory::Kept::Newest : memory::Kept::Known;
  }

  // Variables of which a volatile read came upon a write that was none, in words: on a JVM it may miss that write, as a
  // load may pass a store that is not volatile. Here it sees the newest.
  std::vector<std::string> volatile_reads_of_weaker() const;

  // Arrays and memory of which accesses to bytes (Bytes) might have used older values, in words.
  std::vector<std::string> views_in_order() const { return {views_in_order_.begin(), views_in_order_.end()}; }

  // Messages, by name, that some thread may still pass over in the state whose form was written last, in an order that
  // the form determines.
  void overlookable(std::vector<uint64_t>& names) const;
  std::vector<memory::Key> in_form;  // the locations of that form, in their order there

  // Set while threads may write ahead (VmOptions::load_buffering), by whoever sees to that.
  LoadBuffering* buffering = nullptr;

  // Some read saw an older value, or some write became none that is the newest. No part of the state.
  bool older_values = false;

  // In how many ways a modelled operation can go now (Operation::ways).
  static uint32_t alternatives(Vm& vm, ThreadId t, const Pending& p);

 private:
  friend class LoadBuffering;
  uint32_t attempts(ThreadId t, const Variable& v, memory::UpdateMode mode, const memory::Machine::Equals& expected,
                    bool& may_succeed) const;
  bool newest_written(const Variable& v, uint64_t newest, uint64_t now, uint64_t value);
  ThreadId current() const;
  uint32_t alternative() const;
  void look_at_limit(const Variable& v) const;
  bool accesses(const Variable& v, bool newest, bool writes);
  void look_for_weaker_write(const Variable& v);
  void is_read(const Variable& v, uint64_t value, bool knew, bool acquires);
  void is_written(const Variable& v, uint64_t value, bool releases);
  void uses_newest_of(const Variable& v, bool newest, bool writes);
  void is_loaded(const Variable& v, uint64_t value, const memory::View& released);
  template <class F>
  void for_each_element(const Bytes& b, F&& f);
  const void* place(const Variable& v) const;
  void needs(const Variable& v, memory::Kept kept);
  void pass_on(Klass* k);
  bool is_passed_on(const Klass* k) const;
  bool has_birth(const Klass* k);
  void escaped(const Klass* k);
  template <class F>
  void for_each_reachable(std::vector<Ref> roots, F&& visit);

  Vm& vm_;
  bool older_volatiles_;  // a volatile access may use others than the newest message
  bool all_kept_;
  std::vector<Klass*> unsafe_;
  std::vector<Field*> needed_fields_;
  std::vector<Klass*> needed_arrays_, needed_births_;
  bool found_ = false;
  por::ThreadSet fenced_;
  uint64_t changes_ = 0;
  bool born_shared_ = false;    // of some class
  std::vector<int8_t> births_;  // by Klass::id: 0 not looked at yet, 1 has variables that are no final fields, -1 not
  // Of variables (Field, or Klass of arrays) of which not all is kept: whether a thread has read a reference that did
  // not know of it, and the classes of those that were written in a mode that releases nothing.
  struct Unreleased {
    bool read = false;
    std::vector<Klass*> written;
  };
  std::unordered_map<const void*, Unreleased> unreleased_;
  std::set<std::string> views_in_order_;
  std::unordered_set<const void*> written_weaker_;                 // variables, by place()
  std::unordered_map<const void*, std::string> read_by_volatile_;  // of these
};

}  // namespace jmc::vm
