// jmc: a model checker for concurrent Java.
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "check/answers/baseline.hpp"
#include "check/answers/coverage.hpp"
#include "check/answers/explain.hpp"
#include "check/answers/replay.hpp"
#include "check/answers/version.hpp"
#include "check/clients/run_clients.hpp"
#include "check/confirm/confirm.hpp"
#include "check/confirm/emit_test.hpp"
#include "check/jobs/farm.hpp"
#include "check/junit/run_tests.hpp"
#include "check/options/help.hpp"
#include "check/options/written_files.hpp"
#include "check/portfolio/portfolio.hpp"
#include "check/project/init.hpp"
#include "check/report/format.hpp"
#include "check/report/point.hpp"
#include "check/report/report.hpp"
#include "check/search/check.hpp"
#include "check/search/limits.hpp"
#include "check/source/compile.hpp"
#include "cli/interactive.hpp"
#include "cli/report_files.hpp"
#include "cli/signals.hpp"
#include "cli/step.hpp"
#include "cli/terminal.hpp"
#include "cli/watchdog.hpp"
#include "debugger/debugger.hpp"
#include "linearizability/command.hpp"
#include "mcp/command.hpp"
#include "progress/command.hpp"

namespace {

using namespace jmc::check;
namespace lin = jmc::linearizability;

using jmc::cli::Files;

Stop& stop = jmc::cli::stop_of_signals();

// As it is to be read there: on a terminal in colours, and without what a terminal would obey. False: errno.
bool show(std::string text, FILE* to) {
  if (isatty(fileno(to))) text = jmc::cli::harmless(text);
  if (jmc::cli::shows_colours(fileno(to))) text = jmc::cli::coloured(text);
  std::fwrite(text.data(), 1, text.size(), to);
  return std::fflush(to) == 0 && !std::ferror(to);
}

// Prints the answer and writes the files; what main returns.
template <class Write>
int conclude(Verdict verdict, const std::string& text, bool quiet, Files& files, Write&& write) {
  // An error is what the caller has to look at, wherever the output goes.
  FILE* to = verdict == Verdict::Error || files.to_standard_output() ? stderr : stdout;
  const size_t size = quiet ? std::min(text.find('\n'), text.size() - 1) + 1 : text.size();
  bool told = show(text.substr(0, size), to);
  if (!told && errno == EPIPE) told = true;  // who reads it has seen enough
  if (!told) std::fprintf(stderr, "error: the answer could not be written: %s\n", std::strerror(errno));
  return files.write(write) && told ? exit_code(verdict) : 2;
}

// Writes the file to see a violation again with where nobody has named it; how the report says. A note where that
// fails.
std::string implied_witness(const Result& result, const Configuration& c) {
  if (!result.witness || result.verdict() != Verdict::Violated) return {};
  const auto witness = std::find_if(c.outputs.begin(), c.outputs.end(),
                                    [](const Output& o) { return o.format == "witness" && o.implied; });
  if (witness == c.outputs.end() || witness_file(c).empty()) return {};
  FILE* f = std::fopen(witness->file.c_str(), "w");
  const bool written = f && report_format("witness").write(f, result, c);
  if (f && std::fclose(f) == 0 && written) return {};
  return "\nnote: the witness could not be written to " + witness->file + ": " + std::strerror(errno) + "\n";
}

// Known violations and coverage: reads and writes the files that stay, and says so where that fails. False: it did.
bool keep(Result& result, const Configuration& c) {
  try {
    if (result.coverage) write_coverage(c.coverage, *result.coverage);
    if (!c.baseline.empty()) apply(Baseline::read(c.baseline), c.baseline, result);
    if (!c.write_baseline.empty()) write_baseline(c.write_baseline, result);
    return true;
  } catch (const UsageError& e) {
    result.warnings.push_back(e.what());
    return false;
  }
}

int conclude(const Result& result, const Configuration& c, Files& files) {
  std::string text = report_text(result, c, c.width) + implied_witness(result, c);
  if (c.quiet) text.erase(std::min(text.find('\n'), text.size() - 1) + 1);
  // Of a member of a portfolio or a client the whole makes its own text.
  if (c.github) text = (c.member_fd < 0 ? without_commands(text) : text) + annotations(result);
  const int code = conclude(result.verdict(), text, false, files, [&](const std::string& format, FILE* f) {
    return report_format(format).write(f, result, c);
  });
  return code == exit_code(result.verdict()) ? result.exit_code() : code;
}

int conclude_check(Result result, const Configuration& asked, Files& files) {
  const std::shared_ptr<const Configuration> other = result.searched_by;
  const Configuration& c = other ? *other : asked;
  if (asks_to_confirm(c)) confirm_violations(c, result);
  if (asks_for_outcomes(c)) confirm_outcomes(c, result);
  const bool emitted = test_folder(c).empty() || emit_tests(c, result);
  const bool held = keep(result, c) && emitted;
  const int code = conclude(result, c, files);
  return held ? code : exit_code(Verdict::Error);
}

// What is known of a check that was asked to end, and does not.
Result found_so_far(const Configuration& c) {
  Result r;
  r.cause = stop_cause(stop);
  r.reason = r.stopped = stop_text(r.cause, c) + ", and jmc did not come to its end after that";
  r.warnings.push_back("jmc was asked to end and did not: this is what it had found; please report this");
  const std::lock_guard guard(stop.so_far.mutex);
  r.program = c.called.empty() ? stop.so_far.program : c.called;
  if (r.program.empty()) r.program = c.program;
  r.main_class = stop.so_far.main_class;
  for (const auto& found : stop.so_far.found) r.violations.emplace_back().found = found;
  return r;
}

int conclude(const ClientsRun& clients, const Configuration& c, Files& files) {
  const Verdict verdict = verdict_of(clients);
  const int code =
      conclude(clients.results.empty() ? Verdict::Error : Verdict::Verified, clients_text(clients, c), false, files,
               [&](const std::string& format, FILE* f) { return write_clients(f, format, clients); });
  return code == 2 && verdict != Verdict::Error ? 2 : exit_code(clients);
}

int conclude(const lin::Conclusion& found, const Configuration& c, Files& files) {
  return conclude(found.verdict, found.text, c.quiet, files, [&](const std::string&, FILE* f) {
    return std::fwrite(found.json.data(), 1, found.json.size(), f) == found.json.size();
  });
}

int conclude(const TestRun& tests, const Configuration& c, Files& files) {
  const Verdict verdict = verdict_of(tests);
  const int code = conclude(verdict, tests_text(tests, c), false, files,
                            [&](const std::string& format, FILE* f) { return write_tests(f, format, tests); });
  return code == exit_code(verdict) ? exit_code(tests) : code;
}

// The lines of tests as they are known. What is asked for on standard output is alone there.
std::function<void(const std::string&)> line_by_line(const Configuration& c, const Files& files) {
  if (c.quiet || files.to_standard_output()) return {};
  return [&c](const std::string& line) { show(c.github ? without_commands(line) : line, stdout); };
}

int conclude(const Portfolio& portfolio, const Configuration& c, Files& files) {
  std::string text = portfolio_text(portfolio, c);
  bool held = true;
  try {
    if (!c.coverage.empty()) write_coverage(portfolio, c);
  } catch (const UsageError& e) {
    held = false;
    text += "\nwarning: " + std::string(e.what()) + "\n";
  }
  const int code = conclude(portfolio.answer.verdict, text, c.quiet && !c.github, files,
                            [&](const std::string&, FILE* f) { return write_portfolio_json(f, portfolio, c); });
  return held ? code : exit_code(Verdict::Error);
}

// What the compiler has said of sources, as it is: an error has one line of it.
void tell_compiler(const std::exception& e) {
  if (const auto* wrong = dynamic_cast<const CompileError*>(&e)) std::fputs(wrong->said.c_str(), stderr);
}

// jmc replay: what was checked follows from the witness.
int replay_witness(const Configuration& asked, std::chrono::steady_clock::time_point start, Files& files) {
  try {
    const Witness witness = read_witness(asked.program).for_execution(asked.execution - 1);
    Configuration c = configuration_of(witness, asked);
    const std::unique_ptr<CompiledSources> compiled = compile_sources(c);
    if (compiled) {
      Configuration with_them = asked;
      with_them.sources = compiled->program();
      c = configuration_of(witness, with_them);
    }
    const bool force = setting(asked.settings, "force").given;
    if (const Setting& jdwp = setting(asked.settings, "jdwp"); jdwp.given)
      return jmc::debugger::debug(c, witness, asked.execution - 1, jmc::debugger::parse_address(jdwp.value), force,
                                  stdout);
    if (setting(asked.settings, "interactive").given)
      return jmc::cli::explore_replay(c, witness, asked.execution - 1, force, stdin, stdout);
    if (setting(asked.settings, "step").given)
      return jmc::cli::step_through(c, witness, asked.execution - 1, stdin, stdout);
    const Setting& java = setting(asked.settings, "java");
    Result result = replay(c, witness, asked.execution - 1, start, force);
    const bool same = !java.given || confirm_replayed(c, witness, asked.execution - 1,
                                                      java.value == "same" ? "" : java.value, force, result);
    const std::string tests = test_folder(asked);
    const bool emitted = tests.empty() || emit_test(c, tests, witness, asked.execution - 1, force, result);
    const int code = conclude(result, c, files);
    return same && emitted ? code : exit_code(Verdict::Error);
  } catch (const std::exception& e) {
    Result result;
    result.reason = result.stopped = e.what();
    tell_compiler(e);
    return conclude(result, asked, files);
  }
}

Command command_of(std::vector<std::string>& words) {
  const std::string first = words.size() > 1 ? words[1] : "";
  const Command command = first == "linearizability" ? Command::Linearizability
                          : first == "progress"      ? Command::Progress
                          : first == "replay"        ? Command::Replay
                          : first == "test"          ? Command::Test
                                                     : Command::Check;
  // The word that names the command is no option and no class.
  if (command != Command::Check) words.erase(words.begin() + 1);
  return command;
}

int help(const std::vector<std::string>& words) {
  try {
    return std::fputs(help_on({words.begin() + 2, words.end()}).c_str(), stdout) < 0 ? 2 : 0;
  } catch (const UsageError& e) {
    std::fprintf(stderr, "error: %s\n", e.what());
    return 2;
  }
}

int explain(const std::vector<std::string>& words) {
  const std::string text = words.size() == 2 ? explanations() : words.size() == 3 ? explanation(words[2]) : "";
  if (!text.empty()) return std::fputs(text.c_str(), stdout) < 0 ? 2 : 0;
  std::fprintf(stderr, "error: jmc explain: %s; expected one of\n%s",
               words.size() == 3 ? ("there is no word " + words[2]).c_str() : "one word at a time",
               explanations().c_str());
  return 2;
}

int init(const std::vector<std::string>& words) {
  try {
    return std::fputs(project::init({words.begin() + 2, words.end()}).c_str(), stdout) < 0 ? 2 : 0;
  } catch (const std::exception& e) {
    std::fprintf(stderr, "error: %s\n", e.what());
    return 2;
  }
}

// What jmc linearizability does not do with options that it has in common with others.
void refuse_for_programs(const Configuration& c) {
  if (c.search.exploration != jmc::por::Exploration::DepthFirst)
    throw UsageError("--search: jmc linearizability looks at all executions of a client; expected no --search");
  if (!c.seals.empty())
    throw UsageError("--seal: leaves executions out that jmc linearizability has to look at; expected no --seal");
  if (setting(c.settings, "html").value == kStandardOutput)
    throw UsageError("--html=-: the page of jmc linearizability goes to a file; expected its name");
  if (c.raised.on) throw UsageError("--bound: jmc linearizability does not raise a bound; expected KIND:N");
}

// Commands that have no table of options. Nothing: another one, whose words are left as they were.
std::optional<int> without_options(const std::vector<std::string>& words) {
  if (words.size() < 2) return std::nullopt;
  const std::string& command = words[1];
  // These have no table that would know --help.
  if (words.size() == 3 && (command == "explain" || command == "init") && (words[2] == "--help" || words[2] == "-h"))
    return help({words[0], "help", command});
  if (command == "explain") return explain(words);
  if (command == "help") return help(words);
  if (command == "init") return init(words);
  if (command == "mcp") {
    std::vector<std::string> options = words;
    options.erase(options.begin() + 1);
    return jmc::mcp::serve(options);
  }
  // What jmc-mpi starts on a rank; that starts "farm COMMAND ...".
  if (words.size() == 4 && command == "farm" && words[2] == "rank") return jobs::run_rank(std::atoi(words[3].c_str()));
  return std::nullopt;
}

// What a command line asks for.
struct Asked {
  Command command;
  Configuration configuration;
  lin::Options programs;              // of jmc linearizability
  jmc::progress::Options conditions;  // of jmc progress
  std::unique_ptr<Files> files;       // reports, open
  std::unique_ptr<CompiledSources> compiled;
};

// Reads the words; an exit code where that was all. Throws what is wrong with them.
std::optional<int> read(std::vector<std::string> words, bool on_rank, Asked& a) {
  a.configuration = parse_configuration(words, a.command);
  if (a.configuration.help) {
    const std::string topic = setting(a.configuration.settings, "help").value;
    std::fputs(help_text(a.command, topic == "short" ? "" : topic).c_str(), stdout);
    return 0;
  }
  if (a.configuration.version) {
    std::printf("jmc %s\n", version_and_commit().c_str());
    return 0;
  }
  if ((a.compiled = compile_sources(a.configuration))) {
    words.insert(words.begin() + 1, a.compiled->option());
    a.configuration = parse_configuration(words, a.command);
  }
  const Configuration& c = a.configuration;
  if (a.command == Command::Linearizability) {
    a.programs = lin::linearizability_options(c.settings);
    a.programs.serve = on_rank;
    refuse_for_programs(c);
  }
  if (a.command == Command::Progress) a.conditions = jmc::progress::progress_options(c);
  if (!c.baseline.empty()) Baseline::read(c.baseline);  // a wrong one is known at once
  if (a.command == Command::Test && setting(c.settings, "list").given) {
    if (!c.outputs.empty())
      throw UsageError("--list: nothing is checked, and there are no reports; expected no --" +
                       c.outputs.front().format);
    return std::fputs(list_of_tests(c).c_str(), stdout) < 0 ? 2 : 0;
  }
  check_kept_files(c);
  check_test_folder(c);
  a.files = std::make_unique<Files>(c.outputs);
  return std::nullopt;
}

void catch_what_ends(const Asked& a) {
  const Configuration& c = a.configuration;
  if (c.member_fd >= 0) return jmc::cli::catch_signals_of_parent();
  if (a.command == Command::Replay) {
    signal(SIGPIPE, SIG_IGN);  // nothing is lost with it: Ctrl-C ends it at once
    return;
  }
  // Each of several has its limit for itself.
  jmc::cli::catch_signals(a.command == Command::Test ? c.total_time_limit : c.several ? 0 : c.time_limit);
}

jmc::cli::ProgressLine::Elsewhere progress_elsewhere(const Asked& a) {
  using Elsewhere = jmc::cli::ProgressLine::Elsewhere;
  // Whoever has started this one shows how far it is (mcp/).
  if (a.configuration.member_fd < 0 && std::getenv("JMC_PROGRESS")) return Elsewhere::Asked;
  if (!makes_programs(a.command)) return Elsewhere::Nothing;
  return setting(a.configuration.settings, "progress").given ? Elsewhere::Asked : Elsewhere::Patient;
}

// One check. The answer is told by whoever comes first: the search, or who watches that it looks at the clock.
int run_check(const Asked& a, std::chrono::steady_clock::time_point start, jmc::cli::ProgressLine& progress) {
  const Configuration& c = a.configuration;
  // As much time as stories may take (check/search/check.cpp).
  const double stories = c.time_limit > 0 ? c.time_limit / 10 : 2;
  jmc::cli::watch(stop, stories, [&a, &c] {
    const int status = conclude(found_so_far(c), c, *a.files);
    std::fflush(nullptr);
    _exit(status);
  });
  Result result = check(c, stop, start, progress);
  while (!jmc::cli::answered()) pause();  // it is being told by the other
  return conclude_check(std::move(result), c, *a.files);
}

int run(const Asked& a, std::chrono::steady_clock::time_point start, jmc::cli::ProgressLine& progress) {
  const Configuration& c = a.configuration;
  Files& files = *a.files;
  switch (a.command) {
    case Command::Replay: return replay_witness(c, start, files);
    case Command::Test: return conclude(run_tests(c, stop, start, progress, line_by_line(c, files)), c, files);
    case Command::Linearizability:
      return conclude(lin::run_linearizability(a.programs, c, stop, start, progress), c, files);
    case Command::Progress:
      return conclude(jmc::progress::run_progress(a.conditions, c, stop, start, progress), c, files);
    default: break;
  }
  if (!c.portfolio.empty()) return conclude(run_portfolio(c, stop, start, progress), c, files);
  if (c.several) return conclude(run_clients(c, stop, start, progress), c, files);
  return run_check(a, start, progress);
}

}  // namespace

