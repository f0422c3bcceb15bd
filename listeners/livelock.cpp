#include "listeners/livelock.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "listeners/names.hpp"
#include "vm/code/insn.hpp"
#include "vm/native.hpp"

namespace jmc::listeners {

namespace {

constexpr size_t kStates = 20'000;  // looked at for what can still happen
constexpr size_t kAlone = 5'000;    // steps of one thread alone, until it is where it was
constexpr int kPasses = 20;
constexpr size_t kShortening = 500'000;  // steps taken to make a path shorter

struct Hash {
  size_t operator()(const por::Fingerprint& f) const { return f.lo; }
};
using States = std::unordered_set<por::Fingerprint, Hash>;

// The smallest loop of the method that goes through `pc`: its instructions from `begin` to the jump back; kNone if
// there is none.
constexpr uint32_t kNone = ~0u;
struct LoopRange {
  uint32_t begin = kNone, jump = kNone;
};
LoopRange loop_around(const vm::Method& m, uint32_t pc) {
  LoopRange loop;
  uint32_t smallest = kNone;
  for (uint32_t i = pc; i < m.code_length; ++i) {
    const vm::Insn& insn = m.code[i];
    const bool jump = insn.op >= vm::Opc::IfEq && insn.op <= vm::Opc::Goto;
    if (!jump || insn.b > pc || i - insn.b >= smallest) continue;
    loop = {insn.b, i};
    smallest = i - insn.b;
  }
  return loop;
}

// A value as a field of this type shows it; "" where it takes more than a word.
std::string value_text(const vm::Vm& vm, vm::Ref object, const vm::Field& f) {
  switch (f.type) {
    case 'Z': return vm.heap.load<uint32_t>(object, f.offset) ? "true" : "false";
    case 'B':
    case 'S':
    case 'C':
    case 'I': return std::to_string(vm.heap.load<int32_t>(object, f.offset));
    case 'J': return std::to_string(vm.heap.load<int64_t>(object, f.offset));
    default: return f.is_ref() && vm.heap.load<vm::Ref>(object, f.offset) == vm::kNull ? "null" : "";
  }
}

std::string place_text(const LoopPlace& p) {
  if (!p.method) return {};
  const std::string klass = simple_class_name(*p.method->owner);
  const std::string_view file = p.method->owner->file ? p.method->owner->file->source_file : std::string_view();
  const int line = p.method->line_of(p.pc);
  return klass + "." + std::string(p.method->name) +
         (file.empty() ? "" : " (" + std::string(file) + (line >= 0 ? ":" + std::to_string(line) : "") + ")");
}

std::string list_of(const std::vector<std::string>& items) {
  std::string out;
  for (size_t i = 0; i < items.size(); ++i) out += (i == 0 ? "" : i + 1 == items.size() ? " and " : ", ") + items[i];
  return out;
}

}  // namespace

LoopPlace loop_place(const vm::Vm& vm, por::ThreadId thread) {
  LoopPlace looping, own, any;
  vm.walk_frames(thread, [&](vm::Method* m, uint32_t pc) {
    if (m->internal || !m->file || !m->code) return true;
    if (!any.method) any = {m, pc};
    if (m->owner->boot) return true;
    if (!own.method) own = {m, pc};
    const LoopRange loop = loop_around(*m, pc);
    if (loop.begin == kNone) return true;
    looping = {m, loop.begin};
    return false;
  });
  return looping.method ? looping : own.method ? own : any;
}

std::vector<std::string> read_in_loop(const vm::Vm& vm, por::ThreadId thread) {
  using vm::Opc;
  std::vector<std::string> reads;
  for (uint32_t fp = vm.thread(thread).s.fp; fp;) {
    const vm::FrameHeader* frame = vm.frame(thread, fp);
    const uint32_t here = fp;
    fp = frame->prev;
    const vm::Method& m = *vm.method(frame->method);
    const LoopRange loop = m.internal || !m.file || !m.code || m.owner->boot ? LoopRange{} : loop_around(m, frame->pc);
    if (loop.begin == kNone) continue;
    std::set<const vm::Field*> written;
    for (uint32_t i = loop.begin; i <= loop.jump; ++i)
      if (const Opc op = m.code[i].op; op == Opc::PutStatic || op == Opc::PutStatic2 || op == Opc::PutField ||
                                       op == Opc::PutField2 || op == Opc::PutFieldRef)
        written.insert(m.code[i].field);
    // What has never run is not resolved yet.
    for (uint32_t i = loop.begin; i <= loop.jump; ++i) {
      const Opc op = m.code[i].op;
      const bool is_static = op == Opc::GetStatic || op == Opc::GetStatic2;
      if (!is_static && op != Opc::GetField && op != Opc::GetField2) continue;
      const vm::Field& f = *m.code[i].field;
      if ((f.flags & vm::kFinal) || written.contains(&f)) continue;
      const bool of_local = i && (m.code[i - 1].op == Opc::LoadGetField || m.code[i - 1].op == Opc::Load);
      const vm::Ref object = is_static  ? f.owner->statics
                             : of_local ? vm.thread(thread).stack[here - m.max_locals + m.code[i - 1].b]
                                        : vm::kNull;
      const std::string value = object ? value_text(vm, object, f) : "";
      std::string text = simple_class_name(*f.owner) + "." + std::string(f.name);
      if (!value.empty()) text += " = " + value;
      if (std::find(reads.begin(), reads.end(), text) == reads.end()) reads.push_back(std::move(text));
    }
    break;
  }
  if (reads.empty()) return {};
  return {"It reads " + list_of(reads) + " there, and no other thread that is left can change that."};
}

LivelockWords livelock_words(const vm::JvmSystem& system, bool fair) {
  vm::Vm& vm = system.vm();
  std::vector<std::string> looping, daemons;
  std::set<std::string> places;
  for (por::ThreadId t = 0; t < vm.thread_count(); ++t) {
    if (vm.thread(t).s.ended || !system.alternatives(t)) continue;
    const std::string place = place_text(loop_place(vm, t));
    (vm.thread(t).s.daemon ? daemons : looping).push_back(thread_label(vm, t) + (place.empty() ? "" : " in " + place));
    places.insert(place);
  }
  LivelockWords words;
  const bool none = looping.empty();
  const std::vector<std::string>& who = none ? daemons : looping;
  const bool one = who.size() == 1;
  words.message = (none ? "the threads that are left wait for ever, while " : "") + list_of(who);
  if (fair)
    words.message += one ? " can loop for ever, though every thread takes its turns"
                         : " can loop for ever, though each takes its turns";
  else
    words.message += one ? " loops for ever, and nothing that is left can end it"
                         : " loop for ever, and nothing that is left can end them";
  for (const std::string& place : places) words.key += place + "\n";
  if (fair) words.key += "fair";
  return words;
}

namespace {

class Explorer {
 public:
  Explorer(vm::JvmSystem& system, Lasso& lasso)
      : system_(system), vm_(system.vm()), lasso_(lasso), objects_(vm_.heap.top()) {}

