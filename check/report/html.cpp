// The result as a page that needs nothing else: no request goes anywhere, which its own policy makes sure of.
#include "check/report/format.hpp"
#include "check/report/markup.hpp"
#include "check/report/report.hpp"
#include "listeners/text.hpp"

namespace jmc::check {

using listeners::grouped;

namespace {

constexpr size_t kMostOutcomes = 1000;

constexpr const char* kHead = R"(<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>
:root{color-scheme:light dark;--ink:#222;--paper:#fff;--line:#ddd;--faint:#666;--here:#fff3c4}
@media(prefers-color-scheme:dark){:root{--ink:#ddd;--paper:#161616;--line:#444;--faint:#aaa;--here:#453c12}}
body{font:15px/1.45 system-ui,sans-serif;margin:2em auto;max-width:90em;padding:0 1em;color:var(--ink);background:var(--paper)}
h1{font-size:1.35em}h2{font-size:1.1em;margin-top:2em}
code,pre,.story td,.outcomes td{font-family:ui-monospace,monospace;font-size:.92em}
pre{white-space:pre-wrap;border:1px solid var(--line);border-radius:4px;padding:.6em}
table{border-collapse:collapse}
td,th{padding:.25em .7em;border-bottom:1px solid var(--line);text-align:left;vertical-align:top}
.story td{white-space:pre-wrap}.story tr.effect td,.place,.faint{color:var(--faint)}
.story tr.here td{background:var(--here)}
.verified{color:#17803a}.violated,.error{color:#c22}.inconclusive{color:#9a6700}
.controls{position:sticky;top:0;background:var(--paper);padding:.4em 0;border-bottom:1px solid var(--line)}
.controls input{width:40%;vertical-align:middle}
.scroll{overflow-x:auto}
@media print{.controls{display:none}.story tr.here td{background:none}}
</style>
)";

// A slider, two buttons and the arrow keys walk through the steps of each story.
constexpr const char* kScript = R"(<script>
for (const story of document.querySelectorAll('section.violation')) {
  const rows = [...story.querySelectorAll('tbody tr')], slider = story.querySelector('input');
  if (!slider || !rows.length) continue;
  const label = story.querySelector('output');
  const show = n => {
    n = Math.max(1, Math.min(rows.length, n));
    slider.value = n;
    rows.forEach((row, i) => { row.classList.toggle('here', i + 1 === n); row.setAttribute('aria-current', i + 1 === n ? 'step' : 'false'); });
    label.textContent = n + ' of ' + rows.length;
    rows[n - 1].scrollIntoView({block: 'nearest'});
  };
  slider.addEventListener('input', () => show(+slider.value));
  story.querySelector('.back').addEventListener('click', () => show(+slider.value - 1));
  story.querySelector('.next').addEventListener('click', () => show(+slider.value + 1));
  rows.forEach((row, i) => row.addEventListener('click', () => show(i + 1)));
  story.addEventListener('keydown', e => {
    const by = {ArrowDown: 1, ArrowUp: -1, j: 1, k: -1}[e.key];
    if (by && e.target !== slider) { show(+slider.value + by); e.preventDefault(); }
  });
  label.textContent = '1 of ' + rows.length;
}
</script>
)";

std::string place_text(const listeners::Place& p) {
  if (!p.known()) return {};
  return (p.file.empty() ? p.klass : p.file) + (p.line > 0 ? ":" + std::to_string(p.line) : "") + " (" + p.method +
         ")" + (p.source.empty() ? "" : "  " + p.source);
}

std::string steps(const listeners::Story& s) {
  // One column for each thread that does something.
  std::vector<bool> used(s.threads.size());
  for (const listeners::StoryStep& step : s.steps) used[step.thread] = true;
  std::string out =
      "<div class=\"controls\"><button class=\"back\" aria-label=\"step back\">&#9664;</button> <input type=\"range\" "
      "min=\"1\" max=\"" +
      std::to_string(s.steps.size()) +
      "\" value=\"1\" aria-label=\"step\"> <button class=\"next\" aria-label=\"next step\">&#9654;</button> "
      "<output></output> <span class=\"faint\">also with the arrow keys</span></div>\n";
  out += "<div class=\"scroll\"><table class=\"story\"><thead><tr><th>step</th>";
  for (size_t t = 0; t < used.size(); ++t)
    if (used[t]) out += "<th>" + escaped(s.threads[t]) + "</th>";
  out += "<th>where</th></tr></thead>\n<tbody>\n";
  for (const listeners::StoryStep& step : s.steps) {
    out += step.effect ? "<tr class=\"effect\"><td></td>" : "<tr><td>" + std::to_string(step.number) + "</td>";
    for (size_t t = 0; t < used.size(); ++t)
      if (used[t]) out += "<td>" + (t == step.thread ? escaped(step.operation) : "") + "</td>";
    out += "<td class=\"place\">" + escaped(place_text(step.place));
    if (step.caller.known())
      out +=
          "<br>" + escaped((step.called.empty() ? "" : "in " + step.called + ", called at ") + place_text(step.caller));
    out += "</td></tr>\n";
  }
  return out + "</tbody></table></div>\n";
}

std::string items(const char* title, const std::vector<std::string>& list) {
  if (list.empty()) return {};
  std::string out = "<h3>" + std::string(title) + "</h3>\n<ul>\n";
  for (const std::string& text : list) out += "<li>" + escaped(text) + "</li>\n";
  return out + "</ul>\n";
}

std::string text_block(const char* title, const std::string& text) {
  return text.empty() ? "" : "<h3>" + std::string(title) + "</h3>\n<pre>" + escaped(text) + "</pre>\n";
}

std::string violation(const ReportedViolation& v, size_t number, size_t of) {
  const listeners::Story& s = v.story;
  std::string out = "<section class=\"violation\" tabindex=\"0\"><h2>" +
                    (of > 1 ? "violation " + std::to_string(number) + " of " + std::to_string(of) + ": " : "") +
                    escaped(v.found.message) + " <span class=\"faint\">(" + escaped(kind_of(v)) + ")</span></h2>\n";
  if (s.left_out) out += "<p>" + grouped(s.left_out) + " steps at the beginning are left out.</p>\n";
  if (!s.steps.empty()) out += steps(s);
  std::vector<std::string> waiting;
  for (const listeners::WaitingThread& w : s.waiting)
    waiting.push_back(s.threads[w.thread] + " " + w.what +
                      (w.stack.empty() ? "" : " at " + place_text(w.stack.front())));
  out += items("at the end", waiting);
  for (const listeners::LoopingThread& l : s.looping) {
    std::vector<std::string> lines;
    for (const listeners::StoryStep& step : l.steps) lines.push_back(step.operation + "  " + place_text(step.place));
    lines.insert(lines.end(), l.notes.begin(), l.notes.end());
    out += items(("again and again: " + escaped(s.threads[l.thread])).c_str(), lines);
  }
  out += items("objects", s.legend);
  out += text_block("stack", s.stack);
  out += text_block("printed", s.output);
  return out + "</section>\n";
}

std::string outcomes(const Result& r) {
  if (r.outcomes.empty() && !r.longer_outcomes) return {};
  std::string out =
      "<h2>outcomes" +
      std::string(r.complete  ? ""
                  : r.bounded ? ", within the bound"
                              : ", not complete") +
      "</h2>\n<div class=\"scroll\"><table class=\"outcomes\"><thead><tr><th>end states</th><th>printed</th>"
      "</tr></thead><tbody>\n";
  size_t shown = 0;
  for (const auto& [text, outcome] : r.outcomes) {
    if (++shown > kMostOutcomes) {
      out += "<tr><td></td><td>... and " + grouped(r.outcomes.size() - kMostOutcomes) + " more</td></tr>\n";
      break;
    }
    out += "<tr><td>" + grouped(outcome.end_states) + "</td><td>" +
           (text.empty() ? "<span class=\"faint\">nothing</span>" : "<pre>" + escaped(text) + "</pre>") +
           "</td></tr>\n";
  }
  if (r.longer_outcomes)
    out += "<tr><td>" + grouped(r.longer_outcomes) + "</td><td>more than " + grouped(r.output_limit) +
           " bytes: the program can print without end, and such texts are not told apart</td></tr>\n";
  return out + "</tbody></table></div>\n";
}

}  // namespace

bool write_html(std::FILE* file, const Result& r, const Configuration& c) {
  const std::string program = escaped(r.program.empty() ? c.program : r.program);
  const std::string verdict(verdict_name(r.verdict()));
  std::string out = kHead;
  out += "<title>jmc: " + program + ": " + verdict + "</title></head><body>\n";
  out += "<h1><span class=\"" + verdict + "\">" + verdict + "</span> " + program + "</h1>\n";
  if (!r.reason.empty()) out += "<p>" + escaped(r.reason) + "</p>\n";
  for (size_t i = 0; i < r.violations.size(); ++i) out += violation(r.violations[i], i + 1, r.violations.size());
  if (!r.untold.empty()) out += "<p>" + grouped(r.untold.size()) + " more violations have no story here.</p>\n";
  if (r.replayed) {
    ReportedViolation v;
    v.found.message = "one execution";
    v.kind = "outcome";
    v.story = *r.replayed;
    out += violation(v, 1, 1);
  }
  out += outcomes(r);
  if (!r.holes.empty() || !r.warnings.empty() || !r.notes.empty()) out += "<h2>notes</h2>\n";
  out += items("in doubt", r.holes) + items("warnings", r.warnings) + items("notes", r.notes);
  if (r.booted) out += "<h2>what it rests on</h2>\n<pre>" + escaped(conditions_text(r, c)) + "</pre>\n";
  if (!r.violations.empty() || r.replayed) out += kScript;
  out += "</body></html>\n";
  return std::fwrite(out.data(), 1, out.size(), file) == out.size();
}

}  // namespace jmc::check
