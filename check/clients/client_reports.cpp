// The reports on several clients: text, JSON, JUnit's XML, SARIF.
#include <rapidjson/document.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <algorithm>
#include <map>

#include "check/clients/run_clients.hpp"
#include "check/report/json_writer.hpp"
#include "check/report/markup.hpp"
#include "check/report/page.hpp"
#include "check/report/report.hpp"
#include "listeners/text.hpp"

namespace jmc::check {

namespace {

constexpr Verdict kWorstFirst[] = {Verdict::Violated, Verdict::Error, Verdict::Inconclusive, Verdict::Accepted,
                                   Verdict::Verified};

size_t count(const ClientsRun& run, Verdict verdict) {
  size_t n = 0;
  for (const ClientResult& r : run.results) n += !r.skipped && r.verdict() == verdict;
  return n;
}

// "3 clients: 1 violated, 2 verified"
std::string counts_text(const ClientsRun& run) {
  std::string out;
  for (const Verdict v : kWorstFirst)
    if (const size_t n = count(run, v))
      out += (out.empty() ? "" : ", ") + std::to_string(n) + " " + std::string(verdict_name(v));
  size_t skipped = 0;
  for (const ClientResult& r : run.results) skipped += r.skipped;
  if (skipped) out += (out.empty() ? "" : ", ") + std::to_string(skipped) + " skipped";
  return listeners::count(run.results.size(), run.what) + ": " + out;
}

// The first line without the verdict at its beginning.
std::string told(const ClientResult& r) {
  std::string line = r.headline();
  const std::string verdict(verdict_name(r.verdict()));
  if (line.starts_with(verdict)) {
    line.erase(0, verdict.size());
    line.erase(0, line.find_first_not_of(":, "));
  }
  if (r.verdict() == Verdict::Verified) line = line.substr(0, line.find("no violation in any schedule"));
  while (!line.empty() && (line.back() == ' ' || line.back() == ';')) line.pop_back();
  return line;
}

std::string clients_json(const ClientsRun& run) {
  Sink sink;
  Json j(sink);
  j.open();
  write_head(j, run);
  j.objects("clients", run.results, [&](const ClientResult& r) {
    j.text("client", r.client.name);
    j.text("main_class", r.program);
    j.text("verdict", verdict_name(r.verdict()));
    j.text("message", r.headline());
    j.number("states", r.found.states);
    j.real("seconds", r.found.seconds);
    if (!run.baseline.empty()) {
      j.number("known", uint64_t{r.known});
      j.texts("gone", r.gone);
      j.number("exit_code", exit_code(r.counted()));
    }
    if (!r.witness.empty()) j.text("witness", r.witness);
    j.object("report", json_of(r));
  });
  j.real("seconds", run.seconds);
  j.close();
  sink.Put('\n');
  return sink.take();
}

std::string clients_junit(const ClientsRun& run) {
  size_t failures = 0, errors = !run.error.empty();
  std::string cases = set_up_case(run);
  for (const ClientResult& r : run.results) {
    // What is known is no failure; the report says what there is.
    const Verdict verdict = r.counted();
    cases += "  <testcase classname=\"" + escaped(r.program) + "\" name=\"" +
             escaped(r.client.name + ", every schedule") + "\" time=\"" + decimal_seconds(r.found.seconds) + "\">\n";
    std::string report = r.found.text;
    take_annotations(report);
    const std::string body = escaped(report.empty() ? r.headline() : report);
    if (verdict == Verdict::Verified || verdict == Verdict::Accepted) {
      cases += "   <system-out>" + body + "</system-out>\n";
    } else if (verdict == Verdict::Violated) {
      ++failures;
      // The new one, if others are known.
      const size_t first =
          static_cast<size_t>(std::find(r.known_ones.begin(), r.known_ones.end(), false) - r.known_ones.begin());
      const jobs::JobFinding& f = r.found.found[first < r.found.found.size() ? first : 0];
      cases += "   <failure type=\"" + escaped(f.kind) + "\" message=\"" + escaped(f.message) + "\">" + body +
               "</failure>\n";
    } else {
      ++errors;
      cases += "   <error type=\"" + std::string(verdict_name(verdict)) + "\" message=\"" +
               escaped(r.found.reason.empty() ? r.headline() : r.found.reason) + "\">" + body + "</error>\n";
    }
    cases += "  </testcase>\n";
  }
  const std::string counts = "tests=\"" + std::to_string(run.results.size() + !run.error.empty()) + "\" failures=\"" +
                             std::to_string(failures) + "\" errors=\"" + std::to_string(errors) +
                             "\" skipped=\"0\" time=\"" + decimal_seconds(run.seconds) + "\"";
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"jmc\" " + counts +
         ">\n <testsuite name=\"jmc\" " + counts + ">\n" + cases + " </testsuite>\n</testsuites>\n";
}

// The page of one client without its head and script, with ids of its own: quotes in what it shows are escaped, so that
// these are its markup.
std::string part_of(const std::string& page, const std::string& prefix) {
  // Its first heading is the summary of the part.
  const std::string_view head = "</h1>\n";
  const size_t body = page.find(head), end = page.rfind("</main>");
  if (body == std::string::npos || end == std::string::npos || end < body) return {};
  std::string out = "<header>" + page.substr(body + head.size(), end - body - head.size());
  for (const char* name : {" id=\"", " href=\"#", "url(#"}) {
    const std::string with = name + prefix;
    for (size_t at = 0; (at = out.find(name, at)) != std::string::npos; at += with.size())
      out.replace(at, std::string_view(name).size(), with);
  }
  return out;
}

}  // namespace

void write_head(Json& j, const ClientsRun& run) {
  j.text("verdict", verdict_name(verdict_of(run)));
  if (run.error.empty()) j.nothing("error");
  else j.text("error", run.error);
  j.number("exit_code", exit_code(run));
  if (!run.baseline.empty()) j.text("baseline", run.baseline);
  j.texts("warnings", run.warnings);
}

std::string json_of(const ClientResult& result) {
  std::string report = result.found.json ? result.found.json->content() : "";
  report.resize(report.find_last_not_of('\n') + 1);
  return report;
}

std::string set_up_case(const ClientsRun& run) {
  if (run.error.empty()) return {};
  return "  <testcase classname=\"jmc\" name=\"set-up\"><error message=\"" + escaped(run.error) + "\"/></testcase>\n";
}

std::string report_below_name(const ClientResult& result) {
  std::string text = result.found.text;
  take_annotations(text);
  const std::string& name = result.client.name;
  std::string out =
      "\n" + name + "\n" + std::string(name.size(), '-') + "\n" + text.substr(0, text.find("\nassumed\n"));
  if (!result.witness.empty()) out += "\nreplay: jmc replay " + shell_word(result.witness) + "\n";
  return out;
}

std::string take_annotations(std::string& text) {
  // The last lines: what stands before may have been written by the program.
  size_t begin = text.size();
  while (begin > 0) {
    const size_t end = begin > 1 ? text.rfind('\n', begin - 2) : std::string::npos;
    const size_t line = end == std::string::npos ? 0 : end + 1;
    if (text.compare(line, 2, "::") != 0) break;
    begin = line;
  }
  std::string out = text.substr(begin);
  text.resize(begin);
  return out;
}

std::string annotations_of(const ClientsRun& run) {
  std::string out;
  for (const ClientResult& r : run.results) {
    if (r.skipped || r.counted() == Verdict::Verified) continue;
    std::string report = r.found.text;
    out += take_annotations(report);
  }
  return out;
}

// One run: code hosts take one of a tool and a commit. Each client is an invocation, and its results say which.
std::string clients_sarif(const ClientsRun& run) {
  using Value = rapidjson::Value;
  rapidjson::Document whole;
  auto& memory = whole.GetAllocator();
  const std::string empty = sarif_of_error(run.error);
  whole.Parse(empty.c_str(), empty.size());
  Value& one = whole["runs"][0];
  if (run.error.empty()) one["invocations"].Clear();
  struct Found {
    Value value;
    rapidjson::SizeType client;  // index of its invocation
    bool known;
  };
  std::vector<Found> results;
  size_t known = 0;
  for (const ClientResult& r : run.results) {
    if (r.skipped) continue;
    rapidjson::Document log(&memory);
    const auto file = r.found.reports.find("sarif");
    std::string text = file == r.found.reports.end() || !r.found.reported ? "" : file->second->content();
    log.Parse(text.c_str(), text.size());
    if (text.empty() || log.HasParseError()) {
      text = sarif_of_error(r.client.name + ": " + r.headline());
      log.Parse(text.c_str(), text.size());
    }
    const rapidjson::SizeType client = one["invocations"].Size();
    Value& own = log["runs"][0];
    for (Value& v : own["invocations"].GetArray()) {
      v["properties"].AddMember("client", Value(r.client.name.c_str(), memory), memory);
      one["invocations"].PushBack(v, memory);
    }
    size_t result = 0;
    for (Value& v : own["results"].GetArray()) {
      const bool is_known = result < r.known_ones.size() && r.known_ones[result];
      if (!run.baseline.empty() && result < r.known_ones.size())
        v.AddMember("baselineState", rapidjson::StringRef(is_known ? "unchanged" : "new"), memory);
      ++result;
      Value provenance(rapidjson::kObjectType);
      provenance.AddMember("invocationIndex", Value(client), memory);
      v.AddMember("provenance", provenance, memory);
      results.push_back({std::move(v), client, is_known});
      known += is_known;
    }
  }
  // Where there is no room for all it is for the new ones first.
  size_t room_for_new = kMostSarifResults;
  size_t room_for_known = kMostSarifResults - std::min(kMostSarifResults, results.size() - known);
  std::map<rapidjson::SizeType, size_t> left_out;
  for (Found& f : results) {
    size_t& room = f.known ? room_for_known : room_for_new;
    if (room) --room, one["results"].PushBack(f.value, memory);
    else ++left_out[f.client];
  }
  for (const auto& [client, n] : left_out) {
    const std::string text = std::to_string(n) + " more violations are not listed here";
    Value message(rapidjson::kObjectType), notification(rapidjson::kObjectType);
    message.AddMember("text", Value(text.c_str(), memory), memory);
    notification.AddMember("level", "warning", memory).AddMember("message", message, memory);
    one["invocations"][client]["toolExecutionNotifications"].PushBack(notification, memory);
  }
  rapidjson::StringBuffer buffer;
  rapidjson::Writer<rapidjson::StringBuffer> writer(buffer);
  whole.Accept(writer);
  return std::string(buffer.GetString(), buffer.GetSize()) + "\n";
}

std::string clients_html(const ClientsRun& run) {
  const std::string verdict(verdict_name(verdict_of(run)));
  std::string out = page_head("jmc: " + counts_text(run)) + "<h1><span class=\"" + verdict + "\">" + verdict +
                    "</span> " + escaped(run.error.empty() ? counts_text(run) : run.error) + "</h1>\n";
  out += "<table class=\"cards\"><thead><tr><th>" + run.what +
         "</th><th>answer</th><th class=\"num\">states</th><th class=\"num\">seconds</th><th>told</th></tr></thead>"
         "<tbody>\n";
  std::string parts;
  for (size_t i = 0; i < run.results.size(); ++i) {
    const ClientResult& r = run.results[i];
    const std::string id = "c" + std::to_string(i + 1), name(r.skipped ? "skipped" : verdict_name(r.verdict()));
    out += "<tr><td><a href=\"#" + id + "\">" + escaped(r.client.name) + "</a></td><td class=\"" + name + "\">" + name +
           (r.all_known() ? ", known" : "") + "</td><td class=\"num\" data-label=\"states\">" +
           listeners::grouped(r.found.states) + "</td><td class=\"num\" data-label=\"seconds\">" +
           decimal_seconds(r.found.seconds) + "</td><td>" + escaped(told(r)) + "</td></tr>\n";
    const auto file = r.found.reports.find("html");
    const std::string part = file == r.found.reports.end() ? "" : part_of(file->second->content(), id + "-");
    parts += "<details id=\"" + id + "\"" + (run.results.size() == 1 ? " open" : "") + "><summary>" +
             escaped(r.client.name) + ": <span class=\"" + name + "\">" + name + "</span></summary>\n" +
             (part.empty() ? "<p>" + escaped(r.headline()) + "</p>\n" : part) + "</details>\n";
  }
  return out + "</tbody></table>\n" + parts + page_end();
}

std::string clients_text(const ClientsRun& run, const Configuration& c) {
  if (!run.error.empty()) return "error: " + run.error + "\n";
  size_t known = 0, all_known = 0;
  for (const ClientResult& r : run.results) known += r.known, all_known += r.all_known();
  std::string out = std::string(verdict_name(verdict_of(run))) + ": " + counts_text(run);
  if (!run.baseline.empty())
    out += all_known == count(run, Verdict::Violated) ? (known ? "; all violations are known" : "; no known violation")
                                                      : "; there are new violations";
  out += "\n";
  const std::string annotations = annotations_of(run);
  if (c.quiet) return out + annotations;
  out += "\n";
  size_t widest = 0;
  for (const ClientResult& r : run.results) widest = std::max(widest, std::min<size_t>(r.client.name.size(), 60));
  for (const ClientResult& r : run.results) {
    std::string verdict(r.run ? verdict_name(r.verdict()) : "not run");
    verdict.resize(14, ' ');
    std::string name = r.client.name;
    if (name.size() < widest) name.resize(widest, ' ');
    out += verdict + name;
    if (r.found.reported && r.verdict() != Verdict::Error)
      out += "  " + listeners::count(r.found.states, "state") + ", " + decimal_seconds(r.found.seconds) + " s";
    if (const std::string line = r.run ? told(r) : ""; !line.empty()) out += "  " + line;
    const Verdict counted = r.counted();
    if (r.all_known())
      out += counted == Verdict::Verified ? "  [known]" : "  [known; else " + std::string(verdict_name(counted)) + "]";
    else if (r.known) out += "  [" + std::to_string(r.known) + " known]";
    out += "\n";
  }
  for (const std::string& warning : run.warnings) out += "warning: " + warning + "\n";
  for (const ClientResult& r : run.results) {
    for (const std::string& gone : r.gone)
      out += "note: " + r.program + ": known, and not found any more: " + gone + "\n";
    if (exit_code(r.counted()) == 0 || r.found.text.empty()) continue;
    out += report_below_name(r);
  }
  out += "\n" + counts_text(run) + "; " + decimal_seconds(run.seconds) + " s\n";
  return c.github ? without_commands(out) + annotations : out;
}

bool write_clients(std::FILE* file, const std::string& format, const ClientsRun& run) {
  const std::string text = format == "junit"   ? clients_junit(run)
                           : format == "sarif" ? clients_sarif(run)
                           : format == "html"  ? clients_html(run)
                                               : clients_json(run);
  return std::fwrite(text.data(), 1, text.size(), file) == text.size();
}

}  // namespace jmc::check
