// Modified UTF-8 (JVMS 4.4.7): U+0000 is two bytes, a supplementary character is a pair of three-byte surrogates.
#include "classfile/class_file.hpp"

namespace jmc::classfile {

std::u16string decode_modified_utf8(std::string_view text) {
  constexpr char16_t kReplacement = 0xfffd;
  std::u16string out;
  out.reserve(text.size());
  auto byte = [&](size_t i) -> unsigned { return i < text.size() ? static_cast<uint8_t>(text[i]) : 0; };
  auto continues = [&](size_t i) { return (byte(i) & 0xc0) == 0x80; };
  for (size_t i = 0; i < text.size();) {
    unsigned c = byte(i);
    if (c != 0 && c < 0x80) {
      out += static_cast<char16_t>(c);
      i += 1;
    } else if ((c & 0xe0) == 0xc0 && continues(i + 1)) {
      out += static_cast<char16_t>((c & 0x1f) << 6 | (byte(i + 1) & 0x3f));
      i += 2;
    } else if ((c & 0xf0) == 0xe0 && continues(i + 1) && continues(i + 2)) {
      out += static_cast<char16_t>((c & 0x0f) << 12 | (byte(i + 1) & 0x3f) << 6 | (byte(i + 2) & 0x3f));
      i += 3;
    } else {
      out += kReplacement;
      i += 1;
    }
  }
  return out;
}

std::string encode_modified_utf8(std::u16string_view text) {
  std::string out;
  out.reserve(text.size());
  for (char16_t c : text) {
    if (c != 0 && c < 0x80) {
      out += static_cast<char>(c);
    } else if (c < 0x800) {
      out += static_cast<char>(0xc0 | c >> 6);
      out += static_cast<char>(0x80 | (c & 0x3f));
    } else {
      out += static_cast<char>(0xe0 | c >> 12);
      out += static_cast<char>(0x80 | (c >> 6 & 0x3f));
      out += static_cast<char>(0x80 | (c & 0x3f));
    }
  }
  return out;
}

}  // namespace jmc::classfile
