#include "classfile/manifest.hpp"

#include <algorithm>
#include <cctype>

#include "classfile/files.hpp"

namespace jmc::classfile {
namespace {

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](unsigned char x, unsigned char y) {
           return std::tolower(x) == std::tolower(y);
         });
}

std::string_view trim(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

// Cuts the first line off `text`; lines end with CR, LF or both.
std::string_view take_line(std::string_view& text) {
  size_t end = text.find_first_of("\r\n");
  std::string_view line = text.substr(0, end);
  if (end == std::string_view::npos) {
    text = {};
  } else {
    size_t next = text[end] == '\r' && end + 1 < text.size() && text[end + 1] == '\n' ? end + 2 : end + 1;
    text.remove_prefix(next);
  }
  return line;
}

void note(Manifest& manifest, std::string_view line) {
  size_t colon = line.find(':');
  if (colon == std::string_view::npos) return;
  std::string_view name = line.substr(0, colon), value = trim(line.substr(colon + 1));
  if (equal_ignoring_case(name, "Main-Class")) manifest.main_class = value;
  if (equal_ignoring_case(name, "Class-Path")) manifest.class_path = value;
  if (equal_ignoring_case(name, "Add-Exports")) manifest.add_exports = value;
  if (equal_ignoring_case(name, "Add-Opens")) manifest.add_opens = value;
  if (equal_ignoring_case(name, "Multi-Release")) manifest.multi_release = equal_ignoring_case(value, "true");
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::string percent_decoded(std::string_view url) {
  std::string out;
  for (size_t i = 0; i < url.size(); ++i) {
    if (url[i] == '%' && i + 2 < url.size() && hex_digit(url[i + 1]) >= 0 && hex_digit(url[i + 2]) >= 0) {
      out += static_cast<char>(hex_digit(url[i + 1]) << 4 | hex_digit(url[i + 2]));
      i += 2;
    } else {
      out += url[i];
    }
  }
  return out;
}

}  // namespace

Manifest parse_manifest(std::string_view text) {
  Manifest manifest;
  std::string logical;  // a line with its continuations, which begin with one space
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  while (!text.empty()) {
    std::string_view line = take_line(text);
    if (line.empty()) break;  // the main section ends at the first empty line
    if (line.front() == ' ') {
      logical += line.substr(1);
    } else {
      note(manifest, logical);
      logical = line;
    }
  }
  note(manifest, logical);
  return manifest;
}

std::vector<std::string> class_path_elements(const std::string& jar_path, std::string_view class_path) {
  std::vector<std::string> out;
  std::string directory = parent_directory(jar_path);
  while (!class_path.empty()) {
    size_t end = class_path.find_first_of(" \t");
    std::string_view url = class_path.substr(0, end);
    class_path.remove_prefix(end == std::string_view::npos ? class_path.size() : end + 1);
    if (url.starts_with("file:")) {
      url.remove_prefix(5);
      if (url.starts_with("///")) url.remove_prefix(2);
    } else if (url.find(':') != std::string_view::npos) {
      continue;
    }
    if (url.empty()) continue;
    std::string path = percent_decoded(url);
    if (path.find('\0') != std::string::npos) continue;
    if (path.front() != '/') path = std::string(directory).append("/").append(path);
    while (path.size() > 1 && path.back() == '/') path.pop_back();
    out.push_back(std::move(path));
  }
  return out;
}

}  // namespace jmc::classfile
