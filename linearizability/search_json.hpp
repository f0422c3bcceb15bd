// What the JSON reports of questions about many programs have in common. Internal to linearizability/.
#pragma once

#include <rapidjson/document.h>

#include "linearizability/search.hpp"

namespace jmc::linearizability {

inline rapidjson::Value bounds_json(const SearchReport& r, rapidjson::Document::AllocatorType& memory) {
  rapidjson::Value bounds(rapidjson::kObjectType);
  bounds.AddMember("threads", r.bounds.threads, memory);
  bounds.AddMember("calls", r.bounds.calls, memory);
  bounds.AddMember("values", r.bounds.values, memory);
  bounds.AddMember("invocations", r.bounds.invocations, memory);
  bounds.AddMember("limits_of_description", r.limits_of_description, memory);
  return bounds;
}

// What was run, at once or one by one, and what it cost.
inline void add_cost_json(const SearchReport& r, rapidjson::Value& to, rapidjson::Document::AllocatorType& memory) {
  for (const auto& [key, n] : {std::pair("outcomes", r.outcomes),
                               {"blocked", r.blocked},
                               {"sequential_runs", r.sequential_runs},
                               {"families", r.families},
                               {"families_proved", r.proved},
                               {"families_failed", r.families_failed},
                               {"programs_together", r.programs_together},
                               {"jobs", uint64_t{r.jobs}}})
    to.AddMember(rapidjson::StringRef(key), n, memory);
  to.AddMember("search_seconds", r.search_seconds, memory);
  to.AddMember("sequential_seconds", r.sequential_seconds, memory);
  if (!r.family_failure.empty())
    to.AddMember("family_failure", rapidjson::Value(r.family_failure.c_str(), memory), memory);
}

}  // namespace jmc::linearizability
