#include "listeners/text.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace jmc::listeners {

std::string grouped(uint64_t n) {
  std::string digits = std::to_string(n);
  for (size_t at = digits.size(); at > 3;) digits.insert(at -= 3, 1, ' ');
  return digits;
}

std::string bytes_text(uint64_t bytes) {
  char text[32];
  if (bytes < 10'000) std::snprintf(text, sizeof text, "%llu bytes", static_cast<unsigned long long>(bytes));
  else if (bytes < 10'000'000) std::snprintf(text, sizeof text, "%.0f kB", static_cast<double>(bytes) / 1e3);
  else if (bytes < 10'000'000'000) std::snprintf(text, sizeof text, "%.0f MB", static_cast<double>(bytes) / 1e6);
  else std::snprintf(text, sizeof text, "%.1f GB", static_cast<double>(bytes) / 1e9);
  return text;
}

std::string seconds_text(double seconds) {
  char text[32];
  std::snprintf(text, sizeof text, seconds < 10 ? "%.3f s" : "%.1f s", seconds);
  return text;
}

std::string count(uint64_t n, std::string_view one) { return count(n, one, std::string(one) + "s"); }

std::string count(uint64_t n, std::string_view one, std::string_view many) {
  return grouped(n) + " " + std::string(n == 1 ? one : many);
}

std::string given_seconds(double seconds) {
  char text[32];
  std::snprintf(text, sizeof text, "%.15g s", seconds);
  return text;
}

std::string percent(double share) {
  if (share <= 0) return "0 %";
  if (share >= 1) return "100 %";
  if (share < 0.01) return "less than 1 %";
  return std::to_string(std::min(99L, std::lround(100 * share))) + " %";
}

std::string percent(double least, double most) {
  const auto from = std::lround(std::floor(100 * std::clamp(least, 0.0, 1.0)));
  const auto to = std::lround(std::ceil(100 * std::clamp(most, 0.0, 1.0)));
  return (from == to ? "" : std::to_string(from) + " to ") + std::to_string(to) + " %";
}

size_t width_of(std::string_view text) {
  size_t n = 0;
  for (const char c : text) n += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  return n;
}

std::string padded(std::string_view text, size_t width) {
  const size_t has = width_of(text);
  return std::string(text) + std::string(has < width ? width - has : 0, ' ');
}

namespace {

// Bytes of the first `columns` code points.
size_t prefix(std::string_view text, size_t columns) {
  size_t at = 0;
  for (size_t seen = 0; at < text.size(); ++at)
    if ((static_cast<unsigned char>(text[at]) & 0xC0) != 0x80 && seen++ == columns) break;
  return at;
}

// In a name that is too long, after a separator or before a word's capital; else anywhere.
size_t break_in_name(std::string_view name, size_t limit) {
  for (const bool separators : {true, false})
    for (size_t at = limit; at > limit / 3 && at > 0; --at) {
      const char before = name[at - 1];
      if (separators ? std::string_view(".-/:_").find(before) != std::string_view::npos
                     : at < name.size() && before >= 'a' && before <= 'z' && name[at] >= 'A' && name[at] <= 'Z')
        return at;
    }
  return limit;
}

}  // namespace

std::string cut(std::string_view text, size_t width) {
  if (width_of(text) <= width) return std::string(text);
  if (width <= 3) return std::string(text.substr(0, prefix(text, width)));
  return std::string(text.substr(0, prefix(text, width - 3))) + "...";
}

std::vector<std::string> wrapped(std::string_view text, size_t width, size_t indent) {
  std::vector<std::string> out;
  std::string margin;
  while (width_of(text) + margin.size() > width) {
    const size_t limit = prefix(text, width - margin.size());
    size_t at = text.rfind(' ', limit);
    if (at == std::string_view::npos || at == 0) at = break_in_name(text, limit);
    out.push_back(margin + std::string(text.substr(0, at)));
    text.remove_prefix(at < text.size() && text[at] == ' ' ? at + 1 : at);
    margin.assign(indent, ' ');
  }
  out.push_back(margin + std::string(text));
  return out;
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> out;
  while (!text.empty()) {
    const size_t end = text.find('\n');
    out.emplace_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return out;
}

std::string one_line(std::string_view text) {
  std::string out(text);
  std::replace_if(
      out.begin(), out.end(), [](char c) { return c == '\n' || c == '\r' || c == '\t'; }, ' ');
  return out;
}

}  // namespace jmc::listeners
