// Several clients in one command: which they are, each with the words of a command line of its own.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "check/options/configuration.hpp"

namespace jmc::check {

struct Client {
  std::string name;  // as the user has written it, with its arguments
  std::vector<std::string>
      words;                // of main(): the options of the whole that mean something for each, its own, "--", it
  double time_limit = 0;    // seconds, 0: none
  std::string program;      // what reports call it; empty: by its main class
  std::string not_checked;  // why there is nothing to run, and no words; else empty
  std::shared_ptr<const void> sources;  // what it was compiled to together with others lives as long as this
};

// What `configuration.program` and `.arguments` name: classes, jars, folders, and @FILE, a list with a client a line
// ("[options] CLIENT [arguments]", words in quotes as for a shell, what follows a # at the beginning of a word is a
// comment). Options of a line come before those of the command. Throws UsageError, with the line.
std::vector<Client> clients_of(const Configuration& configuration);

}  // namespace jmc::check
