// What descriptions are made with, from a file or from a class file. Internal to them.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "linearizability/description.hpp"

namespace jmc::linearizability {

// What fills a parameter of this type; none if nothing does.
std::optional<Parameter::Filler> filler_of(std::string_view type);
// What it is filled with, for values 1 to `values`.
std::vector<Value> choices(const Parameter& parameter, uint32_t values);

}  // namespace jmc::linearizability
