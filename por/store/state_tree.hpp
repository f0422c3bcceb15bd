// Whole states in little memory: tree compression (S. Blom, B. Lisser, J. van de Pol, M. Weber, "A database approach to
// distributed state space generation", 2008; A. Laarman, J. van de Pol, M. Weber, "Parallel recursive state compression
// for free", 2011), for forms of any length.
//
// A form comes in parts: what changes together (an object), in runs of these (a thread, the heap). Each part that
// occurs is stored once, and named by a number; a run is a balanced tree over the names of its parts. Runs stand in
// columns: the heap in one, threads in two, what seldom changes with two threads more in the last. A column is a
// balanced tree over its runs, of which each that occurs in this column has a number of its own; and a state is these
// four numbers. They are small, and what varies together stands in one column: objects that threads have to themselves
// beside the heap, threads in pairs. A column of three threads would have nearly as many numbers as there are states.
//
// Two forms have one root if and only if they are the same: names of parts and names of pairs are told apart, a tree
// spells out the parts of what is below it in their order, and the last column says how many threads there are, so that
// those of each column are known; the sides of the form, each in its order, are the form, since who knows them knows
// in which order the sides take turns. (That parts begin where they do is a function of the form, since a form is
// decodable.) Pairs are kept in a table (tuple_map.hpp) that finds a pair's name, and never asks for the pair of a
// name.
//
// Ownership: of one store. Nothing that is in it is ever taken out.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/archive.hpp"
#include "por/seam/form_parts.hpp"
#include "por/store/hash_index.hpp"
#include "por/store/tuple_map.hpp"

namespace jmc::por {

class StateTree {
 public:
  static constexpr size_t kColumns = 4;
  using Node = uint32_t;             // 2 n for the part n, 2 n + 1 for the pair n
  using Roots = TupleMap<kColumns>;  // the tree has what is below a root, and not the root
  using Root = Roots::Tuple;         // numbers of its columns
  // Of a form without parts: it is one. Precondition: runs that are left out were known by that name.
  Root fold(std::span<const uint8_t> form, const FormParts& parts);
  const KnownRuns& known_runs() const { return known_; }
  // The parts of roots that fold() has given, one after another: those of LeftRest, Left, Right. Reads the whole table.
  std::vector<std::vector<uint8_t>> forms(std::span<const Root> roots) const;

  uint64_t bytes() const;
  uint64_t parts() const { return parts_.size(); }
  uint64_t pairs() const { return pairs_.size(); }

  void save(base::Saver& a) const;
  void load(base::Loader& a);

 private:
  static constexpr Node kNoNode = ~0u;
  using Pair = TupleMap<2>::Tuple;
  // Names of pairs: 0, 1, 2, ...
  class Pairs {
   public:
    uint32_t of(const Pair& pair);
    uint64_t size() const { return map_.size(); }
    uint64_t bytes() const { return map_.bytes() + recent_.capacity() * sizeof recent_[0]; }
    const TupleMap<2>& map() const { return map_; }
    void save(base::Saver& a) const { map_.save(a); }
    void load(base::Loader& a) { map_.load(a); }

   private:
    uint32_t number(const Pair& pair);
    TupleMap<2> map_;
    std::pair<Pair, uint32_t> last_{{kNoNode, kNoNode}, kNoNode};
    std::vector<std::pair<Pair, uint32_t>> recent_;  // by a hash of the pair: the one that was asked for last
  };
  // What an earlier form had at the same place: a state differs little from the one that was looked at last.
  using PairsBefore = std::vector<std::pair<Pair, Node>>;
  // A run: its bytes, the ends of its parts from its beginning, and its tree.
  struct Folded {
    std::vector<uint8_t> bytes;
    std::vector<uint32_t> ends;
    Node node = 0;
  };
  struct Before {
    Folded folded;
    std::vector<Node> parts;
    PairsBefore pairs;
  };
  // What the last column had before, but for its last thread.
  struct Last {
    std::vector<Node> rest;
    Node first = kNoNode;
    uint32_t count = ~0u;
    Node node = kNoNode;  // of these
    PairsBefore pairs;
  };
  struct Part {
    const uint8_t* bytes;
    uint32_t size;
  };
  Node part(std::span<const uint8_t> bytes);
  Node fold_run(Before& before, std::span<const uint8_t> form, size_t begin, std::span<const uint32_t> ends);
  void fold_parts(Before& before);
  Node tree(std::span<const Node> nodes, PairsBefore& before, size_t& at);
  uint32_t column(size_t column, std::span<const Node> nodes, size_t& at);
  uint32_t last_column();
  Root root();
  Node add_part(std::span<const uint8_t> bytes);
  uint32_t* place_of(std::span<const uint8_t> bytes);

  std::vector<Part> parts_;
  std::vector<std::unique_ptr<uint8_t[]>> blocks_;  // blocks never move
  size_t block_used_ = 0, block_size_ = 0, block_bytes_ = 0;
  HashIndex part_index_;
  Pairs pairs_;
  std::array<Pairs, kColumns> columns_;  // of what is one level below the root (0: nothing, n + 1: the node n)
  KnownRuns known_;
  std::vector<Folded> folded_;               // runs of many parts, by a hash of the bytes: the one that came last
  std::vector<Before> before_;               // of runs, by place
  PairsBefore pairs_before_;                 // of trees over runs, likewise
  std::vector<Node> threads_, rest_, heap_;  // scratch: the runs of each side
  Last last_;
};

}  // namespace jmc::por
