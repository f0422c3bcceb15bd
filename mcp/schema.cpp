#include "mcp/schema.hpp"

#include <array>
#include <cmath>
#include <stdexcept>
#include <string_view>

namespace jmc::mcp {

namespace {

// What is to be checked, in all tools that check something.
constexpr std::string_view kSubject = R"json(
"source":{"type":"string","description":"text of a Java source file; compiled with javac, assertions are on"},
"sources":{"type":"object","additionalProperties":{"type":"string"},"description":"several of them, by file name"},
"file":{"type":"string","description":"a .java, .class or .jar file, or a folder of sources or classes"},
"class":{"type":"string","description":"CLASS"},
"classpath":{"type":"string","description":"as for java"},
"preview":{"type":"boolean","description":"compile with --enable-preview"})json";

constexpr std::string_view kHow = R"json(,
"options":{"type":"object","description":"options of jmc by name, {\"memory\":\"jmm\",\"keep-going\":true}"},
"seconds":{"type":"number","description":"at most; default 30"},
"fresh":{"type":"boolean","description":"check again, whatever is known"},
"bytes":{"type":"integer","minimum":512,"maximum":65536,"description":"of the answer; default 2048"})json";

constexpr std::string_view kRuns = R"json(,
"test":{"type":"string","description":"JUnit: pkg.Class#method, pkg.Class or a package, instead of class"},
"arguments":{"type":"array","items":{"type":"string"},"description":"of main"})json";

constexpr std::string_view kBytes =
    R"json("bytes":{"type":"integer","minimum":512,"maximum":65536,"description":"of the answer; default 2048"})json";

std::string with_class(std::string_view subject, std::string_view words) {
  std::string out(subject);
  out.replace(out.find("CLASS"), 5, words);
  return out;
}

std::string tool(const char* name, const char* title, const std::string& description, const std::string& properties,
                 const char* required) {
  return R"({"name":")" + std::string(name) + R"(","title":")" + title + R"(","description":")" + description +
         R"(","inputSchema":{"type":"object","properties":{)" + properties + "}" +
         (*required ? std::string(",\"required\":") + required : "") + R"(,"additionalProperties":false},)" +
         R"("annotations":{"readOnlyHint":true}})";
}

std::string make_tools() {
  const std::string program = with_class(kSubject, "the class with main; default: the only one there is"),
                    runs = program + std::string(kRuns);
  const std::string version =
      R"({"type":"object","description":"what is to be checked, as for check","properties":{"source":{"type":"string"},)"
      R"("sources":{"type":"object","additionalProperties":{"type":"string"}},"file":{"type":"string"},)"
      R"("class":{"type":"string"},"test":{"type":"string"},"classpath":{"type":"string"},"preview":{"type":"boolean"},)"
      R"("arguments":{"type":"array","items":{"type":"string"}}},"additionalProperties":false})";
  std::vector<std::string> all;
  all.push_back(
      tool("check", "Check a concurrent Java program",
           "Runs a Java program, or JUnit tests, under every schedule of its threads. Says verified, violated "
           "(with the schedule that fails), or inconclusive. Give main a body that starts the threads, joins "
           "them, and asserts what must hold.",
           runs + std::string(kHow), ""));
  all.push_back(tool(
      "check_linearizability", "Check a class of operations",
      "Makes programs of calls of a class (queue, map, lock, counter), and finds outcomes that no order of the calls "
      "explains. Needs no main and no test.",
      with_class(kSubject, "pkg.C, pkg.C(2) with arguments of the constructor, or a factory of the JDK") +
          std::string(kHow) +
          R"(,"program":{"type":"string","description":"one program only: { put(1,1) } || { size() }"})",
      ""));
  all.push_back(tool("outcomes", "All outcomes of a program",
                     "Everything that a program can print, over all schedules, with how many end states print it.",
                     runs + std::string(kHow), ""));
  all.push_back(
      tool("explain", "Explain a violation",
           "Why a violation happens: cause, story step by step, data races. Or what a word of an answer means "
           "(deadlock, time-limit).",
           R"("id":{"type":"string","description":"of a violation, c1.v1"},)"
           R"("word":{"type":"string","description":"instead of id"},)"
           R"("part":{"type":"string","enum":["all","cause","story","races","stack","output"]},)" +
               std::string(kBytes),
           ""));
  all.push_back(tool(
      "inspect", "Look into a replay",
      "Replays the execution of a violation (c1.v1) or an outcome (c1.o1) up to a step, and shows stacks, variables, "
      "locks, and what each thread would do next.",
      R"("id":{"type":"string"},)"
      R"("step":{"type":"integer","minimum":0,"description":"default: the last"},)"
      R"("thread":{"type":"integer","minimum":0,"description":"default: that of the step"},)"
      R"("show":{"type":"array","items":{"type":"string","enum":["where","locals","threads","monitors","would","output","story"]},"description":"default: where, locals"},)"
      R"("print":{"type":"array","items":{"type":"string"},"description":"a local, this.field, Class.FIELD, a[0].b"},)"
      R"("turns":{"type":"array","items":{"type":"integer","minimum":0},"description":"then steps of these threads instead of the schedule's"},)" +
          std::string(kBytes),
      R"(["id"])"));
  all.push_back(tool("compare", "Compare two versions",
                     "Checks an old and a new version and tells which violations are gone, which are new, and whether "
                     "what both verified differs.",
                     "\"old\":" + version + ",\"new\":" + version + std::string(kHow), R"(["old","new"])"));
  all.push_back(tool(
      "limits", "What was not covered", "What an answer does not cover, and which option or argument would cover it.",
      R"("check":{"type":"string","description":"c1; default: the latest"},)" + std::string(kBytes), ""));
  std::string out = list_of(all);
  std::erase(out, '\n');  // of the texts above: a message is one line
  return out;
}

