// LambdaMetafactory, StringConcatFactory and invokers of call sites for programs that call them themselves:
// java.lang.invoke.Factories of jdk-stubs.
#include "natives/memory/atomics.hpp"
#include "natives/support.hpp"
#include "vm/code/spin.hpp"

namespace jmc::natives {

using namespace vm;

namespace {

constexpr const char* kFactories = "java/lang/invoke/Factories";

NativeStatus passed_on(NativeCall& c, const char* name) {
  Vm& vm = c.vm;
  Method* m = vm.require_class(kFactories)->find_method(name, c.method->descriptor);
  return vm.push_call(m, c.args, c.method->arg_slots) ? NativeStatus::Call : NativeStatus::Throw;
}

NativeStatus lambda(NativeCall& c) { return passed_on(c, "lambda"); }
NativeStatus alternative(NativeCall& c) { return passed_on(c, "alternative"); }
NativeStatus concat(NativeCall& c) { return passed_on(c, "concat"); }

// Of a call site, the receiver: a static method of the stub has it as its argument.
NativeStatus dynamic_invoker(NativeCall& c) {
  Vm& vm = c.vm;
  Method* m = vm.require_class(kFactories)
                  ->find_method("dynamicInvoker", "(Ljava/lang/invoke/CallSite;)Ljava/lang/invoke/MethodHandle;");
  return vm.push_call(m, c.args, c.method->arg_slots) ? NativeStatus::Call : NativeStatus::Throw;
}

// CallSite.setTarget: the JDK declares the field final, and writes it in this way alone.
template <memory::Mode M>
Cell target(NativeCall& c) {
  return {c.ref(0), c.vm.klass_of(c.ref(0))->find_field("target")->offset, 'L', false, {M, M}};
}
template <memory::Mode M>
bool describe_set_target(NativeCall& c, Pending& p) {
  return describe_atomic(c.vm, target<M>(c), AtomicOp::Set, c.ref(1), 0, p);
}
template <memory::Mode M>
NativeStatus set_target(NativeCall& c) {
  apply_atomic(c.vm, target<M>(c), AtomicOp::Set, c.ref(1), 0);
  return c.done();
}

std::vector<Ref> elements(Vm& vm, Ref array) {
  std::vector<Ref> out;
  for (uint32_t i = 0; i < vm.array_length(array); ++i) out.push_back(element(vm, array, i));
  return out;
}

// (caller, name, factory, method, dynamic, kind, owner, target, descriptor, serializable, markers, bridges)
NativeStatus spin(NativeCall& c) {
  Vm& vm = c.vm;
  LambdaRequest r;
  r.interface_method = utf8(vm, c.ref(1));
  r.factory = utf8(vm, c.ref(2));
  r.erased = utf8(vm, c.ref(3));
  r.instantiated = utf8(vm, c.ref(4));
  r.kind = static_cast<uint8_t>(c.i32(5));
  const Klass* owner = mirrored(c, 6);
  r.owner = owner->name;
  r.interface_owner = owner->is_interface();
  r.name = utf8(vm, c.ref(7));
  r.descriptor = utf8(vm, c.ref(8));
  r.serializable = c.i32(9);
  for (const Ref k : elements(vm, c.ref(10))) r.markers.push_back(vm.klass_of_mirror(k)->name);
  for (const Ref d : elements(vm, c.ref(11))) r.bridges.push_back(utf8(vm, d));
  const Klass* k = spin_lambda(vm, mirrored(c, 0), r);
  return k ? c.result(k->mirror) : NativeStatus::Throw;
}

#define JMC_LOOKUP "Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;"
#define JMC_SITE ")Ljava/lang/invoke/CallSite;"

constexpr Entry kFactoriesNatives[] = {
    {"java/lang/invoke/MethodHandleNatives.setCallSiteTargetNormal(Ljava/lang/invoke/CallSite;Ljava/lang/invoke/"
     "MethodHandle;)V",
     set_target<memory::Mode::Plain>, describe_set_target<memory::Mode::Plain>},
    {"java/lang/invoke/MethodHandleNatives.setCallSiteTargetVolatile(Ljava/lang/invoke/CallSite;Ljava/lang/invoke/"
     "MethodHandle;)V",
     set_target<memory::Mode::Volatile>, describe_set_target<memory::Mode::Volatile>},
    {"java/lang/invoke/CallSite.makeDynamicInvoker()Ljava/lang/invoke/MethodHandle;", dynamic_invoker},
    {"java/lang/invoke/LambdaMetafactory.metafactory(" JMC_LOOKUP
     "Ljava/lang/invoke/MethodType;Ljava/lang/invoke/MethodHandle;Ljava/lang/invoke/MethodType;" JMC_SITE,
     lambda},
    {"java/lang/invoke/LambdaMetafactory.altMetafactory(" JMC_LOOKUP "[Ljava/lang/Object;" JMC_SITE, alternative},
    {"java/lang/invoke/StringConcatFactory.makeConcat(" JMC_LOOKUP JMC_SITE, concat},
    {"java/lang/invoke/StringConcatFactory.makeConcatWithConstants(" JMC_LOOKUP
     "Ljava/lang/String;[Ljava/lang/Object;" JMC_SITE,
     concat},
    {"java/lang/invoke/Factories.spin(Ljava/lang/Class;Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;Ljava/"
     "lang/String;ILjava/lang/Class;Ljava/lang/String;"
     "Ljava/lang/String;Z[Ljava/lang/Class;[Ljava/lang/String;)Ljava/lang/Class;",
     spin},
};

}  // namespace

void register_factories(Vm& vm) { register_table(vm, kFactoriesNatives); }

}  // namespace jmc::natives
