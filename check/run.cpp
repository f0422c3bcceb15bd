#include "check/run.hpp"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <utility>

#include "base/memory.hpp"
#include "check/advice.hpp"
#include "check/boot.hpp"
#include "check/limits.hpp"
#include "check/portfolio/member.hpp"
#include "listeners/livelock.hpp"
#include "listeners/multiplexer.hpp"
#include "listeners/text.hpp"
#include "listeners/violations.hpp"
#include "natives/natives.hpp"
#include "por/search.hpp"
#include "vm/jvm_system.hpp"
#include "vm/native.hpp"
#include "vm/representation.hpp"
#include "vm/setup_error.hpp"

namespace jmc::check {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point t) { return std::chrono::duration<double>(Clock::now() - t).count(); }

std::string joined(const std::vector<std::string>& list, const char* separator) {
  std::string out;
  for (const std::string& s : list) out += (out.empty() ? "" : separator) + s;
  return out;
}

// Ends a search soon after it is known that it must be repeated: not at once, since what else is contended shows soon
// too.
class Contention : public por::Listener {
 public:
  static constexpr unsigned kEvents = por::kProgressEvents;
  Contention(const vm::Vm& vm, const Stop& stop) : vm_(vm), stop_(stop) {}
  void progress(const por::SearchStatistics& so_far) override {
    if (!until_ && vm_.must_repeat()) until_ = 2 * so_far.transitions;
    if (stop_.now.load() || (until_ && so_far.transitions >= until_)) over = true;
  }
  std::atomic<bool> over = false;

 private:
  const vm::Vm& vm_;
  const Stop& stop_;
  uint64_t until_ = 0;
};

// Where the first thread stood that was not followed further because it polled in vain.
class Polling : public por::Listener {
 public:
  static constexpr unsigned kEvents = por::kPollingEvents;
  explicit Polling(const vm::Vm& vm) : vm_(vm) {}
  void polled_in_vain(por::ThreadId thread) override {
    vm_.walk_frames(thread, [&](vm::Method* m, uint32_t pc) {
      if (!m->file || m->internal) return true;
      const int line = m->line_of(pc);
      place =
          m->owner->external_name() + "." + std::string(m->name) + (line >= 0 ? ", line " + std::to_string(line) : "");
      return false;
    });
  }
  std::string place;

 private:
  const vm::Vm& vm_;
};

// Where the search stands, a few times a second: when it has reached a limit it may have gone back already. The last
// look is one at its end, so the one before that counts.
class Whereabouts : public por::Listener {
 public:
  static constexpr unsigned kEvents = por::kProgressEvents;
  explicit Whereabouts(const vm::Vm& vm) : vm_(vm) {}
  void progress(const por::SearchStatistics& so_far) override {
    const auto now = Clock::now();
    if (now < next_) return;
    before_ = std::exchange(last_, limit_text(vm_, so_far));
    next_ = Clock::now() + std::max<Clock::duration>(std::chrono::milliseconds(200), 10 * (Clock::now() - now));
  }
  const std::string& text() const { return before_.empty() ? last_ : before_; }

 private:
  const vm::Vm& vm_;
  std::string before_, last_;
  Clock::time_point next_{};
};

class Run {
 public:
  Run(Options& options, const Stop& stop, Clock::time_point start, Progress& progress)
      : o_(options), stop_(stop), start_(start), progress_(progress), statistics_(start, progress) {}

  Report go() {
    try {
      boot();
      explore();
    } catch (const vm::Unsupported& e) { failed(e.what()); } catch (const std::bad_alloc&) {
      failed("out of memory");
    } catch (const std::exception& e) { failed(e.what()); }
    finish();
    return std::move(report_);
  }

 private:
  void boot();
  vm::Klass* find_main(const std::string& name, const std::vector<std::string>& elements);
  void explore();
  void settle();
  void search(por::SearchResult& result);
  void search_repeatedly(por::SearchOptions& options, por::SearchResult& result);
  por::SearchResult search_once(const por::SearchOptions& options);
  void tell_stories();
  bool may_tell(size_t told, Clock::time_point began) const;
  std::vector<ReportedViolation> earlier_;  // of a search that had to be repeated
  void failed(const std::string& why);
  void decide(const por::SearchResult& result);
  void finish();
  void check_lists();
  std::string near(const std::string& pattern) const;
  std::string stop_text() const;

