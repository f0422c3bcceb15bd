// The classes of the installed JDKs, against facts that come from elsewhere: the paths they lie at, what the language
// and the library's documentation say, and what that JDK's own javap prints.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <memory>
#include <set>
#include <sstream>

#include "classfile/jimage.hpp"
#include "support.hpp"

namespace jmc::classfile::test {
namespace {

class Jdks : public testing::Test {
 protected:
  void SetUp() override {
    homes = jdk_homes();
    if (homes.empty()) GTEST_SKIP() << "no JDK found by JMC_TEST_JDKS, JAVA_HOME, PATH or in the usual place";
  }
  std::vector<std::string> homes;
};

template <typename Members>
auto find_member(const Members& members, std::string_view name, std::string_view descriptor) {
  return std::find_if(members.begin(), members.end(),
                      [&](const auto& m) { return m.name == name && m.descriptor == descriptor; });
}

TEST_F(Jdks, EveryClassOfJavaBaseParses) {
  for (const std::string& home : homes) {
    JImage image(home + "/lib/modules");
    size_t classes = 0, lines = 0, lambdas = 0;
    for (const std::string& path : image.paths()) {
      constexpr std::string_view kPrefix = "/java.base/", kSuffix = ".class";
      if (!path.starts_with(kPrefix) || !path.ends_with(kSuffix)) continue;
      std::optional<Bytes> bytes = image.find_resource(path);
      ASSERT_TRUE(bytes) << path;
      ClassFile file = parse(*bytes);
      std::string name = path.substr(kPrefix.size(), path.size() - kPrefix.size() - kSuffix.size());
      ASSERT_EQ(file.name, name);
      ASSERT_EQ(file.super_name.empty(), name == "java/lang/Object" || name == "module-info") << name;
      ASSERT_EQ(file.bytes.origin, home + "/lib/modules!" + path);
      std::string_view simple = std::string_view(name).substr(name.rfind('/') + 1);
      // A nested class lists itself in InnerClasses; a top-level one is nobody's member.
      if (!file.nest_host.empty()) { ASSERT_NE(simple.find('$'), std::string_view::npos) << name; }
      for (const Method& m : file.methods) {
        ASSERT_EQ(m.code.has_value(), (m.flags & 0x0500) == 0) << name << '.' << m.name;
        if (m.code) lines += m.code->lines.size();
      }
      for (const BootstrapMethod& b : file.bootstrap_methods) {
        auto handle = file.pool.method_handle(b.handle);
        lambdas += file.pool.member(handle.index).owner == "java/lang/invoke/LambdaMetafactory";
      }
      touch(file);
      ++classes;
    }
    EXPECT_GT(classes, 5000u) << home;
    EXPECT_GT(lines, 100000u) << home;
    EXPECT_GT(lambdas, 500u) << home;
  }
}

// Names and numbers from the documentation and the well-known source of java.util.HashMap.
TEST_F(Jdks, HashMap) {
  for (const std::string& home : homes) {
    Jdk jdk = open_jdk(home);
    ClassFile file = parse(jdk.boot.find_class("java/util/HashMap").value());
    EXPECT_EQ(file.super_name, "java/util/AbstractMap");
    EXPECT_EQ(file.interfaces,
              (std::vector<std::string_view>{"java/util/Map", "java/lang/Cloneable", "java/io/Serializable"}));
    EXPECT_EQ(file.source_file, "HashMap.java");
    EXPECT_EQ(file.major, jdk.release + 44);
    std::map<std::string_view, std::string_view> fields;
    for (const Field& f : file.fields) fields[f.name] = f.descriptor;
    EXPECT_EQ(fields["table"], "[Ljava/util/HashMap$Node;");
    EXPECT_EQ(fields["entrySet"], "Ljava/util/Set;");
    EXPECT_EQ(fields["size"], "I");
    EXPECT_EQ(fields["modCount"], "I");
    EXPECT_EQ(fields["threshold"], "I");
    EXPECT_EQ(fields["loadFactor"], "F");
    auto constant = [&](std::string_view name) { return find_member(file.fields, name, "I")->constant_value; };
    EXPECT_EQ(file.pool.integer(constant("DEFAULT_INITIAL_CAPACITY")), 16);
    EXPECT_EQ(file.pool.integer(constant("MAXIMUM_CAPACITY")), 1 << 30);
    EXPECT_EQ(file.pool.integer(constant("TREEIFY_THRESHOLD")), 8);
    EXPECT_EQ(file.pool.integer(constant("UNTREEIFY_THRESHOLD")), 6);
    EXPECT_EQ(file.pool.integer(constant("MIN_TREEIFY_CAPACITY")), 64);
    EXPECT_EQ(file.pool.float_value(find_member(file.fields, "DEFAULT_LOAD_FACTOR", "F")->constant_value), 0.75f);
    EXPECT_EQ(file.pool.long_value(find_member(file.fields, "serialVersionUID", "J")->constant_value),
              362498820763181265);
    for (auto [name, descriptor] : std::initializer_list<std::pair<const char*, const char*>>{
             {"hash", "(Ljava/lang/Object;)I"},
             {"put", "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;"},
             {"putVal", "(ILjava/lang/Object;Ljava/lang/Object;ZZ)Ljava/lang/Object;"},
             {"get", "(Ljava/lang/Object;)Ljava/lang/Object;"},
             {"resize", "()[Ljava/util/HashMap$Node;"},
             {"remove", "(Ljava/lang/Object;)Ljava/lang/Object;"},
             {"<init>", "(IF)V"},
             {"computeIfAbsent", "(Ljava/lang/Object;Ljava/util/function/Function;)Ljava/lang/Object;"},
             {"clone", "()Ljava/lang/Object;"}}) {
      EXPECT_NE(find_member(file.methods, name, descriptor), file.methods.end()) << name << descriptor;
    }
    EXPECT_NE(std::find(file.nest_members.begin(), file.nest_members.end(), "java/util/HashMap$TreeNode"),
              file.nest_members.end());
    EXPECT_EQ(parse(jdk.boot.find_class("java/util/HashMap$Node").value()).nest_host, "java/util/HashMap");
  }
}

TEST_F(Jdks, AnnotationsTheVmKnows) {
  for (const std::string& home : homes) {
    Jdk jdk = open_jdk(home);
    const ClassPath& boot = jdk.boot;
    ClassFile reflection = parse(boot.find_class("java/lang/Class").value());
    EXPECT_TRUE(find_member(reflection.methods, "forName", "(Ljava/lang/String;)Ljava/lang/Class;")->caller_sensitive);
    EXPECT_FALSE(find_member(reflection.methods, "getName", "()Ljava/lang/String;")->caller_sensitive);
    ClassFile string = parse(boot.find_class("java/lang/String").value());
    EXPECT_TRUE(find_member(string.fields, "value", "[B")->has_stable);
    EXPECT_FALSE(find_member(string.fields, "CASE_INSENSITIVE_ORDER", "Ljava/util/Comparator;")->has_stable);
    ClassFile thread = parse(boot.find_class("java/lang/Thread").value());
    if (jdk.release < 21) {  // later ones pad it by other means
      EXPECT_TRUE(find_member(thread.fields, "threadLocalRandomSeed", "J")->has_contended);
    }
    EXPECT_FALSE(find_member(thread.fields, "eetop", "J")->has_contended);
    ClassFile lambda_form = parse(boot.find_class("java/lang/invoke/Invokers").value());
    EXPECT_TRUE(
        std::any_of(lambda_form.methods.begin(), lambda_form.methods.end(), [](const Method& m) { return m.hidden; }));
  }
}

// --- javap as the oracle ---

std::string output_of(const std::string& command) {
  std::string out;
  FILE* pipe = ::popen(command.c_str(), "r");
  if (pipe == nullptr) return out;
  std::array<char, 65536> buffer;
  while (size_t got = std::fread(buffer.data(), 1, buffer.size(), pipe)) out.append(buffer.data(), got);
  ::pclose(pipe);
  return out;
}

// The lines of `javap -v -p` that state facts we decode, in the order of the file, rendered alike from both sides.
std::vector<std::string> facts_of_javap(const std::string& text) {
  std::vector<std::string> facts;
  std::istringstream in(text);
  std::string line;
  bool in_members = false;
  auto after = [&](const char* mark) { return line.substr(line.find(mark) + std::string(mark).size()); };
  while (std::getline(in, line)) {
    int index = 0, a = 0, b = 0;
    char word[32];
    if (line == "{") in_members = true;
    if (line == "}") in_members = false;
    if (!in_members) {
      if (std::sscanf(line.c_str(), " #%d = %31s", &index, word) == 2 && line[0] == ' ' &&
          line.find(" = ") != std::string::npos) {
        facts.push_back("pool " + std::to_string(index) + " " + word);
      }
      if (line.starts_with("  flags: (0x")) facts.push_back("class flags " + line.substr(12, 4));
      if (line.starts_with("SourceFile: ")) facts.push_back("source " + after(": "));
    } else if (line.starts_with("    descriptor: ")) {
      facts.push_back("member " + after(": "));
    } else if (line.starts_with("    flags: (0x")) {
      facts.push_back("flags " + line.substr(14, 4));
    } else if (std::sscanf(line.c_str(), "      stack=%d, locals=%d", &a, &b) == 2) {
      facts.push_back("code " + std::to_string(a) + " " + std::to_string(b));
    } else if (line.starts_with("        line ") && std::sscanf(line.c_str(), " line %d: %d", &a, &b) == 2) {
      facts.push_back("line " + std::to_string(a) + " at " + std::to_string(b));
    } else if (int c = 0; line.starts_with("         ") &&
                          std::sscanf(line.c_str(), " %d %d %d %31s", &a, &b, &c, word) == 4 &&
                          (std::string(word) == "any" || std::string(word) == "Class")) {
      std::string type = std::string(word) == "any" ? "any" : after("Class ");
      facts.push_back("handler " + std::to_string(a) + " " + std::to_string(b) + " " + std::to_string(c) + " " + type);
    }
  }
  return facts;
}

std::string hex4(uint16_t value) {
  char text[8];
  std::snprintf(text, sizeof text, "%04x", value);
  return text;
}

std::vector<std::string> facts_of(const ClassFile& file) {
  static const std::map<Tag, std::string> kNames = {{Tag::Utf8, "Utf8"},
                                                    {Tag::Integer, "Integer"},
                                                    {Tag::Float, "Float"},
                                                    {Tag::Long, "Long"},
                                                    {Tag::Double, "Double"},
                                                    {Tag::Class, "Class"},
                                                    {Tag::String, "String"},
                                                    {Tag::Fieldref, "Fieldref"},
                                                    {Tag::Methodref, "Methodref"},
                                                    {Tag::InterfaceMethodref, "InterfaceMethodref"},
                                                    {Tag::NameAndType, "NameAndType"},
                                                    {Tag::MethodHandle, "MethodHandle"},
                                                    {Tag::MethodType, "MethodType"},
                                                    {Tag::Dynamic, "Dynamic"},
                                                    {Tag::InvokeDynamic, "InvokeDynamic"},
                                                    {Tag::Module, "Module"},
                                                    {Tag::Package, "Package"}};
  std::vector<std::string> facts;
  facts.push_back("class flags " + hex4(file.flags));
  for (unsigned i = 1; i < file.pool.size(); ++i) {
    Tag tag = file.pool.tag(static_cast<uint16_t>(i));
    if (tag != Tag::None) facts.push_back("pool " + std::to_string(i) + " " + kNames.at(tag));
  }
  for (const Field& f : file.fields) {
    facts.push_back("member " + std::string(f.descriptor));
    facts.push_back("flags " + hex4(f.flags));
  }
  for (const Method& m : file.methods) {
    facts.push_back("member " + std::string(m.descriptor));
    facts.push_back("flags " + hex4(m.flags));
    if (!m.code) continue;
    facts.push_back("code " + std::to_string(m.code->max_stack) + " " + std::to_string(m.code->max_locals));
    for (const ExceptionEntry& e : m.code->exceptions) {
      std::string type = e.catch_type == 0 ? "any" : std::string(file.pool.class_name(e.catch_type));
      facts.push_back("handler " + std::to_string(e.start) + " " + std::to_string(e.end) + " " +
                      std::to_string(e.handler) + " " + type);
    }
    for (const LineEntry& l : m.code->lines) {
      facts.push_back("line " + std::to_string(l.line) + " at " + std::to_string(l.start));
    }
  }
  facts.push_back("source \"" + std::string(file.source_file) + "\"");
  return facts;
}

TEST_F(Jdks, AgreeWithJavap) {
  for (const std::string& home : homes) {
    if (::access((home + "/bin/javap").c_str(), X_OK) != 0) {
      std::printf("no javap in %s: not compared\n", home.c_str());
      continue;
    }
    Jdk jdk = open_jdk(home);
    const std::vector<std::string> names = {"java/lang/Object",
                                            "java/lang/Runnable",
                                            "java/lang/String",
                                            "java/lang/Math",
                                            "java/util/HashMap",
                                            "java/util/concurrent/ConcurrentHashMap",
                                            "java/util/concurrent/locks/AbstractQueuedSynchronizer",
                                            "java/util/concurrent/TimeUnit",
                                            "java/util/stream/Collectors",
                                            "java/lang/invoke/StringConcatFactory"};
    std::string command = "'" + home + "/bin/javap' -v -p --module java.base";
    for (std::string name : names) {
      std::replace(name.begin(), name.end(), '/', '.');
      command += " " + name;
    }
    std::string text = output_of(command + " 2>/dev/null");
    for (const std::string& name : names) {
      // Each class begins with a line "Classfile " and its place.
      size_t start = text.find("/" + name + ".class\n");
      ASSERT_NE(start, std::string::npos) << home << ' ' << name;
      std::vector<std::string> theirs = facts_of_javap(text.substr(start, text.find("\nClassfile ", start) - start));
      std::vector<std::string> ours = facts_of(parse(jdk.boot.find_class(name).value()));
      ASSERT_GT(theirs.size(), 10u) << home << ' ' << name;
      size_t differs = 0;
      while (differs < std::min(ours.size(), theirs.size()) && ours[differs] == theirs[differs]) ++differs;
      ours.resize(std::max(ours.size(), differs + 1), "(none)");
      theirs.resize(std::max(theirs.size(), differs + 1), "(none)");
      EXPECT_EQ(ours[differs], theirs[differs]) << home << ' ' << name << " fact " << differs;
    }
  }
}

// --- open_jdk ---

TEST_F(Jdks, OpenJdk) {
  for (const std::string& home : homes) {
    Jdk jdk = open_jdk(home + "/");
    EXPECT_EQ(jdk.home, home);
    EXPECT_GE(jdk.release, 9);
    EXPECT_EQ(std::atoi(jdk.version.c_str()), jdk.release);
    EXPECT_EQ(parse(jdk.boot.find_class("java/lang/Object").value()).major - 44, jdk.release);
    EXPECT_TRUE(jdk.boot.has_package("java/util/concurrent"));
    EXPECT_FALSE(jdk.boot.has_package("java/util/nothing"));
    EXPECT_EQ(jdk.boot.module_of_package("java/util/concurrent"), "java.base");
    EXPECT_EQ(jdk.boot.module_of_package("java/util/logging"), "java.logging");
    EXPECT_EQ(jdk.boot.module_of_package("java"), "") << "holds packages, but no class";
    EXPECT_FALSE(jdk.boot.find_class("java/lang/Nothing"));
    EXPECT_FALSE(jdk.boot.find_class("Nothing"));
    EXPECT_FALSE(jdk.boot.find_class(""));
  }
}

// The same classes from jmods as from the image, except those that jlink writes anew.
TEST_F(Jdks, JmodsHoldWhatTheImageHolds) {
  for (const std::string& home : homes) {
    std::string path = home + "/jmods/java.base.jmod";
    if (!std::ifstream(path)) {
      std::printf("no jmods in %s: not compared\n", home.c_str());
      continue;
    }
    std::unique_ptr<ClassPathEntry> jmod = open_jmod(path);
    JImage image(home + "/lib/modules");
    EXPECT_EQ(jmod->module_of_package("java/util"), "java.base");
    EXPECT_EQ(jmod->module_of_package("no/such"), "");
    EXPECT_FALSE(jmod->has_package(""));
    size_t compared = 0;
    for (const char* name : {"java/lang/Object", "java/util/HashMap", "java/lang/Thread$State"}) {
      std::optional<Bytes> a = jmod->find_class(name), b = image.find_class(name);
      ASSERT_TRUE(a && b) << name;
      // jlink may drop debug attributes, so the decoded members are compared.
      ClassFile x = parse(*a), y = parse(*b);
      ASSERT_EQ(x.methods.size(), y.methods.size());
      for (size_t i = 0; i < x.methods.size(); ++i) {
        EXPECT_EQ(x.methods[i].name, y.methods[i].name);
        EXPECT_EQ(x.methods[i].descriptor, y.methods[i].descriptor);
      }
      ++compared;
    }
    EXPECT_EQ(compared, 3u);
  }
}

TEST(OpenJdk, SaysWhatItTried) {
  TempDir dir;
  EXPECT_EQ(error_of([&] { open_jdk(dir.path()); }), dir.path() + ": found no JDK here, expected one of " + dir.path() +
                                                         "/lib/modules, " + dir.path() + "/jmods/*.jmod, " +
                                                         dir.path() + "/jre/lib/rt.jar, " + dir.path() + "/lib/rt.jar");
}

Content object_class(unsigned major) {
  ClassMaker c;
  c.name = "java/lang/Object";
  c.super = "";
  c.major = major;
  return c.bytes();
}

TEST(OpenJdk, Jdk8) {
  TempDir dir;
  dir.write("jre/lib/rt.jar", make_zip({{"java/lang/Object.class", object_class(52)}}));
  dir.write("jre/lib/jce.jar", make_zip({{"javax/crypto/Cipher.class", small_class("javax/crypto/Cipher")}}));
  Jdk jdk = open_jdk(dir.path());
  EXPECT_EQ(jdk.release, 8) << "from the version of Object, as there is no release file";
  EXPECT_EQ(jdk.version, "8");
  EXPECT_TRUE(jdk.boot.find_class("javax/crypto/Cipher"));
  dir.write("release", std::string("JAVA_VERSION=\"1.8.0_402\"\nIMPLEMENTOR=\"Somebody\"\r\n"));
  jdk = open_jdk(dir.path());
  EXPECT_EQ(jdk.release, 8);
  EXPECT_EQ(jdk.version, "1.8.0_402");
  EXPECT_EQ(jdk.vendor, "Somebody");
}

TEST(OpenJdk, JmodsOnly) {
  TempDir dir;
  ClassMaker info;
  info.major = 53;
  info.flags = 0x8000;
  info.name = "module-info";
  info.super = "";
  unsigned module = info.add(Writer().u1(19).u2(info.utf8("java.base")));
  info.class_attribute(info.attribute("Module", Writer().u2(module).u2(0).u2(0).u2(0).u2(0).u2(0).u2(0).u2(0)));
  Content zip = make_zip({{"classes/java/lang/Object.class", object_class(69)},
                          {"classes/module-info.class", info.bytes()},
                          {"bin/java", content_of("not a class")}});
  dir.write("jmods/java.base.jmod", Writer().raw("JM").u1(1).u1(0).raw(zip).bytes);
  dir.write("release", std::string("IMPLEMENTOR=\"X\"\n"));
  Jdk jdk = open_jdk(dir.path());
  EXPECT_EQ(jdk.release, 25);
  EXPECT_EQ(jdk.boot.module_of_package("java/lang"), "java.base");
  EXPECT_FALSE(jdk.boot.find_resource("bin/java")) << "only classes/ is on the class path";
  EXPECT_TRUE(jdk.boot.find_resource("module-info.class"));
}

// Sets a variable of the environment until the end of the scope.
class WithEnvironment {
 public:
  WithEnvironment(const char* name, const std::string& value) : name_(name) {
    if (const char* old = std::getenv(name)) old_ = old;
    ::setenv(name, value.c_str(), 1);
  }
  ~WithEnvironment() { old_ ? ::setenv(name_, old_->c_str(), 1) : ::unsetenv(name_); }

