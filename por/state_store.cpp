#include "por/state_store.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <stdexcept>

#include "por/state_tree.hpp"

namespace jmc::por {

namespace {
constexpr uint32_t kEmpty = ~0u;  // no stored number has all low bits set, because the index is never full
constexpr uint32_t kFirstIndexSize = 1u << 12;
}  // namespace

// Roots by number.
struct StateStore::Exact {
  using Root = StateTree::Root;
  static Fingerprint key(Root root) {
    const uint64_t hash = StateTree::hash(uint64_t{root.left} << 32 | root.right);
    return {hash, hash};
  }
  void append() {
    if ((size & (kChunk - 1)) == 0) roots.push_back(std::make_unique_for_overwrite<Root[]>(kChunk));
    roots.back()[size++ & (kChunk - 1)] = root;
  }
  Root at(StateNumber n) const { return roots[n >> kChunkBits][n & (kChunk - 1)]; }

  StateTree tree;
  Root root;  // that is being looked for
  std::vector<std::unique_ptr<Root[]>> roots;
  uint64_t size = 0;
};

StateStore::StateStore(bool exact) {
  if (exact) exact_ = std::make_unique<Exact>();
  index(kFirstIndexSize);
}

StateStore::~StateStore() = default;

Fingerprint StateStore::key(const Fingerprint& fingerprint, std::span<const uint8_t> form,
                            std::span<const uint32_t> ends) {
  if (!exact_) return fingerprint;
  const uint32_t whole = static_cast<uint32_t>(form.size());
  exact_->root = exact_->tree.fold(form, ends.empty() ? std::span(&whole, 1) : ends);
  return Exact::key(exact_->root);
}

Fingerprint StateStore::key_of(StateNumber n) const { return exact_ ? Exact::key(exact_->at(n)) : fingerprint_of(n); }

// The number of the equal state, or kNoState and the free slot where it belongs.
StateNumber StateStore::probe(const Fingerprint& key, uint64_t& slot) {
  const uint32_t tag = tag_of(key);
  for (uint64_t i = home(key);; i = (i + 1) & number_mask_) {
    uint32_t entry = index_[i];
    if (entry == kEmpty) {
      slot = i;
      return kNoState;
    }
    if ((entry & ~number_mask_) != tag) continue;
    StateNumber n = entry & number_mask_;
    if (exact_ ? exact_->at(n) == exact_->root : fingerprint_of(n) == key) return n;
  }
}

StateStore::Result StateStore::insert(const Fingerprint& fingerprint, std::span<const uint8_t> form,
                                      std::span<const uint32_t> ends) {
  const Fingerprint k = key(fingerprint, form, ends);
  uint64_t slot = 0;
  StateNumber found = probe(k, slot);
  if (found != kNoState) return {found, false};
  if (size_ == limit_) {
    index(index_.size() * 2);
    probe(k, slot);
  }
  StateNumber n = static_cast<StateNumber>(size_++);
  if (exact_) {
    exact_->append();
  } else {
    if ((n & (kChunk - 1)) == 0) chunks_.push_back(std::make_unique_for_overwrite<Fingerprint[]>(kChunk));
    chunks_.back()[n & (kChunk - 1)] = fingerprint;
  }
  index_[slot] = n | tag_of(k);
  return {n, true};
}

StateNumber StateStore::find(const Fingerprint& fingerprint, std::span<const uint8_t> form,
                             std::span<const uint32_t> ends) {
  uint64_t slot = 0;
  return probe(key(fingerprint, form, ends), slot);
}

void StateStore::index(uint64_t slots) {
  if (slots > (uint64_t{1} << 32)) throw std::length_error("more than 3 * 10^9 states");
  index_ = {};  // it is rebuilt from the fingerprints: free it first
  index_.assign(slots, kEmpty);
  number_mask_ = static_cast<uint32_t>(slots - 1);
  shift_ = 64 - std::countr_zero(slots);
  limit_ = slots / 4 * 3;
  for (uint64_t n = 0; n < size_; ++n) {
    const Fingerprint f = key_of(static_cast<StateNumber>(n));
    uint64_t i = home(f);
    while (index_[i] != kEmpty) i = (i + 1) & number_mask_;
    index_[i] = static_cast<uint32_t>(n) | tag_of(f);
  }
}

void StateStore::save(base::Saver& a) const {
  a(size_, exact());
  if (exact_) exact_->tree.save(a);
  for (uint64_t n = 0; n < size_; n += kChunk) {
    const uint64_t here = std::min<uint64_t>(kChunk, size_ - n);
    if (exact_) a.bytes(exact_->roots[n >> kChunkBits].get(), here * sizeof(Exact::Root));
    else a.bytes(chunks_[n >> kChunkBits].get(), here * sizeof(Fingerprint));
  }
}

void StateStore::load(base::Loader& a) {
  uint64_t size = 0;
  bool exact = false;
  a(size, exact);
  if (exact != this->exact()) a.fail("whole states and fingerprints are mixed");
  if (exact) exact_->tree.load(a);
  for (uint64_t n = 0; n < size; n += kChunk) {
    const uint64_t here = std::min<uint64_t>(kChunk, size - n);
    const std::span<const char> bytes = a.view(here * (exact ? sizeof(Exact::Root) : sizeof(Fingerprint)));
    void* to = nullptr;
    if (exact) to = exact_->roots.emplace_back(std::make_unique_for_overwrite<Exact::Root[]>(kChunk)).get();
    else to = chunks_.emplace_back(std::make_unique_for_overwrite<Fingerprint[]>(kChunk)).get();
    std::memcpy(to, bytes.data(), bytes.size());
  }
  size_ = size;
  if (exact) exact_->size = size;
  uint64_t slots = kFirstIndexSize;
  while (slots / 4 * 3 < size_) slots *= 2;
  index(slots);
}

uint64_t StateStore::bytes() const {
  uint64_t total = index_.capacity() * sizeof(uint32_t) + chunks_.size() * sizeof(Fingerprint) * kChunk;
  if (exact_) total += exact_->tree.bytes() + exact_->roots.size() * sizeof(Exact::Root) * kChunk;
  return total;
}

double StateStore::omission_probability() const {
  if (exact_) return 0;
  double n = static_cast<double>(size_);
  return std::ldexp(n * n, -129);
}

}  // namespace jmc::por
