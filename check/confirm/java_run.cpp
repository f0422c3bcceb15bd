#include "check/confirm/java_run.hpp"

#include <atomic>
#include <filesystem>
#include <fstream>
#include <memory>

#include "base/split.hpp"
#include "check/system/child_process.hpp"
#include "check/system/temporary_folder.hpp"

namespace jmc::check {

namespace {

namespace fs = std::filesystem;

constexpr double kGrace = 3;  // seconds for the agent to tell where it stands
constexpr size_t kOutputKept = 1u << 20;

}  // namespace

std::string force_agent() {
  std::error_code error;
  const fs::path jmc = fs::canonical("/proc/self/exe", error);
  if (error) return {};
  for (const fs::path& at : {jmc.parent_path() / "libjmc-force.so", (jmc.parent_path() / JMC_FORCE).lexically_normal()})
    if (fs::is_regular_file(at, error)) return at.string();
  return {};
}

JavaRun run_java(const std::vector<std::string>& java, const std::string& agent, const std::string& schedule,
                 double limit) {
  JavaRun run;
  std::unique_ptr<TemporaryFolder> folder;
  try {
    folder = std::make_unique<TemporaryFolder>();
  } catch (const std::exception& e) {
    run.problem = e.what();
    return run;
  }
  const std::string plan = folder->path() + "/schedule", log = folder->path() + "/log";
  {
    std::ofstream file(plan, std::ios::binary);
    file << schedule;
    if (!file.flush()) {
      run.problem = plan + ": could not be written";
      return run;
    }
  }
  ChildCommand command{java.front(), java, "", {}, {}};
  command.words.insert(command.words.begin() + 1, "-agentpath:" + agent + "=schedule=" + plan + ",log=" + log);
  // Options that a user has for his own runs: this one is as jmc has run the program.
  command.unset = {"JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS", "CLASSPATH"};
  const std::atomic<bool> never = false;
  ChildEnd end = run_child(command, {limit + kGrace, 0, 0}, never);
  run.late = end.how == ChildEnd::How::TimedOut;
  run.exit_code = end.how == ChildEnd::How::Exited ? end.status : -1;
  run.output = end.out.substr(0, kOutputKept);
  run.errors = end.err.substr(0, kOutputKept);
  if (end.how == ChildEnd::How::NotStarted) run.problem = end.why;
  std::ifstream lines(log, std::ios::binary);
  for (std::string line; std::getline(lines, line);) run.log.push_back(base::split(line, '\t'));
  run.seconds = end.seconds;
  return run;
}

}  // namespace jmc::check
