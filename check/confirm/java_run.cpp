#include "check/confirm/java_run.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "base/split.hpp"
#include "check/temporary_file.hpp"

namespace jmc::check {

namespace {

namespace fs = std::filesystem;

// A program that prints without end is not to fill the disk.
constexpr uint64_t kMostOutput = uint64_t{64} << 20;
constexpr size_t kOutputKept = 1u << 20;

// A folder that is removed with what is in it.
class Folder {
 public:
  Folder() {
    const char* where = std::getenv("TMPDIR");
    std::string name = std::string(where && *where ? where : "/tmp") + "/jmc-force-XXXXXX";
    if (mkdtemp(name.data())) path_ = name;
  }
  ~Folder() {
    std::error_code error;
    if (!path_.empty()) fs::remove_all(path_, error);
  }
  Folder(const Folder&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

[[noreturn]] void become_java(pid_t parent, int out, int err, char* const* argv) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(127);
  const int null = open("/dev/null", O_RDONLY);
  dup2(null, 0), dup2(out, 1), dup2(err, 2);
  for (const int signal : {SIGPIPE, SIGINT, SIGTERM, SIGALRM}) ::signal(signal, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  // Options that a user has for his own runs: this one is as jmc has run the program.
  for (const char* name : {"JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS", "CLASSPATH"}) unsetenv(name);
  execv(argv[0], argv);
  _exit(127);
}

std::string kept(const TemporaryFile& file) {
  std::string text(std::min<uint64_t>(file.size(), kOutputKept), '\0');
  text.resize(file.read(0, text.data(), text.size()));
  return text;
}

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
  using Clock = std::chrono::steady_clock;
  JavaRun run;
  const auto start = Clock::now();
  const Folder folder;
  const auto out = TemporaryFile::make("jmc-output"), err = TemporaryFile::make("jmc-errors");
  if (folder.path().empty() || !out || !err) {
    run.problem = std::string("a temporary file: ") + std::strerror(errno);
    return run;
  }
  const std::string plan = folder.path() + "/schedule", log = folder.path() + "/log";
  {
    std::ofstream file(plan, std::ios::binary);
    file << schedule;
    if (!file.flush()) {
      run.problem = plan + ": could not be written";
      return run;
    }
  }
  std::vector<std::string> words = java;
  words.insert(words.begin() + 1, "-agentpath:" + agent + "=schedule=" + plan + ",log=" + log);
  std::vector<char*> argv;
  for (std::string& w : words) argv.push_back(w.data());
  argv.push_back(nullptr);
  const pid_t parent = getpid();
  const pid_t pid = fork();
  if (pid == 0) become_java(parent, out->fd(), err->fd(), argv.data());
  if (pid < 0) {
    run.problem = std::string("fork: ") + std::strerror(errno);
    return run;
  }
  setpgid(pid, pid);
  const auto seconds = [&] { return std::chrono::duration<double>(Clock::now() - start).count(); };
  constexpr double kGrace = 3;  // for the agent to tell where it stands
  int status = 0;
  pid_t ended = 0;
  for (;;) {
    ended = waitpid(pid, &status, WNOHANG);
    if (ended != 0 && !(ended < 0 && errno == EINTR)) break;
    if (seconds() > limit + kGrace || out->size() + err->size() > kMostOutput) {
      run.late = true;
      break;
    }
    usleep(2000);
  }
  kill(-pid, SIGKILL);  // and what the program has started
  if (ended <= 0)
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {}
  run.exit_code = WIFEXITED(status) && !run.late ? WEXITSTATUS(status) : -1;
  run.output = kept(*out);
  run.errors = kept(*err);
  std::ifstream lines(log, std::ios::binary);
  for (std::string line; std::getline(lines, line);) run.log.push_back(base::split(line, '\t'));
  run.seconds = seconds();
  return run;
}

}  // namespace jmc::check
