// The heap's undo log against a copy: random writes, allocations, hash codes and marks, and back.
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <vector>

#include "vm/state/heap.hpp"

namespace jmc::vm {
namespace {

// What a heap holds, as a copy that knows nothing of logs.
struct Copy {
  uint64_t top;
  std::vector<char> bytes;
  std::vector<std::pair<Ref, int32_t>> hashes;
  bool operator==(const Copy&) const = default;
};

class HeapUndo : public testing::TestWithParam<unsigned> {
 protected:
  Ref object(uint32_t words) {
    const Ref r = heap_.allocate(kHeaderSize + 4 * uint64_t{words});
    heap_.header(r)->length = words;
    objects_.push_back(r);
    return r;
  }
  Copy copy() const {
    Copy c{heap_.top(), {heap_.base() + Heap::kImmortalLimit, heap_.base() + heap_.top()}, {}};
    for (const Ref r : objects_)
      if (heap_.has_hash(r)) c.hashes.push_back({r, heap_.hash_of(r)});
    return c;
  }
  Heap heap_{uint64_t{1} << 30};
  std::vector<Ref> objects_;
};

TEST_P(HeapUndo, RandomWrites) {
  std::mt19937 random(GetParam());
  const auto pick = [&](size_t n) { return static_cast<uint32_t>(random() % n); };
  for (int i = 0; i < 8; ++i) object(1 + pick(40));
  if (GetParam() % 2) heap_.freeze();
  struct Marked {
    Heap::Mark mark;
    Copy copy;
    size_t objects, dirty;
  };
  std::vector<Marked> marks;
  int undone = 0;
  for (int step = 0; step < 4000; ++step) {
    const Ref r = objects_[pick(objects_.size())];
    const uint32_t words = heap_.header(r)->length, at = kHeaderSize + 4 * pick(words);
    switch (pick(10)) {
      case 0: object(1 + pick(40)); break;
      case 1: heap_.identity_hash(r, static_cast<int32_t>(1 + pick(1000))); break;
      case 2:
        heap_.touch(r, reinterpret_cast<char*>(&heap_.header(r)->lock));
        heap_.header(r)->lock = static_cast<uint32_t>(random());
        break;
      case 3: {  // bytes of any alignment, written directly after log_range()
        const uint32_t from = pick(4 * words), count = pick(4 * words - from) + 1;
        char* p = heap_.address(r, kHeaderSize + from);
        heap_.log_range(r, p, count);
        for (uint32_t i = 0; i < count; ++i) p[i] = static_cast<char>(random());
        break;
      }
      case 4: heap_.store<int8_t>(r, at, static_cast<int8_t>(random())); break;
      case 5:
        if (at + 8 <= kHeaderSize + 4 * words && at % 8 == 0) heap_.store<int64_t>(r, at, random());
        break;
      case 6:
        if (marks.size() < 20) {
          const Heap::Mark mark = heap_.mark();
          marks.push_back({mark, copy(), objects_.size(), heap_.dirty().size()});
        }
        break;
      case 7:
        if (!marks.empty() && pick(3) == 0) {
          marks.resize(1 + pick(marks.size()));
          const Marked& m = marks.back();
          heap_.undo(m.mark);
          objects_.resize(m.objects);
          ASSERT_EQ(copy(), m.copy) << "step " << step;
          ASSERT_EQ(heap_.dirty().size(), m.dirty) << "step " << step;
          ++undone;
        } else if (!marks.empty() && pick(3) == 0) {  // released: the marks below go back further still
          marks.pop_back();
          heap_.set_current(marks.empty() ? nullptr : &marks.back().mark);
        }
        break;
      default: heap_.store<uint32_t>(r, at, static_cast<uint32_t>(random()));
    }
  }
  EXPECT_GT(undone, 20);
}

INSTANTIATE_TEST_SUITE_P(Seeds, HeapUndo, testing::Range(0u, 20u));

// What an allocation finds where a path that was taken back has written.
TEST(HeapAllocation, AllocationIsZeroedAfterUndo) {
  Heap heap(uint64_t{1} << 30);
  heap.allocate(64);
  const Heap::Mark mark = heap.mark();
  const Ref first = heap.allocate(256);
  std::memset(heap.address(first, 0), 0x5a, 256);
  heap.undo(mark);
  const Ref second = heap.allocate(256);
  EXPECT_EQ(first, second);
  for (uint32_t i = 0; i < 256; ++i) EXPECT_EQ(*heap.address(second, i), 0) << i;
}

}  // namespace
}  // namespace jmc::vm
