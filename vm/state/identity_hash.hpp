// Identity hash codes, as far as others know them by their looks.
#pragma once

#include <cstdint>

namespace jmc::vm {

// Hexadecimal digits that each has at least: what has fewer, in a text like "Node@1b", is the program's own.
inline constexpr int kHashDigits = 5;
inline constexpr int32_t kLeastIdentityHash = 1 << 4 * (kHashDigits - 1);

}  // namespace jmc::vm
