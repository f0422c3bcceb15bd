#include "por/sampling/surw.hpp"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <vector>

#include "por/sampling/sampler.hpp"

namespace jmc::por {

namespace {

constexpr uint64_t kPatienceWithSelected = 1'000;  // steps for whose selected event the others wait
constexpr size_t kMostVariables = 1u << 16;        // that are remembered
constexpr uint64_t kInitial = 0;                   // the parent of the initial threads

// A thread by who started it, as the how manieth: the same in all executions, unlike its number.
using Line = uint64_t;

Line child(Line parent, uint64_t number) {
  RandomSource mixed(parent + number * 0xd6e8feb86659fd93u);
  return mixed.next();
}

// Whether the order of such operations of several threads is worth a draw. Of the others it is one for all (start and
// join), or nobody looks at it (output).
bool orders(OpKind kind) {
  switch (kind) {
    case OpKind::Read:
    case OpKind::Write:
    case OpKind::Cas:
    case OpKind::Lock:
    case OpKind::Unlock:
    case OpKind::Wait:
    case OpKind::Notify:
    case OpKind::Park:
    case OpKind::Unpark:
    case OpKind::Interrupt: return true;
    default: return false;
  }
}

class Surw final : public Sampler {
 public:
  explicit Surw(SearchRun& run) : Sampler(run) { name_objects(); }

 private:
  struct Count {
    Line line;
    uint64_t events;
  };
  struct Variable {
    Location where;
    std::vector<Count> counts;
    bool written = false;
    bool shared() const { return written && counts.size() > 1; }
    uint64_t& of(Line line) {
      const auto at = std::find_if(counts.begin(), counts.end(), [&](const Count& c) { return c.line == line; });
      if (at != counts.end()) return at->events;
      counts.push_back({line, 0});
      return counts.back().events;
    }
  };
  // In the order in which they were met, so that a draw depends on nothing else.
  class Variables {
   public:
    Variable& operator[](const Location& where) {
      const auto [at, added] = index_.try_emplace(uint64_t{where.object} << 32 | where.field, all_.size());
      if (added) all_.push_back({where, {}, false});
      return all_[at->second];
    }
    const std::vector<Variable>& all() const { return all_; }
    void clear() { index_.clear(), all_.clear(); }

   private:
    std::unordered_map<uint64_t, size_t> index_;
    std::vector<Variable> all_;
  };
  // Selected events that are left in this execution.
  struct Part {
    Line line;
    ThreadId owner;  // the thread, or the one that it descends from as long as it is not started; kNoThread: neither
    uint64_t left;
  };

  void begin() override;
  ThreadId choose(const ThreadSet& enabled) override;
  void takes(ThreadId thread) override;
  void stepped(ThreadId thread) override;
  std::string summary() const override;

  void learn();
  void born(ThreadId thread, Line line, ThreadId starter);
  bool descends(Line line, Line from) const;
  bool is_next(ThreadId thread) const;
  uint64_t weight(ThreadId thread) const;
  ThreadId draw(const ThreadSet& threads);

