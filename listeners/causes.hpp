// Why it came to a failure: which reads saw what whose write, back from where it failed. Internal to listeners/.
//
// A dynamic slice over variables: from the reads in the line that fails to the writes they saw, from each of these to
// the read of the writing thread that it is based on (of the same variable, of the same value, or in the same line),
// and so on. Where another thread wrote a variable after it was read, that is said: it is how most of these come about.
#pragma once

#include <vector>

#include "listeners/moments.hpp"

namespace jmc::listeners {

// Marks the steps of the story that read what another step has written, and puts the causes of its end into words.
// `failed`: where, in the program; `thread`: who. An unknown place: only the steps are marked.
void find_causes(Story& story, const std::vector<Moment>& moments, size_t told, vm::Vm& vm, Wording& wording,
                 const Place& failed, por::ThreadId thread);

}  // namespace jmc::listeners
