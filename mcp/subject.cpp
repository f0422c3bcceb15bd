#include "mcp/subject.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>

#include "base/digest.hpp"
#include "base/split.hpp"
#include "base/whole_file.hpp"
#include "check/answers/version.hpp"
#include "check/options/advice.hpp"
#include "classfile/class_path.hpp"

namespace jmc::mcp {

namespace {

namespace fs = std::filesystem;

constexpr size_t kMostSources = 500, kMostSourceBytes = size_t{4} << 20, kMostFiles = 20'000;
constexpr double kUsualSeconds = 30;

std::string named(const std::string& of, const std::string& name) { return of.empty() ? name : of + "." + name; }

// NUL bytes end a path, or a word of a command line, before its end.
std::string text_argument(const Value& arguments, const char* name, const std::string& of) {
  std::string out = text_at(arguments, name);
  if (out.find('\0') != std::string::npos) throw ToolError(named(of, name) + ": holds a NUL character");
  return out;
}

std::string absolute(const std::string& path) {
  std::error_code none;
  const fs::path p = fs::absolute(path, none).lexically_normal();
  return none ? path : p.string();
}

void check_allowed(const std::string& path, const std::string& argument, const Allowed& allowed) {
  std::string why;
  if (!allowed(path, why)) throw ToolError(argument + ": " + path + ": " + why);
}

void add_source(Sources& sources, const std::string& name, std::string text, const std::string& argument) {
  const fs::path path(name);
  const bool leaves =
      path.is_absolute() || std::any_of(path.begin(), path.end(), [](const fs::path& p) { return p == ".."; });
  if (name.empty() || leaves || !name.ends_with(".java") || name.find_first_of("\"\\\n\r\0", 0, 5) != std::string::npos)
    throw ToolError(argument + ": " + json_text(name) +
                    " is no name of a source; expected for instance bank/Account.java");
  sources[name] = std::move(text);
  size_t bytes = 0;
  for (const auto& [other, source] : sources) bytes += source.size();
  if (sources.size() > kMostSources || bytes > kMostSourceBytes)
    throw ToolError(argument + ": more than " + std::to_string(kMostSources) + " sources, or " +
                    std::to_string(kMostSourceBytes >> 20) +
                    " MB of them; compile them, and give their folder of classes as classpath");
}

void add_text(Sources& sources, const std::string& text, const std::string& argument) {
  const std::string name = file_name_of(text);
  if (name.empty()) throw ToolError(argument + ": declares no class; expected the text of a Java source file");
  add_source(sources, name, text, argument);
}

void add_to_path(std::string& path, const std::string& element) {
  if (!element.empty()) path += (path.empty() ? "" : ":") + element;
}

// What `file` names: a source, a folder of them or of classes, a class file, a jar.
void read_file(Subject& subject, const std::string& given, const std::string& argument, const Allowed& allowed) {
  const std::string path = absolute(given);
  check_allowed(path, argument, allowed);
  std::error_code none;
  if (path.ends_with(".java") && fs::is_regular_file(path, none)) {
    if (fs::file_size(path, none) > kMostSourceBytes) throw ToolError(argument + ": " + path + " is too large");
    return add_text(subject.sources, base::whole_file(path).value_or(""), argument);
  }
  if (!fs::is_directory(path, none)) {
    if (!fs::is_regular_file(path, none) || !(path.ends_with(".class") || path.ends_with(".jar")))
      throw ToolError(argument + ": " + path +
                      (fs::exists(path, none)
                           ? " is no source, class file, jar or folder"
                           : " does not exist; relative paths begin at " + fs::current_path(none).string()));
    subject.file = path;
    return;
  }
  size_t looked_at = 0;
  for (fs::recursive_directory_iterator it(path, none), end; !none && it != end; it.increment(none)) {
    if (++looked_at > kMostFiles) throw ToolError(argument + ": " + path + " holds too many files");
    if (it->path().extension() != ".java" || !it->is_regular_file(none)) continue;
    const std::string name = it->path().filename().string();
    if (name == "module-info.java" || name == "package-info.java" || it->file_size(none) > kMostSourceBytes) continue;
    const std::string text = base::whole_file(it->path()).value_or("");
    if (!file_name_of(text).empty()) add_text(subject.sources, text, argument);
  }
  if (subject.sources.empty()) add_to_path(subject.class_path, path);
}

// The server says where reports go, what is read and how much work there may be.
bool is_of_server(const check::OptionRow& row) {
  return row.columns.file != check::File::None || row.is(check::Column::NotOfAgent);
}

const char* instead_of(std::string_view name) {
  return name == "classpath"    ? "; use the argument classpath"
         : name == "time-limit" ? "; use the argument seconds"
         : name == "json"       ? "; the report is the resource jmc://ID/report"
                                : "";
}

}  // namespace

std::vector<std::string> option_words(const Value& options, check::Command command) {
  std::vector<std::string> out, known;
  const std::vector<check::OptionRow>& table = check::option_table(command);
  for (const check::OptionRow& row : table) known.emplace_back(row.name);
  for (const auto& [key, value] : options.GetObject()) {
    std::string name(key.GetString(), key.GetStringLength());
    if (name.starts_with("--")) name.erase(0, 2);
    const auto row =
        std::find_if(table.begin(), table.end(), [&](const check::OptionRow& r) { return r.name == name; });
    if (row == table.end()) {
      const std::string advice = check::advice_for_option("--" + name, "", known);
      throw ToolError("options: there is no option " + json_text(name) + (advice.empty() ? "" : ": " + advice) +
                      "; docs/options.md and jmc --help=all list them");
    }
    if (is_of_server(*row)) throw ToolError("options: " + name + " is for the server to say" + instead_of(name));
    const auto refuse = [&] {
      throw ToolError("options: " + name + ": expected " +
                      (row->value.empty() ? "true or false" : "text or a number: " + std::string(row->value)));
    };
    const auto add = [&](const Value& v) {
      std::string text;
      if (v.IsString()) text.assign(v.GetString(), v.GetStringLength());
      else if (v.IsNumber()) text = text_of(v);
      else refuse();
      if (text.empty() || text.find('\0') != std::string::npos) refuse();
      out.push_back("--" + name + "=" + text);
    };
    if (row->value.empty()) {
      if (!value.IsBool()) refuse();
      if (value.GetBool()) out.push_back("--" + name);
    } else if (value.IsArray() && row->repeats) {
      for (const Value& v : value.GetArray()) add(v);
    } else {
      add(value);
    }
  }
  std::sort(out.begin(), out.end());  // the same options are the same, whoever writes them down first
  return out;
}

Subject subject_of(const Value& arguments, check::Command command, const ServerSettings& settings,
                   const Allowed& allowed, const std::string& of) {
  Subject out;
  out.command = command;
  if (const std::string text = text_argument(arguments, "source", of); !text.empty())
    add_text(out.sources, text, named(of, "source"));
  if (const Value* sources = find(arguments, "sources"))
    for (const auto& [name, text] : sources->GetObject()) {
      if (!text.IsString()) throw ToolError(named(of, "sources") + ": expected texts by their names");
      add_source(out.sources, {name.GetString(), name.GetStringLength()}, {text.GetString(), text.GetStringLength()},
                 named(of, "sources"));
    }
  if (const std::string file = text_argument(arguments, "file", of); !file.empty())
    read_file(out, file, named(of, "file"), allowed);
  for (const std::string& element : base::split(text_argument(arguments, "classpath", of), ':')) {
    if (element.empty()) continue;
    const std::string path = absolute(element);
    std::error_code none;
    if (!fs::exists(path, none))
      throw ToolError(named(of, "classpath") + ": " + path + " does not exist; relative paths begin at " +
                      fs::current_path(none).string());
    if (!path.ends_with(".jar")) check_allowed(path, named(of, "classpath"), allowed);
    add_to_path(out.class_path, path);
  }
  add_to_path(out.class_path, settings.class_path);
  const std::string class_name = text_argument(arguments, "class", of), test = text_argument(arguments, "test", of);
  if (!test.empty()) {
    if (command != check::Command::Check) throw ToolError(named(of, "test") + ": expected a class");
    if (!class_name.empty()) throw ToolError("class and test: expected one of them");
    out.command = check::Command::Test;
  }
  out.name = test.empty() ? class_name : test;
  if (out.name.starts_with('-') || out.name.starts_with('@'))
    throw ToolError(named(of, test.empty() ? "class" : "test") + ": " + json_text(out.name) + " is no name of a class");
  if (out.sources.empty() && out.file.empty() && out.name.empty())
    throw ToolError("nothing to check" + (of.empty() ? "" : " in " + of) +
                    ": expected source, sources, file, class or test");
  if (out.sources.empty() && out.file.empty() && out.class_path.empty() &&
      out.command != check::Command::Linearizability)
    out.class_path = absolute(".");
  out.arguments = texts_at(arguments, "arguments");
  for (const std::string& word : out.arguments)
    if (word.find('\0') != std::string::npos) throw ToolError("arguments: one holds a NUL character");
  if (const Value* options = find(arguments, "options")) out.options = option_words(*options, out.command);
  out.preview = flag_at(arguments, "preview");
  out.seconds = std::min(kUsualSeconds, settings.time_limit);
  if (find(arguments, "seconds")) out.seconds = number_at(arguments, "seconds");
  if (!(out.seconds > 0 && std::isfinite(out.seconds))) throw ToolError("seconds: expected a number above 0");
  if (out.seconds > settings.time_limit)
    throw ToolError("seconds: at most " + std::to_string(static_cast<int64_t>(settings.time_limit)) +
                    " here (jmc mcp --time-limit)");
  out.fresh = flag_at(arguments, "fresh");
  return out;
}

std::string Subject::words() const {
  const std::string what = !name.empty()      ? name
                           : !file.empty()    ? fs::path(file).filename().string()
                           : !sources.empty() ? sources.begin()->first
                                              : "";
  return (command == check::Command::Test ? "test " : "") + what;
}

// --- digests

namespace {

std::string digest_of(const std::string& text) {
  return base::digest({reinterpret_cast<const uint8_t*>(text.data()), text.size()});
}

// Changes whenever the file does, unless somebody wants it not to. Empty: there is no such file.
std::string stamp_of(const std::string& path) {
  struct stat s {};
  if (stat(path.c_str(), &s) != 0) return {};
  std::string out;
  for (const int64_t n : {int64_t(s.st_ino), int64_t(s.st_dev), int64_t(s.st_size), int64_t(s.st_mtim.tv_sec),
                          int64_t(s.st_mtim.tv_nsec), int64_t(s.st_ctim.tv_sec), int64_t(s.st_ctim.tv_nsec)})
    out += std::to_string(n) + " ";
  return out;
}

}  // namespace

std::string Digests::of_file(const std::string& path) {
  const std::string stamp = stamp_of(path);
  if (stamp.empty()) return "none";
  Known& known = known_[path];
  if (known.stamp != stamp) known = {stamp, digest_of(base::whole_file(path).value_or(""))};
  return known.digest;
}

std::string Digests::of_entry(const std::string& path) {
  std::error_code none;
  if (!fs::is_directory(path, none)) return path + " " + of_file(path) + "\n";
  std::vector<std::string> files;
  for (fs::recursive_directory_iterator it(path, none), end; !none && it != end; it.increment(none)) {
    if (it->is_regular_file(none)) files.push_back(it->path().string());
    if (files.size() > kMostFiles) return {};
  }
  std::sort(files.begin(), files.end());
  std::string out = path + "\n";
  for (const std::string& file : files) out += file + " " + of_file(file) + "\n";
  return out;
}

std::string Digests::key_of(const Subject& subject, const ServerSettings& settings) {
  const std::lock_guard guard(mutex_);
  // Each part with its length, so that no two subjects have the same text.
  std::string all;
  const auto add = [&](const std::string& part) { all += std::to_string(part.size()) + ":" + part; };
  for (const std::string& part : {check::version_and_commit(), settings.jdk, of_file(settings.jdk + "/release"),
                                  stamp_of(settings.jdk + "/lib/modules"), subject.name, subject.file})
    add(part);
  add(std::to_string(static_cast<int>(subject.command)) + (subject.preview ? " preview" : ""));
  if (!subject.file.empty()) {
    // A class file stands for the folder that its package is in.
    std::vector<std::string> entries{subject.file};
    try {
      for (const std::string& path : classfile::locate_main(subject.file).class_path) entries.push_back(path);
    } catch (const std::exception&) { return {}; }  // jmc says what is wrong with it
    for (const std::string& path : entries) {
      const std::string entry = of_entry(path);
      if (entry.empty()) return {};
      add(entry);
    }
  }
  for (const auto& [name, text] : subject.sources) add(name), add(text);
  add("");
  for (const std::string& element : base::split(subject.class_path, ':')) {
    if (element.empty()) continue;
    const std::string entry = of_entry(element);
    if (entry.empty()) return {};
    add(entry);
  }
  for (const auto* list : {&subject.arguments, &subject.options}) {
    add(std::to_string(list->size()));
    for (const std::string& word : *list) add(word);
  }
  return digest_of(all);
}

}  // namespace jmc::mcp
