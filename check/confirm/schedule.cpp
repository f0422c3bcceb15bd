#include "check/confirm/schedule.hpp"

#include <algorithm>
#include <memory>
#include <unordered_map>
#include <utility>

#include "listeners/names.hpp"
#include "listeners/operations.hpp"
#include "vm/native.hpp"
#include "vm/step_observer.hpp"

namespace jmc::check {

namespace {

using vm::PendingKind;
using vm::Verb;

// A frame that another JVM has, too. Virtual threads are of another class there.
bool shown(const vm::Method& m) {
  return m.file && !m.internal && !m.hidden_frame && !m.owner->hidden && !m.owner->stub &&
         m.owner->name != "java/lang/ThreadBuilders$BoundVirtualThread";
}

// The agent tells the program's code from the JDK's by its loader (force/jvm.cpp). What runs the tests of a program may
// be of another version there.
bool own(const vm::Method& m) {
  return shown(m) && !m.owner->boot && !m.owner->name.starts_with("jmc/junit/") &&
         m.owner->name.find("$Proxy") == std::string::npos;
}

struct At {
  const vm::Method* method;
  uint32_t pc;
};

// Where no thread is held, because the operation is inside of it as a whole, or others may wait for what is held there.
bool inside_of_operation(const vm::Klass& k, bool prints) {
  static constexpr std::string_view kPrefixes[] = {"java/lang/invoke/",     "java/lang/reflect/",
                                                   "jdk/internal/reflect/", "jdk/internal/misc/Unsafe",
                                                   "sun/misc/Unsafe",       "java/util/concurrent/locks/LockSupport"};
  static constexpr std::string_view kOfStreams[] = {"java/io/", "java/nio/", "sun/nio/", "java/util/Formatter",
                                                    "jdk/internal/misc/"};
  if (!k.boot) return false;
  const auto starts = [&](std::string_view p) { return k.name.starts_with(p); };
  return std::any_of(std::begin(kPrefixes), std::end(kPrefixes), starts) ||
         (prints && std::any_of(std::begin(kOfStreams), std::end(kOfStreams), starts));
}

uint64_t mixed(uint64_t h, const vm::Method& m, uint32_t pc) {
  return (h ^ (uint64_t{m.id} << 32 | pc)) * 0x9e3779b97f4a7c15u + 0x632be59bd9b4e019u;
}
uint64_t below(uint64_t chain, const vm::Method& m, uint32_t pc) { return own(m) ? mixed(chain, m, pc) : chain; }

// The instruction to stop at, where that is not the one that jmc stops at. An interrupt is told by a field, which the
// JDK writes just before it calls what jmc has for the whole.
uint32_t stop_bci(const vm::Method& m, uint32_t pc, const vm::Pending& p) {
  constexpr uint8_t kPutField = 0xb5;
  const uint32_t bci = m.bci[pc];
  if (p.kind != PendingKind::Interrupt || m.name != "interrupt" || m.owner->name != "java/lang/Thread" || !m.file->code)
    return bci;
  for (uint32_t before = pc; before-- > 0 && bci - m.bci[before] < 8;)
    if (m.file->code->bytecode[m.bci[before]] == kPutField) return m.bci[before];
  return bci;
}

// Counts for each thread how often it comes to each instruction, told apart by the frames of the program's own code
// that it is in.
class Passes final : public vm::StepObserver {
 public:
  // Outlives the Vm.
  explicit Passes(vm::Vm& vm) : StepObserver(true), vm_(vm) { vm_.observer = this; }
  Passes(const Passes&) = delete;

  void at(por::ThreadId t, const vm::Method& m, uint32_t pc) override {
    if (t >= threads_.size()) threads_.resize(t + 1);
    Thread& thread = threads_[t];
    const uint32_t fp = vm_.thread(t).s.fp;
    std::vector<Frame>& frames = thread.frames;
    // The beginning of a thread, or of main: what was counted before was of another one, or of another beginning.
    const uint32_t prev = vm_.frame(t, fp)->prev;
    if (pc == 0 && (!prev || (t == 0 && m.name == "main" && !vm_.frame(t, prev)->prev))) thread = {};
    while (!frames.empty() && frames.back().fp > fp) frames.pop_back();
    if (!frames.empty() && frames.back().fp == fp) {
      if (frames.back().method == &m && frames.back().pc == pc) return;  // told again
      frames.pop_back();
    }
    if (!frames.empty() && frames.back().fp != prev) frames.clear();
    if (frames.empty() && prev) rebuild(t, prev, frames);
    const uint64_t under = frames.empty() ? 0 : frames.back().chain;
    const uint64_t chain = below(under, m, pc);
    frames.push_back({fp, &m, pc, chain});
    if (shown(m)) ++thread.counts[mixed(chain, m, pc)];
  }

