// Files that options name to be written: what must not be, and whether they can be, before the work is done.
#pragma once

#include <vector>

#include "check/options/command_line.hpp"

namespace jmc::check {

struct Configuration;

// Throws UsageError where an option names a file to be written that is a part of a program, or has the name of one;
// that another option names to be written, too; or that the command reads. A search goes on in the file that it is
// resumed from, and a baseline takes the place of one.
void check_written_files(const CommandLine& line);

// Where a report of an error may go all the same: without those of which check_written_files() complains, but for files
// that two options name.
std::vector<Output> harmless_outputs(const CommandLine& line);

// Throws UsageError where what is written when the work is done, or while it is, cannot be. Reports are opened at once
// and need no such question.
void check_kept_files(const Configuration& c);

}  // namespace jmc::check