  Options& o_;
  const Stop& stop_;
  Clock::time_point start_, search_start_{};
  Report report_;
  Progress& progress_;
  SearchProgress statistics_;
  std::unique_ptr<vm::Vm> vm_;
  std::unique_ptr<vm::JvmSystem> system_;
  std::unique_ptr<listeners::Outcomes> outcomes_;
  std::unique_ptr<listeners::Violations> violations_;
  std::unique_ptr<listeners::Swallowed> swallowed_;
  std::string whereabouts_, limit_text_;         // where a search stood that reached a limit
  std::vector<vm::Violation> started_, before_;  // of the run up to the initial state, and up to where a search starts
  vm::Vm::Mark origin_ = 0,
               initial_ = 0;  // the initial state, and the one that a search starts from: see JvmSystem::settle()
  bool explored_ = false;
  std::unique_ptr<MemberStatus> member_;  // of a portfolio
  std::string polling_place_;
  Contention* contention_ = nullptr;  // adaptive visibility: watches the present search
};

// What the user named as the program, or why it is none, with advice.
classfile::MainClass locate_program(const std::string& argument) {
  std::string fault;
  try {
    if (!argument.ends_with(".java")) return classfile::locate_main(argument);
    fault = argument;
  } catch (const std::exception& e) { fault = e.what(); }
  const std::string advice = advice_for_program(argument, {});
  throw classfile::PathError(fault + (advice.empty() ? "" : ": " + advice));
}

vm::Klass* Run::find_main(const std::string& name, const std::vector<std::string>& elements) {
  const auto advised = [&](const std::string& fault) {
    const std::string advice = advice_for_program(o_.program, elements);
    return classfile::PathError(fault + (advice.empty() ? "" : "; " + advice));
  };
  const std::string where = "on the class path " + joined(elements, ":");
  vm::Klass* k = nullptr;
  try {
    k = vm_->find_class(name);
  } catch (const classfile::FormatError& e) { throw advised(e.what()); }
  if (k) {
    if (vm_->has_main(k)) return k;
    const std::string advice = advice_for_main(k->origin, report_.program);
    throw classfile::PathError(k->origin + ": class " + report_.program +
                               " has no method \"public static void main(String[])\"" + vm_->main_instead(k) +
                               (advice.empty() ? "" : "; " + advice));
  }
  std::string missing = vm_->missing_class(name);
  if (const std::string fault = vm::too_new_text(*vm_, missing); !fault.empty()) throw classfile::PathError(fault);
  if (missing == name)
    throw advised("class " + report_.program + " was not found, expected " + name + ".class " + where);
  std::replace(missing.begin(), missing.end(), '/', '.');
  throw classfile::PathError("class " + report_.program + ": its supertype " + missing + " was not found " + where);
}

void Run::boot() {
  classfile::MainClass main = locate_program(o_.program);
  report_.program = main.internal_name;
  std::replace(report_.program.begin(), report_.program.end(), '/', '.');
  std::vector<std::string> elements = main.class_path;
  if (!o_.class_path.empty()) elements.push_back(o_.class_path);
  if (elements.empty()) elements.push_back(".");
  std::vector<std::string> skipped;
  vm_ = boot_vm(o_.vm, o_.jdk, elements, main.internal_name, o_.class_path.empty() ? nullptr : &skipped,
                o_.collect_references);
  for (const std::string& text : skipped) report_.warnings.push_back("class path: " + text);
  report_.jdk_version = vm_->jdk.version;
  report_.jdk_vendor = vm_->jdk.vendor;
  report_.jdk_home = vm_->jdk.home;
  vm_->start_main(find_main(main.internal_name, elements), o_.arguments);
  system_ = std::make_unique<vm::JvmSystem>(*vm_);
  system_->seal(o_.seals);
  system_->prefer(o_.preferred);
  outcomes_ = std::make_unique<listeners::Outcomes>(*system_);
  violations_ = std::make_unique<listeners::Violations>(*system_);
  swallowed_ = std::make_unique<listeners::Swallowed>(*system_);
  vm_->keep_orders(uses_locations_of_other_states(o_.search));
  report_.booted = true;
  report_.atomic_locks = vm_->atomic_locks();
  o_.vm.stop = &stop_.now;
}

