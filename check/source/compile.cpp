#include "check/source/compile.hpp"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <set>

#include "base/whole_file.hpp"
#include "check/search/machine.hpp"
#include "check/source/javac.hpp"
#include "check/system/temporary_folder.hpp"
#include "classfile/access_flags.hpp"
#include "classfile/annotations.hpp"
#include "classfile/class_path.hpp"
#include "classfile/external_name.hpp"
#include "classfile/main_method.hpp"

namespace jmc::check {

namespace {

namespace fs = std::filesystem;

using classfile::dotted;

struct SourceFile {
  std::string file;    // as it was named, or found in a folder that was
  std::string root;    // where its package begins; the folder that it is in where the folders have other names
  std::string prefix;  // "a/b/"; empty without a package
  SourceOutline outline;
};

SourceFile read_source(const std::string& file) {
  const auto text = base::whole_file(file);
  if (!text) throw CompileError(file + ": " + std::strerror(errno) + "; expected a source file that can be read");
  SourceFile out{file, {}, {}, outline_of(*text)};
  std::string package = out.outline.package;
  std::replace(package.begin(), package.end(), '.', '/');
  std::error_code error;
  fs::path folder = fs::absolute(file, error).lexically_normal().parent_path();
  out.root = folder.string();
  if (package.empty()) return out;
  out.prefix = package + "/";
  const fs::path parts(package);
  for (auto part = parts.end(); part != parts.begin();)
    if (*--part == folder.filename()) folder = folder.parent_path();
    else return out;
  out.root = folder.string();
  return out;
}

std::vector<SourceFile> read_sources(const std::vector<std::string>& named) {
  std::vector<std::string> files;
  for (const std::string& word : named) {
    const std::string path = source_in(word);
    std::error_code error;
    if (!fs::is_directory(path, error)) {
      files.push_back(path);
      continue;
    }
    const size_t before = files.size();
    for (const fs::directory_entry& e :
         fs::recursive_directory_iterator(path, fs::directory_options::skip_permission_denied, error))
      if (e.is_regular_file(error) && e.path().extension() == ".java") files.push_back(e.path().string());
    std::sort(files.begin() + static_cast<std::ptrdiff_t>(before), files.end());
  }
  std::vector<SourceFile> out;
  for (const std::string& file : files)
    if (fs::path(file).filename() != "module-info.java") out.push_back(read_source(file));
  return out;
}

std::string joined_roots(const std::vector<SourceFile>& files) {
  std::string out;
  std::set<std::string> seen;
  for (const SourceFile& f : files)
    if (seen.insert(f.root).second) out += (out.empty() ? "" : ":") + f.root;
  return out;
}

// What is missing where the sources are tests, and how they are checked.
std::string advice_on_tests(const std::string& said, const std::string& named) {
  if (said.find("package org.testng") != std::string::npos)
    return "note: TestNG's tests are not supported; jmc test knows JUnit 3, 4 and 5\n";
  if (said.find("package org.junit") == std::string::npos && said.find("package junit.framework") == std::string::npos)
    return {};
  return "note: JUnit is not on the class path: \"jmc test --classpath=JARS " + named +
         "\", where JARS are those of JUnit, separated by colons\n";
}

// The classes that were made, by name.
class Classes {
 public:
  Classes(const std::string& folder, int release) : folder_(classfile::open_directory(folder)), release_(release) {}

