#include "linearizability/prepare.hpp"

#include <algorithm>
#include <thread>

#include "check/answers/name_lists.hpp"
#include "linearizability/choose.hpp"
#include "por/strategy.hpp"
#include "por/support.hpp"

namespace jmc::linearizability {

namespace {

void choose_bounds(const Options& what, SearchReport& r) {
  Bounds& b = r.bounds;
  const bool given = what.threads || what.calls || what.values || what.invocations;
  b.own = r.limits_of_description = !given;
  b.threads = what.threads ? what.threads : 2;
  b.calls = what.calls ? what.calls : 3;
  b.values = what.values ? what.values : 2;
  b.invocations = b.threads * b.calls;
  if (what.invocations) {
    b.invocations = what.invocations;
    if (!what.calls) b.calls = b.invocations - 1;
  }
  if (given) return;
  const Limits& l = r.description.limits;
  b.invocations = l.invocations.value_or(4);
  b.threads = l.sequences.value_or(b.threads);
  b.values = l.values.value_or(b.values);
  for (const MethodDescription& m : r.description.methods) {
    b.invocations = std::max(b.invocations, m.limits.invocations.value_or(0));
    b.threads = std::max(b.threads, m.limits.sequences.value_or(0));
    b.values = std::max(b.values, m.limits.values.value_or(0));
  }
  b.calls = b.invocations - 1;
}

}  // namespace

std::unique_ptr<Prepared> prepare(const Options& what, const std::string& cls, const check::Configuration& options,
                                  SearchReport& r, std::chrono::steady_clock::time_point start) {
  std::optional<Description> spec;
  if (!what.spec.empty()) spec = read_description(what.spec);
  const Call constructor = parse_constructor(cls.empty() ? spec->cls : cls);
  Methods methods = methods_of(constructor.method, options);
  r.description =
      describe({what.methods, what.derived}, spec, constructor, cls.find('(') != std::string::npos, methods);
  std::unique_ptr<Prepared> out(new Prepared{
      subject_of(what.subject, std::move(methods), Call{constructor.method, r.description.arguments}, options),
      {},
      {},
      {}});
  keep_specified(r.description, out->subject, !what.methods.empty());
  r.notion = what.notion;
  r.subject = words_of(out->subject);
  r.all = options.search.keep_going;
  r.random = what.random;
  r.seed = what.seed;
  r.jobs = what.jobs ? what.jobs : std::max(1u, std::thread::hardware_concurrency());
  choose_bounds(what, r);
  r.bounds.groups = parse_groups(what.groups, r.description, out->subject.methods);
  out->instances = instances_of(r.description, r.bounds.values);
  std::vector<Call> table;
  for (const Instance& i : out->instances.all) table.push_back(i.call);
  out->engine =
      std::make_unique<Engine>(options, out->never, out->subject, table, record_of(r.notion), r.notion, r.together);
  Engine& engine = *out->engine;
  engine.memory_limit = options.search.memory_limit_bytes / r.jobs;
  engine.renamed = out->instances.renamed;
  check::describe(engine.machine(), r.run);
  r.run.program = text_of(Call{r.description.cls, r.description.arguments});
  r.run.start_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return out;
}

void note_unmet(SearchReport& r, uint64_t unmet, const check::Configuration& options, Engine& engine) {
  const std::vector<std::string>& names = options.vm.visible.names();
  for (size_t i = 0; i < std::min<size_t>(names.size(), 64) && ~unmet; ++i)
    if (unmet >> i & 1) r.unmet.push_back(check::unmet_class(engine.vm(), names[i], {r.description.cls}));
}

void choose_engine(const Options& what, const check::Configuration& o, SearchReport& r) {
  std::string why, instead;
  const por::Strategy* strategy = por::find_strategy(o.search.strategy);
  if (!o.search.match_states || !strategy || strategy->states == por::Strategy::States::Never) {
    const bool never = !strategy || strategy->states == por::Strategy::States::Never;
    why = (never ? "--por=" + o.search.strategy + " compares" : std::string("--stateless: such searches compare")) +
          " no states";
    instead = "a strategy that does (dl-s-por), or";
  } else if (por::bounded(o.search)) {
    why = "--bound leaves executions out";
    instead = "no --bound, or";
  } else if (what.random) {
    why = "--random draws programs that have little in common";
    instead = "no --random, or";
  } else if (moves_apart(what.notion)) {
    why = "calls that take effect together, or in two moments, are explained program by program";
    instead = "another --notion, or";
  }
  if (what.engine == "together" && !why.empty())
    throw check::UsageError("--engine=together: " + why + "; expected " + instead + " --engine=each");
  r.together = why.empty() && what.engine != "each";
}

// What a process on a rank is started with: the same question, without what belongs to the whole.
std::vector<std::string> serving(const std::string& cls, const check::Configuration& options) {
  std::vector<std::string> out{"jmc", "farm", "linearizability"};
  using check::Column;
  for (const check::Setting& s : options.settings)
    if (s.given && !s.option->is(Column::Whole | Column::OfStarter | Column::Anew | Column::IsReport))
      out.push_back("--" + std::string(s.option->name) + (s.option->value.empty() ? "" : "=" + s.value));
  if (!options.class_path.empty()) out.push_back("--classpath=" + options.class_path);
  if (!cls.empty()) out.push_back(cls);
  return out;
}

}  // namespace jmc::linearizability
