// What a reader wants first of a violation: where it is, why, and how to see it again.
#pragma once

#include <string>

#include "check/answers/result.hpp"
#include "check/options/configuration.hpp"

namespace jmc::check {

// In lines of `width` columns: "where:" and "cause:", without what is not known.
std::string point_text(const ReportedViolation& violation, int width);
// What "where:" says: file and line, and the source behind ": " where it is at hand; of threads that wait or loop,
// theirs.
std::string where_text(const listeners::Story& story);
// The file of a witness that is written for whoever runs this check; empty if there is none.
std::string witness_file(const Configuration& configuration);

}  // namespace jmc::check
