#include "check/report/point.hpp"

#include <algorithm>
#include <cctype>

#include "check/report/places.hpp"
#include "check/report/report.hpp"
#include "listeners/story_text.hpp"
#include "listeners/text.hpp"

namespace jmc::check {

namespace {

constexpr size_t kIndent = 7;         // "where: "
constexpr size_t kThreadsPlaced = 4;  // of those that wait

std::string line_of(const listeners::Place& p) {
  return p.file.empty() ? p.klass + "." + p.method : p.file + (p.line < 0 ? "" : ":" + std::to_string(p.line));
}

// The innermost line of a stack whose source is at hand, or else of the program.
const listeners::Place* innermost(const std::vector<listeners::Place>& stack) {
  const listeners::Place* found = nullptr;
  for (const listeners::Place& p : stack)
    if (p.known() && !p.source.empty()) return &p;
    else if (p.known() && !found && !of_the_jdk(p.klass)) found = &p;
  return found;
}

// Of threads that loop inside of a library: its line, before that of the program that called it.
std::string looping_in_library(const listeners::Story& s) {
  if (s.loop_in.known() || s.looping.empty() || s.looping.front().steps.empty()) return {};
  const listeners::StoryStep& step = s.looping.front().steps.front();
  return step.caller.known() && !step.place.file.empty() ? line_of(step.place) + ", called from " : "";
}

// Of threads that loop: the code of the program that they are in.
const listeners::Place* looping_at(const listeners::Story& s) {
  if (s.loop_in.known()) return &s.loop_in;
  for (const listeners::LoopingThread& l : s.looping)
    for (const listeners::StoryStep& step : l.steps)
      if (step.caller.known()) return &step.caller;
      else if (step.place.known() && !of_the_jdk(step.place.klass)) return &step.place;
  return nullptr;
}

std::string placed(const listeners::Place& p) { return line_of(p) + (p.source.empty() ? "" : ": " + p.source); }

std::string where_text(const listeners::Story& s) {
  if (const listeners::Place* p = looping_at(s)) return looping_in_library(s) + placed(*p);
  std::string out;
  size_t told = 0;
  std::vector<const listeners::WaitingThread*> waiting;
  for (const listeners::WaitingThread& w : s.waiting) waiting.push_back(&w);
  std::stable_partition(waiting.begin(), waiting.end(), [](const auto* w) { return !only_joins(*w); });
  for (const listeners::WaitingThread* w : waiting) {
    const listeners::Place* p = innermost(w->stack);
    if (!p) continue;
    if (++told > kThreadsPlaced) return out + ", ...";
    out += (out.empty() ? "" : ", ") + s.threads[w->thread] + " at " + line_of(*p);
  }
  if (!out.empty()) return out;
  const listeners::Place p = place_to_look_at(s);
  return p.known() ? placed(p) : "";
}

std::string cause_text(const listeners::Story& s) {
  if (!s.causes.empty()) return s.causes.front();
  // What the first thread that loops looks at again and again, and who could change it.
  for (const listeners::LoopingThread& l : s.looping)
    if (!l.notes.empty()) return s.threads[l.thread] + " loops on " + l.notes.front();
  // A cycle of threads that wait for each other, or who waits in vain: the last line is the shortest way to say it.
  std::string out = s.waiting.empty() || !s.looping.empty() ? "" : listeners::wait_graph(s);
  out.erase(std::min(out.find(".\n"), out.size()));
  if (!out.empty()) out[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(out[0])));
  return out;
}

std::string labelled(const std::string& label, const std::string& text, size_t width) {
  std::string out;
  if (text.empty()) return out;
  for (const std::string& line : listeners::wrapped(listeners::padded(label, kIndent) + text, width, kIndent))
    out += line + "\n";
  return out;
}

}  // namespace

std::string witness_file(const Configuration& c) {
  const auto witness =
      std::find_if(c.outputs.begin(), c.outputs.end(), [](const Output& o) { return o.format == "witness"; });
  // Who has started this one has the file.
  return witness == c.outputs.end() || witness->file == kStandardOutput || c.member_fd >= 0 ? "" : witness->file;
}

std::string point_text(const ReportedViolation& v, int terminal) {
  const size_t width = static_cast<size_t>(std::max(terminal, 60));
  std::string out;
  if (const std::string where = where_text(v.story); !where.empty())
    out += listeners::cut(listeners::padded("where:", kIndent) + where, width) + "\n";
  return out + labelled("cause:", cause_text(v.story), width);
}

}  // namespace jmc::check
