#include "por/bounded/bounds.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <unordered_map>

#include "por/stateless/path_names.hpp"

namespace jmc::por {

namespace {

using Counts = std::vector<uint32_t>;

uint32_t component(const Counts& c, ThreadId t) { return t < c.size() ? c[t] : 0; }
void set(Counts& c, ThreadId t, uint32_t value) {
  if (c.size() <= t) c.resize(t + 1);
  c[t] = value;
}
// except: a component that is left alone, or kNoThread.
void join(Counts& c, const Counts& other, ThreadId except = kNoThread) {
  if (c.size() < other.size()) c.resize(other.size());
  for (ThreadId t = 0; t < other.size(); ++t)
    if (t != except) c[t] = std::max(c[t], other[t]);
}
uint64_t sum(const Counts& c) {
  uint64_t total = 0;
  for (uint32_t n : c) total += n;
  return total;
}

class DepthBound final : public BoundFunction {
 public:
  uint64_t cost(const BoundState&, ThreadId) const override { return depth_ + 1; }
  void step(const BoundState&, ThreadId, bool, ThreadId) override { ++depth_; }
  void undo() override { --depth_; }
  bool residue(std::vector<uint64_t>& out) const override {
    out.push_back(depth_);
    return true;
  }

 private:
  uint64_t depth_ = 0;
};

// Costs that are a number and the thread that ran last.
class SwitchBound : public BoundFunction {
 public:
  uint64_t cost(const BoundState& state, ThreadId thread) const override { return now_.cost + price(state, thread); }
  void step(const BoundState& state, ThreadId thread, bool, ThreadId) override {
    before_.push_back(now_);
    now_ = {now_.cost + price(state, thread), thread};
  }
  void undo() override {
    now_ = before_.back();
    before_.pop_back();
  }
  bool residue(std::vector<uint64_t>& out) const override {
    out.push_back(now_.cost);
    out.push_back(now_.last);
    return true;
  }

 protected:
  virtual uint64_t price(const BoundState& state, ThreadId thread) const = 0;
  ThreadId last() const { return now_.last; }

 private:
  struct Level {
    uint64_t cost;
    ThreadId last;
  };
  Level now_{0, kNoThread};
  std::vector<Level> before_;
};

class ContextBound final : public SwitchBound {
  uint64_t price(const BoundState&, ThreadId thread) const override { return last() != kNoThread && thread != last(); }
};

class PreemptionBound final : public SwitchBound {
  uint64_t price(const BoundState& state, ThreadId thread) const override {
    return last() != kNoThread && thread != last() && state.enabled.contains(last());
  }
};

class DelayBound final : public SwitchBound {
  uint64_t price(const BoundState& state, ThreadId thread) const override {
    return (state.enabled & passed_over(last(), thread, state.threads)).size();
  }

 public:
  // The threads from `from` round to the one before `thread`.
  static ThreadSet passed_over(ThreadId from, ThreadId thread, ThreadId threads) {
    if (from == kNoThread) from = 0;
    const ThreadSet below_from = ThreadSet::below(from), below_thread = ThreadSet::below(thread);
    return from <= thread ? below_thread - below_from : (ThreadSet::below(threads) - below_from) | below_thread;
  }
};

class FairBound final : public BoundFunction {
 public:
  uint64_t cost(const BoundState& state, ThreadId thread) const override {
    uint64_t most = worst_.back();
    const uint64_t own = component(yields_, thread);
    for (const ThreadId t : state.enabled) {
      const uint64_t other = component(yields_, t);
      if (own > other) most = std::max(most, own - other);
    }
    return most;
  }
  void step(const BoundState& state, ThreadId thread, bool yielded, ThreadId) override {
    worst_.push_back(cost(state, thread));
    yielders_.push_back(yielded ? thread : kNoThread);
    if (yielded) set(yields_, thread, component(yields_, thread) + 1);
  }
  void undo() override {
    worst_.pop_back();
    if (yielders_.back() != kNoThread) --yields_[yielders_.back()];
    yielders_.pop_back();
  }
  bool residue(std::vector<uint64_t>& out) const override {
    // The counts themselves, not only their differences: a thread that starts later starts at 0.
    out.push_back(worst_.back());
    size_t known = yields_.size();
    while (known != 0 && yields_[known - 1] == 0) --known;
    out.push_back(known);
    out.insert(out.end(), yields_.begin(), yields_.begin() + static_cast<ptrdiff_t>(known));
    return true;
  }

