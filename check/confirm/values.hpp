// What the operations of a schedule read, write or return, for comparison with what a JVM does at the same step.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "vm/vm.hpp"

namespace jmc::check {

// What a step does with the value, and how the agent says it.
enum class Seen : uint8_t { Reads, Writes, Returns };
std::string_view word_of(Seen seen);  // "reads"

struct StepValue {
  std::string watch;  // the fields of the line for the agent (force/schedule.hpp): "field", class, name, descriptor
  Seen seen = Seen::Returns;
  std::string name;  // of the field, or of the operation
  std::string text;  // a number, the bits of one with a point, "null", or the class of an object
};

// Of the operation before which a thread stands, where it is held at this instruction and the agent can see it; it does
// not take another value than the newest.
std::optional<StepValue> value_of_step(vm::Vm& vm, por::ThreadId t, const vm::Method& m, uint32_t pc);

// Classes that are made while a program runs have other names on another JVM: false, only if they are others for sure.
bool same_value(const std::string& here, const std::string& there);

// What Thread.getState() says of one that does not go on; empty: it is not known.
std::string state_of_waiting(const vm::Vm& vm, por::ThreadId t);

}  // namespace jmc::check
