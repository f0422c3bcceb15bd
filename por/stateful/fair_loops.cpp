#include "por/stateful/fair_loops.hpp"

#include <algorithm>
#include <utility>

namespace jmc::por {

namespace {

constexpr uint32_t kNowhere = ~0u;
constexpr uint32_t kGone = WriteFate::kGone;

}  // namespace

uint32_t FairLoops::Writes::number(std::span<const WriteFate> fates) {
  const auto [at, fresh] =
      numbers_.try_emplace(std::vector<WriteFate>(fates.begin(), fates.end()), static_cast<uint32_t>(all_.size()));
  if (fresh) {
    all_.push_back(&at->first);
    for (const WriteFate& f : fates) any_overlooked_ |= f.overlooked;
  }
  return at->second;
}

uint64_t FairLoops::Writes::bytes() const {
  uint64_t bytes = all_.capacity() * sizeof(void*);
  for (const auto& [fates, number] : numbers_) bytes += 64 + fates.capacity() * sizeof(WriteFate);
  return bytes;
}

FairLoops::FairLoops(size_t states, const std::vector<Edge>& edges, const Writes& writes)
    : states_(states), edges_(edges), writes_(writes), first_(states + 1, 0), out_(edges.size()) {
  for (const Edge& e : edges_) ++first_[e.from + 1];
  for (size_t s = 0; s < states; ++s) first_[s + 1] += first_[s];
  std::vector<uint32_t> at(first_.begin(), first_.end() - 1);
  for (EdgeNumber e = 0; e < edges_.size(); ++e) out_[at[edges_[e].from]++] = e;
  if (!writes_.any_overlooked()) return;
  writes_at_.assign(states + 1, 0);
  for (const Edge& e : edges_) {
    const std::vector<WriteFate>& fates = writes_[e.writes];
    size_t& here = writes_at_[e.from + 1];
    here = std::max(here, fates.size());
    // A state without steps has writes, too.
    for (const WriteFate& f : fates)
      if (f.becomes != kGone) writes_at_[e.to + 1] = std::max<size_t>(writes_at_[e.to + 1], f.becomes + 1);
  }
  for (size_t s = 0; s < states; ++s) writes_at_[s + 1] += writes_at_[s];
}

std::vector<uint32_t> FairLoops::components(const std::vector<bool>& edges) const {
  std::vector<uint32_t> component(states_, kNowhere), index(states_, kNowhere), low(states_);
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
  for (StateNumber root = 0; root < states_; ++root) {
    if (index[root] != kNowhere) continue;
    enter(root);
    while (!frames.empty()) {
      const StateNumber s = frames.back().state;
      if (frames.back().next < first_[s + 1]) {
        const EdgeNumber n = out_[frames.back().next++];
        if (!edges[n]) continue;
        const StateNumber to = edges_[n].to;
        if (index[to] == kNowhere) enter(to);
        else if (component[to] == kNowhere) low[s] = std::min(low[s], index[to]);
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

// The edges on loops that overlook a write which never comes to its end within the component, whatever way is taken
// there. Of such writes there are no more at a time than a state has, and they stay: whoever takes one of these edges
// again and again overlooks one of them again and again.
std::vector<bool> FairLoops::overlooking_for_ever(const Part& part) const {
  std::vector<bool> out;
  // Components with a step that overlooks something: no others matter.
  std::vector<bool> asked(states_);
  bool any = false;
  for (EdgeNumber n = 0; n < edges_.size(); ++n) {
    if (!part.loops(n, edges_[n])) continue;
    for (const WriteFate& f : writes_[edges_[n].writes])
      if (f.overlooked) any = asked[part.component[edges_[n].from]] = true;
  }
  if (!any) return out;
  std::vector<EdgeNumber> within;
  for (EdgeNumber n = 0; n < edges_.size(); ++n)
    if (part.loops(n, edges_[n]) && asked[part.component[edges_[n].from]] && !writes_[edges_[n].writes].empty())
      within.push_back(n);
  // Backwards from where writes end.
  std::vector<bool> mortal(writes_at_[states_]);
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = within.size(); i-- > 0;) {
      const Edge& e = edges_[within[i]];
      const std::vector<WriteFate>& fates = writes_[e.writes];
      for (size_t w = 0; w < fates.size(); ++w) {
        const size_t here = writes_at_[e.from] + w;
        if (mortal[here]) continue;
        if (fates[w].becomes == kGone || mortal[writes_at_[e.to] + fates[w].becomes]) mortal[here] = changed = true;
      }
    }
  }
  for (const EdgeNumber n : within) {
    const std::vector<WriteFate>& fates = writes_[edges_[n].writes];
    for (size_t w = 0; w < fates.size(); ++w) {
      if (!fates[w].overlooked || mortal[writes_at_[edges_[n].from] + w]) continue;
      if (out.empty()) out.resize(edges_.size());
      out[n] = true;
    }
  }
  return out;
}

FairLoops::Part FairLoops::fair(std::vector<bool> edges) const {
  Part part;
  part.edges = std::move(edges);
  part.component = components(part.edges);
  if (!writes_.any_overlooked()) return part;
  for (;;) {
    const std::vector<bool> unfair = overlooking_for_ever(part);
    if (unfair.empty()) return part;
    for (EdgeNumber n = 0; n < edges_.size(); ++n)
      if (unfair[n]) part.edges[n] = false;
    part.component = components(part.edges);
  }
}

// A shortest way within a component.
std::vector<FairLoops::EdgeNumber> FairLoops::way(StateNumber from, StateNumber to, const Part& part) const {
  std::vector<EdgeNumber> out;
  if (from == to) return out;
  std::vector<EdgeNumber> by(states_, kNowhere);
  std::vector<StateNumber> reached{from};
  for (size_t i = 0; i < reached.size() && by[to] == kNowhere; ++i)
    for (const EdgeNumber n : this->from(reached[i])) {
      const Edge& e = edges_[n];
      if (!part.loops(n, e) || e.to == from || by[e.to] != kNowhere) continue;
      by[e.to] = n;
      reached.push_back(e.to);
    }
  for (StateNumber s = to; s != from; s = edges_[by[s]].from) out.push_back(by[s]);
  std::reverse(out.begin(), out.end());
  return out;
}

// A write of the state in which the loop begins that is overlooked on it for ever; kNowhere: the loop is fair.
uint32_t FairLoops::overlooked_in(const std::vector<EdgeNumber>& loop) const {
  const size_t count = writes_[edges_[loop[0]].writes].size();
  std::vector<uint32_t> after(count);
  std::vector<bool> overlooked(count);
  for (uint32_t w = 0; w < count; ++w) {
    uint32_t at = w;
    for (const EdgeNumber n : loop) {
      const WriteFate f = writes_[edges_[n].writes][at];
      if (f.overlooked) overlooked[w] = true;
      at = f.becomes;
      if (at == kGone) break;
    }
    after[w] = at;
  }
  for (uint32_t w = 0; w < count; ++w) {
    if (!overlooked[w]) continue;
    // It stays if the loop brings it back to where it is, after some rounds.
    uint32_t at = after[w];
    for (size_t round = 0; round < count && at != kGone && at != w; ++round) at = after[at];
    if (at == w) return w;
  }
  return kNowhere;
}

// A shortest way within the component on which this write comes to its end.
std::vector<FairLoops::EdgeNumber> FairLoops::way_to_end(StateNumber state, uint32_t write, const Part& part) const {
  struct Reached {
    StateNumber state;
    uint32_t write;
    size_t from;
    EdgeNumber by;
  };
  std::vector<Reached> reached{{state, write, 0, kNowhere}};
  std::vector<bool> met(writes_at_[states_]);
  met[writes_at_[state] + write] = true;
  std::vector<EdgeNumber> out;
  for (size_t i = 0; i < reached.size(); ++i)
    for (const EdgeNumber n : from(reached[i].state)) {
      const Edge& e = edges_[n];
      if (!part.loops(n, e)) continue;
      const uint32_t becomes = writes_[e.writes][reached[i].write].becomes;
      if (becomes == kGone) {
        out.push_back(n);
        for (size_t at = i; reached[at].by != kNowhere; at = reached[at].from) out.push_back(reached[at].by);
        std::reverse(out.begin(), out.end());
        return out;
      }
      if (met[writes_at_[e.to] + becomes]) continue;
      met[writes_at_[e.to] + becomes] = true;
      reached.push_back({e.to, becomes, i, n});
    }
  return out;
}

// Where a write would be overlooked for ever, a detour on which it comes to its end is added. There is one: a write
// that is overlooked on the loop goes to where an edge of the part overlooks it, and none overlooks one without an end.
// Each detour takes one more of the writes of the first state away, and brings none back.
std::vector<FairLoops::EdgeNumber> FairLoops::loop(EdgeNumber edge, const Part& part) const {
  const StateNumber start = edges_[edge].from;
  std::vector<EdgeNumber> out{edge};
  const auto come_back = [&] {
    const std::vector<EdgeNumber> back = way(edges_[out.back()].to, start, part);
    out.insert(out.end(), back.begin(), back.end());
  };
  come_back();
  if (!writes_.any_overlooked()) return out;
  for (uint32_t w; (w = overlooked_in(out)) != kNowhere;) {
    for (const EdgeNumber n : out) w = writes_[edges_[n].writes][w].becomes;  // where it is after a round
    const std::vector<EdgeNumber> detour = way_to_end(start, w, part);
    out.insert(out.end(), detour.begin(), detour.end());
    come_back();
  }
  return out;
}

}  // namespace jmc::por
