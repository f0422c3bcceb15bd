// The terminal that jmc was started from.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "check/search/progress.hpp"

namespace jmc::cli {

// The columns of the terminal behind a file descriptor; 120 if it is none, or does not say.
int terminal_width(int fd);
// Of a text that goes there: what COLUMNS says, if that can be, comes first.
int text_width(int fd);

// Whether what goes there may be coloured: a terminal, and NO_COLOR (https://no-color.org) is not set.
bool shows_colours(int fd);
// An answer with its verdicts and warnings in colour, and the rows of stories that matter in bold.
std::string coloured(const std::string& answer);
// What the program under test prints may hold anything: control characters but for ends of lines and tabs as "\\u001b",
// so that a terminal shows them and does not obey.
std::string harmless(const std::string& text);

// A line on standard error that is rewritten while a check takes longer than a second. If standard output or standard
// error is no terminal, nothing, or what was chosen: lines one below the other.
class ProgressLine final : public check::Progress {
 public:
  enum class Elsewhere : uint8_t {
    Nothing,
    Patient,  // once a check has taken five seconds: the first of what stays, and how far it is every minute
    Asked     // what stays at once, and how far it is every five seconds
  };
  explicit ProgressLine(Elsewhere elsewhere);
  ~ProgressLine() override { clear(); }

  bool due() override;
  void line(const std::string& text) override;
  void say(const std::string& text) override;
  void milestone(const std::string& text) override;
  void clear() override;

 private:
  using Clock = std::chrono::steady_clock;
  bool patient() const { return !terminal_ && elsewhere_ == Elsewhere::Patient; }
  void keep(const std::string& text);
  void flush();

  bool terminal_, shown_, on_line_ = false;
  Elsewhere elsewhere_;
  Clock::time_point start_, next_;
  std::vector<std::string> kept_;  // said in the first seconds
  size_t said_ = 0;
};

}  // namespace jmc::cli
