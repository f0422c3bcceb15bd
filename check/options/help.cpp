#include "check/options/help.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "base/attempt.hpp"
#include "check/options/advice.hpp"
#include "check/options/command_line.hpp"
#include "check/project/init.hpp"
#include "por/support.hpp"

namespace jmc::check {

namespace {

constexpr size_t kColumns = 100;    // of the list of all options
constexpr size_t kTextColumn = 28;  // where its texts begin
constexpr size_t kLines = 2;        // of each text there

constexpr std::pair<Command, std::string_view> kCommands[] = {
    {Command::Check, "check"},       {Command::Test, "test"},     {Command::Linearizability, "linearizability"},
    {Command::Progress, "progress"}, {Command::Replay, "replay"}, {Command::Mcp, "mcp"}};

constexpr std::pair<std::string_view, Section> kTopics[] = {
    {"input", Section::Input},      {"visible", Section::Visible}, {"search", Section::Search},
    {"world", Section::World},      {"limits", Section::Limits},   {"reports", Section::Output},
    {"programs", Section::Programs}};

// What people use, in their words: at most 15 of a command are shown.
struct Brief {
  std::string_view name, text;
};
constexpr Brief kOwn[] = {
    {"program", "one program only: '{ put(1,1); size() } || { clear() }'"},
    {"methods", "only these methods"},
    {"specification", "the class that says what calls may return"},
    {"threads", "bound: threads"},
    {"invocations", "bound: calls in all"},
    {"random", "N random programs instead of all"},
    {"expect", "what is claimed: lock-free, or METHOD=wait-free,..."},
    {"answer-limit", "bytes of an answer; what is left out has a handle"},
    {"step", "go forwards and backwards through the execution"},
    {"interactive", "(-i) objects, threads, other turns, searches from there"},
    {"jdwp", "replay under a debugger: jdb -attach PORT, or an IDE"},
    {"jobs", "how many are checked at a time"},
    {"execution", "which one: violations come first, then outcomes"},
};
constexpr Brief kCommon[] = {
    {"classpath", "class path of the program (also -cp)"},
    {"jdk", "the JDK whose classes are used (default: JAVA_HOME)"},
    {"each", "every word that follows is a client of its own"},
    {"time-limit", "give up after S seconds"},
    {"keep-going", "all violations and all outcomes, not the first violation"},
    {"json", "write a report for programs (- is standard output)"},
    {"html", "write a report as a page"},
    {"junit", "write a report for CI (JUnit XML)"},
    {"visible", "interleave the operations of these classes only"},
    {"memory", "sc, or jmm: reads may see older values (Java Memory Model)"},
    {"races", "data races: report, violation, off"},
    {"timeouts", "timed waits time out: both (or not), late, never, always"},
    {"bound", "only so many preemptions: preemption:2"},
    {"search", "draw executions instead of exploring all: random, pos, pct"},
    {"witness", "write what jmc replay needs"},
    {"memory-limit", "give up when jmc needs more than that"},
    {"baseline", "fail for violations only that are not in FILE"},
};
constexpr size_t kMostBrief = 15;

std::string option_text(const OptionRow& row) {
  return "--" + std::string(row.name) +
         (row.value.empty()    ? ""
          : !row.alone.empty() ? "[=" + std::string(row.value) + "]"
                               : "=" + std::string(row.value));
}

// Words in lines of so many columns.
std::vector<std::string> wrapped(const std::string& text, size_t columns) {
  std::vector<std::string> out{""};
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find(' ', at), text.size());
    const std::string word = text.substr(at, end - at);
    if (!out.back().empty() && out.back().size() + 1 + word.size() > columns) out.emplace_back();
    out.back() += (out.back().empty() ? "" : " ") + word;
    at = end + 1;
  }
  return out;
}

// "  --name=VALUE   text", the text in at most so many lines.
std::string listed(const OptionRow& row, size_t lines) {
  std::string help = row.help;
  if (!row.preset.empty()) help += " (default: " + std::string(row.preset) + ")";
  const size_t columns = kColumns - kTextColumn;
  std::vector<std::string> text = wrapped(help, columns);
  if (text.size() > lines) {
    text.resize(lines);
    while (text.back().size() + 4 > columns) text.back().resize(text.back().rfind(' '));
    text.back() += " ...";
  }
  std::string out = "  " + option_text(row);
  if (out.size() + 1 > kTextColumn) out += "\n" + std::string(kTextColumn, ' ');
  else out.append(kTextColumn - out.size(), ' ');
  for (size_t i = 0; i < text.size(); ++i) out += (i ? std::string(kTextColumn, ' ') : "") + text[i] + "\n";
  return out;
}

std::string section_text(Command command, Section section) {
  std::string out;
  for (const OptionRow& row : option_table(command))
    if (row.section == section) out += listed(row, kLines);
  return out.empty() ? "" : std::string(section_name(section)) + "\n" + out;
}

