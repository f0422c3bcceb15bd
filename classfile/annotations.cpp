#include "classfile/annotations.hpp"

namespace jmc::classfile {

namespace {

constexpr int kMaxDepth = 64;  // nesting in the file must not become depth of our stack

class Reader {
 public:
  Reader(const ConstantPool& pool, std::span<const uint8_t> body) : pool_(pool), body_(body) {}

  std::vector<Annotation> annotations() {
    std::vector<Annotation> out;
    if (body_.empty()) return out;
    for (uint16_t left = u2(); left > 0 && !bad_; --left) {
      Annotation a = annotation(0);
      if (!a.type.empty()) out.push_back(std::move(a));
    }
    return out;
  }

 private:
  uint8_t u1() {
    if (at_ < body_.size()) return body_[at_++];
    bad_ = true;
    return 0;
  }
  uint16_t u2() {
    const uint8_t high = u1();
    return static_cast<uint16_t>(high << 8 | u1());
  }
  std::string_view utf8(uint16_t index) {
    if (index > 0 && index < pool_.size() && pool_.tag(index) == Tag::Utf8) return pool_.utf8(index);
    bad_ = true;
    return {};
  }

  Annotation annotation(int depth) {
    Annotation out{utf8(u2()), {}};
    for (uint16_t left = u2(); left > 0 && !bad_; --left) {
      AnnotationElement e;
      e.name = utf8(u2());
      value(e, depth);
      if (!bad_) out.elements.push_back(e);
    }
    return out;
  }

  void value(AnnotationElement& e, int depth) {
    if (depth > kMaxDepth) bad_ = true;
    if (bad_) return;
    e.tag = static_cast<char>(u1());
    switch (e.tag) {
      case 'e':
        u2();
        u2();
        break;
      case '@': annotation(depth + 1); break;
      case '[':
        for (uint16_t left = u2(); left > 0 && !bad_; --left) {
          AnnotationElement ignored;
          value(ignored, depth + 1);
        }
        break;
      case 'c':
      case 's': e.text = utf8(u2()); break;
      default: u2();
    }
  }

  const ConstantPool& pool_;
  std::span<const uint8_t> body_;
  size_t at_ = 0;
  bool bad_ = false;
};

}  // namespace

std::vector<Annotation> read_annotations(const ConstantPool& pool, std::span<const uint8_t> body) {
  return Reader(pool, body).annotations();
}

}  // namespace jmc::classfile
