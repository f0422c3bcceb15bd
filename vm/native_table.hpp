// The functions that stand for methods without bytecode, as the Vm holds them; what they are called with is in
// vm/native.hpp and vm/code/poly.hpp.
#pragma once

#include <string>
#include <unordered_map>
#include <utility>

#include "vm/class/klass.hpp"

namespace jmc::vm {

struct PolySite;
using PolyInvoke = NativeStatus (*)(NativeCall&, const PolySite&);
using PolyDescribe = bool (*)(NativeCall&, const PolySite&, Pending&);

using NativeTable = std::unordered_map<std::string, std::pair<NativeFn, DescribeFn>>;  // "java/lang/Object.hashCode()I"

}  // namespace jmc::vm
