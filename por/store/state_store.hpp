// The set of visited states, and their numbers 0, 1, 2, ... in the order of insertion.
//
// Hash compaction: of a state 96 bits of its fingerprint are kept (kept()), 12 bytes in a dense array, found through an
// open-addressing index of 32-bit slots (number in the low bits, tag from the fingerprint in what is left) that grows
// by a quarter. That is 17 to 19 bytes per state. In exact mode a state is the root of its canonical form in a tree
// (state_tree.hpp), in a table that keeps of it what its place does not say (tuple_map.hpp): some 10 bytes, and what is
// new in the tree below it.
//
// Ownership: a store belongs to one search and one thread.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/archive.hpp"
#include "por/seam/transition_system.hpp"

namespace jmc::por {

using StateNumber = uint32_t;
inline constexpr StateNumber kNoState = ~0u;

// What stores keep of a fingerprint: with 10^9 states the chance that two of them agree in it is 10^-11.
inline constexpr int kKeptBits = 96;
inline Fingerprint kept(const Fingerprint& f) { return {f.lo, f.hi & 0xffff'ffffu}; }
// The probability that one of so many states was taken for another one, by the birthday bound n^2 / 2^97.
double omission_probability(double states);

class StateStore {
 public:
  explicit StateStore(bool exact = false);
  ~StateStore();
  StateStore(const StateStore&) = delete;
  StateStore& operator=(const StateStore&) = delete;

  struct Result {
    StateNumber state;
    bool is_new;
  };
  // `form` and its parts (none: it is one) are read in exact mode only, the fingerprint in the other only.
  Result insert(const Fingerprint& fingerprint, std::span<const uint8_t> form = {}, const FormParts& parts = {});
  // kNoState if the state is not stored.
  StateNumber find(const Fingerprint& fingerprint, std::span<const uint8_t> form = {}, const FormParts& parts = {});

  // What is kept of it. Precondition: not in exact mode.
  Fingerprint fingerprint_of(StateNumber n) const {
    const KeptFingerprint& k = kept_of(n);
    return {uint64_t{k.words[1]} << 32 | k.words[0], k.words[2]};
  }
  void save(base::Saver& a) const;
  // Precondition: nothing is stored. Throws base::ArchiveError.
  void load(base::Loader& a);

  bool exact() const { return exact_ != nullptr; }
  // Whose bytes need not be in the next form. Precondition: exact mode.
  const KnownRuns& known_runs() const;
  uint64_t size() const { return size_; }
  uint64_t bytes() const;
  // 0 in exact mode.
  double omission_probability() const { return exact() ? 0 : por::omission_probability(static_cast<double>(size_)); }

 private:
  struct Exact;
  struct KeptFingerprint {
    uint32_t words[kKeptBits / 32];
    explicit KeptFingerprint(const Fingerprint& f)
        : words{static_cast<uint32_t>(f.lo), static_cast<uint32_t>(f.lo >> 32), static_cast<uint32_t>(f.hi)} {}
    KeptFingerprint() = default;
    friend bool operator==(const KeptFingerprint&, const KeptFingerprint&) = default;
  };
  const KeptFingerprint& kept_of(StateNumber n) const { return chunks_[n >> kChunkBits][n & (kChunk - 1)]; }
  static constexpr uint32_t kChunkBits = 14;
  static constexpr uint32_t kChunk = 1u << kChunkBits;

  uint32_t tag_of(const Fingerprint& f) const { return static_cast<uint32_t>(f.hi) & ~number_mask_; }
  // Spreads fingerprints whose low bits are regular.
  uint64_t home(const Fingerprint& f) const { return ((f.lo * 0x9e3779b97f4a7c15u) >> 32) * index_.size() >> 32; }
  uint64_t next(uint64_t slot) const { return slot + 1 == index_.size() ? 0 : slot + 1; }
  StateNumber probe(const Fingerprint& fingerprint, uint64_t& slot);
  void index(uint64_t slots);  // anew, of what is stored

  std::vector<uint32_t> index_;
  std::vector<std::unique_ptr<KeptFingerprint[]>> chunks_;
  uint64_t size_ = 0;
  uint64_t limit_ = 0;        // a larger index when size_ reaches it
  uint32_t number_mask_ = 0;  // the low bits of a slot: as many as numbers up to the limit need, and more
  std::unique_ptr<Exact> exact_;
};

}  // namespace jmc::por
