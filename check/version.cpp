#include "check/version.hpp"

namespace jmc::check {

std::string_view version() { return JMC_VERSION; }

}  // namespace jmc::check
