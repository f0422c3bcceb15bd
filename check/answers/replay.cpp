#include "check/answers/replay.hpp"

#include <algorithm>
#include <filesystem>

#include "base/digest.hpp"
#include "base/memory.hpp"
#include "base/split.hpp"
#include "check/answers/version.hpp"
#include "classfile/external_name.hpp"
#include "listeners/names.hpp"

namespace jmc::check {

namespace {

namespace fs = std::filesystem;

using classfile::dotted;

// Throws UsageError if this is not what the witness was made with; with `force`, returns what differs.
std::vector<std::string> compare(const Configuration& configuration, const Witness& witness, vm::Vm& vm, bool force) {
  std::vector<std::string> differences;
  const auto refuse = [&](const std::string& what) {
    if (!force) throw UsageError("the witness was made with " + what);
    differences.push_back("the witness was made with " + what.substr(0, what.find("; expected")));
  };
  if (witness.jmc != version_and_commit())
    refuse("jmc " + witness.jmc + ", this is " + version_and_commit() + "; expected the same jmc, or a new witness");
  if (witness.jdk_version != vm.jdk.version || witness.jdk_vendor != vm.jdk.vendor)
    refuse("JDK " + witness.jdk_version + " (" + witness.jdk_vendor + "), this one is " + vm.jdk.version + " (" +
           vm.jdk.vendor + "); expected the same, see --jdk");
  for (const auto& [name, digest] : witness.classes) {
    const std::optional<classfile::Bytes> bytes = vm.user.find_class(name);
    if (!bytes) refuse("a class " + dotted(name) + " that is not on the class path; expected it, see --classpath");
    else if (base::digest(bytes->data) != digest)
      refuse((configuration.sources.compiled() ? "other sources: what they are compiled to differs in "
                                               : "another class file of ") +
             dotted(name) + "; expected the same, or a new witness");
  }
  if (witness.changed) {
    if (!force)
      throw UsageError(
          "the witness was changed after jmc had written it; expected it as it was, or --force, which tries "
          "the schedule");
    differences.emplace_back("the witness was changed after jmc had written it");
  }
  return differences;
}

bool there_is(const fs::path& path) {
  std::error_code error;
  return fs::exists(path, error);
}

// A relative path is one from where the witness was made; if that leads nowhere (another machine), from here.
std::string found(const std::string& path, const Witness& witness) {
  const fs::path there = fs::path(witness.directory) / path;
  return fs::path(path).is_relative() && there_is(there) ? there.string() : path;
}

std::string found_list(const std::string& list, const Witness& witness) {
  std::string out;
  for (std::string element : base::split(list, ':')) {
    std::string all;
    if (element.ends_with("/*")) all = "/*", element.resize(element.size() - 2);
    out += found(element.empty() ? "." : element, witness) + all + ":";
  }
  out.pop_back();
  return out;
}

LoadedProgram load(const Configuration& configuration, const Witness& witness) {
  try {
    return load_program(configuration);
  } catch (const classfile::PathError& e) {
    throw UsageError(std::string(e.what()) + " (the witness was made in " + witness.directory +
                     "; --classpath=PATH names where the program is now)");
  }
}

}  // namespace

Replay::Replay(const Configuration& configuration, const Witness& witness, size_t execution,
               const std::function<void(Replay&)>& ready, bool force)
    : configuration_(configuration) {
  if (execution >= witness.executions.size())
    throw UsageError("--execution=" + std::to_string(execution + 1) + ": " +
                     (witness.executions.empty() ? "the witness has no execution"
                      : witness.executions.size() == 1
                          ? "the witness has one execution, expected 1"
                          : "the witness has " + std::to_string(witness.executions.size()) +
                                " executions, expected a number from 1 to " +
                                std::to_string(witness.executions.size())));
  execution_ = witness.executions[execution];
  schedule_ = execution_.found.path.steps();
  program_ = load(configuration, witness);
  vm::Vm& vm = *machine().vm;
  differences_ = compare(configuration, witness, vm, force);
  prepare(vm, configuration);
  vm.symmetry.is_told();
  if (ready) ready(*this);
  std::string missing;
  if (!vm::assume(vm, witness.assumptions, missing) && !force)
    throw UsageError("the witness relies on " + dotted(missing) + ", which is not there");
  rounds_ = std::make_unique<Rounds>(machine(), never_, !configuration.vm.initialisations);
  // As the check found it: what may race is collected first, and then tracked.
  const bool race = execution_.found.kind == por::ErrorKind::DataRace;
  if (race) vm.races.watch(vm::Races::Watch::Collect);
  if (rounds_->begin().stop) throw vm::Unsupported(machine().system->failure_kind(), machine().system->failure());
  if (!race) return;
  vm::StepObserver* const observer = std::exchange(vm.observer, nullptr);
  go_to(size());
  go_to(0);
  vm.observer = observer;
  vm.races.tell_again(true);
  vm.races.watch(vm::Races::Watch::Track);
}

bool Replay::step() {
  if (position() == size() || !departed_.empty()) return false;
  const por::PathStep s = schedule_[position()];
  vm::JvmSystem& system = *machine().system;
  if (s.thread >= system.thread_count() || s.alternative >= system.alternatives(s.thread)) {
    departed_ = "step " + std::to_string(position() + 1) + ": thread " + std::to_string(s.thread) +
                (s.thread >= system.thread_count() ? " has not been started" : " cannot go on");
    return false;
  }
  marks_.push_back(machine().vm->mark());
  try {
    if (system.step(s.thread, s.alternative).stop) departed_ = system.failure();
  } catch (...) {
    back();  // an observer has left it in the middle
    throw;
  }
  return departed_.empty();
}

bool Replay::back() {
  if (marks_.empty()) return false;
  machine().vm->undo(marks_.back());
  machine().vm->release(marks_.back());
  marks_.pop_back();
  departed_.clear();
  return true;
}

bool Replay::go_to(size_t position) {
  while (this->position() > position) back();
  while (this->position() < position)
    if (!step()) return false;
  return true;
}

std::string Replay::whereabouts() const {
  const vm::Vm& vm = *machine().vm;
  std::string out;
  for (por::ThreadId t = 0; t < vm.thread_count(); ++t) {
    const std::string place = vm.thread(t).s.ended ? "" : vm.place_of(t);
    out += listeners::thread_label(vm, t) +
           (vm.thread(t).s.ended ? " has ended"
            : place.empty()      ? " has not begun to run"
                                 : " at " + place) +
           "\n";
  }
  return out;
}

listeners::Story Replay::story() {
  // A schedule that the program cannot follow has no story.
  const bool followed = go_to(size());
  const std::string why = departed_;
  go_to(0);
  if (!followed) {
    departed_ = why;
    return {};
  }
  listeners::Sources sources(*machine().vm, configuration_.source_path);
  const bool page = std::any_of(configuration_.outputs.begin(), configuration_.outputs.end(),
                                [](const Output& o) { return o.format == "html"; });
  listeners::Story story = listeners::tell(*machine().system, rounds_->initial(), execution_.found, rounds_->before(),
                                           sources, page ? listeners::Detail::Contents : listeners::Detail::Causes);
  if (execution_.found.kind == por::ErrorKind::None) {
    // An outcome: the execution came to its end, and printed the same.
    const bool ended = go_to(size()) && machine().system->is_final() && !machine().system->deadlocked();
    story.complete = ended && output() == execution_.output;
    go_to(0);
  }
  return story;
}

Configuration configuration_of(const Witness& witness, const Configuration& asked) {
  std::vector<std::string> words{"jmc"};
  bool paths = !asked.class_path.empty();
  const auto resolved = [&](const std::string& option) {
    for (const std::string start : {"--classpath=", "--sourcepath=", "--jdk=", "--sources="})
      if (option.starts_with(start)) {
        paths |= start == "--classpath=";
        return start + found_list(option.substr(start.size()), witness);
      }
    return option;
  };
  for (const std::string& option : witness.options) {
    const auto says = [&](const char* name, const std::string& instead) {
      return !instead.empty() && option.starts_with(std::string("--") + name + "=");
    };
    if (!says("jdk", asked.jdk) && !says("classpath", asked.class_path) && !says("sourcepath", asked.source_path))
      words.push_back(resolved(option));
  }
  if (!asked.jdk.empty()) words.push_back("--jdk=" + asked.jdk);
  if (!asked.class_path.empty()) words.push_back("--classpath=" + asked.class_path);
  if (!asked.source_path.empty()) words.push_back("--sourcepath=" + asked.source_path);
  std::string internal = witness.main_class;
  std::replace(internal.begin(), internal.end(), '.', '/');
  const std::string source = found(witness.program, witness);
  const bool of_sources =
      asked.sources.compiled() ? found(asked.sources.named.front(), witness) == source : names_sources(source);
  const bool file = of_sources || witness.program.ends_with(".class") || witness.program.ends_with(".jar");
  if (asked.sources.compiled()) words.push_back("--compiled=" + asked.sources.info);
  if (!paths && !file && found(internal + ".class", witness) != internal + ".class")
    words.push_back("--classpath=" + witness.directory);
  words.push_back("--");
  // With another class path the class is looked for there, wherever its file was.
  words.push_back(of_sources                  ? source
                  : !asked.class_path.empty() ? witness.main_class
                  : file                      ? found(witness.program, witness)
                                              : witness.program);
  words.insert(words.end(), witness.arguments.begin(), witness.arguments.end());
  Configuration out = parse_configuration(words, Command::Check);
  out.outputs = asked.outputs;
  out.width = asked.width;
  return out;
}

Result replay(const Configuration& configuration, const Witness& witness, size_t execution,
              std::chrono::steady_clock::time_point start, bool force) {
  const auto seconds = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(); };
  Result r;
  try {
    Replay again(configuration, witness, execution, {}, force);
    const bool same = again.differences().empty();
    r.warnings = again.differences();
    r.start_seconds = seconds();
    const vm::Vm& vm = *again.machine().vm;
    r.booted = true;
    r.main_class = again.program();
    r.program = configuration.called.empty() ? r.main_class : configuration.called;
    r.jdk_version = vm.jdk.version;
    r.jdk_vendor = vm.jdk.vendor;
    r.jdk_home = vm.jdk.home;
    r.atomic_locks = vm.atomic_locks();
    r.representation = again.machine().options.representation.names();
    ReportedViolation v;
    v.found = again.execution().found;
    v.story = again.story();
    r.statistics.transitions = again.size();
    r.statistics.max_depth = again.size();
    r.statistics.executions = 1;
    const bool violation = v.found.kind != por::ErrorKind::None;
    if (!v.story.complete) {
      r.reason = r.stopped = "the execution did not end as the witness says" +
                             (again.departed().empty() ? "" : ": " + again.departed()) +
                             (same ? "; please report this" : "");
    } else {
      r.cause = Cause::Replayed;
      r.reason = r.stopped = "one execution was replayed";
    }
    if (!violation) {
      r.outcomes[again.execution().output].end_states = 1;
      r.outcomes[again.execution().output].witness = v.found.path;
    }
    if (!violation) r.replayed = std::move(v.story);
    else if (v.story.complete) r.violations.push_back(std::move(v));
    r.search_seconds = seconds() - r.start_seconds;
  } catch (const std::exception& e) { r.reason = r.stopped = e.what(); }
  r.peak_memory = base::peak_resident_bytes();
  r.seconds = seconds();
  return r;
}

}  // namespace jmc::check
