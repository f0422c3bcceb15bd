#include "listeners/causes.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "listeners/accesses.hpp"
#include "listeners/checks.hpp"

namespace jmc::listeners {

using vm::PendingKind;

namespace {

constexpr int kDeepest = 4;        // links of a chain
constexpr size_t kMostReads = 4;   // that a failure is traced back from
constexpr size_t kMostCauses = 8;  // lines

class Causes {
 public:
  explicit Causes(Accesses& accesses) : accesses_(accesses), story_(accesses.story()) {}

  // Each read of a step of the story: which step it saw.
  void mark_reads() {
    for (size_t i = 0; i < accesses_.size(); ++i) {
      const Access& a = accesses_[i];
      if (a.beside || a.moment->row < 0) continue;
      StoryStep& step = story_.steps[static_cast<size_t>(a.moment->row)];
      step.variable = accesses_.name(a);
      step.object = a.object;
      step.offset = a.offset;
      if (a.reads) step.read = accesses_.value(a, a.read);
      if (a.writes) step.written = accesses_.value(a, a.written);
      if (!a.reads) continue;
      const int w = accesses_.writer_of(i);
      if (w < 0) continue;
      step.saw = accesses_[static_cast<size_t>(w)].moment->row;
      step.saw_number = accesses_[static_cast<size_t>(w)].moment->step.number;
    }
  }

  void explain(const Place& failed, por::ThreadId thread) {
    std::vector<size_t> reads = deciding(failed, thread);
    // The failure itself is a row of the story: it sees what the last of them saw.
    if (!reads.empty() && !story_.steps.empty() && story_.steps.back().effect && story_.steps.back().thread == thread)
      if (const int w = accesses_.writer_of(reads.back()); w >= 0) {
        const Moment& m = *accesses_[static_cast<size_t>(w)].moment;
        story_.steps.back().saw = m.row;
        story_.steps.back().saw_number = m.step.number;
      }
    // A value that was overwritten says more than one that is as it should be.
    std::stable_partition(reads.begin(), reads.end(), [&](size_t i) { return Accesses::stale(accesses_[i]); });
    for (const size_t i : reads) {
      if (story_.causes.size() >= kMostCauses) return;
      const Access& a = accesses_[i];
      std::string text = accesses_.who(a.thread) + " saw " + accesses_.variable(a) + " = " + accesses_.value(a, a.read);
      text += accesses_.at(a);
      follow(i, std::move(text), 0);
    }
  }

 private:
  // What nobody writes and has a value is as it always was, and what nobody else can write is nobody's omission.
  bool says_something(const Access& a) const { return !accesses_.writes_of(a).empty() || (!a.read && a.shared); }

  // Something that another thread has written, or nobody yet; or not what one has written.
  bool of_another(size_t i) const {
    if (Accesses::stale(accesses_[i])) return true;
    const int w = accesses_.writer_of(i);
    if (w < 0) return !accesses_[i].read && !accesses_[i].jdk && !accesses_[i].inner;
    return accesses_[static_cast<size_t>(w)].thread != accesses_[i].thread;
  }

  // The reads that decided where the thread failed: those of the line, else the last ones of the method, else the last
  // one of all that saw what another thread has written, or nobody yet; where some of them saw what another thread has
  // written, only these.
  std::vector<size_t> deciding(const Place& failed, por::ThreadId thread) const {
    // What was read for the text of the exception comes after the decision.
    size_t end = accesses_.size();
    if (const auto* made = accesses_.built(thread)) {
      const auto& [built, accesses] = *made;
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
      return std::any_of(list.begin(), list.end(), [&](size_t i) { return same_variable(accesses_[i], a); });
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
      if (same_variable(r, write)) return static_cast<int>(j);
      const bool copied = !r.jdk && r.read == write.written && r.type == write.type;
      const bool line = !r.jdk && r.klass == write.klass && r.method == write.method && r.line == write.line;
      if (latest < 0 && (copied || line) && says_something(r)) latest = static_cast<int>(j);
      if (late < 0 && accesses_.overtaken(j, w) >= 0) late = static_cast<int>(j);
    }
    return latest < 0 ? late : latest;
  }

  std::string overtaken_text(size_t read, size_t end) {
    const Access& r = accesses_[read];
    const std::vector<size_t>& writes = accesses_.writes_of(r);
    // The same value once more is no news.
    const auto over = std::find_if(std::upper_bound(writes.begin(), writes.end(), read), writes.end(), [&](size_t w) {
      return accesses_[w].thread != r.thread && accesses_[w].written != r.read;
    });
    if (over == writes.end() || *over >= end) return {};
    const Access& o = accesses_[*over];
    accesses_.involve(o);
    return ", before " + accesses_.who(o.thread) + " wrote " + accesses_.variable(o) + " = " +
           accesses_.value(o, o.written) + accesses_.at(o);
  }

  // The newest value, where the read had an older one.
  std::string stale_text(size_t i) {
    const std::vector<size_t>& writes = accesses_.writes_of(accesses_[i]);
    const auto next = std::lower_bound(writes.begin(), writes.end(), i);
    if (!Accesses::stale(accesses_[i]) || next == writes.begin()) return {};
    const Access& newest = accesses_[*(next - 1)];
    accesses_.involve(newest);
    return ", and not " + accesses_.value(newest, newest.written) + ", which " +
           (newest.thread == accesses_[i].thread ? "it" : accesses_.who(newest.thread)) + " had written" +
           accesses_.at(newest);
  }

