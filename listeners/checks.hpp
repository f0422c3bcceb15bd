// What a thread had checked and was no longer so when it acted on it. Internal to listeners/.
//
// Causes (listeners/causes.hpp) follow data; this follows decisions. Four forms, the most telling first: two threads
// read the same value of a variable before either wrote it; a call fell between two calls of another thread, and was
// seen by the second; the thread that fails read a variable, and read it again
// after another thread had written it; the thread that fails decided on a value that the thread whose write it saw
// in the end had changed by then.
#pragma once

#include "listeners/accesses.hpp"

namespace jmc::listeners {

// Puts the check into words, before the other causes of the story, and marks its steps; nothing where there is none.
// `thread` failed.
void find_check(Accesses& accesses, por::ThreadId thread);

}  // namespace jmc::listeners
