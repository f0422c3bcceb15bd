// Directories, class path lists, and finding the main class.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "support.hpp"

namespace jmc::classfile::test {
namespace {

TEST(Directory, ClassesAndResources) {
  TempDir dir;
  dir.write("root/pkg/A.class", small_class("pkg/A"));
  dir.write("root/pkg/data/x.txt", std::string("text"));
  auto entry = open_directory(dir / "root");
  EXPECT_EQ(entry->location(), dir / "root");
  std::optional<Bytes> found = entry->find_class("pkg/A");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->origin, dir / "root/pkg/A.class");
  EXPECT_EQ(parse(*found).name, "pkg/A");
  EXPECT_FALSE(entry->find_class("pkg/B"));
  EXPECT_FALSE(entry->find_class("A"));
  EXPECT_TRUE(entry->find_resource("pkg/data/x.txt"));
  EXPECT_FALSE(entry->find_resource("pkg/data")) << "a directory is no resource";
  EXPECT_FALSE(entry->find_resource("pkg/A.class/x"));
  EXPECT_TRUE(entry->has_package("pkg"));
  EXPECT_FALSE(entry->has_package("pkg/data")) << "no class in it";
  EXPECT_FALSE(entry->has_package(""));
  EXPECT_FALSE(entry->has_package("no"));
  EXPECT_EQ(entry->module_of_package("pkg"), "");
}

// A name comes from a class file, and a class file is not to be trusted.
TEST(Directory, NamesDoNotLeaveIt) {
  TempDir dir;
  dir.write("secret.class", small_class("secret"));
  dir.write("root/pkg/A.class", small_class("pkg/A"));
  dir.write("root/A.class", small_class("A"));
  auto entry = open_directory(dir / "root");
  EXPECT_TRUE(entry->find_class("A"));
  using namespace std::string_view_literals;
  std::string absolute = dir / "secret";
  for (std::string_view name : {"../secret"sv, "pkg/../../secret"sv, "pkg/../A"sv, "./A"sv, "pkg//A"sv, "/A"sv, ""sv,
                                "A\0"sv, std::string_view(absolute)}) {
    EXPECT_FALSE(entry->find_class(name)) << name;
  }
  EXPECT_FALSE(entry->has_package(".."));
  EXPECT_FALSE(entry->has_package("pkg/.."));
}

TEST(Directory, NothingThatIsNoFileIsRead) {
  TempDir dir;
  ASSERT_EQ(::mkfifo((dir / "A.class").c_str(), 0600), 0);
  auto entry = open_directory(dir.path());
  EXPECT_EQ(error_of([&] { entry->find_class("A"); }),
            dir / "A.class: found something that is no regular file, expected a regular file");
  EXPECT_FALSE(entry->find_class(std::string(5000, 'x'))) << "longer than names of files can be";
  EXPECT_EQ(error_of([&] { open_directory(dir / "none"); }), dir / "none: found no directory, expected a directory");
}

TEST(ClassPathList, OrderAndMissingElements) {
  TempDir dir;
  dir.write("one/A.class", small_class("A"));
  dir.write("two/A.class", small_class("A"));
  dir.write("two/B.class", small_class("B"));
  ClassPath path;
  path.add_list((dir / "one") + ":" + (dir / "missing") + ":" + (dir / "two") + ":" + (dir / "one"), 17);
  ASSERT_EQ(path.entries().size(), 2u);
  EXPECT_EQ(path.find_class("A")->origin, dir / "one/A.class");
  EXPECT_EQ(path.find_class("B")->origin, dir / "two/B.class");
  EXPECT_FALSE(path.find_class("C"));
  EXPECT_FALSE(path.find_resource("C"));
  EXPECT_TRUE(path.has_package(""));
  EXPECT_EQ(path.module_of_package("java/util"), "");
}

TEST(ClassPathList, StarAddsTheJars) {
  TempDir dir;
  dir.write("lib/b.jar", make_zip({{"B.class", small_class("B")}}));
  dir.write("lib/a.jar", make_zip({{"A.class", small_class("A")}}));
  dir.write("lib/C.class", small_class("C"));
  dir.write("lib/sub/d.jar", make_zip({{"D.class", small_class("D")}}));
  ClassPath path;
  path.add_list(dir / "lib/*", 17);
  ASSERT_EQ(path.entries().size(), 2u);
  EXPECT_EQ(path.entries()[0]->location(), dir / "lib/a.jar");
  EXPECT_FALSE(path.find_class("C"));
  EXPECT_FALSE(path.find_class("D"));
  EXPECT_TRUE(path.find_class("B"));
}

TEST(ClassPathList, JarsBringTheirClassPathAlong) {
  TempDir dir;
  auto manifest = [](const std::string& text) {
    return std::pair<std::string, Content>("META-INF/MANIFEST.MF", content_of(text));
  };
  std::string app =
      dir.write("app.jar", make_zip({manifest("Class-Path: lib/b.jar missing.jar\n"), {"A.class", small_class("A")}}));
  dir.write("lib/b.jar", make_zip({manifest("Class-Path: ../app.jar classes/\n"), {"B.class", small_class("B")}}));
  dir.write("lib/classes/C.class", small_class("C"));
  dir.write("last/D.class", small_class("D"));
  ClassPath path;
  path.add_list(app + ":" + (dir / "last"), 17);
  std::vector<std::string> locations;
  for (const auto& entry : path.entries()) {
    locations.push_back(std::filesystem::path(entry->location()).lexically_normal());
  }
  EXPECT_EQ(locations, (std::vector<std::string>{app, dir / "lib/b.jar", dir / "lib/classes", dir / "last"}));
}

TEST(ClassPathList, AFileThatIsNoJarIsAnError) {
  TempDir dir;
  std::string path = dir.write("x.jar", std::string(100, 'x'));
  ClassPath list;
  EXPECT_NE(error_of([&] { list.add_list(path, 17); }), "");
}

// --- locate_main ---

TEST(LocateMain, ClassFile) {
  TempDir dir;
  std::string path = dir.write("root/pkg/sub/Client.class", small_class("pkg/sub/Client"));
  MainClass main = locate_main(path);
  EXPECT_EQ(main.internal_name, "pkg/sub/Client");
  EXPECT_EQ(main.class_path, (std::vector<std::string>{dir / "root"}));
  dir.write("Top.class", small_class("Top"));
  EXPECT_EQ(locate_main(dir / "Top.class").class_path, (std::vector<std::string>{dir.path()}));
}

class WorkingDirectory {
 public:
  explicit WorkingDirectory(const std::string& path) : old_(std::filesystem::current_path()) {
    std::filesystem::current_path(path);
  }
  ~WorkingDirectory() { std::filesystem::current_path(old_); }

