// Invokers for reflection and method handles: from an Object and an Object[] to a call, and from a call site to an
// Object[].
#include "vm/code/spin_impl.hpp"

namespace jmc::vm {
namespace {

constexpr std::string_view kMismatch = "java/lang/IllegalArgumentException";
constexpr std::string_view kInvokerType = "(Ljava/lang/Object;[Ljava/lang/Object;)Ljava/lang/Object;";

void throw_text(CodeWriter& code, std::string_view exception, const std::string& text) {
  code.type(bc::new_, exception);
  code.dup();
  code.push_string(text);
  code.invoke(bc::invokespecial, exception, "<init>", "(Ljava/lang/String;)V");
  code.op(bc::athrow, -1);
}

// One invoker being written: locals are 0 receiver, 1 arguments, then one per converted argument.
class Invoker {
 public:
  Invoker(Vm& vm, Method* target, const std::string& name, bool wrap)
      : vm_(vm),
        target_(*target),
        wrap_(wrap),
        owner_(target->owner->name),
        signature_(parse_signature(target->descriptor)),
        cls_(kSpunClass, name, kObject),
        code_(cls_, 2) {}

  Method* write() {
    const bool instance = !target_.is_static() && !target_.is_init();
    if (instance) check_receiver();
    check_count();
    const int scratch = code_.new_local('L');
    std::vector<int> locals;
    for (size_t i = 0; i < signature_.params.size(); ++i) {
      code_.load('L', 1);
      code_.push_int(static_cast<int>(i));
      code_.op(bc::aaload, -1);
      if (letter_of(signature_.params[i]) != 'L') refuse_null();
      convert_dynamic(code_, signature_.params[i], scratch, &mismatch_);
      locals.push_back(code_.new_local(letter_of(signature_.params[i])));
      code_.store(letter_of(signature_.params[i]), locals.back());
    }
    initialise_owner();
    call(locals, instance);
    if (mismatch_.id >= 0) {
      code_.bind(mismatch_);
      throw_text(code_, kMismatch, "argument type mismatch");
    }
    if (null_.id >= 0) {
      code_.bind(null_);
      code_.type(bc::new_, kMismatch);
      code_.dup();
      code_.invoke(bc::invokespecial, kMismatch, "<init>", "()V");
      code_.op(bc::athrow, -1);
    }
    cls_.method(kSpunMethod, "invoke", kInvokerType, code_);
    Klass* k = define_spun(vm_, cls_, target_.owner);
    return k ? k->find_method("invoke", kInvokerType) : nullptr;
  }

 private:
  bool detailed() const { return vm_.jdk.release >= 18; }

  void check_receiver() {
    Label present, fits;
    code_.load('L', 0);
    code_.jump(bc::ifnonnull, present);
    throw_text(code_, "java/lang/NullPointerException", "Cannot invoke \"Object.getClass()\" because \"obj\" is null");
    code_.bind(present);
    if (owner_ == kObject) return;
    code_.load('L', 0);
    code_.type(bc::instanceof_, owner_);
    code_.jump(bc::ifne, fits);
    if (!detailed()) {
      throw_text(code_, kMismatch, "object is not an instance of declaring class");
    } else {
      code_.type(bc::new_, kMismatch);
      code_.dup();
      code_.push_string("object of type ");
      code_.load('L', 0);
      code_.invoke(bc::invokevirtual, kObject, "getClass", "()Ljava/lang/Class;");
      code_.invoke(bc::invokevirtual, "java/lang/Class", "getName", "()Ljava/lang/String;");
      code_.invoke(bc::invokevirtual, kString, "concat", "(Ljava/lang/String;)Ljava/lang/String;");
      code_.push_string(" is not an instance of " + target_.owner->external_name());
      code_.invoke(bc::invokevirtual, kString, "concat", "(Ljava/lang/String;)Ljava/lang/String;");
      code_.invoke(bc::invokespecial, kMismatch, "<init>", "(Ljava/lang/String;)V");
      code_.op(bc::athrow, -1);
    }
    code_.bind(fits);
  }

