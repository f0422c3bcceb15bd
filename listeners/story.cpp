#include "listeners/story.hpp"

#include "listeners/causes.hpp"
#include "listeners/contents.hpp"
#include "listeners/livelock.hpp"
#include "listeners/loops.hpp"
#include "listeners/moments.hpp"
#include "listeners/operations.hpp"
#include "listeners/own_code.hpp"
#include "listeners/text.hpp"
#include "listeners/touches.hpp"
#include "listeners/waits.hpp"
#include "vm/code/insn.hpp"
#include "vm/native.hpp"
#include "vm/step_observer.hpp"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <utility>

namespace jmc::listeners {

using vm::PendingKind;

namespace {

// Steps of a story. Nobody reads more, and a step in words takes a hundred times the memory of a step of a path.
constexpr size_t kLongest = 10'000;
constexpr size_t kCaughtShown = 3;  // exceptions in one step

struct Frame {
  vm::Method* method;
  uint32_t pc;
};

std::vector<Frame> frames_of(const vm::Vm& vm, por::ThreadId t) {
  std::vector<Frame> out;
  vm.walk_frames(t, [&](vm::Method* m, uint32_t pc) {
    if (!m->internal && !m->hidden_frame && m->file && !(m->owner->hidden && m->owner->file->source_file.empty()))
      out.push_back({m, pc});
    return true;
  });
  return out;
}

// Frames between the program and the operation that tell a reader nothing: the operation says what they do.
bool plumbing(const vm::Klass& k) {
  static constexpr std::string_view kPrefixes[] = {"java/util/concurrent/atomic/",
                                                   "java/lang/invoke/",
                                                   "java/lang/reflect/",
                                                   "jdk/internal/",
                                                   "sun/misc/",
                                                   "jmc/internal/",
                                                   "java/io/Print",
                                                   "java/util/concurrent/locks/LockSupport"};
  if (!k.boot || k.listed) return false;
  if (k.name == "java/lang/Object" || k.name == "java/lang/Thread") return true;
  for (const std::string_view p : kPrefixes)
    if (k.name.starts_with(p)) return true;
  return false;
}

Place place_of(const Frame& f, Sources& sources) {
  Place p;
  p.klass = f.method->owner->external_name();
  p.simple = simple_class_name(*f.method->owner);
  p.method = f.method->name;
  p.file = f.method->owner->file->source_file;
  p.line = f.method->line_of(f.pc);
  p.source = sources.line(*f.method->owner, p.line);
  p.path = sources.path(*f.method->owner);
  return p;
}

void locate(const vm::Vm& vm, por::ThreadId t, Sources& sources, StoryStep& step) {
  const std::vector<Frame> frames = frames_of(vm, t);
  if (frames.empty()) return;
  size_t inner = 0, own = 0;
  while (inner < frames.size() && plumbing(*frames[inner].method->owner)) ++inner;
  if (inner == frames.size()) inner = 0;
  while (own < frames.size() && frames[own].method->owner->boot) ++own;
  step.place = place_of(frames[inner], sources);
  if (own == frames.size() || own == inner) return;
  step.caller = place_of(frames[own], sources);
  const vm::Method& callee = *frames[own - 1].method;
  step.called = simple_class_name(*callee.owner) + "." + std::string(callee.name);
}

// A class in a package "a.b" called from there needs no more than its simple name in a table; the stack has the whole.
std::vector<WaitingThread> describe_deadlock(vm::Vm& vm, ObjectNames& names, Sources& sources) {
  std::vector<WaitingThread> out;
  for (vm::Waiting& waiting : vm::waiting_threads(vm, [&](vm::Ref r) {
         const por::ThreadId t = vm.klass_of(r)->thread_class ? vm.thread_of(r) : por::kNoThread;
         return t == por::kNoThread ? names.object(r) : thread_label(vm, t);
       })) {
    // A daemon that waits for nobody in particular has nothing to do; of one that waits for a thread others may wait.
    if (vm.thread(waiting.thread).s.daemon && waiting.on == por::kNoThread) continue;
    const bool in_vain = waiting.on != por::kNoThread && vm.thread(waiting.on).s.ended;
    WaitingThread w{waiting.thread, waiting.on, in_vain, std::move(waiting.what), {}};
    for (const Frame& f : frames_of(vm, w.thread)) w.stack.push_back(place_of(f, sources));
    out.push_back(without_runner(std::move(w)));
  }
  return out;
}

// A read of the cache of small boxes, or of what a new thread asks its group for: it is the same for ever.
bool reads_a_constant(const StoryStep& s, const Record& r) {
  if (r.op.kind == PendingKind::Read && s.called == "Thread.<init>" && s.place.method == "getMaxPriority") return true;
  if (r.op.kind != PendingKind::Read || s.place.method != "valueOf") return false;
  for (const std::string_view box :
       {"java.lang.Integer", "java.lang.Long", "java.lang.Short", "java.lang.Byte", "java.lang.Character"})
    if (s.place.klass == box) return true;
  return false;
}

// None if that is not told: what the JDK throws and catches by itself is its own affair.
std::optional<Caught> caught_by(vm::Vm& vm, Sources& sources, vm::Ref exception, const vm::Method& by,
                                uint32_t target) {
  if (launches(*by.owner)) return std::nullopt;
  const vm::Ref trace =
      vm.known->throwable_backtrace ? vm.get_ref(exception, vm.known->throwable_backtrace) : vm::kNull;
  std::vector<Frame> frames;
  for (uint32_t i = 0; trace && i + 1 < vm.array_length(trace); i += 2)
    frames.push_back({vm.method(vm.heap.load<uint32_t>(trace, vm::kHeaderSize + i * 4)),
                      vm.heap.load<uint32_t>(trace, vm::kHeaderSize + i * 4 + 4)});
  // It has left code of the program, whoever threw it: a task's exception that a pool keeps to itself, for instance.
  const auto catcher = std::find_if(frames.begin(), frames.end(), [&](const Frame& f) { return f.method == &by; });
  const bool left_program =
      std::any_of(frames.begin(), catcher, [](const Frame& f) { return !f.method->owner->boot && f.method->file; });
  if (by.owner->boot && !left_program) return std::nullopt;
  Caught c;
  const int line = by.line_of(target);
  c.text = "throws " + simple_class_name(*vm.klass_of(exception)) + ", caught in " + simple_class_name(*by.owner) +
           "." + std::string(by.name) + (line >= 0 ? ", line " + std::to_string(line) : "");
  const size_t own = innermost_own(frames.size(), [&](size_t i) { return frames[i].method->owner; });
  if (own < frames.size()) c.thrown = place_of(frames[own], sources);
  return c;
}

// Collects while a step is replayed: exceptions that have left code of the program, or that it has caught by name.
class Catches final : public vm::StepObserver {
 public:
  // `touches`: every access of the program's own code is noted, too.
  Catches(vm::Vm& vm, Sources& sources, const Record& operation, bool touches)
      : StepObserver(touches), touched(vm, operation), vm_(vm), sources_(sources) {
    previous_ = std::exchange(vm_.observer, this);
  }
  ~Catches() override { vm_.observer = previous_; }
  Catches(const Catches&) = delete;

