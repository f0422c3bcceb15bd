#include "por/store/state_tree.hpp"

#include <gtest/gtest.h>

#include <map>

#include "por/store/state_store.hpp"
#include "por/thread_order.hpp"

namespace jmc::por {
namespace {

struct Form {
  std::vector<uint8_t> bytes;
  std::vector<uint32_t> ends;
};

// Few different parts, some of them empty, in a varying number of groups of varying length. Decodable, as the forms of
// states are: a group begins with the number of its parts, a part with its length.
Form random_form(RandomSource& random) {
  Form form;
  for (uint64_t groups = 1 + random.below(4); groups != 0; --groups) {
    const uint64_t parts = random.below(6);
    form.bytes.push_back(static_cast<uint8_t>(parts));
    form.ends.push_back(static_cast<uint32_t>(form.bytes.size()));
    for (uint64_t p = 0; p < parts; ++p) {
      const uint64_t size = random.below(3);
      form.bytes.push_back(static_cast<uint8_t>(size));
      for (uint64_t i = 0; i < size; ++i) form.bytes.push_back(static_cast<uint8_t>(random.below(2)));
      form.ends.push_back(static_cast<uint32_t>(form.bytes.size()));
    }
    form.ends.back() |= StateTree::kGroupEnd;
  }
  return form;
}

uint64_t number(StateTree::Root root) { return uint64_t{root.first} << 32 | root.second; }

// Nothing is lost: the forms can be read off their roots.
void expect_forms(const StateTree& tree, const std::map<uint64_t, std::vector<uint8_t>>& forms) {
  std::vector<StateTree::Root> roots;
  for (const auto& [root, form] : forms)
    roots.emplace_back(static_cast<uint32_t>(root >> 32), static_cast<uint32_t>(root));
  const std::vector<std::vector<uint8_t>> read = tree.forms(roots);
  size_t i = 0;
  for (const auto& [root, form] : forms) ASSERT_EQ(read[i++], form);
}

TEST(StateTree, OneRootForOneForm) {
  StateTree tree;
  RandomSource random(1);
  std::map<std::vector<uint8_t>, uint64_t> roots;
  std::map<uint64_t, std::vector<uint8_t>> forms;
  for (int i = 0; i < 200'000; ++i) {
    const Form form = random_form(random);
    const StateTree::Root root = tree.fold(form.bytes, form.ends);
    ASSERT_EQ(roots.try_emplace(form.bytes, number(root)).first->second, number(root));
    ASSERT_EQ(forms.try_emplace(number(root), form.bytes).first->second, form.bytes);
  }
  EXPECT_GT(roots.size(), 50'000u);
  expect_forms(tree, forms);

  base::MemorySaver saved;
  tree.save(saved);
  StateTree again;
  base::Loader loader(saved.content);
  again.load(loader);
  EXPECT_TRUE(loader.done());
  for (int i = 0; i < 20'000; ++i) {
    const Form form = random_form(random);
    const StateTree::Root a = tree.fold(form.bytes, form.ends), b = again.fold(form.bytes, form.ends);
    ASSERT_EQ(number(a), number(b));
    forms.try_emplace(number(a), form.bytes);
  }
  expect_forms(again, forms);
}

// A million states that differ in a part or two from each other: eight threads and a heap, of 200 bytes each.
TEST(StateTree, StaysSmall) {
  StateStore store(true);
  RandomSource random(2);
  std::vector<uint8_t> form(16 * 200);
  std::vector<uint32_t> ends;
  for (uint32_t part = 1; part <= 16; ++part)
    ends.push_back(part * 200 | (part == 8 ? StateTree::kGroupEnd : 0) |
                   (part == 16 ? StateTree::kGroupEnd | StateTree::kHalf : 0));
  uint64_t states = 0;
  while (states < 1'000'000) {
    const uint64_t part = random.below(16);
    form[part * 200 + random.below(3)] = static_cast<uint8_t>(random.below(2));
    states += store.insert({}, form, ends).is_new;
  }
  EXPECT_LE(store.bytes(), 24u * store.size());
  EXPECT_EQ(store.omission_probability(), 0);
}

}  // namespace
}  // namespace jmc::por
