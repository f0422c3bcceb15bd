#include "check/beside/pairs_seen.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <string>

#include <xxhash.h>

namespace jmc::check {

namespace {

constexpr uint64_t kRoom = uint64_t{1} << 16;  // pairs
constexpr uint64_t kMostPairs = kRoom / 4 * 3;
constexpr uint32_t kTextRoom = 256 << 10, kLongestText = 4 << 10;
constexpr uint64_t kMagic = 0x6a6d637061697273;  // "jmcpairs"

void join(std::vector<uint32_t>& to, const std::vector<uint32_t>& from) {
  if (to.size() < from.size()) to.resize(from.size());
  for (size_t i = 0; i < from.size(); ++i) to[i] = std::max(to[i], from[i]);
}

}  // namespace

struct PairTable::Shared {
  std::atomic<uint64_t> magic, pairs, both, full;
  struct Entry {
    std::atomic<uint64_t> pair;  // 0: free
    std::atomic<uint32_t> orders;
  } entries[kRoom];
  // Outcomes: words of four bytes, of each outcome its length plus one and then its text. A length of 0: nothing yet.
  std::atomic<uint32_t> words;
  std::atomic<uint32_t> texts[kTextRoom / 4];
};

PairTable::Shared* PairTable::map(int fd) {
  void* at = mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  return at == MAP_FAILED ? nullptr : static_cast<Shared*>(at);
}

std::shared_ptr<PairTable> PairTable::make() {
  const int fd = memfd_create("jmc-pairs", MFD_CLOEXEC);
  if (fd < 0) return nullptr;
  Shared* shared = ftruncate(fd, sizeof(Shared)) == 0 ? map(fd) : nullptr;
  if (!shared) {
    close(fd);
    return nullptr;
  }
  shared->magic = kMagic;
  return std::shared_ptr<PairTable>(new PairTable(fd, shared, true));
}

std::unique_ptr<PairTable> PairTable::open(int fd) {
  struct stat info {};
  if (fstat(fd, &info) != 0 || static_cast<uint64_t>(info.st_size) != sizeof(Shared)) return nullptr;
  Shared* shared = map(fd);
  if (!shared) return nullptr;
  auto out = std::unique_ptr<PairTable>(new PairTable(fd, shared, false));
  return shared->magic == kMagic ? std::move(out) : nullptr;
}

PairTable::~PairTable() {
  munmap(shared_, sizeof(Shared));
  if (owner_) close(fd_);
}

void PairTable::saw(uint64_t pair, Order order) {
  if (pair == 0) pair = 1;
  for (uint64_t at = pair % kRoom;; at = (at + 1) % kRoom) {
    Shared::Entry& e = shared_->entries[at];
    uint64_t known = e.pair.load();
    if (known == 0) {
      if (shared_->pairs.load() >= kMostPairs) {
        shared_->full = 1;
        return;
      }
      if (e.pair.compare_exchange_strong(known, pair)) {
        ++shared_->pairs;
        known = pair;
      }
    }
    if (known != pair) continue;
    const uint32_t was = e.orders.fetch_or(order);
    if (was != (kForth | kBack) && (was | order) == (kForth | kBack)) ++shared_->both;
    return;
  }
}

void PairTable::printed(std::string_view text) {
  if (text.size() > kLongestText) return;
  const auto need = static_cast<uint32_t>(1 + (text.size() + 3) / 4);
  const uint32_t at = shared_->words.fetch_add(need);
  if (at > kTextRoom / 4 - need) return;
  for (uint32_t i = 1; i < need; ++i) {
    uint32_t word = 0;
    std::memcpy(&word, text.data() + 4 * (i - 1), std::min<size_t>(4, text.size() - 4 * (i - 1)));
    shared_->texts[at + i] = word;
  }
  shared_->texts[at] = static_cast<uint32_t>(text.size()) + 1;
}

std::vector<std::string> PairTable::outcomes() const {
  std::vector<std::string> out;
  for (uint32_t at = 0; at < kTextRoom / 4;) {
    const uint32_t length = shared_->texts[at];
    const uint32_t words = (length + 2) / 4;  // of `length` - 1 bytes
    if (length == 0 || length > kLongestText + 1 || at + words >= kTextRoom / 4) break;
    std::string text(4 * size_t{words}, 0);
    for (uint32_t i = 0; i < words; ++i) {
      const uint32_t word = shared_->texts[at + 1 + i];
      std::memcpy(text.data() + 4 * size_t{i}, &word, 4);
    }
    text.resize(length - 1);
    out.push_back(std::move(text));
    at += 1 + words;
  }
  return out;
}

PairTable::Counts PairTable::counts() const {
  return {shared_->pairs.load(), shared_->both.load(), shared_->full.load() != 0};
}

PairsSeen::PairsSeen(vm::Vm& vm, vm::JvmSystem& system, std::unique_ptr<PairTable> table, bool names)
    : vm_(vm), system_(system), table_(std::move(table)), names_(names) {
  if (names_ && !system_.name_by_path(true)) names_ = false;
  vm.observer = this;
}

PairsSeen::~PairsSeen() {
  if (vm_.observer == this) vm_.observer = nullptr;
  if (names_) system_.name_by_path(false);
}

void PairsSeen::end_state(std::span<const por::PathStep>) {
  if (system_.deadlocked() || vm_.output.beyond_limit()) return;
  for (const vm::Violation& v : vm_.violations())
    if (v.kind == por::ErrorKind::Livelock) return;
  const std::string_view text = vm_.output.text(1);
  constexpr size_t kMost = 4096;  // more are more than anybody reads
  if (printed_.size() < kMost && printed_.emplace(text).second) table_->printed(text);
}

// The initial state: an execution begins.
void PairsSeen::state_new(std::span<const por::PathStep> path, uint64_t) {
  if (!path.empty()) return;
  clocks_.clear();
  joined_.clear();
  variables_.clear();
  for (vm::ThreadId t = 0; t < system_.thread_count(); ++t) clock(t);
}

PairsSeen::Clock& PairsSeen::clock(vm::ThreadId t) {
  while (clocks_.size() <= t) {
    clocks_.emplace_back(clocks_.size() + 1, 0);
    joined_.emplace_back();
  }
  return clocks_[t];
}

// Threads that the step has started have seen what their starter has done.
void PairsSeen::transition(uint64_t, por::PathStep step, uint64_t) {
  for (auto t = static_cast<vm::ThreadId>(clocks_.size()); t < system_.thread_count(); ++t) {
    const vm::ThreadId by = system_.starter(t);
    const Clock known = clock(by == por::kNoThread ? step.thread : by);
    join(clock(t), known);
  }
}

bool PairsSeen::before(const Event& e, const Clock& c) const { return e.thread < c.size() && e.number <= c[e.thread]; }

// By joins that are no operations.
void PairsSeen::sees_ends(vm::ThreadId t) {
  const por::ThreadSet all = system_.joined(t);
  for (const vm::ThreadId u : all - joined_[t])
    if (u != t && u < clocks_.size()) {
      const Clock ended = clocks_[u];
      join(clocks_[t], ended);
    }
  joined_[t] = all;
}

PairsSeen::Place PairsSeen::place_of(vm::ThreadId t) const {
  Place out;
  vm_.walk_frames(t, [&](vm::Method* m, uint32_t pc) {
    if (!out.access) out.access = m, out.access_at = pc;
    if (m->owner->boot) return true;
    out.program = m, out.program_at = pc;
    return false;
  });
  return out;
}

uint64_t PairsSeen::hash(const Place& p) {
  uint64_t parts[4] = {0, p.access_at, 0, p.program_at};
  const auto number = [&](const vm::Method* m) -> uint64_t {
    if (!m) return 0;
    const auto [at, added] = methods_.try_emplace(m, 0);
    if (added) {
      const std::string name = m->owner->name + "." + std::string(m->name) + std::string(m->descriptor);
      at->second = XXH3_64bits(name.data(), name.size());
    }
    return at->second;
  };
  parts[0] = number(p.access), parts[2] = number(p.program);
  return XXH3_64bits(parts, sizeof parts);
}

// Of one place in two threads, the numbers of the threads say which came first.
void PairsSeen::meet(const Event& earlier, const Event& later) {
  const uint64_t a = hash(earlier.place), b = hash(later.place);
  const bool forth = a == b ? earlier.thread < later.thread : a < b;
  const uint64_t both[2] = {std::min(a, b), std::max(a, b)};
  const uint64_t pair = XXH3_64bits(both, sizeof both);
  if (told_.insert(pair + forth).second) table_->saw(pair, forth ? PairTable::kForth : PairTable::kBack);
}

void PairsSeen::takes(vm::ThreadId t, const vm::Pending&) {
  const por::Op op = system_.pending(t);
  clock(t);
  sees_ends(t);
  if (!op.visible()) return;
  using por::OpKind;
  const bool accesses = op.kind == OpKind::Read || op.kind == OpKind::Write || op.kind == OpKind::Cas;
  const bool locks = op.kind == OpKind::Lock;
  Clock& mine = clocks_[t];
  const Event event{t, mine[t] + 1, accesses || locks ? place_of(t) : Place{}};
  const auto conflicts = [&](const Event& e) {
    if (e.thread != por::kNoThread && e.thread != t && e.place.access && !before(e, mine)) meet(e, event);
  };
  const auto key = [](const por::Location& l) { return uint64_t{l.object} << 32 | l.field; };
  if (accesses || locks) {
    const Variable& v = variables_[key(op.accesses[0].where)];
    if (locks) conflicts(v.lock);
    else {
      conflicts(v.write);
      if (op.accesses[0].write)
        for (const Event& e : v.reads) conflicts(e);
    }
  }
  for (int i = 0; i < op.access_count; ++i) {
    const Variable& v = variables_[key(op.accesses[i].where)];
    join(mine, op.accesses[i].write ? v.read : v.written);
  }
  mine[t] = event.number;
  for (int i = 0; i < op.access_count; ++i) {
    Variable& v = variables_[key(op.accesses[i].where)];
    const bool told = i == 0 && accesses;
    join(v.read, mine);
    if (op.accesses[i].write) {
      join(v.written, mine);
      v.write = told ? event : Event{};
      v.reads.clear();
      if (i == 0 && locks) v.lock = event;
    } else if (told) {
      const auto at = std::find_if(v.reads.begin(), v.reads.end(), [&](const Event& e) { return e.thread == t; });
      if (at == v.reads.end()) v.reads.push_back(event);
      else *at = event;
    }
  }
}

}  // namespace jmc::check
