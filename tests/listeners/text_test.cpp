// Numbers, widths and lines on a terminal.
#include "listeners/text.hpp"

#include <gtest/gtest.h>

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

TEST(Names, ClassesAndQuotes) {
  EXPECT_EQ(simple_class_name("pkg.Queue$Node"), "Node");
  EXPECT_EQ(simple_class_name("pkg.Queue$Node[]"), "Node[]");
  EXPECT_EQ(simple_class_name("Queue"), "Queue");
  EXPECT_EQ(quoted("a\n\"b\""), "\"a\\n\\\"b\\\"\"");
  EXPECT_LE(width_of(quoted(std::string(100, 'x'), 10)), 16u);
}

}  // namespace

}  // namespace jmc::listeners
