// What classes a jar has, for those who look for some of them.
#pragma once

#include <string>
#include <vector>

namespace jmc::classfile {

// Internal names ("bank/Account$Inner"), sorted, without those of META-INF (versions for other releases) and without
// module-info. Throws PathError for what is no archive.
std::vector<std::string> classes_in_jar(const std::string& path);

}  // namespace jmc::classfile