 private:
  const char* name_;
  std::optional<std::string> old_;
};

TEST(OpenJdk, FromTheEnvironment) {
  TempDir a, b, nothing;
  for (const TempDir* dir : {&a, &b}) {
    dir->write("lib/rt.jar", make_zip({{"java/lang/Object.class", object_class(52)}}));
    std::string java = dir->write("bin/java", std::string("#!/bin/sh\n"));
    ASSERT_EQ(::chmod(java.c_str(), 0755), 0);
  }
  ASSERT_EQ(::symlink((b / "bin/java").c_str(), (nothing / "java").c_str()), 0);
  WithEnvironment home("JAVA_HOME", a.path());
  WithEnvironment path("PATH", "/nonexistent:" + nothing.path());
  EXPECT_EQ(open_jdk("").home, a.path());
  {
    WithEnvironment no_home("JAVA_HOME", "");
    EXPECT_EQ(open_jdk("").home, b.path()) << "the link is resolved";
    WithEnvironment no_path("PATH", "/nonexistent");
    EXPECT_EQ(
        error_of([] { open_jdk(""); }),
        "no JDK: found neither JAVA_HOME in the environment nor java on the PATH, expected one of them or --jdk=DIR");
  }
  WithEnvironment wrong("JAVA_HOME", nothing.path());
  EXPECT_NE(error_of([] { open_jdk(""); }).find("found no JDK here (from JAVA_HOME), expected one of "),
            std::string::npos);
}

}  // namespace
}  // namespace jmc::classfile::test
