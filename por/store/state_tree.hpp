// Whole states in little memory: tree compression (S. Blom, B. Lisser, J. van de Pol, M. Weber, "A database approach to
// distributed state space generation", 2008; A. Laarman, J. van de Pol, M. Weber, "Parallel recursive state compression
// for free", 2011), for forms of any length.
//
// A form comes in parts: what changes together (an object), in runs of these (a thread, the heap). Each part that
// occurs is stored once, and named by a number; a run is a balanced tree over the names of its parts, and each side of
// the root one over its runs. Each pair below the root that occurs is stored once. A step changes a part or two, and
// what it makes of them has mostly been there in another state: a state costs little more than the pair at its root.
// What seldom changes is a pair with the first of the runs that do: beside all of them it would be one more pair for
// each way in which these occur together.
//
// Two forms have one root if and only if they are the same: names of parts and names of pairs are told apart, a tree
// spells the parts of each side out in their order, and these are the form, since who knows them knows in which order
// the sides take turns. (That parts begin where they do is a function of the form, since a form is decodable.) Pairs
// are kept in a table (compact_map.hpp) that finds a pair's name, and never asks for the pair of a name.
//
// Ownership: of one store. Nothing that is in it is ever taken out.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/archive.hpp"
#include "por/seam/form_parts.hpp"
#include "por/store/compact_map.hpp"

namespace jmc::por {

class StateTree {
 public:
  using Node = uint32_t;         // 2 n for the part n, 2 n + 1 for the pair n
  using Root = CompactMap::Key;  // its two sides; the tree has what is below it, and not itself
  // Of a form without parts: it is one. Of runs whose name is known the bytes are not looked at.
  Root fold(std::span<const uint8_t> form, const FormParts& parts);
  // The parts of roots that fold() has given, one after another: those of LeftRest, Left, Right. Reads the whole table.
  std::vector<std::vector<uint8_t>> forms(std::span<const Root> roots) const;

  uint64_t bytes() const;
  uint64_t parts() const { return parts_.size(); }
  uint64_t pairs() const { return pairs_.size(); }

  void save(base::Saver& a) const;
  void load(base::Loader& a);

 private:
  using Pairs = std::vector<std::pair<Root, Node>>;
  // A run: its bytes, the ends of its parts from its beginning, and its tree.
  struct Folded {
    std::vector<uint8_t> bytes;
    std::vector<uint32_t> ends;
    Node node = 0;
  };
  // What an earlier form had at the same place: a state differs little from the one that was looked at last.
  struct Before {
    Folded folded;
    std::vector<Node> parts;
    Pairs pairs;
  };
  struct Named {
    uint64_t name = 0;
    Node node = 0;
  };
  struct Part {
    const uint8_t* bytes;
    uint32_t size;
  };
  Node part(std::span<const uint8_t> bytes);
  Node fold_run(Before& before, std::span<const uint8_t> form, size_t begin, std::span<const uint32_t> ends);
  void fold_parts(Before& before);
  Node pair(Node left, Node right);
  Node tree(std::span<const Node> nodes, Pairs& before, size_t& at);
  Node add_part(std::span<const uint8_t> bytes);
  void index_parts(size_t slots);

  std::vector<Part> parts_;
  std::vector<std::unique_ptr<uint8_t[]>> blocks_;  // blocks never move
  size_t block_used_ = 0, block_size_ = 0, block_bytes_ = 0;
  std::vector<uint32_t> part_index_;  // open addressing
  CompactMap pairs_;
  Pairs recent_;                           // by a hash of the pair: the one that was asked for last
  std::vector<Named> named_;               // by the name: the one that came last
  std::vector<Folded> folded_;             // runs of many parts, by a hash of the bytes: the one that came last
  std::vector<Before> before_;             // of runs, by place
  Pairs pairs_before_;                     // of trees over runs, likewise
  std::vector<Node> left_, rest_, right_;  // scratch
  std::vector<uint32_t> ends_;             // scratch
};

}  // namespace jmc::por
