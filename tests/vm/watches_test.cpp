// How often a long run without threads is watched for a repeated state: what that takes is in proportion to the run,
// however large the heap is, and a run that repeats a state is found all the same.
#include <gtest/gtest.h>

#include "support.hpp"
#include "vm/code/watches.hpp"
#include "vm/jvm_system.hpp"
#include "vm/native.hpp"

namespace jmc::vm::test {
namespace {

constexpr const char* kLong = R"(
class Long {
  static int sum;
  static Object[] made(int n) {
    Object[] list = null;
    for (int i = 0; i < n; i++) list = new Object[] {list};
    return list;
  }
  static void turns(int n) { for (int i = 0; i < n; i++) sum += i; }
}
class Ends { static Object[] kept; public static void main(String[] args) { kept = Long.made(300_000); Long.turns(20_000_000); } }
class Goes { static Object[] kept; public static void main(String[] args) { kept = Long.made(300_000); Long.turns(1_000_000); while (true); } }
)";

class Watched : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    classes_ = new Folder;
    compile_text("Long", kLong, classes_->path());
  }
  static void TearDownTestSuite() { delete classes_; }
  static Folder* classes_;
};
Folder* Watched::classes_ = nullptr;

TEST_F(Watched, AShareOfTheRun) {
  BootedVm booted(classes_->path());
  booted.vm->start_main(booted.vm->require_class("Ends"), {});
  const uint64_t before = facility<Watches>(*booted.vm).walked();
  JvmSystem system(*booted.vm);
  system.start();
  EXPECT_TRUE(booted.vm->violations().empty());
  // The list alone has 300 000 objects, and without a price it would be looked through seven times more, each 3 million
  // turns. With one, 20 million turns pay for 80 000 objects; the first time is free, and the last image is that of the
  // search.
  const uint64_t walked = facility<Watches>(*booted.vm).walked() - before;
  EXPECT_GT(walked, 300'000u);
  EXPECT_LT(walked, 1'500'000u);
}

// A replay has another past: what is watched must follow from the run alone.
TEST_F(Watched, TheSameAfterAnotherPast) {
  const auto walked = [&](bool past) {
    BootedVm booted(classes_->path());
    booted.vm->start_main(booted.vm->require_class("Ends"), {});
    Watches& watches = facility<Watches>(*booted.vm);
    if (past) {  // one that has still to be paid for
      watches.took_image(100'000'000);
      watches.begin();
    }
    const uint64_t before = watches.walked();
    JvmSystem system(*booted.vm);
    system.start();
    return watches.walked() - before;
  };
  EXPECT_EQ(walked(true), walked(false));
}

TEST_F(Watched, AnEndlessRunIsFound) {
  BootedVm booted(classes_->path());
  booted.vm->start_main(booted.vm->require_class("Goes"), {});
  JvmSystem system(*booted.vm);
  system.start();
  ASSERT_EQ(booted.vm->violations().size(), 1u);
  EXPECT_EQ(booted.vm->violations()[0].kind, por::ErrorKind::Livelock);
}

}  // namespace
}  // namespace jmc::vm::test
