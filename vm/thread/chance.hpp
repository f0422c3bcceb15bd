// Where the program drew random numbers: for reports. Grows only, and is no part of a state.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <unordered_set>

namespace jmc::vm {

struct Chance {
  std::set<std::string> places;        // "Client.run(Client.java:12)"
  std::set<std::string> choices;       // likewise, of jmc.Choose
  std::unordered_set<uint64_t> known;  // method and instruction of those that are listed
};

}  // namespace jmc::vm
