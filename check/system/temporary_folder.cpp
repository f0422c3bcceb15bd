#include "check/system/temporary_folder.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <stdexcept>

namespace jmc::check {

TemporaryFolder::TemporaryFolder() {
  const char* given = std::getenv("TMPDIR");
  const std::string parent = given && *given ? given : "/tmp";
  path_ = parent + "/jmc-XXXXXX";
  if (!mkdtemp(path_.data()))
    throw std::runtime_error(parent + ": a temporary folder could not be made: " + std::strerror(errno) +
                             "; expected a folder that can be written, see TMPDIR");
  watch();
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
  if (alive_ >= 0) close(alive_);
}

void TemporaryFolder::watch() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return;  // it is removed where all goes well
  const pid_t child = fork();
  if (child == 0) {
    // No child of who waits for its children, and none of the group that a terminal's Ctrl-C goes to.
    setsid();
    if (fork() != 0) _exit(0);
    for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGALRM, SIGUSR1}) signal(number, SIG_IGN);
    // Who reads the output of jmc waits for its end, and this one has nothing to say.
    for (int fd = 0; fd < static_cast<int>(sysconf(_SC_OPEN_MAX)) && fd < 4096; ++fd)
      if (fd != ends[0]) close(fd);
    char none;
    while (read(ends[0], &none, 1) < 0 && errno == EINTR) {}
    // A compiler that is being killed may still write.
    for (int again = 0; again < 5; ++again) {
      std::error_code ignored;
      std::filesystem::remove_all(path_, ignored);
      usleep(100'000);
      if (!std::filesystem::exists(path_, ignored)) break;
    }
    _exit(0);
  }
  close(ends[0]);
  alive_ = ends[1];
  int status = 0;
  while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {}
}

}  // namespace jmc::check
