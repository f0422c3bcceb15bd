// Why a thread of a deadlock waits for ever, where no cycle of threads says it. Internal to listeners/.
#pragma once

#include <vector>

#include "listeners/moments.hpp"

namespace jmc::listeners {

// Notifications that came when nobody waited. Else one cause, of the first thread that nobody in particular keeps from
// going on: it holds itself what it asks for, it was interrupted and waits again, others have kept what it waits for,
// or they were to wake it and did not. Marks the steps that it speaks of. Nothing where threads wait for each other in
// a cycle: that is told anyway. The story has its waiting threads, and the state is that of its end.
void find_reasons_to_wait(Story& story, const std::vector<Moment>& moments, vm::Vm& vm, Wording& wording);

// Why a thread loops for ever that looks at no variable there: before that, in the first `told` moments, it was
// interrupted, and has forgotten it.
void find_reasons_to_loop(Story& story, const std::vector<Moment>& moments, size_t told, vm::Vm& vm, Wording& wording);

}  // namespace jmc::listeners