  const classfile::ClassFile* find(const std::string& name) {
    auto [it, fresh] = files_.try_emplace(name);
    if (fresh)
      if (auto bytes = folder_->find_class(name)) it->second.emplace(classfile::parse(std::move(*bytes)));
    return it->second ? &*it->second : nullptr;
  }
  // It or a class above it, as far as that was made from the sources, has a main that java starts.
  bool has_main(const std::string& name) {
    const classfile::ClassFile* c = find(name);
    if (!c) return false;
    return classfile::has_main(*c, release_) || has_main(std::string(c->super_name));
  }
  bool has_tests(const std::string& name) {
    const classfile::ClassFile* c = find(name);
    if (!c) return false;
    if (c->super_name == "junit/framework/TestCase") return true;
    const auto is_test = [&](const classfile::Method& m) {
      for (const classfile::Annotation& a : classfile::read_annotations(c->pool, m.annotations))
        if (a.type.starts_with("Lorg/junit/") || a.type.starts_with("Ljmc/junit/")) return true;
      return false;
    };
    for (const classfile::Annotation& a : classfile::read_annotations(c->pool, c->annotations))
      if (a.type.starts_with("Ljmc/junit/")) return true;
    return std::any_of(c->methods.begin(), c->methods.end(), is_test);
  }
  bool has_calls(const std::string& name) {
    const classfile::ClassFile* c = find(name);
    return c && !(c->flags & (classfile::kInterface | classfile::kAbstract)) &&
           std::any_of(c->methods.begin(), c->methods.end(), [](const classfile::Method& m) {
             return m.name[0] != '<' && !(m.flags & (classfile::kStatic | classfile::kPrivate | classfile::kSynthetic));
           });
  }

