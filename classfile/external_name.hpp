// Names of classes as programs have them.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace jmc::classfile {

// "java.util.Map$Entry" of "java/util/Map$Entry".
inline std::string dotted(std::string_view internal_name) {
  std::string out(internal_name);
  std::replace(out.begin(), out.end(), '/', '.');
  return out;
}

}  // namespace jmc::classfile
