// The accesses of a replayed path in their order, and which of them saw which other. Internal to listeners/.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "listeners/moments.hpp"

namespace jmc::listeners {

// An access, by an operation or beside one.
struct Access {
  por::ThreadId thread = 0;
  const Moment* moment = nullptr;
  vm::Ref object = vm::kNull;
  uint32_t offset = 0;
  char type = 0;
  bool reads = false, writes = false;
  uint64_t read = 0, written = 0;
  std::string klass, method;
  int line = -1;
  OwnFrames frames;
  bool beside = false;  // after the operation of its moment
  bool jdk = false;     // by code of the JDK, called from there
  bool inner = false;   // likewise, by an operation
  bool shared = false;  // others may access the variable
};

inline bool same_variable(const Access& a, const Access& b) { return a.object == b.object && a.offset == b.offset; }

class Accesses {
 public:
  // Of the first `told` moments. Keeps references to all of these.
  Accesses(Story& story, const std::vector<Moment>& moments, size_t told, vm::Vm& vm, Wording& wording);

  const std::vector<Access>& all() const { return all_; }
  const Access& operator[](size_t i) const { return all_[i]; }
  size_t size() const { return all_.size(); }
  // Of the variable of an access, in their order.
  const std::vector<size_t>& writes_of(const Access& a) const;
  // The access that wrote what this one read; -1: none of this schedule.
  int writer_of(size_t i) const;
  // The first write of another thread after the read, and before `end`; -1: none.
  int overtaken(size_t read, size_t end) const;
  // A value that had been overwritten.
  static bool stale(const Access& a) { return a.reads && !a.beside && a.moment->record.stale; }
  // Where a thread has last begun to make an exception, and the accesses before that; null: nowhere.
  const std::pair<Built, size_t>* built(por::ThreadId t) const;

  // As the rows of the story call it.
  std::string name(const Access& a) const;
  // In words.
  std::string variable(const Access& a) const;
  std::string value(const Access& a, uint64_t bits) const { return wording_.names().value(a.type, bits); }
  std::string object(const Access& a) const { return wording_.names().object(a.object); }
  std::string who(por::ThreadId t) const { return thread_label(vm_, t); }
  // " in step 4", " after step 4", or nothing where no step is told.
  std::string at(const Access& a) const;

  // The step of this access is part of a cause.
  void involve(const Access& a);
  // Says in the rows of steps that are part of a cause by another access than their operation which one that is:
  // "unlock Node#1, then write first = Session#1".
  void tell_beside();
  Story& story() const { return story_; }
  vm::Vm& vm() const { return vm_; }

 private:
  void note(por::ThreadId t, vm::Ref object, uint32_t offset);
  void add(const Moment& m);

  Story& story_;
  vm::Vm& vm_;
  Wording& wording_;
  std::vector<Access> all_;
  std::unordered_map<uint64_t, int64_t> users_;               // of each variable: the thread, or several
  std::unordered_map<uint64_t, std::vector<size_t>> writes_;  // of each variable, in their order
  std::unordered_map<por::ThreadId, std::pair<Built, size_t>> built_;
  std::set<const Access*> beside_;  // part of a cause, and no operation
  std::set<int> by_itself_;         // rows whose operation is
};

}  // namespace jmc::listeners
