// The report for code hosts and editors: SARIF 2.1.0 (OASIS, 2020). A violation is a result, its story a code flow with
// a thread flow for each thread of the program; what kept jmc from an answer is a notification of the invocation, which
// then was not successful.
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <algorithm>
#include <map>

#include "check/answers/baseline.hpp"
#include "check/answers/explain.hpp"
#include "check/answers/version.hpp"
#include "check/report/format.hpp"
#include "check/report/markup.hpp"
#include "check/report/places.hpp"
#include "check/report/report.hpp"
#include "listeners/text.hpp"

namespace jmc::check {

namespace {

// Of one code flow: hosts of code refuse more.
constexpr size_t kMostSteps = 5000;

constexpr std::pair<const char*, const char*> kRules[] = {
    {"assertion", "An assertion fails in some schedule"},
    {"uncaught-exception", "A thread ends with an exception in some schedule"},
    {"deadlock", "Threads wait for ever in some schedule"},
    {"livelock", "The program cannot end any more in some schedule"},
    {"data-race", "Threads access the same variable without an order between them"},
    {"outcome", "An outcome that no sequential execution explains"},
    {"exit-status", "The program ends with another exit status than 0 in some schedule"}};

class Sarif {
 public:
  explicit Sarif(const Result& result) : r_(result) {}

