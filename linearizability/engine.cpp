#include "linearizability/engine.hpp"

#include "base/digest.hpp"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <unordered_set>

#include "check/search/rounds.hpp"
#include "linearizability/call_rows.hpp"
#include "listeners/livelock.hpp"
#include "listeners/multiplexer.hpp"
#include "por/search.hpp"
#include "por/stateless/fruitless_rounds.hpp"
#include "por/support.hpp"
#include "vm/code/draws.hpp"
#include "vm/native.hpp"
#include "vm/state/identity_hash.hpp"

namespace jmc::linearizability {

namespace {

void leave_open(ProgramAnswer& answer, check::Cause cause, std::string why) {
  answer.complete = false;
  answer.cause = cause;
  answer.stopped = std::move(why);
}

void leave_open(ProgramAnswer& answer, por::SearchEnd end) {
  using check::Cause;
  using por::SearchEnd;
  switch (end) {
    case SearchEnd::MemoryLimit: return leave_open(answer, Cause::MemoryLimit, "memory limit");
    case SearchEnd::DepthBound:
    case SearchEnd::Bounded: return leave_open(answer, Cause::Bounded, "the bound cut something off");
    case SearchEnd::SpinLimit:
      return leave_open(answer, Cause::SpinLimit,
                        "a thread that polled in vain was not followed further (--spin-limit)");
    case SearchEnd::Sampled: return leave_open(answer, Cause::Sampled, "not all executions were run");
    default: return leave_open(answer, Cause::Undecided, "the search was not complete");
  }
}

// "Node@1b2c3" names one object by its identity hash code, which says nothing of its value: "Node@". What has fewer
// digits is none (vm/state/identity_hash.hpp).
std::string without_identity(std::string text) {
  const auto hex = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
  for (size_t at = 1; (at = text.find('@', at)) != std::string::npos; ++at) {
    size_t end = at + 1;
    while (end < text.size() && hex(text[end])) ++end;
    const auto before = static_cast<unsigned char>(text[at - 1]);
    if (end - at > vm::kHashDigits && (std::isalnum(before) || before == '_' || before == '$' || before == ';'))
      text.erase(at + 1, end - at - 1);
  }
  return text;
}

}  // namespace

constexpr uint64_t kStepLimit = 5'000'000;  // of a step, where nobody says another

// Looks at every end of an execution.
class Engine::Watch final : public check::Round {
 public:
  Watch(Engine& engine, ProgramAnswer& answer, bool keep_going, WorkLimit limit)
      : Round(*engine.vm_), engine_(engine), answer_(answer), keep_going_(keep_going), deadline_(limit) {}

  void end_state(std::span<const por::PathStep> path) override {
    const vm::Vm& vm = *engine_.vm_;
    for (const vm::Violation& v : vm.violations())
      if (v.kind != por::ErrorKind::None) return;  // told by violation()
    look(engine_.outcome(), path);
  }

  void violation(std::span<const por::PathStep> path, por::ErrorKind kind) override {
    if (kind == por::ErrorKind::Deadlock) return;  // end_state() knows what waits
    if (kind == por::ErrorKind::NoEnd) {
      // Calls that spin for ever where they would wait for ever in a sequential execution are explained like others
      // that wait. Results do not change any more in a loop that nothing leaves.
      Outcome outcome = engine_.outcome();
      if (engine_.explained_alone(outcome) || engine_.handed_over(outcome)) {
        if (!seen_.insert(key(outcome)).second) return;
        ++answer_.outcomes;
        ++answer_.blocked;
        return;
      }
      const listeners::LivelockWords words = listeners::livelock_words(*engine_.system_, false);
      Unexplained u;
      u.kind = listeners::kind_name(kind);
      u.text = words.message;
      u.found.kind = kind;
      u.found.message = words.message;
      u.found.key = words.key;
      for (const Unexplained& known : answer_.unexplained)
        if (known.found.kind == kind && known.found.key == u.found.key) return;
      return add(std::move(u), path);
    }
    for (const vm::Violation& v : engine_.vm_->violations()) {
      Unexplained u;
      u.kind = listeners::kind_name(v.kind);
      u.text = v.kind == por::ErrorKind::Livelock ? "a call loops for ever" : v.message;
      u.found.kind = v.kind;
      u.found.thread = v.thread;
      add(std::move(u), path);
    }
  }

