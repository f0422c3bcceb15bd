// StringConcatFactory: a static method that appends its arguments and the texts between them to a StringBuilder.
#include "vm/code/spin_impl.hpp"

namespace jmc::vm {
namespace {

using classfile::Tag;

constexpr std::string_view kBuilder = "java/lang/StringBuilder";

class Concat {
 public:
  explicit Concat(Site& s)
      : site_(s),
        cls_(kSpunClass, s.class_name("Concat"), kObject),
        signature_(parse_signature(s.descriptor)),
        code_(cls_, slots_of(signature_)) {
    code_.type(bc::new_, kBuilder);
    code_.dup();
    code_.invoke(bc::invokespecial, kBuilder, "<init>", "()V");
  }

  void text(std::string_view piece) { pending_ += piece; }

  void argument() {
    if (next_ >= signature_.params.size()) site_.unsupported("the recipe has too many arguments");
    flush();
    const std::string_view d = signature_.params[next_++];
    code_.load(letter_of(d), slot_);
    slot_ += slots_of(letter_of(d));
    append(d);
  }

  void constant(uint16_t index) {
    switch (site_.pool().tag(index)) {
      case Tag::String: return text(site_.pool().string(index));
      case Tag::Integer: return text(std::to_string(site_.pool().integer(index)));
      case Tag::Long: return text(std::to_string(site_.pool().long_value(index)));
      default: flush(); append(push_static_argument(code_, site_, index));
    }
  }

  LinkedSite finish() {
    if (next_ != signature_.params.size()) site_.unsupported("the recipe has too few arguments");
    flush();
    code_.invoke(bc::invokevirtual, kBuilder, "toString", "()Ljava/lang/String;");
    code_.ret('L');
    cls_.method(kSpunMethod, "concat", site_.descriptor, code_);
    return site_method(define_spun(site_.vm, cls_, site_.caller), "concat", site_.descriptor);
  }

  size_t arguments() const { return signature_.params.size(); }

 private:
  void append(std::string_view d) {
    std::string parameter(1, letter_of(d));
    if (parameter == "L") parameter = d == kStringType ? kStringType : kObjectType;
    if (parameter == "B" || parameter == "S") parameter = "I";
    code_.invoke(bc::invokevirtual, kBuilder, "append", "(" + parameter + ")Ljava/lang/StringBuilder;");
  }

  void flush() {
    if (pending_.empty()) return;
    code_.push_string(pending_);
    append(kStringType);
    pending_.clear();
  }

  Site& site_;
  ClassWriter cls_;
  Signature signature_;
  CodeWriter code_;
  std::string pending_;
  size_t next_ = 0;
  int slot_ = 0;
};

}  // namespace

LinkedSite link_concat(Site& s, bool with_recipe) {
  if (Klass* k = s.linked("Concat")) return site_method(k, "concat", s.descriptor);
  Concat concat(s);
  if (!with_recipe) {
    for (size_t i = 0; i < concat.arguments(); ++i) concat.argument();
    return concat.finish();
  }
  const std::string_view recipe =
      s.pool().string(s.arguments.at(0));  // \1 and \2 stand for themselves in modified UTF-8
  size_t constant = 1;
  for (size_t i = 0; i < recipe.size(); ++i) {
    if (recipe[i] == 1) {
      concat.argument();
    } else if (recipe[i] == 2) {
      concat.constant(s.arguments.at(constant++));
    } else {
      concat.text(recipe.substr(i, 1));
    }
  }
  return concat.finish();
}

}  // namespace jmc::vm
