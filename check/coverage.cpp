#include "check/coverage.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "base/split.hpp"
#include "check/command_line.hpp"
#include "check/locked_file.hpp"
#include "check/report/markup.hpp"
#include "classfile/files.hpp"
#include "vm/bytecodes.hpp"
#include "vm/insn.hpp"
#include "vm/vm.hpp"

namespace jmc::check {

namespace {

namespace fs = std::filesystem;

constexpr const char* kBegin = "<script type=\"text/plain\" id=\"lcov\">";
constexpr const char* kEnd = "</script>";

bool of_program(const vm::Method& m) {
  return m.file && m.file->code && !m.internal && !m.owner->boot && !m.owner->hidden && m.owner->file;
}

std::string dotted(std::string name) {
  std::replace(name.begin(), name.end(), '/', '.');
  return name;
}

// As code hosts and genhtml find it: the file itself where it is there, else package and name.
std::string path_of(const classfile::ClassFile& c, const std::string& origin, const std::string& source_path) {
  const std::string name(c.name), package = name.substr(0, name.rfind('/') + 1);
  const std::string file(c.source_file.empty() ? dotted(name) : std::string(c.source_file));
  const std::string qualified = package + file;
  std::error_code none;
  for (const std::string& folder : base::split(source_path, ':'))
    for (const std::string& at : {qualified, file})
      if (const fs::path p = fs::path(folder) / at; !folder.empty() && fs::is_regular_file(p, none))
        return fs::absolute(p, none).lexically_normal().string();
  if (const fs::path p = fs::path(origin).parent_path() / file; fs::is_regular_file(p, none))
    return fs::absolute(p, none).lexically_normal().string();
  return qualified;
}

std::string short_path(const vm::Klass& k) {
  return (k.package.empty() ? "" : std::string(k.package) + "/") + std::string(k.file->source_file);
}

// "0+12+4-" for offsets 0 and 12, which were executed, and 4, which was not.
std::string text_of(const std::map<uint32_t, bool>& bytecodes) {
  std::string out;
  for (const auto& [offset, executed] : bytecodes) out += std::to_string(offset) + (executed ? "+" : "-");
  return out;
}

std::vector<std::string> folders_of(const std::string& path) {
  std::vector<std::string> out = base::split(path, ':');
  std::error_code none;
  std::erase_if(out, [&](const std::string& element) { return !fs::is_directory(element, none); });
  return out;
}

bool within(const std::string& file, const std::vector<std::string>& folders) {
  std::error_code none;
  const fs::path path = fs::weakly_canonical(file, none);
  return std::any_of(folders.begin(), folders.end(), [&](const std::string& folder) {
    const fs::path relative = path.lexically_relative(fs::weakly_canonical(folder, none));
    return !relative.empty() && *relative.begin() != "..";
  });
}

// A class that no execution has asked for: nothing of it was executed.
void add_unused(const classfile::ClassFile& c, const std::string& origin, const std::string& source_path,
                CoverageData& out) {
  FileCoverage* file = nullptr;
  for (const classfile::Method& m : c.methods) {
    if (!m.code) continue;
    if (!file) file = &out.files[path_of(c, origin, source_path)];
    MethodCoverage& covered =
        file->methods[dotted(std::string(c.name)) + "." + std::string(m.name) + std::string(m.descriptor)];
    const std::span<const uint8_t> code = m.code->bytecode;
    for (uint32_t at = 0, length = 0; at < code.size() && (length = vm::instruction_length(code, at)); at += length)
      covered.bytecodes.emplace(at, false);
    for (const classfile::LineEntry& l : m.code->lines) {
      file->lines.emplace(l.line, 0);
      if (!covered.line || l.line < covered.line) covered.line = l.line;
    }
  }
}

uint64_t number(const std::string& text) { return std::strtoull(text.c_str(), nullptr, 10); }

}  // namespace

void CoverageData::add(const CoverageData& other) {
  for (const auto& [path, theirs] : other.files) {
    FileCoverage& file = files[path];
    for (const auto& [line, count] : theirs.lines) file.lines[line] += count;
    for (const auto& [name, method] : theirs.methods) {
      MethodCoverage& m = file.methods[name];
      if (method.line) m.line = method.line;
      m.calls += method.calls;
      for (const auto& [offset, executed] : method.bytecodes) m.bytecodes[offset] |= executed;
    }
    for (const auto& [line, text] : theirs.text) file.text[line] = text;
  }
  for (const auto& [lines, orders] : other.pairs) {
    auto& [forth, back] = pairs[lines];
    forth |= orders.first;
    back |= orders.second;
  }
}

std::string CoverageData::lcov() const {
  std::string out = "TN:jmc\n";
  for (const auto& [path, file] : files) {
    out += "SF:" + path + "\n";
    size_t called = 0, hit = 0;
    for (const auto& [name, m] : file.methods) {
      out += "FN:" + std::to_string(m.line) + "," + name + "\n";
      called += m.calls != 0;
    }
    for (const auto& [name, m] : file.methods) {
      out += "FNDA:" + std::to_string(m.calls) + "," + name + "\n";
      out += "#jmc bytecodes " + text_of(m.bytecodes) + " " + name + "\n";
    }
    out += "FNF:" + std::to_string(file.methods.size()) + "\nFNH:" + std::to_string(called) + "\n";
    for (const auto& [line, count] : file.lines) {
      out += "DA:" + std::to_string(line) + "," + std::to_string(count) + "\n";
      hit += count != 0;
    }
    for (const auto& [line, text] : file.text) out += "#jmc source " + std::to_string(line) + " " + text + "\n";
    out += "LF:" + std::to_string(file.lines.size()) + "\nLH:" + std::to_string(hit) + "\nend_of_record\n";
  }
  for (const auto& [lines, orders] : pairs)
    out += std::string("#jmc pair ") + (orders.first ? "+" : "-") + (orders.second ? "+" : "-") + "\t" + lines.first +
           "\t" + lines.second + "\n";
  return out;
}

CoverageData CoverageData::parse(const std::string& text, const std::string& file) {
  CoverageData out;
  FileCoverage* in = nullptr;
  std::istringstream lines(text);
  size_t at = 0;
  for (std::string line; std::getline(lines, line);) {
    ++at;
    const size_t colon = line.find(':'), comma = line.find(',');
    const std::string key = line.substr(0, colon), rest = colon == std::string::npos ? "" : line.substr(colon + 1);
    if (line.starts_with("#jmc pair ") && line.size() > 13) {
      const size_t first = line.find('\t'), second = line.find('\t', first + 1);
      if (second == std::string::npos) continue;
      out.pairs[{line.substr(first + 1, second - first - 1), line.substr(second + 1)}] = {line[10] == '+',
                                                                                          line[11] == '+'};
    } else if (key == "SF") {
      in = &out.files[rest];
    } else if (line == "end_of_record") {
      in = nullptr;
    } else if (in && key == "DA" && comma != std::string::npos) {
      in->lines[static_cast<int>(number(rest))] += number(line.substr(comma + 1));
    } else if (in && key == "FN" && comma != std::string::npos) {
      in->methods[line.substr(comma + 1)].line = static_cast<int>(number(rest));
    } else if (in && key == "FNDA" && comma != std::string::npos) {
      in->methods[line.substr(comma + 1)].calls += number(rest);
    } else if (in && line.starts_with("#jmc bytecodes ")) {
      const size_t space = line.find(' ', 15);
      if (space == std::string::npos) continue;
      MethodCoverage& m = in->methods[line.substr(space + 1)];
      for (size_t i = 15; i < space;) {
        size_t end = i;
        while (end < space && line[end] != '+' && line[end] != '-') ++end;
        m.bytecodes[static_cast<uint32_t>(number(line.substr(i, end - i)))] |= end < space && line[end] == '+';
        i = end + 1;
      }
    } else if (in && line.starts_with("#jmc source ")) {
      const size_t space = line.find(' ', 12);
      in->text[static_cast<int>(number(line.substr(12)))] = space == std::string::npos ? "" : line.substr(space + 1);
    } else if (!line.empty() && line[0] != '#' && colon == std::string::npos) {
      throw UsageError("--coverage=" + file + ": line " + std::to_string(at) +
                       " is none of a tracefile; expected a file that --coverage has written, or none");
    }
  }
  return out;
}

Coverage::Coverage(vm::Vm& vm) : StepObserver(true), vm_(vm) { vm.observer = this; }

Coverage::~Coverage() {
  if (vm_.observer == this) vm_.observer = nullptr;
}

void Coverage::at(vm::ThreadId, const vm::Method& m, uint32_t pc) {
  if (&m != last_) {
    last_ = &m;
    counts_ = nullptr;
    if (of_program(m)) {
      counts_ = &executed_[&m];
      if (counts_->size() < m.code_length) counts_->resize(m.code_length);
    }
  }
  if (counts_ && pc < counts_->size()) {
    ++(*counts_)[pc];
    if (m.code[pc].op == vm::Opc::LoadGetField && pc + 1 < counts_->size()) ++(*counts_)[pc + 1];  // both in one
  }
}

Coverage::Line Coverage::line_of(vm::ThreadId t) const {
  Line out;
  vm_.walk_frames(t, [&](vm::Method* m, uint32_t pc) {
    if (!of_program(*m)) return true;
    out = {m, m->line_of(pc)};
    return false;
  });
  return out;
}

// The thread does what another one is about to do, too, and one of the two changes it.
void Coverage::takes(vm::ThreadId t, const vm::Pending& mine) {
  using Kind = vm::PendingKind;
  const auto access = [](const vm::Pending& p) {
    return p.kind == Kind::Read || p.kind == Kind::Write || p.kind == Kind::Cas;
  };
  const auto lock = [](const vm::Pending& p) { return p.kind == Kind::MonitorEnter || p.kind == Kind::Lock; };
  if (!mine.object || !(access(mine) || lock(mine))) return;
  for (vm::ThreadId u = 0; u < vm_.thread_count(); ++u) {
    if (u == t || vm_.thread(u).s.ended) continue;
    const vm::Pending& theirs = vm_.thread(u).s.pending;
    if (theirs.object != mine.object) continue;
    const bool both_lock = lock(mine) && lock(theirs);
    const bool both_access = access(mine) && access(theirs) && mine.offset == theirs.offset &&
                             (mine.kind != Kind::Read || theirs.kind != Kind::Read);
    if (!both_lock && !both_access) continue;
    const Line first = line_of(t), second = line_of(u);
    if (first.method && second.method) orders_[{first, second}] = true;
  }
}

CoverageData Coverage::data(listeners::Sources& sources, const std::string& source_path, const std::string& of) {
  CoverageData out;
  const std::vector<std::string> folders = folders_of(of);
  std::set<std::string> loaded;
  for (uint32_t id = 0; id < vm_.class_count(); ++id) {
    vm::Klass& k = *vm_.klass(id);
    if (k.boot || k.hidden || !k.file) continue;
    loaded.insert(k.name);
    if (!of.empty() && !within(k.origin, folders)) continue;
    FileCoverage* file = nullptr;
    for (const auto& method : k.methods) {
      vm::Method& m = *method;
      if (!of_program(m)) continue;
      if (!m.code) {
        try {
          vm::translate(vm_, m);
        } catch (const std::exception&) { continue; }  // it was never called, and cannot be
      }
      if (!file) file = &out.files[path_of(*k.file, k.origin, source_path)];
      MethodCoverage& covered =
          file->methods[k.external_name() + "." + std::string(m.name) + std::string(m.descriptor)];
      const auto found = executed_.find(&m);
      for (uint32_t pc = 0; pc < m.code_length && pc < m.bci.size(); ++pc) {
        const uint64_t count = found != executed_.end() && pc < found->second.size() ? found->second[pc] : 0;
        bool& executed = covered.bytecodes[m.bci[pc]];
        executed |= count != 0;
        if (pc == 0) covered.calls = count;
        const int line = m.line_of(pc);
        if (line <= 0) continue;
        if (!covered.line || line < covered.line) covered.line = line;
        uint64_t& most = file->lines[line];
        most = std::max(most, count);
      }
    }
    if (!file) continue;
    if (const std::vector<std::string>* text = sources.lines(k))
      for (size_t n = 0; n < text->size(); ++n) file->text[static_cast<int>(n) + 1] = (*text)[n];
  }
  std::error_code error;  // what cannot be read has no lines either
  for (const std::string& folder : folders)
    for (fs::recursive_directory_iterator it(folder, fs::directory_options::skip_permission_denied, error), end;
         !error && it != end; it.increment(error)) {
      const std::string file = it->path().string();
      if (!file.ends_with(".class")) continue;
      try {
        std::optional<classfile::Bytes> bytes = classfile::read_file(file);
        if (!bytes) continue;
        const classfile::ClassFile c = classfile::parse(*std::move(bytes));
        if (loaded.insert(std::string(c.name)).second) add_unused(c, file, source_path, out);
      } catch (const classfile::FormatError&) {}  // what is no class file has no lines
    }
  for (const auto& [lines, seen] : orders_) {
    if (!of.empty() &&
        !(within(lines.first.method->owner->origin, folders) && within(lines.second.method->owner->origin, folders)))
      continue;
    const auto name = [](const Line& l) { return short_path(*l.method->owner) + ":" + std::to_string(l.line); };
    std::string a = name(lines.first), b = name(lines.second);
    const bool swap = b < a;
    auto& [forth, back] = out.pairs[swap ? std::pair(b, a) : std::pair(a, b)];
    // Of one line in two threads both orders are the same.
    if (a == b) forth = back = true;
    else (swap ? back : forth) = true;
  }
  return out;
}

void write_coverage(const std::string& file, const CoverageData& data) {
  const LockedFile locked("--coverage", file);
  std::string text = locked.content();
  const bool page = file.ends_with(".html") || file.ends_with(".htm");
  CoverageData all;
  if (!text.empty()) {
    if (page) {
      const size_t begin = text.find(kBegin), end = text.find(kEnd, begin);
      if (begin == std::string::npos || end == std::string::npos)
        throw UsageError("--coverage=" + file +
                         ": this page is none of coverage; expected one that --coverage has "
                         "written, or none");
      text = text.substr(begin + std::strlen(kBegin), end - begin - std::strlen(kBegin));
      for (size_t at = 0; (at = text.find("\\u003c", at)) != std::string::npos; ++at) text.replace(at, 6, "<");
    }
    all = CoverageData::parse(text, file);
  }
  all.add(data);
  std::string out;
  if (page) {
    out = coverage_page(all);
    std::string kept = all.lcov();
    for (size_t at = 0; (at = kept.find('<', at)) != std::string::npos; at += 6) kept.replace(at, 1, "\\u003c");
    const size_t body = out.rfind("</body>");
    out.insert(body, kBegin + printable_utf8(kept) + kEnd + "\n");
  } else {
    for (auto& [path, one] : all.files) one.text.clear();
    out = all.lcov();
  }
  locked.replace(out);
}

}  // namespace jmc::check
