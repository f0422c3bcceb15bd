#include "check/source/source_program.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/split.hpp"
#include "check/options/command_line.hpp"
#include "classfile/external_name.hpp"

namespace jmc::check {

namespace {

namespace fs = std::filesystem;

constexpr size_t kMostFiles = 20'000;  // of a folder that are looked at

// Sources and no class files: a folder with both is one of classes, as it always was.
bool is_folder_of_sources(const std::string& path) {
  std::error_code error;
  if (!fs::is_directory(path, error)) return false;
  bool any = false;
  size_t seen = 0;
  for (fs::recursive_directory_iterator it(path, fs::directory_options::skip_permission_denied, error), end;
       !error && it != end && ++seen < kMostFiles; it.increment(error)) {
    if (it->path().extension() == ".class") return false;
    any |= it->path().extension() == ".java";
  }
  return any;
}

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$' || (c & 0x80); }

// The words and signs of a source, without comments, strings and spaces.
class Tokens {
 public:
  explicit Tokens(const std::string& text) : t_(text) {}

  // Empty at the end.
  std::string next() {
    while (at_ < t_.size()) {
      const char c = t_[at_];
      if (std::isspace(static_cast<unsigned char>(c))) ++at_;
      else if (t_.compare(at_, 2, "//") == 0) skip_to("\n");
      else if (t_.compare(at_, 2, "/*") == 0) at_ += 2, skip_to("*/");
      else if (t_.compare(at_, 3, "\"\"\"") == 0) at_ += 3, skip_quoted("\"\"\"");
      else if (c == '"' || c == '\'') ++at_, skip_quoted(std::string(1, c));
      else if (is_word(c)) return word();
      else return std::string(1, t_[at_++]);
    }
    return {};
  }

 private:
  std::string word() {
    const size_t begin = at_;
    while (at_ < t_.size() && is_word(t_[at_])) ++at_;
    return t_.substr(begin, at_ - begin);
  }
  void skip_to(const std::string& end) {
    const size_t found = t_.find(end, at_);
    at_ = found == std::string::npos ? t_.size() : found + end.size();
  }
  void skip_quoted(const std::string& end) {
    while (at_ < t_.size() && t_.compare(at_, end.size(), end) != 0) at_ += t_[at_] == '\\' ? 2 : 1;
    at_ += end.size();
  }

  const std::string& t_;
  size_t at_ = 0;
};

}  // namespace

std::string source_in(const std::string& word) {
  const size_t end = word.find(".java");
  if (end == std::string::npos) return word;
  const size_t after = end + 5;
  return after == word.size() || word[after] == '(' || word[after] == '#' ? word.substr(0, after) : word;
}

std::string after_source(const std::string& word) { return word.substr(source_in(word).size()); }

bool names_sources(const std::string& word) {
  const std::string path = source_in(word);
  std::error_code none;
  return path.ends_with(".java") ? fs::is_regular_file(path, none) : is_folder_of_sources(path);
}

std::string class_of_source(const SourceProgram& sources) {
  const std::string file = source_in(sources.named.front()), stem = fs::path(file).stem().string();
  const auto has_name = [&](const std::string& name) { return fs::path(name).filename() == stem; };
  const auto found = std::find_if(sources.declared.begin(), sources.declared.end(), has_name);
  if (sources.declared.empty()) throw UsageError(file + ": there is no class in it");
  return classfile::dotted(found == sources.declared.end() ? sources.declared.front() : *found);
}

SourceOutline outline_of(const std::string& text) {
  SourceOutline out;
  Tokens tokens(text);
  int depth = 0;
  bool begun = false;  // something but annotations and a package came
  bool is_public = false;
  for (std::string token = tokens.next(); !token.empty(); token = tokens.next()) {
    if (token == "{" || token == "(" || token == "[") ++depth;
    else if (token == "}" || token == ")" || token == "]") --depth;
    else if (token == "main") out.mentions_main = true;
    if (depth != 0) continue;
    if (token == "package" && !begun) {
      for (std::string part = tokens.next(); !part.empty() && part != ";"; part = tokens.next()) out.package += part;
      begun = true;
    } else if (token == "class" || token == "interface" || token == "enum" || token == "record") {
      begun = true;
      // "record" is a word like another where no name follows it.
      if (std::string name = tokens.next(); !name.empty() && is_word(name[0])) {
        if (is_public && out.public_type.empty()) out.public_type = name;
        out.types.push_back(std::move(name));
      } else if (name == "{" || name == "(") {
        ++depth;
      }
    } else if (token == "import") {
      begun = true;
    }
    if (token == "public") is_public = true;
    else if (token == ";" || token == "}") is_public = false;
  }
  return out;
}

bool is_package(const std::string& word, const std::string& class_path) {
  std::string path = word;
  std::replace(path.begin(), path.end(), '.', '/');
  for (const std::string& element : base::split(class_path.empty() ? "." : class_path, ':')) {
    std::error_code error;
    const fs::path folder = fs::path(element.empty() ? "." : element) / path;
    for (fs::recursive_directory_iterator it(folder, fs::directory_options::skip_permission_denied, error), end;
         !error && it != end; it.increment(error))
      if (it->path().extension() == ".class") return true;
  }
  return false;
}

namespace {

class CompiledEntry : public classfile::ClassPathEntry {
 public:
  CompiledEntry(std::unique_ptr<ClassPathEntry> entry, std::string location)
      : entry_(std::move(entry)), location_(std::move(location)) {}
  std::optional<classfile::Bytes> find_class(std::string_view name) override { return entry_->find_class(name); }
  std::optional<classfile::Bytes> find_resource(std::string_view path) override { return entry_->find_resource(path); }
  bool has_package(std::string_view package) override { return entry_->has_package(package); }
  std::string_view module_of_package(std::string_view package) override { return entry_->module_of_package(package); }
  const std::string& location() const override { return location_; }

 private:
  std::unique_ptr<ClassPathEntry> entry_;
  std::string location_;
};

}  // namespace

std::unique_ptr<classfile::ClassPathEntry> open_compiled(const SourceProgram& sources) {
  return std::make_unique<CompiledEntry>(classfile::open_directory(sources.classes),
                                         sources.roots.substr(0, sources.roots.find(':')));
}

SourceProgram read_compiled(const std::string& info) {
  std::ifstream in(info, std::ios::binary);
  if (!in) throw UsageError("--compiled=" + info + ": cannot be read; expected what a process of jmc has handed on");
  SourceProgram out;
  out.info = info;
  out.classes = (fs::path(info).parent_path() / "classes").string();
  // A length before each text: names of folders may have any character.
  const auto text = [&] {
    size_t size = 0;
    in >> size;
    in.get();
    std::string s(size, '\0');
    in.read(s.data(), static_cast<std::streamsize>(size));
    return s;
  };
  out.roots = text(), out.main = text(), out.no_main = text();
  for (size_t n = std::stoul("0" + text()); n > 0; --n) out.declared.push_back(text());
  return out;
}

}  // namespace jmc::check
