#include "listeners/causes.hpp"

#include <algorithm>
#include <set>
#include <unordered_map>

#include "vm/native.hpp"

namespace jmc::listeners {

using vm::PendingKind;

namespace {

constexpr int kDeepest = 4;        // links of a chain
constexpr size_t kMostReads = 4;   // that a failure is traced back from
constexpr size_t kMostCauses = 8;  // lines

// An access, by an operation or beside one.
struct Access {
  por::ThreadId thread = 0;
  const Moment* moment = nullptr;
  vm::Ref object = vm::kNull;
  uint32_t offset = 0;
  char type = 0;
  bool reads = false, writes = false;
  uint64_t read = 0, written = 0;
  std::string klass, method;
  int line = -1;
  bool beside = false;  // after the operation of its moment
  bool jdk = false;     // by code of the JDK, called from there
  bool inner = false;   // likewise, by an operation
  bool shared = false;  // others may access the variable
};

class Causes {
 public:
  Causes(Story& story, const std::vector<Moment>& moments, size_t told, vm::Vm& vm, Wording& wording)
      : story_(story), vm_(vm), wording_(wording) {
    for (size_t i = 0; i < told && i < moments.size(); ++i) {
      note(moments[i].step.thread, moments[i].record.op.object, moments[i].record.op.offset);
      for (const Touch& t : moments[i].touches) note(moments[i].step.thread, t.object, t.offset);
    }
    for (size_t i = 0; i < told && i < moments.size(); ++i) add(moments[i]);
    for (size_t i = 0; i < accesses_.size(); ++i)
      if (accesses_[i].writes) writes_[key(accesses_[i].object, accesses_[i].offset)].push_back(i);
  }

  // Each read of a step of the story: which step it saw.
  void mark_reads() {
    for (size_t i = 0; i < accesses_.size(); ++i) {
      const Access& a = accesses_[i];
      if (a.beside || a.moment->row < 0) continue;
      StoryStep& step = story_.steps[static_cast<size_t>(a.moment->row)];
      step.variable = variable(a);
      step.object = a.object;
      step.offset = a.offset;
      if (a.reads) step.read = value(a, a.read);
      if (a.writes) step.written = value(a, a.written);
      if (!a.reads) continue;
      const int w = writer_of(i);
      if (w < 0) continue;
      step.saw = accesses_[static_cast<size_t>(w)].moment->row;
      step.saw_number = accesses_[static_cast<size_t>(w)].moment->step.number;
    }
  }

  void explain(const Place& failed, por::ThreadId thread) {
    const std::vector<size_t> reads = deciding(failed, thread);
    // The failure itself is a row of the story: it sees what the last of them saw.
    if (!reads.empty() && !story_.steps.empty() && story_.steps.back().effect && story_.steps.back().thread == thread)
      if (const int w = writer_of(reads.back()); w >= 0) {
        const Moment& m = *accesses_[static_cast<size_t>(w)].moment;
        story_.steps.back().saw = m.row;
        story_.steps.back().saw_number = m.step.number;
      }
    for (const size_t i : reads) {
      if (story_.causes.size() >= kMostCauses) return;
      const Access& a = accesses_[i];
      std::string text = who(a.thread) + " saw " + variable(a) + " = " + value(a, a.read);
      text += at(a);
      follow(i, std::move(text), 0);
    }
  }

 private:
  static uint64_t key(vm::Ref object, uint32_t offset) { return uint64_t{object} << 32 | offset; }
  void note(por::ThreadId t, vm::Ref object, uint32_t offset) {
    const auto [it, fresh] = users_.emplace(key(object, offset), static_cast<int64_t>(t));
    if (!fresh && it->second != static_cast<int64_t>(t)) it->second = kSeveral;
  }
  // Of the variable of an access.
  const std::vector<size_t>& writes_of(const Access& a) const {
    static const std::vector<size_t> kNone;
    const auto it = writes_.find(key(a.object, a.offset));
    return it == writes_.end() ? kNone : it->second;
  }

