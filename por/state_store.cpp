#include "por/state_store.hpp"

#include <zstd.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <stdexcept>

namespace jmc::por {

namespace {
constexpr uint32_t kEmpty = ~0u;  // no stored number has all low bits set, because the index is never full
constexpr uint32_t kFirstIndexSize = 1u << 12;
}  // namespace

// Compressed canonical forms, one after another. Compression is a function and can be undone, so comparing the
// compressed bytes is comparing the forms.
struct StateStore::Exact {
  Exact() : context(ZSTD_createCCtx()) {}
  ~Exact() { ZSTD_freeCCtx(context); }

  void compress(std::span<const uint8_t> form) {
    candidate.resize(ZSTD_compressBound(form.size()));
    size_t n = ZSTD_compressCCtx(context, candidate.data(), candidate.size(), form.data(), form.size(), 1);
    if (ZSTD_isError(n)) throw std::runtime_error("compressing a canonical form failed");
    candidate.resize(n);
  }

  // Blocks never move, so that memory grows by what is stored and not by copies of it.
  void append() {
    if (blocks.empty() || block_used + candidate.size() > block_size) {
      block_size = std::max<size_t>(candidate.size(), size_t{1} << 20);
      blocks.push_back(std::make_unique<uint8_t[]>(block_size));
      block_used = 0;
      block_bytes += block_size;
    }
    uint8_t* to = blocks.back().get() + block_used;
    std::memcpy(to, candidate.data(), candidate.size());
    block_used += candidate.size();
    forms.push_back({to, static_cast<uint32_t>(candidate.size())});
  }

  bool equals(StateNumber n) const {
    return forms[n].size == candidate.size() && std::memcmp(forms[n].data, candidate.data(), candidate.size()) == 0;
  }

  struct Form {
    const uint8_t* data;
    uint32_t size;
  };
  ZSTD_CCtx* context;
  std::vector<uint8_t> candidate;
  std::vector<Form> forms;
  std::vector<std::unique_ptr<uint8_t[]>> blocks;
  size_t block_used = 0, block_size = 0, block_bytes = 0;
};

StateStore::StateStore(bool exact) {
  index(kFirstIndexSize);
  if (exact) exact_ = std::make_unique<Exact>();
}

StateStore::~StateStore() = default;

// The number of the equal state, or kNoState and the free slot where it belongs.
StateNumber StateStore::probe(const Fingerprint& fingerprint, uint64_t& slot) {
  const uint32_t tag = tag_of(fingerprint);
  for (uint64_t i = home(fingerprint);; i = (i + 1) & number_mask_) {
    uint32_t entry = index_[i];
    if (entry == kEmpty) {
      slot = i;
      return kNoState;
    }
    if ((entry & ~number_mask_) != tag) continue;
    StateNumber n = entry & number_mask_;
    if (fingerprint_of(n) == fingerprint && (!exact_ || exact_->equals(n))) return n;
  }
}

StateStore::Result StateStore::insert(const Fingerprint& fingerprint, std::span<const uint8_t> form) {
  if (exact_) exact_->compress(form);
  uint64_t slot = 0;
  StateNumber found = probe(fingerprint, slot);
  if (found != kNoState) return {found, false};
  if (size_ == limit_) {
    index(index_.size() * 2);
    probe(fingerprint, slot);
  }
  if ((size_ & (kChunk - 1)) == 0) chunks_.push_back(std::make_unique_for_overwrite<Fingerprint[]>(kChunk));
  StateNumber n = static_cast<StateNumber>(size_++);
  chunks_.back()[n & (kChunk - 1)] = fingerprint;
  index_[slot] = n | tag_of(fingerprint);
  if (exact_) exact_->append();
  return {n, true};
}

StateNumber StateStore::find(const Fingerprint& fingerprint, std::span<const uint8_t> form) {
  if (exact_) exact_->compress(form);
  uint64_t slot = 0;
  return probe(fingerprint, slot);
}

void StateStore::index(uint64_t slots) {
  if (slots > (uint64_t{1} << 32)) throw std::length_error("more than 3 * 10^9 states");
  index_ = {};  // it is rebuilt from the fingerprints: free it first
  index_.assign(slots, kEmpty);
  number_mask_ = static_cast<uint32_t>(slots - 1);
  shift_ = 64 - std::countr_zero(slots);
  limit_ = slots / 4 * 3;
  for (uint64_t n = 0; n < size_; ++n) {
    const Fingerprint& f = fingerprint_of(static_cast<StateNumber>(n));
    uint64_t i = home(f);
    while (index_[i] != kEmpty) i = (i + 1) & number_mask_;
    index_[i] = static_cast<uint32_t>(n) | tag_of(f);
  }
}

void StateStore::save(base::Saver& a) const {
  a(size_, exact());
  for (uint64_t n = 0; n < size_; n += kChunk)
    a.bytes(chunks_[n >> kChunkBits].get(), std::min<uint64_t>(kChunk, size_ - n) * sizeof(Fingerprint));
  if (exact_)
    for (const Exact::Form& form : exact_->forms) {
      a(form.size);
      a.bytes(form.data, form.size);
    }
}

void StateStore::load(base::Loader& a) {
  uint64_t size = 0;
  bool exact = false;
  a(size, exact);
  if (exact != this->exact()) a.fail("whole states and fingerprints are mixed");
  for (uint64_t n = 0; n < size; n += kChunk) {
    const uint64_t here = std::min<uint64_t>(kChunk, size - n) * sizeof(Fingerprint);
    const std::span<const char> bytes = a.view(here);
    chunks_.push_back(std::make_unique_for_overwrite<Fingerprint[]>(kChunk));
    std::memcpy(chunks_.back().get(), bytes.data(), here);
  }
  size_ = size;
  if (exact_)
    for (uint64_t n = 0; n < size; ++n) {
      uint32_t length = 0;
      a(length);
      const std::span<const char> form = a.view(length);
      exact_->candidate.assign(form.begin(), form.end());
      exact_->append();
    }
  uint64_t slots = kFirstIndexSize;
  while (slots / 4 * 3 < size_) slots *= 2;
  index(slots);
}

uint64_t StateStore::bytes() const {
  uint64_t total = index_.capacity() * sizeof(uint32_t) + chunks_.size() * sizeof(Fingerprint) * kChunk;
  if (exact_) total += exact_->block_bytes + exact_->forms.capacity() * sizeof(Exact::Form);
  return total;
}

double StateStore::omission_probability() const {
  if (exact_) return 0;
  double n = static_cast<double>(size_);
  return std::ldexp(n * n, -129);
}

}  // namespace jmc::por
