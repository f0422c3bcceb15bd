#include "mcp/command.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>

#include "base/number.hpp"
#include "base/split.hpp"
#include "check/answers/version.hpp"
#include "check/options/command_line.hpp"
#include "check/options/help.hpp"
#include "check/options/option_values.hpp"
#include "classfile/class_path.hpp"
#include "mcp/server.hpp"

namespace jmc::mcp {

namespace {

int signalled = -1;  // where a signal writes to

void on_signal(int) {
  const char byte = 0;
  if (write(signalled, &byte, 1) < 0) {}  // it is full: the server knows
}

ServerSettings settings_of(const check::CommandLine& line) {
  ServerSettings out;
  for (const std::string& element : base::split(line.text("classpath"), ':')) {
    if (element.empty()) continue;
    const std::string path = std::filesystem::absolute(element).lexically_normal().string();
    if (!std::filesystem::exists(path)) throw check::UsageError("--classpath: " + path + " does not exist");
    out.class_path += (out.class_path.empty() ? "" : ":") + path;
  }
  const classfile::Jdk jdk = classfile::open_jdk(line.text("jdk"));
  out.jdk = std::filesystem::absolute(jdk.home).string();
  out.release = jdk.release;
  out.jdk_version = jdk.version;
  const auto seconds = base::number_of<double>(line.text("time-limit"));
  if (!seconds || !(*seconds > 0) || !std::isfinite(*seconds) || *seconds > 1e6)
    throw check::UsageError("--time-limit=" + line.text("time-limit") + ": expected seconds, more than 0");
  out.time_limit = *seconds;
  out.memory_limit = check::size("memory-limit", line.text("memory-limit"), uint64_t{64} << 20, uint64_t{1} << 50);
  out.answer_limit = check::whole_number("answer-limit", line.text("answer-limit"), 512, 1 << 20);
  out.jobs = static_cast<unsigned>(check::whole_number("jobs", line.text("jobs"), 1, 64));
  return out;
}

// What the protocol writes to. Whatever else is printed goes where errors go: on standard output are messages only.
int own_output() {
  const int fd = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
  if (fd >= 0) dup2(STDERR_FILENO, STDOUT_FILENO);
  return fd;
}

// A script that is piped in ends with its last line. A client that goes closes the input at some later time.
constexpr std::chrono::milliseconds kOneBreath{200};

// Until nobody reads the answers, a signal comes, or the input ends. Who goes while something is being answered wants
// no answer any more, and the server is to be gone before the client has it killed; what a script has asked for is
// answered although its end is known.
void run(Server& server, Reader& reader, Writer& writer, int signals) {
  using Clock = std::chrono::steady_clock;
  bool ended = false;
  Clock::time_point last = Clock::now();  // when the last line came
  std::string line;
  for (;;) {
    struct pollfd fds[] = {{ended ? -1 : reader.fd(), POLLIN, 0}, {signals, POLLIN, 0}, {writer.fd(), 0, 0}};
    poll(fds, std::size(fds), ended ? 50 : 1000);
    // A pipe that nobody reads is in error; a socket or terminal whose other end is gone is hung up.
    if (fds[1].revents || (fds[2].revents & (POLLERR | POLLNVAL | POLLHUP)) || writer.gone()) return;
    while (!ended) {
      const Clock::time_point now = Clock::now();
      const Reader::Got got = reader.next(line);
      if (got == Reader::Got::Nothing) break;
      if (got == Reader::Got::End) {
        if (now - last > kOneBreath) return;
        ended = true;
        break;
      }
      last = now;
      if (got == Reader::Got::Line) server.line(line);
      else server.line_too_long();
    }
    if (!server.busy() && ended) return;
  }
}

}  // namespace

int serve(const std::vector<std::string>& words) {
  try {
    const check::CommandLine line = check::read_command_line(words, check::Command::Mcp);
    if (!line.wrong.empty()) throw check::UsageError(line.wrong);
    if (line.has("help")) {
      const std::string topic = line.text("help");
      return std::fputs(check::help_text(check::Command::Mcp, topic == "short" ? "" : topic).c_str(), stdout) < 0 ? 2
                                                                                                                  : 0;
    }
    if (line.has("version")) return std::printf("jmc %s\n", check::version_and_commit().c_str()) < 0 ? 2 : 0;
    if (line.program)
      throw check::UsageError("jmc mcp: " + *line.program +
                              ": expected options only; what to check comes from the client");
    const ServerSettings settings = settings_of(line);
    int ends[2];
    const int out = own_output();
    if (out < 0 || pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) throw std::runtime_error("standard output is closed");
    signalled = ends[1];
    struct sigaction action {};
    action.sa_handler = on_signal;
    sigemptyset(&action.sa_mask);
    action.sa_flags = SA_RESTART;
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaction(signal, &action, nullptr);
    signal(SIGPIPE, SIG_IGN);
    fcntl(STDIN_FILENO, F_SETFD, FD_CLOEXEC);
    Writer writer(out);
    Reader reader(STDIN_FILENO);
    Server server(settings, writer);
    run(server, reader, writer, ends[0]);
    return 0;
  } catch (const std::exception& e) {
    std::fprintf(stderr, "error: %s\n", e.what());
    return 2;
  }
}

}  // namespace jmc::mcp
