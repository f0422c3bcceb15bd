// Two machines in one process do not know of each other: on two host threads at a time, running the same client or
// different ones, they give the answers and counts that each gives alone.
#include <gtest/gtest.h>

#include <map>
#include <regex>
#include <thread>

#include "check/options/configuration.hpp"
#include "check/report/report.hpp"
#include "check/search/check.hpp"
#include "support.hpp"
#include "vm/jvm_system.hpp"

namespace jmc::vm::test {
namespace {

class Machines : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    classes_ = new Folder;
    compile(std::filesystem::path(JMC_SOURCE_DIR) / "tests/vm/programs/Machines.java", classes_->path());
  }
  static void TearDownTestSuite() { delete classes_; }

  // The report of a check as JSON, without what it took of time and memory.
  static std::string answer(const std::string& client, const std::vector<std::string>& more = {}) {
    std::vector<std::string> arguments{"jmc", "--keep-going", "--jdk=" + jdk_home(), "--classpath=" + classes_->path()};
    arguments.insert(arguments.end(), more.begin(), more.end());
    arguments.push_back(client);
    const check::Configuration configuration = check::parse_configuration(arguments, check::Command::Check);
    check::Stop stop;
    check::Progress progress;
    const check::Result result = check::check(configuration, stop, std::chrono::steady_clock::now(), progress);
    static const std::regex spent("\"[a-z_]*(second|memory|bytes)[a-z_]*\": *[-+.0-9e]+");
    return std::regex_replace(check::report_json(result, configuration), spent, "");
  }
  static Folder* classes_;
};
Folder* Machines::classes_ = nullptr;

const std::vector<std::string> kClients = {"Maps", "Locks", "Writes", "Packs", "Cells", "Names", "Fails"};

TEST_F(Machines, AtATimeAsAlone) {
  std::map<std::string, std::string> alone;
  for (const std::string& c : kClients) {
    alone[c] = answer(c);
    EXPECT_EQ(alone[c].find("\"verdict\": \"error\""), std::string::npos) << c << ": " << alone[c];
    EXPECT_NE(alone[c].find(c == "Fails" ? "\"violated\"" : "\"verified\""), std::string::npos)
        << c << ": " << alone[c];
  }
  const auto together = [&](const std::string& a, const std::string& b) {
    std::string of_a, of_b;
    std::thread other([&] { of_b = answer(b); });
    of_a = answer(a);
    other.join();
    EXPECT_EQ(of_a, alone[a]) << a << " beside " << b;
    EXPECT_EQ(of_b, alone[b]) << b << " beside " << a;
  };
  for (const std::string& c : kClients) together(c, c);
  for (size_t i = 0; i < kClients.size(); ++i) together(kClients[i], kClients[(i + 1) % kClients.size()]);
}

// An array of arrays that is too large is an OutOfMemoryError, whoever makes it.
TEST_F(Machines, LargeArrays) {
  const std::string large = answer("Large", {"--heap=64M"});
  EXPECT_NE(large.find("OutOfMemoryError OutOfMemoryError"), std::string::npos) << large;
  const std::string fits = answer("Large", {"--heap=2G"});
  EXPECT_NE(fits.find("long[][] long[][]"), std::string::npos) << fits;
}

// ... and on one host thread, step by step in turns, with another one made and gone in between.
TEST_F(Machines, InTurns) {
  struct Running {
    explicit Running(const std::string& client) : booted(classes_->path()), system(*booted.vm) {
      booted.vm->start_main(booted.vm->find_class(client), {});
      result = system.start();
    }
    bool step() {
      if (system.is_final() || result.stop) return false;
      por::ThreadId t = system.thread_count();
      while (t-- > 0)
        if (!system.ended(t) && system.alternatives(t)) break;
      result = system.step(t, 0);
      return true;
    }
    std::string said() const {
      return booted.vm->output.text(1) + booted.vm->output.text(2) + system.failure() + (result.stop ? " stopped" : "");
    }
    BootedVm booted;
    JvmSystem system;
    por::StepResult result;
  };
  for (const std::string& c : kClients) {
    if (c == "Fails") continue;
    std::string alone;
    {
      Running r(c);
      while (r.step()) {}
      alone = r.said();
    }
    EXPECT_EQ(alone.find("stopped"), std::string::npos) << c << ": " << alone;
    Running first(c), second(c);
    bool more = true;
    for (int i = 0; more; ++i) {
      const bool one = first.step(), other = second.step();
      more = one || other;
      if (i == 1) Running("Locks").step();
    }
    EXPECT_EQ(first.said(), alone) << c;
    EXPECT_EQ(second.said(), alone) << c;
  }
}

// A search that finds a fault of its own is abandoned, and another strategy gives the answer, which says so.
TEST_F(Machines, AnotherStrategyAnswersForOneThatContradictsItself) {
  const auto run = [](const std::string& client, const std::vector<std::string>& options, bool broken) {
    std::vector<std::string> words{"jmc", "--keep-going", "--jdk=" + jdk_home(), "--classpath=" + classes_->path()};
    words.insert(words.end(), options.begin(), options.end());
    words.push_back(client);
    check::Configuration configuration = check::parse_configuration(words, check::Command::Check);
    configuration.search.contradicts = broken;
    check::Stop stop;
    check::Progress progress;
    return check::check(configuration, stop, std::chrono::steady_clock::now(), progress);
  };
  const std::vector<std::vector<std::string>> abandoned{{"--por=optimal-dpor", "--observers"},
                                                        {"--por=dl-s-por", "--refine=held-back"},
                                                        {"--por=source-dpor", "--no-sampling"}};
  for (const auto& options : abandoned)
    for (const char* client : {"Locks", "Fails"}) {
      const std::string by = options[0] == "--por=dl-s-por" ? "--por=s-por" : "--por=dl-s-por";
      const check::Result whole = run(client, {by}, false), other = run(client, options, true);
      EXPECT_EQ(other.verdict(), whole.verdict()) << client << options[0];
      EXPECT_EQ(other.exit_code(), whole.exit_code());
      EXPECT_EQ(other.statistics.states, whole.statistics.states);
      ASSERT_TRUE(other.searched_by);
      EXPECT_EQ("--por=" + other.searched_by->search.strategy, by);
      ASSERT_FALSE(other.warnings.empty());
      for (const std::string& said : {options[0] + " was abandoned", by, std::string("internal error of ") + options[0],
                                      std::string("thread 0 \"main\""), std::string("please report")})
        EXPECT_NE(other.warnings.front().find(said), std::string::npos) << said << " in " << other.warnings.front();
      EXPECT_NE(check::report_json(other, *other.searched_by).find("was abandoned"), std::string::npos);
      EXPECT_EQ(whole.searched_by, nullptr);
    }
}

}  // namespace
}  // namespace jmc::vm::test
