#include "linearizability/functions.hpp"

#include <algorithm>
#include <charconv>

#include "classfile/access_flags.hpp"
#include "classfile/class_writer.hpp"
#include "classfile/descriptor.hpp"

namespace jmc::linearizability {

using classfile::ClassWriter;
using classfile::CodeWriter;
using classfile::Label;
using enum classfile::AccessFlags;
namespace bc = classfile::bc;

namespace {

struct Known {
  std::string_view interface, method, parameters;  // 'L' is Object
  char result;
};
constexpr Known kTypes[] = {{"java/lang/Runnable", "run", "", 'V'},
                            {"java/util/concurrent/Callable", "call", "", 'L'},
                            {"java/util/function/Function", "apply", "L", 'L'},
                            {"java/util/function/UnaryOperator", "apply", "L", 'L'},
                            {"java/util/function/BiFunction", "apply", "LL", 'L'},
                            {"java/util/function/BinaryOperator", "apply", "LL", 'L'},
                            {"java/util/function/Predicate", "test", "L", 'Z'},
                            {"java/util/function/BiPredicate", "test", "LL", 'Z'},
                            {"java/util/function/Supplier", "get", "", 'L'},
                            {"java/util/function/Consumer", "accept", "L", 'V'},
                            {"java/util/function/BiConsumer", "accept", "LL", 'V'},
                            {"java/util/function/IntUnaryOperator", "applyAsInt", "I", 'I'},
                            {"java/util/function/IntBinaryOperator", "applyAsInt", "II", 'I'},
                            {"java/util/function/IntPredicate", "test", "I", 'Z'},
                            {"java/util/function/IntFunction", "apply", "I", 'L'},
                            {"java/util/function/IntSupplier", "getAsInt", "", 'I'},
                            {"java/util/function/IntConsumer", "accept", "I", 'V'},
                            {"java/util/function/LongUnaryOperator", "applyAsLong", "J", 'J'},
                            {"java/util/function/LongBinaryOperator", "applyAsLong", "JJ", 'J'},
                            {"java/util/function/LongPredicate", "test", "J", 'Z'},
                            {"java/util/function/LongFunction", "apply", "J", 'L'},
                            {"java/util/function/LongSupplier", "getAsLong", "", 'J'},
                            {"java/util/function/LongConsumer", "accept", "J", 'V'},
                            {"java/util/function/ToIntFunction", "applyAsInt", "L", 'I'},
                            {"java/util/function/ToLongFunction", "applyAsLong", "L", 'J'},
                            {"java/util/function/ToIntBiFunction", "applyAsInt", "LL", 'I'},
                            {"java/util/function/ToLongBiFunction", "applyAsLong", "LL", 'J'},
                            {"java/util/Comparator", "compare", "LL", 'I'}};

struct Term {
  enum Kind : uint8_t { Number, Null, Bool, Parameter } kind = Null;
  int64_t number = 0;  // Bool: 0 or 1; Parameter: which
};

struct Lambda {
  std::vector<std::string> parameters;
  bool block = false;  // "{}"
  Term left, right;
  char op = 0;  // + - = (for ==), or none
};

// Of a text that the notation has read: without spaces.
Lambda parse(std::string_view text) {
  Lambda out;
  const size_t arrow = text.find("->");
  std::string_view names = text.substr(0, arrow), body = text.substr(arrow + 2);
  if (names.starts_with('(')) names = names.substr(1, names.size() - 2);
  while (!names.empty()) {
    const size_t comma = std::min(names.find(','), names.size());
    out.parameters.emplace_back(names.substr(0, comma));
    names.remove_prefix(std::min(comma + 1, names.size()));
  }
  if ((out.block = body == "{}")) return out;
  const auto term = [&] {
    Term t;
    if (body[0] == '-' || (body[0] >= '0' && body[0] <= '9')) {
      t.kind = Term::Number;
      const auto end = std::from_chars(body.data(), body.data() + body.size(), t.number).ptr;
      body.remove_prefix(static_cast<size_t>(end - body.data()));
      return t;
    }
    const size_t end = std::min(body.find_first_of("+-="), body.size());
    const std::string word(body.substr(0, end));
    body.remove_prefix(end);
    if (word == "true" || word == "false") {
      t.kind = Term::Bool;
      t.number = word == "true";
    } else if (word != "null") {
      t.kind = Term::Parameter;
      t.number = std::find(out.parameters.begin(), out.parameters.end(), word) - out.parameters.begin();
    }
    return t;
  };
  out.left = term();
  if (body.empty()) return out;
  out.op = body[0];
  body.remove_prefix(out.op == '=' ? 2 : 1);
  out.right = term();
  return out;
}

Value function(std::string text) {
  Value v;
  v.kind = Value::Function;
  v.text = std::move(text);
  return v;
}

class Writer {
 public:
  Writer(const std::string& name, const Value& function, const FunctionType& type)
      : name_(name),
        lambda_(parse(function.text)),
        type_(type),
        cls_(kPublic | kSuper, name, "java/lang/Object", {std::string(type.interface)}) {}

