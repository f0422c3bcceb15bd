#include "mcp/runner.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>

#include "base/whole_file.hpp"
#include "classfile/external_name.hpp"

namespace jmc::mcp {

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;
using How = check::ChildEnd::How;

constexpr double kCompileSeconds = 60, kReplaySeconds = 60;
// What jmc takes to come to an end after its limit: stories (check/search/check.cpp, cli/watchdog.hpp), and writing
// reports.
constexpr double kSlack = 3, kGrace = 15;

double since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

class Taken {
 public:
  Taken(Slots& slots, const Call& call) : slots_(slots) { slots_.take(call); }
  ~Taken() { slots_.give(); }
  Taken(const Taken&) = delete;

 private:
  Slots& slots_;
};

using classfile::dotted;

std::string listed(const std::vector<std::string>& names) {
  std::string out;
  for (const std::string& n : names) out += (out.empty() ? "" : ", ") + dotted(n);
  return out;
}

// Of what javac says, what the client can give.
std::string what_is_missing(const std::string& said) {
  if (said.find("package org.junit") != std::string::npos || said.find("package junit.framework") != std::string::npos)
    return "JUnit is not on the class path: give its jars by the argument classpath, and what to run by test";
  if (said.find(" does not exist") != std::string::npos)
    return "a library is not on the class path: give jars and folders of classes by the argument classpath";
  if (said.find("--enable-preview") != std::string::npos) return "use the argument preview";
  return {};
}

// The last lines, which say why a process has ended.
std::string tail(const std::string& text) {
  constexpr size_t kMost = 1500;
  const size_t from = text.size() > kMost ? text.find('\n', text.size() - kMost) + 1 : 0;
  return text.substr(from);
}

std::string number(double n) {
  char out[32];
  std::snprintf(out, sizeof out, "%g", n);
  return out;
}

// What a cached answer may stand for: what came to an end by itself, and would again.
bool stays(const Check& check) {
  if (check.verdict == "verified" || check.verdict == "violated") {
    // Of several, or of a table of methods, some may have had no time.
    return std::all_of(check.units.begin(), check.units.end(), [](const Unit& u) {
      if (!u.report) return u.verdict == "skipped";
      const std::string cause = text_at(*u.report, "cause");
      return cause.empty() || cause == "first-violation";
    });
  }
  return false;
}

bool is_verdict_of(const std::string& verdict, int status) {
  return (status == 0 && verdict == "verified") || (status == 1 && verdict == "violated") ||
         (status == 2 && verdict == "error") || (status == 3 && verdict == "inconclusive");
}

}  // namespace

void Slots::take(const Call& call) {
  std::unique_lock lock(mutex_);
  while (!free_) {
    if (call.cancelled.load()) throw Cancelled();
    if (call.progress) call.progress(0, 0, "waits for its turn");
    changed_.wait_for(lock, std::chrono::milliseconds(100));
  }
  --free_;
}

void Slots::give() {
  const std::lock_guard guard(mutex_);
  ++free_;
  changed_.notify_one();
}

Runner::Runner(const ServerSettings& settings, Checks& checks)
    : settings_(settings), checks_(checks), slots_(settings.jobs) {}

// The class to run, where the subject has not named it.
std::string Runner::compile(const Subject& subject, const std::string& folder, const std::string& class_path,
                            Call& call) {
  if (call.progress) call.progress(0, subject.seconds, "javac");
  const CompileOptions options{settings_.jdk, class_path, subject.preview, settings_.release};
  const Compiled compiled =
      mcp::compile(subject.sources, folder, options, {kCompileSeconds, 0, settings_.memory_limit}, call.cancelled);
  if (compiled.how == How::Cancelled) throw Cancelled();
  if (!compiled.good) throw ToolError("javac: " + compiled.said + what_is_missing(compiled.said));
  if (!subject.name.empty()) return subject.name;
  if (subject.command == check::Command::Linearizability) {
    std::vector<std::string> own = classes_of(folder + "/classes");
    if (own.size() == 1) return dotted(own.front());
    throw ToolError("class: expected which of the classes is to be checked: " + listed(own));
  }
  const std::vector<std::string> mains = classes_with_main(folder + "/classes", settings_.release);
  if (mains.size() == 1) return dotted(mains.front());
  if (!mains.empty()) throw ToolError("class: expected which of the programs is to be checked: " + listed(mains));
  const bool tests = std::any_of(subject.sources.begin(), subject.sources.end(),
                                 [](const auto& s) { return s.second.find("org.junit") != std::string::npos; });
  throw ToolError("no class has a method \"public static void main(String[])\"; " +
                  std::string(tests ? "for JUnit tests use the argument test, \"pkg.Class#method\" or \"pkg.Class\""
                                    : "give it one that starts the threads and asserts what is to hold, or use "
                                      "check_linearizability, which makes such programs of the calls of a class"));
}

