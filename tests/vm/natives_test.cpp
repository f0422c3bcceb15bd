// The table of native methods: every key is registered once, and names a method that some JDK has.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>

#include "natives/natives.hpp"
#include "natives/objects/references.hpp"
#include "support.hpp"

namespace jmc::vm::test {
namespace {

NativeStatus none(NativeCall&) { return NativeStatus::Done; }

TEST(Natives, AKeyIsRegisteredOnce) {
  Folder empty;
  BootedVm booted(empty.path());
  EXPECT_THROW(booted.vm->register_native("java/lang/Object.hashCode()I", none), std::logic_error);
}

// Keys that neither JDK 17 nor 25 has: of other releases.
const std::set<std::string> kOfOtherReleases = {
    "java/io/Console.instantiateConsole(Z)Ljava/io/Console;",
    "java/io/FileDescriptor.set(I)J",
    "java/io/UnixFileSystem.getBooleanAttributes(Ljava/lang/String;)I",
    "java/io/UnixFileSystem.getBooleanAttributes0(Ljava/lang/String;)I",
    "java/io/UnixFileSystem.getNameMax(Ljava/lang/String;)J",
    "java/lang/Class.forName0(Ljava/lang/String;ZLjava/lang/ClassLoader;)Ljava/lang/Class;",
    "java/lang/Class.getConstantPool()Lsun/reflect/ConstantPool;",
    "java/lang/Class.getGenericSignature()Ljava/lang/String;",
    "java/lang/Class.getName0()Ljava/lang/String;",
    "java/lang/ClassLoader.defineClass1(Ljava/lang/String;[BIILjava/security/ProtectionDomain;Ljava/lang/String;)Ljava/"
    "lang/Class;",
    "java/lang/Object.registerNatives()V",
    "java/lang/Runtime.runFinalization0()V",
    "java/lang/System.initProperties(Ljava/util/Properties;)Ljava/util/Properties;",
    "java/lang/Thread.isInterrupted(Z)Z",
    "java/lang/Thread.sleep0(J)V",
    "java/lang/Throwable.getStackTraceDepth()I",
    "java/lang/Throwable.getStackTraceElement(I)Ljava/lang/StackTraceElement;",
    "java/lang/reflect/Proxy.defineClass0(Ljava/lang/ClassLoader;Ljava/lang/String;[BII)Ljava/lang/Class;",
    "jdk/internal/misc/VM.initializeFromArchive(Ljava/lang/Class;)V",
    "sun/nio/fs/UnixCopyFile.init()V",
};

// Classes whose keys are products: of operations, types and modes; of the classes of dispatchers, generators or locks
// and what any of them has. Not each is a method; and what jmc has for releases before 9 only.
bool is_product(const std::string& owner) {
  for (const char* prefix :
       {"jdk/internal/misc/Unsafe", "sun/misc/", "sun/reflect/", "sun/nio/ch/", "java/util/concurrent/",
        "java/util/Random", "java/util/SplittableRandom", "java/security/", "java/lang/ref/"})
    if (owner.starts_with(prefix)) return true;
  return false;
}

TEST(Natives, EveryKeyNamesAMethod) {
  std::vector<std::string> homes;
  for (const auto& e : std::filesystem::directory_iterator("/usr/lib/jvm"))
    if (!e.is_symlink() && std::filesystem::exists(e.path() / "lib/modules")) homes.push_back(e.path().string());
  if (homes.empty()) homes.push_back(jdk_home());
  Folder empty;
  std::set<std::string> unknown, found;
  std::set<int> releases;
  for (const std::string& home : homes) {
    BootedVm booted(empty.path(), {}, home);
    Vm& vm = *booted.vm;
    natives::register_weak_references(vm);
    releases.insert(vm.jdk.release);
    for (const auto& [key, native] : vm.natives()) {
      const size_t dot = key.find('.'), parenthesis = key.find('(');
      ASSERT_TRUE(dot < parenthesis && parenthesis != key.npos) << key;
      const std::string owner = key.substr(0, dot);
      if (owner == "*" || owner.starts_with("jmc/") || is_product(owner)) continue;
      Klass* k = vm.find_class(owner);
      const bool whole = key.ends_with(".*()V");  // all natives of the class that have no key
      const bool there =
          k && (whole || k->find_method(key.substr(dot + 1, parenthesis - dot - 1), key.substr(parenthesis)));
      (there ? found : unknown).insert(key);
    }
  }
  if (!releases.contains(17) || !releases.contains(25)) GTEST_SKIP() << "needs JDK 17 and JDK 25";
  EXPECT_GT(found.size(), 400u);
  for (const std::string& key : unknown)
    EXPECT_TRUE(found.contains(key) || kOfOtherReleases.contains(key))
        << key << " is a method of no JDK that is installed";
  for (const std::string& key : kOfOtherReleases)
    EXPECT_TRUE(unknown.contains(key) && !found.contains(key)) << key << " is of another release only?";
}

// docs/natives.md says of every native whether it announces an operation, and what it shares or why nobody can tell.
struct NativeRow {
  std::string pattern;  // "java/lang/Class.get*"
  bool operation = false;
  bool used = false;
};

// The rows of the tables: | `pattern`, `pattern` | yes or no | why |
std::vector<NativeRow> native_rows() {
  std::ifstream in(JMC_SOURCE_DIR "/docs/natives.md");
  std::vector<NativeRow> rows;
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with("| `")) continue;
    const size_t first_end = line.find(" | "), second_end = line.find(" | ", first_end + 3);
    if (first_end == line.npos || second_end == line.npos) continue;
    const bool operation = line.substr(first_end + 3, second_end - first_end - 3) == "yes";
    std::string owner;
    for (size_t at = line.find('`'); at < first_end; at = line.find('`', at + 1)) {
      const size_t end = line.find('`', at + 1);
      std::string pattern = line.substr(at + 1, end - at - 1);
      if (pattern.starts_with('.')) pattern = owner + pattern;  // of the same class as the one before
      owner = pattern.substr(0, pattern.rfind('.'));
      rows.push_back({pattern, operation});
      at = end;
    }
  }
  return rows;
}

