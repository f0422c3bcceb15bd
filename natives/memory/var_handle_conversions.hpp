// Conversions between the types of a call site and those of what it calls, as MethodHandle.asType defines them.
// Internal to natives/.
#pragma once

#include "natives/support.hpp"

namespace jmc::natives {

// Type of a value on one side of a conversion; klass is null where only the letter is known to matter.
struct ValueType {
  char letter = 'V';       // Z B C S I J F D L V
  Klass* klass = nullptr;  // of a reference
};

enum class Converted : uint8_t {
  Ok,
  Throw,    // vm.pending_exception is set
  Never,    // no value of the one type can become one of the other: the caller throws WrongMethodTypeException
  Unknown,  // not without making an object or an exception (only when `quiet`)
};

// `bits` holds a slot's value. `quiet`: neither allocates nor throws.
Converted convert_value(Vm& vm, const ValueType& from, const ValueType& to, uint64_t& bits, bool quiet);

char primitive_of_wrapper(const Klass* k);  // 'I' for java.lang.Integer; 0 if it is none
Klass* wrapper_of(Vm& vm, char primitive);

}  // namespace jmc::natives
