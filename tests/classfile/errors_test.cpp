// What parse() says about wrong class files: the file, the byte, what was found there and what was expected.
#include <gtest/gtest.h>

#include <functional>

#include "support.hpp"

namespace jmc::classfile::test {
namespace {

TEST(Errors, Frame) {
  expect_message({}, "test.class: byte 0: found 0 bytes left, expected 4 for the magic number");
  expect_message({0xca, 0xfe, 0xba, 0xbf, 0, 0},
                 "test.class: byte 0: found magic number 0xcafebabf, expected 0xcafebabe of a class file");
  expect_message({0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 52},
                 "test.class: byte 8: found 0 bytes left, expected 2 for the constant pool count");
  expect_message({0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 52, 0, 0},
                 "test.class: byte 8: found constant pool count 0, expected at least 1");
  Content whole = small_class("pkg/A");
  whole.push_back(0);
  expect_message(whole, "test.class: byte " + std::to_string(whole.size() - 1) +
                            ": found 1 bytes after the class, expected the end of the file");
}

TEST(Errors, HugeCountsAreRefusedBeforeMemoryIsTaken) {
  expect_message({0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 52, 0xff, 0xff, 1, 0, 0},
                 "test.class: byte 8: found constant pool count 65535, expected at most 2, as 3 bytes are left");
}

TEST(Errors, PoolTags) {
  expect_message({0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 52, 0, 2, 2, 0, 0},
                 "test.class: byte 10: found constant pool tag 2 at entry 1, expected one of 1, 3-12, 15-20");
  expect_message({0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 52, 0, 2, 5, 0, 0, 0, 0, 0, 0, 0, 0},
                 "test.class: byte 10: found Long in the last slot of the constant pool, expected two slots for it");
  expect_message({0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 52, 0, 2, 1, 0, 9, 'a'},
                 "test.class: byte 13: found 1 bytes left, expected 9 for the bytes of a Utf8 entry");
}

TEST(Errors, OriginIsShownOnOneLine) {
  std::string found = error_of([] { parse(as_bytes({}, "/tmp/a\nb.class")); });
  EXPECT_EQ(found, "/tmp/a\\x0ab.class: byte 0: found 0 bytes left, expected 4 for the magic number");
}

TEST(Errors, PoolReferences) {
  struct Case {
    Writer entry;
    const char* part;
  };
  // Entry 1 is Utf8 "x", entry 2 Class "x", entry 3 the one under test, at byte 10 + 4 + 3.
  for (const Case& k : {
           Case{Writer().u1(7).u2(2),
                "byte 17: found constant pool entry 3, Class that refers to entry 2, Class, expected Utf8"},
           Case{Writer().u1(7).u2(0), "Class that refers to entry 0, an unusable entry, expected Utf8"},
           Case{Writer().u1(8).u2(900), "String that refers to entry 900, beyond the last, "},
           Case{Writer().u1(12).u2(1).u2(2), "NameAndType that refers to entry 2, Class, expected Utf8"},
           Case{Writer().u1(9).u2(2).u2(1), "Fieldref that refers to entry 1, Utf8, expected NameAndType"},
           Case{Writer().u1(10).u2(1).u2(1), "Methodref that refers to entry 1, Utf8, expected Class"},
           Case{Writer().u1(16).u2(1), "byte 13: found \"x\", expected a method descriptor"},
           Case{Writer().u1(12).u2(1).u2(1), "found \"x\", expected a field descriptor"},
           Case{Writer().u1(15).u1(1).u2(2), "MethodHandle of kind 1 that refers to entry 2, Class, expected Fieldref"},
           Case{Writer().u1(15).u1(10).u2(2),
                "MethodHandle of kind 10 that refers to entry 2, Class, expected a reference kind from 1 to 9"},
           Case{Writer().u1(18).u2(0).u2(1), "InvokeDynamic that refers to entry 1, Utf8, expected NameAndType"},
       }) {
    ClassMaker c;
    c.utf8("x");
    c.class_ref("x");
    c.add(k.entry);
    expect_in_message(c.bytes(), k.part);
  }
}

TEST(Errors, MemberForms) {
  ClassMaker field;
  field.member(9, "A", "f", "()V");
  expect_in_message(field.bytes(), "Fieldref with descriptor \"()V\", expected a field descriptor");
  ClassMaker method;
  method.member(10, "A", "f", "I");
  expect_in_message(method.bytes(), "Methodref with descriptor \"I\", expected a method descriptor");
  ClassMaker constructor;
  constructor.member(10, "A", "<init>", "()I");
  expect_in_message(constructor.bytes(), "expected a method name, or <init> with result void");
  ClassMaker initializer;
  initializer.member(10, "A", "<clinit>", "()V");
  expect_in_message(initializer.bytes(), "Methodref of \"<clinit>\"");
  ClassMaker handle;
  handle.handle(8, handle.member(10, "A", "m", "()V"));
  expect_in_message(handle.bytes(), "MethodHandle of kind 8 to \"m\", expected <init>");
  ClassMaker class_name;
  class_name.class_ref("a..b");
  expect_in_message(class_name.bytes(), "found \"a..b\", expected a class name or an array descriptor");
}

TEST(Errors, Utf8) {
  for (std::string bad : {std::string("a\0b", 3), std::string("\xff"), std::string("\xc3"), std::string("\xe2\x82"),
                          std::string("\xc1\x80")}) {
    ClassMaker c;
    c.utf8(bad);
    expect_in_message(c.bytes(), "in a Utf8 entry, expected modified UTF-8");
  }
  ClassMaker at;
  at.utf8("abcdefgh\xff");
  expect_message(at.bytes(), "test.class: byte 21: found byte 255 in a Utf8 entry, expected modified UTF-8");
  ClassMaker overlong;  // accepted in old files, as HotSpot does
  overlong.utf8("\xc1\x80");
  overlong.major = 47;
  EXPECT_EQ(message(overlong.bytes()), "");
}

TEST(Errors, Head) {
  ClassMaker no_super;
  no_super.super = "";
  expect_in_message(no_super.bytes(), "found no super class, expected one, as only java/lang/Object has none");
  ClassMaker object;
  object.name = "java/lang/Object";
  expect_in_message(object.bytes(), "found super class \"java/lang/Object\", expected none");
  ClassMaker interface;
  interface.flags = 0x601;
  interface.super = "pkg/B";
  expect_in_message(interface.bytes(), "of an interface, expected java/lang/Object");
  ClassMaker flags;
  flags.flags = 0x0411;
  expect_in_message(flags.bytes(), "expected a class not to be both abstract and final");
  ClassMaker array;
  array.interfaces = {"[I"};
  expect_in_message(array.bytes(), "array type \"[I\" as an interface");
}

void expect_code_error(
    unsigned locals, const Content& bytecode, const Writer& exceptions, const std::string& part,
    const std::function<std::vector<Content>(ClassMaker&)>& attributes = [](ClassMaker&) {
      return std::vector<Content>();
    }) {
  ClassMaker c;
  c.method(9, "m", "(J)V", {c.code(2, locals, bytecode, attributes(c), exceptions)});
  expect_in_message(c.bytes(), part);
}

TEST(Errors, Code) {
  Writer none = Writer().u2(0);
  expect_code_error(2, {}, none, "found code of 0 bytes, expected 1 to 65535");
  expect_code_error(1, {0xb1}, none, "found 1 locals, expected 2 or more, for the arguments");
  expect_code_error(2, Content(65536, 0), none, "found code of 65536 bytes, expected 1 to 65535");
  expect_code_error(2, {0xb1}, Writer().u2(1).u2(0).u2(2).u2(0).u2(0),
                    "exception range 0 to 2, expected a range within the 1 bytes of code");
  expect_code_error(2, {0xb1}, Writer().u2(1).u2(1).u2(0).u2(0).u2(0), "exception range 1 to 0");
  expect_code_error(2, {0xb1}, Writer().u2(1).u2(0).u2(1).u2(1).u2(0),
                    "exception handler at 1, expected an offset below the code length, 1");
  expect_code_error(2, {0xb1}, Writer().u2(1).u2(0).u2(1).u2(0).u2(999), "beyond the last, ");
  expect_code_error(2, {0xb1}, Writer().u2(60000), "found 60000 as the exception table length, expected at most ");
  expect_code_error(2, {0xb1}, none, "a line number for bytecode offset 1", [](ClassMaker& c) {
    return std::vector<Content>{c.attribute("LineNumberTable", Writer().u2(1).u2(1).u2(5))};
  });
  auto variable = [](unsigned start, unsigned length, unsigned slot) {
    return [=](ClassMaker& c) {
      return std::vector<Content>{c.attribute(
          "LocalVariableTable", Writer().u2(1).u2(start).u2(length).u2(c.utf8("v")).u2(c.utf8("J")).u2(slot))};
    };
  };
  expect_code_error(2, {0xb1}, none, "a local variable at 0 for 2 bytes", variable(0, 2, 0));
  expect_code_error(2, {0xb1}, none, "a local variable in slot 1, expected a slot within the 2 locals",
                    variable(0, 1, 1));
  ClassMaker fine;
  fine.method(9, "m", "(J)V", {fine.code(2, 2, {0xb1}, variable(0, 1, 0)(fine))});
  EXPECT_EQ(message(fine.bytes()), "");
}

TEST(Errors, Members) {
  ClassMaker no_code;
  no_code.method(1, "m", "()V");
  expect_in_message(no_code.bytes(), "found no code in method \"m\", expected a Code attribute");
  ClassMaker native;
  native.method(0x101, "m", "()V", {native.code(0, 1, {0xb1})});
  expect_in_message(native.bytes(), "found code in abstract or native method \"m\", expected none");
  ClassMaker twice;
  twice.field(1, "f", "I");
  twice.field(1, "g", "I");
  twice.field(1, "f", "I");
  expect_in_message(twice.bytes(), "found a second field \"f\" \"I\", expected names and descriptors that differ");
  ClassMaker overload;
  overload.field(1, "f", "I");
  overload.field(1, "f", "J");
  EXPECT_EQ(message(overload.bytes()), "");
  ClassMaker access;
  access.field(3, "f", "I");
  expect_in_message(access.bytes(), "found flags 0x0003, expected at most one of public, private and protected");
  ClassMaker abstract_static;
  abstract_static.method(0x408, "m", "()V");
  expect_in_message(abstract_static.bytes(), "method flags 0x0408");
  ClassMaker constructor;
  constructor.method(1, "<init>", "()I", {constructor.code(0, 1, {0xb1})});
  expect_in_message(constructor.bytes(), "<init> with descriptor \"()I\", expected result void");
}

TEST(Errors, ManyMembersWithOneDouble) {
  for (unsigned count : {10u, 1000u}) {
    ClassMaker c;
    for (unsigned i = 0; i < count; ++i) c.field(1, std::string(1, 'f').append(std::to_string(i)), "I");
    EXPECT_EQ(message(c.bytes()), "");
    c.field(1, "f7", "I");
    expect_in_message(c.bytes(), "found a second field \"f7\" \"I\"");
  }
}

TEST(Errors, ConstantValues) {
  ClassMaker wrong;
  wrong.field(8, "f", "J", {wrong.attribute("ConstantValue", Writer().u2(wrong.integer(1)))});
  expect_in_message(wrong.bytes(), "Integer as a constant value, expected Long");
  ClassMaker object;
  object.field(8, "f", "LA;", {object.attribute("ConstantValue", Writer().u2(object.integer(1)))});
  expect_in_message(object.bytes(),
                    "a constant value for a field of type \"LA;\", expected a primitive type or String");
  ClassMaker instance;  // JVMS 4.7.2: ignored
  instance.field(0, "f", "J", {instance.attribute("ConstantValue", Writer().u2(instance.integer(1)))});
  EXPECT_EQ(parsed(instance.bytes()).fields[0].constant_value, 0);
}

TEST(Errors, AttributeLengths) {
  ClassMaker longer;
  longer.class_attribute(longer.attribute("SourceFile", Writer().u2(longer.utf8("A.java")).u1(0)));
  expect_in_message(longer.bytes(), "found attribute of 3 bytes, expected 2 bytes for its content");
  ClassMaker shorter;
  shorter.class_attribute(shorter.attribute("SourceFile", Writer().u1(0)));
  expect_in_message(shorter.bytes(), "found 1 bytes left, expected 2 for the source file");
  ClassMaker beyond;
  beyond.class_attribute(Writer().u2(beyond.utf8("X")).u4(0xffffffff).bytes);
  expect_in_message(beyond.bytes(), "found attribute \"X\" of 4294967295 bytes, expected at most the 0 bytes left");
  ClassMaker twice;
  Content source = twice.attribute("SourceFile", Writer().u2(twice.utf8("A.java")));
  twice.class_attribute(source);
  twice.class_attribute(source);
  expect_in_message(twice.bytes(), "found a repeated attribute, expected at most one of its name");
}

TEST(Errors, BootstrapMethods) {
  ClassMaker missing;
  missing.dynamic(18, 0, "m", "()V");
  expect_in_message(missing.bytes(), "InvokeDynamic with bootstrap method 0, expected an index below 0");
  ClassMaker argument;
  unsigned handle = argument.handle(6, argument.member(10, "A", "b", "()V"));
  argument.class_attribute(
      argument.attribute("BootstrapMethods", Writer().u2(1).u2(handle).u2(1).u2(argument.utf8("u"))));
  expect_in_message(argument.bytes(), "Utf8 as a bootstrap argument, expected Integer, Float, ");
  ClassMaker count;
  count.class_attribute(count.attribute("BootstrapMethods", Writer().u2(60000)));
  expect_in_message(count.bytes(),
                    "found 60000 as the bootstrap method count, expected at most 0, as 0 bytes are left");
}

}  // namespace
}  // namespace jmc::classfile::test
