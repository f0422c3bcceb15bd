// In which order threads are tried: a permutation, continued cyclically, or a random draw per choice.
// The generator is written out so that a seed means the same run on every machine.
#pragma once

#include <bit>
#include <cstdint>

#include "por/search_options.hpp"

namespace jmc::por {

// splitmix64.
class RandomSource {
 public:
  explicit RandomSource(uint64_t seed) : state_(seed) {}
  uint64_t next() {
    uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  // 0 .. bound-1; precondition: bound > 0. The bias is below bound / 2^64.
  uint64_t below(uint64_t bound) { return next() % bound; }
  template <class A>
  void archive(A& a) {
    a(state_);
  }

 private:
  uint64_t state_;
};

class ThreadOrder {
 public:
  explicit ThreadOrder(const SearchOptions& options)
      : random_(options.order == SearchOptions::Order::Random),
        identity_(options.permutation.empty()),
        source_(options.seed) {
    const auto& p = options.permutation;
    for (ThreadId i = 0; i < kMaxThreads; ++i)
      sequence_[i] = p.empty() ? i : static_cast<ThreadId>(i - i % p.size() + p[i % p.size()]);
  }

  // Precondition: candidates != 0.
  ThreadId pick(uint64_t candidates) {
    if (random_) {
      for (uint64_t skip = source_.below(std::popcount(candidates)); skip != 0; --skip) candidates &= candidates - 1;
      return static_cast<ThreadId>(std::countr_zero(candidates));
    }
    if (identity_) return static_cast<ThreadId>(std::countr_zero(candidates));
    // A permutation whose length does not divide 64 names threads above 63 in its last round; they do not exist.
    for (ThreadId t : sequence_)
      if (t < kMaxThreads && (candidates >> t & 1)) return t;
    return static_cast<ThreadId>(std::countr_zero(candidates));
  }
  template <class A>
  void archive(A& a) {
    a(source_);
  }

 private:
  bool random_;
  bool identity_;
  RandomSource source_;
  ThreadId sequence_[kMaxThreads];
};

}  // namespace jmc::por
