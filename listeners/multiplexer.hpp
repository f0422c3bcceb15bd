// Several listeners on one search. Each says which events it wants, so that an event nobody wants costs one test.
//
// Listeners are called in the order in which they were added, and must outlive the multiplexer.
#pragma once

#include <vector>

#include "por/listener.hpp"

namespace jmc::listeners {

enum Events : unsigned {
  kStates = 1,  // state_new, state_revisited, state_left
  kTransitions = 2,
  kEndStates = 4,
  kViolations = 8,
  kProgress = 16,
  kPolling = 32,
};

class Multiplexer final : public por::Listener {
 public:
  void add(por::Listener& listener, unsigned events) {
    if (events & kStates) states_.push_back(&listener);
    if (events & kTransitions) transitions_.push_back(&listener);
    if (events & kEndStates) end_states_.push_back(&listener);
    if (events & kViolations) violations_.push_back(&listener);
    if (events & kProgress) progress_.push_back(&listener);
    if (events & kPolling) polling_.push_back(&listener);
  }

  void state_new(std::span<const por::PathStep> path, uint64_t state) override {
    for (por::Listener* l : states_) l->state_new(path, state);
  }
  void state_revisited(std::span<const por::PathStep> path, uint64_t state) override {
    for (por::Listener* l : states_) l->state_revisited(path, state);
  }
  void state_left(uint64_t state) override {
    for (por::Listener* l : states_) l->state_left(state);
  }
  void transition(uint64_t from, por::PathStep step, uint64_t to) override {
    for (por::Listener* l : transitions_) l->transition(from, step, to);
  }
  void end_state(std::span<const por::PathStep> path) override {
    for (por::Listener* l : end_states_) l->end_state(path);
  }
  void violation(std::span<const por::PathStep> path, por::ErrorKind kind) override {
    for (por::Listener* l : violations_) l->violation(path, kind);
  }
  void polled_in_vain(por::ThreadId thread) override {
    for (por::Listener* l : polling_) l->polled_in_vain(thread);
  }
  void progress(const por::SearchStatistics& so_far) override {
    for (por::Listener* l : progress_) l->progress(so_far);
  }

 private:
  std::vector<por::Listener*> states_, transitions_, end_states_, violations_, progress_, polling_;
};

}  // namespace jmc::listeners
