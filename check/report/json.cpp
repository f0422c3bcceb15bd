// The report for programs. docs/reports.md describes the keys.
#include <algorithm>

#include "check/answers/baseline.hpp"
#include "check/answers/version.hpp"
#include "check/report/format.hpp"
#include "check/report/json_search.hpp"
#include "check/report/json_writer.hpp"
#include "check/report/point.hpp"
#include "check/report/report.hpp"
#include "check/search/profile.hpp"
#include "por/bounded/bounds.hpp"
#include "por/stateless/fruitless_rounds.hpp"
#include "por/store/state_store.hpp"

namespace jmc::check {

namespace {

void schedule(Json& j, const char* key, std::span<const por::PathStep> path) {
  j.objects(key, path, [&](const por::PathStep step) {
    j.number("thread", uint64_t{step.thread});
    j.number("alternative", uint64_t{step.alternative});
  });
}

void place(Json& j, const listeners::Place& p) {
  j.text("class", p.klass);
  j.text("method", p.method);
  j.text("file", p.file);
  j.number("line", p.line);
  j.text("source", p.source);
}

void places(Json& j, const char* key, const std::vector<listeners::Place>& list) {
  j.objects(key, list, [&](const listeners::Place& p) { place(j, p); });
}

// Schedules of many findings are alike. Where whole ones would make most of the report, one names how much it has in
// common with that of the entry before it in its list: "<key>_begins_like": {"entry": its index, "steps": how many}.
class Schedules {
 public:
  explicit Schedules(const char* key) : key_(key), begins_like_(std::string(key) + "_begins_like") {}

  void write(Json& j, const listeners::StoredPath& stored) {
    std::vector<por::PathStep> path = stored.steps();
    size_t common = 0;
    if (written_ > kWhole) {
      const auto same = [](por::PathStep a, por::PathStep b) {
        return a.thread == b.thread && a.alternative == b.alternative;
      };
      common = static_cast<size_t>(std::mismatch(path.begin(), path.end(), before_.begin(), before_.end(), same).first -
                                   path.begin());
    }
    if (common) {
      j.open(begins_like_.c_str());
      j.number("entry", entry_ - 1);
      j.number("steps", uint64_t{common});
      j.close();
    }
    schedule(j, key_, std::span(path).subspan(common));
    written_ += path.size() - common;
    before_ = std::move(path);
    ++entry_;
  }

