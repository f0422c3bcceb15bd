#include "classfile/names.hpp"

#include <cstddef>

namespace jmc::classfile {
namespace {

// Length of the field descriptor at the start of `text`, 0 if there is none.
size_t field_descriptor_length(std::string_view text) {
  size_t dimensions = 0;
  while (dimensions < text.size() && text[dimensions] == '[') ++dimensions;
  if (dimensions > 255 || dimensions == text.size()) return 0;
  switch (text[dimensions]) {
    case 'B':
    case 'C':
    case 'D':
    case 'F':
    case 'I':
    case 'J':
    case 'S':
    case 'Z': return dimensions + 1;
    case 'L': {
      size_t end = text.find(';', dimensions + 1);
      if (end == std::string_view::npos) return 0;
      if (!is_internal_class_name(text.substr(dimensions + 1, end - dimensions - 1))) return 0;
      return end + 1;
    }
    default: return 0;
  }
}

void append_escaped(std::string& out, char c) {
  static const char* digits = "0123456789abcdef";
  auto byte = static_cast<unsigned char>(c);
  if (byte >= 0x20 && byte != 0x7f) {
    out += c;
  } else {
    out += "\\x";
    out += digits[byte >> 4];
    out += digits[byte & 15];
  }
}

}  // namespace

bool is_unqualified_name(std::string_view name) {
  if (name.empty()) return false;
  for (char c : name) {
    if (c == '.' || c == ';' || c == '[' || c == '/') return false;
  }
  return true;
}

bool is_method_name(std::string_view name) {
  if (name.empty()) return false;
  if (name[0] == '<') return name == "<init>" || name == "<clinit>";
  for (char c : name) {
    if (c == '.' || c == ';' || c == '[' || c == '/' || c == '<' || c == '>') return false;
  }
  return true;
}

bool is_internal_class_name(std::string_view name) {
  char previous = '/';
  for (char c : name) {
    if (c == '.' || c == ';' || c == '[' || (c == '/' && previous == '/')) return false;
    previous = c;
  }
  return previous != '/';
}

bool is_class_entry_name(std::string_view name) {
  return !name.empty() && name[0] == '[' ? is_field_descriptor(name) : is_internal_class_name(name);
}

bool is_field_descriptor(std::string_view descriptor) {
  return !descriptor.empty() && field_descriptor_length(descriptor) == descriptor.size();
}

int method_parameter_slots(std::string_view descriptor) {
  if (descriptor.empty() || descriptor[0] != '(') return -1;
  size_t at = 1;
  int slots = 0;
  while (at < descriptor.size() && descriptor[at] != ')') {
    size_t length = field_descriptor_length(descriptor.substr(at));
    if (length == 0) return -1;
    slots += length == 1 && (descriptor[at] == 'J' || descriptor[at] == 'D') ? 2 : 1;
    if (slots > 255) return -1;
    at += length;
  }
  if (at == descriptor.size()) return -1;
  std::string_view result = descriptor.substr(at + 1);
  return result == "V" || is_field_descriptor(result) ? slots : -1;
}

std::string in_quotes(std::string_view text) {
  constexpr size_t kShown = 120;
  std::string out = "\"";
  for (char c : text.substr(0, kShown)) append_escaped(out, c);
  out += text.size() > kShown ? "...\"" : "\"";
  return out;
}

std::string one_line(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (char c : text) append_escaped(out, c);
  return out;
}

}  // namespace jmc::classfile
