// Paths that share their beginnings come back as they were stored, whatever is added and removed in between.
#include <gtest/gtest.h>

#include <random>

#include "listeners/path_store.hpp"

namespace jmc::listeners {

namespace {

using Path = std::vector<por::PathStep>;

bool same(const Path& a, const Path& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](auto x, auto y) { return x.thread == y.thread && x.alternative == y.alternative; });
}

TEST(PathStore, KeepsWhatIsPutIn) {
  std::mt19937 random(1);
  for (int round = 0; round < 50; ++round) {
    const auto store = PathStore::make();
    std::vector<std::pair<Path, StoredPath>> kept;
    Path path;
    for (int i = 0; i < 300; ++i) {
      path.resize(random() % (path.size() + 1));  // goes back, and on
      for (int n = static_cast<int>(random() % 20); n > 0; --n)
        path.push_back({static_cast<por::ThreadId>(random() % 3), static_cast<uint32_t>(random() % 2)});
      kept.push_back({path, store->add(path)});
      if (random() % 3 == 0) {
        const size_t which = random() % kept.size();
        store->remove(kept[which].second);
        kept.erase(kept.begin() + static_cast<ptrdiff_t>(which));
      }
      for (const auto& [expected, stored] : kept) ASSERT_TRUE(same(expected, stored.steps()));
    }
    for (auto& [expected, stored] : kept) store->remove(stored);
    EXPECT_EQ(store->nodes(), 0u);
  }
}

TEST(PathStore, SharesBeginnings) {
  const auto store = PathStore::make();
  Path path;
  std::vector<StoredPath> all;
  for (uint32_t i = 0; i < 1000; ++i) {
    path.push_back({i % 2, 0});
    all.push_back(store->add(path));
  }
  EXPECT_EQ(store->nodes(), 1000u);
  EXPECT_EQ(all[499].size(), 500u);
}

TEST(PathStore, APathOfItsOwn) {
  const StoredPath none;
  EXPECT_TRUE(none.empty());
  EXPECT_TRUE(none.steps().empty());
  const StoredPath one(Path{{1, 2}, {0, 0}});
  EXPECT_TRUE(same(one.steps(), Path{{1, 2}, {0, 0}}));
}

}  // namespace

}  // namespace jmc::listeners
