// The text of an answer, line by line, the point first: where there is no room for all, the end is left out, and it
// says where it is.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace jmc::mcp {

class Page {
 public:
  Page& line(std::string text) {
    lines_.push_back(std::move(text));
    return *this;
  }
  // A text of several lines.
  Page& text(std::string_view text);
  // What follows the last line that there is room for, if not for all: where the rest is.
  Page& rest(std::string handle) {
    rest_ = std::move(handle);
    return *this;
  }
  // Stands at the end whatever there is room for.
  Page& last(std::string text) {
    last_ = std::move(text);
    return *this;
  }

  // At most so many bytes, as JSON writes it, without the quotes.
  std::string fit(size_t bytes) const;

 private:
  std::vector<std::string> lines_;
  std::string rest_, last_;
};

// What JSON needs for it, without the quotes.
size_t json_bytes(std::string_view text);
// At most so many bytes of it, and whole characters; "..." where something is left out.
std::string shortened(std::string_view text, size_t bytes);
// In one line: ends of lines and other control characters as in Java.
std::string in_one_line(std::string_view text);

}  // namespace jmc::mcp
