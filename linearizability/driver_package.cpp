#include "linearizability/driver_package.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace jmc::linearizability {

namespace {

// A name of a class, or a descriptor with such names: "LName;".
std::string moved(std::string text, const ClassFiles& classes, const std::string& package) {
  for (const auto& [name, bytes] : classes) {
    if (text == name) return package + text;
    const std::string in_descriptor = "L" + name + ";";
    for (size_t at = 0; (at = text.find(in_descriptor, at)) != std::string::npos; at += package.size() + name.size())
      text.insert(at + 1, package);
  }
  return text;
}

// Length of an entry of the constant pool that is no text, with its tag (JVMS 4.4).
size_t length_of(uint8_t tag) {
  switch (tag) {
    case 5:
    case 6: return 9;  // long, double
    case 7:
    case 8:
    case 16:
    case 19:
    case 20: return 3;  // an index
    case 15: return 4;
    default: return 5;  // two indices, int, float
  }
}

std::vector<uint8_t> moved(const std::vector<uint8_t>& bytes, const ClassFiles& classes, const std::string& package) {
  constexpr size_t kCount = 8;  // behind magic and version
  constexpr uint8_t kText = 1, kLong = 5, kDouble = 6;
  const auto two = [&](size_t at) { return static_cast<size_t>(bytes[at] << 8 | bytes[at + 1]); };
  std::vector<uint8_t> out(bytes.begin(), bytes.begin() + kCount + 2);
  size_t at = kCount + 2;
  for (size_t i = 1; i < two(kCount); ++i) {
    const uint8_t tag = bytes[at];
    if (tag != kText) {
      const size_t length = length_of(tag);
      out.insert(out.end(), bytes.begin() + static_cast<std::ptrdiff_t>(at),
                 bytes.begin() + static_cast<std::ptrdiff_t>(at + length));
      at += length;
      i += tag == kLong || tag == kDouble;  // two numbers
      continue;
    }
    const size_t length = two(at + 1);
    const std::string text = moved(std::string(bytes.begin() + static_cast<std::ptrdiff_t>(at + 3),
                                               bytes.begin() + static_cast<std::ptrdiff_t>(at + 3 + length)),
                                   classes, package);
    out.push_back(kText);
    out.push_back(static_cast<uint8_t>(text.size() >> 8));
    out.push_back(static_cast<uint8_t>(text.size()));
    out.insert(out.end(), text.begin(), text.end());
    at += 3 + length;
  }
  out.insert(out.end(), bytes.begin() + static_cast<std::ptrdiff_t>(at), bytes.end());
  return out;
}

}  // namespace

ClassFiles in_package(const ClassFiles& classes, const std::string& package) {
  ClassFiles out;
  for (const auto& [name, bytes] : classes) out.emplace_back(package + name, moved(bytes, classes, package));
  return out;
}

}  // namespace jmc::linearizability
