// How much a call sees of those that were ordered before it: visibility relaxation (Emmi and Enea, "Weak-consistency
// specification via visibility relaxation", POPL 2019).
//
// An outcome is explained by an order of all calls that keeps that of each thread, and for each call a set of the calls
// before it which it sees: it returns what it returns alone after those, made in that order. Calls of most methods see
// all of them. Those of relaxed methods see fewer; how few is their level.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "linearizability/explain.hpp"

namespace jmc::linearizability {

// Each admits less than the one before it.
enum class Visibility : uint8_t {
  None,       // not explained by any sets
  Weak,       // any sets
  Basic,      // a call sees the calls of its thread before it
  Monotonic,  // and what these saw
  Peer,       // and of the threads whose calls it sees, the calls before those
  Causal,     // and what the calls that it sees saw
  Complete    // all calls before it: no relaxation
};

std::string_view name_of(Visibility level);
// "weak", "basic" (or "self"), ..., "complete"; nothing for other names.
std::optional<Visibility> visibility_named(std::string_view name);

// The strongest level for calls of relaxed methods that explains what an execution did. `relaxed`: by the number of a
// call. Calls at the end (Sequential::last) see all; one that waits for ever does so with some set that it may see,
// and those that see all calls wait in one and the same state.
// The time that this takes is exponential in the calls of a program: nothing, once `enough` says so.
std::optional<Visibility> strongest(Sequential& object, const Calls& calls, const Outcome& outcome,
                                    const std::vector<bool>& relaxed, const std::function<bool()>& enough = {});

}  // namespace jmc::linearizability
