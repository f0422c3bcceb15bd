#include "por/store/closed_table.hpp"

#include <algorithm>
#include <cstring>

namespace jmc::por {

ClosedTable::ClosedTable(uint32_t writers) : writer_count_(writers) {
  index_ = base::SharedMemory::reserve();
  constexpr uint64_t kBucket = kSlots * sizeof(Slot);
  while (levels_ < kMostLevels && (((uint64_t{2} << levels_) - 1) << kFirstBits) * kBucket <= index_->size()) ++levels_;
  writers_ = std::make_unique<base::SharedMemory>(writers * sizeof(Writer) + sizeof *deepest_);
  deepest_ = reinterpret_cast<std::atomic<uint64_t>*>(writers_->data() + writers * sizeof(Writer));
  for (uint32_t w = 0; w < writers; ++w) {
    entries_.push_back(base::SharedMemory::reserve());
    texts_.push_back(base::SharedMemory::reserve());
  }
}

ClosedTable::Slot* ClosedTable::look(const Fingerprint& fingerprint, uint64_t& content, int& level) const {
  const uint64_t h = hash(fingerprint), tag = (fingerprint.hi ^ fingerprint.lo >> 32) << kTagShift;
  for (level = 0; level < levels_; ++level) {
    Slot* slots = bucket(level, h);
    for (uint64_t i = 0; i < kSlots; ++i) {
      content = slots[i].load(std::memory_order_acquire);
      if (content == 0 || (content >> kTagShift << kTagShift == tag && entry(content).fingerprint == fingerprint))
        return &slots[i];
    }
  }
  return nullptr;
}

bool ClosedTable::find(const Fingerprint& fingerprint, Found& found) const {
  uint64_t content = 0;
  int level = 0;
  if (!look(fingerprint, content, level) || content == 0) return false;
  found = {static_cast<uint32_t>(content >> kWriterShift & 0xff), entry(content).value};
  return true;
}

ClosedTable::Published ClosedTable::publish(uint32_t writer, const Fingerprint& fingerprint, uint64_t value, bool end) {
  Writer& own = writers_->as<Writer>()[writer];
  const uint64_t number = own.entries.load(std::memory_order_relaxed);
  if ((number + 1) * sizeof(Entry) > entries_[writer]->size()) return Published::Full;
  // Nobody sees it before the slot says where it is.
  entries_[writer]->as<Entry>()[number] = {fingerprint, value};
  // Its place is taken before it can be seen: a writer that takes over from one that was killed goes on behind it.
  own.entries.store(number + 1, std::memory_order_relaxed);
  const uint64_t mine =
      (fingerprint.hi ^ fingerprint.lo >> 32) << kTagShift | uint64_t{writer} << kWriterShift | (number + 1);
  for (;;) {
    uint64_t content = 0;
    int level = 0;
    Slot* slot = look(fingerprint, content, level);
    if (!slot) {
      own.entries.store(number, std::memory_order_relaxed);
      return Published::Full;
    }
    if (content != 0) {
      own.entries.store(number, std::memory_order_relaxed);
      own.again.store(own.again.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
      return Published::Known;
    }
    if (!slot->compare_exchange_strong(content, mine, std::memory_order_acq_rel))
      continue;  // perhaps by the same state
    own.first.store(own.first.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    if (end) own.ends.store(own.ends.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    // Two that come to a new level at the same time may leave the lower one here: it is a hint.
    if (static_cast<uint64_t>(level) > deepest_->load(std::memory_order_relaxed))
      deepest_->store(static_cast<uint64_t>(level), std::memory_order_relaxed);
    return Published::First;
  }
}

uint64_t ClosedTable::append(uint32_t writer, std::span<const uint8_t> bytes) {
  Writer& own = writers_->as<Writer>()[writer];
  const uint64_t at = own.bytes.load(std::memory_order_relaxed);
  if (at + bytes.size() > texts_[writer]->size()) return kFull;
  std::memcpy(texts_[writer]->data() + at, bytes.data(), bytes.size());
  own.bytes.store(at + bytes.size(), std::memory_order_relaxed);
  return at;
}

uint64_t ClosedTable::sum(std::atomic<uint64_t> Writer::*count) const {
  uint64_t n = 0;
  for (uint32_t w = 0; w < writer_count_; ++w) n += (writers_->as<Writer>()[w].*count).load(std::memory_order_relaxed);
  return n;
}

uint64_t ClosedTable::bytes() const {
  uint64_t total = 0;
  const uint64_t level = deepest_->load(std::memory_order_relaxed);
  for (uint32_t w = 0; w < writer_count_; ++w) {
    const Writer& own = writers_->as<Writer>()[w];
    total += own.entries.load(std::memory_order_relaxed) * sizeof(Entry) + own.bytes.load(std::memory_order_relaxed);
  }
  return total + (((uint64_t{2} << level) - 1) << kFirstBits) * kSlots * sizeof(Slot);
}

}  // namespace jmc::por
