#include "linearizability/driver.hpp"

#include <algorithm>
#include <charconv>

#include "classfile/access_flags.hpp"
#include "classfile/class_writer.hpp"
#include "linearizability/driver_code.hpp"
#include "linearizability/driver_package.hpp"
#include "linearizability/functions.hpp"

namespace jmc::linearizability {

using classfile::ClassWriter;
using classfile::CodeWriter;
using classfile::Label;
using enum classfile::AccessFlags;

namespace {

constexpr const char* kNode = "LinearizabilityCall";
constexpr const char* kNodeType = "LLinearizabilityCall;";
constexpr const char* kResults = "[Ljava/lang/Object;";
constexpr const char* kAllResults = "[[Ljava/lang/Object;";

}  // namespace

void make_counter(CodeWriter& code, int done, int i) {
  code.load('L', done);
  code.load('I', i);
  code.type(bc::new_, kCounter);
  code.dup();
  code.invoke(bc::invokespecial, kCounter, "<init>", "()V");
  code.op(bc::aastore, -3);
}

Driver::Callee Driver::callee(const Methods& methods, const Call& constructor) {
  return {methods.internal_name(),         methods.is_interface(),
          methods.factory_owner(),         methods.factory(),
          methods.of_interface(),          constructor,
          methods.constructor(constructor)};
}

Driver::Driver(const Subject& subject, std::vector<Call> calls, Record record)
    : callee_(callee(subject.methods, subject.constructor)),
      calls_(std::move(calls)),
      invariant_(subject.invariant),
      record_(record) {
  const Methods& methods = subject.methods;
  move_to(methods);
  for (const Call& c : subject.last) {
    const auto it = std::find(calls_.begin(), calls_.end(), c);
    last_.push_back(static_cast<uint16_t>(it - calls_.begin()));
    if (it == calls_.end()) calls_.push_back(c);
  }
  for (const Call& c : calls_) descriptors_.push_back(methods.method(c));
  for (const Call& c : subject.initial) initial_.emplace_back(c, methods.method(c));
  if (!invariant_.empty()) {
    const std::optional<std::string> found = methods.find({invariant_, {}});
    if (!found)
      throw ProgramError("--invariant=" + invariant_ + ": " + methods.maker() +
                         " has no such public method without parameters");
    invariant_descriptor_ = *found;
    if (const std::string_view result = classfile::parse_signature(*found).result; result != "Z" && result != "V")
      throw ProgramError("--invariant=" + invariant_ + ": " + methods.maker() + "." + invariant_ + "() returns " +
                         std::string(result) + ", expected boolean (false: violated) or void (an exception: violated)");
  }
  note(methods, callee_.constructor.arguments, callee_.descriptor);
  for (size_t i = 0; i < calls_.size(); ++i) note(methods, calls_[i].arguments, descriptors_[i]);
  for (const auto& [call, descriptor] : initial_) note(methods, call.arguments, descriptor);
  if (!subject.specification) return;
  const Specification& spec = *subject.specification;
  move_to(spec.methods());
  specification_ = callee(spec.methods(), spec.constructor());
  joint_ = spec.joint(calls_, methods);
  for (size_t i = 0; i < calls_.size(); ++i) {
    const auto has = [&](const Specification::Joint& j) {
      return std::find(j.calls.begin(), j.calls.end(), i) != j.calls.end();
    };
    std::optional<Specification::Rule> rule = spec.find_rule(calls_[i], descriptors_[i]);
    if (!rule && std::any_of(joint_.begin(), joint_.end(), has)) rule.emplace();  // only together with others
    rules_.push_back(rule ? *std::move(rule) : spec.rule(calls_[i], descriptors_[i]));
  }
  number_joint(spec.methods().maker());
  for (const auto& [call, descriptor] : initial_) {
    const Specification::Rule rule = spec.rule(call, descriptor);
    if (rule.set || !rule.begins.empty())
      throw ProgramError("--initial: the specification " + spec.methods().maker() + " has " +
                         (rule.set ? "several results" : rule.begins) + " for " + text_of(call) +
                         ", expected calls with one result" + (rule.set ? "" : " in one moment"));
    specified_initial_.emplace_back(call, rule.descriptor);
    note(methods, call.arguments, rule.descriptor);
  }
  note(methods, specification_.constructor.arguments, specification_.descriptor);
  const auto note_rule = [&](const Specification::Rule& rule, const std::vector<Value>& arguments) {
    for (const std::string* d : {&rule.descriptor, &rule.effect_descriptor, &rule.begins_descriptor})
      if (!d->empty()) note(methods, arguments, *d);
  };
  for (size_t i = 0; i < calls_.size(); ++i) note_rule(rules_[i], calls_[i].arguments);
  for (const Specification::Joint& j : joint_) note_rule(j.rule, j.arguments);
}

int Driver::call_number(std::string_view method) {
  int n = -1;
  if (method.starts_with("call")) std::from_chars(method.data() + 4, method.data() + method.size(), n);
  return n;
}

std::string Driver::preparation() const {
  std::string calls;
  for (const auto& [call, descriptor] : initial_) calls += (calls.empty() ? "--initial=" : "; ") + text_of(call);
  return calls.empty() ? "the constructor " + text_of(callee_.constructor) : calls;
}

std::string Driver::source() const {
  std::string out;
  for (const Call& c : calls_) out += text_of(c) + "\n";
  return out;
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
void Driver::write_run(ClassWriter& thread) const {
  const std::string object = callee_.object();
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
  const auto own = [&] { mine("mine", "I"); };
  const auto counters = [&] { mine("done", kCounters); };
  if (record_ == Record::Order)
    ask_others(
        run, t, counters, own,
        [&] {
          mine("seen", "[I");
          run.load('I', i);
          counters();
          run.op(bc::arraylength, 0);
          run.op(bc::imul, -1);
          run.load('I', t);
          run.op(bc::iadd, -1);
        },
        [&] { run.op(bc::iastore, -3); });
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
    increment(run, i);
  }
  run.load('L', next);
  run.field(bc::getfield, kNode, "next", kNodeType);
  run.store('L', next);
  if (record_ == Record::Order) tell_others(run, i, counters, own);
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

// The calls one after the other, without a thread.
void Driver::write_alone(CodeWriter& main, int shared, int i, int last) const {
  const std::string object = judge().object();
  const char* judge = specified() ? kSpecification : kMain;
  const auto calls = [&] {
    main.load('L', 0);
    main.push_int(0);
    main.op(bc::aaload, -1);
  };
  main.invoke(bc::invokestatic, judge, "make", "()" + object);
  main.store('L', shared);
  main.push_int(1);
  main.field(bc::putstatic, kMain, "made", "I");
  count_up(
      main, i,
      [&] {
        calls();
        main.invoke(bc::invokevirtual, kString, "length", "()I");
      },
      [&] {
        if (specified()) {
          main.load('L', 0);
          main.push_int(kChoices);
          main.op(bc::aaload, -1);
          main.load('I', i);
          main.invoke(bc::invokevirtual, kString, "charAt", "(I)C");
          main.field(bc::putstatic, kSpecification, "choice", "I");
        }
        main.load('L', shared);
        calls();
        main.load('I', i);
        main.invoke(bc::invokevirtual, kString, "charAt", "(I)C");
        main.invoke(bc::invokestatic, judge, "call", "(" + object + "I)Ljava/lang/Object;");
        main.store('L', last);
      });
  main.load('L', shared);
  main.field(bc::putstatic, kMain, "object", object);
  main.load('L', last);
  main.field(bc::putstatic, kMain, "last", kObject);
  main.ret('V');
}

// When all threads have ended.
void Driver::write_end(CodeWriter& main, int shared, int results, int threads) const {
  for (size_t c = 0; c < last_.size(); ++c) {
    main.load('L', results);
    main.load('I', threads);
    main.op(bc::aaload, -1);
    main.push_int(static_cast<int32_t>(c));
    main.load('L', shared);
    main.push_int(last_[c]);
    main.invoke(bc::invokestatic, kMain, "call", "(" + callee_.object() + "I)Ljava/lang/Object;");
    main.op(bc::aastore, -3);
  }
  if (invariant_.empty()) return;
  main.load('L', shared);
  main.invoke(bc::invokestatic, kMain, "invariant", "(" + callee_.object() + ")V");
}

namespace {

// args[i] as a list of calls, in a local.
void write_list(CodeWriter& main, int i, int at, int calls) {
  const auto text = [&] {
    main.load('L', 0);
    main.load('I', i);
    main.op(bc::aaload, -1);
  };
  Label more, all;
  main.null();
  main.store('L', calls);
  text();
  main.invoke(bc::invokevirtual, kString, "length", "()I");
  main.store('I', at);
  main.bind(more);
  increment(main, at, -1);
  main.load('I', at);
  main.jump(bc::iflt, all);
  main.type(bc::new_, kNode);
  main.dup();
  text();
  main.load('I', at);
  main.invoke(bc::invokevirtual, kString, "charAt", "(I)C");
  main.load('L', calls);
  main.invoke(bc::invokespecial, kNode, "<init>", "(ILLinearizabilityCall;)V");
  main.store('L', calls);
  main.jump(bc::goto_, more);
  main.bind(all);
}

}  // namespace

// Makes the object and runs the threads that the arguments describe, or else the calls alone.
void Driver::write_main(ClassWriter& cls, const std::string& make_thread) const {
  CodeWriter main(cls, 1);
  const int shared = main.new_local('L'), i = main.new_local('I'), n = main.new_local('I'), list = main.new_local('L'),
            last = main.new_local('L'), results = main.new_local('L'), done = main.new_local('L'),
            seen = main.new_local('L'), at = main.new_local('I'), calls = main.new_local('L');
  const auto argument = [&](auto&& index) {
    main.load('L', 0);
    index();
    main.op(bc::aaload, -1);
  };
  const auto set = [&](int slot, int value) {
    main.push_int(value);
    main.store('I', slot);
  };
  const auto length = [&] { main.invoke(bc::invokevirtual, kString, "length", "()I"); };
  const auto for_each_thread = [&](auto&& body) {
    count_up(
        main, i, [&] { main.load('I', n); }, body);
  };
  Label alone, next, counted, one;
  for (const int slot : {list, last, results, done, seen, calls}) main.null(), main.store('L', slot);
  for (const int slot : {i, n, at}) set(slot, 0);
  main.null();
  main.store('L', shared);
  if (record_ != Record::Nothing) {
    argument([&] { main.push_int(kTogether); });
    length();
    main.jump(bc::ifeq, one);
    write_together(main, shared, i, n, list);
    main.bind(one);
  }
  argument([&] { main.push_int(1); });
  main.jump(bc::ifnull, alone);
  main.invoke(bc::invokestatic, kMain, "make", "()" + callee_.object());
  main.store('L', shared);

  main.bind(next);
  argument([&] { main.load('I', n); });
  main.jump(bc::ifnull, counted);
  increment(main, n);
  main.jump(bc::goto_, next);
  main.bind(counted);
  const auto array = [&](int slot, const char* element, int more = 0) {
    main.load('I', n);
    if (more) main.push_int(more), main.op(bc::iadd, -1);
    main.type(bc::anewarray, element);
    main.store('L', slot);
  };
  array(list, kThread);
  array(results, kResults, last_.empty() ? 0 : 1);
  if (!last_.empty()) {
    main.load('L', results);
    main.load('I', n);
    main.push_int(static_cast<int32_t>(last_.size()));
    main.type(bc::anewarray, "java/lang/Object");
    main.op(bc::aastore, -3);
  }
  main.load('L', results);
  main.field(bc::putstatic, kMain, "results", kAllResults);
  if (record_ == Record::Order) {
    array(done, kCounter);
    array(seen, "[I");
    main.load('L', seen);
    main.field(bc::putstatic, kMain, "seen", "[[I");
    for_each_thread([&] {
      make_counter(main, done, i);
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
    write_list(main, i, at, calls);
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
  write_end(main, shared, results, n);
  main.ret('V');

  main.bind(alone);
  write_alone(main, shared, i, last);
  cls.method(kPublic | kStatic, "main", "([Ljava/lang/String;)V", main);
}

std::vector<std::pair<std::string, std::vector<uint8_t>>> Driver::classes() const {
  const std::string object = callee_.object(), source = std::string(kMain) + ".java";
  ClassWriter cls(kPublic | kSuper, kMain, "java/lang/Object");
  cls.source_file(source);
  cls.field(kPublic | kStatic, "results", kAllResults);
  cls.field(kPublic | kStatic, "seen", "[[I");
  cls.field(kPublic | kStatic, "object", judge().object());
  cls.field(kPublic | kStatic, "last", kObject);
  cls.field(kPublic | kStatic, "made", "I");
  if (record_ != Record::Nothing) {
    cls.bodiless_method(kPublic | kStatic | kNativeFlag, kChoose, "()I");
    cls.bodiless_method(kPublic | kStatic | kNativeFlag, kBegun, "(I)V");
    cls.bodiless_method(kPublic | kStatic | kNativeFlag, kTook, "(ILjava/lang/Object;)V");
  }
  write_calls(cls);
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
      code.load(classfile::letter_of(fields[i].descriptor), static_cast<int>(i) + 1);
      code.field(bc::putfield, kThread, fields[i].name, fields[i].descriptor);
    }
    code.ret('V');
    thread.method(kPublic, "<init>", make_thread, code);
  }
  write_run(thread);
  write_main(cls, make_thread);

  std::vector<std::pair<std::string, std::vector<uint8_t>>> out;
  out.emplace_back(cls.name(), cls.finish());
  out.emplace_back(thread.name(), thread.finish());
  out.emplace_back(node.name(), node.finish());
  if (record_ != Record::Nothing) {
    const ClassWriter chooser = chooser_class(source);
    out.emplace_back(chooser.name(), chooser.finish());
  }
  for (const auto& [function, descriptor] : functions_) {
    const std::string name = function_name(function, descriptor);
    out.emplace_back(name, function_class(name, function, function_type(descriptor)));
  }
  if (specified()) {
    ClassWriter specification(kPublic | kSuper, kSpecification, "java/lang/Object");
    specification.source_file(source);
    write_specification(specification);
    out.emplace_back(specification.name(), specification.finish());
  }
  return package_.empty() ? out : in_package(out, package_);
}

}  // namespace jmc::linearizability