  std::vector<uint8_t> bytes() {
    constructor();
    number();
    int slots = 1;
    for (const char p : type_.parameters) {
      slots_.push_back(slots);
      slots += classfile::slots_of(p);
    }
    CodeWriter code(cls_, slots);
    body(code);
    cls_.method(kPublic, type_.method, type_.descriptor, code);
    return cls_.finish();
  }

 private:
  void constructor() {
    CodeWriter code(cls_, 1);
    code.load('L', 0);
    code.invoke(bc::invokespecial, "java/lang/Object", "<init>", "()V");
    if (type_.collects()) {
      cls_.field(kPublic | kFinal, "seen", kSeenType);
      code.load('L', 0);
      code.type(bc::new_, "java/util/ArrayList");
      code.dup();
      code.invoke(bc::invokespecial, "java/util/ArrayList", "<init>", "()V");
      code.field(bc::putfield, name_, "seen", kSeenType);
      cls_.field(kPublic | kFinal, "maker", "Ljava/lang/Thread;");
      code.load('L', 0);
      code.invoke(bc::invokestatic, "java/lang/Thread", "currentThread", "()Ljava/lang/Thread;");
      code.field(bc::putfield, name_, "maker", "Ljava/lang/Thread;");
    }
    code.ret('V');
    cls_.method(kPublic, "<init>", "()V", code);
  }

  // What an object counts as.
  void number() {
    CodeWriter code(cls_, 1);
    Label other;
    code.load('L', 0);
    code.type(bc::instanceof_, "java/lang/Number");
    code.jump(bc::ifeq, other);
    code.load('L', 0);
    code.type(bc::checkcast, "java/lang/Number");
    code.invoke(bc::invokevirtual, "java/lang/Number", "intValue", "()I");
    code.ret('I');
    code.bind(other);
    code.push_int(0);
    code.ret('I');
    cls_.method(kPublic | kStatic, "number", "(Ljava/lang/Object;)I", code);
  }

  void parameter_as_object(CodeWriter& code, size_t i) {
    const char p = type_.parameters[i];
    code.load(p, slots_[i]);
    if (p == 'I') code.invoke(bc::invokestatic, "java/lang/Integer", "valueOf", "(I)Ljava/lang/Integer;");
    if (p == 'Z') code.invoke(bc::invokestatic, "java/lang/Boolean", "valueOf", "(Z)Ljava/lang/Boolean;");
    if (p == 'J') code.invoke(bc::invokestatic, "java/lang/Long", "valueOf", "(J)Ljava/lang/Long;");
  }

  void as_number(CodeWriter& code, const Term& t, bool wide) {
    if (t.kind != Term::Parameter) {
      const int64_t n = t.kind == Term::Null ? 0 : t.number;
      if (wide) code.push_pool(cls_.long_value(n), 'J');
      else code.push_int(static_cast<int32_t>(n));
      return;
    }
    const auto i = static_cast<size_t>(t.number);
    const char p = type_.parameters[i];
    code.load(p, slots_[i]);
    if (p == 'L') code.invoke(bc::invokestatic, name_, "number", "(Ljava/lang/Object;)I");
    if (wide && p != 'J') code.op(bc::i2l, 1);
    if (!wide && p == 'J') code.op(bc::l2i, -1);
  }

