#include "por/stateful/call_graph.hpp"

#include <algorithm>

namespace jmc::por {

namespace {

constexpr uint32_t kNone = ~0u;

}  // namespace

void CallGraph::add_state(StateNumber state) {
  if (state < blocked_.size()) return;
  blocked_.resize(size_t{state} + 1);
  kinds_.resize(blocked_.size() * threads_, kNoCall);
}

void CallGraph::in_call(StateNumber state, ThreadId thread, Kind kind, bool blocked) {
  kinds_[size_t{state} * threads_ + thread] = kind;
  if (blocked) blocked_[state].insert(thread);
}

void CallGraph::add_step(StateNumber from, PathStep step, StateNumber to, const ThreadSet& ended,
                         std::span<const WriteFate> writes) {
  edges_.push_back({from, to, static_cast<uint8_t>(step.thread), static_cast<uint8_t>(step.alternative),
                    static_cast<uint16_t>(ended.word(0)),
                    writes.empty() ? FairLoops::Writes::kNoWrites : writes_.number(writes)});
}

uint64_t CallGraph::bytes() const {
  return kinds_.capacity() * sizeof(Kind) + blocked_.capacity() * sizeof(ThreadSet) + edges_.capacity() * sizeof(Edge) +
         writes_.bytes();
}

class CallGraph::Analysis {
 public:
  explicit Analysis(const CallGraph& graph) : g_(graph), loops_(g_.states(), g_.edges_, g_.writes_) { find_paths(); }

  std::map<Kind, CallConditions> all() {
    ThreadSet callers;
    for (size_t i = 0; i < g_.kinds_.size(); ++i) {
      if (g_.kinds_[i] == kNoCall) continue;
      found_[g_.kinds_[i]];
      callers.insert(static_cast<ThreadId>(i % g_.threads_));
    }
    for (const ThreadId t : callers) {
      run_alone(t);
      run_for_ever(t);
    }
    run_without_end();
    // Who is blocked asks in vain, for ever: no step of the graph, but steps all the same.
    for (auto& [kind, c] : found_)
      for (std::optional<Lasso>* stronger : {&c.unproductive, &c.starved})
        if (!*stronger) *stronger = c.stuck;
    return std::move(found_);
  }

 private:
  // The shortest way from the initial state to each.
  void find_paths() {
    by_.assign(g_.states(), kNone);
    depth_.assign(g_.states(), kNone);
    if (!g_.states()) return;
    order_ = {0};
    depth_[0] = 0;
    for (size_t i = 0; i < order_.size(); ++i)
      for (const FairLoops::EdgeNumber n : loops_.from(order_[i])) {
        const Edge& e = g_.edges_[n];
        if (depth_[e.to] != kNone) continue;
        depth_[e.to] = depth_[e.from] + 1;
        by_[e.to] = n;
        order_.push_back(e.to);
      }
  }
  static PathStep step_of(const Edge& e) { return {e.thread, e.alternative}; }
  std::vector<PathStep> path_to(StateNumber state) const {
    std::vector<PathStep> path;
    for (; by_[state] != kNone; state = g_.edges_[by_[state]].from) path.push_back(step_of(g_.edges_[by_[state]]));
    std::reverse(path.begin(), path.end());
    return path;
  }

  Lasso lasso(FairLoops::EdgeNumber edge, const FairLoops::Part& part) const {
    Lasso out;
    out.thread = g_.edges_[edge].thread;
    out.stem = path_to(g_.edges_[edge].from);
    for (const FairLoops::EdgeNumber n : loops_.loop(edge, part)) out.loop.push_back(step_of(g_.edges_[n]));
    return out;
  }

  // For each kind of call the edge nearest to the initial state that lies on a loop, by a thread in such a call.
  template <class With>
  std::map<Kind, FairLoops::EdgeNumber> on_loops(const FairLoops::Part& part, With&& with) const {
    std::map<Kind, FairLoops::EdgeNumber> nearest;
    for (FairLoops::EdgeNumber n = 0; n < g_.edges_.size(); ++n) {
      const Edge& e = g_.edges_[n];
      const Kind kind = g_.kind(e.from, e.thread);
      if (kind == kNoCall || !part.loops(n, e) || !with(e)) continue;
      const auto [known, fresh] = nearest.emplace(kind, n);
      if (!fresh && depth_[e.from] < depth_[g_.edges_[known->second].from]) known->second = n;
    }
    return nearest;
  }

  // By component of the graph of `edges`, which end no call of t: steps of t at most, up to the end of its call.
  std::vector<uint64_t> most_steps(ThreadId t, const std::vector<bool>& edges,
                                   const std::vector<uint32_t>& component) const {
    constexpr uint64_t kNoBound = CallConditions::kNoBound;
    // Longest ways, component by component: steps lead to those with lower numbers.
    std::vector<StateNumber> sorted = order_;
    std::sort(sorted.begin(), sorted.end(), [&](StateNumber a, StateNumber b) { return component[a] < component[b]; });
    std::vector<uint64_t> longest(sorted.empty() ? 0 : size_t{component[sorted.back()]} + 1, 0);
    for (const StateNumber s : sorted) {
      uint64_t& here = longest[component[s]];
      for (const FairLoops::EdgeNumber n : loops_.from(s)) {
        const Edge& e = g_.edges_[n];
        const uint64_t own = e.thread == t ? 1 : 0;
        if (!edges[n]) {
          if (own) here = std::max(here, own);
          continue;
        }
        const uint64_t rest = component[e.to] != component[s] ? longest[component[e.to]] : own ? kNoBound : 0;
        here = std::max(here, rest == kNoBound ? rest : own + rest);
      }
    }
    return longest;
  }