void Run::explore() {
  report_.start_seconds = seconds_since(start_);
  if (!o_.search.memory_limit_bytes) o_.search.memory_limit_bytes = default_memory_limit();
  o_.vm.resident_limit = o_.search.memory_limit_bytes;
  search_start_ = Clock::now();
  // Full search takes nothing for granted but single-step joins, which are several times cheaper, copies in one step,
  // and that the clock is not both read and moved; with --all-shared not even the first.
  if (por::strategy_of(o_.search).full)
    vm_->foresee((o_.assume_nothing ? ~0u : ~vm::kThreadRules) & ~vm::Vm::kTornCopies & ~vm::Clock::kSharedClock &
                 ~vm::Clock::kComputedTime);
  vm_->met = 0;  // booting is none of the program's doing
  const por::StepResult first = system_->start();
  before_ = started_ = vm_->violations();
  origin_ = vm_->mark();
  if (!first.stop) settle();
  explored_ = true;
  por::SearchResult result;
  if (first.stop) {
    result.end = por::SearchEnd::Failure;
    result.detail = system_->failure();
  } else if (!before_.empty()) {
    violations_->violation({}, before_.front().kind);
    result.end = por::SearchEnd::FirstViolation;
    if (system_->is_final() && !o_.search.keep_going) {
      outcomes_->end_state({});
      swallowed_->end_state({});
    }
  }
  if (!first.stop && (before_.empty() || o_.search.keep_going)) search(result);
  report_.search_seconds = seconds_since(search_start_);
  progress_.clear();
  decide(result);
}

void Run::settle() {
  const por::StepResult result = system_->settle(origin_);
  if (result.stop) throw vm::Unsupported(system_->failure());
  before_ = started_;
  before_.insert(before_.end(), vm_->violations().begin(), vm_->violations().end());
  // Listeners that are told of them find them where those of a step are.
  vm_->clear_violations();
  for (const vm::Violation& v : before_) vm_->add_violation(v);
  initial_ = vm_->mark();
}

void Run::search(por::SearchResult& result) {
  if (o_.member_fd >= 0) member_ = std::make_unique<MemberStatus>(o_.member_fd, *system_, *vm_);
  por::SearchOptions options = o_.search;
  if (!o_.raised.on) return search_repeatedly(options, result);
  uint64_t& limit = options.bounds[o_.raised.which].limit;
  for (;; ++limit) {
    o_.search.bounds = options.bounds;  // what the report speaks of
    search_repeatedly(options, result);
    if (result.end != por::SearchEnd::Complete && result.end != por::SearchEnd::Bounded) return;
    report_.levels.push_back({limit, result.end == por::SearchEnd::Bounded, result.statistics});
    if (result.end == por::SearchEnd::Complete || limit == o_.raised.last) return;
    // What is found from now on needs more: the traces that are known are the simplest.
    violations_->settle();
    vm_->undo(initial_);
    outcomes_ = std::make_unique<listeners::Outcomes>(*system_);
    swallowed_ = std::make_unique<listeners::Swallowed>(*system_);
  }
}

// Until no more accesses are found that threads contend for.
void Run::search_repeatedly(por::SearchOptions& options, por::SearchResult& result) {
  options.stop = &stop_.now;
  const bool reduces = !por::strategy_of(o_.search).full;
  if (reduces) options.progress_interval = 512;
  for (;; ++report_.rounds) {
    Contention contention(*vm_, stop_);
    options.stop = reduces ? &contention.over : &stop_.now;
    contention_ = reduces ? &contention : nullptr;
    result = search_once(options);
    contention_ = nullptr;
    if (!(reduces ? vm_->must_repeat()
                  : vm_->unreliable() || vm_->finer() || vm_->clock.must_repeat() || vm_->initialisers.found()) ||
        result.end == por::SearchEnd::MemoryLimit)
      break;
    if (stop_.now.load()) {
      // It may even have come to its end, but without the scheduling points that the next one was to have.
      using por::SearchEnd;
      for (const SearchEnd end :
           {SearchEnd::Complete, SearchEnd::DepthLimit, SearchEnd::SpinLimit, SearchEnd::Bounded, SearchEnd::Sampled})
        if (result.end == end) result.end = SearchEnd::Interrupted;
      break;
    }
    // What was found is true (tell_stories() leaves out what may not be), but a search that sees all contended accesses
    // tells it better. Livelocks may be untrue: with more scheduling points there may be a way out.
    violations_->drop_livelocks();
    if (!violations_->found().empty()) {
      tell_stories();
      earlier_ = std::exchange(report_.violations, {});
      report_.untold.clear();
    }
    vm_->undo(initial_);
    vm_->adopt_findings();
    settle();
    outcomes_ = std::make_unique<listeners::Outcomes>(*system_);
    swallowed_ = std::make_unique<listeners::Swallowed>(*system_);
    violations_ = std::make_unique<listeners::Violations>(*system_);
    if (!before_.empty()) violations_->violation({}, before_.front().kind);
  }
  report_.contended = vm_->adopted();
}

