// Which description of a class a run goes by, and which of its methods: as the user has chosen.
#pragma once

#include <optional>
#include <string>

#include "linearizability/description.hpp"

namespace jmc::linearizability {

struct Choice {
  std::string methods;   // a list of names; empty: all
  bool derived = false;  // from the class file, even if a description is shipped
};

// --spec=FILE. Throws ProgramError.
Description read_description(const std::string& file);
// `spec`: as the user gave it; else the one shipped, else one derived from the class file. `constructor_given`: with
// its arguments. Throws ProgramError, also for names that are none of the description's.
Description describe(const Choice& what, const std::optional<Description>& spec, const Call& constructor,
                     bool constructor_given, const Methods& methods);

}  // namespace jmc::linearizability
