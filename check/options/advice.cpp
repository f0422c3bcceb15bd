#include "check/options/advice.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <numeric>
#include <utility>

#include "base/attempt.hpp"
#include "base/split.hpp"
#include "check/options/option_table.hpp"
#include "classfile/class_path.hpp"
#include "classfile/external_name.hpp"
#include "classfile/main_method.hpp"

namespace jmc::check {

namespace fs = std::filesystem;

namespace {

constexpr size_t kFilesLookedAt = 20'000;  // of the class path, for a class of the same simple name
constexpr int kDepthLookedAt = 8;

bool exists(const std::string& path) {
  std::error_code error;
  return fs::exists(path, error);
}

using classfile::dotted;

// The name that the class in this file gives itself ("pkg/Client"); empty if it is no class file.
std::string class_in(const std::string& path) {
  try {
    auto directory =
        classfile::open_directory(fs::path(path).has_parent_path() ? fs::path(path).parent_path().string() : ".");
    const auto bytes = directory->find_resource(fs::path(path).filename().string());
    return bytes ? std::string(classfile::parse(*bytes).name) : std::string();
  } catch (const std::exception&) { return {}; }
}

// The folder that a class with this internal name, found in `path`, is to be run from; empty if the folders have other
// names.
std::string root_for(const std::string& path, const std::string& name) {
  std::error_code error;
  fs::path at = fs::weakly_canonical(path, error).parent_path();
  if (error) return {};
  const fs::path package = fs::path(name).parent_path();
  std::vector<fs::path> parts(package.begin(), package.end());
  for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
    if (at.filename() != *part) return {};
    at = at.parent_path();
  }
  const fs::path nearer = fs::proximate(at, error);
  return error ? at.string() : nearer.string();
}

std::string command_for(const std::string& path, const std::string& name, bool whole = true) {
  const std::string root = root_for(path, name);
  if (root.empty())
    return "put it into the folder " + fs::path(name).parent_path().string() + " and name it " + dotted(name) +
           ", with the folder above in --classpath";
  return (whole ? "\"jmc --classpath=" : "\"--classpath=") + root + " " + dotted(name) + "\"";
}

std::vector<std::string> folders(const std::vector<std::string>& elements) {
  std::vector<std::string> out;
  for (const std::string& list : elements)
    for (const std::string& part : base::split(list, ':')) {
      const std::string element = part.empty() ? "." : part;
      std::error_code error;
      if (fs::is_directory(element, error)) out.push_back(element);
    }
  return out;
}

// Class files of this simple name below a folder, and what the classes in them are called.
std::string find_below(const std::string& folder, const std::string& file) {
  std::error_code error;
  size_t seen = 0;
  for (fs::recursive_directory_iterator it(folder, fs::directory_options::skip_permission_denied, error), end;
       !error && it != end; it.increment(error)) {
    if (++seen > kFilesLookedAt) break;
    if (it.depth() >= kDepthLookedAt || (it.depth() > 0 && it->path().filename().string().starts_with('.')))
      it.disable_recursion_pending();
    if (it->path().filename() != file) continue;
    if (const std::string name = class_in(it->path().string()); !name.empty() && name + ".class" != file)
      return it->path().string();
  }
  return {};
}

// The class in this folder with the name that may be meant; empty if there is none.
std::string near_class(const std::string& folder, const std::string& simple) {
  std::error_code error;
  std::vector<std::string> names;
  for (fs::directory_iterator it(folder, error), end; !error && it != end && names.size() < kFilesLookedAt;
       it.increment(error))
    if (it->path().extension() == ".class" && it->path().filename().string().find('$') == std::string::npos)
      names.push_back(it->path().stem().string());
  std::sort(names.begin(), names.end());
  return nearest_name(simple, names);
}

// Of an archive that is there: `read`, and what its manifest names is not.
std::string advice_for_jar(const std::string& path, bool read) {
  if (read)
    return "Main-Class in its manifest names it; name a class that is there: \"jmc --classpath=" + path + " pkg.Main\"";
  try {
    classfile::open_jar(path, 8);
  } catch (const std::exception&) {
    return "it is damaged, or no jar: \"jar tf " + path + "\" says what java makes of it";
  }
  return "name the class with main: \"jmc --classpath=" + path +
         " pkg.Main\". (If the shell made several words of dir/*, put it in quotes.)";
}

}  // namespace

