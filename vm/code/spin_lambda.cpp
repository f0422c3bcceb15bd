// LambdaMetafactory: one class per lambda expression or method reference, with what it captures in final fields.
#include "vm/code/interpreter.hpp"
#include "vm/code/spin_impl.hpp"

namespace jmc::vm {
namespace {

using classfile::Tag;

enum HandleKind : uint8_t {
  kInvokeVirtual = 5,
  kInvokeStatic = 6,
  kInvokeSpecial = 7,
  kNewInvokeSpecial = 8,
  kInvokeInterface = 9
};
enum AltFlags : int { kSerializableFlag = 1, kMarkersFlag = 2, kBridgesFlag = 4 };

struct Lambda {
  std::string_view interface_method, erased, instantiated;  // name; descriptors of the interface's method
  classfile::ConstantPool::Handle handle;
  classfile::ConstantPool::Member impl;
  bool interface_owner;
  std::vector<std::string> impl_params;  // receiver first for instance methods
  std::string impl_result;
  Signature captures;
  std::vector<std::string> interfaces;
  std::vector<std::string_view> bridges;
  bool serializable = false;
};

void read_alternative_arguments(Site& s, Lambda& l) {
  size_t at = 3;
  const int flags = s.pool().integer(s.arguments.at(at++));
  if (flags & kMarkersFlag) {
    for (int n = s.pool().integer(s.arguments.at(at++)); n > 0; --n)
      l.interfaces.emplace_back(s.pool().class_name(s.arguments.at(at++)));
  }
  if (flags & kBridgesFlag) {
    for (int n = s.pool().integer(s.arguments.at(at++)); n > 0; --n)
      l.bridges.push_back(s.pool().method_type(s.arguments.at(at++)));
  }
  if (flags & kSerializableFlag) {
    l.serializable = true;
    Klass* k = s.vm.find_class(l.interfaces[0], s.caller);
    Klass* serializable = s.vm.find_class("java/io/Serializable");
    if (k && serializable && !k->is_subclass_of(serializable)) l.interfaces.emplace_back("java/io/Serializable");
  }
}

// The parameters of the implementation, from its kind and descriptor. False: it is no method.
bool complete(Lambda& l) {
  const Signature impl = parse_signature(l.impl.descriptor);
  l.impl_result = impl.result;
  switch (l.handle.kind) {
    case kInvokeStatic: break;
    case kNewInvokeSpecial: l.impl_result = descriptor_of_class(l.impl.owner); break;
    case kInvokeVirtual:
    case kInvokeSpecial:
    case kInvokeInterface: l.impl_params.push_back(descriptor_of_class(l.impl.owner)); break;
    default: return false;
  }
  for (std::string_view p : impl.params) l.impl_params.emplace_back(p);
  return true;
}

Lambda read_lambda(Site& s, bool alternative) {
  Lambda l;
  const auto& pool = s.pool();
  l.interface_method = s.name;
  l.erased = pool.method_type(s.arguments.at(0));
  l.handle = pool.method_handle(s.arguments.at(1));
  l.instantiated = pool.method_type(s.arguments.at(2));
  l.impl = pool.member(l.handle.index);
  l.interface_owner = pool.tag(l.handle.index) == Tag::InterfaceMethodref;
  l.captures = parse_signature(s.descriptor);
  l.interfaces.emplace_back(class_entry(l.captures.result));
  if (alternative) read_alternative_arguments(s, l);

  if (!complete(l)) s.unsupported("the implementation is no method");
  return l;
}

// Java errors of linking. False: an exception is pending.
bool check(Vm& vm, Klass* caller, const Lambda& l) {
  const size_t given = l.captures.params.size() + parse_signature(l.instantiated).params.size();
  if (given != l.impl_params.size() ||
      parse_signature(l.erased).params.size() != parse_signature(l.instantiated).params.size()) {
    vm.throw_new("java/lang/BootstrapMethodError",
                 "java.lang.invoke.LambdaConversionException: Incorrect number of parameters for " +
                     std::string(l.impl.owner) + "." + std::string(l.impl.name) + std::string(l.impl.descriptor));
    return false;
  }
  Klass* owner = vm.find_class(l.impl.owner, caller);
  if (!owner) {
    throw_missing_class(vm, l.impl.owner);
    return false;
  }
  if (!vm.lookup_method(owner, l.impl.name, l.impl.descriptor)) {
    vm.throw_new("java/lang/NoSuchMethodError",
                 owner->external_name() + "." + std::string(l.impl.name) + std::string(l.impl.descriptor));
    return false;
  }
  return true;
}

std::string capture_name(size_t i) { return "arg$" + std::to_string(i + 1); }

// The interface's method in one of its erasures.
void write_forward(ClassWriter& cls, const Lambda& l, std::string_view erased) {
  const Signature from = parse_signature(erased), through = parse_signature(l.instantiated);
  CodeWriter code(cls, 1 + slots_of(from));
  if (l.handle.kind == kNewInvokeSpecial) {
    code.type(bc::new_, l.impl.owner);
    code.dup();
  }
  size_t next = 0;
  for (size_t i = 0; i < l.captures.params.size(); ++i) {
    code.load('L', 0);
    code.field(bc::getfield, cls.name(), capture_name(i), l.captures.params[i]);
    convert(code, l.captures.params[i], l.impl_params[next++]);
  }
  int slot = 1;
  for (size_t i = 0; i < from.params.size(); ++i) {
    const char t = letter_of(from.params[i]);
    code.load(t, slot);
    slot += slots_of(t);
    convert(code, from.params[i], through.params[i]);
    convert(code, through.params[i], l.impl_params[next++]);
  }
  switch (l.handle.kind) {
    case kInvokeStatic:
      code.invoke(bc::invokestatic, l.impl.owner, l.impl.name, l.impl.descriptor, l.interface_owner);
      break;
    case kInvokeVirtual:
      code.invoke(bc::invokevirtual, l.impl.owner, l.impl.name, l.impl.descriptor, l.interface_owner);
      break;
    case kInvokeInterface: code.invoke(bc::invokeinterface, l.impl.owner, l.impl.name, l.impl.descriptor, true); break;
    default: code.invoke(bc::invokespecial, l.impl.owner, l.impl.name, l.impl.descriptor, l.interface_owner); break;
  }
  convert(code, l.impl_result, from.result);
  code.ret(letter_of(from.result));
  cls.method(kPublic, l.interface_method, erased, code);
}

void write_constructor(ClassWriter& cls, const Lambda& l, const std::string& descriptor) {
  CodeWriter code(cls, 1 + slots_of(l.captures));
  code.load('L', 0);
  code.invoke(bc::invokespecial, kObject, "<init>", "()V");
  int slot = 1;
  for (size_t i = 0; i < l.captures.params.size(); ++i) {
    const std::string_view d = l.captures.params[i];
    cls.field(kPrivate | kFinal, capture_name(i), d);
    code.load('L', 0);
    code.load(letter_of(d), slot);
    code.field(bc::putfield, cls.name(), capture_name(i), d);
    slot += slots_of(letter_of(d));
  }
  code.ret('V');
  cls.method(kPrivate, "<init>", descriptor, code);
}

void write_new(CodeWriter& code, const Lambda& l, const std::string& constructor) {
  ClassWriter& cls = code.cls();
  code.type(bc::new_, cls.name());
  code.dup();
  int slot = 0;
  for (std::string_view d : l.captures.params) {
    code.load(letter_of(d), slot);
    slot += slots_of(letter_of(d));
  }
  code.invoke(bc::invokespecial, cls.name(), "<init>", constructor);
}

// What serialization writes instead of the lambda.
void write_replace(ClassWriter& cls, const Lambda& l, const std::string& caller) {
  constexpr std::string_view kForm = "java/lang/invoke/SerializedLambda";
  CodeWriter code(cls, 1);
  code.type(bc::new_, kForm);
  code.dup();
  code.push_class(caller);
  code.push_string(l.interfaces[0]);
  code.push_string(l.interface_method);
  code.push_string(l.erased);
  code.push_int(l.handle.kind);
  code.push_string(l.impl.owner);
  code.push_string(l.impl.name);
  code.push_string(l.impl.descriptor);
  code.push_string(l.instantiated);
  code.push_int(static_cast<int>(l.captures.params.size()));
  code.type(bc::anewarray, kObject);
  for (size_t i = 0; i < l.captures.params.size(); ++i) {
    code.dup();
    code.push_int(static_cast<int>(i));
    code.load('L', 0);
    code.field(bc::getfield, cls.name(), capture_name(i), l.captures.params[i]);
    convert(code, l.captures.params[i], kObjectType);
    code.op(bc::aastore, -3);
  }
  code.invoke(
      bc::invokespecial, kForm, "<init>",
      "(Ljava/lang/Class;Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;ILjava/lang/String;Ljava/lang/String;"
      "Ljava/lang/String;Ljava/lang/String;[Ljava/lang/Object;)V");
  code.ret('L');
  cls.method(kPrivate | kFinal, "writeReplace", "()Ljava/lang/Object;", code);
}

// One object for a site that captures nothing, made on first use in Java: needed where its creation initialises an
// interface.
void write_shared(ClassWriter& cls, const Lambda& l, const std::string& constructor) {
  const std::string self = descriptor_of_class(cls.name());
  cls.field(kPrivate | kStatic, "instance$", self);
  CodeWriter code(cls, 0);
  Label have;
  code.field(bc::getstatic, cls.name(), "instance$", self);
  code.jump(bc::ifnonnull, have);
  write_new(code, l, constructor);
  code.field(bc::putstatic, cls.name(), "instance$", self);
  code.bind(have);
  code.field(bc::getstatic, cls.name(), "instance$", self);
  code.ret('L');
  cls.method(kSpunMethod, "shared$", "()" + std::string(l.captures.result), code);
}

// Every instruction that evaluates a lambda without captures has its own object.
LinkedSite result(Site& s, Klass* k, bool shared) {
  if (!k || !shared) return site_method(k, "make$", s.descriptor);
  if (k->needs_clinit) return site_method(k, "shared$", s.descriptor);
  return {nullptr, s.vm.new_immortal_object(k)};
}

Klass* write_lambda(Vm& vm, Klass* caller, std::string class_name, const Lambda& l, std::string_view factory) {
  ClassWriter cls(kSpunClass & ~kPublic, std::move(class_name), kObject, l.interfaces);
  std::string constructor = "(";
  for (std::string_view d : l.captures.params) constructor += d;
  constructor += ")V";
  write_constructor(cls, l, constructor);
  write_forward(cls, l, l.erased);
  for (size_t i = 0; i < l.bridges.size(); ++i) {
    bool fresh = l.bridges[i] != l.erased;
    for (size_t j = 0; j < i; ++j) fresh = fresh && l.bridges[j] != l.bridges[i];
    if (fresh) write_forward(cls, l, l.bridges[i]);
  }
  if (l.serializable) write_replace(cls, l, caller->name);
  CodeWriter make(cls, slots_of(l.captures));
  write_new(make, l, constructor);
  make.ret('L');
  cls.method(kSpunMethod, "make$", factory, make);
  if (l.captures.params.empty()) write_shared(cls, l, constructor);
  return define_spun(vm, cls, caller);
}

}  // namespace

LinkedSite link_lambda(Site& s, bool alternative) {
  const bool shared = s.descriptor.starts_with("()");
  if (Klass* k = s.linked("Lambda")) return result(s, k, shared);
  const Lambda l = read_lambda(s, alternative);
  if (!check(s.vm, s.caller, l)) return {};
  return result(s, write_lambda(s.vm, s.caller, s.class_name("Lambda"), l, s.descriptor), shared);
}

Klass* spin_lambda(Vm& vm, Klass* caller, const LambdaRequest& r) {
  std::string key = r.interface_method + r.factory + r.erased + r.instantiated + std::to_string(r.kind) + r.owner +
                    "." + r.name + r.descriptor;
  for (const auto& list : {r.markers, r.bridges})
    for (const std::string& text : list) key += "," + text;
  if (r.serializable) key += "!";
  const auto digest = std::to_string(std::hash<std::string>()(key));
  const std::string name = caller->own_name() + "$$Lambda$called$" + digest;
  if (Klass* k = vm.find_class(name)) return k;
  Lambda l;
  l.interface_method = r.interface_method;
  l.erased = r.erased;
  l.instantiated = r.instantiated;
  l.handle = {r.kind, 0};
  l.impl = {r.owner, r.name, r.descriptor};
  l.interface_owner = r.interface_owner;
  l.captures = parse_signature(r.factory);
  l.interfaces.emplace_back(class_entry(l.captures.result));
  for (const std::string& m : r.markers) l.interfaces.push_back(m);
  for (const std::string& b : r.bridges) l.bridges.push_back(b);
  l.serializable = r.serializable;
  if (!complete(l)) throw Unsupported("LambdaMetafactory with an implementation that is no method");
  if (!check(vm, caller, l)) return nullptr;
  return write_lambda(vm, caller, name, l, r.factory);
}

}  // namespace jmc::vm
