// Numbers, widths and lines on a terminal.
#include "listeners/text.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "base/natural_order.hpp"
#include "listeners/names.hpp"

namespace jmc::listeners {

namespace {

TEST(Text, NumbersInGroups) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1000), "1 000");
  EXPECT_EQ(grouped(1234567), "1 234 567");
  EXPECT_EQ(bytes_text(9999), "9999 bytes");
  EXPECT_EQ(bytes_text(12'000'000), "12 MB");
  EXPECT_EQ(seconds_text(0.1234), "0.123 s");
  EXPECT_EQ(seconds_text(61.25), "61.2 s");
  EXPECT_EQ(given_seconds(1.5), "1.5 s");
  EXPECT_EQ(given_seconds(3600), "3600 s");
  EXPECT_EQ(given_seconds(0.0000001), "1e-07 s");
}

TEST(Text, SharesAreNeitherNothingNorAllUnlessTheyAre) {
  EXPECT_EQ(percent(0), "0 %");
  EXPECT_EQ(percent(0.0001), "less than 1 %");
  EXPECT_EQ(percent(0.01), "1 %");
  EXPECT_EQ(percent(0.234), "23 %");
  EXPECT_EQ(percent(0.9999), "99 %");
  EXPECT_EQ(percent(1), "100 %");
  EXPECT_EQ(percent(0.066, 0.594), "6 to 60 %");
  EXPECT_EQ(percent(0.0001, 0.003), "0 to 1 %");
  EXPECT_EQ(percent(0.9961, 1), "99 to 100 %");
  EXPECT_EQ(percent(0, 0), "0 %");
  EXPECT_EQ(percent(1, 1), "100 %");
}

TEST(Text, WidthsCountCodePoints) {
  EXPECT_EQ(width_of("a\u00e9\u4e2d"), 3u);
  EXPECT_EQ(cut("abcdef", 6), "abcdef");
  EXPECT_EQ(cut("abcdefg", 6), "abc...");
  EXPECT_EQ(cut("\u00e9\u00e9\u00e9\u00e9\u00e9", 4), "\u00e9...");
  EXPECT_EQ(cut("abcdef", 2), "ab");
}

TEST(Text, LinesAreBrokenAtBlanks) {
  EXPECT_EQ(wrapped("one two three", 20), (std::vector<std::string>{"one two three"}));
  EXPECT_EQ(wrapped("one two three", 8, 2), (std::vector<std::string>{"one two", "  three"}));
  for (const std::string& line : wrapped("a word_that_is_longer_than_a_line and more", 12, 1))
    EXPECT_LE(width_of(line), 12u) << line;
  EXPECT_EQ(lines_of("a\n\nb\n"), (std::vector<std::string>{"a", "", "b"}));
  EXPECT_EQ(one_line("a\tb\r\nc"), "a b  c");
}

TEST(Text, NumbersInTextsAreOrderedByTheirValue) {
  const std::vector<std::string> ordered = {"",         "-10",    "-9.5",    "-9",   "0",
                                            "1",        "1\n2\n", "1\n10\n", "2",    "9.25",
                                            "9.5",      "10",     "100",     "1000", "99999999999999999999",
                                            "a",        "a-1",    "a-2",     "n=-3", "n=2 x=9",
                                            "n=2 x=10", "n=10",   "n=10!",   "t2",   "t10"};
  for (size_t i = 0; i < ordered.size(); ++i)
    for (size_t j = 0; j < ordered.size(); ++j)
      EXPECT_EQ(base::natural_less(ordered[i], ordered[j]), i < j) << ordered[i] << " and " << ordered[j];
  // Written otherwise, they are other texts.
  EXPECT_TRUE(base::natural_less("007", "7") != base::natural_less("7", "007"));
  EXPECT_TRUE(base::natural_less("1.50", "1.5") != base::natural_less("1.5", "1.50"));
}

// A strict order, whatever the texts are.
TEST(Text, TheNaturalOrderIsOne) {
  std::mt19937 random(1);
  std::vector<std::string> texts(60);
  for (std::string& text : texts)
    for (unsigned length = random() % 6; length != 0; --length) text += "01.-9a "[random() % 7];
  for (const std::string& a : texts)
    for (const std::string& b : texts) {
      EXPECT_EQ(base::natural_less(a, b) + base::natural_less(b, a), a != b) << a << " and " << b;
      for (const std::string& c : texts)
        if (base::natural_less(a, b) && base::natural_less(b, c)) {
          EXPECT_TRUE(base::natural_less(a, c)) << a << ", " << b << ", " << c;
        }
    }
}

TEST(Names, ClassesAndQuotes) {
  EXPECT_EQ(simple_class_name("pkg.Queue$Node"), "Node");
  EXPECT_EQ(simple_class_name("pkg.Queue$Node[]"), "Node[]");
  EXPECT_EQ(simple_class_name("Queue"), "Queue");
  EXPECT_EQ(quoted("a\n\"b\""), "\"a\\n\\\"b\\\"\"");
  EXPECT_LE(width_of(quoted(std::string(100, 'x'), 10)), 16u);
}

}  // namespace

}  // namespace jmc::listeners