  void caught(por::ThreadId, vm::Ref exception, const vm::Method& by, uint32_t target, bool named) override {
    if (!named || by.internal || !by.file) return;
    if (std::optional<Caught> c = caught_by(vm_, sources_, exception, by, target)) list.push_back(std::move(*c));
  }

  // Of the program's own code: what is read and written under a lock, though nobody can come in between.
  void accesses(por::ThreadId t, vm::Ref object, uint32_t offset, bool write) override {
    end();
    const std::vector<Frame> frames = frames_of(vm_, t);
    if (frames.empty() || frames[0].method->owner->boot) return;
    Moment m;
    m.aside = m.step.effect = true;
    m.record = record_access(vm_, t, object, offset, write);
    if (!m.record.width) return;
    m.step.thread = t;
    locate(vm_, t, sources_, m.step);
    asides.push_back(std::move(m));
    open_ = true;
  }
  void at(por::ThreadId t, const vm::Method& m, uint32_t pc) override {
    if (m.file && !m.internal && !vm_.granted) touched.instruction(t, m, pc);
  }
  void native_access(por::ThreadId t, const vm::NativeAccess& a) override {
    if (instructions) touched.native(t, a);
  }

  // What the last access wrote is there now.
  void end() {
    if (open_) record_after(vm_, asides.back().record);
    open_ = false;
  }

  std::vector<Caught> list;
  std::vector<Moment> asides;
  Touches touched;

