// The reports of jmc test: text, JSON, JUnit's XML. SARIF and the page are those of several clients.
#include <algorithm>

#include "check/junit/run_tests.hpp"
#include "check/report/format.hpp"
#include "check/report/json_writer.hpp"
#include "check/report/markup.hpp"
#include "check/report/report.hpp"
#include "listeners/text.hpp"

namespace jmc::check {

namespace {

size_t count(const TestRun& run, TestStatus status) {
  size_t n = 0;
  for (size_t i = 0; i < run.tests.size(); ++i) n += run.status(i) == status;
  return n;
}

// Every violation of it is known, and nothing else is in doubt.
bool only_known(const ClientResult& r) { return r.all_known() && r.counted() == Verdict::Verified; }

// What the first line of a report says of a verified test besides that: on which memory model, with how many data
// races.
std::string qualification(const std::string& report) {
  std::string line = report.substr(0, report.find('\n'));
  if (!line.starts_with("verified")) return {};
  line = line.substr(0, line.find("; no violation"));
  const size_t begin = line.find_first_not_of(" ,", std::string_view("verified").size());
  std::string out = begin == std::string::npos ? "" : ", " + line.substr(begin);
  // What the author of the test may want to know all the same.
  constexpr std::string_view kNote = "\nnote: ";
  if (const size_t left = report.find(" left: the pool is never shut down"); left != std::string::npos) {
    const size_t note = report.rfind(kNote, left) + kNote.size();
    out += "; " + report.substr(note, report.find('\n', note) - note);
  }
  return out;
}

std::string tests_json(const TestRun& run) {
  Sink sink;
  Json j(sink);
  j.open();
  const ClientsRun& all = run.checks;
  write_head(j, all);
  j.open_list("tests");
  for (size_t i = 0; i < run.tests.size(); ++i) {
    const ClientResult& r = all.results[i];
    j.open();
    j.text("class", run.tests[i].class_name);
    j.text("method", run.tests[i].method);
    j.text("status", test_status_name(run.status(i)));
    j.real("seconds", r.found.seconds);
    j.number("states", r.found.states);
    j.text("message", run.message(i));
    if (!all.baseline.empty()) {
      j.number("known", uint64_t{r.known});
      j.texts("gone", r.gone);
    }
    if (!r.witness.empty()) j.text("witness", r.witness);
    j.text("report", r.found.text);
    j.object("check", json_of(r));
    j.close();
  }
  j.close_list();
  j.real("seconds", all.seconds);
  j.close();
  sink.Put('\n');
  return sink.take();
}

std::string tests_xml(const TestRun& run) {
  const ClientsRun& all = run.checks;
  size_t failures = 0, errors = !all.error.empty();
  std::string cases = set_up_case(all);
  for (size_t i = 0; i < run.tests.size(); ++i) {
    const ClientResult& r = all.results[i];
    const TestStatus status = run.status(i);
    std::string text = r.found.text;
    take_annotations(text);
    cases += "  <testcase classname=\"" + escaped(run.tests[i].class_name) + "\" name=\"" +
             escaped(run.tests[i].method) + "\" time=\"" + decimal_seconds(r.found.seconds) + "\"";
    if (status == TestStatus::Verified) {
      cases += "/>\n";
      continue;
    }
    if (only_known(r) || status == TestStatus::Accepted) {
      cases += ">\n    <system-out>" + escaped(text) + "</system-out>\n  </testcase>\n";
      continue;
    }
    const bool failure = status == TestStatus::Violated && r.counted() == Verdict::Violated;
    const char* element = failure ? "failure" : status == TestStatus::Skipped ? "skipped" : "error";
    failures += failure;
    errors += !failure && status != TestStatus::Skipped;
    cases += ">\n    <" + std::string(element) + " message=\"" + escaped(run.message(i)) + "\" type=\"" +
             std::string(test_status_name(status)) + "\">" + escaped(text) + "</" + element + ">\n  </testcase>\n";
  }
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"jmc\" tests=\"" +
         std::to_string(run.tests.size() + !all.error.empty()) + "\" failures=\"" + std::to_string(failures) +
         "\" errors=\"" + std::to_string(errors) + "\" skipped=\"" + std::to_string(count(run, TestStatus::Skipped)) +
         "\" time=\"" + decimal_seconds(all.seconds) + "\">\n" + cases + "</testsuite>\n";
}

// "12 tests, 1 verified, 11 violated; 2.5 s"
std::string summary(const TestRun& run) {
  std::string out = std::to_string(run.tests.size()) + " tests";
  for (const TestStatus s : {TestStatus::Verified, TestStatus::Accepted, TestStatus::Violated, TestStatus::Error,
                             TestStatus::Inconclusive, TestStatus::Skipped, TestStatus::NotRun})
    if (const size_t n = count(run, s)) out += ", " + std::to_string(n) + " " + std::string(test_status_name(s));
  return out + "; " + decimal_seconds(run.checks.seconds) + " s\n";
}

}  // namespace

std::string line_of(const TestRun& run, size_t i) {
  const ClientResult& r = run.checks.results[i];
  const TestStatus status = run.status(i);
  const std::string message = run.message(i);
  std::string out(test_status_name(status));
  out.resize(14, ' ');
  out += r.client.name;
  if (status == TestStatus::Verified)
    out += "  (" + listeners::count(r.found.states, "state") + ", " + decimal_seconds(r.found.seconds) + " s)" +
           qualification(r.found.text);
  else if (!message.empty()) out += ": " + message;
  if (only_known(r)) out += "  [known]";
  else if (r.known) out += "  [" + std::to_string(r.known) + " known]";
  return out + "\n";
}

std::string tests_text(const TestRun& run, const Configuration& c) {
  const ClientsRun& all = run.checks;
  if (!all.error.empty()) return "error: " + all.error + "\n";
  std::string out;
  for (size_t i = 0; i < run.tests.size(); ++i)
    if (i >= run.told.size() || !run.told[i]) out += line_of(run, i);
  const std::string annotations = annotations_of(all);
  if (c.quiet) return summary(run) + annotations;
  for (const std::string& warning : all.warnings) out += "warning: " + warning + "\n";
  for (size_t i = 0; i < run.tests.size(); ++i) {
    const ClientResult& r = all.results[i];
    const TestStatus status = run.status(i);
    for (const std::string& gone : r.gone)
      out += "note: " + r.program + ": known, and not found any more: " + gone + "\n";
    if (status == TestStatus::Verified || status == TestStatus::Accepted || status == TestStatus::Skipped ||
        only_known(r) || r.found.text.empty())
      continue;
    out += report_below_name(r);
  }
  out += "\n" + summary(run);
  return c.github ? without_commands(out) + annotations : out;
}

bool write_tests(std::FILE* file, const std::string& format, const TestRun& run) {
  const std::string text = format == "junit"   ? tests_xml(run)
                           : format == "sarif" ? clients_sarif(run.checks)
                           : format == "html"  ? clients_html(run.checks)
                                               : tests_json(run);
  return std::fwrite(text.data(), 1, text.size(), file) == text.size();
}

}  // namespace jmc::check