  // No array means no arguments.
  void check_count() {
    Label right, absent, wrong;
    code_.load('L', 1);
    code_.jump(bc::ifnull, absent);
    code_.load('L', 1);
    code_.op(bc::arraylength, 0);
    if (signature_.params.empty()) {
      code_.jump(bc::ifeq, right);
    } else {
      code_.push_int(static_cast<int>(signature_.params.size()));
      code_.jump(bc::if_icmpeq, right);
    }
    if (!detailed()) {
      if (!signature_.params.empty()) code_.bind(absent);
      throw_text(code_, kMismatch, "wrong number of arguments");
    } else {
      const std::string expected = " expected: " + std::to_string(signature_.params.size());
      code_.type(bc::new_, kMismatch);
      code_.dup();
      code_.push_string("wrong number of arguments: ");
      code_.load('L', 1);
      code_.op(bc::arraylength, 0);
      code_.invoke(bc::invokestatic, kString, "valueOf", "(I)Ljava/lang/String;");
      code_.invoke(bc::invokevirtual, kString, "concat", "(Ljava/lang/String;)Ljava/lang/String;");
      code_.push_string(expected);
      code_.invoke(bc::invokevirtual, kString, "concat", "(Ljava/lang/String;)Ljava/lang/String;");
      code_.invoke(bc::invokespecial, kMismatch, "<init>", "(Ljava/lang/String;)V");
      code_.op(bc::athrow, -1);
      if (!signature_.params.empty()) {
        code_.bind(absent);
        throw_text(code_, kMismatch, "wrong number of arguments: 0" + expected);
      }
    }
    if (signature_.params.empty()) code_.bind(absent);
    code_.bind(right);
  }

  void refuse_null() {
    Label present;
    code_.dup();
    code_.jump(bc::ifnonnull, present);
    code_.pop('L');
    code_.jump(bc::goto_, null_);
    code_.bind(present);
  }

  // What the class's initialiser throws is not the target's: it must not be wrapped, so it runs before.
  void initialise_owner() {
    if (!wrap_ || !target_.owner->needs_clinit || !(target_.is_static() || target_.is_init())) return;
    if (target_.is_init()) return;  // `new` stands outside the wrapped range
    constexpr std::string_view kUnsafe = "jdk/internal/misc/Unsafe";
    if (!vm_.find_class(kUnsafe)) return;
    code_.invoke(bc::invokestatic, kUnsafe, "getUnsafe", "()Ljdk/internal/misc/Unsafe;");
    code_.push_class(owner_);
    code_.invoke(bc::invokevirtual, kUnsafe, "ensureClassInitialized", "(Ljava/lang/Class;)V");
  }

  void call(const std::vector<int>& locals, bool instance) {
    int made = -1;
    if (target_.is_init()) {
      made = code_.new_local('L');
      code_.type(bc::new_, owner_);
      code_.dup();
      code_.store('L', made);
    } else if (instance) {
      code_.load('L', 0);
      if (owner_ != kObject) code_.type(bc::checkcast, owner_);
    }
    for (size_t i = 0; i < locals.size(); ++i) { code_.load(letter_of(signature_.params[i]), locals[i]); }
    const bool in_interface = target_.owner->is_interface();
    uint8_t opcode = bc::invokevirtual;
    if (target_.is_static()) opcode = bc::invokestatic;
    else if (target_.is_init() || (target_.flags & kPrivate)) opcode = bc::invokespecial;
    else if (in_interface) opcode = bc::invokeinterface;
    Label start, end, caught;
    code_.bind(start);
    code_.invoke(opcode, owner_, target_.name, target_.descriptor, in_interface);
    code_.bind(end);
    if (target_.is_init()) {
      code_.load('L', made);
    } else {
      const char type = letter_of(signature_.result);
      if (wrap_ && vm_.jdk.release < 18 && signature_.result.size() == 1 && type != 'V') new_box(signature_.result[0]);
      else convert(code_, signature_.result, kObjectType);
    }
    code_.ret('L');
    if (!wrap_) return;
    constexpr std::string_view kWrapper = "java/lang/reflect/InvocationTargetException";
    code_.handler(start, end, caught, "java/lang/Throwable");
    code_.bind(caught);
    const int thrown = code_.new_local('L');
    code_.store('L', thrown);
    code_.type(bc::new_, kWrapper);
    code_.dup();
    code_.load('L', thrown);
    code_.invoke(bc::invokespecial, kWrapper, "<init>", "(Ljava/lang/Throwable;)V");
    code_.op(bc::athrow, -1);
  }

