// Names of objects by path (TransitionSystem::name_by_path): the allocating thread, and how much it had allocated
// before. Searches that match no states compare locations of one path with those of another by them.
//
// Ownership: part of a Vm, and a component of its state: what names there are follows from the path, and is not
// written. In the list of components it comes after the heap.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "por/seam/transition_system.hpp"
#include "vm/state/heap.hpp"
#include "vm/thread/thread.hpp"

namespace jmc::vm {

class StateDecoder;
class StateEncoder;

class AllocationNames {
 public:
  explicit AllocationNames(const Heap& heap);
  ~AllocationNames();

  // Whether objects have such names; switched on before the first step of a search.
  void use(bool on);
  bool used() const { return used_; }
  // Up to here what `owner` has allocated since the last call, or since begin_run().
  void belongs_to(uint32_t owner);
  void begin_run() { start_ = heap_.top(); }
  bool any_new() const { return heap_.top() != start_; }
  // What initialisers allocate goes by their class (Klass::id), so that it has the same name whichever thread runs
  // them.
  static uint32_t initialiser(uint32_t klass) { return por::kMaxThreads + klass; }
  // Throws Unsupported: there is no name.
  por::Location location(const RawAccess& access) const;
  // begin_run() was called here: for calls beside an execution.
  uint64_t run_start() const { return start_; }
  void set_run_start(uint64_t start) { start_ = start; }

  struct Mark {};
  Mark mark() const { return {}; }
  void undo(Mark);
  void release(Mark, const Mark*) const {}
  void encode(StateEncoder&) const {}
  void decode(StateDecoder&) const {}  // no state is loaded where objects have such names

 private:
  // What one run of an owner allocated. Along a path they follow each other in the heap.
  struct Region {
    Ref start;
    uint32_t owner;
    uint32_t before;  // 8-byte units that the owner had allocated before
  };

  const Heap& heap_;
  bool used_ = false;
  uint64_t start_ = 0;
  std::vector<Region> regions_;
  std::unordered_map<uint32_t, uint32_t> allocated_;  // 8-byte units, by owner
  // (owner, offset), of objects of initialisers and late threads: as met first, the same on all paths.
  mutable std::unordered_map<uint64_t, uint32_t> in_order_;
};

}  // namespace jmc::vm
