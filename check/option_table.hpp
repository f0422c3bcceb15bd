// Every option of jmc, once: its name, what it takes, what it is without being given, what it changes, and its help.
// Parsing, --help, the advice for misspelt options, the "configuration" of the JSON report, the line of what was chosen
// in "assumed", and the key of a journal come from this table.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace jmc::check {

// What --portfolio without a specification means. docs/user-guide.md says which measurements it follows from.
inline constexpr std::string_view kDefaultPortfolio =
    "dl-s-por:permutations,pos,optimal-dpor,pct,random,s-por:random*3,dl-s-por:random*3";

// The headings of --help, in their order.
enum class Section : uint8_t { Input, Visible, Search, World, Limits, Output, Programs };
std::string_view section_name(Section section);

// Which of jmc's commands has the option. A row of one command stands before a row of the same name for all.
enum class Command : uint8_t { Any, Check, Linearizability, Progress, Replay, Test, Mcp };
// Makes programs of the calls of a class.
inline constexpr bool makes_programs(Command command) {
  return command == Command::Linearizability || command == Command::Progress;
}

enum class Effect : uint8_t {
  None,      // where and how is reported, and when a run is given up: a complete answer does not depend on it
  Found,     // where something is found: what answers depend on is what is found there, not the name of the place
  Explored,  // what is explored or how it is judged depends on it
  Told,      // likewise, and the report has words of its own for it
};

struct OptionRow {
  Section section;
  std::string_view name;    // without dashes
  std::string_view value;   // what it takes, for --help; empty: a flag
  std::string_view preset;  // its value when it is not given; empty: none
  Effect effect;
  bool repeats;  // may be given several times
  Command command;
  std::string help;
  // It says how schedules are searched, or who does it and what comes beside, and has no meaning for a process that
  // draws executions of the same program (check/sampling.hpp).
  bool of_search = false;
};

// --FORMAT=FILE: what came of the run, written anew. Other files are read, or added to.
bool is_report(const OptionRow& row);

// Of one command, in the order of the sections. Lives as long as the process.
const std::vector<OptionRow>& option_table(Command command);

// What an option is in one run: as it was given, else its preset. Flags are "on" or "off"; what was given several times
// is joined by commas.
struct Setting {
  const OptionRow* option;
  std::string value;
  bool given = false;
};
using Settings = std::vector<Setting>;  // one for each row of the table, in its order

const Setting& setting(const Settings& settings, std::string_view name);  // precondition: the command has this option
// "--heap=1G --refine=-lock-owners": what was given that changes what is explored and has no words of its own in the
// report. May be empty.
std::string choices_text(const Settings& settings);

}  // namespace jmc::check
