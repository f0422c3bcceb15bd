// Modified UTF-8 against values worked out by hand from JVMS 4.4.7, and names and descriptors against JVMS 4.2 and 4.3.
#include <gtest/gtest.h>

#include "classfile/class_file.hpp"
#include "classfile/names.hpp"

namespace jmc::classfile {
namespace {

using namespace std::string_literals;
using namespace std::string_view_literals;

TEST(ModifiedUtf8, DecodesEachLength) {
  EXPECT_EQ(decode_modified_utf8("A"), u"A");
  EXPECT_EQ(decode_modified_utf8("\xc0\x80"), u"\0"s);
  EXPECT_EQ(decode_modified_utf8("\xc3\xa9"), u"\u00e9");
  EXPECT_EQ(decode_modified_utf8("\xe2\x82\xac"), u"\u20ac");
  EXPECT_EQ(decode_modified_utf8("\xed\xa0\xbd\xed\xb8\x80"), u"\U0001F600");  // a pair of surrogates, D83D DE00
}

TEST(ModifiedUtf8, DecodesLoneSurrogates) {
  EXPECT_EQ(decode_modified_utf8("\xed\xa0\xbd"), std::u16string(1, 0xd83d));
}

TEST(ModifiedUtf8, ReplacesMalformedBytesOneByOne) {
  EXPECT_EQ(decode_modified_utf8("a\x80"), u"a\ufffd");
  EXPECT_EQ(decode_modified_utf8("\0b"sv),
            u"\ufffd"
            u"b");
  EXPECT_EQ(decode_modified_utf8("\xe2\x82"), u"\ufffd\ufffd");
  EXPECT_EQ(decode_modified_utf8("\xc3"), u"\ufffd");
  EXPECT_EQ(decode_modified_utf8("\xf0\x9f\x98\x80"), u"\ufffd\ufffd\ufffd\ufffd");  // UTF-8, but not modified
}

TEST(ModifiedUtf8, EveryUnitSurvivesTheRoundTrip) {
  std::u16string all;
  for (unsigned c = 0; c <= 0xffff; ++c) all += static_cast<char16_t>(c);
  EXPECT_EQ(decode_modified_utf8(encode_modified_utf8(all)), all);
  EXPECT_EQ(encode_modified_utf8(all).find('\0'), std::string::npos);
}

TEST(Descriptors, Fields) {
  for (const char* good : {"I", "[[Z", "Ljava/lang/Object;", "[LA;"}) EXPECT_TRUE(is_field_descriptor(good)) << good;
  for (const char* bad : {"", "V", "[", "L;", "LA", "II", "La//b;", "La.b;", "[V", "L/A;", "LA/;", "Q"}) {
    EXPECT_FALSE(is_field_descriptor(bad)) << bad;
  }
  EXPECT_TRUE(is_field_descriptor(std::string(255, '[') + "I"));
  EXPECT_FALSE(is_field_descriptor(std::string(256, '[') + "I"));
}

TEST(Descriptors, Methods) {
  EXPECT_EQ(method_parameter_slots("()V"), 0);
  EXPECT_EQ(method_parameter_slots("(IJ[DLA;D)[I"), 7);
  EXPECT_EQ(method_parameter_slots("(" + std::string(127, 'J') + "I)V"), 255);
  for (std::string bad : {"", "()", "(V)V", "(I", ")V", "()VV", "(L)V", "I"}) {
    EXPECT_EQ(method_parameter_slots(bad), -1) << bad;
  }
  EXPECT_EQ(method_parameter_slots("(" + std::string(128, 'D') + ")V"), -1);
}

TEST(Names, Forms) {
  EXPECT_TRUE(is_method_name("<init>"));
  EXPECT_TRUE(is_method_name("lambda$0"));
  for (const char* bad : {"", "<x>", "a<b", "a.b", "a;", "a/b", "[a"}) EXPECT_FALSE(is_method_name(bad)) << bad;
  EXPECT_TRUE(is_unqualified_name("a<b>"));
  EXPECT_FALSE(is_unqualified_name("a/b"));
  EXPECT_TRUE(is_class_entry_name("a/b"));
  EXPECT_TRUE(is_class_entry_name("[[I"));
  for (const char* bad : {"", "/a", "a/", "a//b", "[", "[a", "a.b", "a;b"}) {
    EXPECT_FALSE(is_class_entry_name(bad)) << bad;
  }
}

TEST(Messages, ShowHostileTextOnOneLine) {
  EXPECT_EQ(in_quotes("a\nb\x7f"), "\"a\\x0ab\\x7f\"");
  EXPECT_EQ(one_line("x\r\ny"), "x\\x0d\\x0ay");
  EXPECT_LT(in_quotes(std::string(100000, 'x')).size(), 200u);
}

}  // namespace
}  // namespace jmc::classfile