  void progress(const por::SearchStatistics& so_far) override {
    Round::progress(so_far);
    if (deadline_.over(so_far.transitions)) over = late = true;
    if (engine_.most_transitions && so_far.transitions >= engine_.most_transitions) over = late = true;
  }

  bool late = false;

 private:
  void look(Outcome outcome, std::span<const por::PathStep> path) {
    if (!seen_.insert(key(outcome)).second) return;
    ++answer_.outcomes;
    bool waits = false;
    for (size_t t = 0; t < engine_.calls_.size(); ++t) waits |= outcome.results[t].size() < engine_.calls_[t].size();
    waits |= !engine_.last().empty() && outcome.results.back().size() < engine_.last().size();
    const bool alone = engine_.explained_alone(outcome);
    if (alone || engine_.handed_over(outcome)) {
      answer_.blocked += waits;
      answer_.met += !alone;
      return;
    }
    Unexplained u;
    u.kind = waits ? "blocked" : "outcome";
    u.text = engine_.text(outcome);
    u.outcome = std::move(outcome);
    u.found.kind = waits ? por::ErrorKind::Deadlock : por::ErrorKind::None;
    add(std::move(u), path);
  }
  static std::string key(const Outcome& o) {
    std::string out;
    for (size_t t = 0; t < o.results.size(); ++t) {
      for (const std::string& result : o.results[t]) out += result + '\1';
      if (t < o.ended.size())
        for (const auto& call : o.ended[t])
          for (const uint32_t n : call) out += static_cast<char>(n + 3);
      out += '\2';
    }
    return out;
  }
  void add(Unexplained u, std::span<const por::PathStep> path) {
    for (const Unexplained& other : answer_.unexplained)
      if (other.kind == u.kind && other.text == u.text) return;
    u.found.path = listeners::StoredPath(path);
    u.found.count = 1;
    answer_.unexplained.push_back(std::move(u));
    if (!keep_going_) over = true;
  }

