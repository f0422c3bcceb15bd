#include "check/report/markup.hpp"

#include <cstdint>
#include <cstdio>

namespace jmc::check {

namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

// Which characters there are: those of Unicode, or those of them that XML 1.0 has.
enum class Of { Unicode, Xml };

// Bytes of the character that begins here; 0: none does.
size_t character(std::string_view text, size_t at, Of of) {
  const auto byte = [&](size_t i) { return static_cast<uint8_t>(at + i < text.size() ? text[at + i] : 0); };
  const uint8_t first = byte(0);
  const bool xml = of == Of::Xml;
  if (first < 0x80) return !xml || first >= 0x20 || first == '\t' || first == '\n' || first == '\r' ? 1 : 0;
  const size_t size = first >= 0xF0 && first < 0xF5 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 0;
  if (!size || first >= 0xF5) return 0;
  uint32_t code = first & (0xFFu >> (size + 1));
  for (size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
    code = code << 6 | (byte(i) & 0x3Fu);
  }
  constexpr uint32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = code >= 0xD800 && code < 0xE000, none = xml && (code == 0xFFFE || code == 0xFFFF);
  return code < kLeast[size] || code > 0x10FFFF || surrogate || none ? 0 : size;
}

template <class Put>
void each_character(std::string_view text, Of of, Put&& put) {
  for (size_t at = 0; at < text.size();) {
    const size_t size = character(text, at, of);
    put(size ? text.substr(at, size) : kReplacement);
    at += size ? size : 1;
  }
}

}  // namespace

std::string decimal_seconds(double seconds) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2f", seconds);
  return text;
}

std::string printable_utf8(std::string_view text) {
  std::string out;
  each_character(text, Of::Xml, [&](std::string_view c) { out += c; });
  return out;
}

std::string valid_utf8(std::string_view text) {
  std::string out;
  each_character(text, Of::Unicode, [&](std::string_view c) { out += c; });
  return out;
}

std::string escaped(std::string_view text) {
  std::string out;
  each_character(text, Of::Xml, [&](std::string_view c) {
    switch (c[0]) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      case '\'': out += "&#39;"; break;
      default: out += c;
    }
  });
  return out;
}

}  // namespace jmc::check
