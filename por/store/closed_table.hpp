// The states that several searches on one system have closed, in memory that their processes share.
//
// A state is closed when the strongly connected component that it lies in is explored: what is known of it then (a
// value: whether an end can be reached, the summary of what can still happen) does not depend on the path by which it
// was reached, so that whoever comes to it needs not explore it (Laarman et al. 2011, Evangelista et al. 2012: parallel
// nested depth-first search).
//
// Each search is a writer with arenas of its own, one for entries (fingerprint and value), one for bytes (summaries):
// it alone appends to them. Entries are found through an index of slots that are filled once, by a compare-and-set, and
// never change again: levels of buckets, each twice as large as the one before, where a state belongs into the first
// free slot of its buckets. Nothing is locked and nothing is moved, so that a writer may be killed at any point: what
// it has published is whole, the rest is not seen.
//
// Ownership: made before the processes are forked, and mapped in each of them. Concurrency: find() and read() by
// anybody; the rest by the writer that is named, of which there is one at a time.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/shared_memory.hpp"
#include "por/seam/transition_system.hpp"

namespace jmc::por {

class ClosedTable {
 public:
  static constexpr uint32_t kMostWriters = 255;
  // Throws std::bad_alloc. Precondition: writers <= kMostWriters.
  explicit ClosedTable(uint32_t writers);

  // What the writer gave publish().
  struct Found {
    uint32_t writer;
    uint64_t value;
  };
  // The state will be looked for, or published, soon.
  void prefetch(const Fingerprint& fingerprint) const {
    constexpr int kFar = 5;  // levels that are too large for a cache to hold
    const uint64_t h = hash(fingerprint);
    const int last = static_cast<int>(deepest_->load(std::memory_order_relaxed));
    for (int level = std::max(0, last - kFar + 1); level <= last; ++level) __builtin_prefetch(bucket(level, h));
  }
  // False: nobody has closed the state.
  bool find(const Fingerprint& fingerprint, Found& found) const;

  // First: nobody had published it. Known: somebody had, so that it was explored twice. Full: there is no room for it,
  // and others will have to explore it themselves.
  enum class Published : uint8_t { First, Known, Full };
  // `end`: a final state.
  Published publish(uint32_t writer, const Fingerprint& fingerprint, uint64_t value, bool end = false);

  // Bytes of the writer's own, from the offset that is returned: what values may refer to. kFull: there is no room.
  static constexpr uint64_t kFull = ~uint64_t{0};
  uint64_t append(uint32_t writer, std::span<const uint8_t> bytes);
  const uint8_t* read(uint32_t writer, uint64_t offset) const { return texts_[writer]->as<uint8_t>() + offset; }

  // Of all writers so far: states that were published first, final ones among them, and those that were published
  // again.
  uint64_t states() const { return sum(&Writer::first); }
  uint64_t ends() const { return sum(&Writer::ends); }
  uint64_t again() const { return sum(&Writer::again); }
  // Of this writer: states that it has published, first or again.
  uint64_t published(uint32_t writer) const {
    const Writer& own = writers_->as<Writer>()[writer];
    return own.first.load(std::memory_order_relaxed) + own.again.load(std::memory_order_relaxed);
  }
  // Memory that has been touched, about.
  uint64_t bytes() const;

 private:
  struct Entry {
    Fingerprint fingerprint;
    uint64_t value;
  };
  // Written by one process, read by all.
  struct alignas(64) Writer {
    std::atomic<uint64_t> entries, bytes, first, ends, again;
  };
  static_assert(std::atomic<uint64_t>::is_always_lock_free);
  uint64_t sum(std::atomic<uint64_t> Writer::*count) const;
  // 0: free. Else the number of the entry plus one, the writer above kWriterShift, a part of the fingerprint above
  // kTagShift.
  using Slot = std::atomic<uint64_t>;
  static constexpr int kWriterShift = 40, kTagShift = 48;
  static constexpr uint64_t kSlots = 8;  // of a bucket: a line of the cache
  static constexpr int kFirstBits = 14;  // buckets of the first level
  static constexpr int kMostLevels = 28;

  static uint64_t hash(const Fingerprint& f) { return (f.lo ^ (f.hi << 32 | f.hi >> 32)) * 0x9e3779b97f4a7c15u; }
  Slot* bucket(int level, uint64_t hash) const {
    const uint64_t before = ((uint64_t{1} << level) - 1) << kFirstBits;
    return index_->as<Slot>() + (before + (hash >> (64 - kFirstBits - level))) * kSlots;
  }
  const Entry& entry(uint64_t slot) const {
    return entries_[slot >> kWriterShift & 0xff]->as<Entry>()[(slot & ((uint64_t{1} << kWriterShift) - 1)) - 1];
  }
  // The slot that holds the state, or the first free one where it belongs; null: there is neither.
  Slot* look(const Fingerprint& fingerprint, uint64_t& content, int& level) const;

  uint32_t writer_count_;
  std::atomic<uint64_t>* deepest_ = nullptr;  // level that is used, in writers_
  int levels_ = 0;
  std::unique_ptr<base::SharedMemory> index_, writers_;
  std::vector<std::unique_ptr<base::SharedMemory>> entries_, texts_;  // by writer
};

}  // namespace jmc::por
