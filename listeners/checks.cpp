#include "listeners/checks.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "vm/code/insn.hpp"

namespace jmc::listeners {

namespace {

constexpr size_t kMostAccesses = 4000;  // of a story: pairs of them are looked at

class Checks {
 public:
  // Of the first `told` moments.
  Checks(Accesses& accesses, const std::vector<Moment>& moments, size_t told)
      : a_(accesses), first_(moments.data()), end_(moments.data() + std::min(told, moments.size())) {}

  // `own`: of the program's own variables, else of those that a library keeps. What is no part of a cause that is known
  // counts only where both write, or the thread that fails is one of the two. `last_resort`: also what it wrote last.
  bool both_before_either(bool own, por::ThreadId failing, bool last_resort = false) {
    struct Pair {
      size_t first, second;
      bool matters;
    };
    std::optional<Pair> best;
    for (size_t j = a_.size(); j-- > 0;) {
      if (!counts(j) || a_[j].inner == own) continue;
      const auto& writes = a_.writes_of(a_[j]);
      const auto w = std::upper_bound(writes.begin(), writes.end(), j);
      if (w == writes.end() || !changes(*w, j)) continue;
      for (size_t i = j; i-- > 0;) {
        if (!counts(i) || !same_variable(a_[i], a_[j]) || a_[i].thread == a_[j].thread) continue;
        if (a_[i].read != a_[j].read || a_.overtaken(i, j) >= 0) break;  // one wrote what the other saw
        if (!acts(i, *w) || !acts(j, *w)) continue;
        const bool matters = of_cause(a_[i]) || of_cause(a_[j]);
        const bool fails = a_[i].thread == failing || a_[j].thread == failing;
        if (!matters && !fails && !(writes_after(i) && writes_after(j))) break;
        if (writes_after(i) != writes_after(j) && gone_by(a_[writes_after(i) ? j : i], a_[*w])) break;
        if (!best || (matters && !best->matters)) best = Pair{i, j, matters};
        break;
      }
      if (best && best->matters) break;
    }
    if (!best) return false;
    const Access &first = a_[best->first], &second = a_[best->second];
    const bool one = writes_after(best->first), other = writes_after(best->second);
    // Neither writes it: that another one saw the same says nothing about the thread that fails.
    const bool alone = !one && !other && (first.thread == failing || second.thread == failing);
    if (alone && of_cause(first.thread == failing ? first : second)) return true;
    const size_t reader = (alone ? second.thread == failing : one) ? best->second : best->first;
    const int over = a_.overtaken(reader, a_.size());
    if (!last_resort && !best->matters && one != other && over >= 0 &&
        !decided_after(static_cast<size_t>(over), failing))
      return false;
    if ((alone || one != other) && over >= 0) {  // who only looked has acted on it, or could not any more
      const Access &read = a_[reader], &write = a_[static_cast<size_t>(over)];
      tell(a_.who(read.thread) + " saw " + a_.variable(read) + " = " + a_.value(read, read.read) + a_.at(read) +
               ", before " + a_.who(write.thread) + " wrote " + a_.value(write, write.written) + a_.at(write),
           {&read, &write});
      return true;
    }
    std::string text = a_.who(first.thread) + " and " + a_.who(second.thread) + " both saw " + a_.variable(first) +
                       " = " + a_.value(first, first.read);
    if (!a_.at(first).empty() && !a_.at(second).empty()) text += "," + a_.at(first) + " and" + a_.at(second) + ",";
    tell(text + (one ? " before either wrote it" : " before it was written"), {&first, &second});
    return true;
  }

  // Two calls of one thread that another one's call fell between: each is atomic, both together are not. `locked`:
  // calls under locks count, too, where the first one asks for what the other one's call has changed.
  bool between_calls(bool locked) {
    const std::vector<Call> calls = calls_of_library(locked);
    for (size_t second = calls.size(); second-- > 0;) {
      const Call& act = calls[second];
      const Call* check = nullptr;
      for (size_t i = second; i-- > 0 && !check;)
        if (calls[i].thread == act.thread && calls[i].klass() == act.klass()) check = &calls[i];
      if (!check || check->frames->method[0] != act.frames->method[0]) continue;
      if (left_between(*check, act)) continue;
      if (locked && (check->frames->called == act.frames->called || writes(*check))) continue;
      // The last of those in between is what the second call met.
      for (size_t o = calls.size(); o-- > 0;) {
        const Call& other = calls[o];
        if (other.thread == act.thread || other.klass() != act.klass()) continue;
        const std::optional<size_t> w = conflict(
            other, act, [&](size_t write) { return write >= check->last && (!locked || reads(*check, a_[write])); });
        if (!w || torn_by(act, *w)) continue;
        const Access &asked = a_[check->last], &changed = a_[*w], &acted = a_[act.last];
        tell(a_.who(act.thread) + " called " + check->text(asked) + ", then " + act.text(acted) + "; in between " +
                 a_.who(other.thread) + " called " + other.text(changed),
             {&asked, &changed, &acted});
        return true;
      }
    }
    return false;
  }