Runner::Answer Runner::check(const Subject& given, const std::string& tool, const std::vector<std::string>& extra,
                             Call& call) {
  Subject subject = given;
  subject.options.insert(subject.options.end(), extra.begin(), extra.end());
  std::sort(subject.options.begin(), subject.options.end());
  const auto twice = std::unique(subject.options.begin(), subject.options.end());
  subject.options.erase(twice, subject.options.end());
  const std::string key = digests_.key_of(subject, settings_);
  if (!subject.fresh)
    if (CheckPtr known = checks_.find_key(key)) return {std::move(known), true};
  const Taken slot(slots_, call);
  // It may have been checked while this one waited.
  if (!subject.fresh)
    if (CheckPtr known = checks_.find_key(key)) return {std::move(known), true};
  const Clock::time_point start = Clock::now();
  auto check = std::make_shared<Check>();
  check->folder = work_.make();
  const std::string& folder = check->folder->path();
  std::string class_path = subject.class_path, name = subject.file.empty() ? subject.name : subject.file;
  if (!subject.sources.empty()) {
    name = compile(subject, folder, class_path, call);
    class_path = folder + "/classes" + (class_path.empty() ? "" : ":" + class_path);
  }
  using check::Command;
  check::ChildCommand command{
      "/proc/self/exe", {"jmc"}, "", {{"JMC_PROGRESS", "1"}, {"COLUMNS", ""}, {"NO_COLOR", "1"}}};
  std::vector<std::string>& words = command.words;
  if (subject.command == Command::Test) words.push_back("test");
  if (subject.command == Command::Linearizability) words.push_back("linearizability");
  words.push_back("--json=" + folder + "/report.json");
  if (subject.command == Command::Check) words.push_back("--witness=" + folder + "/report.witness.json");
  else words.push_back("--jobs=" + std::to_string(std::max(1u, settings_.jobs)));
  if (!class_path.empty() || !subject.file.empty())
    words.push_back("--classpath=" + (class_path.empty() ? "." : class_path));
  if (!subject.sources.empty()) words.push_back("--sourcepath=" + folder + "/sources");
  words.push_back("--jdk=" + settings_.jdk);
  words.push_back("--time-limit=" + number(subject.seconds));
  words.push_back("--memory-limit=" + std::to_string(settings_.memory_limit));
  words.push_back("--width=100");
  words.insert(words.end(), subject.options.begin(), subject.options.end());
  if (subject.command == Command::Check) words.push_back("--");
  words.push_back(name);
  if (subject.command == Command::Check) words.insert(words.end(), subject.arguments.begin(), subject.arguments.end());
  check::ChildWatch watch;
  std::string latest;
  watch.line = [&](const std::string& line) { latest = line; };
  watch.tick = [&](double seconds) {
    if (call.progress) call.progress(seconds, subject.seconds, latest);
  };
  const check::ChildLimits limits{subject.seconds + kSlack, kGrace,
                                  settings_.memory_limit + settings_.memory_limit / 10};
  const check::ChildEnd ended = check::run_child(command, limits, call.cancelled, watch);
  if (ended.how == How::Cancelled) throw Cancelled();
  check->tool = tool;
  check->subject = subject.words();
  if (subject.name.empty() && subject.file.empty()) check->subject = name;
  check->id = checks_.next_id();
  check->json = base::whole_file(folder + "/report.json").value_or("");
  check->seconds = since(start);
  check->text = ended.out.empty() ? ended.err : ended.out;
  std::string wrong;
  // A report of a process that did not come to its end is none, whatever it says.
  if (ended.how != How::Exited || !parse(check->json, check->document, wrong) || !check->read_report() ||
      !is_verdict_of(check->verdict, ended.status))
    throw ToolError(
        "there is no answer: " +
        (ended.how != How::Exited ? ended.why : "jmc left no report, exit status " + std::to_string(ended.status)) +
        (ended.err.empty() ? "" : "\n" + tail(ended.err)));
  if (check->verdict == "error") {
    const Value* why = find(check->document, "error");
    const std::string said = why && why->IsString() ? why->GetString() : text_at(check->document, "reason");
    if (!check->of_tests() || check->units.empty()) throw ToolError(said.empty() ? tail(check->text) : said);
  }
  if (stays(*check)) check->key = key;
  checks_.add(check);
  return {check, false};
}

std::string Runner::replay(const Check&, const Unit& unit, size_t execution, const std::string& commands, Call& call) {
  const Taken slot(slots_, call);
  check::ChildCommand command{
      "/proc/self/exe",
      {"jmc", "replay", "--interactive", "--execution=" + std::to_string(execution), unit.witness},
      commands,
      {{"COLUMNS", ""}, {"NO_COLOR", "1"}}};
  const check::ChildEnd ended = check::run_child(
      command, {std::min(kReplaySeconds, settings_.time_limit), 0, settings_.memory_limit}, call.cancelled);
  if (ended.how == How::Cancelled) throw Cancelled();
  if (ended.how != How::Exited) throw ToolError(ended.why);
  if (ended.status == 2) throw ToolError(tail(ended.err.empty() ? ended.out : ended.err));
  return ended.out;
}

}  // namespace jmc::mcp
