#include "check/answers/witness.hpp"

#include <rapidjson/document.h>
#include <rapidjson/prettywriter.h>
#include <rapidjson/stringbuffer.h>

#include <filesystem>

#include "base/digest.hpp"
#include "base/whole_file.hpp"
#include "check/answers/version.hpp"

namespace jmc::check {

namespace {

using Writer = rapidjson::PrettyWriter<rapidjson::StringBuffer>;

// The names of kinds in the file; several kinds are one kind for a user (listeners::kind_name).
constexpr std::pair<const char*, por::ErrorKind> kKinds[] = {{"none", por::ErrorKind::None},
                                                             {"assertion", por::ErrorKind::Assertion},
                                                             {"uncaught-exception", por::ErrorKind::UncaughtException},
                                                             {"deadlock", por::ErrorKind::Deadlock},
                                                             {"endless-step", por::ErrorKind::Livelock},
                                                             {"exit-status", por::ErrorKind::ExitStatus},
                                                             {"no-end", por::ErrorKind::NoEnd},
                                                             {"fair-loop", por::ErrorKind::FairLoop},
                                                             {"data-race", por::ErrorKind::DataRace}};

void put(Writer& w, std::string_view text) { w.String(text.data(), static_cast<rapidjson::SizeType>(text.size())); }
void put(Writer& w, const char* key, std::string_view text) { w.Key(key), put(w, text); }
void put(Writer& w, const char* key, const std::vector<std::string>& list) {
  w.Key(key);
  w.StartArray();
  for (const std::string& s : list) put(w, s);
  w.EndArray();
}

void put(Writer& w, const vm::Assumptions& a) {
  w.Key("assumptions");
  w.StartObject();
  for (const auto& [name, lists] : a.of) {
    w.Key(name.c_str());
    w.StartObject();
    for (const auto& [key, texts] : lists) put(w, key.c_str(), texts);
    w.EndObject();
  }
  w.EndObject();
}

void put(Writer& w, const WitnessedExecution& e) {
  w.StartObject();
  for (const auto& [name, kind] : kKinds)
    if (kind == e.found.kind) put(w, "kind", name);
  put(w, "message", e.found.message);
  put(w, "key", e.found.key);
  w.Key("thread"), w.Uint(e.found.thread);
  put(w, "output", e.output);
  if (e.search) w.Key("search"), w.Uint(e.search);
  // A step is a thread, or a thread and which of its alternatives.
  w.Key("schedule");
  w.StartArray();
  for (const por::PathStep s : e.found.path.steps()) {
    if (!s.alternative) {
      w.Uint(s.thread);
      continue;
    }
    w.StartArray();
    w.Uint(s.thread), w.Uint(s.alternative);
    w.EndArray();
  }
  w.EndArray();
  w.EndObject();
}

// Reads the file, and knows what to say when it is none.
class Reader {
 public:
  Reader(const std::string& file, const rapidjson::Value& value) : file_(file), value_(value) {
    if (!value.IsObject()) fail("expected a JSON object");
  }
  [[noreturn]] void fail(const std::string& what) const {
    throw UsageError(file_ + ": is no witness of this version of jmc: " + what);
  }
  const rapidjson::Value& member(const char* name) const {
    const auto it = value_.FindMember(name);
    if (it == value_.MemberEnd()) fail(std::string("expected a key \"") + name + "\"");
    return it->value;
  }
  std::string text(const char* name) const { return text_of(member(name), name); }
  uint32_t number(const char* name) const {
    const rapidjson::Value& v = member(name);
    if (!v.IsUint()) fail(std::string("expected a number in \"") + name + "\"");
    return v.GetUint();
  }
  bool flag(const char* name) const {
    const rapidjson::Value& v = member(name);
    if (!v.IsBool()) fail(std::string("expected true or false in \"") + name + "\"");
    return v.GetBool();
  }
  std::vector<std::string> texts(const char* name) const {
    std::vector<std::string> out;
    for (const rapidjson::Value& v : list(name)) out.push_back(text_of(v, name));
    return out;
  }
  rapidjson::Value::ConstArray list(const char* name) const {
    const rapidjson::Value& v = member(name);
    if (!v.IsArray()) fail(std::string("expected a list in \"") + name + "\"");
    return v.GetArray();
  }
  std::string text_of(const rapidjson::Value& v, const char* name) const {
    if (!v.IsString()) fail(std::string("expected text in \"") + name + "\"");
    return std::string(v.GetString(), v.GetStringLength());
  }

