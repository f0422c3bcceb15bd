// What a search of programs found, as one page that needs nothing else.
#include <algorithm>

#include "linearizability/search.hpp"
#include "listeners/text.hpp"

namespace jmc::linearizability {

using listeners::grouped;

namespace {

constexpr const char* kStyle =
    "body{font:15px/1.45 system-ui,sans-serif;margin:2em auto;max-width:75em;padding:0 1em;color:#222;background:#fff}"
    "h1{font-size:1.4em}h2{font-size:1.15em;margin-top:2em}code,pre,.trace "
    "td,.program{font-family:ui-monospace,monospace;font-size:.92em}"
    "table{border-collapse:collapse}td,th{padding:.25em .7em;border-bottom:1px solid "
    "#ddd;text-align:left;vertical-align:top}"
    ".fine{color:#17692c}.bad{color:#a11}.maybe{color:#8a5a00}.trace td{white-space:pre-wrap;border-bottom:1px solid "
    "#eee}.trace tr.effect td{color:#666}"
    ".trace td.place{color:#555}details{margin:.5em 0;border:1px solid #ddd;border-radius:4px;padding:.4em "
    ".8em}summary{cursor:pointer}ul{margin:.3em 0}"
    "@media(prefers-color-scheme:dark){body{background:#161616;color:#ddd}td,th,details{border-color:#444}.fine{color:#"
    "6c6}.bad{color:#f77}.maybe{color:#db5}.trace td.place{color:#aaa}}";

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      default: out += c;
    }
  }
  return out;
}

std::string cell(const std::string& text, const char* kind = "") {
  return "<td" + (*kind ? " class=\"" + std::string(kind) + "\"" : "") + ">" + escaped(text) + "</td>";
}

std::string place_text(const listeners::Place& p) {
  if (!p.known()) return {};
  return (p.file.empty() ? p.klass : p.file) + (p.line > 0 ? ":" + std::to_string(p.line) : "") + " (" + p.method +
         ")" + (p.source.empty() ? "" : "  " + p.source);
}

std::string trace(const listeners::Story& s) {
  if (s.steps.empty()) return {};
  // One column for each thread that does something.
  std::vector<bool> used(s.threads.size());
  for (const listeners::StoryStep& step : s.steps) used[step.thread] = true;
  std::string out = "<table class=\"trace\"><tr><th></th>";
  for (size_t t = 0; t < used.size(); ++t)
    if (used[t]) out += "<th>" + escaped(s.threads[t]) + "</th>";
  out += "<th>where</th></tr>\n";
  for (const listeners::StoryStep& step : s.steps) {
    out += step.effect ? "<tr class=\"effect\"><td></td>" : "<tr>" + cell(std::to_string(step.number));
    for (size_t t = 0; t < used.size(); ++t)
      if (used[t])
        out += cell(t == step.thread ? step.operation + (step.called.empty() ? "" : "\n  in " + step.called) : "");
    out +=
        cell(place_text(step.place) + (step.caller.known() ? "\n" + place_text(step.caller) : ""), "place") + "</tr>\n";
  }
  out += "</table>\n";
  for (const listeners::WaitingThread& w : s.waiting)
    out += "<p>" + escaped(s.threads[w.thread] + " " + w.what) + "</p>\n";
  if (!s.loop.empty()) {
    out += "<p>loops in</p><ul>";
    for (const listeners::Place& p : s.loop) out += "<li><code>" + escaped(place_text(p)) + "</code></li>";
    out += "</ul>\n";
  }
  if (!s.legend.empty()) {
    out += "<ul>";
    for (const std::string& l : s.legend) out += "<li><code>" + escaped(l) + "</code></li>";
    out += "</ul>\n";
  }
  return out;
}

std::string violation(const SearchReport& r, size_t i) {
  const Finding& f = r.violations[i];
  std::string out = "<details id=\"v" + std::to_string(i + 1) + "\"" + (i ? "" : " open") +
                    "><summary><span class=\"program\">" + escaped(f.name) + "</span> <span class=\"bad\">" +
                    escaped(f.text) + "</span></summary>\n<p>methods: " + escaped(names_of(f.methods, r.description)) +
                    "</p>\n";
  if (!f.admitted.empty()) {
    out += "<p>sequential executions give:</p><ul>";
    size_t n = 0;
    for (const std::string& s : f.admitted)
      if (n++ < 100) out += "<li><code>" + escaped(s) + "</code></li>";
    if (n > 100 || !f.all_admitted) out += "<li>...</li>";
    out += "</ul>\n";
  }
  return out + trace(r.run.violations[i].story) + "</details>\n";
}

