// The decoder behind parse(). Internal to classfile/: include class_file.hpp instead.
//
// One Parser decodes one file, front to back. Every read is checked against `limit_`, the end of the innermost
// attribute (or of the file). Every declared count is checked against the bytes left before memory is reserved, so
// memory stays linear in the input.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "classfile/access_flags.hpp"
#include "classfile/class_file.hpp"
#include "classfile/module_descriptor.hpp"

namespace jmc::classfile {

const char* tag_name(Tag tag);
// Offset of pool entry `index` of a file whose pool up to there is well formed.
size_t pool_entry_offset(std::span<const uint8_t> data, uint16_t index);

class Parser {
 public:
  explicit Parser(Bytes bytes);
  ClassFile run();
  // Where what module-info says goes; it lives as long as the parser does.
  void keep_module(ModuleDescriptor* module) { module_ = module; }

 private:
  // Attributes this decoder knows; remembered in the Utf8 entry of their name, so that a name is compared once per
  // file.
  enum class Known : uint8_t {
    Unasked,
    Other,
    AnnotationDefault,
    BootstrapMethods,
    Code,
    ConstantValue,
    EnclosingMethod,
    Exceptions,
    InnerClasses,
    LineNumberTable,
    LocalVariableTable,
    MethodParameters,
    Module,
    ModuleResolution,
    NestHost,
    NestMembers,
    PermittedSubclasses,
    Record,
    RuntimeVisibleAnnotations,
    RuntimeVisibleParameterAnnotations,
    RuntimeVisibleTypeAnnotations,
    Signature,
    SourceFile,
  };
  // Facts about a Utf8 entry that have been established, in the low byte of Entry::b.
  enum Fact : uint16_t {
    kFieldDescriptor = 1,
    kMethodDescriptor = 2,
    kUnqualifiedName = 4,
    kMethodName = 8,
    kClassName = 16
  };

  struct Attribute {
    Known kind;
    size_t start, end;
  };

  // Reading. `what` names the thing read, for the message.
  void need(size_t count, const char* what) {
    if (limit_ - pos_ < count) fail_short(count, what);
  }
  uint8_t u1(const char* what) {
    need(1, what);
    return base_[pos_++];
  }
  uint16_t u2(const char* what) {
    need(2, what);
    return next2();
  }
  uint32_t u4(const char* what) {
    need(4, what);
    return next4();
  }
  uint16_t next2() {
    auto value = static_cast<uint16_t>(base_[pos_] << 8 | base_[pos_ + 1]);
    pos_ += 2;
    return value;
  }
  uint32_t next4() {
    uint32_t high = next2();
    return high << 16 | next2();
  }
  // A count of items of at least `item_size` bytes each, checked against the bytes left.
  uint16_t count(size_t item_size, const char* what);

  // `words`: as HotSpot has them, for a program that defines the class.
  [[noreturn]] void fail(size_t offset, std::string_view found, std::string_view expected,
                         std::string words = {}) const;
  [[noreturn]] void fail_short(size_t count, const char* what) const;
  [[noreturn]] void fail_entry(uint16_t index, std::string_view found, std::string_view expected) const;

  // Constant pool.
  void read_pool();
  void read_utf8(ConstantPool::Entry& entry, size_t offset);
  void check_pool_references();
  void check_members();
  void check_handles();
  void check_bootstrap_indices();
  void check_reference(uint16_t from, uint16_t to, Tag expected);
  ConstantPool::Entry& entry(uint16_t index) { return pool_->entries_[index]; }
  bool is_tag(uint16_t index, Tag tag) const {
    return index < pool_->entries_.size() && pool_->entries_[index].tag == tag;
  }
  std::string_view text(uint16_t index) const {
    const auto& e = pool_->entries_[index];
    return {e.text, e.a};
  }
  std::string describe(uint16_t index) const;       // "entry 7, Utf8"
  void check_fact(uint16_t utf8_index, Fact fact);  // fails unless the text has that form

  // An index read from a field, method or attribute; `optional_*` accept 0.
  uint16_t index_of(Tag tag, const char* what);
  uint16_t index_of(std::initializer_list<Tag> tags, const char* what);
  uint16_t optional_index_of(Tag tag, const char* what);
  std::string_view read_utf8_ref(const char* what);
  std::string_view read_name(Fact fact, const char* what);
  std::string_view read_class(const char* what);
  std::string_view read_optional_class(const char* what);
  std::vector<std::string_view> read_class_list(const char* what);

  // Attributes: calls `body(attribute)` for each known one, which must consume exactly its bytes (or call skip()).
  template <typename Body>
  void for_each_attribute(Body body);
  Attribute open_attribute();
  void close_attribute(const Attribute& attribute);
  void skip(const Attribute& attribute) { pos_ = attribute.end; }
  std::span<const uint8_t> rest_of(const Attribute& attribute);
  Known known_attribute(uint16_t name_index);
  Known classify(std::string_view name) const;

  void read_fields();
  void read_field(Field& field);
  void read_constant_value(Field& field, const Attribute& attribute);
  void read_methods();
  void read_method(Method& method);
  void read_code(Method& method, int parameter_slots);
  void read_exception_table(Code& code);
  void read_lines(Code& code);
  void read_variables(Code& code);
  void check_member_flags(uint16_t flags, bool is_field, size_t offset) const;
  template <typename Member>
  void check_no_duplicates(const std::vector<Member>& members, const std::vector<size_t>& offsets, const char* what);
  void note_annotations(std::span<const uint8_t> body, Field& field) const;
  void note_annotations(std::span<const uint8_t> body, Method& method) const;

  void read_class_header();
  void read_class_attributes();
  void read_inner_classes();
  void read_bootstrap_methods();
  void read_enclosing_method();
  void read_record();
  void read_module();
  std::vector<ModuleDescriptor::Exports> read_exports(const char* what);

  ClassFile file_;
  ConstantPool* pool_;
  const uint8_t* base_;
  size_t pos_ = 0, limit_;
  ModuleDescriptor* module_ = nullptr;
  bool has_members_ = false, has_handles_ = false, has_dynamic_ = false;
};

template <typename Body>
void Parser::for_each_attribute(Body body) {
  uint16_t attributes = count(6, "the attribute count");
  uint32_t seen = 0;
  for (uint16_t i = 0; i < attributes; ++i) {
    size_t limit = limit_;
    Attribute attribute = open_attribute();
    if (attribute.kind == Known::Other) {
      skip(attribute);
    } else {
      uint32_t bit = 1u << static_cast<unsigned>(attribute.kind);
      bool repeatable = attribute.kind == Known::LineNumberTable || attribute.kind == Known::LocalVariableTable;
      if ((seen & bit) != 0 && !repeatable)
        fail(attribute.start - 6, "a repeated attribute", "at most one of its name");
      seen |= bit;
      limit_ = attribute.end;
      body(attribute);
    }
    limit_ = limit;
    close_attribute(attribute);
  }
}

}  // namespace jmc::classfile
