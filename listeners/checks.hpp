// What a thread had checked and was no longer so when it acted on it. Internal to listeners/.
//
// Causes (listeners/causes.hpp) follow data; this follows decisions. The most telling form first: a collection was
// changed while the thread that fails iterated over it; that thread was woken, and what it had waited for was gone when
// it had its lock; two threads read the same value of a variable before either wrote it; a call fell between two calls
// of another thread, and was seen by the second; the thread that fails read a variable, and read it again after another
// thread had written it; it decided on a value that the thread whose write it saw in the end had changed by then; it
// went on with nothing, since an attempt had failed or a wait had timed out; its call came after that of another
// thread.
#pragma once

#include "listeners/accesses.hpp"

namespace jmc::listeners {

// Puts the check into words, before the other causes of the story, and marks its steps; nothing where there is none.
// `thread` failed, at `failed`. The accesses are of the first `told` moments.
void find_check(Accesses& accesses, const std::vector<Moment>& moments, size_t told, const Place& failed,
                por::ThreadId thread);

}  // namespace jmc::listeners
