// What a debugger calls objects, classes and frames, and the copies of the state in which it evaluates expressions.
//
// An object keeps its Ref along a path, and has the same one again after the replay went back and forth. So that is its
// id, valid once it was told and as long as the object exists. What a called method made exists only in the copy of the
// state that the call ran in: such an id names the copy too, and whoever uses it has the calls of that copy made again.
#pragma once

#include <map>
#include <memory>
#include <unordered_set>
#include <vector>

#include "debugger/packet.hpp"
#include "vm/code/aside.hpp"

namespace jmc::debugger {

class Ids {
 public:
  explicit Ids(vm::Vm& vm) : vm_(vm) {}

  // 0 for null. Class ids are ids of reference types, not of java.lang.Class objects.
  Id object(vm::Ref r);
  static Id type(const vm::Klass* k) { return kTypes | k->id; }
  static Id method(const vm::Method* m) { return Id{m->id} + 1; }
  static Id field(const vm::Field* f) { return (Id{f->owner->id} + 1) << 16 | f->slot; }
  static Id frame(vm::ThreadId t, uint32_t fp) { return (Id{t} + 1) << 32 | fp; }

  // These throw Refusal with the error code for what the id is not. object_or_null(): 0 is null.
  vm::Ref object(Id id);
  vm::Ref object_or_null(Id id) { return id ? object(id) : vm::kNull; }
  vm::Ref object_of(Id id, const vm::Klass* k, Code otherwise);
  vm::Klass* type(Id id) const;
  vm::Klass* class_type(Id id) const;  // no array
  vm::Method* method(const vm::Klass* k, Id id) const;
  const vm::Field* field(const vm::Klass* k, Id id) const;  // that k has or inherits

  // 's' string, 't' thread, 'g' group, 'l' loader, 'c' class, '[' array, 'L' else.
  char tag(vm::Ref r) const;
  static uint8_t type_tag(const vm::Klass* k) { return k->is_array() ? 3 : k->is_interface() ? 2 : 1; }
  static std::string signature(const vm::Klass* k);
  // A value with its tag, or, `untagged`, only a reference with one. `bits`: as in the heap, at the width of the type.
  void value(Writer& out, char type, uint64_t bits, bool untagged = false);
  // Some object that can be looked at; what is in a slot may be none.
  bool is_object(vm::Ref r) const;

  // Makes the call in a copy of the state: that which an argument named, else a new one. The Vm stays in it until
  // leave(). A string that it returns is one that exists outside.
  vm::Aside::Result call(vm::ThreadId t, vm::Method& m, const std::vector<uint32_t>& arguments);
  // Likewise allocates.
  vm::Ref make(vm::ThreadId t, vm::Klass* k, uint32_t length);
  // Writes elements of an array that object() has found, from `first` on; the copy that it is of is another one from
  // then on, under its old number. Refusal if it is one of the replay itself. `values` fit.
  void store(vm::Ref array, uint32_t first, const std::vector<uint64_t>& values);
  void leave() { aside_.reset(); }    // back to the replay, after each command
  void forget() { copies_.clear(); }  // the replay goes on: the copies are of an old state

 private:
  static constexpr Id kTypes = Id{1} << 32;
  static constexpr int kCopyShift = 33;
  struct Call {
    vm::ThreadId thread;
    vm::Method* method;  // null: an allocation, or, without a class, writes to an array
    vm::Klass* klass;
    std::vector<uint32_t> arguments;  // of an allocation the length; of writes the array and the first index
    std::vector<uint64_t> values = {};
  };
  void enter(uint64_t copy);
  void write(vm::Ref array, uint32_t first, const std::vector<uint64_t>& values);
  vm::Aside::Result make(const Call& call);
  vm::Aside::Result extend(Call call);

  vm::Vm& vm_;
  std::unordered_set<vm::Ref> told_;
  std::map<uint64_t, std::vector<Call>> copies_;  // by number
  uint64_t last_copy_ = 0, copy_ = 0, top_ = 0;   // of the copy the Vm is in: its number; where its objects begin
  std::unique_ptr<vm::Aside> aside_;
};

}  // namespace jmc::debugger
