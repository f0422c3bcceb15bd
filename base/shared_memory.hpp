// Memory that a process shares with the processes that it forks afterwards. It has no name: nothing is left behind when
// the last of them has ended, however that happens. What is never touched costs nothing but address space.
#pragma once

#include <cstdint>
#include <memory>

namespace jmc::base {

class SharedMemory {
 public:
  // Zeroed. Throws std::bad_alloc if there is no address space, or the system reserves memory for all that is asked
  // for.
  explicit SharedMemory(uint64_t bytes);
  // Room for what grows: `most`, or as much as the machine could ever hold, or less where the system does not give that
  // much address space. Throws std::bad_alloc if it gives next to none.
  static std::unique_ptr<SharedMemory> reserve(uint64_t most = ~uint64_t{0});
  ~SharedMemory();
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;

  char* data() const { return data_; }
  uint64_t size() const { return size_; }
  template <class T>
  T* as() const {
    return reinterpret_cast<T*>(data_);
  }

 private:
  char* data_;
  uint64_t size_;
};

}  // namespace jmc::base
