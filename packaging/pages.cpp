// Writes what packages of jmc hold besides the program, from the table of its options: the man page and the completions
// of bash, zsh and fish. Usage: jmc_pages DIRECTORY, which exists.
#include <cstdio>
#include <fstream>
#include <functional>
#include <iostream>
#include <optional>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "check/answers/version.hpp"
#include "check/options/option_table.hpp"
#include "por/search.hpp"

namespace {

using jmc::check::Command;
using jmc::check::option_table;
using jmc::check::OptionRow;

// The words that stand for a command: what follows each has options of its own, or none.
struct Word {
  std::string_view word;
  std::optional<Command> command;
  std::string_view does;
};
constexpr Word kWords[] = {
    {"linearizability", Command::Linearizability, "check a class"},
    {"progress", Command::Progress, "which calls of a class end"},
    {"test", Command::Test, "check JUnit tests"},
    {"replay", Command::Replay, "a violation again"},
    {"mcp", Command::Mcp, "serve agents"},
    {"init", std::nullopt, "what a project needs for jmc-junit"},
    {"explain", std::nullopt, "what a word of jmc means"},
    {"help", std::nullopt, "a screen of help"},
};

std::string all_words() {
  std::string out;
  for (const Word& w : kWords) out += (out.empty() ? "" : " ") + std::string(w.word);
  return out;
}

// Each character that is special in some language, by what stands for it there.
std::string escaped(std::string_view text, const std::function<std::string(char)>& replace) {
  std::string out;
  for (const char c : text) {
    const std::string other = replace(c);
    if (other.empty()) out += c;
    else out += other;
  }
  return out;
}

// --- man page

std::string roff(std::string_view text) {
  return escaped(text, [](char c) -> std::string {
    return c == '\\' ? "\\e" : c == '-' ? "\\-" : c == '\'' ? "\\(aq" : c == '.' ? "\\&." : "";
  });
}

void man_options(std::ostream& out, std::span<const OptionRow* const> rows) {
  const OptionRow* before = nullptr;
  for (const OptionRow* row : rows) {
    if (!before || before->section != row->section)
      out << ".SS " << roff(jmc::check::section_name(row->section)) << "\n";
    before = row;
    out << ".TP\n.BR " << roff("--" + std::string(row->name));
    if (!row->value.empty()) out << " =\\fI" << roff(row->value) << "\\fR";
    out << "\n" << roff(row->help);
    if (!row->preset.empty()) out << " (default: " << roff(row->preset) << ")";
    out << "\n";
  }
}

// The rows of the second command that the first has not got, or has otherwise.
std::vector<const OptionRow*> rows_of(Command command, bool of_its_own) {
  std::vector<const OptionRow*> out;
  for (const OptionRow& row : option_table(command))
    if (!of_its_own || row.command == command) out.push_back(&row);
  return out;
}

void man_page(std::ostream& out) {
  out << ".TH JMC 1 \"\" \"jmc " << jmc::check::version() << "\" \"User Commands\"\n"
      << ".SH NAME\njmc \\- model checker for concurrent Java\n"
      << ".SH SYNOPSIS\n"
      << ".B jmc\n.RI [ options ] \" Client.java\" | Client.class | pkg.Client | app.jar \" \" [ arguments ]\n.br\n"
      << ".B jmc test\n.RI [ options ] \" [FooTest.java\" | class | class#method | package \" ...]\"\n.br\n"
      << ".B jmc linearizability\n.RI [ options ] \" CLASS\"\n.br\n"
      << ".B jmc progress\n.RI [ options ] \" CLASS\"\n.br\n"
      << ".B jmc replay\n.RI [ options ] \" WITNESS\"\n.br\n"
      << ".B jmc help\n.RI [ COMMAND ] \" [TOPIC\" | OPTION]\n.br\n"
      << ".B jmc init\n.RI [ \\-\\-write \" ] [\" FOLDER ]\n.br\n"
      << ".B jmc mcp\n.RI [ options ]\n"
      << ".SH DESCRIPTION\n"
      << roff(
             "jmc runs a concurrent Java program in its own interpreter under every schedule, up to reductions that "
             "lose no behaviour. It finds assertions that fail, uncaught exceptions, deadlocks and endless loops, "
             "shows how each comes about, and can tell every outcome. Assertions are on.")
      << "\n.PP\n"
      << roff(
             "jmc linearizability makes programs of calls of CLASS and compares their outcomes with those of the "
             "sequential executions. jmc progress says of each method of CLASS whether its calls come to an end: "
             "blocking, obstruction-free, lock-free or wait-free.")
      << "\n.SH OPTIONS\n"
      << roff("Options come before the program, as --name=value or --name value.") << "\n";
  man_options(out, rows_of(Command::Check, false));
  out << ".SH OPTIONS OF JMC LINEARIZABILITY\n"
      << roff("The options above, as far as they have a meaning there, and") << "\n";
  man_options(out, rows_of(Command::Linearizability, true));
  out << ".SH OPTIONS OF JMC PROGRESS\n"
      << roff("Those of jmc linearizability that say which programs are made, and") << "\n";
  man_options(out, rows_of(Command::Progress, true));
  out << ".SH OPTIONS OF JMC REPLAY\n"
      << roff("The options above that say where something is found and what is reported, and") << "\n";
  man_options(out, rows_of(Command::Replay, true));
  out << ".SH OPTIONS OF JMC MCP\n"
      << roff("A server of the Model Context Protocol, for agents. It takes --classpath, --jdk, and") << "\n";
  man_options(out, rows_of(Command::Mcp, true));
  out << ".SH EXIT STATUS\n"
      << ".TP\n0\nverified: no schedule breaks the program\n"
      << ".TP\n1\nviolated: a schedule does, and it is shown\n"
      << ".TP\n2\nan error in the input, or something that jmc does not do\n"
      << ".TP\n3\ninconclusive: a limit was reached, or the search left something out\n"
      << ".SH ENVIRONMENT\n.TP\nJAVA_HOME\n"
      << roff("the JDK whose classes are used, unless --jdk names one. jmc needs no JVM to run.") << "\n"
      << ".SH SEE ALSO\n.BR java (1),\n.BR javac (1)\n";
}

// --- completions

// What a shell can complete after --option=.
enum class Completes { Nothing, File, Folder, Strategy };

Completes completes(const OptionRow& row) {
  if (row.name == "por") return Completes::Strategy;
  if (row.value == "FILE" || row.value == "PATH") return Completes::File;
  if (row.value == "DIR") return Completes::Folder;
  return Completes::Nothing;
}

std::string strategy_names() {
  std::string out;
  for (const jmc::por::Strategy* s : jmc::por::strategies()) out += (out.empty() ? "" : " ") + std::string(s->name);
  return out;
}

std::string options_of(Command command, const std::function<bool(const OptionRow&)>& wanted, std::string_view separator,
                       bool with_equals) {
  std::string out;
  for (const OptionRow& row : option_table(command))
    if (wanted(row))
      out += (out.empty() ? "" : std::string(separator)) + "--" + std::string(row.name) +
             (with_equals && !row.value.empty() ? "=" : "");
  return out;
}

void bash_completion(std::ostream& out) {
  const auto any = [](const OptionRow&) { return true; };
  const auto with = [](Completes c) {
    return [c](const OptionRow& row) { return !row.value.empty() && completes(row) == c; };
  };
  const auto words = [&](Completes c) {
    std::string all = options_of(Command::Check, with(c), "|", false);
    for (const Word& w : kWords)
      if (w.command)
        if (const std::string more = options_of(*w.command, with(c), "|", false); !more.empty()) all += "|" + more;
    return all;
  };
  out << R"(# Completion of jmc for bash.
_jmc() {
  local word=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]} known
  # --por=x are the three words "--por", "=", "x".
  if [ "$word" = "=" ]; then word=
  elif [ "$option" = "=" ]; then option=${COMP_WORDS[COMP_CWORD-2]}
  fi
  case $option in
    --por) COMPREPLY=($(compgen -W ")"
      << strategy_names() << R"(" -- "$word")); return ;;
    )" << words(Completes::File)
      << R"() compopt -o filenames; COMPREPLY=($(compgen -f -- "$word")); return ;;
    )" << words(Completes::Folder)
      << R"() compopt -o filenames; COMPREPLY=($(compgen -d -- "$word")); return ;;
    )" << words(Completes::Nothing)
      << R"() COMPREPLY=(); return ;;
  esac
  case $command in
)";
  for (const Word& w : kWords)
    if (w.command) out << "    " << w.word << ") known=\"" << options_of(*w.command, any, " ", true) << "\" ;;\n";
  out << "    *) known=\"" << options_of(Command::Check, any, " ", true) << R"(" ;;
  esac
  case $word in
    -*)
      COMPREPLY=($(compgen -W "$known" -- "$word"))
      [[ ${COMPREPLY[0]} != *= ]] || compopt -o nospace
      ;;
    *)
      compopt -o filenames
      COMPREPLY=($(compgen -f -- "$word"))
      [ "$COMP_CWORD" -ne 1 ] || COMPREPLY+=($(compgen -W ")"
      << all_words() << R"(" -- "$word"))
      ;;
  esac
}
complete -F _jmc jmc
)";
}

