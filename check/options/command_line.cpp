#include "check/options/command_line.hpp"

#include <algorithm>
#include <boost/program_options.hpp>
#include <limits>

#include "base/number.hpp"
#include "check/options/advice.hpp"

namespace jmc::check {

namespace po = boost::program_options;

namespace {

using Text = std::string;

void add(const OptionRow& row, po::options_description& to) {
  const std::string name(row.name);
  if (row.value.empty()) {
    to.add_options()(name.c_str(), row.help.c_str());
  } else if (row.repeats) {
    to.add_options()(name.c_str(), po::value<std::vector<Text>>()->value_name(Text(row.value)), row.help.c_str());
  } else {
    auto* value = po::value<Text>()->value_name(Text(row.value));
    if (!row.preset.empty()) value->default_value(Text(row.preset));
    if (!row.alone.empty()) value->implicit_value(Text(row.alone));
    to.add_options()(name.c_str(), value, row.help.c_str());
  }
}

// Of the table, and what only jmc itself hands to its processes.
po::options_description descriptions(Command command) {
  po::options_description out;
  const std::vector<OptionRow>& table = option_table(command);
  std::set<Section> shown;  // in the order of their first rows; the others of a section may be anywhere
  for (const OptionRow& first : table) {
    if (!shown.insert(first.section).second) continue;
    po::options_description section{std::string(section_name(first.section))};
    for (const OptionRow& row : table)
      if (row.section == first.section) add(row, section);
    out.add(section);
  }
  po::options_description hidden;
  for (const OptionRow& row : hidden_options()) add(row, hidden);
  return out.add(hidden);
}

Settings settings_of(const po::variables_map& given, Command command) {
  Settings out;
  for (const OptionRow& row : option_table(command)) {
    const std::string name(row.name);
    Setting s{&row, {}, given.count(name) != 0 && !given[name].defaulted()};
    if (row.value.empty()) s.value = s.given ? "on" : "off";
    else if (!given.count(name)) s.value = {};
    else if (!row.repeats) s.value = given[name].as<Text>();
    else
      for (const Text& part : given[name].as<std::vector<Text>>()) s.value += (s.value.empty() ? "" : ",") + part;
    out.push_back(std::move(s));
  }
  return out;
}

std::vector<std::string> option_names(Command command) {
  std::vector<std::string> out;
  for (const OptionRow& row : option_table(command)) out.emplace_back(row.name);
  return out;
}

std::string command_name(Command command) {
  switch (command) {
    case Command::Linearizability: return "jmc linearizability";
    case Command::Progress: return "jmc progress";
    case Command::Replay: return "jmc replay";
    case Command::Test: return "jmc test";
    case Command::Mcp: return "jmc mcp";
    default: return "jmc";
  }
}

std::string unknown_option(const std::string& written, const std::string& next, Command command) {
  const std::string name = written.substr(0, written.starts_with("--") ? written.find('=') : std::string::npos);
  const auto taken_by = [&](Command other) {
    const std::vector<std::string> names = option_names(other);
    return name.size() > 2 && std::find(names.begin(), names.end(), name.substr(2)) != names.end();
  };
  std::string advice, others;
  for (const Command other :
       {Command::Check, Command::Test, Command::Linearizability, Command::Progress, Command::Replay, Command::Mcp})
    if (taken_by(other)) others += (others.empty() ? "" : ", ") + command_name(other);
  if (!others.empty()) advice = "it is one of " + others + ", not of " + command_name(command);
  else advice = advice_for_option(written, next, option_names(command));
  return "unknown option " + name + (advice.empty() ? "" : ": " + advice) + "; " + command_name(command) +
         " --help=all lists the options";
}

// Splits at the program: everything after it belongs to it. (The class of jmc linearizability, and clients of which
// there are several, take no arguments: options may follow.) Spellings that java has are brought into ours.
void split(const std::vector<std::string>& words, const po::options_description& known, CommandLine& out) {
  const size_t n = words.size();
  for (size_t i = 1; i < n; ++i) {
    std::string a = words[i];
    const bool words_only = a == "--";
    if (words_only || a.size() < 2 || a[0] != '-') {
      const bool all = words_only || (out.command == Command::Check && !out.several() && a[0] != '@');
      for (size_t w = i + words_only; w < n && (all || w == i); ++w) {
        if (!out.program) out.program = words[w];
        else out.arguments.push_back(words[w]);
      }
      if (all) return;
      continue;
    }
    if (a == "-cp" || a == "-classpath" || a == "--class-path") a = "--classpath";
    else if (a == "-h" || a == "-help" || a == "-?") a = "--help";
    else if (a == "-version") a = "--version";
    else if (a == "-i" && out.command == Command::Replay) a = "--interactive";
    else if (a.starts_with("-D")) a = "--define=" + a.substr(2);
    else if (a == "-ea" || a == "-enableassertions") continue;  // they always are
    const auto described = [&](const std::string& word) {
      const size_t equals = word.find('=');
      return word.starts_with("--")
                 ? known.find_nothrow(word.substr(2, equals == std::string::npos ? equals : equals - 2), false)
                 : nullptr;
    };
    const size_t equals = a.find('=');
    const po::option_description* d = described(a);
    if (!d) {
      out.fault(unknown_option(words[i], i + 1 < n ? words[i + 1] : "", out.command));
      // What follows may be its value. Whatever else is wrong, where reports go is to be known.
      if (a.find('=') == std::string::npos && i + 1 < n && words[i + 1][0] != '-') ++i;
      continue;
    }
    // Where a value is optional, the next argument is not it.
    if (const OptionRow* row = find_option(out.command, option_name(a)); equals == std::string::npos && row)
      if (!row->alone.empty()) a += "=" + std::string(row->alone);
    const bool takes = d->semantic()->max_tokens() > 0;
    if (!takes && equals != std::string::npos) {
      out.fault(a.substr(0, equals) + " takes no value");
      continue;
    }
    if (takes && a.find('=') == std::string::npos) {
      if (i + 1 >= n) return out.fault(a + " needs a value");
      if (described(words[i + 1])) {
        out.fault(a + " needs a value, and " + words[i + 1] + " is an option of its own");
        continue;
      }
      a += "=" + words[++i];
    }
    if (takes && a.back() == '=') {
      out.fault(words[i].starts_with("-D") ? "-D needs a property: -Dkey=value"
                                           : a.substr(0, a.size() - 1) + " needs a value");
      continue;
    }
    out.options.push_back(std::move(a));
  }
}

}  // namespace

std::vector<std::string> CommandLine::values(std::string_view name) const {
  const std::string start = "--" + std::string(name) + "=";
  std::vector<std::string> out;
  for (const std::string& option : options)
    if (option.starts_with(start)) out.push_back(option.substr(start.size()));
  return out;
}

bool CommandLine::has(std::string_view name) const {
  const std::string flag = "--" + std::string(name);
  const auto names = [&](const std::string& o) { return o == flag || o.starts_with(flag + "="); };
  return std::any_of(options.begin(), options.end(), names) || std::any_of(spelled.begin(), spelled.end(), names);
}

bool CommandLine::several() const {
  return command == Command::Check && (has("each") || (program && program->starts_with('@')));
}

std::string CommandLine::text(std::string_view name) const {
  const auto it =
      std::find_if(settings.begin(), settings.end(), [&](const Setting& s) { return s.option->name == name; });
  if (it != settings.end()) return it->value;
  const std::vector<std::string> hidden = values(name);
  return hidden.empty() ? "" : hidden.back();
}

namespace {

// A report for programs has the witness beside it: NAME.json, NAME.witness.json.
void add_witness(std::vector<Output>& outputs) {
  const auto of = [&](std::string_view format) {
    return std::find_if(outputs.begin(), outputs.end(), [&](const Output& o) { return o.format == format; });
  };
  if (const auto witness = of("witness"); witness != outputs.end()) {
    if (witness->file == "none") outputs.erase(witness);
    return;
  }
  const auto json = of("json");
  if (json == outputs.end()) return;
  std::string name = json->file;
  // A pipe, or a reader of its own.
  if (name == kStandardOutput || name.starts_with("/dev/") || name.starts_with("/proc/")) return;
  if (name.ends_with(".json")) name.resize(name.size() - 5);
  outputs.push_back({"witness", name + ".witness.json", true});
}

}  // namespace

std::vector<std::string> CommandLine::words(const std::vector<std::string>& with) const {
  std::vector<std::string> out{"jmc"};
  out.insert(out.end(), with.begin(), with.end());
  out.emplace_back("--");
  if (program) out.push_back(*program);
  out.insert(out.end(), arguments.begin(), arguments.end());
  return out;
}

std::vector<Output> CommandLine::outputs() const {
  std::vector<Output> out;
  for (const OptionRow& row : option_table(command))
    if (row.is(Column::IsReport))
      for (const std::string& file : values(row.name)) {
        if (!out.empty() && out.back().format == row.name) out.pop_back();  // the last one counts
        out.push_back({std::string(row.name), file});
      }
  if (command == Command::Check || command == Command::Test) add_witness(out);
  return out;
}

uint64_t whole_number(const std::string& option, const std::string& value, uint64_t least, uint64_t most) {
  const auto n = base::number_of<uint64_t>(value);
  if (!n || *n < least || *n > most)
    throw UsageError("--" + option + "=" + value + ": expected a whole number from " + std::to_string(least) +
                     (most == std::numeric_limits<uint64_t>::max() ? " on" : " to " + std::to_string(most)));
  return *n;
}

CommandLine read_command_line(const std::vector<std::string>& words, Command command) {
  CommandLine out;
  out.command = command;
  const po::options_description known = descriptions(command);
  split(words, known, out);
  po::variables_map given;
  try {
    using namespace po::command_line_style;
    po::store(po::command_line_parser(out.options).options(known).style(allow_long | long_allow_adjacent).run(), given);
    po::notify(given);
  } catch (const po::error& e) {
    out.fault(std::string(e.what()) + "; jmc --help=all lists the options");
    return out;
  }
  out.settings = settings_of(given, command);
  return out;
}

}  // namespace jmc::check