  // Since the thread's last step, or its beginning.
  uint32_t count(por::ThreadId t, const std::vector<At>& stack, size_t innermost) const {
    uint64_t chain = 0;
    for (size_t i = stack.size(); i-- > innermost;) chain = below(chain, *stack[i].method, stack[i].pc);
    if (t >= threads_.size()) return 0;
    const auto& counts = threads_[t].counts;
    const auto it = counts.find(mixed(chain, *stack[innermost].method, stack[innermost].pc));
    return it == counts.end() ? 0 : it->second;
  }
  void stepped(por::ThreadId t) {
    if (t < threads_.size()) threads_[t].counts.clear();
  }

 private:
  struct Frame {
    uint32_t fp;
    const vm::Method* method;
    uint32_t pc;
    uint64_t chain;  // this frame included
  };
  struct Thread {
    std::vector<Frame> frames;
    std::unordered_map<uint64_t, uint32_t> counts;
  };
  // Frames that were made where nobody was told.
  void rebuild(por::ThreadId t, uint32_t fp, std::vector<Frame>& frames) const {
    std::vector<uint32_t> fps;
    for (; fp; fp = vm_.frame(t, fp)->prev) fps.push_back(fp);
    uint64_t chain = 0;
    for (auto it = fps.rbegin(); it != fps.rend(); ++it) {
      const vm::FrameHeader* f = vm_.frame(t, *it);
      const vm::Method* m = vm_.method(f->method);
      chain = below(chain, *m, f->pc);
      frames.push_back({*it, m, f->pc, chain});
    }
  }

  vm::Vm& vm_;
  std::vector<Thread> threads_;
};

class Builder {
 public:
  Builder(Replay& replay, Passes& passes, Holds holds)
      : replay_(replay), vm_(*replay.machine().vm), passes_(passes), holds_(holds) {}

  ForcedSchedule build(double limit);

 private:
  struct Thread {
    int starter = -1, nth = 0, children = 0;
    std::string name, label;
  };
  void note_threads();
  void take_step();
  // Where the thread is held before its pending operation. False: nowhere.
  bool stop(por::ThreadId t, size_t step);
  void cannot(const std::string& why) {
    if (out_.not_forceable.empty()) out_.not_forceable = why;
  }
  void look_at_choice(por::PathStep s);
  void look_at_notified(const vm::Pending& p, const std::vector<por::ThreadId>& waiting);
  std::vector<por::ThreadId> waiting_on(vm::Ref object) const;
  void leads();
  std::string drawn();

