#include "tests/por/naive_bounds.hpp"
#include "tests/por/masks.hpp"

#include <bit>
#include <map>

namespace jmc::por::toy {

namespace {

class Naive {
 public:
  Naive(const Program& program, BoundFunction& bound, uint64_t limit, bool reduce)
      : system_(program), bound_(bound), limit_(limit), reduce_(reduce) {}

  Observed run() {
    explore();
    return std::move(observed_);
  }

 private:
  struct Level {
    std::vector<Op> ops;
    Mask enabled, backtrack;
    ThreadId thread;
  };

  BoundState state(const Level& level) const {
    return {static_cast<ThreadId>(level.ops.size()), set_of(level.enabled), level.ops.data()};
  }

  void explore() {
    system_.fingerprint();
    const size_t depth = path_.size();
    path_.emplace_back();
    path_[depth].enabled = path_[depth].backtrack = 0;
    for (ThreadId t = 0; t < system_.thread_count(); ++t) {
      path_[depth].ops.push_back(system_.ended(t) ? Op{} : system_.pending(t));
      if (path_[depth].ops.back().enabled()) path_[depth].enabled |= mask_of(t);
      observed_.locals.insert(std::to_string(t) + '/' + system_.local_state(t));
    }
    if (reduce_) {
      races(depth);
      ThreadId cheapest = kNoThread;
      for (ThreadId t = 0; t < path_[depth].ops.size(); ++t)
        if ((path_[depth].enabled & mask_of(t)) &&
            (cheapest == kNoThread || bound_.cost(state(path_[depth]), t) < bound_.cost(state(path_[depth]), cheapest)))
          cheapest = t;
      if (cheapest != kNoThread) path_[depth].backtrack = mask_of(cheapest);
    } else {
      path_[depth].backtrack = path_[depth].enabled;
    }
    if (path_[depth].enabled == 0) {
      ++observed_.result.statistics.executions;
      std::vector<uint8_t> form;
      system_.canonical_form(form);
      if (system_.deadlocked()) observed_.deadlocks.insert(form);
      observed_.ends.insert(std::move(form));
    }
    const TransitionSystem::Mark mark = system_.mark();
    for (Mask done = 0; path_[depth].backtrack & ~done;) {
      const ThreadId t = static_cast<ThreadId>(std::countr_zero(path_[depth].backtrack & ~done));
      done |= mask_of(t);
      if (bound_.cost(state(path_[depth]), t) > limit_) continue;
      for (uint32_t a = 0; a < path_[depth].ops[t].alternatives; ++a) {
        path_[depth].thread = t;
        const StepResult result = system_.step(t, a);
        bound_.step(state(path_[depth]), t, result.yielded, system_.thread_count());
        explore();
        bound_.undo();
        system_.undo(mark);
      }
    }
    system_.release(mark);
    path_.pop_back();
  }

  void races(size_t depth) {
    for (ThreadId u = 0; u < path_[depth].ops.size(); ++u) {
      Mask seen = mask_of(u);
      for (size_t i = depth; i-- > 0;) {
        Level& before = path_[i];
        if ((seen & mask_of(before.thread)) || !dependent(before.ops[before.thread], path_[depth].ops[u])) continue;
        seen |= mask_of(before.thread);
        before.backtrack |= (before.enabled & mask_of(u)) ? mask_of(u) : before.enabled;
      }
    }
  }

  ToySystem system_;
  BoundFunction& bound_;
  const uint64_t limit_;
  const bool reduce_;
  std::vector<Level> path_;
  Observed observed_;
};

// Threads and variables as small maps, copied at every step: this one need not be fast.
class PrintedLocalContext final : public BoundFunction {
 public:
  uint64_t cost(const BoundState& state, ThreadId thread) const override {
    World next = worlds_.back();
    take(next, state.ops[thread], thread);
    return next.most;
  }
  void step(const BoundState& state, ThreadId thread, bool, ThreadId) override {
    worlds_.push_back(worlds_.back());
    take(worlds_.back(), state.ops[thread], thread);
  }
  void undo() override { worlds_.pop_back(); }
  bool residue(std::vector<uint64_t>&) const override { return false; }

 private:
  using Clock = std::map<ThreadId, uint64_t>;
  struct Variable {
    Clock read, written;
    ThreadId owner = kNoThread;
  };
  struct World {
    std::map<ThreadId, Clock> threads;
    std::map<Location, Variable> variables;
    uint64_t most = 0;
  };
  static void join(Clock& c, const Clock& other, ThreadId except = kNoThread) {
    for (auto [t, n] : other)
      if (t != except && c[t] < n) c[t] = n;
  }
  static void take(World& w, const Op& op, ThreadId u) {
    Clock& clock = w.threads[u];
    for (int i = 0; i < op.access_count; ++i) {
      Variable& x = w.variables[op.accesses[i].where];
      if (x.owner != u) {
        join(clock, x.written);
        if (op.accesses[i].write) join(clock, x.read, u);
      }
      if (op.accesses[i].write) {
        x.written = clock;
        ++x.written[u];
        x.owner = u;
      } else {
        x.read[u] = clock[u] + 1;
        if (x.owner != u) x.owner = kNoThread;  // another thread has read it
      }
    }
    uint64_t sum = 0;
    for (auto [t, n] : clock) sum += n;
    w.most = std::max(w.most, sum);
  }

  std::vector<World> worlds_{1};
};

}  // namespace

Observed naive_bounded_por(const Program& program, BoundFunction& bound, uint64_t limit) {
  return Naive(program, bound, limit, true).run();
}

Observed plain_bounded(const Program& program, BoundFunction& bound, uint64_t limit) {
  return Naive(program, bound, limit, false).run();
}

std::unique_ptr<BoundFunction> printed_local_context() { return std::make_unique<PrintedLocalContext>(); }

uint64_t cost_of(const Program& program, BoundFunction& bound, const std::vector<ThreadId>& schedule) {
  ToySystem system(program);
  uint64_t cost = 0;
  for (ThreadId t : schedule) {
    system.fingerprint();
    std::vector<Op> ops;
    BoundState state;
    for (ThreadId u = 0; u < system.thread_count(); ++u) {
      ops.push_back(system.ended(u) ? Op{} : system.pending(u));
      if (ops.back().enabled()) state.enabled.insert(u);
    }
    state.threads = system.thread_count();
    state.ops = ops.data();
    cost = bound.cost(state, t);
    const StepResult result = system.step(t, 0);
    bound.step(state, t, result.yielded, system.thread_count());
  }
  for (size_t i = 0; i < schedule.size(); ++i) bound.undo();
  return cost;
}

}  // namespace jmc::por::toy
