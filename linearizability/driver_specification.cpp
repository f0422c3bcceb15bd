// The methods that ask an object of the specification: for each call, for each set of calls that may take effect in one
// moment, and for the beginning and the return of each call that takes effect in two.
#include <algorithm>

#include "classfile/access_flags.hpp"
#include "classfile/class_writer.hpp"
#include "linearizability/driver.hpp"
#include "linearizability/driver_code.hpp"

namespace jmc::linearizability {

using classfile::ClassWriter;
using classfile::CodeWriter;
using classfile::Label;
using enum classfile::AccessFlags;

namespace {

constexpr const char *kObjects = "[Ljava/lang/Object;", *kList = "java/util/ArrayList";
constexpr const char *kBegun = "begun", *kSlot = "slot", *kText = "text";
constexpr int kSlotBits = 4;  // of the number of a beginning or a return: who makes the call
static_assert(kMostThreads < 1 << kSlotBits);

bool returns_nothing(const std::string& descriptor) { return classfile::parse_signature(descriptor).result == "V"; }

}  // namespace

void Driver::number_joint(const std::string& specification) {
  for (size_t j = 0; j < joint_.size(); ++j) {
    std::vector<uint16_t> calls = joint_[j].calls;
    std::sort(calls.begin(), calls.end());
    joint_numbers_[calls].push_back({static_cast<uint16_t>(calls_.size() + j), joint_[j].calls});
  }
  for (size_t c = 0; c < calls_.size(); ++c)
    if (!rules_[c].begins.empty()) apart_.push_back(static_cast<uint16_t>(c));
  if (first_end() + (apart_.size() << (kSlotBits + 1)) > 1 << 16)
    throw ProgramError("too many different calls for the specification " + specification +
                       ", expected fewer methods or values");
}

const std::vector<Sequential::Joint>& Driver::joint(const std::vector<uint16_t>& calls) const {
  static const std::vector<Sequential::Joint> none;
  const auto it = joint_numbers_.find(calls);
  return it == joint_numbers_.end() ? none : it->second;
}

std::optional<Sequential::Ends> Driver::ends(uint32_t thread, uint16_t call) const {
  const auto it = std::lower_bound(apart_.begin(), apart_.end(), call);
  if (it == apart_.end() || *it != call) return {};
  const size_t begin = first_end() + (static_cast<size_t>(it - apart_.begin()) << (kSlotBits + 1)) + thread;
  return Sequential::Ends{static_cast<uint16_t>(begin), static_cast<uint16_t>(begin + (1 << kSlotBits))};
}

std::string Driver::words_of(uint16_t number) const {
  if (number < calls_.size()) return text_of(calls_[number]);
  std::string out;
  if (number < first_end()) {
    for (const uint16_t c : joint_[number - calls_.size()].calls)
      out += (out.empty() ? "" : " with ") + text_of(calls_[c]);
    return out;
  }
  const size_t end = (number - first_end()) >> kSlotBits;
  return text_of(calls_[apart_[end / 2]]) + (end % 2 ? " (returns)" : " (begins)");
}

std::string Driver::asked_by(uint16_t number) const {
  const auto results = [](std::string name) {
    if (name.ends_with("Results")) name.resize(name.size() - std::string_view("Results").size());
    return name + "Results or " + name + "Returns";
  };
  if (number < calls_.size()) return results(rules_[number].method);
  if (number < first_end()) return results(joint_[number - calls_.size()].rule.method);
  const size_t end = (number - first_end()) >> kSlotBits;
  const Specification::Rule& rule = rules_[apart_[end / 2]];
  return end % 2 ? results(rule.method) : rule.begins;
}

// An object of the specification, and a method for each number.
void Driver::write_specification(ClassWriter& cls) const {
  const std::string object = specification_.object();
  for (const char* name : {"choice", "admitted", kSlot}) cls.field(kPublic | kStatic, name, "I");
  cls.field(kPublic | kStatic, kBegun, kObjects);
  write_make(cls, specification_, specified_initial_);
  size_t number = 0;
  const auto method = [&](const auto& body) {
    CodeWriter code(cls, 1);
    body(code);
    cls.method(kPublic | kStatic, call_name(number++), "(" + object + ")Ljava/lang/Object;", code);
  };
  for (size_t i = 0; i < calls_.size(); ++i)
    method([&](CodeWriter& code) {
      if (rules_[i].method.empty() || !rules_[i].begins.empty()) return write_never(code);
      write_asked(code, {rules_[i], calls_[i].arguments, {returns_nothing(descriptors_[i])}});
    });
  for (const Specification::Joint& j : joint_)
    method([&](CodeWriter& code) {
      Asked asked{j.rule, j.arguments, {}};
      for (const uint16_t c : j.calls) asked.nothing.push_back(returns_nothing(descriptors_[c]));
      write_asked(code, asked);
    });
  for (const uint16_t c : apart_) {
    method([&](CodeWriter& code) { write_beginning(code, rules_[c], calls_[c].arguments); });
    method([&](CodeWriter& code) {
      write_asked(code, {rules_[c], calls_[c].arguments, {returns_nothing(descriptors_[c])}});
    });
  }
  write_text(cls);
  write_dispatch(cls, specification_, number, apart_.empty() ? number : first_end());
}

// From the number of a beginning or a return, in local 1, that of its method, and who makes the call.
void Driver::write_slot(CodeWriter& code, size_t first) {
  Label plain;
  const auto offset = [&] {
    code.load('I', 1);
    code.push_int(static_cast<int32_t>(first));
    code.op(bc::isub, -1);
  };
  code.load('I', 1);
  code.push_int(static_cast<int32_t>(first));
  code.jump(bc::if_icmplt, plain);
  offset();
  code.push_int((1 << kSlotBits) - 1);
  code.op(bc::iand, -1);
  code.field(bc::putstatic, kSpecification, kSlot, "I");
  offset();
  code.push_int(kSlotBits);
  code.op(bc::ishr, -1);
  code.push_int(static_cast<int32_t>(first));
  code.op(bc::iadd, -1);
  code.store('I', 1);
  code.bind(plain);
}

namespace {

void put_admitted(CodeWriter& code, int value) {
  code.push_int(value);
  code.field(bc::putstatic, Driver::kSpecification, "admitted", "I");
}

// None: the call waits.
void return_none(CodeWriter& code) {
  put_admitted(code, 0);
  code.null();
  code.ret('L');
}

// The object on the stack becomes the name of its class.
void name_of_class(CodeWriter& code) {
  code.invoke(bc::invokevirtual, "java/lang/Object", "getClass", "()Ljava/lang/Class;");
  code.invoke(bc::invokevirtual, "java/lang/Class", "getName", "()Ljava/lang/String;");
}

// Texts of so many results, of which the i-th is pushed by push(i), as one.
template <class Push>
void join(CodeWriter& code, size_t count, Push&& push) {
  const auto concat = [&] {
    code.invoke(bc::invokevirtual, kString, "concat", "(Ljava/lang/String;)Ljava/lang/String;");
  };
  for (size_t i = 0; i < count; ++i) {
    push(i);
    if (i) concat();
    if (i + 1 == count) break;
    code.push_string(std::string(1, Sequential::kBetween));
    concat();
  }
}

// The same of what was thrown, in this local: each call throws it.
void join_thrown(CodeWriter& code, size_t count, int thrown) {
  join(code, count, [&](size_t) {
    code.load('L', thrown);
    name_of_class(code);
  });
}

// Of an array with a result for each call, in this local.
void join_results(CodeWriter& code, const std::string& method, const std::vector<bool>& nothing, int results) {
  Label ok;
  code.load('L', results);
  code.op(bc::arraylength, 0);
  code.push_int(static_cast<int32_t>(nothing.size()));
  code.jump(bc::if_icmpeq, ok);
  code.type(bc::new_, "java/lang/IllegalArgumentException");
  code.dup();
  code.push_string(method + " did not return a result for each of " + std::to_string(nothing.size()) + " calls");
  code.invoke(bc::invokespecial, "java/lang/IllegalArgumentException", "<init>", "(Ljava/lang/String;)V");
  code.op(bc::athrow, -1);
  code.bind(ok);
  join(code, nothing.size(), [&](size_t i) {
    if (nothing[i]) return code.push_string("_");
    code.load('L', results);
    code.push_int(static_cast<int32_t>(i));
    code.op(bc::aaload, -1);
    code.invoke(bc::invokestatic, Driver::kSpecification, kText, "(Ljava/lang/Object;)Ljava/lang/String;");
  });
}

// begun[slot], and its index, are on the stack.
void push_begun(CodeWriter& code) {
  code.field(bc::getstatic, Driver::kSpecification, kBegun, kObjects);
  code.field(bc::getstatic, Driver::kSpecification, kSlot, "I");
}

// A value of this type becomes an object.
void box(CodeWriter& code, std::string_view d) {
  constexpr std::pair<char, const char*> kBoxes[] = {{'I', "Integer"}, {'J', "Long"},     {'Z', "Boolean"},
                                                     {'B', "Byte"},    {'S', "Short"},    {'F', "Float"},
                                                     {'D', "Double"},  {'C', "Character"}};
  for (const auto& [type, name] : kBoxes) {
    if (d.size() != 1 || d[0] != type) continue;
    const std::string cls = std::string("java/lang/") + name;
    code.invoke(bc::invokestatic, cls, "valueOf", "(" + std::string(d) + ")L" + cls + ";");
  }
}

}  // namespace

// A call that only a set, or its beginning and its return answer for.
void Driver::write_never(CodeWriter& code) { return_none(code); }

// text(Object): of a result of a set; that of what is thrown is the name of its class.
void Driver::write_text(ClassWriter& cls) {
  CodeWriter code(cls, 1);
  Label value;
  code.load('L', 0);
  code.type(bc::instanceof_, "java/lang/Throwable");
  code.jump(bc::ifeq, value);
  code.load('L', 0);
  name_of_class(code);
  code.ret('L');
  code.bind(value);
  code.load('L', 0);
  value_of(code, kObject);
  code.ret('L');
  cls.method(kPublic | kStatic, kText, "(Ljava/lang/Object;)Ljava/lang/String;", code);
}

void Driver::write_beginning(CodeWriter& code, const Specification::Rule& rule, const std::vector<Value>& a) const {
  const std::string_view result = classfile::parse_signature(rule.begins_descriptor).result;
  Label start, end, handler, some;
  const int begun = code.new_local('L');
  put_admitted(code, kAsking);
  code.null();
  code.store('L', begun);
  code.bind(start);
  code.load('L', 0);
  invoke(code, specification_, rule.begins, rule.begins_descriptor, a);
  if (rule.remembered) {
    box(code, result);
    code.store('L', begun);
  }
  code.bind(end);
  code.field(bc::getstatic, kSpecification, kBegun, kObjects);
  code.jump(bc::ifnonnull, some);
  code.push_int(1 << kSlotBits);
  code.type(bc::anewarray, "java/lang/Object");
  code.field(bc::putstatic, kSpecification, kBegun, kObjects);
  code.bind(some);
  push_begun(code);
  code.load('L', begun);
  code.op(bc::aastore, -3);
  put_admitted(code, kOneResult);
  code.push_string("");
  code.ret('L');
  code.handler(start, end, handler, "java/lang/IllegalStateException");
  code.bind(handler);
  code.pop('L');
  return_none(code);
}

// The object of the specification is in local 0; behind the arguments come what is in these locals.
Driver::Kept Driver::ask(CodeWriter& code, const std::string& method, const std::string& descriptor,
                         const std::vector<Value>& arguments, const std::vector<int>& more) const {
  const Callee& c = specification_;
  code.load('L', 0);
  Kept kept = push_arguments(code, arguments, descriptor);
  const classfile::Signature s = classfile::parse_signature(descriptor);
  for (size_t i = 0; i < more.size(); ++i) {
    code.load('L', more[i]);
    cast(code, s.params[arguments.size() + i]);
  }
  code.invoke(c.interface ? bc::invokeinterface : bc::invokevirtual, c.type, method, descriptor, c.interface);
  return kept;
}

void Driver::write_asked(CodeWriter& code, const Asked& a) const {
  std::vector<int> more;
  if (a.rule.remembered) {
    more.push_back(code.new_local('L'));
    push_begun(code);
    code.op(bc::aaload, -1);
    code.store('L', more[0]);
    push_begun(code);
    code.null();
    code.op(bc::aastore, -3);
  }
  if (a.rule.set) return write_choice(code, a, more);
  const std::string_view result = classfile::parse_signature(a.rule.descriptor).result;
  Label start, end, handler, some;
  put_admitted(code, kOneResult);
  if (a.nothing.size() == 1) {
    code.bind(start);
    const Kept kept = ask(code, a.rule.method, a.rule.descriptor, a.arguments, more);
    if (a.nothing[0]) drop(code, result), code.push_string("_");
    else to_result(code, result, 0);
    add_kept(code, kept, a.nothing[0]);
    code.ret('L');
    code.bind(end);
    return exceptions_as_results(code, start, end);
  }
  const int results = code.new_local('L'), thrown = code.new_local('L');
  code.bind(start);
  ask(code, a.rule.method, a.rule.descriptor, a.arguments, more);
  code.store('L', results);
  code.bind(end);
  code.load('L', results);
  code.jump(bc::ifnonnull, some);
  return_none(code);
  code.bind(some);
  join_results(code, a.rule.method, a.nothing, results);
  code.ret('L');
  code.handler(start, end, handler, "java/lang/Throwable");
  code.bind(handler);
  code.store('L', thrown);
  join_thrown(code, a.nothing.size(), thrown);
  code.ret('L');
}

// A list of all results; what fails here, waits or does not end is no result but a mistake.
void Driver::write_choice(CodeWriter& code, const Asked& a, std::vector<int> more) const {
  const std::string_view result = classfile::parse_signature(a.rule.descriptor).result;
  const auto put = [&](const auto& push) {
    push();
    code.field(bc::putstatic, kSpecification, "admitted", "I");
  };
  put_admitted(code, kAsking);
  const int list = code.new_local('L'), from = code.new_local('L'), chosen = code.new_local('L');
  Label again, over, some, value;
  code.type(bc::new_, kList);
  code.dup();
  code.invoke(bc::invokespecial, kList, "<init>", "()V");
  code.store('L', list);
  ask(code, a.rule.method, a.rule.descriptor, a.arguments, more);
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
  put(size);
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
  put(size);
  join_thrown(code, a.nothing.size(), chosen);
  code.ret('L');
  code.bind(value);
  if (!a.rule.effect.empty()) {
    more.push_back(chosen);
    ask(code, a.rule.effect, a.rule.effect_descriptor, a.arguments, more);
    drop(code, classfile::parse_signature(a.rule.effect_descriptor).result);
  }
  if (a.nothing.size() > 1) {
    const int results = code.new_local('L');
    code.load('L', chosen);
    code.type(bc::checkcast, kObjects);
    code.store('L', results);
    join_results(code, a.rule.method, a.nothing, results);
  } else if (a.nothing[0]) {
    code.push_string("_");
  } else {
    code.load('L', chosen);
    to_result(code, kObject, 0);
  }
  put(size);
  code.ret('L');
}

}  // namespace jmc::linearizability
