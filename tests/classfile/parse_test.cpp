// parse() on class files made by hand: what is in them is known from the making.
#include <gtest/gtest.h>

#include "support.hpp"

namespace jmc::classfile::test {
namespace {

TEST(Parse, SmallClass) {
  ClassFile file = parsed(small_class("pkg/A", 42));
  EXPECT_EQ(file.name, "pkg/A");
  EXPECT_EQ(file.super_name, "java/lang/Object");
  EXPECT_EQ(file.major, 52);
  ASSERT_EQ(file.methods.size(), 1u);
  const Method& init = file.methods[0];
  EXPECT_EQ(init.name, "<init>");
  ASSERT_TRUE(init.code);
  EXPECT_EQ(init.code->bytecode.size(), 5u);
  ASSERT_EQ(init.code->lines.size(), 1u);
  EXPECT_EQ(init.code->lines[0].line, 42);
  EXPECT_GT(touch(file), 0u);
}

TEST(Parse, ViewsSurviveMoves) {
  ClassFile first = parsed(rich_class());
  uint64_t all = touch(first);
  ClassFile second = std::move(first);
  EXPECT_EQ(second.name, "pkg/Rich");
  EXPECT_EQ(touch(second), all);
}

class RichClass : public testing::Test {
 protected:
  ClassFile file = parsed(rich_class());
};

TEST_F(RichClass, Head) {
  EXPECT_EQ(file.name, "pkg/Rich");
  EXPECT_EQ(file.super_name, "java/lang/Record");
  EXPECT_EQ(file.flags, 0x31);
  EXPECT_EQ(file.interfaces, (std::vector<std::string_view>{"java/io/Serializable", "java/lang/Runnable"}));
  EXPECT_EQ(file.source_file, "Rich.java");
  EXPECT_EQ(file.signature, "Lpkg/Rich;");
  EXPECT_GT(touch(file), 0u);
}

TEST_F(RichClass, Fields) {
  ASSERT_EQ(file.fields.size(), 5u);
  EXPECT_EQ(file.pool.integer(file.fields[0].constant_value), -2);
  EXPECT_EQ(file.pool.long_value(file.fields[1].constant_value), INT64_MIN + 1);
  EXPECT_EQ(file.pool.string(file.fields[2].constant_value), "text");
  EXPECT_EQ(file.fields[3].constant_value, 0);
  EXPECT_EQ(file.fields[3].descriptor, "[[I");
  EXPECT_EQ(file.fields[3].signature, "Lpkg/Rich;");
  EXPECT_TRUE(file.fields[3].has_stable);
  EXPECT_FALSE(file.fields[3].has_contended);
  EXPECT_TRUE(file.fields[4].has_contended);
  EXPECT_FALSE(file.fields[4].has_stable);
  EXPECT_EQ(file.fields[4].annotations[1], 1);  // the body begins with the number of annotations
}

TEST_F(RichClass, Methods) {
  ASSERT_EQ(file.methods.size(), 2u);
  const Method& run = file.methods[0];
  EXPECT_TRUE(run.caller_sensitive);
  EXPECT_FALSE(run.hidden);
  EXPECT_EQ(run.exceptions, (std::vector<std::string_view>{"java/io/IOException"}));
  ASSERT_EQ(run.parameters.size(), 2u);
  EXPECT_EQ(run.parameters[0].name, "p");
  EXPECT_EQ(run.parameters[0].flags, 0x10);
  EXPECT_EQ(run.parameters[1].name, "");
  EXPECT_EQ(run.parameters[1].flags, 0x1000);
  const Method& nat = file.methods[1];
  EXPECT_FALSE(nat.code);
  EXPECT_TRUE(nat.hidden);
  EXPECT_FALSE(nat.caller_sensitive);
  EXPECT_EQ(nat.descriptor, "(J[D)Lpkg/Rich;");
}

TEST_F(RichClass, Code) {
  const Code& code = *file.methods[0].code;
  EXPECT_EQ(code.max_stack, 4);
  EXPECT_EQ(code.max_locals, 3);
  EXPECT_EQ(code.bytecode.size(), 12u);
  EXPECT_EQ(code.bytecode[11], 0xb1);
  EXPECT_EQ(code.bytecode.data(), file.bytes.data.data() + code.file_offset);
  ASSERT_EQ(code.exceptions.size(), 2u);
  EXPECT_EQ(code.exceptions[0].start, 0);
  EXPECT_EQ(code.exceptions[0].end, 12);
  EXPECT_EQ(code.exceptions[0].handler, 3);
  EXPECT_EQ(file.pool.class_name(code.exceptions[0].catch_type), "java/lang/Throwable");
  EXPECT_EQ(code.exceptions[1].catch_type, 0);
  ASSERT_EQ(code.lines.size(), 3u) << "both LineNumberTable attributes count";
  EXPECT_EQ(code.lines[1].start, 6);
  EXPECT_EQ(code.lines[1].line, 65535);
  EXPECT_EQ(code.lines[2].line, 7);
  ASSERT_EQ(code.variables.size(), 1u);
  EXPECT_EQ(code.variables[0].name, "v");
  EXPECT_EQ(code.variables[0].descriptor, "D");
  EXPECT_EQ(code.variables[0].start, 2);
  EXPECT_EQ(code.variables[0].length, 10);
  EXPECT_EQ(code.variables[0].slot, 1);
}

TEST_F(RichClass, ClassAttributes) {
  ASSERT_EQ(file.inner_classes.size(), 2u);
  EXPECT_EQ(file.inner_classes[0].inner, "pkg/Rich$In");
  EXPECT_EQ(file.inner_classes[0].outer, "pkg/Rich");
  EXPECT_EQ(file.inner_classes[0].name, "In");
  EXPECT_EQ(file.inner_classes[0].flags, 9);
  EXPECT_EQ(file.inner_classes[1].outer, "");
  EXPECT_EQ(file.inner_classes[1].name, "");
  EXPECT_EQ(file.enclosing_class, "pkg/Outer");
  EXPECT_EQ(file.enclosing_method, "m");
  EXPECT_EQ(file.enclosing_descriptor, "()V");
  EXPECT_EQ(file.nest_members, (std::vector<std::string_view>{"pkg/Rich$In"}));
  EXPECT_TRUE(file.is_sealed);
  EXPECT_EQ(file.permitted_subclasses, (std::vector<std::string_view>{"pkg/Sub"}));
  EXPECT_TRUE(file.is_record);
  ASSERT_EQ(file.record_components.size(), 1u);
  EXPECT_EQ(file.record_components[0].name, "x");
  EXPECT_EQ(file.record_components[0].descriptor, "[[I");
  EXPECT_EQ(file.record_components[0].signature, "Lpkg/Rich;");
}

TEST_F(RichClass, BootstrapMethods) {
  ASSERT_EQ(file.bootstrap_methods.size(), 2u);
  ConstantPool::Handle handle = file.pool.method_handle(file.bootstrap_methods[0].handle);
  EXPECT_EQ(handle.kind, 6);
  EXPECT_EQ(file.pool.member(handle.index).owner, "pkg/B");
  EXPECT_EQ(file.pool.member(handle.index).name, "boot");
  ASSERT_EQ(file.bootstrap_methods[0].arguments.size(), 3u);
  EXPECT_EQ(file.pool.method_type(file.bootstrap_methods[0].arguments[0]), "()V");
  EXPECT_EQ(file.pool.tag(file.bootstrap_methods[0].arguments[1]), Tag::MethodHandle);
  ConstantPool::DynamicRef constant = file.pool.dynamic(file.bootstrap_methods[0].arguments[2]);
  EXPECT_EQ(constant.bootstrap, 1);
  EXPECT_EQ(constant.name, "constant");
  EXPECT_EQ(constant.descriptor, "I");
}

TEST_F(RichClass, AccessorsRefuseWrongKinds) {
  const Code& code = *file.methods[0].code;
  uint16_t class_index = code.exceptions[0].catch_type;
  std::string expected = ": found constant pool index " + std::to_string(class_index) + ", Class, expected Utf8";
  std::string found = error_of([&] { file.pool.utf8(class_index); });
  EXPECT_TRUE(found.starts_with("test.class: byte ") && found.ends_with(expected)) << found;
  // The byte it names is the one where the entry stands: tag 7.
  size_t at = std::stoul(found.substr(std::string("test.class: byte ").size()));
  EXPECT_EQ(file.bytes.data[at], 7);
  const ConstantPool& pool = file.pool;
  for (uint16_t wrong : {uint16_t{0}, uint16_t{65535}, pool.size()}) {
    EXPECT_THROW(pool.utf8(wrong), FormatError);
    EXPECT_THROW(pool.class_name(wrong), FormatError);
    EXPECT_THROW(pool.string(wrong), FormatError);
    EXPECT_THROW(pool.integer(wrong), FormatError);
    EXPECT_THROW(pool.float_value(wrong), FormatError);
    EXPECT_THROW(pool.long_value(wrong), FormatError);
    EXPECT_THROW(pool.double_value(wrong), FormatError);
    EXPECT_THROW(pool.name_and_type(wrong), FormatError);
    EXPECT_THROW(pool.member(wrong), FormatError);
    EXPECT_THROW(pool.method_handle(wrong), FormatError);
    EXPECT_THROW(pool.method_type(wrong), FormatError);
    EXPECT_THROW(pool.dynamic(wrong), FormatError);
  }
  EXPECT_EQ(pool.tag(0), Tag::None);
  EXPECT_THROW(pool.tag(pool.size()), FormatError);
}

TEST(Parse, SecondSlotOfALongIsUnusable) {
  ClassMaker c;
  unsigned value = c.long_value(7);
  c.utf8("after");
  ClassFile file = parsed(c.bytes());
  EXPECT_EQ(file.pool.long_value(static_cast<uint16_t>(value)), 7);
  EXPECT_EQ(file.pool.tag(static_cast<uint16_t>(value + 1)), Tag::None);
  EXPECT_EQ(file.pool.utf8(static_cast<uint16_t>(value + 2)), "after");
  EXPECT_THROW(file.pool.long_value(static_cast<uint16_t>(value + 1)), FormatError);
}

TEST(Parse, FloatsAndDoublesKeepTheirBits) {
  ClassMaker c;
  unsigned f = c.add(Writer().u1(4).u4(0xbfc00000));             // -1.5
  unsigned d = c.add(Writer().u1(6).u8(0x3ff4000000000000), 2);  // 1.25
  ClassFile file = parsed(c.bytes());
  EXPECT_EQ(file.pool.float_value(static_cast<uint16_t>(f)), -1.5f);
  EXPECT_EQ(file.pool.double_value(static_cast<uint16_t>(d)), 1.25);
}

// --- Versions ---

TEST(Versions, AllFrom45To69AreRead) {
  for (unsigned major = 45; major <= 69; ++major) {
    ClassMaker c;
    c.major = major;
    EXPECT_EQ(message(c.bytes()), "") << major;
    c.minor = 65535;
    EXPECT_EQ(message(c.bytes()), "") << major;
  }
}

TEST(Versions, OthersAreNamed) {
  ClassMaker c;
  c.major = 70;
  expect_message(c.bytes(),
                 "test.class: byte 4: found class file version 70.0, expected 45.0 to 69.65535 (Java 1.0 to 25); it is "
                 "compiled for Java 26, compile with --release 25 or less");
  c.major = 44;
  c.minor = 3;
  expect_in_message(c.bytes(), "found class file version 44.3, expected 45.0 to 69.65535");
  c.major = 61;
  expect_message(c.bytes(), "test.class: byte 4: found class file version 61.3, expected minor version 0 or 65535");
}

// Java 1.1: a finally block as a subroutine.
TEST(Versions, Class45_3WithJsr) {
  ClassMaker c;
  c.major = 45;
  c.minor = 3;
  // 0: jsr 4; 3: return; 4: astore_0; 5: ret 0
  Content bytecode = {0xa8, 0x00, 0x04, 0xb1, 0x4b, 0xa9, 0x00};
  c.method(9, "main", "()V", {c.code(1, 1, bytecode)});
  ClassFile file = parsed(c.bytes());
  EXPECT_EQ(file.major, 45);
  EXPECT_EQ(file.minor, 3);
  ASSERT_TRUE(file.methods[0].code);
  EXPECT_EQ(file.methods[0].code->bytecode[0], 0xa8);
  EXPECT_EQ(file.methods[0].code->max_locals, 1);
}

// Java 1.0 wrote the head of Code in 4 bytes instead of 8.
TEST(Versions, Class45_0HasShortCode) {
  ClassMaker c;
  c.major = 45;
  c.minor = 2;
  c.method(9, "main", "()V", {c.code(2, 3, {0xb1})});
  ClassFile file = parsed(c.bytes());
  EXPECT_EQ(file.methods[0].code->max_stack, 2);
  EXPECT_EQ(file.methods[0].code->max_locals, 3);
  EXPECT_EQ(file.methods[0].code->bytecode.size(), 1u);
}

TEST(Versions, OldClassInitializersNeedNoFlags) {
  ClassMaker c;
  c.major = 50;
  c.method(0, "<clinit>", "()V", {c.code(0, 0, {0xb1})});  // no slot for `this`: it is static whatever its flags
  EXPECT_EQ(parsed(c.bytes()).methods[0].flags & 8, 8);
}

TEST(Versions, OldEmptyExceptionRangesAreRead) {
  for (unsigned major : {50u, 51u}) {
    ClassMaker c;
    c.major = major;
    c.method(9, "m", "()V", {c.code(1, 0, {0, 0xb1}, {}, Writer().u2(1).u2(1).u2(1).u2(0).u2(0))});
    EXPECT_EQ(message(c.bytes()).empty(), major == 50) << message(c.bytes());
  }
}

TEST(Versions, NewPoolKindsNeedTheirVersion) {
  struct Case {
    unsigned major;
    Writer entry;
    const char* part;
  };
  for (const Case& k :
       {Case{50, Writer().u1(16).u2(1), "MethodType in a file of version 50, expected version 51 or above"},
        Case{50, Writer().u1(15).u1(6).u2(1), "MethodHandle in a file of version 50"},
        Case{50, Writer().u1(18).u2(0).u2(1), "InvokeDynamic in a file of version 50"},
        Case{54, Writer().u1(17).u2(0).u2(1), "Dynamic in a file of version 54, expected version 55"},
        Case{52, Writer().u1(19).u2(1), "Module in a file of version 52, expected version 53"},
        Case{52, Writer().u1(20).u2(1), "Package in a file of version 52"}}) {
    ClassMaker c;
    c.major = k.major;
    c.utf8("x");
    c.add(k.entry);
    expect_in_message(c.bytes(), k.part);
  }
}

TEST(Versions, AttributesCountFromTheirVersionOn) {
  auto make = [](unsigned major) {
    ClassMaker c;
    c.major = major;
    c.class_attribute(c.attribute("NestHost", Writer().u2(c.class_ref("pkg/Host"))));
    c.class_attribute(c.attribute("Signature", Writer().u2(c.utf8("Lx;"))));
    c.class_attribute(c.attribute("PermittedSubclasses", Writer().u2(0)));
    return c.bytes();
  };
  EXPECT_EQ(parsed(make(54)).nest_host, "");
  EXPECT_EQ(parsed(make(55)).nest_host, "pkg/Host");
  EXPECT_EQ(parsed(make(48)).signature, "");
  EXPECT_EQ(parsed(make(49)).signature, "Lx;");
  EXPECT_FALSE(parsed(make(60)).is_sealed);
  EXPECT_TRUE(parsed(make(61)).is_sealed);
}

TEST(Versions, ModuleInfo) {
  ClassMaker c;
  c.major = 53;
  c.flags = 0x8000;
  c.name = "module-info";
  c.super = "";
  unsigned module = c.add(Writer().u1(19).u2(c.utf8("my.module")));
  c.class_attribute(c.attribute("Module", Writer().u2(module).u2(0).u2(0).u2(0).u2(0).u2(0).u2(0).u2(0)));
  ClassFile file = parsed(c.bytes());
  EXPECT_EQ(file.module_name, "my.module");
  EXPECT_EQ(file.super_name, "");
}

// Annotations are outside of the format check of a class (JVMS 4.8); broken ones must do no harm.
TEST(Parse, BrokenAnnotationsAreNoFormatError) {
  ClassMaker c;
  unsigned type = c.utf8("Ljdk/internal/vm/annotation/Stable;");
  c.field(0, "cut", "I", {c.attribute("RuntimeVisibleAnnotations", Writer().u2(2).u2(type).u2(5))});
  c.field(0, "empty", "I", {c.attribute("RuntimeVisibleAnnotations", Writer())});
  Writer deep;
  deep.u2(2).u2(c.utf8("LX;")).u2(1).u2(c.utf8("v"));
  for (int i = 0; i < 100000; ++i) deep.u1('[').u2(1);
  c.field(0, "deep", "I", {c.attribute("RuntimeVisibleAnnotations", deep)});
  ClassFile file = parsed(c.bytes());
  EXPECT_TRUE(file.fields[0].has_stable);
  EXPECT_FALSE(file.fields[1].has_stable);
  EXPECT_FALSE(file.fields[2].has_stable);
}

TEST(Parse, LaterAnnotationsAreFound) {
  ClassMaker c;
  Writer two;
  two.u2(2).u2(c.utf8("LX;")).u2(2).u2(c.utf8("a")).u1('I').u2(c.integer(1)).u2(c.utf8("b")).u1('[').u2(2);
  two.u1('s').u2(c.utf8("s")).u1('@').u2(c.utf8("LY;")).u2(0);
  two.u2(c.utf8("Lsun/reflect/CallerSensitive;")).u2(0);
  c.method(0x101, "m", "()V", {c.attribute("RuntimeVisibleAnnotations", two)});
  EXPECT_TRUE(parsed(c.bytes()).methods[0].caller_sensitive);
}

}  // namespace
}  // namespace jmc::classfile::test
