#include "listeners/statistics.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <cstdio>
#include <string>

#include "listeners/text.hpp"

namespace jmc::listeners {

uint64_t resident_bytes() {
  FILE* statm = std::fopen("/proc/self/statm", "r");
  if (!statm) return 0;
  unsigned long long total = 0, resident = 0;
  const int fields = std::fscanf(statm, "%llu %llu", &total, &resident);
  std::fclose(statm);
  return fields == 2 ? resident * static_cast<uint64_t>(sysconf(_SC_PAGESIZE)) : 0;
}

uint64_t peak_resident_bytes() {
  // Not ru_maxrss, if there is another way: after an exec that still counts what the parent process needed.
  if (FILE* status = std::fopen("/proc/self/status", "r")) {
    char line[256];
    unsigned long long kilobytes = 0;
    bool found = false;
    while (!found && std::fgets(line, sizeof line, status)) found = std::sscanf(line, "VmHWM: %llu kB", &kilobytes) == 1;
    std::fclose(status);
    if (found) return kilobytes * 1024;
  }
  struct rusage usage {};
  return getrusage(RUSAGE_SELF, &usage) == 0 ? static_cast<uint64_t>(usage.ru_maxrss) * 1024 : 0;
}

void Statistics::progress(const por::SearchStatistics& so_far) {
  latest_ = so_far;
  if (!show_) return;
  const auto now = Clock::now();
  if (now >= next_) print(now);
}

void Statistics::print(Clock::time_point now) {
  const double seconds = std::chrono::duration<double>(now - start_).count();
  const std::string line = grouped(latest_.states) + " states, " + grouped(latest_.transitions) + " transitions, " +
                           grouped(static_cast<uint64_t>(static_cast<double>(latest_.transitions) / seconds)) + "/s, depth " +
                           grouped(latest_.max_depth) + ", " + bytes_text(resident_bytes()) + ", " + std::to_string(static_cast<int>(seconds)) + " s";
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