  void add(const Moment& m) {
    const Record& r = m.record;
    if (r.width && !m.aside) {
      Access a{m.step.thread, &m, r.op.object, r.op.offset, r.op.type};
      a.reads = r.op.kind == PendingKind::Read || r.op.kind == PendingKind::Cas;
      a.writes = changes(r) && !r.late;
      a.read = r.stale ? r.seen : r.before;
      a.written = r.after;
      const Place& own = m.step.caller.known() ? m.step.caller : m.step.place;
      a.klass = own.klass, a.method = own.method, a.line = own.line;
      a.inner = m.step.caller.known() || m.jdk;
      a.shared = true;
      accesses_.push_back(std::move(a));
    }
    for (size_t i = 0; i <= m.touches.size(); ++i) {
      if (m.built.method && m.built.touches == i) built_[m.step.thread] = {m.built, accesses_.size()};
      if (i == m.touches.size()) break;
      const Touch& t = m.touches[i];
      // What one thread alone keeps inside of the JDK decides nothing between threads.
      if (t.jdk && users_[key(t.object, t.offset)] != kSeveral) continue;
      Access a{m.step.thread, &m, t.object, t.offset, t.type};
      (t.write ? a.writes : a.reads) = true;
      a.read = a.written = t.value;
      a.klass = t.method->owner->external_name();
      a.method = t.method->name;
      a.line = t.method->line_of(t.pc);
      a.beside = true;
      a.jdk = t.jdk;
      a.shared = t.shared;
      accesses_.push_back(std::move(a));
    }
  }

  static bool same(const Access& a, const Access& b) { return a.object == b.object && a.offset == b.offset; }

  std::string variable(const Access& a) {
    Record r;
    r.op.object = a.object;
    r.op.offset = a.offset;
    r.width = 1;
    return wording_.variable_of(r);
  }
  std::string value(const Access& a, uint64_t bits) { return wording_.names().value(a.type, bits); }
  std::string who(por::ThreadId t) const { return thread_label(vm_, t); }

  // " in step 4", " after step 4", or nothing where no step is told.
  std::string at(const Access& a) const {
    if (a.moment->row < 0 || !a.moment->step.number) return {};
    return (a.beside ? " after step " : " in step ") + std::to_string(a.moment->step.number);
  }

  void involve(const Access& a) {
    if (a.moment->row < 0) return;
    story_.steps[static_cast<size_t>(a.moment->row)].matters = true;
  }

  // The access that wrote what this one read; -1: none of this schedule.
  int writer_of(size_t i) const {
    const Access& a = accesses_[i];
    const std::vector<size_t>& writes = writes_of(a);
    for (auto w = std::lower_bound(writes.begin(), writes.end(), i); w != writes.begin();) {
      --w;
      if (accesses_[*w].written == a.read) return static_cast<int>(*w);
      if (!stale(a)) return -1;  // written by what is not seen here
    }
    return -1;
  }

  // What nobody writes and has a value is as it always was, and what nobody else can write is nobody's omission.
  bool says_something(const Access& a) const { return !writes_of(a).empty() || (!a.read && a.shared); }

  // A value that had been overwritten.
  static bool stale(const Access& a) { return a.reads && !a.beside && a.moment->record.stale; }

  // Something that another thread has written, or nobody yet; or not what one has written.
  bool of_another(size_t i) const {
    if (stale(accesses_[i])) return true;
    const int w = writer_of(i);
    if (w < 0) return !accesses_[i].read && !accesses_[i].jdk && !accesses_[i].inner;
    return accesses_[static_cast<size_t>(w)].thread != accesses_[i].thread;
  }