 private:
  bool open_ = false;
  vm::StepObserver* previous_ = nullptr;
  vm::Vm& vm_;
  Sources& sources_;
};

std::string thrown_text(const vm::Vm& vm, const vm::Violation& v) {
  const std::string name = v.message.substr(0, v.message.find(':'));
  const vm::Klass* k = class_called(vm, name);
  return "throws " + (k ? simple_class_name(*k) : simple_class_name(name));
}

// "10 ms", in the largest unit that says it exactly.
std::string duration_text(int64_t nanos) {
  constexpr std::pair<int64_t, const char*> kUnits[] = {
      {1'000'000'000, " s"}, {1'000'000, " ms"}, {1'000, " us"}, {1, " ns"}};
  for (const auto& [unit, name] : kUnits)
    if (nanos % unit == 0) return std::to_string(nanos / unit) + name;
  return {};
}

// Steps that were taken once can be taken again from the same state. Where they cannot, what follows would be the story
// of another execution.
void check_step(const vm::JvmSystem& system, por::PathStep s, uint32_t number) {
  const auto wrong = [&](const std::string& why) {
    throw ReplayError("step " + std::to_string(number) + " of its schedule cannot be taken again: thread " +
                      std::to_string(s.thread) + why);
  };
  if (s.thread >= system.thread_count()) wrong(" has not started");
  if (system.ended(s.thread)) wrong(" has ended");
  if (s.alternative >= system.alternatives(s.thread)) wrong(" cannot go on, or not in that way");
}

class Replay {
 public:
  Replay(vm::JvmSystem& system, Sources& sources, bool touches)
      : system_(system), vm_(system.vm()), sources_(sources), touches_(touches) {}

  // One step of the search: that of the thread and, with glue, what JvmSystem::step() does after it, in the same order.
  void step(por::PathStep s, uint32_t number) {
    check_step(system_, s, number);
    violations.clear();
    one(s.thread, s.alternative, number, false);
    note_names();
    bool go_on = true;
    while (go_on && !vm_.exited()) {
      go_on = false;
      for (por::ThreadId u = 0; u < vm_.thread_count(); ++u) {
        if (!system_.glues(u)) continue;
        one(u, 0, number, true);
        if (vm_.exited()) return;
        note_names();
        go_on = true;
      }
    }
  }

  std::vector<Moment> moments;
  std::vector<vm::Violation> violations;  // of the last step
  // Of the threads that had a number before, where it is given to several.
  std::vector<std::string> names_before(por::ThreadId t) const {
    return t < names_.size() ? names_[t] : std::vector<std::string>();
  }

 private:
  void note_names() {
    if (!vm_.rules.numbers_return()) return;
    const por::ThreadId count = vm_.thread_count();
    names_.resize(std::max<size_t>(count, names_.size()));
    last_.resize(names_.size(), vm::kNull);
    for (por::ThreadId t = 0; t < count; ++t)
      if (const vm::Ref now = vm_.thread(t).s.object; last_[t] != now) {
        if (last_[t]) names_[t].push_back(last_name_[t]);
        last_[t] = now;
        last_name_.resize(names_.size());
        last_name_[t] = thread_name(vm_, t);
      }
  }

  void one(por::ThreadId t, uint32_t alternative, uint32_t number, bool glued) {
    Moment m;
    m.glued = glued;
    m.record = record_before(vm_, t, alternative);
    m.step.number = number;
    m.step.thread = t;
    locate(vm_, t, sources_, m.step);
    m.step.jdk = true;
    vm_.walk_frames(t, [&](const vm::Method* f, uint32_t) { return m.step.jdk &= f->owner->boot; });
    const size_t out = vm_.output.text(1).size(), err = vm_.output.text(2).size();
    const por::ThreadId threads = vm_.thread_count();
    std::vector<vm::Ref> had;  // numbers that others may get now
    for (por::ThreadId u = 0; u < threads && vm_.rules.numbers_return(); ++u) had.push_back(vm_.thread(u).s.object);
    Catches catches(vm_, sources_, m.record, touches_);
    const int64_t present = vm_.clock.present();
    const por::StepResult result = glued ? system_.step_glued(t) : system_.step_alone(t, alternative);
    if (result.stop)
      throw ReplayError("step " + std::to_string(number) + " does not come to its end: " + system_.failure());
    catches.end();
    m.caught = std::move(catches.list);
    m.touches = catches.touched.take(t);
    m.built = catches.touched.built();
    if (vm_.clock.was_read()) m.passed = vm_.clock.present() - present;
    violations.insert(violations.end(), vm_.violations().begin(), vm_.violations().end());
    for (const vm::Violation& v : vm_.violations())
      if (v.kind == por::ErrorKind::Assertion || v.kind == por::ErrorKind::UncaughtException) m.uncaught.push_back(v);
    record_after(vm_, m.record);
    m.out = vm_.output.text(1).substr(out);
    m.err = vm_.output.text(2).substr(err);
    for (por::ThreadId u = 0; u < had.size(); ++u)
      if (had[u] != vm_.thread(u).s.object) m.started.push_back(u);
    for (por::ThreadId u = threads; u < vm_.thread_count(); ++u) m.started.push_back(u);
    moments.push_back(std::move(m));
    for (Moment& aside : catches.asides) {
      aside.step.number = number;
      moments.push_back(std::move(aside));
    }
  }