bool matches(std::string_view pattern, std::string_view text) {
  if (pattern.empty()) return text.empty();
  if (pattern[0] == '*') {
    for (size_t n = 0; n <= text.size(); ++n)
      if (matches(pattern.substr(1), text.substr(n))) return true;
    return false;
  }
  return !text.empty() && pattern[0] == text[0] && matches(pattern.substr(1), text.substr(1));
}

TEST(Natives, EachHasARowThatSaysWhetherItAnnouncesAnOperation) {
  std::vector<NativeRow> rows = native_rows();
  ASSERT_FALSE(rows.empty());
  std::set<std::string> wrong;
  std::set<int> releases;
  for (const auto& e : std::filesystem::directory_iterator("/usr/lib/jvm")) {
    if (e.is_symlink() || !std::filesystem::exists(e.path() / "lib/modules")) continue;
    Folder empty;
    BootedVm booted(empty.path(), {}, e.path().string());
    releases.insert(booted.vm->jdk.release);
    for (const auto& [key, native] : booted.vm->natives()) {
      const std::string name = key.substr(0, key.find('('));
      NativeRow* row = nullptr;  // that with the longest pattern counts
      for (NativeRow& r : rows)
        if (matches(r.pattern, r.pattern.find('(') == std::string::npos ? name : key) &&
            (!row || r.pattern.size() > row->pattern.size()))
          row = &r;
      if (row) row->used = true;
      if (!row || row->operation != (native.second != nullptr))
        wrong.insert(name + (native.second ? ": announces an operation" : ": announces none") +
                     (row ? ", unlike row " + row->pattern : ", and has no row"));
    }
  }
  for (const std::string& text : wrong) ADD_FAILURE() << text;
  if (releases.size() < 2) return;  // the rows are of several
  for (const NativeRow& r : rows) EXPECT_TRUE(r.used) << r.pattern << " is no native";
}

}  // namespace
}  // namespace jmc::vm::test
