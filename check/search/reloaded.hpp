// For tests (--reload=N, a hidden option): a search in which every N-th state that it marks is thrown away and made
// again from its form (TransitionSystem::load()). Whatever a form leaves out is lost then: the search has other states,
// outcomes or violations than one without.
//
// Ownership: refers to the system, which must outlive it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "por/seam/forwarding_system.hpp"

namespace jmc::check {

class Reloaded final : public por::ForwardingSystem {
 public:
  // `each`: at least 1.
  Reloaded(por::TransitionSystem& system, uint64_t each) : ForwardingSystem(system), each_(each) {}
  // Throws vm::Unsupported: a state that says it can be loaded cannot, or its threads are about to do something else.
  Mark mark() override;
  void whole_form(const por::KnownRuns& known, std::vector<uint8_t>& form, por::FormParts& parts) override {
    to_.whole_form(known, form, parts);
  }
  // "3042 states loaded; 17 not: the program reads the clock (17)"
  std::string text() const;

 private:
  void reload();

  const uint64_t each_;
  uint64_t marks_ = 0, loaded_ = 0;
  std::map<std::string, uint64_t> refused_;  // why, and how often
};

}  // namespace jmc::check
