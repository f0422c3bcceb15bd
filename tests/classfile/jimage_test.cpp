// The jimage reader on images made by hand; what the JDKs hold is in jdk_test.cpp.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "classfile/jimage.hpp"
#include "support.hpp"

namespace jmc::classfile::test {
namespace {

ImageMaker sample() {
  ImageMaker image;
  image.entries = {{"/java.base/java/lang/Object.class", small_class("java/lang/Object", 1)},
                   {"/java.base/java/util/List.class", small_class("java/util/List", 2)},
                   {"/java.base/module-info.class", content_of("base")},
                   {"/other/module-info.class", content_of("other")},
                   {"/other/org/x/A.class", small_class("org/x/A", 3)},
                   {"/other/org/x/data.properties", content_of("a=b")},
                   {"/other/META-INF/services", content_of("service")},
                   {"/other/empty", {}}};
  image.package("java.lang", "java.base");
  image.package("java.util", "java.base");
  image.package("org.x", "other");
  return image;
}

std::string text_of(const std::optional<Bytes>& bytes) {
  return bytes ? std::string(bytes->data.begin(), bytes->data.end()) : "(none)";
}

TEST(JImage, FindsEverythingAndNothingElse) {
  TempDir dir;
  ImageMaker maker = sample();
  std::string path = dir.write("modules", maker.bytes());
  JImage image(path);
  EXPECT_EQ(image.location(), path);
  EXPECT_EQ(parse(image.find_class("java/util/List").value()).methods[0].code->lines[0].line, 2);
  EXPECT_EQ(image.find_class("org/x/A")->origin, path + "!/other/org/x/A.class");
  EXPECT_FALSE(image.find_class("org/x/B"));
  EXPECT_FALSE(image.find_class("java/lang/List"));
  EXPECT_FALSE(image.find_class("List"));
  EXPECT_EQ(image.module_of_package("org/x"), "other");
  EXPECT_EQ(image.module_of_package("org"), "");
  EXPECT_TRUE(image.has_package("java/lang"));
  EXPECT_FALSE(image.has_package(""));
  EXPECT_EQ(text_of(image.find_resource("org/x/data.properties")), "a=b");
  EXPECT_EQ(text_of(image.find_resource("META-INF/services")), "service") << "in no package: any module";
  EXPECT_EQ(text_of(image.find_resource("module-info.class")), "base") << "java.base first";
  EXPECT_EQ(text_of(image.find_resource("/other/module-info.class")), "other");
  EXPECT_EQ(text_of(image.find_resource("/other/empty")), "");
  EXPECT_EQ(text_of(image.find_resource("nothing")), "(none)");
  std::vector<std::string> paths = image.paths(), expected;
  for (const ImageEntry& e : maker.entries) expected.push_back(e.path);
  std::sort(paths.begin(), paths.end());
  std::sort(expected.begin(), expected.end());
  EXPECT_EQ(paths, expected);
}

// A large table has every kind of bucket.
TEST(JImage, ManyEntries) {
  ImageMaker maker;
  for (int i = 0; i < 2000; ++i) {
    maker.entries.push_back({"/m/p/C" + std::to_string(i) + ".class", content_of(std::to_string(i))});
  }
  maker.package("p", "m");
  TempDir dir;
  JImage image(dir.write("modules", maker.bytes()));
  for (int i = 0; i < 2000; ++i) ASSERT_EQ(text_of(image.find_class("p/C" + std::to_string(i))), std::to_string(i));
  for (int i = 2000; i < 4000; ++i) ASSERT_FALSE(image.find_class("p/C" + std::to_string(i)));
}

TEST(JImage, ContentIsNotCopiedAndOutlivesTheImage) {
  TempDir dir;
  auto image = open_jimage(dir.write("modules", sample().bytes()));
  Bytes first = image->find_class("java/util/List").value(), second = image->find_class("java/util/List").value();
  EXPECT_EQ(first.data.data(), second.data.data());
  image.reset();
  EXPECT_EQ(parse(first).name, "java/util/List");
}

TEST(JImage, PackagesSharedByModulesBelongToTheOneThatIsNotEmpty) {
  ImageMaker maker;
  auto le = [](uint32_t a) { return Content{uint8_t(a), uint8_t(a >> 8), uint8_t(a >> 16), uint8_t(a >> 24)}; };
  Writer pairs;
  pairs.raw(le(1)).raw(le(maker.string("empty.module"))).raw(le(0)).raw(le(maker.string("full.module")));
  maker.entries = {{"/packages/p", pairs.bytes},
                   {"/packages/q", Writer().raw(le(1)).raw(le(maker.string("empty.module"))).bytes}};
  TempDir dir;
  JImage image(dir.write("modules", maker.bytes()));
  EXPECT_EQ(image.module_of_package("p"), "full.module");
  EXPECT_EQ(image.module_of_package("q"), "");
}

TEST(JImage, ZipCompression) {
  ImageMaker maker;
  Content original = rich_class();
  uint32_t zip = maker.string("zip");
  maker.entries.push_back({"/m/p/A.class", layer(deflated(original), original.size(), zip), original.size()});
  // Twice: the outer layer is opened first.
  Content inner = layer(deflated(original), original.size(), zip);
  maker.entries.push_back({"/m/p/B.class", layer(deflated(inner), inner.size(), zip), original.size()});
  maker.package("p", "m");
  TempDir dir;
  JImage image(dir.write("modules", maker.bytes()));
  for (const char* name : {"p/A", "p/B"}) {
    Bytes bytes = image.find_class(name).value();
    EXPECT_EQ(Content(bytes.data.begin(), bytes.data.end()), original);
  }
}

// Strings shared through the image: the form written by `jlink --compress=1`, put together from its description.
TEST(JImage, SharedStringCompression) {
  ImageMaker maker;
  auto index = [&](const std::string& text) {  // 2 bytes: flags 110, then 13 bits
    uint32_t at = maker.string(text);
    return Writer().u2(0xc000 | at).bytes;
  };
  Writer plain, packed;
  plain.u4(0xcafebabe).u4(52).u2(5);
  packed.u4(0xcafebabe).u4(52).u2(5);
  plain.u1(1).u2(5).raw("p/Abc");
  packed.u1(23).raw(index("p/Abc"));
  plain.u1(5).u8(42);
  packed.u1(5).u8(42);
  plain.u1(1).u2(23).raw("(Lp/A;[Lx/y/B;LTop;I)LA");
  Content names = Writer()
                      .raw(index("p"))
                      .raw(index("A"))
                      .raw(index("x/y"))
                      .raw(index("B"))
                      .raw(index(""))
                      .raw(index("Top"))
                      .raw(index(""))
                      .raw(index("A"))
                      .bytes;
  packed.u1(25).raw(index("(L;[L;L;I)L")).u1(static_cast<unsigned>(0xa0 | names.size())).raw(names);
  plain.raw("the rest");
  packed.raw("the rest");
  uint32_t method = maker.string("compact-cp");
  maker.entries.push_back({"/m/p/A.class", layer(packed.bytes, plain.bytes.size(), method), plain.bytes.size()});
  maker.package("p", "m");
  TempDir dir;
  JImage image(dir.write("modules", maker.bytes()));
  Bytes bytes = image.find_class("p/A").value();
  EXPECT_EQ(Content(bytes.data.begin(), bytes.data.end()), plain.bytes);
}

TEST(JImage, DamagedCompressionIsNamed) {
  struct Case {
    const char* method;
    Content packed;
    uint64_t declared;
    const char* part;
  };
  Content text = content_of("some text some text some text");
  for (const Case& k : {Case{"lzma", text, 29, "found compression \"lzma\", expected \"zip\" or \"compact-cp\""},
                        Case{"zip", text, 29, "found damaged \"zip\" content"},
                        Case{"zip", deflated(text), 30, "found damaged \"zip\" content (zlib result "},
                        Case{"zip", deflated(text), uint64_t{1} << 40, "bytes that declare to unpack to 1099511627776"},
                        Case{"compact-cp", text, 29, "in \"compact-cp\" content, expected "}}) {
    ImageMaker maker;
    maker.entries.push_back({"/m/p/A.class", layer(k.packed, k.declared, maker.string(k.method)), k.declared});
    maker.package("p", "m");
    TempDir dir;
    std::string path = dir.write("modules", maker.bytes());
    JImage image(path);
    std::string found = error_of([&] { image.find_class("p/A"); });
    EXPECT_TRUE(found.starts_with(path + "!/m/p/A.class: byte ")) << found;
    EXPECT_NE(found.find(k.part), std::string::npos) << found;
  }
}

TEST(JImage, Errors) {
  TempDir dir;
  auto open = [&](const Content& content) {
    std::string path = dir.write("modules", content);
    std::string found = error_of([&] { open_jimage(path); });
    return found.starts_with(path) ? found.substr(path.size()) : found;
  };
  EXPECT_EQ(open({}), ": byte 0: found 0 bytes, expected the 28 bytes of a jimage header");
  EXPECT_EQ(open(Content(100, 0)), ": byte 0: found magic number 0x00000000, expected 0xcafedada of a jimage");
  Content good = sample().bytes();
  Content swapped = good;
  std::reverse(swapped.begin(), swapped.begin() + 4);
  EXPECT_EQ(open(swapped),
            ": byte 0: found magic number 0xdadafeca, expected a jimage in the byte order of this machine");
  Content version = good;
  version[6] = 9;
  EXPECT_EQ(open(version), ": byte 4: found jimage version 9.0, expected version 1");
  Content length = good;
  std::memset(&length[16], 0xff, 4);
  EXPECT_NE(open(length).find(": byte 16: found tables up to byte "), std::string::npos);
  EXPECT_EQ(error_of([&] { open_jimage(dir / "none"); }),
            dir / "none: found No such file or directory, expected a readable file");
  EXPECT_EQ(error_of([&] { open_jimage(dir.path()); }),
            dir.path() + ": found something that is no regular file, expected a regular file");
}

TEST(JImage, CutOffContentIsNamedWhenUsed) {
  TempDir dir;
  ImageMaker maker;
  maker.package("p", "m");
  maker.entries.push_back({"/m/p/A.class", Content(1000, 7)});
  Content bytes = maker.bytes();
  bytes.resize(bytes.size() - 1);
  std::string path = dir.write("modules", bytes);
  JImage image(path);
  std::string found = error_of([&] { image.find_class("p/A"); });
  EXPECT_TRUE(found.starts_with(path + ": byte ")) << found;
  EXPECT_NE(
      found.find("found a resource of 1000 bytes at offset 8 of the content, expected a place within its 1007 bytes"),
      std::string::npos)
      << found;
}

}  // namespace
}  // namespace jmc::classfile::test