std::string nearest_name(std::string_view written, const std::vector<std::string>& known) {
  std::string best;
  size_t least = std::max<size_t>(1, written.size() / 3) + 1;
  for (const std::string& name : known) {
    // Levenshtein's distance, where two neighbours that have changed places are one slip; letters without regard to
    // case.
    const auto same = [&](size_t i, size_t j) {
      return std::tolower(static_cast<unsigned char>(written[i])) == std::tolower(static_cast<unsigned char>(name[j]));
    };
    std::vector<size_t> row(name.size() + 1), above, before;
    std::iota(row.begin(), row.end(), size_t{0});
    for (size_t i = 0; i < written.size(); ++i) {
      before = std::exchange(above, row);
      row[0] = i + 1;
      for (size_t j = 0; j < name.size(); ++j) {
        row[j + 1] = std::min({above[j] + (same(i, j) ? 0 : 1), row[j] + 1, above[j + 1] + 1});
        if (i && j && same(i, j - 1) && same(i - 1, j)) row[j + 1] = std::min(row[j + 1], before[j - 1] + 1);
      }
    }
    if (row.back() < least) least = row.back(), best = name;
  }
  return best;
}

std::string advice_for_option(std::string_view written, std::string_view next, const std::vector<std::string>& known) {
  const auto is = [&](std::string_view prefix) { return written.starts_with(prefix); };
  if (is("-Xmx"))
    return "--heap=" + std::string(written.substr(4)) +
           " limits the heap of the program, --memory-limit=SIZE the memory of jmc itself";
  if (is("-Xss"))
    return "--stack=" + std::string(written.substr(4)) + " limits the stack of each thread of the program";
  if (is("-Xms")) return "the heap of the program grows as it needs; --heap=SIZE limits it";
  if (written == "-jar")
    return "name the jar as the program: jmc " + (next.empty() ? std::string("app.jar") : std::string(next));
  if (written == "-da" || is("-da:") || is("-disableassertions"))
    return "assertions are always on; the program may switch them off by ClassLoader.setDefaultAssertionStatus";
  if (is("-ea:") || is("-enableassertions:"))
    return "assertions are always on, for all classes of the program; expected no such option";
  if (is("--illegal-access"))
    return "java ignores it from JDK 17 on; --add-opens=MODULE/PACKAGE=ALL-UNNAMED opens a package";
  if (is("-X") || is("-verbose") || is("-agent") || is("-javaagent") || is("--enable-"))
    return "it is an option of the JVM, which has no part in this; expected the command line without it";
  if (is("--limit-modules"))
    return "programs have the modules that java gives them without it; there is no such option";
  if (is("--patch-module")) return "classes of the JDK are as they are installed, expected no such option";
  if (written == "-p" || is("--module-path") || written == "-m" || is("--module"))
    return "there is no module path; name jars and folders of modules in --classpath, and the class with main";
  if (is("-cp=") || is("-classpath="))
    return "the path is a word of its own: -cp " + std::string(written.substr(written.find('=') + 1));
  if (written == "--cp" || is("--cp=")) return "is -cp meant?";
  std::string_view name = written.substr(std::min(written.find_first_not_of('-'), written.size()));
  name = name.substr(0, name.find('='));
  if (std::find(known.begin(), known.end(), name) != known.end())
    return "it is written with two dashes: --" + std::string(name);
  const std::string nearest = nearest_name(name, known);
  return nearest.empty() ? "" : "is --" + nearest + " meant?";
}