  // An iterator of a collection, of the JDK or made like those, has noticed that another thread changed the collection.
  bool iterated(por::ThreadId thread) {
    const std::string& stack = a_.story().stack;
    if (stack.substr(0, stack.find_first_of(":\n")).find("ConcurrentModificationException") == std::string::npos)
      return false;
    for (size_t k = a_.size(); k-- > 0;) {
      const Access& noticed = a_[k];
      if (noticed.thread != thread || !noticed.reads || !of_field(noticed, "modCount")) continue;
      const int w = a_.writer_of(k);
      if (w < 0 || a_[static_cast<size_t>(w)].thread == thread) return false;
      const Access& write = a_[static_cast<size_t>(w)];
      tell(a_.who(write.thread) + " changed " + a_.object(write) + a_.at(write) + called(write) + ", while " +
               a_.who(thread) + " iterated over it" + in_brackets(noticed.frames.place()),
           {&write, &noticed});
      return true;
    }
    return false;
  }

  // Woken from its wait, and not the first to get the lock: what it waited for is gone, and it did not look again.
  bool woken_too_late(por::ThreadId thread) {
    for (size_t k = a_.size(); k-- > 0;) {
      const Access& failing = a_[k];
      if (failing.thread != thread || !failing.reads || !of_cause(failing)) continue;
      const int w = a_.writer_of(k);
      if (w < 0 || a_[static_cast<size_t>(w)].thread == thread) continue;
      const Access& write = a_[static_cast<size_t>(w)];
      const Moment *again = before(failing.moment + 1, [&](const Moment&m) { return woken(m.record, thread); }),
                   *notify = again ? before(again, [&](const Moment&m) { return wakes(m.record, thread); }) : nullptr,
                   *wait = notify ? before(notify, [&](const Moment&m) { return begins(m.record, thread); }) : nullptr;
      if (!wait || write.moment <= notify || write.moment >= again || !checked_before(*wait, *again)) continue;
      if (notify->row >= 0) a_.story().steps[static_cast<size_t>(notify->row)].matters = true;
      if (again->row >= 0) a_.story().steps[static_cast<size_t>(again->row)].matters = true;
      tell(a_.who(thread) + " was woken by " + a_.who(notify->step.thread) + in_step(*notify) +
               "; before it had the lock again, " + a_.who(write.thread) + " wrote " + a_.variable(write) + " = " +
               a_.value(write, write.written) + a_.at(write) + "; " + a_.who(thread) +
               " did not look again whether it has to wait" + in_brackets(wait->record.frames.place()),
           {&failing, &write});
      return true;
    }
    return false;
  }

  // The thread that fails went on with nothing: an attempt that failed, or a wait whose time was over.
  bool got_nothing(const Place& failed, por::ThreadId thread) {
    const Moment* m = before(end_, [&](const Moment& other) {
      return other.record.thread == thread && !other.aside && (gave_up(other.record) || timed_out(other.record));
    });
    if (!m || m->row < 0) return false;
    const OwnFrames& f = m->record.frames;
    if (!is_in(failed, f)) return false;
    mark(*m);
    const StoryStep& step = a_.story().steps[static_cast<size_t>(m->row)];
    const std::string place = (f.call().empty() ? "" : f.call() + ", ") + f.place();
    a_.story().causes.insert(a_.story().causes.begin(),
                             a_.who(thread) +
                                 (timed_out(m->record) ? " went on when its wait had timed out" + in_step(*m)
                                                       : " went on, though in" + in_step(*m).substr(3) +
                                                             " it got nothing: " + step.operation) +
                                 in_brackets(place));
    return true;
  }

