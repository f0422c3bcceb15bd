// jmc test: every JUnit test of a class path, each checked by itself in a process of its own.
#pragma once

#include <string>
#include <vector>

#include "check/check.hpp"
#include "check/junit/test_methods.hpp"

namespace jmc::check {

enum class TestStatus : uint8_t { Verified, Violated, Error, Inconclusive, Skipped, NotRun };
std::string_view test_status_name(TestStatus status);

struct TestResult {
  TestMethod test;
  TestStatus status = TestStatus::NotRun;  // NotRun: jmc was stopped before
  double seconds = 0;
  uint64_t states = 0;
  std::string message;  // of what is not verified: one line
  std::string text;     // the report of its check
};

struct TestRun {
  std::vector<TestResult> results;  // in the order of the class path
  std::string error;                // why there are none
  double seconds = 0;
};

// Violated if some test is, else error, else inconclusive if some test has no answer: one that is not checked for
// another reason than its author's has none. No test at all is an error: it is what a wrong class path looks like.
Verdict verdict_of(const TestRun& run);

// `configuration.program` and `.arguments` are the classes and packages; none: all. Never throws.
TestRun run_tests(const Configuration& configuration, const Stop& stop, std::chrono::steady_clock::time_point start,
                  Progress& progress);

// What the terminal shows: a line for each test, the reports of those that are not verified, a summary.
std::string tests_text(const TestRun& run);
std::string tests_json(const TestRun& run);
// A JUnit report (the XML that CI servers read): what is inconclusive or not checked is an error in it, never a
// success.
std::string tests_xml(const TestRun& run);

}  // namespace jmc::check
