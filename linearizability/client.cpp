#include "linearizability/client.hpp"

#include <algorithm>

#include "vm/class_writer.hpp"

namespace jmc::linearizability {

using vm::CodeWriter;
using vm::ClassWriter;
using vm::Label;
namespace bc = vm::bc;

namespace {

constexpr uint16_t kPublic = 1, kStatic = 8, kSuper = 0x20, kBridge = 0x40, kInterface = 0x200, kAbstract = 0x400, kSynthetic = 0x1000;
constexpr const char* kString = "java/lang/String";

std::string dotted(std::string name) {
  std::replace(name.begin(), name.end(), '/', '.');
  return name;
}

bool one_of(std::string_view text, std::initializer_list<std::string_view> list) { return std::find(list.begin(), list.end(), text) != list.end(); }

bool takes_object(std::string_view d) { return one_of(d, {"Ljava/lang/Object;", "Ljava/lang/Comparable;", "Ljava/io/Serializable;"}); }

// How well a value fits a parameter; 0: not at all.
int fit(const Value& v, std::string_view d) {
  switch (v.kind) {
    case Value::Null: return d[0] == 'L' || d[0] == '[' ? 1 : 0;
    case Value::Bool: return d == "Z" ? 4 : d == "Ljava/lang/Boolean;" ? 3 : takes_object(d) ? 1 : 0;
    case Value::Int: {
      const bool small = v.number == static_cast<int32_t>(v.number);
      if (d == "J") return small ? 3 : 4;
      if (!small) return 0;
      return d == "I" ? 4 : one_of(d, {"Ljava/lang/Integer;", "Ljava/lang/Number;"}) ? 2 : takes_object(d) ? 1 : 0;
    }
    case Value::Text: return d == "Ljava/lang/String;" ? 4 : one_of(d, {"Ljava/lang/CharSequence;"}) ? 3 : takes_object(d) ? 1 : 0;
    case Value::List: return one_of(d, {"Ljava/util/Collection;", "Ljava/util/List;", "Ljava/lang/Iterable;", "Ljava/util/ArrayList;"}) ? 4 : 0;
  }
  return 0;
}

int fit(const std::vector<Value>& values, const vm::Signature& s) {
  if (s.params.size() != values.size()) return 0;
  int sum = 1;
  for (size_t i = 0; i < values.size(); ++i) {
    const int one = fit(values[i], s.params[i]);
    if (!one) return 0;
    sum += one;
  }
  return sum;
}

// Results whose text depends on nothing but their value.
bool comparable_as_text(std::string_view d) {
  if (d.size() == 1) return true;
  if (d[0] == '[') return d.size() == 2 || d == "[Ljava/lang/Object;" || d == "[Ljava/lang/String;" || d == "[Ljava/lang/Integer;";
  return one_of(d, {"Ljava/lang/Object;", "Ljava/lang/String;", "Ljava/lang/Integer;", "Ljava/lang/Long;", "Ljava/lang/Boolean;", "Ljava/lang/Number;",
                    "Ljava/lang/Comparable;", "Ljava/util/Collection;", "Ljava/util/List;", "Ljava/util/Set;", "Ljava/util/SortedSet;",
                    "Ljava/util/NavigableSet;", "Ljava/util/Map;", "Ljava/util/SortedMap;", "Ljava/util/NavigableMap;", "Ljava/util/Map$Entry;",
                    "Ljava/util/Optional;", "Ljava/util/concurrent/ConcurrentNavigableMap;", "Ljava/util/concurrent/ConcurrentHashMap$KeySetView;"});
}

void push(CodeWriter& code, const Value& v, std::string_view d) {
  switch (v.kind) {
    case Value::Null: code.null(); return;
    case Value::Text: code.push_string(v.text); return;
    case Value::Bool:
      code.push_int(static_cast<int32_t>(v.number));
      if (d != "Z") code.invoke(bc::invokestatic, "java/lang/Boolean", "valueOf", "(Z)Ljava/lang/Boolean;");
      return;
    case Value::Int:
      if (d == "J") return code.push_pool(code.cls().long_value(v.number), 'J');
      code.push_int(static_cast<int32_t>(v.number));
      if (d != "I") code.invoke(bc::invokestatic, "java/lang/Integer", "valueOf", "(I)Ljava/lang/Integer;");
      return;
    case Value::List:
      code.type(bc::new_, "java/util/ArrayList");
      code.dup();
      code.invoke(bc::invokespecial, "java/util/ArrayList", "<init>", "()V");
      for (const Value& e : v.list) {
        code.dup();
        push(code, e, e.kind == Value::List ? "Ljava/util/List;" : "Ljava/lang/Object;");
        code.invoke(bc::invokevirtual, "java/util/ArrayList", "add", "(Ljava/lang/Object;)Z");
        code.pop('I');
      }
  }
}

// The result on the stack becomes a String.
void to_text(CodeWriter& code, std::string_view d) {
  if (d == "V") return code.push_string("_");
  if (d[0] == '[') {
    const std::string array = d.size() == 2 ? std::string(d) : "[Ljava/lang/Object;";
    return code.invoke(bc::invokestatic, "java/util/Arrays", "toString", "(" + array + ")Ljava/lang/String;");
  }
  const std::string_view kind = d[0] == 'L' ? "Ljava/lang/Object;" : d == "B" || d == "S" ? "I" : d;
  code.invoke(bc::invokestatic, kString, "valueOf", "(" + std::string(kind) + ")Ljava/lang/String;");
}

std::string result_name(size_t i) { return "r" + std::to_string(i); }
std::string call_name(size_t i) { return "call" + std::to_string(i); }
std::string thread_name(size_t t) { return "LinearizabilityThread" + std::to_string(t); }
std::string call_descriptor(const std::string& cls) { return "(L" + cls + ";)Ljava/lang/String;"; }

void begin_text(CodeWriter& code) {
  code.type(bc::new_, "java/lang/StringBuilder");
  code.dup();
  code.invoke(bc::invokespecial, "java/lang/StringBuilder", "<init>", "()V");
}
void append(CodeWriter& code) { code.invoke(bc::invokevirtual, "java/lang/StringBuilder", "append", "(Ljava/lang/String;)Ljava/lang/StringBuilder;"); }
void end_text(CodeWriter& code) { code.invoke(bc::invokevirtual, "java/lang/StringBuilder", "toString", "()Ljava/lang/String;"); }

void print(CodeWriter& code, int slot) {
  code.field(bc::getstatic, "java/lang/System", "out", "Ljava/io/PrintStream;");
  code.load('L', slot);
  code.invoke(bc::invokevirtual, "java/io/PrintStream", "println", "(Ljava/lang/String;)V");
}

}  // namespace

Client::Client(const Call& constructor, const Program& program, const Finder& find) : class_name_(constructor.method), constructor_(constructor), program_(program) {
  std::replace(class_name_.begin(), class_name_.end(), '.', '/');
  // The class and its supertypes, most derived first, superclasses before interfaces.
  std::vector<classfile::ClassFile> types;
  std::vector<std::string> names = {class_name_}, interfaces;
  for (size_t i = 0; i < names.size(); ++i) {
    const std::optional<classfile::Bytes> bytes = find(names[i]);
    if (!bytes) throw ProgramError("class " + dotted(names[i]) + " was not found");
    classfile::ClassFile c = classfile::parse(*bytes);
    for (std::string_view n : c.interfaces) interfaces.emplace_back(n);
    if (!c.super_name.empty() && !(c.flags & kInterface)) names.emplace_back(c.super_name);
    types.push_back(std::move(c));
    if (i + 1 == names.size())
      for (const std::string& n : std::exchange(interfaces, {}))
        if (std::find(names.begin(), names.end(), n) == names.end()) names.push_back(n);
  }
  const classfile::ClassFile& cls = types.front();
  if (cls.flags & (kAbstract | kInterface)) throw ProgramError(dotted(class_name_) + " is abstract, expected a class that can be constructed");
  if (!(cls.flags & kPublic) && class_name_.find('/') != std::string::npos) throw ProgramError(dotted(class_name_) + " is not public");

  const auto choose = [&](const Call& call, bool constructing) {
    std::string best, rival;
    int best_fit = 0;
    for (const classfile::ClassFile& c : types) {
      if (constructing && &c != &cls) break;
      for (const classfile::Method& m : c.methods) {
        if (m.name != (constructing ? "<init>" : std::string_view(call.method)) || (m.flags & (kStatic | kBridge | kSynthetic)) || !(m.flags & kPublic)) continue;
        const vm::Signature s = vm::parse_signature(m.descriptor);
        const int f = fit(call.arguments, s);
        if (!f || f < best_fit) continue;
        const std::string_view parameters = m.descriptor.substr(0, m.descriptor.find(')') + 1);
        if (f == best_fit) {
          if (!std::string_view(best).starts_with(parameters)) rival = m.descriptor;
        } else {
          best = m.descriptor;
          best_fit = f;
          rival.clear();
        }
      }
    }
    const std::string what = constructing ? "constructor of " + dotted(class_name_) + " for " + text_of(call) : "public method of " + dotted(class_name_) + " for " + text_of(call);
    if (best.empty()) throw ProgramError("no " + what);
    if (!rival.empty()) throw ProgramError("more than one " + what + ": " + best + " and " + rival);
    return best;
  };
  constructor_descriptor_ = choose(constructor_, true);
  for (const std::vector<Call>& thread : program_.threads)
    for (const Call& call : thread) {
      const std::string descriptor = choose(call, false);
      const std::string_view result = vm::parse_signature(descriptor).result;
      if (!comparable_as_text(result)) throw ProgramError(text_of(call) + " returns " + std::string(result) + ", which cannot be compared as text");
      calls_.push_back(&call);
      targets_.push_back({class_name_, descriptor});
    }
}

std::pair<std::string, std::vector<uint8_t>> Client::sequential(size_t number, const std::vector<int>& order) const {
  ClassWriter cls(kPublic | kSuper, "LinearizabilitySequential" + std::to_string(number), "java/lang/Object");
  CodeWriter code(cls, 1);
  const int object = code.new_local('L'), text = code.new_local('L');
  code.invoke(bc::invokestatic, kMain, "make", "()L" + class_name_ + ";");
  code.store('L', object);
  std::vector<int> results(calls_.size());
  for (const int i : order) {
    code.load('L', object);
    code.invoke(bc::invokestatic, kMain, call_name(static_cast<size_t>(i)), call_descriptor(class_name_));
    code.store('L', results[static_cast<size_t>(i)] = code.new_local('L'));
  }
  begin_text(code);
  for (size_t i = 0; i < results.size(); ++i) {
    if (i) code.push_string(", "), append(code);
    code.load('L', results[i]);
    append(code);
  }
  end_text(code);
  code.store('L', text);
  print(code, text);
  code.ret('V');
  cls.method(kPublic | kStatic, "main", "([Ljava/lang/String;)V", code);
  return {cls.name(), cls.finish()};
}

Classes Client::concurrent(const std::set<std::string>& admitted) const {
  Classes out;
  const std::string object = "L" + class_name_ + ";";
  ClassWriter cls(kPublic | kSuper, kMain, "java/lang/Object");
  {
    CodeWriter code(cls, 0);
    const vm::Signature s = vm::parse_signature(constructor_descriptor_);
    code.type(bc::new_, class_name_);
    code.dup();
    for (size_t i = 0; i < s.params.size(); ++i) push(code, constructor_.arguments[i], s.params[i]);
    code.invoke(bc::invokespecial, class_name_, "<init>", constructor_descriptor_);
    code.ret('L');
    cls.method(kPublic | kStatic, "make", "()" + object, code);
  }
  for (size_t i = 0; i < calls_.size(); ++i) {
    CodeWriter code(cls, 1);
    const vm::Signature s = vm::parse_signature(targets_[i].descriptor);
    Label start, end, handler;
    code.bind(start);
    code.load('L', 0);
    for (size_t a = 0; a < s.params.size(); ++a) push(code, calls_[i]->arguments[a], s.params[a]);
    code.invoke(bc::invokevirtual, class_name_, calls_[i]->method, targets_[i].descriptor);
    to_text(code, s.result);
    code.ret('L');
    code.bind(end);
    code.handler(start, end, handler, "java/lang/Throwable");
    code.bind(handler);
    code.invoke(bc::invokevirtual, "java/lang/Object", "getClass", "()Ljava/lang/Class;");
    code.invoke(bc::invokevirtual, "java/lang/Class", "getName", "()Ljava/lang/String;");
    code.ret('L');
    cls.method(kPublic | kStatic, call_name(i), call_descriptor(class_name_), code);
  }

  CodeWriter main(cls, 1);
  const int text = main.new_local('L'), shared = main.new_local('L');
  main.invoke(bc::invokestatic, kMain, "make", "()" + object);
  main.store('L', shared);
  std::vector<int> threads;
  size_t first = 0;
  for (size_t t = 0; t < program_.threads.size(); first += program_.threads[t++].size()) {
    ClassWriter thread(kPublic | kSuper, thread_name(t), "java/lang/Thread");
    thread.default_constructor("java/lang/Thread");
    thread.field(kPublic, "object", object);
    CodeWriter run(thread, 1);
    for (size_t i = first; i < first + program_.threads[t].size(); ++i) {
      thread.field(kPublic, result_name(i), "Ljava/lang/String;");
      run.load('L', 0);
      run.load('L', 0);
      run.field(bc::getfield, thread.name(), "object", object);
      run.invoke(bc::invokestatic, kMain, call_name(i), call_descriptor(class_name_));
      run.field(bc::putfield, thread.name(), result_name(i), "Ljava/lang/String;");
    }
    run.ret('V');
    thread.method(kPublic, "run", "()V", run);
    out.emplace_back(thread.name(), thread.finish());

    main.type(bc::new_, thread_name(t));
    main.dup();
    main.invoke(bc::invokespecial, thread_name(t), "<init>", "()V");
    main.store('L', threads.emplace_back(main.new_local('L')));
    main.load('L', threads.back());
    main.load('L', shared);
    main.field(bc::putfield, thread_name(t), "object", object);
  }
  for (size_t t = 0; t < threads.size(); ++t) main.load('L', threads[t]), main.invoke(bc::invokevirtual, thread_name(t), "start", "()V");
  for (size_t t = 0; t < threads.size(); ++t) main.load('L', threads[t]), main.invoke(bc::invokevirtual, thread_name(t), "join", "()V");
  begin_text(main);
  first = 0;
  for (size_t t = 0; t < threads.size(); first += program_.threads[t++].size())
    for (size_t i = first; i < first + program_.threads[t].size(); ++i) {
      if (i) main.push_string(", "), append(main);
      main.load('L', threads[t]);
      main.field(bc::getfield, thread_name(t), result_name(i), "Ljava/lang/String;");
      append(main);
    }
  end_text(main);
  main.store('L', text);
  print(main, text);
  Label explained;
  for (const std::string& outcome : admitted) {
    main.push_string(outcome);
    main.load('L', text);
    main.invoke(bc::invokevirtual, kString, "equals", "(Ljava/lang/Object;)Z");
    main.jump(bc::ifne, explained);
  }
  main.type(bc::new_, "java/lang/AssertionError");
  main.dup();
  begin_text(main);
  main.push_string(kUnexplained);
  append(main);
  main.load('L', text);
  append(main);
  end_text(main);
  main.invoke(bc::invokespecial, "java/lang/AssertionError", "<init>", "(Ljava/lang/Object;)V");
  main.op(bc::athrow, -1);
  if (!admitted.empty()) {
    main.bind(explained);
    main.ret('V');
  }
  cls.method(kPublic | kStatic, "main", "([Ljava/lang/String;)V", main);
  out.emplace_back(cls.name(), cls.finish());
  return out;
}

}  // namespace jmc::linearizability