por::SearchResult Run::search_once(const por::SearchOptions& options) {
  listeners::Multiplexer all;
  all.add(*outcomes_);
  all.add(*violations_);
  if (o_.vm.swallowed == vm::Swallowed::Report) all.add(*swallowed_);
  all.add(statistics_);
  if (contention_) all.add(*contention_);
  if (member_) all.add(*member_);
  Polling polling(*vm_);
  all.add(polling);
  Whereabouts whereabouts(*vm_);
  all.add(whereabouts);
  por::SearchResult result = por::search(*system_, options, all);
  polling_place_ = polling.place;
  // Of an earlier round if this one had no time for it.
  if (!whereabouts.text().empty()) whereabouts_ = whereabouts.text();
  if (result.end == por::SearchEnd::MemoryLimit || stop_.now.load())
    limit_text_ = whereabouts_.empty() ? limit_text(*vm_, result.statistics) : whereabouts_;
  report_.statistics = result.statistics;
  return result;
}

std::string Run::stop_text() const {
  if (static_cast<StopReason>(stop_.reason.load()) == StopReason::TimeLimit) {
    std::string s = std::to_string(o_.time_limit);
    s.erase(s.find_last_not_of('0') + 1);
    if (s.back() == '.') s.pop_back();
    return "time limit of " + s + " s reached";
  }
  if (static_cast<StopReason>(stop_.reason.load()) == StopReason::SharedMemory)
    return "memory limit of " + listeners::bytes_text(o_.search.memory_limit_bytes) +
           " reached by all members of the portfolio together";
  return "interrupted";
}

void Run::decide(const por::SearchResult& result) {
  using por::SearchEnd;
  report_.random_places.assign(vm_->chance.places.begin(), vm_->chance.places.end());
  report_.choice_places.assign(vm_->chance.choices.begin(), vm_->chance.choices.end());
  report_.clock_read = vm_->clock.was_read();
  report_.met = vm_->met | (vm_->uses_processor_counts() ? vm::kMetProcessors : 0);
  report_.old_readings_merged = vm_->clock.merged_old();
  const bool found = !violations_->found().empty();
  switch (result.end) {
    case SearchEnd::Complete: report_.complete = true; break;
    case SearchEnd::FirstViolation: report_.stopped = "stopped at the first violation (--keep-going finds all)"; break;
    case SearchEnd::TimeLimit:
    case SearchEnd::Interrupted: report_.stopped = stop_text(); break;
    case SearchEnd::MemoryLimit:
      report_.stopped = "memory limit of " + listeners::bytes_text(o_.search.memory_limit_bytes) + " reached";
      break;
    case SearchEnd::DepthLimit:
      report_.stopped = "depth bound of " + std::to_string(o_.search.depth_limit) + " transitions reached";
      break;
    case SearchEnd::StateLimit: report_.stopped = "state limit reached"; break;
    case SearchEnd::Bounded:
      report_.bounded = true;
      report_.stopped = bounded_text(o_, found);
      break;
    case SearchEnd::Sampled:
      report_.stopped = sampled_text(o_, result.statistics.executions, result.detail, found);
      break;
    case SearchEnd::SpinLimit:
      report_.stopped = "a thread that polled " + std::to_string(o_.search.spin_limit) +
                        " times in a row in vain was not followed further" +
                        (polling_place_.empty() ? "" : " (" + polling_place_ + ")") +
                        "; --spin-limit=N sets the number";
      break;
    case SearchEnd::Failure: return failed(result.detail);
  }
  if (!limit_text_.empty() && !report_.complete) report_.stopped_at = limit_text_;
  if (!report_.levels.empty() && !report_.complete && !report_.bounded) {
    std::vector<por::Bound> last = o_.search.bounds;
    last[o_.raised.which].limit = report_.levels.back().limit;
    if (violations_->found().empty() || result.end == SearchEnd::FirstViolation)
      report_.stopped += "; there is none " + scope_text(o_, last);
  }
  if (report_.complete && result.statistics.executions == 0) {
    report_.verdict = Verdict::Inconclusive;
    report_.reason = "no schedule comes to an end, and livelocks were not looked for (--livelock=report finds out why)";
  } else if (report_.complete) report_.verdict = Verdict::Verified;
  else report_.verdict = Verdict::Inconclusive, report_.reason = report_.stopped;
}

