// Names on the lists of the command line that mean nothing the program has: what such a name was written for was not
// looked at, so that it is an error, told with the name that is near to it.
#pragma once

#include <string>
#include <vector>

#include "vm/jvm_system.hpp"

namespace jmc::check {

// Of the names in a list, that of --visible or of another option, those that mean no class that was loaded, each as
// "--visible=NAME: why".
std::vector<std::string> unmet_classes(const vm::Vm& vm, const vm::ClassPatterns& list,
                                       const std::string& option = "visible");
// "--visible=NAME: why" for a name that means no class, whatever VM has looked for it. Names that are near are those of
// the classes in `vm`, and `others`, each as "package.Class".
std::string unmet_class(const vm::Vm& vm, const std::string& name, const std::vector<std::string>& others = {},
                        const std::string& option = "visible");
// The same for --seal, which means methods: appended to `unmet`; to `warnings` what is there, and no thread was in it.
void unmet_methods(const vm::JvmSystem& system, std::vector<std::string>& unmet, std::vector<std::string>& warnings);

// Of all lists of a check: those that make its answer say nothing; what others mean nothing goes to `warnings`.
std::vector<std::string> unmet_names(const vm::JvmSystem& system, const vm::VmOptions& options, bool sealed,
                                     std::vector<std::string>& warnings);

}  // namespace jmc::check