  // The reads that decided where the thread failed: those of the line, else the last ones of the method, else the last
  // one of all that saw what another thread has written, or nobody yet; where some of them saw what another thread has
  // written, only these.
  std::vector<size_t> deciding(const Place& failed, por::ThreadId thread) const {
    // What was read for the text of the exception comes after the decision.
    size_t end = accesses_.size();
    if (const auto it = built_.find(thread); it != built_.end()) {
      const auto& [built, accesses] = it->second;
      if (built.method->owner->external_name() == failed.klass && built.method->name == failed.method &&
          built.method->line_of(built.pc) == failed.line)
        end = accesses;
    }
    std::vector<size_t> found = deciding(failed, thread, end);
    return found.empty() ? deciding(failed, thread, accesses_.size()) : found;
  }
  // Of the first `end` accesses.
  std::vector<size_t> deciding(const Place& failed, por::ThreadId thread, size_t end) const {
    std::vector<size_t> in_line, in_method, any;
    const auto known = [&](const std::vector<size_t>& list, const Access& a) {
      return std::any_of(list.begin(), list.end(), [&](size_t i) { return same(accesses_[i], a); });
    };
    const auto take = [&](std::vector<size_t>& list, size_t i, size_t most) {
      const bool other = of_another(i);
      const bool others = !list.empty() && of_another(list.front());
      if (other && !others) list.clear();
      if (other == others || list.empty())
        if (list.size() < most && !known(list, accesses_[i])) list.push_back(i);
    };
    bool left_line = false;
    for (size_t i = end; i-- > 0;) {
      const Access& a = accesses_[i];
      if (a.thread != thread || !a.reads || !says_something(a)) continue;
      const bool method = a.klass == failed.klass && a.method == failed.method;
      if (method && a.line == failed.line) {
        if (!left_line) take(in_line, i, kMostReads);
      } else if (!in_line.empty()) {
        left_line = true;
      }
      if (method) take(in_method, i, 2);
      if (of_another(i)) take(any, i, 1);
    }
    std::vector<size_t> out;
    for (const std::vector<size_t>* list : {&in_line, &in_method, &any})
      if (!list->empty() && (out.empty() || (!of_another(out.front()) && of_another(list->front())))) out = *list;
    std::reverse(out.begin(), out.end());
    return out;
  }

  // What the thread had read that its write is based on.
  int basis_of(size_t w) const {
    const Access& write = accesses_[w];
    int latest = -1, late = -1;                   // the latter: overtaken by another thread's write
    if (write.reads) return static_cast<int>(w);  // it read and wrote in one step
    for (size_t j = w; j-- > 0;) {
      const Access& r = accesses_[j];
      if (r.thread != write.thread || !r.reads) continue;
      if (same(r, write)) return static_cast<int>(j);
      const bool copied = !r.jdk && r.read == write.written && r.type == write.type;
      const bool line = !r.jdk && r.klass == write.klass && r.method == write.method && r.line == write.line;
      if (latest < 0 && (copied || line) && says_something(r)) latest = static_cast<int>(j);
      if (late < 0 && overtaken(j, w) >= 0) late = static_cast<int>(j);
    }
    return latest < 0 ? late : latest;
  }

  // The first write of another thread after the read, and before `end`.
  int overtaken(size_t read, size_t end) const {
    const Access& r = accesses_[read];
    const std::vector<size_t>& writes = writes_of(r);
    for (auto w = std::upper_bound(writes.begin(), writes.end(), read); w != writes.end() && *w < end; ++w)
      if (accesses_[*w].thread != r.thread) return static_cast<int>(*w);
    return -1;
  }

  std::string overtaken_text(size_t read, size_t end) {
    const int over = overtaken(read, end);
    if (over < 0) return {};
    const Access& o = accesses_[static_cast<size_t>(over)];
    involve(o);
    return ", before " + who(o.thread) + " wrote " + variable(o) + " = " + value(o, o.written) + at(o);
  }

  // The newest value, where the read had an older one.
  std::string stale_text(size_t i) {
    const std::vector<size_t>& writes = writes_of(accesses_[i]);
    const auto next = std::lower_bound(writes.begin(), writes.end(), i);
    if (!stale(accesses_[i]) || next == writes.begin()) return {};
    const Access& newest = accesses_[*(next - 1)];
    involve(newest);
    return ", and not " + value(newest, newest.written) + ", which " +
           (newest.thread == accesses_[i].thread ? "it" : who(newest.thread)) + " had written" + at(newest);
  }