 private:
  const std::string& file_;
  const rapidjson::Value& value_;
};

vm::Assumptions assumptions_in(const std::string& file, const Reader& of) {
  const rapidjson::Value& all = of.member("assumptions");
  const Reader r(file, all);
  vm::Assumptions out;
  for (const auto& one : all.GetObject()) {
    const Reader lists(file, one.value);
    for (const auto& list : one.value.GetObject())
      out.of[one.name.GetString()][list.name.GetString()] = lists.texts(list.name.GetString());
  }
  if (const std::string unknown = vm::unknown_in(out); !unknown.empty())
    r.fail("no assumption \"" + unknown + "\" is known");
  return out;
}

WitnessedExecution execution_of(const std::string& file, const rapidjson::Value& value) {
  const Reader r(file, value);
  WitnessedExecution out;
  const std::string kind = r.text("kind");
  const auto* known =
      std::find_if(std::begin(kKinds), std::end(kKinds), [&](const auto& k) { return k.first == kind; });
  if (known == std::end(kKinds)) r.fail("\"kind\" is " + kind);
  out.found.kind = known->second;
  out.found.message = r.text("message");
  out.found.key = r.text("key");
  out.found.thread = r.number("thread");
  out.found.count = 1;
  out.output = r.text("output");
  if (value.HasMember("search")) out.search = r.number("search");
  std::vector<por::PathStep> path;
  for (const rapidjson::Value& s : r.list("schedule")) {
    const bool pair = s.IsArray() && s.Size() == 2 && s[0].IsUint() && s[1].IsUint();
    if (!s.IsUint() && !pair) r.fail("expected threads, or a thread and an alternative, in \"schedule\"");
    path.push_back(pair ? por::PathStep{s[0].GetUint(), s[1].GetUint()} : por::PathStep{s.GetUint(), 0});
  }
  out.found.path = listeners::StoredPath(path);
  return out;
}

}  // namespace

std::map<std::string, std::string> program_classes(const vm::Vm& vm) {
  std::map<std::string, std::string> out;
  for (uint32_t id = 0; id < vm.class_count(); ++id)
    if (const vm::Klass& k = *vm.klass(id); k.file && !k.boot && !k.hidden && k.definition == vm::kNull)
      out.emplace(k.name, base::digest(k.file->bytes.data));
  return out;
}

Witness witness_of(const Result& result, const Configuration& c, const vm::Vm& vm, size_t most) {
  Witness out;
  out.jmc = version_and_commit();
  out.jdk_version = result.jdk_version;
  out.jdk_vendor = result.jdk_vendor;
  out.main_class = result.main_class;
  out.program = c.program;
  std::error_code error;
  out.directory = std::filesystem::current_path(error).string();
  out.arguments = c.arguments;
  out.options = c.recipe;
  out.classes = program_classes(vm);
  out.assumptions = vm::assumptions_of(vm);
  for (const ReportedViolation& v : result.violations) out.executions.push_back({v.found, v.story.output});
  for (const auto& [text, outcome] : result.outcomes) {
    if (out.executions.size() >= result.violations.size() + most) break;
    WitnessedExecution e;
    e.found.path = outcome.witness;
    e.found.count = outcome.end_states;
    e.output = text;
    out.executions.push_back(std::move(e));
  }
  return out;
}

Witness Witness::for_execution(size_t execution) const {
  Witness out = *this;
  const uint32_t search = execution < executions.size() ? executions[execution].search : 0;
  if (!search) return out;
  out.options = others[search - 1].options;
  out.assumptions = others[search - 1].assumptions;
  return out;
}

Witness joined(const Witness* first, size_t violations, const Witness& other, const std::vector<size_t>& executions) {
  Witness out = first ? *first : other;
  if (!first) out.executions.clear();
  else out.others.push_back({other.options, other.assumptions});
  out.classes.insert(other.classes.begin(), other.classes.end());
  auto at = out.executions.begin() + static_cast<ptrdiff_t>(std::min(violations, out.executions.size()));
  for (const size_t i : executions) {
    if (i >= other.executions.size()) continue;
    at = out.executions.insert(at, other.executions[i]) + 1;
    (at - 1)->search = static_cast<uint32_t>(out.others.size());
  }
  return out;
}

namespace {

std::string text_of(const Witness& witness, bool with_digest) {
  rapidjson::StringBuffer buffer;
  Writer w(buffer);
  w.SetIndent(' ', 1);
  w.SetFormatOptions(rapidjson::kFormatSingleLineArray);
  w.StartObject();
  w.Key("witness"), w.Int(kWitnessSchema);
  put(w, "jmc", witness.jmc);
  put(w, "jdk_version", witness.jdk_version);
  put(w, "jdk_vendor", witness.jdk_vendor);
  put(w, "main_class", witness.main_class);
  put(w, "program", witness.program);
  put(w, "directory", witness.directory);
  put(w, "arguments", witness.arguments);
  put(w, "options", witness.options);
  w.Key("classes");
  w.StartObject();
  for (const auto& [name, digest] : witness.classes) put(w, name.c_str(), digest);
  w.EndObject();
  put(w, witness.assumptions);
  w.Key("executions");
  w.StartArray();
  for (const WitnessedExecution& e : witness.executions) put(w, e);
  w.EndArray();
  w.Key("others");
  w.StartArray();
  for (const WitnessedSearch& s : witness.others) {
    w.StartObject();
    put(w, "options", s.options);
    put(w, s.assumptions);
    w.EndObject();
  }
  w.EndArray();
  // Of what stands before it, however it is laid out.
  if (const std::string before(buffer.GetString(), buffer.GetSize()); !with_digest) return before;
  else put(w, "digest", base::digest({reinterpret_cast<const uint8_t*>(before.data()), before.size()}));
  w.EndObject();
  return std::string(buffer.GetString(), buffer.GetSize()) + "\n";
}

}  // namespace

std::string witness_json(const Witness& witness) { return text_of(witness, true); }

Witness read_witness(const std::string& file) {
  const auto text = base::whole_file(file);
  if (!text) throw UsageError(file + ": cannot be read, expected a file that --witness has written");
  return parse_witness(*text, file);
}

Witness parse_witness(const std::string& content, const std::string& file) {
  rapidjson::Document d;
  d.Parse<rapidjson::kParseIterativeFlag>(content.data(), content.size());
  if (d.HasParseError())
    throw UsageError(file + ": is no JSON (byte " + std::to_string(d.GetErrorOffset()) +
                     "), expected a file that --witness has written");
  const Reader r(file, d);
  if (d.ObjectEmpty()) throw UsageError(file + ": has nothing to replay: the check had nothing to show");
  if (r.number("witness") != static_cast<uint32_t>(kWitnessSchema))
    r.fail("its format has the number " + std::to_string(r.number("witness")) + ", expected " +
           std::to_string(kWitnessSchema));
  Witness out;
  out.jmc = r.text("jmc");
  out.jdk_version = r.text("jdk_version");
  out.jdk_vendor = r.text("jdk_vendor");
  out.main_class = r.text("main_class");
  out.program = r.text("program");
  out.directory = r.text("directory");
  out.arguments = r.texts("arguments");
  out.options = r.texts("options");
  const rapidjson::Value& classes = r.member("classes");
  if (!classes.IsObject()) r.fail("expected an object in \"classes\"");
  for (const auto& c : classes.GetObject()) out.classes[c.name.GetString()] = r.text_of(c.value, "classes");
  out.assumptions = assumptions_in(file, r);
  for (const rapidjson::Value& o : r.list("others")) {
    const Reader other(file, o);
    out.others.push_back({other.texts("options"), assumptions_in(file, other)});
  }
  for (const rapidjson::Value& e : r.list("executions")) {
    out.executions.push_back(execution_of(file, e));
    if (out.executions.back().search > out.others.size()) r.fail("\"search\" is the number of no other search");
  }
  const std::string before = text_of(out, false);
  out.changed = r.text("digest") != base::digest({reinterpret_cast<const uint8_t*>(before.data()), before.size()});
  return out;
}

}  // namespace jmc::check
