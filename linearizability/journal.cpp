#include "linearizability/journal.hpp"

#include <rapidjson/document.h>
#include <rapidjson/prettywriter.h>
#include <rapidjson/stringbuffer.h>

#include <algorithm>
#include <cstdio>
#include <fstream>

#include "base/whole_file.hpp"

namespace jmc::linearizability {

namespace {

using JsonWriter = rapidjson::PrettyWriter<rapidjson::StringBuffer>;

struct Sum {
  const char* name;
  uint64_t* value;
};
struct Time {
  const char* name;
  double* value;
};

std::vector<Sum> sums(SearchReport& r) {
  por::SearchStatistics& s = r.run.statistics;
  return {{"programs", &r.programs},
          {"explained", &r.explained},
          {"violating", &r.violating},
          {"skipped", &r.skipped},
          {"undecided", &r.undecided_count},
          {"outcomes", &r.outcomes},
          {"blocked", &r.blocked},
          {"sequential_runs", &r.sequential_runs},
          {"families", &r.families},
          {"families_proved", &r.proved},
          {"programs_together", &r.programs_together},
          {"by_caller", &r.by_caller},
          {"states", &s.states},
          {"transitions", &s.transitions},
          {"executions", &s.executions}};
}
std::vector<Time> times(SearchReport& r) {
  return {{"search_seconds", &r.search_seconds}, {"sequential_seconds", &r.sequential_seconds}};
}

void put(JsonWriter& w, const std::string& text) {
  w.String(text.c_str(), static_cast<rapidjson::SizeType>(text.size()));
}

void put_key(JsonWriter& w, const std::string& text) {
  w.Key(text.c_str(), static_cast<rapidjson::SizeType>(text.size()));
}

void put(JsonWriter& w, const char* key, const std::vector<Finding>& findings) {
  w.Key(key);
  w.StartArray();
  for (const Finding& f : findings) {
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

bool get(const rapidjson::Value& list, std::vector<Finding>& findings) {
  if (!list.IsArray()) return false;
  for (const auto& v : list.GetArray()) {
    if (!v.IsObject() || !v.HasMember("number") || !v["number"].IsUint64() || !v.HasMember("kind") ||
        !v["kind"].IsString() || !v.HasMember("text") || !v["text"].IsString() || !v.HasMember("program") ||
        !v["program"].IsArray())
      return false;
    Finding f;
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

void Journal::read(SearchReport& r, const DigestOf& digest_of) {
  if (file_.empty()) return;
  const auto text = base::whole_file(file_);
  if (!text) return;  // the first run
  rapidjson::Document d;
  d.Parse<rapidjson::kParseIterativeFlag>(text->c_str());
  const auto fail = [&](const std::string& what) { throw check::UsageError("--resume=" + file_ + ": " + what); };
  if (d.HasParseError() || !d.IsObject() || !d.HasMember("key") || !d["key"].IsObject() || !d.HasMember("classes") ||
      !d["classes"].IsObject())
    fail("expected a file that an earlier run of this version has written");
  const auto text_in = [&](const rapidjson::Value& object, const std::string& name) -> std::optional<std::string> {
    const auto it = object.FindMember(name.c_str());
    if (it == object.MemberEnd() || !it->value.IsString()) return {};
    return it->value.GetString();
  };
  for (const auto& [name, value] : key_) {
    const std::optional<std::string> before = text_in(d["key"], name);
    const auto shown = [](const std::string& t) {
      return t.empty() ? "nothing" : t.size() > 80 || t.find('\n') != std::string::npos ? "another" : t;
    };
    if (!before || *before != value)
      fail("was made with another " + name +
           (before && shown(*before) != "another" ? ": " + shown(*before) + ", now " + shown(value) : "") +
           "; expected the same, or a new file");
  }
  for (const auto& c : d["classes"].GetObject()) {
    const std::string name = c.name.GetString();
    if (!c.value.IsString()) fail("expected the digest of " + name);
    const std::optional<std::string> now = digest_of(name);
    std::string external = name;
    std::replace(external.begin(), external.end(), '/', '.');
    if (!now)
      fail("was made with a class " + external +
           " that is not there any more; expected the same class files, or a new file");
    if (*now != c.value.GetString())
      fail("was made with another class file of " + external + "; expected the same, or a new file");
    classes_[name] = *now;
  }
  for (const Sum& s : sums(r)) {
    if (!d.HasMember(s.name) || !d[s.name].IsUint64()) fail(std::string("expected \"") + s.name + "\"");
    *s.value = d[s.name].GetUint64();
  }
  for (const Time& t : times(r))
    if (d.HasMember(t.name) && d[t.name].IsNumber()) *t.value = d[t.name].GetDouble();
  if (!d.HasMember("violations") || !get(d["violations"], r.violations) || !d.HasMember("unusable") ||
      !get(d["unusable"], r.unusable))
    fail("expected lists of violations");
  if (d.HasMember("undecided_programs") && d["undecided_programs"].IsArray())
    for (const auto& v : d["undecided_programs"].GetArray())
      if (v.IsString()) r.undecided.emplace_back(v.GetString());
  r.resumed = r.programs;
}

void Journal::loaded(const LoadedClass& loaded) {
  const auto [it, fresh] = classes_.emplace(loaded.name, loaded.digest);
  if (!fresh && it->second != loaded.digest)
    throw ProgramError("the class file of " + loaded.name + " has changed while its programs were checked");
}

void Journal::write(const SearchReport& report) const {
  if (file_.empty()) return;
  rapidjson::StringBuffer out;
  JsonWriter w(out);
  w.SetIndent(' ', 1);
  w.StartObject();
  w.Key("key");
  w.StartObject();
  for (const auto& [name, value] : key_) put_key(w, name), put(w, value);
  w.EndObject();
  w.Key("classes");
  w.StartObject();
  for (const auto& [name, digest] : classes_) put_key(w, name), put(w, digest);
  w.EndObject();
  auto& r = const_cast<SearchReport&>(report);  // only read
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
  if (!f || std::rename(fresh.c_str(), file_.c_str()))
    throw ProgramError("--resume=" + file_ + ": could not be written");
}

}  // namespace jmc::linearizability
