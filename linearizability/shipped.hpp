// The descriptions in linearizability/descriptions, as part of the program. The definition is generated when jmc is
// built.
#pragma once

#include <string_view>
#include <vector>

namespace jmc::linearizability {

std::vector<std::string_view> shipped_descriptions();

}  // namespace jmc::linearizability
