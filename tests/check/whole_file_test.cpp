// What cannot be read is told apart from what is empty.
#include "base/whole_file.hpp"

#include <gtest/gtest.h>

#include <cerrno>
#include <fstream>

namespace jmc::base {
namespace {

TEST(WholeFile, ContentNothingFolderAndMissing) {
  const std::string folder = testing::TempDir() + "whole_file_test";
  std::filesystem::create_directories(folder);
  const std::string content = std::string("a\r\n\0b", 5) + std::string(100'000, 'c');
  std::ofstream(folder + "/some", std::ios::binary) << content;
  std::ofstream(folder + "/empty");
  EXPECT_EQ(whole_file(folder + "/some"), content);
  EXPECT_EQ(whole_file(folder + "/empty"), "");
  errno = 0;
  EXPECT_EQ(whole_file(folder), std::nullopt);
  EXPECT_EQ(errno, EISDIR);
  EXPECT_EQ(whole_file(folder + "/missing"), std::nullopt);
  EXPECT_EQ(errno, ENOENT);
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace jmc::base