  // Obstruction-free: from every state, by steps of this thread alone.
  void run_alone(ThreadId t) {
    const std::vector<bool> alone = loops_.edges_that([&](const Edge& e) { return e.thread == t && !e.ends(t); });
    const std::vector<uint32_t> component = loops_.components(alone);
    const FairLoops::Part fair = loops_.fair(alone);
    // Where it is blocked, or a loop begins; and all from where it can come there.
    std::vector<bool> vain(g_.states());
    std::vector<StateNumber> sorted = order_;
    std::sort(sorted.begin(), sorted.end(), [&](StateNumber a, StateNumber b) { return component[a] < component[b]; });
    std::vector<bool> stuck_component(sorted.empty() ? 0 : size_t{component[sorted.back()]} + 1);
    for (const StateNumber s : sorted) {
      vain[s] = g_.blocked_[s].contains(t);
      bool here = vain[s];
      for (const FairLoops::EdgeNumber n : loops_.from(s)) {
        if (!alone[n]) continue;
        if (fair.loops(n, g_.edges_[n])) vain[s] = here = true;
        if (stuck_component[component[g_.edges_[n].to]]) here = true;
      }
      if (here) stuck_component[component[s]] = true;
    }
    const std::vector<uint64_t> steps = most_steps(t, alone, component);
    for (const StateNumber s : order_) {
      const Kind kind = g_.kind(s, t);
      if (kind == kNoCall) continue;
      CallConditions& c = found_[kind];
      if (!stuck_component[component[s]]) c.alone = std::max(c.alone, steps[component[s]]);
      else if (!c.stuck || c.stuck->stem.size() > depth_[s]) c.stuck = alone_in_vain(s, t, vain, fair);
    }
  }

  // From a stuck state on, by the shortest way, until the thread is blocked or on a loop.
  Lasso alone_in_vain(StateNumber s, ThreadId t, const std::vector<bool>& vain, const FairLoops::Part& fair) const {
    std::map<StateNumber, FairLoops::EdgeNumber> by{{s, kNone}};
    std::vector<StateNumber> reached{s};
    size_t i = 0;
    for (; !vain[reached[i]]; ++i)
      for (const FairLoops::EdgeNumber n : loops_.from(reached[i])) {
        const Edge& e = g_.edges_[n];
        if (e.thread == t && !e.ends(t) && by.emplace(e.to, n).second) reached.push_back(e.to);
      }
    const StateNumber end = reached[i];
    Lasso out;
    if (!g_.blocked_[end].contains(t))
      for (const FairLoops::EdgeNumber n : loops_.from(end))
        if (out.loop.empty() && fair.loops(n, g_.edges_[n])) out = lasso(n, fair);
    out.thread = t;
    std::vector<PathStep> steps;
    for (StateNumber at = end; by.at(at) != kNone; at = g_.edges_[by.at(at)].from)
      steps.push_back(step_of(g_.edges_[by.at(at)]));
    out.stem = path_to(s);
    out.stem.insert(out.stem.end(), steps.rbegin(), steps.rend());
    return out;
  }

  // Lock-free: a loop of steps of which none ends a call.
  void run_without_end() {
    const FairLoops::Part part = loops_.fair(loops_.edges_that([](const Edge& e) { return e.ended == 0; }));
    for (const auto& [kind, edge] : on_loops(part, [](const Edge&) { return true; }))
      found_[kind].unproductive = lasso(edge, part);
  }

  // Wait-free: a loop in which this thread takes a step and ends no call. And how many steps it takes at most where
  // there is none.
  void run_for_ever(ThreadId t) {
    const std::vector<bool> edges = loops_.edges_that([&](const Edge& e) { return !e.ends(t); });
    const FairLoops::Part part = loops_.fair(edges);
    for (const auto& [kind, edge] : on_loops(part, [&](const Edge& e) { return e.thread == t; })) {
      CallConditions& c = found_[kind];
      if (!c.starved || c.starved->stem.size() > depth_[g_.edges_[edge].from]) c.starved = lasso(edge, part);
    }
    const std::vector<uint32_t> component = loops_.components(edges);
    const std::vector<uint64_t> steps = most_steps(t, edges, component);
    for (const StateNumber s : order_)
      if (const Kind kind = g_.kind(s, t); kind != kNoCall)
        found_[kind].own = std::max(found_[kind].own, steps[component[s]]);
  }

  const CallGraph& g_;
  FairLoops loops_;
  std::vector<uint32_t> by_, depth_;  // by state: the edge that leads there on a shortest path, and its length
  std::vector<StateNumber> order_;    // all that can be reached, by depth
  std::map<Kind, CallConditions> found_;
};

std::map<CallGraph::Kind, CallConditions> CallGraph::conditions() const { return Analysis(*this).all(); }

}  // namespace jmc::por
