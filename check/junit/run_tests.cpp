#include "check/junit/run_tests.hpp"

#include <filesystem>

#include "check/machine.hpp"
#include "check/portfolio/process_queue.hpp"

namespace jmc::check {

namespace {

using Clock = std::chrono::steady_clock;

// The options of each check: what was given, but what belongs to the whole.
std::vector<std::string> options_of_each(const Configuration& c) {
  std::vector<std::string> out;
  for (const Setting& s : c.settings) {
    const std::string_view name = s.option->name;
    if (!s.given || name == "json" || name == "junit" || name == "jobs" || name == "classpath") continue;
    out.push_back("--" + std::string(name) + (s.option->value.empty() ? "" : "=" + s.value));
  }
  return out;
}

bool assumption_failed(const std::string& reason) {
  return reason.starts_with("org.opentest4j.TestAbortedException") ||
         reason.starts_with("org.junit.AssumptionViolatedException") ||
         reason.starts_with("org.junit.internal.AssumptionViolatedException");
}

class Runner {
 public:
  Runner(const Configuration& c, const Stop& stop, Clock::time_point start, Progress& progress)
      : c_(c), stop_(stop), start_(start), progress_(progress) {}

  void go(TestRun& run) {
    classfile::ClassPath path;
    path.add_list(c_.class_path.empty() ? "." : c_.class_path, kAnyRelease, nullptr);
    std::vector<std::string> names = c_.arguments;
    if (!c_.program.empty()) names.insert(names.begin(), c_.program);
    for (TestMethod& t : find_tests(path, names)) run.results.push_back({std::move(t), {}, 0, 0, {}, {}});
    base_ = options_of_each(c_);
    base_.push_back("--whole");  // each is all that is asked about its test, no part of a portfolio
    base_.push_back("--classpath=" + launch_directory() + ":" + (c_.class_path.empty() ? "." : c_.class_path));
    ProcessQueue(c_.jobs, c_.width, stop_)
        .run(
            run.results.size(), [&](size_t i) { return job(run.results[i]); },
            [&](size_t i, MemberResult& found) { judge(run.results[i], found); },
            [&](const std::vector<size_t>& at_work) { show(run, at_work); });
    progress_.clear();
  }

 private:
  static constexpr int kAnyRelease = 17;  // of multi-release jars: only the names of classes in folders are asked for

  // Nothing to do where a test is not checked.
  ProcessQueue::Job job(TestResult& r) const {
    if (r.test.plan.empty()) {
      r.status = r.test.disabled ? TestStatus::Skipped : TestStatus::Inconclusive;
      r.message = r.test.disabled ? r.test.reason : "not checked: " + r.test.reason;
      return {};
    }
    std::vector<std::string> arguments = {"jmc"};
    arguments.insert(arguments.end(), base_.begin(), base_.end());
    arguments.push_back(r.test.launcher);
    arguments.insert(arguments.end(), r.test.plan.begin(), r.test.plan.end());
    return {std::move(arguments), c_.time_limit, {}};
  }

  void judge(TestResult& r, const MemberResult& found) {
    r.seconds = found.seconds;
    r.states = found.states;
    r.text = found.text;
    r.message = found.reason;
    if (!found.reported) {
      r.status = TestStatus::Error;
      return;
    }
    switch (found.verdict) {
      case Verdict::Verified: r.status = TestStatus::Verified; break;
      case Verdict::Violated: r.status = TestStatus::Violated; break;
      case Verdict::Error: r.status = TestStatus::Error; break;
      case Verdict::Inconclusive: r.status = TestStatus::Inconclusive; break;
    }
    if (r.status == TestStatus::Violated) {
      r.message = first_line(r.text);
      constexpr std::string_view kVerdict = "violated: ";
      if (r.message.starts_with(kVerdict)) r.message.erase(0, kVerdict.size());
      if (assumption_failed(r.message)) r.status = TestStatus::Skipped;
    }
  }

  static std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

  void show(const TestRun& run, const std::vector<size_t>& at_work) {
    if (!progress_.due()) return;
    size_t done = 0;
    for (const TestResult& r : run.results) done += r.status != TestStatus::NotRun;
    std::string line = std::to_string(done) + " of " + std::to_string(run.results.size()) + " tests";
    if (!at_work.empty()) {
      const TestMethod& t = run.results[at_work.front()].test;
      line += ", " + t.class_name + "." + t.method;
    }
    progress_.line(line);
  }

  // Where the class is that runs a plan: next to the stubs of the JDK.
  static std::string launch_directory() {
    const std::filesystem::path folder = std::filesystem::path(stubs_directory()).parent_path() / "junit-launch";
    std::error_code error;
    if (std::filesystem::is_directory(folder, error)) return folder.string();
    throw classfile::PathError("jmc is not installed completely: there is no " + folder.string());
  }

  const Configuration& c_;
  const Stop& stop_;
  Clock::time_point start_;
  Progress& progress_;
  std::vector<std::string> base_;
};

}  // namespace

std::string_view test_status_name(TestStatus status) {
  static constexpr std::string_view kNames[] = {"verified", "violated", "error", "inconclusive", "skipped", "not run"};
  return kNames[static_cast<size_t>(status)];
}

Verdict verdict_of(const TestRun& run) {
  Verdict out = run.error.empty() && !run.results.empty() ? Verdict::Verified : Verdict::Error;
  const auto any = [&](TestStatus s) {
    for (const TestResult& r : run.results)
      if (r.status == s) return true;
    return false;
  };
  if (any(TestStatus::Violated)) return Verdict::Violated;
  if (any(TestStatus::Error)) return Verdict::Error;
  if (any(TestStatus::Inconclusive) || any(TestStatus::NotRun)) return Verdict::Inconclusive;
  return out;
}

TestRun run_tests(const Configuration& configuration, const Stop& stop, Clock::time_point start, Progress& progress) {
  TestRun run;
  try {
    Runner(configuration, stop, start, progress).go(run);
    if (run.results.empty())
      run.error =
          "no tests were found: expected methods with @Test of JUnit 4 or 5, or classes with @Outcomes, in the folders "
          "of --classpath";
  } catch (const std::exception& e) { run.error = e.what(); }
  run.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  return run;
}

}  // namespace jmc::check
