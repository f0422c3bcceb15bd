// The reports of jmc test: text, JSON, JUnit's XML.
#include "check/junit/run_tests.hpp"
#include "check/report/json_writer.hpp"
#include "check/report/markup.hpp"

namespace jmc::check {

namespace {

size_t count(const TestRun& run, TestStatus status) {
  size_t n = 0;
  for (const TestResult& r : run.results) n += r.status == status;
  return n;
}

// What the first line of a report says of a verified test besides that: on which memory model, with how many data
// races.
std::string qualification(const std::string& report) {
  std::string line = report.substr(0, report.find('\n'));
  if (!line.starts_with("verified")) return {};
  line = line.substr(0, line.find("; no violation"));
  const size_t begin = line.find_first_not_of(" ,", std::string_view("verified").size());
  return begin == std::string::npos || line.starts_with("verified:") ? "" : ", " + line.substr(begin);
}

}  // namespace

std::string tests_text(const TestRun& run) {
  if (!run.error.empty()) return "error: " + run.error + "\n";
  std::string out;
  for (const TestResult& r : run.results) {
    std::string status(test_status_name(r.status));
    status.resize(14, ' ');
    out += status + r.test.class_name + "." + r.test.method;
    if (r.status == TestStatus::Verified)
      out +=
          "  (" + std::to_string(r.states) + " states, " + decimal_seconds(r.seconds) + " s)" + qualification(r.text);
    else if (!r.message.empty()) out += ": " + r.message;
    out += "\n";
  }
  for (const TestResult& r : run.results) {
    if (r.status == TestStatus::Verified || r.status == TestStatus::Skipped || r.text.empty()) continue;
    const std::string name = r.test.class_name + "." + r.test.method;
    const size_t assumed = r.text.find("\nassumed\n");
    out += "\n" + name + "\n" + std::string(name.size(), '-') + "\n" + r.text.substr(0, assumed);
  }
  out += "\n" + std::to_string(run.results.size()) + " tests";
  for (const TestStatus s : {TestStatus::Verified, TestStatus::Violated, TestStatus::Error, TestStatus::Inconclusive,
                             TestStatus::Skipped, TestStatus::NotRun})
    if (const size_t n = count(run, s)) out += ", " + std::to_string(n) + " " + std::string(test_status_name(s));
  return out + "; " + decimal_seconds(run.seconds) + " s\n";
}

std::string tests_json(const TestRun& run) {
  Sink sink;
  Json j(sink);
  j.open();
  j.text("verdict", verdict_name(verdict_of(run)));
  if (run.error.empty()) j.nothing("error");
  else j.text("error", run.error);
  j.open_list("tests");
  for (const TestResult& r : run.results) {
    j.open();
    j.text("class", r.test.class_name);
    j.text("method", r.test.method);
    j.text("status", test_status_name(r.status));
    j.real("seconds", r.seconds);
    j.number("states", r.states);
    j.text("message", r.message);
    j.text("report", r.text);
    j.close();
  }
  j.close_list();
  j.real("seconds", run.seconds);
  j.close();
  sink.Put('\n');
  return sink.take();
}

std::string tests_xml(const TestRun& run) {
  const size_t errors =
      count(run, TestStatus::Error) + count(run, TestStatus::Inconclusive) + count(run, TestStatus::NotRun);
  std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"jmc\" tests=\"" +
                    std::to_string(run.results.size() + !run.error.empty()) + "\" failures=\"" +
                    std::to_string(count(run, TestStatus::Violated)) + "\" errors=\"" +
                    std::to_string(errors + !run.error.empty()) + "\" skipped=\"" +
                    std::to_string(count(run, TestStatus::Skipped)) + "\" time=\"" + decimal_seconds(run.seconds) +
                    "\">\n";
  if (!run.error.empty())
    out += "  <testcase classname=\"jmc\" name=\"set-up\"><error message=\"" + escaped(run.error) + "\"/></testcase>\n";
  for (const TestResult& r : run.results) {
    out += "  <testcase classname=\"" + escaped(r.test.class_name) + "\" name=\"" + escaped(r.test.method) +
           "\" time=\"" + decimal_seconds(r.seconds) + "\"";
    const char* element = r.status == TestStatus::Violated  ? "failure"
                          : r.status == TestStatus::Skipped ? "skipped"
                                                            : "error";
    if (r.status == TestStatus::Verified) {
      out += "/>\n";
      continue;
    }
    out += ">\n    <" + std::string(element) + " message=\"" + escaped(r.message) + "\" type=\"" +
           std::string(test_status_name(r.status)) + "\">" + escaped(r.text) + "</" + element + ">\n  </testcase>\n";
  }
  return out + "</testsuite>\n";
}

}  // namespace jmc::check
