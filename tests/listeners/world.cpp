#include "tests/listeners/world.hpp"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "check/search/program.hpp"

namespace jmc::listeners::test {

namespace fs = std::filesystem;

namespace {

std::string javac() {
  const char* home = std::getenv("JAVA_HOME");
  if (home && fs::exists(fs::path(home) / "bin/javac")) return (fs::path(home) / "bin/javac").string();
  return std::system("command -v javac >/dev/null 2>&1") == 0 ? "javac" : "";
}

// Removed when the process ends.
const fs::path& scratch() {
  static const struct Scratch {
    fs::path path = fs::temp_directory_path() / ("jmc-listeners-" + std::to_string(getpid()));
    Scratch() { fs::create_directories(path); }
    ~Scratch() { fs::remove_all(path); }
  } scratch;
  return scratch.path;
}

}  // namespace

bool has_jdk() { return !javac().empty(); }

World::World(const std::string& name, const std::string& members, const std::vector<std::string>& options)
    : folder((scratch() / name).string()) {
  fs::create_directories(folder);
  const std::string source = folder + "/" + name + ".java";
  std::ofstream(source) << "public class " << name << " {\n" << members << "}\n";
  const std::string command = "'" + javac() + "' -g -nowarn -proc:none -d '" + folder + "' '" + source + "'";
  if (std::system(command.c_str()) != 0) throw std::runtime_error(name + ": javac failed");
  std::vector<std::string> words{"jmc", "--all-shared", "--keep-going", "--por=none", "--classpath=" + folder};
  words.insert(words.end(), options.begin(), options.end());
  words.push_back(name);
  configuration = check::parse_configuration(words, check::Command::Check);

  machine = check::load_program(configuration).machine;
  if (machine->system->start().stop) throw std::runtime_error(name + ": " + machine->system->failure());
  initial = machine->system->mark();
}

por::SearchResult World::search(por::Listener& listener) {
  return por::search(system(), configuration.search, listener);
}

void World::replay(const std::vector<por::PathStep>& path) {
  system().undo(initial);
  initial = system().mark();
  for (const por::PathStep step : path) system().step(step.thread, step.alternative);
}

}  // namespace jmc::listeners::test