 private:
  Counts yields_;
  std::vector<uint64_t> worst_{0};
  std::vector<ThreadId> yielders_;
};

// What both local bounds share: clocks of threads and variables, and the way back.
class ClockBound : public BoundFunction {
 public:
  uint64_t cost(const BoundState& state, ThreadId thread) const override {
    return std::max(most_.back(), sum(after(state.ops[thread], thread)));
  }
  void step(const BoundState& state, ThreadId thread, bool, ThreadId threads) override {
    const Op& op = state.ops[thread];
    Saved saved{thread, static_cast<ThreadId>(std::max<size_t>(threads_.size(), state.threads)), 0, {}};
    Counts next = after(op, thread);
    most_.push_back(std::max(most_.back(), sum(next)));
    if (threads_.size() < std::max(threads, state.threads)) threads_.resize(std::max(threads, state.threads));
    saved.clock = std::move(threads_[thread]);
    for (int i = 0; i < op.access_count; ++i) {
      bool repeated = false;
      for (int j = 0; j < i; ++j) repeated |= op.accesses[j].where == op.accesses[i].where;
      if (repeated) continue;
      Variable& v = variables_[op.accesses[i].where];
      variables_saved_.push_back({op.accesses[i].where, v});
      ++saved.variables;
    }
    touch(op, thread, saved.clock, next);
    threads_[thread] = std::move(next);
    // A new thread knows what the step that started it knew; starting is a flow from thread to thread.
    for (ThreadId t = state.threads; t < threads; ++t) threads_[t] = inherited(thread);
    saved_.push_back(std::move(saved));
  }
  void undo() override {
    Saved& saved = saved_.back();
    threads_[saved.thread] = std::move(saved.clock);
    threads_.resize(saved.threads);
    for (; saved.variables != 0; --saved.variables) {
      variables_[variables_saved_.back().where] = std::move(variables_saved_.back().variable);
      variables_saved_.pop_back();
    }
    saved_.pop_back();
    most_.pop_back();
  }
  bool residue(std::vector<uint64_t>&) const override { return false; }

 protected:
  struct Variable {
    Counts read, written;
    ThreadId writer = kNoThread;
  };

  // The clock of `thread` after `op`.
  virtual Counts after(const Op& op, ThreadId thread) const = 0;
  // Brings the variables up to date; `before` and `now` are the clocks of the thread.
  virtual void touch(const Op& op, ThreadId thread, const Counts& before, const Counts& now) = 0;
  virtual Counts inherited(ThreadId starter) const = 0;

  static bool writes(const Op& op, int access) {
    for (int j = 0; j < op.access_count; ++j)
      if (op.accesses[j].where == op.accesses[access].where && op.accesses[j].write) return true;
    return false;
  }
  const Counts& clock(ThreadId thread) const {
    static const Counts kZero;
    return thread < threads_.size() ? threads_[thread] : kZero;
  }
  const Variable* variable(const Location& where) const {
    auto found = variables_.find(where);
    return found == variables_.end() ? nullptr : &found->second;
  }
  Variable& variable(const Location& where) { return variables_[where]; }

 private:
  struct Saved {
    ThreadId thread;
    ThreadId threads;
    uint32_t variables;
    Counts clock;
  };
  struct SavedVariable {
    Location where;
    Variable variable;
  };

