// One search's view of the closed states that it shares with others (closed_table.hpp): what it makes of theirs, and
// how it publishes its own. Summaries travel as sequences of bytes that mean the same in every search on copies of one
// system; a search interns those that it meets.
//
// What a search finds out is delivered before the states below which it found it are published: listeners have been
// told of everything then (Listener::learnt, end_state, violation).
//
// Ownership: belongs to one search; the table and the system outlive it.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "por/seam/transition_system.hpp"
#include "por/stateful/summary_graph.hpp"
#include "por/store/closed_table.hpp"
#include "por/store/state_store.hpp"

namespace jmc::por {

class SharedStates {
 public:
  SharedStates(ClosedTable& table, uint32_t writer, const TransitionSystem& system)
      : table_(table), writer_(writer), system_(system), names_(system.names()) {}

  // Whether fingerprints still mean the same here as elsewhere: the system has named nothing since the search began
  // that another may have named otherwise.
  bool names_agree() const { return system_.names() == names_; }

  // The state, which is new to this search, has been closed by another one: found() tells of it.
  bool closed(const Fingerprint& fingerprint) { return names_agree() && table_.find(kept(fingerprint), found_); }
  void prefetch(const Fingerprint& fingerprint) const { table_.prefetch(kept(fingerprint)); }
  bool can_end() const { return found_.value & kCanEnd; }
  // Its summaries, in the graph of this search.
  uint32_t record_in(SummaryGraph& graph);

  // A state of a component that is complete, by what is kept of its fingerprint. `record`: of the graph; kNoRecord: the
  // search needs no summaries. True: it is a final state, and nobody had published it. The others are published a
  // little later, when the table is in the cache.
  static constexpr uint32_t kNoRecord = ~0u;
  bool publish(const Fingerprint& fingerprint, bool can_end, bool end, const SummaryGraph* graph = nullptr,
               uint32_t record = kNoRecord);

  // What is to be published later is published now.
  void flush();

  uint64_t bytes() const {
    return (records_out_.capacity() + fixed_out_.capacity() + numbered_out_.capacity()) * sizeof(uint64_t) +
           (records_in_.size() + fixed_in_.size() + numbered_in_.size()) * 32;
  }

 private:
  static constexpr uint64_t kCanEnd = 1;  // of a value; the offset of the summaries above
  // Where a number of this search begins in the writer's bytes, plus one; 0: not yet.
  using Out = std::vector<uint64_t>;
  // The number here of what begins in a writer's bytes.
  using In = std::unordered_map<uint64_t, uint32_t>;
  static uint64_t place(uint32_t writer, uint64_t offset) { return uint64_t{writer} << 56 | offset; }

  uint64_t send(const ActionSets& sets, ActionSets::Id id, Out& out);
  ActionSets::Id receive(ActionSets& sets, uint64_t offset, In& in);

  ClosedTable& table_;
  const uint32_t writer_;
  const TransitionSystem& system_;
  const uint64_t names_;
  ClosedTable::Found found_{};
  Out records_out_, fixed_out_, numbered_out_;
  In records_in_, fixed_in_, numbered_in_;
  std::vector<uint8_t> scratch_;
  struct Waiting {
    Fingerprint fingerprint;
    uint64_t value;
  };
  static constexpr uint32_t kWaiting = 16;
  Waiting waiting_[kWaiting];
  uint32_t waiting_count_ = 0;
  std::vector<Summary> summaries_;
};

}  // namespace jmc::por