bool has_type(const Value& value, std::string_view type) {
  return type == "string"   ? value.IsString()
         : type == "number" ? value.IsNumber()
         : type == "integer"
             ? value.IsInt64() || (value.IsDouble() && value.GetDouble() == std::floor(value.GetDouble()) &&
                                   std::fabs(value.GetDouble()) < 1e15)
         : type == "boolean" ? value.IsBool()
         : type == "object"  ? value.IsObject()
                             : value.IsArray();
}

}  // namespace

const std::string& tools_json() {
  static const std::string all = make_tools();
  return all;
}

const Value* schema_of(const std::string& tool) {
  static const Document* const all = [] {
    auto* d = new Document;
    std::string wrong;
    if (!parse(tools_json(), *d, wrong)) throw std::logic_error("the tools are no JSON: " + wrong);
    return d;
  }();
  for (const Value& t : all->GetArray())
    if (text_at(t, "name") == tool) return find(t, "inputSchema");
  return nullptr;
}

void accept_short_forms(const Value& schema, Document& arguments) {
  const Value* properties = find(schema, "properties");
  if (!properties || !arguments.IsObject()) return;
  Document::AllocatorType& memory = arguments.GetAllocator();
  for (auto& [key, value] : arguments.GetObject()) {
    const Value* known = find(*properties, std::string(key.GetString(), key.GetStringLength()).c_str());
    if (!known || !(value.IsString() || value.IsNumber())) continue;
    Value given(value, memory);
    if (text_at(*known, "type") == "array") {
      value.SetArray().PushBack(given, memory);
    } else if (const Value* of = find(*known, "properties"); of && find(*of, "source") && given.IsString()) {
      value.SetObject().AddMember("source", given, memory);
    }
  }
}

std::string mismatch(const Value& schema, const Value& value, const std::string& name) {
  const std::string here = name.empty() ? "arguments" : name;
  const auto inside = [&](const std::string& key) { return name.empty() ? key : name + "." + key; };
  const std::string type = text_at(schema, "type");
  if (!has_type(value, type))
    return here + ": expected " + (type == "integer" || type == "object" || type == "array" ? "an " : "a ") + type;
  if (const Value* choices = find(schema, "enum")) {
    std::string all;
    for (const Value& choice : choices->GetArray()) {
      if (choice == value) return {};
      all += (all.empty() ? "" : ", ") + std::string(choice.GetString());
    }
    return here + ": expected one of " + all;
  }
  for (const auto& [key, sign] : {std::pair{"minimum", 1}, std::pair{"maximum", -1}})
    if (const Value* bound = find(schema, key); bound && sign * value.GetDouble() < sign * bound->GetDouble())
      return here + ": expected " + (sign > 0 ? "at least " : "at most ") + text_of(*bound);
  if (value.IsArray()) {
    const Value* items = find(schema, "items");
    for (rapidjson::SizeType i = 0; items && i < value.Size(); ++i)
      if (std::string wrong = mismatch(*items, value[i], here + "[" + std::to_string(i) + "]"); !wrong.empty())
        return wrong;
  }
  if (!value.IsObject()) return {};
  const Value *properties = find(schema, "properties"), *others = find(schema, "additionalProperties");
  for (const auto& [key, v] : value.GetObject()) {
    const std::string k(key.GetString(), key.GetStringLength());
    const Value* known = properties ? find(*properties, k.c_str()) : nullptr;
    if (!known && others && others->IsObject()) known = others;
    if (known) {
      if (std::string wrong = mismatch(*known, v, inside(k)); !wrong.empty()) return wrong;
    } else if (others && others->IsFalse()) {
      std::string all;
      for (const auto& property : properties->GetObject())
        all += (all.empty() ? "" : ", ") + std::string(property.name.GetString());
      return "there is no argument " + json_text(inside(k)) + "; expected some of " + all;
    }
  }
  for (const std::string& key : texts_at(schema, "required"))
    if (!find(value, key.c_str())) return inside(key) + ": missing";
  return {};
}

}  // namespace jmc::mcp
