// jmc: a model checker for concurrent Java.
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
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

Stop stop;

// The first reason counts.
void on_signal(int signal) {
  if (stop.now.load()) return;
  stop.reason.store(static_cast<int>(signal == SIGALRM   ? StopReason::TimeLimit
                                     : signal == SIGUSR1 ? StopReason::SharedMemory
                                                         : StopReason::Signal));
  stop.now.store(true);
}

// From the user, who is impatient the second time: then jmc tells what it has, and the third time it just ends. Signals
// that follow the first one within this time are the same wish: `timeout` sends one to its child and one to its whole
// group.
constexpr int64_t kSameWishMilliseconds = 1000;
std::atomic<int64_t> asked_to_end{0}, asked_again{0};

void on_signal_of_user(int signal) {
  struct timespec t {};
  clock_gettime(CLOCK_MONOTONIC, &t);
  const int64_t now = t.tv_sec * 1000 + t.tv_nsec / 1'000'000;
  int64_t before = 0;
  if (asked_to_end.compare_exchange_strong(before, now) || now - before < kSameWishMilliseconds)
    return on_signal(signal);
  // What was found is told even so, without what is still under way; a third signal ends this, too.
  before = 0;
  stop.late.store(true);
  if (asked_again.compare_exchange_strong(before, now) || now - before < kSameWishMilliseconds) return;
  struct sigaction action {};
  action.sa_handler = SIG_DFL;
  sigemptyset(&action.sa_mask);
  sigaction(signal, &action, nullptr);
  raise(signal);  // blocked until this handler is left
}

// What the parent sends, however often: the first reason counts. Ctrl-C is for the parent.
void catch_signals_of_parent() {
  struct sigaction action {};
  action.sa_handler = on_signal;
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESTART;
  sigset_t held;
  sigemptyset(&held);
  for (const int signal : {SIGTERM, SIGALRM, SIGUSR1}) {
    sigaction(signal, &action, nullptr);
    sigaddset(&held, signal);
  }
  signal(SIGPIPE, SIG_IGN);
  sigprocmask(SIG_UNBLOCK, &held, nullptr);
}

void catch_signals(double time_limit) {
  struct sigaction action {};
  action.sa_handler = on_signal_of_user;
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESTART;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  signal(SIGPIPE, SIG_IGN);
  if (time_limit <= 0) return;
  action.sa_handler = on_signal;
  sigaction(SIGALRM, &action, nullptr);
  struct itimerval timer {};
  timer.it_value.tv_sec = static_cast<time_t>(time_limit);
  timer.it_value.tv_usec = static_cast<suseconds_t>((time_limit - std::floor(time_limit)) * 1e6);
  if (timer.it_value.tv_sec == 0 && timer.it_value.tv_usec == 0) timer.it_value.tv_usec = 1;
  setitimer(ITIMER_REAL, &timer, nullptr);
}

// The files of the reports. They are opened before the work is done, so that one that cannot be written is known.
class Files {
 public:
  // Throws UsageError; with `quiet` a file that cannot be opened is left out.
  explicit Files(const std::vector<Output>& outputs, bool quiet = false) {
    for (const Output& output : outputs) {
      if (output.implied) continue;
      const bool standard = output.file == kStandardOutput;
      // Standard output stays open for whoever else writes there.
      const int copy = standard ? dup(STDOUT_FILENO) : -1;
      FILE* f = !standard ? std::fopen(output.file.c_str(), "w") : copy < 0 ? nullptr : fdopen(copy, "w");
      to_standard_output_ |= standard;
      if (f) files_.emplace_back(output, f);
      else if (!quiet)
        throw UsageError("--" + output.format + "=" + output.file + ": " + std::strerror(errno) +
                         "; expected a file that can be written");
    }
  }
  // The text of the answer is not to be there, too.
  bool to_standard_output() const { return to_standard_output_; }
  // `write(format, file)` fills each and says whether that went well. False: a file could not be written, and the user
  // knows.
  template <class Write>
  bool write(Write&& write) {
    bool all = true;
    for (auto& [output, file] : files_) {
      const bool written = write(output.format, file);
      if (std::fclose(file) == 0 && written) continue;
      std::fprintf(stderr, "error: --%s=%s: could not be written: %s\n", output.format.c_str(), output.file.c_str(),
                   std::strerror(errno));
      all = false;
    }
    files_.clear();
    return all;
  }

 private:
  std::vector<std::pair<Output, FILE*>> files_;
  bool to_standard_output_ = false;
};

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

}  // namespace

