// A double as two words of 32 bits: the high one has sign, exponent and the upper 20 bits of the fraction.
#pragma once
#include <bit>
#include <cstdint>
#include <limits>

namespace jmc::natives::strict {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

inline int32_t high_word(double x) { return static_cast<int32_t>(std::bit_cast<uint64_t>(x) >> 32); }
inline uint32_t low_word(double x) { return static_cast<uint32_t>(std::bit_cast<uint64_t>(x)); }

inline double with_high_word(double x, int32_t high) {
  return std::bit_cast<double>(uint64_t{static_cast<uint32_t>(high)} << 32 | low_word(x));
}
inline double with_low_word(double x, uint32_t low) {
  return std::bit_cast<double>(uint64_t{static_cast<uint32_t>(high_word(x))} << 32 | low);
}

// x times 2^k, by its exponent alone: what leaves the range of exponents is not looked at.
inline double with_exponent_added(double x, int k) {
  return with_high_word(x,
                        static_cast<int32_t>(static_cast<uint32_t>(high_word(x)) + (static_cast<uint32_t>(k) << 20)));
}

}  // namespace jmc::natives::strict
