// Nothing that HotSpot runs may be rejected: the classes of the JDKs, of jars at hand, and of what the compilers make
// of the programs in tests/java.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "classfile/jimage.hpp"
#include "classfile/zip_archive.hpp"
#include "support.hpp"

namespace jmc::vm::test {
namespace {

namespace fs = std::filesystem;

// Every n-th class only, unless JMC_LONG_TESTS asks for all.
std::vector<std::string> classes_of_module(const std::string& home, const std::string& module, size_t every) {
  classfile::JImage image(home + "/lib/modules");
  const std::string prefix = "/" + module + "/", suffix = ".class";
  std::vector<std::string> names;
  for (const std::string& p : image.paths())
    if (p.starts_with(prefix) && p.ends_with(suffix) && !p.ends_with("module-info.class"))
      names.push_back(p.substr(prefix.size(), p.size() - prefix.size() - suffix.size()));
  std::sort(names.begin(), names.end());
  std::vector<std::string> chosen;
  for (size_t i = 0; i < names.size(); i += every) chosen.push_back(names[i]);
  return chosen;
}

void sweep_modules(const std::vector<std::string>& modules, size_t every) {
  const auto homes = jdk_homes();
  if (homes.empty()) GTEST_SKIP() << "no JDK found";
  for (const auto& home : homes) {
    LoadedVm loaded(home);
    for (const auto& module : modules) {
      Sweep sweep;
      for (const auto& name : classes_of_module(home, module, every)) sweep.add(*loaded.vm, name);
      std::printf("%s %s: %s\n", home.c_str(), module.c_str(), sweep.summary().c_str());
      EXPECT_TRUE(sweep.rejected.empty());
      EXPECT_TRUE(sweep.unpaired.empty());
      EXPECT_EQ(sweep.missing, 0u);
    }
  }
}

TEST(Sweep, JavaBase) { sweep_modules({"java.base"}, rounds(2, 1)); }

TEST(Sweep, OtherModules) {
  if (rounds(0, 1) == 0) GTEST_SKIP() << "only with JMC_LONG_TESTS";
  sweep_modules(
      {"jdk.compiler", "java.xml", "java.desktop", "java.sql", "jdk.javadoc", "jdk.localedata", "java.net.http"}, 1);
}

// Jars of other compilers and tools.
TEST(Sweep, Jars) {
  const auto homes = jdk_homes();
  if (homes.empty()) GTEST_SKIP() << "no JDK found";
  std::vector<std::string> jars;
  const char* given = std::getenv("JMC_TEST_JARS");
  std::error_code ec;
  for (const auto& e : fs::directory_iterator(given ? given : "/usr/share/java", ec))
    if (e.path().extension() == ".jar" && !e.is_symlink()) jars.push_back(e.path());
  std::sort(jars.begin(), jars.end());
  if (jars.empty()) GTEST_SKIP() << "no jars found";
  if (rounds(0, 1) == 0 && jars.size() > 40) jars.resize(40);
  // One VM sees all of them, as most need others.
  std::string path;
  for (const auto& jar : jars) path += (path.empty() ? "" : ":") + jar;
  LoadedVm loaded(homes.back(), path);
  Sweep all;
  for (const auto& jar : jars) {
    classfile::ZipArchive zip(jar, 0);
    for (uint64_t i = 0; i < zip.size(); ++i) {
      const std::string name(zip.name(i));
      if (!name.ends_with(".class") || name.starts_with("META-INF/") || name.find("module-info") != std::string::npos)
        continue;
      all.add(*loaded.vm, name.substr(0, name.size() - 6));
    }
  }
  std::printf("%zu jars: %s\n", jars.size(), all.summary().c_str());
  EXPECT_TRUE(all.rejected.empty());
}

// The sources that other tests run, compiled here for several releases.
TEST(Sweep, TestPrograms) {
  auto homes = jdk_homes();
  if (homes.empty()) GTEST_SKIP() << "no JDK found";
  const bool thorough = rounds(0, 1);
  if (!thorough) homes = {homes.back()};
  const fs::path out = fs::temp_directory_path() / ("jmc-verify-" + std::to_string(getpid()));
  const fs::path sources(JMC_SOURCE_DIR);
  struct Part {
    const char* dir;
    int from;
  };
  Sweep all;
  for (const auto& home : homes) {
    const int newest = classfile::open_jdk(home).release;
    std::vector<int> releases = {newest};
    if (thorough) releases = {8, 11, 17, 21, newest};
    for (int release : releases) {
      if (release > newest) continue;
      for (const Part part : {Part{"tests/java/differential", 17}, Part{"tests/java/differential25", 25},
                              Part{"tests/java/clients", 17}, Part{"examples", 17}}) {
        if (!fs::exists(sources / part.dir) || (!thorough && release < part.from)) continue;
        fs::remove_all(out);
        fs::create_directories(out);
        // One file that a release does not know must not keep the others back, so where all at once fails each goes by
        // itself.
        const std::string javac = "'" + home +
                                  "/bin/javac' -J-XX:TieredStopAtLevel=1 -nowarn -Xlint:none -proc:none --release " +
                                  std::to_string(release) + " -d '" + out.string() + "' ";
        const std::string dir = (sources / part.dir).string();
        const std::string all_at_once = javac + "$(find '" + dir + "' -maxdepth 1 -name '*.java') >/dev/null 2>&1";
        if (std::system(all_at_once.c_str()) != 0) {
          if (release >= part.from && release != newest) continue;
          if (std::system(("for f in $(find '" + dir + "' -maxdepth 1 -name '*.java'); do " + javac +
                           "$f >/dev/null 2>&1; done")
                              .c_str()) < 0)
            continue;
        }
        LoadedVm loaded(home, out.string());
        for (const auto& e : fs::recursive_directory_iterator(out))
          if (e.path().extension() == ".class") {
            std::string name = fs::relative(e.path(), out).string();
            all.add(*loaded.vm, name.substr(0, name.size() - 6));
          }
      }
    }
  }
  fs::remove_all(out);
  std::printf("test programs: %s\n", all.summary().c_str());
  EXPECT_TRUE(all.rejected.empty());
  EXPECT_EQ(all.missing, 0u);
  EXPECT_GT(all.classes, 100u);
}

}  // namespace
}  // namespace jmc::vm::test
