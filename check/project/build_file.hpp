// The build file of a Java project, Maven's or Gradle's: what it says of dependencies, and where one more belongs.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jmc::check::project {

enum class BuildTool { Maven, GradleGroovy, GradleKotlin };

// A dependency of the tests, by its coordinates.
struct Artifact {
  std::string group, name, version;
};

// A build file as text. Nothing is written by this type.
class BuildFile {
 public:
  // That of `folder`: pom.xml, else build.gradle, else build.gradle.kts; nothing where there is none. Throws
  // std::runtime_error, with the path, for a file that cannot be read.
  static std::optional<BuildFile> in(const std::string& folder);
  // Throws std::runtime_error for a pom.xml whose tags do not match.
  BuildFile(BuildTool tool, std::string path, std::string text);

  BuildTool tool() const { return tool_; }
  const std::string& path() const { return path_; }
  const std::string& text() const { return text_; }
  // The text of `artifact` as a dependency of tests, in lines as this build file has them, without indentation.
  std::string entry(const Artifact& artifact) const;
  // Some line that is no comment names this artifact ("jmc-junit"). What a parent project brings is not seen.
  bool names(std::string_view artifact) const;
  // Folders of the modules that this file names; its own sources may be none then (Maven's packaging "pom").
  std::vector<std::string> modules() const;
  // The file with the dependency added, and with the local repository where one is missing (Gradle); nothing where the
  // place for it cannot be told.
  std::optional<std::string> with(const Artifact& artifact) const;

 private:
  std::optional<std::string> with_maven(const Artifact& artifact) const;
  std::optional<std::string> with_gradle(const Artifact& artifact) const;

  BuildTool tool_;
  std::string path_, text_;
  std::string code_;  // text_ with blanks where comments are, of the same length
};

}  // namespace jmc::check::project
