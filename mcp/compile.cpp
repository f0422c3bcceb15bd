#include "mcp/compile.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>

#include "classfile/access_flags.hpp"
#include "classfile/class_file.hpp"

namespace jmc::mcp {

namespace {

namespace fs = std::filesystem;

// The words of a source: names, keywords, and single characters; comments and what stands in quotes are left out.
class Words {
 public:
  explicit Words(const std::string& text) : text_(text) {}

  // Empty: the end.
  std::string next() {
    for (;;) {
      if (at_ >= text_.size()) return {};
      const char c = text_[at_];
      if (std::isspace(static_cast<unsigned char>(c))) ++at_;
      else if (text_.compare(at_, 2, "//") == 0) at_ = std::min(text_.find('\n', at_), text_.size());
      else if (text_.compare(at_, 2, "/*") == 0) skip("*/", 2);
      else if (text_.compare(at_, 3, "\"\"\"") == 0) skip("\"\"\"", 3);
      else if (c == '"' || c == '\'') skip_quoted(c);
      else break;
    }
    const size_t start = at_;
    while (at_ < text_.size() && part_of_name(text_[at_])) ++at_;
    if (at_ == start) ++at_;
    return text_.substr(start, at_ - start);
  }

 private:
  static bool part_of_name(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$' || static_cast<unsigned char>(c) >= 0x80;
  }
  void skip(const char* end, size_t width) {
    const size_t found = text_.find(end, at_ + width);
    at_ = found == std::string::npos ? text_.size() : found + width;
  }
  void skip_quoted(char quote) {
    for (++at_; at_ < text_.size() && text_[at_] != quote && text_[at_] != '\n'; ++at_)
      if (text_[at_] == '\\') ++at_;
    ++at_;
  }

  const std::string& text_;
  size_t at_ = 0;
};

bool declares(const std::string& word) {
  return word == "class" || word == "interface" || word == "enum" || word == "record";
}

// Null: the file cannot be read as a class.
std::optional<classfile::ClassFile> read_class(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  const auto content =
      std::make_shared<std::string>(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
  const std::span data(reinterpret_cast<const uint8_t*>(content->data()), content->size());
  try {
    return classfile::parse({data, content, file.string()});
  } catch (const std::exception&) { return std::nullopt; }  // whoever runs it says what is wrong with it
}

template <class Visit>
void for_each_class(const std::string& folder, Visit&& visit) {
  std::error_code none;
  for (fs::recursive_directory_iterator it(folder, none), end; it != end; it.increment(none)) {
    if (none) return;
    if (it->path().extension() != ".class" || !it->is_regular_file(none)) continue;
    std::string name = fs::relative(it->path(), folder, none).string();
    name.resize(name.size() - 6);
    visit(it->path(), name);
  }
}

std::string without(std::string text, const std::string& what) {
  for (size_t at; (at = text.find(what)) != std::string::npos;) text.erase(at, what.size());
  return text;
}

}  // namespace

std::string file_name_of(const std::string& source) {
  Words words(source);
  std::string folder, first, found;
  size_t depth = 0;
  bool is_public = false;
  std::string before;
  for (std::string word = words.next(); !word.empty(); before = std::move(word), word = words.next()) {
    if (word == "{" || word == "(") ++depth;
    else if ((word == "}" || word == ")") && depth) --depth;
    if (depth) continue;
    if (word == ";" || word == "}") is_public = false;
    else if (word == "public") is_public = true;
    else if (word == "package" && folder.empty() && first.empty()) {
      for (word = words.next(); !word.empty() && word != ";"; word = words.next()) folder += word == "." ? "/" : word;
      folder += "/";
    } else if (declares(word) && before != ".") {
      std::string name = words.next();
      if (first.empty()) first = name;
      if (is_public && found.empty()) found = std::move(name);
    }
  }
  const std::string name = found.empty() ? first : found;
  return name.empty() ? "" : folder + name + ".java";
}

Compiled compile(const Sources& sources, const std::string& folder, const CompileOptions& options, const Limits& limits,
                 const std::atomic<bool>& cancelled) {
  Compiled out;
  const std::string from = folder + "/sources/", to = folder + "/classes";
  std::error_code error;
  fs::create_directories(to, error);
  Command command;
  command.program = options.jdk + "/bin/javac";
  command.words = {"javac",
                   "-J-XX:TieredStopAtLevel=1",
                   "-J-XX:+UseSerialGC",
                   "-J-Xmx512m",
                   "-g",
                   "-proc:none",
                   "-nowarn",
                   "-encoding",
                   "UTF-8",
                   "-d",
                   to,
                   "-cp",
                   options.class_path.empty() ? to : options.class_path};
  if (options.preview) {
    command.words.push_back("--enable-preview");
    command.words.push_back("--release=" + std::to_string(options.release));
  }
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
  command.unset = {"JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVAC_OPTIONS", "CLASSPATH"};
  command.environment.emplace_back("LC_ALL", "C.UTF-8");
  const Ended ended = run(command, limits, cancelled);
  out.how = ended.how;
  out.good = ended.how == Ended::How::Exited && ended.status == 0;
  out.said = without(ended.err + ended.out, from);
  if (ended.how == Ended::How::NotStarted)
    out.said = options.jdk + " has no javac (" + ended.why + "); sources need a JDK: give one with jmc mcp --jdk=DIR";
  else if (ended.how != Ended::How::Exited) out.said = ended.why;
  if (!out.good) return out;
  for_each_class(to, [&](const fs::path&, const std::string& name) { out.classes.push_back(name); });
  std::sort(out.classes.begin(), out.classes.end());
  return out;
}

std::vector<std::string> classes_with_main(const std::string& folder) {
  std::vector<std::string> out;
  constexpr uint16_t kFlags = classfile::kPublic | classfile::kStatic;
  for_each_class(folder, [&](const fs::path& file, const std::string& name) {
    const std::optional<classfile::ClassFile> c = read_class(file);
    if (c && std::any_of(c->methods.begin(), c->methods.end(), [&](const classfile::Method& m) {
          return m.name == "main" && m.descriptor == "([Ljava/lang/String;)V" && (m.flags & kFlags) == kFlags;
        }))
      out.push_back(name);
  });
  std::sort(out.begin(), out.end());
  return out;
}

std::vector<std::string> classes_of(const std::string& folder) {
  std::vector<std::string> out;
  for_each_class(folder, [&](const fs::path&, const std::string& name) {
    if (name.find('$') == std::string::npos) out.push_back(name);
  });
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace jmc::mcp