  vm::JvmSystem& system_;
  vm::Vm& vm_;
  Sources& sources_;
  bool touches_;
  std::vector<std::vector<std::string>> names_;
  std::vector<vm::Ref> last_;  // the threads that have the numbers, and their names
  std::vector<std::string> last_name_;
};

Loops replay_loops(vm::JvmSystem& system, Replay& replay, size_t path, bool fair) {
  Loops loops;
  loops.lasso = find_lasso(system, fair);
  uint32_t number = static_cast<uint32_t>(path);
  for (const por::PathStep s : loops.lasso.stem) replay.step(s, ++number);
  loops.first = replay.moments.size();
  for (const auto& [thread, steps] : loops.lasso.loops)
    for (const por::PathStep s : steps) replay.step(s, ++number);
  for (size_t i = loops.first; i < replay.moments.size(); ++i)
    loops.moments[replay.moments[i].step.thread].push_back(i);
  return loops;
}

// Of reads of older values, and of writes that take a place among older ones.
void find_late_writes(std::vector<Moment>& moments) {
  for (size_t i = 0; i < moments.size(); ++i) {
    Record& r = moments[i].record;
    for (size_t j = i; (r.stale || r.late || r.kept) && j-- > 0;)
      if (const Record& w = moments[j].record;
          same_variable(w, r) && (r.kept ? w.ahead && w.thread == r.thread && w.op.value == r.op.value
                                         : changes(w) && !w.late && w.after == r.before))
        r.written_in = moments[j].step.number, j = 0;
  }
}

// The threads, with the names that they had before.
void name_threads(Story& story, const vm::Vm& vm, const Replay& replay) {
  constexpr size_t kNamesShown = 2;
  for (por::ThreadId t = 0; t < vm.thread_count(); ++t) {
    const std::vector<std::string> before = replay.names_before(t);
    std::string names;
    for (size_t i = 0; i < before.size() && i < kNamesShown; ++i) names += quoted(before[i], 40) + ", then ";
    if (before.size() > kNamesShown) names += "others, then ";
    story.threads.push_back(before.empty()
                                ? thread_label(vm, t)
                                : "thread " + std::to_string(t) + " " + names + quoted(thread_name(vm, t), 40));
    story.thread_names.push_back(thread_name(vm, t));
  }
}

std::string list_threads(const Story& story, por::ThreadId from, por::ThreadId to) {
  std::string text;
  for (por::ThreadId t = from; t < to; ++t) text += (t == from ? "" : ", ") + story.threads[t];
  return text;
}

// What else a step did.
void effect(Story& story, uint32_t number, por::ThreadId thread, std::string text) {
  StoryStep e;
  e.number = number;
  e.effect = true;
  e.thread = thread;
  e.operation = std::move(text);
  story.steps.push_back(std::move(e));
}

// That texts are built of others is an operation where an array of bytes is shared anywhere. It says nothing where
// nobody else comes to these arrays.
void find_lone_copies(std::vector<Moment>& moments) {
  std::unordered_map<vm::Ref, por::ThreadId> touched;  // by whom; kNoThread: by several
  const auto touches = [&](vm::Ref object, por::ThreadId by) {
    const auto [at, fresh] = touched.emplace(object, by);
    if (!fresh && at->second != by) at->second = por::kNoThread;
  };
  for (const Moment& m : moments) {
    for (int i = 0; i < m.record.op.count; ++i) touches(m.record.op.accesses[i].object, m.record.thread);
    for (const Touch& t : m.touches) touches(t.object, m.record.thread);
  }
  for (Moment& m : moments) {
    const vm::Pending& op = m.record.op;
    if (!op.bulk || !op.count || m.step.called.empty()) continue;
    m.alone = true;
    for (int i = 0; i < op.count; ++i) m.alone &= touched[op.accesses[i].object] != por::kNoThread;
  }
}

// What the thread did alone, with nothing to see, is folded into the step before; the start of a thread is no more than
// its name.
bool folded(const Moment& m) {
  const PendingKind kind = m.record.op.kind;
  return m.glued || m.alone || kind == PendingKind::StepLimit || kind == PendingKind::None ||
         kind == PendingKind::Start || reads_a_constant(m.step, m.record);
}

// True: it is the violation, which is told last, and what came after it not at all.
bool tell_moment(Story& story, Moment& m, const FoundViolation& violation, vm::Vm& vm, Sources& sources,
                 Wording& wording) {
  const bool prints = m.record.op.kind == PendingKind::Output && (!m.out.empty() || !m.err.empty());
  if (!folded(m)) {
    m.step.operation =
        prints ? "print " + (m.out.empty() ? listeners::quoted(m.err) + " on System.err" : listeners::quoted(m.out))
               : wording.say(m.record);
    m.step.timed_out = timed_out(m.record);
    m.row = static_cast<int>(story.steps.size());
    story.steps.push_back(m.step);
  }
  const auto tells = [&](std::string text) { effect(story, m.step.number, m.step.thread, std::move(text)); };
  if (m.passed) tells(duration_text(m.passed) + " pass");
  for (size_t k = 0; k < m.caught.size(); ++k) {
    if (k == kCaughtShown) {
      tells("... " + std::to_string(m.caught.size() - k) + " more exceptions are thrown and caught");
      break;
    }
    tells(m.caught[k].text);
    story.steps.back().place = m.caught[k].thrown;
  }
  // The end of another thread is why this one comes to nothing, as often as not.
  bool happened = false;
  for (const vm::Violation& v : m.uncaught) {
    happened = v.thread == violation.thread && v.kind == violation.kind;
    if (happened) break;
    effect(story, m.step.number, v.thread, thrown_text(vm, v) + ", caught by nobody");
    story.steps.back().place = program_place(vm, v.stack, sources);
    story.steps.back().matters = true;
  }
  if (!prints && !m.out.empty()) tells("print " + listeners::quoted(m.out));
  if (!m.started.empty()) tells("starts " + list_threads(story, m.started.front(), m.started.back() + 1));
  return happened;
}

// The violation, and where it happened: what failed.
Place tell_violation(Story& story, const vm::Violation& v, const std::vector<Moment>& moments, vm::Vm& vm,
                     Sources& sources) {
  story.complete = true;
  story.stack = without_runner(v.stack);
  const uint32_t last = moments.empty() ? 0 : moments.back().step.number;
  if (v.kind == por::ErrorKind::Livelock) {
    for (const Frame& f : frames_of(vm, v.thread)) story.loop.push_back(place_of(f, sources));
    if (const LoopPlace in = loop_place(vm, v.thread); in.method) story.loop_in = place_of({in.method, in.pc}, sources);
    story.loop_notes = read_in_loop(vm, v.thread);
    if (!moments.empty()) effect(story, last, v.thread, "loops for ever");
    return {};
  }
  if (v.kind == por::ErrorKind::DataRace) {
    if (!moments.empty()) effect(story, last, v.thread, "a data race");
    return {};
  }
  const bool exit = v.kind == por::ErrorKind::ExitStatus;
  const Place failed =
      exit ? place_in(vm, "    at " + vm.place_of(v.thread), sources) : program_place(vm, v.stack, sources);
  story.failed = failed;
  if (moments.empty()) return failed;
  effect(story, last, v.thread, exit ? v.message : thrown_text(vm, v));
  story.steps.back().place = failed.known() ? failed : place_in(vm, v.stack, sources);
  story.steps.back().matters = true;
  return failed;
}

}  // namespace

Story tell(vm::JvmSystem& system, vm::Vm::Mark initial, const FoundViolation& violation,
           const std::vector<vm::Violation>& before, Sources& sources, Detail detail) {
  vm::Vm& vm = system.vm();
  vm.undo(initial);
  Story story;
  const por::ThreadId threads_before = vm.thread_count();
  std::vector<std::pair<por::ThreadId, Caught>> early;
  for (const auto& e : system.caught_at_start())
    if (std::optional<Caught> c;
        early.size() < kCaughtShown && (c = caught_by(vm, sources, e.exception, *e.by, e.target)))
      early.emplace_back(e.thread, std::move(*c));
  Replay replay(system, sources, detail != Detail::Steps);
  const std::vector<por::PathStep> path = violation.path.steps();
  story.left_out = path.size() > kLongest ? path.size() - kLongest : 0;
  for (size_t i = 0; i < story.left_out; ++i) {
    check_step(system, path[i], static_cast<uint32_t>(i + 1));
    if (system.step(path[i].thread, path[i].alternative).stop)
      throw ReplayError("step " + std::to_string(i + 1) + " does not come to its end: " + system.failure());
  }
  for (size_t i = story.left_out; i < path.size(); ++i) replay.step(path[i], static_cast<uint32_t>(i + 1));
  std::vector<Moment>& moments = replay.moments;
  const bool loops_on = violation.kind == por::ErrorKind::NoEnd || violation.kind == por::ErrorKind::FairLoop;
  Loops loops;
  if (loops_on && !system.is_final()) {
    loops = replay_loops(system, replay, violation.path.size(), violation.kind == por::ErrorKind::FairLoop);
    story.complete = !loops.lasso.ends && !loops.moments.empty();
  }
  find_late_writes(moments);
  if (detail != Detail::Steps) find_lone_copies(moments);
  std::vector<Record> records;
  for (const Moment& m : moments) records.push_back(m.record);
  Wording wording(vm, records);
  name_threads(story, vm, replay);
  if (story.left_out)
    effect(story, static_cast<uint32_t>(story.left_out), path[story.left_out].thread,
           count(story.left_out, "step before this is", "steps before this are") + " left out");
  else if (threads_before > 1 && !moments.empty())
    effect(story, 0, 0, "starts " + list_threads(story, 1, threads_before));
  for (auto& [thread, c] : early) {
    effect(story, 0, thread, std::move(c.text));
    story.steps.back().place = std::move(c.thrown);
  }
  const size_t told = loops_on ? loops.first : moments.size();
  for (size_t i = 0; i < told; ++i)
    if (tell_moment(story, moments[i], violation, vm, sources, wording)) break;
  story.output = vm.output.text(1);
  if (loops_on) {
    story.looping = describe_loops(loops, moments, vm, wording);
    story.stem = loops.lasso.stem;
    for (const auto& [thread, steps] : loops.lasso.loops)
      story.cycle.insert(story.cycle.end(), steps.begin(), steps.end());
    for (const LoopingThread& l : story.looping)
      for (const StoryStep& s : l.steps) story.loop.push_back(s.place);
    for (WaitingThread& w : describe_deadlock(vm, wording.names(), sources))
      if (!loops.moments.contains(w.thread) && !loops.lasso.movers.contains(w.thread))
        story.waiting.push_back(std::move(w));
  }

  const std::vector<vm::Violation>& now = violation.path.empty() ? before : replay.violations;
  if (violation.kind == por::ErrorKind::Livelock && (violation.key == kTooLong || violation.key.starts_with(kHoisted)))
    story.complete = !system.is_final();
  if (violation.kind == por::ErrorKind::Deadlock) {
    story.complete = system.deadlocked() && system.is_final();
    story.waiting = describe_deadlock(vm, wording.names(), sources);
  }
  Place failed;
  for (const vm::Violation& v : now) {
    if (v.kind != violation.kind || violation.kind == por::ErrorKind::Deadlock || v.thread != violation.thread)
      continue;
    failed = tell_violation(story, v, moments, vm, sources);
    break;
  }
  story.legend = wording.legend();
  if (detail != Detail::Steps) {
    find_causes(story, moments, told, vm, wording, failed, violation.thread);
    if (violation.kind == por::ErrorKind::Deadlock) find_reasons_to_wait(story, moments, vm, wording);
    find_reasons_to_loop(story, moments, told, vm, wording);
  }
  if (detail == Detail::Contents && !story.left_out)
    story.contents = contents_of(system, initial, path, moments, story, wording.names(), sources);
  vm.undo(initial);
  return story;
}

}  // namespace jmc::listeners
