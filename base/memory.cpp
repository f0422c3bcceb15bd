#include "base/memory.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <cstdio>
#include <string>

namespace jmc::base {

namespace {

uint64_t resident_bytes_in(const std::string& file) {
  FILE* statm = std::fopen(file.c_str(), "re");
  if (!statm) return 0;
  unsigned long long total = 0, resident = 0;
  const int fields = std::fscanf(statm, "%llu %llu", &total, &resident);
  std::fclose(statm);
  return fields == 2 ? resident * static_cast<uint64_t>(sysconf(_SC_PAGESIZE)) : 0;
}

}  // namespace

uint64_t resident_bytes() { return resident_bytes_in("/proc/self/statm"); }

uint64_t resident_bytes(pid_t process) { return resident_bytes_in("/proc/" + std::to_string(process) + "/statm"); }

uint64_t peak_resident_bytes() {
  // Not ru_maxrss, if there is another way: after an exec that still counts what the parent process needed.
  if (FILE* status = std::fopen("/proc/self/status", "re")) {
    char line[256];
    unsigned long long kilobytes = 0;
    bool found = false;
    while (!found && std::fgets(line, sizeof line, status))
      found = std::sscanf(line, "VmHWM: %llu kB", &kilobytes) == 1;
    std::fclose(status);
    if (found) return kilobytes * 1024;
  }
  struct rusage usage {};
  return getrusage(RUSAGE_SELF, &usage) == 0 ? static_cast<uint64_t>(usage.ru_maxrss) * 1024 : 0;
}

}  // namespace jmc::base
