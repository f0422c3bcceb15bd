#include "vm/class/observers.hpp"

#include "vm/vm.hpp"

namespace jmc::vm {

namespace {

using classfile::Tag;
using Member = classfile::ConstantPool::Member;

bool is_call(Tag tag) { return tag == Tag::Methodref || tag == Tag::InterfaceMethodref; }

// Who asks whether a thread is over sees its end apart from its last operation.
bool asks_for_ends(const Member& m) {
  return (m.name == "isAlive" && m.descriptor == "()Z") ||
         (m.name == "getState" && m.descriptor == "()Ljava/lang/Thread$State;") ||
         (m.name == "join" &&
          (m.descriptor == "(J)V" || m.descriptor == "(JI)V" || m.descriptor == "(Ljava/time/Duration;)Z"));
}

bool asks_bean(const Member& m) {
  return m.owner == "java/lang/management/ThreadMXBean" || m.owner == "com/sun/management/ThreadMXBean";
}

bool asks_for_states(const Member& m) {
  return (m.name == "getState" && m.descriptor == "()Ljava/lang/Thread$State;") ||
         (m.name == "getStackTrace" && m.owner == "java/lang/Thread") || m.name == "getAllStackTraces" || asks_bean(m);
}

bool asks_for_list(const Member& m) {
  return (m.name == "activeCount" && m.descriptor == "()I") ||
         (m.name == "enumerate" && m.descriptor.starts_with("([Ljava/lang/Thread;")) ||
         (m.owner == "java/lang/ThreadGroup" && (m.name == "interrupt" || m.name == "list")) ||
         m.name == "getAllStackTraces" || asks_bean(m);
}

bool ends_program(const Member& m) {
  return (m.owner == "java/lang/System" || m.owner == "java/lang/Runtime") && (m.name == "exit" || m.name == "halt");
}

}  // namespace

bool tells_late(const Klass& k) { return !k.boot && !k.hidden && k.origin.find(".jar!/") != std::string::npos; }

void tell_observer(Vm& vm, const Member& called) {
  if (asks_for_ends(called)) vm.rules.asks_for_ends();
  const bool states = asks_for_states(called), list = asks_for_list(called);
  if (states || list) vm.rules.asks_for_threads(list, states);
  if (ends_program(called)) vm.rules.exits();
}

void tell_observers(Vm& vm, const Klass& k) {
  const auto& pool = k.file->pool;
  const bool late = tells_late(k);
  for (uint16_t i = 1; i < pool.size(); ++i) {
    if (pool.tag(i) == Tag::MethodHandle) {  // no instruction calls it by its name
      if (const uint16_t of = pool.method_handle(i).index; late && is_call(pool.tag(of)))
        tell_observer(vm, pool.member(of));
    } else if (!late && is_call(pool.tag(i))) {
      tell_observer(vm, pool.member(i));
    }
  }
}

}  // namespace jmc::vm
