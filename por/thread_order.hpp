// In which order threads are tried: a permutation, continued cyclically, or a random draw per choice.
// The generator is written out so that a seed means the same run on every machine.
#pragma once

#include <cstdint>
#include <vector>

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
    // Numbers beyond the threads that there can be, if the length of the permutation does not divide theirs, never
    // come.
    for (ThreadId i = 0; i < kMaxThreads && !p.empty(); ++i)
      sequence_.push_back(static_cast<ThreadId>(i - i % p.size() + p[i % p.size()]));
  }

  // Precondition: there are candidates.
  ThreadId pick(const ThreadSet& candidates) {
    if (random_) {
      auto at = candidates.begin();
      for (uint64_t skip = source_.below(candidates.size()); skip != 0; --skip) ++at;
      return *at;
    }
    if (identity_) return candidates.first();
    for (ThreadId t : sequence_)
      if (t < kMaxThreads && candidates.contains(t)) return t;
    return candidates.first();
  }
  template <class A>
  void archive(A& a) {
    a(source_);
  }

 private:
  bool random_;
  bool identity_;
  RandomSource source_;
  std::vector<ThreadId> sequence_;
};

}  // namespace jmc::por