  // A call that failed for what another thread's call had left.
  bool called_after(const Place& failed, por::ThreadId thread) {
    for (size_t k = a_.size(); k-- > 0;) {
      const Access& saw = a_[k];
      if (saw.thread != thread || !saw.reads || !saw.frames.called || saw.line != failed.line) continue;
      if (saw.klass != failed.klass || saw.method != failed.method) continue;
      const int w = a_.writer_of(k);
      if (w < 0 || a_[static_cast<size_t>(w)].thread == thread || !a_[static_cast<size_t>(w)].frames.called) continue;
      const Access& write = a_[static_cast<size_t>(w)];
      const std::string call = write.frames.call() + in_brackets(write.frames.place());
      // What it has left may be that its time was over: a barrier that is broken.
      const Moment* late = before(write.moment + 1, [&](const Moment& m) {
        return m.record.thread == write.thread && !m.aside && timed_out(m.record) &&
               m.record.frames.called == write.frames.called && m.record.frames.line() == write.frames.line();
      });
      if (late) mark(*late);
      tell(a_.who(thread) + " called " + saw.frames.call() + in_brackets(saw.frames.place()) + " after " +
               (late ? call + " of " + a_.who(write.thread) + " had timed out" + in_step(*late)
                     : a_.who(write.thread) + " had called " + call),
           {&saw, &write});
      return true;
    }
    return false;
  }

  // A latch that was counted down by a thread that was not done there: the thread that fails had waited for it.
  bool let_go_too_early(const Place& failed, por::ThreadId thread) {
    const Moment* went = before(end_, [&](const Moment& m) {
      return m.record.thread == thread && !m.aside && m.record.op.verb == vm::Verb::Await && !gave_up(m.record) &&
             !timed_out(m.record) && m.row >= 0 && is_in(failed, m.record.frames);
    });
    if (!went) return false;
    const Moment* let = before(went, [&](const Moment& m) {
      if (m.record.op.verb != vm::Verb::CountDown || m.record.op.object != went->record.op.object) return false;
      const por::ThreadId t = m.record.thread;
      if (t == thread || m.row < 0 || a_.vm().thread(t).s.ended) return false;
      const OwnFrames now = own_frames(a_.vm(), t);
      return now.method[0] && now.method[0] == m.record.frames.method[0] && now.line() > m.record.frames.line();
    });
    if (!let) return false;
    mark(*went), mark(*let);
    const OwnFrames now = own_frames(a_.vm(), let->record.thread);
    a_.story().causes.insert(a_.story().causes.begin(), a_.who(let->record.thread) + " let " + a_.who(thread) +
                                                            " go on" + in_step(*let) +
                                                            in_brackets(let->record.frames.place()) +
                                                            " before it was done: it had not come past " + now.place());
    return true;
  }

  // It slept, and went on while others were not done: nothing orders a sleep and what they do.
  bool slept(const Place& failed, por::ThreadId thread) {
    const Moment* m = before(end_, [&](const Moment& other) {
      return other.record.thread == thread && !other.aside && other.row >= 0 &&
             other.record.op.kind == vm::PendingKind::Sleep && other.record.op.verb != vm::Verb::PollsClock &&
             !other.record.interrupted && is_in(failed, other.record.frames);
    });
    if (!m) return false;
    std::vector<bool> later(a_.vm().thread_count());
    for (const Moment* after = m + 1; after < end_; ++after)
      for (const por::ThreadId t : after->started) later[t] = true;
    std::string others;
    for (por::ThreadId t = 0; t < a_.vm().thread_count(); ++t)
      if (t != thread && !later[t] && !a_.vm().thread(t).s.ended) others = others.empty() ? a_.who(t) : "others";
    if (others.empty()) return false;
    mark(*m);
    a_.story().causes.insert(a_.story().causes.begin(),
                             a_.who(thread) + " slept" + in_brackets(m->record.frames.place()) + " and went on" +
                                 in_step(*m) + ", while " + others + " had more to do: a sleep waits for no thread");
    return true;
  }

  bool read_again(por::ThreadId thread) {
    for (size_t k = a_.size(); k-- > 0;) {
      const Access& again = a_[k];
      if (again.thread != thread || !again.reads || again.jdk || !of_cause(again)) continue;
      const int w = a_.writer_of(k);
      if (w < 0 || a_[static_cast<size_t>(w)].thread == thread) continue;
      for (size_t i = static_cast<size_t>(w); i-- > 0;) {
        const Access& before = a_[i];
        if (before.thread != thread || before.jdk || !same_variable(before, again)) continue;
        if (before.writes) break;  // it knew that what it had read was no more
        if (!before.reads) continue;
        if (before.read == again.read || looked_again(i, static_cast<size_t>(w))) break;
        const Access& write = a_[static_cast<size_t>(w)];
        tell(a_.who(thread) + " saw " + a_.variable(before) + " = " + a_.value(before, before.read) + a_.at(before) +
                 ", and " + a_.value(again, again.read) + (a_.at(again).empty() ? "" : a_.at(again)) + ", since " +
                 a_.who(write.thread) + " wrote it" + a_.at(write),
             {&before, &again, &write});
        return true;
      }
    }
    return false;
  }