std::string usage(Command command) {
  switch (command) {
    case Command::Linearizability:
      return "jmc linearizability [options] CLASS\n\n"
             "Makes programs of calls of CLASS and compares them, smallest first, with sequential\n"
             "executions. CLASS is pkg.C, 'pkg.C(2)' with arguments of its constructor, a factory such as\n"
             "'java.util.Collections.synchronizedList([])', Foo.java, or a class file.\n"
             "Exit codes: 0 verified, 1 violated, 2 error, 3 inconclusive.\n";
    case Command::Progress:
      return "jmc progress [options] CLASS\n\n"
             "Tells for each method of CLASS whether its calls are blocking, obstruction-free, lock-free or\n"
             "wait-free, up to bounds, with the schedule that goes on for ever. CLASS is as for jmc\n"
             "linearizability. Exit codes: 0 told, and what is claimed (--expect) holds, 1 a claim does not\n"
             "hold, 2 error, 3 something was not decided.\n";
    case Command::Test:
      return "jmc test [options] [FooTest.java | class | class#method | package ...]\n\n"
             "Finds the JUnit tests in the folders of --classpath, or in sources, and checks each under every\n"
             "schedule, in a process of its own; limits are those of one test.\n"
             "Exit codes: 0 all verified, 1 a test is violated, 2 error, 3 a test has no answer.\n";
    case Command::Replay:
      return "jmc replay [options] WITNESS\n\n"
             "Replays an execution of a witness that --witness=FILE has written, in the same class files on\n"
             "the same JDK. Exit codes: 1 the violation happened again, 3 the outcome came out again, 2 error,\n"
             "or the execution went another way.\n";
    case Command::Mcp:
      return "jmc mcp [options]\n\n"
             "Serves the Model Context Protocol on standard input and output: an agent checks sources, classes\n"
             "and tests, asks why something is violated, and compares versions. It ends with its input.\n"
             "docs/agents.md has what clients want to be told.\n";
    default:
      return "jmc [options] Client.java|Client.class|pkg.Client|app.jar [arguments of the program]\n\n"
             "Runs a concurrent Java program under every schedule and shows one that goes wrong.\n"
             "Exit codes: 0 verified, 1 violated, 2 error, 3 inconclusive.\n\n"
             "  jmc test FooTest.java          JUnit tests, each under every schedule\n"
             "  jmc linearizability Foo.java   programs of calls of a class, against sequential executions\n"
             "  jmc progress Foo.java          which calls block, and which are lock-free or wait-free\n"
             "  jmc replay WITNESS             a violation again, step by step or under a debugger\n"
             "  jmc explain [WORD]             what a kind of violation or a cause means\n"
             "  jmc init                       what a Maven or Gradle project needs for jmc-junit\n"
             "  jmc mcp                        a server for agents (Model Context Protocol)\n";
  }
}

std::string short_help(Command command) {
  std::string out = usage(command) + "\nOptions (--name=value or --name value):\n";
  size_t shown = 0;
  const auto add = [&](const Brief& b, bool own) {
    for (const OptionRow& row : option_table(command))
      if (row.name == b.name && (row.command == command) == own && shown < kMostBrief) {
        std::string line = "  " + option_text(row);
        line.append(std::max<size_t>(line.size() + 1, 26) - line.size(), ' ');
        out += line + std::string(b.text) + "\n";
        ++shown;
        return;
      }
  };
  if (command != Command::Check)
    for (const Brief& b : kOwn) add(b, true);
  for (const Brief& b : kCommon) {
    const size_t before = shown;
    add(b, true);
    if (shown == before) add(b, false);
  }
  const std::string name =
      command == Command::Check
          ? ""
          : std::string(kCommands[static_cast<size_t>(std::find_if(std::begin(kCommands), std::end(kCommands),
                                                                   [&](const auto& c) { return c.first == command; }) -
                                                      std::begin(kCommands))]
                            .second) +
                " ";
  out += "\nAll options: jmc " + name + "--help=all. One in full: --help=OPTION.\nTopics: --help=";
  std::string topics;
  for (const auto& [topic, section] : kTopics)
    if (!section_text(command, section).empty()) topics += (topics.empty() ? "" : ", ") + std::string(topic);
  return out + topics + "\n";
}

std::optional<Command> command_named(const std::string& word) {
  for (const auto& [command, name] : kCommands)
    if (name == word) return command;
  return std::nullopt;
}

}  // namespace

std::string help_text(Command command, const std::string& topic) {
  if (topic.empty()) return short_help(command);
  std::string out;
  if (topic == "all") {
    out = usage(command);
    for (const auto& [name, section] : kTopics)
      if (const std::string text = section_text(command, section); !text.empty()) out += "\n" + text;
    return out;
  }
  for (const auto& [name, section] : kTopics)
    if (name == topic)
      if (out = section_text(command, section); !out.empty()) return out;
  const std::string option = topic.substr(std::min(topic.find_first_not_of('-'), topic.size()));
  std::vector<std::string> known{"all"};
  for (const auto& [name, section] : kTopics) known.emplace_back(name);
  for (const OptionRow& row : option_table(command)) {
    if (row.name == option) return listed(row, static_cast<size_t>(-1));
    known.emplace_back(row.name);
  }
  const std::string near = nearest_name(option, known);
  throw UsageError("--help=" + topic + ": there is no such topic and no such option" +
                   (near.empty() ? "" : "; is " + near + " meant?") +
                   "; expected all, input, visible, search, world, limits, reports, or an option");
}

std::string help_on(const std::vector<std::string>& words) {
  const std::optional<Command> command = words.empty() ? std::nullopt : command_named(words[0]);
  if (words.size() > (command ? 2u : 1u)) throw UsageError("jmc help: expected [COMMAND] [TOPIC or OPTION]");
  if (command) return help_text(*command, words.size() > 1 ? words[1] : "");
  if (words.empty()) return help_text(Command::Check, "");
  if (words[0] == "init") return project::init_help();
  if (words[0] == "searches") return por::support_page();
  if (words[0] == "explain") return "jmc explain [WORD]\n\nSays what a kind of violation or a cause means.\n";
  try {
    return help_text(Command::Check, words[0]);
  } catch (const UsageError&) {
    // An option of another command; of none, the first says what there is.
    for (const auto& [other, name] : kCommands)
      if (const auto text = base::attempt<UsageError>([&, of = other] { return help_text(of, words[0]); }))
        return *text;
    throw;
  }
}

}  // namespace jmc::check
