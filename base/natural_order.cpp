#include "base/natural_order.hpp"

#include <cstddef>

namespace jmc::base {

namespace {

bool digit(char c) { return c >= '0' && c <= '9'; }
bool letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

// A number, or one character.
struct Token {
  bool number = false, negative = false;
  std::string_view whole, fraction;  // digits, without zeros that mean nothing
  unsigned char character = 0;
};

Token next(std::string_view text, size_t& at) {
  const size_t start = at;
  const char before = start == 0 ? ' ' : text[start - 1];
  const bool minus = text[at] == '-' && at + 1 < text.size() && digit(text[at + 1]) && !digit(before) &&
                     !letter(before) && before != ')' && before != ']';
  if (!minus && !digit(text[at])) return {false, false, {}, {}, static_cast<unsigned char>(text[at++])};
  Token token{true, minus, {}, {}, 0};
  if (minus) ++at;
  while (at < text.size() && text[at] == '0') ++at;
  size_t from = at;
  while (at < text.size() && digit(text[at])) ++at;
  token.whole = text.substr(from, at - from);
  if (at + 1 < text.size() && text[at] == '.' && digit(text[at + 1])) {
    from = ++at;
    while (at < text.size() && digit(text[at])) ++at;
    token.fraction = text.substr(from, at - from);
    while (!token.fraction.empty() && token.fraction.back() == '0') token.fraction.remove_suffix(1);
  }
  if (token.whole.empty() && token.fraction.empty()) token.negative = false;
  return token;
}

int compare(const Token& a, const Token& b) {
  if (a.number != b.number) return a.number ? -1 : 1;
  if (!a.number) return a.character < b.character ? -1 : a.character > b.character;
  if (a.negative != b.negative) return a.negative ? -1 : 1;
  int size = a.whole.size() < b.whole.size() ? -1 : a.whole.size() > b.whole.size();
  if (size == 0) size = a.whole.compare(b.whole);
  if (size == 0) size = a.fraction.compare(b.fraction);
  return a.negative ? -size : size;
}

}  // namespace

bool natural_less(std::string_view a, std::string_view b) {
  size_t i = 0, j = 0;
  while (i < a.size() && j < b.size())
    if (const int order = compare(next(a, i), next(b, j)); order != 0) return order < 0;
  if (i < a.size() || j < b.size()) return i == a.size();
  return a < b;
}

}  // namespace jmc::base
