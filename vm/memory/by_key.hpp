// Lists of entries with a key, in ascending order of it.
#pragma once

#include <algorithm>

#include "vm/memory/machine.hpp"

namespace jmc::vm::memory {

// The entry of the key, or where it goes.
template <class V>
auto place_of(V& list, Key key) {
  return std::lower_bound(list.begin(), list.end(), key, [](const auto& e, Key k) { return e.key < k; });
}

}  // namespace jmc::vm::memory
