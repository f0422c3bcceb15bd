// Sets of threads, by number. Value semantics; as cheap as a word while no number above 62 is in one, and as large as
// all numbers there can be from then on.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace jmc::por {

// Threads are numbered 0, 1, ... in the order in which they start on the current path. Fewer than kMaxThreads.
using ThreadId = uint32_t;
inline constexpr ThreadId kMaxThreads = 1024;
inline constexpr ThreadId kNoThread = ~0u;

class ThreadSet {
 public:
  ThreadSet() = default;
  ThreadSet(const ThreadSet& other) : bits_(other.wide() ? copy(other) : other.bits_) {}
  ThreadSet(ThreadSet&& other) noexcept : bits_(std::exchange(other.bits_, 0)) {}
  ThreadSet& operator=(const ThreadSet& other) {
    if (!((bits_ | other.bits_) & kWide)) [[likely]]
      bits_ = other.bits_;
    else if (this != &other) assign(other);
    return *this;
  }
  ThreadSet& operator=(ThreadSet&& other) noexcept {
    if ((bits_ | other.bits_) & kWide) [[unlikely]]
      std::swap(bits_, other.bits_);
    else bits_ = other.bits_;
    return *this;
  }
  ~ThreadSet() {
    if (wide()) [[unlikely]]
      drop();
  }
  static ThreadSet of(ThreadId t) {
    ThreadSet set;
    set.insert(t);
    return set;
  }
  // All that are smaller than t.
  static ThreadSet below(ThreadId t);

  bool empty() const { return !wide() ? bits_ == 0 : none(); }
  bool contains(ThreadId t) const {
    if (!wide()) [[likely]]
      return t < kNarrow && (bits_ >> t & 1);
    return words()[t / 64] >> t % 64 & 1;
  }
  void insert(ThreadId t) {
    if (t < kNarrow && !wide()) [[likely]]
      bits_ |= uint64_t{1} << t;
    else insert_wide(t);
  }
  void erase(ThreadId t) {
    if (!wide()) [[likely]] {
      if (t < kNarrow) bits_ &= ~(uint64_t{1} << t);
    } else {
      words()[t / 64] &= ~(uint64_t{1} << t % 64);
    }
  }
  uint32_t size() const;
  bool single() const { return !wide() ? std::has_single_bit(bits_) : size() == 1; }
  // The smallest member. Precondition: not empty.
  ThreadId first() const { return !wide() ? static_cast<ThreadId>(std::countr_zero(bits_)) : *begin(); }
  // One more than the greatest member; 0 if there is none.
  ThreadId width() const;
  // Whether all members are in `other`.
  bool within(const ThreadSet& other) const {
    return !((bits_ | other.bits_) & kWide) ? (bits_ & ~other.bits_) == 0 : (*this - other).empty();
  }
  bool meets(const ThreadSet& other) const {
    return !((bits_ | other.bits_) & kWide) ? (bits_ & other.bits_) != 0 : !(*this & other).empty();
  }

  ThreadSet& operator|=(const ThreadSet& other) {
    if (!((bits_ | other.bits_) & kWide)) [[likely]]
      bits_ |= other.bits_;
    else unite(other);
    return *this;
  }
  ThreadSet& operator&=(const ThreadSet& other) {
    if (!((bits_ | other.bits_) & kWide)) [[likely]]
      bits_ &= other.bits_;
    else intersect(other);
    return *this;
  }
  ThreadSet& operator-=(const ThreadSet& other) {
    if (!((bits_ | other.bits_) & kWide)) [[likely]]
      bits_ &= ~other.bits_;
    else subtract(other);
    return *this;
  }
  friend ThreadSet operator|(ThreadSet a, const ThreadSet& b) { return std::move(a |= b); }
  friend ThreadSet operator&(ThreadSet a, const ThreadSet& b) { return std::move(a &= b); }
  friend ThreadSet operator-(ThreadSet a, const ThreadSet& b) { return std::move(a -= b); }
  friend bool operator==(const ThreadSet& a, const ThreadSet& b) {
    return !((a.bits_ | b.bits_) & kWide) ? a.bits_ == b.bits_ : same(a, b);
  }
  // Some order of sets.
  friend bool operator<(const ThreadSet& a, const ThreadSet& b) {
    return !((a.bits_ | b.bits_) & kWide) ? a.bits_ < b.bits_ : less(a, b);
  }

  // In the order of numbers. The set must not change meanwhile.
  class Iterator {
   public:
    ThreadId operator*() const { return base_ + static_cast<ThreadId>(std::countr_zero(word_)); }
    Iterator& operator++() {
      word_ &= word_ - 1;
      if (word_ == 0 && next_ != end_) [[unlikely]]
        advance();
      return *this;
    }
    bool operator!=(std::nullptr_t) const { return word_ != 0; }