  // Depth first over everything that can be reached. Gives the states.
  States explore() {
    struct Level {
      vm::Vm::Mark mark;
      por::ThreadId thread;
      uint32_t alternative;
    };
    States seen;
    std::vector<Level> path;
    const auto enter = [&] {
      seen.insert(system_.fingerprint());
      if (system_.is_final()) lasso_.ends = true;
      note();
      path.push_back({vm_.mark(), 0, 0});
    };
    enter();
    while (!path.empty() && !lasso_.ends && seen.size() < kStates) {
      Level& top = path.back();
      vm_.undo(top.mark);
      while (top.thread < vm_.thread_count() &&
             (system_.ended(top.thread) || top.alternative >= system_.alternatives(top.thread)))
        ++top.thread, top.alternative = 0;
      if (top.thread == vm_.thread_count()) {
        vm_.release(top.mark);
        path.pop_back();
        continue;
      }
      if (system_.step(top.thread, top.alternative++).stop) break;
      if (!seen.contains(system_.fingerprint())) enter();
    }
    lasso_.explored = path.empty();
    return seen;
  }

 private:
  // What the pending operations of the current state could write.
  void note() {
    for (por::ThreadId t = 0; t < vm_.thread_count(); ++t) {
      if (system_.ended(t)) continue;
      const vm::Pending& p = vm_.thread(t).s.pending;
      const por::Op op = system_.pending(t);
      if (op.enabled()) lasso_.movers.insert(t);
      else continue;
      for (int i = 0; i < p.count; ++i) {
        if (uint64_t{p.accesses[i].object} << 3 >= objects_) continue;  // made later
        if (i < op.access_count ? op.accesses[i].write : p.accesses[i].write)
          lasso_.writers[{p.accesses[i].object, p.accesses[i].field}].insert(t);
      }
    }
  }

