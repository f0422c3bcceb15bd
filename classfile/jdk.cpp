// Finding an installed JDK and its boot classes.
#include <dirent.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>

#include "classfile/class_path.hpp"
#include "classfile/files.hpp"
#include "classfile/names.hpp"

namespace jmc::classfile {
namespace {

// The `java` on the PATH, with links resolved; "" if there is none.
std::string java_on_path() {
  const char* path = std::getenv("PATH");
  if (path == nullptr) return "";
  std::string_view rest = path;
  for (;;) {
    size_t colon = rest.find(':');
    std::string directory(rest.substr(0, colon));
    std::string java = (directory.empty() ? "." : directory) + "/java";
    if (is_regular_file(java) && ::access(java.c_str(), X_OK) == 0) return real_path(java);
    if (colon == std::string_view::npos) return "";
    rest.remove_prefix(colon + 1);
  }
}

std::string default_home() {
  const char* home = std::getenv("JAVA_HOME");
  if (home != nullptr && *home != '\0') return home;
  std::string java = java_on_path();
  if (java.empty()) {
    throw PathError(
        "no JDK: found neither JAVA_HOME in the environment nor java on the PATH, expected one of them or --jdk=DIR");
  }
  return parent_directory(parent_directory(java));
}

// Values of the `release` file: lines NAME="value".
std::string release_value(std::string_view text, std::string_view name) {
  while (!text.empty()) {
    size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (!line.starts_with(name) || line.size() <= name.size() || line[name.size()] != '=') continue;
    line.remove_prefix(name.size() + 1);
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.remove_suffix(1);
    if (line.size() >= 2 && line.front() == '"' && line.back() == '"') line = line.substr(1, line.size() - 2);
    return std::string(line);
  }
  return "";
}

// 8 of "1.8.0_402", 17 of "17.0.15", 25 of "25-ea"; 0 if there is no number.
int release_of(std::string_view version) {
  if (version.starts_with("1.")) version.remove_prefix(2);
  int release = 0;
  auto [end, error] = std::from_chars(version.data(), version.data() + version.size(), release);
  return error == std::errc() && release > 0 ? release : 0;
}

std::vector<std::string> files_ending(const std::string& directory, std::string_view suffix) {
  std::vector<std::string> out;
  DIR* handle = ::opendir(directory.c_str());
  if (handle == nullptr) return out;
  while (const dirent* entry = ::readdir(handle)) {
    if (std::string_view(entry->d_name).ends_with(suffix)) out.push_back(directory + "/" + entry->d_name);
  }
  ::closedir(handle);
  std::sort(out.begin(), out.end());
  return out;
}

bool add_boot(const std::string& home, ClassPath& boot, std::string& tried) {
  std::string modules = home + "/lib/modules";
  if (is_regular_file(modules)) {
    boot.add(open_jimage(modules));
    return true;
  }
  std::vector<std::string> jmods = files_ending(home + "/jmods", ".jmod");
  if (!jmods.empty()) {
    // Most look-ups end in java.base.
    std::stable_partition(jmods.begin(), jmods.end(),
                          [](const std::string& path) { return path.ends_with("/java.base.jmod"); });
    for (const std::string& jmod : jmods) boot.add(open_jmod(jmod));
    return true;
  }
  for (const char* lib : {"/jre/lib/", "/lib/"}) {
    std::string directory = home + lib;
    if (!is_regular_file(directory + "rt.jar")) continue;
    for (const char* jar : {"resources.jar", "rt.jar", "jsse.jar", "jce.jar", "charsets.jar", "jfr.jar"}) {
      if (is_regular_file(directory + jar)) boot.add(open_jar(directory + jar, 8));
    }
    return true;
  }
  tried = modules + ", " + home + "/jmods/*.jmod, " + home + "/jre/lib/rt.jar, " + home + "/lib/rt.jar";
  return false;
}

}  // namespace

Jdk open_jdk(const std::string& dir) {
  Jdk jdk;
  jdk.home = dir.empty() ? default_home() : dir;
  while (jdk.home.size() > 1 && jdk.home.back() == '/') jdk.home.pop_back();
  std::string tried;
  if (!add_boot(jdk.home, jdk.boot, tried)) {
    std::string source = !dir.empty() ? ""
                         : std::getenv("JAVA_HOME") != nullptr && *std::getenv("JAVA_HOME") != '\0'
                             ? " (from JAVA_HOME)"
                             : " (of the java on the PATH)";
    throw PathError(one_line(jdk.home) + ": found no JDK here" + source + ", expected one of " + one_line(tried));
  }
  std::optional<std::string> text = read_text_file(jdk.home + "/release");
  // The jre directory of a JDK 8 has the file one level up.
  if (!text && jdk.home.ends_with("/jre")) text = read_text_file(parent_directory(jdk.home) + "/release");
  if (text) {
    jdk.version = release_value(*text, "JAVA_VERSION");
    jdk.vendor = release_value(*text, "IMPLEMENTOR");
    jdk.release = release_of(jdk.version);
  }
  if (jdk.release == 0) {
    std::optional<Bytes> object = jdk.boot.find_class("java/lang/Object");
    if (!object) fail_path(jdk.home, "boot classes without java/lang/Object", "those of a JDK");
    jdk.release = parse(std::move(*object)).major - 44;
    if (jdk.version.empty()) jdk.version = std::to_string(jdk.release);
  }
  return jdk;
}

}  // namespace jmc::classfile
