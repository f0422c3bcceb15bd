// The table of native methods: every key is registered once, and names a method that some JDK has.
#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "natives/natives.hpp"
#include "natives/references.hpp"
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
      const bool there = k && k->find_method(key.substr(dot + 1, parenthesis - dot - 1), key.substr(parenthesis));
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

}  // namespace
}  // namespace jmc::vm::test
