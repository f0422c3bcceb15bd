// Dynamic constants, and call sites of bootstrap methods that the VM does not know: those are called, as the
// specification says.
#include "vm/code/spin_impl.hpp"

namespace jmc::vm {
namespace {

using classfile::Tag;

constexpr std::string_view kClassType = "Ljava/lang/Class;";
constexpr std::string_view kLookup = "java/lang/invoke/MethodHandles$Lookup",
                           kLookupType = "Ljava/lang/invoke/MethodHandles$Lookup;";
constexpr std::string_view kVarHandleType = "Ljava/lang/invoke/VarHandle;";

// The Class object of a field descriptor.
void push_type(CodeWriter& code, std::string_view descriptor) {
  if (descriptor == "V") return code.field(bc::getstatic, "java/lang/Void", "TYPE", kClassType);
  if (letter_of(descriptor) != 'L') return code.field(bc::getstatic, wrapper_of(descriptor[0]), "TYPE", kClassType);
  code.push_class(class_entry(descriptor));
}

void push_lookup(CodeWriter& code, const Site& s) {
  code.type(bc::new_, kLookup);
  code.dup();
  code.push_class(s.caller->name);
  code.invoke(bc::invokespecial, kLookup, "<init>", "(Ljava/lang/Class;)V");
}

// The bootstrap method itself, with what the JVM hands to it; leaves its result.
std::string call_bootstrap(CodeWriter& code, Site& s, bool call_site) {
  std::vector<std::string> given{std::string(kLookupType), std::string(kStringType),
                                 call_site ? "Ljava/lang/invoke/MethodType;" : std::string(kClassType)};
  for (uint16_t a : s.arguments) given.push_back(static_argument_type(s, a));
  return call_handle(code, s, s.bootstrap, given, [&](size_t i) {
    if (i == 0) push_lookup(code, s);
    else if (i == 1) code.push_string(s.name);
    else if (i > 2) push_static_argument(code, s, s.arguments[i - 3]);
    else if (call_site) code.push_pool(code.cls().method_type(s.descriptor), 'L');
    else push_type(code, s.descriptor);
  });
}

// What a bootstrap method has given, in statics of the spun class, for ever: of threads that call it at one time the
// first one's result or failure is everybody's, and it is not called again (JVMS 5.4.3). An Error that it throws is no
// result.
class Resolution {
 public:
  // `cause_again`: a failure that is met again has its cause, as HotSpot keeps it for constants, not for call sites.
  Resolution(ClassWriter& cls, std::string_view type, bool cause_again)
      : cls_(cls), type_(type), cause_again_(cause_again) {
    cls_.field(kPrivate | kStatic, "value", type_);
    cls_.field(kPrivate | kStatic, "known", "Z");
    cls_.field(kPrivate | kStatic, "failed", kErrorType);
    write_keep();
    write_fail();
  }

  // What follows works the value out, once. `known` is where it is.
  void begin(CodeWriter& code, Label& known) {
    code.bind(again_);
    code.field(bc::getstatic, cls_.name(), "known", "Z");
    code.jump(bc::ifne, known);
    Label work;
    get_failed(code);
    code.jump(bc::ifnull, work);
    code.type(bc::new_, kError);
    code.dup();
    get_failed(code);
    code.invoke(bc::invokevirtual, "java/lang/Throwable", "getMessage", "()Ljava/lang/String;");
    if (cause_again_) {
      get_failed(code);
      code.invoke(bc::invokevirtual, "java/lang/Throwable", "getCause", "()Ljava/lang/Throwable;");
    }
    code.invoke(bc::invokespecial, kError, "<init>",
                cause_again_ ? "(Ljava/lang/String;Ljava/lang/Throwable;)V" : "(Ljava/lang/String;)V");
    code.op(bc::athrow, -1);
    code.bind(work);
  }

  // The value is on the stack. Goes on where it is known, or where it has failed.
  void keep(CodeWriter& code) {
    code.invoke(bc::invokestatic, cls_.name(), "keep", "(" + type_ + ")V");
    code.jump(bc::goto_, again_);
  }

