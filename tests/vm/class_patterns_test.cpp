// What a name on a list of the command line means; and that the list of locks is that of the JDKs.
#include "vm/class/class_patterns.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "classfile/jimage.hpp"
#include "support.hpp"

namespace jmc::vm::test {
namespace {

bool means(const char* pattern, const char* name) { return ClassPatterns({pattern}).matches(name); }

TEST(ClassPatterns, SimpleAndQualifiedNames) {
  const char* map = "java/util/concurrent/ConcurrentHashMap";
  EXPECT_TRUE(means("ConcurrentHashMap", map));
  EXPECT_TRUE(means("java.util.concurrent.ConcurrentHashMap", map));
  EXPECT_TRUE(means("java/util/concurrent/ConcurrentHashMap", map));
  EXPECT_FALSE(means("HashMap", map));
  EXPECT_FALSE(means("concurrent.ConcurrentHashMap", map));
  EXPECT_FALSE(means("ConcurrentHashMapX", map));
  EXPECT_FALSE(means("", map));
  EXPECT_FALSE(ClassPatterns().matches(map));
  EXPECT_TRUE(ClassPatterns({"A", "ConcurrentHashMap"}).matches(map));
  EXPECT_TRUE(means("Main", "Main"));
}

TEST(ClassPatterns, Globs) {
  EXPECT_TRUE(means("*", "a/b/C"));
  EXPECT_TRUE(means("java.util.*", "java/util/concurrent/Phaser"));
  EXPECT_TRUE(means("Linked*Queue", "java/util/concurrent/LinkedBlockingQueue"));
  EXPECT_TRUE(means("Linked?ist", "java/util/LinkedList"));
  EXPECT_TRUE(means("Map[12]", "p/Map2"));
  EXPECT_FALSE(means("Map[12]", "p/Map3"));
  EXPECT_FALSE(means("util.*", "java/util/List"));
}

TEST(ClassPatterns, NestedClassesAreIncludedAndHaveThreeNames) {
  for (const char* pattern : {"Calls", "p.Calls", "Calls$Log", "p.Calls$Log", "Calls.Log", "p.Calls.Log", "Log", "L*g"})
    EXPECT_TRUE(means(pattern, "p/Calls$Log")) << pattern;
  for (const char* pattern : {"Calls", "Calls.Log", "Calls$Log$Entry", "Log.Entry", "Log", "Entry"})
    EXPECT_TRUE(means(pattern, "p/Calls$Log$Entry")) << pattern;
  EXPECT_FALSE(means("Calls$Log$Entry", "p/Calls$Log"));
  EXPECT_FALSE(means("Calls.Log", "p/Calls"));
  EXPECT_FALSE(means("Call", "p/Calls$Log"));
  // Log$File may be the name of a class in Calls.
  EXPECT_TRUE(means("Log$File", "p/Calls$Log$File"));
  EXPECT_FALSE(means("p$Calls", "p/Calls"));
}

// Else a class Node of the program would mean those of twenty classes of the JDK, too.
TEST(ClassPatterns, NestedClassesOfTheJdkAreNamedWithTheirOuterClass) {
  const char* node = "java/util/concurrent/ConcurrentHashMap$Node";
  EXPECT_FALSE(means("Node", node));
  EXPECT_TRUE(means("Node", "Node"));
  EXPECT_TRUE(means("ConcurrentHashMap.Node", node));
  EXPECT_TRUE(means("ConcurrentHashMap$Node", node));
}

TEST(ClassPatterns, Members) {
  const MemberPattern add("Log.add"), all("Log"), globbed("Calls*.a?d"), packaged("p.Calls");
  EXPECT_TRUE(add.matches("p/Calls$Log", "add"));
  EXPECT_FALSE(add.matches("p/Calls$Log", "addAll"));
  EXPECT_FALSE(add.matches("p/Calls", "add"));
  EXPECT_TRUE(all.matches("p/Calls$Log", "whatever"));
  EXPECT_TRUE(globbed.matches("p/Calls$Log", "add"));
  EXPECT_FALSE(globbed.matches("p/Calls$Log", "ad"));
  EXPECT_TRUE(packaged.matches("p/Calls", "main"));
  EXPECT_TRUE(MemberPattern("Calls.<init>").matches("p/Calls", "<init>"));
}

// Every class of the package in the JDKs is a lock or a part of one; what only uses them is not.
TEST(ClassPatterns, LocksAreThoseOfTheJdks) {
  int seen = 0;
  for (const auto& home : std::filesystem::directory_iterator("/usr/lib/jvm")) {
    if (home.is_symlink() || !std::filesystem::exists(home.path() / "lib/modules")) continue;
    const classfile::JImage image((home.path() / "lib/modules").string());
    const std::string prefix = "/java.base/", package = "java/util/concurrent/locks/";
    for (const std::string& path : image.paths()) {
      if (!path.starts_with(prefix + package) || !path.ends_with(".class")) continue;
      const std::string name = path.substr(prefix.size(), path.size() - prefix.size() - 6);
      EXPECT_TRUE(is_synchronizer(name)) << name;
      if (name.find('$') != std::string::npos) continue;
      EXPECT_TRUE(names_a_lock(ClassPatterns({name}))) << home.path() << ": " << name;
      ++seen;
    }
  }
  if (!seen) GTEST_SKIP() << "no JDK found";
  EXPECT_TRUE(names_a_lock(ClassPatterns({"Semaphore"})));
  EXPECT_TRUE(names_a_lock(ClassPatterns({"CountDownLatch"})));
  EXPECT_TRUE(names_a_lock(ClassPatterns({"java.util.concurrent.*"})));
  EXPECT_FALSE(names_a_lock(ClassPatterns({"ConcurrentHashMap", "AtomicInteger", "ArrayBlockingQueue"})));
  EXPECT_TRUE(is_synchronizer("java/util/concurrent/atomic/Striped64$Cell"));
  EXPECT_TRUE(is_synchronizer("java/util/concurrent/CountDownLatch$Sync"));
  EXPECT_FALSE(is_synchronizer("java/util/concurrent/SemaphoreX"));
}

}  // namespace
}  // namespace jmc::vm::test
