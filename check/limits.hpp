// What a search that reached a limit was doing, and what had grown: for the sentence that says why there is no answer.
#pragma once

#include <string>

#include "por/listener.hpp"
#include "vm/vm.hpp"

namespace jmc::check {

// "at thread 1 "pay", pkg.Client.run(Client.java:12); so far Counter.n went from 0 to 47 990, 12 345 objects of Node
// were made". The Vm must stand where the search left it. Empty if nothing has run.
std::string limit_text(const vm::Vm& vm, const por::SearchStatistics& statistics);

}  // namespace jmc::check
