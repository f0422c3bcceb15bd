// What a search of programs found, as one page that needs nothing else.
#include <algorithm>

#include "check/report/markup.hpp"
#include "check/report/page.hpp"
#include "linearizability/search.hpp"
#include "listeners/text.hpp"

namespace jmc::linearizability {

using listeners::grouped;

namespace {

using check::escaped;

std::string cell(const std::string& text, const char* kind = "") {
  return "<td" + (*kind ? " class=\"" + std::string(kind) + "\"" : "") + ">" + escaped(text) + "</td>";
}

std::string violation(const SearchReport& r, size_t i) {
  const Finding& f = r.violations[i];
  const std::string id = "v" + std::to_string(i + 1);
  std::string out = "<details id=\"" + id + "\"" + (i ? "" : " open") + "><summary><span class=\"program\">" +
                    escaped(f.name) + "</span> <span class=\"bad\">" + escaped(f.text) +
                    "</span></summary>\n<p>methods: " + escaped(names_of(f.methods, r.description)) + "</p>\n";
  if (!f.admitted.empty()) {
    out += "<p>sequential executions give:</p><ul>";
    size_t n = 0;
    for (const std::string& s : f.admitted)
      if (n++ < 100) out += "<li><code>" + escaped(s) + "</code></li>";
    if (n > 100 || !f.all_admitted) out += "<li>...</li>";
    out += "</ul>\n";
  }
  return out + check::page_story(r.run.violations[i].story, id + "t", "") + "</details>\n";
}

std::string table(const SearchReport& r) {
  const std::vector<MethodRow> methods = table_of(r);
  const MethodSet blame = blamed(r);
  std::string out =
      "<table class=\"cards\"><thead><tr><th>method</th><th>found</th><th>with</th><th>smallest program "
      "found</th></tr></thead><tbody>\n";
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
      out += "<td data-label=\"with\">" + with + "</td>" + cell(smallest.name, "program") + "</tr>\n";
    }
  return out + "</tbody></table>\n";
}

}  // namespace

std::string html_of(const SearchReport& r, const check::Configuration& options) {
  const std::string title = "Is " + r.run.program + " linearizable?";
  const std::string verdict(verdict_name(r.run.verdict()));
  std::string out = check::page_head(title) + "<header>\n<h1><span class=\"" + verdict + "\">" + verdict + "</span> " +
                    escaped(title) + "</h1>\n<p>";
  if (r.run.verdict() == check::Verdict::Inconclusive) out += escaped(r.run.reason) + ". ";
  out += (r.random ? listeners::count(r.programs, "random program") + " (seed " + std::to_string(r.seed) + ")"
                   : listeners::count(r.programs, "program")) +
         " with " + escaped(bounds_text(r)) +
         (r.complete && !r.random ? ", exhaustive"
          : r.complete            ? ""
                                  : ", not all: " + escaped(r.run.stopped)) +
         escaped(unspecified_text(r)) + ": " + grouped(r.explained) + " explained, " + grouped(r.violating) +
         " violating, " + grouped(r.skipped) +
         " skipped because they contain all methods of an earlier one that is violating, " +
         grouped(r.undecided_count) + " undecided.</p>\n</header>\n";
  out += "<h2>methods</h2>\n" + table(r);
  if (!r.violations.empty()) {
    out +=
        "<h2>violations</h2>\n<p>An outcome is the list of results, thread by thread. None of these has a sequential "
        "execution. Smallest programs first.</p>\n";
    for (size_t i = 0; i < r.violations.size(); ++i) out += violation(r, i);
  }
  if (!r.unusable.empty() || !r.undecided.empty()) {
    out += "<h2>not decided</h2>\n<ul>";
    for (const Finding& f : r.unusable) out += "<li><code>" + escaped(f.name) + "</code>: " + escaped(f.text) + "</li>";
    for (const std::string& s : r.undecided) out += "<li>" + escaped(s) + "</li>";
    out += "</ul>\n";
  }
  out += "<h2>what it rests on</h2>\n<pre>" + escaped(text_of(r.description)) + "notion: " + name_of(r.notion) +
         (options.vm.jmm ? "\nmemory: the Java Memory Model\nlocks: " : "\nmemory: sequentially consistent\nlocks: ") +
         (r.run.atomic_locks ? "operations are single steps" : "the JDK's own bytecode") +
         "\nJDK: " + escaped(r.run.jdk_version) + "\nsearch: " + escaped(options.search.strategy) + ", " +
         listeners::count(r.run.statistics.states, "state") + ", " +
         listeners::count(r.run.statistics.transitions, "transition") + ", " +
         escaped(listeners::seconds_text(r.run.seconds)) + "</pre>\n";
  return out + check::page_end();
}

}  // namespace jmc::linearizability
