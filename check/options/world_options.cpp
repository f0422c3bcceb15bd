// The world of the program: locks, executors, time, references, chance, memory; and which threads are the same.
#include "check/options/meaning.hpp"
#include "por/search.hpp"
#include "por/support.hpp"
#include "vm/jvm_system.hpp"

namespace jmc::check {

namespace {

// What has been shown to give the answers of a full search under the memory model; everything else is refused.
void check_memory_model(const Configuration& o) {
  std::string why = por::refusal(por::Purpose::MemoryModel, o.search);
  if (why.empty() && o.collect_references) why = "older values keep references alive; expected --weak-references=kept";
  if (!why.empty()) throw UsageError("--memory=jmm: " + why);
}

}  // namespace

void Meaning::executors() {
  const Text how = text("executors");
  const bool may = o.vm.visible.empty() && !makes_programs(line_.command) && text("memory") == "sc";
  o.vm.executors = choice<bool>("executors", {{"auto", may}, {"atomic", true}, {"real", false}});
  if (how == "atomic" && !o.vm.visible.empty())
    throw UsageError(
        "--executors=atomic: with --visible the scheduling points are what the list names; expected no "
        "--visible");
  if (how == "atomic" && text("memory") != "sc")
    throw UsageError("--executors=atomic: older values are explored access by access; expected no --memory=jmm");
  if (has("executor-classes"))
    for (const Text& value : line_.values("executor-classes"))
      for (std::string& name : list("executor-classes", value)) o.vm.executor_classes.add(std::move(name));
  if (!o.vm.executors && !o.vm.executor_classes.empty() && !has("assume"))
    throw UsageError(
        "--executor-classes: executors are not taken as atomic; expected --executors=atomic, or none of "
        "--executors=real, --visible");
}

void Meaning::world() {
  executors();
  using vm::Locks;
  using vm::Swallowed;
  o.vm.locks = choice<Locks>("locks", {{"auto", Locks::Auto}, {"atomic", Locks::Atomic}, {"real", Locks::Real}});
  o.vm.ends_apart = o.search.ends_apart;
  if (has("reload")) o.reload = whole_number("reload", text("reload"), 1, kAny);
  if (has("force-wrong")) o.forced_wrong = parse_forced_wrong(text("force-wrong"));
  // Gluing steps together is a reduction: a full search does without it.
  // Not under a bound, which counts steps and must mean the same for every reduction.
  o.vm.glue = !has("no-glue") && (!por::strategy_of(o.search).full || por::bounded(o.search));

  choose_time_outs(line_, o);
  if (has("distinguish")) o.vm.distinguish = distinguished(text("distinguish"));
  o.vm.unread_adders = !makes_programs(line_.command);  // there each call is looked at, whoever reads what it leaves
  if (por::bounded(o.search))
    o.vm.distinguish |= vm::kDistinguishSpins | vm::kDistinguishRounds;  // a bound may count such rounds
  if (!makes_programs(line_.command)) races();
  o.vm.swallowed = choice<Swallowed>(
      "swallowed", {{"report", Swallowed::Report}, {"violation", Swallowed::Violation}, {"off", Swallowed::Off}});
  o.warm_up = choice<bool>("warm-up", {{"auto", true}, {"off", false}});
  references();
  o.vm.spurious_wakeups = has("spurious-wakeups");
  o.vm.spurious_failures = has("spurious-failures");
  if (!makes_programs(line_.command)) parse_random(text("random"), o.vm);
  o.vm.processors = static_cast<int>(whole_number("processors", text("processors"), 1, 1024));
  o.vm.heap_limit = size("heap", text("heap"), 1u << 20, uint64_t{24} << 30);
  o.vm.stack_slots = static_cast<uint32_t>(size("stack", text("stack"), 64u << 10, uint64_t{1} << 30) / 4);
  if (has("define"))
    for (const Text& property : line_.values("define")) {
      if (property.empty() || property[0] == '=') refuse("define", property, "key=value");
      o.vm.properties.push_back(property.find('=') == std::string::npos ? property + "=" : property);
    }
  o.modules = module_options(line_);
  older_values();
  ordered_accesses();
}

void Meaning::races() {
  o.races = choice<RaceHandling>(
      "races", {{"report", RaceHandling::Report}, {"violation", RaceHandling::Violation}, {"off", RaceHandling::Off}});
  const bool member = has("member") && !has("whole");
  if (!has("portfolio") && !member) return;
  // A search that is in doubt about races would end a portfolio that asks for them.
  if (o.races == RaceHandling::Violation)
    throw UsageError(
        "--races=violation: not every search of a portfolio decides on data races; expected "
        "--races=report, which lists what the one that answers has found, or no --portfolio");
  // A member that explores older values would search twice.
  if (!has("races") && text("memory") != "sc") o.races = RaceHandling::Off;
}

void Meaning::references() {
  // What is left of a pool is judged where a search ends.
  if (!makes_programs(line_.command)) choice<bool>("leftover", {{"auto", true}, {"note", true}, {"violation", true}});
  o.collect_references = choice<bool>("weak-references", {{"kept", false}, {"both", true}});
  if (o.collect_references) o.vm.adaptive = false;  // what is reachable depends on every access
}

void Meaning::older_values() {
  o.vm.jmm = choice<bool>("memory", {{"sc", false}, {"jmm", true}, {"jmm-mixed", true}});
  o.vm.jmm_mixed = text("memory") == "jmm-mixed";
  // There are as many ways to read as there are older values.
  o.vm.ways_alone = line_.command == Command::Check && por::strategy_of(o.search).run_trees && !o.vm.jmm &&
                    !por::bounded(o.search) && !o.search.observers &&
                    o.search.exploration == por::Exploration::DepthFirst;
  o.search.trees = !o.vm.ways_alone;
  o.vm.tearing = choice<bool>("tearing", {{"on", true}, {"off", false}});
  o.vm.dependent_loads = choice<bool>("dependent-loads", {{"any", false}, {"ordered", true}});
  const bool any = choice<bool>("volatile-reads", {{"newest", false}, {"any", true}});
  o.vm.volatile_reads_apart = any && o.vm.jmm && !o.vm.jmm_mixed;
  load_buffering();
}

// Which accesses may be ordered by happens-before alone, and so are no scheduling points.
void Meaning::ordered_accesses() {
  const Text older = o.vm.jmm ? por::refusal(por::Purpose::OlderValues, o.search) : Text();
  if (o.vm.jmm) check_memory_model(o);
  const bool programs = makes_programs(line_.command);
  const bool by_order = !programs && choice<bool>("points", {{"auto", true}, {"contended", false}});
  if (!programs) {
    // Bounds and samplers count operations; under observers some orders of writes are not explored; and under the
    // memory model a variable may race in executions that are not sequentially consistent alone.
    o.sequential_ordered =
        o.vm.adaptive && by_order && !por::bounded(o.search) && !o.search.observers && !has("search");
    o.vm.ordered = o.sequential_ordered && !o.vm.jmm;
    // A search that is kept is the one that has older values.
    o.sequential_first = o.vm.jmm && !o.vm.jmm_mixed && by_order && o.races != RaceHandling::Off &&
                         !has("checkpoint") && !has("resume") && line_.command != Command::Replay;
  }
  if (!older.empty() && !o.sequential_first) throw UsageError("--memory=" + text("memory") + ": " + older);
  o.older_refused = older;
}

// Writes ahead are steps that reductions know nothing of, and what older values need not be kept for. But a step that
// no other thread could notice takes away no write ahead of others, and brings its own thread none: those are made
// where a thread is about to read what others write. So it may be all that is explored of a state. Sleep sets compare
// operations, without what is written ahead of them.
void Meaning::load_buffering() {
  if (makes_programs(line_.command) || line_.command == Command::Test) return;
  const bool on = choice<bool>("load-buffering", {{"auto", false}, {"on", true}, {"off", false}});
  o.buffers_loads = text("load-buffering") == "auto" && o.vm.jmm && !o.vm.jmm_mixed;
  if (!on) return;
  if (!o.vm.jmm || o.vm.jmm_mixed) throw UsageError("--load-buffering=on: expected --memory=jmm");
  const por::Strategy& strategy = por::strategy_of(o.search);
  if (!strategy.distributes || por::bounded(o.search) || o.workers > 1)
    throw UsageError("--load-buffering=on: expected --por=none or --por=s-por, no bound, one worker");
  if (!strategy.full) {
    if (has("refine"))
      throw UsageError("--load-buffering=on: refinements compare operations alone; expected --por=none or no --refine");
    o.search.sleep_sets = o.search.late_sleep_sets = o.search.lone_runs = false;
  }
  if (o.vm.dependent_loads) throw UsageError("--load-buffering=on: expected --dependent-loads=any");
  o.vm.load_buffering = o.vm.volatile_reads_apart = true;
  o.vm.glue = false;
  o.vm.distinguish |= vm::kDistinguishRounds;
}

// A state and its image under a permutation of such threads are one.
void Meaning::symmetry() {
  if (line_.command != Command::Check && line_.command != Command::Test && line_.command != Command::Replay) return;
  using Use = vm::SymmetryUse;
  const Use how = choice<Use>("symmetry", {{"auto", Use::Auto}, {"on", Use::On}, {"off", Use::Off}});
  if (how == Use::Off || has("portfolio")) return;
  por::SearchOptions search = o.search;
  search.late_sleep_sets = false;  // they would be refused, and nobody asked for them
  std::string reason = por::refusal(por::Purpose::Places, search);
  if (reason.empty() && o.vm.jmm) reason = "--memory=jmm keeps what was written by the numbers of threads";
  if (how == Use::Auto) {
    // Full search is what the rest is measured against. And nobody asked: late sleep sets stay where it turns out that
    // no threads are the same (Check::search_once).
    if (reason.empty() && !por::strategy_of(search).full && !has("distribute")) o.vm.symmetry = how;
    return;
  }
  if (!reason.empty()) throw UsageError("--symmetry=on: " + reason);
  o.search = std::move(search);
  o.vm.symmetry = how;
}

// Whether numbers of threads that have ended are given to later ones: not where a search, or what it keeps, takes a
// number for one thread along a path.
void Meaning::thread_numbers() {
  const auto from = static_cast<uint32_t>(whole_number("thread-numbers", text("thread-numbers"), 0, por::kMaxThreads));
  std::string reason = por::refusal(por::Purpose::NumbersReturn, o.search);
  if (reason.empty() && o.vm.jmm) reason = "--memory=jmm";
  if (reason.empty()) {
    o.vm.thread_numbers = from;
    if (!from) o.vm.numbers_kept = " (--thread-numbers=0)";
    return;
  }
  if (has("thread-numbers") && from)
    throw UsageError("--thread-numbers: " + reason + " keeps the number of a thread that has ended; expected none");
  o.vm.numbers_kept = " (" + reason + " keeps their numbers)";
}

}  // namespace jmc::check
