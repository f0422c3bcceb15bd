// Happens-before between the steps of a path, as vector clocks, and who touched a location: what the searches share
// that look for races between steps. (The order of observers.cpp is another one: there two writes may be unordered.)
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "por/seam/transition_system.hpp"

namespace jmc::por {

// Of a step. By thread: 1 + the number of its latest step that happens before this one, or is it; 0: none.
struct Clock {
  PerThread of;
  bool covers(ThreadId thread, uint32_t step) const { return std::as_const(of)[thread] > step; }
  // `width`: threads that exist.
  void join(const Clock& other, ThreadId width) { of.raise_to(other.of, width); }
  template <class A>
  void archive(A& a) {
    a(of);
  }
};

// The steps of the path that touch one location, in their order. Positions count from 1; 0 is none.
class Touches {
 public:
  struct Touch {
    uint32_t step;
    bool write;
    uint32_t last_write;  // position of the latest write up to this one
  };
  void push(uint32_t step, bool write) {
    const uint32_t before = touches_.empty() ? 0 : touches_.back().last_write;
    touches_.push_back({step, write, write ? static_cast<uint32_t>(touches_.size() + 1) : before});
  }
  void pop() { touches_.pop_back(); }
  template <class A>
  void archive(A& a) {
    a(touches_);
  }
  const Touch& operator[](size_t position) const { return touches_[position - 1]; }
  // The latest that conflicts with an access; of those before a position.
  size_t latest(bool write) const { return earlier(touches_.size() + 1, write); }
  size_t earlier(size_t position, bool write) const {
    return write || position < 2 ? position - 1 : touches_[position - 2].last_write;
  }
  // Calls visit(step) for those that conflict with an access, latest first, up to a write, which orders all before it.
  template <class F>
  void for_unordered(bool write, F&& visit) const {
    for (size_t i = latest(write); i != 0; i = earlier(i, write)) {
      visit((*this)[i].step);
      if ((*this)[i].write) break;
    }
  }

 private:
  std::vector<Touch> touches_;
};

}  // namespace jmc::por
