#include "check/report/point.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <sstream>
#include <string_view>
#include <vector>

#include "check/report/places.hpp"
#include "check/report/report.hpp"
#include "listeners/story_text.hpp"
#include "listeners/text.hpp"

namespace jmc::check {

namespace {

constexpr size_t kIndent = 7;         // "where: "
constexpr size_t kThreadsPlaced = 4;  // of those that wait
constexpr size_t kRoot = 240;         // characters of a message

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

}  // namespace

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

namespace {

// Of a thread that has ended and holds what `what` ("waits to lock A#1, held by ...") is about: where it locked that.
std::string locked_at(const listeners::Story& s, por::ThreadId holder, const std::string& what) {
  static constexpr std::string_view kWaits = "waits to lock ";
  if (!what.starts_with(kWaits)) return {};
  const std::string lock = "lock " + what.substr(kWaits.size(), what.find(", held by") - kWaits.size());
  const auto step = std::find_if(s.steps.rbegin(), s.steps.rend(), [&](const listeners::StoryStep& x) {
    return x.thread == holder && x.operation == lock;
  });
  if (step == s.steps.rend()) return {};
  return "locked it in step " + std::to_string(step->number) + " (" +
         line_of(step->caller.known() ? step->caller : step->place) + ") and ";
}

// Who waits for whom, and for what: the first of those that wait for each other in a cycle, or for one that has ended.
// Empty: others wait, or what they wait for does not say whose it is.
std::string waiting_text(const listeners::Story& s) {
  std::map<por::ThreadId, const listeners::WaitingThread*> waits;
  for (const listeners::WaitingThread& w : s.waiting) waits[w.thread] = &w;
  if (s.waiting.empty()) return {};
  std::vector<por::ThreadId> chain{s.waiting.front().thread};
  size_t first = chain.size();
  while (waits.contains(chain.back())) {
    const por::ThreadId next = waits[chain.back()]->on;
    if (next == por::kNoThread || !waits[chain.back()]->what.ends_with(s.threads[next])) return {};
    first = static_cast<size_t>(std::find(chain.begin(), chain.end(), next) - chain.begin());
    chain.push_back(next);
    if (first + 1 < chain.size()) break;
  }
  const bool cycle = waits.contains(chain.back());
  if (!cycle) first = chain.size() - 2;
  const listeners::WaitingThread& last = *waits[chain[chain.size() - 2]];
  if (!cycle && !last.in_vain) return {};
  std::string out = s.threads[chain[first]];
  for (size_t i = first; i + 1 < chain.size(); ++i) out += (i > first ? ", which " : " ") + waits[chain[i]]->what;
  if (!cycle) return out + ", which " + locked_at(s, chain.back(), last.what) + "has ended";
  if (chain.size() - first == 2) return {};  // of itself
  const std::string& name = s.threads[chain.back()];
  return out.substr(0, out.size() - name.size()) + "the first";
}

std::string cause_text(const listeners::Story& s) {
  if (!s.causes.empty()) return s.causes.front();
  // What the first thread that loops looks at again and again, and who could change it.
  for (const listeners::LoopingThread& l : s.looping)
    if (!l.notes.empty()) return s.threads[l.thread] + " loops on " + l.notes.front();
  if (std::string out = s.looping.empty() ? waiting_text(s) : ""; !out.empty()) return out;
  // Who waits otherwise: the last line is the shortest way to say it.
  std::string out = s.waiting.empty() || !s.looping.empty() ? "" : listeners::wait_graph(s);
  out.erase(std::min(out.find(".\n"), out.size()));
  if (!out.empty()) out[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(out[0])));
  return out;
}

// Of an exception that others have wrapped: the innermost one, and where it was thrown.
std::string root_text(const listeners::Story& s) {
  static constexpr std::string_view kCaused = "\nCaused by: ";
  const size_t last = s.stack.rfind(kCaused);
  if (last == std::string::npos) return {};
  std::vector<std::string> lines;
  std::istringstream in(s.stack.substr(last + kCaused.size()));
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  size_t at = 1;  // the first line of the trace that is not the JDK's, else its first
  for (size_t i = lines.size(); i-- > 1;) {
    const size_t name = lines[i].find("at ");
    if (name != std::string::npos && !of_the_jdk(std::string_view(lines[i]).substr(name + 3))) at = i;
  }
  const size_t open = at < lines.size() ? lines[at].rfind('(') : std::string::npos;
  return listeners::cut(lines[0], kRoot) + (open == std::string::npos ? "" : " " + lines[at].substr(open));
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
  out += labelled("root:", root_text(v.story), width);
  return out + labelled("cause:", cause_text(v.story), width);
}

}  // namespace jmc::check