  Replay& replay_;
  vm::Vm& vm_;
  Passes& passes_;
  Holds holds_;
  ForcedSchedule out_;
  std::vector<Thread> threads_;
  std::vector<int> index_;         // in threads_, by number; -1: none of the schedule's
  std::vector<vm::Ref> objects_;   // and the Thread that has the number
  std::vector<vm::Ref> queue_of_;  // what each waits for, in the order in which they began to,
  std::vector<por::ThreadId> queue_;
  std::vector<std::pair<const vm::Method*, uint32_t>> last_stop_;  // of each thread, and its bci
  std::string stops_;
};

// Numbers of threads may be given to others when they have ended. Threads that the JDK starts for itself are left out
// here and by the agent.
void Builder::note_threads() {
  index_.resize(vm_.thread_count(), -1);
  objects_.resize(vm_.thread_count(), vm::kNull);
  for (por::ThreadId t = 0; t < vm_.thread_count(); ++t) {
    const vm::Ref object = vm_.thread(t).s.object;
    if (objects_[t] == object) continue;
    objects_[t] = object;
    index_[t] = -1;
    const vm::Klass& k = *vm_.klass_of(object);
    if (k.name == "jdk/internal/misc/InnocuousThread" || k.name == "jdk/internal/misc/CarrierThread") continue;
    Thread thread;
    if (t) {
      const por::ThreadId by = vm_.thread(t).s.starter;
      thread.starter = by < index_.size() ? index_[by] : -1;
      if (thread.starter < 0) continue;
      thread.nth = ++threads_[static_cast<size_t>(thread.starter)].children;
    }
    thread.name = listeners::thread_name(vm_, t);
    thread.label = listeners::thread_label(vm_, t);
    index_[t] = static_cast<int>(threads_.size());
    threads_.push_back(std::move(thread));
  }
}

bool Builder::stop(por::ThreadId t, size_t step) {
  const vm::Pending& p = vm_.thread(t).s.pending;
  if (index_[t] < 0 || p.kind == PendingKind::Start || p.kind == PendingKind::StepLimit || p.kind == PendingKind::None)
    return false;
  std::vector<At> stack;
  vm_.walk_frames(t, [&](const vm::Method* m, uint32_t pc) {
    if (shown(*m)) stack.push_back({m, pc});
    return true;
  });
  const bool prints = p.kind == PendingKind::Output;
  size_t at = 0;
  while (at < stack.size() &&
         (holds_ == Holds::InOwnCode ? !own(*stack[at].method) : inside_of_operation(*stack[at].method->owner, prints)))
    ++at;
  if (at == stack.size()) {
    if (p.verb != Verb::End) return false;  // before any code of the program: a thread that begins or leaves
    stops_ += "stop\t" + std::to_string(index_[t]) + "\t" + std::to_string(step) + "\tout\t1\t\t\t\t0\t0\t\n";
    if (step) ++out_.steps;
    return true;
  }
  uint32_t count = passes_.count(t, stack, at);
  // A call of several operations: of those after the first, as far inside as it takes.
  if (holds_ == Holds::Everywhere)
    for (size_t inner = at; !count && inner-- > 0;)
      if ((count = passes_.count(t, stack, inner))) at = inner;
  std::string chain;
  for (size_t i = at; i < stack.size(); ++i) {
    const vm::Method& m = *stack[i].method;
    if (own(m))
      chain += m.owner->name + "." + std::string(m.name) + std::string(m.descriptor) + "@" +
               std::to_string(m.bci[stack[i].pc]) + "|";
  }
  const vm::Method& m = *stack[at].method;
  uint32_t bci = stop_bci(m, stack[at].pc, p);
  last_stop_.resize(vm_.thread_count());
  if (std::exchange(last_stop_[t], {&m, bci}) == std::pair(&m, bci) && p.kind == PendingKind::Interrupt)
    bci = m.bci[stack[at].pc];  // that write was a step of its own
  stops_ += "stop\t" + std::to_string(index_[t]) + "\t" + std::to_string(step) + "\t" + (count ? "at" : "in") + "\t" +
            std::to_string(count) + "\t" + m.owner->name + "\t" + std::string(m.name) + "\t" +
            std::string(m.descriptor) + "\t" + std::to_string(bci) + "\t" +
            std::to_string(m.file->code ? m.file->code->bytecode[bci] : 0) + "\t" + chain + "\n";
  const auto initialises = [](const At& a) { return a.method->owner->boot && a.method->name == "<clinit>"; };
  if (const auto outermost = std::find_if(stack.rbegin(), stack.rend(), initialises); outermost != stack.rend())
    stops_ += "within\t" + std::to_string(index_[t]) + "\t" + std::to_string(step) + "\t" +
              outermost->method->owner->name + "\n";
  if (!step) return true;
  ++out_.steps;
  const bool access = p.kind == PendingKind::Read || p.kind == PendingKind::Write || p.kind == PendingKind::Cas;
  if (!count && access && !out_.inside) out_.inside = step;
  const int line = m.line_of(stack[at].pc);
  const std::string_view file = m.owner->file->source_file;
  if (count)
    if (std::optional<StepValue> value = value_of_step(vm_, t, m, stack[at].pc)) {
      stops_ += "watch\t" + std::to_string(index_[t]) + "\t" + std::to_string(step) + "\t" + value->watch + "\n";
      out_.values[step] = std::move(*value);
    }
  out_.places[step] = m.owner->external_name() + "." + std::string(m.name) + "(" +
                      (file.empty() ? "Unknown Source" : std::string(file)) +
                      (line >= 0 ? ":" + std::to_string(line) : "") + ")";
  return true;
}

// What is chosen there, and nobody can choose on a JVM.
void Builder::look_at_choice(por::PathStep s) {
  const vm::Pending& p = vm_.thread(s.thread).s.pending;
  const std::string step = "step " + std::to_string(replay_.position() + 1) + " ";
  if (vm_.memory && vm_.memory->buffering && vm_.memory->buffering->choice(s.thread, s.alternative).ahead)
    return cannot(step +
                  "is made ahead of earlier loads (--load-buffering=on), which no schedule of a JVM makes it do");
  if (vm_.memory && p.modelled && s.alternative)
    return cannot(step + "reads or writes an older value (--memory=jmm), which no schedule of a JVM makes it do");
  if (p.verb == Verb::Chooses || p.verb == Verb::Draws)
    stops_ += "answer\t" + std::to_string(index_[s.thread]) + "\t" + std::to_string(replay_.position() + 1) + "\t" +
              std::to_string(static_cast<int64_t>(p.expected) + s.alternative) + "\n";
  if (p.verb == Verb::WeakCompareAndSet && s.alternative)
    return cannot(step + "fails for no reason (weakCompareAndSet)");
  if (p.verb == Verb::ReferenceGet && s.alternative) return cannot(step + "finds a weak reference cleared");
}

std::vector<por::ThreadId> Builder::waiting_on(vm::Ref object) const {
  std::vector<por::ThreadId> out;
  for (por::ThreadId u = 0; u < vm_.thread_count(); ++u)
    if (vm_.thread(u).s.wait == vm::WaitState::Waiting && vm_.thread(u).s.waiting_on == object) out.push_back(u);
  return out;
}

// HotSpot notifies who has waited longest.
void Builder::look_at_notified(const vm::Pending& p, const std::vector<por::ThreadId>& waiting) {
  if (p.kind != PendingKind::Notify || p.verb == Verb::NotifyAll || waiting.size() < 2) return;
  const auto woken = std::find_if(waiting.begin(), waiting.end(),
                                  [&](por::ThreadId u) { return vm_.thread(u).s.wait != vm::WaitState::Waiting; });
  const auto first = std::find_if(queue_.begin(), queue_.end(), [&](por::ThreadId u) {
    return std::find(waiting.begin(), waiting.end(), u) != waiting.end();
  });
  if (woken != waiting.end() && first != queue_.end() && *woken != *first)
    cannot("step " + std::to_string(replay_.position()) +
           " notifies another thread than the one that has waited longest, which a JVM would");
}

void Builder::take_step() {
  const por::PathStep s = replay_.next_step();
  if (s.thread < vm_.thread_count()) {
    const size_t number = replay_.position() + 1;
    if (stop(s.thread, number) && listeners::timed_out(listeners::record_before(vm_, s.thread, s.alternative)))
      stops_ += "times\t" + std::to_string(index_[s.thread]) + "\t" + std::to_string(number) + "\n";
    look_at_choice(s);
  }
  const vm::Pending before = vm_.thread(s.thread).s.pending;
  const std::vector<por::ThreadId> waiting = waiting_on(before.object);
  if (!out_.timed && (before.timed || before.by_clock)) out_.timed = replay_.position() + 1;
  passes_.stepped(s.thread);
  if (!replay_.step()) return;
  look_at_notified(before, waiting);
  std::erase_if(queue_, [&](por::ThreadId u) { return vm_.thread(u).s.wait != vm::WaitState::Waiting; });
  for (por::ThreadId u = 0; u < vm_.thread_count(); ++u)
    if (vm_.thread(u).s.wait == vm::WaitState::Waiting && std::find(queue_.begin(), queue_.end(), u) == queue_.end())
      queue_.push_back(u);
  note_threads();
}

void Builder::leads() {
  using por::ErrorKind;
  const listeners::FoundViolation& found = replay_.execution().found;
  switch (found.kind) {
    case ErrorKind::None: out_.leads = Leads::End; break;
    case ErrorKind::Assertion:
    case ErrorKind::UncaughtException:
      out_.leads = found.message.find(", swallowed at ") == std::string::npos ? Leads::Exception : Leads::Swallowed;
      out_.exception = found.message.substr(0, found.message.find_first_of(":,"));
      out_.of_thread = found.thread < index_.size() ? index_[found.thread] : -1;
      break;
    case ErrorKind::Deadlock: out_.leads = Leads::Deadlock; break;
    case ErrorKind::Livelock:
    case ErrorKind::NoEnd: out_.leads = Leads::Endless; break;
    case ErrorKind::ExitStatus: out_.leads = Leads::Exit; break;
    case ErrorKind::FairLoop:
      cannot("a loop that every thread takes part in for ever needs a schedule without end");
      break;
    case ErrorKind::DataRace: cannot("a JVM does not tell that two accesses race"); break;
  }
  if (found.key.starts_with(listeners::kHoisted))
    cannot("whether a compiler hoists the read out of its loop is no matter of the schedule");
}

// In which order Set.of and Map.of give what they hold: by a seed that each JVM draws.
std::string Builder::drawn() {
  std::string out;
  const vm::Klass* const k = vm_.find_class("java/util/ImmutableCollections");
  if (!k || !k->boot || !vm_.settled(k)) return out;
  for (const char* name : {"SALT32L", "REVERSE"}) {
    const vm::Field* const f = k->find_field(name);
    if (!f || !f->is_static() || (f->type != 'J' && f->type != 'Z')) continue;
    const int64_t value =
        f->type == 'J' ? vm_.heap.load<int64_t>(k->statics, f->offset) : vm_.heap.load<int32_t>(k->statics, f->offset);
    out += "static\t" + k->name + "\t" + name + "\t" + f->type + "\t" + std::to_string(value) + "\n";
  }
  return out;
}

ForcedSchedule Builder::build(double limit) {
  static constexpr const char* kNames[] = {"exception", "swallowed", "deadlock", "endless", "exit", "end"};
  note_threads();
  while (replay_.position() < replay_.size() && replay_.departed().empty()) take_step();
  if (!replay_.departed().empty()) cannot("jmc itself cannot follow the witness: " + replay_.departed());
  leads();
  // Whoever has more to do must not do it before the last step, nor before what was found has happened.
  for (por::ThreadId t = 0; t < vm_.thread_count(); ++t)
    if (!vm_.thread(t).s.ended) {
      stop(t, 0);
      if (index_[t] < 0 || vm_.thread(t).s.daemon) continue;
      out_.left.push_back(index_[t]);
      if (const std::string state = state_of_waiting(vm_, t); !state.empty()) out_.states[index_[t]] = state;
    }
  out_.text = "jmc-force\t1\nlimit\t" + std::to_string(static_cast<int64_t>(limit * 1000)) + "\nexpect\t" +
              kNames[static_cast<size_t>(out_.leads)] + "\t" + std::to_string(out_.of_thread) + "\t" + out_.exception +
              "\n";
  for (size_t i = 0; i < threads_.size(); ++i) {
    std::string name = threads_[i].name;
    std::replace_if(
        name.begin(), name.end(), [](char c) { return c == '\t' || c == '\n' || c == '\r'; }, ' ');
    out_.text += "thread\t" + std::to_string(i) + "\t" +
                 (threads_[i].starter < 0 ? "-" : std::to_string(threads_[i].starter)) + "\t" +
                 std::to_string(threads_[i].nth) + "\t" + name + "\n";
    out_.threads.push_back(threads_[i].label);
  }
  out_.text += drawn() + stops_ + "end\n";
  return std::move(out_);
}

}  // namespace

ForcedSchedule forced_schedule(const Configuration& configuration, const Witness& witness, size_t execution,
                               Holds holds, double limit, bool force) {
  std::unique_ptr<Passes> passes;
  Replay replay(
      configuration, witness, execution, [&](Replay& r) { passes = std::make_unique<Passes>(*r.machine().vm); }, force);
  return Builder(replay, *passes, holds).build(limit);
}

}  // namespace jmc::check
