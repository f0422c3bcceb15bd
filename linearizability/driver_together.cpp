// The client of all programs at once: threads that choose what they call.
#include "classfile/access_flags.hpp"
#include "classfile/class_writer.hpp"
#include "linearizability/choices.hpp"
#include "linearizability/driver.hpp"
#include "linearizability/driver_code.hpp"

namespace jmc::linearizability {

using classfile::ClassWriter;
using classfile::CodeWriter;
using classfile::Label;
using enum classfile::AccessFlags;

namespace {

// A method of the client that is told of a call: what is on the stack are its arguments.
void tell(CodeWriter& code, const char* name, const char* descriptor) {
  code.invoke(bc::invokestatic, Driver::kMain, name, descriptor);
}

}  // namespace

ClassWriter Driver::chooser_class(const std::string& source) const {
  const std::string object = callee_.object();
  const bool order = record_ == Record::Order;
  ClassWriter cls(kPublic | kSuper, kChooser, "java/lang/Thread");
  cls.source_file(source);
  cls.field(kPublic | kFinal, "object", object);
  cls.field(kPublic | kFinal, "mine", "I");
  cls.field(kPublic | kFinal, "done", kCounters);
  cls.field(kPublic | kFinal, "node", "I");  // where it begins to choose; -1: with a call that was chosen for it
  cls.field(kPublic, "first", "I");          // that call and where it leads; 0 once it is begun
  CodeWriter init(cls, 6);
  init.load('L', 0);
  init.invoke(bc::invokespecial, "java/lang/Thread", "<init>", "()V");
  const auto set = [&](const char* name, const std::string& descriptor, int slot) {
    init.load('L', 0);
    init.load(classfile::letter_of(descriptor), slot);
    init.field(bc::putfield, kChooser, name, descriptor);
  };
  set("object", object, 1);
  set("mine", "I", 2);
  set("done", kCounters, 3);
  set("node", "I", 4);
  set("first", "I", 5);
  init.ret('V');
  cls.method(kPublic, "<init>", "(" + object + "I" + kCounters + "II)V", init);

  CodeWriter run(cls, 1);
  const int node = run.new_local('I'), chosen = run.new_local('I'), made = run.new_local('I'), t = run.new_local('I'),
            result = run.new_local('L');
  const auto mine = [&](const char* name, const std::string& descriptor) {
    run.load('L', 0);
    run.field(bc::getfield, kChooser, name, descriptor);
  };
  const auto call = [&] {
    run.load('I', chosen);
    run.push_int(0xffff);
    run.op(bc::iand, -1);
  };
  Label again, chose, over;
  for (const int slot : {chosen, made}) run.push_int(0), run.store('I', slot);
  mine("node", "I");
  run.store('I', node);
  run.load('I', node);
  run.jump(bc::ifge, again);
  mine("first", "I");
  run.store('I', chosen);
  // Programs with different first calls are to meet.
  run.load('L', 0);
  run.push_int(0);
  run.field(bc::putfield, kChooser, "first", "I");
  run.load('I', chosen);
  run.push_int(16);
  run.op(bc::iushr, -1);
  run.store('I', node);
  run.jump(bc::goto_, chose);
  run.bind(again);
  mine("mine", "I");
  run.load('I', node);
  tell(run, kChoose, "(II)I");
  run.store('I', chosen);
  run.load('I', chosen);
  run.jump(bc::iflt, over);
  run.load('I', chosen);
  run.push_int(16);
  run.op(bc::iushr, -1);
  run.store('I', node);
  run.bind(chose);
  const auto own = [&] { mine("mine", "I"); };
  const auto counters = [&] { mine("done", kCounters); };
  if (order)
    ask_others(
        run, t, counters, own, [] {}, [&] { run.pop('I'); });
  mine("mine", "I");
  call();
  tell(run, kBegun, "(II)V");
  mine("object", object);
  call();
  run.invoke(bc::invokestatic, kMain, "call", "(" + object + "I)Ljava/lang/Object;");
  run.store('L', result);
  mine("mine", "I");
  call();
  run.load('L', result);
  tell(run, kTook, "(IILjava/lang/Object;)V");
  if (order) {
    increment(run, made);
    tell_others(run, made, counters, own);
  }
  run.jump(bc::goto_, again);
  run.bind(over);
  run.ret('V');
  cls.method(kPublic, "run", "()V", run);
  return cls;
}

void Driver::write_together(CodeWriter& main, int shared, int i, int n, int list, int done) const {
  const std::string object = callee_.object();
  const int node = main.new_local('I'), chosen = main.new_local('I'), begin = main.new_local('I'),
            first = main.new_local('L');
  const auto for_each_thread = [&](auto&& body) {
    count_up(
        main, i, [&] { main.load('I', n); }, body);
  };
  main.invoke(bc::invokestatic, kMain, "make", "()" + object);
  main.store('L', shared);
  main.load('L', 0);
  main.push_int(kTogether);
  main.op(bc::aaload, -1);
  main.invoke(bc::invokevirtual, "java/lang/String", "length", "()I");
  main.store('I', n);
  main.load('I', n);
  main.type(bc::anewarray, kChooser);
  main.store('L', list);
  if (record_ == Record::Order) {
    main.load('I', n);
    main.type(bc::anewarray, kCounter);
    main.store('L', done);
    for_each_thread([&] { make_counter(main, done, i); });
  }
  main.load('I', n);
  main.op(bc::newarray, 0);
  main.op(10, 0);  // the operand of newarray: int
  main.store('L', first);
  main.push_int(0);
  main.store('I', node);
  for_each_thread([&] {
    main.load('I', n);
    main.load('I', node);
    tell(main, kChoose, "(II)I");
    main.store('I', chosen);
    main.load('I', chosen);
    main.push_int(16);
    main.op(bc::iushr, -1);
    main.store('I', node);
    main.load('L', first);
    main.load('I', i);
    main.load('I', chosen);
    main.push_int(0xffff);
    main.op(bc::iand, -1);
    main.op(bc::iastore, -3);
  });
  for_each_thread([&] {
    Label given, known;
    main.load('I', i);
    main.load('I', node);
    tell(main, kFirst, "(II)I");
    main.store('I', begin);
    main.load('L', first);
    main.load('I', i);
    main.op(bc::iaload, -1);
    main.store('I', chosen);
    main.load('I', chosen);
    main.push_int(Choices::kLater);
    main.jump(bc::if_icmpne, given);
    main.push_int(0);
    main.store('I', chosen);
    main.jump(bc::goto_, known);
    main.bind(given);
    main.load('I', begin);
    main.push_int(16);
    main.op(bc::ishl, -1);
    main.load('I', chosen);
    main.op(bc::ior, -1);
    main.store('I', chosen);
    main.push_int(-1);
    main.store('I', begin);
    main.bind(known);
    main.load('L', list);
    main.load('I', i);
    main.type(bc::new_, kChooser);
    main.dup();
    main.load('L', shared);
    main.load('I', i);
    main.load('L', done);
    main.load('I', begin);
    main.load('I', chosen);
    main.invoke(bc::invokespecial, kChooser, "<init>", "(" + object + "I" + kCounters + "II)V");
    main.op(bc::aastore, -3);
  });
  for (const char* method : {"start", "join"})
    for_each_thread([&] {
      main.load('L', list);
      main.load('I', i);
      main.op(bc::aaload, -1);
      main.invoke(bc::invokevirtual, kChooser, method, "()V");
    });
  for (const uint16_t c : last_) {
    main.load('I', n);
    main.push_int(c);
    tell(main, kBegun, "(II)V");
    main.load('I', n);
    main.push_int(c);
    main.load('L', shared);
    main.push_int(c);
    main.invoke(bc::invokestatic, kMain, "call", "(" + object + "I)Ljava/lang/Object;");
    tell(main, kTook, "(IILjava/lang/Object;)V");
  }
  if (!invariant_.empty()) {
    main.load('L', shared);
    main.invoke(bc::invokestatic, kMain, "invariant", "(" + object + ")V");
  }
  main.ret('V');
}

}  // namespace jmc::linearizability
