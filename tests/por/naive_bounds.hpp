// Bounded searches as they must not be done: to show that the tests of bounded search can tell the difference.
#pragma once

#include "por/bounded/bounds.hpp"
#include "tests/por/support.hpp"

namespace jmc::por::toy {

// DPOR that leaves out what is over the bound and does nothing about it. Only for programs without heap objects.
Observed naive_bounded_por(const Program& program, BoundFunction& bound, uint64_t limit);
// Every enabled thread within the bound.
Observed plain_bounded(const Program& program, BoundFunction& bound, uint64_t limit);

// The local context bound as published: a write by a thread that wrote last, and a read of its own value, look at the
// variable's clock as soon as another thread has read in between.
std::unique_ptr<BoundFunction> printed_local_context();

// The cost of a schedule: the thread of each step. Precondition: no step has alternatives.
uint64_t cost_of(const Program& program, BoundFunction& bound, const std::vector<ThreadId>& schedule);

}  // namespace jmc::por::toy