namespace {

// Whether something below the folder could be run; true, too, if it is too large to tell.
bool has_programs(const std::string& folder) {
  std::error_code error;
  size_t seen = 0;
  const auto skip = fs::directory_options::skip_permission_denied;
  for (fs::recursive_directory_iterator it(folder, skip, error), end; !error && it != end; it.increment(error)) {
    const std::string name = it->path().extension().string();
    if (++seen > kFilesLookedAt || name == ".class" || name == ".java" || name == ".jar") return true;
  }
  return false;
}

// For a file that is there and neither a class, nor an archive, nor a source of Java.
std::string advice_for_file(const std::string& argument) {
  std::error_code error;
  if (!fs::is_regular_file(argument, error)) return {};
  const fs::path path(argument);
  const std::string kind = path.extension().string();
  std::string name = path.stem().string();
  if (kind == ".kt" || kind == ".kts") {
    if (!name.empty()) name[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));
    return "jmc compiles sources of Java only: \"kotlinc " + argument +
           " -include-runtime -d app.jar\", then \"jmc -cp app.jar " + name + "Kt\"";
  }
  if (kind == ".scala" || kind == ".groovy" || kind == ".clj")
    return "jmc compiles sources of Java only; compile it, and name the class: \"jmc --classpath=FOLDER:LIBRARY.jar " +
           name + "\"";
  return "there is a file of that name, and it is none that jmc runs; expected a source (.java), a class file "
         "(.class), an archive (.jar), or the name of a class";
}

}  // namespace

std::string advice_for_program(const std::string& argument, const std::vector<std::string>& elements, bool whole) {
  std::error_code error;
  if (fs::is_directory(argument, error)) {
    if (!has_programs(argument))
      return "it is a folder with no source, no class file and no archive in it; expected Client.java, Client.class, "
             "app.jar, or the name of a class";
    return whole ? "it is a folder: \"jmc --each " + argument + "\" checks every class in it that has a main"
                 : "it is a folder";
  }
  if (argument.ends_with('/')) return "there is no such folder";
  if (argument.ends_with(".java"))
    return exists(argument) ? "it is no file; expected a source, a class file, or the name of a class"
                            : "there is no such file; expected a source, a class file, or the name of a class";
  if (argument.ends_with(".jar") || argument.ends_with(".JAR"))
    return exists(argument) ? advice_for_jar(argument, !elements.empty()) : "";
  if (argument.ends_with(".class")) {
    const std::string name = class_in(argument);
    if (name.empty()) {
      if (exists(argument)) return "";
      std::string path = argument.substr(0, argument.size() - 6);
      std::replace(path.begin(), path.end(), '.', '/');
      if (const std::string found = class_in(path + ".class"); !found.empty())
        return "a class is named without \".class\", or by its file: \"jmc " + path + ".class\"";
      const fs::path file(argument);
      const std::string near =
          near_class(file.has_parent_path() ? file.parent_path().string() : ".", file.stem().string());
      if (!near.empty())
        return "is " + (file.has_parent_path() ? file.parent_path() / near : fs::path(near)).string() + ".class meant?";
      const std::string source = argument.substr(0, argument.size() - 6) + ".java";
      return exists(source) ? "there is a source of that name: \"jmc " + source + "\" compiles it" : "";
    }
    return name.find('/') == std::string::npos
               ? ""
               : "the class in it is called " + dotted(name) + ": " + command_for(argument, name, whole);
  }
  if (const std::string advice = advice_for_file(argument); !advice.empty()) return advice;
  std::string name = argument;
  std::replace(name.begin(), name.end(), '.', '/');
  const std::string file = fs::path(name).filename().string() + ".class";
  // The path of the file but for its ending, perhaps with dots.
  for (const std::string& path : {argument, name})
    if (const std::string found = class_in(path + ".class"); !found.empty() && found != name)
      return "the class in " + path + ".class is called " + dotted(found) + ": " +
             command_for(path + ".class", found, whole);
  for (const std::string& folder : folders(elements)) {
    // The class may lie right there, and belong to a package; or the folder may be that of the package.
    const std::string here = folder + "/" + file;
    if (const std::string found = class_in(here); !found.empty() && found.find('/') != std::string::npos)
      return "the class in " + here + " is called " + dotted(found) + ": " + command_for(here, found, whole);
    if (const std::string below = find_below(folder, file); !below.empty()) {
      const std::string found = class_in(below);
      return "there is a class " + dotted(found) + ": " + command_for(below, found, whole);
    }
    // As projects lay them out, where nothing is compiled yet.
    for (const char* sources : {"/", "/src/", "/src/main/java/", "/src/test/java/"})
      if (const std::string source = folder + sources + name + ".java"; exists(source))
        return "there is a source of that name: \"jmc " + source + "\" compiles it";
  }
  for (const std::string& folder : folders(elements)) {
    const fs::path path = fs::path(folder) / name;
    const std::string near = near_class(path.parent_path().string(), path.filename().string());
    if (!near.empty()) return "is " + dotted((fs::path(name).parent_path() / near).string()) + " meant?";
  }
  const std::string command = whole && name == argument
                                  ? nearest_name(argument, {"linearizability", "progress", "replay", "test", "explain",
                                                            "init", "mcp", "help", "version"})
                                  : "";
  if (!command.empty())
    return "is \"jmc " + std::string(find_option(Command::Check, command) ? "--" : "") + command + "\" meant?";
  return "";
}