// A limit is no fault of the program or of jmc: it leaves the question open.
void Run::failed(const std::string& why) {
  progress_.clear();
  report_.complete = false;
  report_.stopped = why;
  report_.verdict = Verdict::Error;
  report_.reason = why;
  if (why == "interrupted") {
    report_.verdict = Verdict::Inconclusive;
    report_.reason = report_.stopped = stop_text();
    if (vm_ && search_start_ != Clock::time_point{}) report_.stopped_at = limit_text(*vm_, report_.statistics);
  } else if (why.starts_with("a loop polls") || why.starts_with("memory limit") || why.starts_with("step limit")) {
    report_.verdict = Verdict::Inconclusive;
    if (vm_ && !why.starts_with("a loop polls")) report_.stopped_at = limit_text(*vm_, report_.statistics);
  }
  if (search_start_ != Clock::time_point{}) report_.search_seconds = seconds_since(search_start_);
  if (!report_.statistics.transitions) report_.statistics = statistics_.latest();
}

// A name on a list that no class has makes the list say nothing: what it was written for was not looked at.
void Run::check_lists() {
  std::vector<std::string> unused;
  for (const std::string& pattern : o_.vm.visible) {
    bool used = false;
    for (uint32_t id = 0; !used && id < vm_->class_count(); ++id)
      used = vm::matches_list({pattern}, vm_->klass(id)->name);
    if (!used) unused.push_back("--visible=" + pattern + ": the program loaded no class of that name" + near(pattern));
  }
  if (o_.search.sealed) {
    for (const std::string& seal : system_->seals_unused())
      if (system_->names_nothing(seal))
        unused.push_back("--seal=" + seal + ": the program loaded no class or method of that name");
      else report_.warnings.push_back("--seal: no thread was met inside of " + seal);
  }
  if (unused.empty()) return;
  if ((report_.complete || report_.bounded) && report_.verdict != Verdict::Violated) {
    report_.verdict = Verdict::Error;
    report_.reason = unused.front();
  } else {
    report_.warnings.insert(report_.warnings.end(), unused.begin(), unused.end());
  }
}

// "; is java.util.concurrent.ConcurrentHashMap meant?": of the classes that the program did load.
std::string Run::near(const std::string& pattern) const {
  if (pattern.find_first_of("*?[") != std::string::npos) return {};
  const bool qualified = pattern.find('.') != std::string::npos;
  std::vector<std::string> names;
  for (uint32_t id = 0; id < vm_->class_count(); ++id) {
    const vm::Klass& k = *vm_->klass(id);
    if (!k.file || k.hidden || k.name.find('$') != std::string::npos) continue;
    std::string name = k.name.substr(qualified ? 0 : k.name.rfind('/') + 1);
    std::replace(name.begin(), name.end(), '/', '.');
    names.push_back(std::move(name));
  }
  const std::string nearest = nearest_name(pattern, names);
  return nearest.empty() ? "" : "; is " + nearest + " meant?";
}

