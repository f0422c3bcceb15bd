// Words of the state's canonical form, written in one go.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>

namespace jmc::vm {

// Words written one after another without initialising what is to be overwritten.
struct WordBuffer {
  uint32_t* begin = nullptr;
  uint32_t* end = nullptr;
  uint32_t* limit = nullptr;
  WordBuffer() = default;
  WordBuffer(const WordBuffer&) = delete;
  ~WordBuffer() { std::free(begin); }
  size_t size() const { return static_cast<size_t>(end - begin); }
  void clear() { end = begin; }
  void reserve(size_t words) {
    if (static_cast<size_t>(limit - end) >= words) return;
    const size_t used = size(), capacity = 2 * (used + words) + 1024;
    auto* p = static_cast<uint32_t*>(std::realloc(begin, capacity * 4));
    if (!p) throw std::bad_alloc();
    begin = p;
    end = p + used;
    limit = p + capacity;
  }
};

}  // namespace jmc::vm
