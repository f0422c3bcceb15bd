#include "listeners/waits.hpp"

#include <algorithm>
#include <map>

#include "listeners/accesses.hpp"
#include "vm/thread/leftover.hpp"

namespace jmc::listeners {

using vm::PendingKind;
using vm::Verb;

namespace {

constexpr size_t kMostNamed = 3;  // threads

class Reasons {
 public:
  Reasons(Story& story, const std::vector<Moment>& moments, const vm::Vm& vm, Wording& wording)
      : story_(story), moments_(moments), vm_(vm), wording_(wording) {}

  // It asks for a lock of which it holds a part: a read lock does not become a write lock.
  bool holds_it_itself(const WaitingThread& w) {
    const size_t held = w.what.find(", held for reading by ");
    if (held == std::string::npos || w.what.find(who(w), held) == std::string::npos) return false;
    tell(who(w) + " " + w.what.substr(0, held) + at(w) + ", and holds it for reading itself");
    return true;
  }

  // It waited before, was interrupted, has caught that, and waits again.
  bool was_interrupted(const WaitingThread& w) {
    return asleep(w) && caught_interruption(w.thread, "waits again" + at(w));
  }
  // Of the first `told` moments.
  bool caught_interruption(por::ThreadId t, const std::string& then, size_t told = SIZE_MAX) {
    const Moment* caught = nullptr;
    for (size_t i = 0; i < std::min(told, moments_.size()); ++i)
      if (const Moment& m = moments_[i];
          m.step.thread == t && !m.caught.empty() && m.caught.back().text.starts_with("throws InterruptedException"))
        caught = &m;
    if (!caught) return false;
    std::string text;
    for (const Moment* m = caught; m-- > moments_.data() && text.empty();)
      if (m->record.op.kind == PendingKind::Interrupt && m->step.thread != t &&
          m->record.op.object == vm_.thread(t).s.object)
        text = story_.threads[m->step.thread] + " interrupted " + story_.threads[t] + in_step(*m) + "; ", mark(*m);
    mark(*caught);
    tell(text + story_.threads[t] + " " + thrown(*caught, caught->caught.back()) + ", and " + then);
    return true;
  }

  // Permits that others, or the thread itself, have taken and not given back.
  bool permits_are_kept(const WaitingThread& w) {
    const vm::Pending& p = vm_.thread(w.thread).s.pending;
    if (p.kind != PendingKind::Lock || w.what.find(" permit") == std::string::npos) return false;
    std::map<por::ThreadId, std::vector<const Moment*>> taken;
    for (const Moment& m : moments_) {
      const Record& r = m.record;
      if (m.aside || r.op.object != p.object || gave_up(r)) continue;
      std::vector<const Moment*>& of = taken[r.thread];
      if (r.op.verb == Verb::Acquire || r.op.verb == Verb::TryAcquire) of.push_back(&m);
      else if (r.op.verb == Verb::Release && !of.empty()) of.pop_back();
    }
    for (const auto& [t, kept] : taken) {
      // An acquire that has only queued took nothing.
      if (kept.empty() || kept.back()->record.outcome == vm::Outcome::QueuesForIt) continue;
      const Moment& m = *kept.back();
      mark(m);
      std::string text = story_.threads[t] + " acquired " + wording_.named(m.record.op.object) + in_step(m) +
                         in_brackets(m.record.frames.place()) + " and did not release it";
      if (const Moment* e = exception_of(t, &m)) text += "; it " + thrown(*e, e->caught.back());
      tell(std::move(text));
      return true;
    }
    return false;
  }