// One line, in quotes, without what the shells would take apart.
std::string summary(std::string_view help) {
  const size_t end = help.find_first_of(";(");
  std::string_view text = end == std::string_view::npos ? help : help.substr(0, end);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return escaped(text, [](char c) -> std::string {
    return c == '\'' ? "`" : c == ':' ? "," : c == '[' ? "(" : c == ']' ? ")" : c == '\\' ? "/" : "";
  });
}

void zsh_completion(std::ostream& out) {
  const auto list = [&](Command command) {
    for (const OptionRow& row : option_table(command)) {
      out << "    '" << (row.repeats ? "*" : "") << "--" << row.name << (row.value.empty() ? "" : "=") << "["
          << summary(row.help) << "]";
      if (!row.value.empty()) {
        out << ":" << escaped(row.value, [](char c) -> std::string { return c == ':' ? "\\:" : ""; }) << ":";
        switch (completes(row)) {
          case Completes::Strategy: out << "(" << strategy_names() << ")"; break;
          case Completes::File: out << "_files"; break;
          case Completes::Folder: out << "_files -/"; break;
          case Completes::Nothing: break;
        }
      }
      out << "'\n";
    }
  };
  out << "#compdef jmc\n# Completion of jmc for zsh.\nlocal -a known\ncase ${words[2]} in\n";
  for (const Word& w : kWords)
    if (w.command) {
      out << "  " << w.word << ")\n  known=(\n";
      list(*w.command);
      out << "  )\n  _arguments $known '1:command:(" << w.word << ")' '*:argument:_files' ;;\n";
    }
  out << "  *)\n  known=(\n";
  list(Command::Check);
  out << "  )\n  _arguments $known '1:program:{_alternative \"commands:command:(" << all_words()
      << ")\" \"files:program:_files\"}' '*:argument:_files' ;;\nesac\n";
}

