// Numbers, sizes and widths as text on a terminal.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace jmc::listeners {

std::string grouped(uint64_t n);           // 1 234 567
std::string bytes_text(uint64_t bytes);    // 12 MB
std::string seconds_text(double seconds);  // 0.123 s
// "1 state", "2 states", "1 000 searches".
std::string count(uint64_t n, std::string_view one);
std::string count(uint64_t n, std::string_view one, std::string_view many);
// A number of seconds as a user gave it: 1.5 s, 1e-07 s.
std::string given_seconds(double seconds);
// "23 %", "less than 1 %": never 0 of what there is some of, never 100 of what is not all.
std::string percent(double share);
// An interval of shares, rounded outwards: "6 to 60 %".
std::string percent(double least, double most);
// Columns that a UTF-8 text takes, one per code point.
size_t width_of(std::string_view text);
std::string padded(std::string_view text, size_t width);  // with blanks behind it
// At most `width` columns; what was cut ends with "...".
std::string cut(std::string_view text, size_t width);
// Lines of at most `width` columns, broken at blanks where there are any; all but the first are indented.
std::vector<std::string> wrapped(std::string_view text, size_t width, size_t indent = 0);
std::vector<std::string> lines_of(std::string_view text);

// With spaces for ends of lines and tabs.
std::string one_line(std::string_view text);

}  // namespace jmc::listeners
