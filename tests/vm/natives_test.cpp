// The table of native methods: every key is registered once, and names a method that some JDK has.
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
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

// Keys that neither JDK 17 nor 25 has, and the releases that do (or did).
const std::map<std::string, std::string> kOfOtherReleases = {};

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
      if (owner == "*" || owner.starts_with("jmc/")) continue;
      Klass* k = vm.find_class(owner);
      const bool there = k && k->find_method(key.substr(dot + 1, parenthesis - dot - 1), key.substr(parenthesis));
      (there ? found : unknown).insert(key);
    }
  }
  if (!releases.contains(17) || !releases.contains(25)) GTEST_SKIP() << "needs JDK 17 and JDK 25";
  EXPECT_GT(found.size(), 500u);
  for (const std::string& key : unknown)
    EXPECT_TRUE(found.contains(key) || kOfOtherReleases.contains(key))
        << key << " is a method of no JDK that is installed";
  for (const auto& [key, release] : kOfOtherReleases)
    EXPECT_TRUE(unknown.contains(key) && !found.contains(key)) << key << " is of JDK " << release << " only?";
}

}  // namespace
}  // namespace jmc::vm::test