std::string advice_for_jdk(int release) {
  std::error_code error;
  std::vector<std::pair<int, std::string>> fit;
  for (fs::directory_iterator it("/usr/lib/jvm", error), end; !error && it != end; it.increment(error)) {
    std::error_code none;
    if (!fs::is_regular_file(it->path() / "release", none)) continue;
    // What is no JDK here is no matter.
    const auto jdk = base::attempt<std::exception>([&] { return classfile::open_jdk(it->path().string()); });
    if (jdk && jdk->release >= release) fit.emplace_back(jdk->release, it->path().string());
  }
  return fit.empty() ? "" : ", for instance --jdk=" + std::min_element(fit.begin(), fit.end())->second;
}

std::string advice_for_main(const std::string& origin, const std::string& name) {
  std::error_code error;
  const fs::path file(origin);
  if (!fs::is_regular_file(file, error)) return "";
  std::vector<std::string> others;
  size_t seen = 0;
  const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
  std::string tests;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    if (++seen > 1000) break;
    if (it->path().extension() != ".class") continue;
    // What is no class file there is no matter here.
    base::attempt<std::exception>([&] {
      const auto bytes = classfile::open_directory(folder.string())->find_resource(it->path().filename().string());
      if (!bytes) return;
      const classfile::ClassFile c = classfile::parse(*bytes);
      if (classfile::has_main(c, classfile::kAnyRelease) && dotted(c.name) != name) others.push_back(dotted(c.name));
    });
  }
  std::sort(others.begin(), others.end());
  if (others.empty()) return "";
  std::string out = "in the same folder, these have one: ";
  for (size_t i = 0; i < others.size() && i < 5; ++i) out += (i ? ", " : "") + others[i];
  return out + (others.size() > 5 ? ", ..." : "");
}

std::string jdk_meant_by(const std::string& path) {
  std::error_code error;
  fs::path at = fs::canonical(path, error);
  if (error) return {};
  for (int i = 0; i < 3 && at.has_relative_path(); ++i, at = at.parent_path())
    if (exists((at / "lib/modules").string()) || exists((at / "jmods").string()) ||
        exists((at / "jre/lib/rt.jar").string()) || exists((at / "lib/rt.jar").string()))
      return at.string();
  return {};
}

std::vector<std::string> notes_on_arguments(const std::vector<std::string>& arguments,
                                            const std::vector<std::string>& known) {
  std::vector<std::string> out;
  for (const std::string& a : arguments) {
    if (std::error_code none; a.ends_with(".java") && std::filesystem::is_regular_file(a, none)) {
      out.push_back(a +
                    " was passed to main as an argument; jmc --each checks several programs, and sources that lie " +
                    "beside the first one are compiled with it where it uses them");
      continue;
    }
    const bool java =
        a == "-cp" || a == "-classpath" || a == "-ea" || a == "-jar" || a.starts_with("-Xmx") || a.starts_with("-D");
    const std::string name = a.starts_with("--")
                                 ? a.substr(2, a.find('=') == std::string::npos ? std::string::npos : a.find('=') - 2)
                                 : std::string();
    if (!java && std::find(known.begin(), known.end(), name) == known.end()) continue;
    out.push_back(a + " stands after the program and was passed to its main; options of jmc stand before it");
  }
  return out;
}

}  // namespace jmc::check
