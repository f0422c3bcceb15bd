#include "linearizability/description.hpp"

#include <rapidjson/document.h>
#include <rapidjson/error/en.h>

#include <algorithm>
#include <map>

#include "base/attempt.hpp"
#include "classfile/class_writer.hpp"
#include "classfile/descriptor.hpp"
#include "linearizability/description_parts.hpp"
#include "linearizability/functions.hpp"
#include "linearizability/shipped.hpp"

namespace jmc::linearizability {

namespace {

using Json = rapidjson::Value;

bool starts(std::string_view s, std::string_view prefix) { return s.starts_with(prefix); }

// "java.util.function.Function<K,V>", or without the package.
std::optional<FunctionType> function_of(std::string_view type) {
  std::string name(type.substr(0, type.find('<')));
  std::replace(name.begin(), name.end(), '.', '/');
  if (name.find('/') == std::string::npos)
    name = (name == "Comparator" ? "java/util/"
            : name == "Runnable" ? "java/lang/"
            : name == "Callable" ? "java/util/concurrent/"
                                 : "java/util/function/") +
           name;
  return function_type("L" + name + ";");
}

}  // namespace

std::optional<Parameter::Filler> filler_of(std::string_view type) {
  const size_t generic = type.find('<');
  const std::string_view arguments = generic == std::string_view::npos ? "" : type.substr(generic);
  std::string_view raw = type.substr(0, generic);
  if (raw.ends_with("[]")) {
    const auto element = filler_of(raw.substr(0, raw.size() - 2));
    return element == Parameter::Number ? std::optional(Parameter::List) : std::nullopt;
  }
  for (const std::string_view package : {"java.lang.", "java.util.concurrent.", "java.util."})
    if (starts(raw, package)) raw.remove_prefix(package.size());
  for (const std::string_view name :
       {"int", "long", "Object", "Integer", "Number", "Comparable", "Long", "short", "Short", "byte", "Byte", "char",
        "Character", "float", "Float", "double", "Double"})
    if (raw == name) return Parameter::Number;
  if (function_of(type)) return Parameter::Function;
  if (raw == "boolean" || raw == "Boolean") return Parameter::Flag;
  if (raw == "String" || raw == "CharSequence") return Parameter::Text;
  if (raw == "Collection" || raw == "List" || raw == "Iterable" || raw == "ArrayList")
    return arguments.find("super") == std::string_view::npos ? Parameter::List : Parameter::Empty;
  if (raw == "Map" || raw == "LinkedHashMap") return Parameter::Map;
  if (raw == "TimeUnit") return Parameter::Unit;
  if (raw.size() == 1 && raw[0] >= 'A' && raw[0] <= 'Z') return Parameter::Number;  // a type variable
  return std::nullopt;
}

namespace {

class Reader {
 public:
  Reader(std::string_view json, const std::string& origin) : origin_(origin) {
    document_.Parse<rapidjson::kParseIterativeFlag>(json.data(), json.size());  // however deep it is nested
    if (document_.HasParseError())
      throw ProgramError(origin + ", character " + std::to_string(document_.GetErrorOffset() + 1) + ": " +
                         rapidjson::GetParseError_En(document_.GetParseError()));
  }

  Description description() {
    Description d;
    d.origin = origin_;
    need(document_.IsObject(), "an object");
    d.cls = text(document_, "class", "");
    need(!d.cls.empty(), "\"class\": the name of a class");
    d.limits = limits(document_, "");
    if (document_.HasMember("default_parameters")) {
      need(document_["default_parameters"].IsArray(), "\"default_parameters\": a list");
      for (const Json& v : document_["default_parameters"].GetArray()) d.arguments.push_back(value(v));
    }
    need(document_.HasMember("methods") && document_["methods"].IsArray(), "\"methods\": a list");
    for (const Json& m : document_["methods"].GetArray()) {
      need(m.IsObject() && m.HasMember("name") && m["name"].IsString(), "methods with a \"name\"");
      MethodDescription method;
      method.name = m["name"].GetString();
      method.readonly = flag(m, "readonly");
      method.trusted = flag(m, "trusted");
      method.visibility = text(m, "visibility", "");
      method.limits = limits(m, method.name);
      bool usable = true;
      if (m.HasMember("parameters")) {
        need(m["parameters"].IsArray(), "\"parameters\" of " + method.name + ": a list");
        for (const Json& p : m["parameters"].GetArray()) usable &= parameter(method, p, d.left_out);
      }
      for (size_t i = 0; i + 1 < method.parameters.size(); ++i)
        if (method.parameters[i + 1].filler == Parameter::Unit) method.parameters[i].filler = Parameter::One;
      const bool known = std::any_of(d.methods.begin(), d.methods.end(),
                                     [&](const MethodDescription& other) { return other.label() == method.label(); });
      if (usable && !known) d.methods.push_back(std::move(method));
    }
    return d;
  }

