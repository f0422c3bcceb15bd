// Sequences of steps that are to be executed from some state of a path, each as a list of small entries.
//
// Ownership: plain values; entries are reused once dropped. Concurrency: none.
#pragma once

#include <cstdint>
#include <vector>

#include "por/stateless/trace.hpp"

namespace jmc::por {

class Planned {
 public:
  static constexpr uint32_t kNone = 0;
  struct Entry {
    ThreadId thread;
    uint32_t alternative;
    uint32_t label;    // see label()
    uint32_t next;     // in the sequence
    uint32_t sibling;  // of the first entry: the next sequence of the same list
  };

  Planned() : entries_(1) {}
  // A sequence of one step, which the others go before: to be the first of a list that begins with `sibling`.
  uint32_t last(ThreadId thread, uint32_t alternative, const Label& label) {
    return fresh({thread, alternative, number(label), kNone, kNone});
  }
  // `sequence` with a step before it.
  uint32_t before(uint32_t sequence, ThreadId thread, uint32_t alternative, const Label& label) {
    return fresh({thread, alternative, number(label), sequence, kNone});
  }
  const Entry& operator[](uint32_t entry) const { return entries_[entry]; }
  const Label& label(uint32_t entry) const { return labels_[entries_[entry].label]; }
  void set_sibling(uint32_t sequence, uint32_t sibling) { entries_[sequence].sibling = sibling; }
  // Drops the first entry of a sequence: the rest of it.
  uint32_t drop(uint32_t entry) {
    const uint32_t next = entries_[entry].next;
    entries_[entry].next = free_;
    free_ = entry;
    --used_;
    return next;
  }
  // Entries in use.
  size_t size() const { return used_; }
  uint64_t bytes() const {
    return entries_.capacity() * sizeof(Entry) + labels_.capacity() * sizeof(Label) + numbers_.size() * 64;
  }

 private:
  struct Hash {
    size_t operator()(const Label& l) const {
      uint64_t h = static_cast<uint64_t>(l.kind) << 16 | static_cast<uint64_t>(l.alternatives) << 8 | l.count;
      for (int i = 0; i < l.count; ++i) h = (h ^ l.access[i]) * 0x9e3779b97f4a7c15u;
      return h ^ h >> 29;
    }
  };
  uint32_t number(const Label& label) {
    const auto [at, fresh] = numbers_.try_emplace(label, static_cast<uint32_t>(labels_.size()));
    if (fresh) labels_.push_back(label);
    return at->second;
  }
  uint32_t fresh(const Entry& entry) {
    ++used_;
    if (free_ == kNone) {
      entries_.push_back(entry);
      return static_cast<uint32_t>(entries_.size() - 1);
    }
    const uint32_t at = free_;
    free_ = entries_[at].next;
    entries_[at] = entry;
    return at;
  }

  std::vector<Entry> entries_;
  uint32_t free_ = kNone;
  size_t used_ = 0;
  std::unordered_map<Label, uint32_t, Hash> numbers_;
  std::vector<Label> labels_;
};

}  // namespace jmc::por
