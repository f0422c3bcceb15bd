#include "tests/por/traces.hpp"

#include <algorithm>

namespace jmc::por::toy {

namespace {

class PathCollector final : public Listener {
 public:
  void end_state(std::span<const PathStep> path) override { paths.emplace_back(path.begin(), path.end()); }
  std::vector<Path> paths;
};

}  // namespace

std::string trace_of(const Program& program, const Path& path) {
  ToySystem system(program);
  system.name_by_path(true);
  const size_t most = program.bodies.size();
  using Past = std::vector<int>;  // steps of each thread
  struct Done {
    ThreadId thread;
    Op op;
    Past past;
  };
  std::vector<Done> done;
  std::vector<Past> now(most, Past(most, 0));
  std::string text;
  std::map<ThreadId, std::string> lines;
  for (const PathStep& step : path) {
    const ThreadId before = system.thread_count();
    const Op op = system.pending(step.thread);
    Past past = now[step.thread];
    for (const Done& d : done)
      if (d.thread != step.thread && dependent(d.op, op))
        for (size_t t = 0; t < most; ++t) past[t] = std::max(past[t], d.past[t]);
    ++past[step.thread];
    lines[step.thread] += "[" + std::to_string(step.alternative);
    for (const int n : past) lines[step.thread] += "," + std::to_string(n);
    lines[step.thread] += "]";
    done.push_back({step.thread, op, past});
    now[step.thread] = past;
    system.step(step.thread, step.alternative);
    for (ThreadId t = before; t < system.thread_count(); ++t) now[t] = past;
  }
  for (const auto& [thread, line] : lines) text += std::to_string(thread) + line + "\n";
  return text;
}

static std::string trace_with(const Program& program, const Path& path, bool observers) {
  ToySystem system(program);
  system.name_by_path(true);
  const size_t most = program.bodies.size();
  std::vector<Op> ops;
  std::vector<int> starter(most, -1);  // by thread: the step that started it
  for (size_t i = 0; i < path.size(); ++i) {
    const ThreadId before = system.thread_count();
    Op op = system.pending(path[i].thread);
    if (op.kind == OpKind::Cas || op.kind == OpKind::Lock || op.kind == OpKind::Write) op.accesses[0].write = true;
    ops.push_back(op);
    system.step(path[i].thread, path[i].alternative);
    for (ThreadId t = before; t < system.thread_count(); ++t) starter[t] = static_cast<int>(i);
  }
  const auto overwrites = [&](size_t i, size_t j) {
    return observers && ops[i].kind == OpKind::Write && ops[j].kind == OpKind::Write &&
           ops[i].accesses[0].where == ops[j].accesses[0].where;
  };
  const auto observed = [&](size_t i) {
    for (size_t j = i + 1; j < path.size(); ++j) {
      if (overwrites(i, j)) return false;
      if (dependent(ops[i], ops[j])) return true;
    }
    return false;
  };
  std::vector<std::vector<bool>> after(path.size(), std::vector<bool>(path.size()));
  for (size_t j = 0; j < path.size(); ++j)
    for (size_t i = j; i-- > 0;) {
      const bool direct = path[i].thread == path[j].thread || starter[path[j].thread] == static_cast<int>(i) ||
                          (dependent(ops[i], ops[j]) && (!overwrites(i, j) || observed(j)));
      if (!direct) continue;
      after[j][i] = true;
      for (size_t k = 0; k < i; ++k)
        if (after[i][k]) after[j][k] = true;
    }
  std::map<ThreadId, std::string> lines;
  for (size_t j = 0; j < path.size(); ++j) {
    std::vector<int> past(most, 0);
    for (size_t i = 0; i < j; ++i) past[path[i].thread] += after[j][i];
    std::string& line = lines[path[j].thread];
    line += "[" + std::to_string(path[j].alternative);
    for (const int n : past) line += "," + std::to_string(n);
    line += "]";
  }
  std::string text;
  for (const auto& [thread, line] : lines) text += std::to_string(thread) + line + "\n";
  return text;
}

std::string observed_trace_of(const Program& program, const Path& path) { return trace_with(program, path, true); }
std::string strong_trace_of(const Program& program, const Path& path) { return trace_with(program, path, false); }

Traces traces(const Program& program, SearchOptions options, std::string (*text)(const Program&, const Path&)) {
  options.keep_going = true;
  ToySystem system(program);
  PathCollector paths;
  Traces out;
  out.result = search(system, options, paths);
  for (const Path& path : paths.paths) ++out.count[text(program, path)];
  return out;
}

}  // namespace jmc::por::toy
