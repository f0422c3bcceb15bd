#include "cli/watchdog.hpp"

#include <signal.h>

#include <atomic>
#include <thread>
#include <utility>

namespace jmc::cli {

namespace {

enum class Turn : int { Nobody, Answer, Watchdog };
std::atomic<Turn> turn{Turn::Nobody};

bool take(Turn who) {
  Turn nobody = Turn::Nobody;
  return turn.compare_exchange_strong(nobody, who);
}

void wait_and_end(check::Stop& stop, std::chrono::duration<double> stories, const std::function<void()>& conclude) {
  using namespace std::chrono_literals;
  while (!stop.now.load()) {
    if (turn.load() != Turn::Nobody) return;
    std::this_thread::sleep_for(100ms);
  }
  for (const auto end = std::chrono::steady_clock::now() + kGrace + stories;
       std::chrono::steady_clock::now() < end && !stop.late.load();)
    std::this_thread::sleep_for(100ms);
  stop.late.store(true);
  std::this_thread::sleep_for(kGrace);
  if (take(Turn::Watchdog)) conclude();
}

}  // namespace

void watch(check::Stop& stop, double story_seconds, std::function<void()> conclude) {
  // Signals are for the main thread: they end what it waits for.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  std::thread([&stop, story_seconds, conclude = std::move(conclude)] {
    wait_and_end(stop, std::chrono::duration<double>(story_seconds), conclude);
  }).detach();
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

bool answered() { return take(Turn::Answer); }

}  // namespace jmc::cli
