// Which description of a class a run goes by, and which of its methods: as the user has chosen.
#pragma once

#include <optional>
#include <string>

#include "linearizability/programs.hpp"
#include "linearizability/subject.hpp"

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

// Methods of the description that the specification lacks are left out, with the reason; where --methods names the
// methods, that is an error. Throws ProgramError, also for what the specification has wrong (a method of that name and
// other parameters which no method of the description has, either), and if none is left.
void keep_specified(Description& description, const Subject& subject, bool named);

// "offer,put:1,poll:1": groups of methods, each with the number of threads that may call them. Throws ProgramError.
std::vector<Group> parse_groups(const std::string& text, const Description& description, const Methods& methods);

}  // namespace jmc::linearizability
