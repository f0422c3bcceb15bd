// The forms in which a Result is told. Each is one file of this folder.
#pragma once

#include <cstdio>
#include <string>

#include "check/configuration.hpp"
#include "check/result.hpp"

namespace jmc::check {

// The section on swallowed errors, and the lines of "assumed" about the world; empty if there is nothing to say.
std::string swallowed_text(const Result& result);
std::string world_text(const Result& result, const Configuration& configuration);
// The text on a terminal of this width.
std::string report_text(const Result& result, const Configuration& configuration, int width);
// The report as JSON, with a newline at its end. Written as it is made: what a file can hold may be more than memory
// can. False: the file could not be written.
bool write_report_json(std::FILE* file, const Result& result, const Configuration& configuration);
std::string report_json(const Result& result, const Configuration& configuration);

}  // namespace jmc::check
