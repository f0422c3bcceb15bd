#include "classfile/descriptor.hpp"

#include <algorithm>

#include "classfile/names.hpp"

namespace jmc::classfile {

bool is_method_descriptor(std::string_view descriptor) { return method_parameter_slots(descriptor) >= 0; }

std::string type_in_java(std::string_view type) {
  const size_t dimensions = type.find_first_not_of('[');
  type.remove_prefix(dimensions);
  std::string out;
  switch (type[0]) {
    case 'Z': out = "boolean"; break;
    case 'B': out = "byte"; break;
    case 'C': out = "char"; break;
    case 'S': out = "short"; break;
    case 'I': out = "int"; break;
    case 'J': out = "long"; break;
    case 'F': out = "float"; break;
    case 'D': out = "double"; break;
    case 'V': out = "void"; break;
    default: out = type.substr(1, type.size() - 2); std::replace(out.begin(), out.end(), '/', '.');
  }
  for (size_t i = 0; i < dimensions; ++i) out += "[]";
  return out;
}

}  // namespace jmc::classfile
