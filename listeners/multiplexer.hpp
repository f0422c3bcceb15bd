// Several listeners on one search. Each says which events it wants (L::kEvents), so that an event nobody wants costs
// one test. A new listener is its file and one add() where a search is set up (check/search/check.cpp).
//
// Listeners are called in the order in which they were added, and must outlive the multiplexer.
#pragma once

#include <vector>

#include "por/listener.hpp"

namespace jmc::listeners {

class Multiplexer final : public por::Listener {
 public:
  template <class L>
  void add(L& listener) {
    add(listener, L::kEvents);
  }

  void state_new(std::span<const por::PathStep> path, uint64_t state) override {
    for (por::Listener* l : states_) l->state_new(path, state);
  }
  void state_passed(std::span<const por::PathStep> path) override {
    for (por::Listener* l : states_) l->state_passed(path);
  }
  void state_revisited(std::span<const por::PathStep> path, uint64_t state) override {
    for (por::Listener* l : states_) l->state_revisited(path, state);
  }
  void state_left(uint64_t state) override {
    for (por::Listener* l : states_) l->state_left(state);
  }
  void state_decided(uint64_t state, bool can_end) override {
    for (por::Listener* l : states_) l->state_decided(state, can_end);
  }
  void transition(uint64_t from, por::PathStep step, uint64_t to) override {
    for (por::Listener* l : transitions_) l->transition(from, step, to);
  }
  void end_state(std::span<const por::PathStep> path) override {
    for (por::Listener* l : end_states_) l->end_state(path);
  }
  void end_state_first() override {
    for (por::Listener* l : end_states_) l->end_state_first();
  }
  void violation(std::span<const por::PathStep> path, por::ErrorKind kind) override {
    for (por::Listener* l : violations_) l->violation(path, kind);
  }
  void contradicted(por::ThreadId thread) override {
    for (por::Listener* l : violations_) l->contradicted(thread);
  }
  void polled_in_vain(std::span<const por::PathStep> path, por::ThreadId thread, uint64_t times) override {
    for (por::Listener* l : polling_) l->polled_in_vain(path, thread, times);
  }
  void learnt(std::span<const por::PathStep> path) override {
    for (por::Listener* l : learnt_) l->learnt(path);
  }
  void progress(const por::SearchStatistics& so_far) override {
    for (por::Listener* l : progress_) l->progress(so_far);
  }

 private:
  void add(por::Listener& listener, unsigned events) {
    if (events & por::kStateEvents) states_.push_back(&listener);
    if (events & por::kTransitionEvents) transitions_.push_back(&listener);
    if (events & por::kEndStateEvents) end_states_.push_back(&listener);
    if (events & por::kViolationEvents) violations_.push_back(&listener);
    if (events & por::kLearntEvents) learnt_.push_back(&listener);
    if (events & por::kProgressEvents) progress_.push_back(&listener);
    if (events & por::kPollingEvents) polling_.push_back(&listener);
  }

  std::vector<por::Listener*> states_, transitions_, end_states_, violations_, progress_, polling_, learnt_;
};

}  // namespace jmc::listeners
