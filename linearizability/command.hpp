// jmc linearizability [options] CLASS
//
// Every outcome of a program of calls, under every schedule, is compared with the sequential executions of its calls.
// The program is given
// (--program='{ put(1,1); size() } || { clear() }'), or all up to bounds are made, or random ones.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "check/answers/result.hpp"
#include "check/search/check.hpp"
#include "linearizability/explain.hpp"
#include "linearizability/subject.hpp"
#include "linearizability/work_limit.hpp"

namespace jmc::linearizability {

struct Options {
  bool serve = false;  // on a rank: answer what a coordinator asks (linearizability/pool.hpp)
  std::string program, spec, methods, groups;
  std::string engine;  // "each", "together"; empty: together where that can be
  Notion notion = Notion::Outcomes;
  bool visibility = false;  // of each method, how much its calls see (linearizability/visibility_search.hpp)
  SubjectOptions subject;
  bool derived = false;  // the description comes from the class file, even if one is shipped
  bool first = false;    // no more programs after the first violation
  uint32_t threads = 0, calls = 0, values = 0, invocations = 0;  // 0: not given
  bool any_calls = false;                                        // threads that call for ever (any_calls.hpp)
  std::optional<uint32_t> size, first_calls;                     // most elements of the object then; --invocations
  uint32_t draws = 1;                                            // most upper bits of a number that the JDK draws then
  uint64_t random = 0, seed = 0;                                 // programs to draw; 0: all, in order
  uint32_t jobs = 0;                                             // 0: one per processor
  uint32_t second_opinion = 0;                                   // programs that are explored again by the full search
  WorkLimit program_limit = kUsualLimit;
  std::string resume, html, emit;  // files and a folder; empty: none
};

const char* name_of(Notion notion);  // as --notion takes it
// "history (calls that do not overlap keep their order)"
std::string words_of(Notion notion);

// Throws UsageError if there is a --program and an option that says which programs are made.
void refuse_with_program(const check::Settings& settings);
// --program-limit, or what a program may take without it. Throws UsageError.
WorkLimit limit_of_program(const check::Settings& settings);
// What is of this command only. Throws UsageError.
Options linearizability_options(const check::Settings& settings);

// "dir/pkg/C.class(2)" becomes "pkg.C(2)", with what the file's place says about the class path. Throws what goes
// wrong.
void class_in_file(std::string& cls, check::Configuration& options);

struct Conclusion {
  check::Verdict verdict = check::Verdict::Error;
  std::string text, json;
};
// Never throws: what goes wrong is an error in the conclusion.
Conclusion run_linearizability(const Options& asked, const check::Configuration& options, const check::Stop& stop,
                               std::chrono::steady_clock::time_point start, check::Progress& progress);

}  // namespace jmc::linearizability
