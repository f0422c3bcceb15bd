// How objects, values and threads are called in a report. Object names are stable within one ObjectNames:
// SimpleClass#number, numbered in the order in which they are asked for.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <unordered_map>

#include "vm/vm.hpp"

namespace jmc::listeners {

// thread 1 "pay"
std::string thread_label(const vm::Vm& vm, por::ThreadId t);
// Its Java name; empty if it has none.
std::string thread_name(const vm::Vm& vm, por::ThreadId t);
// "Node" of pkg.Queue$Node, as its InnerClasses attribute has it (a name may contain a $ of its own); arrays: "Node[]".
std::string simple_class_name(const vm::Klass& klass);
// The same of a name alone, where the class is not at hand: what comes after the last $.
std::string simple_class_name(std::string_view external_name);
// In double quotes, control characters escaped, cut after `limit` characters.
std::string quoted(std::string_view text, size_t limit = 60);

class ObjectNames {
 public:
  explicit ObjectNames(vm::Vm& vm) : vm_(vm) {}

  // Strings, boxed values, enum constants, classes and threads by content, everything else by class and number.
  std::string object(vm::Ref r);
  // A value of a field or element, by its type letter.
  std::string value(char type, uint64_t bits);

 private:
  vm::Vm& vm_;
  std::unordered_map<vm::Ref, std::string> names_;
  std::map<std::string, uint32_t> counts_;
};

}  // namespace jmc::listeners