  bool decided_too_early(por::ThreadId thread) {
    por::ThreadId other = por::kNoThread;
    for (size_t k = a_.size(); k-- > 0 && other == por::kNoThread;)
      if (a_[k].thread == thread && a_[k].reads && of_cause(a_[k]))
        if (const int w = a_.writer_of(k); w >= 0 && a_[static_cast<size_t>(w)].thread != thread)
          other = a_[static_cast<size_t>(w)].thread;
    if (other == por::kNoThread) return false;
    for (size_t i = a_.size(); i-- > 0;) {
      // What a cause speaks of needs no second sentence.
      if (a_[i].thread != thread || !counts(i) || !decides(a_[i]) || of_cause(a_[i])) continue;
      const int w = a_.overtaken(i, a_.size());
      if (w < 0 || a_[static_cast<size_t>(w)].thread != other || !changes(static_cast<size_t>(w), i)) continue;
      if (read_later(i, static_cast<size_t>(w))) continue;
      const Access& write = a_[static_cast<size_t>(w)];
      tell(a_.who(thread) + " went on with " + a_.variable(a_[i]) + " = " + a_.value(a_[i], a_[i].read) + ", seen" +
               a_.at(a_[i]) + ", though " + a_.who(other) + " wrote " + a_.value(write, write.written) + a_.at(write),
           {&a_[i], &write});
      return true;
    }
    return false;
  }

 private:
  // A call of a library by the program: accesses by operations of one thread, one after the other.
  struct Call {
    por::ThreadId thread;
    const OwnFrames* frames;  // at the first of them
    size_t first, last;       // accesses
    std::string_view klass() const { return frames->called->owner->name; }
    // With the step of one of its accesses.
    std::string text(const Access& a) const {
      const uint32_t number = a.moment->row < 0 ? 0 : a.moment->step.number;
      const std::string step = number ? (a.beside ? "after step " : "step ") + std::to_string(number) : "";
      return frames->call() + " (" + frames->place() + (step.empty() ? "" : ", ") + step + ")";
    }
  };
  std::vector<Call> calls_of_library(bool locked) const {
    std::vector<Call> out;
    std::map<por::ThreadId, size_t> under_way;
    for (size_t i = 0; i < a_.size(); ++i) {
      const Access& a = a_[i];
      const StoryStep& s = a.moment->step;
      if (a.beside && !(locked && a.jdk)) continue;
      const auto it = under_way.find(a.thread);
      const bool by_operation = !s.called.empty() && s.caller.known();
      if (!a.frames.called || a.frames.line() < 0 || !(a.beside || by_operation)) {
        if (it != under_way.end()) under_way.erase(it);
        continue;
      }
      const bool goes_on = it != under_way.end() && out[it->second].frames->called == a.frames.called &&
                           out[it->second].frames->line() == a.frames.line();
      if (goes_on) {
        out[it->second].last = i;
      } else {
        under_way[a.thread] = out.size();
        out.push_back({a.thread, &a.frames, i, i});
      }
    }
    return out;
  }
  bool writes(const Call& c) const {
    for (size_t i = c.first; i <= c.last; ++i)
      if (a_[i].thread == c.thread && a_[i].writes) return true;
    return false;
  }
  bool reads(const Call& c, const Access& variable) const {
    for (size_t i = c.first; i <= c.last; ++i)
      if (a_[i].thread == c.thread && a_[i].reads && same_variable(a_[i], variable)) return true;
    return false;
  }
  // The thread left the program's own code, so that these are calls of two tasks.
  bool left_between(const Call& one, const Call& later) const {
    return std::any_of(a_[one.last].moment, a_[later.first].moment,
                       [&](const Moment& m) { return m.step.thread == one.thread && m.step.jdk; });
  }
  // The call is no atomic one: it had read the variable before that write, and acts on it afterwards.
  bool torn_by(const Call& c, size_t write) const {
    for (size_t i = c.first; i < write && i < c.last; ++i)
      if (a_[i].thread == c.thread && a_[i].reads && same_variable(a_[i], a_[write]) && acts(i, write)) return true;
    return false;
  }
  // What the first call wrote and the second accessed after that: the first such write that will do.
  template <class Will>
  std::optional<size_t> conflict(const Call& writer, const Call& later, Will&& will_do) const {
    for (size_t w = writer.first; w <= writer.last; ++w) {
      if (a_[w].thread != writer.thread || !a_[w].writes || !will_do(w)) continue;
      for (size_t k = std::max(w + 1, later.first); k <= later.last; ++k)
        if (a_[k].thread == later.thread && same_variable(a_[k], a_[w])) return w;
    }
    return {};
  }

