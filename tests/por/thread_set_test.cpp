// Sets of threads against std::set, and their ways into and out of summaries.
#include "por/seam/thread_set.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "base/archive.hpp"
#include "por/stateful/summary.hpp"

namespace jmc::por {
namespace {

using Model = std::set<ThreadId>;

ThreadSet from(const Model& m) {
  ThreadSet set;
  for (const ThreadId t : m) set.insert(t);
  return set;
}
Model members(const ThreadSet& set) {
  Model m;
  ThreadId last = 0;
  for (const ThreadId t : set) {
    EXPECT_TRUE(m.empty() || t > last);
    m.insert(last = t);
  }
  return m;
}
// Among the first threads mostly, so that small sets and those that were large are compared.
Model draw(std::mt19937& random) {
  const ThreadId limit = random() % 3 == 0 ? kMaxThreads : random() % 2 ? 70 : 63;
  Model m;
  for (uint32_t n = random() % 9; n != 0; --n) m.insert(random() % limit);
  return m;
}

TEST(ThreadSet, BehavesLikeASet) {
  std::mt19937 random(1);
  for (int round = 0; round < 20'000; ++round) {
    const Model a = draw(random), b = draw(random);
    const ThreadSet x = from(a), y = from(b);
    Model both, either = a, without = a;
    std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::inserter(both, both.end()));
    either.insert(b.begin(), b.end());
    for (const ThreadId t : b) without.erase(t);
    ASSERT_EQ(members(x), a);
    ASSERT_EQ(members(x | y), either);
    ASSERT_EQ(members(x & y), both);
    ASSERT_EQ(members(x - y), without);
    ASSERT_EQ(x.meets(y), !both.empty());
    ASSERT_EQ(x.within(y), without.empty());
    ASSERT_EQ(x == y, a == b);
    ASSERT_EQ((x | y) - y == x - y, true);
    ASSERT_EQ(x < y || y < x, a != b);
    ASSERT_EQ(x.empty(), a.empty());
    ASSERT_EQ(x.size(), a.size());
    ASSERT_EQ(x.single(), a.size() == 1);
    ASSERT_EQ(x.width(), a.empty() ? 0 : *a.rbegin() + 1);
    if (!a.empty()) { ASSERT_EQ(x.first(), *a.begin()); }
    // Large sets that have become small are equal to those that always were.
    ThreadSet shrunk = x | thread_bit(kMaxThreads - 1);
    if (!a.count(kMaxThreads - 1)) shrunk.erase(kMaxThreads - 1);
    ASSERT_EQ(shrunk == x, true);
    ASSERT_EQ(shrunk < x || x < shrunk, false);
    ThreadSet assigned = y;
    assigned = shrunk;
    ASSERT_EQ(members(assigned), a);
    const ThreadId limit = random() % (kMaxThreads + 1);
    Model below;
    for (const ThreadId t : a)
      if (t < limit) below.insert(t);
    ASSERT_EQ(members(x & ThreadSet::below(limit)), below);
    base::MemorySaver saver;
    saver(shrunk);
    ThreadSet loaded = y;
    base::Loader loader(saver.content);
    loader(loaded);
    ASSERT_EQ(members(loaded), a);
    ASSERT_TRUE(loader.done());
  }
}

TEST(ThreadSet, SummariesKeepThem) {
  std::mt19937 random(2);
  ActionSets sets(0);
  for (uint32_t round = 0; round < 500; ++round) {
    const Model a = draw(random), b = draw(random);
    ThreadSet readers = from(a);
    if (random() % 2) {  // by a detour
      readers.insert(kMaxThreads - 1);
      if (!a.count(kMaxThreads - 1)) readers.erase(kMaxThreads - 1);
    }
    const Action action{{7, round % 5}, readers, from(b)};
    const ActionSets::Id id = sets.intern({&action, 1});
    const Action plain{{7, round % 5}, from(a), from(b)};
    ASSERT_EQ(sets.intern({&plain, 1}), id);
    const Action found = sets.find(id, action.where);
    ASSERT_EQ(members(found.readers), a);
    ASSERT_EQ(members(found.writers), b);
  }
}

TEST(ThreadSet, OneValueForEachThread) {
  PerThread a, b;
  a[3] = 5, a[700] = 1, b[3] = 4, b[64] = 2;
  a.raise_to(b, 701);
  const PerThread& all = a;
  EXPECT_EQ(all[3], 5u);
  EXPECT_EQ(all[64], 2u);
  EXPECT_EQ(all[700], 1u);
  EXPECT_EQ(all[1023], 0u);
}

}  // namespace
}  // namespace jmc::por
