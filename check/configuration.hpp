// The command line: jmc [options] Client.class|pkg.Client|app.jar [arguments of the program]
#pragma once

#include <string>
#include <vector>

#include "check/option_table.hpp"
#include "check/partial.hpp"
#include "check/races.hpp"
#include "por/search_options.hpp"
#include "vm/options.hpp"

namespace jmc::check {

// A command line that cannot be run. what() is one line naming the option and what was expected.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct Configuration {
  check::Settings settings;  // the command line as the option table has it
  bool help = false, version = false;
  std::string program;  // as the user named it
  std::vector<std::string> arguments;
  bool collect_references = false;  // --weak-references=both: see natives/references.hpp
  std::vector<std::string> notes;   // on the command line: what was probably meant otherwise
  std::string class_path, jdk, source_path;
  std::string json;  // file of the report; empty: none
  bool trust_visible = false;
  RaceHandling races = RaceHandling::Off;
  bool assume_nothing = false;  // full search with --all-shared: joins are not taken for single steps either
  double time_limit = 0;        // seconds from the start of the process; 0 is none
  std::string portfolio;        // the specification; empty: a single search
  bool compare = false;         // all members of the portfolio come to their end, and their answers are compared
  uint32_t jobs = 1;            // members of a portfolio that run at a time
  std::vector<std::string> member_arguments;  // of a portfolio: the command line without what only the whole has
  int member_fd = -1;                         // this is a member of a portfolio: where to tell how far it is,
  int width = 0;                              // and the columns of the terminal behind the parent
  vm::VmOptions vm;
  por::SearchOptions search;
  Raised raised;
  std::vector<std::string> preferred;  // method=NAME and variable=NAME among the keys of a best-first search
  std::vector<std::string> seals;      // methods inside of which no thread is preempted
};

// argv[0] is not looked at, nor the word that names the command. Throws UsageError.
Configuration parse_options(int argc, char** argv, check::Command command);
// The file of --json in a command line that may be wrong otherwise; empty if there is none.
std::string json_file_in(int argc, char** argv);
std::string help_text(check::Command command);

}  // namespace jmc::check
