#include "por/store/state_tree.hpp"

#include <xxhash.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>

namespace jmc::por {

namespace {

constexpr uint32_t kFree = ~0u;
constexpr size_t kFirstSlots = 1u << 10;
constexpr int kRecentBits = 13;
constexpr uint32_t kMostParts = (1u << 31) - 1;  // parts, and pairs

uint64_t hash_of(std::span<const uint8_t> bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

}  // namespace

StateTree::Node StateTree::add_part(std::span<const uint8_t> bytes) {
  if (parts_.size() >= kMostParts) throw std::length_error("more than 2 * 10^9 parts of states");
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
  return static_cast<Node>(2 * (parts_.size() - 1));
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
    if (p.size == bytes.size() && std::memcmp(p.bytes, bytes.data(), bytes.size()) == 0) return 2 * part_index_[i];
  }
  const Node node = add_part(bytes);
  part_index_[i] = node / 2;
  return node;
}

StateTree::Node StateTree::pair(Node left, Node right) {
  if (recent_.empty()) recent_.assign(size_t{1} << kRecentBits, {{kFree, kFree}, kFree});
  const Root wanted{left, right};
  auto& [pair, node] =
      recent_[(uint64_t{left} * 0x9e3779b97f4a7c15u + uint64_t{right} * 0xd6e8feb86659fd93u) >> (64 - kRecentBits)];
  if (pair == wanted) return node;
  if (pairs_.size() >= kMostParts) throw std::length_error("more than 2 * 10^9 pairs of parts of states");
  pair = wanted;
  return node = 2 * pairs_.insert(wanted, static_cast<uint32_t>(pairs_.size())).value + 1;
}

// A balanced tree: a change in one half leaves the other as it was. `at`: how many pairs have been made.
StateTree::Node StateTree::tree(std::span<const Node> nodes, std::vector<std::pair<Root, Node>>& before, size_t& at) {
  if (nodes.size() == 1) return nodes[0];
  const size_t half = (nodes.size() + 1) / 2;
  const Node left = tree(nodes.first(half), before, at), right = tree(nodes.subspan(half), before, at);
  const Root wanted{left, right};
  if (at == before.size()) before.push_back({wanted, pair(left, right)});
  else if (before[at].first != wanted) before[at] = {wanted, pair(left, right)};
  return before[at++].second;
}

// The tree of a group that begins at this byte.
StateTree::Node StateTree::fold_group(Group& g, std::span<const uint8_t> form, size_t begin,
                                      std::span<const uint32_t> ends) {
  const size_t last = ends.back() & kEnd;
  const std::span<const uint8_t> bytes = form.subspan(begin, last - begin);
  bool same = g.bytes.size() == bytes.size() && g.ends.size() == ends.size();
  for (size_t e = 0; same && e < ends.size(); ++e) same = g.ends[e] == (ends[e] & kEnd) - begin;
  if (same && (bytes.empty() || std::memcmp(g.bytes.data(), bytes.data(), bytes.size()) == 0)) return g.node;
  g.bytes.assign(bytes.begin(), bytes.end());
  g.ends.clear();
  g.parts.resize(ends.size(), kFree);
  for (size_t e = 0, at = 0; e < ends.size(); ++e) {
    const size_t end = (ends[e] & kEnd) - begin;
    const std::span<const uint8_t> wanted = bytes.subspan(at, end - at);
    const Part* was = g.parts[e] == kFree ? nullptr : &parts_[g.parts[e] / 2];
    if (!was || was->size != wanted.size() ||
        (!wanted.empty() && std::memcmp(was->bytes, wanted.data(), wanted.size()) != 0))
      g.parts[e] = part(wanted);
    g.ends.push_back(static_cast<uint32_t>(end));
    at = end;
  }
  size_t at = 0;
  return g.node = tree(g.parts, g.pairs, at);
}

StateTree::Root StateTree::fold(std::span<const uint8_t> form, std::span<const uint32_t> ends) {
  if (ends.empty() || (ends.back() & kEnd) != form.size())
    throw std::logic_error("the parts of a form are not all of it");
  groups_.clear();
  Node half = kFree, first = kFree;
  for (size_t e = 0, begin = 0, group = 0, from = 0; e < ends.size(); ++e) {
    if (!(ends[e] & kGroupEnd) && e + 1 != ends.size()) continue;
    if (group == before_.size()) before_.emplace_back();
    const Node node = fold_group(before_[group], form, begin, ends.subspan(from, e + 1 - from));
    if (ends[e] & kHalf) half = half == kFree ? node : pair(half, node);
    else if (first == kFree) first = node;
    else groups_.push_back(node);
    begin = ends[e] & kEnd;
    from = e + 1;
    ++group;
  }
  if (groups_.empty()) {
    // One group alone has nothing beside it.
    if (first == kFree || half == kFree) return {first == kFree ? half : first, part({})};
    return {first, half};
  }
  size_t at = 0;
  const Node rest = tree(groups_, groups_before_, at);
  if (half == kFree) return {first, rest};
  if (first == kFree) return {rest, half};
  const Node all[] = {first, rest};
  return {tree(all, groups_before_, at), half};
}

std::vector<std::vector<uint8_t>> StateTree::forms(std::span<const Root> roots) const {
  std::vector<Root> pairs(pairs_.size());
  pairs_.each([&](Root pair, uint32_t n) { pairs[n] = pair; });
  std::vector<std::vector<uint8_t>> out;
  for (const Root& root : roots) {
    std::vector<uint8_t>& form = out.emplace_back();
    std::vector<Node> open{root.second, root.first};
    while (!open.empty()) {
      const Node n = open.back();
      open.pop_back();
      if (n % 2) {
        open.push_back(pairs[n / 2].second);
        open.push_back(pairs[n / 2].first);
      } else {
        form.insert(form.end(), parts_[n / 2].bytes, parts_[n / 2].bytes + parts_[n / 2].size);
      }
    }
  }
  return out;
}

uint64_t StateTree::bytes() const {
  return block_bytes_ + parts_.capacity() * sizeof(Part) + part_index_.capacity() * 4 + pairs_.bytes() +
         recent_.capacity() * sizeof recent_[0];
}

void StateTree::save(base::Saver& a) const {
  a(static_cast<uint64_t>(parts_.size()));
  for (const Part& p : parts_) {
    a(p.size);
    a.bytes(p.bytes, p.size);
  }
  pairs_.save(a);
}

void StateTree::load(base::Loader& a) {
  uint64_t parts = 0;
  a(parts);
  for (; parts != 0; --parts) {
    uint32_t size = 0;
    a(size);
    const std::span<const char> bytes = a.view(size);
    add_part({reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()});
  }
  pairs_.load(a);
  size_t slots = kFirstSlots;
  while (parts_.size() * 2 >= slots) slots *= 2;
  index_parts(slots);
}

}  // namespace jmc::por