int main(int argc, char** argv) {
  const auto start = std::chrono::steady_clock::now();
  std::vector<std::string> words(argv, argv + argc);
  // These have no table of options that would know --help.
  if (words.size() == 3 && (words[1] == "explain" || words[1] == "init") && (words[2] == "--help" || words[2] == "-h"))
    return help({words[0], "help", words[1]});
  if (words.size() > 1 && words[1] == "explain") return explain(words);
  if (words.size() > 1 && words[1] == "help") return help(words);
  if (words.size() > 1 && words[1] == "init") return init(words);
  if (words.size() > 1 && words[1] == "mcp") {
    words.erase(words.begin() + 1);
    return jmc::mcp::serve(words);
  }
  // What jmc-mpi starts on a rank, and what that starts.
  const bool on_rank = words.size() > 2 && words[1] == "farm";
  if (on_rank) {
    if (words.size() == 4 && words[2] == "rank") return jobs::run_rank(std::atoi(words[3].c_str()));
    words.erase(words.begin() + 1);
  }
  const Command command = command_of(words);
  Configuration configuration;
  lin::Options programs;
  jmc::progress::Options conditions;
  std::unique_ptr<Files> files;
  std::unique_ptr<CompiledSources> compiled;
  try {
    configuration = parse_configuration(words, command);
    if (configuration.help) {
      const std::string topic = setting(configuration.settings, "help").value;
      std::fputs(help_text(command, topic == "short" ? "" : topic).c_str(), stdout);
      return 0;
    }
    if (configuration.version) {
      std::printf("jmc %s\n", version_and_commit().c_str());
      return 0;
    }
    if ((compiled = compile_sources(configuration))) {
      words.insert(words.begin() + 1, compiled->option());
      configuration = parse_configuration(words, command);
    }
    if (command == Command::Linearizability) {
      programs = lin::linearizability_options(configuration.settings);
      programs.serve = on_rank;
      refuse_for_programs(configuration);
    }
    if (command == Command::Progress) conditions = jmc::progress::progress_options(configuration);
    if (!configuration.baseline.empty()) Baseline::read(configuration.baseline);  // a wrong one is known at once
    if (command == Command::Test && setting(configuration.settings, "list").given) {
      if (!configuration.outputs.empty())
        throw UsageError("--list: nothing is checked, and there are no reports; expected no --" +
                         configuration.outputs.front().format);
      return std::fputs(list_of_tests(configuration).c_str(), stdout) < 0 ? 2 : 0;
    }
    check_kept_files(configuration);
    check_test_folder(configuration);
    files = std::make_unique<Files>(configuration.outputs);
  } catch (const std::exception& e) {
    Result result;
    result.reason = e.what();
    tell_compiler(e);
    const auto* usage = dynamic_cast<const UsageError*>(&e);
    Files reports(usage && !usage->outputs.empty() ? usage->outputs : configuration.outputs, true);
    return conclude(result, configuration, reports);
  }
  if (configuration.member_fd >= 0) catch_signals_of_parent();
  else if (command == Command::Replay) signal(SIGPIPE, SIG_IGN);  // nothing is lost with it: Ctrl-C ends it at once
  else
    catch_signals(command == Command::Test ? configuration.total_time_limit
                  : configuration.several  ? 0
                                           : configuration.time_limit);  // each test has it for itself
  if (!configuration.width) configuration.width = jmc::cli::text_width(1);
  configuration.ends_process = command == Command::Check && !configuration.several && configuration.portfolio.empty();
  const Configuration& c = configuration;
  using Elsewhere = jmc::cli::ProgressLine::Elsewhere;
  // Whoever has started this one shows how far it is (mcp/).
  const bool shown_elsewhere = configuration.member_fd < 0 && std::getenv("JMC_PROGRESS");
  jmc::cli::ProgressLine progress(shown_elsewhere                         ? Elsewhere::Asked
                                  : !makes_programs(command)              ? Elsewhere::Nothing
                                  : setting(c.settings, "progress").given ? Elsewhere::Asked
                                                                          : Elsewhere::Patient);
  // A search that does not end would never come to telling that its limit went to the program.
  if (isatty(STDERR_FILENO) && configuration.member_fd < 0 && !c.quiet)
    for (const std::string& note : c.notes) show("note: " + note + "\n", stderr);
  int code = 0;
  if (command == Command::Replay) code = replay_witness(c, start, *files);
  else if (command == Command::Test)
    code = conclude(run_tests(c, stop, start, progress, line_by_line(c, *files)), c, *files);
  else if (command == Command::Linearizability)
    code = conclude(lin::run_linearizability(programs, c, stop, start, progress), c, *files);
  else if (command == Command::Progress)
    code = conclude(jmc::progress::run_progress(conditions, c, stop, start, progress), c, *files);
  else if (!c.portfolio.empty()) code = conclude(run_portfolio(c, stop, start, progress), c, *files);
  else if (c.several) code = conclude(run_clients(c, stop, start, progress), c, *files);
  else {
    const double stories =
        c.time_limit > 0 ? c.time_limit / 10 : 2;  // as much as they may take (check/search/check.cpp)
    jmc::cli::watch(stop, stories, [&c, &files] {
      const int status = conclude(found_so_far(c), c, *files);
      std::fflush(nullptr);
      _exit(status);
    });
    Result result = check(c, stop, start, progress);
    while (!jmc::cli::answered()) pause();  // it is being told by the other
    code = conclude_check(std::move(result), c, *files);
  }
  compiled.reset();
  // The heap of the program under test goes with the process; taking it apart first would cost time.
  std::fflush(stdout);
  std::fflush(stderr);
  _exit(code);
}
