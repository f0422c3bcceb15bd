// ObjectMethods: equals, hashCode and toString of records.
#include "vm/code/spin_impl.hpp"

namespace jmc::vm {
namespace {

struct Component {
  std::string_view name, owner, field, descriptor;
};

struct Record {
  std::string_view owner;
  std::vector<Component> components;
};

Record read_record(Site& s) {
  Record r;
  r.owner = s.pool().class_name(s.arguments.at(0));
  std::string_view names = s.pool().string(s.arguments.at(1));
  for (size_t i = 2; i < s.arguments.size(); ++i) {
    const auto handle = s.pool().method_handle(s.arguments[i]);
    if (handle.kind != 1) s.unsupported("a getter is no field");
    const auto m = s.pool().member(handle.index);
    const size_t end = std::min(names.find(';'), names.size());
    r.components.push_back({names.substr(0, end), m.owner, m.name, m.descriptor});
    names.remove_prefix(std::min(end + 1, names.size()));
  }
  return r;
}

// As Class.getSimpleName() answers for the record's class.
std::string simple_name(Site& s, std::string_view owner) {
  if (Klass* k = s.vm.find_class(owner, s.caller); k && k->file) {
    for (const classfile::InnerClass& inner : k->file->inner_classes) {
      if (inner.inner == owner && !inner.name.empty()) return std::string(inner.name);
    }
  }
  return std::string(owner.substr(owner.rfind('/') + 1));
}

void get(CodeWriter& code, int slot, const Component& c) {
  code.load('L', slot);
  code.field(bc::getfield, c.owner, c.field, c.descriptor);
}

void write_to_string(CodeWriter& code, Site& s, const Record& r) {
  constexpr std::string_view kBuilder = "java/lang/StringBuilder";
  auto append = [&](std::string_view type) {
    code.invoke(bc::invokevirtual, kBuilder, "append", "(" + std::string(type) + ")Ljava/lang/StringBuilder;");
  };
  code.type(bc::new_, kBuilder);
  code.dup();
  code.invoke(bc::invokespecial, kBuilder, "<init>", "()V");
  std::string text = simple_name(s, r.owner) + "[";
  for (const Component& c : r.components) {
    code.push_string(text.append(c.name).append("="));
    append(kStringType);
    get(code, 0, c);
    const char t = letter_of(c.descriptor);
    if (t == 'L') append(kObjectType);
    else append(t == 'B' || t == 'S' ? "I" : std::string_view(&t, 1));
    text = ", ";
  }
  code.push_string(r.components.empty() ? text + "]" : "]");
  append(kStringType);
  code.invoke(bc::invokevirtual, kBuilder, "toString", "()Ljava/lang/String;");
  code.ret('L');
}

void write_hash_code(CodeWriter& code, const Record& r) {
  code.push_int(0);
  for (const Component& c : r.components) {
    code.push_int(31);
    code.op(bc::imul, -1);
    get(code, 0, c);
    const char t = letter_of(c.descriptor);
    if (t == 'L') code.invoke(bc::invokestatic, "java/util/Objects", "hashCode", "(Ljava/lang/Object;)I");
    else code.invoke(bc::invokestatic, wrapper_of(t), "hashCode", std::string("(") + t + ")I");
    code.op(bc::iadd, -1);
  }
  code.ret('I');
}

void write_equals(CodeWriter& code, const Record& r) {
  Label same, different;
  code.load('L', 0);
  code.load('L', 1);
  code.jump(bc::if_acmpeq, same);
  code.load('L', 1);
  code.type(bc::instanceof_, r.owner);
  code.jump(bc::ifeq, different);
  const int other = code.new_local('L');
  code.load('L', 1);
  code.type(bc::checkcast, r.owner);
  code.store('L', other);
  for (size_t i = r.components.size(); i-- > 0;) {  // the JDK compares the last component first
    const Component& c = r.components[i];
    get(code, 0, c);
    get(code, other, c);
    switch (const char t = letter_of(c.descriptor)) {
      case 'L':
        code.invoke(bc::invokestatic, "java/util/Objects", "equals", "(Ljava/lang/Object;Ljava/lang/Object;)Z");
        code.jump(bc::ifeq, different);
        break;
      case 'F':
      case 'D':
        code.invoke(bc::invokestatic, wrapper_of(t), "compare", std::string("(") + t + t + ")I");
        code.jump(bc::ifne, different);
        break;
      case 'J':
        code.op(bc::lcmp, -3);
        code.jump(bc::ifne, different);
        break;
      default: code.jump(bc::if_icmpne, different);
    }
  }
  code.bind(same);
  code.push_int(1);
  code.ret('I');
  code.bind(different);
  code.push_int(0);
  code.ret('I');
}

}  // namespace

LinkedSite link_record(Site& s) {
  if (Klass* k = s.linked("Record")) return site_method(k, s.name, s.descriptor);
  const Record r = read_record(s);
  ClassWriter cls(kSpunClass, s.class_name("Record"), kObject);
  CodeWriter code(cls, slots_of(parse_signature(s.descriptor)));
  if (s.name == "toString") {
    write_to_string(code, s, r);
  } else if (s.name == "hashCode") {
    write_hash_code(code, r);
  } else if (s.name == "equals") {
    write_equals(code, r);
  } else {
    s.unsupported();
  }
  cls.method(kSpunMethod, s.name, s.descriptor, code);
  return site_method(define_spun(s.vm, cls, s.caller), s.name, s.descriptor);
}

}  // namespace jmc::vm