 private:
  void need(bool ok, const std::string& expected) const {
    if (!ok) throw ProgramError(origin_ + ": expected " + expected);
  }
  static bool flag(const Json& o, const char* key) { return o.HasMember(key) && o[key].IsBool() && o[key].GetBool(); }
  static std::string text(const Json& o, const char* key, const char* otherwise) {
    return o.HasMember(key) && o[key].IsString() ? o[key].GetString() : otherwise;
  }
  Limits limits(const Json& o, const std::string& where) const {
    Limits l;
    if (!o.HasMember("harnessParameters")) return l;
    const Json& h = o["harnessParameters"];
    need(h.IsObject(), "\"harnessParameters\" of " + where + ": an object");
    const auto number = [&](const char* key, std::optional<uint32_t>& to) {
      if (!h.HasMember(key)) return;
      need(h[key].IsUint() && h[key].GetUint() > 0 && h[key].GetUint() < 100,
           std::string("\"") + key + "\": a number from 1 to 99");
      to = h[key].GetUint();
    };
    number("invocations", l.invocations);
    number("sequences", l.sequences);
    number("values", l.values);
    return l;
  }
  bool parameter(MethodDescription& m, const Json& p, std::vector<std::string>& left_out) const {
    need(p.IsString() || (p.IsObject() && p.HasMember("type")), "parameters of " + m.name + " with a \"type\"");
    Parameter out;
    out.opaque = p.IsObject() && flag(p, "opaque");
    const Json& t = p.IsString() ? p : p["type"];
    if (t.IsArray()) {
      out.filler = Parameter::List;
      out.type = "Collection";
    } else if (t.IsObject()) {
      out.filler = Parameter::Map;
      out.type = "Map";
    } else {
      need(t.IsString(), "\"type\" of " + m.name + ": a name, a list with one, or a map with one");
      out.type = t.GetString();
      const auto filler = filler_of(out.type);
      if (!filler) {
        left_out.push_back(m.name + ": no values for a parameter of type " + out.type);
        return false;
      }
      out.filler = m.name == "toArray" ? Parameter::Empty : *filler;  // an array to fill, not one to read
    }
    m.parameters.push_back(std::move(out));
    return true;
  }
  Value value(const Json& v, int depth = 0) const {
    Value out;
    need(depth < 8, "\"default_parameters\" nested less deeply");
    if (v.IsBool()) out.kind = Value::Bool, out.number = v.GetBool();
    else if (v.IsInt64()) out.kind = Value::Int, out.number = v.GetInt64();
    else if (v.IsString()) out.kind = Value::Text, out.text = v.GetString();
    else if (v.IsArray()) {
      out.kind = Value::List;
      for (const Json& e : v.GetArray()) out.list.push_back(value(e, depth + 1));
    } else {
      need(v.IsNull(), "\"default_parameters\": numbers, strings, lists, true, false or null");
    }
    return out;
  }

