#include "linearizability/methods.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "classfile/access_flags.hpp"
#include "classfile/bytecode.hpp"
#include "classfile/class_writer.hpp"
#include "classfile/descriptor.hpp"
#include "classfile/external_name.hpp"
#include "linearizability/functions.hpp"
#include "vm/code/bytecodes.hpp"

namespace jmc::linearizability {

namespace {

using enum classfile::AccessFlags;

bool one_of(std::string_view text, std::initializer_list<std::string_view> list) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

bool takes_object(std::string_view d) {
  return one_of(d, {"Ljava/lang/Object;", "Ljava/lang/Comparable;", "Ljava/io/Serializable;"});
}

// How well a number fits a parameter.
int fit(int64_t n, std::string_view d) {
  const bool small = n == static_cast<int32_t>(n);
  if (d == "J") return small ? 6 : 8;
  if (!small) return 0;
  if (d == "I") return 8;
  if (one_of(d, {"Ljava/lang/Integer;", "Ljava/lang/Number;"})) return 4;
  if (takes_object(d)) return 2;
  if (one_of(d, {"B", "Ljava/lang/Byte;"})) return n == static_cast<int8_t>(n);
  if (one_of(d, {"S", "Ljava/lang/Short;"})) return n == static_cast<int16_t>(n);
  if (one_of(d, {"C", "Ljava/lang/Character;"})) return n == static_cast<uint16_t>(n);
  return one_of(d, {"F", "D", "Ljava/lang/Long;", "Ljava/lang/Float;", "Ljava/lang/Double;"});
}

std::string package_of(std::string_view class_name) {
  const size_t slash = class_name.rfind('/');
  return std::string(class_name.substr(0, slash == std::string_view::npos ? 0 : slash));
}

// "(int,java.util.List)"
std::string parameters_in_java(std::string_view descriptor) {
  std::string out = "(";
  for (const std::string_view p : classfile::parse_signature(descriptor).params)
    out += (out.size() > 1 ? "," : "") + classfile::type_in_java(p);
  return out + ")";
}

}  // namespace

ResultKind result_kind(std::string_view d) {
  if (d == "V") return ResultKind::Void;
  if (d.size() == 1) return ResultKind::Text;
  if (d[0] == '[')
    return d.size() == 2 || one_of(d, {"[Ljava/lang/Object;", "[Ljava/lang/String;", "[Ljava/lang/Integer;"})
               ? ResultKind::Array
               : ResultKind::None;
  if (d == "Ljava/lang/Iterable;") return ResultKind::Iterable;
  if (one_of(d, {"Ljava/util/Iterator;", "Ljava/util/ListIterator;"})) return ResultKind::Iterator;
  if (d == "Ljava/util/Enumeration;") return ResultKind::Enumeration;
  if (d == "Ljava/util/Spliterator;") return ResultKind::Spliterator;
  return one_of(d, {"Ljava/lang/Object;",
                    "Ljava/lang/String;",
                    "Ljava/lang/CharSequence;",
                    "Ljava/lang/Void;",
                    "Ljava/lang/Integer;",
                    "Ljava/lang/Long;",
                    "Ljava/lang/Boolean;",
                    "Ljava/lang/Short;",
                    "Ljava/lang/Byte;",
                    "Ljava/lang/Character;",
                    "Ljava/lang/Float;",
                    "Ljava/lang/Double;",
                    "Ljava/lang/Number;",
                    "Ljava/lang/Comparable;",
                    "Ljava/util/Collection;",
                    "Ljava/util/List;",
                    "Ljava/util/Set;",
                    "Ljava/util/SortedSet;",
                    "Ljava/util/NavigableSet;",
                    "Ljava/util/Map;",
                    "Ljava/util/SortedMap;",
                    "Ljava/util/NavigableMap;",
                    "Ljava/util/Map$Entry;",
                    "Ljava/util/Optional;",
                    "Ljava/util/concurrent/ConcurrentNavigableMap;",
                    "Ljava/util/concurrent/ConcurrentHashMap$KeySetView;"})
             ? ResultKind::Text
             : ResultKind::None;
}

// "pkg/C/method": sets what the factory is and what it makes.
bool Methods::find_factory(const std::string& name, const Finder& find) {
  const size_t slash = name.rfind('/');
  if (slash == std::string::npos) return false;
  const std::string owner = name.substr(0, slash), method = name.substr(slash + 1);
  const std::optional<classfile::Bytes> bytes = find(owner);
  if (!bytes) return false;
  const classfile::ClassFile c = classfile::parse(*bytes);
  if (!(c.flags & kPublic)) must_be_in(owner);
  for (const classfile::Method& m : c.methods) {
    if (m.name != method || !(m.flags & kPublic) || !(m.flags & kStatic) || (m.flags & (kBridge | kSynthetic)))
      continue;
    const std::string_view made = classfile::parse_signature(m.descriptor).result;
    if (made[0] != 'L')
      throw ProgramError("the factory " + dotted(name) + " makes no object: its result is " + std::string(made));
    const std::string type(made.substr(1, made.size() - 2));
    if (!factories_.empty() && type != name_)
      throw ProgramError("overloads of the factory " + dotted(name) + " have different results: " + dotted(name_) +
                         " and " + dotted(type));
    name_ = type;
    factories_.emplace_back(m.descriptor);
  }
  if (factories_.empty())
    throw ProgramError(
        dotted(owner) + " has no public static method " + method + ", and there is no class " + dotted(name) +
        (find(owner + "$" + method) ? "; the nested class is '" + dotted(owner) + "$" + method + "'" : ""));
  factory_owner_ = owner;
  of_interface_ = c.flags & kInterface;
  factory_ = method;
  return true;
}

// What calls it is put into its package, which is possible for all but those of the JDK.
void Methods::must_be_in(std::string_view class_name) {
  const std::string package = package_of(class_name);
  for (const std::string_view of_jdk : {"java/", "javax/", "jdk/", "sun/", "com/sun/"})
    if (class_name.starts_with(of_jdk)) throw ProgramError(dotted(std::string(class_name)) + " is not public");
  if (package_ && *package_ != package)
    throw ProgramError(dotted(std::string(class_name)) + " is not public, and not in the package " +
                       (package_->empty() ? "without a name" : dotted(*package_)));
  package_ = package;
}

Methods Methods::of(const std::string& class_name) const {
  Methods out(class_name, find_);
  if (out.package_ && *out.package_ != home()) throw ProgramError(class_name + " is not public");
  return out;
}

std::string Methods::home() const { return package_ ? *package_ : package_of(name_); }

std::string Methods::maker() const {
  return factory_.empty() ? dotted(name_) : dotted(factory_owner_) + "." + factory_;
}

bool Methods::is_interface() const { return types_.front().flags & kInterface; }

Methods::Methods(const std::string& name, const Finder& find) : Methods(name, find, false) {}

Methods Methods::of_type(const std::string& name, const Finder& find) { return Methods(name, find, true); }

Methods::Methods(const std::string& name, const Finder& find, bool any) : find_(find), name_(name) {
  std::replace(name_.begin(), name_.end(), '.', '/');
  if (!any && !find(name_)) find_factory(std::string(name_), find);
  std::vector<std::string> names = {name_}, interfaces;
  for (size_t i = 0; i < names.size(); ++i) {
    const std::optional<classfile::Bytes> bytes = find(names[i]);
    if (!bytes) throw NoSuchClass(dotted(names[i]));
    classfile::ClassFile c = classfile::parse(*bytes);
    for (std::string_view n : c.interfaces) interfaces.emplace_back(n);
    if (!c.super_name.empty() && !(c.flags & kInterface)) names.emplace_back(c.super_name);
    types_.push_back(std::move(c));
    if (i + 1 == names.size())
      for (const std::string& n : std::exchange(interfaces, {}))
        if (std::find(names.begin(), names.end(), n) == names.end()) names.push_back(n);
  }
  const classfile::ClassFile& cls = types_.front();
  if (any) return;
  if (factory_.empty() && (cls.flags & (kAbstract | kInterface)))
    throw ProgramError(dotted(name_) +
                       " is abstract, expected a class that can be constructed, or a factory: CLASS.method(arguments)");
  if (!(cls.flags & kPublic)) must_be_in(name_);
  const std::vector<std::string> made_by = constructors();
  if (factory_.empty() && std::any_of(cls.methods.begin(), cls.methods.end(), [&](const classfile::Method& m) {
        return m.name == "<init>" && !(m.flags & kPublic) &&
               std::find(made_by.begin(), made_by.end(), m.descriptor) != made_by.end();
      }))
    must_be_in(name_);

  std::set<std::string> seen;
  for (const classfile::ClassFile& c : types_) {
    if (c.name == "java/lang/Object") continue;
    for (const classfile::Method& m : c.methods) {
      if (!(m.flags & kPublic) || (m.flags & (kStatic | kBridge | kSynthetic)) || m.name[0] == '<') continue;
      const std::string key = std::string(m.name) + std::string(m.descriptor.substr(0, m.descriptor.find(')') + 1));
      if (seen.insert(key).second) all_.push_back({std::string(m.name), std::string(m.descriptor)});
    }
  }
}

// How well a value fits a parameter; 0: not at all.
int Methods::fit(const Value& v, std::string_view d) const {
  switch (v.kind) {
    case Value::Null: return d[0] == 'L' || d[0] == '[' ? 2 : 0;
    case Value::Bool: return d == "Z" ? 8 : d == "Ljava/lang/Boolean;" ? 6 : takes_object(d) ? 2 : 0;
    case Value::Int: return linearizability::fit(v.number, d);
    case Value::Text:
      if (d == "Ljava/util/concurrent/TimeUnit;")
        return one_of(v.text, {"NANOSECONDS", "MICROSECONDS", "MILLISECONDS", "SECONDS", "MINUTES", "HOURS", "DAYS"})
                   ? 8
                   : 0;
      return d == "Ljava/lang/String;" ? 8 : one_of(d, {"Ljava/lang/CharSequence;"}) ? 6 : takes_object(d) ? 2 : 0;
    case Value::List:
      if (d == "[Ljava/lang/Object;") return 6;
      if (d == "[I" || d == "[J" || d == "[Ljava/lang/Integer;")
        return std::all_of(v.list.begin(), v.list.end(),
                           [&](const Value& e) { return fit(e, d == "[Ljava/lang/Integer;" ? "I" : d.substr(1)); })
                   ? 6
                   : 0;
      return one_of(d, {"Ljava/util/Collection;", "Ljava/util/List;", "Ljava/lang/Iterable;", "Ljava/util/ArrayList;"})
                 ? 8
                 : 0;
    case Value::Map: return one_of(d, {"Ljava/util/Map;", "Ljava/util/LinkedHashMap;"}) ? 8 : 0;
    case Value::Function: {
      const std::optional<FunctionType> type = function(d);
      return type && fits(v, *type) ? 8 : 0;
    }
    case Value::Object: {
      const Methods made = of(v.text);
      const int f = fit_class(dotted(made.internal_name()), d);
      if (f) made.constructor({v.text, v.list});  // there is one
      return f;
    }
    case Value::Constant: {
      const size_t dot = v.text.rfind('.');
      const std::string owner = v.text.substr(0, dot);
      const std::vector<std::string> all = Methods::of_type(owner, find_).constants();
      if (std::find(all.begin(), all.end(), v.text.substr(dot + 1)) == all.end())
        throw ProgramError(v.text + " is no constant of an enum");
      return fit_class(owner, d);
    }
  }
  return 0;
}

int Methods::fit(const std::vector<Value>& values, const classfile::Signature& s) const {
  if (s.params.size() != values.size()) return 0;
  int sum = 1;
  for (size_t i = 0; i < values.size(); ++i) {
    const int one = fit(values[i], s.params[i]);
    if (!one) return 0;
    sum += one;
  }
  return sum;
}

int Methods::fit_class(const std::string& cls, std::string_view d) const {
  if (!d.starts_with('L')) return 0;
  if (takes_object(d) && d != "Ljava/lang/Comparable;") return 2;
  const Methods type = of_type(cls, find_);
  return d.substr(1, d.size() - 2) == type.internal_name() ? 8 : type.subtype_of(classfile::class_entry(d)) ? 4 : 0;
}

std::vector<std::string> Methods::constructors() const {
  std::vector<std::string> out = factories_;
  if (!factory_.empty()) return out;
  for (const bool all : {false, true}) {
    if (all && !(out.empty() && (name_.find('/') == std::string::npos || own_factories().empty()))) break;
    for (const classfile::Method& m : types_.front().methods)
      if (m.name == "<init>" && (all ? !(m.flags & kPrivate) : m.flags & kPublic)) out.emplace_back(m.descriptor);
  }
  return out;
}

std::vector<std::string> Methods::own_factories() const {
  std::vector<std::pair<size_t, std::string>> found;
  for (const classfile::Method& m : types_.front().methods)
    if (const classfile::Signature s = classfile::parse_signature(m.descriptor);
        (m.flags & kPublic) && (m.flags & kStatic) && s.result == "L" + name_ + ";")
      found.emplace_back(s.params.size(), dotted(name_) + "." + std::string(m.name));
  std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string> out;
  for (auto& [parameters, name] : found) out.push_back(std::move(name));
  return out;
}

std::vector<std::string> Methods::constants() const {
  std::vector<std::string> out;
  const classfile::ClassFile& cls = types_.front();
  if (cls.super_name != "java/lang/Enum") return out;
  for (const classfile::Field& f : cls.fields)
    if ((f.flags & kStatic) && (f.flags & kPublic) && f.descriptor == "L" + name_ + ";") out.emplace_back(f.name);
  return out;
}

std::optional<FunctionType> Methods::function(std::string_view d) const {
  if (std::optional<FunctionType> known = function_type(d)) return known;
  if (!d.starts_with('L') || !find_(classfile::class_entry(d))) return {};
  const Methods type = of_type(std::string(classfile::class_entry(d)), find_);
  if (!type.is_interface() || (!(type.types_.front().flags & kPublic) && package_of(type.name_) != home())) return {};
  // Of those with the same name and descriptor the first counts, which may have a body.
  std::map<std::pair<std::string_view, std::string_view>, bool> open;
  for (const classfile::ClassFile& c : type.types_)
    for (const classfile::Method& m : c.methods)
      if (!(m.flags & (kStatic | kPrivate)) && !one_of(m.name, {"equals", "hashCode", "toString"}))
        open.try_emplace({m.name, m.descriptor}, (m.flags & kAbstract) != 0);
  std::erase_if(open, [](const auto& m) { return !m.second; });
  if (open.size() != 1) return {};
  const auto& [name, descriptor] = open.begin()->first;
  return function_type(type.name_, name, descriptor);
}

namespace {

enum class Text : uint8_t { OfValue, OfSuper, OfIdentity };

// What a toString() makes its text from, as far as its own code tells. `hashes`: the hash code is one of values.
Text text_made_of(const classfile::ClassFile& c, const classfile::Method& m, bool hashes) {
  namespace bc = classfile::bc;
  if (!m.code) return Text::OfValue;
  const std::span<const uint8_t> code = m.code->bytecode;
  Text found = Text::OfValue;
  for (uint32_t at = 0, length = 0; at < code.size() && (length = vm::instruction_length(code, at)); at += length) {
    if (code[at] != bc::invokespecial && code[at] != bc::invokestatic && code[at] != bc::invokevirtual) continue;
    if (at + 2 >= code.size()) continue;
    const classfile::ConstantPool::Member called =
        c.pool.member(static_cast<uint16_t>(code[at + 1] << 8 | code[at + 2]));
    if (code[at] == bc::invokespecial && called.name == "toString" && called.descriptor == m.descriptor)
      found = Text::OfSuper;
    if (called.name == "identityHashCode" || called.name == "toIdentityString") return Text::OfIdentity;
    if (!hashes && called.name == "hashCode" && (called.owner == c.name || called.owner == "java/lang/Object"))
      return Text::OfIdentity;
  }
  return found;
}

}  // namespace

bool Methods::has_text() const {
  const bool hashes = std::any_of(types_.begin(), types_.end(), [](const classfile::ClassFile& c) {
    return c.name != "java/lang/Object" && std::any_of(c.methods.begin(), c.methods.end(), [](const auto& m) {
             return m.name == "hashCode" && m.descriptor == "()I" && !(m.flags & kAbstract);
           });
  });
  // Most derived first; an interface has none.
  for (const classfile::ClassFile& c : types_) {
    if (c.name == "java/lang/Object") continue;
    for (const classfile::Method& m : c.methods) {
      if (m.name != "toString" || m.descriptor != "()Ljava/lang/String;" || (m.flags & kAbstract)) continue;
      const Text text = text_made_of(c, m, hashes);
      if (text != Text::OfSuper) return text == Text::OfValue;
    }
  }
  return false;
}

bool Methods::subtype_of(std::string_view name) const {
  return std::any_of(types_.begin(), types_.end(), [&](const classfile::ClassFile& c) { return c.name == name; });
}

std::string Methods::described(const Call& call, bool constructing) const {
  return (!constructing      ? "public method of " + dotted(name_)
          : factory_.empty() ? "constructor of " + dotted(name_)
                             : "overload of the factory " + maker()) +
         " for " + text_of(call);
}

std::optional<std::string> Methods::best(const Call& call, bool constructing) const {
  std::string best, rival;
  int best_fit = 0;
  const auto consider = [&](std::string_view descriptor) {
    const int f = fit(call.arguments, classfile::parse_signature(descriptor));
    if (!f || f < best_fit) return;
    const std::string_view parameters = descriptor.substr(0, descriptor.find(')') + 1);
    if (f == best_fit) {
      if (!std::string_view(best).starts_with(parameters)) rival = descriptor;
    } else {
      best = descriptor;
      best_fit = f;
      rival.clear();
    }
  };
  if (constructing) {
    for (const std::string& descriptor : constructors()) consider(descriptor);
  } else {
    for (const classfile::ClassFile& c : types_)
      for (const classfile::Method& m : c.methods)
        if (m.name == call.method && (m.flags & kPublic) && !(m.flags & (kStatic | kBridge | kSynthetic)))
          consider(m.descriptor);
  }
  if (!rival.empty())
    throw ProgramError("more than one " + described(call, constructing) + ": " + best + " and " + rival);
  if (best.empty()) return {};
  return best;
}

std::string Methods::choose(const Call& call, bool constructing) const {
  std::optional<std::string> found = best(call, constructing);
  if (found) return *found;
  std::string there = constructing ? signatures() : "";
  if (!constructing)
    for (const Public& m : all_)
      if (m.name == call.method) there += (there.empty() ? "" : ", ") + m.name + parameters_in_java(m.descriptor);
  throw ProgramError("no " + described(call, constructing) + (there.empty() ? "" : "; there is " + there));
}

std::string Methods::signatures() const {
  const std::string maker = dotted(factory_.empty() ? name_ : factory_owner_ + "." + factory_);
  std::string out;
  for (const std::string& descriptor : constructors())
    out += (out.empty() ? "" : ", ") + maker + parameters_in_java(descriptor);
  return out;
}

std::vector<std::string> Methods::hidden() const {
  std::vector<std::string> out;
  for (const classfile::Method& m : types_.front().methods)
    if (!(m.flags & (kPublic | kPrivate | kStatic | kBridge | kSynthetic)) && m.name[0] != '<')
      out.push_back(std::string(m.name) + parameters_in_java(m.descriptor));
  return out;
}

std::optional<std::string> Methods::find(const Call& call) const { return best(call, false); }

std::vector<std::string> Methods::taking(std::string_view name, const std::vector<Value>& arguments,
                                         size_t more) const {
  std::vector<std::string> out;
  for (const Public& m : all_) {
    if (m.name != name) continue;
    classfile::Signature s = classfile::parse_signature(m.descriptor);
    if (s.params.size() != arguments.size() + more) continue;
    s.params.resize(arguments.size());
    if (fit(arguments, s)) out.push_back(m.descriptor);
  }
  return out;
}

std::string Methods::constructor(const Call& call) const { return choose(call, true); }

bool Methods::comparable(std::string_view d) const {
  if (result_kind(d) != ResultKind::None) return true;
  return d.starts_with('L') && find_(classfile::class_entry(d)) &&
         of_type(std::string(classfile::class_entry(d)), find_).has_text();
}

std::string Methods::method(const Call& call) const {
  std::string descriptor = choose(call, false);
  const std::string_view result = classfile::parse_signature(descriptor).result;
  if (!comparable(result))
    throw ProgramError(text_of(call) + " returns " + classfile::type_in_java(result) +
                       ", which cannot be compared as text");
  return descriptor;
}

}  // namespace jmc::linearizability
