#include "por/store/state_tree.hpp"

#include <xxhash.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>
#include <stdexcept>

namespace jmc::por {

namespace {

constexpr int kRecentBits = 12, kFoldedBits = 9;
constexpr size_t kFoldedBytes = 1u << 13;        // longer runs are not kept whole
constexpr uint32_t kMostParts = (1u << 31) - 1;  // parts, and pairs

// One comparison, where that of arrays is a call.
bool same(const std::array<uint32_t, 2>& a, const std::array<uint32_t, 2>& b) {
  return std::bit_cast<uint64_t>(a) == std::bit_cast<uint64_t>(b);
}

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

// Where its number is, or is to be put.
uint32_t* StateTree::place_of(std::span<const uint8_t> bytes) {
  const auto of = [&](uint32_t n) {
    return n == HashIndex::kNone ? bytes : std::span<const uint8_t>(parts_[n].bytes, parts_[n].size);
  };
  return part_index_.find(
      parts_.size(), [&](uint32_t n) { return hash_of(of(n)); },
      [&](uint32_t n) {
        return parts_[n].size == bytes.size() &&
               (bytes.empty() || std::memcmp(parts_[n].bytes, bytes.data(), bytes.size()) == 0);
      });
}

StateTree::Node StateTree::part(std::span<const uint8_t> bytes) {
  uint32_t* const place = place_of(bytes);
  if (*place == HashIndex::kNone) *place = add_part(bytes) / 2;
  return 2 * *place;
}

uint32_t StateTree::Pairs::of(const Pair& wanted) {
  if (same(last_.first, wanted)) return last_.second;
  last_ = {wanted, number(wanted)};
  return last_.second;
}

uint32_t StateTree::Pairs::number(const Pair& wanted) {
  if (recent_.empty()) recent_.assign(size_t{1} << kRecentBits, {{kNoNode, kNoNode}, kNoNode});
  auto& [pair, number] =
      recent_[(uint64_t{wanted[0]} * 0x9e3779b97f4a7c15u + uint64_t{wanted[1]} * 0xd6e8feb86659fd93u) >>
              (64 - kRecentBits)];
  if (same(pair, wanted)) return number;
  if (map_.size() >= kMostParts) throw std::length_error("more than 2 * 10^9 pairs of parts of states");
  pair = wanted;
  return number = map_.insert(wanted, static_cast<uint32_t>(map_.size())).value;
}

// A balanced tree: a change in one half leaves the other as it was. `at`: how many pairs have been made.
StateTree::Node StateTree::tree(std::span<const Node> nodes, PairsBefore& before, size_t& at) {
  if (nodes.size() == 1) return nodes[0];
  const size_t half = (nodes.size() + 1) / 2;
  const Pair wanted{tree(nodes.first(half), before, at), tree(nodes.subspan(half), before, at)};
  if (at == before.size()) before.push_back({wanted, 2 * pairs_.of(wanted) + 1});
  else if (!same(before[at].first, wanted)) before[at] = {wanted, 2 * pairs_.of(wanted) + 1};
  return before[at++].second;
}

// Of the bytes and ends that are in it.
void StateTree::fold_parts(Before& before) {
  const std::span<const uint8_t> bytes = before.folded.bytes;
  before.parts.resize(before.folded.ends.size(), kNoNode);
  size_t at = 0;
  for (size_t e = 0; e < before.parts.size(); ++e) {
    const size_t end = before.folded.ends[e];
    const std::span<const uint8_t> wanted = bytes.subspan(at, end - at);
    const Part* was = before.parts[e] == kNoNode ? nullptr : &parts_[before.parts[e] / 2];
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
  const auto is = [&](const Folded& f) {
    if (f.bytes.size() != bytes.size() || f.ends.size() != ends.size()) return false;
    for (size_t i = 0; i < ends.size(); ++i)
      if (f.ends[i] + begin != ends[i]) return false;
    return bytes.empty() || std::memcmp(f.bytes.data(), bytes.data(), bytes.size()) == 0;
  };
  if (is(before.folded)) return before.folded.node;
  const auto fold = [&] {
    before.folded.bytes.assign(bytes.begin(), bytes.end());
    before.folded.ends.clear();
    for (const uint32_t end : ends) before.folded.ends.push_back(end - static_cast<uint32_t>(begin));
    fold_parts(before);
    return before.folded.node;
  };
  if (ends.size() == 1 || bytes.size() > kFoldedBytes) return fold();
  if (folded_.empty()) folded_.resize(size_t{1} << kFoldedBits);
  Folded& known = folded_[hash_of(bytes) >> (64 - kFoldedBits)];
  if (is(known)) return known.node;
  fold();
  known = before.folded;
  return known.node;
}

// The number of what stands there.
uint32_t StateTree::column(size_t column, std::span<const Node> nodes, size_t& at) {
  if (nodes.empty()) return columns_[column].of({0, 0});
  if (nodes.size() == 1) return columns_[column].of({nodes[0] + 1, 0});
  const size_t half = (nodes.size() + 1) / 2;
  const Node left = tree(nodes.first(half), pairs_before_, at), right = tree(nodes.subspan(half), pairs_before_, at);
  return columns_[column].of({left + 1, right + 1});
}

// What seldom changes with the first thread and their number, and the last thread.
uint32_t StateTree::last_column() {
  const auto count = static_cast<uint32_t>(threads_.size());
  const Node first = threads_.empty() ? kNoNode : threads_[0];
  Last& last = last_;
  if (last.count != count || last.first != first || last.rest != rest_) {
    last.count = count;
    last.first = first;
    last.rest = rest_;
    const Node nothing = rest_.empty() || threads_.empty() ? part({}) : kNoNode;
    size_t at = 0;
    const Node left[] = {rest_.empty() ? nothing : tree(rest_, last.pairs, at), first == kNoNode ? nothing : first,
                         part({reinterpret_cast<const uint8_t*>(&count), sizeof count})};
    last.node = tree(left, last.pairs, at);
  }
  return columns_[kColumns - 1].of({last.node + 1, count > 1 ? threads_.back() + 1 : 0});
}

// Of the runs of each side.
StateTree::Root StateTree::root() {
  size_t at = 0;
  const std::span<const Node> between =
      threads_.size() > 2 ? std::span(threads_).subspan(1, threads_.size() - 2) : std::span<const Node>();
  const size_t first = between.size() <= 2 ? between.size() : (between.size() + 1) / 2;
  return {column(0, heap_, at), column(1, between.first(first), at), column(2, between.subspan(first), at),
          last_column()};
}

StateTree::Root StateTree::fold(std::span<const uint8_t> form, const FormParts& parts) {
  if (!parts.ends.empty() && parts.ends.back() != form.size())
    throw std::logic_error("the parts of a form are not all of it");
  threads_.clear();
  rest_.clear();
  heap_.clear();
  if (parts.ends.empty()) {
    rest_.push_back(part(form));
    return root();
  }
  size_t place = 0, from = 0;
  const auto add = [&](const FormParts::Run& run) {
    Node node = run.known;
    if (node == KnownRuns::kNone) {
      const size_t begin = from == 0 ? 0 : parts.ends[from - 1];
      if (place >= before_.size()) before_.resize(place + 1);
      // One part with a new name is hardly what was here before.
      if (run.name && run.parts - from == 1) node = part(form.subspan(begin, parts.ends[from] - begin));
      else node = fold_run(before_[place], form, begin, std::span(parts.ends).subspan(from, run.parts - from));
      assert(known_.of(run.name) == KnownRuns::kNone || known_.of(run.name) == node);
      if (run.name) known_.add(run.name, node);
    }
    ++place;
    from = run.parts;
    using Side = FormParts::Side;
    (run.side == Side::Right ? heap_ : run.side == Side::Left ? threads_ : rest_).push_back(node);
  };
  for (const FormParts::Run& run : parts.runs) add(run);
  if (from != parts.ends.size()) add({static_cast<uint32_t>(parts.ends.size()), FormParts::Side::LeftRest, 0});
  return root();
}

std::vector<std::vector<uint8_t>> StateTree::forms(std::span<const Root> roots) const {
  const auto listed = [](const Pairs& pairs) {
    std::vector<Pair> list(pairs.size());
    pairs.map().each([&](const Pair& pair, uint32_t n) { list[n] = pair; });
    return list;
  };
  const std::vector<Pair> pairs = listed(pairs_);
  std::array<std::vector<Pair>, kColumns> columns;
  for (size_t c = 0; c < kColumns; ++c) columns[c] = listed(columns_[c]);
  std::vector<std::vector<uint8_t>> out;
  for (const Root& root : roots) {
    std::vector<uint8_t>& form = out.emplace_back();
    std::vector<uint32_t> open;  // a node and one
    const auto read = [&] {
      while (!open.empty()) {
        const uint32_t n = open.back() - 1;
        open.pop_back();
        if (n % 2) {
          open.push_back(pairs[n / 2][1] + 1);
          open.push_back(pairs[n / 2][0] + 1);
        } else {
          form.insert(form.end(), parts_[n / 2].bytes, parts_[n / 2].bytes + parts_[n / 2].size);
        }
      }
    };
    const auto add = [&](uint32_t n) {
      if (n == 0) return;
      open.push_back(n);
      read();
    };
    const auto [before, last] = columns[kColumns - 1][root[kColumns - 1]];
    add(pairs[(before - 1) / 2][0] + 1);  // without the number of threads
    for (const size_t c : {1, 2})
      for (const uint32_t n : columns[c][root[c]]) add(n);
    add(last);
    for (const uint32_t n : columns[0][root[0]]) add(n);
  }
  return out;
}

uint64_t StateTree::bytes() const {
  uint64_t kept = folded_.capacity() * sizeof(Folded);
  for (const Folded& f : folded_) kept += f.bytes.capacity() + f.ends.capacity() * sizeof f.ends[0];
  for (const Pairs& column : columns_) kept += column.bytes();
  return kept + block_bytes_ + parts_.capacity() * sizeof(Part) + part_index_.bytes() + pairs_.bytes() + known_.bytes();
}

void StateTree::save(base::Saver& a) const {
  a(static_cast<uint64_t>(parts_.size()));
  for (const Part& p : parts_) {
    a(p.size);
    a.bytes(p.bytes, p.size);
  }
  pairs_.save(a);
  for (const Pairs& column : columns_) column.save(a);
}

void StateTree::load(base::Loader& a) {
  uint64_t parts = 0;
  a(parts);
  for (uint64_t n = 0; n < parts; ++n) {
    uint32_t size = 0;
    a(size);
    const std::span<const char> bytes = a.view(size);
    if (part({reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()}) != 2 * n) a.fail("a part of states twice");
  }
  pairs_.load(a);
  for (Pairs& column : columns_) column.load(a);
}

}  // namespace jmc::por
