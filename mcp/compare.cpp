// Two versions of a program, by their reports.
#include <algorithm>
#include <map>
#include <set>

#include "mcp/answers.hpp"

namespace jmc::mcp {

namespace {

std::string line_of(const Found& f) {
  const std::string place = place_of(*f.violation);
  return f.id + " " + text_at(*f.violation, "kind") + (place.empty() ? "" : " at " + place) + ": " +
         in_one_line(text_at(*f.violation, "message"));
}

// All there is was found.
bool whole(const Unit& u) { return u.report && flag_at(*u.report, "complete"); }

// As known violations are recognised: whatever the lines are (check/answers/baseline.hpp).
std::map<std::string, const Found*> by_fingerprint(const Check& check, size_t unit) {
  std::map<std::string, const Found*> out;
  for (const Found& f : check.violations)
    if (f.unit == unit) out.emplace(text_at(*f.violation, "fingerprint"), &f);
  return out;
}

std::set<std::string> outputs_of(const Value& report) {
  std::set<std::string> out;
  for (const Value* o : list_at(report, "outcomes")) out.insert(text_at(*o, "output"));
  return out;
}

std::set<std::string> races_of(const Value& report) {
  std::set<std::string> out;
  for (const Value* r : list_at(report, "races")) out.insert(text_at(*r, "location"));
  return out;
}

struct Difference {
  std::vector<std::string> gone, fresh, still, undecided, different, verdicts;
};

// What is in one and not in the other, in words.
void add_sets(std::vector<std::string>& to, const std::set<std::string>& old, const std::set<std::string>& now,
              const std::string& what) {
  for (const std::string& o : old)
    if (!now.count(o)) to.push_back(what + " gone: " + json_text(shortened(o, 150)));
  for (const std::string& o : now)
    if (!old.count(o)) to.push_back(what + " new: " + json_text(shortened(o, 150)));
}

void compare_units(Difference& d, const Check& old, size_t before, const Check& now, size_t after) {
  const Unit &was = old.units[before], &is = now.units[after];
  const auto was_found = by_fingerprint(old, before), is_found = by_fingerprint(now, after);
  for (const auto& [fingerprint, f] : was_found) {
    if (is_found.count(fingerprint)) d.still.push_back(line_of(*is_found.at(fingerprint)));
    else if (whole(is)) d.gone.push_back(line_of(*f));
    else d.undecided.push_back("not found in the new version, whose search did not come to its end: " + line_of(*f));
  }
  for (const auto& [fingerprint, f] : is_found) {
    if (was_found.count(fingerprint)) continue;
    if (whole(was)) d.fresh.push_back(line_of(*f));
    else d.undecided.push_back("in the new version; the search of the old one did not come to its end: " + line_of(*f));
  }
  if (was.verdict != is.verdict) d.verdicts.push_back(is.name + ": " + was.verdict + " -> " + is.verdict);
  if (!was.report || !is.report) return;
  if (was.verdict == "verified" && is.verdict == "verified") {
    add_sets(d.different, outputs_of(*was.report), outputs_of(*is.report), is.name + ": an outcome is");
    const auto narrowed = [](const Value& report) {
      const std::vector<std::string> all = texts_at(report, "holds_under");
      return std::set<std::string>(all.begin(), all.end());
    };
    add_sets(d.different, narrowed(*was.report), narrowed(*is.report), is.name + ": a limit of the answer is");
  }
  const std::set<std::string> old_races = races_of(*was.report), new_races = races_of(*is.report);
  // A race that was not met may be there all the same, unless it was decided.
  for (const std::string& r : new_races)
    if (!old_races.count(r)) d.different.push_back(is.name + ": a data race that was not told before: " + r);
  for (const std::string& r : old_races)
    if (!new_races.count(r) && whole(is))
      d.different.push_back(is.name + ": a data race that is not told any more: " + r);
}

void section(Page& page, const char* title, const std::vector<std::string>& lines, bool always) {
  if (lines.empty() && !always) return;
  page.line(std::string(title) + ": " + (lines.empty() ? "none" : std::to_string(lines.size())));
  for (const std::string& l : lines) page.line("  " + l);
}

}  // namespace

Page compared(const Check& old, const Check& now) {
  Difference d;
  const bool single = !old.of_tests() && !now.of_tests() && old.units.size() == 1 && now.units.size() == 1;
  std::vector<bool> matched(now.units.size());
  for (size_t i = 0; i < old.units.size(); ++i) {
    size_t other = 0;
    while (other < now.units.size() && !single && now.units[other].name != old.units[i].name) ++other;
    if (other == now.units.size()) {
      d.verdicts.push_back(old.units[i].name + ": " + old.units[i].verdict + " -> there is no such test any more");
      continue;
    }
    matched[other] = true;
    compare_units(d, old, i, now, other);
  }
  for (size_t i = 0; i < now.units.size(); ++i)
    if (!matched[i]) d.verdicts.push_back(now.units[i].name + ": a new test -> " + now.units[i].verdict);
  Page page;
  page.line("old " + old.verdict + " [" + old.id + "], new " + now.verdict + " [" + now.id + "]");
  section(page, "new violations", d.fresh, true);
  section(page, "gone violations", d.gone, true);
  section(page, "still there", d.still, false);
  section(page, "undecided", d.undecided, false);
  section(page, "verdicts that changed", d.verdicts, false);
  section(page, "different", d.different, true);
  page.rest("more: limits, explain, or ask with more bytes");
  page.last("next: limits {\"check\":\"" + now.id + "\"}");
  return page;
}

}  // namespace jmc::mcp
