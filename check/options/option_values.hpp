// What the values of single options mean. Each throws UsageError, which names the option and what was expected.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "check/options/command_line.hpp"
#include "por/search_options.hpp"
#include "vm/class/modules.hpp"
#include "vm/options.hpp"

namespace jmc::check {

struct Configuration;

[[noreturn]] void refuse(const std::string& option, const std::string& value, const std::string& expected);
// fixed, sequence, all, all:N, all,fixed, all:N,fixed
void parse_random(const std::string& value, vm::VmOptions& options);
// 64M, 2G, 1024k, 1000000; in bytes
uint64_t size(const std::string& option, const std::string& value, uint64_t least, uint64_t most);
// Names separated by commas.
std::vector<std::string> list(const std::string& option, const std::string& value);
// --add-exports, --add-opens, --add-reads, --add-modules
vm::ModuleOptions module_options(const CommandLine& line);
void choose_strategy(const std::string& option, const std::string& name, por::SearchOptions& options);
void choose_order(const std::string& value, por::SearchOptions& options);
// --distinguish: bits of vm::Distinguish
uint32_t distinguished(const std::string& value);
// In the order of the list, on top of those that are on by default. `held_back`: that one was asked for.
void choose_refinements(const std::string& value, por::SearchOptions& options, bool& held_back);

// Of --memory-limit where none is given, in bytes.
uint64_t default_memory_limit();

// Whether it is what runs a JUnit test: then time-outs are late and idle pools no deadlocks, unless the user says so.
bool runs_tests(const std::string& program);
// --timeouts. Precondition: the strategy is chosen. Throws UsageError.
void choose_time_outs(const CommandLine& line, Configuration& configuration);

}  // namespace jmc::check
