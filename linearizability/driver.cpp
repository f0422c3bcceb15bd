#include "linearizability/driver.hpp"

#include <charconv>

#include "classfile/access_flags.hpp"
#include "classfile/class_writer.hpp"

namespace jmc::linearizability {

using classfile::ClassWriter;
using classfile::CodeWriter;
using classfile::Label;
using enum classfile::AccessFlags;
namespace bc = classfile::bc;

namespace {

constexpr const char* kString = "java/lang/String";
constexpr const char* kObject = "Ljava/lang/Object;";
constexpr const char* kNode = "LinearizabilityCall";
constexpr const char* kNodeType = "LLinearizabilityCall;";
constexpr const char* kResults = "[Ljava/lang/Object;";
constexpr const char* kAllResults = "[[Ljava/lang/Object;";
constexpr const char* kCounter = "java/util/concurrent/atomic/AtomicInteger";
constexpr const char* kCounters = "[Ljava/util/concurrent/atomic/AtomicInteger;";

void push(CodeWriter& code, const Value& v, std::string_view d) {
  switch (v.kind) {
    case Value::Null: code.null(); return;
    case Value::Text:
      if (d == "Ljava/util/concurrent/TimeUnit;")
        return code.field(bc::getstatic, "java/util/concurrent/TimeUnit", v.text, d);
      return code.push_string(v.text);
    case Value::Bool:
      code.push_int(static_cast<int32_t>(v.number));
      if (d != "Z") code.invoke(bc::invokestatic, "java/lang/Boolean", "valueOf", "(Z)Ljava/lang/Boolean;");
      return;
    case Value::Int:
      if (d == "J") return code.push_pool(code.cls().long_value(v.number), 'J');
      code.push_int(static_cast<int32_t>(v.number));
      if (d != "I") code.invoke(bc::invokestatic, "java/lang/Integer", "valueOf", "(I)Ljava/lang/Integer;");
      return;
    case Value::List: {
      const bool array = d[0] == '[';
      if (d == "[I" || d == "[J") {
        code.push_int(static_cast<int32_t>(v.list.size()));
        code.op(bc::newarray, 0);
        code.op(d == "[I" ? 10 : 11, 0);  // the operand of newarray
        for (size_t i = 0; i < v.list.size(); ++i) {
          code.dup();
          code.push_int(static_cast<int32_t>(i));
          push(code, v.list[i], d.substr(1));
          code.op(d == "[I" ? bc::iastore : bc::lastore, d == "[I" ? -3 : -4);
        }
        return;
      }
      const char* type = d == "[Ljava/lang/Integer;" ? "java/lang/Integer"
                         : array                     ? "java/lang/Object"
                                                     : "java/util/ArrayList";
      if (array) code.push_int(static_cast<int32_t>(v.list.size()));
      code.type(array ? bc::anewarray : bc::new_, type);
      if (!array) code.dup(), code.invoke(bc::invokespecial, type, "<init>", "()V");
      for (size_t i = 0; i < v.list.size(); ++i) {
        const Value& e = v.list[i];
        code.dup();
        if (array) code.push_int(static_cast<int32_t>(i));
        push(code, e, e.kind == Value::List ? "Ljava/util/List;" : e.kind == Value::Map ? "Ljava/util/Map;" : kObject);
        if (array) {
          code.op(bc::aastore, -3);
        } else {
          code.invoke(bc::invokevirtual, type, "add", "(Ljava/lang/Object;)Z");
          code.pop('I');
        }
      }
      return;
    }
    case Value::Map:
      code.type(bc::new_, "java/util/LinkedHashMap");
      code.dup();
      code.invoke(bc::invokespecial, "java/util/LinkedHashMap", "<init>", "()V");
      for (size_t i = 0; i + 1 < v.list.size(); i += 2) {
        code.dup();
        for (size_t j = i; j < i + 2; ++j)
          push(code, v.list[j],
               v.list[j].kind == Value::List  ? "Ljava/util/List;"
               : v.list[j].kind == Value::Map ? "Ljava/util/Map;"
                                              : kObject);
        code.invoke(bc::invokevirtual, "java/util/LinkedHashMap", "put",
                    "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;");
        code.pop('L');
      }
  }
}

void value_of(CodeWriter& code, std::string_view d) {
  code.invoke(bc::invokestatic, kString, "valueOf", "(" + std::string(d) + ")Ljava/lang/String;");
}

// The elements that are left, as a list: what is on the stack is replaced by its text.
void drain(CodeWriter& code, const char* type, const char* more, const char* next) {
  const int from = code.new_local('L'), list = code.new_local('L');
  code.store('L', from);
  code.type(bc::new_, "java/util/ArrayList");
  code.dup();
  code.invoke(bc::invokespecial, "java/util/ArrayList", "<init>", "()V");
  code.store('L', list);
  Label again, over;
  code.bind(again);
  code.load('L', from);
  code.invoke(bc::invokeinterface, type, more, "()Z", true);
  code.jump(bc::ifeq, over);
  code.load('L', list);
  code.load('L', from);
  code.invoke(bc::invokeinterface, type, next, "()Ljava/lang/Object;", true);
  code.invoke(bc::invokevirtual, "java/util/ArrayList", "add", "(Ljava/lang/Object;)Z");
  code.pop('I');
  code.jump(bc::goto_, again);
  code.bind(over);
  code.load('L', list);
  value_of(code, kObject);
}

// The result on the stack becomes an object whose text is its own: small boxes, which cost no state, or else a String.
void to_result(CodeWriter& code, std::string_view d) {
  switch (result_kind(d)) {
    case ResultKind::Void:
    case ResultKind::None: return code.push_string("_");
    case ResultKind::Array: {
      const std::string array = d.size() == 2 ? std::string(d) : "[Ljava/lang/Object;";
      return code.invoke(bc::invokestatic, "java/util/Arrays", "toString", "(" + array + ")Ljava/lang/String;");
    }
    case ResultKind::Iterator: return drain(code, "java/util/Iterator", "hasNext", "next");
    case ResultKind::Enumeration: return drain(code, "java/util/Enumeration", "hasMoreElements", "nextElement");
    case ResultKind::Spliterator:
      code.invoke(bc::invokestatic, "java/util/Spliterators", "iterator",
                  "(Ljava/util/Spliterator;)Ljava/util/Iterator;");
      return drain(code, "java/util/Iterator", "hasNext", "next");
    case ResultKind::Text: break;
  }
  if (d == "I" || d == "B" || d == "S")
    return code.invoke(bc::invokestatic, "java/lang/Integer", "valueOf", "(I)Ljava/lang/Integer;");
  if (d == "Z") return code.invoke(bc::invokestatic, "java/lang/Boolean", "valueOf", "(Z)Ljava/lang/Boolean;");
  if (d.size() == 1) return value_of(code, d);
  Label keep, done;
  code.dup();
  code.type(bc::instanceof_, "java/lang/Integer");
  code.jump(bc::ifne, keep);
  value_of(code, kObject);
  code.jump(bc::goto_, done);
  code.bind(keep);
  code.bind(done);
}

std::string call_name(size_t i) { return "call" + std::to_string(i); }

// Calls number from..to-1 of the table, for the number in local 1; the object is in local 0.
void dispatch(CodeWriter& code, const std::string& object, size_t from, size_t to) {
  if (to - from <= 1) {
    code.load('L', 0);
    code.invoke(bc::invokestatic, Driver::kMain, call_name(from), "(" + object + ")Ljava/lang/Object;");
    return code.ret('L');
  }
  const size_t middle = (from + to) / 2;
  Label upper;
  code.load('I', 1);
  code.push_int(static_cast<int32_t>(middle));
  code.jump(bc::if_icmpge, upper);
  dispatch(code, object, from, middle);
  code.bind(upper);
  dispatch(code, object, middle, to);
}

}  // namespace

Driver::Driver(const Methods& methods, Call constructor, std::vector<Call> calls, Record record)
    : class_name_(methods.internal_name()),
      factory_owner_(methods.factory_owner()),
      factory_(methods.factory()),
      interface_(methods.is_interface()),
      constructor_(std::move(constructor)),
      calls_(std::move(calls)),
      record_(record) {
  constructor_descriptor_ = methods.constructor(constructor_);
  for (const Call& c : calls_) descriptors_.push_back(methods.method(c));
}

int Driver::call_number(std::string_view method) {
  int n = -1;
  if (method.starts_with("call")) std::from_chars(method.data() + 4, method.data() + method.size(), n);
  return n;
}

std::string Driver::source() const {
  std::string out;
  for (const Call& c : calls_) out += text_of(c) + "\n";
  return out;
}

// The object under test, and a method for each call.
void Driver::write_calls(ClassWriter& cls, const std::string& object) const {
  {
    CodeWriter code(cls, 0);
    const classfile::Signature s = classfile::parse_signature(constructor_descriptor_);
    if (factory_.empty()) {
      code.type(bc::new_, class_name_);
      code.dup();
    }
    for (size_t i = 0; i < s.params.size(); ++i) push(code, constructor_.arguments[i], s.params[i]);
    if (factory_.empty()) code.invoke(bc::invokespecial, class_name_, "<init>", constructor_descriptor_);
    else code.invoke(bc::invokestatic, factory_owner_, factory_, constructor_descriptor_);
    code.ret('L');
    cls.method(kPublic | kStatic, "make", "()" + object, code);
  }
  for (size_t i = 0; i < calls_.size(); ++i) {
    CodeWriter code(cls, 1);
    const classfile::Signature s = classfile::parse_signature(descriptors_[i]);
    Label start, end, handler;
    code.line(static_cast<int>(i) + 1);
    code.bind(start);
    code.load('L', 0);
    for (size_t a = 0; a < s.params.size(); ++a) push(code, calls_[i].arguments[a], s.params[a]);
    code.invoke(interface_ ? bc::invokeinterface : bc::invokevirtual, class_name_, calls_[i].method, descriptors_[i],
                interface_);
    if (record_ == Record::Nothing && s.result.size() == 1 && s.result != "V") {
      code.pop(s.result[0]);
      code.push_string("_");
    } else {
      to_result(code, s.result);
    }
    code.ret('L');
    code.bind(end);
    code.handler(start, end, handler, "java/lang/Throwable");
    code.bind(handler);
    code.invoke(bc::invokevirtual, "java/lang/Object", "getClass", "()Ljava/lang/Class;");
    code.invoke(bc::invokevirtual, "java/lang/Class", "getName", "()Ljava/lang/String;");
    code.ret('L');
    cls.method(kPublic | kStatic, call_name(i), "(" + object + ")Ljava/lang/Object;", code);
  }
  {
    CodeWriter code(cls, 2);
    dispatch(code, object, 0, calls_.size());
    cls.method(kPublic | kStatic, "call", "(" + object + "I)Ljava/lang/Object;", code);
  }
}

namespace {

// A list, since fields that are final are no scheduling points, but elements of a string or array may be.
ClassWriter node_class(const std::string& source) {
  ClassWriter node(kPublic | kSuper, kNode, "java/lang/Object");
  node.source_file(source);
  node.field(kPublic | kFinal, "call", "I");
  node.field(kPublic | kFinal, "next", kNodeType);
  {
    CodeWriter code(node, 3);
    code.load('L', 0);
    code.invoke(bc::invokespecial, "java/lang/Object", "<init>", "()V");
    code.load('L', 0);
    code.load('I', 1);
    code.field(bc::putfield, kNode, "call", "I");
    code.load('L', 0);
    code.load('L', 2);
    code.field(bc::putfield, kNode, "next", kNodeType);
    code.ret('V');
    node.method(kPublic, "<init>", "(ILLinearizabilityCall;)V", code);
  }
  return node;
}

}  // namespace

// What a thread does: its calls in their order, each with what it saw of the others if that counts.
void Driver::write_run(ClassWriter& thread, const std::string& object) const {
  CodeWriter run(thread, 1);
  const int i = run.new_local('I'), t = run.new_local('I'), next = run.new_local('L');
  const auto mine = [&](const char* name, const std::string& descriptor) {
    run.load('L', 0);
    run.field(bc::getfield, kThread, name, descriptor);
  };
  Label again, over;
  for (const int slot : {i, t}) run.push_int(0), run.store('I', slot);
  mine("calls", kNodeType);
  run.store('L', next);
  run.bind(again);
  run.load('L', next);
  run.jump(bc::ifnull, over);
  if (record_ == Record::Order) {
    Label other, self, begins;
    run.push_int(0);
    run.store('I', t);
    run.bind(other);
    run.load('I', t);
    mine("done", kCounters);
    run.op(bc::arraylength, 0);
    run.jump(bc::if_icmpge, begins);
    run.load('I', t);
    mine("mine", "I");
    run.jump(bc::if_icmpeq, self);
    mine("seen", "[I");
    run.load('I', i);
    mine("done", kCounters);
    run.op(bc::arraylength, 0);
    run.op(bc::imul, -1);
    run.load('I', t);
    run.op(bc::iadd, -1);
    mine("done", kCounters);
    run.load('I', t);
    run.op(bc::aaload, -1);
    run.invoke(bc::invokevirtual, kCounter, "get", "()I");
    run.op(bc::iastore, -3);
    run.bind(self);
    run.push_int(1);
    run.load('I', t);
    run.op(bc::iadd, -1);
    run.store('I', t);
    run.jump(bc::goto_, other);
    run.bind(begins);
  }
  if (record_ != Record::Nothing) {
    mine("results", kResults);
    run.load('I', i);
  }
  mine("object", object);
  run.load('L', next);
  run.field(bc::getfield, kNode, "call", "I");
  run.invoke(bc::invokestatic, kMain, "call", "(" + object + "I)Ljava/lang/Object;");
  if (record_ == Record::Nothing) {
    run.pop('L');
    run.invoke(bc::invokestatic, kMain, kEnded, "()V");
  } else {
    run.op(bc::aastore, -3);
    run.load('I', i);
    run.push_int(1);
    run.op(bc::iadd, -1);
    run.store('I', i);
  }
  run.load('L', next);
  run.field(bc::getfield, kNode, "next", kNodeType);
  run.store('L', next);
  if (record_ == Record::Order) {
    mine("done", kCounters);
    mine("mine", "I");
    run.op(bc::aaload, -1);
    run.load('I', i);
    run.invoke(bc::invokevirtual, kCounter, "set", "(I)V");
  }
  run.jump(bc::goto_, again);
  run.bind(over);
  if (record_ == Record::Nothing) {
    Label last;
    mine("repeat", "Z");
    run.jump(bc::ifeq, last);
    run.invoke(bc::invokestatic, kMain, kAgain, "()V");
    mine("calls", kNodeType);
    run.store('L', next);
    run.jump(bc::goto_, again);
    run.bind(last);
  }
  run.ret('V');
  thread.method(kPublic, "run", "()V", run);
}

namespace {

// The calls one after the other, without a thread.
void write_alone(CodeWriter& main, const std::string& object, int shared, int i, int last) {
  const auto calls = [&] {
    main.load('L', 0);
    main.push_int(0);
    main.op(bc::aaload, -1);
  };
  Label again, over;
  main.bind(again);
  main.load('I', i);
  calls();
  main.invoke(bc::invokevirtual, kString, "length", "()I");
  main.jump(bc::if_icmpge, over);
  main.load('L', shared);
  calls();
  main.load('I', i);
  main.invoke(bc::invokevirtual, kString, "charAt", "(I)C");
  main.invoke(bc::invokestatic, Driver::kMain, "call", "(" + object + "I)Ljava/lang/Object;");
  main.store('L', last);
  main.push_int(1);
  main.load('I', i);
  main.op(bc::iadd, -1);
  main.store('I', i);
  main.jump(bc::goto_, again);
  main.bind(over);
  main.load('L', shared);
  main.field(bc::putstatic, Driver::kMain, "object", object);
  main.load('L', last);
  main.field(bc::putstatic, Driver::kMain, "last", kObject);
  main.ret('V');
}

}  // namespace

// Makes the object and runs the threads that the arguments describe, or else the calls alone.
void Driver::write_main(ClassWriter& cls, const std::string& object, const std::string& make_thread) const {
  CodeWriter main(cls, 1);
  const int shared = main.new_local('L'), i = main.new_local('I'), n = main.new_local('I'), list = main.new_local('L'),
            last = main.new_local('L'), results = main.new_local('L'), done = main.new_local('L'),
            seen = main.new_local('L'), at = main.new_local('I'), calls = main.new_local('L');
  const auto argument = [&](auto&& index) {
    main.load('L', 0);
    index();
    main.op(bc::aaload, -1);
  };
  const auto add = [&](int slot, int amount) {
    main.push_int(amount);
    main.load('I', slot);
    main.op(bc::iadd, -1);
    main.store('I', slot);
  };
  const auto set = [&](int slot, int value) {
    main.push_int(value);
    main.store('I', slot);
  };
  const auto length = [&] { main.invoke(bc::invokevirtual, kString, "length", "()I"); };
  // for (i = 0; i < n; ++i) body
  const auto for_each_thread = [&](auto&& body) {
    Label next, over;
    set(i, 0);
    main.bind(next);
    main.load('I', i);
    main.load('I', n);
    main.jump(bc::if_icmpge, over);
    body();
    add(i, 1);
    main.jump(bc::goto_, next);
    main.bind(over);
  };
  Label alone, next, counted;
  for (const int slot : {list, last, results, done, seen, calls}) main.null(), main.store('L', slot);
  for (const int slot : {i, n, at}) set(slot, 0);
  main.invoke(bc::invokestatic, kMain, "make", "()" + object);
  main.store('L', shared);
  argument([&] { main.push_int(1); });
  main.jump(bc::ifnull, alone);

  main.bind(next);
  argument([&] { main.load('I', n); });
  main.jump(bc::ifnull, counted);
  add(n, 1);
  main.jump(bc::goto_, next);
  main.bind(counted);
  const auto array = [&](int slot, const char* element) {
    main.load('I', n);
    main.type(bc::anewarray, element);
    main.store('L', slot);
  };
  array(list, kThread);
  array(results, kResults);
  main.load('L', results);
  main.field(bc::putstatic, kMain, "results", kAllResults);
  if (record_ == Record::Order) {
    array(done, kCounter);
    array(seen, "[I");
    main.load('L', seen);
    main.field(bc::putstatic, kMain, "seen", "[[I");
    for_each_thread([&] {
      main.load('L', done);
      main.load('I', i);
      main.type(bc::new_, kCounter);
      main.dup();
      main.invoke(bc::invokespecial, kCounter, "<init>", "()V");
      main.op(bc::aastore, -3);
      main.load('L', seen);
      main.load('I', i);
      argument([&] { main.load('I', i); });
      length();
      main.load('I', n);
      main.op(bc::imul, -1);
      main.op(bc::newarray, 0);
      main.op(10, 0);  // the operand of newarray: int
      main.op(bc::aastore, -3);
    });
  }
  for_each_thread([&] {
    main.load('L', results);
    main.load('I', i);
    argument([&] { main.load('I', i); });
    length();
    main.type(bc::anewarray, "java/lang/Object");
    main.op(bc::aastore, -3);
    Label more, all;
    main.null();
    main.store('L', calls);
    argument([&] { main.load('I', i); });
    length();
    main.store('I', at);
    main.bind(more);
    add(at, -1);
    main.load('I', at);
    main.jump(bc::iflt, all);
    main.type(bc::new_, kNode);
    main.dup();
    argument([&] { main.load('I', i); });
    main.load('I', at);
    main.invoke(bc::invokevirtual, kString, "charAt", "(I)C");
    main.load('L', calls);
    main.invoke(bc::invokespecial, kNode, "<init>", "(ILLinearizabilityCall;)V");
    main.store('L', calls);
    main.jump(bc::goto_, more);
    main.bind(all);
    main.load('L', list);
    main.load('I', i);
    main.type(bc::new_, kThread);
    main.dup();
    main.load('L', shared);
    main.load('L', calls);
    main.load('L', results);
    main.load('I', i);
    main.op(bc::aaload, -1);
    if (record_ == Record::Order) {
      main.load('L', done);
      main.load('I', i);
      main.load('L', seen);
      main.load('I', i);
      main.op(bc::aaload, -1);
    }
    if (record_ == Record::Nothing) {
      argument([&] { main.push_int(kRepeats); });
      main.load('I', i);
      main.invoke(bc::invokevirtual, kString, "charAt", "(I)C");
    }
    main.invoke(bc::invokespecial, kThread, "<init>", make_thread);
    main.op(bc::aastore, -3);
  });
  for (const char* method : {"start", "join"})
    for_each_thread([&] {
      main.load('L', list);
      main.load('I', i);
      main.op(bc::aaload, -1);
      main.invoke(bc::invokevirtual, kThread, method, "()V");
    });
  main.ret('V');

  main.bind(alone);
  write_alone(main, object, shared, i, last);
  cls.method(kPublic | kStatic, "main", "([Ljava/lang/String;)V", main);
}

std::vector<std::pair<std::string, std::vector<uint8_t>>> Driver::classes() const {
  const std::string object = "L" + class_name_ + ";", source = std::string(kMain) + ".java";
  ClassWriter cls(kPublic | kSuper, kMain, "java/lang/Object");
  cls.source_file(source);
  cls.field(kPublic | kStatic, "results", kAllResults);
  cls.field(kPublic | kStatic, "seen", "[[I");
  cls.field(kPublic | kStatic, "object", object);
  cls.field(kPublic | kStatic, "last", kObject);
  write_calls(cls, object);
  ClassWriter node = node_class(source);

  struct Field {
    const char* name;
    std::string descriptor;
  };
  std::vector<Field> fields = {{"object", object}, {"calls", kNodeType}, {"results", kResults}};
  if (record_ == Record::Order) fields.insert(fields.end(), {{"done", kCounters}, {"mine", "I"}, {"seen", "[I"}});
  if (record_ == Record::Nothing) {
    fields.push_back({"repeat", "Z"});
    for (const char* name : {kEnded, kAgain}) cls.bodiless_method(kPublic | kStatic | kNativeFlag, name, "()V");
  }
  std::string make_thread = "(";
  for (const Field& f : fields) make_thread += f.descriptor;
  make_thread += ")V";
  ClassWriter thread(kPublic | kSuper, kThread, "java/lang/Thread");
  thread.source_file(source);
  {
    CodeWriter code(thread, 1 + static_cast<int>(fields.size()));
    code.load('L', 0);
    code.invoke(bc::invokespecial, "java/lang/Thread", "<init>", "()V");
    for (size_t i = 0; i < fields.size(); ++i) {
      thread.field(kPublic | kFinal, fields[i].name, fields[i].descriptor);
      code.load('L', 0);
      code.load(classfile::type_of(fields[i].descriptor), static_cast<int>(i) + 1);
      code.field(bc::putfield, kThread, fields[i].name, fields[i].descriptor);
    }
    code.ret('V');
    thread.method(kPublic, "<init>", make_thread, code);
  }
  write_run(thread, object);
  write_main(cls, object, make_thread);

  std::vector<std::pair<std::string, std::vector<uint8_t>>> out;
  out.emplace_back(cls.name(), cls.finish());
  out.emplace_back(thread.name(), thread.finish());
  out.emplace_back(node.name(), node.finish());
  return out;
}

}  // namespace jmc::linearizability
