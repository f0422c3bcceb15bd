#include "listeners/checks.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>

#include "listeners/own_code.hpp"
#include "vm/code/insn.hpp"

namespace jmc::listeners {

namespace {

constexpr size_t kMostAccesses = 4000;  // of a story: pairs of them are looked at

class Checks {
 public:
  explicit Checks(Accesses& accesses) : a_(accesses) {}

  // `own`: of the program's own variables, else of those that a library keeps.
  bool both_before_either(bool own) {
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
        if (!best || (matters && !best->matters)) best = Pair{i, j, matters};
        break;
      }
      if (best && best->matters) break;
    }
    if (!best) return false;
    const Access &first = a_[best->first], &second = a_[best->second];
    std::string text = a_.who(first.thread) + " and " + a_.who(second.thread) + " both saw " + a_.variable(first) +
                       " = " + a_.value(first, first.read);
    if (!a_.at(first).empty() && !a_.at(second).empty()) text += "," + a_.at(first) + " and" + a_.at(second) + ",";
    tell(text + " before either wrote it", {&first, &second});
    return true;
  }

  // Two calls of one thread that another one's call fell between: each is atomic, both together are not.
  bool between_calls() {
    const std::vector<Call> calls = calls_of_library();
    for (size_t second = calls.size(); second-- > 0;) {
      const Call& act = calls[second];
      const Call* check = nullptr;
      for (size_t i = second; i-- > 0 && !check;)
        if (calls[i].thread == act.thread) check = &calls[i];
      if (!check || check->klass() != act.klass() || !same_method(*check, act)) continue;
      for (const Call& other : calls) {
        if (other.thread == act.thread || other.klass() != act.klass()) continue;
        const int w = conflict(other, act);
        if (w < 0 || static_cast<size_t>(w) < check->last) continue;
        const Access &asked = a_[check->last], &changed = a_[static_cast<size_t>(w)], &acted = a_[act.last];
        tell(a_.who(act.thread) + " called " + check->text(asked) + ", then " + act.text(acted) + "; in between " +
                 a_.who(other.thread) + " called " + other.text(changed),
             {&asked, &changed, &acted});
        return true;
      }
    }
    return false;
  }

  bool read_again(por::ThreadId thread) {
    for (size_t k = a_.size(); k-- > 0;) {
      const Access& again = a_[k];
      if (again.thread != thread || !again.reads || again.jdk || !of_cause(again)) continue;
      const int w = a_.writer_of(k);
      if (w < 0 || a_[static_cast<size_t>(w)].thread == thread) continue;
      for (size_t i = static_cast<size_t>(w); i-- > 0;) {
        const Access& before = a_[i];
        if (before.thread != thread || !before.reads || before.jdk || !same_variable(before, again)) continue;
        if (before.read == again.read) break;
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
      if (a_[i].thread != thread || !counts(i) || !decides(a_[i])) continue;
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
    const StoryStep* step;  // the first of them
    size_t first, last;     // accesses
    std::string_view klass() const { return std::string_view(step->called).substr(0, step->called.rfind('.')); }
    // With the step of one of its accesses.
    std::string text(const Access& a) const {
      const uint32_t number = a.moment->row < 0 ? 0 : a.moment->step.number;
      return step->called + " (" + step->caller.file + ":" + std::to_string(step->caller.line) +
             (number ? ", step " + std::to_string(number) : "") + ")";
    }
  };
  static bool same_method(const Call& a, const Call& b) {
    return a.step->caller.klass == b.step->caller.klass && a.step->caller.method == b.step->caller.method;
  }
  std::vector<Call> calls_of_library() const {
    std::vector<Call> out;
    std::map<por::ThreadId, size_t> under_way;
    for (size_t i = 0; i < a_.size(); ++i) {
      const StoryStep& s = a_[i].moment->step;
      if (a_[i].beside) continue;
      const auto it = under_way.find(s.thread);
      if (s.called.empty() || !s.caller.known() || s.caller.line < 0) {
        if (it != under_way.end()) under_way.erase(it);
        continue;
      }
      const bool goes_on = it != under_way.end() && out[it->second].step->called == s.called &&
                           out[it->second].step->caller.line == s.caller.line;
      if (goes_on) {
        out[it->second].last = i;
      } else {
        under_way[s.thread] = out.size();
        out.push_back({s.thread, &s, i, i});
      }
    }
    return out;
  }
  // What the first call wrote and the second accessed after that.
  int conflict(const Call& writer, const Call& later) const {
    for (size_t w = writer.first; w <= writer.last; ++w) {
      if (a_[w].thread != writer.thread || !a_[w].writes || a_[w].beside) continue;
      for (size_t k = std::max(w + 1, later.first); k <= later.last; ++k)
        if (a_[k].thread == later.thread && same_variable(a_[k], a_[w])) return static_cast<int>(w);
    }
    return -1;
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
  bool read_between(size_t read, size_t end) const {
    for (size_t k = read + 1; k < end; ++k)
      if (a_[k].thread == a_[read].thread && a_[k].reads && same_variable(a_[k], a_[read])) return true;
    return a_[end].reads;  // it read and wrote in one step
  }
  // In the same line, after the write: a loop that looks again.
  bool read_later(size_t read, size_t write) const {
    const Access& r = a_[read];
    for (size_t k = write + 1; k < a_.size(); ++k)
      if (const Access& a = a_[k]; a.thread == r.thread && a.reads && same_variable(a, r) && a.line == r.line &&
                                   a.klass == r.klass && a.method == r.method)
        return true;
    return false;
  }

  // Whether a cause that is known already speaks of this access' step.
  bool of_cause(const Access& a) const {
    return a.moment->row >= 0 && a_.story().steps[static_cast<size_t>(a.moment->row)].matters;
  }

  // The line of this access has a conditional jump.
  bool decides(const Access& a) const {
    const auto [it, fresh] = lines_.try_emplace({a.klass, a.method, a.line}, false);
    if (!fresh) return it->second;
    const vm::Klass* k = class_called(a_.vm(), a.klass);
    if (!k) return false;
    for (const auto& m : k->methods) {
      if (m->name != a.method || !m->code) continue;
      for (uint32_t i = 0; i < m->code_length && !it->second; ++i) {
        const vm::Opc op = m->code[i].op;
        const bool jumps = (op >= vm::Opc::IfEq && op <= vm::Opc::IfICmpLe) || op == vm::Opc::TableSwitch ||
                           op == vm::Opc::LookupSwitch;
        it->second = jumps && m->line_of(i) == a.line;
      }
    }
    return it->second;
  }

  void tell(std::string text, std::initializer_list<const Access*> accesses) {
    for (const Access* a : accesses) a_.involve(*a);
    a_.story().causes.insert(a_.story().causes.begin(), std::move(text));
  }

  Accesses& a_;
  mutable std::map<std::tuple<std::string, std::string, int>, bool> lines_;
};

}  // namespace

void find_check(Accesses& accesses, por::ThreadId thread) {
  if (accesses.all().size() > kMostAccesses) return;
  Checks checks(accesses);
  (void)(checks.both_before_either(true) || checks.between_calls() || checks.both_before_either(false) ||
         checks.read_again(thread) || checks.decided_too_early(thread));
}

}  // namespace jmc::listeners
