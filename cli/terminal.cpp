#include "cli/terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "base/number.hpp"
#include "check/options/configuration.hpp"

namespace jmc::cli {

int terminal_width(int fd) {
  struct winsize size {};
  if (isatty(fd) && ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col >= check::kNarrowestText) return size.ws_col;
  return 120;
}

int text_width(int fd) {
  const char* columns = std::getenv("COLUMNS");
  const int asked = columns ? base::number_of<int>(columns).value_or(0) : 0;
  return asked >= check::kNarrowestText ? asked : terminal_width(fd);
}

bool shows_colours(int fd) {
  const char *refused = std::getenv("NO_COLOR"), *terminal = std::getenv("TERM");
  return isatty(fd) && !(refused && *refused) && terminal && terminal != std::string_view("dumb");
}

namespace {

struct Word {
  std::string_view text, style;
};

// At the beginning of a line, and followed by a colon or a space.
constexpr std::array kWords{Word{"violated", "1;31"}, Word{"error", "1;31"}, Word{"verified", "1;32"},
                            Word{"inconclusive", "1;33"}, Word{"warning", "33"}};

// "12*  read n = 0 ...": a row of a story that a cause names.
bool matters(std::string_view line) {
  const size_t number = line.find_first_not_of(' ');
  if (number == std::string_view::npos) return false;
  const size_t mark = line.find_first_not_of("0123456789-", number);
  return mark != std::string_view::npos && mark != number && line[mark] == '*';
}

}  // namespace

std::string harmless(const std::string& text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    auto code = static_cast<unsigned char>(text[i]);
    // U+0080 to U+009F, among them one that begins an order as ESC [ does.
    const bool upper = code == 0xc2 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xa0;
    if (!upper && ((code >= 0x20 && code != 0x7f) || code == '\n' || code == '\t')) {
      out += text[i];
      continue;
    }
    if (upper) code = static_cast<unsigned char>(text[++i]);
    char escaped[8];
    std::snprintf(escaped, sizeof escaped, "\\u%04x", code);
    out += escaped;
  }
  return out;
}

std::string coloured(const std::string& answer) {
  const auto styled = [](std::string_view style, std::string_view text) {
    return "\033[" + std::string(style) + "m" + std::string(text) + "\033[0m";
  };
  std::string out;
  for (std::string_view rest = answer; !rest.empty();) {
    const size_t end = std::min(rest.find('\n'), rest.size());
    std::string_view line = rest.substr(0, end);
    const bool more = end < rest.size();
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (matters(line)) {
      out += styled("1", line);
    } else {
      for (const Word& w : kWords)
        if (line.starts_with(w.text) &&
            (line.size() == w.text.size() || line[w.text.size()] == ':' || line[w.text.size()] == ' ')) {
          out += styled(w.style, w.text);
          line.remove_prefix(w.text.size());
          break;
        }
      out += line;
    }
    if (more) out += '\n';
  }
  return out;
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