  // It waits for a notify or a signal: the last one came before, or woke another, or there was none.
  bool not_notified(const WaitingThread& w) {
    const Moment* begin = nullptr;
    for (const Moment& m : moments_)
      if (m.step.thread == w.thread && m.record.op.kind == PendingKind::Wait &&
          m.record.outcome == vm::Outcome::Happens && !m.aside)
        begin = &m;
    // What a library waits for inside is its own affair.
    const std::string call = begin ? begin->record.frames.call() : "";
    if (!begin || !asleep(w) || !(call.empty() || call.ends_with(".wait") || call.ends_with("ConditionObject.await")))
      return false;
    const Verb verb = begin->record.op.verb;
    const bool condition = verb == Verb::Await || verb == Verb::BeginsToAwait;
    const std::string done = condition ? " signalled " : " notified ";
    const std::string object = wording_.named(begin->record.op.object);
    mark(*begin);
    for (const Moment* m = begin + 1; m < moments_.data() + moments_.size(); ++m) {
      const Record& r = m->record;
      if (r.op.kind != PendingKind::Notify || r.op.object != begin->record.op.object) continue;
      std::string woken;
      for (const por::ThreadId t : r.woken) woken += (woken.empty() ? "" : ", ") + story_.threads[t];
      mark(*m);
      tell(who(w) + " waits on " + object + at(w) + "; " + story_.threads[m->step.thread] + done + "it" + in_step(*m) +
           in_brackets(m->record.frames.place()) + ", which woke " + (woken.empty() ? "nobody" : woken) +
           " and nobody else");
      return true;
    }
    std::string text = who(w) + " waits on " + object + at(w) + ", and nobody" + done + "it after step " +
                       std::to_string(begin->step.number) + kept_by(w);
    // Who was woken instead, the last time.
    for (const Moment* m = begin; m-- > moments_.data();) {
      const Record& r = m->record;
      if (r.op.kind != PendingKind::Notify || r.op.object != begin->record.op.object || r.woken.empty()) continue;
      const bool itself = std::find(r.woken.begin(), r.woken.end(), w.thread) != r.woken.end();
      text += "; " + story_.threads[m->step.thread] + " woke " + (itself ? "it" : story_.threads[r.woken.front()]) +
              in_step(*m) + (itself ? ", and it had to wait again" : " instead");
      mark(*m);
      return tell(std::move(text)), true;
    }
    // Who takes one condition for another.
    for (const Moment& m : moments_)
      if (m.record.op.kind == PendingKind::Notify && m.step.thread != w.thread && !m.step.jdk &&
          m.record.woken.empty() && m.record.op.object != begin->record.op.object && !m.record.frames.called) {
        text += "; " + story_.threads[m.step.thread] + done + wording_.named(m.record.op.object) + in_step(m) +
                in_brackets(m.record.frames.place()) + ", where nobody waited";
        mark(m);
        break;
      }
    tell(std::move(text));
    return true;
  }

  // What they wait for, and what kept another thread from doing it, if one has met an exception.
  void nobody_is_left(const std::vector<const WaitingThread*>& waiting) {
    std::string text;
    for (size_t i = 0; i < std::min(waiting.size(), kMostNamed); ++i) {
      const WaitingThread& w = *waiting[i];
      const std::string call = call_of(w);
      const bool inside = !call.empty() && (w.what.starts_with("is parked") || asleep(w) || at(w).empty());
      text +=
          (i ? "; " : "") + who(w) + (inside ? " waits in " + call : " " + w.what + at(w)) + task_of(w) + kept_by(w);
    }
    text += waiting.size() > kMostNamed ? "; ..." : "";
    text += std::string(", and nobody is left who could wake ") + (waiting.size() > 1 ? "them" : "it");
    const Moment* last = nullptr;
    for (const Moment& m : moments_)
      if (!m.caught.empty() && std::none_of(waiting.begin(), waiting.end(),
                                            [&](const WaitingThread* w) { return w->thread == m.step.thread; }))
        last = &m;
    if (last) {
      text += "; " + story_.threads[last->step.thread] + " " + thrown(*last, last->caught.back());
      mark(*last);
    }
    tell(std::move(text));
  }

