// The report for programs. docs/user-guide.md describes the keys.
#include <rapidjson/prettywriter.h>
#include <rapidjson/stringbuffer.h>

#include <cmath>

#include "cli/report.hpp"
#include "por/bounds.hpp"

#ifndef JMC_VERSION
#define JMC_VERSION "unknown"
#endif

namespace jmc::cli {

namespace {

class Json {
 public:
  explicit Json(rapidjson::StringBuffer& out) : w_(out) { w_.SetIndent(' ', 1); }

  void open() { w_.StartObject(); }
  void close() { w_.EndObject(); }
  void open(const char* key) { w_.Key(key); w_.StartObject(); }
  void open_list(const char* key) { w_.Key(key); w_.StartArray(); }
  void close_list() { w_.EndArray(); }
  void text(std::string_view v) { w_.String(v.data(), static_cast<rapidjson::SizeType>(v.size())); }
  void text(const char* key, std::string_view v) { w_.Key(key); text(v); }
  void number(const char* key, uint64_t v) { w_.Key(key); w_.Uint64(v); }
  void number(const char* key, int v) { w_.Key(key); w_.Int(v); }
  void real(const char* key, double v) { w_.Key(key); w_.Double(std::isfinite(v) ? v : 0); }
  void flag(const char* key, bool v) { w_.Key(key); w_.Bool(v); }
  void nothing(const char* key) { w_.Key(key); w_.Null(); }
  void texts(const char* key, const std::vector<std::string>& list) {
    open_list(key);
    for (const std::string& s : list) text(s);
    close_list();
  }

