// The sleep set with which each state was explored, as a mask of threads: a byte for each state while no thread above 7
// is in one, then two, four, eight. Of threads beyond kThreads nothing is kept, and they must not sleep.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <vector>

#include "por/seam/thread_set.hpp"
#include "por/store/state_store.hpp"

namespace jmc::por {

class StoredSleep {
 public:
  using Mask = uint64_t;  // bit t: thread t sleeps
  static constexpr ThreadId kThreads = 64;

  // 0 for a state of which nothing was said.
  Mask of(StateNumber state) const {
    const size_t at = size_t{state} * width_;
    Mask mask = 0;
    if (at < bytes_.size()) std::memcpy(&mask, &bytes_[at], width_);
    return mask;
  }
  void set(StateNumber state, Mask mask) {
    while (width_ < sizeof(Mask) && mask >> 8 * width_) widen();
    const size_t at = size_t{state} * width_;
    if (at >= bytes_.size()) {
      if (!mask) return;
      bytes_.resize(at + width_);
    }
    std::memcpy(&bytes_[at], &mask, width_);
  }

  static ThreadSet threads(Mask mask) {
    ThreadSet set;
    for (; mask; mask &= mask - 1) set.insert(static_cast<ThreadId>(std::countr_zero(mask)));
    return set;
  }
  uint64_t bytes() const { return bytes_.capacity(); }

  template <class A>
  void archive(A& a) {
    a(bytes_, width_);
  }

 private:
  void widen() {
    std::vector<uint8_t> wider(2 * bytes_.size());
    for (size_t i = 0; i < bytes_.size(); i += width_) std::memcpy(&wider[2 * i], &bytes_[i], width_);
    bytes_.swap(wider);
    width_ *= 2;
  }

  static_assert(std::endian::native == std::endian::little);
  std::vector<uint8_t> bytes_;
  uint32_t width_ = 1;
};

}  // namespace jmc::por
