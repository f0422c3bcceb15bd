// The main section of META-INF/MANIFEST.MF. Internal to classfile/.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace jmc::classfile {

struct Manifest {
  std::string main_class;
  std::string class_path;
  std::string add_exports, add_opens;  // "M/P M/P"
  bool multi_release = false;
};

Manifest parse_manifest(std::string_view text);

// The files that the Class-Path of the jar at `jar_path` names, relative ones resolved against the jar's directory.
// URLs other than file: are left out.
std::vector<std::string> class_path_elements(const std::string& jar_path, std::string_view class_path);

}  // namespace jmc::classfile
