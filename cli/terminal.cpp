#include "cli/terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>

namespace jmc::cli {

int terminal_width(int fd) {
  struct winsize size {};
  if (isatty(fd) && ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col >= 40) return size.ws_col;
  return 120;
}

ProgressLine::ProgressLine(bool asked)
    : terminal_(isatty(1) && isatty(2)), shown_(asked || terminal_), next_(Clock::now() + std::chrono::seconds(1)) {}

bool ProgressLine::due() { return shown_ && Clock::now() >= next_; }

void ProgressLine::line(const std::string& text) {
  if (!shown_) return;
  if (terminal_) std::fprintf(stderr, "\r%.*s\033[K", terminal_width(2) - 1, text.c_str());
  else std::fprintf(stderr, "%s\n", text.c_str());
  std::fflush(stderr);
  on_line_ = terminal_;
  next_ = Clock::now() + (terminal_ ? std::chrono::milliseconds(200) : std::chrono::milliseconds(5000));
}

void ProgressLine::say(const std::string& text) {
  if (!shown_) return;
  clear();
  std::fprintf(stderr, "%s\n", text.c_str());
}

void ProgressLine::clear() {
  if (!on_line_) return;
  std::fputs("\r\033[K", stderr);
  std::fflush(stderr);
  on_line_ = false;
}

}  // namespace jmc::cli
