// jmc test: every JUnit test of a class path, each checked by itself in a process of its own.
#pragma once

#include <string>
#include <vector>

#include "check/clients/run_clients.hpp"
#include "check/junit/test_methods.hpp"
#include "check/search/check.hpp"

namespace jmc::check {

enum class TestStatus : uint8_t { Verified, Violated, Error, Inconclusive, Skipped, NotRun, Accepted };
std::string_view test_status_name(TestStatus status);

// `checks` are clients, one for each test.
struct TestRun {
  std::vector<TestMethod> tests;  // in the order of the class path
  ClientsRun checks;              // with `error`: why there are none
  std::vector<bool> told;         // for each test: its line has been shown as soon as it was known

  TestStatus status(size_t test) const;
  std::string message(size_t test) const;  // of what is not verified: one line
};

// Violated if some test is, else error, else inconclusive if some test has no answer: one that is not checked for
// another reason than its author's has none. No test at all is an error, before all else: it is what a wrong class path
// looks like. Where all tests are skipped nothing was checked: inconclusive.
Verdict verdict_of(const TestRun& run);
// That of the verdict, but for known violations.
int exit_code(const TestRun& run);

// `configuration.program` and `.arguments` are the classes and packages, and jars whose tests are meant; none: all in
// the folders of the class path. Hands the line of each test to `tell` when it is known, if there is one. Never throws.
TestRun run_tests(const Configuration& configuration, const Stop& stop, std::chrono::steady_clock::time_point start,
                  Progress& progress, const std::function<void(const std::string&)>& tell);

// --list: a line "class#method" for each test that there is, with the reason where it would not be checked. Throws as
// find_tests does.
std::string list_of_tests(const Configuration& configuration);

// "verified      bank.AccountTest.transfers  (9 states, 0.21 s)", with the end of the line.
std::string line_of(const TestRun& run, size_t test);

// What the terminal shows: a line for each test that was not told yet, the reports of those that are not verified, a
// summary.
std::string tests_text(const TestRun& run, const Configuration& configuration);
// All tests in one file of this format. In JUnit's XML (which CI servers read) what is inconclusive or not checked is
// an error, never a success.
bool write_tests(std::FILE* file, const std::string& format, const TestRun& run);

}  // namespace jmc::check
