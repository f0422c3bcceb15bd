// The methods that make calls, with their arguments.
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

void Driver::move_to(const Methods& methods) {
  if (!methods.package()) return;
  const std::string to = methods.package()->empty() ? "" : *methods.package() + "/";
  if (package_fixed_ && to != package_)
    throw ProgramError(methods.maker() + " is not public, and not in the package of what else is called");
  package_ = to;
  package_fixed_ = true;
}

void Driver::note(const Methods& methods, const std::vector<Value>& arguments, const std::string& descriptor) {
  const classfile::Signature s = classfile::parse_signature(descriptor);
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (const Value& v = arguments[i]; v.kind == Value::Object) {
      const Methods of = methods.of(v.text);
      move_to(of);
      Callee made = callee(of, {v.text, v.list});
      note(methods, v.list, made.descriptor);
      made_[text_of(v)] = std::move(made);
    }
    if (arguments[i].kind == Value::Function)
      function_types_.try_emplace(std::string(s.params[i]), methods.function(s.params[i]).value());
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
      push_new(code, made_.at(text_of(v)));
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
    if (!function_type(s.params[i]).collects()) continue;
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
  else code.invoke(bc::invokestatic, c.factory_owner, c.factory, c.descriptor, c.of_interface);
}

Driver::Kept Driver::invoke(CodeWriter& code, const Callee& c, const std::string& method, const std::string& descriptor,
                            const std::vector<Value>& arguments) const {
  Kept kept = push_arguments(code, arguments, descriptor);
  code.invoke(c.interface ? bc::invokeinterface : bc::invokevirtual, c.type, method, descriptor, c.interface);
  return kept;
}

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

void Driver::write_dispatch(ClassWriter& cls, const Callee& callee, size_t count, size_t first_end) const {
  CodeWriter code(cls, 2);
  if (first_end < count) write_slot(code, first_end);
  dispatch(code, cls.name(), callee.object(), 0, count);
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
      to_result(code, result, 0);
      add_kept(code, kept, result == "V");
    }
    code.ret('L');
    code.bind(end);
    exceptions_as_results(code, start, end);
    cls.method(kPublic | kStatic, call_name(i), "(" + object + ")Ljava/lang/Object;", code);
  }
  write_dispatch(cls, callee_, calls_.size(), calls_.size());
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

}  // namespace jmc::linearizability
