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
  using Past = std::vector<int>;            // steps of each thread
  struct Done { ThreadId thread; Op op; Past past; };
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

Traces traces(const Program& program, SearchOptions options) {
  options.keep_going = true;
  ToySystem system(program);
  PathCollector paths;
  Traces out;
  out.result = search(system, options, paths);
  for (const Path& path : paths.paths) ++out.count[trace_of(program, path)];
  return out;
}

}  // namespace jmc::por::toy
