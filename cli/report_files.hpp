// The files of the reports that a command line asks for.
#pragma once

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "check/options/configuration.hpp"
#include "check/options/written_files.hpp"

namespace jmc::cli {

// They are opened before the work is done, so that one that cannot be written is known.
class Files {
 public:
  // Throws UsageError; with `quiet` a file that cannot be opened is left out.
  explicit Files(const std::vector<check::Output>& outputs, bool quiet = false) {
    for (const check::Output& output : outputs) {
      if (output.implied) continue;
      const bool standard = output.file == check::kStandardOutput;
      // Standard output stays open for whoever else writes there.
      const int copy = standard ? dup(STDOUT_FILENO) : -1;
      FILE* f = !standard ? std::fopen(output.file.c_str(), "w") : copy < 0 ? nullptr : fdopen(copy, "w");
      to_standard_output_ |= standard;
      if (f) files_.emplace_back(output, f);
      else if (!quiet)
        throw check::UsageError("--" + output.format + "=" + output.file + ": " + std::strerror(errno) +
                                "; expected a file that can be written");
    }
  }
  // The text of the answer is not to be there, too.
  bool to_standard_output() const { return to_standard_output_; }
  // `write(format, file)` fills each and says whether that went well. False: a file could not be written, and the user
  // knows.
  template <class Write>
  bool write(Write&& write) {
    bool all = true;
    for (auto& [output, file] : files_) {
      const bool written = write(output.format, file);
      if (std::fclose(file) == 0 && written) continue;
      std::fprintf(stderr, "error: --%s=%s: could not be written: %s\n", output.format.c_str(), output.file.c_str(),
                   std::strerror(errno));
      all = false;
    }
    files_.clear();
    return all;
  }

 private:
  std::vector<std::pair<check::Output, FILE*>> files_;
  bool to_standard_output_ = false;
};

}  // namespace jmc::cli
