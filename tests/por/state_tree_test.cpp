#include "por/store/state_tree.hpp"

#include <gtest/gtest.h>

#include <map>

#include "por/store/state_store.hpp"
#include "por/thread_order.hpp"

namespace jmc::por {
namespace {

struct Form {
  std::vector<uint8_t> bytes;
  FormParts parts;
  std::vector<uint8_t> by_side;  // its runs: of what seldom changes, of the left side, and of the right one
};

// Few different parts, some of them empty, in runs of varying length. Decodable, as the forms of states are: a run
// begins with its side and the number of its parts, a part with its length, and on which side a run is its place tells.
// Some of the runs have a name, which is their content. What is behind the last run is one more.
Form random_form(RandomSource& random) {
  using Side = FormParts::Side;
  Form form;
  std::vector<uint8_t> sides[3];
  const uint64_t runs = 1 + random.below(5);
  for (uint64_t run = 0; run < runs; ++run) {
    const size_t from = form.bytes.size();
    const Side side = run % 3 == 0 ? Side::Right : run % 3 == 1 ? Side::Left : Side::LeftRest;
    const bool open = run + 1 == runs && side == Side::LeftRest && random.below(2) == 0;
    const uint64_t parts = random.below(7);
    form.bytes.push_back(static_cast<uint8_t>(parts * 3 + static_cast<uint64_t>(side)));
    form.parts.end_part(form.bytes.size());
    for (uint64_t p = 0; p < parts; ++p) {
      const uint64_t size = random.below(3);
      form.bytes.push_back(static_cast<uint8_t>(size));
      for (uint64_t i = 0; i < size; ++i) form.bytes.push_back(static_cast<uint8_t>(random.below(2)));
      form.parts.end_part(form.bytes.size());
    }
    uint64_t name = 1;
    for (size_t i = from; i < form.bytes.size() && name < uint64_t{1} << 56; ++i) name = name * 32 + form.bytes[i] + 1;
    const bool named = name < uint64_t{1} << 56 && random.below(3) != 0;
    if (!open) form.parts.end_run(form.bytes.size(), side, named ? name : 0);
    std::vector<uint8_t>& all = sides[side == Side::LeftRest ? 0 : side == Side::Left ? 1 : 2];
    all.insert(all.end(), form.bytes.begin() + static_cast<std::ptrdiff_t>(from), form.bytes.end());
  }
  for (const std::vector<uint8_t>& side : sides) form.by_side.insert(form.by_side.end(), side.begin(), side.end());
  return form;
}

// Nothing is lost: the forms can be read off their roots.
void expect_forms(const StateTree& tree, const std::map<StateTree::Root, std::vector<uint8_t>>& forms) {
  std::vector<StateTree::Root> roots;
  for (const auto& [root, form] : forms) roots.push_back(root);
  const std::vector<std::vector<uint8_t>> read = tree.forms(roots);
  size_t i = 0;
  for (const auto& [root, form] : forms) ASSERT_EQ(read[i++], form);
}

TEST(StateTree, OneRootForOneForm) {
  StateTree tree;
  RandomSource random(1);
  std::map<std::vector<uint8_t>, StateTree::Root> roots;  // by form
  std::map<StateTree::Root, std::vector<uint8_t>> forms;
  for (int i = 0; i < 60'000; ++i) {
    const Form form = random_form(random);
    const StateTree::Root root = tree.fold(form.bytes, form.parts);
    ASSERT_EQ(roots.try_emplace(form.bytes, root).first->second, root);
    ASSERT_EQ(forms.try_emplace(root, form.by_side).first->second, form.by_side);
  }
  EXPECT_GT(roots.size(), 15'000u);
  expect_forms(tree, forms);

  base::MemorySaver saved;
  tree.save(saved);
  StateTree again;
  base::Loader loader(saved.content);
  again.load(loader);
  EXPECT_TRUE(loader.done());
  for (int i = 0; i < 20'000; ++i) {
    const Form form = random_form(random);
    const StateTree::Root a = tree.fold(form.bytes, form.parts), b = again.fold(form.bytes, form.parts);
    ASSERT_EQ(a, b);
    forms.try_emplace(a, form.by_side);
  }
  expect_forms(again, forms);
}

// A million states that differ in a part or two from each other: eight threads and eight objects, of 200 bytes each.
TEST(StateTree, StaysSmall) {
  StateStore store(true);
  RandomSource random(2);
  std::vector<uint8_t> form(16 * 200);
  FormParts parts;
  for (uint32_t part = 1; part <= 16; ++part)
    if (part <= 8) parts.end_run(part * 200, FormParts::Side::Left);
    else parts.end_part(part * 200);
  parts.end_run(form.size(), FormParts::Side::Right);
  uint64_t states = 0;
  while (states < 1'000'000) {
    const uint64_t part = random.below(16);
    form[part * 200 + random.below(3)] = static_cast<uint8_t>(random.below(2));
    states += store.insert({}, form, parts).is_new;
  }
  EXPECT_LE(store.bytes(), 24u * store.size());
  EXPECT_EQ(store.omission_probability(), 0);
}

}  // namespace
}  // namespace jmc::por
