// StackWalker, and constructors for deserialisation: what the Java classes of jdk-stubs/jmc/internal need from the VM.
#include "natives/support.hpp"

namespace jmc::natives {

using namespace vm;

namespace {

constexpr const char* kFrames = "jmc/internal/StackFrames";
constexpr const char* kSerial = "jmc/internal/SerialConstructor";

// StackFrames.classes(): the frames that Throwable.getStackTrace shows too, from the caller on.
NativeStatus classes_on_stack(NativeCall& c) {
  std::vector<Klass*> owners;
  c.vm.walk_frames(c.thread, [&](Method* m, uint32_t) {
    if (!m->hidden_frame && !m->internal && m->file) owners.push_back(m->owner);
    return true;
  });
  const Ref a = class_array(c.vm, owners);
  return a ? c.result(a) : NativeStatus::Throw;
}

// StackFrames.descriptors(): of the methods of the same frames.
NativeStatus descriptors_on_stack(NativeCall& c) {
  std::vector<std::string> found;
  c.vm.walk_frames(c.thread, [&](Method* m, uint32_t) {
    if (!m->hidden_frame && !m->internal && m->file) found.emplace_back(m->descriptor);
    return true;
  });
  std::vector<Ref> texts;
  for (const std::string& descriptor : found) {
    texts.push_back(c.vm.new_string_utf8(descriptor));
    if (!texts.back()) return NativeStatus::Throw;
  }
  const Ref a = ref_array(c.vm, c.vm.known->string, texts);
  return a ? c.result(a) : NativeStatus::Throw;
}

NativeStatus walk_with(NativeCall& c, const char* name, const char* descriptor, bool takes_function) {
  Vm& vm = c.vm;
  Args args;
  args.ref(get_ref(vm, c.ref(0), "options")).i32(static_cast<int32_t>(get_int(vm, c.ref(0), "retainClassRef")));
  if (takes_function) args.ref(c.ref(1));
  return call(c, vm.require_class(kFrames)->find_method(name, descriptor), args);
}

NativeStatus walk(NativeCall& c) {
  return walk_with(c, "walk", "(Ljava/util/Set;ZLjava/util/function/Function;)Ljava/lang/Object;", true);
}
NativeStatus for_each(NativeCall& c) {
  return walk_with(c, "forEach", "(Ljava/util/Set;ZLjava/util/function/Consumer;)V", true);
}
NativeStatus walk_to_caller(NativeCall& c) {
  return walk_with(c, "callerClass", "(Ljava/util/Set;Z)Ljava/lang/Class;", false);
}

NativeStatus make_serial(NativeCall& c, Ref type, Ref constructed) {
  return call(c,
              c.vm.require_class(kSerial)->find_method(
                  "make", "(Ljava/lang/Class;Ljava/lang/Class;)Ljmc/internal/SerialConstructor;"),
              Args().ref(type).ref(constructed));
}

// MethodAccessorGenerator.generateSerializationConstructor(class, parameter types, exceptions, modifiers, class of the
// constructor)
NativeStatus generate_serial(NativeCall& c) { return make_serial(c, c.ref(1), c.ref(5)); }
// MethodHandleAccessorFactory.newSerializableConstructorAccessor(class, constructor)
NativeStatus new_serial(NativeCall& c) {
  Klass* k = mirrored(c, 0);
  if (!c.vm.ensure_initialised(k)) return c.vm.pending_exception ? NativeStatus::Throw : NativeStatus::Again;
  return make_serial(c, c.ref(0), get_ref(c.vm, c.ref(1), "clazz"));
}

NativeStatus construct(NativeCall& c) {
  Method* m = mirrored(c, 1)->find_method("<init>", "()V");
  if (!m) c.unsupported("a constructor with arguments");
  return call(c, m, Args().ref(c.ref(0)));
}

constexpr Entry kStackWalkerNatives[] = {
    {"java/lang/StackWalker.walk(Ljava/util/function/Function;)Ljava/lang/Object;", walk},
    {"java/lang/StackWalker.forEach(Ljava/util/function/Consumer;)V", for_each},
    {"java/lang/StackWalker.getCallerClass()Ljava/lang/Class;", walk_to_caller},
    {"jmc/internal/StackFrames.classes()[Ljava/lang/Class;", classes_on_stack},
    {"jmc/internal/StackFrames.descriptors()[Ljava/lang/String;", descriptors_on_stack},
    {"jdk/internal/reflect/MethodAccessorGenerator.generateSerializationConstructor(Ljava/lang/Class;[Ljava/lang/"
     "Class;[Ljava/lang/Class;ILjava/lang/Class;)"
     "Ljdk/internal/reflect/SerializationConstructorAccessorImpl;",
     generate_serial},
    {"jdk/internal/reflect/MethodHandleAccessorFactory.newSerializableConstructorAccessor(Ljava/lang/Class;Ljava/lang/"
     "reflect/Constructor;)"
     "Ljdk/internal/reflect/ConstructorAccessorImpl;",
     new_serial},
    {"jmc/internal/SerialConstructor.construct(Ljava/lang/Object;Ljava/lang/Class;)V", construct},
};

}  // namespace

void register_stack_walker(Vm& vm) { register_table(vm, kStackWalkerNatives); }

}  // namespace jmc::natives
