// How many executions a search without matched states would explore, drawn before it is begun.
//
// The executions of which a search by races explores one each are classes of schedules that differ in the order of
// independent neighbours only. Sleep sets alone, with every thread that is awake explored in a fixed order, leave out
// of each class all but one: they span a tree whose shape is known state by state, without looking at what races ask
// for, and whose leaves are one complete path for each class, and paths on which nobody is awake any more. The former
// are counted by drawing (D. Knuth, Estimating the efficiency of backtrack programs, 1975): a path that was drawn with
// probability p counts 1/p, an abandoned one nothing, so that the mean is the number of classes, whatever the tree
// looks like. Several paths are drawn together: of a state's steps each gets its part of them, or as many as there are
// paths are chosen (P. Chen's strata, with states as strata). Most paths would be abandoned where threads fall asleep
// that nothing wakes: how often that was so in the draws before decides how often a step is drawn (importance
// sampling), which changes nothing of the mean.
//
// Without a reduction by races (none, s-por) nobody sleeps, and it is the number of schedules.
//
// What is estimated: the executions of optimal-dpor, and the complete ones of source-dpor and dpor. How many paths
// these two abandon depends on what they come upon in which order, and is not known before. Paths that are longer than
// the depth bound (0: 100,000 steps) are not followed; then the number is that of the others.
//
// Steps are drawn as they come, so that a path with many of them that have to go one way is drawn seldom, whatever
// hangs on it: as long as none is drawn, neither the number nor its interval show it. Of one kind of such paths it is
// known that they are there: a thread that accesses the same again is followed alone. If it does nothing but read up to
// the spin limit, the drawing ends, since each number of its turns is an execution of its own; if it takes many turns
// otherwise, the answer says that what is drawn seldom makes up much.
//
// What the paths run into counts like what any search comes upon.
#pragma once

#include "por/search_run.hpp"

namespace jmc::por {

// Options: probe_seconds, probe_paths, executions (so many times these at most; 0: as the time allows), seed,
// depth_bound.
void run_probes(SearchRun& run);

}  // namespace jmc::por