  // A handler for exceptions between the labels, which are the cause of an error then. Errors stay what they are.
  void fails(CodeWriter& code, Label& start, Label& end, std::string_view words) {
    Label failed;
    code.handler(start, end, failed, "java/lang/Exception");
    code.bind(failed);
    const int thrown = code.new_local('L');
    code.store('L', thrown);
    code.type(bc::new_, kError);
    code.dup();
    code.push_string(words);
    code.load('L', thrown);
    code.invoke(bc::invokespecial, kError, "<init>", "(Ljava/lang/String;Ljava/lang/Throwable;)V");
    code.store('L', thrown);
    code.load('L', thrown);
    code.invoke(bc::invokestatic, cls_.name(), "fail", "(" + std::string(kErrorType) + ")Z");
    code.jump(bc::ifeq, again_);
    code.load('L', thrown);
    code.op(bc::athrow, -1);
  }

 private:
  static constexpr std::string_view kError = "java/lang/BootstrapMethodError",
                                    kErrorType = "Ljava/lang/BootstrapMethodError;";

  void get_failed(CodeWriter& code) { code.field(bc::getstatic, cls_.name(), "failed", kErrorType); }
  void skip_if_resolved(CodeWriter& code, Label& resolved) {
    get_failed(code);
    code.jump(bc::ifnonnull, resolved);
    code.field(bc::getstatic, cls_.name(), "known", "Z");
    code.jump(bc::ifne, resolved);
  }

  void write_keep() {
    CodeWriter code(cls_, slots_of(letter_of(type_)));
    Label resolved;
    skip_if_resolved(code, resolved);
    code.load(letter_of(type_), 0);
    code.field(bc::putstatic, cls_.name(), "value", type_);
    code.push_int(1);
    code.field(bc::putstatic, cls_.name(), "known", "Z");
    code.bind(resolved);
    code.ret('V');
    cls_.method(kSpunMethod | kSynchronized, "keep", "(" + type_ + ")V", code);
  }

  // Whether the failure is the result.
  void write_fail() {
    CodeWriter code(cls_, 1);
    Label resolved;
    skip_if_resolved(code, resolved);
    code.load('L', 0);
    code.field(bc::putstatic, cls_.name(), "failed", kErrorType);
    code.push_int(1);
    code.ret('I');
    code.bind(resolved);
    code.push_int(0);
    code.ret('I');
    cls_.method(kSpunMethod | kSynchronized, "fail", "(" + std::string(kErrorType) + ")Z", code);
  }

  ClassWriter& cls_;
  const std::string type_;
  const bool cause_again_;
  Label again_;
};

constexpr std::string_view kConstant = "constant";

// The value is worked out once and kept in a static field: a bootstrap method must not run again.
class ConstantWriter {
 public:
  ConstantWriter(Vm& vm, Klass* caller, const std::string& name, std::string_view type)
      : vm_(vm), caller_(caller), type_(type), cls_(kSpunClass, name, kObject), code_(cls_, 0) {
    cls_.field(kPrivate | kStatic, "value", type_);
    cls_.field(kPrivate | kStatic, "known", "Z");
    code_.field(bc::getstatic, cls_.name(), "known", "Z");
    code_.jump(bc::ifne, known_);
  }

  CodeWriter& code() { return code_; }  // to leave the value on the stack

  LinkedSite finish() {
    const std::string descriptor = "()" + type_;
    code_.field(bc::putstatic, cls_.name(), "value", type_);
    code_.push_int(1);
    code_.field(bc::putstatic, cls_.name(), "known", "Z");
    code_.bind(known_);
    code_.field(bc::getstatic, cls_.name(), "value", type_);
    code_.ret(letter_of(type_));
    cls_.method(kSpunMethod, kConstant, descriptor, code_);
    return site_method(define_spun(vm_, cls_, caller_), kConstant, descriptor);
  }

