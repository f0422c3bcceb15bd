#include "vm/state/heap.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <new>
#include <unordered_set>

namespace jmc::vm {

namespace {
char* reserve(uint64_t size) {
  void* p = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p == MAP_FAILED) throw std::bad_alloc();
  return static_cast<char*>(p);
}
}  // namespace

// Refs stay below 2^31 so that a base object's Ref can serve as a Location name: 16 GiB of address space.
Heap::Heap(uint64_t limit_bytes) : capacity_(uint64_t{16} << 30), limit_(limit_bytes) { base_ = reserve(capacity_); }

Heap::~Heap() {
  munmap(base_, capacity_);
  if (shadow_) munmap(shadow_, capacity_);
}

Ref Heap::allocate_immortal(uint64_t size) {
  size = (size + 7) & ~uint64_t{7};
  if (immortal_top_ + size > kImmortalLimit) throw std::bad_alloc();
  const Ref r = static_cast<Ref>(immortal_top_ >> 3);
  immortal_top_ += size;
  immortals_.push_back(r);
  return r;
}

void Heap::seal_immortal(Ref r, uint64_t size) {
  if (!shadow_) return;
  header(r)->flags |= kBase | kCleanBase;
  std::memcpy(shadow_ + (uint64_t{r} << 3), base_ + (uint64_t{r} << 3), size);
}

Heap::Mark Heap::mark() {
  log_limit_ = top_ >> 3;
  log_of_mark_ = log_.size();
  tidy_at_ = log_of_mark_ + kTidyFrom;
  return {top_, log_.size(), dirty_.size(), hashes_.size()};
}

void Heap::undo(const Mark& m) {
  auto* words = reinterpret_cast<uint64_t*>(base_);
  while (log_.size() > m.log) {
    words[log_.back().word] = log_.back().old;
    log_.pop_back();
  }
  dirty_.resize(m.dirty);
  while (hashes_.size() > m.hashes) {
    hashes_by_ref_.erase(hashes_.back());
    hashes_.pop_back();
  }
  top_ = m.top;
  log_limit_ = m.top >> 3;
  log_of_mark_ = m.log;
  tidy_at_ = log_of_mark_ + kTidyFrom;
}

void Heap::tidy_log() {
  std::unordered_set<uint32_t> seen;
  size_t kept = log_of_mark_;
  for (size_t i = log_of_mark_; i < log_.size(); ++i)
    if (seen.insert(log_[i].word).second) log_[kept++] = log_[i];  // the first one has what the mark needs
  tidied_ += log_.size() - kept;
  log_.resize(kept);
  tidy_at_ = kept + std::max(kTidyFrom, kept - log_of_mark_);
}

void Heap::set_current(const Mark* m) {
  log_limit_ = m ? m->top >> 3 : 0;
  if (!m) log_.clear();
  log_of_mark_ = m ? m->log : 0;
  tidy_at_ = std::max(log_.size(), log_of_mark_) + kTidyFrom;
}

void Heap::freeze() {
  if (!shadow_) shadow_ = reserve(capacity_);
  std::memcpy(shadow_ + kFirstRef * 8, base_ + kFirstRef * 8, immortal_top_ - kFirstRef * 8);
  std::memcpy(shadow_ + kImmortalLimit, base_ + kImmortalLimit, top_ - kImmortalLimit);
  dirty_.clear();
}

void Heap::note_kept(Ref r) {
  ObjectHeader* h = header(r);
  note_watched(*h);
  if (h->flags & kCleanBase) note_dirty(r);
}

void Heap::note_dirty(Ref r) {
  ObjectHeader* h = header(r);
  log(reinterpret_cast<char*>(&h->flags));
  h->flags &= ~uint32_t{kCleanBase};
  dirty_.push_back(r);
}

int32_t Heap::identity_hash(Ref r, int32_t fresh) {
  ObjectHeader* h = header(r);
  if (h->flags & kHasHash) return hashes_by_ref_.at(r);
  touch(r, reinterpret_cast<char*>(&h->flags));
  h->flags |= kHasHash;
  hashes_.push_back(r);
  hashes_by_ref_[r] = fresh;
  return fresh;
}

}  // namespace jmc::vm