  vm::JvmSystem& system_;
  vm::Vm& vm_;
  Lasso& lasso_;
  const uint64_t objects_;
};

// The steps of `thread` alone until it blocks or is in a state that it was in: then where in the list it was there.
struct Alone {
  std::vector<por::PathStep> steps;
  size_t repeats_from = 0;
  bool repeats = false;
};
Alone run_alone(vm::JvmSystem& system, por::ThreadId thread) {
  const vm::Symmetry::Suspended itself(system.vm().symmetry);
  Alone out;
  std::unordered_map<por::Fingerprint, size_t, Hash> seen;
  while (out.steps.size() < kAlone && !system.ended(thread) && system.alternatives(thread) && !system.is_final()) {
    const auto [at, fresh] = seen.emplace(system.fingerprint(), out.steps.size());
    if (!fresh) {
      out.repeats = true;
      out.repeats_from = at->second;
      return out;
    }
    out.steps.push_back({thread, 0});
    if (system.step(thread, 0).stop) break;
  }
  return out;
}

// All threads in turn, until they are where they were.
void run_in_turn(vm::JvmSystem& system, Lasso& lasso) {
  const vm::Symmetry::Suspended itself(system.vm().symmetry);
  std::unordered_map<por::Fingerprint, size_t, Hash> seen;
  std::vector<por::PathStep> steps;
  while (steps.size() < kAlone && !system.is_final()) {
    const auto [at, fresh] = seen.emplace(system.fingerprint(), steps.size());
    if (!fresh) {
      const auto middle = steps.begin() + static_cast<std::ptrdiff_t>(at->second);
      lasso.stem.insert(lasso.stem.end(), steps.begin(), middle);
      lasso.loops[por::kNoThread].assign(middle, steps.end());
      return;
    }
    const por::ThreadId threads = system.thread_count();
    for (por::ThreadId t = 0; t < threads && !system.is_final(); ++t) {
      if (system.ended(t) || !system.alternatives(t)) continue;
      steps.push_back({t, 0});
      if (system.step(t, 0).stop) return;
    }
  }
}

// A walk from the current state back to it in which each thread takes a step that takes one in any such walk.
class RoundTrip {
 public:
  explicit RoundTrip(vm::JvmSystem& system) : system_(system), vm_(system.vm()) {}

  std::vector<por::PathStep> find() {
    explore();
    find_component();
    std::vector<por::PathStep> walk;
    uint32_t at = 0;
    por::ThreadId threads = 0;
    for (const auto& list : edges_)
      for (const Edge& e : list) threads = std::max(threads, e.step.thread + 1);
    for (por::ThreadId t = 0; t < threads; ++t)
      if (std::none_of(walk.begin(), walk.end(), [&](por::PathStep s) { return s.thread == t; }))
        at = walk_to(at, t, walk);
    if (at != 0) walk_to(at, por::kNoThread, walk);
    return walk;
  }

 private:
  struct Edge {
    por::PathStep step;
    uint32_t to;
  };

  void explore() {
    const vm::Symmetry::Suspended itself(vm_.symmetry);
    struct Level {
      vm::Vm::Mark mark;
      uint32_t state;
      por::PathStep next;
    };
    std::unordered_map<por::Fingerprint, uint32_t, Hash> seen;
    std::vector<Level> path;
    const auto enter = [&](uint32_t state) {
      edges_.emplace_back();
      path.push_back({vm_.mark(), state, {0, 0}});
    };
    seen.emplace(system_.fingerprint(), 0);
    enter(0);
    while (!path.empty()) {
      Level& top = path.back();
      vm_.undo(top.mark);
      while (top.next.thread < vm_.thread_count() &&
             (system_.ended(top.next.thread) || top.next.alternative >= system_.alternatives(top.next.thread)))
        top.next = {top.next.thread + 1, 0};
      if (top.next.thread == vm_.thread_count() || edges_.size() >= kStates) {
        vm_.release(top.mark);
        path.pop_back();
        continue;
      }
      const por::PathStep step = top.next;
      ++top.next.alternative;
      if (system_.step(step.thread, step.alternative).stop) return;
      const auto [found, fresh] = seen.emplace(system_.fingerprint(), static_cast<uint32_t>(edges_.size()));
      edges_[top.state].push_back({step, found->second});
      if (fresh) enter(found->second);
    }
  }

  // The states that lead back to the first one; all of them can be reached from it.
  void find_component() {
    inside_.assign(edges_.size(), false);
    inside_[0] = true;
    for (bool change = true; change;) {
      change = false;
      for (size_t s = edges_.size(); s-- > 0;)
        for (const Edge& e : edges_[s])
          if (!inside_[s] && inside_[e.to]) inside_[s] = change = true;
    }
  }

