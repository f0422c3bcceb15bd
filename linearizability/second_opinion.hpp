// A second opinion on programs that were explained (check/search/second_opinion.hpp): some of them, drawn by a seed,
// are explored again with nothing taken for granted.
#pragma once

#include "linearizability/prepare.hpp"

namespace jmc::linearizability {

// Of a search that has explained all programs: `how_many` of those that were looked at, or all if they are fewer. What
// is found is a violation of the report, which says so. `cls`: as prepare() has it.
void ask_second(SearchReport& report, const Prepared& prepared, uint64_t how_many, const std::string& cls,
                const check::Configuration& options, const check::Stop& stop);

// The line below the verdict; empty if nothing was asked.
std::string opinion_text(const SearchReport& report);

}  // namespace jmc::linearizability
