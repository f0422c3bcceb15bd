#include "check/search/difference.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include "listeners/text.hpp"

namespace jmc::check {

namespace {

using Path = std::vector<por::PathStep>;
using listeners::Story;
using listeners::StoryStep;

constexpr size_t kMostLines = 6;  // of what is otherwise
constexpr uint64_t kMostSteps = 500'000;

class Nearest {
 public:
  Nearest(Machine& machine, vm::Vm::Mark initial, uint64_t steps)
      : machine_(machine), system_(*machine.system), initial_(initial), left_(steps) {}

  // A schedule to the end of the program that is the given one but for one place.
  std::optional<Path> find(const Path& failing) {
    std::optional<Path> out;
    for (size_t common = failing.size(); common-- > 0 && !out && left_;) out = leaving(failing, common);
    machine_.vm->undo(initial_);
    return out;
  }

 private:
  bool can(por::ThreadId t) const {
    return t < system_.thread_count() && !system_.ended(t) && system_.alternatives(t) > 0;
  }

  std::optional<Path> leaving(const Path& failing, size_t common) {
    // Other ways of the same thread are another input rather than another schedule: other threads first.
    std::vector<por::PathStep> others, ways;
    if (!go(failing, common)) return std::nullopt;
    for (por::ThreadId t = 0; t < system_.thread_count(); ++t)
      for (uint32_t a = 0; can(t) && a < system_.alternatives(t); ++a)
        if (t != failing[common].thread) others.push_back({t, a});
        else if (a != failing[common].alternative) ways.push_back({t, a});
    others.insert(others.end(), ways.begin(), ways.end());
    // Then as in the failing schedule, as far as that goes; or each thread as far as it can, the last one first.
    for (const size_t rest : {common, failing.size()})
      for (const por::PathStep& other : others)
        if (std::optional<Path> path = ends_well(failing, common, other, rest)) return path;
    return std::nullopt;
  }

  // The first steps, from the initial state on.
  bool go(const Path& failing, size_t common) {
    machine_.vm->undo(initial_);
    path_.clear();
    for (size_t i = 0; i < common; ++i)
      if (!step(failing[i])) return false;
    return true;
  }

  bool step(const por::PathStep& s) {
    if (!left_ || !can(s.thread) || s.alternative >= system_.alternatives(s.thread)) return false;
    --left_;
    path_.push_back(s);
    const por::StepResult result = system_.step(s.thread, s.alternative);
    return !result.stop && result.error == por::ErrorKind::None;
  }

  // `next`: from where on the steps of the failing schedule are taken again.
  std::optional<Path> ends_well(const Path& failing, size_t common, const por::PathStep& other, size_t next) {
    if (!go(failing, common) || !step(other)) return std::nullopt;
    const size_t most = 2 * failing.size() + 1000;
    while (path_.size() < most) {
      if (system_.is_final()) return system_.deadlocked() ? std::nullopt : std::optional(path_);
      por::PathStep s{por::kNoThread, 0};
      for (; next < failing.size() && s.thread == por::kNoThread; ++next)
        if (can(failing[next].thread) && failing[next].alternative < system_.alternatives(failing[next].thread))
          s = failing[next];
      if (s.thread == por::kNoThread && can(path_.back().thread)) s.thread = path_.back().thread;
      for (por::ThreadId t = 0; s.thread == por::kNoThread && t < system_.thread_count(); ++t)
        if (can(t)) s.thread = t;
      if (s.thread == por::kNoThread || !step(s)) return std::nullopt;
    }
    return std::nullopt;
  }

  Machine& machine_;
  vm::JvmSystem& system_;
  vm::Vm::Mark initial_;
  uint64_t left_;
  Path path_;
};

std::string line_of_step(const StoryStep& s) {
  const listeners::Place& p = s.caller.known() ? s.caller : s.place;
  return p.file.empty() || p.line < 0 ? "" : " (" + p.file + ":" + std::to_string(p.line) + ")";
}

std::string told(const Story& story, const StoryStep& s) {
  return story.threads[s.thread] + ": " + s.operation + line_of_step(s);
}

bool same_step(const StoryStep& a, const StoryStep& b) {
  return a.thread == b.thread && a.operation == b.operation && a.place.line == b.place.line &&
         a.place.klass == b.place.klass;
}

// What a thread reads of a variable here and there, for the first time after the schedules have parted.
std::vector<std::string> otherwise(const Story& here, const Story& there, size_t common) {
  std::map<std::pair<por::ThreadId, std::string>, const StoryStep*> reads;
  for (size_t i = common; i < there.steps.size(); ++i)
    if (const StoryStep& s = there.steps[i]; !s.read.empty()) reads.try_emplace({s.thread, s.variable}, &s);
  std::vector<std::string> out;
  for (size_t i = common; i < here.steps.size() && out.size() < kMostLines; ++i) {
    const StoryStep& s = here.steps[i];
    const auto at = s.read.empty() ? reads.end() : reads.find({s.thread, s.variable});
    if (at == reads.end()) continue;
    const StoryStep& other = *at->second;
    reads.erase(at);
    if (other.read != s.read)
      out.push_back("  " + here.threads[s.thread] + " reads " + s.variable + " = " + other.read + " there, " + s.read +
                    " here" + line_of_step(s));
  }
  return out;
}

}  // namespace

std::vector<std::string> difference(Machine& machine, const Rounds& rounds, const ReportedViolation& v,
                                    listeners::Sources& sources) {
  if (v.found.path.empty() || !v.story.complete) return {};
  const std::optional<Path> path = Nearest(machine, rounds.initial(), kMostSteps).find(v.found.path.steps());
  if (!path) return {};
  listeners::FoundViolation none;
  none.path = listeners::StoredPath(*path);
  const Story there = listeners::tell(*machine.system, rounds.initial(), none, rounds.before(), sources);
  const Story& here = v.story;
  size_t common = 0;
  while (common < here.steps.size() && common < there.steps.size() &&
         same_step(here.steps[common], there.steps[common]))
    ++common;
  uint32_t last = 0;
  for (size_t i = 0; i < common; ++i) last = std::max(last, here.steps[i].number);
  if (common == here.steps.size() || common == there.steps.size()) return {};
  std::vector<std::string> out;
  out.push_back(last ? "the nearest schedule that does not fail is the same up to step " + std::to_string(last) +
                           "; then goes on"
                     : "the nearest schedule that does not fail begins with another step:");
  out.push_back("  here   " + told(here, here.steps[common]));
  out.push_back("  there  " + told(there, there.steps[common]));
  for (std::string& line : otherwise(here, there, common)) out.push_back(std::move(line));
  if (here.output != there.output && !there.output.empty())
    out.push_back("  it prints \"" +
                  listeners::one_line(there.output.substr(0, there.output.find_last_not_of('\n') + 1)) + "\" there");
  return out;
}

}  // namespace jmc::check
