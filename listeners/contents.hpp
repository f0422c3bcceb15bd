// What is in the objects of a story at each of its steps, and the sources around it: for a page that shows them.
// Internal to listeners/.
#pragma once

#include <vector>

#include "listeners/moments.hpp"
#include "por/listener.hpp"

namespace jmc::listeners {

// Replays the path from the state of `initial` and leaves the Vm somewhere on it. The objects are those that the steps
// access, and what these refer to, up to a number that a reader can look at.
Contents contents_of(vm::JvmSystem& system, vm::Vm::Mark initial, const std::vector<por::PathStep>& path,
                     const std::vector<Moment>& moments, const Story& story, ObjectNames& names, Sources& sources);

}  // namespace jmc::listeners