  std::string text() {
    open();
    pair("$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    pair("version", "2.1.0");
    list("runs");
    open();
    tool();
    list("invocations");
    invocation();
    w_.EndArray();
    pair("columnKind", "utf16CodeUnits");
    list("results");
    for (const ReportedViolation& v : r_.violations) violation(v.found, kind_of(v), &v);
    size_t room = kMostSarifResults - std::min(kMostSarifResults, r_.violations.size());
    for (const listeners::FoundViolation& v : r_.untold) {
      if (room-- == 0) break;  // hosts of code refuse more; the invocation says so
      violation(v, std::string(listeners::kind_name(v.kind)), nullptr);
    }
    w_.EndArray();
    w_.EndObject();
    w_.EndArray();
    w_.EndObject();
    return std::string(buffer_.GetString(), buffer_.GetSize()) + "\n";
  }

 private:
  void open() { w_.StartObject(); }
  void open(const char* key) { w_.Key(key), w_.StartObject(); }
  void list(const char* key) { w_.Key(key), w_.StartArray(); }
  void value(std::string_view text) {
    const std::string valid = printable_utf8(text);
    w_.String(valid.data(), static_cast<rapidjson::SizeType>(valid.size()));
  }
  void pair(const char* key, std::string_view text) { w_.Key(key), value(text); }
  void message(std::string_view text) {
    open("message");
    pair("text", text);
    w_.EndObject();
  }

  void tool() {
    open("tool");
    open("driver");
    pair("name", "jmc");
    pair("version", version());
    list("rules");
    for (const auto& [id, text] : kRules) {
      open();
      pair("id", id);
      open("shortDescription");
      pair("text", text);
      w_.EndObject();
      if (const std::string help = explanation(id); !help.empty()) {
        open("help");
        pair("text", help);
        w_.EndObject();
      }
      open("defaultConfiguration");
      pair("level", "error");
      w_.EndObject();
      w_.EndObject();
    }
    w_.EndArray();
    w_.EndObject();
    w_.EndObject();
  }

  void invocation() {
    const Verdict verdict = r_.verdict();
    const bool answered = verdict == Verdict::Verified || verdict == Verdict::Violated || verdict == Verdict::Accepted;
    open();
    w_.Key("executionSuccessful"), w_.Bool(answered);
    w_.Key("exitCode"), w_.Int(exit_code(verdict));
    list("toolExecutionNotifications");
    const auto notify = [&](const char* level, std::string_view text) {
      open();
      pair("level", level);
      message(text);
      w_.EndObject();
    };
    if (!answered) notify("error", std::string(verdict_name(verdict)) + ": " + r_.reason_and_covered());
    if (verdict == Verdict::Accepted)
      notify("note", "accepted: " + covered_text(r_.covered) + "; not every schedule was explored: " + r_.reason);
    for (const std::string& text : r_.warnings) notify("warning", text);
    if (const size_t all = r_.violations.size() + r_.untold.size(); all > kMostSarifResults)
      notify("warning", listeners::count(all - kMostSarifResults, "more violation is", "more violations are") +
                            " not listed here");
    w_.EndArray();
    open("properties");
    pair("verdict", verdict_name(verdict));
    w_.EndObject();
    w_.EndObject();
  }

  // The members of a location object.
  void location(const listeners::Place& p) {
    if (!p.file.empty()) {
      open("physicalLocation");
      open("artifactLocation");
      pair("uri", source_uri(p));
      pair("uriBaseId", "SRCROOT");
      w_.EndObject();
      if (p.line > 0) {
        open("region");
        w_.Key("startLine"), w_.Int(p.line);
        if (!p.source.empty()) {
          open("snippet");
          pair("text", p.source);
          w_.EndObject();
        }
        w_.EndObject();
      }
      w_.EndObject();
    }
    if (p.known()) {
      list("logicalLocations");
      open();
      pair("fullyQualifiedName", p.klass + (p.method.empty() ? "" : "." + p.method));
      pair("kind", p.method.empty() ? "type" : "function");
      w_.EndObject();
      w_.EndArray();
    }
  }

  void violation(const listeners::FoundViolation& found, const std::string& kind, const ReportedViolation* reported) {
    const listeners::Story* story = reported ? &reported->story : nullptr;
    const listeners::Place place = story ? place_to_look_at(*story) : listeners::Place();
    open();
    pair("ruleId", kind);
    for (size_t i = 0; i < std::size(kRules); ++i)
      if (kind == kRules[i].first) w_.Key("ruleIndex"), w_.Uint64(i);
    pair("level", "error");
    message(found.message);
    list("locations");
    // Hosts of code refuse a result without a place: where none is known it is the source of the program.
    open();
    location(place.known() ? place : source_of(r_));
    w_.EndObject();
    w_.EndArray();
    if (reported) {
      open("partialFingerprints");
      pair("jmcViolation/v3", fingerprint(*reported, r_.program));
      w_.EndObject();
    }
    if (r_.baseline) pair("baselineState", reported && reported->known ? "unchanged" : "new");
    if (story && !story->steps.empty()) code_flow(*story);
    if (reported && reported->confirmation) {
      open("properties");
      pair("jvm", confirmation_summary(*reported->confirmation));
      w_.EndObject();
    }
    w_.EndObject();
  }

  // Of the main class, or of the class of a test.
  static listeners::Place source_of(const Result& r) {
    listeners::Place p;
    const std::string type = r.program == r.main_class ? r.program : r.program.substr(0, r.program.rfind('.'));
    p.klass = type.substr(0, type.find('$'));
    p.file = p.klass.substr(p.klass.rfind('.') + 1) + ".java";
    return p;
  }

  void code_flow(const listeners::Story& s) {
    list("codeFlows");
    open();
    message(listeners::count(s.steps.size(), "step") +
            (s.steps.size() > kMostSteps ? ", the last " + std::to_string(kMostSteps) + " of them here" : ""));
    list("threadFlows");
    const size_t first = s.steps.size() > kMostSteps ? s.steps.size() - kMostSteps : 0;
    for (size_t t = 0; t < s.threads.size(); ++t) {
      const bool used = std::any_of(s.steps.begin() + static_cast<ptrdiff_t>(first), s.steps.end(),
                                    [&](const listeners::StoryStep& step) { return step.thread == t; });
      if (!used) continue;
      open();
      pair("id", s.threads[t]);
      list("locations");
      for (size_t i = first; i < s.steps.size(); ++i) {
        const listeners::StoryStep& step = s.steps[i];
        if (step.thread != t) continue;
        open();
        w_.Key("executionOrder"), w_.Uint64(i - first + 1);
        open("location");
        location(step.place);
        message(step.operation);
        w_.EndObject();
        w_.EndObject();
      }
      w_.EndArray();
      w_.EndObject();
    }
    w_.EndArray();
    w_.EndObject();
    w_.EndArray();
  }

  const Result& r_;
  rapidjson::StringBuffer buffer_;
  rapidjson::Writer<rapidjson::StringBuffer> w_{buffer_};
};

}  // namespace

std::string sarif_of_error(const std::string& reason) {
  Result r;
  r.reason = reason;
  return Sarif(r).text();
}

bool write_sarif(std::FILE* file, const Result& r, const Configuration&) {
  const std::string out = Sarif(r).text();
  return std::fwrite(out.data(), 1, out.size(), file) == out.size();
}

}  // namespace jmc::check
