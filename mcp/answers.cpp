#include "mcp/answers.hpp"

#include <algorithm>
#include <cstdio>

#include "check/report/places.hpp"

namespace jmc::mcp {

namespace {

std::string count(double n, const std::string& what) {
  char out[32];
  std::snprintf(out, sizeof out, "%.0f", n);
  return std::string(out) + " " + what + (n == 1 ? "" : "s");
}

std::string seconds(double s) {
  char out[32];
  std::snprintf(out, sizeof out, "%.1f s", s);
  return out;
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

std::string location(const Value& at) {
  const std::string file = text_at(at, "file");
  const double line = number_at(at, "line");
  if (file.empty()) return text_at(at, "class") + "." + text_at(at, "method");
  return file + (line > 0 ? ":" + std::to_string(static_cast<int64_t>(line)) : "");
}

// Where it is in the program: the line that called, for what is in a library.
const Value& in_program(const Value& row) {
  const Value* caller = find(row, "caller");
  return caller && caller->IsObject() ? *caller : row;
}

// Of a stack: the innermost frame of the program, else of all; null of an empty one.
const Value* frame_of_program(const Value& waiting) {
  const std::vector<const Value*> stack = list_at(waiting, "stack");
  for (const Value* frame : stack)
    if (!check::of_the_jdk(text_at(*frame, "class"))) return frame;
  return stack.empty() ? nullptr : stack.front();
}

std::string story_row(const Value& row) {
  const Value& at = in_program(row);
  std::string out = flag_at(row, "matters") ? "* " : "  ";
  const double step = number_at(row, "step");
  out += flag_at(row, "effect") || step <= 0 ? "  " : std::to_string(static_cast<int64_t>(step)) + " ";
  out += text_at(row, "thread_name") + ": " + in_one_line(text_at(row, "operation"));
  if (!text_at(at, "file").empty()) out += "  " + location(at);
  if (&at != &row && !text_at(at, "called").empty()) out += " in " + text_at(at, "called");
  return out;
}

std::string access(const Value& a) {
  const std::string thread = text_at(a, "thread_name");
  return (thread.empty() ? "" : thread + " ") + text_at(a, "access") + "s at " + location(in_program(a)) +
         (text_at(a, "mode").empty() || text_at(a, "mode") == "plain" ? "" : " (" + text_at(a, "mode") + ")");
}

std::string race_line(const Value& race) {
  std::string out = "race: " + text_at(race, "location") + ": ";
  bool first = true;
  for (const Value* a : list_at(race, "accesses")) {
    out += (first ? "" : ", ") + access(*a);
    first = false;
  }
  return out;
}

// Those of one place differ in the threads only.
void races(Page& page, const Value& report, size_t most) {
  std::vector<std::string> shown;
  for (const Value* race : list_at(report, "races")) {
    std::string line = race_line(*race);
    if (std::find(shown.begin(), shown.end(), line) == shown.end()) shown.push_back(std::move(line));
  }
  for (size_t i = 0; i < std::min(most, shown.size()); ++i) page.line(shown[i]);
  if (shown.size() > most) page.line("races: " + std::to_string(shown.size() - most) + " more");
}

void waiting(Page& page, const Value& violation) {
  for (const Value* w : list_at(violation, "waiting")) {
    std::string line = "  " + text_at(*w, "thread_name") + " " + text_at(*w, "what");
    if (const Value* frame = frame_of_program(*w)) line += "  at " + location(*frame);
    page.line(std::move(line));
  }
}

void causes(Page& page, const Value& violation) {
  for (const std::string& cause : texts_at(violation, "causes")) page.line("  cause: " + in_one_line(cause));
}

void violation_lines(Page& page, const Check& check, const Found& found, bool whole) {
  const Value& v = *found.violation;
  const std::string place = place_of(v);
  page.line(found.id + " " + text_at(v, "kind") + (place.empty() ? "" : " at " + place) +
            (check.units.size() > 1 ? "  in " + check.units[found.unit].name : ""));
  page.line("  " + in_one_line(text_at(v, "message")));
  if (!whole) return;
  causes(page, v);
  waiting(page, v);
}

// Why an answer is not complete, and how far it came.
void search_lines(Page& page, const Value& report) {
  const Value* statistics = find(report, "statistics");
  if (!statistics) return;
  const std::string reason = text_at(report, "reason");
  std::string line = flag_at(report, "complete") ? "explored: " : "explored so far: ";
  line += count(number_at(*statistics, "states"), "state") + ", " +
          count(number_at(*statistics, "transitions"), "transition");
  if (const double threads = number_at(*statistics, "threads"); threads > 0) line += ", " + count(threads, "thread");
  page.line(line);
  if (!reason.empty()) page.line("not complete: " + reason);
  for (const Value* a : list_at(report, "advice"))
    page.line("advice: " + text_at(*a, "option") + ": " + text_at(*a, "reason"));
}

void remarks(Page& page, const Value& report) {
  for (const char* key : {"warnings", "notes"})
    for (const std::string& text : texts_at(report, key)) page.line("note: " + in_one_line(text));
  for (const Value* r : list_at(report, "relied_on"))
    page.line("note: " + text_at(*r, "topic") + ": " + in_one_line(text_at(*r, "text")));
}

std::string head(const Check& check, bool cached) {
  // The words of jmc, which say what an answer is narrowed by.
  std::string words = check.of_tests() ? check.verdict : first_line(check.text);
  if (!words.starts_with(check.verdict)) words = check.verdict;
  return shortened(words, 300) + "  [" + check.id + ", " + check.subject + ", " +
         (cached ? "from the cache: classes and options are as they were" : seconds(check.seconds)) + "]";
}

std::string next_steps(const Check& check) {
  if (check.verdict == "violated" && !check.violations.empty()) {
    const Found& first = check.violations.front();
    const bool replays = !check.units[first.unit].witness.empty();
    return "next: explain {\"id\":\"" + first.id + "\"}" +
           (replays ? ", inspect {\"id\":\"" + first.id + "\",\"step\":N}" : "");
  }
  const std::string limits = "next: limits {\"check\":\"" + check.id + "\"}";
  // A race lets values be read that this answer has not looked at.
  const bool older = check.verdict == "verified" && check.units.size() == 1 && check.units.front().report &&
                     sequential_only(*check.units.front().report) &&
                     !list_at(*check.units.front().report, "races").empty();
  return limits + (older ? ", or the same call with \"options\":{\"memory\":\"jmm\"}: what the data race may do" : "");
}

void linearizability_lines(Page& page, const Value& report) {
  const Value* l = find(report, "linearizability");
  if (!l || !l->IsObject()) return;
  page.line(count(number_at(*l, "programs"), "program") + " of calls, " +
            count(number_at(*l, "violating"), "violating one"));
  for (const Value* v : list_at(*l, "violations")) {
    std::string line = "  " + text_at(*v, "program") + ": " + text_at(*v, "outcome") + "; admitted:";
    for (const std::string& a : texts_at(*v, "admitted")) line += " " + a + ";";
    page.line(line);
  }
  for (const Value* m : list_at(*l, "methods"))
    if (const std::string status = text_at(*m, "status"); status != "no violation found" && status != "verified")
      page.line("  " + text_at(*m, "method") + ": " + status);
}

}  // namespace

std::string place_of(const Value& violation) {
  const std::string place = text_at(violation, "place");
  std::string line;
  for (const Value* row : list_at(violation, "trace"))
    if (const Value& at = in_program(*row); list_at(violation, "waiting").empty() && number_at(at, "line") > 0 &&
                                            text_at(*row, "operation").starts_with("throws"))
      line = location(at);
  for (const bool joins : {false, true})  // who only waits for another thread's end comes last
    for (const Value* w : list_at(violation, "waiting"))
      if (const Value* frame = frame_of_program(*w);
          frame && line.empty() && joins == text_at(*w, "what").starts_with("waits for the end of"))
        line = location(*frame);
  // Where nothing was done that a story tells (System.exit in the first step), as the report's first lines have it.
  if (line.empty()) line = text_at(violation, "where").substr(0, text_at(violation, "where").find(": "));
  if (line.empty()) return place;
  return line + (place.empty() ? "" : " (" + place + ")");
}

bool sequential_only(const Value& report) {
  const Value *configuration = find(report, "configuration"), *races = find(report, "race_search");
  const Value* options = configuration ? find(*configuration, "options") : nullptr;
  return (!options || text_at(*options, "memory") == "sc") && (!races || text_at(*races, "answer") != "free");
}

std::string story_text(const Value& violation) {
  std::string out;
  for (const Value* row : list_at(violation, "trace")) out += story_row(*row) + "\n";
  return out;
}

// A story that there is room for.
void story_of(Page& page, const Found& found) {
  constexpr size_t kMostRows = 30;
  const size_t rows = list_at(*found.violation, "trace").size();
  const bool step_by_step = !list_at(*found.violation, "schedule").empty();
  if (rows && rows <= kMostRows) page.line("story of " + found.id + " (* matters):").text(story_text(*found.violation));
  else if (!rows && !step_by_step) page.line("  it happens before a second thread could matter, so in every schedule");
}

Page told(const Check& check, bool cached) {
  Page page;
  page.line(head(check, cached));
  if (check.of_tests())
    for (const Unit& u : check.units)
      page.line(u.verdict + "  " + u.name + (u.message.empty() ? "" : ": " + in_one_line(u.message)));
  for (size_t i = 0; i < check.violations.size(); ++i) violation_lines(page, check, check.violations[i], i < 3);
  const Value* report = check.violations.empty() ? check.units.empty() ? nullptr : check.units.front().report
                                                 : check.units[check.violations.front().unit].report;
  if (report && (!check.of_tests() || !check.violations.empty())) {
    linearizability_lines(page, *report);
    if (!check.violations.empty()) story_of(page, check.violations.front());
    races(page, *report, 3);
    search_lines(page, *report);
    remarks(page, *report);
  }
  page.rest("all of it: jmc://" + check.id + "/text, or ask with more bytes");
  page.last(next_steps(check));
  return page;
}

Page told_outcomes(const Check& check, bool cached) {
  Page page;
  page.line(head(check, cached));
  for (const Unit& u : check.units) {
    if (!u.report) continue;
    if (check.units.size() > 1) page.line(u.name);
    const std::vector<const Value*> outcomes = list_at(*u.report, "outcomes");
    page.line(
        count(static_cast<double>(outcomes.size()), "outcome") +
        (!flag_at(*u.report, "complete") ? " so far: the search did not come to its end"
         : sequential_only(*u.report)
             ? ", and no others under sequential consistency (option \"memory\":\"jmm\": under the Java Memory Model)"
             : ", and no others"));
    size_t number = 0;
    for (const Value* o : outcomes) {
      const std::string output = text_at(*o, "output");
      page.line("  " + check.id + ".o" + std::to_string(++number) + " " +
                (output.empty() ? "(nothing is printed)" : json_text(shortened(output, 200))) + "  in " +
                count(number_at(*o, "end_states"), "end state"));
    }
    if (const Value* covered = find(*u.report, "covered"))
      for (const std::string& output : texts_at(*covered, "outcomes"))
        page.line("  " + (output.empty() ? "(nothing is printed)" : json_text(shortened(output, 200))) +
                  "  in drawn executions alone");
    for (const Found& f : check.violations)
      if (check.units[f.unit].report == u.report) violation_lines(page, check, f, false);
    search_lines(page, *u.report);
  }
  page.rest("all of it: jmc://" + check.id + "/text, or ask with more bytes");
  page.last(check.violations.empty() ? "next: inspect {\"id\":\"" + check.id + ".o1\",\"step\":N}" : next_steps(check));
  return page;
}

Page explained(const Check& check, const Found& found, Part part) {
  const Value& v = *found.violation;
  const Value& report = *check.units[found.unit].report;
  Page page;
  const auto shows = [&](Part p) { return part == Part::All || part == p; };
  if (part == Part::All || part == Part::Cause) {
    violation_lines(page, check, found, true);
    const Value* preemptions = find(v, "preemptions");
    if (preemptions && preemptions->IsNumber() && flag_at(v, "fewest_preemptions"))
      page.line("  " + count(preemptions->GetDouble(), "preemption") + ", and not with fewer");
    if (!text_at(v, "drawn").empty()) page.line("  drawn: " + text_at(v, "drawn"));
  }
  if (shows(Part::Story)) {
    const std::string story = story_text(v);
    if (!story.empty()) page.line("story (step thread: operation  place; * matters):").text(story);
  }
  if (shows(Part::Races)) {
    races(page, report, part == Part::Races ? 1000 : 4);
    const Value* search = find(report, "race_search");
    if (search && part == Part::Races && !text_at(*search, "answer").empty())
      page.line("races: " + text_at(*search, "answer") +
                (text_at(*search, "reason").empty() ? "" : ", " + text_at(*search, "reason")));
  }
  if (shows(Part::Stack) && !text_at(v, "stack").empty()) page.line("stack:").text(text_at(v, "stack"));
  if ((part == Part::Output || part == Part::All) && !text_at(v, "output").empty())
    page.line("printed: " + json_text(text_at(v, "output")));
  page.rest("the rest: jmc://" + found.id + "/story, or ask with more bytes or one part");
  if (part == Part::All)
    page.last("what " + text_at(v, "kind") + " means: explain {\"word\":\"" + text_at(v, "kind") + "\"}");
  return page;
}

std::string summary_json(const Check& check, bool cached) {
  std::vector<std::string> violations;
  for (const Found& f : check.violations) {
    if (violations.size() == 3) break;
    violations.push_back(Object().text("id", f.id).text("kind", shortened(text_at(*f.violation, "kind"), 40)).done());
  }
  return Object()
      .text("check", check.id)
      .text("verdict", check.verdict)
      .flag("cached", cached)
      .number("found", static_cast<int64_t>(check.violations.size()))
      .raw("violations", list_of(violations))
      .done();
}

}  // namespace jmc::mcp
