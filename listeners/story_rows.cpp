#include "listeners/story_rows.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

namespace jmc::listeners {

namespace {

constexpr size_t kFewest = 3;      // steps that are one row
constexpr size_t kLongStory = 60;  // rows; a longer story is shortened
constexpr size_t kLongRun = 12, kRunEnds = 4;

bool same(const Place& a, const Place& b) { return a.klass == b.klass && a.method == b.method && a.line == b.line; }

bool same_call(const StoryStep& a, const StoryStep& b) {
  return a.thread == b.thread && a.caller.known() && b.caller.known() && same(a.caller, b.caller) &&
         a.called == b.called;
}

// "offer" of "ConcurrentLinkedQueue.offer", and what stands before it.
std::string last_word(const std::string& called) { return called.substr(called.rfind('.') + 1); }
std::string class_of(const std::string& called) { return called.substr(0, called.rfind('.')); }

// Steps [from, behind) that are one row.
struct Stretch {
  size_t from, behind;
  std::string text, shorter;
};

std::string counted(const Stretch& s) { return " (" + std::to_string(s.behind - s.from) + " steps)"; }

// Calls of library methods, each from its first to its last step. A thread that never came out of a call shows where it
// is.
std::vector<Stretch> undisturbed_calls(const Story& story) {
  const std::vector<StoryStep>& steps = story.steps;
  std::vector<Stretch> out;
  std::map<por::ThreadId, size_t> last;  // step of each thread
  for (size_t from = 0; from < steps.size();) {
    size_t behind = from + 1;
    while (behind < steps.size() && (same_call(steps[from], steps[behind]) ||
                                     (steps[behind].effect && steps[behind].thread == steps[from].thread)))
      ++behind;
    const StoryStep& s = steps[from];
    const auto before = last.find(s.thread);
    const auto next = std::find_if(steps.begin() + static_cast<ptrdiff_t>(behind), steps.end(),
                                   [&](const StoryStep& o) { return o.thread == s.thread && !o.effect; });
    bool whole = s.number && s.caller.known() && next != steps.end() && !same_call(s, *next) &&
                 (before == last.end() || !same_call(s, steps[before->second]));
    for (size_t i = from; whole && i < behind; ++i) whole = !steps[i].effect;
    if (whole && behind - from >= kFewest) {
      Stretch call{from, behind, {}, {}};
      call.text = "calls " + s.called + counted(call);
      call.shorter = "calls " + last_word(s.called) + counted(call);
      out.push_back(std::move(call));
    }
    for (; from < behind; ++from) last[s.thread] = from;
  }
  return out;
}

// The classes, by their simple names, in whose code something lies that a cause names, or that a thread waits or loops
// in.
std::set<std::string> classes_of_the_cause(const Story& story) {
  std::set<std::string> out;
  const auto add = [&](const StoryStep& s) {
    out.insert(s.place.simple);
    out.insert(s.caller.simple);
    if (!s.called.empty()) out.insert(class_of(s.called));
  };
  for (const StoryStep& s : story.steps)
    if (s.matters) add(s);
  for (const LoopingThread& l : story.looping)
    for (const StoryStep& s : l.steps) add(s);
  for (const WaitingThread& w : story.waiting)
    for (const Place& p : w.stack) out.insert(p.simple);
  for (const Place& p : story.loop) out.insert(p.simple);
  out.erase(std::string());
  return out;
}

// Parts of calls of other classes. Precondition: a cause is known; else anything may be one.
class ForeignParts {
 public:
  explicit ForeignParts(const Story& story) : steps_(story.steps), ours_(classes_of_the_cause(story)) {}

  std::vector<Stretch> find() const {
    std::vector<Stretch> out;
    if (ours_.empty()) return out;
    std::map<por::ThreadId, size_t> last;
    for (size_t from = 0; from < steps_.size();) {
      size_t behind = from;
      while (behind < steps_.size() && foreign(steps_[behind]) && same_part(steps_[from], steps_[behind])) ++behind;
      const auto before = last.find(steps_[from].thread);
      if (behind >= from + kFewest)
        out.push_back(row(from, behind, before == last.end() ? nullptr : &steps_[before->second]));
      for (behind = std::max(behind, from + 1); from < behind; ++from) last[steps_[from].thread] = from;
    }
    return out;
  }

