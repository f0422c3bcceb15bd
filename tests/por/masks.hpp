// Sets of few threads as words, for oracles that have nothing in common with por::ThreadSet.
#pragma once

#include <cstdint>

#include "por/seam/thread_set.hpp"

namespace jmc::por {

using Mask = uint64_t;
inline constexpr Mask mask_of(ThreadId t) { return Mask{1} << t; }
inline ThreadSet set_of(Mask mask) {
  ThreadSet set;
  set.set_word(0, mask);
  return set;
}

}  // namespace jmc::por