   private:
    friend class ThreadSet;
    Iterator(uint64_t word, const uint64_t* next, const uint64_t* end) : word_(word), next_(next), end_(end) {
      if (word_ == 0 && next_ != end_) [[unlikely]]
        advance();
    }
    void advance() {
      while (word_ == 0 && next_ != end_) {
        word_ = *next_++;
        base_ += 64;
      }
    }
    uint64_t word_;
    const uint64_t *next_, *end_;
    ThreadId base_ = 0;
  };
  Iterator begin() const {
    if (!wide()) [[likely]]
      return {bits_, nullptr, nullptr};
    return {words()[0], words() + 1, words() + kWords};
  }
  std::nullptr_t end() const { return nullptr; }

  // As words of 64 threads each, of which word_count() matter: the rest is 0. Equal sets have equal words.
  uint32_t word_count() const { return (width() + 63) / 64; }
  uint64_t word(uint32_t i) const { return wide() ? words()[i] : i == 0 ? bits_ : 0; }
  // All members as one word, for most sets; else kNotNarrow.
  static constexpr uint64_t kNotNarrow = ~uint64_t{0};
  uint64_t narrow_word() const { return wide() ? kNotNarrow : bits_; }
  void set_narrow(uint64_t word) {
    if (wide()) [[unlikely]]
      drop();
    bits_ = word;
  }
  void set_word(uint32_t i, uint64_t word) {
    if (i == 0 && !((bits_ | word) & kWide)) [[likely]]
      bits_ = word;
    else set_wide(i, word);
  }
  void clear() { *this = {}; }
  static constexpr uint32_t kWords = kMaxThreads / 64;

  template <class A>
  void archive(A& a) {
    uint64_t narrow = wide() ? kWide : bits_;
    a(narrow);
    if constexpr (A::kLoading) *this = {};
    if (!(narrow & kWide)) {
      bits_ = narrow;
      return;
    }
    for (uint32_t i = 0; i < kWords; ++i) {
      uint64_t part = A::kLoading ? 0 : word(i);
      a(part);
      if constexpr (A::kLoading) set_word(i, part);
    }
  }

 private:
  // The highest bit says that the rest is the address of kWords words.
  static constexpr uint64_t kWide = uint64_t{1} << 63;
  static constexpr ThreadId kNarrow = 63;
  bool wide() const { return bits_ & kWide; }
  uint64_t* words() { return reinterpret_cast<uint64_t*>(bits_ & ~kWide); }
  const uint64_t* words() const { return reinterpret_cast<const uint64_t*>(bits_ & ~kWide); }
  static uint64_t copy(const ThreadSet& other);
  static bool same(const ThreadSet& a, const ThreadSet& b);
  static bool less(const ThreadSet& a, const ThreadSet& b);
  void widen();
  void drop();
  bool none() const;
  void assign(const ThreadSet& other);
  void insert_wide(ThreadId t);
  void set_wide(uint32_t i, uint64_t word);
  void unite(const ThreadSet& other);
  void intersect(const ThreadSet& other);
  void subtract(const ThreadSet& other);

  uint64_t bits_ = 0;
};

inline ThreadSet thread_bit(ThreadId t) { return ThreadSet::of(t); }

// A value for each thread, 0 for those that have none: a word each for the first ones in place, the others behind them.
class PerThread {
 public:
  uint32_t operator[](ThreadId t) const {
    if (t < kInPlace) [[likely]]
      return first_[t];
    return t - kInPlace < more_.size() ? more_[t - kInPlace] : 0;
  }
  uint32_t& operator[](ThreadId t) {
    if (t < kInPlace) [[likely]]
      return first_[t];
    if (t - kInPlace >= more_.size()) more_.resize(t - kInPlace + 1);
    return more_[t - kInPlace];
  }
  // By component; `width`: threads that exist.
  void raise_to(const PerThread& other, ThreadId width) {
    for (ThreadId t = 0; t < width && t < kInPlace; ++t)
      first_[t] = first_[t] < other.first_[t] ? other.first_[t] : first_[t];
    if (more_.size() < other.more_.size()) [[unlikely]]
      more_.resize(other.more_.size());
    for (size_t i = 0; i < other.more_.size(); ++i) more_[i] = more_[i] < other.more_[i] ? other.more_[i] : more_[i];
  }
  template <class A>
  void archive(A& a) {
    a(first_, more_);
  }

 private:
  static constexpr ThreadId kInPlace = 64;
  uint32_t first_[kInPlace] = {};
  std::vector<uint32_t> more_;
};

}  // namespace jmc::por
