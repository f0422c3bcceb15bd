// The states of one program of calls, as a graph that says which calls come to an end (por/stateful/call_graph.hpp),
// and the story of a schedule that goes on for ever.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "linearizability/general_client.hpp"
#include "listeners/story.hpp"
#include "por/stateful/call_graph.hpp"

namespace jmc::progress {

// A program of calls, of which some threads make theirs again and again.
struct EndlessProgram {
  linearizability::Calls calls;
  std::vector<bool> repeated;  // by thread
};

struct Explored {
  bool complete = false;  // the graph is the whole one
  std::string stopped;    // why it is not
  std::string grows;      // of threads that choose: what was seen to, where it is not
  bool interrupted = false;
  std::map<uint16_t, por::CallConditions> conditions;  // by number of the call in the engine's table
  por::SearchStatistics statistics;
  uint32_t rounds = 1;
};

// A schedule that goes on for ever, in words. Numbers of steps go on from the first part to the second.
struct EndlessStory {
  listeners::Story story;  // of the steps up to the end of the loop
  size_t stem = 0;         // steps of it before the loop
  por::ThreadId thread = 0;
  std::string waits;  // there is no loop: what the thread waits for
};

class Explorer {
 public:
  // The engine records nothing and is configured for a full search; it must outlive this. `most_states` and `limit`
  // of one program; 0: no limit.
  Explorer(linearizability::Engine& engine, const check::Configuration& options, uint64_t most_states,
           linearizability::WorkLimit limit);

  // Throws ProgramError; the engine is of no more use then.
  Explored explore(const EndlessProgram& program);
  // Any number of calls: threads that choose among these, each its own, for ever. Throws as GeneralClient::search().
  // Precondition: the engine proves families (Engine::Engine's `together`), and records the order of calls.
  Explored explore(linearizability::GeneralClient& client, const std::vector<std::vector<uint16_t>>& calls);
  // Of a schedule of the program that was explored last.
  EndlessStory tell(const por::Lasso& lasso);
  // After `before`, the object comes back to a state that it was in when one thread makes these calls again and again.
  bool comes_back(const std::vector<uint16_t>& before, const std::vector<uint16_t>& calls);

 private:
  class Recorder;
  // Why a search that was not complete ended; `late`: by the limit of the program.
  void say_why(Explored& out, const por::SearchResult& found, const std::vector<std::string>& holes, bool late,
               bool many_writes, uint64_t most) const;
  linearizability::Engine& engine_;
  const check::Configuration& o_;
  uint64_t most_states_;
  linearizability::WorkLimit limit_;
  bool chosen_ = false;  // what was explored last: threads that choose
};

}  // namespace jmc::progress