 private:
  Vm& vm_;
  Klass* caller_;
  std::string type_;
  ClassWriter cls_;
  CodeWriter code_;
  Label known_;
};

void find_var_handle(CodeWriter& code, Site& s, std::string_view finder) {
  if (s.arguments.size() != 2) s.unsupported();
  push_lookup(code, s);
  push_static_argument(code, s, s.arguments[0]);
  code.push_string(s.name);
  push_static_argument(code, s, s.arguments[1]);
  code.invoke(bc::invokevirtual, kLookup, finder,
              "(Ljava/lang/Class;Ljava/lang/String;Ljava/lang/Class;)Ljava/lang/invoke/VarHandle;");
}

}  // namespace

std::string static_argument_type(const Site& s, uint16_t index) {
  switch (s.pool().tag(index)) {
    case Tag::Integer: return "I";
    case Tag::Float: return "F";
    case Tag::Long: return "J";
    case Tag::Double: return "D";
    case Tag::String: return std::string(kStringType);
    case Tag::Class: return std::string(kClassType);
    case Tag::MethodType: return "Ljava/lang/invoke/MethodType;";
    case Tag::MethodHandle: return "Ljava/lang/invoke/MethodHandle;";
    case Tag::Dynamic: return std::string(s.pool().dynamic(index).descriptor);
    default: s.unsupported("constant pool entry " + std::to_string(index) + " is no static argument");
  }
}

std::string push_static_argument(CodeWriter& code, const Site& s, uint16_t index) {
  std::string type = static_argument_type(s, index);
  code.push_pool(code.cls().copy_constant(s.file, index), letter_of(type));
  return type;
}

std::string call_handle(CodeWriter& code, const Site& s, uint16_t handle_index, const std::vector<std::string>& given,
                        const std::function<void(size_t)>& push) {
  const auto handle = s.pool().method_handle(handle_index);
  const auto m = s.pool().member(handle.index);
  const bool in_interface = s.pool().tag(handle.index) == Tag::InterfaceMethodref;
  if (handle.kind <= 4) {  // field access
    if (handle.kind > 2) s.unsupported("a bootstrap that assigns a field");
    if (handle.kind == 1) {
      push(0);
      convert(code, given.at(0), descriptor_of_class(m.owner));
    }
    code.field(handle.kind == 1 ? bc::getfield : bc::getstatic, m.owner, m.name, m.descriptor);
    return std::string(m.descriptor);
  }
  const Signature target = parse_signature(m.descriptor);
  const bool construct = handle.kind == 8;
  size_t next = 0;
  if (construct) {
    code.type(bc::new_, m.owner);
    code.dup();
  } else if (handle.kind != 6) {
    push(next);
    convert(code, given.at(next++), descriptor_of_class(m.owner));
  }
  // A method-handle constant of a varargs method collects, unless the last argument is the array already.
  const size_t fixed = target.params.size();
  Klass* owner = s.vm.find_class(m.owner, s.caller);
  Method* method = owner ? s.vm.lookup_method(owner, m.name, m.descriptor) : nullptr;
  bool collect = method && (method->flags & kVarargs) && fixed > 0;
  if (collect && given.size() - next == fixed && given.back() == target.params.back()) collect = false;
  const size_t plain = collect ? fixed - 1 : fixed;
  if (given.size() < next + plain || (!collect && given.size() != next + plain))
    s.unsupported("wrong number of static arguments");
  for (size_t i = 0; i < plain; ++i) {
    push(next);
    convert(code, given[next++], target.params[i]);
  }
  if (collect) {
    const std::string_view element = target.params.back().substr(1);
    if (letter_of(element) != 'L') s.unsupported("variable arguments of a primitive type");
    code.push_int(static_cast<int>(given.size() - next));
    code.type(bc::anewarray, class_entry(element));
    for (int i = 0; next < given.size(); ++i) {
      code.dup();
      code.push_int(i);
      push(next);
      convert(code, given[next++], element);
      code.op(bc::aastore, -3);
    }
  }
  uint8_t opcode = bc::invokespecial;
  if (handle.kind == 5) opcode = bc::invokevirtual;
  else if (handle.kind == 6) opcode = bc::invokestatic;
  else if (handle.kind == 9) opcode = bc::invokeinterface;
  code.invoke(opcode, m.owner, m.name, m.descriptor, in_interface);
  return construct ? descriptor_of_class(m.owner) : std::string(target.result);
}

LinkedSite link_constant_bootstrap(Site& s) {
  if (Klass* k = s.linked("Constant")) return site_method(k, kConstant, "()" + std::string(s.descriptor));
  ConstantWriter writer(s.vm, s.caller, s.class_name("Constant"), s.descriptor);
  CodeWriter& code = writer.code();
  if (s.bsm_name == "primitiveClass") {
    Klass* k = s.name.size() == 1 ? s.vm.primitive(s.name[0]) : nullptr;
    if (!k) s.unsupported();
    return {nullptr, k->mirror};
  }
  if (s.bsm_name == "nullConstant") {
    code.null();
  } else if (s.bsm_name == "enumConstant") {
    code.field(bc::getstatic, class_entry(s.descriptor), s.name, s.descriptor);
  } else if (s.bsm_name == "getStaticFinal") {
    const bool primitive = letter_of(s.descriptor) != 'L';
    std::string_view owner = primitive ? wrapper_of(s.descriptor[0]) : class_entry(s.descriptor);
    if (!s.arguments.empty()) owner = s.pool().class_name(s.arguments[0]);
    code.field(bc::getstatic, owner, s.name, s.descriptor);
  } else if (s.bsm_name == "invoke" && !s.arguments.empty()) {
    std::vector<std::string> given;
    for (size_t i = 1; i < s.arguments.size(); ++i) given.push_back(static_argument_type(s, s.arguments[i]));
    const std::string result = call_handle(code, s, s.arguments[0], given,
                                           [&](size_t i) { push_static_argument(code, s, s.arguments[i + 1]); });
    convert(code, result, s.descriptor);
  } else if (s.bsm_name == "explicitCast" && s.arguments.size() == 1) {
    convert(code, push_static_argument(code, s, s.arguments[0]), s.descriptor);
  } else if (s.bsm_name == "arrayVarHandle" && s.arguments.size() == 1) {
    push_static_argument(code, s, s.arguments[0]);
    code.invoke(bc::invokestatic, "java/lang/invoke/MethodHandles", "arrayElementVarHandle",
                "(Ljava/lang/Class;)" + std::string(kVarHandleType));
  } else if (s.bsm_name == "fieldVarHandle") {
    find_var_handle(code, s, "findVarHandle");
  } else if (s.bsm_name == "staticFieldVarHandle") {
    find_var_handle(code, s, "findStaticVarHandle");
  } else {
    s.unsupported();
  }
  return writer.finish();
}

// Method types and handles: the stubs of java.lang.invoke make them from their parts.
LinkedSite link_plain_constant(Vm& vm, Klass* caller, uint16_t index) {
  const auto& pool = caller->file->pool;
  const bool handle = pool.tag(index) == Tag::MethodHandle;
  const std::string type = handle ? "Ljava/lang/invoke/MethodHandle;" : "Ljava/lang/invoke/MethodType;";
  const std::string name = caller->own_name() + (handle ? "$$Handle$" : "$$Type$") + std::to_string(index);
  if (Klass* k = vm.find_class(name); k && k->hidden) return site_method(k, kConstant, "()" + type);
  ConstantWriter writer(vm, caller, name, type);
  CodeWriter& code = writer.code();
  if (handle) {
    const auto h = pool.method_handle(index);
    const auto m = pool.member(h.index);
    code.push_int(h.kind);
    code.push_class(m.owner);
    code.push_string(m.name);
    code.push_string(m.descriptor);
    code.push_class(caller->host ? caller->host->name : caller->name);
    code.invoke(bc::invokestatic, "java/lang/invoke/MethodHandles", "constantHandle",
                "(ILjava/lang/Class;Ljava/lang/String;Ljava/lang/String;Ljava/lang/Class;)" + type);
  } else {
    code.push_string(pool.method_type(index));
    code.null();
    code.invoke(bc::invokestatic, "java/lang/invoke/MethodType", "fromMethodDescriptorString",
                "(Ljava/lang/String;Ljava/lang/ClassLoader;)" + type);
  }
  return writer.finish();
}

namespace {

LinkedSite link_general_constant(Site& s) {
  const std::string descriptor(s.descriptor);
  ClassWriter cls(kSpunClass, s.class_name("Constant"), kObject);
  CodeWriter code(cls, 0);
  Resolution resolution(cls, descriptor, true);
  Label known, start, end;
  resolution.begin(code, known);
  code.bind(start);
  std::string result = call_bootstrap(code, s, false);
  if (letter_of(descriptor) == 'L' && letter_of(result) == 'L' && result != descriptor) {
    const int value = code.new_local('L');
    code.store('L', value);
    code.push_class(class_entry(descriptor));
    code.load('L', value);
    code.invoke(bc::invokevirtual, "java/lang/Class", "cast", "(Ljava/lang/Object;)Ljava/lang/Object;");
    result = "Ljava/lang/Object;";
  }
  convert(code, result, descriptor);
  code.bind(end);
  resolution.keep(code);
  code.bind(known);
  code.field(bc::getstatic, cls.name(), "value", descriptor);
  code.ret(letter_of(descriptor));
  resolution.fails(code, start, end, "bootstrap method initialization exception");
  cls.method(kSpunMethod, kConstant, "()" + descriptor, code);
  return site_method(define_spun(s.vm, cls, s.caller), kConstant, "()" + descriptor);
}

}  // namespace

LinkedSite link_general(Site& s) {
  if (s.descriptor[0] != '(') {
    if (Klass* k = s.linked("Constant")) return site_method(k, kConstant, "()" + std::string(s.descriptor));
    return link_general_constant(s);
  }
  // Every instruction has a call site of its own, also where the constant is the same.
  std::string name = s.class_name("Site");
  while (s.vm.find_class(name)) name += "_";
  ClassWriter cls(kSpunClass, name, kObject);
  constexpr std::string_view kCallSite = "java/lang/invoke/CallSite", kCallSiteType = "Ljava/lang/invoke/CallSite;";
  const Signature signature = parse_signature(s.descriptor);
  CodeWriter code(cls, slots_of(signature));
  Resolution resolution(cls, kCallSiteType, false);
  Label have, start, called, made;
  resolution.begin(code, have);
  code.bind(start);
  convert(code, call_bootstrap(code, s, true), kObjectType);
  code.invoke(bc::invokestatic, "java/lang/invoke/Factories", "castSite",
              "(Ljava/lang/Object;)Ljava/lang/invoke/CallSite;");
  code.bind(called);
  code.push_pool(code.cls().method_type(s.descriptor), 'L');
  code.invoke(bc::invokestatic, "java/lang/invoke/Factories", "siteOf",
              "(Ljava/lang/invoke/CallSite;Ljava/lang/invoke/MethodType;)Ljava/lang/invoke/CallSite;");
  code.bind(made);
  resolution.keep(code);
  code.bind(have);
  code.field(bc::getstatic, cls.name(), "value", kCallSiteType);
  code.invoke(bc::invokevirtual, kCallSite, "getTarget", "()Ljava/lang/invoke/MethodHandle;");
  int slot = 0;
  for (std::string_view p : signature.params) {
    code.load(letter_of(p), slot);
    slot += slots_of(letter_of(p));
  }
  code.invoke(bc::invokevirtual, "java/lang/invoke/MethodHandle", "invokeExact", s.descriptor);
  code.ret(letter_of(signature.result));
  resolution.fails(code, start, called, "bootstrap method initialization exception");
  resolution.fails(code, called, made, "CallSite bootstrap method initialization exception");
  cls.method(kSpunMethod, "call", s.descriptor, code);
  return site_method(define_spun(s.vm, cls, s.caller), "call", s.descriptor);
}

}  // namespace jmc::vm
