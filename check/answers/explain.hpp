// jmc explain: what an answer means, in words for who has met it the first time. One entry for each kind of violation
// and each cause of an answer that is not "verified"; a test asks for all of them.
#pragma once

#include <string>
#include <string_view>

namespace jmc::check {

// "livelock", "spin-limit", ...: what it means, why it comes, what to do. Empty: there is no such word.
std::string explanation(std::string_view code);
// The words there are, with a line each.
std::string explanations();

}  // namespace jmc::check
