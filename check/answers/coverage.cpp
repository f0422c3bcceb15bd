#include "check/answers/coverage.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/attempt.hpp"
#include "base/number.hpp"
#include "base/split.hpp"
#include "check/options/command_line.hpp"
#include "check/report/markup.hpp"
#include "check/system/locked_file.hpp"
#include "classfile/external_name.hpp"
#include "classfile/files.hpp"
#include "vm/code/bytecodes.hpp"
#include "vm/code/insn.hpp"
#include "vm/vm.hpp"

namespace jmc::check {

namespace {

namespace fs = std::filesystem;

constexpr const char* kBegin = "<script type=\"text/plain\" id=\"lcov\">";
constexpr const char* kEnd = "</script>";

bool is_covered(const vm::Klass& k) { return !k.boot && !k.hidden && k.file; }

bool of_program(const vm::Method& m) { return m.file && m.file->code && !m.internal && is_covered(*m.owner); }

using classfile::dotted;

// As code hosts and genhtml find it: the file itself where it is there, else package and name.
std::string path_of(const classfile::ClassFile& c, const std::string& origin, listeners::Sources& sources) {
  std::error_code none;
  if (const std::string found = sources.path(c, origin); !found.empty())
    return fs::absolute(found, none).lexically_normal().string();
  const std::string name(c.name), package = name.substr(0, name.rfind('/') + 1);
  return package + (c.source_file.empty() ? dotted(name) : std::string(c.source_file));
}

// "pkg/Queue.java:12"
std::string class_and_line(const classfile::ClassFile& c, int line) {
  return std::string(c.name.substr(0, c.name.rfind('/') + 1)) + std::string(c.source_file) + ":" + std::to_string(line);
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

int line_at(const classfile::Code& code, uint32_t offset) {
  int line = 0, best = -1;
  for (const classfile::LineEntry& l : code.lines)
    if (l.start <= offset && l.start >= best) best = l.start, line = l.line;
  return line;
}

// `executed`: by name and descriptor; of what is not in it nothing was executed.
void add_class(const classfile::ClassFile& c, const std::string& origin, listeners::Sources& sources,
               const std::map<std::string, BytecodeCounts>& executed, CoverageData& out) {
  FileCoverage* file = nullptr;
  for (const classfile::Method& m : c.methods) {
    if (!m.code) continue;
    if (!file) {
      file = &out.files[path_of(c, origin, sources)];
      if (const std::vector<std::string>* text = sources.lines(c, origin))
        for (size_t n = 0; n < text->size(); ++n) file->text[static_cast<int>(n) + 1] = (*text)[n];
    }
    const std::string name = std::string(m.name) + std::string(m.descriptor);
    const auto found = executed.find(name);
    MethodCoverage& covered = file->methods[dotted(std::string(c.name)) + "." + name];
    const std::span<const uint8_t> code = m.code->bytecode;
    for (uint32_t at = 0, length = 0; at < code.size() && (length = vm::instruction_length(code, at)); at += length) {
      const uint64_t count = found != executed.end() && at < found->second.size() ? found->second[at] : 0;
      covered.bytecodes[at] |= count != 0;
      if (at == 0) covered.calls += count;
      const int line = line_at(*m.code, at);
      if (line <= 0) continue;
      if (!covered.line || line < covered.line) covered.line = line;
      uint64_t& most = file->lines[line];
      most = std::max(most, count);
    }
  }
}

template <typename Number = uint64_t>
Number number(std::string_view text) {
  return base::number_of<Number>(text).value_or(0);
}

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
    // "DA:12,3"
    const std::string before = rest.substr(0, rest.find(',')),
                      behind = line.substr(std::min(comma, line.size() - 1) + 1);
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
      in->lines[number<int>(before)] += number(behind);
    } else if (in && key == "FN" && comma != std::string::npos) {
      in->methods[behind].line = number<int>(before);
    } else if (in && key == "FNDA" && comma != std::string::npos) {
      in->methods[behind].calls += number(before);
    } else if (in && line.starts_with("#jmc bytecodes ")) {
      const size_t space = line.find(' ', 15);
      if (space == std::string::npos) continue;
      MethodCoverage& m = in->methods[line.substr(space + 1)];
      for (size_t i = 15; i < space;) {
        size_t end = i;
        while (end < space && line[end] != '+' && line[end] != '-') ++end;
        m.bytecodes[number<uint32_t>(line.substr(i, end - i))] |= end < space && line[end] == '+';
        i = end + 1;
      }
    } else if (in && line.starts_with("#jmc source ")) {
      const size_t space = line.find(' ', 12);
      in->text[number<int>(line.substr(12, space - 12))] = space == std::string::npos ? "" : line.substr(space + 1);
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

void Coverage::share(uint32_t workers) {
  while (logs_.size() < workers) logs_.push_back(std::make_unique<CoverageLog>());
}

void Coverage::count_in(uint32_t worker) {
  log_ = logs_[worker].get();
  // What the parent has counted up to here is the parent's.
  executed_.clear(), own_.clear(), orders_.clear();
  last_ = nullptr;
}

uint64_t Coverage::logged(const vm::Klass& k) {
  const auto [at, added] = logged_.try_emplace(&k, 0);
  if (added) at->second = log_->add_class(k.origin, k.file->bytes.data);
  return at->second;
}

Coverage::Counts Coverage::counts_of(const vm::Method& m) {
  if (!of_program(m)) return {};
  Counts& known = executed_[&m];
  if (known.size >= m.code_length) return known;
  if (log_) {
    // A class of which nothing was executed is covered, too: not at all.
    for (; seen_ < vm_.class_count(); ++seen_)
      if (const vm::Klass& k = *vm_.klass(static_cast<uint32_t>(seen_)); is_covered(k)) logged(k);
    known = {log_->add_method(logged(*m.owner), std::string(m.name) + std::string(m.descriptor), m.bci), m.bci.size()};
  } else {
    own_.emplace_back(m.code_length);
    if (known.counts) std::copy_n(known.counts, known.size, own_.back().data());
    known = {own_.back().data(), own_.back().size()};
  }
  return known;
}

void Coverage::at(vm::ThreadId, const vm::Method& m, uint32_t pc) {
  if (&m != last_) {
    last_ = &m;
    counts_ = counts_of(m);
  }
  if (pc >= counts_.size) return;
  ++counts_.counts[pc];
  if (m.code[pc].op == vm::Opc::LoadGetField && pc + 1 < counts_.size) ++counts_.counts[pc + 1];  // both in one
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
    if (!first.method || !second.method || !orders_.emplace(first, second).second || !log_) continue;
    log_->add_order({{logged(*first.method->owner), first.line}, {logged(*second.method->owner), second.line}});
  }
}

CoverageData Coverage::data(listeners::Sources& sources, const std::string& of) {
  CoverageData out;
  const std::vector<std::string> folders = folders_of(of);
  const auto counts = [&](const std::string& origin) { return of.empty() || within(origin, folders); };
  std::set<std::string> loaded;
  std::map<const vm::Klass*, std::map<std::string, BytecodeCounts>> executed;
  for (const auto& [m, counted] : executed_)
    if (counted.counts)
      count_bytecodes({counted.counts, counted.size}, m->bci,
                      executed[m->owner][std::string(m->name) + std::string(m->descriptor)]);
  for (uint32_t id = 0; id < vm_.class_count(); ++id) {
    const vm::Klass& k = *vm_.klass(id);
    if (!is_covered(k)) continue;
    loaded.insert(k.name);
    if (counts(k.origin)) add_class(*k.file, k.origin, sources, executed[&k], out);
  }
  const auto add_order = [&](const std::string& a, const std::string& b) {
    const bool swap = b < a;
    auto& [forth, back] = out.pairs[swap ? std::pair(b, a) : std::pair(a, b)];
    // Of one line in two threads both orders are the same.
    if (a == b) forth = back = true;
    else (swap ? back : forth) = true;
  };
  for (const auto& [first, second] : orders_) {
    const vm::Klass &a = *first.method->owner, &b = *second.method->owner;
    if (counts(a.origin) && counts(b.origin))
      add_order(class_and_line(*a.file, first.line), class_and_line(*b.file, second.line));
  }
  for (const auto& log : logs_) {
    CoverageData of_worker;
    std::map<uint64_t, classfile::ClassFile> files;
    for (const auto& [at, logged] : log->classes()) {
      const classfile::ClassFile& c =
          files.emplace(at, classfile::parse(classfile::Bytes{logged.bytes, nullptr, logged.origin})).first->second;
      loaded.insert(std::string(c.name));
      if (counts(logged.origin)) add_class(c, logged.origin, sources, logged.methods, of_worker);
      else files.erase(at);
    }
    out.add(of_worker);
    for (const LoggedOrder& order : log->orders())
      if (files.contains(order.first.klass) && files.contains(order.second.klass))
        add_order(class_and_line(files.at(order.first.klass), order.first.line),
                  class_and_line(files.at(order.second.klass), order.second.line));
  }
  std::error_code error;  // what cannot be read has no lines either
  for (const std::string& folder : folders)
    for (fs::recursive_directory_iterator it(folder, fs::directory_options::skip_permission_denied, error), end;
         !error && it != end; it.increment(error)) {
      const std::string file = it->path().string();
      if (!file.ends_with(".class")) continue;
      // What is no class file has no lines.
      base::attempt<classfile::FormatError>([&] {
        std::optional<classfile::Bytes> bytes = classfile::read_file(file);
        if (!bytes) return;
        const classfile::ClassFile c = classfile::parse(*std::move(bytes));
        if (loaded.insert(std::string(c.name)).second) add_class(c, file, sources, {}, out);
      });
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
    if (!file.starts_with("/proc/self/fd/"))
      for (auto& [path, one] : all.files) one.text.clear();
    out = all.lcov();
  }
  locked.replace(out);
}

}  // namespace jmc::check
