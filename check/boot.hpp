// A virtual machine of an installed JDK, ready to load the classes of a program.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "por/search_options.hpp"
#include "vm/vm.hpp"

namespace jmc::check {

// `class_path`: elements of ':'-separated lists. Completes `options` (what the visible list means besides), which must
// outlive the Vm. `main`: internal name of the class whose own classes the list may speak of. `skipped`: what the last
// element names and there is not, in words. `collect_references`: --weak-references=both. Throws PathError, FormatError
// or Unsupported.
std::unique_ptr<vm::Vm> boot_vm(vm::VmOptions& options, const std::string& jdk,
                                const std::vector<std::string>& class_path, const std::string& main,
                                std::vector<std::string>* skipped = nullptr, bool collect_references = false);

// Whether a search asks what the locations of other states are called in the present one (Vm::keep_orders).
bool uses_locations_of_other_states(const por::SearchOptions& options);

}  // namespace jmc::check
