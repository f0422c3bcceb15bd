// Which objects of the program in the base image lead, by references that the image has, to one that was written since:
// those alone a form has to visit. What leads to none is as it was, with all that is behind it.
//
// Kept up to date along a path. Whoever writes to an object for the first time adds it to a list, which goes back with
// the state; what leads to it is found once, by the references to it, and forgotten when the list has gone back.
//
// Ownership: part of a StateEncoder. Objects are named by their place among those that begin() is given.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "vm/state/heap.hpp"

namespace jmc::vm {

class WrittenBehind {
 public:
  explicit WrittenBehind(Heap& heap) : heap_(heap) {}

  // A base image was taken, with these objects of the program, whose canon_number is their place. `each_child(r, f)`
  // calls `f` once with each of them that `r` refers to. Those with kNamesNumbered count as written.
  template <class F>
  void begin(const std::vector<Ref>& program, F&& each_child) {
    children_.clear();
    children_from_.assign(1, 0);
    for (const Ref r : program) {
      each_child(r, [&](Ref child) { children_.push_back(child); });
      children_from_.push_back(children_.size());
    }
    find_parents(program);
  }
  // These objects of the base image were written, in this order: from now on.
  void follow(const std::vector<Ref>& dirty);
  // Whether the object was written, or one to which it leads.
  bool behind(uint32_t object) const { return leads_[object]; }
  std::span<const Ref> children(size_t object) const {
    return {children_.data() + children_from_[object], children_.data() + children_from_[object + 1]};
  }

 private:
  void find_parents(const std::vector<Ref>& program);
  void written(uint32_t object);

  Heap& heap_;
  std::vector<size_t> children_from_;  // in children_; one more than objects
  std::vector<Ref> children_;
  std::vector<size_t> parents_from_;  // likewise
  std::vector<uint32_t> parents_;
  std::vector<uint8_t> leads_;   // by object
  std::vector<uint32_t> found_;  // those of which it is true, in the order in which that was found
  struct Followed {
    Ref object;
    size_t found;  // so many were found before it
  };
  std::vector<Followed> followed_;
};

}  // namespace jmc::vm
