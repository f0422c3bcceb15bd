// Call sites and dynamic constants: which bootstrap method is asked for, and the fragments that spun code is made of.
#include "vm/code/spin.hpp"

#include <stdexcept>

#include "vm/code/interpreter.hpp"
#include "vm/code/spin_impl.hpp"

namespace jmc::vm {

using classfile::Tag;

std::string Site::class_name(std::string_view what) const {
  return caller->own_name() + "$$" + std::string(what) + "$" + std::to_string(number);
}

Klass* Site::linked(std::string_view what) const {
  Klass* k = vm.find_class(class_name(what));
  return k && k->hidden ? k : nullptr;
}

void Site::unsupported(std::string_view why) const {
  std::string text = "bootstrap method " + std::string(bsm_class) + "." + std::string(bsm_name) + " for " +
                     std::string(name) + std::string(descriptor) + " in class " + caller->name + " is not supported";
  if (!why.empty()) text += ": " + std::string(why);
  throw Unsupported(text);
}

namespace {

// Rank of the entry among those of its kind.
uint32_t site_number(const classfile::ConstantPool& pool, uint16_t index) {
  uint32_t n = 0;
  for (uint16_t i = 1; i <= index; ++i) n += pool.tag(i) == pool.tag(index);
  return n;
}

Site make_site(Vm& vm, Klass* caller, uint16_t pool_index) {
  const classfile::ClassFile& file = *caller->file;
  const auto ref = file.pool.dynamic(pool_index);
  const classfile::BootstrapMethod& b = file.bootstrap_methods.at(ref.bootstrap);
  const auto target = file.pool.member(file.pool.method_handle(b.handle).index);
  return {vm,       caller,      file,         ref.name,    ref.descriptor,
          b.handle, b.arguments, target.owner, target.name, site_number(file.pool, pool_index)};
}

LinkedSite dispatch(Site& s) {
  if (s.bsm_class == "java/lang/invoke/LambdaMetafactory") {
    if (s.bsm_name == "metafactory") return link_lambda(s, false);
    if (s.bsm_name == "altMetafactory") return link_lambda(s, true);
  }
  if (s.bsm_class == "java/lang/invoke/StringConcatFactory") {
    if (s.bsm_name == "makeConcatWithConstants") return link_concat(s, true);
    if (s.bsm_name == "makeConcat") return link_concat(s, false);
  }
  if (s.bsm_class == "java/lang/runtime/ObjectMethods" && s.bsm_name == "bootstrap") return link_record(s);
  if (s.bsm_class == "java/lang/runtime/SwitchBootstraps") {
    if (s.bsm_name == "typeSwitch") return link_type_switch(s);
    if (s.bsm_name == "enumSwitch") return link_enum_switch(s);
  }
  return link_general(s);
}

}  // namespace

LinkedSite link_dynamic(Vm& vm, Klass* caller, uint16_t pool_index) {
  Site s = make_site(vm, caller, pool_index);
  try {
    return dispatch(s);
  } catch (const std::length_error& e) { s.unsupported(e.what()); } catch (const std::invalid_argument& e) {
    s.unsupported(e.what());
  } catch (const std::out_of_range&) { s.unsupported("a static argument is missing"); }
}

LinkedSite link_constant(Vm& vm, Klass* caller, uint16_t pool_index) {
  if (caller->file->pool.tag(pool_index) != Tag::Dynamic) return link_plain_constant(vm, caller, pool_index);
  Site s = make_site(vm, caller, pool_index);
  try {
    if (s.bsm_class == "java/lang/invoke/ConstantBootstraps") return link_constant_bootstrap(s);
    return link_general(s);
  } catch (const std::length_error& e) { s.unsupported(e.what()); } catch (const std::invalid_argument& e) {
    s.unsupported(e.what());
  } catch (const std::out_of_range&) { s.unsupported("a static argument is missing"); }
}

Klass* define_spun(Vm& vm, const ClassWriter& cls, Klass* host) {
  auto bytes = std::make_shared<const std::vector<uint8_t>>(cls.finish());
  Klass* k = vm.define_class({*bytes, bytes, cls.name()}, host, true);
  if (!k) {  // an interface that it should implement is not there
    if (!vm.pending_exception) throw_missing_class(vm, cls.name());
    return nullptr;
  }
  for (const auto& m : k->methods) m->internal = true;
  return k;
}

LinkedSite site_method(Klass* k, std::string_view name, std::string_view descriptor) {
  return {k ? k->find_method(name, descriptor) : nullptr, kNull};
}

// --- conversions

namespace {
struct Primitive {
  char type;
  std::string_view wrapper, unbox, unbox_descriptor;
};
constexpr Primitive kBoxes[] = {
    {'Z', "java/lang/Boolean", "booleanValue", "()Z"}, {'B', "java/lang/Byte", "byteValue", "()B"},
    {'S', "java/lang/Short", "shortValue", "()S"},     {'C', "java/lang/Character", "charValue", "()C"},
    {'I', "java/lang/Integer", "intValue", "()I"},     {'J', "java/lang/Long", "longValue", "()J"},
    {'F', "java/lang/Float", "floatValue", "()F"},     {'D', "java/lang/Double", "doubleValue", "()D"},
};
const Primitive* primitive(char type) {
  for (const Primitive& p : kBoxes) {
    if (p.type == type) return &p;
  }
  throw std::invalid_argument(std::string("no primitive type: ") + type);
}
}  // namespace

std::string_view wrapper_of(char type) { return primitive(type)->wrapper; }

char primitive_of(std::string_view wrapper) {
  for (const Primitive& p : kBoxes) {
    if (p.wrapper == wrapper) return p.type;
  }
  return 0;
}

void box(CodeWriter& code, char type) {
  const Primitive* p = primitive(type);
  code.invoke(bc::invokestatic, p->wrapper, "valueOf", std::string("(") + type + ")" + descriptor_of_class(p->wrapper));
}

void unbox(CodeWriter& code, char type) {
  const Primitive* p = primitive(type);
  code.invoke(bc::invokevirtual, p->wrapper, p->unbox, p->unbox_descriptor);
}

bool widens(char from, char to) {
  constexpr std::string_view kOrder = "BSIJFD";
  if (from == to) return true;
  if (from == 'Z' || to == 'Z' || to == 'C') return false;
  if (from == 'C') return to != 'B' && to != 'S';
  return kOrder.find(from) < kOrder.find(to);
}

void widen(CodeWriter& code, char from, char to) {
  const bool from_int = slots_of(from) == 1 && from != 'F';
  if (from == to) return;
  switch (to) {
    case 'J':
      if (from_int) code.op(bc::i2l, 1);
      break;
    case 'F':
      if (from == 'J') code.op(bc::l2f, -1);
      else if (from_int) code.op(bc::i2f, 0);
      break;
    case 'D':
      if (from == 'J') code.op(bc::l2d, 0);
      else if (from == 'F') code.op(bc::f2d, 1);
      else if (from_int) code.op(bc::i2d, 1);
      break;
    default: break;  // int and narrower are one kind on the stack
  }
}

void convert(CodeWriter& code, std::string_view from, std::string_view to) {
  if (from == to) return;
  const char f = letter_of(from), t = letter_of(to);
  if (t == 'V') {
    code.pop(f);
  } else if (f == 'V') {  // a void result where a value is expected: null or zero
    if (t == 'L') code.null();
    else if (t == 'J') code.op(bc::lconst_0, 2);
    else if (t == 'F') code.op(bc::fconst_0, 1);
    else if (t == 'D') code.op(bc::dconst_0, 2);
    else code.push_int(0);
  } else if (f != 'L' && t != 'L') {
    widen(code, f, t);
  } else if (f != 'L') {  // a box of another width when the target is one: Long from int
    const char wanted = primitive_of(class_entry(to));
    if (wanted && wanted != f && widens(f, wanted)) {
      widen(code, f, wanted);
      box(code, wanted);
    } else {
      box(code, f);
    }
  } else if (t == 'L') {
    if (to != kObjectType) code.type(bc::checkcast, class_entry(to));
  } else {
    char boxed = primitive_of(class_entry(from));
    if (!boxed) {
      boxed = t;
      code.type(bc::checkcast, wrapper_of(t));
    }
    unbox(code, boxed);
    widen(code, boxed, t);
  }
}

void convert_dynamic(CodeWriter& code, std::string_view to, int scratch, Label* mismatch) {
  const char t = letter_of(to);
  if (t == 'V') return code.pop('L');
  if (t == 'L') {
    if (to == kObjectType) return;
    if (!mismatch) return code.type(bc::checkcast, class_entry(to));
    Label fits;
    code.store('L', scratch);
    code.load('L', scratch);
    code.jump(bc::ifnull, fits);
    code.load('L', scratch);
    code.type(bc::instanceof_, class_entry(to));
    code.jump(bc::ifeq, *mismatch);
    code.bind(fits);
    code.load('L', scratch);
    code.type(bc::checkcast, class_entry(to));
    return;
  }
  Label done;
  code.store('L', scratch);
  // The exact box first: it is the usual one.
  for (int pass = 0; pass < 2; ++pass) {
    for (const Primitive& p : kBoxes) {
      if ((p.type == t) != (pass == 0) || !widens(p.type, t)) continue;
      Label next;
      code.load('L', scratch);
      code.type(bc::instanceof_, p.wrapper);
      code.jump(bc::ifeq, next);
      code.load('L', scratch);
      code.type(bc::checkcast, p.wrapper);
      unbox(code, p.type);
      widen(code, p.type, t);
      code.jump(bc::goto_, done);
      code.bind(next);
    }
  }
  if (mismatch) {
    code.jump(bc::goto_, *mismatch);
  } else {  // null or another class: the cast or the call throws
    code.load('L', scratch);
    code.type(bc::checkcast, wrapper_of(t));
    unbox(code, t);
  }
  code.bind(done);
}

void push_object_array(CodeWriter& code, const std::vector<std::string_view>& params, size_t first, int slot) {
  code.push_int(static_cast<int32_t>(params.size() - first));
  code.type(bc::anewarray, kObject);
  for (size_t i = first; i < params.size(); ++i) {
    const char t = letter_of(params[i]);
    code.dup();
    code.push_int(static_cast<int32_t>(i - first));
    code.load(t, slot);
    if (t != 'L') box(code, t);
    code.op(bc::aastore, -3);
    slot += slots_of(t);
  }
}

}  // namespace jmc::vm
