// Who knows of which accesses (vm/visibility/knowledge.hpp). An access of several elements says what as many accesses
// of one element say, whatever lies between, along paths that go to and fro; and lists that share what they have in
// common (vm/visibility/shared_list.hpp) are what copies would be.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <vector>

#include "support.hpp"
#include "vm/visibility/knowledge.hpp"
#include "vm/visibility/shared_list.hpp"

namespace jmc::vm::test {
namespace {

using Conflicts = std::set<std::pair<uint32_t, Knowledge::Found>>;

class KnowledgeOf : public testing::TestWithParam<unsigned> {
 protected:
  static constexpr Ref kObject = Heap::kFirstRef, kLock = Heap::kFirstRef + 100;
  bool reachable(Ref r) const { return !lost_ || (r != kObject && r != kLock); }
  std::vector<uint32_t> form(Knowledge& k) const {
    WordBuffer out;
    k.write(
        out, living_, {}, {}, [&](Ref r) { return reachable(r) ? r : kNull; }, [](uint32_t) { return true; },
        booted_.vm->symmetry);
    return {out.begin, out.end};
  }
  static Conflicts access(Knowledge& k, const Knowledge::Entry& e) {
    Conflicts found;
    k.access(e, [&](const Knowledge::Entry& other, Knowledge::Found what) {
      if (what != Knowledge::Found::Known) found.emplace(other.site, what);  // those may be settled
    });
    return found;
  }
  BootedVm booted_{""};
  bool lost_ = false;  // nobody can reach kObject and kLock any more
  por::ThreadSet living_ = por::ThreadSet::below(3);
};

TEST_P(KnowledgeOf, ElementsAtOnceAsOneByOne) {
  std::mt19937 random(GetParam());
  const auto below = [&](uint32_t n) { return static_cast<uint32_t>(random() % n); };
  Knowledge at_once, one_by_one;
  size_t marks = 0;
  bool any = false;
  for (int step = 0; step < 3000; ++step) {
    const ThreadId t = below(3);
    lost_ = step >= 2000;
    const Knowledge::Place place = Knowledge::place(kLock + (lost_ ? 1 + below(2) : below(3)), 8);
    if (lost_ && at_once.crowded()) at_once.forget_unreachable([&](Ref r) { return reachable(r); });
    switch (below(12)) {
      case 0: at_once.learns(t, place), one_by_one.learns(t, place); break;
      case 1:
      case 2: at_once.tells(t, place), one_by_one.tells(t, place); break;
      case 3: at_once.forgets(place), one_by_one.forgets(place); break;
      case 4: at_once.settle(living_), one_by_one.settle(living_); break;
      case 5:
        if (marks == 8) break;
        at_once.mark(), one_by_one.mark(), ++marks;
        break;
      case 6:
        if (!marks) break;
        if (below(2)) at_once.undo(marks - 1), one_by_one.undo(marks - 1);
        else --marks, at_once.release(marks), one_by_one.release(marks);
        break;
      default: {
        const auto shift = static_cast<uint8_t>(lost_ ? 2 : 2 * below(2));
        const uint32_t from = below(8), count = 1 + below(6);
        Knowledge::Entry e{kObject + 10 * shift, kHeaderSize + (from << shift),           shift, below(1000), t,
                           below(2) == 0,        below(4) ? Mode::Plain : Mode::Volatile, true};
        e.shift = shift;
        if (below(3) == 0) {  // a loop, of which neighbours are made one
          for (uint32_t i = 0; i < 60; ++i, e.offset += 1u << shift) {
            ASSERT_EQ(access(at_once, e), access(one_by_one, e)) << "step " << step;
            if (i % 16 == 0) at_once.settle(living_);
          }
          one_by_one.settle(living_);
          break;
        }
        e.count = count;
        Conflicts apart;
        const Conflicts together = access(at_once, e);
        e.count = 1;
        for (uint32_t i = 0; i < count; ++i, e.offset += 1u << shift) apart.merge(access(one_by_one, e));
        ASSERT_EQ(together, apart) << "step " << step;
        any = any || !together.empty();
      }
    }
    ASSERT_EQ(form(at_once), form(one_by_one)) << "step " << step;
  }
  EXPECT_TRUE(any);
}

INSTANTIATE_TEST_SUITE_P(Seeds, KnowledgeOf, testing::Range(0u, 6u));

// Nothing is looked at again as long as nobody has learnt anything and as many live: not on a path that goes back, nor
// where a thread has ended since.
TEST(KnowledgeSettles, WhatAllWhoLiveKnowOf) {
  const ThreadId writer = 0, reader = 1;
  const auto two = por::ThreadSet::below(2), three = por::ThreadSet::below(3);
  const Knowledge::Place lock = Knowledge::place(Heap::kFirstRef + 100, 8);
  Knowledge k;
  const auto write = [&] {
    k.access(Knowledge::Entry{Heap::kFirstRef, kHeaderSize, 0, 0, writer, true, Mode::Plain, true},
             [](const Knowledge::Entry&, Knowledge::Found) {});
  };
  const auto left = [&](const por::ThreadSet& living) {
    k.settle(living);
    return !k.empty();
  };
  write();
  EXPECT_TRUE(left(two));
  k.tells(writer, lock);
  EXPECT_TRUE(left(two));
  k.mark();
  k.learns(reader, lock);
  EXPECT_TRUE(left(three));
  EXPECT_FALSE(left(two));
  k.undo(0);
  EXPECT_TRUE(left(two));  // here the reader has not learnt of it
  k.learns_from(reader, writer);
  EXPECT_FALSE(left(two));
  write();
  EXPECT_TRUE(left(two));
  EXPECT_FALSE(left(por::ThreadSet::of(writer)));
  write();  // by one that is alone
  EXPECT_FALSE(left(por::ThreadSet::of(writer)));
}

TEST(KnowledgeLists, CopiesAreIndependent) {
  using List = SharedList<uint32_t>;
  std::mt19937 random(7);
  std::vector<List> lists(1);
  std::vector<std::vector<uint32_t>> copies(1);
  for (int step = 0; step < 20000; ++step) {
    const size_t which = random() % lists.size();
    List& list = lists[which];
    std::vector<uint32_t>& copy = copies[which];
    const uint32_t what = random() % 16, kept = random() % 5;
    if (what == 0 && lists.size() < 6) {
      lists.push_back(List(list)), copies.push_back(std::vector<uint32_t>(copy));
    } else if (what == 1 && lists.size() > 1) {
      lists.erase(lists.begin() + static_cast<std::ptrdiff_t>(which));
      copies.erase(copies.begin() + static_cast<std::ptrdiff_t>(which));
      continue;
    } else if (what < 4) {
      const auto dropped = [&](uint32_t e) { return e % 5 > kept; };
      const auto changed = [&](uint32_t e) { return e % 7 == kept; };
      list.update(
          [&](uint32_t e) {
            return dropped(e) ? List::Fate::Drop : changed(e) ? List::Fate::Change : List::Fate::Keep;
          },
          [](uint32_t& e) { e += 3; });
      std::erase_if(copy, dropped);
      for (uint32_t& e : copy)
        if (changed(e)) e += 3;
    } else {
      const uint32_t e = static_cast<uint32_t>(random() % 1000);
      list.push_back(e), copy.push_back(e);
    }
    const size_t at = which < lists.size() ? which : 0;
    std::vector<uint32_t> now;
    lists[at].each([&](uint32_t e) { now.push_back(e); });
    ASSERT_EQ(now, copies[at]) << "step " << step;
    ASSERT_EQ(lists[at].size(), now.size());
  }
}

}  // namespace
}  // namespace jmc::vm::test
