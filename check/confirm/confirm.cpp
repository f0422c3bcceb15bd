#include "check/confirm/confirm.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <set>

#include "check/answers/replay.hpp"
#include "check/confirm/java_run.hpp"
#include "check/confirm/java_words.hpp"
#include "check/confirm/schedule.hpp"
#include "classfile/class_path.hpp"

namespace jmc::check {

namespace {

using Status = Confirmation::Status;

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
                      ": " + field(3) + about_time(static_cast<size_t>(std::atoi(field(1).c_str())));
    else if (line[0] == "thrown") thrown_.push_back({field(1), field(2), field(3)});
    else if (line[0] == "dump") {
      out_.dump.push_back((field(1) == "-1" ? "" : label(schedule_, field(1)) + ": ") + field(2));
      dumped_.insert(field(1));
      states_[std::atoi(field(1).c_str())] = field(3);
    } else if (line[0] == "frame") out_.dump.push_back("    at " + field(1));
    else if (line[0] == "over") over_ = field(1);
    else if (line[0] == "seen") compare(field(1), field(2), field(3));
    else if (line[0] == "error") error_ = field(1);
    else if (line[0] == "problem" && problem_.empty()) problem_ = field(1);
  }
  void compare(const std::string& step, const std::string& verb, const std::string& value) {
    const auto it = schedule_.values.find(static_cast<size_t>(std::atoi(step.c_str())));
    if (it == schedule_.values.end()) return;
    ++out_.compared;
    const StepValue& expected = it->second;
    if (verb != word_of(expected.seen) || !same_value(expected.text, value))
      out_.differences.push_back("step " + step + " at " + place(step) + " " + verb + " " + value + " there (" +
                                 expected.name + "), and " + std::string(word_of(expected.seen)) + " " + expected.text +
                                 " in the story");
  }
  // Of a difference in this step.
  std::string about_time(size_t step) const {
    if (!schedule_.timed || schedule_.timed > step) return {};
    return "; step " + std::to_string(schedule_.timed) + " is about time, which nobody forces";
  }
  std::string about_copies() const {
    if (!schedule_.inside) return {};
    return "; step " + std::to_string(schedule_.inside) + " is in the middle of a copy, which a JVM makes in one";
  }
  std::string place(const std::string& step) const {
    const size_t number = static_cast<size_t>(std::atoi(step.c_str()));
    const auto it = schedule_.places.find(number);
    return it == schedule_.places.end() ? "its end" : it->second;
  }
  // Nothing that was expected: why.
  void otherwise(std::string what) {
    if (out_.departed.empty() && over_ == "timed") what += about_time(schedule_.timed);
    if (!out_.departed.empty()) what = "it left the schedule in " + out_.departed + "; " + what;
    else if (!problem_.empty()) what += "; " + problem_;
    if (!out_.differences.empty()) what += "; another value: " + out_.differences.front();
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
    for (const auto& [thread, state] : schedule_.states)
      if (states_[thread] != state)
        out_.differences.push_back(label(schedule_, std::to_string(thread)) + " is " + states_[thread] +
                                   " there, and " + state + " in the story");
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
    const std::string code = "System.exit(" + std::to_string(run_.exit_code) + ")", &found = execution_.found.message;
    const std::string of_main = "exit status " + std::to_string(run_.exit_code);
    const bool main_failed = found.starts_with(of_main + ":");
    if (!main_failed && (found != code || !thrown_.empty())) return otherwise(end_of_run());
    out_.seen = main_failed ? of_main : code;
    say(Status::Happens, "");
  }
  void ends() {
    if (!over_.empty() || run_.late || run_.exit_code < 0) return otherwise(end_of_run());
    if (run_.output != execution_.output)
      return otherwise("the program printed something else" + about_time(schedule_.steps) + about_copies());
    out_.seen = "the same output";
    say(Status::Happens, "");
  }

  const ForcedSchedule& schedule_;
  const WitnessedExecution& execution_;
  const JavaRun& run_;
  Confirmation& out_;
  std::vector<std::array<std::string, 3>> thrown_;
  std::set<std::string> dumped_;
  std::map<int, std::string> states_;
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
  return std::find(c.options.begin(), c.options.end(), "--confirm") != c.options.end() || asks_for_outcomes(c);
}

bool asks_for_outcomes(const Configuration& c) {
  return std::find(c.options.begin(), c.options.end(), "--confirm-outcomes") != c.options.end();
}

namespace {

Confirmation confirm_execution(const Configuration& c, const Result& result, size_t execution) {
  Confirmation out;
  try {
    if (!result.witness || execution >= result.witness->executions.size()) {
      out.reason = "its schedule was not kept";
      return out;
    }
    const Witness witness = result.witness->for_execution(execution);
    Configuration asked;
    asked.width = c.width;
    asked.sources = c.sources;
    return confirm(configuration_of(witness, asked), witness, execution, {}, kConfirmSeconds);
  } catch (const std::exception& e) {
    out = {};
    out.reason = e.what();
  }
  return out;
}

}  // namespace

void confirm_violations(const Configuration& c, Result& result) {
  for (size_t i = 0; i < result.violations.size(); ++i)
    result.violations[i].confirmation = confirm_execution(c, result, i);
}

void confirm_outcomes(const Configuration& c, Result& result) {
  if (!result.witness) return;
  const std::vector<WitnessedExecution>& all = result.witness->executions;
  for (size_t i = result.violations.size(); i < all.size(); ++i)
    if (all[i].found.kind == por::ErrorKind::None)
      result.outcomes_confirmed.emplace_back(all[i].output, confirm_execution(c, result, i));
}

}  // namespace jmc::check