 private:
  const std::string& who(const WaitingThread& w) const { return story_.threads[w.thread]; }
  // Inside of a wait for a notify or a signal, and not for the lock after it.
  bool asleep(const WaitingThread& w) const {
    return w.what.starts_with("waits to be notified") || w.what.starts_with("waits on a condition");
  }
  static const Place* own_place(const WaitingThread& w) {
    for (const Place& p : w.stack)
      if (p.known() && (!p.source.empty() || !p.path.empty()) && p.line >= 0) return &p;
    return nullptr;
  }
  static std::string at(const WaitingThread& w) {
    const Place* p = own_place(w);
    return p ? " (" + p->file + ":" + std::to_string(p->line) + ")" : "";
  }
  // A lock, or the initialisation of a class, that it keeps while it waits, and who cannot go on for that: maybe the
  // one who would end the wait.
  std::string kept_by(const WaitingThread& w) const {
    static constexpr std::string_view kInitialises = "waits for the initialisation of class ";
    for (const WaitingThread& other : story_.waiting) {
      if (other.on != w.thread) continue;
      if (other.what.starts_with(kInitialises)) {
        const size_t by = other.what.find(" by thread ");
        return "; it initialises class " + other.what.substr(kInitialises.size(), by - kInitialises.size()) +
               ", for which " + who(other) + " waits" + at(other);
      }
      const size_t held = other.what.find(", held");
      const size_t lock = held == std::string::npos ? held : other.what.rfind("lock ", held);
      if (lock == std::string::npos) continue;
      const size_t name = lock + std::string("lock ").size();
      const size_t aim = std::min(other.what.find(" in order to", name), held);
      return "; it keeps " + other.what.substr(name, aim - name) + " locked, for which " + who(other) + " waits" +
             other.what.substr(aim, held - aim) + at(other);
    }
    return {};
  }
  // What has become of the task whose end it waits for: a pool whose threads all wait begins no other.
  std::string task_of(const WaitingThread& w) const {
    const vm::Pending& p = vm_.thread(w.thread).s.pending;
    if (p.kind != PendingKind::Park || !p.object) return "";
    const vm::Klass* k = vm_.klass_of(p.object);
    while (k && k->name != "java/util/concurrent/FutureTask") k = k->super;
    const vm::Field* runner = k ? k->find_field("runner", "Ljava/lang/Thread;") : nullptr;
    if (!runner) return "";
    const std::string task = " for " + wording_.named(p.object);
    const vm::Ref thread = vm_.get_ref(p.object, runner);
    if (!thread) return task + ", which no thread has begun to run";
    const por::ThreadId by = vm_.thread_of(thread);
    return by == por::kNoThread ? task : task + ", which " + story_.threads[by] + " runs";
  }
  // The method that the program's own code has called.
  std::string call_of(const WaitingThread& w) const {
    const OwnFrames f = own_frames(vm_, w.thread);
    return f.called ? f.call() + in_brackets(f.place()) : "";
  }
  static std::string in_brackets(const std::string& text) { return text.empty() ? "" : " (" + text + ")"; }
  static std::string in_step(const Moment& m) {
    return m.row < 0 || !m.step.number ? "" : " in step " + std::to_string(m.step.number);
  }
  static std::string thrown(const Moment& m, const Caught& c) {
    const std::string place =
        c.thrown.file.empty() || c.thrown.line < 0 ? "" : c.thrown.file + ":" + std::to_string(c.thrown.line);
    // "throws IOException, caught in Pool.run, line 12"
    const std::string text = c.text.substr(std::string("throws ").size());
    const std::string step = m.step.number ? "after step " + std::to_string(m.step.number) : "";
    return "threw " + text.substr(0, text.find(',')) +
           in_brackets(place + (place.empty() || step.empty() ? "" : ", ") + step) +
           text.substr(std::min(text.find(','), text.size()));
  }
  // The first exception of this thread from there on.
  const Moment* exception_of(por::ThreadId t, const Moment* from) const {
    for (const Moment* m = from; m < moments_.data() + moments_.size(); ++m)
      if (m->step.thread == t && !m->caught.empty()) return m;
    return nullptr;
  }
  void mark(const Moment& m) {
    if (m.row >= 0) story_.steps[static_cast<size_t>(m.row)].matters = true;
  }
  void tell(std::string text) { story_.causes.push_back(std::move(text)); }

