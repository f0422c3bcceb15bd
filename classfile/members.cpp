// Fields, methods and code.
#include <algorithm>
#include <cstdio>
#include <string>

#include "classfile/annotations.hpp"
#include "classfile/names.hpp"
#include "classfile/parser.hpp"

namespace jmc::classfile {
namespace {

std::string hex(uint16_t flags) {
  char text[8];
  snprintf(text, sizeof text, "0x%04x", flags);
  return text;
}

}  // namespace

void Parser::note_annotations(std::span<const uint8_t> body, Field& field) const {
  for (const auto& [name, elements] : read_annotations(file_.pool, body)) {
    if (name == "Ljdk/internal/vm/annotation/Contended;" || name == "Lsun/misc/Contended;") field.has_contended = true;
    if (name == "Ljdk/internal/vm/annotation/Stable;" || name == "Ljava/lang/invoke/Stable;") field.has_stable = true;
  }
}

void Parser::note_annotations(std::span<const uint8_t> body, Method& method) const {
  for (const auto& [name, elements] : read_annotations(file_.pool, body)) {
    if (name == "Ljdk/internal/reflect/CallerSensitive;" || name == "Lsun/reflect/CallerSensitive;") {
      method.caller_sensitive = true;
    }
    if (name == "Ljdk/internal/vm/annotation/Hidden;" || name == "Ljava/lang/invoke/LambdaForm$Hidden;") {
      method.hidden = true;
    }
  }
}

// Before version 51 HotSpot runs what old compilers got wrong here, so flags are only checked from then on.
void Parser::check_member_flags(uint16_t flags, bool is_field, size_t offset) const {
  if (file_.major < 51) return;
  uint16_t access = flags & (kPublic | kPrivate | kProtected);
  if ((access & (access - 1)) != 0) fail(offset, "flags " + hex(flags), "at most one of public, private and protected");
  if (is_field && (flags & (kFinal | kVolatile)) == (kFinal | kVolatile)) {
    fail(offset, "field flags " + hex(flags), "not both final and volatile");
  }
  if (!is_field && (flags & kAbstract) != 0 &&
      (flags & (kPrivate | kStatic | kFinal | kSynchronized | kNativeFlag)) != 0) {
    fail(offset, "method flags " + hex(flags),
         "an abstract method not to be private, static, final, synchronized or native");
  }
}

template <typename Member>
void Parser::check_no_duplicates(const std::vector<Member>& members, const std::vector<size_t>& offsets,
                                 const char* what) {
  // Most equal texts are one Utf8 entry; without the look at the address, many members that share long texts would take
  // long.
  auto compare = [](std::string_view a, std::string_view b) {
    return a.data() == b.data() && a.size() == b.size() ? 0 : a.compare(b);
  };
  auto equal = [](std::string_view a, std::string_view b) {
    return a.size() == b.size() && (a.data() == b.data() || a == b);
  };
  auto same = [&](size_t a, size_t b) {
    return equal(members[a].name, members[b].name) && equal(members[a].descriptor, members[b].descriptor);
  };
  auto report = [&](size_t i) {
    fail(offsets[i],
         std::string("a second ") + what + " " + in_quotes(members[i].name) + " " + in_quotes(members[i].descriptor),
         "names and descriptors that differ",
         std::string("Duplicate ") + what + " name " + in_quotes(members[i].name) + " with signature " +
             in_quotes(members[i].descriptor) + " in class file %");
  };
  if (members.size() <= 24) {
    for (size_t i = 1; i < members.size(); ++i) {
      for (size_t k = 0; k < i; ++k) {
        if (same(i, k)) report(i);
      }
    }
    return;
  }
  std::vector<uint16_t> order(members.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = static_cast<uint16_t>(i);
  // By sizes first: most comparisons then touch no text.
  std::sort(order.begin(), order.end(), [&](uint16_t a, uint16_t b) {
    const Member& x = members[a];
    const Member& y = members[b];
    if (x.name.size() != y.name.size()) return x.name.size() < y.name.size();
    if (x.descriptor.size() != y.descriptor.size()) return x.descriptor.size() < y.descriptor.size();
    if (int c = compare(x.name, y.name)) return c < 0;
    if (int c = compare(x.descriptor, y.descriptor)) return c < 0;
    return a < b;
  });
  for (size_t i = 1; i < order.size(); ++i) {
    if (same(order[i - 1], order[i])) report(order[i]);
  }
}

void Parser::read_fields() {
  uint16_t fields = count(8, "the field count");
  file_.fields.reserve(fields);
  std::vector<size_t> offsets;
  offsets.reserve(fields);
  for (uint16_t i = 0; i < fields; ++i) {
    offsets.push_back(pos_);
    read_field(file_.fields.emplace_back());
  }
  check_no_duplicates(file_.fields, offsets, "field");
}

void Parser::read_field(Field& field) {
  size_t offset = pos_;
  field.flags = u2("field flags");
  check_member_flags(field.flags, true, offset);
  field.name = read_name(kUnqualifiedName, "a field name");
  field.descriptor = read_name(kFieldDescriptor, "a field descriptor");
  for_each_attribute([&](const Attribute& attribute) {
    switch (attribute.kind) {
      case Known::ConstantValue: read_constant_value(field, attribute); break;
      case Known::Signature: field.signature = read_utf8_ref("a field signature"); break;
      case Known::RuntimeVisibleAnnotations:
        field.annotations = rest_of(attribute);
        note_annotations(field.annotations, field);
        break;
      case Known::RuntimeVisibleTypeAnnotations: field.type_annotations = rest_of(attribute); break;
      default: skip(attribute); break;
    }
  });
}

void Parser::read_constant_value(Field& field, const Attribute& attribute) {
  if ((field.flags & kStatic) == 0) {  // JVMS 4.7.2: to be ignored; the constructor assigns the value
    skip(attribute);
    return;
  }
  Tag expected = Tag::None;
  switch (field.descriptor[0]) {
    case 'B':
    case 'C':
    case 'I':
    case 'S':
    case 'Z': expected = Tag::Integer; break;
    case 'F': expected = Tag::Float; break;
    case 'J': expected = Tag::Long; break;
    case 'D': expected = Tag::Double; break;
    default:
      if (field.descriptor != "Ljava/lang/String;") {
        fail(pos_, "a constant value for a field of type " + in_quotes(field.descriptor), "a primitive type or String");
      }
      expected = Tag::String;
  }
  field.constant_value = index_of(expected, "a constant value");
}

void Parser::read_methods() {
  uint16_t methods = count(8, "the method count");
  file_.methods.reserve(methods);
  std::vector<size_t> offsets;
  offsets.reserve(methods);
  for (uint16_t i = 0; i < methods; ++i) {
    offsets.push_back(pos_);
    read_method(file_.methods.emplace_back());
  }
  check_no_duplicates(file_.methods, offsets, "method");
}

void Parser::read_method(Method& method) {
  size_t offset = pos_;
  method.flags = u2("method flags");
  method.name = read_name(kMethodName, "a method name");
  uint16_t descriptor = index_of(Tag::Utf8, "a method descriptor");
  check_fact(descriptor, kMethodDescriptor);
  method.descriptor = text(descriptor);
  bool initializer = method.name == "<clinit>";
  if (initializer) {
    // Before version 51 any flags will do, and from then on static is the only one that counts (JVMS 2.9.2, 4.6).
    if (file_.major < 51 || (method.flags & kStatic) != 0)
      method.flags = static_cast<uint16_t>(kStatic | (method.flags & ~(kAbstract | kNativeFlag)));
  } else {
    check_member_flags(method.flags, false, offset);
  }
  if (method.name[0] == '<' && !method.descriptor.ends_with(")V")) {
    fail(offset + 4, std::string(method.name) + " with descriptor " + in_quotes(method.descriptor), "result void");
  }
  int slots = entry(descriptor).slots + ((method.flags & kStatic) != 0 ? 0 : 1);
  if (slots > 255) fail(offset + 4, "a method with " + std::to_string(slots) + " slots of arguments", "at most 255");
  for_each_attribute([&](const Attribute& attribute) {
    switch (attribute.kind) {
      case Known::Code: read_code(method, slots); break;
      case Known::Exceptions: method.exceptions = read_class_list("a declared exception"); break;
      case Known::Signature: method.signature = read_utf8_ref("a method signature"); break;
      case Known::MethodParameters: {
        uint8_t parameters = u1("the parameter count");
        need(parameters * size_t{4}, "method parameters");
        method.parameters.reserve(parameters);
        for (uint8_t i = 0; i < parameters; ++i) {
          uint16_t name = optional_index_of(Tag::Utf8, "a parameter name");
          method.parameters.push_back({name == 0 ? std::string_view() : text(name), u2("parameter flags")});
        }
        break;
      }
      case Known::RuntimeVisibleAnnotations:
        method.annotations = rest_of(attribute);
        note_annotations(method.annotations, method);
        break;
      case Known::RuntimeVisibleParameterAnnotations: method.parameter_annotations = rest_of(attribute); break;
      case Known::RuntimeVisibleTypeAnnotations: method.type_annotations = rest_of(attribute); break;
      case Known::AnnotationDefault: method.annotation_default = rest_of(attribute); break;
      default: skip(attribute); break;
    }
  });
  bool bodiless = (method.flags & (kAbstract | kNativeFlag)) != 0;
  if (bodiless == method.code.has_value()) {
    fail(offset,
         std::string(bodiless ? "code in abstract or native method " : "no code in method ") + in_quotes(method.name),
         bodiless ? "none" : "a Code attribute",
         bodiless ? "Code attribute in native or abstract methods in class file %"
                  : "Absent Code attribute in method that is not native or abstract in class file %");
  }
}

void Parser::read_code(Method& method, int parameter_slots) {
  Code& code = method.code.emplace();
  size_t offset = pos_;
  uint32_t length;
  if (file_.major == 45 && file_.minor < 3) {  // the layout of Java 1.0
    code.max_stack = u1("the stack size");
    code.max_locals = u1("the number of locals");
    length = u2("the code length");
  } else {
    code.max_stack = u2("the stack size");
    code.max_locals = u2("the number of locals");
    length = u4("the code length");
  }
  if (length == 0 || length > 65535) fail(pos_ - 4, "code of " + std::to_string(length) + " bytes", "1 to 65535");
  if (parameter_slots > code.max_locals) {
    fail(offset, std::to_string(code.max_locals) + " locals",
         std::to_string(parameter_slots) + " or more, for the arguments");
  }
  need(length, "bytecode");
  code.file_offset = static_cast<uint32_t>(pos_);
  code.bytecode = file_.bytes.data.subspan(pos_, length);
  pos_ += length;
  read_exception_table(code);
  for_each_attribute([&](const Attribute& attribute) {
    switch (attribute.kind) {
      case Known::LineNumberTable: read_lines(code); break;
      case Known::LocalVariableTable: read_variables(code); break;
      default: skip(attribute); break;
    }
  });
}

void Parser::read_exception_table(Code& code) {
  uint16_t entries = count(8, "the exception table length");
  code.exceptions.reserve(entries);
  for (uint16_t i = 0; i < entries; ++i) {
    size_t offset = pos_;
    ExceptionEntry e{next2(), next2(), next2(), 0};
    e.catch_type = optional_index_of(Tag::Class, "a catch type");
    // Compilers of old left empty ranges behind; they catch nothing.
    bool empty_ok = file_.major < 51 && e.start == e.end;
    if (e.start > e.end || (e.start == e.end && !empty_ok) || e.end > code.bytecode.size()) {
      fail(offset, "exception range " + std::to_string(e.start) + " to " + std::to_string(e.end),
           "a range within the " + std::to_string(code.bytecode.size()) + " bytes of code");
    }
    if (e.handler >= code.bytecode.size()) {
      fail(offset + 4, "exception handler at " + std::to_string(e.handler),
           "an offset below the code length, " + std::to_string(code.bytecode.size()));
    }
    code.exceptions.push_back(e);
  }
}

void Parser::read_lines(Code& code) {
  uint16_t lines = count(4, "the line number count");
  if (code.lines.empty()) code.lines.reserve(lines);
  for (uint16_t i = 0; i < lines; ++i) {
    LineEntry line{next2(), next2()};
    if (line.start >= code.bytecode.size()) {
      fail(pos_ - 4, "a line number for bytecode offset " + std::to_string(line.start),
           "an offset below the code length, " + std::to_string(code.bytecode.size()));
    }
    code.lines.push_back(line);
  }
}

void Parser::read_variables(Code& code) {
  uint16_t variables = count(10, "the local variable count");
  if (code.variables.empty()) code.variables.reserve(variables);
  for (uint16_t i = 0; i < variables; ++i) {
    size_t offset = pos_;
    LocalVariable& variable = code.variables.emplace_back();
    variable.start = next2();
    variable.length = next2();
    if (variable.start >= code.bytecode.size() || variable.start + uint32_t{variable.length} > code.bytecode.size()) {
      fail(offset,
           "a local variable at " + std::to_string(variable.start) + " for " + std::to_string(variable.length) +
               " bytes",
           "a range within the " + std::to_string(code.bytecode.size()) + " bytes of code");
    }
    variable.name = read_name(kUnqualifiedName, "the name of a local variable");
    variable.descriptor = read_name(kFieldDescriptor, "the descriptor of a local variable");
    variable.slot = next2();
    uint32_t slots = variable.descriptor == "J" || variable.descriptor == "D" ? 2 : 1;
    if (variable.slot + slots > code.max_locals) {
      fail(pos_ - 2, "a local variable in slot " + std::to_string(variable.slot),
           "a slot within the " + std::to_string(code.max_locals) + " locals");
    }
  }
}

}  // namespace jmc::classfile