 private:
  static constexpr size_t kWhole = 200'000;  // steps that are written before that begins
  const char* key_;
  std::string begins_like_;
  size_t written_ = 0;
  uint64_t entry_ = 0;
  std::vector<por::PathStep> before_;
};

void outcomes(Json& j, const listeners::OutcomeSet& all) {
  Schedules witnesses("witness");
  j.objects("outcomes", all, [&](const auto& entry) {
    const auto& [text, outcome] = entry;
    j.text("output", text);
    j.number("end_states", outcome.end_states);
    if (outcome.needs_memory_model) j.flag("needs_memory_model", true);
    witnesses.write(j, outcome.witness);
  });
}

void race_side(Json& j, const RaceSide& s) {
  j.open();
  j.number("thread", uint64_t{s.thread});
  j.text("thread_name", s.thread_name);
  j.text("access", s.write ? "write" : "read");
  j.text("mode", s.mode);
  place(j, s.place);
  if (s.caller.known()) {
    j.open("called_from");
    place(j, s.caller);
    j.close();
  }
  j.close();
}

void races(Json& j, const RaceReport& r) {
  using Status = RaceReport::Status;
  j.objects("races", r.races, [&](const ReportedRace& race) {
    j.text("location", race.variable);
    j.text("class", race.owner);
    j.text("field", race.name);
    j.text("in", race.in_program ? "program" : "jdk");
    j.text("missing", "no happens-before from the " + std::string(race.first.write ? "write" : "read") + " by thread " +
                          std::to_string(race.first.thread) + " to the " + (race.second.write ? "write" : "read") +
                          " by thread " + std::to_string(race.second.thread));
    j.open_list("accesses");
    race_side(j, race.first);
    race_side(j, race.second);
    j.close_list();
  });
  j.objects("weaker_modes", r.weaker_modes, [&](const ReportedWeakerMode& w) {
    j.text("location", w.variable);
    j.text("mode", w.method);
    j.text("in", w.in_program ? "program" : "jdk");
    place(j, w.place);
  });
  j.open("race_search");
  j.text("answer", r.status == Status::Off            ? "off"
                   : r.status == Status::NotLookedFor ? "not looked for"
                   : r.status == Status::Undecided    ? "undecided"
                   : !r.races.empty()                 ? "racy"
                                                      : "free");
  j.text("reason", r.reason);
  j.texts("undecided", r.undecided);
  j.number("states", r.statistics.states);
  j.number("transitions", r.statistics.transitions);
  j.real("seconds", r.seconds);
  j.close();
}

// What was compared with the story besides what it leads to.
void confirmed_values(Json& j, const Confirmation& c) {
  j.number("confirmed_values", uint64_t{c.compared});
  j.texts("confirmed_differences", c.differences);
  j.text("confirmed_departed", c.departed);
}

void outcomes_confirmed(Json& j, const Result& r) {
  if (r.outcomes_confirmed.empty()) return;
  j.objects("outcomes_confirmed", r.outcomes_confirmed, [&](const auto& entry) {
    const auto& [output, c] = entry;
    j.text("output", output);
    if (not_forceable(c)) j.text("confirmed", "not-forceable");
    else j.flag("confirmed", happens(c));
    j.text("confirmed_reason", c.reason);
    confirmed_values(j, c);
    j.number("confirmed_steps", uint64_t{c.steps});
  });
}

void operation(Json& j, const listeners::StoryStep& step) {
  place(j, step.place);
  j.text("operation", step.operation);
  if (!step.caller.known()) return;
  j.open("caller");
  place(j, step.caller);
  j.text("called", step.called);
  j.close();
}

void violation(Json& j, const ReportedViolation& v, const Result& r, Schedules& schedules) {
  const listeners::Story& s = v.story;
  j.open();
  j.text("kind", kind_of(v));
  j.text("message", v.found.message);
  j.number("thread", uint64_t{v.found.thread});
  j.number("count", v.found.count);
  j.text("drawn", v.drawn);
  j.text("fingerprint", fingerprint(v, r.program));
  j.text("place", place_text(v));
  j.text("where", where_text(s));
  if (r.baseline) j.flag("known", v.known);
  if (v.simplicity) {
    j.number("preemptions", v.simplicity->preemptions);
    j.flag("fewest_preemptions", v.simplicity->fewest);
  }
  if (!v.difference.empty()) j.texts("difference", v.difference);
  if (v.confirmation) {
    if (not_forceable(*v.confirmation)) j.text("confirmed", "not-forceable");
    else j.flag("confirmed", happens(*v.confirmation));
    j.text("confirmed_reason", v.confirmation->reason);
    confirmed_values(j, *v.confirmation);
  }
  j.text("stack", s.stack);
  j.text("output", s.output);
  j.texts("threads", s.thread_names);
  j.objects("trace", s.steps, [&](const listeners::StoryStep& step) {
    j.number("step", uint64_t{step.number});
    j.flag("effect", step.effect);
    j.number("thread", uint64_t{step.thread});
    j.text("thread_name", s.thread_names[step.thread]);
    operation(j, step);
    if (!step.variable.empty()) j.text("variable", step.variable);
    if (!step.read.empty()) j.text("read", step.read);
    if (!step.written.empty()) j.text("written", step.written);
    if (step.saw_number) j.number("saw_step", uint64_t{step.saw_number});
    if (step.matters) j.flag("matters", true);
  });
  j.texts("causes", s.causes);
  j.texts("objects", s.legend);
  j.objects("waiting", s.waiting, [&](const listeners::WaitingThread& w) {
    j.number("thread", uint64_t{w.thread});
    j.text("thread_name", s.thread_names[w.thread]);
    j.text("what", w.what);
    if (w.on != por::kNoThread) j.number("waits_for", uint64_t{w.on});
    places(j, "stack", w.stack);
  });
  places(j, "loop", s.loop);
  if (!s.loop_notes.empty()) j.texts("loop_notes", s.loop_notes);
  if (!s.looping.empty()) {
    j.open("lasso");
    j.objects("threads", s.looping, [&](const listeners::LoopingThread& l) {
      j.number("thread", uint64_t{l.thread});
      j.text("thread_name", s.thread_names[l.thread]);
      j.objects("steps", l.steps, [&](const listeners::StoryStep& step) { operation(j, step); });
      j.texts("notes", l.notes);
    });
    schedule(j, "stem", s.stem);
    schedule(j, "cycle", s.cycle);
    j.close();
  }
  if (s.left_out) j.number("steps_left_out", uint64_t{s.left_out});
  schedules.write(j, v.found.path);
  j.close();
}

void violations(Json& j, const Result& r) {
  Schedules schedules("schedule");
  j.open_list("violations");
  for (const ReportedViolation& v : r.violations) violation(j, v, r, schedules);
  for (const listeners::FoundViolation& v : r.untold) {
    j.open();
    j.text("kind", listeners::kind_name(v.kind));
    j.text("message", v.message);
    j.number("thread", uint64_t{v.thread});
    j.number("count", v.count);
    j.open_list("trace");
    j.close_list();
    schedules.write(j, v.path);
    j.close();
  }
  j.close_list();
}

void statistics(Json& j, const Result& r) {
  const por::SearchStatistics& s = r.statistics;
  j.open("statistics");
  j.number("states", s.states);
  j.number("transitions", s.transitions);
  j.number("executions", s.executions);
  j.number("blocked_executions", s.blocked_executions);
  j.number("revisits", s.revisits);
  j.number("max_depth", s.max_depth);
  j.number("threads", r.threads);
  j.real("seconds", r.seconds);
  j.real("start_seconds", r.start_seconds);
  j.real("search_seconds", r.search_seconds);
  j.real("round_seconds", r.round_seconds);
  j.real("transitions_per_second", r.search_seconds > 0 ? static_cast<double>(s.transitions) / r.search_seconds : 0);
  j.number("peak_memory_bytes", r.peak_memory);
  j.number("store_bytes", s.store_bytes);
  if (r.workers.count != 0) {
    const double explored = static_cast<double>(s.states + r.workers.explored_again);
    j.open("workers");
    j.number("count", uint64_t{r.workers.count});
    j.number("explored_again", r.workers.explored_again);
    j.real("share_explored_again", explored > 0 ? static_cast<double>(r.workers.explored_again) / explored : 0);
    j.number("begun_again", r.workers.begun_again);
    j.texts("lost", r.workers.lost);
    j.close();
  }
  if (const DistributedReport& d = r.distributed; d.ranks != 0 || !d.lost.empty()) {
    j.open("distributed");
    j.number("ranks", uint64_t{d.ranks});
    j.number("levels", d.levels);
    j.number("levels_again", d.redone);
    j.number("messages", d.messages);
    j.number("message_bytes", d.bytes);
    j.number("steps_again", d.replayed);
    j.number("states_loaded", d.loaded);
    j.number("states_handed_on", d.given);
    j.number("begun_again", d.begun_again);
    j.texts("lost", d.lost);
    j.close();
  }
  j.real("bytes_per_state", s.states ? static_cast<double>(s.store_bytes) / static_cast<double>(s.states) : 0);
  j.close();
}

void configuration(Json& j, const Result& r, const Configuration& o) {
  const por::SearchOptions& s = o.search;
  j.open("configuration");
  j.text("jmc", check::version());
  j.text("commit", check::commit());
  j.text("program", o.program);
  j.open("options");
  for (const check::Setting& given : o.settings)
    if (given.option->effect != check::Effect::None) j.text(given.option->name.data(), given.value);
  j.close();
  j.texts("arguments", o.arguments);
  j.text("class_path", o.class_path);
  j.texts("visible", o.vm.visible.names());
  j.texts("visible_representation", r.representation);
  j.text("visibility", !o.vm.visible.empty() ? "list" : o.vm.adaptive ? "contended" : "all shared");
  j.texts("contended", r.contended);
  if (r.older.explored) j.texts("older_values_of", r.older.of);
  if (r.older.explored) j.texts("volatile_reads_of_weaker_writes", r.older.not_explored);
  if (r.older.explored) j.texts("views_of_newest_values", r.older.views_in_order);
  if (r.older.explored) j.flag("needs_unordered_dependent_load", r.older.needs_unordered_load);
  j.texts("ordered", r.ordered);
  j.number("rounds", uint64_t{r.rounds});
  j.flag("trust_visible", o.trust_visible);
  j.text("por", s.strategy);
  j.text("search", s.exploration == por::Exploration::DepthFirst ? "" : search_name(o));
  j.flag("match_states", s.match_states);
  j.flag("exact_states", s.exact_states);
  j.flag("no_safe_sets", s.no_safe_sets);
  j.flag("sleep_sets", s.sleep_sets);
  j.number("sleep_sets_from", s.late_sleep_sets && !r.symmetry ? s.sleep_sets_from : 0);
  j.flag("symmetry", r.symmetry);
  j.flag("observers", s.observers);
  j.flag("safe_unlocks", s.safe_unlocks);
  j.flag("visited_first", s.visited_first);
  j.flag("lock_owners", s.owner_for_blocked);
  j.flag("held_back", s.held_back);
  j.flag("ends_apart", s.ends_apart);
  j.flag("fewest_conflicts", s.fewest_conflicts);
  j.flag("learnt_order", s.learnt_order);
  j.flag("failing_reads", s.failing_reads);
  j.flag("same_value_reads", s.same_value_reads);
  j.flag("retraverse", s.retraverse);
  j.flag("glue", o.vm.glue);
  j.flag("keep_going", s.keep_going);
  j.text("order", s.order == por::SearchOptions::Order::Random ? "random" : "sequential");
  j.open_list("permutation");
  for (const por::ThreadId t : s.permutation) j.text(std::to_string(t));
  j.close_list();
  j.number("seed", s.seed);
  j.number("depth_bound", s.depth_bound);
  j.texts("seals", o.seals);
  j.text("livelock", s.livelock == por::Livelock::Off ? "off" : s.livelock == por::Livelock::Fair ? "fair" : "report");
  j.flag("livelocks_seen", por::notices_livelocks(s));
  j.flag("depth_is_livelock", s.depth_is_livelock);
  j.objects("bounds", r.bounds.empty() ? s.bounds : r.bounds, [&](const por::Bound& b) {
    j.text("kind", por::bound_name(b.kind));
    j.number("limit", b.limit);
  });
  j.text("memory_model", o.vm.jmm ? "Java Memory Model" : "sequential consistency");
  j.text("locks", r.atomic_locks ? "atomic" : "real");
  j.text("executors", o.vm.executors ? "atomic" : "real");
  j.flag("executors_met", (r.met & vm::kMetSections) != 0);
  j.text("timeouts", o.late_time_outs                       ? "late"
                     : o.vm.timeouts == vm::Timeouts::Both  ? "both"
                     : o.vm.timeouts == vm::Timeouts::Never ? "never"
                                                            : "always");
  j.flag("spurious_wakeups", o.vm.spurious_wakeups);
  j.text("weak_references", o.collect_references ? "both" : "kept");
  j.text("swallowed", o.vm.swallowed == vm::Swallowed::Report      ? "report"
                      : o.vm.swallowed == vm::Swallowed::Violation ? "violation"
                                                                   : "off");
  j.flag("spurious_failures", o.vm.spurious_failures);
  j.text("races", o.races == RaceHandling::Report      ? "report"
                  : o.races == RaceHandling::Violation ? "violation"
                                                       : "off");
  j.text("random", o.vm.random == vm::Random::Fixed
                       ? "fixed"
                       : "all:" + std::to_string(o.vm.random_range) + (o.vm.random_rest_fixed ? ",fixed" : ""));
  j.text("initialisations", o.vm.initialisations ? "all" : "told");
  j.text("warm_up", o.warm_up ? "auto" : "off");
  if (r.booted) j.texts("warmed_up", r.warmed_up);
  j.flag("assertions", true);
  j.number("processors", o.vm.processors);
  j.number("heap_bytes", o.vm.heap_limit);
  j.number("stack_bytes", uint64_t{o.vm.stack_slots} * 4);
  j.number("step_limit", o.vm.step_limit);
  j.real("time_limit_seconds", o.time_limit);
  j.number("memory_limit_bytes", s.memory_limit_bytes);
  j.texts("properties", o.vm.properties);
  j.text("jdk_version", r.jdk_version);
  j.text("jdk_vendor", r.jdk_vendor);
  j.text("jdk_home", r.jdk_home);
  // Of a missed state when fingerprints stand for states.
  const double omitted = por::omission_probability(static_cast<double>(r.statistics.states));
  j.real("omission_probability", s.match_states && !s.exact_states ? omitted : 0);
  j.close();
}

// How much there is to do, as far as it is known.

void report(Json& j, const Result& r, const Configuration& o) {
  j.open();
  j.number("schema", check::kReportSchema);
  j.text("verdict", verdict_name(r.verdict()));
  if (r.verdict() == Verdict::Error) j.text("error", r.reason);
  else j.nothing("error");
  j.text("reason", r.reason);
  j.text("cause", cause_name(r.cause));
  j.flag("complete", r.complete);
  j.flag("within_bounds", r.complete || r.bounded);
  j.text("stopped", r.stopped);
  j.text("stopped_at", r.stopped_at);
  j.text("main_class", r.main_class);
  violations(j, r);
  if (r.baseline) {
    j.open("baseline");
    j.text("file", r.baseline->file);
    j.number("known", uint64_t{r.baseline->known});
    j.texts("gone", r.baseline->gone);
    j.number("exit_code", r.exit_code());
    j.close();
  }
  outcomes(j, r.outcomes);
  outcomes_confirmed(j, r);
  if (r.longer_outcomes) {
    j.open("longer_outcomes");
    j.number("bytes", uint64_t{r.output_limit});
    j.number("end_states", r.longer_outcomes);
    j.close();
  }
  races(j, r.races);
  search_aids(j, r);
  if (!r.levels.empty()) {
    j.objects("levels", r.levels, [&](const Level& l) {
      j.number("limit", l.limit);
      j.flag("complete", !l.cut);
      j.number("states", l.statistics.states);
      j.number("transitions", l.statistics.transitions);
      j.number("executions", l.statistics.executions);
    });
  }
  second_opinion(j, r, o);
  j.texts("random_drawn", r.random_places);
  j.texts("choices", r.choice_places);
  j.flag("clock_read", r.clock_read);
  j.flag("old_readings_merged", r.old_readings_merged);
  j.texts("holes", r.holes);
  j.texts("warnings", r.warnings);
  j.texts("notes", r.notes);
  if (r.witness && r.verdict() == Verdict::Violated)
    for (const Output& output : o.outputs)
      if (output.format == "witness") j.text("witness", output.file);
  j.objects("swallowed", r.swallowed, [&](const listeners::FoundSwallowed& f) {
    j.text("error", f.error.error);
    j.text("thrown", f.error.thrown);
    j.text("caught", f.error.caught);
    j.text("thread", f.thread);
    j.number("end_states", f.count);
    schedule(j, "witness", f.path);
  });
  j.objects("relied_on", r.remarks, [&](const auto& entry) {
    const auto& [topic, text] = entry;
    j.text("topic", topic);
    j.text("text", text);
  });
  j.texts("files_written", r.files_written);
  statistics(j, r);
  configuration(j, r, o);
  j.close();
}

}  // namespace

bool write_report_json(std::FILE* file, const Result& r, const Configuration& o) {
  Sink sink(file);
  Json j(sink);
  report(j, r, o);
  sink.Put('\n');
  sink.Flush();
  return sink.good();
}

std::string report_json(const Result& r, const Configuration& o) {
  Sink sink;
  Json j(sink);
  report(j, r, o);
  sink.Put('\n');
  return sink.take();
}

}  // namespace jmc::check
