#include "check/project/build_file.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "base/whole_file.hpp"

namespace jmc::check::project {

namespace {

namespace fs = std::filesystem;

void blank(std::string& text, size_t from, size_t to) {
  for (size_t i = from; i < std::min(to, text.size()); ++i)
    if (text[i] != '\n') text[i] = ' ';
}

size_t behind(const std::string& text, std::string_view what, size_t from) {
  const size_t at = text.find(what, from);
  return at == std::string::npos ? text.size() : at + what.size();
}

std::string without_xml_comments(std::string text) {
  for (size_t at = 0; (at = text.find("<!", at)) != std::string::npos;) {
    const bool comment = text.compare(at, 4, "<!--") == 0, data = text.compare(at, 9, "<![CDATA[") == 0;
    const size_t end = behind(text, comment ? "-->" : data ? "]]>" : ">", at);
    blank(text, at, end);
    at = end;
  }
  return text;
}

// Groovy and Kotlin: // and /* */; what looks like one inside of a string is none ("https://...").
std::string without_comments(std::string text) {
  for (size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '"' || c == '\'') {
      const std::string three(3, c);
      const bool long_string = text.compare(at, 3, three) == 0;
      if (long_string) at = behind(text, three, at + 3) - 1;
      else
        for (++at; at < text.size() && text[at] != c && text[at] != '\n'; ++at)
          if (text[at] == '\\') ++at;
    } else if (text.compare(at, 2, "//") == 0 || text.compare(at, 2, "/*") == 0) {
      const size_t end = text[at + 1] == '*' ? behind(text, "*/", at + 2) : std::min(text.find('\n', at), text.size());
      blank(text, at, end);
      at = end - 1;
    }
  }
  return text;
}

// An element of a pom.xml, with everything around it: "project/dependencies".
struct Element {
  std::string path;
  size_t open, inside, close;  // of its tag, of what it holds, of its end tag
};

std::vector<Element> elements_of(const std::string& code, const std::string& file) {
  std::vector<Element> done, open;
  const auto wrong = [&](size_t at, const std::string& what) {
    const auto line = 1 + std::count(code.begin(), code.begin() + static_cast<std::ptrdiff_t>(at), '\n');
    return std::runtime_error(file + ":" + std::to_string(line) + ": " + what);
  };
  for (size_t at = 0; (at = code.find('<', at)) != std::string::npos;) {
    const size_t end = code.find('>', at);
    if (end == std::string::npos) throw wrong(at, "a tag has no end");
    const std::string tag = code.substr(at + 1, end - at - 1);
    if (!tag.empty() && tag[0] == '/') {
      const std::string name = tag.substr(1, tag.find_last_not_of(" \t\r\n"));
      const bool fits = !open.empty() && (open.back().path == name || open.back().path.ends_with("/" + name));
      if (!fits) throw wrong(at, "</" + name + "> ends nothing");
      open.back().close = at;
      done.push_back(open.back());
      open.pop_back();
    } else if (!tag.empty() && tag[0] != '?' && tag.back() != '/') {
      const std::string name = tag.substr(0, tag.find_first_of(" \t\r\n"));
      open.push_back({open.empty() ? name : open.back().path + "/" + name, at, end + 1, end + 1});
    }
    at = end + 1;
  }
  if (!open.empty()) throw wrong(open.back().open, "<" + open.back().path + "> has no end");
  return done;
}

const Element* element(const std::vector<Element>& all, std::string_view path) {
  const auto at = std::find_if(all.begin(), all.end(), [&](const Element& e) { return e.path == path; });
  return at == all.end() ? nullptr : &*at;
}

// The blanks before the first thing in the line of `at`.
std::string indentation(const std::string& text, size_t at) {
  const size_t start = at == 0 ? 0 : text.rfind('\n', at - 1) + 1;
  return text.substr(start, std::min(text.find_first_not_of(" \t", start), at) - start);
}

// One step of indentation, as the file has it.
std::string step_of(const std::string& text) {
  for (size_t at = 0; (at = text.find('\n', at)) != std::string::npos; ++at) {
    const size_t end = text.find_first_not_of(" \t", at + 1);
    if (end != std::string::npos && end > at + 1 && text[end] != '\n' && text[end] != '*')
      return text.substr(at + 1, end - at - 1);
  }
  return "  ";
}

// `lines`, each behind `margin`; the steps within it as `step`.
std::string indented(const std::string& lines, const std::string& margin, const std::string& step) {
  std::string out;
  std::istringstream in(lines);
  for (std::string line; std::getline(in, line);) {
    const size_t blanks = std::min(line.find_first_not_of(' '), line.size());
    out += margin;
    for (size_t i = 0; i < blanks / 2; ++i) out += step;
    out += line.substr(blanks) + "\n";
  }
  return out;
}

// Whole lines, before the line of `at`; where something else is in that line, it is broken there.
void insert_lines(std::string& text, size_t at, const std::string& lines) {
  const size_t start = at == 0 ? 0 : text.rfind('\n', at - 1) + 1;
  if (text.find_first_not_of(" \t", start) >= at) text.insert(start, lines);
  else text.insert(at, "\n" + lines + indentation(text, at));
}

// A block "name {" that no other encloses: where what it holds begins and ends.
std::optional<std::pair<size_t, size_t>> block(const std::string& code, std::string_view name) {
  size_t depth = 0, found = 0;
  for (size_t at = 0; at < code.size(); ++at) {
    const char c = code[at];
    if (c == '"' || c == '\'') {
      const size_t end = code.find_first_of(std::string{c, '\n'}, at + 1);
      if (end == std::string::npos) return std::nullopt;
      at = end;
    } else if (c == '{') {
      const size_t last = at == 0 ? std::string::npos : code.find_last_not_of(" \t\n", at - 1);
      const size_t from = last == std::string::npos ? 0 : last + 1 >= name.size() ? last + 1 - name.size() : 0;
      const bool starts = from == 0 || !std::isalnum(static_cast<unsigned char>(code[from - 1]));
      if (++depth == 1 && last != std::string::npos && starts && code.compare(from, last + 1 - from, name) == 0)
        found = at + 1;
    } else if (c == '}') {
      if (depth == 0) return std::nullopt;
      if (--depth == 0 && found) return std::pair{found, at};
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<BuildFile> BuildFile::in(const std::string& folder) {
  for (const auto& [tool, name] :
       {std::pair{BuildTool::Maven, "pom.xml"}, std::pair{BuildTool::GradleGroovy, "build.gradle"},
        std::pair{BuildTool::GradleKotlin, "build.gradle.kts"}}) {
    const std::string path = folder == "." ? name : (fs::path(folder) / name).string();
    std::error_code none;
    if (!fs::is_regular_file(path, none)) continue;
    auto text = base::whole_file(path);
    if (!text) throw std::runtime_error(path + ": cannot be read");
    return BuildFile(tool, path, std::move(*text));
  }
  return std::nullopt;
}

BuildFile::BuildFile(BuildTool tool, std::string path, std::string text)
    : tool_(tool),
      path_(std::move(path)),
      text_(std::move(text)),
      code_(tool == BuildTool::Maven ? without_xml_comments(text_) : without_comments(text_)) {
  if (tool_ == BuildTool::Maven) elements_of(code_, path_);
}

std::string BuildFile::entry(const Artifact& a) const {
  const std::string all = a.group + ":" + a.name + ":" + a.version;
  switch (tool_) {
    case BuildTool::GradleGroovy: return "testImplementation '" + all + "'\n";
    case BuildTool::GradleKotlin: return "testImplementation(\"" + all + "\")\n";
    case BuildTool::Maven: break;
  }
  return "<dependency>\n  <groupId>" + a.group + "</groupId>\n  <artifactId>" + a.name + "</artifactId>\n  <version>" +
         a.version + "</version>\n  <scope>test</scope>\n</dependency>\n";
}

bool BuildFile::names(std::string_view artifact) const {
  for (size_t at = 0; (at = code_.find(artifact, at)) != std::string::npos; ++at) {
    const auto part = [&](size_t i) {
      return i < code_.size() && (std::isalnum(static_cast<unsigned char>(code_[i])) || code_[i] == '-');
    };
    if ((at == 0 || !part(at - 1)) && !part(at + artifact.size())) return true;
  }
  return false;
}

std::vector<std::string> BuildFile::modules() const {
  std::vector<std::string> out;
  if (tool_ == BuildTool::Maven)
    for (const Element& e : elements_of(code_, path_))
      if (e.path == "project/modules/module") out.push_back(code_.substr(e.inside, e.close - e.inside));
  return out;
}

std::optional<std::string> BuildFile::with(const Artifact& artifact) const {
  return tool_ == BuildTool::Maven ? with_maven(artifact) : with_gradle(artifact);
}

std::optional<std::string> BuildFile::with_maven(const Artifact& artifact) const {
  const std::vector<Element> all = elements_of(code_, path_);
  const std::string step = step_of(text_);
  std::string out = text_;
  if (const Element* list = element(all, "project/dependencies")) {
    const std::string margin = indentation(text_, list->open) + step;
    insert_lines(out, list->close, indented(entry(artifact), margin, step));
    return out;
  }
  const Element* project = element(all, "project");
  if (!project) return std::nullopt;
  const std::string margin = indentation(text_, project->open) + step;
  const std::string list = "<dependencies>\n" + indented(entry(artifact), "  ", "  ") + "</dependencies>\n";
  insert_lines(out, project->close, indented(list, margin, step));
  return out;
}

std::optional<std::string> BuildFile::with_gradle(const Artifact& artifact) const {
  const std::string step = step_of(text_);
  std::string out = text_, code = code_;
  const auto add = [&](std::string_view name, const std::string& line) {
    const auto at = block(code, name);
    for (std::string* text : {&out, &code})
      if (at) insert_lines(*text, at->second, step + line);
      else *text += (text->ends_with('\n') ? "\n" : "\n\n") + std::string(name) + " {\n" + step + line + "}\n";
  };
  // What applies plugins to modules only ("subprojects { ... }") has no list of its own to add to.
  if (!block(code, "dependencies") && (block(code, "subprojects") || block(code, "allprojects"))) return std::nullopt;
  if (code.find("mavenLocal()") == std::string::npos) add("repositories", "mavenLocal()\n");
  add("dependencies", entry(artifact));
  return out;
}

}  // namespace jmc::check::project
