// What the tests of this folder share.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "classfile/class_file.hpp"
#include "classfile/class_path.hpp"
#include "maker.hpp"

namespace jmc::classfile::test {

// A directory that goes away with the object.
class TempDir {
 public:
  TempDir();
  ~TempDir();
  TempDir(const TempDir&) = delete;
  TempDir& operator=(const TempDir&) = delete;
  const std::string& path() const { return path_; }
  std::string operator/(const std::string& name) const { return path_ + "/" + name; }
  // Writes a file, making the directories above it; returns its path.
  std::string write(const std::string& name, const Content& content) const;
  std::string write(const std::string& name, const std::string& text) const {
    return write(name, Content(text.begin(), text.end()));
  }

 private:
  std::string path_;
};

using Files = std::vector<std::pair<std::string, Content>>;
Content content_of(const std::string& text);
Content make_zip(const Files& files);
// Homes of the JDKs to test with: JMC_TEST_JDKS (':'-separated), JAVA_HOME, the java on the PATH, and what is installed
// in the usual place; each once.
std::vector<std::string> jdk_homes();

Bytes as_bytes(Content content, std::string origin = "test.class");
// Message of the FormatError or PathError that `body` throws; "" if it throws none.
template <typename Body>
std::string error_of(Body body) {
  try {
    body();
  } catch (const FormatError& e) { return e.what(); } catch (const PathError& e) {
    return e.what();
  }
  return "";
}

// Of a class file called "test.class": the parsed form; the message of its FormatError, "" if there is none; and checks
// of that message, whole or in part.
ClassFile parsed(const Content& content);
std::string message(const Content& content);
void expect_message(const Content& content, const std::string& expected);
void expect_in_message(const Content& content, const std::string& part);

// Reads everything a parsed class offers, through every accessor; for sanitizers. Returns a number that depends on all
// of it.
uint64_t touch(const ClassFile& file);
uint64_t touch(const Bytes& bytes);

}  // namespace jmc::classfile::test
