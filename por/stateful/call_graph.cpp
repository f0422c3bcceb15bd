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

void CallGraph::add_step(StateNumber from, PathStep step, StateNumber to, const ThreadSet& ended) {
  edges_.push_back({from, to, static_cast<uint8_t>(step.thread), static_cast<uint8_t>(step.alternative),
                    static_cast<uint16_t>(ended.word(0))});
}

uint64_t CallGraph::bytes() const {
  return kinds_.capacity() * sizeof(Kind) + blocked_.capacity() * sizeof(ThreadSet) + edges_.capacity() * sizeof(Edge);
}

class CallGraph::Analysis {
 public:
  explicit Analysis(const CallGraph& graph) : g_(graph) {
    first_.assign(g_.states() + 1, 0);
    for (const Edge& e : g_.edges_) ++first_[e.from + 1];
    for (size_t s = 0; s < g_.states(); ++s) first_[s + 1] += first_[s];
    out_.resize(g_.edges_.size());
    std::vector<uint32_t> at(first_.begin(), first_.end() - 1);
    for (uint32_t e = 0; e < g_.edges_.size(); ++e) out_[at[g_.edges_[e].from]++] = e;
    find_paths();
  }

  std::map<Kind, CallConditions> all() {
    for (const Kind k : g_.kinds_)
      if (k != kNoCall) found_[k];
    for (ThreadId t = 0; t < g_.threads_; ++t) {
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
      for (uint32_t n = first_[order_[i]]; n < first_[order_[i] + 1]; ++n) {
        const Edge& e = g_.edges_[out_[n]];
        if (depth_[e.to] != kNone) continue;
        depth_[e.to] = depth_[e.from] + 1;
        by_[e.to] = out_[n];
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

  // The strongly connected components of the graph of the edges that `with` takes (Tarjan 1972), numbered so that a
  // step leads to one with the same number or a lower one.
  template <class With>
  std::vector<uint32_t> components(With&& with) const {
    const size_t n = g_.states();
    std::vector<uint32_t> component(n, kNone), index(n, kNone), low(n);
    std::vector<StateNumber> open;
    struct Frame {
      StateNumber state;
      uint32_t next;
    };
    std::vector<Frame> frames;
    uint32_t indices = 0, count = 0;
    const auto enter = [&](StateNumber s) {
      index[s] = low[s] = indices++;
      open.push_back(s);
      frames.push_back({s, first_[s]});
    };
    for (StateNumber root = 0; root < n; ++root) {
      if (index[root] != kNone) continue;
      enter(root);
      while (!frames.empty()) {
        const StateNumber s = frames.back().state;
        if (frames.back().next < first_[s + 1]) {
          const Edge& e = g_.edges_[out_[frames.back().next++]];
          if (!with(e)) continue;
          if (index[e.to] == kNone) enter(e.to);
          else if (component[e.to] == kNone) low[s] = std::min(low[s], index[e.to]);
          continue;
        }
        frames.pop_back();
        if (!frames.empty()) low[frames.back().state] = std::min(low[frames.back().state], low[s]);
        if (low[s] != index[s]) continue;
        StateNumber member;
        do {
          member = open.back();
          open.pop_back();
          component[member] = count;
        } while (member != s);
        ++count;
      }
    }
    return component;
  }

  // The edge, and the shortest way back from its end to its beginning within the component.
  template <class With>
  Lasso lasso(const Edge& edge, const std::vector<uint32_t>& component, With&& with) const {
    Lasso out;
    out.thread = edge.thread;
    out.stem = path_to(edge.from);
    std::vector<uint32_t> by(g_.states(), kNone);
    std::vector<StateNumber> reached{edge.to};
    for (size_t i = 0; i < reached.size() && edge.to != edge.from && by[edge.from] == kNone; ++i)
      for (uint32_t n = first_[reached[i]]; n < first_[reached[i] + 1]; ++n) {
        const Edge& e = g_.edges_[out_[n]];
        if (!with(e) || component[e.to] != component[edge.from] || e.to == edge.to || by[e.to] != kNone) continue;
        by[e.to] = out_[n];
        reached.push_back(e.to);
      }
    for (StateNumber s = edge.from; s != edge.to; s = g_.edges_[by[s]].from)
      out.loop.push_back(step_of(g_.edges_[by[s]]));
    out.loop.push_back(step_of(edge));
    std::reverse(out.loop.begin(), out.loop.end());
    return out;
  }

  // For each kind of call the edge nearest to the initial state that a component contains, by a thread in such a call.
  template <class With>
  std::map<Kind, const Edge*> within(const std::vector<uint32_t>& component, With&& with) const {
    std::map<Kind, const Edge*> nearest;
    for (const Edge& e : g_.edges_) {
      const Kind kind = g_.kind(e.from, e.thread);
      if (kind == kNoCall || component[e.from] != component[e.to] || !with(e)) continue;
      const Edge*& known = nearest[kind];
      if (!known || depth_[e.from] < depth_[known->from]) known = &e;
    }
    return nearest;
  }

  // Obstruction-free: from every state, by steps of this thread alone.
  void run_alone(ThreadId t) {
    enum : uint8_t { New, Open, Ends, Stuck };
    std::vector<uint8_t> colour(g_.states(), New);
    std::vector<uint32_t> steps(g_.states(), 0);
    std::vector<std::pair<StateNumber, uint32_t>> stack;
    const auto enter = [&](StateNumber s) {
      colour[s] = Open;
      stack.push_back({s, first_[s]});
    };
    for (const StateNumber root : order_) {
      if (colour[root] != New || g_.kind(root, t) == kNoCall) continue;
      enter(root);
      std::vector<bool> stuck;  // by level of the stack
      stuck.push_back(g_.blocked_[root].contains(t));
      while (!stack.empty()) {
        const StateNumber s = stack.back().first;
        if (stack.back().second < first_[s + 1]) {
          const Edge& e = g_.edges_[out_[stack.back().second++]];
          if (e.thread != t) continue;
          if (e.ends(t)) {
            steps[s] = std::max(steps[s], 1u);
          } else if (colour[e.to] == New) {
            enter(e.to);
            stuck.push_back(g_.blocked_[e.to].contains(t));
          } else if (colour[e.to] == Ends) {
            steps[s] = std::max(steps[s], steps[e.to] + 1);
          } else {  // a loop, or the way into one
            stuck.back() = true;
          }
          continue;
        }
        const bool bad = stuck.back();
        colour[s] = bad ? Stuck : Ends;
        stack.pop_back();
        stuck.pop_back();
        if (stack.empty()) continue;
        const StateNumber before = stack.back().first;
        if (bad) stuck.back() = true;
        else steps[before] = std::max(steps[before], steps[s] + 1);
      }
    }
    for (const StateNumber s : order_) {
      const Kind kind = g_.kind(s, t);
      if (kind == kNoCall) continue;
      CallConditions& c = found_[kind];
      if (colour[s] == Ends) c.alone = std::max<uint64_t>(c.alone, steps[s]);
      else if (!c.stuck || c.stuck->stem.size() > depth_[s])
        c.stuck = alone_in_vain(s, t, [&](StateNumber n) { return colour[n] == Stuck; });
    }
  }

  // From a stuck state on, until the thread is blocked or where it was.
  template <class Stuck>
  Lasso alone_in_vain(StateNumber s, ThreadId t, Stuck&& stuck) const {
    Lasso out;
    out.thread = t;
    out.stem = path_to(s);
    std::map<StateNumber, size_t> met;
    std::vector<PathStep> steps;
    while (!g_.blocked_[s].contains(t)) {
      const auto [at, fresh] = met.emplace(s, steps.size());
      if (!fresh) {
        out.stem.insert(out.stem.end(), steps.begin(), steps.begin() + static_cast<std::ptrdiff_t>(at->second));
        out.loop.assign(steps.begin() + static_cast<std::ptrdiff_t>(at->second), steps.end());
        return out;
      }
      const Edge* next = nullptr;
      for (uint32_t n = first_[s]; n < first_[s + 1] && !next; ++n)
        if (const Edge& e = g_.edges_[out_[n]]; e.thread == t && !e.ends(t) && stuck(e.to)) next = &e;
      steps.push_back(step_of(*next));
      s = next->to;
    }
    out.stem.insert(out.stem.end(), steps.begin(), steps.end());
    return out;
  }

  // Lock-free: a loop of steps of which none ends a call.
  void run_without_end() {
    const auto with = [](const Edge& e) { return e.ended == 0; };
    const std::vector<uint32_t> component = components(with);
    for (const auto& [kind, edge] : within(component, with)) found_[kind].unproductive = lasso(*edge, component, with);
  }

  // Wait-free: a loop in which this thread takes a step and ends no call. And how many steps it takes at most where
  // there is none.
  void run_for_ever(ThreadId t) {
    const auto with = [t](const Edge& e) { return !e.ends(t); };
    const std::vector<uint32_t> component = components(with);
    for (const auto& [kind, edge] : within(component, [&](const Edge& e) { return e.thread == t && !e.ends(t); })) {
      CallConditions& c = found_[kind];
      if (!c.starved || c.starved->stem.size() > depth_[edge->from]) c.starved = lasso(*edge, component, with);
    }
    // Longest ways, component by component: steps lead to those with lower numbers.
    std::vector<StateNumber> sorted = order_;
    std::sort(sorted.begin(), sorted.end(), [&](StateNumber a, StateNumber b) { return component[a] < component[b]; });
    std::vector<uint64_t> longest(sorted.empty() ? 0 : size_t{component[sorted.back()]} + 1, 0);
    for (const StateNumber s : sorted) {
      uint64_t& here = longest[component[s]];
      for (uint32_t n = first_[s]; n < first_[s + 1]; ++n) {
        const Edge& e = g_.edges_[out_[n]];
        const uint64_t own = e.thread == t ? 1 : 0;
        if (!with(e)) here = std::max(here, own);
        else if (component[e.to] != component[s]) here = std::max(here, own + longest[component[e.to]]);
      }
    }
    for (const StateNumber s : order_)
      if (const Kind kind = g_.kind(s, t); kind != kNoCall)
        found_[kind].own = std::max(found_[kind].own, longest[component[s]]);
  }

  const CallGraph& g_;
  std::vector<uint32_t> first_, out_;  // by state: where its edges begin in out_
  std::vector<uint32_t> by_, depth_;   // by state: the edge that leads there on a shortest path, and its length
  std::vector<StateNumber> order_;     // all that can be reached, by depth
  std::map<Kind, CallConditions> found_;
};

std::map<CallGraph::Kind, CallConditions> CallGraph::conditions() const { return Analysis(*this).all(); }

}  // namespace jmc::por
