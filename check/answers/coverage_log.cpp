#include "check/answers/coverage_log.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <new>

namespace jmc::check {

namespace {

constexpr uint64_t kMost = uint64_t{4} << 30;  // of address space
enum Kind : uint32_t { kClass, kMethod, kOrder };

uint64_t aligned(uint64_t bytes) { return (bytes + 7) / 8 * 8; }

std::atomic<uint64_t>& written(const base::SharedMemory& memory) { return *memory.as<std::atomic<uint64_t>>(); }

}  // namespace

// What follows it: of a class its origin (`text` bytes) and its file; of a method `number` counters and `number`
// offsets, then its name (`text` bytes); of an order the four numbers. 0 bytes were written before the first one.
struct CoverageLog::Record {
  uint32_t kind, text, number, unused;
  uint64_t klass, bytes;  // all of it, a multiple of 8
};

CoverageLog::CoverageLog() : memory_(base::SharedMemory::reserve(kMost)) {}

char* CoverageLog::append(uint32_t kind, uint64_t klass, uint32_t text, uint32_t number, uint64_t bytes) {
  // Another worker may have written before this one.
  const uint64_t at = std::max<uint64_t>(written(*memory_).load(), sizeof(uint64_t));
  const uint64_t size = sizeof(Record) + aligned(bytes);
  if (size > memory_->size() - at) throw std::bad_alloc();
  char* const to = memory_->data() + at;
  std::memset(to, 0, size);  // one that was killed may have begun a record here
  const Record record{kind, text, number, 0, klass, size};
  std::memcpy(to, &record, sizeof record);
  pending_ = at + size;
  return to + sizeof record;
}

void CoverageLog::publish() { written(*memory_).store(pending_, std::memory_order_release); }

uint64_t CoverageLog::add_class(std::string_view origin, std::span<const uint8_t> bytes) {
  char* const to = append(kClass, 0, static_cast<uint32_t>(origin.size()), static_cast<uint32_t>(bytes.size()),
                          origin.size() + bytes.size());
  std::memcpy(to, origin.data(), origin.size());
  if (!bytes.empty()) std::memcpy(to + origin.size(), bytes.data(), bytes.size());
  publish();
  return static_cast<uint64_t>(to - memory_->data());
}

uint64_t* CoverageLog::add_method(uint64_t klass, std::string_view name_and_descriptor,
                                  std::span<const uint16_t> offsets) {
  const size_t n = offsets.size();
  char* const to = append(kMethod, klass, static_cast<uint32_t>(name_and_descriptor.size()), static_cast<uint32_t>(n),
                          n * (sizeof(uint64_t) + sizeof(uint16_t)) + name_and_descriptor.size());
  char* const behind = to + n * sizeof(uint64_t);
  if (n) std::memcpy(behind, offsets.data(), offsets.size_bytes());
  std::memcpy(behind + offsets.size_bytes(), name_and_descriptor.data(), name_and_descriptor.size());
  publish();
  return reinterpret_cast<uint64_t*>(to);
}

void CoverageLog::add_order(const LoggedOrder& order) {
  std::memcpy(append(kOrder, 0, 0, 0, sizeof order), &order, sizeof order);
  publish();
}

template <class See>
void CoverageLog::each(See&& see) const {
  const uint64_t end = written(*memory_).load(std::memory_order_acquire);
  for (uint64_t at = sizeof(uint64_t); at < end;) {
    Record record;
    std::memcpy(&record, memory_->data() + at, sizeof record);
    see(record, memory_->data() + at + sizeof record);
    at += record.bytes;
  }
}

std::map<uint64_t, LoggedClass> CoverageLog::classes() const {
  std::map<uint64_t, LoggedClass> out;
  each([&](const Record& record, const char* from) {
    if (record.kind == kClass) {
      out.emplace(from - memory_->data(),
                  LoggedClass{std::string(from, record.text),
                              {reinterpret_cast<const uint8_t*>(from) + record.text, record.number},
                              {}});
    } else if (record.kind == kMethod) {
      const auto* counts = reinterpret_cast<const uint64_t*>(from);
      const auto* offsets = reinterpret_cast<const uint16_t*>(counts + record.number);
      const std::string name(reinterpret_cast<const char*>(offsets + record.number), record.text);
      BytecodeCounts one;
      count_bytecodes({counts, record.number}, {offsets, record.number}, one);
      BytecodeCounts& all = out[record.klass].methods[name];
      if (all.size() < one.size()) all.resize(one.size());
      for (size_t i = 0; i < one.size(); ++i) all[i] += one[i];
    }
  });
  return out;
}

std::vector<LoggedOrder> CoverageLog::orders() const {
  std::vector<LoggedOrder> out;
  each([&](const Record& record, const char* from) {
    if (record.kind != kOrder) return;
    LoggedOrder order;
    std::memcpy(&order, from, sizeof order);
    out.push_back(order);
  });
  return out;
}

void count_bytecodes(std::span<const uint64_t> counts, std::span<const uint16_t> offsets, BytecodeCounts& out) {
  for (size_t i = 0; i < counts.size() && i < offsets.size(); ++i) {
    if (offsets[i] >= out.size()) out.resize(offsets[i] + size_t{1});
    out[offsets[i]] = std::max(out[offsets[i]], counts[i]);
  }
}

}  // namespace jmc::check