 private:
  std::unique_ptr<classfile::ClassPathEntry> folder_;
  int release_;
  std::map<std::string, std::optional<classfile::ClassFile>> files_;
};

// Which command is wanted for sources without a main.
std::string advice_without_main(const std::vector<std::string>& declared, Classes& classes, const std::string& named) {
  for (const std::string& name : declared)
    if (classes.has_tests(name))
      return named + ": class " + dotted(name) + " has JUnit tests and no main; expected \"jmc test --classpath=JARS " +
             named + "\", where JARS are those of JUnit";
  for (const std::string& name : declared)
    if (classes.has_calls(name))
      return named + ": no class in it has a method \"public static void main(String[])\"; \"jmc linearizability " +
             named + "\" checks the calls of class " + dotted(name);
  return named + ": no class in it has a method \"public static void main(String[])\"";
}

void write_info(const std::string& file, const SourceProgram& p) {
  std::ofstream out(file, std::ios::binary);
  const auto text = [&](const std::string& s) { out << s.size() << ' ' << s; };
  text(p.roots), text(p.main), text(p.no_main), text(std::to_string(p.declared.size()));
  for (const std::string& name : p.declared) text(name);
  if (!out.flush()) throw CompileError(file + ": could not be written: " + std::strerror(errno));
}

ChildEnd run_javac(const classfile::Jdk& jdk, const Configuration& c, const std::vector<SourceFile>& files,
                   const SourceProgram& p) {
  const bool preview = setting(c.settings, "enable-preview").given;
  ChildCommand command =
      javac_command({jdk.home, class_path_of_sources(c), p.roots, p.classes, preview ? jdk.release : 0});
  for (const SourceFile& f : files) command.words.push_back(f.file);
  const std::atomic<bool> never = false;  // a signal is looked at when there is a program to run
  return run_child(command, {}, never);
}

}  // namespace

CompiledSources::CompiledSources(std::unique_ptr<TemporaryFolder> folder) : folder_(std::move(folder)) {}
CompiledSources::~CompiledSources() = default;

std::string class_path_of_sources(const Configuration& c) { return c.class_path.empty() ? "." : c.class_path; }

std::unique_ptr<CompiledSources> compile(const std::vector<std::string>& named, const Configuration& c) {
  const std::string shown = source_in(named.front()) + (named.size() > 1 ? " ..." : "");
  const std::vector<SourceFile> files = read_sources(named);
  if (files.empty()) throw CompileError(shown + ": there is no source in it, expected files that end in .java");
  const classfile::Jdk jdk = open_jdk(c.jdk);
  const std::string compiler = jdk.home + "/bin/javac";
  if (access(compiler.c_str(), X_OK) != 0)
    throw CompileError(shown + ": it has to be compiled, and " + jdk.home +
                       " has no bin/javac; expected a whole JDK, see --jdk, or the name of a compiled class");
  std::unique_ptr<CompiledSources> out(new CompiledSources(std::make_unique<TemporaryFolder>()));
  SourceProgram& p = out->program_;
  const std::string folder = out->folder_->path();
  p.named = named;
  p.classes = folder + "/classes";
  p.roots = joined_roots(files);
  fs::create_directory(p.classes);
  const ChildEnd ran = run_javac(jdk, c, files, p);
  const std::string said = ran.out + ran.err;
  if (ran.how != ChildEnd::How::Exited || ran.status != 0) {
    const std::string first = said.empty() ? ran.why : said.substr(0, said.find('\n'));
    throw CompileError(shown + ": it could not be compiled by " + compiler + (first.empty() ? "" : ": " + first),
                       said.empty() ? "" : said + advice_on_tests(said, shown));
  }
  if (!said.empty() && !c.quiet && c.member_fd < 0) std::fputs(said.c_str(), stderr);

  Classes classes(p.classes, jdk.release);
  std::vector<std::string> mains;
  for (const SourceFile& f : files) {
    std::vector<std::string> own;
    // Without a class around it: what JDK 25 calls a compact source file.
    const std::string around = f.prefix + fs::path(f.file).stem().string();
    const auto& types = f.outline.types;
    if (std::find(types.begin(), types.end(), fs::path(f.file).stem()) == types.end() && classes.find(around))
      own.push_back(around);
    for (const std::string& type : types)
      if (classes.find(f.prefix + type)) own.push_back(f.prefix + type);
    p.declared.insert(p.declared.end(), own.begin(), own.end());
    // Of several the first one counts, as for java.
    const auto main = std::find_if(own.begin(), own.end(), [&](const std::string& n) { return classes.has_main(n); });
    if (main == own.end()) continue;
    mains.push_back(*main);
    SourceProgram one = p;
    one.main = *main, one.declared = own, one.roots = p.roots;
    one.info = folder + "/main" + std::to_string(mains.size());
    write_info(one.info, one);
    out->mains_.push_back({f.file, "--compiled=" + one.info});
  }
  if (mains.size() == 1) p.main = mains.front();
  else if (mains.empty()) p.no_main = advice_without_main(p.declared, classes, shown);
  else {
    for (size_t i = 0; i < std::min<size_t>(mains.size(), 5); ++i) p.no_main += (i ? ", " : "") + out->mains_[i].file;
    p.no_main = shown + ": " + std::to_string(mains.size()) + " of its sources have a main (" + p.no_main +
                (mains.size() > 5 ? ", ..." : "") + "); name one, or \"jmc --each " + shown + "\" checks each";
  }
  p.info = folder + "/program";
  write_info(p.info, p);
  return out;
}

void choose_sources(const CommandLine& line, Configuration& o) {
  if (line.several()) return;  // each client for itself
  SourceProgram& sources = o.sources;
  if (line.has("compiled")) sources = read_compiled(line.text("compiled"));
  sources.named = line.values("sources");
  const auto add = [&](const std::string& word) {
    if (names_sources(word)) sources.named.push_back(word);
  };
  if (!sources.named_any() && line.command == Command::Test) {
    std::vector<std::string> words = o.arguments;
    if (!o.program.empty()) words.insert(words.begin(), o.program);
    for (const std::string& word : words)
      if (!is_package(word, o.class_path)) add(word);
  } else if (!sources.named_any() && (line.command == Command::Check || source_in(o.program).ends_with(".java"))) {
    add(o.program);
  }
  if (sources.compiled()) o.source_path += (o.source_path.empty() ? "" : ":") + sources.roots;
}

std::vector<std::string> sources_with_main(const std::string& folder) {
  std::vector<std::string> out;
  for (const SourceFile& f : read_sources({folder}))
    if (f.outline.mentions_main) out.push_back(f.file);
  return out;
}

std::unique_ptr<CompiledSources> compile_sources(const Configuration& c) {
  if (!c.sources.named_any() || c.sources.compiled()) return nullptr;
  return compile(c.sources.named, c);
}

}  // namespace jmc::check