int main(int argc, char** argv) {
  const auto start = std::chrono::steady_clock::now();
  std::vector<std::string> words(argv, argv + argc);
  if (const std::optional<int> code = without_options(words)) return *code;
  const bool on_rank = words.size() > 2 && words[1] == "farm";
  if (on_rank) words.erase(words.begin() + 1);
  Asked asked{command_of(words), {}, {}, {}, {}, {}};
  Configuration& c = asked.configuration;
  try {
    if (const std::optional<int> code = read(words, on_rank, asked)) return *code;
  } catch (const std::exception& e) {
    Result result;
    result.reason = e.what();
    tell_compiler(e);
    const auto* usage = dynamic_cast<const UsageError*>(&e);
    Files reports(usage && !usage->outputs.empty() ? usage->outputs : c.outputs, true);
    return conclude(result, c, reports);
  }
  catch_what_ends(asked);
  if (!c.width) c.width = jmc::cli::text_width(1);
  c.ends_process = asked.command == Command::Check && !c.several && c.portfolio.empty();
  jmc::cli::ProgressLine progress(progress_elsewhere(asked));
  // A search that does not end would never come to telling that its limit went to the program.
  if (isatty(STDERR_FILENO) && c.member_fd < 0 && !c.quiet)
    for (const std::string& note : c.notes) show("note: " + note + "\n", stderr);
  const int code = run(asked, start, progress);
  asked.compiled.reset();
  // The heap of the program under test goes with the process; taking it apart first would cost time.
  std::fflush(stdout);
  std::fflush(stderr);
  _exit(code);
}
