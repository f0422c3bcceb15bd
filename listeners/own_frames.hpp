// Where a thread stands in the program's own code, by method and instruction. Internal to listeners/.
#pragma once

#include <array>
#include <string>

#include "vm/vm.hpp"

namespace jmc::listeners {

// The innermost frame of the program, its callers as far as they are the program's, too, and the method of the JDK that
// the innermost one has called (null: it stands there itself). Methods outlive this.
struct OwnFrames {
  static constexpr size_t kMost = 3;
  std::array<const vm::Method*, kMost> method{};  // null: no more of them
  std::array<uint32_t, kMost> pc{};
  const vm::Method* called = nullptr;

  // The same instruction, reached by the same calls.
  bool same_place(const OwnFrames& o) const { return method == o.method && pc == o.pc; }
  int line() const { return method[0] ? method[0]->line_of(pc[0]) : -1; }
  // "Account.java:17"; empty if it is not known.
  std::string place() const;
  // "ConcurrentHashMap.put", called by the program; empty if nothing is.
  std::string call() const;
};

OwnFrames own_frames(const vm::Vm& vm, por::ThreadId t);

}  // namespace jmc::listeners
