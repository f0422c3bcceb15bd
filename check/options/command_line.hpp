// The command line: jmc [options] Client.class|pkg.Client|app.jar [arguments of the program]. Here are words and the
// table of options; what the values mean is configuration.cpp's.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "check/options/option_table.hpp"

namespace jmc::check {

// The name of a file that stands for standard output. The text of the answer goes to standard error then.
inline constexpr std::string_view kStandardOutput = "-";

// --FORMAT=FILE, of the section on what is reported.
struct Output {
  std::string format, file;
  bool implied = false;  // by another one: it is written only where there is something to write, and may fail
};

// A command line that cannot be run. what() is one line naming the option and what was expected.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
  std::vector<Output> outputs;  // where reports were to go, as far as that is known
};

struct CommandLine {
  Command command = Command::Check;
  Settings settings;                 // empty if the words could not be understood at all
  std::vector<std::string> options;  // as they were given, each as --name=value or --name
  std::vector<std::string> spelled;  // likewise, what --assume says (check/options/assume.hpp); has() knows of these
  std::optional<std::string> program;
  std::vector<std::string> arguments;  // of the program
  std::string wrong;                   // the first thing that is; empty: nothing was found up to here

  bool has(std::string_view name) const;                         // was given
  std::string text(std::string_view name) const;                 // its value, else its preset; empty if it has none
  std::vector<std::string> values(std::string_view name) const;  // of one that may be given several times
  std::vector<Output> outputs() const;
  // Of another check of the same program: these options, then the program and its arguments as they are here.
  std::vector<std::string> words(const std::vector<std::string>& with) const;
  // The options as they were given, those aside whose row has one of these columns.
  std::vector<std::string> without(Column columns) const { return words_without(options, command, columns); }
  // The first of them that was given and has one of these columns; empty: none was.
  std::string_view given(Column columns) const {
    const OptionRow* row = first_given(settings, columns);
    return row ? row->name : std::string_view();
  }
  bool several() const;  // the program and its "arguments" are clients, each for itself, or lists of them
  void fault(std::string what) {
    if (wrong.empty()) wrong = std::move(what);
  }
};

// words[0] is the program; the word that names the command is not among them. What is wrong is in `wrong`.
CommandLine read_command_line(const std::vector<std::string>& words, Command command);

// The value of an option as a number. Throws UsageError.
uint64_t whole_number(const std::string& option, const std::string& value, uint64_t least, uint64_t most);

}  // namespace jmc::check
