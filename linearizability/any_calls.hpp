// Is a class linearizable, whatever calls its threads make, and however many? Threads that choose and call for ever are
// searched to the end, if that has one (Engine::prove_endless). Programs of few calls come first, all of a number at
// once, so that a violation of few is told as today; one that only the endless search finds is sought among programs of
// more and more calls, so that what is told has fewest.
//
// jmc linearizability --calls=any; --program='{ add(1) | remove(1) }* || { add(1) }*'
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "linearizability/general_client.hpp"
#include "linearizability/search.hpp"

namespace jmc::linearizability {

struct AnyReport {
  SearchReport search;  // the question and what the run cost; programs are those that were explored
  std::string program;  // the one that was given; empty: all methods
  uint32_t values = 0;  // different ones; 0: as the program has them
  Content content = Content::Unbounded;
  uint32_t size = 0;              // most of it
  std::optional<uint32_t> draws;  // numbers that the JDK draws were chosen, with so many upper bits
  uint32_t first_calls = 0;       // programs of up to so many calls came before the endless search
  bool endless = false;           // the endless search was begun
  EndlessProof proof;             // the last one; several, if threads have different methods (--group)
  uint32_t searches = 0;
  bool fewest = false;  // no program of fewer calls than the one that is told is violated
  std::string grows;    // of a search that was given up: what was seen to grow
};

// Whether a text of --program means threads that call for ever.
bool has_endless_threads(const std::string& program);

// Throws what goes wrong before the first search, and UsageError for what has no meaning here.
AnyReport search_any_calls(const Options& what, const std::string& cls, const check::Configuration& options,
                           const check::Stop& stop, std::chrono::steady_clock::time_point start,
                           check::Progress& progress);

std::string text_of(const AnyReport& r, const check::Configuration& options, int width);
std::string json_of(const AnyReport& r, const check::Configuration& options);

}  // namespace jmc::linearizability
