// One state space over several machines: whoever gives the orders (share.hpp). Level after level, with leaves handed
// from shares that have more to shares that have less; when none is left, the states that the proviso of s-por
// suspects; then, backwards, from which states an end can be reached.
//
// It ends, as a search by one does: each level has states that no level before had, and a state is suspected once for
// each time that it is explored by one thread alone, which is once.
//
// Concurrency: none; it does something when it is given a message.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "por/distributed/share.hpp"

namespace jmc::por {

class Conductor {
 public:
  // `shares` of them, each with its system in the initial state. The post outlives it.
  Conductor(uint32_t shares, const SearchOptions& options, Post& post);
  void start();
  // From a share.
  void take(uint32_t from, std::string_view message);

  // The last level was explored by systems that have named something, maybe not the same everywhere: its findings are
  // worth nothing, but for the schedules that lead to names. When all systems have the same names, redo() explores it
  // again.
  bool renamed() const { return renamed_; }
  void redo();

  bool over() const { return over_; }
  // Precondition: over(). Violations are not counted here.
  const SearchResult& result() const { return result_; }
  // Of all shares, as they have told last.
  SearchStatistics statistics() const;
  // Schedules to states from which no end can be reached, one of each share that has some.
  const std::vector<std::vector<PathStep>>& stuck() const { return stuck_; }

  struct Traffic {
    uint64_t levels = 0, redone = 0, rounds_back = 0;
    uint64_t messages = 0, bytes = 0;  // from share to share
    uint64_t replayed = 0;             // steps that only lead to states that are to be explored
    uint64_t loaded = 0;               // states that were loaded instead
    uint64_t given = 0;                // states handed on
  };
  Traffic traffic() const;

 private:
  void order(ShareMessage what);
  void order(uint32_t to, ShareMessage what, const std::string& content);
  void all_done();
  void level_done();
  bool balance();
  void trace();
  void end(SearchEnd end, std::string detail = {});
  uint64_t sum(uint64_t ShareReport::*what) const;

  const uint32_t count_;
  const bool backwards_;
  Post& post_;
  std::vector<ShareReport> reports_;
  uint32_t phase_ = 0, waiting_ = 0;
  ShareMessage ordered_ = ShareMessage::Level;
  bool renamed_ = false, over_ = false;
  SearchResult result_;
  Traffic traffic_;
  std::vector<StateId> to_trace_;
  StateId traced_;  // where the path that is being put together begins
  std::vector<PathStep> backwards_path_;
  std::vector<std::vector<PathStep>> stuck_;
};

}  // namespace jmc::por
