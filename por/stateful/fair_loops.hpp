// Which loops of a graph an execution can go round for ever, where a read may see an older write than the newest.
//
// Memory fairness (Lahav, Namakonov, Oberhauser, Podkopaev, Vafeiadis, "Making weak memory models fair", OOPSLA 2021):
// of the executions without an end those count in which no write is overlooked for ever: reads of older writes of its
// variable, and writes that come before it, are finitely many. On a graph of states a write is followed along the
// steps, from where it comes into being to where nobody can overlook it any more (all know it, or the variable is
// gone). A loop that is walked for ever is fair if each write that a step on it overlooks comes to that end sooner or
// later, however often the loop is walked.
//
// Without writes that can be overlooked every loop is fair.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "por/store/state_store.hpp"

namespace jmc::por {

// What becomes of a write in a step: its place among those that can be overlooked in the state after it, or kGone.
struct WriteFate {
  static constexpr uint32_t kGone = ~0u;
  uint32_t becomes = kGone;
  bool overlooked = false;  // by this step
  friend auto operator<=>(const WriteFate&, const WriteFate&) = default;
};

class FairLoops {
 public:
  using EdgeNumber = uint32_t;
  struct Edge {
    StateNumber from, to;
    uint8_t thread, alternative;
    uint16_t ended;   // threads
    uint32_t writes;  // of what becomes of the writes of `from`: Writes::number()
    bool ends(uint32_t t) const { return (ended >> t & 1) != 0; }
  };

  // Few steps differ in what they do to writes.
  class Writes {
   public:
    static constexpr uint32_t kNoWrites = 0;
    Writes() { number({}); }
    Writes(Writes&&) = default;
    Writes& operator=(Writes&&) = default;
    uint32_t number(std::span<const WriteFate> fates);
    const std::vector<WriteFate>& operator[](uint32_t number) const { return *all_[number]; }
    bool any_overlooked() const { return any_overlooked_; }
    uint64_t bytes() const;

   private:
    std::map<std::vector<WriteFate>, uint32_t> numbers_;
    std::vector<const std::vector<WriteFate>*> all_;
    bool any_overlooked_ = false;
  };

  // All of it outlives this.
  FairLoops(size_t states, const std::vector<Edge>& edges, const Writes& writes);

  std::span<const EdgeNumber> from(StateNumber state) const {
    return {out_.data() + first_[state], out_.data() + first_[state + 1]};
  }
  template <class Pred>
  std::vector<bool> edges_that(Pred&& pred) const {
    std::vector<bool> out(edges_.size());
    for (size_t e = 0; e < edges_.size(); ++e) out[e] = pred(edges_[e]);
    return out;
  }

  // The strongly connected components of the graph of these edges (Tarjan 1972), numbered so that an edge leads to one
  // with the same number or a lower one.
  std::vector<uint32_t> components(const std::vector<bool>& edges) const;

  // Edges of a graph, and its components: an edge within one lies on a loop.
  struct Part {
    std::vector<bool> edges;
    std::vector<uint32_t> component;  // by state
    bool loops(EdgeNumber e, const Edge& edge) const { return edges[e] && component[edge.from] == component[edge.to]; }
  };
  // The part of these edges in which those on a loop are the ones on a fair loop.
  Part fair(std::vector<bool> edges) const;
  // A fair loop of a part that fair() has made, beginning with an edge on one. No longer than needed, mostly.
  std::vector<EdgeNumber> loop(EdgeNumber edge, const Part& part) const;

 private:
  std::vector<bool> overlooking_for_ever(const Part& part) const;
  std::vector<EdgeNumber> way(StateNumber from, StateNumber to, const Part& part) const;
  uint32_t overlooked_in(const std::vector<EdgeNumber>& loop) const;
  std::vector<EdgeNumber> way_to_end(StateNumber state, uint32_t write, const Part& part) const;

  size_t states_;
  const std::vector<Edge>& edges_;
  const Writes& writes_;
  std::vector<uint32_t> first_;  // by state: where its edges begin in out_
  std::vector<EdgeNumber> out_;
  std::vector<size_t> writes_at_;  // by state: where its writes begin, if some write can be overlooked
};

}  // namespace jmc::por