void Run::tell_stories() {
  const std::atomic<bool>* stop =
      std::exchange(o_.vm.stop, nullptr);  // a replay is short, and half of one is worth nothing
  listeners::Sources sources(*vm_, o_.source_path);
  const Clock::time_point began = Clock::now();
  std::vector<listeners::FoundViolation> found = violations_->take();
  size_t told = 0;
  for (; told < found.size() && (told == 0 || may_tell(told, began)); ++told) {
    ReportedViolation r;
    r.found = std::move(found[told]);
    const listeners::FoundViolation& v = r.found;
    const uint32_t unforeseen = vm_->set_unforeseen(0);
    try {
      if (v.kind == por::ErrorKind::NoEnd)
        r.found.path = listeners::StoredPath(listeners::shortened(*system_, initial_, v.path.steps()));
      r.story = listeners::tell(*system_, initial_, v, before_, sources);
    } catch (const std::exception& e) {
      report_.warnings.push_back("the story of \"" + v.message + "\" could not be told: " + e.what());
      vm_->undo(initial_);
    }
    const bool reliable = !vm_->unreliable();
    vm_->set_unforeseen(unforeseen | vm_->set_unforeseen(0));
    if (!reliable) continue;  // its path relies on what turned out to be wrong; the next search decides
    // What does not happen again when the same steps are taken again is no finding about the program.
    if (!r.story.complete)
      report_.warnings.push_back("\"" + v.message +
                                 "\" did not happen again when its schedule was replayed; please report this");
    report_.violations.push_back(std::move(r));
  }
  if (told < found.size())
    report_.warnings.push_back(listeners::grouped(found.size() - told) + " of " + listeners::grouped(found.size()) +
                               " violations have no story here: all of them would take too much time or memory");
  found.erase(found.begin(), found.begin() + static_cast<ptrdiff_t>(told));
  if (!vm_->unreliable()) report_.untold = std::move(found);
  o_.vm.stop = stop;
}

// Limits hold for reports too. The first story is always told.
bool Run::may_tell(size_t told, Clock::time_point began) const {
  constexpr size_t kMostStories = 1000;
  const double most = o_.time_limit > 0 ? std::max(0.5, o_.time_limit / 10) : std::max(2.0, report_.search_seconds / 5);
  return told < kMostStories && seconds_since(began) < most &&
         (!o_.search.memory_limit_bytes || base::resident_bytes() < o_.search.memory_limit_bytes);
}

void Run::finish() {
  if (report_.booted) report_.holes = vm_->holes();
  if (report_.booted) report_.files_written = natives::files_written(*vm_);
  // Where accesses are hidden that may not be, there may be a way out that was not explored.
  if (violations_ && !report_.holes.empty() && !o_.trust_visible && violations_->drop_livelocks()) {
    report_.warnings.push_back(
        "a state was found from which no end was reached; it is no violation as long as accesses are hidden that may "
        "not be");
    report_.complete = false;
    if (report_.verdict != Verdict::Error) {
      report_.verdict = Verdict::Inconclusive;
      report_.reason = "no end can be reached from some state, or only with accesses that are hidden";
    }
  }
  if (violations_ && !violations_->found().empty() && explored_) { tell_stories(); }
  if (!report_.violations.empty()) {
    report_.verdict = Verdict::Violated;
  } else if (!earlier_.empty()) {
    report_.untold.clear();
    report_.violations = std::move(earlier_);
    report_.verdict = Verdict::Violated;
  } else if (report_.verdict == Verdict::Verified && !report_.holes.empty() && !o_.trust_visible) {
    report_.verdict = Verdict::Inconclusive;
    report_.reason = vm_->list_given() ? "the visible list has holes (--trust-visible accepts them)"
                                       : "accesses were found that may not be hidden";
  }
  if (system_ && explored_ && report_.verdict != Verdict::Error) check_lists();
  if (outcomes_) report_.threads = outcomes_->threads();
  if (outcomes_ && !vm_->unreliable()) report_.outcomes = outcomes_->take();
  if (swallowed_) report_.swallowed = swallowed_->found();
  if (vm_) report_.remarks = vm_->remarks();
  report_.notes = o_.notes;
  if (!report_.stopped_at.empty()) report_.notes.push_back("it stopped " + report_.stopped_at);
  report_.peak_memory = base::peak_resident_bytes();
  report_.seconds = seconds_since(start_);
}

}  // namespace

// Eighty percent of the machine: an answer that says "memory limit" is better than being killed.
uint64_t default_memory_limit() {
  const long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
  return pages > 0 && page > 0 ? static_cast<uint64_t>(pages) * static_cast<uint64_t>(page) / 5 * 4 : 0;
}

Report run(Options& options, const Stop& stop, Clock::time_point start, Progress& progress) {
  return Run(options, stop, start, progress).go();
}

}  // namespace jmc::check
