#include "por/distributed/owned_states.hpp"

namespace jmc::por {

StateStore::Result OwnedStates::enter(const Fingerprint& fingerprint, const Origin& origin) {
  const StateStore::Result found = store_->insert(fingerprint);
  if (found.is_new) origins_.push_back(origin);
  if (backwards_ && origin.from.number != kNoState) {
    before_.push_back({found.state, origin.from.owner, origin.from.number});
    sorted_ = false;
  }
  return found;
}

void OwnedStates::commit() {
  committed_ = size();
  committed_before_ = before_.size();
}

void OwnedStates::take_back() {
  auto kept = std::make_unique<StateStore>();
  for (uint64_t s = 0; s < committed_; ++s) kept->insert(store_->fingerprint_of(static_cast<StateNumber>(s)));
  store_ = std::move(kept);
  origins_.resize(committed_);
  before_.resize(committed_before_);
}

bool OwnedStates::can_end(StateNumber state) {
  if (can_end_.size() < size()) can_end_.resize(size());
  if (can_end_[state]) return false;
  can_end_[state] = true;
  ++ending_;
  return true;
}

StateNumber OwnedStates::last_stuck() const {
  for (uint64_t s = size(); s-- > 0;)
    if (s >= can_end_.size() || !can_end_[s]) return static_cast<StateNumber>(s);
  return kNoState;
}

void OwnedStates::sort() {
  // By counting: where each state's begin, and then each into its place, a cycle of moves at a time.
  first_.assign(size() + 1, 0);
  for (const Before& b : before_) ++first_[b.to + 1];
  for (uint64_t s = 0; s < size(); ++s) first_[s + 1] += first_[s];
  std::vector<uint64_t> next(first_.begin(), first_.end() - 1);
  for (uint64_t s = 0; s < size(); ++s) {
    while (next[s] < first_[s + 1]) {
      Before& here = before_[next[s]];
      if (here.to == s) ++next[s];
      else std::swap(here, before_[next[here.to]++]);
    }
  }
  sorted_ = true;
}

uint64_t OwnedStates::bytes() const {
  return store_->bytes() + origins_.capacity() * sizeof(Origin) + before_.capacity() * sizeof(Before) +
         first_.capacity() * sizeof(uint64_t) + can_end_.capacity() / 8;
}

}  // namespace jmc::por