  // What had told the thread that it may read: the last that it saw of another one. So a flag that is set too early, or
  // an object that others get before it is complete, is named beside the value that was not there yet.
  std::string told_text(size_t i, size_t& by) {
    for (size_t j = i; j-- > 0;) {
      const Access& r = accesses_[j];
      if (r.thread != accesses_[i].thread || !r.reads || r.jdk) continue;
      const int w = accesses_.writer_of(j);
      if (w < 0 || accesses_[static_cast<size_t>(w)].thread == r.thread) continue;
      const Access& write = accesses_[static_cast<size_t>(w)];
      if (same_variable(r, accesses_[i]) || write.jdk) return {};
      accesses_.involve(r);
      accesses_.involve(write);
      by = j;
      return ", after it had seen " + accesses_.variable(r) + " = " + accesses_.value(r, r.read) + ", which " +
             accesses_.who(write.thread) + " had written" + accesses_.at(write);
    }
    return {};
  }

  // The read before it of the same line is one of which a cause says no more than who wrote that.
  bool told_in_line(size_t i) const {
    const Access& a = accesses_[i];
    for (size_t j = i; j-- > 0;)
      if (const Access& r = accesses_[j]; r.thread == a.thread && r.reads && !r.jdk && !same_variable(r, a))
        return r.klass == a.klass && r.method == a.method && r.line == a.line && alone_.contains(j);
    return false;
  }

  void follow(size_t i, std::string text, int depth) {
    if (!done_.insert(i).second || story_.causes.size() >= kMostCauses) return;
    accesses_.involve(accesses_[i]);
    const int w = accesses_.writer_of(i);
    if (w < 0) {
      const std::string newer = overtaken_text(i, accesses_.size()) + stale_text(i);
      size_t by = i;
      // Of the same decision: it saw the one value, and not yet the other.
      const std::string told = newer.empty() || told_in_line(i) ? told_text(i, by) : "";
      text += ", its value from the beginning" + told + (told.empty() || newer.empty() ? "" : ", and") +
              newer.substr(told.empty() || newer.empty() ? 0 : 1);
      // Both in one sentence: the other one alone would come first, and say less.
      if (const auto alone = alone_.find(by); alone != alone_.end()) story_.causes[alone->second] = std::move(text);
      else story_.causes.push_back(std::move(text));
      return;
    }
    const Access& write = accesses_[static_cast<size_t>(w)];
    accesses_.involve(write);
    text += ", written by " + (write.thread == accesses_[i].thread ? "itself" : accesses_.who(write.thread)) +
            accesses_.at(write);
    const int b = basis_of(static_cast<size_t>(w));
    text += stale_text(i);
    if (b < 0 || (b == w && accesses_[static_cast<size_t>(b)].read == write.written)) {
      const std::string late = overtaken_text(i, accesses_.size());
      if (late.empty() && b < 0 && !Accesses::stale(accesses_[i])) alone_.emplace(i, story_.causes.size());
      story_.causes.push_back(std::move(text) + late);
      return;
    }
    const Access& basis = accesses_[static_cast<size_t>(b)];
    accesses_.involve(basis);
    text += ", which had read " + accesses_.variable(basis) + " = " + accesses_.value(basis, basis.read) +
            (b == w ? "" : accesses_.at(basis));
    // A write after the basis that came too late for it, first between the two.
    const bool before_write =
        same_variable(basis, write) || accesses_.overtaken(static_cast<size_t>(b), static_cast<size_t>(w)) >= 0;
    text += overtaken_text(static_cast<size_t>(b), before_write ? static_cast<size_t>(w) : accesses_.size());
    story_.causes.push_back(std::move(text));
    const int origin = accesses_.writer_of(static_cast<size_t>(b));
    if (depth >= kDeepest || origin < 0) return;
    const Access& o = accesses_[static_cast<size_t>(origin)];
    if (o.thread == basis.thread) return;
    follow(static_cast<size_t>(b),
           accesses_.who(basis.thread) + " read " + accesses_.variable(basis) + " = " +
               accesses_.value(basis, basis.read) + accesses_.at(basis),
           depth + 1);
  }

  Accesses& accesses_;
  Story& story_;
  std::set<size_t> done_;
  std::map<size_t, size_t> alone_;  // reads of which a cause says no more than who wrote that, and which one it is
};

// Of an exception that wraps another: where the innermost one was thrown, and by whom, which may be another thread,
// whose task it was. Null where no step of the story threw it.
const Caught* root_of(const Story& story, const std::vector<Moment>& moments, size_t told, por::ThreadId& by) {
  static constexpr std::string_view kCaused = "\nCaused by: ";
  const size_t last = story.stack.rfind(kCaused);
  if (last == std::string::npos) return nullptr;
  std::string name = story.stack.substr(last + kCaused.size());
  name.erase(std::min(name.find_first_of(":\n"), name.size()));
  name = "throws " + name.substr(name.rfind('.') + 1) + ",";
  for (size_t i = std::min(told, moments.size()); i-- > 0;)
    for (const Caught& c : moments[i].caught)
      if (c.thrown.known() && c.text.starts_with(name)) return by = moments[i].step.thread, &c;
  return nullptr;
}

}  // namespace

void find_causes(Story& story, const std::vector<Moment>& moments, size_t told, vm::Vm& vm, Wording& wording,
                 const Place& failed, por::ThreadId thread) {
  Accesses accesses(story, moments, told, vm, wording);
  Causes causes(accesses);
  causes.mark_reads();
  if (!failed.known()) return;
  const Caught* root = root_of(story, moments, told, thread);
  const Place& place = root ? root->thrown : failed;
  causes.explain(place, thread);
  find_check(accesses, moments, told, place, thread);
  accesses.tell_beside();
}

}  // namespace jmc::listeners