  // Appends the shortest walk inside of the component that ends with a step of `thread`, or in the first state for
  // kNoThread. Where it leads, or `from` if there is none.
  uint32_t walk_to(uint32_t from, por::ThreadId thread, std::vector<por::PathStep>& walk) const {
    constexpr uint32_t kUnseen = ~0u;
    std::vector<uint32_t> before(edges_.size(), kUnseen);
    std::vector<por::PathStep> by(edges_.size());
    std::vector<uint32_t> queue{from};
    before[from] = from;
    const auto told = [&](uint32_t state) {
      std::vector<por::PathStep> steps;
      for (uint32_t s = state; s != from; s = before[s]) steps.push_back(by[s]);
      walk.insert(walk.end(), steps.rbegin(), steps.rend());
    };
    for (size_t i = 0; i < queue.size(); ++i) {
      const uint32_t s = queue[i];
      for (const Edge& e : edges_[s]) {
        if (!inside_[e.to]) continue;
        if (thread == por::kNoThread ? e.to == 0 : e.step.thread == thread) {
          told(s);
          walk.push_back(e.step);
          return e.to;
        }
        if (before[e.to] != kUnseen) continue;
        before[e.to] = s;
        by[e.to] = e.step;
        queue.push_back(e.to);
      }
    }
    return from;
  }

  vm::JvmSystem& system_;
  vm::Vm& vm_;
  std::vector<std::vector<Edge>> edges_;  // by state, in the order in which they were met
  std::vector<bool> inside_;
};

}  // namespace

std::vector<por::PathStep> shortened(vm::JvmSystem& system, vm::Vm::Mark initial,
                                     const std::vector<por::PathStep>& path) {
  vm::Vm& vm = system.vm();
  size_t taken = 0;
  // False: the schedule cannot be taken.
  const auto take = [&](const std::vector<por::PathStep>& steps) {
    vm.undo(initial);
    for (const por::PathStep s : steps) {
      ++taken;
      if (system.is_final() || s.thread >= system.thread_count() || system.ended(s.thread) ||
          s.alternative >= system.alternatives(s.thread))
        return false;
      if (system.step(s.thread, s.alternative).stop) return false;
    }
    return !system.is_final();
  };
  std::vector<por::PathStep> best = path;
  if (!take(path)) {
    vm.undo(initial);
    return best;
  }
  Lasso lasso;
  const vm::Vm::Mark end = vm.mark();
  const States stuck = Explorer(system, lasso).explore();
  vm.undo(end);
  vm.release(end);
  // Larger parts first, each tried from the first step to the last.
  for (size_t part = best.size() / 2; part != 0 && lasso.explored && !lasso.ends && taken < kShortening;
       part = part == 1 ? 0 : (part + 1) / 2) {
    for (size_t at = 0; at < best.size() && taken < kShortening;) {
      std::vector<por::PathStep> candidate(best.begin(), best.begin() + static_cast<std::ptrdiff_t>(at));
      if (at + part < best.size())
        candidate.insert(candidate.end(), best.begin() + static_cast<std::ptrdiff_t>(at + part), best.end());
      if (take(candidate) && stuck.contains(system.fingerprint())) best = std::move(candidate);
      else at += part;
    }
  }
  vm.undo(initial);
  return best;
}

Lasso find_lasso(vm::JvmSystem& system, bool fair) {
  vm::Vm& vm = system.vm();
  Lasso lasso;
  const vm::Vm::Mark start = vm.mark();
  if (fair) {
    lasso.loops[por::kNoThread] = RoundTrip(system).find();
    vm.undo(start);
    vm.release(start);
    return lasso;
  }
  Explorer(system, lasso).explore();
  vm.undo(start);
  // Each thread alone, until it comes back to where it began and so leaves the others where they are.
  bool moved = true;
  for (int pass = 0; moved && pass < kPasses; ++pass) {
    moved = false;
    lasso.loops.clear();
    for (por::ThreadId t = 0; t < vm.thread_count(); ++t) {
      if (system.ended(t) || !system.alternatives(t) || system.is_final()) continue;
      const vm::Vm::Mark here = vm.mark();
      Alone alone = run_alone(system, t);
      vm.undo(here);
      const size_t stem = alone.repeats ? alone.repeats_from : alone.steps.size();
      for (size_t i = 0; i < stem; ++i) system.step(alone.steps[i].thread, alone.steps[i].alternative);
      lasso.stem.insert(lasso.stem.end(), alone.steps.begin(), alone.steps.begin() + static_cast<std::ptrdiff_t>(stem));
      moved |= stem != 0;
      if (alone.repeats)
        lasso.loops[t].assign(alone.steps.begin() + static_cast<std::ptrdiff_t>(stem), alone.steps.end());
    }
  }
  if (moved) {
    vm.undo(start);
    lasso.stem.clear();
    lasso.loops.clear();
    run_in_turn(system, lasso);
  }
  vm.undo(start);
  vm.release(start);
  return lasso;
}

}  // namespace jmc::listeners
