#include "check/answers/version.hpp"

#include "commit.hpp"  // made by the build: JMC_COMMIT

namespace jmc::check {

std::string_view version() { return JMC_VERSION; }

std::string_view commit() { return JMC_COMMIT; }

std::string version_and_commit() {
  std::string text(version());
  if (!commit().empty()) text += " (" + std::string(commit()) + ")";
  return text;
}

}  // namespace jmc::check
