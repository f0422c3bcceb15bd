// Parts of the JSON report that say how far an answer goes. Internal to check/report/.
#pragma once

#include "check/answers/result.hpp"
#include "check/options/configuration.hpp"
#include "check/report/json_writer.hpp"

namespace jmc::check {

// Of a search at a limit: where its states come from, how much there is to do, what was drawn beside it.
void search_aids(Json& j, const Result& result);
// "second_opinion", "holds_under".
void second_opinion(Json& j, const Result& result, const Configuration& configuration);

}  // namespace jmc::check
