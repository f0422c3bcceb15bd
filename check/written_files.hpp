// Files that options name to be written: what must not be, and whether they can be, before the work is done.
#pragma once

#include <string>

#include "check/command_line.hpp"

namespace jmc::check {

// Empty, or why this file is not to be written: it is a part of a program, or has the name of one.
std::string refuse_to_write(const std::string& file);

// Throws UsageError where an option names a file that is not to be written, or one that another option names as well.
void check_written_files(const CommandLine& line);

struct Configuration;

// Throws UsageError where what is written when the work is done, or while it is, cannot be. Reports are opened at once
// and need no such question.
void check_kept_files(const Configuration& c);

}  // namespace jmc::check
