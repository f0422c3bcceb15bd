// jmc: a model checker for concurrent Java.
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>

#include "cli/linearizability.hpp"
#include "cli/run.hpp"
#include "listeners/text.hpp"

#ifndef JMC_VERSION
#define JMC_VERSION "unknown"
#endif

namespace {

using namespace jmc::cli;

Stop stop;

void on_signal(int signal) {
  stop.reason.store(static_cast<int>(signal == SIGALRM ? StopReason::TimeLimit : StopReason::Signal));
  stop.now.store(true);
}

void catch_signals(double time_limit) {
  struct sigaction action {};
  action.sa_handler = on_signal;
  sigemptyset(&action.sa_mask);
  // A second Ctrl-C ends jmc at once.
  action.sa_flags = SA_RESTART | static_cast<int>(SA_RESETHAND);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  signal(SIGPIPE, SIG_IGN);
  if (time_limit <= 0) return;
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

bool write_json(FILE* f, const Report& report, const Options& options, const Linearizability& classes) {
  std::string text = report_json(report, options);
  if (classes.asked) text = with_linearizability(text, classes);
  const bool written = std::fwrite(text.data(), 1, text.size(), f) == text.size();
  return (std::fclose(f) == 0) && written;
}

int conclude(const Report& report, const Options& options, FILE* json, const Linearizability& classes) {
  std::string text = report_text(report, options, jmc::listeners::terminal_width(1));
  if (classes.asked && report.booted) text += text_of(classes);
  // An error is what the caller has to look at, wherever the output goes.
  FILE* to = report.verdict == Verdict::Error ? stderr : stdout;
  std::fwrite(text.data(), 1, text.size(), to);
  std::fflush(to);
  if (json && !write_json(json, report, options, classes)) {
    std::fprintf(stderr, "error: %s: could not be written\n", options.json.c_str());
    return 2;
  }
  return exit_code(report.verdict);
}

}  // namespace

int main(int argc, char** argv) {
  const auto start = std::chrono::steady_clock::now();
  Options options;
  FILE* json = nullptr;
  Linearizability classes;
  try {
    std::vector<char*> arguments(argv, argv + argc);
    classes = take_linearizability(arguments);
    options = parse_options(static_cast<int>(arguments.size()), arguments.data());
    if (options.help) {
      std::fputs(help_text().c_str(), stdout);
      return 0;
    }
    if (options.version) {
      std::puts("jmc " JMC_VERSION);
      return 0;
    }
    if (!options.json.empty()) json = open_json(options.json);
  } catch (const std::exception& e) {
    Report report;
    report.reason = e.what();
    if (options.json.empty()) {
      options.json = json_file_in(argc, argv);
      if (!options.json.empty()) json = std::fopen(options.json.c_str(), "w");
    }
    return conclude(report, options, json, classes);
  }
  catch_signals(options.time_limit);
  const Report report = classes.asked ? check_program(classes, options, stop, start) : run(options, stop, start);
  const int code = conclude(report, options, json, classes);
  // The heap of the program under test goes with the process; taking it apart first would cost time.
  std::fflush(stdout);
  std::fflush(stderr);
  _exit(code);
}