  void body(CodeWriter& code) {
    if (lambda_.block) return keep(code);
    const bool equals = lambda_.op == '=', flag = equals || (!lambda_.op && lambda_.left.kind == Term::Bool);
    if (type_.result == 'L' && !lambda_.op) {
      if (lambda_.left.kind == Term::Null) return code.null(), code.ret('L');
      if (lambda_.left.kind == Term::Parameter)
        return parameter_as_object(code, static_cast<size_t>(lambda_.left.number)), code.ret('L');
    }
    const bool wide = type_.result == 'J';
    as_number(code, lambda_.left, wide);
    if (lambda_.op) as_number(code, lambda_.right, wide);
    if (lambda_.op == '+') code.op(wide ? bc::ladd : bc::iadd, wide ? -2 : -1);
    if (lambda_.op == '-') code.op(wide ? bc::lsub : bc::isub, wide ? -2 : -1);
    if (equals) {
      Label same;
      code.jump(bc::if_icmpeq, same);
      answer(code, 0);
      code.bind(same);
      return answer(code, 1);
    }
    if (type_.result == 'L')
      code.invoke(bc::invokestatic, flag ? "java/lang/Boolean" : "java/lang/Integer", "valueOf",
                  flag ? "(Z)Ljava/lang/Boolean;" : "(I)Ljava/lang/Integer;");
    code.ret(type_.result == 'Z' ? 'I' : type_.result);
  }

  void answer(CodeWriter& code, int value) {
    code.push_int(value);
    if (type_.result == 'L') code.invoke(bc::invokestatic, "java/lang/Boolean", "valueOf", "(Z)Ljava/lang/Boolean;");
    code.ret(type_.result == 'L' ? 'L' : 'I');
  }

  // A pair is kept as an entry of a map, which is written "1=2"; of more, the first two.
  void keep(CodeWriter& code) {
    const size_t given = std::min<size_t>(type_.parameters.size(), 2);
    constexpr const char* kEntry = "java/util/AbstractMap$SimpleEntry";
    Label other;
    code.invoke(bc::invokestatic, "java/lang/Thread", "currentThread", "()Ljava/lang/Thread;");
    code.load('L', 0);
    code.field(bc::getfield, name_, "maker", "Ljava/lang/Thread;");
    code.jump(bc::if_acmpne, other);
    code.load('L', 0);
    code.field(bc::getfield, name_, "seen", kSeenType);
    if (given == 0) code.push_string("run");
    if (given == 2) code.type(bc::new_, kEntry), code.dup();
    for (size_t i = 0; i < given; ++i) parameter_as_object(code, i);
    if (given == 2) code.invoke(bc::invokespecial, kEntry, "<init>", "(Ljava/lang/Object;Ljava/lang/Object;)V");
    code.invoke(bc::invokevirtual, "java/util/ArrayList", "add", "(Ljava/lang/Object;)Z");
    code.pop('I');
    code.bind(other);
    code.ret('V');
  }

