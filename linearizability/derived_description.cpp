// A description of a class that nobody has described: from its class file.
#include <algorithm>

#include "base/attempt.hpp"
#include "classfile/class_writer.hpp"
#include "classfile/descriptor.hpp"
#include "linearizability/description.hpp"
#include "linearizability/description_parts.hpp"

namespace jmc::linearizability {

namespace {

// Names of methods that look as if they changed nothing.
bool sounds_readonly(std::string_view name, bool is_void) {
  if (name == "forEach") return true;  // with a function that only looks
  if (is_void) return false;
  for (const std::string_view changing : {"getAnd", "getOrCompute", "getOrCreate", "isBroken"})
    if (name.starts_with(changing)) return false;
  for (const std::string_view word : {"size",
                                      "length",
                                      "count",
                                      "first",
                                      "last",
                                      "firstKey",
                                      "lastKey",
                                      "toArray",
                                      "toString",
                                      "element",
                                      "iterator",
                                      "elements",
                                      "keys",
                                      "values",
                                      "keySet",
                                      "entrySet",
                                      "mappingCount",
                                      "remainingCapacity",
                                      "descendingIterator",
                                      "spliterator"})
    if (name == word) return true;
  for (const std::string_view prefix :
       {"get", "peek", "is", "has", "reduce", "search", "contains", "ceiling", "floor", "higher", "lower", "headMap",
        "tailMap", "subMap", "headSet", "tailSet", "subSet", "indexOf", "lastIndexOf"})
    if (name.starts_with(prefix)) return true;
  return false;
}

// Names of the methods that a class of this kind is made for: if something is wrong, others are blamed first.
bool sounds_essential(std::string_view name) {
  for (const std::string_view word :
       {"add", "offer", "put", "push", "enqueue", "insert", "poll", "pop", "take", "dequeue", "remove", "peek", "get",
        "set", "contains", "containsKey", "putIfAbsent", "replace", "compareAndSet"})
    if (name == word) return true;
  return false;
}

Value value_of(Value::Kind kind, std::string text) {
  Value v;
  v.kind = kind;
  v.text = std::move(text);
  return v;
}

// Objects made of a number, of nothing, or of several numbers, which are the same then, by this constructor or factory.
// False: there are none.
bool fill_with_made(Parameter& p, const Methods& made, const std::string& maker) {
  for (const size_t numbers : {1, 0, 2, 3, 4}) {
    const std::vector<Value> arguments(numbers, number(1));
    if (!base::attempt<ProgramError>([&] { made.constructor({maker, arguments}); })) continue;
    p.numbers = numbers;
    p.maker = maker;
    p.filler = numbers ? Parameter::Made : Parameter::Fixed;
    if (!numbers) p.fixed = {value_of(Value::Object, maker)}, p.fixed.back().number = maker != p.type;
    return true;
  }
  return false;
}

// A class that has what an interface of collections, or of locks, promises; empty: none is known.
std::string usual_class(const std::string& interface) {
  constexpr std::pair<const char*, const char*> kUsual[] = {
      {"java.util.Queue", "java.util.ArrayDeque"},
      {"java.util.Deque", "java.util.ArrayDeque"},
      {"java.util.SortedSet", "java.util.TreeSet"},
      {"java.util.NavigableSet", "java.util.TreeSet"},
      {"java.util.SortedMap", "java.util.TreeMap"},
      {"java.util.NavigableMap", "java.util.TreeMap"},
      {"java.util.concurrent.ConcurrentMap", "java.util.concurrent.ConcurrentHashMap"},
      {"java.util.concurrent.BlockingQueue", "java.util.concurrent.LinkedBlockingQueue"},
      {"java.util.concurrent.BlockingDeque", "java.util.concurrent.LinkedBlockingDeque"},
      {"java.util.concurrent.locks.Lock", "java.util.concurrent.locks.ReentrantLock"},
      {"java.util.concurrent.locks.ReadWriteLock", "java.util.concurrent.locks.ReentrantReadWriteLock"}};
  for (const auto& [type, cls] : kUsual)
    if (interface == type) return cls;
  return "";
}

// Constants of an enum; objects made by a constructor, or by a factory of their class. False: there are none.
bool fill_with_objects(Parameter& p, const Methods& methods) {
  bool has = false;
  base::attempt<ProgramError>([&] {
    const Methods type = Methods::of_type(p.type, methods.finder());
    for (const std::string& c : type.constants()) p.fixed.push_back(value_of(Value::Constant, p.type + "." + c));
    p.filler = Parameter::Fixed;
    if (!p.fixed.empty()) return void(has = true);
    if (const std::string usual = usual_class(p.type); !usual.empty()) {
      p.fixed = {value_of(Value::Object, usual)};
      return void(has = true);
    }
    base::attempt<ProgramError>([&] { has = fill_with_made(p, methods.of(p.type), p.type); });
    for (const std::string& factory : type.own_factories())
      if (!has) base::attempt<ProgramError>([&] { has = fill_with_made(p, methods.of(factory), factory); });
  });
  return has;
}

// A parameter of this type, filled; none: nothing fills it.
std::optional<Parameter> parameter_of(std::string_view descriptor, const Methods& methods) {
  Parameter p;
  p.type = classfile::type_in_java(descriptor);
  if (const auto filler = filler_of(p.type)) {
    p.filler = *filler;
    return p;
  }
  p.function = methods.function(descriptor);
  if (p.function) {
    p.filler = Parameter::Function;
    return p;
  }
  if (!fill_with_objects(p, methods)) return {};
  return p;
}

}  // namespace

std::optional<std::vector<Value>> usual_arguments(const Methods& methods) {
  std::optional<std::vector<Value>> best;
  for (const bool simple : {true, false}) {
    for (const std::string& descriptor : methods.constructors()) {
      std::vector<Value> arguments;
      bool usable = true;
      for (const std::string_view d : classfile::parse_signature(descriptor).params) {
        if (d == "I" || d == "J") {
          arguments.push_back(number(2));
        } else if (d == "Z") {
          arguments.push_back(number(0)), arguments.back().kind = Value::Bool;
        } else if (std::optional<Parameter> p = simple ? std::nullopt : parameter_of(d, methods)) {
          const bool counts = p->filler == Parameter::Number && d.size() == 1;
          if (p->filler == Parameter::List || p->filler == Parameter::Map)
            arguments.push_back(list({}, p->filler == Parameter::Map ? Value::Map : Value::List));
          else arguments.push_back(counts ? number(2) : choices(*p, 1).front());
        } else {
          usable = false;
        }
      }
      // Which constructor they mean must be clear.
      if (usable && (!best || arguments.size() < best->size()) && (simple || base::attempt<ProgramError>([&] {
                                                                     methods.constructor({methods.maker(), arguments});
                                                                   })))
        best = arguments;
    }
    if (best) break;
  }
  return best;
}

namespace {

// Why nothing makes an object, and what would.
std::string no_maker(const Methods& methods) {
  if (!methods.constructors().empty())
    return "no public constructor (or factory) has parameters that can be filled; expected CLASS(arguments), or a "
           "public static method of a class of your own that makes one: CLASS.method(arguments); there is " +
           methods.signatures();
  std::string text =
      "it has no public constructor; expected one, or a factory, which may be a public static method of a class of "
      "your own: CLASS.method(arguments)";
  if (const std::vector<std::string> own = methods.own_factories(); !own.empty())
    text += ", for instance " + own.front();
  return text;
}

}  // namespace

Description derived_description(const Methods& methods, const std::optional<Call>& constructor) {
  Description d;
  d.cls = methods.maker();
  d.origin = "derived from the class file";
  if (constructor) {
    d.arguments = constructor->arguments;
  } else {
    const std::optional<std::vector<Value>> best = usual_arguments(methods);
    if (!best) throw ProgramError(d.cls + ": " + no_maker(methods));
    d.arguments = *best;
  }
  for (const Methods::Public& m : methods.all()) {
    if (m.name == "equals" || m.name == "hashCode" || m.name == "clone" || m.name == "finalize") continue;
    const classfile::Signature s = classfile::parse_signature(m.descriptor);
    MethodDescription out;
    out.name = m.name;
    out.readonly = out.by_name = sounds_readonly(m.name, s.result == "V");
    out.trusted = sounds_essential(m.name);
    std::string missing;
    for (const std::string_view p : s.params) {
      std::optional<Parameter> parameter = parameter_of(p, methods);
      if (!parameter) {
        missing = classfile::type_in_java(p);
        break;
      }
      if (parameter->filler == Parameter::List && (m.name == "drainTo" || m.name == "toArray"))
        parameter->filler = Parameter::Empty;
      if (parameter->filler == Parameter::Unit && !out.parameters.empty())
        out.parameters.back().filler = Parameter::One;
      out.parameters.push_back(*std::move(parameter));
    }
    if (!missing.empty()) d.left_out.push_back(m.name + ": no values for a parameter of type " + missing);
    else d.methods.push_back(std::move(out));
  }
  return d;
}

}  // namespace jmc::linearizability
