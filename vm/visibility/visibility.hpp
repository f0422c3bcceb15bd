// Which accesses to shared data are scheduling points, and what is watched of those that are not.
//
// With a list (VmOptions::visible) the accesses that it names are, and others that conflict are holes in it. Without
// one (adaptive()), every access is watched: where two threads conflict, or a thread polls in a loop that nothing else
// can end, the field or the class of array is contended, and its accesses are operations from the next search on. A
// search in which something was found contended says nothing about all schedules.
//
// Ownership: part of a Vm. What is found is no part of the state (what accesses were made is:
// vm/state/access_records.hpp); it is kept until adopt().
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "vm/class/klass.hpp"
#include "vm/state/access_records.hpp"
#include "vm/state/heap.hpp"
#include "vm/thread/thread.hpp"

namespace jmc::vm {

struct Insn;
class Vm;

class Visibility {
 public:
  explicit Visibility(Vm& vm);
  ~Visibility();
  Visibility(const Visibility&) = delete;

  // --- what counts
  // The list, or what a program with its own representation of states names, has the class; internal names.
  bool listed(std::string_view class_name) const;
  bool list_given() const;
  bool adaptive() const;
  uint8_t classify(const Field& f) const;  // Field::visibility of a field that was just linked

  // --- accesses by the running thread
  // True: the access is a scheduling point. Otherwise it is recorded where it has to be.
  bool of_field(Ref object, const Field* f, bool write);
  bool of_element(Ref array, uint32_t index, bool write);
  bool of_raw(Ref object, uint32_t offset, bool write);  // Unsafe, VarHandle: object or static block, and byte offset
  // While the initial state of every search is made, threads stop at whatever may turn out to count.
  void stop_at_all(bool on) { stop_at_all_ = on; }
  bool stops_at_all() const { return stop_at_all_; }
  // The instruction reads a final field without looking at it, as long as the field is taken for final.
  void not_looked_at(const Field* f, Insn* read) { final_reads_.emplace_back(f, read); }
  void look_at_no_final();  // reads that were looked at before the base image need not be any more

  // --- invisible runs
  // The watched accesses of a long invisible run, while it is on.
  struct Polling {
    bool on = false;
    std::vector<std::pair<Ref, uint32_t>> accesses;
  };
  Polling& polling() { return polling_; }
  void begin_run() {
    polling_.on = false;
    polling_.accesses.clear();
  }
  // The loop that the running thread is in can only end if another thread writes what it polls. False: it polls
  // nothing.
  bool adopt_polled();
  std::string polling_text(ThreadId t) const;  // of a run that ended in RunEnd::Polling: what, where, what to do

  // --- what is found
  void contended(const Field* f);
  void contended(const Klass* array);
  // Accesses to this location conflict; `other`: with one of this thread, which wrote or read.
  void conflict(Ref object, uint32_t offset, ThreadId other = por::kNoThread, bool other_wrote = false,
                bool write = false);
  // Copies of elements in one step are pending, on some path. Never false again.
  bool copies_met() const { return copies_met_; }
  void met_copy() { copies_met_ = true; }
  // Two threads are about to copy and to write elements of this array: from the next search on, copies of its class
  // take several steps.
  void torn_copy(const Klass* array);
  const std::vector<Klass*>& torn_copies() const { return torn_arrays_; }
  bool contended_found() const { return !fields_.empty() || !arrays_.empty(); }
  // Fields taken for what they are declared to be are so from the beginning of the program.
  bool start_relies() const;
  // Holes of the list, and whatever else leaves a doubt whether the search has seen all; in words, each once.
  const std::vector<std::string>& holes() const { return holes_; }
  void add_hole(std::string text);
  void forget_holes();
  // What is contended counts from now on, and so do copies that are torn.
  void adopt();
  void adopt_copies();
  void note_adopted(std::string text) { adopted_.push_back(std::move(text)); }
  std::vector<std::string>& adopted() { return adopted_; }  // in words, in the order found
  const std::vector<std::string>& adopted() const { return adopted_; }
  uint64_t learnt() const { return fields_.size() + arrays_.size() + atomics_met_; }

 private:
  const Field* field_at(Ref object, uint32_t offset);  // Vm::field_at, which looks through all fields
  void record(Ref object, uint32_t offset, bool write);
  void ordered(Ref object, uint32_t offset, bool write);
  void polled(Ref object, uint32_t offset);
  void found_contended(Ref object, uint32_t offset);
  // Where each thread read and wrote what the list does not name, in some execution: for the words of a hole.
  void note_place(uint64_t key, bool write);
  std::string hole_text(const std::string& what, uint64_t key, ThreadId other, bool other_wrote, bool write) const;

  Vm& vm_;
  std::vector<Field*> fields_;
  std::vector<Klass*> arrays_, torn_arrays_;
  std::vector<std::pair<const Field*, Insn*>> final_reads_;
  std::vector<std::string> adopted_, holes_;
  std::unordered_map<uint64_t, std::unordered_map<ThreadId, AccessPlaces>> access_places_;
  struct KnownField {
    uint64_t place = ~uint64_t{0};  // the class of the object, and the offset
    const Field* field = nullptr;
  };
  static constexpr int kKnownFieldBits = 7;
  std::array<KnownField, 1u << kKnownFieldBits> known_fields_;  // direct-mapped
  uint64_t atomics_met_ = 0;  // fields and classes of arrays that have become kAtomicField, elements_atomic
  Polling polling_;
  bool stop_at_all_ = false;
  bool copies_met_ = false;
};

}  // namespace jmc::vm