  const std::string& name_;
  Lambda lambda_;
  const FunctionType& type_;
  ClassWriter cls_;
  std::vector<int> slots_;
};

}  // namespace

std::optional<FunctionType> function_type(std::string_view d) {
  if (!d.starts_with('L')) return {};
  for (const Known& t : kTypes) {
    if (d.substr(1, d.size() - 2) != t.interface) continue;
    const auto type = [](char c) { return c == 'L' ? std::string("Ljava/lang/Object;") : std::string(1, c); };
    std::string descriptor = "(";
    for (const char p : t.parameters) descriptor += type(p);
    descriptor += ")" + type(t.result);
    return FunctionType{std::string(t.interface), std::string(t.method), std::string(t.parameters), t.result,
                        descriptor};
  }
  return {};
}

std::optional<FunctionType> function_type(std::string_view interface, std::string_view method,
                                          std::string_view descriptor) {
  FunctionType out{std::string(interface), std::string(method), {}, 'V', std::string(descriptor)};
  const classfile::Signature s = classfile::parse_signature(descriptor);
  for (const std::string_view p : s.params) {
    const char letter = p[0] == '[' ? 'L' : p[0];
    if (letter != 'L' && letter != 'I' && letter != 'J' && letter != 'Z') return {};
    out.parameters += letter;
  }
  const bool object = s.result == "Ljava/lang/Object;";
  if (!object && s.result != "V" && s.result != "I" && s.result != "J" && s.result != "Z") return {};
  out.result = s.result[0];
  return out;
}

bool fits(const Value& v, const FunctionType& type) {
  const Lambda l = parse(v.text);
  if (l.parameters.size() != type.parameters.size() || l.block != type.collects()) return false;
  const bool flag = l.op == '=' || (!l.op && l.left.kind == Term::Bool);
  switch (type.result) {
    case 'Z': return flag;
    case 'I':
    case 'J': return !flag && (l.op || l.left.kind != Term::Null);
    default: return true;
  }
}

std::vector<Value> functions_for(const FunctionType& t, uint32_t values) {
  // "(a,b,c)->"
  std::string head;
  for (size_t i = 0; i < t.parameters.size(); ++i) head += (i ? "," : "") + std::string(1, static_cast<char>('a' + i));
  head = (t.parameters.size() == 1 ? "x" : "(" + head + ")") + "->";
  if (t.collects()) return {function(head + "{}")};
  if (t.interface == "java/util/Comparator") return {function("(a,b)->b-a")};
  // Whether a loop goes on, or is over: nobody knows which.
  if (t.parameters.empty() && t.result == 'Z') return {function("()->true"), function("()->false")};
  if (t.parameters.empty()) return {function("()->1")};
  if (t.result == 'Z') return {function(head + (t.parameters.size() == 1 ? "x==1" : "a==b"))};
  if (t.interface == "java/util/function/BiFunction") return {function("(a,b)->a+b"), function("(a,b)->null")};
  if (t.parameters.size() >= 2) return {function(head + "a+b")};
  const bool operates = t.result != 'L' || t.parameters != "L" || t.interface == "java/util/function/UnaryOperator";
  if (operates) return {function("x->x+1")};
  std::vector<Value> out;
  for (uint32_t v = 1; v <= values; ++v) out.push_back(function("x->" + std::to_string(v)));
  return out;
}

std::vector<uint8_t> function_class(const std::string& name, const Value& v, const FunctionType& type) {
  return Writer(name, v, type).bytes();
}

std::string java_text(const Value& v, const FunctionType& type) {
  const Lambda l = parse(v.text);
  std::string parameters;
  for (const std::string& p : l.parameters) parameters += (parameters.empty() ? "" : ", ") + p;
  const std::string head = "(" + parameters + ") -> ";
  if (l.block) {
    const std::string given = l.parameters.empty() ? "\"run\""
                              : l.parameters.size() == 1
                                  ? parameters
                                  : "new AbstractMap.SimpleEntry(" + l.parameters[0] + ", " + l.parameters[1] + ")";
    return head + "{ if (Thread.currentThread() == maker) seen.add(" + given + "); }";
  }
  const auto text = [&](const Term& t, bool number) -> std::string {
    switch (t.kind) {
      case Term::Number: return std::to_string(t.number);
      case Term::Bool: return t.number ? "true" : "false";
      case Term::Null: return number ? "0" : "null";
      case Term::Parameter: break;
    }
    const auto i = static_cast<size_t>(t.number);
    return number && type.parameters[i] == 'L' ? "number(" + l.parameters[i] + ")" : l.parameters[i];
  };
  if (!l.op) return head + text(l.left, type.result == 'I' || type.result == 'J');
  return head + text(l.left, true) + (l.op == '=' ? " == " : std::string(" ") + l.op + " ") + text(l.right, true);
}

}  // namespace jmc::linearizability
