// What a search of programs has done, in a file, so that a killed run can be continued. Not for concurrent use.
#pragma once

#include <string>

#include "cli/lin_search.hpp"

namespace jmc::cli {

class LinJournal {
 public:
  // An empty name: nothing is kept. `question`: everything that the answers depend on, as text.
  LinJournal(std::string file, std::string question);

  // Fills in what an earlier run did, if there is one. Throws UsageError if the file is of another question or damaged.
  void read(LinSearchReport& report) const;
  // Replaces the file. Throws ProgramError.
  void write(const LinSearchReport& report) const;

 private:
  std::string file_, question_;
};

}  // namespace jmc::cli
