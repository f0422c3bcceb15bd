// Which command has which rows of the table, and what is asked of them.
#include <algorithm>
#include <array>
#include <stdexcept>

#include "check/options/option_table.hpp"

namespace jmc::check {

namespace {

// A replay takes the rest from the witness.
bool in_replay(const OptionRow& row) {
  if (row.command == Command::Replay) return true;
  if (row.section == Section::Input) return true;
  return row.section == Section::Output && !row.is(Column::NotInReplay);
}

// Those of all commands that have a meaning where the whole graph of states is looked at, and of those that make
// programs the ones that say which.
bool in_progress(const OptionRow& row) {
  if (row.command == Command::Linearizability) return row.is(Column::AlsoInProgress);
  return row.command == Command::Progress || (row.command == Command::Any && !row.is(Column::NotInProgress));
}

// Of the options of a check, those that mean something for each of many, unless tests have a row of that name.
bool in_test(const OptionRow& row, const std::vector<OptionRow>& all) {
  if (row.command == Command::Test) return true;
  const auto own = [&](const OptionRow& r) { return r.command == Command::Test && r.name == row.name; };
  return (row.command == Command::Any || row.command == Command::Check) &&
         !row.is(Column::NotInTest | Column::OneClient) && std::none_of(all.begin(), all.end(), own);
}

bool belongs(const OptionRow& row, Command command, const std::vector<OptionRow>& all) {
  switch (command) {
    // A server takes what is to be checked, and how, from its client.
    case Command::Mcp: return row.command == Command::Mcp || row.is(Column::OfServer);
    case Command::Replay: return in_replay(row);
    case Command::Test: return in_test(row, all);
    case Command::Progress: return in_progress(row);
    default: return row.command == Command::Any || row.command == command;
  }
}

std::vector<OptionRow> rows_of(Command command) {
  const std::vector<OptionRow> all = option_rows();
  std::vector<OptionRow> out;
  for (const OptionRow& row : all)
    if (belongs(row, command, all)) out.push_back(row);
  return out;
}

}  // namespace

std::string_view section_name(Section section) {
  static constexpr std::array<std::string_view, 7> kNames = {"What to run",
                                                             "What is interleaved",
                                                             "What to explore",
                                                             "The world of the program",
                                                             "Limits",
                                                             "What is reported",
                                                             "Programs of calls (jmc linearizability, jmc progress)"};
  return kNames[static_cast<size_t>(section)];
}

const std::vector<OptionRow>& option_table(Command command) {
  static const std::vector<OptionRow> check = rows_of(Command::Check),
                                      linearizability = rows_of(Command::Linearizability),
                                      progress = rows_of(Command::Progress), replay = rows_of(Command::Replay),
                                      test = rows_of(Command::Test), mcp = rows_of(Command::Mcp);
  switch (command) {
    case Command::Linearizability: return linearizability;
    case Command::Progress: return progress;
    case Command::Replay: return replay;
    case Command::Test: return test;
    case Command::Mcp: return mcp;
    default: return check;
  }
}

const OptionRow* find_option(Command command, std::string_view name) {
  const auto named = [&](const OptionRow& row) { return row.name == name; };
  const std::vector<OptionRow>& table = option_table(command);
  if (const auto row = std::find_if(table.begin(), table.end(), named); row != table.end()) return &*row;
  const std::span<const OptionRow> hidden = hidden_options();
  const auto row = std::find_if(hidden.begin(), hidden.end(), named);
  return row == hidden.end() ? nullptr : &*row;
}

std::string_view option_name(std::string_view word) {
  return word.starts_with("--") ? word.substr(2, word.find('=') - 2) : std::string_view();
}

std::vector<std::string> words_without(const std::vector<std::string>& words, Command command, Column columns) {
  std::vector<std::string> out;
  for (const std::string& word : words)
    if (const OptionRow* row = find_option(command, option_name(word)); !row || !row->is(columns)) out.push_back(word);
  return out;
}

const OptionRow* first_given(const Settings& settings, Column columns) {
  for (const Setting& s : settings)
    if (s.given && s.option->is(columns)) return s.option;
  return nullptr;
}

const Setting& setting(const Settings& settings, std::string_view name) {
  const auto it =
      std::find_if(settings.begin(), settings.end(), [&](const Setting& s) { return s.option->name == name; });
  if (it == settings.end()) throw std::logic_error("no option --" + std::string(name));
  return *it;
}

std::string choices_text(const Settings& settings) {
  std::string out;
  for (const Setting& s : settings)
    if (s.given && s.option->effect == Effect::Explored)
      out +=
          (out.empty() ? "--" : " --") + std::string(s.option->name) + (s.option->value.empty() ? "" : "=" + s.value);
  return out;
}

}  // namespace jmc::check
