// Promises of the machine alone (vm/memory/promises.cpp): who sees a write that is made ahead, and what keeps it.
#include "vm/memory/machine.hpp"

#include <gtest/gtest.h>

namespace {

using namespace jmc::vm::memory;

constexpr Key kX = 0x100000010, kY = 0x100000014;

class Promises : public testing::Test {
 protected:
  Promises() {
    machine.start(0, kNobody);
    machine.start(1, 0);
    machine.start(2, 0);
  }
  uint64_t read(uint32_t thread, Key key, uint32_t alternative, uint64_t newest, Mode mode = Mode::Plain) {
    return machine.read(thread, key, mode, alternative, newest);
  }
  Machine machine;
};

// r1 = x; y = 1 || r2 = y; x = 1
TEST_F(Promises, LoadBuffering) {
  EXPECT_TRUE(machine.promise(1, kY, 0, 0, 1));
  EXPECT_EQ(machine.promises(1), 1u);
  EXPECT_EQ(machine.promises(2), 0u);
  EXPECT_EQ(machine.readable(2, kY, Mode::Plain), 2u);
  EXPECT_EQ(read(2, kY, 0, 1), 1u);
  EXPECT_TRUE(machine.write(2, kX, Mode::Plain, 0, 0, 1));
  EXPECT_EQ(read(1, kX, 0, 1), 1u);
  EXPECT_TRUE(machine.fulfil(1, kY, 0, 1));
  EXPECT_EQ(machine.promises(1), 0u);
}

TEST_F(Promises, AThreadDoesNotReadItsOwn) {
  machine.promise(1, kX, 0, 0, 1);
  EXPECT_EQ(machine.readable(1, kX, Mode::Plain), 1u);
  EXPECT_EQ(read(1, kX, 0, 1), 0u);
  EXPECT_EQ(machine.updates(1, kX, {Mode::Plain, Mode::Plain}), 1u);
  EXPECT_EQ(machine.take_update(1, kX, {Mode::Plain, Mode::Plain}, 0, 1).value, 0u);
  EXPECT_EQ(machine.readable(2, kX, Mode::Plain), 2u);
  // Once it is kept, it is the thread's own write, behind which nothing older is to be seen.
  EXPECT_TRUE(machine.fulfil(1, kX, 0, 1));
  EXPECT_EQ(machine.readable(1, kX, Mode::Plain), 1u);
  EXPECT_EQ(read(1, kX, 0, 1), 1u);
}

TEST_F(Promises, AnotherValueKeepsNothing) {
  machine.promise(1, kX, 0, 0, 1);
  EXPECT_FALSE(machine.fulfil(1, kX, 0, 2));
  EXPECT_FALSE(machine.fulfil(1, kX, 1, 1));
  EXPECT_FALSE(machine.fulfil(1, kY, 0, 1));
  EXPECT_EQ(machine.promises(1, kX), 1u);
  EXPECT_EQ(machine.promises(1, kY), 0u);
}

// Coherence: whoever has read opaquely, or written, what comes later cannot come to it any more. A plain read tells
// nothing (causality test 16 of JSR 133).
TEST_F(Promises, WhoKnowsOfSomethingLaterCannotKeepIt) {
  machine.promise(1, kX, 0, 0, 1);
  EXPECT_TRUE(machine.write(2, kX, Mode::Plain, 0, 1, 2));
  machine.mark();
  EXPECT_EQ(read(1, kX, 0, 2), 2u);
  EXPECT_TRUE(machine.fulfil(1, kX, 0, 1));
  machine.undo(0);
  EXPECT_EQ(read(1, kX, 0, 2, Mode::Opaque), 2u);
  EXPECT_FALSE(machine.fulfil(1, kX, 0, 1));
  machine.undo(0);
  EXPECT_TRUE(machine.write(1, kX, Mode::Plain, 0, 2, 3));
  EXPECT_FALSE(machine.fulfil(1, kX, 0, 1));
  machine.undo(0);
  EXPECT_EQ(machine.promises(1), 1u);
}

// It may be put before what others have written, and an update of what is before it comes between.
TEST_F(Promises, PlacesAndUpdates) {
  EXPECT_TRUE(machine.write(2, kX, Mode::Plain, 0, 0, 2));
  EXPECT_EQ(machine.places(1, kX, Mode::Plain), 2u);
  EXPECT_FALSE(machine.promise(1, kX, 1, 2, 1));
  const Location* l = machine.find(kX);
  ASSERT_EQ(l->messages.size(), 3u);
  EXPECT_EQ(l->messages[1].value, 1u);
  EXPECT_EQ(l->messages[1].promised, 1u);
  const UpdateMode plain{Mode::Plain, Mode::Plain};
  const auto taken = machine.take_update(0, kX, plain, 2, 2);
  EXPECT_EQ(taken.value, 0u);
  machine.replace(0, kX, plain, taken, 7);
  l = machine.find(kX);
  ASSERT_EQ(l->messages.size(), 4u);
  EXPECT_TRUE(l->messages[1].glued);
  EXPECT_EQ(l->messages[2].promised, 1u);
  EXPECT_TRUE(machine.fulfil(1, kX, 0, 1));
}

// An update of what is promised, by the same value, is not taken for one with it.
TEST_F(Promises, AnUpdateOfAPromiseStaysApart) {
  machine.promise(1, kX, 0, 0, 1);
  const UpdateMode plain{Mode::Plain, Mode::Plain};
  machine.replace(2, kX, plain, machine.take_update(2, kX, plain, 0, 1), 1);
  EXPECT_EQ(machine.promises(1), 1u);
  EXPECT_TRUE(machine.fulfil(1, kX, 0, 1));
}

}  // namespace
