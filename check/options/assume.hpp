// --assume=LIST: what a search takes for granted, by the names of vm::assumption_texts(). Older options say the same of
// one of them each (vm::Spelling): the list is spelled out as these, and everything else reads those.
#pragma once

#include <cstdint>
#include <string>

#include "check/options/command_line.hpp"
#include "por/listener.hpp"
#include "vm/assumptions/assumptions.hpp"

namespace jmc::check {

// What --assume of the line says; sets what it spells in CommandLine::settings and spelled. "none" spells --por=none,
// too, where no other search was asked for. Of what an option says otherwise that was given, "none" leaves that as it
// is, and a name is refused. Throws UsageError.
vm::AssumptionSet spell_out(CommandLine& line);

// "none, all, or names with or without a minus sign: ...".
std::string assume_help();

// --force-wrong=NAME:N, for tests: the place of the assumption, and after how many steps of a search it is found wrong.
struct ForcedWrong {
  size_t assumption = 0;
  uint64_t after = 0;
};
ForcedWrong parse_forced_wrong(const std::string& value);

// Does that, once, to the first search that gets there and where it can be.
class ForcesWrong final : public por::Listener {
 public:
  static constexpr unsigned kEvents = por::kTransitionEvents;
  ForcesWrong(vm::Vm& vm, ForcedWrong what) : vm_(vm), what_(what) {}
  void transition(uint64_t from, por::PathStep step, uint64_t to) override;

 private:
  vm::Vm& vm_;
  const ForcedWrong what_;
  uint64_t steps_ = 0;
  bool done_ = false;
};

}  // namespace jmc::check