  void follow(size_t i, std::string text, int depth) {
    if (!done_.insert(i).second || story_.causes.size() >= kMostCauses) return;
    involve(accesses_[i]);
    const int w = writer_of(i);
    if (w < 0) {
      text += ", its value from the beginning" + overtaken_text(i, accesses_.size()) + stale_text(i);
      story_.causes.push_back(std::move(text));
      return;
    }
    const Access& write = accesses_[static_cast<size_t>(w)];
    involve(write);
    text += ", written by " + (write.thread == accesses_[i].thread ? "itself" : who(write.thread)) + at(write);
    const int b = basis_of(static_cast<size_t>(w));
    text += stale_text(i);
    if (b < 0 || (b == w && accesses_[static_cast<size_t>(b)].read == write.written)) {
      text += overtaken_text(i, accesses_.size());
      story_.causes.push_back(std::move(text));
      return;
    }
    const Access& basis = accesses_[static_cast<size_t>(b)];
    involve(basis);
    text += ", which had read " + variable(basis) + " = " + value(basis, basis.read) + (b == w ? "" : at(basis));
    // A write after the basis that came too late for it, first between the two.
    const bool before_write = same(basis, write) || overtaken(static_cast<size_t>(b), static_cast<size_t>(w)) >= 0;
    text += overtaken_text(static_cast<size_t>(b), before_write ? static_cast<size_t>(w) : accesses_.size());
    story_.causes.push_back(std::move(text));
    const int origin = writer_of(static_cast<size_t>(b));
    if (depth >= kDeepest || origin < 0) return;
    const Access& o = accesses_[static_cast<size_t>(origin)];
    if (o.thread == basis.thread) return;
    follow(static_cast<size_t>(b),
           who(basis.thread) + " read " + variable(basis) + " = " + value(basis, basis.read) + at(basis), depth + 1);
  }

  Story& story_;
  vm::Vm& vm_;
  Wording& wording_;
  static constexpr int64_t kSeveral = -1;
  std::unordered_map<uint64_t, int64_t> users_;               // of each variable: the thread, or several
  std::unordered_map<uint64_t, std::vector<size_t>> writes_;  // of each variable, in their order
  std::vector<Access> accesses_;
  // Of each thread, with the accesses before it.
  std::unordered_map<por::ThreadId, std::pair<Built, size_t>> built_;
  std::set<size_t> done_;
};

}  // namespace

void find_causes(Story& story, const std::vector<Moment>& moments, size_t told, vm::Vm& vm, Wording& wording,
                 const Place& failed, por::ThreadId thread) {
  Causes causes(story, moments, told, vm, wording);
  causes.mark_reads();
  if (failed.known()) causes.explain(failed, thread);
}

void find_lost_notifications(Story& story, const std::vector<Moment>& moments, const vm::Vm& vm, Wording& wording) {
  for (const WaitingThread& w : story.waiting) {
    const vm::ThreadState& s = vm.thread(w.thread).s;
    if (s.wait != vm::WaitState::Waiting) continue;
    for (size_t i = moments.size(); i-- > 0;) {
      const Moment& m = moments[i];
      if (m.record.op.kind != PendingKind::Notify || m.record.op.object != s.waiting_on || !m.record.woken.empty())
        continue;
      if (m.row >= 0) story.steps[static_cast<size_t>(m.row)].matters = true;
      story.causes.push_back(story.threads[m.step.thread] + " notified " + wording.names().object(s.waiting_on) +
                             (m.row >= 0 ? " in step " + std::to_string(m.step.number) : "") +
                             ", when nobody waited; " + story.threads[w.thread] + " began to wait after that");
      break;
    }
  }
}

}  // namespace jmc::listeners
