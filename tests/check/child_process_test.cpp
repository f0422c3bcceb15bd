// A process that is waited for: what it is told and prints, and how it is ended.
#include "check/system/child_process.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

namespace jmc::check {
namespace {

ChildEnd shell(const std::string& script, const ChildLimits& limits, const std::atomic<bool>& cancelled) {
  return run_child({"/bin/sh", {"sh", "-c", script}, "given\n", {{"ADDED", "1"}}, {"HOME"}}, limits, cancelled);
}

TEST(ChildProcess, IsTalkedTo) {
  const std::atomic<bool> cancelled = false;
  const ChildEnd e = shell("read line; echo $line $ADDED ${HOME-none}; echo wrong >&2; exit 3", {10, 0, 0}, cancelled);
  EXPECT_EQ(e.how, ChildEnd::How::Exited);
  EXPECT_EQ(e.status, 3);
  EXPECT_EQ(e.out, "given 1 none\n");
  EXPECT_EQ(e.err, "wrong\n");
}

TEST(ChildProcess, IsEnded) {
  std::atomic<bool> cancelled = false;
  EXPECT_EQ(shell("sleep 60", {0.2, 5, 0}, cancelled).how, ChildEnd::How::Signalled);  // by SIGTERM
  EXPECT_EQ(shell("trap '' TERM; sleep 60; sleep 60", {0.2, 0.2, 0}, cancelled).how,
            ChildEnd::How::TimedOut);  // it will not
  EXPECT_EQ(shell("kill -SEGV $$", {10, 0, 0}, cancelled).why, "sh died: SIGSEGV");
  EXPECT_EQ(run_child({"/no/such/program", {"x"}, "", {}, {}}, {10, 0, 0}, cancelled).how, ChildEnd::How::NotStarted);
  // What it leaves behind holds its output open, and ends with it.
  // A program of its own that ends with a number which others end with when they cannot be started.
  EXPECT_EQ(shell("exit 126", {10, 0, 0}, cancelled).how, ChildEnd::How::Exited);
  const ChildEnd left = shell("sleep 60 & echo done", {10, 0, 0}, cancelled);
  EXPECT_EQ(left.out, "done\n");
  EXPECT_LT(left.seconds, 5);
  std::thread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    cancelled = true;
  });
  EXPECT_EQ(shell("sleep 60; sleep 60", {30, 5, 0}, cancelled).how, ChildEnd::How::Cancelled);
  other.join();
}

}  // namespace
}  // namespace jmc::check
