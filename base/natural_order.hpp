// Texts in the order that people expect: numbers in them by their value, so that 2 comes before 10 and -3 before 1.
#pragma once

#include <string_view>

namespace jmc::base {

// A number is a row of digits, with the digits behind one point, and with a minus where nothing but a space or a sign
// of punctuation stands before it. Texts that differ only in how their numbers are written are ordered as texts.
bool natural_less(std::string_view a, std::string_view b);

struct NaturalOrder {
  using is_transparent = void;
  bool operator()(std::string_view a, std::string_view b) const { return natural_less(a, b); }
};

}  // namespace jmc::base