 private:
  bool foreign(const StoryStep& s) const {
    return s.number && !s.effect && !s.matters && !s.timed_out && (s.caller.known() || s.jdk) &&
           !ours_.count(s.place.simple) && (s.called.empty() || !ours_.count(class_of(s.called)));
  }
  static bool same_part(const StoryStep& a, const StoryStep& b) {
    return same_call(a, b) ||
           (a.thread == b.thread && a.jdk && b.jdk && a.place.simple == b.place.simple && !a.caller.known());
  }
  Stretch row(size_t from, size_t behind, const StoryStep* before) const {
    const StoryStep& s = steps_[from];
    Stretch part{from, behind, {}, {}};
    if (!s.caller.known()) {
      part.text = "works in " + s.place.simple + counted(part);
      return part;
    }
    const std::string verb = before && same_call(*before, s) ? "goes on in " : "calls ";
    part.text = verb + s.called + counted(part);
    part.shorter = verb + last_word(s.called) + counted(part);
    return part;
  }

  const std::vector<StoryStep>& steps_;
  const std::set<std::string> ours_;
};

// In the order of steps. What lies in a whole call is part of its row.
std::vector<Stretch> stretches_of(const Story& story) {
  std::vector<Stretch> out = undisturbed_calls(story);
  const size_t calls = out.size();
  for (Stretch& part : ForeignParts(story).find())
    if (std::none_of(out.begin(), out.begin() + static_cast<ptrdiff_t>(calls),
                     [&](const Stretch& call) { return part.from < call.behind && call.from < part.behind; }))
      out.push_back(std::move(part));
  std::sort(out.begin(), out.end(), [](const Stretch& a, const Stretch& b) { return a.from < b.from; });
  return out;
}

std::vector<Row> rows_of(const Story& story, bool whole) {
  std::vector<Row> rows;
  std::vector<Place> caller(story.threads.size());
  std::vector<std::string> called(story.threads.size());
  std::vector<Stretch> stretches;
  if (!whole) stretches = stretches_of(story);
  auto stretch = stretches.begin();
  for (size_t i = 0; i < story.steps.size(); ++i) {
    const StoryStep& s = story.steps[i];
    if (!s.number) continue;
    if (stretch != stretches.end() && stretch->from == i) {
      const StoryStep& end = story.steps[stretch->behind - 1];
      const bool matters = std::any_of(&s, &end + 1, [](const StoryStep& one) { return one.matters; });
      const Place& where = s.caller.known() ? s.caller : s.place;
      rows.push_back({std::to_string(s.number) + "-" + std::to_string(end.number), s.thread, stretch->text,
                      where_of(where), source_of(where), false, stretch->shorter, matters});
      caller[s.thread] = s.caller;
      called[s.thread] = s.called;
      i = stretch++->behind - 1;
      continue;
    }
    if (!s.effect) {
      if (!same(s.caller, caller[s.thread]) || s.called != called[s.thread]) {
        caller[s.thread] = s.caller;
        called[s.thread] = s.called;
        if (s.caller.known())
          rows.push_back({"", s.thread, "calls " + s.called, where_of(s.caller), source_of(s.caller), false,
                          "calls " + last_word(s.called)});
      }
    }
    rows.push_back({s.effect ? "" : std::to_string(s.number), s.thread, s.operation, where_of(s.place),
                    source_of(s.place), !s.effect, "", !s.effect && s.matters});
  }
  return rows;
}

// Long stretches of one thread lose their middle, but for what matters.
std::vector<Row> shortened(std::vector<Row> rows) {
  if (rows.size() <= kLongStory) return rows;
  std::vector<Row> out;
  for (size_t i = 0; i < rows.size();) {
    size_t end = i;
    while (end < rows.size() && rows[end].thread == rows[i].thread && rows[end].step == rows[i].step) ++end;
    const bool all = !rows[i].step || end - i <= kLongRun;
    const auto shown = [&, first = i](size_t at) {
      return all || at < first + kRunEnds || at + kRunEnds >= end || rows[at].matters;
    };
    while (i < end) {
      size_t next = i;
      while (next < end && !shown(next)) ++next;
      if (next > i + 1)
        out.push_back({"", rows[i].thread, "... " + std::to_string(next - i) + " steps", "", "", false, "", false});
      else next = i + 1, out.push_back(rows[i]);
      i = next;
    }
  }
  return out;
}

}  // namespace

std::string where_of(const Place& p) {
  if (!p.known()) return {};
  if (p.file.empty()) return p.klass;
  return p.line >= 0 ? p.file + ":" + std::to_string(p.line) : p.file;
}

std::string source_of(const Place& p) {
  if (!p.known()) return {};
  if (!p.source.empty()) return p.source;
  std::string out = "(";
  if (!p.file.starts_with(p.simple + ".")) out += p.simple + ".";
  return out + p.method + ")";
}

std::vector<Row> story_rows(const Story& story, bool whole) { return shortened(rows_of(story, whole)); }

}  // namespace jmc::listeners
