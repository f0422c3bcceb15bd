// jmc: a model checker for concurrent Java.
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <ctime>

#include "check/check.hpp"
#include "check/portfolio/portfolio.hpp"
#include "check/report/report.hpp"
#include "check/version.hpp"
#include "cli/terminal.hpp"
#include "linearizability/command.hpp"

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

// From the user, who is impatient the second time: then jmc ends at once. Signals that follow the first one within this
// time are the same wish: `timeout` sends one to its child and one to its whole group.
constexpr int64_t kSameWishMilliseconds = 1000;
std::atomic<int64_t> asked_to_end{0};

void on_signal_of_user(int signal) {
  struct timespec t {};
  clock_gettime(CLOCK_MONOTONIC, &t);
  const int64_t now = t.tv_sec * 1000 + t.tv_nsec / 1'000'000;
  int64_t first = 0;
  if (asked_to_end.compare_exchange_strong(first, now) || now - first < kSameWishMilliseconds) return on_signal(signal);
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

// Opened before the run, so that a file that cannot be written is known before the work is done.
FILE* open_json(const std::string& file) {
  FILE* f = std::fopen(file.c_str(), "w");
  if (!f) throw UsageError("--json=" + file + ": " + std::strerror(errno) + "; expected a file that can be written");
  return f;
}

bool write_text(FILE* f, const std::string& text) { return std::fwrite(text.data(), 1, text.size(), f) == text.size(); }

// `write` fills the file of --json and says whether that went well.
template <class Write>
int conclude(Verdict verdict, const std::string& text, Write&& write, const Configuration& options, FILE* json) {
  // An error is what the caller has to look at, wherever the output goes.
  FILE* to = verdict == Verdict::Error ? stderr : stdout;
  std::fwrite(text.data(), 1, text.size(), to);
  std::fflush(to);
  const bool written = !json || write(json);
  if (!(json ? std::fclose(json) == 0 && written : true)) {
    std::fprintf(stderr, "error: %s: could not be written\n", options.json.c_str());
    return 2;
  }
  return exit_code(verdict);
}

int conclude(const Result& report, const Configuration& options, FILE* json) {
  return conclude(
      report.verdict(), report_text(report, options, options.width),
      [&](FILE* f) { return write_report_json(f, report, options); }, options, json);
}

int conclude(const lin::Conclusion& found, const Configuration& options, FILE* json) {
  return conclude(
      found.verdict, found.text, [&](FILE* f) { return write_text(f, found.json); }, options, json);
}

int conclude(const Portfolio& portfolio, const Configuration& options, FILE* json) {
  return conclude(
      portfolio.answer.verdict, portfolio_text(portfolio, options),
      [&](FILE* f) { return write_portfolio_json(f, portfolio, options); }, options, json);
}

}  // namespace

int main(int argc, char** argv) {
  const auto start = std::chrono::steady_clock::now();
  Configuration options;
  FILE* json = nullptr;
  lin::Options classes;
  try {
    // The word that names the command is no option and no class.
    const bool linearizability = argc > 1 && std::string_view(argv[1]) == "linearizability";
    std::vector<char*> words(argv, argv + argc);
    if (linearizability) words.erase(words.begin() + 1);
    const Command command = linearizability ? Command::Linearizability : Command::Check;
    options = parse_options(static_cast<int>(words.size()), words.data(), command);
    if (options.help) {
      std::fputs(help_text(command).c_str(), stdout);
      return 0;
    }
    if (linearizability) classes = lin::linearizability_options(options.settings);
    if (options.version) {
      std::printf("jmc %s\n", version_and_commit().c_str());
      return 0;
    }
    if (classes.asked && options.search.exploration != jmc::por::Exploration::DepthFirst)
      throw UsageError("--search: jmc linearizability looks at all executions of a client; expected no --search");
    if (classes.asked && !options.seals.empty())
      throw UsageError("--seal: leaves executions out that jmc linearizability has to look at; expected no --seal");
    if (classes.asked && options.raised.on)
      throw UsageError("--bound: jmc linearizability does not raise a bound; expected KIND:N");
    if (!options.json.empty()) json = open_json(options.json);
  } catch (const std::exception& e) {
    Result report;
    report.reason = e.what();
    if (options.json.empty()) {
      options.json = json_file_in(argc, argv);
      if (!options.json.empty()) json = std::fopen(options.json.c_str(), "w");
    }
    return conclude(report, options, json);
  }
  if (options.member_fd >= 0) catch_signals_of_parent();
  else catch_signals(options.time_limit);
  if (!options.width) options.width = jmc::cli::terminal_width(1);
  jmc::cli::ProgressLine progress(classes.asked && setting(options.settings, "progress").given);
  const int code = classes.asked
                       ? conclude(lin::run_linearizability(classes, options, stop, start, progress), options, json)
                   : options.portfolio.empty() ? conclude(check(options, stop, start, progress), options, json)
                                               : conclude(run_portfolio(options, stop, start, progress), options, json);
  // The heap of the program under test goes with the process; taking it apart first would cost time.
  std::fflush(stdout);
  std::fflush(stderr);
  _exit(code);
}
