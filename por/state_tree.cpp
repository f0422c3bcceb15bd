#include "por/state_tree.hpp"

#include <xxhash.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>

namespace jmc::por {

namespace {

constexpr uint32_t kFree = ~0u;
constexpr size_t kFirstSlots = 1u << 10;

uint64_t hash_of(std::span<const uint8_t> bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

}  // namespace

StateTree::Node StateTree::add_part(std::span<const uint8_t> bytes) {
  if (parts_.size() >= kPair - 1) throw std::length_error("more than 2 * 10^9 parts of states");
  if (blocks_.empty() || block_used_ + bytes.size() > block_size_) {
    block_size_ = std::max<size_t>(bytes.size(), size_t{1} << 18);
    blocks_.push_back(std::make_unique_for_overwrite<uint8_t[]>(block_size_));
    block_used_ = 0;
    block_bytes_ += block_size_;
  }
  uint8_t* to = blocks_.back().get() + block_used_;
  if (!bytes.empty()) std::memcpy(to, bytes.data(), bytes.size());
  block_used_ += bytes.size();
  parts_.push_back({to, static_cast<uint32_t>(bytes.size())});
  return static_cast<Node>(parts_.size() - 1);
}

void StateTree::index_parts(size_t slots) {
  part_index_.assign(slots, kFree);
  for (uint32_t n = 0; n < parts_.size(); ++n) {
    size_t i = hash_of({parts_[n].bytes, parts_[n].size}) & (slots - 1);
    while (part_index_[i] != kFree) i = (i + 1) & (slots - 1);
    part_index_[i] = n;
  }
}

StateTree::Node StateTree::part(std::span<const uint8_t> bytes) {
  if (parts_.size() * 2 >= part_index_.size()) index_parts(std::max(kFirstSlots, 2 * part_index_.size()));
  const size_t mask = part_index_.size() - 1;
  size_t i = hash_of(bytes) & mask;
  for (; part_index_[i] != kFree; i = (i + 1) & mask) {
    const Part& p = parts_[part_index_[i]];
    if (p.size == bytes.size() && std::memcmp(p.bytes, bytes.data(), bytes.size()) == 0) return part_index_[i];
  }
  return part_index_[i] = add_part(bytes);
}

void StateTree::add_pair(uint64_t pair) {
  if (pair_count_ >= kPair - 1) throw std::length_error("more than 2 * 10^9 pairs of parts of states");
  if ((pair_count_ & (kChunk - 1)) == 0) pairs_.push_back(std::make_unique_for_overwrite<uint64_t[]>(kChunk));
  pairs_.back()[pair_count_ & (kChunk - 1)] = pair;
  ++pair_count_;
}

void StateTree::index_pairs(size_t slots) {
  pair_index_ = {};
  pair_index_.assign(slots, kFree);
  for (uint32_t n = 0; n < pair_count_; ++n) {
    const uint64_t h = hash(pair_at(n));
    size_t i = h & (slots - 1);
    while (pair_index_[i] != kFree) i = (i + 1) & (slots - 1);
    pair_index_[i] = n | (static_cast<uint32_t>(h >> 32) & ~static_cast<uint32_t>(slots - 1));
  }
}

// A slot has the number, and of the hash what there is room for.
StateTree::Node StateTree::pair(Node left, Node right) {
  if (pair_count_ >= pair_index_.size() / 8 * 7) index_pairs(std::max(kFirstSlots, 2 * pair_index_.size()));
  const uint64_t wanted = uint64_t{left} << 32 | right, h = hash(wanted);
  const uint32_t mask = static_cast<uint32_t>(pair_index_.size() - 1), tag = static_cast<uint32_t>(h >> 32) & ~mask;
  size_t i = h & mask;
  for (; pair_index_[i] != kFree; i = (i + 1) & mask)
    if ((pair_index_[i] & ~mask) == tag && pair_at(pair_index_[i] & mask) == wanted)
      return kPair | (pair_index_[i] & mask);
  pair_index_[i] = pair_count_ | tag;
  add_pair(wanted);
  return kPair | (pair_count_ - 1);
}

// A balanced tree: a change in one half leaves the other as it was. `at`: how many pairs have been made.
StateTree::Node StateTree::tree(std::span<const Node> nodes, std::vector<std::pair<uint64_t, Node>>& before,
                                size_t& at) {
  if (nodes.size() == 1) return nodes[0];
  const size_t half = (nodes.size() + 1) / 2;
  const Node left = tree(nodes.first(half), before, at), right = tree(nodes.subspan(half), before, at);
  const uint64_t wanted = uint64_t{left} << 32 | right;
  if (at == before.size()) before.push_back({wanted, pair(left, right)});
  else if (before[at].first != wanted) before[at] = {wanted, pair(left, right)};
  return before[at++].second;
}

StateTree::Root StateTree::fold(std::span<const uint8_t> form, std::span<const uint32_t> ends) {
  if (ends.empty() || (ends.back() & ~(kGroupEnd | kHalf)) != form.size())
    throw std::logic_error("the parts of a form are not all of it");
  groups_.clear();
  nodes_.clear();
  size_t begin = 0;
  Node half = kFree, first = kFree;
  for (size_t e = 0, group = 0; e < ends.size(); ++e) {
    if (group == before_.size()) before_.emplace_back();
    Group& g = before_[group];
    const size_t end = ends[e] & ~(kGroupEnd | kHalf), place = nodes_.size();
    const std::span<const uint8_t> bytes = form.subspan(begin, end - begin);
    if (place == g.parts.size()) {
      g.parts.push_back(part(bytes));
    } else if (const Part& p = parts_[g.parts[place]];
               p.size != bytes.size() || std::memcmp(p.bytes, bytes.data(), p.size) != 0) {
      g.parts[place] = part(bytes);
    }
    nodes_.push_back(g.parts[place]);
    begin = end;
    if (!(ends[e] & kGroupEnd) && e + 1 != ends.size()) continue;
    size_t at = 0;
    const Node node = tree(nodes_, g.pairs, at);
    nodes_.clear();
    if (ends[e] & kHalf) half = node;
    else if (group == 0) first = node;
    else groups_.push_back(node);
    ++group;
  }
  if (groups_.empty()) return first == kFree ? Root{half, kFree} : Root{first, half};
  size_t at = 0;
  const Node rest = tree(groups_, groups_before_, at);
  if (half == kFree) return {first, rest};
  const Node all[] = {first, rest};
  return {tree(all, groups_before_, at), half};
}

std::vector<uint8_t> StateTree::form(Root root) const {
  std::vector<uint8_t> out;
  std::vector<Node> open;
  if (root.right != kFree) open.push_back(root.right);
  open.push_back(root.left);
  while (!open.empty()) {
    const Node n = open.back();
    open.pop_back();
    if (n & kPair) {
      const uint64_t p = pair_at(n & ~kPair);
      open.push_back(static_cast<Node>(p));
      open.push_back(static_cast<Node>(p >> 32));
    } else {
      out.insert(out.end(), parts_[n].bytes, parts_[n].bytes + parts_[n].size);
    }
  }
  return out;
}

uint64_t StateTree::bytes() const {
  return block_bytes_ + parts_.capacity() * sizeof(Part) + (part_index_.capacity() + pair_index_.capacity()) * 4 +
         pairs_.size() * kChunk * sizeof(uint64_t);
}

void StateTree::save(base::Saver& a) const {
  a(static_cast<uint64_t>(parts_.size()), pair_count_);
  for (const Part& p : parts_) {
    a(p.size);
    a.bytes(p.bytes, p.size);
  }
  for (uint32_t n = 0; n < pair_count_; n += kChunk)
    a.bytes(pairs_[n >> kChunkBits].get(), std::min(kChunk, pair_count_ - n) * sizeof(uint64_t));
}

void StateTree::load(base::Loader& a) {
  uint64_t parts = 0;
  uint32_t pairs = 0;
  a(parts, pairs);
  for (; parts != 0; --parts) {
    uint32_t size = 0;
    a(size);
    const std::span<const char> bytes = a.view(size);
    add_part({reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()});
  }
  for (; pairs != 0; --pairs) {
    uint64_t pair = 0;
    a(pair);
    add_pair(pair);
  }
  size_t slots = kFirstSlots;
  while (parts_.size() * 2 >= slots) slots *= 2;
  index_parts(slots);
  for (slots = kFirstSlots; pair_count_ >= slots / 8 * 7;) slots *= 2;
  index_pairs(slots);
}

}  // namespace jmc::por