  Engine& engine_;
  ProgramAnswer& answer_;
  bool keep_going_;
  Deadline deadline_;
  std::unordered_set<std::string> seen_;
};

Engine::Engine(const check::Configuration& options, const check::Stop& stop, const Subject& subject,
               std::vector<Call> calls, Record record, Notion notion, bool together, std::optional<uint32_t> draws)
    : o_(options), stop_(stop), driver_(subject, std::move(calls), record), record_(record), notion_(notion) {
  for (const auto& [name, bytes] : driver_.classes()) folder_.write(name + ".class", bytes.data(), bytes.size());
  const std::string source = driver_.source(), client = driver_.placed(Driver::kMain);
  folder_.write(client + ".java", source.data(), source.size());
  machine_ = std::make_unique<check::Machine>(
      o_, std::vector<std::string>{folder_.path(), o_.class_path.empty() ? "." : o_.class_path}, client);
  vm_ = machine_->vm.get();
  // Few calls are made. One that has no end, in states that never come again, is not waited for as long as a program.
  if (std::none_of(o_.settings.begin(), o_.settings.end(),
                   [](const check::Setting& x) { return x.option->name == "step-limit" && x.given; }))
    machine_->options.step_limit = kStepLimit;
  if (draws) vm::facility<vm::Draws>(*vm_).choose(*draws);
  check::prepare(*vm_, o_);  // before the sequential runs, which begin where the programs do
  por::SearchOptions of_families = o_.search;
  of_families.sleep_sets = of_families.late_sleep_sets = false;
  machine_->options.symmetry = together && !o_.vm.jmm && por::refusal(por::Purpose::Places, of_families).empty()
                                   ? vm::SymmetryUse::On
                                   : vm::SymmetryUse::Off;
  apart_.emplace(vm_->symmetry);
  main_ = vm_->find_class(client);
  thread_ = vm_->find_class(driver_.placed(Driver::kThread));
  if (!main_ || !thread_) throw ProgramError("the classes of the client were not found in " + folder_.path());
  if (driver_.specified()) specification_ = vm_->find_class(driver_.placed(Driver::kSpecification));
  vm_->start_main(main_, std::vector<std::string>(Driver::kArguments));
  // start_main has put the array into the first slot of the main thread.
  arguments_ = vm_->thread(0).stack[vm_->thread(0).s.fp - 1];
  machine_->make_system(o_);
  system_ = machine_->system.get();
  // What shutdown hooks do comes after the last result. (They would be threads of a sequential execution, too, where a
  // class logs.)
  vm_->shutdown_class = nullptr;
  // Whatever the search needs: the numbering of the last state must not outlive that state, since sequential runs
  // number theirs too.
  vm_->keep_orders(true);
  machine_->options.stop = &stop_.now;
  vm_->start_publishing();
  vm_->freeze();
  zero_ = vm_->mark();
}

Engine::~Engine() = default;

vm::Ref Engine::static_ref(const char* name) const {
  return vm_->heap.load<vm::Ref>(main_->statics, main_->find_field(name)->offset);
}

void Engine::set_argument(size_t i, const std::u16string& text) {
  vm_->store_ref(arguments_, vm::kHeaderSize + static_cast<uint32_t>(i) * 4, vm_->new_string(text));
}

void Engine::set_arguments(const std::vector<std::u16string>& threads) {
  for (size_t t = 0; t <= kMostThreads; ++t)
    vm_->store_ref(arguments_, vm::kHeaderSize + static_cast<uint32_t>(t) * 4,
                   t < threads.size() ? vm_->new_string(threads[t]) : vm::kNull);
}

std::string Engine::text(vm::Ref r) const {
  if (!r) return "null";
  const vm::Klass* k = vm_->klass_of(r);
  const auto value = [&] { return k->find_field("value")->offset; };
  if (k->name == "java/lang/Integer") return std::to_string(vm_->heap.load<int32_t>(r, value()));
  if (k->name == "java/lang/Boolean") return vm_->heap.load<int32_t>(r, value()) ? "true" : "false";
  return without_identity(vm_->string_utf8(r));
}

Outcome Engine::outcome() const {
  Outcome out;
  const auto element = [&](vm::Ref array, uint32_t i) {
    return vm_->heap.load<vm::Ref>(array, vm::kHeaderSize + i * 4);
  };
  const vm::Ref results = static_ref("results"), seen = static_ref("seen");
  if (!results) throw ProgramError(driver_.preparation() + " waits or does not end, so that no call is made");
  const uint32_t lists = vm_->array_length(results), n = lists - (last().empty() ? 0 : 1);  // a thread may do nothing
  for (uint32_t t = 0; t < lists; ++t) {
    if (t >= calls_.size() && t < n) continue;
    const vm::Ref list = element(results, t);
    std::vector<std::string>& texts = out.results.emplace_back();
    for (uint32_t i = 0; i < vm_->array_length(list); ++i) {
      const vm::Ref r = element(list, i);
      if (!r) break;
      texts.push_back(text(r));
    }
    if (record_ != Record::Order || t >= calls_.size()) continue;
    auto& calls = out.ended.emplace_back();
    // That of a call which waits counts, too.
    for (uint32_t i = 0; i < std::min<size_t>(texts.size() + 1, calls_[t].size()); ++i) {
      auto& call = calls.emplace_back();
      for (uint32_t u = 0; u < calls_.size(); ++u) call.push_back(element(element(seen, t), i * n + u));
    }
  }
  return out;
}

std::string Engine::text(const Outcome& o) const {
  std::string out, order;
  bool all = true;
  for (size_t t = 0; t < calls_.size(); ++t)
    for (size_t i = 0; i < calls_[t].size(); ++i) {
      all &= i < o.results[t].size();
      const bool has = i < o.results[t].size();
      out += (t || i ? ", " : "") + (has ? o.results[t][i] : i == o.results[t].size() ? "(waits)" : "(not made)");
      if (i >= (t < o.ended.size() ? o.ended[t].size() : 0)) continue;
      // What follows from the call before it in the same thread is not said again.
      for (size_t u = 0; u < calls_.size(); ++u)
        if (const uint32_t n = o.ended[t][i][u]; u != t && n > (i ? o.ended[t][i - 1][u] : 0))
          order += (order.empty() ? "" : ", ") + std::to_string(u + 1) + "." + std::to_string(n) + " before " +
                   std::to_string(t + 1) + "." + std::to_string(i + 1);
    }
  // The end comes only when all threads are through.
  for (size_t i = 0; o.results.size() > calls_.size() && i < last().size(); ++i) {
    const auto& end = o.results.back();
    out += (i ? ", " : " | ") + (i < end.size() ? end[i] : i == end.size() && all ? "(waits)" : "(not made)");
  }
  return order.empty() ? out : out + " (calls " + order + ")";
}

void Engine::start(const Calls& calls, const std::u16string& repeats, bool may_hang) {
  vm_->undo(zero_);
  vm_->adopt_findings();  // forgets doubts about another program
  std::vector<std::u16string> threads;
  for (const auto& thread : calls) threads.emplace_back(thread.begin(), thread.end());
  if (threads.size() == 1)
    threads.emplace_back();  // a second one that does nothing: one alone would be a sequential execution
  set_arguments(threads);
  if (!repeats.empty()) set_argument(Driver::kRepeats, repeats);
  start_threads(may_hang);
}

void Engine::start_together(uint32_t threads) {
  vm_->undo(zero_);
  vm_->adopt_findings();
  set_arguments({});
  set_argument(Driver::kTogether, std::u16string(threads, u't'));
  start_threads(false);
}

void Engine::start_threads(bool may_hang) {
  const por::StepResult first = system_->start_again();
  if (first.stop) throw ProgramError(system_->failure());
  const std::vector<vm::Violation>& all = vm_->violations();
  const bool hangs = may_hang && !all.empty() && all.front().kind == por::ErrorKind::Livelock && all.front().thread;
  if (!all.empty() && !hangs) throw ProgramError("the client ended before its threads ran: " + all.front().message);
  if (vm_->thread_count() == 1 && !system_->alternatives(0))
    throw ProgramError(driver_.preparation() + " waits for ever, so that no call is made");
}

Engine::Explored Engine::search_program(const Calls& calls, const std::u16string& repeats,
                                        const std::function<por::SearchResult(const por::SearchOptions&)>& search) {
  Explored out;
  calls_ = calls;
  check::Rounds rounds(*machine_, stop_.now, true, false, [&] {
    start(calls, repeats.empty() ? std::u16string(calls.size(), Driver::kOnce) : repeats);
    return por::StepResult();
  });
  rounds.begin();
  por::SearchOptions options = o_.search;
  options.stop = &stop_.now;
  options.memory_limit_bytes = memory_limit;
  out.search = rounds.search(
      [&](check::Round&) {
        initial_ = rounds.initial();
        return search(options);
      },
      [](const por::SearchResult&) { return true; });
  if (out.search.end == por::SearchEnd::Failure || out.search.end == por::SearchEnd::Defect)
    throw ProgramError(out.search.detail);
  out.complete = out.search.end == por::SearchEnd::Complete && !rounds.must_repeat();
  out.holes = vm_->visibility.holes();
  out.rounds = rounds.number();
  return out;
}

por::SearchOptions Engine::search_options() const {
  por::SearchOptions options = o_.search;
  options.keep_going = true;
  // A state from which not all calls can return any more is a violation, unless a sequential execution explains it.
  options.livelock = options.match_states || por::waits_in_rounds(options) ? por::Livelock::Report : por::Livelock::Off;
  if (!o_.held_back_chosen) options.held_back = false;  // calls wait for little
  options.progress_interval = 256;
  options.memory_limit_bytes = memory_limit;
  options.stop = &stop_.now;
  return options;
}

std::string Engine::find_others(bool meeting, bool of_threads) {
  if (meeting && !find_handovers()) return "the executions in which calls wait for each other";
  if (!of_threads) return "";
  const std::optional<std::vector<Outcome>> own = by_own_threads();
  if (own)
    for (const Outcome& o : *own) by_caller = by_caller || !(explained_alone(o) || handed_over(o));
  if (!by_caller) return "";
  if (!own) return "the executions in which each thread makes its own calls";
  handovers_.insert(handovers_.end(), own->begin(), own->end());
  return "";
}

std::set<std::string> Engine::admitted_by_caller() const {
  std::set<std::string> out;
  for (const Outcome& o : handovers_) out.insert(text(o));
  return out;
}

ProgramAnswer Engine::check(const Calls& calls, bool keep_going, WorkLimit limit) {
  ProgramAnswer answer;
  calls_ = calls;
  // All sequential executions that an explanation can ask for: while a search goes on, the machine is not free to run
  // them.
  explore(*this, calls, notion_);
  // A specification has the last word.
  const bool may_meet = !driver_.specified() && may_wait(calls), may_ask = may_ask_threads();
  check::Rounds rounds(*machine_, stop_.now, true, false, [&] {
    start(calls, {}, true);
    return por::StepResult();
  });
  rounds.begin();
  initial_ = rounds.initial();
  por::SearchOptions options = search_options();
  const auto no_end = [](const Unexplained& u) { return u.found.kind == por::ErrorKind::NoEnd; };
  handovers_.clear();
  bool late = false;
  const auto search = [&](check::Round&) {
    initial_ = rounds.initial();
    Watch watch(*this, answer, keep_going, limit);
    options.enough = &watch.over;
    answer.outcomes = answer.blocked = answer.met = 0;
    answer.unexplained.clear();
    answer.cause = check::Cause::None;
    por::SearchResult found;
    before_ = rounds.before();
    if (before_.empty()) {
      found = por::search(*system_, options, watch);
    } else {  // of a call that never returns, whatever the others do
      watch.violation({}, before_.front().kind);
      found.end = por::SearchEnd::FirstViolation;
    }
    late = watch.late;
    answer.statistics = found.statistics;
    // A search that ended in a loop that polls what was hidden until then goes on where it is not.
    if ((found.end == por::SearchEnd::Failure || found.end == por::SearchEnd::Defect) && !rounds.must_repeat())
      throw ProgramError(found.detail);
    answer.complete = found.end == por::SearchEnd::Complete && !rounds.must_repeat();
    if (late && !answer.complete) leave_open(answer, check::Cause::TimeLimit, "limit of the program (--program-limit)");
    else if (stop_.now.load() && !answer.complete) leave_open(answer, check::Cause::Interrupted, "interrupted");
    else if (!answer.complete) leave_open(answer, found.end);
    return found;
  };
  const auto repeat = [&](const por::SearchResult&) {
    if (late) return false;
    // With more scheduling points there may be a way to the end.
    std::erase_if(answer.unexplained, no_end);
    // What was found is true, whatever else is contended. All that is to be found, and the story of it, need the next
    // search.
    return answer.unexplained.empty() || keep_going || may_meet || may_ask;
  };
  for (bool met = false;; met = true) {  // what comes of calls that wait for each other is known
    const por::SearchResult found = rounds.search(search, repeat);
    if (late || stop_.now.load() || found.end == por::SearchEnd::MemoryLimit || rounds.must_repeat()) break;
    if (answer.unexplained.empty() || met || (!may_meet && !may_ask)) break;
    // No sequential execution explains it, but calls that wait for each other may. Asked only now, since it is rarely
    // needed.
    const std::string many = find_others(may_meet, may_ask);
    if (!many.empty()) {
      answer.unexplained.clear();
      leave_open(answer, check::Cause::Undecided, many + " are too many");
      break;
    }
    if (!may_meet && !by_caller) break;
  }
  answer.by_caller = by_caller;
  answer.rounds = rounds.number();
  answer.holes = vm_->visibility.holes();
  if ((!answer.holes.empty() || vm_->must_repeat()) && std::erase_if(answer.unexplained, no_end) && answer.complete)
    leave_open(answer, check::Cause::LivelockInDoubt,
               "from some state no end is reached, or only with accesses that are hidden");
  return answer;
}

std::optional<Visibility> Engine::level_of(const Unexplained& what, const Deadline& deadline) {
  // Of others than these it is not known what they would have returned.
  if (what.kind != "outcome" && what.kind != "blocked") return Visibility::None;
  relaxed.resize(driver_.calls().size());
  return strongest(*this, calls_, what.outcome, relaxed,
                   [&, asked = uint64_t{0}]() mutable { return deadline.over(++asked); });
}

listeners::Story Engine::tell(const Unexplained& what) {
  const check::Unstoppable unstoppable(*machine_);
  listeners::Sources sources(*vm_, o_.source_path);
  // It is no report of a check there, but an option of its own.
  const bool page = std::any_of(o_.settings.begin(), o_.settings.end(),
                                [](const check::Setting& x) { return x.option->name == "html" && x.given; });
  const listeners::Detail detail = page ? listeners::Detail::Contents : listeners::Detail::Causes;
  vm_->undo(initial_);
  for (const por::PathStep s : what.found.path.steps()) system_->step(s.thread, s.alternative);
  const bool is_outcome = what.kind == "outcome";
  const std::string now = is_outcome && system_->is_final() && !system_->deadlocked() ? text(outcome()) : "";
  std::vector<por::ThreadId> callers;
  for (por::ThreadId t = 0; t < vm_->thread_count(); ++t)
    if (const vm::Ref thread = vm_->thread(t).s.object; thread && vm_->klass_of(thread) == thread_)
      callers.push_back(t);
  listeners::Story story = listeners::tell(*system_, initial_, what.found, before_, sources, detail);
  if (is_outcome) story.complete = now == what.text;
  if (record_ != Record::Order || callers.size() != calls_.size()) return story;
  std::vector<std::vector<std::string>> calls;
  for (const auto& thread : calls_) {
    auto& words = calls.emplace_back();
    for (const uint16_t c : thread) words.push_back(driver_.words_of(c));
  }
  std::vector<std::vector<std::string>> results = what.outcome.results;
  results.resize(std::max(results.size(), calls.size()));
  tell_calls(story, callers, calls, results);
  return story;
}

uint64_t Engine::unmet_names() {
  const std::vector<std::string>& names = o_.vm.visible.names();
  const size_t count = std::min<size_t>(names.size(), 64);
  if (!classes_met_) unmet_ = count == 64 ? ~uint64_t{0} : (uint64_t{1} << count) - 1;
  for (; classes_met_ < vm_->class_count(); ++classes_met_)
    for (size_t i = 0; i < count; ++i)
      if (unmet_ >> i & 1 && vm::ClassPatterns({names[i]}).matches(vm_->klass(classes_met_)->name))
        unmet_ &= ~(uint64_t{1} << i);
  return unmet_;
}

std::vector<LoadedClass> Engine::newly_loaded() {
  std::vector<LoadedClass> out;
  for (; classes_told_ < vm_->class_count(); ++classes_told_) {
    const vm::Klass& k = *vm_->klass(classes_told_);
    if (k.file && !k.boot && !k.hidden && k.definition == vm::kNull && !k.origin.starts_with(folder_.path()))
      out.push_back({k.name, base::digest(k.file->bytes.data)});
  }
  return out;
}

}  // namespace jmc::linearizability