std::string table(const SearchReport& r) {
  const std::vector<MethodRow> methods = table_of(r);
  const MethodSet blame = blamed(r);
  std::string out = "<table><tr><th>method</th><th>found</th><th>with</th><th>smallest program</th></tr>\n";
  for (const MethodRow::Status status : {MethodRow::Blamed, MethodRow::Involved, MethodRow::Unusable, MethodRow::Fine})
    for (size_t m = 0; m < methods.size(); ++m) {
      if (methods[m].status != status) continue;
      out += "<tr>" + cell(r.description.methods[m].label(), "program");
      MethodSet self;
      self.set(m);
      if (status == MethodRow::Fine || status == MethodRow::Unusable) {
        out += status == MethodRow::Fine ? cell("no violation found", "fine") : cell("could not be run", "maybe");
        out += "<td></td><td></td></tr>\n";
        continue;
      }
      MethodSet guilty;
      std::string with;
      for (const size_t i : methods[m].violations) {
        guilty |= r.violations[i].methods & blame;
        const std::string others = names_of(r.violations[i].methods & ~self, r.description);
        with += (with.empty() ? "" : "; ") +
                ("<a href=\"#v" + std::to_string(i + 1) + "\">" + escaped(others.empty() ? "itself" : others) + "</a>");
      }
      out += status == MethodRow::Blamed
                 ? cell("violated", "bad")
                 : cell("part of violations, none found without " + names_of(guilty & ~self, r.description), "maybe");
      const Finding& smallest = r.violations[methods[m].violations.front()];
      out += "<td>" + with + "</td>" + cell(smallest.name, "program") + "</tr>\n";
    }
  return out + "</table>\n";
}

}  // namespace

std::string html_of(const SearchReport& r, const check::Configuration& options) {
  const std::string title = "Is " + r.run.program + " linearizable?";
  std::string out =
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
      "content=\"width=device-width\"><title>" +
      escaped(title) + "</title><style>" + kStyle + "</style></head><body>\n<h1>" + escaped(title) + "</h1>\n";
  const char* kind = r.run.verdict() == check::Verdict::Verified   ? "fine"
                     : r.run.verdict() == check::Verdict::Violated ? "bad"
                                                                   : "maybe";
  out += "<p><strong class=\"" + std::string(kind) + "\">" + std::string(verdict_name(r.run.verdict())) + "</strong>";
  if (r.run.verdict() == check::Verdict::Inconclusive) out += ": " + escaped(r.run.reason);
  out += ". " + grouped(r.programs) +
         (r.random ? " random programs (seed " + std::to_string(r.seed) + ")" : " programs") + " with " +
         escaped(bounds_text(r)) +
         (r.complete && !r.random ? ", exhaustive"
          : r.complete            ? ""
                                  : ", not all: " + escaped(r.run.stopped)) +
         ": " + grouped(r.explained) + " explained, " + grouped(r.violating) + " violating, " + grouped(r.skipped) +
         " skipped because they contain all methods of a smaller one that is violating, " + grouped(r.undecided_count) +
         " undecided.</p>\n";
  out += "<h2>Methods</h2>\n" + table(r);
  if (!r.violations.empty()) {
    out +=
        "<h2>Violations</h2>\n<p>An outcome is the list of results, thread by thread. None of these has a sequential "
        "execution. Smallest programs first.</p>\n";
    for (size_t i = 0; i < r.violations.size(); ++i) out += violation(r, i);
  }
  if (!r.unusable.empty() || !r.undecided.empty()) {
    out += "<h2>Not decided</h2>\n<ul>";
    for (const Finding& f : r.unusable) out += "<li><code>" + escaped(f.name) + "</code>: " + escaped(f.text) + "</li>";
    for (const std::string& s : r.undecided) out += "<li>" + escaped(s) + "</li>";
    out += "</ul>\n";
  }
  out += "<h2>How</h2>\n<pre>" + escaped(text_of(r.description)) + "notion: " + name_of(r.notion) +
         (options.vm.jmm ? "\nmemory: the Java Memory Model\nlocks: " : "\nmemory: sequentially consistent\nlocks: ") +
         (r.run.atomic_locks ? "operations are single steps" : "the JDK's own bytecode") +
         "\nJDK: " + escaped(r.run.jdk_version) + "\nsearch: " + escaped(options.search.strategy) + ", " +
         grouped(r.run.statistics.states) + " states, " + grouped(r.run.statistics.transitions) + " transitions, " +
         escaped(listeners::seconds_text(r.run.seconds)) + "</pre>\n";
  return out + "</body></html>\n";
}

}  // namespace jmc::linearizability
