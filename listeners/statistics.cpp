#include "listeners/statistics.hpp"

#include <cstdio>
#include <string>

#include "base/memory.hpp"
#include "listeners/text.hpp"

namespace jmc::listeners {

void Statistics::progress(const por::SearchStatistics& so_far) {
  latest_ = so_far;
  if (!show_) return;
  const auto now = Clock::now();
  if (now >= next_) print(now);
}

void Statistics::print(Clock::time_point now) {
  const double seconds = std::chrono::duration<double>(now - start_).count();
  const std::string line = grouped(latest_.states) + " states, " + grouped(latest_.transitions) + " transitions, " +
                           grouped(static_cast<uint64_t>(static_cast<double>(latest_.transitions) / seconds)) +
                           "/s, depth " + grouped(latest_.max_depth) + ", " + bytes_text(base::resident_bytes()) +
                           ", " + std::to_string(static_cast<int>(seconds)) + " s";
  std::fprintf(stderr, "\r%.*s\033[K", terminal_width(2) - 1, line.c_str());
  std::fflush(stderr);
  shown_ = true;
  next_ = now + std::chrono::milliseconds(200);
}

void Statistics::clear_line() {
  if (!shown_) return;
  std::fputs("\r\033[K", stderr);
  std::fflush(stderr);
  shown_ = false;
}

}  // namespace jmc::listeners