  std::vector<Counts> threads_;
  std::unordered_map<Location, Variable, LocationHash> variables_;
  std::vector<uint64_t> most_{0};
  std::vector<Saved> saved_;
  std::vector<SavedVariable> variables_saved_;
};

class LocalDepthBound final : public ClockBound {
  Counts after(const Op& op, ThreadId thread) const override {
    Counts c = clock(thread);
    for (int i = 0; i < op.access_count; ++i) {
      const Variable* v = variable(op.accesses[i].where);
      if (!v) continue;
      join(c, v->written);
      if (op.accesses[i].write) join(c, v->read);
    }
    set(c, thread, component(c, thread) + 1);
    return c;
  }
  void touch(const Op& op, ThreadId, const Counts&, const Counts& now) override {
    for (int i = 0; i < op.access_count; ++i) {
      Variable& v = variable(op.accesses[i].where);
      join(op.accesses[i].write ? v.written : v.read, now);
    }
  }
  Counts inherited(ThreadId starter) const override { return clock(starter); }
};

class LocalContextBound final : public ClockBound {
  Counts after(const Op& op, ThreadId thread) const override {
    Counts c = clock(thread);
    for (int i = 0; i < op.access_count; ++i) {
      const Variable* v = variable(op.accesses[i].where);
      if (!v || keeps(*v, thread, writes(op, i))) continue;
      join(c, v->written);
      if (writes(op, i)) join(c, v->read, thread);
    }
    return c;
  }
  void touch(const Op& op, ThreadId thread, const Counts&, const Counts& now) override {
    // The mark that others will see: one more than the thread knows of itself.
    const uint32_t mark = component(now, thread) + 1;
    for (int i = 0; i < op.access_count; ++i) {
      Variable& v = variable(op.accesses[i].where);
      if (writes(op, i)) {
        v.written = now;
        set(v.written, thread, mark);
        v.read.clear();
        v.writer = thread;
      } else {
        set(v.read, thread, mark);
      }
    }
  }
  Counts inherited(ThreadId starter) const override {
    Counts c = clock(starter);
    set(c, starter, component(c, starter) + 1);
    return c;
  }
  // Nothing has flowed to the thread through the variable since it wrote it: for a read if it was the last to write,
  // for a write if in addition nobody else has read it since.
  static bool keeps(const Variable& v, ThreadId thread, bool write) {
    if (v.writer != thread) return false;
    if (!write) return true;
    for (ThreadId t = 0; t < v.read.size(); ++t)
      if (t != thread && v.read[t] != 0) return false;
    return true;
  }
};

constexpr struct {
  BoundKind kind;
  std::string_view name, one, many;
} kKinds[] = {
    {BoundKind::Depth, "depth", "step", "steps"},
    {BoundKind::Context, "context", "context switch", "context switches"},
    {BoundKind::Preemption, "preemption", "preemption", "preemptions"},
    {BoundKind::Delay, "delay", "delay", "delays"},
    {BoundKind::Fair, "fair", "yield ahead of others", "yields ahead of others"},
    {BoundKind::LocalDepth, "local-depth", "step in the past of a thread", "steps in the past of a thread"},
    {BoundKind::LocalContext, "local-context", "flow between threads in the past of a thread",
     "flows between threads in the past of a thread"},
    {BoundKind::Divergence, "divergence", "divergence from the first schedules",
     "divergences from the first schedules"},
};

}  // namespace

std::unique_ptr<BoundFunction> make_bound_function(BoundKind kind) {
  switch (kind) {
    case BoundKind::Depth: return std::make_unique<DepthBound>();
    case BoundKind::Context: return std::make_unique<ContextBound>();
    case BoundKind::Preemption: return std::make_unique<PreemptionBound>();
    case BoundKind::Delay: return std::make_unique<DelayBound>();
    case BoundKind::Fair: return std::make_unique<FairBound>();
    case BoundKind::LocalDepth: return std::make_unique<LocalDepthBound>();
    case BoundKind::LocalContext: return std::make_unique<LocalContextBound>();
    case BoundKind::Divergence: break;
  }
  return nullptr;
}

ThreadSet passed_over(ThreadId from, ThreadId thread, ThreadId threads) {
  return DelayBound::passed_over(from, thread, threads);
}

std::string_view bound_name(BoundKind kind) { return kKinds[static_cast<size_t>(kind)].name; }

bool find_bound(std::string_view name, BoundKind& kind) {
  for (const auto& k : kKinds)
    if (k.name == name) {
      kind = k.kind;
      return true;
    }
  return false;
}

std::string bound_text(const Bound& bound) {
  const auto& k = kKinds[static_cast<size_t>(bound.kind)];
  return "at most " + std::to_string(bound.limit) + " " + std::string(bound.limit == 1 ? k.one : k.many);
}

BoundSet::BoundSet(const std::vector<Bound>& bounds) {
  for (const Bound& b : bounds) {
    // Nothing is too expensive for a path, but the first schedule of a tree is the round robin without delays.
    if (b.kind == BoundKind::Divergence) bounds_.push_back({std::make_unique<DelayBound>(), {b.kind, ~uint64_t{0}}});
    else bounds_.push_back({make_bound_function(b.kind), b});
  }
}

bool BoundSet::has(BoundKind kind) const {
  return std::any_of(bounds_.begin(), bounds_.end(), [&](const Member& m) { return m.bound.kind == kind; });
}

bool BoundSet::within(const BoundState& state, ThreadId thread) const {
  return std::all_of(bounds_.begin(), bounds_.end(),
                     [&](const Member& m) { return m.function->cost(state, thread) <= m.bound.limit; });
}

uint64_t BoundSet::cost(const BoundState& state, ThreadId thread) const {
  uint64_t total = 0;
  for (const Member& m : bounds_) total += m.function->cost(state, thread);
  return total;
}

void BoundSet::step(const BoundState& state, ThreadId thread, bool yielded, ThreadId threads) {
  for (Member& m : bounds_) m.function->step(state, thread, yielded, threads);
  lasts_.push_back(thread);
}

void BoundSet::undo() {
  for (Member& m : bounds_) m.function->undo();
  lasts_.pop_back();
}

bool BoundSet::residue(std::vector<uint64_t>& out) const {
  return std::all_of(bounds_.begin(), bounds_.end(), [&](const Member& m) { return m.function->residue(out); });
}

}  // namespace jmc::por
