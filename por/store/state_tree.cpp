#include "por/store/state_tree.hpp"

#include <xxhash.h>

#include <algorithm>
#include <cassert>
#include <cstring>
#include <stdexcept>

namespace jmc::por {

namespace {

constexpr uint32_t kFree = ~0u;
constexpr size_t kFirstSlots = 1u << 10;
constexpr int kRecentBits = 16, kNamedBits = 13, kFoldedBits = 9;
constexpr size_t kManyParts = 4;
constexpr size_t kFoldedBytes = 1u << 13;        // longer runs are not kept whole
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
StateTree::Node StateTree::tree(std::span<const Node> nodes, Pairs& before, size_t& at) {
  if (nodes.size() == 1) return nodes[0];
  const size_t half = (nodes.size() + 1) / 2;
  const Node left = tree(nodes.first(half), before, at), right = tree(nodes.subspan(half), before, at);
  const Root wanted{left, right};
  if (at == before.size()) before.push_back({wanted, pair(left, right)});
  else if (before[at].first != wanted) before[at] = {wanted, pair(left, right)};
  return before[at++].second;
}

// Of the bytes and ends that are in it.
void StateTree::fold_parts(Before& before) {
  const std::span<const uint8_t> bytes = before.folded.bytes;
  before.parts.resize(before.folded.ends.size(), kFree);
  size_t at = 0;
  for (size_t e = 0; e < before.parts.size(); ++e) {
    const size_t end = before.folded.ends[e];
    const std::span<const uint8_t> wanted = bytes.subspan(at, end - at);
    const Part* was = before.parts[e] == kFree ? nullptr : &parts_[before.parts[e] / 2];
    if (!was || was->size != wanted.size() ||
        (!wanted.empty() && std::memcmp(was->bytes, wanted.data(), wanted.size()) != 0))
      before.parts[e] = part(wanted);
    at = end;
  }
  at = 0;
  before.folded.node = tree(before.parts, before.pairs, at);
}

// The tree of a run that begins at this byte.
StateTree::Node StateTree::fold_run(Before& before, std::span<const uint8_t> form, size_t begin,
                                    std::span<const uint32_t> ends) {
  const std::span<const uint8_t> bytes = form.subspan(begin, ends.back() - begin);
  if (ends.size() == 1 && !bytes.empty()) {
    Folded& last = before.folded;
    if (last.ends.size() == 1 && last.bytes.size() == bytes.size() &&
        std::memcmp(last.bytes.data(), bytes.data(), bytes.size()) == 0)
      return last.node;
    last.bytes.assign(bytes.begin(), bytes.end());
    last.ends.assign(1, static_cast<uint32_t>(bytes.size()));
    return last.node = part(bytes);
  }
  ends_.clear();
  for (const uint32_t end : ends) ends_.push_back(end - static_cast<uint32_t>(begin));
  const auto is = [&](const Folded& f) {
    return f.bytes.size() == bytes.size() && f.ends == ends_ &&
           (bytes.empty() || std::memcmp(f.bytes.data(), bytes.data(), bytes.size()) == 0);
  };
  if (is(before.folded)) return before.folded.node;
  const auto fold = [&] {
    before.folded.bytes.assign(bytes.begin(), bytes.end());
    before.folded.ends = ends_;
    fold_parts(before);
    return before.folded.node;
  };
  if (ends.size() < kManyParts || bytes.size() > kFoldedBytes) return fold();
  if (folded_.empty()) folded_.resize(size_t{1} << kFoldedBits);
  Folded& known = folded_[hash_of(bytes) >> (64 - kFoldedBits)];
  if (is(known)) return known.node;
  fold();
  known = before.folded;
  return known.node;
}

StateTree::Root StateTree::fold(std::span<const uint8_t> form, const FormParts& parts) {
  if (!parts.ends.empty() && parts.ends.back() != form.size())
    throw std::logic_error("the parts of a form are not all of it");
  if (parts.ends.empty()) return {part(form), part({})};
  if (named_.empty()) named_.resize(size_t{1} << kNamedBits);
  left_.clear();
  rest_.clear();
  right_.clear();
  size_t place = 0, from = 0;
  const auto add = [&](const FormParts::Run& run) {
    Named* known = run.name ? &named_[run.name * 0x9e3779b97f4a7c15u >> (64 - kNamedBits)] : nullptr;
    const auto read = [&] {
      if (place >= before_.size()) before_.resize(place + 1);
      return fold_run(before_[place], form, from == 0 ? 0 : parts.ends[from - 1],
                      std::span(parts.ends).subspan(from, run.parts - from));
    };
    Node node = kFree;
    if (known && known->name == run.name) {
      node = known->node;
      assert(node == read());
    } else {
      node = read();
      if (known) *known = {run.name, node};
    }
    ++place;
    from = run.parts;
    (run.side == FormParts::Side::Right ? right_ : run.side == FormParts::Side::Left ? left_ : rest_).push_back(node);
  };
  for (const FormParts::Run& run : parts.runs) add(run);
  if (from != parts.ends.size()) add({static_cast<uint32_t>(parts.ends.size()), FormParts::Side::LeftRest, 0});
  size_t at = 0;
  if (!rest_.empty()) {
    const Node rest = tree(rest_, pairs_before_, at);
    if (left_.empty()) {
      left_.push_back(rest);
    } else {
      const Node both[] = {rest, left_[0]};
      left_[0] = tree(both, pairs_before_, at);
    }
  }
  const Node left = left_.empty() ? part({}) : tree(left_, pairs_before_, at);
  return {left, right_.empty() ? part({}) : tree(right_, pairs_before_, at)};
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
  uint64_t kept = folded_.capacity() * sizeof(Folded);
  for (const Folded& f : folded_) kept += f.bytes.capacity() + f.ends.capacity() * sizeof f.ends[0];
  return kept + block_bytes_ + parts_.capacity() * sizeof(Part) + part_index_.capacity() * 4 + pairs_.bytes() +
         recent_.capacity() * sizeof recent_[0] + named_.capacity() * sizeof named_[0];
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
