// Every option of jmc, once: its name, what it takes, what it is without being given, what it changes, and its help.
// Parsing, --help, the advice for misspelt options, the "configuration" of the JSON report, the line of what was chosen
// in "assumed", the key of a journal, and the command lines of processes that jmc starts come from this table.
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

// The file that it names, if it does.
enum class File : uint8_t {
  None,
  Read,
  Report,   // --FORMAT=FILE: what came of the run, written anew; check/report/ or the command has its format
  Written,  // likewise, by jmc linearizability
  Added,    // what it has stays
  Kept,     // FILE[:SECONDS]
  ReadAndWritten,
};

// Whom an option belongs to, who gets it, and what it does not go with: columns that a row has or has not. Who makes a
// command line of another one, or refuses a combination, asks for a column and knows no names.
enum class Column : uint32_t {
  Plain = 0,  // every process and every search of the program has it
  // Whom it belongs to.
  Whole = 1u << 0,         // the whole command: clients of --each and tests go without
  OfAllClients = 1u << 1,  // all clients of --each alike: a line of their list may not say it
  OneClient = 1u << 2,     // one client: not with --each, nor in jmc test
  OfSearch = 1u << 3,      // how schedules are searched, or who does it and what comes beside: no meaning for a process
                           // that draws executions of the same program (check/search/sampling.hpp)
  OfFirstSearch = 1u << 4,  // how the first search goes about it, or what it takes for granted: a second opinion goes
                            // without
  IfUntrusted = 1u << 5,    // likewise, unless the user trusts the list of what is visible
  OfStrategy = 1u << 6,   // of some strategies, or jmc chooses it for each: who puts another in its place leaves it out
  OfPortfolio = 1u << 7,  // a portfolio: its members go without
  OfMembers = 1u << 8,    // each member of a portfolio has its own, which the portfolio names
  OfStarter = 1u << 9,    // who starts processes for parts of the work: these go without
  NotOfRanks = 1u << 10,  // likewise, of a search by the ranks of an MPI job
  Anew = 1u << 11,        // who starts another process says it anew
  OfRecipe = 1u << 12,    // a witness has it though no answer depends on it
  // Which commands have it, where that does not follow from OptionRow::command.
  OfServer = 1u << 13,       // jmc mcp itself
  NotOfAgent = 1u << 14,     // what the client of jmc mcp may not say. No file, either
  NotInTest = 1u << 15,      // jmc test
  NotInReplay = 1u << 16,    // jmc replay
  NotInProgress = 1u << 17,  // jmc progress
  AlsoInProgress = 1u << 18,
  // What it does not go with, or stands for.
  Exhaustive = 1u << 19,      // how schedules are explored one after the other: not with --search
  ChoosesSearch = 1u << 20,   // --assume=none chooses none then
  NotEstimated = 1u << 21,    // --estimate
  NotAccepted = 1u << 22,     // --accept
  EveryViolation = 1u << 23,  // all violations are looked for: not with --search and --portfolio
  LeadsReplay = 1u << 24,     // who leads a replay: one of them
  NotEndless = 1u << 25,      // programs whose threads call for ever
  NotVisibility = 1u << 26,   // --notion=visibility
  ManyPrograms = 1u << 27,    // which programs are made: not with --program
  IsReport = 1u << 28,        // File::Report: rows need not say it
};
constexpr Column operator|(Column a, Column b) {
  return static_cast<Column>(static_cast<uint32_t>(a) | static_cast<uint32_t>(b));
}

// Has no default: a row that does not say where it belongs does not compile.
struct Columns {
  constexpr Columns(Column column) : is(column) {}
  constexpr Columns(File named) : file(named), is(named == File::Report ? Column::IsReport : Column::Plain) {}
  File file = File::None;
  Column is;
};
constexpr Columns operator|(Columns columns, Column more) {
  columns.is = columns.is | more;
  return columns;
}

struct OptionRow {
  Section section;
  std::string_view name;    // without dashes
  std::string_view value;   // what it takes, for --help; empty: a flag
  std::string_view preset;  // its value when it is not given; empty: none
  Effect effect;
  bool repeats;  // may be given several times
  Command command;
  Columns columns;
  std::string help;
  std::string_view alone = {};  // its value where none is given; empty: there must be one

  // Any of these.
  constexpr bool is(Column which) const {
    return (static_cast<uint32_t>(columns.is) & static_cast<uint32_t>(which)) != 0;
  }
};

// All rows as they are written down, of all commands.
std::vector<OptionRow> option_rows();
// What only jmc hands to its own processes, and tests. No help shows them, and no report.
std::span<const OptionRow> hidden_options();

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

// Null: the command has no such option. Hidden ones are found, too.
const OptionRow* find_option(Command command, std::string_view name);
// Of "--heap=1G" and of "--heap": "heap". Empty for a word that is no option.
std::string_view option_name(std::string_view word);
// Those of the words, "--name=value" or "--name", whose option has none of these columns.
std::vector<std::string> words_without(const std::vector<std::string>& words, Command command, Column columns);
// The first that was given of those with one of these columns; null: none was.
const OptionRow* first_given(const Settings& settings, Column columns);

const Setting& setting(const Settings& settings, std::string_view name);  // precondition: the command has this option
// "--heap=1G --refine=-lock-owners": what was given that changes what is explored and has no words of its own in the
// report. May be empty.
std::string choices_text(const Settings& settings);

}  // namespace jmc::check
