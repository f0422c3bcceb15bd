// Numbers as people write them in options, files and commands.
#pragma once

#include <charconv>
#include <optional>
#include <string_view>

namespace jmc::base {

// The number that the whole of `text` is; nothing if it is none, has anything before or after it, or does not fit.
template <typename Number>
std::optional<Number> number_of(std::string_view text) {
  Number n{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return n;
}

}  // namespace jmc::base
