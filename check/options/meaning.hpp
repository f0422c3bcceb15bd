// What the values of a command line mean, one section of the table after the other: configuration.cpp has what is run
// and how it is searched, world_options.cpp what the program finds around it. Each may rest on those before it.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "check/options/command_line.hpp"
#include "check/options/configuration.hpp"
#include "check/options/option_values.hpp"
#include "check/portfolio/spec.hpp"

namespace jmc::check {

// Throws a UsageError that names the option, and what was expected.
class Meaning {
 public:
  Meaning(const CommandLine& line, Configuration& configuration) : line_(line), o(configuration) {}

  void all();
  void places();  // what jmc replay has, too

 private:
  using Text = std::string;
  static constexpr uint64_t kAny = std::numeric_limits<uint64_t>::max();

  bool has(const char* name) const { return line_.has(name); }
  Text text(const char* name) const { return line_.text(name); }
  // What the value of an option stands for, where it is one of these names; refused if it is none.
  template <class T>
  T choice(const char* option, std::initializer_list<std::pair<std::string_view, T>> names) const;
  void visible();
  void search();
  void refinements();
  void side_by_side();
  void each();
  std::vector<std::string> options_of_each() const;
  void plan();
  void check_member(const PortfolioMember& member) const;
  bool suits(const std::string& item) const;
  void world();
  void executors();
  void races();
  void references();
  void older_values();
  void load_buffering();
  void ordered_accesses();
  void limits();
  void program();
  void symmetry();
  void thread_numbers();

  const CommandLine& line_;
  Configuration& o;
};

template <class T>
T Meaning::choice(const char* option, std::initializer_list<std::pair<std::string_view, T>> names) const {
  const Text value = text(option);
  Text expected;
  for (const auto& [name, meaning] : names) {
    if (value == name) return meaning;
    if (!expected.empty()) expected += name == (names.end() - 1)->first ? " or " : ", ";
    expected += name;
  }
  refuse(option, value, expected);
}

}  // namespace jmc::check
