#include "check/project/init.hpp"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <stdexcept>
#include <string>

#include "base/split.hpp"
#include "check/answers/version.hpp"
#include "check/options/configuration.hpp"
#include "check/project/build_file.hpp"
#include "check/search/machine.hpp"

namespace jmc::check::project {

namespace {

namespace fs = std::filesystem;

std::string margin(const std::string& lines, const std::string& before) {
  std::string out;
  for (const std::string& line : base::split(lines, '\n')) out += line.empty() ? "\n" : before + line + "\n";
  out.pop_back();
  return out;
}

// On the PATH, as jmc-junit looks for it.
std::string found_on_path() {
  const char* path = std::getenv("PATH");
  for (const std::string& folder : base::split(path ? path : "", ':')) {
    const std::string file = folder + "/jmc";
    if (!folder.empty() && access(file.c_str(), X_OK) == 0 && fs::is_regular_file(file)) return file;
  }
  return "";
}

// A folder alone is what an attempt to download leaves.
bool holds(const fs::path& repository, const Artifact& a) {
  std::error_code none;
  return fs::is_regular_file(repository / a.group / a.name / a.version / (a.name + "-" + a.version + ".jar"), none);
}

// The repository that an installed jmc brings, or "./dev package" has made; none: empty.
fs::path own_repository(const Artifact& a) {
  try {
    const fs::path data = fs::path(stubs_directory()).parent_path();
    for (const fs::path& candidate : {data / "maven", data / "packages/maven"})
      if (holds(candidate, a)) return candidate;
  } catch (const classfile::PathError&) {
    return {};  // not installed completely; a project can be told all the rest
  }
  return {};
}

std::string told_artifact(const Artifact& a) {
  const std::string name = a.name + " " + a.version;
  const char* home = std::getenv("HOME");
  if (home && holds(fs::path(home) / ".m2/repository", a)) return "  " + name + " is in the local Maven repository.\n";
  const fs::path own = own_repository(a);
  const std::string text = "  Put " + name + " into the local Maven repository";
  if (own.empty()) return text + ", from jmc's sources:\n\n    mvn -q -f integrations/junit install\n";
  return text + ":\n\n    mkdir -p ~/.m2/repository && cp -r '" + (own / a.group).string() + "' ~/.m2/repository/\n";
}

void write_whole(const std::string& path, const std::string& text) {
  // A new file takes the place of the old one: whoever is interrupted has one of the two.
  const std::string next = path + ".jmc-init";
  std::error_code error;
  {
    std::ofstream out(next, std::ios::binary);
    out << text;
    if (!out.flush()) throw std::runtime_error(next + ": cannot be written");
  }
  fs::permissions(next, fs::status(path).permissions(), error);
  fs::rename(next, path, error);
  if (error) throw std::runtime_error(path + ": cannot be written: " + error.message());
}

constexpr const char* kTest =
    "import static org.junit.jupiter.api.Assertions.assertEquals;\n"
    "\n"
    "import java.util.concurrent.atomic.AtomicInteger;\n"
    "import jmc.junit.ModelChecked;\n"
    "\n"
    "class FirstModelCheckedTest {\n"
    "  @ModelChecked\n"
    "  void bothCount() throws InterruptedException {\n"
    "    AtomicInteger count = new AtomicInteger();\n"
    "    Thread other = new Thread(count::incrementAndGet);\n"
    "    other.start();\n"
    "    count.incrementAndGet();\n"
    "    other.join();\n"
    "    assertEquals(2, count.get());\n"
    "  }\n"
    "}\n";

struct Asked {
  bool write = false;
  std::string folder = ".";
};

Asked asked_in(const std::vector<std::string>& words) {
  Asked asked;
  size_t folders = 0;
  for (const std::string& word : words)
    if (word == "--write") asked.write = true;
    else if (word.starts_with("-"))
      throw UsageError("jmc init: there is no option " + word + "; expected [--write] [FOLDER]");
    else if (++folders > 1) throw UsageError("jmc init: one folder at a time; expected [--write] [FOLDER]");
    else asked.folder = word;
  return asked;
}

// The dependency: there already, added, or to be added.
std::string told_dependency(const BuildFile& file, const Artifact& artifact, bool write) {
  if (file.names(artifact.name)) return "  " + file.path() + " names " + artifact.name + " already.\n";
  const std::string entry = margin(file.entry(artifact), "    ");
  if (!write) {
    std::string text =
        file.tool() == BuildTool::Maven ? "  In the <dependencies> of " : "  In the dependencies { ... } of ";
    text += file.path() + ":\n\n" + entry;
    if (file.tool() != BuildTool::Maven) text += "\n  and mavenLocal() in its repositories { ... }.\n";
    return text + "\n  \"jmc init --write\" does that.\n";
  }
  const std::optional<std::string> changed = file.with(artifact);
  if (!changed)
    throw std::runtime_error(file.path() +
                             ": no place for a dependency of tests was found; add this to the module that has them:\n" +
                             entry);
  write_whole(file.path(), *changed);
  return "  Added to " + file.path() + ":\n\n" + entry;
}

}  // namespace

std::string init(const std::vector<std::string>& words) {
  const Asked asked = asked_in(words);
  const std::optional<BuildFile> file = BuildFile::in(asked.folder);
  if (!file)
    throw UsageError(
        "jmc init: " + asked.folder +
        " has no pom.xml, build.gradle or build.gradle.kts; expected the folder of a Maven or Gradle project");
  const Artifact artifact{"jmc", "jmc-junit", std::string(version())};
  std::string text =
      std::string(file->tool() == BuildTool::Maven ? "Maven" : "Gradle") + " project: " + file->path() + "\n";
  if (const std::vector<std::string> modules = file->modules(); !modules.empty()) {
    text += "It has modules; each with tests that jmc is to check needs this: ";
    for (size_t i = 0; i < modules.size(); ++i) text += (i ? ", " : "") + modules[i];
    text += " (jmc init FOLDER).\n";
  }
  text += "\n1. The dependency\n" + told_dependency(*file, artifact, asked.write);
  if (!file->names("junit-jupiter") && !file->names("junit-jupiter-api") && !file->names("junit-jupiter-engine"))
    text += "  JUnit Jupiter 5.9 or later must be there, too; this file does not name it, perhaps its parent does.\n";
  text += "\n2. The artifact\n";
  text += told_artifact(artifact);
  text += "\n3. The executable\n";
  const std::string executable = found_on_path();
  text += executable.empty() ? "  jmc is not on the PATH. Add its folder, or set JMC_HOME or -Djmc.executable=FILE.\n"
                             : "  jmc is on the PATH: " + executable + "\n";
  return text + "\n4. A first test, src/test/java/FirstModelCheckedTest.java\n\n" + margin(kTest, "    ");
}

std::string init_help() {
  return "jmc init [--write] [FOLDER]\n\n"
         "Tells what the Maven or Gradle project in FOLDER (default: this one) needs for jmc-junit, the\n"
         "extension that checks JUnit tests. With --write the build file gets the dependency.\n";
}

}  // namespace jmc::check::project
