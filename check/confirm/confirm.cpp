#include "check/confirm/confirm.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <set>

#include "check/answers/replay.hpp"
#include "check/confirm/java_run.hpp"
#include "check/confirm/schedule.hpp"
#include "classfile/class_path.hpp"

namespace jmc::check {

namespace {

using Status = Confirmation::Status;

// The text after "KEY=" in the file "release" of a JDK, without its quotes; empty: there is none.
std::string released(const std::string& home, const std::string& key) {
  std::ifstream file(home + "/release");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with(key + "=\"") && line.ends_with('"'))
      return line.substr(key.size() + 2, line.size() - key.size() - 3);
  return {};
}

// What java is started with: as jmc has run the program.
std::vector<std::string> java_words(const Configuration& c, const std::string& home) {
  std::vector<std::string> out{home + "/bin/java", "-ea", "-Xshare:auto",
                               "-XX:ActiveProcessorCount=" + std::to_string(c.vm.processors)};
  // A virtual thread that is held keeps the thread that carries it.
  for (const char* size : {"parallelism", "maxPoolSize"})
    out.push_back("-Djdk.virtualThreadScheduler." + std::string(size) + "=64");
  const auto add = [&](const char* option, const std::vector<std::string>& values) {
    for (const std::string& v : values) out.push_back(std::string("--") + option + "=" + v);
  };
  add("add-exports", c.modules.add_exports);
  add("add-opens", c.modules.add_opens);
  add("add-reads", c.modules.add_reads);
  add("add-modules", c.modules.add_modules);
  for (const std::string& p : c.vm.properties) out.push_back("-D" + p);
  const bool of_sources = c.sources.compiled() && c.sources.named.front() == c.program;
  const classfile::MainClass main =
      of_sources ? classfile::MainClass{c.sources.main, {}} : classfile::locate_main(c.program);
  std::string path = c.sources.classes;
  for (const std::string& e : main.class_path) path += (path.empty() ? "" : ":") + e;
  if (!c.class_path.empty()) path += (path.empty() ? "" : ":") + c.class_path;
  if ((c.program.ends_with(".jar") || c.program.ends_with(".JAR")) && c.class_path.empty()) {
    out.insert(out.end(), {"-jar", c.program});
  } else {
    std::string name = main.internal_name;
    std::replace(name.begin(), name.end(), '/', '.');
    out.insert(out.end(), {"-cp", path.empty() ? "." : path, name});
  }
  out.insert(out.end(), c.arguments.begin(), c.arguments.end());
  return out;
}

std::string label(const ForcedSchedule& schedule, const std::string& index) {
  const int i = std::atoi(index.c_str());
  return i >= 0 && static_cast<size_t>(i) < schedule.threads.size() ? schedule.threads[static_cast<size_t>(i)]
                                                                    : "another thread";
}

// What came of a run, compared with what it was to lead to.
class Judge {
 public:
  Judge(const ForcedSchedule& schedule, const WitnessedExecution& execution, const JavaRun& run, Confirmation& out)
      : schedule_(schedule), execution_(execution), run_(run), out_(out) {}

  void judge() {
    for (const auto& line : run_.log) read(line);
    if (!error_.empty()) return say(Status::NotTried, error_);
    if (run_.log.empty()) return say(Status::NotTried, "java did not begin: " + first_line(run_.errors));
    switch (schedule_.leads) {
      case Leads::Exception:
      case Leads::Swallowed: return thrown();
      case Leads::Deadlock: return stuck();
      case Leads::Endless: return endless();
      case Leads::Exit: return exits();
      case Leads::End: return ends();
    }
  }

 private:
  static std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }
  void say(Status status, const std::string& reason) { out_.status = status, out_.reason = reason; }
  void read(const std::vector<std::string>& line) {
    const auto field = [&](size_t i) { return i < line.size() ? line[i] : std::string(); };
    if (line[0] == "step" || line[0] == "merged") ++out_.taken;
    else if (line[0] == "departed")
      out_.departed = "step " + field(1) + ": " + label(schedule_, field(2)) + " does not come to " + place(field(1)) +
                      ": " + field(3);
    else if (line[0] == "thrown") thrown_.push_back({field(1), field(2), field(3)});
    else if (line[0] == "dump") {
      out_.dump.push_back((field(1) == "-1" ? "" : label(schedule_, field(1)) + ": ") + field(2));
      dumped_.insert(field(1));
    } else if (line[0] == "frame") out_.dump.push_back("    at " + field(1));
    else if (line[0] == "over") over_ = field(1);
    else if (line[0] == "error") error_ = field(1);
    else if (line[0] == "problem" && problem_.empty()) problem_ = field(1);
  }
  std::string place(const std::string& step) const {
    const size_t number = static_cast<size_t>(std::atoi(step.c_str()));
    const auto it = schedule_.places.find(number);
    return it == schedule_.places.end() ? "its end" : it->second;
  }
  // Nothing that was expected: why.
  void otherwise(std::string what) {
    if (!out_.departed.empty()) what = "it left the schedule in " + out_.departed + "; " + what;
    else if (!problem_.empty()) what += "; " + problem_;
    say(Status::NotSeen, what);
  }
  std::string end_of_run() const {
    if (!thrown_.empty()) return thrown_.front()[2] + " was thrown in " + label(schedule_, thrown_.front()[0]);
    if (over_ == "stuck") return "every thread waits";
    if (over_ == "timed") return "every thread waits, but some until a time is over, which may never be";
    if (over_ == "running" || over_ == "late" || run_.late) return "the program was still running after its time";
    return "the program came to its end" +
           (run_.exit_code > 0 ? " with exit code " + std::to_string(run_.exit_code) : std::string());
  }

