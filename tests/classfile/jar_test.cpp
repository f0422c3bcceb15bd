// Jars, multi-release jars, jmods: archives written with libzip.
#include <gtest/gtest.h>

#include <filesystem>
#include <iterator>

#include <random>

#include "classfile/manifest.hpp"
#include "support.hpp"

namespace jmc::classfile::test {
namespace {

// The line number in small_class(): which version of a class was found.
int line_of(const std::optional<Bytes>& bytes) { return bytes ? parse(*bytes).methods[0].code->lines[0].line : -1; }

TEST(Jar, ClassesResourcesPackages) {
  TempDir dir;
  std::string path = dir.write("a.jar", make_zip({{"pkg/", {}},
                                                  {"pkg/A.class", small_class("pkg/A", 3)},
                                                  {"pkg/sub/x.txt", content_of("text")},
                                                  {"Top.class", small_class("Top")}}));
  auto jar = open_jar(path, 17);
  EXPECT_EQ(jar->location(), path);
  EXPECT_EQ(line_of(jar->find_class("pkg/A")), 3);
  EXPECT_EQ(jar->find_class("pkg/A")->origin, path + "!/pkg/A.class");
  EXPECT_FALSE(jar->find_class("pkg/B"));
  EXPECT_FALSE(jar->find_class("A"));
  EXPECT_FALSE(jar->find_class("pkg")) << "a directory";
  auto text = jar->find_resource("pkg/sub/x.txt");
  ASSERT_TRUE(text);
  EXPECT_EQ(Content(text->data.begin(), text->data.end()), content_of("text"));
  EXPECT_FALSE(jar->find_resource("pkg/"));
  EXPECT_TRUE(jar->has_package("pkg"));
  EXPECT_TRUE(jar->has_package(""));
  EXPECT_FALSE(jar->has_package("pkg/sub")) << "no class in it";
  EXPECT_EQ(jar->module_of_package("pkg"), "");
}

TEST(Jar, BytesOutliveTheJar) {
  TempDir dir;
  auto jar = open_jar(dir.write("a.jar", make_zip({{"pkg/A.class", small_class("pkg/A", 9)}})), 17);
  std::optional<Bytes> bytes = jar->find_class("pkg/A");
  jar.reset();
  EXPECT_EQ(line_of(bytes), 9);
}

TEST(Jar, LargeContent) {
  TempDir dir;
  Content large(3'500'000);
  for (size_t i = 0; i < large.size(); ++i) large[i] = static_cast<uint8_t>(i * i >> 7);
  Content zeros(5'000'000, 0);  // deflates a thousandfold
  auto jar = open_jar(dir.write("a.jar", make_zip({{"large", large}, {"zeros", zeros}, {"empty", {}}})), 17);
  auto found = jar->find_resource("large");
  EXPECT_EQ(Content(found->data.begin(), found->data.end()), large);
  found = jar->find_resource("zeros");
  EXPECT_EQ(Content(found->data.begin(), found->data.end()), zeros);
  EXPECT_EQ(jar->find_resource("empty")->data.size(), 0u);
}

Files multi_release(const std::string& manifest) {
  return {{"META-INF/MANIFEST.MF", content_of(manifest)},
          {"pkg/A.class", small_class("pkg/A", 8)},
          {"META-INF/versions/9/pkg/A.class", small_class("pkg/A", 9)},
          {"META-INF/versions/11/pkg/A.class", small_class("pkg/A", 11)},
          {"META-INF/versions/21/pkg/A.class", small_class("pkg/A", 21)},
          {"META-INF/versions/8/pkg/A.class", small_class("pkg/A", 7)},
          {"META-INF/versions/x/pkg/A.class", small_class("pkg/A", 6)},
          {"META-INF/versions/11/pkg/New.class", small_class("pkg/New", 11)},
          {"META-INF/versions/11/other/B.class", small_class("other/B", 11)},
          {"META-INF/versions/11/META-INF/x", content_of("versioned")}};
}

// JEP 238: the highest version up to the running one wins; versions below 9 do not exist.
TEST(Jar, MultiRelease) {
  TempDir dir;
  std::string path =
      dir.write("a.jar", make_zip(multi_release("Manifest-Version: 1.0\r\nMulti-Release: true\r\n\r\n")));
  struct Case {
    int release, line;
  };
  for (Case k : {Case{8, 8}, Case{9, 9}, Case{10, 9}, Case{11, 11}, Case{17, 11}, Case{21, 21}, Case{25, 21}}) {
    EXPECT_EQ(line_of(open_jar(path, k.release)->find_class("pkg/A")), k.line) << k.release;
  }
  EXPECT_FALSE(open_jar(path, 9)->find_class("pkg/New"));
  EXPECT_TRUE(open_jar(path, 11)->find_class("pkg/New"));
  EXPECT_FALSE(open_jar(path, 9)->has_package("other"));
  EXPECT_TRUE(open_jar(path, 11)->has_package("other"));
  EXPECT_FALSE(open_jar(path, 17)->find_resource("META-INF/x"));
  EXPECT_EQ(open_jar(path, 17)->find_class("pkg/A")->origin, path + "!/META-INF/versions/11/pkg/A.class");
}

TEST(Jar, NotMultiReleaseUnlessTheManifestSaysSo) {
  TempDir dir;
  for (const char* manifest :
       {"", "Multi-Release: false\n", "Manifest-Version: 1.0\n\nName: x\nMulti-Release: true\n"}) {
    std::string path = dir.write("a.jar", make_zip(multi_release(manifest)));
    EXPECT_EQ(line_of(open_jar(path, 17)->find_class("pkg/A")), 8) << manifest;
    EXPECT_FALSE(open_jar(path, 17)->has_package("META-INF/versions/11/pkg"));
  }
}

TEST(Jar, NamesBeyondAscii) {
  TempDir dir;
  // U+00E9 is the same in UTF-8 and modified UTF-8; U+1F600 is not.
  auto jar = open_jar(dir.write("a.jar", make_zip({{"pkg/\xc3\xa9.class", small_class("pkg/\xc3\xa9", 5)},
                                                   {"pkg/\xf0\x9f\x98\x80.class", small_class("pkg/X", 6)}})),
                      17);
  EXPECT_EQ(line_of(jar->find_class("pkg/\xc3\xa9")), 5);
  EXPECT_EQ(line_of(jar->find_class("pkg/\xed\xa0\xbd\xed\xb8\x80")), 6);
}

TEST(Jar, Errors) {
  TempDir dir;
  std::string text =
      dir.write("text.jar", std::string("this is no zip archive, but long enough to hold the end of one"));
  EXPECT_EQ(error_of([&] { open_jar(text, 17); }), text + ": found \"Not a zip archive\", expected a zip archive");
  std::string missing = dir / "missing.jar";
  EXPECT_EQ(error_of([&] { open_jar(missing, 17); }), missing + ": found no regular file, expected a zip archive");
  EXPECT_EQ(error_of([&] { open_jar(dir.path(), 17); }),
            dir.path() + ": found no regular file, expected a zip archive");
}

// Processes that are forked share the offset of a file that is open, and would read at each other's.
TEST(Jar, KeepsNoFileOpen) {
  const auto open_files = [] {
    std::filesystem::directory_iterator files("/proc/self/fd");
    return std::distance(files, {});
  };
  TempDir dir;
  const std::string path = dir.write("a.jar", make_zip({{"p/A.class", small_class("p/A", 5)}}));
  const auto before = open_files();
  const auto jar = open_jar(path, 17);
  EXPECT_EQ(line_of(jar->find_class("p/A")), 5);
  EXPECT_EQ(open_files(), before);
}

TEST(Jar, DamagedContentIsNamed) {
  TempDir dir;
  Content content(1000);
  std::mt19937 random(1);  // does not deflate
  for (uint8_t& byte : content) byte = static_cast<uint8_t>(random());
  Content zip = make_zip({{"x", content}});
  zip.at(31 + 500) ^= 0x40;  // behind the local header of 30 bytes and the name
  std::string path = dir.write("a.jar", zip);
  auto jar = open_jar(path, 17);
  std::string found = error_of([&] { jar->find_resource("x"); });
  EXPECT_TRUE(found.starts_with(path + "!/x: found ")) << found;
}

TEST(Jmod, Errors) {
  TempDir dir;
  std::string zip = dir.write("a.jmod", make_zip({{"classes/A.class", small_class("A")}}));
  EXPECT_EQ(error_of([&] { open_jmod(zip); }), zip + ": byte 0: found bytes 80 75, expected \"JM\" of a jmod");
  std::string stub = dir.write("b.jmod", std::string("JM"));
  EXPECT_EQ(error_of([&] { open_jmod(stub); }),
            stub + ": byte 0: found 2 bytes, expected the 4 bytes of a jmod header");
  std::string later = dir.write("c.jmod", std::string("JM\x02\x01.........."));
  EXPECT_EQ(error_of([&] { open_jmod(later); }), later + ": byte 2: found jmod version 2.1, expected version 1");
}

TEST(Manifest, Lines) {
  Manifest m = parse_manifest(
      "Manifest-Version: 1.0\rmain-class: pkg.Ma\r\n in\nClass-Path: a.jar \n b.jar\nMulti-Release:  TRUE "
      "\n\nMain-Class: x\n");
  EXPECT_EQ(m.main_class, "pkg.Main") << "a continuation joins on without its one space";
  EXPECT_EQ(m.class_path, "a.jar b.jar");
  EXPECT_TRUE(m.multi_release);
  EXPECT_EQ(parse_manifest("Main-Class: A").main_class, "A");
  EXPECT_EQ(parse_manifest("").main_class, "");
  EXPECT_EQ(parse_manifest(" stray continuation\n: no name\nno colon\n").main_class, "");
}

TEST(Manifest, ClassPathIsRelativeToTheJar) {
  EXPECT_EQ(class_path_elements("dir/app.jar", "lib/a.jar  classes/ my%20lib.jar file:/abs/b.jar http://x/c.jar"),
            (std::vector<std::string>{"dir/lib/a.jar", "dir/classes", "dir/my lib.jar", "/abs/b.jar"}));
  EXPECT_EQ(class_path_elements("app.jar", "a.jar"), (std::vector<std::string>{"./a.jar"}));
}

}  // namespace
}  // namespace jmc::classfile::test
