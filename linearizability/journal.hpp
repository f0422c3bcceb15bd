// What a search of programs has done, in a file, so that a killed run can be continued. Not for concurrent use.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "linearizability/search.hpp"

namespace jmc::linearizability {

// Everything that the answers depend on and that is known before the first program: "--heap" is "1G", "JDK" is
// "17.0.15, /x".
using JournalKey = std::vector<std::pair<std::string, std::string>>;

class Journal {
 public:
  // Of the class file that a class of the program has now; nothing if there is none.
  using DigestOf = std::function<std::optional<std::string>(const std::string& internal_name)>;

  // An empty name: nothing is kept.
  Journal(std::string file, JournalKey key) : file_(std::move(file)), key_(std::move(key)) {}

  // Fills in what an earlier run did, if there is one. Throws UsageError, which says what differs, if that run
  // had another key or other class files, or if the file is damaged.
  void read(SearchReport& report, const DigestOf& digest_of);
  // A class of the program that some program has loaded. Throws ProgramError if it was another class file before.
  void loaded(const LoadedClass& loaded);
  // Replaces the file. Throws ProgramError.
  void write(const SearchReport& report) const;

 private:
  std::string file_;
  JournalKey key_;
  std::map<std::string, std::string> classes_;  // digests by internal name
};

}  // namespace jmc::linearizability
