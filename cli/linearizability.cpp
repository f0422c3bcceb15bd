#include "cli/linearizability.hpp"

#include <rapidjson/document.h>
#include <rapidjson/prettywriter.h>
#include <rapidjson/stringbuffer.h>
#include <sys/wait.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "classfile/class_path.hpp"
#include "linearizability/client.hpp"

namespace jmc::cli {

namespace {

namespace lin = jmc::linearizability;
using lin::ProgramError;

constexpr size_t kMostSequential = 2000;

// A folder that is gone at the end.
class Folder {
 public:
  Folder() {
    path_ = (std::filesystem::temp_directory_path() / "jmc-linearizability-XXXXXX").string();
    if (!mkdtemp(path_.data())) throw ProgramError(path_ + ": " + std::strerror(errno));
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  void write(const std::string& name, const std::vector<uint8_t>& bytes) const {
    std::ofstream f(file(name), std::ios::binary);
    f.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    f.close();
    if (!f) throw ProgramError(file(name) + ": could not be written");
  }
  std::string file(const std::string& name) const { return path_ + "/" + name + ".class"; }

 private:
  std::string path_;
};

// What a child says of a sequential execution: its verdict's first letter ('b' for blocked), then its outcomes or what went wrong.
std::string told(const Report& r) {
  if (r.verdict == Verdict::Error) return "e" + r.reason;
  std::string text = "o";
  if (!r.complete) return "i" + r.reason;
  for (const ReportedViolation& v : r.violations) {
    if (v.found.kind != por::ErrorKind::Deadlock) return "eof a sequential execution: " + v.found.message;
    text = "b";
  }
  for (const auto& [outcome, ignored] : r.outcomes)
    if (outcome.ends_with('\n')) text += outcome;         // an execution that blocked has printed nothing
  return text;
}

// One sequential execution in a process of its own.
std::string run_sequential(Options options, const std::string& file, const Stop& stop, std::chrono::steady_clock::time_point start) {
  int ends[2];
  if (pipe(ends)) throw ProgramError(std::string("pipe: ") + std::strerror(errno));
  const pid_t child = fork();
  if (child < 0) throw ProgramError(std::string("fork: ") + std::strerror(errno));
  if (!child) {
    close(ends[0]);
    options.program = file;
    options.search.keep_going = true;
    const std::string text = told(run(options, stop, start));
    for (size_t at = 0; at < text.size();) {
      const ssize_t n = write(ends[1], text.data() + at, text.size() - at);
      if (n <= 0) break;
      at += static_cast<size_t>(n);
    }
    _exit(0);
  }
  close(ends[1]);
  std::string text;
  char buffer[4096];
  for (ssize_t n; (n = read(ends[0], buffer, sizeof buffer)) != 0;) {
    if (n > 0) text.append(buffer, static_cast<size_t>(n));
    else if (errno != EINTR || stop.now.load()) break;
  }
  close(ends[0]);
  int status = 0;
  if (stop.now.load()) kill(child, SIGKILL);
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
  if (stop.now.load()) return "istopped during the sequential executions";
  return text.empty() || !WIFEXITED(status) ? "ea sequential execution ended unexpectedly" : text;
}

Report check(Linearizability& what, Options& options, const Stop& stop, std::chrono::steady_clock::time_point start) {
  const lin::Program program = lin::parse_program(what.program);
  const lin::Call constructor = lin::parse_constructor(what.cls);
  what.program = lin::text_of(program);
  const std::vector<std::vector<int>> orders = lin::interleavings(program, kMostSequential);
  classfile::Jdk jdk = classfile::open_jdk(options.jdk);
  classfile::ClassPath user;
  user.add_list(options.class_path.empty() ? "." : options.class_path, jdk.release);
  if (options.class_path.empty()) options.class_path = ".";
  const lin::Client client(constructor, program, [&](std::string_view name) {
    std::optional<classfile::Bytes> bytes = jdk.boot.find_class(name);
    return bytes ? std::move(bytes) : user.find_class(name);
  });

  Folder folder;
  for (const auto& [name, bytes] : client.concurrent({})) folder.write(name, bytes);
  for (size_t i = 0; i < orders.size(); ++i) {
    const auto [name, bytes] = client.sequential(i, orders[i]);
    folder.write(name, bytes);
    const std::string answer = run_sequential(options, folder.file(name), stop, start);
    if (answer[0] == 'e' || answer[0] == 'i') {
      Report r;
      r.verdict = answer[0] == 'e' ? Verdict::Error : Verdict::Inconclusive;
      r.reason = r.stopped = answer.substr(1);
      return r;
    }
    ++what.sequential_executions;
    if (answer[0] == 'b') ++what.sequential_blocked;
    for (size_t at = 1, end; (end = answer.find('\n', at)) != std::string::npos; at = end + 1) what.admitted.insert(answer.substr(at, end - at));
  }

  for (const auto& [name, bytes] : client.concurrent(what.admitted)) folder.write(name, bytes);
  options.program = folder.file(lin::Client::kMain);
  // Deadlocks may be right, and must not hide outcomes that are not.
  if (what.sequential_blocked) options.search.keep_going = true;
  Report r = run(options, stop, start);
  bool blocked = false, other = false;
  for (const ReportedViolation& v : r.violations) {
    const size_t at = v.found.message.find(lin::Client::kUnexplained);
    if (at != std::string::npos) what.unexplained.push_back(v.found.message.substr(at + std::strlen(lin::Client::kUnexplained)));
    else (v.found.kind == por::ErrorKind::Deadlock ? blocked : other) = true;
  }
  // A call that waits for ever is wrong if no sequential execution blocks; otherwise that is not decided here.
  if (r.verdict == Verdict::Violated && blocked && !other && what.unexplained.empty() && what.sequential_blocked) {
    r.verdict = Verdict::Inconclusive;
    r.reason = "calls wait for ever in executions with threads and in sequential ones; whether the latter explain the former is not decided";
  }
  return r;
}

}  // namespace

Linearizability take_linearizability(std::vector<char*>& arguments) {
  Linearizability what;
  if (arguments.size() < 2 || std::strcmp(arguments[1], "linearizability") != 0) return what;
  what.asked = true;
  arguments.erase(arguments.begin() + 1);
  for (size_t i = 1; i < arguments.size(); ++i) {
    const std::string a = arguments[i];
    if (a.starts_with("--program=")) {
      what.program = a.substr(10);
      arguments.erase(arguments.begin() + static_cast<std::ptrdiff_t>(i));
    } else if (a == "--program" && i + 1 < arguments.size()) {
      what.program = arguments[i + 1];
      arguments.erase(arguments.begin() + static_cast<std::ptrdiff_t>(i), arguments.begin() + static_cast<std::ptrdiff_t>(i) + 2);
    } else {
      continue;
    }
    break;
  }
  return what;
}

Report check_program(Linearizability& what, Options& options, const Stop& stop, std::chrono::steady_clock::time_point start) {
  what.cls = options.program;
  Report failed;
  try {
    if (what.program.empty()) throw ProgramError("linearizability: expected --program '{ call(1); call() } || { call() }' (programs are not enumerated yet)");
    if (!options.arguments.empty()) throw ProgramError("linearizability: expected one class, found also " + options.arguments[0]);
    return check(what, options, stop, start);
  } catch (const std::exception& e) {
    failed.reason = e.what();
  }
  return failed;
}

std::string text_of(const Linearizability& what) {
  std::string out = "\nlinearizability of " + what.cls + " in " + what.program + "\n";
  out += "  sequential  " + std::to_string(what.sequential_executions) + " executions, " + std::to_string(what.sequential_blocked) + " of them blocked\n";
  for (const std::string& s : what.admitted) out += "  admitted    " + s + "\n";
  for (const std::string& s : what.unexplained) out += "  unexplained " + s + "\n";
  return out;
}

std::string with_linearizability(const std::string& json, const Linearizability& what) {
  rapidjson::Document d;
  d.Parse(json.c_str(), json.size());
  auto& memory = d.GetAllocator();
  const auto text = [&](const std::string& s) { return rapidjson::Value(s.c_str(), static_cast<rapidjson::SizeType>(s.size()), memory); };
  if (d.HasMember("violations"))
    for (auto& v : d["violations"].GetArray())
      if (std::strstr(v["message"].GetString(), lin::Client::kUnexplained)) v["kind"].SetString("outcome");
  rapidjson::Value l(rapidjson::kObjectType), admitted(rapidjson::kArrayType), unexplained(rapidjson::kArrayType);
  for (const std::string& s : what.admitted) admitted.PushBack(text(s), memory);
  for (const std::string& s : what.unexplained) unexplained.PushBack(text(s), memory);
  l.AddMember("class", text(what.cls), memory);
  l.AddMember("program", text(what.program), memory);
  l.AddMember("notion", "outcomes", memory);
  l.AddMember("sequential_executions", static_cast<uint64_t>(what.sequential_executions), memory);
  l.AddMember("sequential_blocked", static_cast<uint64_t>(what.sequential_blocked), memory);
  l.AddMember("admitted", admitted, memory);
  l.AddMember("unexplained", unexplained, memory);
  d.AddMember("linearizability", l, memory);
  rapidjson::StringBuffer out;
  rapidjson::PrettyWriter<rapidjson::StringBuffer> writer(out);
  writer.SetIndent(' ', 1);
  d.Accept(writer);
  return std::string(out.GetString(), out.GetSize()) + "\n";
}

}  // namespace jmc::cli
