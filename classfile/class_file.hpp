// A parsed class file.
//
// What it is for: the decoded, bounds-checked form of one `.class` file (versions 45.0 to 69.x), as the VM's linker
// wants it. Nothing here knows about linking or running.
//
// Ownership: a ClassFile shares ownership of the bytes it was parsed from (`bytes`); every string_view and span in it
// points into those bytes. Copying is disabled, moving is cheap. Immutable after parse(), so any number of threads may
// read it.
//
// Strings are in the class file's modified UTF-8; names are internal names with slashes ("java/lang/Object").
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace jmc::classfile {

// Malformed input. what() is one line: origin, byte offset, what was found and what was expected.
class FormatError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
  // What a program that defines the class gets: a class of error, by its internal name, and HotSpot's words for it. A
  // "%" in them stands for the name of the class, which is not known yet.
  FormatError(const std::string& what, std::string_view error, std::string text)
      : std::runtime_error(what), thrown(error), words(std::move(text)) {}

  std::string thrown = "java/lang/ClassFormatError";
  std::string words;  // empty: what()
};

// Bytes of a class or resource, with shared ownership and the place they came from ("/x/a.jar!/pkg/C.class").
struct Bytes {
  std::span<const uint8_t> data;
  std::shared_ptr<const void> owner;  // keeps `data` alive
  std::string origin;
};

enum class Tag : uint8_t {
  None = 0,  // index 0 and the second half of a long or double
  Utf8 = 1,
  Integer = 3,
  Float = 4,
  Long = 5,
  Double = 6,
  Class = 7,
  String = 8,
  Fieldref = 9,
  Methodref = 10,
  InterfaceMethodref = 11,
  NameAndType = 12,
  MethodHandle = 15,
  MethodType = 16,
  Dynamic = 17,
  InvokeDynamic = 18,
  Module = 19,
  Package = 20,
};

// The constant pool. Every accessor may be called with any index that occurs in a parsed class file where the JVM
// specification asks for that kind: parse() has checked bounds and tags of all references from pool entries, fields,
// methods and attributes. Indices inside bytecode are NOT checked by parse(): accessors throw FormatError on a wrong
// tag or index.
class ConstantPool {
 public:
  struct Member {
    std::string_view owner, name, descriptor;
  };
  struct NameType {
    std::string_view name, descriptor;
  };
  struct Handle {
    uint8_t kind;
    uint16_t index;
  };  // REF_getField=1 .. REF_invokeInterface=9; of a member
  struct DynamicRef {
    uint16_t bootstrap;
    std::string_view name, descriptor;
  };

  uint16_t size() const { return static_cast<uint16_t>(entries_.size()); }
  Tag tag(uint16_t index) const;
  std::string_view utf8(uint16_t index) const;
  std::string_view class_name(uint16_t index) const;  // Class entries: internal name, or descriptor for arrays
  std::string_view string(uint16_t index) const;      // String entries: modified UTF-8
  int32_t integer(uint16_t index) const;
  float float_value(uint16_t index) const;
  int64_t long_value(uint16_t index) const;
  double double_value(uint16_t index) const;
  NameType name_and_type(uint16_t index) const;
  Member member(uint16_t index) const;  // Fieldref, Methodref, InterfaceMethodref
  Handle method_handle(uint16_t index) const;
  std::string_view method_type(uint16_t index) const;
  DynamicRef dynamic(uint16_t index) const;  // Dynamic, InvokeDynamic

 private:
  friend class Parser;
  // 16 bytes, so that a pool is small and one allocation. a, b: the indices or numbers of the entry as in the file; for
  // Utf8, a is the length, b what the parser has already found out about the text, and slots those of a method
  // descriptor's parameters.
  struct Entry {
    Tag tag = Tag::None;
    uint8_t slots = 0;
    uint16_t a = 0, b = 0;
    union {
      uint64_t bits = 0;
      const char* text;
    };
  };
  const Entry& at(uint16_t index, Tag expected) const;
  std::string_view text_at(uint16_t index) const;
  [[noreturn]] void fail(uint16_t index, std::string_view expected) const;
  std::vector<Entry> entries_;
  std::span<const uint8_t> data_;  // the whole file, to find the offset of an entry for a message
  std::string origin_;
};

struct ExceptionEntry {
  uint16_t start, end, handler, catch_type;
};  // catch_type 0: any
struct LineEntry {
  uint16_t start, line;
};
struct LocalVariable {
  uint16_t start, length;
  std::string_view name, descriptor;
  uint16_t slot;
};

struct Code {
  uint16_t max_stack = 0, max_locals = 0;
  std::span<const uint8_t> bytecode;
  uint32_t file_offset = 0;                // of bytecode[0], for messages
  std::vector<ExceptionEntry> exceptions;  // ranges and handlers checked against the length
  std::vector<LineEntry> lines;            // all LineNumberTable attributes, in file order
  std::vector<LocalVariable> variables;
};

struct Field {
  uint16_t flags = 0;
  std::string_view name, descriptor, signature;
  uint16_t constant_value = 0;                             // pool index or 0
  std::span<const uint8_t> annotations, type_annotations;  // bodies of RuntimeVisible..., after the length
  bool has_contended = false, has_stable = false;          // annotations the VM knows by name
};

struct MethodParameter {
  std::string_view name;
  uint16_t flags;
};

struct Method {
  uint16_t flags = 0;
  std::string_view name, descriptor, signature;
  std::optional<Code> code;
  std::vector<std::string_view> exceptions;
  std::vector<MethodParameter> parameters;
  std::span<const uint8_t> annotations, parameter_annotations, type_annotations, annotation_default;
  bool caller_sensitive = false, hidden = false;  // @CallerSensitive; @Hidden / @LambdaForm.Hidden
};

struct InnerClass {
  std::string_view inner, outer, name;
  uint16_t flags;
};  // outer/name empty if absent
struct BootstrapMethod {
  uint16_t handle;
  std::vector<uint16_t> arguments;
};  // pool indices
struct RecordComponent {
  std::string_view name, descriptor, signature;
  std::span<const uint8_t> annotations, type_annotations;
};

struct ClassFile {
  ClassFile() = default;
  ClassFile(ClassFile&&) = default;
  ClassFile& operator=(ClassFile&&) = default;
  ClassFile(const ClassFile&) = delete;

  Bytes bytes;
  uint16_t minor = 0, major = 0, flags = 0;
  ConstantPool pool;
  std::string_view name, super_name;  // super_name empty for java/lang/Object and module-info
  std::vector<std::string_view> interfaces;
  std::vector<Field> fields;
  std::vector<Method> methods;
  std::string_view source_file, signature;
  std::vector<InnerClass> inner_classes;
  std::string_view enclosing_class, enclosing_method, enclosing_descriptor;  // empty if absent
  std::vector<BootstrapMethod> bootstrap_methods;
  std::string_view nest_host;
  std::vector<std::string_view> nest_members, permitted_subclasses;
  bool is_record = false, is_sealed = false;
  std::vector<RecordComponent> record_components;
  std::span<const uint8_t> annotations, type_annotations;
  std::string_view module_name;  // of the Module attribute; empty but in module-info
};

// Decodes `bytes`. Throws FormatError; never reads outside `bytes`, and uses memory linear in their size.
ClassFile parse(Bytes bytes);

// Strings of the class file. Malformed sequences decode to U+FFFD one byte at a time.
std::u16string decode_modified_utf8(std::string_view text);
std::string encode_modified_utf8(std::u16string_view text);

}  // namespace jmc::classfile
