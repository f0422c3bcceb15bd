#include "base/shared_memory.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <new>

namespace jmc::base {

SharedMemory::SharedMemory(uint64_t bytes) : size_(bytes) {
  void* p = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p == MAP_FAILED) throw std::bad_alloc();
  data_ = static_cast<char*>(p);
}

std::unique_ptr<SharedMemory> SharedMemory::reserve(uint64_t most) {
  constexpr uint64_t kLeast = uint64_t{64} << 20, kUnknown = uint64_t{16} << 30;
  const long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
  const uint64_t all = pages > 0 && size > 0 ? static_cast<uint64_t>(pages) * static_cast<uint64_t>(size) : kUnknown;
  for (uint64_t bytes = std::min(most, all);; bytes /= 2) {
    try {
      return std::make_unique<SharedMemory>(bytes);
    } catch (const std::bad_alloc&) {
      if (bytes / 2 < kLeast) throw;
    }
  }
}

SharedMemory::~SharedMemory() { munmap(data_, size_); }

}  // namespace jmc::base
