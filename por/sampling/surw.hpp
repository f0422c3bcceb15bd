// Selectively uniform random walks (H. Zhao, D. Wolff, U. Mathur, A. Roychoudhury, Selectively Uniform Concurrency
// Testing, ASPLOS 2025).
//
// A random walk is far from uniform over interleavings: of a thread with few steps beside one with many, most walks
// show its steps early. Here some events are selected in each execution: the accesses to one variable, or the
// operations on one lock or condition, drawn among those that several threads access, one of them to change it. How
// many of them each thread has is known from executions before. Whose selected event is next is drawn with probability
// proportional to how many each thread has left, what the threads that it will start have included; the selected events
// of others wait for it. All other events run at random, and do not count.
//
// Guarantee (theorem of the paper, for what its premises cover): if each thread has the same number of selected events
// in every execution, and nothing but starts of threads orders those of different threads, then all interleavings of
// the selected events have the same probability, whatever else the threads do in between. A bug that shows in one of
// the interleavings of n and m accesses to one of v variables is shown with probability 1/(v C(n + m, n)) or more, if
// nothing else matters. Where counts differ from execution to execution (loops that wait, branches), where locks or
// joins order the events, or where a thread takes more than 1,000 steps between two of them, the draws are only near
// that: whoever can run does, and no execution ends for it.
//
// The first execution is a plain random walk, and later ones are as long as no variable is known that several threads
// access. An event is drawn at most for a variable that an execution before has shown; one that is drawn and not met is
// forgotten until it is met again.
#pragma once

#include "por/search_run.hpp"

namespace jmc::por {

// Options: executions, seed, sealed, depth_bound, as in samplers.hpp.
void run_surw(SearchRun& run);

}  // namespace jmc::por
