#include "por/store/state_store.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <stdexcept>

#include "por/store/state_tree.hpp"

namespace jmc::por {

namespace {
constexpr uint32_t kEmpty = ~0u;  // no stored number has all low bits set, because the index is never full
constexpr uint64_t kFirstIndexSize = 1u << 12, kManySlots = 1u << 18, kMostSlots = uint64_t{1} << 32;

uint64_t grown(uint64_t slots) {
  const uint64_t more = slots < kManySlots ? 2 * slots : slots / 4 * 5;
  return slots < kMostSlots ? std::min(more, kMostSlots) : more;
}
}  // namespace

struct StateStore::Exact {
  StateTree tree;
  StateTree::Roots roots;
};

StateStore::StateStore(bool exact) {
  if (exact) exact_ = std::make_unique<Exact>();
  else index(kFirstIndexSize);
}

StateStore::~StateStore() = default;

// The number of the equal state, or kNoState and the free slot where it belongs.
StateNumber StateStore::probe(const Fingerprint& key, uint64_t& slot) {
  const uint32_t tag = tag_of(key);
  const KeptFingerprint wanted(key);
  for (uint64_t i = home(key);; i = next(i)) {
    uint32_t entry = index_[i];
    if (entry == kEmpty) {
      slot = i;
      return kNoState;
    }
    if ((entry & ~number_mask_) != tag) continue;
    StateNumber n = entry & number_mask_;
    if (kept_of(n) == wanted) return n;
  }
}

StateStore::Result StateStore::insert(const Fingerprint& fingerprint, std::span<const uint8_t> form,
                                      const FormParts& parts) {
  if (exact_) {
    const auto [n, is_new] = exact_->roots.insert(exact_->tree.fold(form, parts), static_cast<StateNumber>(size_));
    size_ += is_new;
    return {n, is_new};
  }
  uint64_t slot = 0;
  StateNumber found = probe(fingerprint, slot);
  if (found != kNoState) return {found, false};
  if (size_ == limit_) {
    index(grown(index_.size()));
    probe(fingerprint, slot);
  }
  StateNumber n = static_cast<StateNumber>(size_++);
  if ((n & (kChunk - 1)) == 0) chunks_.push_back(std::make_unique_for_overwrite<KeptFingerprint[]>(kChunk));
  chunks_.back()[n & (kChunk - 1)] = KeptFingerprint(fingerprint);
  index_[slot] = n | tag_of(fingerprint);
  return {n, true};
}

StateNumber StateStore::find(const Fingerprint& fingerprint, std::span<const uint8_t> form, const FormParts& parts) {
  static_assert(CompactMap::kNone == kNoState);
  if (exact_) return exact_->roots.find(exact_->tree.fold(form, parts));
  uint64_t slot = 0;
  return probe(fingerprint, slot);
}

const KnownRuns& StateStore::known_runs() const { return exact_->tree.known_runs(); }

void StateStore::index(uint64_t slots) {
  if (slots > kMostSlots) throw std::length_error("more than 3 * 10^9 states");
  index_ = {};  // it is rebuilt from the fingerprints: free it first
  index_.assign(slots, kEmpty);
  number_mask_ = static_cast<uint32_t>(std::bit_ceil(slots) - 1);
  limit_ = slots / 4 * 3;
  // Slots are fetched ahead: where they lie is random.
  constexpr uint64_t kAhead = 32;
  const auto fetch = [&](uint64_t n) {
    if (n < size_) __builtin_prefetch(&index_[home(fingerprint_of(static_cast<StateNumber>(n)))], 1);
  };
  for (uint64_t n = 0; n < kAhead; ++n) fetch(n);
  for (uint64_t n = 0; n < size_; ++n) {
    fetch(n + kAhead);
    const Fingerprint f = fingerprint_of(static_cast<StateNumber>(n));
    uint64_t i = home(f);
    while (index_[i] != kEmpty) i = next(i);
    index_[i] = static_cast<uint32_t>(n) | tag_of(f);
  }
}

void StateStore::save(base::Saver& a) const {
  a(size_, exact());
  if (exact_) {
    exact_->tree.save(a);
    return exact_->roots.save(a);
  }
  for (uint64_t n = 0; n < size_; n += kChunk)
    a.bytes(chunks_[n >> kChunkBits].get(), std::min<uint64_t>(kChunk, size_ - n) * sizeof(KeptFingerprint));
}

void StateStore::load(base::Loader& a) {
  uint64_t size = 0;
  bool exact = false;
  a(size, exact);
  if (exact != this->exact()) a.fail("whole states and fingerprints are mixed");
  size_ = size;
  if (exact) {
    exact_->tree.load(a);
    exact_->roots.load(a);
    if (exact_->roots.size() != size) a.fail("it has more or fewer whole states than it says");
    return;
  }
  for (uint64_t n = 0; n < size; n += kChunk) {
    const std::span<const char> bytes = a.view(std::min<uint64_t>(kChunk, size - n) * sizeof(KeptFingerprint));
    std::memcpy(chunks_.emplace_back(std::make_unique_for_overwrite<KeptFingerprint[]>(kChunk)).get(), bytes.data(),
                bytes.size());
  }
  uint64_t slots = kFirstIndexSize;
  while (slots / 4 * 3 < size_) slots = grown(slots);
  index(slots);
}

uint64_t StateStore::bytes() const {
  uint64_t total = index_.capacity() * sizeof(uint32_t) + chunks_.size() * sizeof(KeptFingerprint) * kChunk;
  if (exact_) total += exact_->tree.bytes() + exact_->roots.bytes();
  return total;
}

double omission_probability(double states) { return std::ldexp(states * states, -kKeptBits - 1); }

}  // namespace jmc::por
