// What descriptions are made with, from a file or from a class file. Internal to them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "linearizability/description.hpp"

namespace jmc::linearizability {

Value number(int64_t n);
Value list(std::vector<Value> elements, Value::Kind kind = Value::List);  // or Map, or Object without its class
// What fills a parameter of this type; none if nothing does.
std::optional<Parameter::Filler> filler_of(std::string_view type);
// What it is filled with, for values 1 to `values`.
std::vector<Value> choices(const Parameter& parameter, uint32_t values);

}  // namespace jmc::linearizability
