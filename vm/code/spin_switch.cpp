// SwitchBootstraps: (selector, restart index)int methods that answer the first label from the restart index on that
// applies.
#include "vm/code/spin_impl.hpp"

namespace jmc::vm {
namespace {

using classfile::Tag;

struct EnumLabel {
  std::string owner;
  std::string_view name;
};  // owner: internal name

// The bootstrap of a dynamic constant among the labels.
struct DynamicLabel {
  std::string_view bsm_class, bsm_name, name, descriptor;
  const std::vector<uint16_t>& arguments;
};

DynamicLabel dynamic_label(const Site& s, uint16_t index) {
  const auto d = s.pool().dynamic(index);
  const classfile::BootstrapMethod& b = s.file.bootstrap_methods.at(d.bootstrap);
  const auto m = s.pool().member(s.pool().method_handle(b.handle).index);
  return {m.owner, m.name, d.name, d.descriptor, b.arguments};
}

// ConstantBootstraps.invoke of `owner.name`: its arguments.
const std::vector<uint16_t>* invoked(const Site& s, const DynamicLabel& d, std::string_view owner,
                                     std::string_view name) {
  if (d.bsm_class != "java/lang/invoke/ConstantBootstraps" || d.bsm_name != "invoke" || d.arguments.empty())
    return nullptr;
  const auto m = s.pool().member(s.pool().method_handle(d.arguments[0]).index);
  return m.owner == owner && m.name == name ? &d.arguments : nullptr;
}

// EnumDesc.of(ClassDesc.of("p.E"), "NAME"), as javac writes it.
bool enum_label(const Site& s, const DynamicLabel& d, EnumLabel& out) {
  const auto* of = invoked(s, d, "java/lang/Enum$EnumDesc", "of");
  if (!of || of->size() != 3 || s.pool().tag((*of)[1]) != Tag::Dynamic) return false;
  const auto* desc = invoked(s, dynamic_label(s, (*of)[1]), "java/lang/constant/ClassDesc", "of");
  if (!desc || desc->size() != 2) return false;
  out.owner = std::string(s.pool().string((*desc)[1]));
  for (char& c : out.owner) c = c == '.' ? '/' : c;
  out.name = s.pool().string((*of)[2]);
  return true;
}

class Switch {
 public:
  explicit Switch(Site& s)
      : s_(s),
        cls_(kSpunClass, s.class_name("Switch"), kObject),
        signature_(parse_signature(s.descriptor)),
        code_(cls_, slots_of(signature_)) {
    if (signature_.params.size() != 2) s.unsupported();
    selector_ = signature_.params[0];
    restart_ = target_ = slots_of(letter_of(selector_));
    if (selector_ == "V" || letter_of(selector_) == 'L') {
      target_ = 0;
      Label some;
      code_.load('L', 0);
      code_.jump(bc::ifnonnull, some);
      answer(-1);
      code_.bind(some);
    } else {
      target_ = code_.new_local('L');
      code_.load(letter_of(selector_), 0);
      box(code_, letter_of(selector_));
      code_.store('L', target_);
    }
  }

  LinkedSite finish() {
    answer(static_cast<int>(s_.arguments.size()));
    cls_.method(kSpunMethod, s_.name, s_.descriptor, code_);
    return site_method(define_spun(s_.vm, cls_, s_.caller), s_.name, s_.descriptor);
  }

  // Code that jumps to `next` unless label i may be tried; then the label's own test, then the answer.
  template <class Test>
  void label(size_t i, Test test) {
    Label next;
    code_.load('I', restart_);
    code_.push_int(static_cast<int>(i));
    code_.jump(bc::if_icmpgt, next);
    test(next);
    answer(static_cast<int>(i));
    code_.bind(next);
  }

  void test_class(std::string_view name, Label& next) {
    target();
    code_.type(bc::instanceof_, name);
    code_.jump(bc::ifeq, next);
  }

  // Strings, Long, Float, Double, Boolean: by equals of the boxed constant.
  void test_equals(uint16_t index, Label& next) {
    const std::string type = push_static_argument(code_, s_, index);
    if (letter_of(type) != 'L') box(code_, letter_of(type));
    target();
    code_.invoke(bc::invokevirtual, kObject, "equals", "(Ljava/lang/Object;)Z");
    code_.jump(bc::ifeq, next);
  }

  // Integer labels also stand for constants of the narrower types and char.
  void test_integer(int32_t value, Label& next) {
    Label number, compare;
    target();
    code_.type(bc::instanceof_, "java/lang/Number");
    code_.jump(bc::ifne, number);
    test_class("java/lang/Character", next);
    target();
    code_.type(bc::checkcast, "java/lang/Character");
    unbox(code_, 'C');
    code_.jump(bc::goto_, compare);
    code_.bind(number);
    target();
    code_.type(bc::checkcast, "java/lang/Number");
    code_.invoke(bc::invokevirtual, "java/lang/Number", "intValue", "()I");
    code_.bind(compare);
    code_.push_int(value);
    code_.jump(bc::if_icmpne, next);
  }

