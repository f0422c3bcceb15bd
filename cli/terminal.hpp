// The terminal that jmc was started from.
#pragma once

#include <chrono>

#include "check/progress.hpp"

namespace jmc::cli {

// The columns of the terminal behind a file descriptor; 120 if it is none, or does not say.
int terminal_width(int fd);

// A line on standard error that is rewritten while a check takes longer than a second; nothing if standard output or
// standard error is no terminal. With `asked`, lines on standard error even then, one below the other.
class ProgressLine final : public check::Progress {
 public:
  explicit ProgressLine(bool asked);
  ~ProgressLine() override { clear(); }

  bool due() override;
  void line(const std::string& text) override;
  void say(const std::string& text) override;
  void clear() override;

 private:
  using Clock = std::chrono::steady_clock;
  bool terminal_, shown_, on_line_ = false;
  Clock::time_point next_;
};

}  // namespace jmc::cli
