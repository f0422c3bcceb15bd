#include "por/seam/thread_set.hpp"

#include <algorithm>

namespace jmc::por {

namespace {
using Words = uint64_t[ThreadSet::kWords];
}

uint64_t ThreadSet::copy(const ThreadSet& other) {
  auto* to = new Words;
  std::copy_n(other.words(), kWords, to);
  return reinterpret_cast<uint64_t>(to) | kWide;
}

void ThreadSet::widen() {
  if (wide()) return;
  auto* to = new Words{};
  to[0] = bits_;
  bits_ = reinterpret_cast<uint64_t>(to) | kWide;
}

void ThreadSet::drop() { delete[] words(); }

bool ThreadSet::none() const {
  return std::all_of(words(), words() + kWords, [](uint64_t w) { return w == 0; });
}

void ThreadSet::assign(const ThreadSet& other) {
  if (!other.wide()) {
    drop();
    bits_ = other.bits_;
    return;
  }
  widen();
  std::copy_n(other.words(), kWords, words());
}

void ThreadSet::insert_wide(ThreadId t) {
  widen();
  words()[t / 64] |= uint64_t{1} << t % 64;
}

void ThreadSet::unite(const ThreadSet& other) {
  widen();
  for (uint32_t i = 0; i < (other.wide() ? kWords : 1); ++i) words()[i] |= other.word(i);
}

void ThreadSet::intersect(const ThreadSet& other) {
  if (!wide()) {
    bits_ &= other.word(0);
    return;
  }
  for (uint32_t i = 0; i < kWords; ++i) words()[i] &= other.word(i);
}

void ThreadSet::subtract(const ThreadSet& other) {
  if (!wide()) {
    bits_ &= ~other.word(0);
    return;
  }
  for (uint32_t i = 0; i < kWords; ++i) words()[i] &= ~other.word(i);
}

void ThreadSet::set_wide(uint32_t i, uint64_t word) {
  widen();
  words()[i] = word;
}

ThreadSet ThreadSet::below(ThreadId t) {
  ThreadSet set;
  if (t <= kNarrow) {
    set.bits_ = (uint64_t{1} << t) - 1;
    return set;
  }
  set.widen();
  for (uint32_t i = 0; i < kWords; ++i)
    set.words()[i] = t >= (i + 1) * 64 ? ~uint64_t{0} : t > i * 64 ? (uint64_t{1} << (t - i * 64)) - 1 : 0;
  return set;
}

uint32_t ThreadSet::size() const {
  if (!wide()) return static_cast<uint32_t>(std::popcount(bits_));
  uint32_t n = 0;
  for (uint32_t i = 0; i < kWords; ++i) n += static_cast<uint32_t>(std::popcount(words()[i]));
  return n;
}

ThreadId ThreadSet::width() const {
  if (!wide()) return static_cast<ThreadId>(std::bit_width(bits_));
  for (uint32_t i = kWords; i-- > 0;)
    if (words()[i] != 0) return i * 64 + static_cast<ThreadId>(std::bit_width(words()[i]));
  return 0;
}

bool ThreadSet::same(const ThreadSet& a, const ThreadSet& b) {
  for (uint32_t i = 0; i < kWords; ++i)
    if (a.word(i) != b.word(i)) return false;
  return true;
}

bool ThreadSet::less(const ThreadSet& a, const ThreadSet& b) {
  for (uint32_t i = kWords; i-- > 0;)
    if (a.word(i) != b.word(i)) return a.word(i) < b.word(i);
  return false;
}

}  // namespace jmc::por
