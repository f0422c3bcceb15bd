// What of the classes under test a search has executed: lines, bytecodes, and which lines of different threads came
// into conflict, in which order. As a file: LCOV, with what LCOV has no words for in comments, or a page that holds it.
// A run adds to the file that is there.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "check/answers/coverage_log.hpp"
#include "listeners/sources.hpp"
#include "vm/step_observer.hpp"

namespace jmc::check {

struct MethodCoverage {
  int line = 0;                        // the first one; 0: unknown
  uint64_t calls = 0;                  // how often the search came to its first bytecode
  std::map<uint32_t, bool> bytecodes;  // by offset: whether it was executed
};

struct FileCoverage {
  std::map<int, uint64_t> lines;                  // how often the search came to each; 0: never
  std::map<std::string, MethodCoverage> methods;  // "pkg.Queue.take()Ljava/lang/Object;"
  std::map<int, std::string> text;                // of the source, where it is found; not in LCOV
};

struct CoverageData {
  std::map<std::string, FileCoverage> files;  // by path of the source
  // Two lines, "pkg/Queue.java:12", the smaller one first: whether the first was seen to go before the second while
  // both threads were about to, and the other way round.
  std::map<std::pair<std::string, std::string>, std::pair<bool, bool>> pairs;

  void add(const CoverageData& other);
  std::string lcov() const;
  // Takes in what lcov() has written; lines of other tools that say something else are left out. Throws UsageError
  // naming `file` where it is no tracefile.
  static CoverageData parse(const std::string& text, const std::string& file);
};

// Watches a Vm while it lives. The Vm must outlive it.
class Coverage final : public vm::StepObserver {
 public:
  explicit Coverage(vm::Vm& vm);
  ~Coverage() override;
  // Several processes search: before they are forked, and in each of them, where `worker` is less than `workers`. The
  // parent's data() has all that they have counted.
  void share(uint32_t workers);
  void count_in(uint32_t worker);
  void at(vm::ThreadId t, const vm::Method& m, uint32_t pc) override;
  void takes(vm::ThreadId t, const vm::Pending& operation) override;
  // What was executed up to now, and of the program's classes that were loaded what was not. With `folders` ("a:b";
  // empty: all that were loaded): of the classes in these, loaded or not.
  CoverageData data(listeners::Sources& sources, const std::string& folders);

 private:
  struct Line {
    const vm::Method* method = nullptr;
    int line = -1;
    bool operator<(const Line& o) const { return std::pair(method, line) < std::pair(o.method, o.line); }
  };
  struct Counts {
    uint64_t* counts = nullptr;  // of each instruction; null: not of the program
    size_t size = 0;
  };
  Line line_of(vm::ThreadId t) const;
  Counts counts_of(const vm::Method& m);
  uint64_t logged(const vm::Klass& k);

  vm::Vm& vm_;
  const vm::Method* last_ = nullptr;
  Counts counts_;  // of last_
  std::unordered_map<const vm::Method*, Counts> executed_;
  std::deque<std::vector<uint64_t>> own_;                  // the counters of this process
  std::set<std::pair<Line, Line>> orders_;                 // the first was executed while the second was pending
  std::vector<std::unique_ptr<CoverageLog>> logs_;         // one for each worker
  CoverageLog* log_ = nullptr;                             // this process is a worker: where it counts
  std::unordered_map<const vm::Klass*, uint64_t> logged_;  // classes that log_ has
  size_t seen_ = 0;                                        // classes of the Vm that were looked at
};

// --coverage=FILE: adds to it. A FILE of another process, /proc/self/fd/N, gets the sources, too. Throws UsageError.
void write_coverage(const std::string& file, const CoverageData& data);
// The page of FILE.html; it holds the LCOV, too.
std::string coverage_page(const CoverageData& data);

}  // namespace jmc::check