  Story& story_;
  const std::vector<Moment>& moments_;
  const vm::Vm& vm_;
  Wording& wording_;
};

// Who began to wait looked at what it waits for after the notification, and nobody changes that any more: what is
// missing is another notification, not this one.
bool looked_after(const Accesses& accesses, const Moment& notified, por::ThreadId waiter) {
  bool looked = false;
  for (size_t i = 0; i < accesses.size(); ++i) {
    const Access& a = accesses[i];
    if (a.thread != waiter || !a.reads || a.moment < &notified) continue;
    if (accesses.overtaken(i, accesses.size()) >= 0) return false;
    looked = true;
  }
  return looked;
}

// Notifications that came when nobody waited.
void find_lost_notifications(Story& story, const std::vector<Moment>& moments, vm::Vm& vm, Wording& wording) {
  const Accesses accesses(story, moments, moments.size(), vm, wording);
  for (const WaitingThread& w : story.waiting) {
    const vm::ThreadState& s = vm.thread(w.thread).s;
    if (s.wait != vm::WaitState::Waiting) continue;
    for (size_t i = moments.size(); i-- > 0;) {
      const Moment& m = moments[i];
      if (m.record.op.kind != PendingKind::Notify || m.record.op.object != s.waiting_on || !m.record.woken.empty())
        continue;
      if (looked_after(accesses, m, w.thread)) break;
      if (m.row >= 0) story.steps[static_cast<size_t>(m.row)].matters = true;
      story.causes.push_back(story.threads[m.step.thread] + " notified " + wording.names().object(s.waiting_on) +
                             (m.row >= 0 ? " in step " + std::to_string(m.step.number) : "") +
                             ", when nobody waited; " + story.threads[w.thread] + " began to wait after that");
      break;
    }
  }
}

// Following who waits for whom comes back to a thread that was met.
bool has_cycle(const Story& story) {
  std::map<por::ThreadId, por::ThreadId> on;
  for (const WaitingThread& w : story.waiting) on[w.thread] = w.on;
  for (const WaitingThread& w : story.waiting) {
    por::ThreadId t = w.thread;
    for (size_t steps = 0; on.contains(t); t = on[t])
      if (steps++ > story.waiting.size()) return true;
  }
  return false;
}

}  // namespace

void find_reasons_to_loop(Story& story, const std::vector<Moment>& moments, size_t told, vm::Vm& vm, Wording& wording) {
  if (std::any_of(story.looping.begin(), story.looping.end(), [](const auto& l) { return !l.notes.empty(); })) return;
  Reasons reasons(story, moments, vm, wording);
  for (const LoopingThread& l : story.looping)
    if (reasons.caught_interruption(l.thread, "goes on", told)) return;
}

void find_reasons_to_wait(Story& story, const std::vector<Moment>& moments, vm::Vm& vm, Wording& wording) {
  find_lost_notifications(story, moments, vm, wording);
  if (!story.causes.empty() || story.waiting.empty() || has_cycle(story)) return;
  if (vm::Leftover().only_idle(vm)) {
    const WaitingThread& w = story.waiting.front();
    const bool timer =
        std::any_of(w.stack.begin(), w.stack.end(), [](const Place& p) { return p.klass == "java.util.TimerThread"; });
    story.causes.push_back(story.threads[w.thread] +
                           (timer ? " waits for something to do: the timer is never cancelled"
                                  : " waits for something to do: the pool is never shut down") +
                           " (--leftover=note takes that for no deadlock)");
    return;
  }
  std::vector<const WaitingThread*> roots;
  for (const WaitingThread& w : story.waiting)
    if (w.on == por::kNoThread && own_frames(vm, w.thread).method[0]) roots.push_back(&w);
  Reasons reasons(story, moments, vm, wording);
  using Rule = bool (Reasons::*)(const WaitingThread&);
  for (const Rule rule :
       {&Reasons::holds_it_itself, &Reasons::was_interrupted, &Reasons::permits_are_kept, &Reasons::not_notified})
    for (const WaitingThread* w : roots)
      if ((reasons.*rule)(*w)) return;
  if (!roots.empty()) reasons.nobody_is_left(roots);
}

}  // namespace jmc::listeners