  // What a program decides on: a read by its own code, or by a method that it called, of what others share.
  bool counts(size_t i) const {
    const Access& a = a_[i];
    return a.reads && !a.writes && a.shared && !(a.jdk && a.beside) && !a.klass.empty();
  }
  // The write left another value than the one that was read.
  bool changes(size_t write, size_t read) const { return a_[write].written != a_[read].read; }

  // After a write of another thread, or of its own, the thread of this read did what the read was for: it wrote the
  // variable without a further look, or had decided in that line and did not ask there again.
  bool acts(size_t read, size_t write) const {
    if (read_later(read, write)) return false;
    if (decides(a_[read])) return true;
    for (const size_t w : a_.writes_of(a_[read]))
      if (w >= write && a_[w].thread == a_[read].thread) return !read_between(read, w);
    return false;
  }
  // The thread of this read writes the variable later on.
  bool writes_after(size_t read) const {
    const std::vector<size_t>& writes = a_.writes_of(a_[read]);
    return std::any_of(writes.begin(), writes.end(),
                       [&](size_t w) { return w > read && a_[w].thread == a_[read].thread; });
  }
  // Who read had ended by the time of the write, which is no step of its own: so it came after that end in any order.
  bool gone_by(const Access& read, const Access& write) const {
    return write.beside && a_.vm().thread(read.thread).s.ended &&
           std::none_of(write.moment, end_, [&](const Moment& m) { return m.record.thread == read.thread; });
  }
  // The thread has read what a cause speaks of after that access: what it wrote then is not for its failure.
  bool decided_after(size_t access, por::ThreadId failing) const {
    for (size_t k = access + 1; k < a_.size(); ++k)
      if (a_[k].thread == failing && a_[k].reads && of_cause(a_[k])) return true;
    return false;
  }
  bool read_between(size_t read, size_t end) const {
    for (size_t k = read + 1; k < end; ++k)
      if (a_[k].thread == a_[read].thread && a_[k].reads && same_variable(a_[k], a_[read])) return true;
    return a_[end].reads;  // it read and wrote in one step
  }
  // At the same place, after the write: a loop that looks again.
  bool read_later(size_t read, size_t write) const {
    const Access& r = a_[read];
    for (size_t k = write + 1; k < a_.size(); ++k)
      if (const Access& a = a_[k];
          a.thread == r.thread && a.reads && same_variable(a, r) && a.frames.same_place(r.frames))
        return true;
    return false;
  }

  // Whether a cause that is known already speaks of this access' step.
  bool of_cause(const Access& a) const {
    return a.moment->row >= 0 && a_.story().steps[static_cast<size_t>(a.moment->row)].matters;
  }

  // It waited in between, and came back to look again: what it saw before is not what it went on with.
  bool looked_again(size_t read, size_t write) const {
    const Access& r = a_[read];
    return read_later(read, write) &&
           std::any_of(r.moment, a_[write].moment + 1, [&](const Moment& m) { return begins(m.record, r.thread); });
  }

  // The line of this access has a conditional jump, or returns what was read to a caller whose line has one.
  bool decides(const Access& a) const {
    for (size_t i = 0; i < OwnFrames::kMost && a.frames.method[i]; ++i) {
      const Line line = line_of(*a.frames.method[i], a.frames.method[i]->line_of(a.frames.pc[i]));
      if (line.jumps || !line.returns) return line.jumps;
    }
    return false;
  }
  struct Line {
    bool jumps = false, returns = false;  // conditionally; a value
  };
  Line line_of(const vm::Method& m, int number) const {
    const auto [it, fresh] = lines_.try_emplace({&m, number});
    for (uint32_t i = 0; fresh && m.code && i < m.code_length; ++i) {
      if (m.line_of(i) != number) continue;
      const vm::Opc op = m.code[i].op;
      it->second.jumps |=
          (op >= vm::Opc::IfEq && op <= vm::Opc::IfICmpLe) || op == vm::Opc::TableSwitch || op == vm::Opc::LookupSwitch;
      it->second.returns |= op == vm::Opc::Return1 || op == vm::Opc::Return2 || op == vm::Opc::Return1Noted ||
                            op == vm::Opc::Return1Asked;
    }
    return it->second;
  }

