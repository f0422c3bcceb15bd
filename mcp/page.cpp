#include "mcp/page.hpp"

#include <algorithm>
#include <cstdio>

#include "base/split.hpp"
#include "mcp/json.hpp"

namespace jmc::mcp {

namespace {

constexpr size_t kLongestLine = 400;  // where there is no room for longer ones

}  // namespace

Page& Page::text(std::string_view text) {
  while (!text.empty() && text.back() == '\n') text.remove_suffix(1);
  for (std::string& l : base::split(text, '\n')) line(std::move(l));
  return *this;
}

std::string Page::fit(size_t bytes) const {
  std::string all;
  for (const std::string& l : lines_) all += l + "\n";
  all += last_;
  while (!all.empty() && all.back() == '\n') all.pop_back();
  if (json_bytes(all) <= bytes) return all;
  const std::string end = "(" + std::to_string(all.size()) + " bytes in all" + (rest_.empty() ? "" : "; " + rest_) +
                          ")" + (last_.empty() ? "" : "\n" + last_);
  const size_t taken = json_bytes(end);
  std::string out;
  size_t room = bytes > taken ? bytes - taken : 0;
  for (const std::string& l : lines_) {
    const std::string shown = shortened(l, kLongestLine) + "\n";
    const size_t needed = json_bytes(shown);
    if (needed > room) break;
    room -= needed;
    out += shown;
  }
  return out + end;
}

size_t json_bytes(std::string_view text) { return json_text(text).size() - 2; }

std::string shortened(std::string_view text, size_t bytes) {
  if (text.size() <= bytes) return std::string(text);
  size_t end = bytes > 3 ? bytes - 3 : 0;
  while (end && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
  return std::string(text.substr(0, end)) + "...";
}

std::string in_one_line(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\n') out += "\\n";
    else if (c == '\r') out += "\\r";
    else if (c == '\t') out += "\\t";
    else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
      char escaped[8];
      std::snprintf(escaped, sizeof escaped, "\\u%04x", static_cast<unsigned>(static_cast<unsigned char>(c)));
      out += escaped;
    } else out += c;
  }
  return out;
}

}  // namespace jmc::mcp