  void thrown() {
    for (const auto& [thread, klass, text] : thrown_) {
      // What another thread throws may have another reason.
      if (klass != schedule_.exception || std::atoi(thread.c_str()) != schedule_.of_thread) continue;
      out_.seen = text;
      const std::string found = execution_.found.message.substr(0, execution_.found.message.find(", swallowed at "));
      return say(Status::Happens, text == found ? "" : "its message is another one there: " + text);
    }
    otherwise(end_of_run());
  }
  void stuck() {
    if (over_ != "stuck") return otherwise(end_of_run());
    for (const int left : schedule_.left)
      if (!dumped_.contains(std::to_string(left)))
        return otherwise("every thread waits, but " + label(schedule_, std::to_string(left)) + " is not among them");
    out_.seen = "every thread waits";
    say(Status::Happens, "");
  }
  // That it has no end, nobody can see; that it goes on from where it has none, one can.
  void endless() {
    const bool goes_on = over_ == "stuck" || over_ == "running";
    if (!goes_on || !out_.departed.empty()) return otherwise(end_of_run());
    out_.seen = over_ == "stuck" ? "every thread waits" : "the program does not come to its end";
    say(Status::Happens, "");
  }
  void exits() {
    const std::string code = "System.exit(" + std::to_string(run_.exit_code) + ")";
    if (execution_.found.message != code || !thrown_.empty()) return otherwise(end_of_run());
    out_.seen = code;
    say(Status::Happens, "");
  }
  void ends() {
    if (!over_.empty() || run_.late || run_.exit_code < 0) return otherwise(end_of_run());
    if (run_.output != execution_.output) return otherwise("the program printed something else");
    out_.seen = "the same output";
    say(Status::Happens, "");
  }

  const ForcedSchedule& schedule_;
  const WitnessedExecution& execution_;
  const JavaRun& run_;
  Confirmation& out_;
  std::vector<std::array<std::string, 3>> thrown_;
  std::set<std::string> dumped_;
  std::string over_, error_, problem_;
};

}  // namespace

Confirmation confirm(const Configuration& c, const Witness& witness, size_t execution, const std::string& jdk,
                     double limit, bool force) {
  Confirmation out;
  std::string home = jdk.empty() ? classfile::open_jdk(c.jdk).home : jdk;
  const std::string version = released(home, "JAVA_VERSION");
  out.jdk = (version.empty() ? "" : version + ", ") + home;
  if (access((home + "/bin/java").c_str(), X_OK) != 0)
    throw UsageError("--java=" + home + ": found no bin/java there, expected the folder of a JDK");
  const Holds holds =
      version == witness.jdk_version && (jdk.empty() || released(home, "IMPLEMENTOR") == witness.jdk_vendor)
          ? Holds::Everywhere
          : Holds::InOwnCode;
  const ForcedSchedule schedule = forced_schedule(c, witness, execution, holds, limit, force);
  out.steps = schedule.steps;
  if (!schedule.not_forceable.empty()) {
    out.status = Status::NotForceable;
    out.reason = schedule.not_forceable;
    return out;
  }
  const std::string agent = force_agent();
  if (agent.empty()) {
    out.reason = "there is no libjmc-force.so beside jmc: it is built where a JDK has jvmti.h";
    return out;
  }
  const JavaRun run = run_java(java_words(c, home), agent, schedule.text, limit);
  out.seconds = run.seconds;
  if (!run.problem.empty()) {
    out.reason = run.problem;
    return out;
  }
  out.output = run.output;
  out.errors = run.errors;
  Judge(schedule, witness.executions[execution], run, out).judge();
  return out;
}

bool confirm_replayed(const Configuration& c, const Witness& witness, size_t execution, const std::string& jdk,
                      bool force, Result& result) {
  if (result.violations.empty() && !result.replayed) return false;  // jmc itself could not replay it
  Confirmation out;
  try {
    out = confirm(c, witness, execution, jdk, kConfirmSeconds, force);
  } catch (const std::exception& e) { out.reason = e.what(); }
  const bool same = happens(out);
  (result.violations.empty() ? result.confirmation : result.violations.front().confirmation) = std::move(out);
  return same;
}

bool asks_to_confirm(const Configuration& c) {
  return std::find(c.options.begin(), c.options.end(), "--confirm") != c.options.end();
}

void confirm_violations(const Configuration& c, Result& result) {
  for (size_t i = 0; i < result.violations.size(); ++i) {
    Confirmation& out = result.violations[i].confirmation.emplace();
    try {
      if (!result.witness || i >= result.witness->executions.size()) {
        out.reason = "its schedule was not kept";
        continue;
      }
      const Witness witness = result.witness->for_execution(i);
      Configuration asked;
      asked.width = c.width;
      asked.sources = c.sources;
      out = confirm(configuration_of(witness, asked), witness, i, {}, kConfirmSeconds);
    } catch (const std::exception& e) {
      out = {};
      out.reason = e.what();
    }
  }
}

}  // namespace jmc::check
