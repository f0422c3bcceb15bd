// The report for continuous integration, as JUnit's XML: one test, the program. Only "verified" is green: what is
// inconclusive is an error, since a skipped test counts as passed in most places.
#include "check/report/format.hpp"
#include "check/report/markup.hpp"
#include "check/report/report.hpp"

namespace jmc::check {

namespace {

constexpr int kColumns = 120;  // of the text of a failure

}  // namespace

bool write_junit(std::FILE* file, const Result& r, const Configuration& c) {
  const Verdict verdict = r.verdict();
  // With a baseline also: violated, but by nothing new.
  const bool green = r.exit_code() == exit_code(Verdict::Verified);
  const bool failed = r.exit_code() == exit_code(Verdict::Violated);
  const std::string name = escaped(r.program.empty() ? c.program : r.program);
  char time[32];
  std::snprintf(time, sizeof time, "%.3f", r.seconds);
  const std::string counts = std::string("tests=\"1\" failures=\"") + (failed ? "1" : "0") + "\" errors=\"" +
                             (failed || green ? "0" : "1") + "\" skipped=\"0\" time=\"" + time + "\"";
  std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"jmc\" " + counts + ">\n";
  out += " <testsuite name=\"" + name + "\" " + counts + ">\n";
  out += "  <testcase classname=\"" + name + "\" name=\"every schedule\" time=\"" + std::string(time) + "\">\n";
  const std::string text = escaped(report_text(r, c, kColumns));
  if (failed) {
    const ReportedViolation& v = r.first_new();
    out += "   <failure type=\"" + escaped(kind_of(v)) + "\" message=\"" + escaped(v.found.message) + "\">" + text +
           "</failure>\n";
  } else if (!green) {
    out += "   <error type=\"" + std::string(verdict_name(verdict)) + "\" message=\"" +
           escaped(r.reason_and_covered()) + "\">" + text + "</error>\n";
  } else {
    out += "   <system-out>" + text + "</system-out>\n";
  }
  out += "  </testcase>\n </testsuite>\n</testsuites>\n";
  return std::fwrite(out.data(), 1, out.size(), file) == out.size();
}

}  // namespace jmc::check
