// Damaged input: every truncation and many mutations of class files, archives and images. The answer is an error or a
// result; a crash, a hang or a read outside of the input is what these tests, run under sanitizers, look for.
#include <gtest/gtest.h>

#include <random>

#include "classfile/jimage.hpp"
#include "classfile/manifest.hpp"
#include "support.hpp"

namespace jmc::classfile::test {
namespace {

// A few changes of the kinds that damage and malice make. Same seed, same changes, on every machine: only the engine's
// own numbers are used.
void mutate(Content& bytes, std::mt19937& random) {
  static constexpr uint8_t kValues[] = {0x00, 0x01, 0x02, 0x7f, 0x80, 0xff};
  for (unsigned changes = 1 + random() % 4; changes > 0 && !bytes.empty(); --changes) {
    size_t at = random() % bytes.size();
    switch (random() % 6) {
      case 0: bytes[at] ^= static_cast<uint8_t>(1u << random() % 8); break;
      case 1: bytes[at] = static_cast<uint8_t>(random()); break;
      case 2: bytes[at] = kValues[random() % 6]; break;
      case 3: bytes[at] = static_cast<uint8_t>(bytes[at] + (random() % 2 == 0 ? 1 : -1)); break;
      case 4: bytes.insert(bytes.begin() + static_cast<ptrdiff_t>(at), static_cast<uint8_t>(random())); break;
      case 5: bytes.erase(bytes.begin() + static_cast<ptrdiff_t>(at)); break;
    }
  }
}

// True if it parses; every error must be a FormatError of one line that names the file and a byte within it.
bool survives(const Content& content) {
  try {
    touch(parse(as_bytes(content, "hostile.class")));
    return true;
  } catch (const FormatError& e) {
    std::string message = e.what(), prefix = "hostile.class: byte ";
    EXPECT_TRUE(message.starts_with(prefix)) << message;
    EXPECT_LE(std::stoul(message.substr(prefix.size())), content.size()) << message;
    EXPECT_NE(message.find(": found "), std::string::npos) << message;
    EXPECT_NE(message.find(", expected "), std::string::npos) << message;
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    return false;
  }
}

std::vector<Content> seeds() {
  std::vector<Content> out = {small_class("pkg/A"), rich_class()};
  for (const std::string& home : jdk_homes()) {
    JImage image(home + "/lib/modules");
    for (const char* name :
         {"java/lang/Runnable", "java/util/Optional", "java/util/concurrent/TimeUnit", "java/lang/Thread$State"}) {
      Bytes bytes = image.find_class(name).value();
      out.emplace_back(bytes.data.begin(), bytes.data.end());
    }
  }
  return out;
}

TEST(HostileClass, EveryTruncationIsAnError) {
  for (const Content& whole : seeds()) {
    EXPECT_TRUE(survives(whole));
    for (size_t length = 0; length < whole.size(); ++length) {
      ASSERT_FALSE(survives(Content(whole.begin(), whole.begin() + static_cast<ptrdiff_t>(length)))) << length;
    }
  }
}

TEST(HostileClass, EveryByteZeroAndFull) {
  for (const Content& whole : {small_class("pkg/A"), rich_class()}) {
    for (size_t at = 0; at < whole.size(); ++at) {
      for (uint8_t value : {uint8_t{0}, uint8_t{0xff}}) {
        Content bytes = whole;
        bytes[at] = value;
        survives(bytes);
      }
    }
  }
}

TEST(HostileClass, Mutations) {
  std::mt19937 random(20);
  std::vector<Content> all = seeds();
  unsigned parsed = 0, refused = 0;
  for (int i = 0; i < 40000; ++i) {
    Content bytes = all[static_cast<size_t>(i) % all.size()];
    mutate(bytes, random);
    ++(survives(bytes) ? parsed : refused);
  }
  // Neither is empty, or the mutations would be too weak or too strong to say anything.
  EXPECT_GT(parsed, 1000u);
  EXPECT_GT(refused, 1000u);
}

// Many members that share long texts: the work must stay near linear in the size of the file, not of what it repeats.
TEST(HostileClass, SharedLongNames) {
  ClassMaker c;
  std::string name(65000, 'n'), descriptor = "(L" + std::string(60000, 'x') + ";)V";
  c.method(0x101, name, descriptor);
  c.repeat_last_method(60000);
  EXPECT_FALSE(survives(c.bytes())) << "they are all the same method";
}

TEST(HostileStrings, DecodeAnything) {
  std::mt19937 random(3);
  for (int i = 0; i < 20000; ++i) {
    std::string text(random() % 12, '\0');
    for (char& c : text) c = static_cast<char>(random());
    EXPECT_LE(decode_modified_utf8(text).size(), text.size());
  }
}

TEST(HostileManifest, AnyText) {
  std::mt19937 random(4);
  const std::string alphabet = "\r\n :%-aM";
  for (int i = 0; i < 20000; ++i) {
    std::string text = i % 2 == 0 ? "Class-Path:" : "";
    for (auto n = random() % 40; n > 0; --n) text += alphabet[random() % alphabet.size()];
    class_path_elements("a.jar", parse_manifest(text).class_path);
  }
}

// --- Archives ---

template <typename Open>
unsigned usable(const TempDir& dir, const Content& content, Open open, const std::vector<std::string>& classes) {
  std::string path = dir.write("hostile", content);
  unsigned found = 0;
  try {
    std::unique_ptr<ClassPathEntry> entry = open(path);
    for (const std::string& name : classes) {
      try {
        if (auto bytes = entry->find_class(name)) found += touch(*bytes) != 0;
        entry->has_package("pkg");
        entry->module_of_package("pkg");
      } catch (const PathError& e) {
        EXPECT_TRUE(std::string(e.what()).starts_with(path)) << e.what();
        EXPECT_EQ(std::string(e.what()).find('\n'), std::string::npos) << e.what();
      } catch (const FormatError&) {  // of a jmod's module-info
      }
    }
  } catch (const PathError& e) { EXPECT_TRUE(std::string(e.what()).starts_with(path)) << e.what(); }
  return found;
}

Content sample_zip(const std::string& prefix) {
  return make_zip({{"META-INF/MANIFEST.MF", content_of("Multi-Release: true\nMain-Class: pkg.A\n")},
                   {prefix + "pkg/A.class", small_class("pkg/A")},
                   {prefix + "pkg/Rich.class", rich_class()},
                   {"META-INF/versions/9/pkg/A.class", small_class("pkg/A", 9)},
                   {prefix + "module-info.class", small_class("pkg/A", 9)}});
}

TEST(HostileJar, TruncationsAndMutations) {
  TempDir dir;
  Content whole = sample_zip("");
  auto open = [](const std::string& path) { return open_jar(path, 17); };
  std::vector<std::string> classes = {"pkg/A", "pkg/Rich"};
  ASSERT_EQ(usable(dir, whole, open, classes), 2u);
  for (size_t length = 0; length < whole.size(); length += 3) {
    usable(dir, Content(whole.begin(), whole.begin() + static_cast<ptrdiff_t>(length)), open, classes);
  }
  std::mt19937 random(5);
  for (int i = 0; i < 10000; ++i) {
    Content bytes = whole;
    mutate(bytes, random);
    usable(dir, bytes, open, classes);
  }
}

TEST(HostileJmod, Mutations) {
  TempDir dir;
  Content whole = Writer().raw("JM").u1(1).u1(0).raw(sample_zip("classes/")).bytes;
  std::vector<std::string> classes = {"pkg/A", "pkg/Rich"};
  ASSERT_EQ(usable(dir, whole, open_jmod, classes), 2u);
  std::mt19937 random(6);
  for (int i = 0; i < 3000; ++i) {
    Content bytes = whole;
    mutate(bytes, random);
    usable(dir, bytes, open_jmod, classes);
  }
}

Content sample_image() {
  ImageMaker maker;
  Content rich = rich_class();
  maker.entries = {{"/m/pkg/A.class", small_class("pkg/A")},
                   {"/m/module-info.class", content_of("info")},
                   {"/m/x", content_of("x")}};
  maker.entries.push_back({"/m/pkg/Rich.class", layer(deflated(rich), rich.size(), maker.string("zip")), rich.size()});
  Writer shared;
  shared.u4(0xcafebabe).u4(52).u2(3).u1(23).u2(0xc000 | maker.string("pkg/S"));
  Content pair = Writer().u2(0xc000 | maker.string("java/lang")).u2(0xc000 | maker.string("Object")).bytes;
  shared.u1(25).u2(0xc000 | maker.string("(L;)V")).u1(0xa4).raw(pair).raw("end");
  uint64_t size = 10 + (3 + 5) + (3 + std::string("(Ljava/lang/Object;)V").size()) + 3;
  maker.entries.push_back({"/m/pkg/S.class", layer(shared.bytes, size, maker.string("compact-cp")), size});
  maker.package("pkg", "m");
  return maker.bytes();
}

unsigned usable_image(const TempDir& dir, const Content& content) {
  unsigned found = usable(dir, content, open_jimage, {"pkg/A", "pkg/Rich", "pkg/S", "pkg/None"});
  try {
    JImage image(dir / "hostile");
    image.find_resource("x");
    image.find_resource("not/there");
    for (const std::string& path : image.paths()) image.find_resource(path);
  } catch (const PathError&) {}
  return found;
}

TEST(HostileImage, Truncations) {
  TempDir dir;
  Content whole = sample_image();
  ASSERT_EQ(usable_image(dir, whole), 3u);
  for (size_t length = 0; length < whole.size(); ++length) {
    usable_image(dir, Content(whole.begin(), whole.begin() + static_cast<ptrdiff_t>(length)));
  }
}

TEST(HostileImage, Mutations) {
  TempDir dir;
  Content whole = sample_image();
  std::mt19937 random(7);
  unsigned found = 0;
  for (int i = 0; i < 15000; ++i) {
    Content bytes = whole;
    mutate(bytes, random);
    found += usable_image(dir, bytes);
  }
  EXPECT_GT(found, 1000u);
}

TEST(HostileImage, EveryByteOfTheIndex) {
  TempDir dir;
  Content whole = sample_image();
  for (size_t at = 0; at < std::min<size_t>(whole.size(), 400); ++at) {
    for (uint8_t value : {uint8_t{0}, uint8_t{0x7f}, uint8_t{0xff}}) {
      Content bytes = whole;
      bytes[at] = value;
      usable_image(dir, bytes);
    }
  }
}

}  // namespace
}  // namespace jmc::classfile::test
