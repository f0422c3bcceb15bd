// The states that one of several machines owns (share.hpp): which there are, from where each was reached first, and
// whether an end can be reached from it, decided backwards over the steps that lead to it.
//
// What has been entered since the last commit() can be taken back: a level of a search is made again when the machines
// did not agree about names in it.
//
// Ownership: belongs to one Share. 16 bytes a state for the fingerprint, 5 to 11 for its index, 16 for its parent; if
// ends are looked for, 12 bytes for each step that leads to it.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "por/distributed/schedule_tree.hpp"
#include "por/store/state_store.hpp"

namespace jmc::por {

class OwnedStates {
 public:
  // `backwards`: whether an end can be reached will be asked.
  explicit OwnedStates(bool backwards) : backwards_(backwards), store_(std::make_unique<StateStore>()) {}

  // Where a state was reached from, and how.
  struct Origin {
    StateId from;
    uint16_t thread = 0, alternative = 0;
  };
  // The state that a step leads to. Of the initial state, `from` has no number.
  StateStore::Result enter(const Fingerprint& fingerprint, const Origin& origin);
  void commit();
  void take_back();

  uint64_t size() const { return store_->size(); }
  const Origin& origin_of(StateNumber state) const { return origins_[state]; }

  // --- whether an end can be reached, once all states are there
  // It can from this one. True: that was not known.
  bool can_end(StateNumber state);
  bool known_to_end(StateNumber state) const { return state < can_end_.size() && can_end_[state]; }
  // Calls visit(StateId) for all states with a step to this one.
  template <class F>
  void each_before(StateNumber state, F&& visit) {
    if (!sorted_) sort();
    for (uint64_t i = first_[state]; i < first_[state + 1]; ++i) visit(StateId{before_[i].owner, before_[i].number});
  }
  uint64_t stuck() const { return size() - ending_; }
  // The last of those from which none can; kNoState: there is none.
  StateNumber last_stuck() const;

  uint64_t bytes() const;
  double omission_probability() const { return store_->omission_probability(); }

 private:
  struct Before {
    uint32_t to;  // until they are sorted
    uint32_t owner;
    StateNumber number;
  };
  void sort();

  const bool backwards_;
  std::unique_ptr<StateStore> store_;
  std::vector<Origin> origins_;  // by state
  std::vector<Before> before_;   // by state when sorted
  std::vector<uint64_t> first_;
  bool sorted_ = false;
  std::vector<bool> can_end_;
  uint64_t ending_ = 0;
  uint64_t committed_ = 0, committed_before_ = 0;
};

}  // namespace jmc::por
