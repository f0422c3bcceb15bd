// Writes class files: just enough for the small classes that the VM spins for invokedynamic, reflection and method
// handles.
//
//   ClassWriter cls(kPublic | kFinal | kSuper, "p/C", "java/lang/Object");
//   CodeWriter code(cls, 1);
//   code.load('I', 0);
//   code.ret('I');
//   cls.method(kPublic | kStatic, "same", "(I)I", code);
//   std::vector<uint8_t> bytes = cls.finish();
//
// The operand stack's depth is followed as code is written, so max_stack needs no second pass. There are no
// StackMapTables: files are of version 50, which HotSpot still checks with its inferring verifier, until a constant
// asks for a later one. Texts are modified UTF-8. A class or method beyond the format's limits throws
// std::length_error.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "classfile/bytecode.hpp"
#include "classfile/class_file.hpp"
#include "classfile/descriptor.hpp"

namespace jmc::classfile {

// --- descriptors
struct Signature {
  std::vector<std::string_view> params;  // field descriptors; views into the text that was parsed
  std::string_view result;               // field descriptor or "V"
};
Signature parse_signature(std::string_view method_descriptor);
inline int slots_of(char type) { return type == 'V' ? 0 : type == 'J' || type == 'D' ? 2 : 1; }
int slots_of(const Signature& signature);  // of the parameters, no receiver
// "Lp/C;" <-> "p/C"; arrays are the same in both forms.
std::string_view class_entry(std::string_view descriptor);
std::string descriptor_of_class(std::string_view class_entry_name);

class CodeWriter;

class ClassWriter {
 public:
  ClassWriter(uint16_t flags, std::string_view name, std::string_view super,
              const std::vector<std::string>& interfaces = {});

  const std::string& name() const { return name_; }
  // Pool entries, each once.
  uint16_t utf8(std::string_view text);
  uint16_t klass(std::string_view class_entry_name);
  uint16_t string(std::string_view text);
  uint16_t integer(int32_t value);
  uint16_t float_bits(uint32_t bits);
  uint16_t long_value(int64_t value);
  uint16_t double_bits(uint64_t bits);
  uint16_t name_and_type(std::string_view name, std::string_view descriptor);
  uint16_t member(Tag tag, std::string_view owner, std::string_view name, std::string_view descriptor);
  uint16_t method_type(std::string_view descriptor);
  // A copy of a loadable constant of another class's pool: MethodHandle, MethodType and Dynamic too.
  uint16_t copy_constant(const ClassFile& from, uint16_t index);

  void field(uint16_t flags, std::string_view name, std::string_view descriptor);
  void method(uint16_t flags, std::string_view name, std::string_view descriptor, const CodeWriter& code);
  // Without code: `flags` say native or abstract.
  void bodiless_method(uint16_t flags, std::string_view name, std::string_view descriptor);
  void source_file(std::string_view name) { source_file_ = name; }  // "C.java", for lines of CodeWriter::line()
  std::vector<uint8_t> finish() const;

 private:
  friend class CodeWriter;
  uint16_t add(const std::string& bytes, int slots = 1);
  void need_version(uint16_t major) {
    if (major_ < major) major_ = major;
  }
  uint16_t bootstrap(const ClassFile& from, uint16_t index);

  std::string name_;
  uint16_t flags_, this_ = 0, super_ = 0, major_ = 50;
  std::vector<uint16_t> interfaces_;
  std::map<std::string, uint16_t> entries_;
  std::string pool_;
  uint32_t pool_count_ = 1;
  std::string fields_, methods_;
  uint16_t field_count_ = 0, method_count_ = 0;
  std::vector<std::string> bootstraps_;
  std::string source_file_;
};

// A place in the code. Jumps may precede bind().
struct Label {
  int id = -1;
};

class CodeWriter {
 public:
  CodeWriter(ClassWriter& cls, int arg_slots) : cls_(cls), max_locals_(arg_slots) {}

  ClassWriter& cls() { return cls_; }
  void op(uint8_t opcode, int stack_change);
  void load(char type, int slot);
  void store(char type, int slot);
  void ret(char type);
  int new_local(char type);  // a slot above all used so far
  void null() { op(bc::aconst_null, 1); }
  void push_int(int32_t value);
  void push_string(std::string_view text);
  void push_class(std::string_view class_entry_name);  // reference types only
  void push_pool(uint16_t index, char type);           // ldc, ldc_w or ldc2_w
  void pop(char type);
  void dup() { op(bc::dup, 1); }
  void field(uint8_t opcode, std::string_view owner, std::string_view name, std::string_view descriptor);
  void invoke(uint8_t opcode, std::string_view owner, std::string_view name, std::string_view descriptor,
              bool interface_owner = false);
  void type(uint8_t opcode, std::string_view class_entry_name);  // new, checkcast, instanceof, anewarray
  void jump(uint8_t opcode, Label& target);
  void bind(Label& label);
  // Code from `start` to `end` (bound labels); `handler` is bound with the exception on the stack. Empty class: any.
  void handler(const Label& start, const Label& end, Label& handler, std::string_view caught);
  void line(int number) {
    lines_.push_back({static_cast<int>(code_.size()), number});
  }  // of what is written from here on

 private:
  friend class ClassWriter;
  struct Target {
    int at = -1, depth = -1;
  };
  struct Fixup {
    size_t from, operand;
    int label;
  };
  struct Entry {
    int start, end, handler;
    uint16_t caught;
  };
  Target& target_of(Label& label);
  void u1(unsigned v) { code_ += static_cast<char>(v); }
  void u2(unsigned v) {
    u1(v >> 8);
    u1(v);
  }
  void change(int delta);
  void slot_op(uint8_t opcode, uint8_t short_form, int slot);

  ClassWriter& cls_;
  std::string code_;
  int depth_ = 0, max_depth_ = 0, max_locals_;
  bool reachable_ = true;
  std::vector<Target> targets_;
  std::vector<Fixup> fixups_;
  std::vector<Entry> handlers_;
  std::vector<std::pair<int, int>> lines_;
};

}  // namespace jmc::classfile