  Variables known_, seen_;                  // by executions before; in this one
  std::unordered_map<Line, Line> parents_;  // of all threads there were
  std::optional<Location> selected_;        // of this execution
  std::vector<Part> parts_;
  std::vector<Line> lines_;         // by thread
  std::vector<uint64_t> children_;  // by thread: how many it has started
  ThreadId next_ = kNoThread;       // whose selected event comes next; kNoThread: to be drawn
  uint64_t waited_ = 0;             // steps since that was drawn
  bool met_ = false;                // a selected event
  size_t shared_ = 0;               // variables that one was drawn of
};

// The last execution in which a thread has accessed a variable says how often it does.
void Surw::learn() {
  if (known_.all().size() > kMostVariables) known_.clear(), parents_.clear();
  if (selected_ && !met_) known_[*selected_] = {*selected_, {}, false};
  for (const Variable& v : seen_.all()) {
    Variable& known = known_[v.where];
    known.written |= v.written;
    for (const Count& c : v.counts) known.of(c.line) = c.events;
  }
  seen_.clear();
}

void Surw::begin() {
  learn();
  lines_.clear();
  children_.clear();
  parts_.clear();
  selected_.reset();
  next_ = kNoThread;
  met_ = false;
  std::vector<const Variable*> shared;
  for (const Variable& v : known_.all())
    if (v.shared()) shared.push_back(&v);
  if (!shared.empty()) {
    const Variable& v = *shared[random_.below(shared.size())];
    selected_ = v.where;
    for (const Count& c : v.counts) parts_.push_back({c.line, kNoThread, c.events});
  }
  shared_ = shared.size();
  for (ThreadId t = 0; t < system_.thread_count(); ++t) born(t, child(kInitial, t + 1), kNoThread);
}

bool Surw::descends(Line line, Line from) const {
  while (line != from) {
    const auto at = parents_.find(line);
    if (at == parents_.end()) return false;
    line = at->second;
  }
  return true;
}

// What it and its descendants have left was its starter's.
void Surw::born(ThreadId thread, Line line, ThreadId starter) {
  lines_.push_back(line);
  children_.push_back(0);
  for (Part& p : parts_)
    if (p.owner == starter && descends(p.line, line)) p.owner = thread;
}

bool Surw::is_next(ThreadId thread) const {
  const Op op = system_.pending(thread);
  if (!orders(op.kind)) return false;
  for (int i = 0; i < op.access_count; ++i)
    if (op.accesses[i].where == *selected_) return true;
  return false;
}

uint64_t Surw::weight(ThreadId thread) const {
  uint64_t out = 0;
  for (const Part& p : parts_)
    if (p.owner == thread) out += p.left;
  return out;
}

// With probability proportional to what each has left; kNoThread: none has.
ThreadId Surw::draw(const ThreadSet& threads) {
  waited_ = 0;
  uint64_t all = 0;
  for (const ThreadId t : threads) all += weight(t);
  if (all == 0) return kNoThread;
  uint64_t at = random_.below(all);
  for (const ThreadId t : threads) {
    const uint64_t w = weight(t);
    if (at < w) return t;
    at -= w;
  }
  return kNoThread;
}

ThreadId Surw::choose(const ThreadSet& enabled) {
  if (!selected_) return any_of(enabled);
  if (next_ != kNoThread && system_.ended(next_)) next_ = kNoThread;
  if (next_ == kNoThread) {
    ThreadSet living;
    for (ThreadId t = 0; t < system_.thread_count(); ++t)
      if (!system_.ended(t)) living.insert(t);
    next_ = draw(living);
  }
  ThreadSet waiting;
  for (const ThreadId t : enabled)
    if (t != next_ && is_next(t)) waiting.insert(t);
  // No event is left of those that were expected: whatever comes is drawn as it is.
  if (next_ == kNoThread) return any_of(enabled);
  const ThreadSet free = enabled - waiting;
  if (!free.empty() && (waiting.empty() || waited_ < kPatienceWithSelected)) return any_of(free);
  // Who was drawn cannot go on before another one does, as it seems.
  next_ = draw(waiting);
  if (next_ == kNoThread) next_ = any_of(waiting);
  return next_;
}

void Surw::takes(ThreadId thread) {
  ++waited_;
  const Op op = system_.pending(thread);
  if (!orders(op.kind)) return;
  for (int i = 0; i < op.access_count; ++i) {
    const Access& a = op.accesses[i];
    if (!lasting(a.where)) continue;
    bool again = false;  // one operation is one event
    for (int j = 0; j < i; ++j) again |= op.accesses[j].where == a.where;
    Variable& v = seen_[a.where];
    v.written |= a.write;
    if (again) continue;
    ++v.of(lines_[thread]);
    if (!selected_ || a.where != *selected_) continue;
    met_ = true;
    next_ = kNoThread;
    for (Part& p : parts_)
      if (p.line == lines_[thread] && p.left != 0) --p.left;
  }
}

// Threads that were started take what is theirs with them, the turn as well.
void Surw::stepped(ThreadId thread) {
  const auto before = static_cast<ThreadId>(lines_.size());
  bool turn = false;
  for (ThreadId t = before; t < system_.thread_count(); ++t) {
    const ThreadId by = system_.starter(t) == kNoThread ? thread : system_.starter(t);
    const Line line = child(lines_[by], ++children_[by]);
    parents_.try_emplace(line, lines_[by]);
    born(t, line, by);
    turn |= by == next_;
  }
  if (turn) {
    ThreadSet heirs = thread_bit(next_);
    for (ThreadId t = before; t < system_.thread_count(); ++t) heirs.insert(t);
    next_ = draw(heirs);
  }
  // It waits for others: one of these has to go on.
  if (run_.yielded() && thread == next_) waited_ = kPatienceWithSelected;
}

std::string Surw::summary() const {
  if (shared_ == 0) return "no variable is known that several threads access: plain random walks";
  return "the interleavings of the accesses to one of " + std::to_string(shared_) +
         " variables, another one each time, are drawn evenly as far as each thread has as many of them in every "
         "execution";
}

}  // namespace

void run_surw(SearchRun& run) { Surw(run).explore(); }

}  // namespace jmc::por
