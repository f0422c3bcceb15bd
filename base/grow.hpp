// Vectors that hold most of the memory of a search: they grow by a quarter, so that less of it is kept in reserve than
// by doubling.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace jmc::base {

// Room for so many more. What has been doubled while it is small is copied five times at most afterwards, on average.
template <class T>
void grow_for(std::vector<T>& values, size_t more) {
  constexpr size_t kSmall = 1024;
  const size_t needed = values.size() + more;
  if (needed <= values.capacity()) return;
  const size_t now = values.capacity();
  values.reserve(std::max(needed, now < kSmall ? 2 * now : now + now / 4));
}

}  // namespace jmc::base
