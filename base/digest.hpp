// A name for the content of a file: equal for equal bytes, different for others (128 bits; no protection against
// forgery).
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace jmc::base {

// 32 hexadecimal digits.
std::string digest(std::span<const uint8_t> bytes);

}  // namespace jmc::base
