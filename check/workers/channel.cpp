#include "check/workers/channel.hpp"

#include <algorithm>
#include <cstring>
#include <new>

namespace jmc::check {

namespace {

struct Head {
  uint32_t kind, extra, steps, text;
};

}  // namespace

por::SearchStatistics operator+(const por::SearchStatistics& a, const por::SearchStatistics& b) {
  por::SearchStatistics s = a;
  s.states += b.states;
  s.transitions += b.transitions;
  s.executions += b.executions;
  s.blocked_executions += b.blocked_executions;
  s.revisits += b.revisits;
  s.max_depth = std::max(a.max_depth, b.max_depth);
  s.store_bytes += b.store_bytes;
  return s;
}

WorkerChannel::WorkerChannel()
    : block_(std::make_unique<base::SharedMemory>(sizeof(Block))),
      log_(base::SharedMemory::reserve(uint64_t{8} << 30)),
      counts_(std::make_unique<base::SharedMemory>(kCounted * sizeof(std::atomic<uint64_t>))) {}

void WorkerChannel::tell(WorkerRecord::Kind kind, uint32_t extra, std::span<const por::PathStep> path,
                         std::string_view text) {
  Block& b = block();
  uint64_t at = b.logged.load(std::memory_order_relaxed);
  const uint64_t size = sizeof(Head) + path.size_bytes() + (text.size() + 3) / 4 * 4;
  // Without it nothing that follows may be told either.
  if (at + size > log_->size()) throw std::bad_alloc();
  const Head head{kind, extra, static_cast<uint32_t>(path.size()), static_cast<uint32_t>(text.size())};
  char* to = log_->data() + at;
  std::memcpy(to, &head, sizeof head);
  if (!path.empty()) std::memcpy(to + sizeof head, path.data(), path.size_bytes());
  if (!text.empty()) std::memcpy(to + sizeof head + path.size_bytes(), text.data(), text.size());
  b.logged.store(at + size, std::memory_order_release);
}

bool WorkerChannel::take(WorkerRecord& record) {
  if (taken_ == block().logged.load(std::memory_order_acquire)) return false;
  const char* from = log_->data() + taken_;
  Head head;
  std::memcpy(&head, from, sizeof head);
  record.kind = static_cast<WorkerRecord::Kind>(head.kind);
  record.extra = head.extra;
  record.path.resize(head.steps);
  if (head.steps) std::memcpy(record.path.data(), from + sizeof head, head.steps * sizeof(por::PathStep));
  record.text.assign(from + sizeof head + head.steps * sizeof(por::PathStep), head.text);
  taken_ += sizeof head + head.steps * sizeof(por::PathStep) + (head.text + 3) / 4 * 4;
  return true;
}

void WorkerChannel::progress(const por::SearchStatistics& so_far) {
  const auto now = words(so_far);
  for (size_t i = 0; i < kStatistics; ++i) block().statistics[i].store(now[i], std::memory_order_relaxed);
}

por::SearchStatistics WorkerChannel::statistics() const {
  std::array<uint64_t, kStatistics> now;
  for (size_t i = 0; i < kStatistics; ++i) now[i] = block().statistics[i].load(std::memory_order_relaxed);
  return before_ + statistics(now);
}

void WorkerChannel::ended(const por::SearchResult& result) {
  progress(result.statistics);
  block().ended.store((static_cast<uint64_t>(result.end) + 1) | (result.left ? 0x100 : 0), std::memory_order_release);
}

void WorkerChannel::forget() {
  taken_ = block().logged.load(std::memory_order_relaxed);
  for (size_t n = 0; n < kCounted; ++n) end_states(n).store(0, std::memory_order_relaxed);
  begin_again();
  before_ = {};
}

void WorkerChannel::begin_again() {
  before_ = statistics();
  before_.store_bytes = 0;  // that memory is gone
  progress({});
  tell_size({});
  block().ended.store(0, std::memory_order_relaxed);
}

}  // namespace jmc::check