 private:
  std::filesystem::path old_;
};

TEST(LocateMain, RelativeClassFiles) {
  TempDir dir;
  dir.write("root/pkg/Client.class", small_class("pkg/Client"));
  dir.write("root/other/x", std::string("x"));
  std::string root = std::filesystem::canonical(dir / "root");
  {
    WorkingDirectory in(dir / "root");
    EXPECT_EQ(locate_main("pkg/Client.class").class_path, (std::vector<std::string>{"."}));
    EXPECT_EQ(locate_main("./pkg/Client.class").class_path, (std::vector<std::string>{"."}));
  }
  {
    WorkingDirectory in(dir / "root/pkg");
    EXPECT_EQ(locate_main("Client.class").class_path, (std::vector<std::string>{root}));
  }
  {
    WorkingDirectory in(dir / "root/other");
    EXPECT_EQ(locate_main("../pkg/Client.class").class_path, (std::vector<std::string>{".."}));
  }
}

TEST(LocateMain, DirectoriesMustMatchTheName) {
  TempDir dir;
  std::string path = dir.write("elsewhere/Client.class", small_class("pkg/Client"));
  EXPECT_EQ(
      error_of([&] { locate_main(path); }),
      path +
          ": found class \"pkg/Client\", expected a class of this name in a path that ends with \"pkg/Client.class\"");
  std::string renamed = dir.write("pkg/Other.class", small_class("pkg/Client"));
  EXPECT_NE(error_of([&] { locate_main(renamed); }), "");
  EXPECT_EQ(error_of([&] { locate_main(dir / "No.class"); }),
            dir / "No.class: found no such file, expected a class file");
  std::string broken = dir.write("B.class", std::string("class B {}"));
  EXPECT_THROW(locate_main(broken), FormatError);
}

TEST(LocateMain, Names) {
  EXPECT_EQ(locate_main("pkg.Client").internal_name, "pkg/Client");
  EXPECT_EQ(locate_main("pkg/Client").internal_name, "pkg/Client");
  EXPECT_EQ(locate_main("Client$In").internal_name, "Client$In");
  EXPECT_TRUE(locate_main("pkg.Client").class_path.empty());
  for (const char* bad : {"", "a..b", ".a", "a;b", "a b", "/a/b", "a/"}) {
    EXPECT_THROW(locate_main(bad), PathError) << bad;
  }
}

TEST(LocateMain, Jars) {
  TempDir dir;
  auto jar = [&](const std::string& manifest) {
    return dir.write("app.jar", make_zip({{"META-INF/MANIFEST.MF", content_of(manifest)}}));
  };
  MainClass main = locate_main(jar("Main-Class: pkg.Main\nClass-Path: lib/a.jar\n"));
  EXPECT_EQ(main.internal_name, "pkg/Main");
  EXPECT_EQ(main.class_path, (std::vector<std::string>{dir / "app.jar", dir / "lib/a.jar"}));
  std::string none = jar("Manifest-Version: 1.0\n");
  EXPECT_EQ(error_of([&] { locate_main(none); }),
            none + ": found no Main-Class in META-INF/MANIFEST.MF, expected one that names the class to run");
  std::string odd = jar("Main-Class: a..b\n");
  EXPECT_EQ(error_of([&] { locate_main(odd); }), odd + ": found Main-Class \"a..b\", expected a class name");
}

}  // namespace
}  // namespace jmc::classfile::test
