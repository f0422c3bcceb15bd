// A list whose copies share what they have in common: for states of a path that differ in few of many elements.
// Elements lie in chunks; a copy has the same chunks, and whoever changes an element of a chunk that others have makes
// one of its own. So a copy costs a word or two for each kChunk elements, and a change the chunk that it is in.
//
// Ownership: chunks belong to all lists that have them. Concurrency: none, and lists that share nothing are
// independent.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace jmc::vm {

template <class T>
class SharedList {
 public:
  static constexpr size_t kChunk = 16;
  enum class Fate : uint8_t { Keep, Change, Drop };

  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }

  // In their order.
  template <class F>
  void each(F&& f) const {
    for (const auto& chunk : chunks_)
      for (const T& e : *chunk) f(e);
  }
  template <class F>
  bool any(F&& f) const {
    for (const auto& chunk : chunks_)
      for (const T& e : *chunk)
        if (f(e)) return true;
    return false;
  }

  void push_back(const T& e) {
    if (chunks_.empty() || chunks_.back()->size() == kChunk) {
      chunks_.push_back(std::make_shared<Chunk>());
      chunks_.back()->reserve(kChunk);
    }
    own(chunks_.back()).push_back(e);
    ++size_;
  }

  // `fate(const T&)` says once for each element, in their order, what becomes of it; `change(T&)` changes those that it
  // says so of. Neither may use this list.
  template <class F, class G>
  void update(F&& fate, G&& change) {
    bool any_empty = false;
    for (auto& chunk : chunks_) {
      Chunk* mine = nullptr;  // once something becomes of one of its elements
      size_t kept = 0;
      const size_t count = chunk->size();
      for (size_t i = 0; i < count; ++i) {
        const Fate what = fate(std::as_const(*chunk)[i]);
        if (what != Fate::Keep && !mine) mine = &own(chunk);
        if (what == Fate::Drop) continue;
        if (mine && kept != i) (*mine)[kept] = std::move((*mine)[i]);
        if (what == Fate::Change) change((*mine)[kept]);
        ++kept;
      }
      if (kept == count) continue;
      mine->erase(mine->begin() + static_cast<std::ptrdiff_t>(kept), mine->end());
      size_ -= count - kept;
      any_empty = any_empty || kept == 0;
    }
    if (any_empty) std::erase_if(chunks_, [](const auto& chunk) { return chunk->empty(); });
    if (chunks_.size() > kFewChunks && size_ < chunks_.size() * (kChunk / 4)) pack();
  }

 private:
  using Chunk = std::vector<T>;
  static constexpr size_t kFewChunks = 4;

  static Chunk& own(std::shared_ptr<Chunk>& chunk) {
    if (chunk.use_count() > 1) {
      auto copy = std::make_shared<Chunk>();
      copy->reserve(kChunk);
      copy->insert(copy->end(), chunk->begin(), chunk->end());
      chunk = std::move(copy);
    }
    return *chunk;
  }
  // Chunks of which little is left are made full ones again.
  void pack() {
    SharedList packed;
    each([&](const T& e) { packed.push_back(e); });
    *this = std::move(packed);
  }

  std::vector<std::shared_ptr<Chunk>> chunks_;
  size_t size_ = 0;
};

}  // namespace jmc::vm
