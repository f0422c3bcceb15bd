#include "mcp/tools.hpp"

#include <algorithm>

#include "base/number.hpp"
#include "check/answers/explain.hpp"
#include "mcp/schema.hpp"

namespace jmc::mcp {

namespace {

check::Command command_of(const std::string& tool) {
  return tool == "check_linearizability" ? check::Command::Linearizability : check::Command::Check;
}

// What jmc says before the first command is told.
std::string without_greeting(const std::string& text) {
  const size_t end = text.find("help, quit\n");
  return end == std::string::npos ? text : text.substr(end + 11);
}

std::string whole(const Value& arguments, const char* name) {
  return std::to_string(static_cast<int64_t>(number_at(arguments, name)));
}

// Which execution of a witness: violations come first, then outcomes. 0: there is none of this id.
size_t execution_of(const Check& check, const std::string& id, size_t& unit) {
  if (const Found* f = violation_of(check, id)) {
    unit = f->unit;
    return f->number + 1;
  }
  const std::string start = check.id + ".o";
  const auto n =
      id.starts_with(start) ? base::number_of<size_t>(std::string_view(id).substr(start.size())) : std::nullopt;
  unit = 0;
  if (!n || !*n || check.units.empty() || !check.units.front().report) return 0;
  const Value& report = *check.units.front().report;
  return *n <= list_at(report, "outcomes").size() ? list_at(report, "violations").size() + *n : 0;
}

// How many steps an execution has.
size_t steps_of(const Check& check, size_t unit, size_t execution) {
  const Value& report = *check.units[unit].report;
  const std::vector<const Value*> violations = list_at(report, "violations");
  return execution <= violations.size()
             ? list_at(*violations[execution - 1], "schedule").size()
             : list_at(*list_at(report, "outcomes")[execution - violations.size() - 1], "witness").size();
}

}  // namespace

const Found* violation_of(const Check& check, const std::string& id) {
  for (const Found& f : check.violations)
    if (f.id == id) return &f;
  return nullptr;
}

CheckPtr Tools::check_of(const std::string& id) const {
  CheckPtr found = checks_.find(id.substr(0, id.find('.')));
  if (!found)
    throw ToolError("there is no " + json_text(shortened(id, 40)) +
                    (checks_.last() ? " (any more; the last " + std::to_string(Checks::kMost) +
                                          " checks are kept, the latest is " + checks_.last()->id + ")"
                                    : ": nothing was checked yet"));
  return found;
}

ToolAnswer Tools::check(const std::string& tool, const Value& arguments, Call& call) {
  Subject subject = subject_of(arguments, command_of(tool), settings_, allowed_);
  std::vector<std::string> extra;
  if (tool == "outcomes") extra.push_back("--keep-going");
  if (const std::string program = text_at(arguments, "program"); !program.empty())
    extra.push_back("--program=" + program);
  const Runner::Answer answer = runner_.check(subject, tool, extra, call);
  return {tool == "outcomes" ? told_outcomes(*answer.check, answer.cached) : told(*answer.check, answer.cached),
          answer.check->verdict == "error", summary_json(*answer.check, answer.cached)};
}

ToolAnswer Tools::explain(const Value& arguments) {
  const std::string id = text_at(arguments, "id"), word = text_at(arguments, "word");
  if (id.empty() == word.empty()) throw ToolError("expected id, of a violation, or word");
  if (!word.empty()) {
    const std::string text = check::explanation(word);
    if (text.empty())
      throw ToolError("there is no word " + json_text(shortened(word, 40)) + "; expected one of\n" +
                      check::explanations());
    return {Page().text(text)};
  }
  const CheckPtr check = check_of(id);
  const Found* found = violation_of(*check, id);
  if (!found && id == check->id && !check->violations.empty()) found = &check->violations.front();
  if (!found)
    throw ToolError(check->violations.empty()
                        ? id + ": this check found no violation; it is " + check->verdict
                        : id + ": expected " + check->violations.front().id +
                              (check->violations.size() > 1 ? " to " + check->violations.back().id : ""));
  static const std::vector<std::string> kParts = {"all", "cause", "story", "races", "stack", "output"};
  const std::string part = text_at(arguments, "part");
  const auto at = std::find(kParts.begin(), kParts.end(), part.empty() ? "all" : part);
  return {explained(*check, *found, static_cast<Part>(at - kParts.begin()))};
}

ToolAnswer Tools::inspect(const Value& arguments, Call& call) {
  std::string id = text_at(arguments, "id");
  const CheckPtr check = check_of(id);
  if (id == check->id && !check->violations.empty()) id = check->violations.front().id;
  size_t unit = 0;
  const size_t execution = execution_of(*check, id, unit);
  if (!execution)
    throw ToolError(id + ": expected a violation, " + check->id + ".v1, or an outcome, " + check->id + ".o1");
  const Unit& u = check->units[unit];
  if (u.witness.empty())
    throw ToolError(id + ": there is nothing to replay" +
                    (check->tool == "check_linearizability"
                         ? "; its story is what explain tells. To look into it, check a "
                           "program with main that makes these calls"
                         : ""));
  const size_t last = steps_of(*check, unit, execution);
  if (number_at(arguments, "step") > static_cast<double>(last))
    throw ToolError("step: " + id + " has steps 0 to " + std::to_string(last));
  std::string commands = "to " + (find(arguments, "step") ? whole(arguments, "step") : std::to_string(last)) + "\n";
  for (const Value* t : list_at(arguments, "turns")) commands += "turn " + text_of(*t) + "\n";
  // At its end, whoever met the violation.
  const Found* found = violation_of(*check, id);
  if (found && !find(arguments, "step") && !find(arguments, "thread"))
    commands += "thread " + whole(*found->violation, "thread") + "\n";
  if (find(arguments, "thread")) commands += "thread " + whole(arguments, "thread") + "\n";
  std::vector<std::string> show = texts_at(arguments, "show");
  const std::vector<std::string> print = texts_at(arguments, "print");
  if (show.empty() && print.empty()) show = {"where", "locals"};
  for (const std::string& s : show) commands += s + "\n";
  for (const std::string& p : print) {
    if (p.empty() || p.size() > 500 || std::any_of(p.begin(), p.end(), [](unsigned char c) { return c < 0x20; }))
      throw ToolError("print: expected names such as count, this.head.next or Bank.TOTAL");
    commands += "print " + p + "\n";
  }
  Page page;
  page.text(without_greeting(runner_.replay(*check, u, execution, commands + "quit\n", call)));
  page.rest("ask with more bytes, or for less");
  return {std::move(page)};
}

ToolAnswer Tools::compare(const Value& arguments, Call& call) {
  // What is said of both stands beside them.
  Document both;
  std::vector<Subject> subjects;
  for (const char* which : {"old", "new"}) {
    both.CopyFrom(*find(arguments, which), both.GetAllocator());
    for (const char* key : {"options", "seconds", "fresh"})
      if (const Value* v = find(arguments, key))
        both.AddMember(rapidjson::StringRef(key), Value(*v, both.GetAllocator()), both.GetAllocator());
    subjects.push_back(subject_of(both, check::Command::Check, settings_, allowed_, which));
  }
  std::vector<CheckPtr> checks;
  for (const Subject& s : subjects) {
    try {
      checks.push_back(runner_.check(s, "compare", {"--keep-going"}, call).check);
    } catch (const ToolError& e) { throw ToolError((checks.empty() ? "old: " : "new: ") + std::string(e.what())); }
  }
  return {compared(*checks[0], *checks[1]), false, summary_json(*checks[1], false)};
}

ToolAnswer Tools::limits(const Value& arguments) {
  const std::string id = text_at(arguments, "check");
  const CheckPtr check = id.empty() ? checks_.last() : check_of(id);
  if (!check) throw ToolError("nothing was checked yet");
  return {limits_of(*check)};
}

ToolAnswer Tools::call(const std::string& tool, const Value& given, Call& call) {
  Document arguments;
  arguments.CopyFrom(given, arguments.GetAllocator());
  accept_short_forms(*schema_of(tool), arguments);
  const size_t bytes =
      arguments.IsObject() ? static_cast<size_t>(std::clamp(number_at(arguments, "bytes"), 0.0, 1e9)) : 0;
  ToolAnswer answer;
  try {
    const std::string wrong = mismatch(*schema_of(tool), arguments);
    if (!wrong.empty()) throw ToolError(wrong);
    if (tool == "explain") answer = explain(arguments);
    else if (tool == "inspect") answer = inspect(arguments, call);
    else if (tool == "compare") answer = compare(arguments, call);
    else if (tool == "limits") answer = limits(arguments);
    else answer = check(tool, arguments, call);
  } catch (const Cancelled&) { throw; } catch (const std::exception& e) {
    answer = {};
    answer.page.text(e.what());
    answer.page.rest("ask with more bytes");
    answer.error = true;
  }
  answer.bytes = bytes ? std::clamp<size_t>(bytes, 512, 65536) : 0;
  return answer;
}

}  // namespace jmc::mcp
