// Calls of signature-polymorphic VarHandle methods: `invokevirtual VarHandle.compareAndSet:(LNode;LNode;LNode;)Z`.
//
// The interpreter does not know what a VarHandle is. It hands such a call, with the arguments in slots as the call
// site's own descriptor lays them out (the VarHandle first), to two hooks that the natives layer installs in the Vm.
// The hooks convert arguments and result between the call site's types and the variable's, as MethodHandle.asType does.
//
// A PolySite describes one call site and should live as long as the code it belongs to: `plan` keeps what the hooks
// work out once.
#pragma once

#include <memory>
#include <string_view>

#include "vm/class/klass.hpp"
#include "vm/thread/thread.hpp"

namespace jmc::vm {

struct PolySite {
  std::string_view name, descriptor;
  Klass* caller = nullptr;
  Method* declared = nullptr;
  mutable std::shared_ptr<const void> plan;  // filled in by the hooks on first use; not part of any state
};

// The result, in the call site's return type, goes to NativeCall::value.
using PolyInvoke = NativeStatus (*)(NativeCall&, const PolySite&);
using PolyDescribe = bool (*)(NativeCall&, const PolySite&, Pending&);

}  // namespace jmc::vm