  // Native reflection, which JDKs before 18 begin with, makes a new object for each result.
  void new_box(char primitive) {
    const char type = letter_of(signature_.result);
    const int value = code_.new_local(type);
    code_.store(type, value);
    code_.type(bc::new_, wrapper_of(primitive));
    code_.dup();
    code_.load(type, value);
    code_.invoke(bc::invokespecial, wrapper_of(primitive), "<init>", std::string("(") + primitive + ")V");
  }

  Vm& vm_;
  const Method& target_;
  bool wrap_;
  std::string owner_;
  Signature signature_;
  ClassWriter cls_;
  CodeWriter code_;
  Label mismatch_, null_;
};

// Spun classes are found again by name: the name says what they are for, and no class file of a program can have it.
Method* find_spun(Vm& vm, const std::string& name, std::string_view method, std::string_view descriptor) {
  Klass* k = vm.find_class(name);
  return k && k->hidden ? k->find_method(method, descriptor) : nullptr;
}

Method* invoker(Vm& vm, Method* target, const char* kind, bool wrap) {
  const std::string name = std::string("jmc/internal/") + kind + "$" + std::to_string(target->id);
  if (Method* known = find_spun(vm, name, "invoke", kInvokerType)) return known;
  return Invoker(vm, target, name, wrap).write();
}

// A class name that is another one for every other descriptor.
std::string poly_name(std::string_view descriptor, bool exact) {
  std::string out = exact ? "jmc/internal/InvokeExact$" : "jmc/internal/Invoke$";
  for (char c : descriptor) {
    switch (c) {
      case '/': out += '|'; break;
      case ';': out += '!'; break;
      case '[': out += '@'; break;
      case '(': out += '{'; break;
      case ')': out += '}'; break;
      default: out += c;
    }
  }
  return out;
}

}  // namespace

Method* reflect_invoker(Vm& vm, Method* target) { return invoker(vm, target, "Reflect", true); }
Method* direct_invoker(Vm& vm, Method* target) { return invoker(vm, target, "Direct", false); }

Method* poly_adapter(Vm& vm, Klass* caller, std::string_view descriptor, bool exact) {
  constexpr std::string_view kHandle = "java/lang/invoke/MethodHandle";
  const std::string name = poly_name(descriptor, exact),
                    type = "(Ljava/lang/invoke/MethodHandle;" + std::string(descriptor.substr(1));
  if (Method* known = find_spun(vm, name, "invoke", type)) return known;
  const Signature s = parse_signature(descriptor);
  ClassWriter cls(kSpunClass, name, kObject);
  CodeWriter code(cls, 1 + slots_of(s));
  code.load('L', 0);
  code.push_string(descriptor);
  code.push_int(exact);
  push_object_array(code, s.params, 0, 1);
  code.invoke(bc::invokevirtual, kHandle, "jmcInvoke", "(Ljava/lang/String;Z[Ljava/lang/Object;)Ljava/lang/Object;");
  convert_dynamic(code, s.result, code.new_local('L'), nullptr);
  code.ret(letter_of(s.result));
  cls.method(kSpunMethod, "invoke", type, code);
  Klass* k = define_spun(vm, cls, caller);
  return k ? k->find_method("invoke", type) : nullptr;
}

}  // namespace jmc::vm
