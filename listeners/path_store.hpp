// Many paths of one search in little memory: a path shares its beginning with the one that was stored before it, and a
// search that goes on from where it went back has most of its path in common with the last.
//
// Ownership: a StoredPath is a handle that keeps the store alive; copies of it mean the same path. Not for several
// threads.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <vector>

#include "por/listener.hpp"

namespace jmc::listeners {

class PathStore;

class StoredPath {
 public:
  StoredPath() = default;                                    // the empty path
  explicit StoredPath(std::span<const por::PathStep> path);  // in a store of its own

  size_t size() const { return length_; }
  bool empty() const { return length_ == 0; }
  std::vector<por::PathStep> steps() const;

 private:
  friend class PathStore;
  std::shared_ptr<PathStore> store_;
  uint32_t last_ = 0;  // node of its last step
  size_t length_ = 0;
};

class PathStore : public std::enable_shared_from_this<PathStore> {
 public:
  static std::shared_ptr<PathStore> make() { return std::shared_ptr<PathStore>(new PathStore); }

  StoredPath add(std::span<const por::PathStep> path);
  // What only this path needs is used again; its handles must not be asked any more.
  void remove(StoredPath& path);
  // One of the paths in it (base/archive.hpp).
  template <class A>
  void archive(A& a, StoredPath& path) {
    std::vector<por::PathStep> steps;
    if constexpr (!A::kLoading) steps = path.steps();
    a(steps);
    if constexpr (A::kLoading) path = add(steps);
  }
  // Steps that are stored.
  size_t nodes() const { return nodes_.size() - free_.size(); }

 private:
  friend class StoredPath;
  // A tree: `uses` counts the paths that end here and the nodes below.
  struct Node {
    uint32_t before, uses;
    por::PathStep step;
  };
  static constexpr uint32_t kRoot = ~0u;
  PathStore() = default;

  std::deque<Node> nodes_;  // grows without a copy of what is there
  std::vector<uint32_t> free_;
  std::vector<uint32_t> latest_;  // nodes of the path that was added last
};

}  // namespace jmc::listeners
