// For tests (--reload=N, a hidden option): a search in which every N-th state that it marks is thrown away and made
// again from its form (TransitionSystem::load()). Whatever a form leaves out is lost then: the search has other states,
// outcomes or violations than one without.
//
// Ownership: refers to the system, and to where it tells in the end how often that was, which must outlive it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "por/seam/forwarding_system.hpp"

namespace jmc::check {

class Reloaded final : public por::ForwardingSystem {
 public:
  // `each`: 0 is none, and nothing is told.
  Reloaded(por::TransitionSystem& system, uint64_t each, std::vector<std::string>& told)
      : ForwardingSystem(system), each_(each), told_(told) {}
  ~Reloaded() override {
    if (each_) told_.push_back("--reload: " + text());
  }
  Reloaded(const Reloaded&) = delete;
  // Throws vm::Unsupported: a state that says it can be loaded cannot, or its threads are about to do something else.
  Mark mark() override;
  void whole_form(const por::KnownRuns& known, std::vector<uint8_t>& form, por::FormParts& parts) override {
    to_.whole_form(known, form, parts);
  }

 private:
  void reload();
  // "3042 states loaded; 17 not: the program reads the clock (17)"
  std::string text() const;

  const uint64_t each_;
  std::vector<std::string>& told_;
  uint64_t marks_ = 0, loaded_ = 0;
  std::map<std::string, uint64_t> refused_;  // why, and how often
};

}  // namespace jmc::check
