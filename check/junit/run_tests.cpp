#include "check/junit/run_tests.hpp"

#include <algorithm>
#include <filesystem>

#include "base/split.hpp"
#include "check/search/machine.hpp"

namespace jmc::check {

namespace {

using Clock = std::chrono::steady_clock;
namespace fs = std::filesystem;

constexpr int kAnyRelease = 17;  // of multi-release jars: only the names of classes in folders are asked for

bool assumption_failed(const std::string& reason) {
  return reason.starts_with("org.opentest4j.TestAbortedException") ||
         reason.starts_with("org.junit.AssumptionViolatedException") ||
         reason.starts_with("org.junit.internal.AssumptionViolatedException");
}

// Where the class is that runs a plan: next to the stubs of the JDK.
std::string launch_directory() {
  const std::filesystem::path folder = std::filesystem::path(stubs_directory()).parent_path() / "junit-launch";
  std::error_code error;
  if (std::filesystem::is_directory(folder, error)) return folder.string();
  throw classfile::PathError("jmc is not installed completely: there is no " + folder.string());
}

// The folders of the class path: what is under test. Libraries are in jars.
std::string own_folders(const Configuration& c) {
  std::string out;
  std::error_code none;
  for (const std::string& entry : base::split(c.class_path.empty() ? "." : c.class_path, ':'))
    if (std::filesystem::is_directory(entry, none)) out += (out.empty() ? "" : ":") + entry;
  return out;
}

bool is_jar(const std::string& word) {
  std::error_code none;
  return word.ends_with(".jar") && std::filesystem::is_regular_file(word, none);
}

// What is asked for: jars whose tests are meant.
std::vector<std::string> jars_of(const Configuration& c) {
  std::vector<std::string> out;
  if (is_jar(c.program)) out.push_back(c.program);
  for (const std::string& word : c.arguments)
    if (is_jar(word)) out.push_back(word);
  return out;
}

// What is asked for: of sources, the classes in them.
std::vector<std::string> names_of(const Configuration& c) {
  std::vector<std::string> words = c.arguments, out;
  if (!c.program.empty()) words.insert(words.begin(), c.program);
  for (const std::string& word : words)
    if (!is_jar(word) && std::find(c.sources.named.begin(), c.sources.named.end(), word) == c.sources.named.end())
      out.push_back(word);
  bool methods = false;  // Foo.java#method: of the class of the file's name
  for (const std::string& word : c.sources.named) {
    if (after_source(word).empty()) continue;
    methods = true;
    out.push_back(fs::path(source_in(word)).stem().string() + after_source(word));
    for (const std::string& name : c.sources.declared)
      if (fs::path(name).filename() == fs::path(source_in(word)).stem()) out.back() = name + after_source(word);
    std::replace(out.back().begin(), out.back().end(), '/', '.');
  }
  if (methods) return out;
  for (std::string name : c.sources.declared) {
    std::replace(name.begin(), name.end(), '/', '.');
    out.push_back(std::move(name));
  }
  return out;
}

// Packages of java.base whose objects are spied on. Mockito opens them by its agent on a JVM; here it sets fields by
// reflection.
constexpr std::string_view kOpenToMockito =
    "java.io java.lang java.math java.net java.nio java.text java.time java.util java.util.concurrent "
    "java.util.concurrent.atomic java.util.function";

Client client_of(const TestMethod& test, const Configuration& c, const std::string& class_path, bool with_mockito) {
  Client out;
  out.name = out.program = test.class_name + "." + test.method;
  if (test.plan.empty()) {
    out.not_checked = test.reason.empty() ? "it says nothing to run" : test.reason;
    return out;
  }
  out.words = {"jmc"};
  out.words.insert(out.words.end(), c.client_options.begin(), c.client_options.end());
  if (!c.coverage.empty() && c.coverage_of.empty()) out.words.push_back("--coverage-of=" + own_folders(c));
  out.words.insert(out.words.end(), {"--called=" + out.program, "--classpath=" + class_path});
  for (const std::string& source : c.sources.named) out.words.push_back("--sources=" + source_in(source));
  if (with_mockito)
    for (const std::string& package : base::split(std::string(kOpenToMockito), ' '))
      out.words.push_back("--add-opens=java.base/" + package + "=ALL-UNNAMED");
  out.words.insert(out.words.end(), {"--", test.launcher});
  out.words.insert(out.words.end(), test.plan.begin(), test.plan.end());
  out.time_limit = c.time_limit;
  return out;
}

// The tests that the command line means, and the class path that they run on.
struct TestsFound {
  std::vector<TestMethod> tests;
  std::string class_path;
  bool with_mockito = false;
};

TestsFound tests_of(const Configuration& configuration) {
  const std::vector<std::string> jars = jars_of(configuration);
  std::string own = !configuration.class_path.empty() ? configuration.class_path : jars.empty() ? "." : "";
  const std::vector<std::string> given = base::split(own, ':');
  std::string front;  // as if they stood first in the class path
  for (const std::string& jar : jars)
    if (std::find(given.begin(), given.end(), jar) == given.end()) front += (front.empty() ? "" : ":") + jar;
  if (!front.empty()) own = own.empty() ? front : front + ":" + own;
  classfile::ClassPath path;
  if (configuration.sources.compiled()) path.add(classfile::open_directory(configuration.sources.classes));
  path.add_list(own, kAnyRelease, nullptr);
  return {find_tests(path, names_of(configuration), jars), own,
          path.find_class("org/mockito/internal/util/reflection/ReflectionMemberAccessor").has_value()};
}

// jmc.junit.RunByJUnit throws this where JUnit does not run the test at all.
constexpr std::string_view kNotChecked = "jmc.junit.RunByJUnit$NotChecked: ";

// What Mockito says of mocks that subclasses cannot be (integrations/junit/src/inside).
bool needs_agent(const std::string& message) {
  return message.starts_with("org.mockito.exceptions.") &&
         (message.find("Cannot mock/spy") != message.npos || message.find("MockMaker") != message.npos);
}

// What an assumption that failed has thrown is no violation. Others count, whatever came first.
void judge(ClientResult& r) {
  std::vector<jobs::JobFinding>& found = r.found.found;
  if (r.found.verdict != Verdict::Violated || found.empty()) return;
  r.skipped =
      std::all_of(found.begin(), found.end(), [](const jobs::JobFinding& f) { return assumption_failed(f.message); });
  if (r.skipped) found.clear(), r.found.reports.clear();
  if (found.empty()) return;
  const std::string& message = found.front().message;
  if (message.starts_with(kNotChecked)) r.client.not_checked = message.substr(kNotChecked.size());
  else if (needs_agent(message))
    r.client.not_checked =
        "it mocks a final class, a static method or a constructor, for which Mockito changes classes by an agent; "
        "agents do not run inside of jmc: an interface, or a class that is not final, can be mocked";
  if (!r.client.not_checked.empty()) found.clear(), r.found.reports.clear(), r.found.text.clear();
}

}  // namespace

std::string_view test_status_name(TestStatus status) {
  static constexpr std::string_view kNames[] = {"verified", "violated", "error",   "inconclusive",
                                                "skipped",  "not run",  "accepted"};
  return kNames[static_cast<size_t>(status)];
}

TestStatus TestRun::status(size_t test) const {
  const ClientResult& r = checks.results[test];
  if (r.skipped) return TestStatus::Skipped;
  if (!r.run) return TestStatus::NotRun;
  switch (r.verdict()) {
    case Verdict::Verified: return TestStatus::Verified;
    case Verdict::Violated: return TestStatus::Violated;
    case Verdict::Error: return TestStatus::Error;
    case Verdict::Accepted: return TestStatus::Accepted;
    default: return TestStatus::Inconclusive;
  }
}

std::string TestRun::message(size_t test) const {
  const ClientResult& r = checks.results[test];
  if (r.skipped && !r.client.not_checked.empty()) return r.client.not_checked;
  if (!r.run) return {};
  if (!r.client.not_checked.empty()) return r.headline();
  std::string line = r.headline();
  // The first line says more than the reason: what is covered.
  if (r.found.reported && r.found.verdict == Verdict::Accepted) return line.substr(std::min(line.size(), size_t{10}));
  if (!r.found.reported || r.found.verdict != Verdict::Violated) return r.found.reason;
  constexpr std::string_view kVerdict = "violated: ";
  if (line.starts_with(kVerdict)) line.erase(0, kVerdict.size());
  if (!r.skipped) return line;
  // What the exception says that a failed assumption throws, without its type and what violations are called.
  line = line.substr(0, line.rfind(" ("));
  const size_t text = line.find(": ");
  return text == std::string::npos ? "an assumption failed" : line.substr(text + 2);
}

Verdict verdict_of(const TestRun& run) { return verdict_of(run.checks); }

int exit_code(const TestRun& run) { return exit_code(run.checks); }

std::string list_of_tests(const Configuration& configuration) {
  std::string out;
  for (const TestMethod& t : tests_of(configuration).tests)
    out += t.class_name + "#" + t.method +
           (!t.plan.empty() ? "" : (t.disabled ? "  skipped: " : "  not checked: ") + t.reason) + "\n";
  return out;
}

TestRun run_tests(const Configuration& configuration, const Stop& stop, Clock::time_point start, Progress& progress,
                  const std::function<void(const std::string&)>& tell) {
  TestRun run;
  run.checks.what = "test";
  try {
    TestsFound found = tests_of(configuration);
    run.tests = std::move(found.tests);
    const std::string with_launcher = launch_directory() + ":" + found.class_path;
    for (const TestMethod& test : run.tests) {
      ClientResult r;
      r.client = client_of(test, configuration, with_launcher, found.with_mockito);
      r.program = r.client.program;
      r.skipped = test.plan.empty() && test.disabled;
      run.checks.results.push_back(std::move(r));
    }
    run.told.resize(run.tests.size());
    const auto told = [&](size_t i) {
      progress.clear();
      tell(line_of(run, i));
      run.told[i] = true;
    };
    size_t next = 0;  // those before it that need no check are told
    check_clients(run.checks, configuration, stop, progress, [&](ClientResult& r) {
      judge(r);
      // How many of its violations are known is found out at the end.
      if (!tell || !configuration.baseline.empty()) return;
      const size_t i = static_cast<size_t>(&r - run.checks.results.data());
      for (; next < i; ++next)
        if (run.tests[next].plan.empty()) told(next);
      told(i);
    });
    if (run.tests.empty())
      run.checks.error =
          "no tests were found: expected methods with @Test of JUnit 4 or 5, or classes with @Outcomes, in the folders "
          "of --classpath; name a jar to check the tests in it";
    else if (run.checks.nothing_checked()) run.checks.warnings.push_back("nothing was checked: all tests are skipped");
  } catch (const std::exception& e) {
    run.checks.error = e.what();
    run.tests.resize(run.checks.results.size());
  }
  run.checks.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  return run;
}

}  // namespace jmc::check
