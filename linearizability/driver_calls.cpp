// The methods that make calls: their arguments, and their results as text.
#include <algorithm>

#include "classfile/access_flags.hpp"
#include "classfile/class_writer.hpp"
#include "linearizability/driver.hpp"
#include "linearizability/driver_code.hpp"
#include "linearizability/functions.hpp"

namespace jmc::linearizability {

using classfile::ClassWriter;
using classfile::CodeWriter;
using classfile::Label;
using enum classfile::AccessFlags;

namespace {

void push_number(CodeWriter& code, int64_t n, std::string_view d) {
  struct Box {
    const char *type, *primitive;
  };
  constexpr Box kBoxes[] = {{"java/lang/Long", "J"},      {"java/lang/Byte", "B"},  {"java/lang/Short", "S"},
                            {"java/lang/Character", "C"}, {"java/lang/Float", "F"}, {"java/lang/Double", "D"}};
  for (const Box& b : kBoxes)
    if (d.substr(0, 1) == "L" && d.substr(1, d.size() - 2) == b.type) {
      push_number(code, n, b.primitive);
      return code.invoke(bc::invokestatic, b.type, "valueOf",
                         "(" + std::string(b.primitive) + ")L" + std::string(b.type) + ";");
    }
  if (d == "J") return code.push_pool(code.cls().long_value(n), 'J');
  code.push_int(static_cast<int32_t>(n));
  if (d == "F") return code.op(bc::i2f, 0);
  if (d == "D") return code.op(bc::i2d, 1);
  if (d.size() > 1) code.invoke(bc::invokestatic, "java/lang/Integer", "valueOf", "(I)Ljava/lang/Integer;");
}

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
    case Value::Function:  // these are arguments only: Driver::push_arguments
    case Value::Object:
    case Value::Constant: throw ProgramError(text_of(v) + " in a list or map: expected it as an argument");
    case Value::Int: return push_number(code, v.number, d);
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

// A result that the caller does not look at.
void drop(CodeWriter& code, std::string_view d) {
  if (d != "V") code.pop(classfile::letter_of(d));
}

// The object on the stack becomes what a parameter takes.
void cast(CodeWriter& code, std::string_view d) {
  struct Box {
    const char *type, *value;
  };
  const auto unbox = [&](Box box) {
    code.type(bc::checkcast, box.type);
    code.invoke(bc::invokevirtual, box.type, box.value, "()" + std::string(d));
  };
  switch (d[0]) {
    case 'Z': return unbox({"java/lang/Boolean", "booleanValue"});
    case 'C': return unbox({"java/lang/Character", "charValue"});
    case 'B': return unbox({"java/lang/Number", "byteValue"});
    case 'S': return unbox({"java/lang/Number", "shortValue"});
    case 'I': return unbox({"java/lang/Number", "intValue"});
    case 'J': return unbox({"java/lang/Number", "longValue"});
    case 'F': return unbox({"java/lang/Number", "floatValue"});
    case 'D': return unbox({"java/lang/Number", "doubleValue"});
    default:
      if (d != kObject) code.type(bc::checkcast, classfile::class_entry(d));
  }
}

// The result on the stack becomes an object whose text is its own: small boxes, which cost no state, or else a String.
void to_result(CodeWriter& code, std::string_view d) {
  switch (result_kind(d)) {
    case ResultKind::Void: return code.push_string("_");
    case ResultKind::Array: {
      const std::string array = d.size() == 2 ? std::string(d) : "[Ljava/lang/Object;";
      return code.invoke(bc::invokestatic, "java/util/Arrays", "toString", "(" + array + ")Ljava/lang/String;");
    }
    case ResultKind::Iterable:
      code.invoke(bc::invokeinterface, "java/lang/Iterable", "iterator", "()Ljava/util/Iterator;", true);
      return drain(code, "java/util/Iterator", "hasNext", "next");
    case ResultKind::Iterator: return drain(code, "java/util/Iterator", "hasNext", "next");
    case ResultKind::Enumeration: return drain(code, "java/util/Enumeration", "hasMoreElements", "nextElement");
    case ResultKind::Spliterator:
      code.invoke(bc::invokestatic, "java/util/Spliterators", "iterator",
                  "(Ljava/util/Spliterator;)Ljava/util/Iterator;");
      return drain(code, "java/util/Iterator", "hasNext", "next");
    case ResultKind::None:  // of a class that has a text (Methods::method)
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
void dispatch(CodeWriter& code, const std::string& cls, const std::string& object, size_t from, size_t to) {
  if (to - from <= 1) {
    code.load('L', 0);
    code.invoke(bc::invokestatic, cls, call_name(from), "(" + object + ")Ljava/lang/Object;");
    return code.ret('L');
  }
  const size_t middle = (from + to) / 2;
  Label upper;
  code.load('I', 1);
  code.push_int(static_cast<int32_t>(middle));
  code.jump(bc::if_icmpge, upper);
  dispatch(code, cls, object, from, middle);
  code.bind(upper);
  dispatch(code, cls, object, middle, to);
}

}  // namespace

std::string Driver::function_name(const Value& function, std::string_view descriptor) const {
  const auto it = std::find(functions_.begin(), functions_.end(), std::pair(function, std::string(descriptor)));
  return "LinearizabilityFunction" + std::to_string(it - functions_.begin());
}

void Driver::note(const Methods& methods, const std::vector<Value>& arguments, const std::string& descriptor) {
  const classfile::Signature s = classfile::parse_signature(descriptor);
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (const Value& v = arguments[i]; v.kind == Value::Object) {
      std::string made = methods.of(v.text).constructor({v.text, v.list});
      note(methods, v.list, made);
      constructors_[text_of(v)] = std::move(made);
    }
    std::pair function(arguments[i], std::string(s.params[i]));
    if (arguments[i].kind == Value::Function &&
        std::find(functions_.begin(), functions_.end(), function) == functions_.end())
      functions_.push_back(std::move(function));
  }
}

Driver::Kept Driver::push_arguments(CodeWriter& code, const std::vector<Value>& arguments,
                                    const std::string& descriptor) const {
  Kept kept;
  const classfile::Signature s = classfile::parse_signature(descriptor);
  for (size_t i = 0; i < arguments.size(); ++i) {
    const Value& v = arguments[i];
    std::string type = v.text;
    std::replace(type.begin(), type.end(), '.', '/');
    if (v.kind == Value::Object) {
      code.type(bc::new_, type);
      code.dup();
      const std::string& made = constructors_.at(text_of(v));
      push_arguments(code, v.list, made);
      code.invoke(bc::invokespecial, type, "<init>", made);
      continue;
    }
    if (v.kind == Value::Constant) {
      const size_t slash = type.rfind('/');
      code.field(bc::getstatic, type.substr(0, slash), type.substr(slash + 1), "L" + type.substr(0, slash) + ";");
      continue;
    }
    if (v.kind != Value::Function) {
      push(code, v, s.params[i]);
      continue;
    }
    const std::string name = function_name(arguments[i], s.params[i]);
    code.type(bc::new_, name);
    code.dup();
    code.invoke(bc::invokespecial, name, "<init>", "()V");
    if (!function_type(s.params[i])->collects()) continue;
    kept.emplace_back(code.new_local('L'), name);
    code.dup();
    code.store('L', kept.back().first);
  }
  return kept;
}

void Driver::push_new(CodeWriter& code, const Callee& c) const {
  if (c.factory.empty()) {
    code.type(bc::new_, c.type);
    code.dup();
  }
  push_arguments(code, c.constructor.arguments, c.descriptor);
  if (c.factory.empty()) code.invoke(bc::invokespecial, c.type, "<init>", c.descriptor);
  else code.invoke(bc::invokestatic, c.factory_owner, c.factory, c.descriptor);
}

Driver::Kept Driver::invoke(CodeWriter& code, const Callee& c, const std::string& method, const std::string& descriptor,
                            const std::vector<Value>& arguments) const {
  Kept kept = push_arguments(code, arguments, descriptor);
  code.invoke(c.interface ? bc::invokeinterface : bc::invokevirtual, c.type, method, descriptor, c.interface);
  return kept;
}

namespace {

// The name of the class of what was thrown between these labels is the result.
void exceptions_as_results(CodeWriter& code, const Label& start, const Label& end) {
  Label handler;
  code.handler(start, end, handler, "java/lang/Throwable");
  code.bind(handler);
  code.invoke(bc::invokevirtual, "java/lang/Object", "getClass", "()Ljava/lang/Class;");
  code.invoke(bc::invokevirtual, "java/lang/Class", "getName", "()Ljava/lang/String;");
  code.ret('L');
}

// What functions were given belongs to the result that is on the stack: "3 [1, 2]"; of a void method: "[1, 2]".
void add_kept(CodeWriter& code, const std::vector<std::pair<int, std::string>>& kept, bool nothing) {
  for (const auto& [local, name] : kept) {
    if (nothing) {
      code.pop('L');
    } else {
      value_of(code, kObject);
      code.push_string(" ");
      code.invoke(bc::invokevirtual, kString, "concat", "(Ljava/lang/String;)Ljava/lang/String;");
    }
    code.load('L', local);
    code.field(bc::getfield, name, "seen", kSeenType);
    value_of(code, kObject);
    if (!nothing) code.invoke(bc::invokevirtual, kString, "concat", "(Ljava/lang/String;)Ljava/lang/String;");
    nothing = false;
  }
}

}  // namespace

void Driver::write_make(ClassWriter& cls, const Callee& callee, const Described& initial) const {
  CodeWriter code(cls, 0);
  push_new(code, callee);
  for (const auto& [call, descriptor] : initial) {
    code.dup();
    invoke(code, callee, call.method, descriptor, call.arguments);
    drop(code, classfile::parse_signature(descriptor).result);
  }
  code.ret('L');
  cls.method(kPublic | kStatic, "make", "()" + callee.object(), code);
}

void Driver::write_dispatch(ClassWriter& cls, const Callee& callee) const {
  CodeWriter code(cls, 2);
  dispatch(code, cls.name(), callee.object(), 0, calls_.size());
  cls.method(kPublic | kStatic, "call", "(" + callee.object() + "I)Ljava/lang/Object;", code);
}

// The object under test, and a method for each call.
void Driver::write_calls(ClassWriter& cls) const {
  const std::string object = callee_.object();
  write_make(cls, callee_, initial_);
  for (size_t i = 0; i < calls_.size(); ++i) {
    CodeWriter code(cls, 1);
    const std::string_view result = classfile::parse_signature(descriptors_[i]).result;
    Label start, end;
    code.line(static_cast<int>(i) + 1);
    code.bind(start);
    code.load('L', 0);
    const Kept kept = invoke(code, callee_, calls_[i].method, descriptors_[i], calls_[i].arguments);
    if (record_ == Record::Nothing && result.size() == 1 && result != "V") {
      code.pop(result[0]);
      code.push_string("_");
    } else {
      to_result(code, result);
      add_kept(code, kept, result == "V");
    }
    code.ret('L');
    code.bind(end);
    exceptions_as_results(code, start, end);
    cls.method(kPublic | kStatic, call_name(i), "(" + object + ")Ljava/lang/Object;", code);
  }
  write_dispatch(cls, callee_);
  if (!invariant_.empty()) {
    CodeWriter code(cls, 1);
    Label holds;
    code.load('L', 0);
    invoke(code, callee_, invariant_, invariant_descriptor_, {});
    if (classfile::parse_signature(invariant_descriptor_).result == "Z") {
      code.jump(bc::ifne, holds);
      code.type(bc::new_, "java/lang/AssertionError");
      code.dup();
      code.push_string("the invariant " + invariant_ + "() is false");
      code.invoke(bc::invokespecial, "java/lang/AssertionError", "<init>", "(Ljava/lang/Object;)V");
      code.op(bc::athrow, -1);
      code.bind(holds);
    }
    code.ret('V');
    cls.method(kPublic | kStatic, "invariant", "(" + object + ")V", code);
  }
}

// An object of the specification, and a method for each call.
void Driver::write_specification(ClassWriter& cls) const {
  const std::string object = specification_.object();
  for (const char* name : {"choice", "admitted"}) cls.field(kPublic | kStatic, name, "I");
  write_make(cls, specification_, specified_initial_);
  for (size_t i = 0; i < calls_.size(); ++i) {
    CodeWriter code(cls, 1);
    write_specified(code, i);
    cls.method(kPublic | kStatic, call_name(i), "(" + object + ")Ljava/lang/Object;", code);
  }
  write_dispatch(cls, specification_);
}

void Driver::write_specified(CodeWriter& code, size_t i) const {
  const Specification::Rule& rule = rules_[i];
  const bool nothing = classfile::parse_signature(descriptors_[i]).result == "V";
  const std::string_view result = classfile::parse_signature(rule.descriptor).result;
  Label start, end;
  const auto put_admitted = [&](const auto& push) {
    push();
    code.field(bc::putstatic, kSpecification, "admitted", "I");
  };
  if (!rule.set) {
    put_admitted([&] { code.push_int(kOneResult); });
    code.bind(start);
    code.load('L', 0);
    const Kept kept = invoke(code, specification_, rule.method, rule.descriptor, calls_[i].arguments);
    if (nothing) drop(code, result), code.push_string("_");
    else to_result(code, result);
    add_kept(code, kept, nothing);
    code.ret('L');
    code.bind(end);
    return exceptions_as_results(code, start, end);
  }
  // A list of all results; what fails here, waits or does not end is no result but a mistake.
  put_admitted([&] { code.push_int(kAsking); });
  constexpr const char* kList = "java/util/ArrayList";
  const int list = code.new_local('L'), from = code.new_local('L'), chosen = code.new_local('L');
  Label again, over, some, value;
  code.type(bc::new_, kList);
  code.dup();
  code.invoke(bc::invokespecial, kList, "<init>", "()V");
  code.store('L', list);
  code.load('L', 0);
  invoke(code, specification_, rule.method, rule.descriptor, calls_[i].arguments);
  if (result[0] == '[')
    code.invoke(bc::invokestatic, "java/util/Arrays", "asList", "([Ljava/lang/Object;)Ljava/util/List;");
  code.invoke(bc::invokeinterface, "java/lang/Iterable", "iterator", "()Ljava/util/Iterator;", true);
  code.store('L', from);
  code.bind(again);
  code.load('L', from);
  code.invoke(bc::invokeinterface, "java/util/Iterator", "hasNext", "()Z", true);
  code.jump(bc::ifeq, over);
  code.load('L', list);
  code.load('L', from);
  code.invoke(bc::invokeinterface, "java/util/Iterator", "next", "()Ljava/lang/Object;", true);
  code.invoke(bc::invokevirtual, kList, "add", "(Ljava/lang/Object;)Z");
  code.pop('I');
  code.jump(bc::goto_, again);
  code.bind(over);
  const auto size = [&] {
    code.load('L', list);
    code.invoke(bc::invokevirtual, kList, "size", "()I");
  };
  code.field(bc::getstatic, kSpecification, "choice", "I");
  size();
  code.jump(bc::if_icmplt, some);
  put_admitted(size);
  code.null();
  code.ret('L');
  code.bind(some);
  code.load('L', list);
  code.field(bc::getstatic, kSpecification, "choice", "I");
  code.invoke(bc::invokevirtual, kList, "get", "(I)Ljava/lang/Object;");
  code.store('L', chosen);
  code.load('L', chosen);
  code.type(bc::instanceof_, "java/lang/Throwable");
  code.jump(bc::ifeq, value);
  put_admitted(size);
  code.load('L', chosen);
  code.invoke(bc::invokevirtual, "java/lang/Object", "getClass", "()Ljava/lang/Class;");
  code.invoke(bc::invokevirtual, "java/lang/Class", "getName", "()Ljava/lang/String;");
  code.ret('L');
  code.bind(value);
  if (!rule.effect.empty()) {
    const classfile::Signature s = classfile::parse_signature(rule.effect_descriptor);
    code.load('L', 0);
    push_arguments(code, calls_[i].arguments, rule.effect_descriptor);
    code.load('L', chosen);
    cast(code, s.params.back());
    code.invoke(specification_.interface ? bc::invokeinterface : bc::invokevirtual, specification_.type, rule.effect,
                rule.effect_descriptor, specification_.interface);
    drop(code, s.result);
  }
  put_admitted(size);
  if (nothing) {
    code.push_string("_");
  } else {
    code.load('L', chosen);
    to_result(code, kObject);
  }
  code.ret('L');
}

}  // namespace jmc::linearizability
