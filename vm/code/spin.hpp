// Stand-ins for the JDK's method-handle machinery, made of real bytecode.
//
// invokedynamic, dynamic constants, reflective calls and method handles are linked to static methods of small hidden
// classes that are written on the spot and defined in the Vm. So user code that they call (a lambda body, toString,
// hashCode of a record component) is interpreted, scheduled and traced like any other; the spun frames themselves are
// `internal` and stay out of stack traces.
//
// Linking is no part of the program's state: nothing here runs Java code, and what it makes is never undone.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "vm/vm.hpp"

namespace jmc::vm {

// Call `method` (static, with the site's descriptor), or push `constant`. Neither: an exception is pending.
struct LinkedSite {
  Method* method = nullptr;
  Ref constant = kNull;
};

// The invokedynamic at `pool_index` of caller's pool. Throws Unsupported, naming bootstrap method and caller, for what
// cannot be linked; Java errors (LambdaConversionException, NoSuchMethodError, ...) become vm.pending_exception and an
// empty result.
LinkedSite link_dynamic(Vm& vm, Klass* caller, uint16_t pool_index);

// The dynamic constant, method handle or method type at `pool_index`: `method` has no arguments and returns the
// constant; call it once and keep the value.
LinkedSite link_constant(Vm& vm, Klass* caller, uint16_t pool_index);

// What a program asks of LambdaMetafactory when it calls it itself. Names and descriptors as in a class file.
struct LambdaRequest {
  std::string interface_method, factory, erased,
      instantiated;                     // name; (captured values)interface; descriptors of the interface's method
  uint8_t kind = 0;                     // of the handle, as REF_invokeStatic
  std::string owner, name, descriptor;  // of the method that it names
  bool interface_owner = false;
  std::vector<std::string> markers, bridges;  // more interfaces; more descriptors of the interface's method
  bool serializable = false;
};
// A hidden class with the static method make$, of the factory's descriptor. One per caller and request. Null: an
// exception is pending.
Klass* spin_lambda(Vm& vm, Klass* caller, const LambdaRequest& request);

// Static (Object receiver, Object[] args) Object that calls `target` as java.lang.reflect does: receiver and argument
// checks with the JDK's IllegalArgumentExceptions, unboxing with widening, virtual dispatch, the result boxed. For a
// constructor the receiver is ignored and the new object returned. What the target throws is wrapped in an
// InvocationTargetException. One per target.
Method* reflect_invoker(Vm& vm, Method* target);
// The same without the wrapping.
Method* direct_invoker(Vm& vm, Method* target);

// For call sites of MethodHandle.invoke and invokeExact: static (MethodHandle, site's arguments)R. Boxes the arguments,
// calls Object MethodHandle.jmcInvoke(String descriptor, boolean exact, Object[] args) and converts its result to R.
// One per descriptor.
Method* poly_adapter(Vm& vm, Klass* caller, std::string_view descriptor, bool exact);

}  // namespace jmc::vm
