// Text inside of HTML, XML and JSON.
#pragma once

#include <string>
#include <string_view>

namespace jmc::check {

// With the five characters of XML escaped. What a program prints may be anything: bytes that are no UTF-8, and
// characters that XML 1.0 does not have, become U+FFFD.
std::string escaped(std::string_view text);
// "12.34": seconds as an attribute of XML.
std::string decimal_seconds(double seconds);
// Only the latter.
std::string printable_utf8(std::string_view text);
// The same, but for characters that XML 1.0 does not have: JSON can say these.
std::string valid_utf8(std::string_view text);

}  // namespace jmc::check