  rapidjson::Document document_;
  std::string origin_;
};

}  // namespace

Value number(int64_t n) {
  Value v;
  v.kind = Value::Int;
  v.number = n;
  return v;
}

Value list(std::vector<Value> elements, Value::Kind kind) {
  Value v;
  v.kind = kind;
  v.list = std::move(elements);
  return v;
}

std::vector<Value> choices(const Parameter& p, uint32_t values) {
  std::vector<Value> out;
  const auto n = static_cast<int64_t>(values);
  switch (p.filler) {
    case Parameter::Number:
      for (int64_t i = 1; i <= n; ++i) out.push_back(number(i));
      break;
    case Parameter::One: out.push_back(number(1)); break;
    case Parameter::Flag:
      for (int64_t i = 0; i < 2; ++i) out.push_back(number(i)), out.back().kind = Value::Bool;
      break;
    case Parameter::Text:
      for (int64_t i = 0; i < n; ++i) {
        Value v;
        v.kind = Value::Text;
        v.text = std::string(1, static_cast<char>('a' + i % 26));
        out.push_back(v);
      }
      break;
    case Parameter::List:
      for (int64_t i = 1; i <= n; ++i) out.push_back(list({number(i)}));
      // Where values may be renamed the other order must be there too.
      for (int64_t i = 1; i <= n; ++i)
        for (int64_t j = p.opaque ? 1 : i + 1; j <= n; ++j)
          if (i != j) out.push_back(list({number(i), number(j)}));
      break;
    case Parameter::Map:
      for (int64_t i = 1; i <= n; ++i)
        for (int64_t j = 1; j <= n; ++j) out.push_back(list({number(i), number(j)}, Value::Map));
      // Where values may be renamed the other ones must be there too.
      for (int64_t i = 1; i < n; ++i)
        for (int64_t j = 1; j <= (p.opaque ? n : 1); ++j)
          out.push_back(list({number(i), number(j), number(i + 1), number(j)}, Value::Map));
      break;
    case Parameter::Function: return functions_for(p.function ? *p.function : *function_of(p.type), values);
    case Parameter::Fixed: return p.fixed;
    case Parameter::Made:
      for (int64_t i = 1; i <= n; ++i) {
        out.push_back(list(std::vector<Value>(p.numbers, number(i)), Value::Object));
        out.back().text = p.maker;
        out.back().number = p.maker != p.type;
      }
      break;
    case Parameter::Empty: out.push_back(list({})); break;
    case Parameter::Unit: {
      Value v;
      v.kind = Value::Text;
      v.text = "SECONDS";
      out.push_back(v);
    }
  }
  return out;
}

namespace {

int64_t largest(const Value& v) {
  int64_t n = v.kind == Value::Int ? v.number : v.kind == Value::Text && v.text.size() == 1 ? v.text[0] - 'a' + 1 : 0;
  for (const Value& e : v.list) n = std::max(n, largest(e));
  return n;
}

void rename(Value& v, const std::vector<int64_t>& names) {
  if (v.kind == Value::Int && v.number >= 1 && v.number <= static_cast<int64_t>(names.size()))
    v.number = names[static_cast<size_t>(v.number) - 1];
  // Of a map the keys stay: they may be compared, or hashed.
  for (size_t i = 0; i < v.list.size(); ++i)
    if (v.kind != Value::Map || i % 2) rename(v.list[i], names);
}

std::string short_type(std::string type) {
  if (const size_t generic = type.find('<'); generic != std::string::npos) type.resize(generic);
  if (const size_t dot = type.rfind('.'); dot != std::string::npos) type.erase(0, dot + 1);
  return type;
}

}  // namespace

std::string MethodDescription::label() const {
  std::string out = name + "(";
  for (size_t i = 0; i < parameters.size(); ++i) out += (i ? "," : "") + short_type(parameters[i].type);
  return out + ")";
}

Description parse_description(std::string_view json, const std::string& origin) {
  return Reader(json, origin).description();
}

std::optional<Description> shipped_description(const std::string& cls) {
  for (const std::string_view json : shipped_descriptions()) {
    Description d = parse_description(json, "shipped with jmc");
    if (d.cls == cls) return d;
  }
  return std::nullopt;
}

namespace {

// The method of a description with this name and these kinds of parameters.
const MethodDescription* find(const Description& d, const MethodDescription& m) {
  for (const MethodDescription& other : d.methods)
    if (other.name == m.name &&
        std::equal(other.parameters.begin(), other.parameters.end(), m.parameters.begin(), m.parameters.end(),
                   [](const Parameter& a, const Parameter& b) { return a.filler == b.filler; }))
      return &other;
  return nullptr;
}

// What may be renamed is known for all methods together or not at all: a value must be renamed wherever it is.
void take_opaque(Description& d, const Description& from) {
  for (const MethodDescription& m : d.methods)
    if (!m.parameters.empty() && !find(from, m)) return;
  for (MethodDescription& m : d.methods)
    for (size_t i = 0; i < m.parameters.size(); ++i) m.parameters[i].opaque = find(from, m)->parameters[i].opaque;
}

}  // namespace

void complete_description(Description& d, const Methods& methods) {
  for (const std::string& hidden : methods.hidden()) d.hidden += (d.hidden.empty() ? "" : ", ") + hidden;
  bool says = false;  // itself what may be renamed
  for (const MethodDescription& m : d.methods)
    for (const Parameter& p : m.parameters) says |= p.opaque;
  if (const std::optional<Description> shipped = shipped_description(d.cls); shipped && !says) take_opaque(d, *shipped);
  std::vector<MethodDescription> usable;
  for (MethodDescription& m : d.methods) {
    try {
      methods.method(example(m));
      usable.push_back(std::move(m));
    } catch (const ProgramError& e) { d.left_out.push_back(m.label() + ": " + e.what()); }
  }
  d.methods = std::move(usable);
  if (d.methods.empty()) {
    std::string why;
    for (const std::string& s : d.left_out) why += (why.empty() ? ": left out " : "; ") + s;
    throw ProgramError(d.cls + ": the description (" + d.origin + ") has no method that can be called" +
                       (why.empty() ? ", expected public ones that are not static" : why) +
                       (d.hidden.empty() ? "" : "; not public: " + d.hidden));
  }
}

Call example(const MethodDescription& m) {
  Call call{m.name, {}};
  for (const Parameter& p : m.parameters) call.arguments.push_back(choices(p, 2).front());
  return call;
}

std::string text_of(const Description& d) {
  std::string out = "description of " + text_of(Call{d.cls, d.arguments}) + ", " + d.origin + "\n";
  std::string changing, reading;
  for (const MethodDescription& m : d.methods)
    (m.readonly ? reading : changing) += (m.readonly ? reading : changing).empty() ? m.label() : ", " + m.label();
  if (!changing.empty()) out += "  changing    " + changing + "\n";
  if (!reading.empty()) out += "  reading     " + reading + "\n";
  for (const std::string& s : d.left_out) out += "  left out    " + s + "\n";
  return out;
}

Instances instances_of(const Description& d, uint32_t values) {
  Instances out;
  std::map<std::string, uint16_t> numbers;
  for (size_t m = 0; m < d.methods.size(); ++m) {
    std::vector<Call> calls = {Call{d.methods[m].name, {}}};
    for (const Parameter& p : d.methods[m].parameters) {
      std::vector<Call> longer;
      for (const Call& c : calls)
        for (const Value& v : choices(p, values)) {
          longer.push_back(c);
          longer.back().arguments.push_back(v);
        }
      calls = std::move(longer);
    }
    for (Call& c : calls) {
      int64_t top = 0;
      for (size_t i = 0; i < c.arguments.size(); ++i)
        if (const Parameter::Filler f = d.methods[m].parameters[i].filler;
            f != Parameter::One && f != Parameter::Flag && f != Parameter::Unit && f != Parameter::Function &&
            f != Parameter::Fixed)
          top = std::max(top, largest(c.arguments[i]));
      numbers.emplace(std::to_string(m) + text_of(c), static_cast<uint16_t>(out.all.size()));
      out.all.push_back({std::move(c), static_cast<uint32_t>(m), static_cast<uint32_t>(top),
                         d.methods[m].readonly && !d.methods[m].by_name});
      if (out.all.size() > 4000)
        throw ProgramError(d.cls + ": more than 4000 different calls; expected fewer methods or values");
    }
  }
  std::vector<int64_t> names;
  for (uint32_t v = 1; v <= values; ++v) names.push_back(v);
  // Functions calculate with values: one that is renamed is another.
  const bool functions = std::any_of(d.methods.begin(), d.methods.end(), [](const MethodDescription& m) {
    return std::any_of(m.parameters.begin(), m.parameters.end(), [](const Parameter& p) {
      return p.filler == Parameter::Function || p.filler == Parameter::Made || p.filler == Parameter::Fixed;
    });
  });
  while (values <= 4 && !functions && std::next_permutation(names.begin(), names.end())) {
    std::vector<uint16_t> renaming;
    bool closed = true;
    for (const Instance& i : out.all) {
      Call c = i.call;
      const MethodDescription& m = d.methods[i.method];
      for (size_t a = 0; a < c.arguments.size(); ++a)
        if (m.parameters[a].opaque) rename(c.arguments[a], names);
      const auto it = numbers.find(std::to_string(i.method) + text_of(c));
      closed &= it != numbers.end();
      renaming.push_back(closed ? it->second : uint16_t{0});
    }
    if (closed) out.renamed.push_back(std::move(renaming));
  }
  return out;
}

}  // namespace jmc::linearizability
