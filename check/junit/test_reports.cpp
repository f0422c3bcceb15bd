// The reports of jmc test: text, JSON, JUnit's XML.
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <cstdio>

#include "check/junit/run_tests.hpp"
#include "check/report/markup.hpp"

namespace jmc::check {

namespace {

std::string seconds_text(double seconds) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2f", seconds);
  return text;
}

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
      out += "  (" + std::to_string(r.states) + " states, " + seconds_text(r.seconds) + " s)" + qualification(r.text);
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
  return out + "; " + seconds_text(run.seconds) + " s\n";
}

std::string tests_json(const TestRun& run) {
  rapidjson::StringBuffer buffer;
  rapidjson::Writer<rapidjson::StringBuffer> w(buffer);
  const auto text = [&](const char* key, std::string_view value) {
    w.Key(key);
    w.String(value.data(), static_cast<rapidjson::SizeType>(value.size()));
  };
  w.StartObject();
  text("verdict", verdict_name(verdict_of(run)));
  w.Key("error");
  if (run.error.empty()) w.Null();
  else w.String(run.error.c_str());
  w.Key("tests");
  w.StartArray();
  for (const TestResult& r : run.results) {
    w.StartObject();
    text("class", r.test.class_name);
    text("method", r.test.method);
    text("status", test_status_name(r.status));
    w.Key("seconds");
    w.Double(r.seconds);
    w.Key("states");
    w.Uint64(r.states);
    text("message", r.message);
    text("report", r.text);
    w.EndObject();
  }
  w.EndArray();
  w.Key("seconds");
  w.Double(run.seconds);
  w.EndObject();
  return std::string(buffer.GetString(), buffer.GetSize()) + "\n";
}

std::string tests_xml(const TestRun& run) {
  const size_t errors =
      count(run, TestStatus::Error) + count(run, TestStatus::Inconclusive) + count(run, TestStatus::NotRun);
  std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"jmc\" tests=\"" +
                    std::to_string(run.results.size() + !run.error.empty()) + "\" failures=\"" +
                    std::to_string(count(run, TestStatus::Violated)) + "\" errors=\"" +
                    std::to_string(errors + !run.error.empty()) + "\" skipped=\"" +
                    std::to_string(count(run, TestStatus::Skipped)) + "\" time=\"" + seconds_text(run.seconds) +
                    "\">\n";
  if (!run.error.empty())
    out += "  <testcase classname=\"jmc\" name=\"set-up\"><error message=\"" + escaped(run.error) + "\"/></testcase>\n";
  for (const TestResult& r : run.results) {
    out += "  <testcase classname=\"" + escaped(r.test.class_name) + "\" name=\"" + escaped(r.test.method) +
           "\" time=\"" + seconds_text(r.seconds) + "\"";
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
