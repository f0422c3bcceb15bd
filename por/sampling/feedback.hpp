// Draws that vary what has shown something new (after D. Wolff, Z. Shi, G. Duck, U. Mathur, A. Roychoudhury, Greybox
// Fuzzing for Concurrency Testing, ASPLOS 2024, whose feedback are pairs of reads and the writes that they see).
//
// What counts is a pair of conflicting accesses of two threads, one right after the other among those to its variable:
// the first, second, third or a later access of a thread to that variable, and whether it writes. An execution that
// shows such a pair in an order that none before has shown is kept. Of the later ones three quarters follow a kept one
// up to a point drawn at random, and go on by the priorities of partial-order sampling (samplers.hpp); the others are
// drawn by these from the start, as all are while none is kept.
//
// Guarantee: none that partial-order sampling does not have for a quarter of the executions. On the programs of
// docs/searching.md it needs more executions than that does.
#pragma once

#include "por/search_run.hpp"

namespace jmc::por {

// Options: executions, seed, sealed, depth_bound, as in samplers.hpp.
void run_feedback(SearchRun& run);

}  // namespace jmc::por
