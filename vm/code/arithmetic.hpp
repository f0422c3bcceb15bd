// Java's arithmetic where it is not that of C++ (JLS 5.1.3, JVMS 2.3), and values in the slots of a frame: long and
// double take two.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>

namespace jmc::vm {

// Bytes of a value of this type, given by its letter in descriptors; references take four.
inline int width_of(char type) {
  switch (type) {
    case 'Z':
    case 'B': return 1;
    case 'C':
    case 'S': return 2;
    case 'J':
    case 'D': return 8;
    default: return 4;
  }
}

inline int32_t f2i(double v) {
  if (v != v) return 0;
  if (v >= 2147483647.0) return std::numeric_limits<int32_t>::max();
  if (v <= -2147483648.0) return std::numeric_limits<int32_t>::min();
  return static_cast<int32_t>(v);
}
inline int64_t d2l(double v) {
  if (v != v) return 0;
  if (v >= 9223372036854775807.0) return std::numeric_limits<int64_t>::max();
  if (v <= -9223372036854775808.0) return std::numeric_limits<int64_t>::min();
  return static_cast<int64_t>(v);
}
template <class T>
inline int32_t compare(T a, T b, int32_t nan) {
  return a > b ? 1 : a == b ? 0 : a < b ? -1 : nan;
}
inline int64_t get64(const uint32_t* p) {
  int64_t v;
  std::memcpy(&v, p, 8);
  return v;
}
inline void put64(uint32_t* p, int64_t v) { std::memcpy(p, &v, 8); }
inline double getd(const uint32_t* p) {
  double v;
  std::memcpy(&v, p, 8);
  return v;
}
inline void putd(uint32_t* p, double v) { std::memcpy(p, &v, 8); }
inline float getf(uint32_t v) { return std::bit_cast<float>(v); }
inline uint32_t putf(float v) { return std::bit_cast<uint32_t>(v); }

// A value stored in a field narrower than int, as the JVM truncates it.
inline uint32_t narrow(uint32_t v, char type) {
  switch (type) {
    case 'Z': return v & 1;
    case 'B': return static_cast<uint32_t>(static_cast<int32_t>(static_cast<int8_t>(v)));
    case 'C': return v & 0xffff;
    case 'S': return static_cast<uint32_t>(static_cast<int32_t>(static_cast<int16_t>(v)));
    default: return v;
  }
}

}  // namespace jmc::vm