void fish_completion(std::ostream& out) {
  out << "# Completion of jmc for fish.\n";
  for (const Word& w : kWords)
    out << "complete -c jmc -n __fish_is_first_arg -a " << w.word << " -d '" << w.does << "'\n";
  const auto list = [&](Command command, std::string_view condition) {
    for (const OptionRow* row : rows_of(command, command != Command::Check)) {
      out << "complete -c jmc" << condition << " -l " << row->name;
      if (!row->value.empty()) {
        switch (completes(*row)) {
          case Completes::Strategy: out << " -x -a '" << strategy_names() << "'"; break;
          case Completes::File: out << " -r"; break;
          case Completes::Folder: out << " -x -a '(__fish_complete_directories)'"; break;
          case Completes::Nothing: out << " -x"; break;
        }
      }
      out << " -d '" << summary(row->help) << "'\n";
    }
  };
  list(Command::Check, "");
  for (const Word& w : kWords)
    if (w.command) list(*w.command, " -n '__fish_seen_subcommand_from " + std::string(w.word) + "'");
}

bool write(const std::string& path, void (*make)(std::ostream&)) {
  std::ofstream out(path);
  make(out);
  out.close();
  if (!out) std::cerr << "jmc_pages: " << path << ": could not be written\n";
  return static_cast<bool>(out);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "jmc_pages: expected a directory to write to\n";
    return 2;
  }
  const std::string directory = argv[1];
  const bool written = write(directory + "/jmc.1", man_page) && write(directory + "/jmc.bash", bash_completion) &&
                       write(directory + "/_jmc", zsh_completion) && write(directory + "/jmc.fish", fish_completion);
  return written ? 0 : 1;
}
