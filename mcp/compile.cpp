#include "mcp/compile.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>

#include "base/attempt.hpp"
#include "check/source/javac.hpp"
#include "check/source/source_program.hpp"
#include "classfile/class_path_entry.hpp"
#include "classfile/main_method.hpp"

namespace jmc::mcp {

namespace {

namespace fs = std::filesystem;

template <class Visit>
void for_each_class(const std::string& folder, Visit&& visit) {
  std::error_code none;
  for (fs::recursive_directory_iterator it(folder, none), end; it != end; it.increment(none)) {
    if (none) return;
    if (it->path().extension() != ".class" || !it->is_regular_file(none)) continue;
    std::string name = fs::relative(it->path(), folder, none).string();
    name.resize(name.size() - 6);
    visit(name);
  }
}

std::string without(std::string text, const std::string& what) {
  for (size_t at; (at = text.find(what)) != std::string::npos;) text.erase(at, what.size());
  return text;
}

}  // namespace

std::string file_name_of(const std::string& source) {
  const check::SourceOutline outline = check::outline_of(source);
  if (outline.types.empty()) return {};
  std::string folder = outline.package.empty() ? "" : outline.package + "/";
  std::replace(folder.begin(), folder.end(), '.', '/');
  return folder + (outline.public_type.empty() ? outline.types.front() : outline.public_type) + ".java";
}

Compiled compile(const Sources& sources, const std::string& folder, const CompileOptions& options,
                 const check::ChildLimits& limits, const std::atomic<bool>& cancelled) {
  Compiled out;
  const std::string from = folder + "/sources/", to = folder + "/classes";
  std::error_code error;
  fs::create_directories(to, error);
  check::ChildCommand command = check::javac_command({options.jdk, options.class_path.empty() ? to : options.class_path,
                                                      "", to, options.preview ? options.release : 0});
  // It starts twice as fast without what long runs need, and has a limit.
  for (const char* word : {"-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC", "-J-Xmx512m", "-nowarn"})
    command.words.push_back(word);
  // Not by names of the client on the command line: javac would take -J or @ for its own.
  std::ofstream list(folder + "/javac.list");
  for (const auto& [name, text] : sources) {
    const fs::path file = from + name;
    fs::create_directories(file.parent_path(), error);
    std::ofstream(file, std::ios::binary) << text;
    list << '"' << file.string() << "\"\n";
  }
  list.close();
  command.words.push_back("@" + folder + "/javac.list");
  const check::ChildEnd ended = check::run_child(command, limits, cancelled);
  out.how = ended.how;
  out.good = ended.how == check::ChildEnd::How::Exited && ended.status == 0;
  out.said = without(ended.err + ended.out, from);
  if (ended.how == check::ChildEnd::How::NotStarted)
    out.said = options.jdk + " has no javac (" + ended.why + "); sources need a JDK: give one with jmc mcp --jdk=DIR";
  else if (ended.how != check::ChildEnd::How::Exited) out.said = ended.why;
  if (!out.good) return out;
  for_each_class(to, [&](const std::string& name) { out.classes.push_back(name); });
  std::sort(out.classes.begin(), out.classes.end());
  return out;
}

std::vector<std::string> classes_with_main(const std::string& folder, int release) {
  std::vector<std::string> out;
  const auto classes = classfile::open_directory(folder);
  for_each_class(folder, [&](const std::string& name) {
    // Whoever runs it says what is wrong with it.
    base::attempt<std::exception>([&] {
      const std::optional<classfile::Bytes> bytes = classes->find_class(name);
      if (bytes && classfile::has_main(classfile::parse(*bytes), release)) out.push_back(name);
    });
  });
  std::sort(out.begin(), out.end());
  return out;
}

std::vector<std::string> classes_of(const std::string& folder) {
  std::vector<std::string> out;
  for_each_class(folder, [&](const std::string& name) {
    if (name.find('$') == std::string::npos) out.push_back(name);
  });
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace jmc::mcp