  // A constant that does not exist matches nothing. The class is asked for first: if it is not initialised, no object
  // of it is at hand.
  void test_enum(const EnumLabel& e, Label& next) {
    Klass* k = s_.vm.find_class(e.owner, s_.caller);
    const std::string type = descriptor_of_class(e.owner);
    const Field* f = k ? s_.vm.lookup_field(k, e.name, type) : nullptr;
    if (!f || !(f->flags & kEnum)) return code_.jump(bc::goto_, next);
    test_class(e.owner, next);
    target();
    code_.field(bc::getstatic, e.owner, e.name, type);
    code_.jump(bc::if_acmpne, next);
  }

  // A primitive type pattern: the selector is of that type, or converts to it without loss.
  void test_primitive(char to, Label& next) {
    char from = letter_of(selector_);
    if (from == 'L') from = primitive_of(class_entry(selector_));
    if (!from) return test_class(wrapper_of(to), next);
    if (from == to) return;
    if (from == 'Z' || to == 'Z') s_.unsupported("a boolean label for another type");
    const bool small = slots_of(from) == 1 && from != 'F';
    if (widens(from, to) && !((from == 'I' || from == 'J') && to == 'F') && !(from == 'J' && to == 'D')) return;
    target();
    code_.type(bc::checkcast, wrapper_of(from));
    unbox(code_, from);
    const auto word = [](char t) {
      return t == 'B'   ? "Byte"
             : t == 'S' ? "Short"
             : t == 'C' ? "Char"
             : t == 'J' ? "Long"
             : t == 'F' ? "Float"
             : t == 'D' ? "Double"
                        : "Int";
    };
    const char through = small ? 'I' : from;
    code_.invoke(bc::invokestatic, "java/lang/runtime/ExactConversionsSupport",
                 std::string("is") + word(through) + "To" + word(to) + "Exact", std::string("(") + through + ")Z");
    code_.jump(bc::ifeq, next);
  }

  std::string_view selector() const { return selector_; }

 private:
  void target() { code_.load('L', target_); }
  void answer(int value) {
    code_.push_int(value);
    code_.ret('I');
  }

  Site& s_;
  ClassWriter cls_;
  Signature signature_;
  CodeWriter code_;
  std::string_view selector_;
  int restart_, target_;
};

void test_dynamic(Switch& out, Site& s, uint16_t index, Label& next) {
  const DynamicLabel d = dynamic_label(s, index);
  EnumLabel e;
  if (enum_label(s, d, e)) {
    out.test_enum(e, next);
  } else if (d.bsm_name == "primitiveClass" && d.bsm_class == "java/lang/invoke/ConstantBootstraps") {
    out.test_primitive(d.name.at(0), next);
  } else if (d.descriptor == "Ljava/lang/Boolean;") {
    out.test_equals(index, next);
  } else {
    s.unsupported("label " + std::string(d.name) + " of type " + std::string(d.descriptor));
  }
}

}  // namespace

LinkedSite link_type_switch(Site& s) {
  if (Klass* k = s.linked("Switch")) return site_method(k, s.name, s.descriptor);
  Switch out(s);
  for (size_t i = 0; i < s.arguments.size(); ++i) {
    const uint16_t index = s.arguments[i];
    out.label(i, [&](Label& next) {
      switch (s.tag(i)) {
        case Tag::Class: return out.test_class(s.pool().class_name(index), next);
        case Tag::Integer: return out.test_integer(s.pool().integer(index), next);
        case Tag::Dynamic: return test_dynamic(out, s, index, next);
        case Tag::String:
        case Tag::Long:
        case Tag::Float:
        case Tag::Double: return out.test_equals(index, next);
        default: s.unsupported("label " + std::to_string(i));
      }
    });
  }
  return out.finish();
}

LinkedSite link_enum_switch(Site& s) {
  if (Klass* k = s.linked("Switch")) return site_method(k, s.name, s.descriptor);
  Switch out(s);
  for (size_t i = 0; i < s.arguments.size(); ++i) {
    const uint16_t index = s.arguments[i];
    out.label(i, [&](Label& next) {
      switch (s.tag(i)) {
        case Tag::Class: return out.test_class(s.pool().class_name(index), next);
        case Tag::String:
          return out.test_enum({std::string(class_entry(out.selector())), s.pool().string(index)}, next);
        case Tag::Dynamic: return test_dynamic(out, s, index, next);
        default: s.unsupported("label " + std::to_string(i));
      }
    });
  }
  return out.finish();
}

}  // namespace jmc::vm
