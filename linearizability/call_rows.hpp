// A story of calls in their order (Record::Order): what threads do to count their calls is told as what it means, that
// a call begins or ends.
#pragma once

#include <string>
#include <vector>

#include "linearizability/explain.hpp"
#include "listeners/story.hpp"

namespace jmc::linearizability {

// `threads`: who makes the calls, as the story numbers them; `calls`: what each makes, in words; `results`: what those
// returned that did.
void tell_calls(listeners::Story& story, const std::vector<por::ThreadId>& threads,
                const std::vector<std::vector<std::string>>& calls,
                const std::vector<std::vector<std::string>>& results);

}  // namespace jmc::linearizability
