#include <bit>
#include <cmath>
#include <cstring>

#include "natives/memory/var_handle_conversions.hpp"

namespace jmc::natives {

using namespace vm;

namespace {

struct Wrapper {
  char letter;
  std::string_view name;
};
constexpr Wrapper kWrappers[] = {
    {'Z', "java/lang/Boolean"}, {'B', "java/lang/Byte"}, {'C', "java/lang/Character"}, {'S', "java/lang/Short"},
    {'I', "java/lang/Integer"}, {'J', "java/lang/Long"}, {'F', "java/lang/Float"},     {'D', "java/lang/Double"},
};

bool widens(char from, char to) {
  if (from == to) return true;
  constexpr std::string_view order = "BSIJFD";
  const size_t target = order.find(to);
  if (target == order.npos) return false;
  if (from == 'C') return target >= order.find('I');
  const size_t source = order.find(from);
  return source != order.npos && source < target;
}

// Precondition: widens(from, to).
uint64_t widen(char from, char to, uint64_t bits) {
  if (from == to) return bits;
  if (from == 'F')
    return std::bit_cast<uint64_t>(static_cast<double>(std::bit_cast<float>(static_cast<uint32_t>(bits))));
  const int64_t value = from == 'J' ? static_cast<int64_t>(bits) : static_cast<int32_t>(bits);
  switch (to) {
    case 'J': return static_cast<uint64_t>(value);
    case 'F': return std::bit_cast<uint32_t>(static_cast<float>(value));
    case 'D': return std::bit_cast<uint64_t>(static_cast<double>(value));
    default: return static_cast<uint32_t>(value);
  }
}

Converted cannot_cast(Vm& vm, const Klass* from, const Klass* to) {
  vm.throw_new("java/lang/ClassCastException", "Cannot cast " + from->external_name() + " to " + to->external_name());
  return Converted::Throw;
}

// The helpful message of the JDK's own unboxing code, whose parameter is called x.
std::string null_message(Vm& vm, char declared, char to) {
  if (declared)
    return "Cannot invoke \"" + wrapper_of(vm, declared)->external_name() + "." + vm.primitive(declared)->name +
           "Value()\" because \"x\" is null";
  const std::string method = to == 'Z' || to == 'C' ? "int" : vm.primitive(to)->name;
  return "Cannot invoke \"java.lang.Number." + method +
         "Value()\" because the return value of "
         "\"sun.invoke.util.ValueConversions.primitiveConversion(sun.invoke.util.Wrapper, Object, boolean)\" is null";
}

Converted unbox_to(Vm& vm, const ValueType& from, char to, uint64_t& bits, bool quiet) {
  const char declared = from.klass ? primitive_of_wrapper(from.klass) : 0;
  if (declared && !widens(declared, to)) return Converted::Never;
  if (!declared && from.klass && !from.klass->is_interface() && !wrapper_of(vm, to)->is_subclass_of(from.klass))
    return Converted::Never;
  const Ref object = static_cast<Ref>(bits);
  if (!object) {
    if (quiet) return Converted::Unknown;
    vm.throw_new("java/lang/NullPointerException", null_message(vm, declared, to));
    return Converted::Throw;
  }
  uint64_t value = 0;
  const char actual = unbox(vm, object, value);
  if (!actual || !widens(actual, to)) {
    if (quiet) return Converted::Unknown;
    Klass* number = vm.require_class("java/lang/Number");
    if (actual || vm.klass_of(object)->is_subclass_of(number))
      return cannot_cast(vm, vm.klass_of(object), wrapper_of(vm, to));
    vm.throw_class_cast(object, number);
    return Converted::Throw;
  }
  bits = widen(actual, to, value);
  return Converted::Ok;
}

}  // namespace

char primitive_of_wrapper(const Klass* k) {
  if (!k->boot || !k->name.starts_with("java/lang/")) return 0;
  for (const Wrapper& w : kWrappers)
    if (k->name == w.name) return w.letter;
  return 0;
}

Klass* wrapper_of(Vm& vm, char primitive) {
  for (const Wrapper& w : kWrappers)
    if (w.letter == primitive) return vm.require_class(w.name);
  return nullptr;
}

Converted convert_value(Vm& vm, const ValueType& from, const ValueType& to, uint64_t& bits, bool quiet) {
  if (to.letter == 'V') return Converted::Ok;
  if (from.letter == 'V') {
    bits = 0;
    return Converted::Ok;
  }
  if (to.letter != 'L') {
    if (from.letter == 'L') return unbox_to(vm, from, to.letter, bits, quiet);
    if (!widens(from.letter, to.letter)) return Converted::Never;
    bits = widen(from.letter, to.letter, bits);
    return Converted::Ok;
  }
  if (from.letter == 'L') {
    const Ref object = static_cast<Ref>(bits);
    if (!object || !to.klass || vm.klass_of(object)->is_subclass_of(to.klass)) return Converted::Ok;
    return quiet ? Converted::Unknown : cannot_cast(vm, vm.klass_of(object), to.klass);
  }
  if (to.klass && !wrapper_of(vm, from.letter)->is_subclass_of(to.klass)) return Converted::Never;
  if (quiet) return Converted::Unknown;
  bits = box(vm, from.letter, bits);
  return bits ? Converted::Ok : Converted::Throw;
}

}  // namespace jmc::natives