 private:
  rapidjson::PrettyWriter<rapidjson::StringBuffer> w_;
};

void place(Json& j, const listeners::Place& p) {
  j.text("class", p.klass);
  j.text("method", p.method);
  j.text("file", p.file);
  j.number("line", p.line);
  j.text("source", p.source);
}

void places(Json& j, const char* key, const std::vector<listeners::Place>& list) {
  j.open_list(key);
  for (const listeners::Place& p : list) {
    j.open();
    place(j, p);
    j.close();
  }
  j.close_list();
}

void violation(Json& j, const ReportedViolation& v) {
  const listeners::Story& s = v.story;
  j.open();
  j.text("kind", kind_of(v));
  j.text("message", v.found.message);
  j.number("thread", uint64_t{v.found.thread});
  j.number("count", v.found.count);
  j.text("stack", s.stack);
  j.text("output", s.output);
  j.texts("threads", s.thread_names);
  j.open_list("trace");
  for (const listeners::StoryStep& step : s.steps) {
    j.open();
    j.number("step", uint64_t{step.number});
    j.flag("effect", step.effect);
    j.number("thread", uint64_t{step.thread});
    j.text("thread_name", s.thread_names[step.thread]);
    place(j, step.place);
    j.text("operation", step.operation);
    if (step.caller.known()) {
      j.open("caller");
      place(j, step.caller);
      j.text("called", step.called);
      j.close();
    }
    j.close();
  }
  j.close_list();
  j.texts("objects", s.legend);
  j.open_list("waiting");
  for (const listeners::WaitingThread& w : s.waiting) {
    j.open();
    j.number("thread", uint64_t{w.thread});
    j.text("thread_name", s.thread_names[w.thread]);
    j.text("what", w.what);
    if (w.on != por::kNoThread) j.number("waits_for", uint64_t{w.on});
    places(j, "stack", w.stack);
    j.close();
  }
  j.close_list();
  places(j, "loop", s.loop);
  j.open_list("schedule");
  for (const por::PathStep step : v.found.path) {
    j.open();
    j.number("thread", uint64_t{step.thread});
    j.number("alternative", uint64_t{step.alternative});
    j.close();
  }
  j.close_list();
  j.close();
}

void statistics(Json& j, const Report& r) {
  const por::SearchStatistics& s = r.statistics;
  j.open("statistics");
  j.number("states", s.states);
  j.number("transitions", s.transitions);
  j.number("executions", s.executions);
  j.number("blocked_executions", s.blocked_executions);
  j.number("revisits", s.revisits);
  j.number("max_depth", s.max_depth);
  j.real("seconds", r.seconds);
  j.real("start_seconds", r.start_seconds);
  j.real("search_seconds", r.search_seconds);
  j.real("transitions_per_second", r.search_seconds > 0 ? static_cast<double>(s.transitions) / r.search_seconds : 0);
  j.number("peak_memory_bytes", r.peak_memory);
  j.number("store_bytes", s.store_bytes);
  j.real("bytes_per_state", s.states ? static_cast<double>(s.store_bytes) / static_cast<double>(s.states) : 0);
  j.close();
}

void configuration(Json& j, const Report& r, const Options& o) {
  const por::SearchOptions& s = o.search;
  j.open("configuration");
  j.text("jmc", JMC_VERSION);
  j.text("program", o.program);
  j.texts("arguments", o.arguments);
  j.text("class_path", o.class_path);
  j.texts("visible", o.vm.visible);
  j.texts("visible_representation", o.vm.representation);
  j.text("visibility", !o.vm.visible.empty() ? "list" : o.vm.adaptive ? "contended" : "all shared");
  j.texts("contended", r.contended);
  j.number("rounds", uint64_t{r.rounds});
  j.flag("trust_visible", o.trust_visible);
  j.text("por", s.strategy);
  j.text("search", s.exploration == por::Exploration::DepthFirst ? "" : search_name(o));
  j.flag("match_states", s.match_states);
  j.flag("exact_states", s.exact_states);
  j.flag("no_safe_sets", s.no_safe_sets);
  j.flag("sleep_sets", s.sleep_sets);
  j.flag("observers", s.observers);
  j.flag("safe_unlocks", s.safe_unlocks);
  j.flag("visited_first", s.visited_first);
  j.flag("lock_owners", s.owner_for_blocked);
  j.flag("fewest_conflicts", s.fewest_conflicts);
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
  j.number("depth_bound", s.depth_limit);
  j.texts("seals", o.seals);
  j.flag("depth_is_livelock", s.depth_is_livelock);
  j.open_list("bounds");
  for (const por::Bound& b : s.bounds) {
    j.open();
    j.text("kind", por::bound_name(b.kind));
    j.number("limit", b.limit);
    j.close();
  }
  j.close_list();
  j.text("memory_model", "sequential consistency");
  j.text("locks", r.atomic_locks ? "atomic" : "real");
  j.text("timeouts", o.vm.timeouts == vm::Timeouts::Both ? "both" : o.vm.timeouts == vm::Timeouts::Never ? "never" : "always");
  j.flag("spurious_wakeups", o.vm.spurious_wakeups);
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
  const double n = static_cast<double>(r.statistics.states);
  j.real("omission_probability", s.match_states && !s.exact_states ? n * n / std::ldexp(1.0, 129) : 0);
  j.close();
}

}  // namespace

std::string report_json(const Report& r, const Options& o) {
  rapidjson::StringBuffer buffer;
  Json j(buffer);
  j.open();
  j.text("verdict", verdict_name(r.verdict));
  if (r.verdict == Verdict::Error) j.text("error", r.reason);
  else j.nothing("error");
  j.text("reason", r.reason);
  j.flag("complete", r.complete);
  j.flag("within_bounds", r.complete || r.bounded);
  j.text("stopped", r.stopped);
  j.text("main_class", r.program);
  j.open_list("violations");
  for (const ReportedViolation& v : r.violations) violation(j, v);
  j.close_list();
  j.open_list("outcomes");
  for (const auto& [text, outcome] : r.outcomes) {
    j.open();
    j.text("output", text);
    j.number("end_states", outcome.end_states);
    j.open_list("witness");
    for (const por::PathStep step : outcome.witness) {
      j.open();
      j.number("thread", uint64_t{step.thread});
      j.number("alternative", uint64_t{step.alternative});
      j.close();
    }
    j.close_list();
    j.close();
  }
  j.close_list();
  if (!r.levels.empty()) {
    j.open_list("levels");
    for (const Level& l : r.levels) {
      j.open();
      j.number("limit", l.limit);
      j.flag("complete", !l.cut);
      j.number("states", l.statistics.states);
      j.number("transitions", l.statistics.transitions);
      j.number("executions", l.statistics.executions);
      j.close();
    }
    j.close_list();
  }
  j.texts("holes", r.holes);
  j.texts("warnings", r.warnings);
  statistics(j, r);
  configuration(j, r, o);
  j.close();
  return std::string(buffer.GetString(), buffer.GetSize()) + "\n";
}

}  // namespace jmc::cli
