// Who accessed what without an operation, and when: from this follows where a later access finds a conflict (a hole in
// the visible list, or a field that counts from the next search on), so it is part of a state.
//
// A location is its object and byte offset: `object << 32 | offset`. An epoch counts the threads that a thread has
// started, plus one; 0 is never.
//
// Ownership: part of a Vm.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "vm/class/initialisation.hpp"
#include "vm/state/heap.hpp"
#include "vm/state/state_component.hpp"
#include "vm/thread/thread.hpp"

namespace jmc::vm {

class Symmetry;

// By one thread, or by initialisers of classes (kInitialiserAccess).
struct AccessRecord {
  ThreadId thread;
  uint32_t read_epoch, write_epoch;
};

class AccessRecords {
 public:
  using Entry = std::vector<AccessRecord>;
  AccessRecords(const Heap& heap, const Symmetry& symmetry);
  ~AccessRecords();

  // The records of one location. Without any it is only valid until the next call, which may be set().
  Entry& at(uint64_t key) { return (in_base(key) ? base_ : others_)[key]; }
  // `mine`: the record of the thread in the entry; null: there is none yet.
  void set(uint64_t key, Entry& entry, AccessRecord* mine, const AccessRecord& record);

  void freeze();  // what there is now is of the base image

 private:
  bool in_base(uint64_t key) const { return heap_.header(static_cast<Ref>(key >> 32))->flags & kBase; }
  void count(uint64_t key, const AccessRecord& record, bool remove);
  uint64_t version_with(uint64_t key, const AccessRecord& record);

  struct Saved {
    uint64_t key;
    AccessRecord record;
    bool existed;
  };

 public:
  struct Mark {
    UndoLog<Saved>::Mark log;
    uint64_t version, name;
  };
  Mark mark() { return {log_.mark(), version_, name_}; }
  void undo(const Mark& m);
  void release(const Mark& m, const Mark* below) { log_.release(m.log, below ? &below->log : nullptr); }
  static constexpr bool kParts = true;
  void encode(StateEncoder& encoder);
  // What encode() has left to the end of a whole form.
  void encode_base(StateEncoder& e);
  void decode(StateDecoder& decoder);
  void decode_base(StateDecoder& d);

 private:
  static size_t slot(ThreadId t) { return t == kInitialiserAccess ? 0 : t + 1; }
  ThreadId place(ThreadId t) const;
  void write(StateEncoder& e, const Entry& entry);
  void write_others(StateEncoder& e);
  void write_base(StateEncoder& e);
  void read(StateDecoder& d, uint64_t key);

  const Heap& heap_;
  const Symmetry& symmetry_;
  std::unordered_map<uint64_t, Entry> others_, base_;  // base_: of objects that have the same name in every state
  uint64_t base_digest_[2] = {};                       // sums over base_
  // Of base_ as it is: two of one version are the same. 0: none yet, since no whole form has been asked for.
  uint64_t version_ = 0, versions_ = 0;
  uint64_t name_ = 0;    // of the present version, as a run of whole states; 0: it has not been asked for
  uint64_t frozen_ = 0;  // versions up to that one were of another base image
  // The last record that was set in a version, and what came of it.
  struct Next {
    uint64_t version, key;
    AccessRecord record;
    uint64_t next;
  };
  std::vector<Next> next_;  // by a hash
  // The same for each thread (and first, of initialisers), whatever its number: where threads have places.
  std::vector<std::array<uint64_t, 2>> by_thread_;
  std::vector<uint64_t> placed_;  // scratch
  UndoLog<Saved> log_;
  std::vector<std::pair<uint64_t, const Entry*>> places_;  // scratch
  Entry placed_entry_;                                     // scratch
  std::vector<std::pair<uint64_t, uint64_t>> names_;  // by a hash of the version: its name as a run of whole states
};

// Where each thread read and wrote what the list does not name, last: an access of some execution, for the words of a
// hole. No part of a state.
struct AccessPlaces {
  uint32_t read[2], written[2];  // Method::id + 1 and instruction
};

}  // namespace jmc::vm
