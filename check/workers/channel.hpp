// What a worker tells its parent, in memory that both share: a log that only grows, counts, and how its search ended. A
// worker may be killed at any point: what it has told by then is whole.
//
// What travels are schedules, not what was found at their ends: the parent takes the same steps on its own machine, and
// finds it there (TransitionSystem::learnt).
//
// Concurrency: one writer (the worker of the slot), one reader (the parent). A worker that takes over the slot of one
// that has ended goes on where that one stopped.
#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/shared_memory.hpp"
#include "check/workers/reporter.hpp"
#include "por/listener.hpp"

namespace jmc::check {

class WorkerChannel final : public Findings {
 public:
  // Throws std::bad_alloc.
  WorkerChannel();

  // --- the worker

  void tell(WorkerRecord::Kind kind, uint32_t extra, std::span<const por::PathStep> path,
            std::string_view text = {}) override;
  void progress(const por::SearchStatistics& so_far) override;
  void tell_seen(size_t assumption, vm::Seen seen) override {
    block().seen[assumption].store(seen, std::memory_order_relaxed);
  }
  void tell_size(const por::SizeSource::Answer& size) override {
    const std::array<double, kSizes> now = {size.states, size.least, size.most};
    for (size_t i = 0; i < kSizes; ++i) block().sizes[i].store(now[i], std::memory_order_relaxed);
  }
  // The first kCounted records are counted.
  static constexpr size_t kCounted = 1u << 16;
  void count_end(size_t n) override {
    if (n < kCounted) end_states(n).fetch_add(1, std::memory_order_relaxed);
  }
  std::atomic<uint64_t>& end_states(size_t n) { return counts_->as<std::atomic<uint64_t>>()[n]; }
  // The last thing that it tells.
  void ended(const por::SearchResult& result);

  // --- the parent

  // The next record that was not taken yet. False: there is none now.
  bool take(WorkerRecord& record);
  // Of this worker, and those in its place before.
  por::SearchStatistics statistics() const;
  // Of this worker alone.
  uint64_t states_now() const { return block().statistics[0].load(std::memory_order_relaxed); }
  uint64_t executions_now() const { return block().statistics[2].load(std::memory_order_relaxed); }
  // In all, as this worker sees it. Its numbers may be of two moments, one after the other.
  por::SizeSource::Answer size() const {
    const auto word = [&](size_t i) { return block().sizes[i].load(std::memory_order_relaxed); };
    return {.states = word(0), .least = word(1), .most = word(2)};
  }
  // 0: nothing was told.
  vm::Seen seen(size_t assumption) const { return block().seen[assumption].load(std::memory_order_relaxed); }
  // Whether the worker has said how its search ended.
  bool has_ended() const { return block().ended.load(std::memory_order_acquire) != 0; }
  por::SearchEnd end() const { return static_cast<por::SearchEnd>((block().ended.load() & 0xff) - 1); }
  bool left() const { return block().ended.load() & 0x100; }
  // Another worker takes the place of one that has ended.
  void begin_again();
  // Nothing of what was told and not taken counts, nor any count.
  void forget();

 private:
  static constexpr size_t kStatistics = 7, kSizes = 3;
  struct Block {
    std::atomic<uint64_t> logged, ended;
    std::array<std::atomic<vm::Seen>, 8 * sizeof(vm::AssumptionSet)> seen;  // by assumption
    std::array<std::atomic<uint64_t>, kStatistics> statistics;
    std::array<std::atomic<double>, kSizes> sizes;
  };
  Block& block() const { return *block_->as<Block>(); }
  static std::array<uint64_t, kStatistics> words(const por::SearchStatistics& s) {
    return {s.states, s.transitions, s.executions, s.blocked_executions, s.revisits, s.max_depth, s.store_bytes};
  }
  static por::SearchStatistics statistics(const std::array<uint64_t, kStatistics>& w) {
    por::SearchStatistics s;
    s.states = w[0], s.transitions = w[1], s.executions = w[2], s.blocked_executions = w[3], s.revisits = w[4];
    s.max_depth = w[5], s.store_bytes = w[6];
    return s;
  }

  std::unique_ptr<base::SharedMemory> block_, log_, counts_;
  uint64_t taken_ = 0;  // the parent's
  por::SearchStatistics before_;
};

// Adds up what two searches did; the depth is the greater one.
por::SearchStatistics operator+(const por::SearchStatistics& a, const por::SearchStatistics& b);

}  // namespace jmc::check
