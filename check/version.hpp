#pragma once

#include <string_view>

namespace jmc::check {

std::string_view version();  // of jmc: "0.1.0"

}  // namespace jmc::check
