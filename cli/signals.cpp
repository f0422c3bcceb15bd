#include "cli/signals.hpp"

#include <signal.h>
#include <sys/time.h>

#include <atomic>
#include <cmath>
#include <ctime>

namespace jmc::cli {

namespace {

using check::StopReason;

check::Stop stop;

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

}  // namespace

check::Stop& stop_of_signals() { return stop; }

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

}  // namespace jmc::cli
