#include "vm/state/output.hpp"

#include <gtest/gtest.h>

#include <array>
#include <set>
#include <string>

namespace jmc::vm {
namespace {

using Digest = std::array<uint64_t, 3>;
Digest digest(const Output& o) { return o.digest(); }
// What --exact-states compares.
std::string form(const Output& o) {
  const auto [size, text] = o.compared();
  return std::to_string(size) + ":" + std::string(text);
}

// A loop of `period` states that prints a line in each round: what a search does on one path.
bool looks_like_a_loop(Output& o, int states, int period) {
  for (int i = 0; i < states && !o.found(); ++i) {
    if (i % period == 0) o.write(1, "line\n");
    if (o.watched()) o.seen(static_cast<uint64_t>(i % period), static_cast<size_t>(i));
  }
  return o.found();
}

TEST(Output, TextsAreUndone) {
  Output o;
  o.write(1, "a");
  const auto digest_then = digest(o);
  const auto form_then = form(o);
  const Output::Mark m = o.mark();
  o.write(1, "b");
  o.write(2, "c");
  EXPECT_EQ(o.text(1), "ab");
  EXPECT_EQ(o.text(2), "c");
  EXPECT_NE(digest(o), digest_then);
  EXPECT_NE(form(o), form_then);
  o.undo(m);
  EXPECT_EQ(digest(o), digest_then);
  EXPECT_EQ(form(o), form_then);
}

TEST(Output, OnlyStandardOutputCounts) {
  std::set<std::string> forms;
  std::set<Digest> digests;
  for (const auto& [out, err] : {std::pair{"ab", "c"}, {"ab", ""}, {"", "abc"}, {"abc", ""}, {"", ""}}) {
    Output o;
    o.write(1, out);
    o.write(2, err);
    EXPECT_EQ(o.text(2), err);
    forms.insert(form(o));
    digests.insert(digest(o));
  }
  EXPECT_EQ(forms.size(), 3u);
  EXPECT_EQ(digests.size(), 3u);
}

TEST(Output, ALoopThatPrintsIsFound) {
  for (const int period : {1, 2, 3, 7, 100}) {
    Output o;
    EXPECT_TRUE(looks_like_a_loop(o, 20 * period + 20, period)) << period;
  }
}

TEST(Output, APathThatNeverComesBackIsNone) {
  Output o;
  for (int i = 0; i < 1000; ++i) {
    o.write(1, "x");
    if (o.watched()) o.seen(static_cast<uint64_t>(i), static_cast<size_t>(i));
  }
  EXPECT_FALSE(o.found());
}

// The same state with another text on another path is no loop.
TEST(Output, WhatWasSeenIsUndone) {
  Output o;
  o.write(1, "x");
  o.seen(1, 1);
  const Output::Mark m = o.mark();
  o.write(1, "x");
  o.seen(2, 2);
  o.write(1, "x");
  o.seen(3, 9);  // takes the place of the first
  o.undo(m);
  o.write(1, "yyy");
  EXPECT_TRUE(o.watched());
  o.seen(3, 3);
  EXPECT_FALSE(o.found());
  o.seen(1, 4);
  EXPECT_TRUE(o.found());
}

TEST(Output, LongerTextsAreOneText) {
  Output a;
  ASSERT_TRUE(looks_like_a_loop(a, 10, 1));
  a.adopt();
  EXPECT_FALSE(a.found());
  const Output::Mark start{};
  const std::string most(a.limit(), 'm');
  std::set<std::string> forms;
  std::set<Digest> digests;
  for (const std::string& text : {most, most + "1", most + "22", std::string(a.limit() - 1, 'm'), std::string()}) {
    a.undo(start);
    a.write(1, text);
    EXPECT_EQ(a.beyond_limit(), text.size() > most.size());
    forms.insert(form(a));
    digests.insert(digest(a));
  }
  EXPECT_EQ(forms.size(), 4u);
  EXPECT_EQ(digests.size(), 4u);
}

}  // namespace
}  // namespace jmc::vm
