// What instructions that name classes, fields and methods take and leave.
#include <algorithm>

#include "vm/class/verifier.hpp"

namespace jmc::vm {

void Verifier::field_access(uint8_t op) {
  const auto ref = pool_.member(u2(1));
  size_t i = 0;
  const Type type = types_.of_descriptor(ref.descriptor, i);
  if (op == 179 || op == 181) pop_type(type);
  if (op == 181 && depth_ && stack()[depth_ - 1] == kThisUninitialised) {
    // A constructor may set fields of its own class before it calls another.
    --depth_;
    const bool own = ref.owner == k_.file->name && std::any_of(k_.fields.begin(), k_.fields.end(), [&](const auto& f) {
                       return f->name == ref.name && f->descriptor == ref.descriptor;
                     });
    if (!own)
      fail("an assignment to " + std::string(ref.owner) + "." + std::string(ref.name) + " of " +
               types_.text(kThisUninitialised),
           "a field of the class itself");
  } else if (op >= 180) {
    pop_assignable(ref.owner);
  }
  if (op == 178 || op == 180) push(type);
}

void Verifier::invoke(uint8_t op) {
  const bool dynamic = op == 186;
  const uint16_t index = u2(1);
  std::string_view owner, name, descriptor;
  if (dynamic) {
    const auto ref = pool_.dynamic(index);
    name = ref.name;
    descriptor = ref.descriptor;
  } else {
    const auto ref = pool_.member(index);
    owner = ref.owner;
    name = ref.name;
    descriptor = ref.descriptor;
  }
  const bool init = name == "<init>";
  if (name[0] == '<' && !(init && op == 183)) fail("a call of " + std::string(name), "a method that is no initialiser");
  arguments_.clear();
  size_t i = 1;
  uint32_t slots = op == 184 || dynamic ? 0 : 1;
  while (descriptor[i] != ')') {
    arguments_.push_back(types_.of_descriptor(descriptor, i));
    slots += is_wide(arguments_.back()) ? 2 : 1;
  }
  if (slots > 255) fail("a call with " + std::to_string(slots) + " slots of arguments", "at most 255");
  if (op == 185 && (u1(3) != slots || u1(4) != 0))
    fail("invokeinterface with the count " + std::to_string(u1(3)) + " and the last byte " + std::to_string(u1(4)),
         std::to_string(slots) + " and 0");
  if (dynamic && u2(3) != 0) fail("invokedynamic that ends with " + std::to_string(u2(3)), "0");
  for (size_t n = arguments_.size(); n-- > 0;) pop_type(arguments_[n]);
  if (init) {
    construct(owner);
  } else if (op == 183) {
    check_special_owner(owner);
    pop_assignable(k_.hidden ? owner : k_.file->name);
  } else if (op == 182 || op == 185) {
    pop_assignable(owner);
  }
  if (descriptor[++i] != 'V') push(types_.of_descriptor(descriptor, i));
}

void Verifier::construct(std::string_view owner) {
  const Type t = pop_slot();
  if (t == kThisUninitialised) {
    if (owner != k_.file->name && owner != k_.file->super_name)
      fail("a call of a constructor of " + std::string(owner) + " on this",
           "one of the class itself or of its superclass");
    unready_this_ = false;
    return replace(t, types_.reference(k_.file->name));
  }
  if ((t & kTypeKind) != kUninitialised) fail(types_.text(t) + " on the stack", "an uninitialised object");
  const uint32_t at = m_.bci[t & kTypeIndex];
  const std::string_view made = pool_.class_name(static_cast<uint16_t>(text_[at + 1] << 8 | text_[at + 2]));
  if (made != owner)
    fail("a call of a constructor of " + std::string(owner), "one of " + std::string(made) + ", which was allocated");
  replace(t, types_.reference(made));
}

// invokespecial calls a method of the class itself or of what stands above it. A class that the VM spun may call its
// host's.
void Verifier::check_special_owner(std::string_view owner) {
  if (owner == k_.file->name || k_.hidden) return;
  const Klass* k = types_.find(owner);
  if (!k) throw MissingClass{std::string(owner)};
  if (k->is_interface()) {
    if (std::find(k_.interfaces.begin(), k_.interfaces.end(), k) == k_.interfaces.end())
      fail("invokespecial of a method of " + std::string(owner), "a direct superinterface");
  } else if (!k_.is_subclass_of(k)) {
    fail("invokespecial of a method of " + std::string(owner), "the class itself or a superclass");
  }
}

void Verifier::class_operand(uint8_t op) {
  const std::string_view name = pool_.class_name(u2(1));
  const size_t dims = std::min(name.find_first_not_of('['), name.size());
  switch (op) {
    case 187: {
      if (dims) fail("new of " + std::string(name), "a class");
      const Type made = kUninitialised | insn_;
      replace(made, kUnusable);  // left over from the last time round a loop
      return push(made);
    }
    case 189:
      pop(kIntType);
      if (dims >= 255) fail("an array of " + std::to_string(dims + 1) + " dimensions", "at most 255");
      return push(types_.reference_copy(dims ? "[" + std::string(name) : "[L" + std::string(name) + ";"));
    case 192: pop_object("a reference"); return push(types_.reference(name));
    case 193: pop_object("a reference"); return push(kIntType);
    default:  // multianewarray
      if (u1(3) > dims)
        fail("multianewarray of " + std::to_string(u1(3)) + " dimensions", "at most those of " + std::string(name));
      for (uint32_t n = u1(3); n > 0; --n) pop(kIntType);
      return push(types_.reference(name));
  }
}

}  // namespace jmc::vm
