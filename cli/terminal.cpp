#include "cli/terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>
#include <utility>

namespace jmc::cli {

int terminal_width(int fd) {
  struct winsize size {};
  if (isatty(fd) && ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col >= 40) return size.ws_col;
  return 120;
}

namespace {

constexpr std::chrono::seconds kPatience{5};
constexpr size_t kMostSaid = 20;  // by a patient one

}  // namespace

ProgressLine::ProgressLine(Elsewhere elsewhere)
    : terminal_(isatty(1) && isatty(2)),
      shown_(terminal_ || elsewhere != Elsewhere::Nothing),
      elsewhere_(elsewhere),
      start_(Clock::now()),
      next_(start_ + (patient() ? kPatience : std::chrono::seconds(1))) {}

bool ProgressLine::due() { return shown_ && Clock::now() >= next_; }

void ProgressLine::flush() {
  for (const std::string& text : std::exchange(kept_, {})) std::fprintf(stderr, "%s\n", text.c_str());
}

void ProgressLine::line(const std::string& text) {
  if (!shown_) return;
  flush();
  if (terminal_) std::fprintf(stderr, "\r%.*s\033[K", terminal_width(2) - 1, text.c_str());
  else std::fprintf(stderr, "%s\n", text.c_str());
  std::fflush(stderr);
  on_line_ = terminal_;
  next_ = Clock::now() + std::chrono::milliseconds(terminal_ ? 200 : patient() ? 60000 : 5000);
}

void ProgressLine::keep(const std::string& text) {
  clear();
  kept_.push_back(text);
  if (!patient() || Clock::now() >= start_ + kPatience) flush();
}

void ProgressLine::say(const std::string& text) {
  if (!shown_ || (patient() && ++said_ > kMostSaid)) return;
  keep(patient() && said_ == kMostSaid ? text + " (more of this are not told before the end)" : text);
}

void ProgressLine::milestone(const std::string& text) {
  if (shown_) keep(text);
}

void ProgressLine::clear() {
  if (!on_line_) return;
  std::fputs("\r\033[K", stderr);
  std::fflush(stderr);
  on_line_ = false;
}

}  // namespace jmc::cli