  void mark(const Moment& m) {
    if (m.row >= 0) a_.story().steps[static_cast<size_t>(m.row)].matters = true;
  }
  // Called by the method of this place, or it itself.
  static bool is_in(const Place& place, const OwnFrames& frames) {
    return std::any_of(frames.method.begin(), frames.method.end(), [&](const vm::Method* m) {
      return m && m->name == place.method && m->owner->external_name() == place.klass;
    });
  }
  static std::string in_brackets(const std::string& text) { return text.empty() ? "" : " (" + text + ")"; }
  static std::string in_step(const Moment& m) {
    return m.row < 0 || !m.step.number ? "" : " in step " + std::to_string(m.step.number);
  }
  // " (ArrayList.add, Basket.java:12)"
  static std::string called(const Access& a) {
    const std::string call = a.frames.call(), place = a.frames.place();
    return in_brackets(call + (call.empty() || place.empty() ? "" : ", ") + place);
  }
  bool of_field(const Access& a, std::string_view name) const {
    const vm::Field* f = a_.vm().klass_of(a.object)->is_array() ? nullptr : a_.vm().field_at(a.object, a.offset);
    return f && f->name == name;
  }

  // The last moment before this one that is so; null if there is none.
  template <class Is>
  const Moment* before(const Moment* m, const Is& is) const {
    while (m-- > first_)
      if (is(*m)) return m;
    return nullptr;
  }
  // Of a monitor or a condition: the beginning of a wait, who ends it, and its end.
  static bool begins(const Record& r, por::ThreadId thread) {
    return r.thread == thread && r.op.kind == vm::PendingKind::Wait && r.outcome == vm::Outcome::Happens;
  }
  static bool wakes(const Record& r, por::ThreadId thread) {
    return r.op.kind == vm::PendingKind::Notify && std::find(r.woken.begin(), r.woken.end(), thread) != r.woken.end();
  }
  static bool woken(const Record& r, por::ThreadId thread) {
    if (r.thread != thread) return false;
    if (r.op.kind == vm::PendingKind::WaitReacquire) return r.wait == vm::WaitState::Notified;
    return r.op.kind == vm::PendingKind::Wait &&
           (r.outcome == vm::Outcome::SignalledAndLocks || r.outcome == vm::Outcome::LocksAgain);
  }
  // The method that waits had read something before, at a place that it did not come to again after the wait; nor has
  // the thread decided on that variable elsewhere.
  bool checked_before(const Moment& wait, const Moment& again) const {
    bool checked = false;
    for (size_t i = 0; i < a_.size() && a_[i].moment < &wait; ++i) {
      const Access& check = a_[i];
      if (check.thread != wait.record.thread || !check.reads || check.frames.method[0] != wait.record.frames.method[0])
        continue;
      checked = true;
      for (size_t k = i + 1; k < a_.size(); ++k)
        if (a_[k].thread == check.thread && a_[k].moment >= &again &&
            (a_[k].frames.same_place(check.frames) || (a_[k].reads && same_variable(a_[k], check) && decides(a_[k]))))
          return false;
    }
    return checked;
  }

  void tell(std::string text, std::initializer_list<const Access*> accesses) {
    for (const Access* a : accesses) a_.involve(*a);
    a_.story().causes.insert(a_.story().causes.begin(), std::move(text));
  }

  Accesses& a_;
  const Moment *first_, *end_;
  mutable std::map<std::pair<const vm::Method*, int>, Line> lines_;
};

}  // namespace

void find_check(Accesses& accesses, const std::vector<Moment>& moments, size_t told, const Place& failed,
                por::ThreadId thread) {
  if (accesses.all().size() > kMostAccesses) return;
  Checks checks(accesses, moments, told);
  (void)(checks.iterated(thread) || checks.woken_too_late(thread) || checks.both_before_either(true, thread) ||
         checks.between_calls(false) || checks.both_before_either(false, thread) || checks.read_again(thread) ||
         checks.decided_too_early(thread) || checks.between_calls(true) || checks.got_nothing(failed, thread) ||
         checks.let_go_too_early(failed, thread) || checks.called_after(failed, thread) ||
         checks.slept(failed, thread) || checks.both_before_either(true, thread, true) ||
         checks.both_before_either(false, thread, true));
}

}  // namespace jmc::listeners
