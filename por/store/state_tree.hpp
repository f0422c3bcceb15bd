// Whole states in little memory: tree compression (S. Blom, B. Lisser, J. van de Pol, M. Weber, "A database approach to
// distributed state space generation", 2008; A. Laarman, J. van de Pol, M. Weber, "Parallel recursive state compression
// for free", 2011), for forms of any length.
//
// A form comes in parts: what changes together (a thread, an object), in groups (the components of a state). Each part
// that occurs is stored once, and named by a number; a group is a balanced tree over the names of its parts, and the
// form one over its groups. Each pair below the root that occurs is stored once. A step changes a part or two, and what
// it makes of them has mostly been there in another state: a state costs little more than the pair at its root, if its
// two sides vary independently and about as much as each other (the threads, and the heap).
//
// Two forms have one root if and only if they are the same: names of parts and names of pairs are told apart, a tree
// spells the parts out in their order, and these are the form. (That parts begin where they do is a function of the
// form, since a form is decodable.) Pairs are kept in a table (compact_map.hpp) that finds a pair's name, and never
// asks for the pair of a name.
//
// Ownership: of one store. Nothing that is in it is ever taken out.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/archive.hpp"
#include "por/store/compact_map.hpp"

namespace jmc::por {

class StateTree {
 public:
  using Node = uint32_t;         // 2 n for the part n, 2 n + 1 for the pair n
  using Root = CompactMap::Key;  // its two sides; the tree has what is below it, and not itself
  // `ends`: of the parts, in bytes from the beginning of the form; those at which a group ends have kGroupEnd, the last
  // one in any case. kHalf besides: such groups are one side of the root, all others together are the other one. The
  // first group of the others is for what varies most of them. Parts may be empty. Ends, groups and halves are
  // functions of the form.
  static constexpr uint32_t kGroupEnd = 1u << 31, kHalf = 1u << 30;
  Root fold(std::span<const uint8_t> form, std::span<const uint32_t> ends);
  // The parts of roots that fold() has given, one after another, those of groups of kHalf last. Reads the whole
  // table.
  std::vector<std::vector<uint8_t>> forms(std::span<const Root> roots) const;

  uint64_t bytes() const;
  uint64_t parts() const { return parts_.size(); }
  uint64_t pairs() const { return pairs_.size(); }

  void save(base::Saver& a) const;
  void load(base::Loader& a);

 private:
  // What the form before had at the same place: a state differs little from the one that was looked at last.
  struct Group {
    std::vector<uint8_t> bytes;
    std::vector<uint32_t> ends;  // from its beginning
    Node node = 0;
    std::vector<Node> parts;
    std::vector<std::pair<Root, Node>> pairs;
  };
  struct Part {
    const uint8_t* bytes;
    uint32_t size;
  };
  static constexpr uint32_t kEnd = ~(kGroupEnd | kHalf);
  Node part(std::span<const uint8_t> bytes);
  Node fold_group(Group& g, std::span<const uint8_t> form, size_t begin, std::span<const uint32_t> ends);
  Node pair(Node left, Node right);
  Node tree(std::span<const Node> nodes, std::vector<std::pair<Root, Node>>& before, size_t& at);
  Node add_part(std::span<const uint8_t> bytes);
  void index_parts(size_t slots);

  std::vector<Part> parts_;
  std::vector<std::unique_ptr<uint8_t[]>> blocks_;  // blocks never move
  size_t block_used_ = 0, block_size_ = 0, block_bytes_ = 0;
  std::vector<uint32_t> part_index_;  // open addressing
  CompactMap pairs_;
  std::vector<std::pair<Root, Node>> recent_;  // by a hash of the pair: the one that was asked for last
  std::vector<Group> before_;
  std::vector<std::pair<Root, Node>> groups_before_;
  std::vector<Node> groups_;
};

}  // namespace jmc::por
