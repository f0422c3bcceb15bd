#include "cli/lin_journal.hpp"

#include <rapidjson/document.h>
#include <rapidjson/prettywriter.h>
#include <rapidjson/stringbuffer.h>

#include <cstdio>
#include <fstream>
#include <sstream>

namespace jmc::cli {

namespace lin = jmc::linearizability;

namespace {

using Writer = rapidjson::PrettyWriter<rapidjson::StringBuffer>;

struct Sum { const char* name; uint64_t* value; };
struct Time { const char* name; double* value; };

std::vector<Sum> sums(LinSearchReport& r) {
  por::SearchStatistics& s = r.run.statistics;
  return {{"programs", &r.programs}, {"explained", &r.explained}, {"violating", &r.violating}, {"skipped", &r.skipped}, {"undecided", &r.undecided_count},
          {"outcomes", &r.outcomes}, {"blocked", &r.blocked}, {"sequential_runs", &r.sequential_runs}, {"states", &s.states}, {"transitions", &s.transitions},
          {"executions", &s.executions}};
}
std::vector<Time> times(LinSearchReport& r) { return {{"search_seconds", &r.search_seconds}, {"sequential_seconds", &r.sequential_seconds}}; }

void put(Writer& w, const std::string& text) { w.String(text.c_str(), static_cast<rapidjson::SizeType>(text.size())); }

void put(Writer& w, const char* key, const std::vector<LinFinding>& findings) {
  w.Key(key);
  w.StartArray();
  for (const LinFinding& f : findings) {
    w.StartObject();
    w.Key("number");
    w.Uint64(f.number);
    w.Key("kind");
    put(w, f.kind);
    w.Key("text");
    put(w, f.text);
    w.Key("program");
    w.StartArray();
    for (const auto& thread : f.program) {
      w.StartArray();
      for (const uint16_t c : thread) w.Uint(c);
      w.EndArray();
    }
    w.EndArray();
    w.EndObject();
  }
  w.EndArray();
}

bool get(const rapidjson::Value& list, std::vector<LinFinding>& findings) {
  if (!list.IsArray()) return false;
  for (const auto& v : list.GetArray()) {
    if (!v.IsObject() || !v.HasMember("number") || !v["number"].IsUint64() || !v.HasMember("kind") || !v["kind"].IsString() || !v.HasMember("text") ||
        !v["text"].IsString() || !v.HasMember("program") || !v["program"].IsArray())
      return false;
    LinFinding f;
    f.number = v["number"].GetUint64();
    f.kind = v["kind"].GetString();
    f.text = v["text"].GetString();
    for (const auto& thread : v["program"].GetArray()) {
      if (!thread.IsArray()) return false;
      auto& calls = f.program.emplace_back();
      for (const auto& c : thread.GetArray()) {
        if (!c.IsUint() || c.GetUint() > 0xffff) return false;
        calls.push_back(static_cast<uint16_t>(c.GetUint()));
      }
    }
    findings.push_back(std::move(f));
  }
  return true;
}

}  // namespace

LinJournal::LinJournal(std::string file, std::string question) : file_(std::move(file)), question_(std::move(question)) {}

void LinJournal::read(LinSearchReport& r) const {
  if (file_.empty()) return;
  std::ifstream in(file_, std::ios::binary);
  if (!in) return;                         // the first run
  std::stringstream text;
  text << in.rdbuf();
  rapidjson::Document d;
  d.Parse<rapidjson::kParseIterativeFlag>(text.str().c_str());
  const auto fail = [&](const std::string& what) { throw UsageError("--resume=" + file_ + ": " + what); };
  if (d.HasParseError() || !d.IsObject() || !d.HasMember("question") || !d["question"].IsString()) fail("expected a file that an earlier run has written");
  if (d["question"].GetString() != question_) fail("is of a run with another class, description, bound, JDK or option; expected the same, or a new file");
  for (const Sum& s : sums(r)) {
    if (!d.HasMember(s.name) || !d[s.name].IsUint64()) fail(std::string("expected \"") + s.name + "\"");
    *s.value = d[s.name].GetUint64();
  }
  for (const Time& t : times(r))
    if (d.HasMember(t.name) && d[t.name].IsNumber()) *t.value = d[t.name].GetDouble();
  if (!d.HasMember("violations") || !get(d["violations"], r.violations) || !d.HasMember("unusable") || !get(d["unusable"], r.unusable)) fail("expected lists of violations");
  if (d.HasMember("undecided_programs") && d["undecided_programs"].IsArray())
    for (const auto& v : d["undecided_programs"].GetArray())
      if (v.IsString()) r.undecided.emplace_back(v.GetString());
  r.resumed = r.programs;
}

void LinJournal::write(const LinSearchReport& report) const {
  if (file_.empty()) return;
  rapidjson::StringBuffer out;
  Writer w(out);
  w.SetIndent(' ', 1);
  w.StartObject();
  w.Key("question");
  put(w, question_);
  auto& r = const_cast<LinSearchReport&>(report);        // only read
  for (const Sum& s : sums(r)) w.Key(s.name), w.Uint64(*s.value);
  for (const Time& t : times(r)) w.Key(t.name), w.Double(*t.value);
  put(w, "violations", r.violations);
  put(w, "unusable", r.unusable);
  w.Key("undecided_programs");
  w.StartArray();
  for (const std::string& s : r.undecided) put(w, s);
  w.EndArray();
  w.EndObject();
  // Whoever kills this process at any moment leaves the old file or the new one.
  const std::string fresh = file_ + ".new";
  std::ofstream f(fresh, std::ios::binary);
  f.write(out.GetString(), static_cast<std::streamsize>(out.GetSize()));
  f << "\n";
  f.close();
  if (!f || std::rename(fresh.c_str(), file_.c_str())) throw lin::ProgramError("--resume=" + file_ + ": could not be written");
}

}  // namespace jmc::cli
