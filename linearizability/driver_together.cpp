// The client of all programs at once: threads that choose what they call.
#include "classfile/access_flags.hpp"
#include "classfile/class_writer.hpp"
#include "linearizability/driver.hpp"
#include "linearizability/driver_code.hpp"

namespace jmc::linearizability {

using classfile::ClassWriter;
using classfile::CodeWriter;
using classfile::Label;
using enum classfile::AccessFlags;

ClassWriter Driver::chooser_class(const std::string& source) const {
  const std::string object = callee_.object();
  ClassWriter cls(kPublic | kSuper, kChooser, "java/lang/Thread");
  cls.source_file(source);
  cls.field(kPublic | kFinal, "object", object);
  CodeWriter init(cls, 2);
  init.load('L', 0);
  init.invoke(bc::invokespecial, "java/lang/Thread", "<init>", "()V");
  init.load('L', 0);
  init.load('L', 1);
  init.field(bc::putfield, kChooser, "object", object);
  init.ret('V');
  cls.method(kPublic, "<init>", "(" + object + ")V", init);

  CodeWriter run(cls, 1);
  const int chosen = run.new_local('I'), result = run.new_local('L');
  Label again, over;
  run.bind(again);
  run.invoke(bc::invokestatic, kMain, kChoose, "()I");
  run.store('I', chosen);
  run.load('I', chosen);
  run.jump(bc::iflt, over);
  run.load('I', chosen);
  run.invoke(bc::invokestatic, kMain, kBegun, "(I)V");
  run.load('L', 0);
  run.field(bc::getfield, kChooser, "object", object);
  run.load('I', chosen);
  run.invoke(bc::invokestatic, kMain, "call", "(" + object + "I)Ljava/lang/Object;");
  run.store('L', result);
  run.load('I', chosen);
  run.load('L', result);
  run.invoke(bc::invokestatic, kMain, kTook, "(ILjava/lang/Object;)V");
  run.jump(bc::goto_, again);
  run.bind(over);
  run.ret('V');
  cls.method(kPublic, "run", "()V", run);
  return cls;
}

void Driver::write_together(CodeWriter& main, int shared, int i, int n, int list) const {
  const std::string object = callee_.object();
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
  for_each_thread([&] {
    main.load('L', list);
    main.load('I', i);
    main.type(bc::new_, kChooser);
    main.dup();
    main.load('L', shared);
    main.invoke(bc::invokespecial, kChooser, "<init>", "(" + object + ")V");
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
    main.push_int(c);
    main.invoke(bc::invokestatic, kMain, kBegun, "(I)V");
    main.push_int(c);
    main.load('L', shared);
    main.push_int(c);
    main.invoke(bc::invokestatic, kMain, "call", "(" + object + "I)Ljava/lang/Object;");
    main.invoke(bc::invokestatic, kMain, kTook, "(ILjava/lang/Object;)V");
  }
  if (!invariant_.empty()) {
    main.load('L', shared);
    main.invoke(bc::invokestatic, kMain, "invariant", "(" + object + ")V");
  }
  main.ret('V');
}

}  // namespace jmc::linearizability
