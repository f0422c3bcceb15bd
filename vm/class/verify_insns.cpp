// What each instruction takes and leaves (JVMS 4.10.1.9), but for those that name classes and members.
#include <algorithm>

#include "classfile/bytecode.hpp"
#include "vm/class/verifier.hpp"
#include "vm/code/bytecodes.hpp"

namespace jmc::vm {

namespace bc = classfile::bc;

namespace {

Type base_type(char c) {
  switch (c) {
    case 'J': return kLongType;
    case 'F': return kFloatType;
    case 'D': return kDoubleType;
    case 'N': return kNullType;
    default: return kIntType;
  }
}

}  // namespace

void Verifier::push(Type t) {
  const uint32_t slots = is_wide(t) ? 2 : 1;
  if (depth_ + slots > m_.max_stack)
    fail("a push on a stack of " + std::to_string(depth_) + " slots",
         "at most the " + std::to_string(m_.max_stack) + " of max_stack");
  stack()[depth_++] = t;
  if (slots == 2) stack()[depth_++] = t + 1;
}

Type Verifier::pop_slot() {
  if (!depth_) fail("an empty stack", "a value");
  return stack()[--depth_];
}

void Verifier::pop(Type expected) {
  const Type top = pop_slot();
  if (is_wide(expected)) {
    if (top == expected + 1 && depth_ && stack()[depth_ - 1] == expected) {
      --depth_;
      return;
    }
  } else if (top == expected) {
    return;
  }
  fail(types_.text(top) + " on the stack", types_.text(expected));
}

Type Verifier::pop_object(const char* expected) {
  const Type t = pop_slot();
  if (!is_object(t)) fail(types_.text(t) + " on the stack", expected);
  return t;
}

void Verifier::pop_assignable(std::string_view target) {
  const Type t = pop_slot();
  if (!types_.assignable(t, target)) fail(types_.text(t) + " on the stack", types_.text(types_.reference(target)));
}

// A value for a field, parameter or result that was declared with that type.
void Verifier::pop_type(Type declared) {
  if ((declared & kTypeKind) != kReference) return pop(declared);
  const Type t = pop_slot();
  if (t != declared && !types_.assignable_to(t, declared))
    fail(types_.text(t) + " on the stack", types_.text(declared));
}

void Verifier::replace(Type from, Type to) {
  for (uint32_t i = 0; i < locals_ + depth_; ++i)
    if (now_[i] == from) now_[i] = to;
  locals_changed_ = true;
}

void Verifier::set_local(uint32_t index, Type t) {
  // What was half overwritten is lost.
  if (is_second_half(now_[index])) now_[index - 1] = kUnusable;
  const uint32_t last = index + (is_wide(t) ? 1 : 0);
  if (is_wide(now_[last])) now_[last + 1] = kUnusable;
  now_[index] = t;
  if (last != index) now_[last] = t + 1;
  locals_changed_ = true;
}

bool Verifier::loads_and_stores(uint8_t op, uint32_t index) {
  constexpr Type kTypes[] = {kIntType, kLongType, kFloatType, kDoubleType};
  if (op >= bc::iload && op <= bc::aload) {
    const Type have = now_[index];
    const std::string where = types_.text(have) + " in local variable " + std::to_string(index);
    if (op == bc::aload) {
      if (!is_object(have) && !is_unready(have)) fail(where, "a reference");
      push(have);
    } else {
      const Type want = kTypes[op - bc::iload];
      if (have != want || (is_wide(want) && now_[index + 1] != want + 1)) fail(where, types_.text(want));
      push(want);
    }
    return true;
  }
  if (op >= bc::istore && op <= bc::dstore) {
    pop(kTypes[op - bc::istore]);
    set_local(index, kTypes[op - bc::istore]);
    return true;
  }
  if (op == bc::astore) {
    const Type t = pop_slot();
    if (!is_object(t) && !is_unready(t) && (t & kTypeKind) != kReturnAddress)
      fail(types_.text(t) + " on the stack", "a reference");
    set_local(index, t);
    return true;
  }
  if (op == bc::iinc) {
    if (now_[index] != kIntType) fail(types_.text(now_[index]) + " in local variable " + std::to_string(index), "int");
    return true;
  }
  // ret: the translator has made it a jump back from the innermost subroutine.
  if (m_.code[insn_].op == Opc::FallOff) fail("ret", "a subroutine around it");
  if (index >= m_.max_locals)
    fail("local variable " + std::to_string(index), "one below max_locals, " + std::to_string(m_.max_locals));
  if (now_[index] != (kReturnAddress | copy_of(insn_)))
    fail(types_.text(now_[index]) + " in local variable " + std::to_string(index),
         "the return address of the innermost subroutine");
  merge_into(m_.code[insn_].b, stack(), depth_);
  return false;
}

void Verifier::array_access(uint8_t op) {
  constexpr char kElements[] = {'I', 'J', 'F', 'D', 'L', 'B', 'C', 'S'};
  const bool load = op <= bc::saload;
  const char e = kElements[op - (load ? 46 : 79)];
  const Type value = e == 'L' ? Type{kNullType} : base_type(e);
  if (!load) {
    if (e == 'L') pop_object("a reference");
    else pop(value);
  }
  pop(kIntType);
  const Type array = pop_slot();
  if (!types_.is_array(array, e))
    fail(types_.text(array) + " on the stack", std::string("an array of ") + (e == 'L'   ? "references"
                                                                              : e == 'B' ? "bytes or booleans"
                                                                              : e == 'C' ? "chars"
                                                                              : e == 'S' ? "shorts"
                                                                                         : types_.text(value) + "s"));
  if (load) push(e == 'L' ? types_.element_of(array) : value);
}

// pop, dup and their kin move slots; no wide value may be taken apart.
void Verifier::move_stack(uint8_t op) {
  struct Form {
    uint8_t taken, over;
  };  // slots moved; slots of what they are put under
  constexpr Form kForms[] = {{1, 0}, {2, 0}, {1, 0}, {1, 1}, {1, 2}, {2, 0}, {2, 1}, {2, 2}, {1, 1}};
  const auto [taken, over] = kForms[op - bc::pop];
  if (depth_ < uint32_t{taken} + over)
    fail("a stack of " + std::to_string(depth_) + " slots", std::to_string(taken + over) + " or more");
  Type* top = stack() + depth_;
  const auto whole = [&](uint32_t below) {
    if (below && is_second_half(top[-static_cast<int>(below)]))
      fail("half of " + types_.text(top[-static_cast<int>(below)] - 1) + " on the stack", "whole values");
  };
  whole(taken);
  if (over) whole(taken + over);
  for (int i = 1; i <= taken + over; ++i)
    if (top[-i] == kUnusable) fail(types_.text(kUnusable) + " on the stack", "a value");
  if (op <= bc::pop2) {
    depth_ -= taken;
  } else if (op == bc::swap) {
    std::swap(top[-1], top[-2]);
  } else {
    if (depth_ + taken > m_.max_stack)
      fail("a push on a stack of " + std::to_string(depth_) + " slots",
           "at most the " + std::to_string(m_.max_stack) + " of max_stack");
    for (int i = 1; i <= taken + over; ++i) top[taken - i] = top[-i];
    for (int i = 1; i <= taken; ++i) top[-over - i] = top[taken - i];
    depth_ += taken;
  }
}

void Verifier::load_constant(uint8_t op) {
  using classfile::Tag;
  const uint16_t index = op == bc::ldc ? u1(1) : u2(1);
  switch (pool_.tag(index)) {
    case Tag::Integer: return push(kIntType);
    case Tag::Float: return push(kFloatType);
    case Tag::Long: return push(kLongType);
    case Tag::Double: return push(kDoubleType);
    case Tag::String: return push(types_.reference("java/lang/String"));
    case Tag::Class: return push(types_.reference("java/lang/Class"));
    case Tag::MethodType: return push(types_.reference("java/lang/invoke/MethodType"));
    case Tag::MethodHandle: return push(types_.reference("java/lang/invoke/MethodHandle"));
    default: {
      size_t i = 0;
      return push(types_.of_descriptor(pool_.dynamic(index).descriptor, i));
    }
  }
}

void Verifier::return_value(uint8_t op) {
  const std::string_view result = std::string_view(m_.descriptor).substr(m_.descriptor.find(')') + 1);
  if (unready_this_) fail("a return from a constructor that has not called another", "such a call before it");
  if (op == bc::return_) {
    if (result != "V") fail("return without a value", "one of the method's type");
    return;
  }
  size_t i = 0;
  const Type declared = result == "V" ? Type{kUnusable} : types_.of_descriptor(result, i);
  constexpr Type kTypes[] = {kIntType, kLongType, kFloatType, kDoubleType};
  const bool fits = op == bc::areturn ? (declared & kTypeKind) == kReference : declared == kTypes[op - bc::ireturn];
  if (!fits) fail("a return of another type", result == "V" ? "none, as the method is void" : types_.text(declared));
  pop_type(declared);
}

bool Verifier::step() {
  const uint8_t op = text_[at_];
  if (const char* effect = kTypeEffects[op]) {
    const char* arrow = effect;
    while (*arrow != '>') ++arrow;
    for (const char* p = arrow; p-- > effect;) pop(base_type(*p));
    if (arrow[1]) push(base_type(arrow[1]));
    return op != bc::goto_ && op != bc::tableswitch && op != bc::lookupswitch && op != bc::goto_w;
  }
  if (op >= bc::iload_0 && op <= bc::aload_3)
    return loads_and_stores(static_cast<uint8_t>(21 + (op - bc::iload_0) / 4), (op - bc::iload_0) % 4);
  if (op >= bc::istore_0 && op <= bc::astore_3)
    return loads_and_stores(static_cast<uint8_t>(54 + (op - bc::istore_0) / 4), (op - bc::istore_0) % 4);
  if (op == bc::wide) return loads_and_stores(u1(1), u2(2));
  if ((op >= bc::iload && op <= bc::aload) || (op >= bc::istore && op <= bc::astore) || op == bc::iinc || op == bc::ret)
    return loads_and_stores(op, u1(1));
  if ((op >= bc::iaload && op <= bc::saload) || (op >= bc::iastore && op <= bc::sastore)) {
    array_access(op);
    return true;
  }
  if (op >= bc::pop && op <= bc::swap) {
    move_stack(op);
    return true;
  }
  if (op >= bc::ireturn && op <= bc::return_) {
    return_value(op);
    return false;
  }
  if (op >= bc::getstatic && op <= bc::putfield) {
    field_access(op);
    return true;
  }
  if (op >= bc::invokevirtual && op <= bc::invokedynamic) {
    invoke(op);
    return true;
  }
  const auto any_reference = [&] {
    const Type t = pop_slot();
    if (!is_object(t) && !is_unready(t)) fail(types_.text(t) + " on the stack", "a reference");
  };
  switch (op) {
    case bc::ldc:
    case bc::ldc_w:
    case bc::ldc2_w: load_constant(op); return true;
    case bc::if_acmpeq:
    case bc::if_acmpne:
      any_reference();
      any_reference();
      return true;
    case bc::jsr:
    case bc::jsr_w: push(kReturnAddress | copy_of(m_.code[insn_].b)); return false;
    case bc::new_:
    case bc::anewarray:
    case bc::checkcast:
    case bc::instanceof_:
    case bc::multianewarray: class_operand(op); return true;
    case bc::newarray: {
      static constexpr const char* kArrays[] = {"[Z", "[C", "[F", "[D", "[B", "[S", "[I", "[J"};
      pop(kIntType);
      push(types_.reference(kArrays[u1(1) - 4]));
      return true;
    }
    case bc::arraylength: {
      const Type t = pop_slot();
      if (!types_.is_array(t, 0)) fail(types_.text(t) + " on the stack", "an array");
      push(kIntType);
      return true;
    }
    case bc::athrow: pop_assignable("java/lang/Throwable"); return false;
    default: any_reference(); return true;  // monitorenter, monitorexit, ifnull, ifnonnull
  }
}

}  // namespace jmc::vm
