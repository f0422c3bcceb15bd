// Runs programs of one class, one after another, in one virtual machine: it is booted once, the class and the driver
// are linked and translated once, and after each execution everything is undone. Sequential executions run in the same
// machine and are remembered by the state of the object that they end in.
//
// After a call that threw, the engine is of no more use. Not for concurrent use.
#pragma once

#include <time.h>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "check/answers/result.hpp"
#include "check/search/check.hpp"
#include "check/search/machine.hpp"
#include "linearizability/choices.hpp"
#include "linearizability/driver.hpp"
#include "linearizability/explain.hpp"
#include "linearizability/folder.hpp"
#include "linearizability/monitor.hpp"
#include "linearizability/visibility.hpp"
#include "linearizability/work_limit.hpp"
#include "vm/jvm_system.hpp"

namespace jmc::linearizability {

struct LoadedClass {
  std::string name, digest;  // internal name; of the class file
  template <class A>
  void archive(A& a) {
    a(name, digest);
  }
};

// What is wrong about an execution.
struct Unexplained {
  std::string text;  // "_, 0, _, 1", or in words what no outcome tells
  std::string kind;  // "outcome", "blocked", "livelock", ...
  Outcome outcome;
  listeners::FoundViolation found;  // with the path to it
};

// What reports call it.
inline std::string reported_kind(const std::string& kind) { return kind == "blocked" ? "deadlock" : kind; }

struct ProgramAnswer {
  std::vector<Unexplained> unexplained;     // the first one, or all
  bool complete = false;                    // every schedule was explored
  check::Cause cause = check::Cause::None;  // if not: why
  std::string stopped;                      // in words
  std::vector<std::string> holes;
  size_t outcomes = 0;     // different ones met
  size_t blocked = 0;      // of these, explained ones in which calls wait for ever
  size_t met = 0;          // of these, the ones that only calls which wait for each other explain
  bool by_caller = false;  // what calls return depends on which thread makes them
  por::SearchStatistics statistics;
  uint32_t rounds = 1;
};

// What exploring all programs of a family at once came to.
struct Proof {
  // Every schedule of every program was explored, and each outcome is explained; else nothing is known of any of them.
  bool complete = false;
  std::vector<std::string> holes;
  por::SearchStatistics statistics;
  double sequential_seconds = 0;
  uint32_t rounds = 1;
  // Why it is not complete. Lost: some execution ends as no sequential one does, or with an error. Stuck: from some
  // state no end was found, which for calls that wait is no fault. Either may be explained by what the monitor does not
  // know (calls that wait for each other), or belong to another program than this one (Engine::covers).
  bool lost = false, stuck = false;
  Calls program;  // that was being run when it was lost or stuck
  por::SearchEnd end = por::SearchEnd::Interrupted;
  std::string grows;  // in a search without bound on the calls, in words; empty: nothing that was seen
};

// Of any number of calls.
struct Endless {
  std::vector<std::vector<uint16_t>> calls;  // of each thread, all of them for ever; sorted
  Behaviours::Within within;                 // bounds of the content; empty: none
  size_t most = 0;                           // states of the object
};
struct EndlessProof : Proof {
  size_t object_states = 0, nodes = 0;  // of the object, run by one thread; of these, what calls tell apart
  size_t sets = 0;                      // of possibilities: what the monitor has told apart
};

class EndlessChoices;

class Engine final : public Sequential {
 public:
  // `options` and `stop` must outlive the engine. Throws what booting throws, and ProgramError.
  // `calls`: those of programs. The subject need not outlive it. `together`: prove() will be called. `draws`: numbers
  // that the JDK draws are choices, of so many upper bits (vm/code/draws.hpp).
  Engine(const check::Configuration& options, const check::Stop& stop, const Subject& subject, std::vector<Call> calls,
         Record record, Notion notion, bool together = false, std::optional<uint32_t> draws = {});
  ~Engine() override;

  const std::vector<Answer>& answers(State state, uint16_t call) override;
  const std::vector<uint16_t>& last() const override { return driver_.last(); }
  const std::vector<Joint>& joint(const std::vector<uint16_t>& calls) const override { return driver_.joint(calls); }
  std::optional<Ends> ends(uint32_t thread, uint16_t call) const override { return driver_.ends(thread, call); }

  Notion notion() const { return notion_; }

  // All sequential executions that an explanation may ask for; check() does this itself.
  void explore_sequential(const Calls& calls) { explore(*this, calls, notion_); }
  // `keep_going`: all outcomes that are unexplained, else the first. `limit`: then the search is given up.
  // Precondition: results are recorded.
  ProgramAnswer check(const Calls& calls, bool keep_going, WorkLimit limit);
  // All programs of a family at once. Preconditions: results are recorded; searches match states. Throws as check()
  // does.
  Proof prove(const Family& family, WorkLimit limit);
  // All programs of any number of calls: threads that choose and call until they choose to stop. Preconditions as for
  // prove(). Throws as well what Behaviours::endless() throws.
  // `look`: another search, of the whole graph of that client, instead of the one for what no order of calls explains.
  // Threads are told apart in it. Where no bound needs a monitor there is none; where it has lost an execution, that
  // goes on no further, and the proof is not complete.
  using Look = std::function<por::SearchResult(por::TransitionSystem&, const por::SearchOptions&)>;
  EndlessProof prove_endless(const Endless& what, const Look& look = {});
  // Of the object, run by one thread, what grows from the first of its states that are known to the last
  // (Growth::text).
  std::string grows_alone();
  // After that: goes back to initial(), from where machine().system follows one path of that client, until it is
  // undone.
  void begin_endless();
  // What is chosen in each step of such a path: a call, or EndlessChoices::kStop; nothing: it is no choice.
  std::vector<std::optional<uint16_t>> choices(const std::vector<por::PathStep>& path);
  std::function<void(por::ThreadId)> returned;  // told of each call that has, where threads choose what they call
  // Of prove(): a state is not explored if it was met with a monitor that explains less. The program of what was lost
  // may be one that leads to the same state of the machine, then.
  bool covers = true;
  // Of prove(): what spins for ever where it would wait in a sequential execution is explained (as check() has it).
  // Else such a family is not proved.
  bool spinning_waits = false;
  std::function<void(const por::SearchStatistics&)> told;  // how far prove() is
  std::vector<std::vector<uint16_t>> renamed;              // Instances::renamed, for prove()
  // By call: it need not see all calls before it (linearizability/visibility.hpp). Empty: all calls do.
  std::vector<bool> relaxed;
  // After check(), of an outcome that no sequential execution explains: the strongest level that does; nothing, if it
  // was not found in time.
  std::optional<Visibility> level_of(const Unexplained& what, const Deadline& deadline);
  // After check(), before anything else: the story of what it found. A path that does not lead there again gives an
  // incomplete story.
  listeners::Story tell(const Unexplained& what);

  // Where nothing is recorded: a program whose thread t begins again after its last call if repeats[t] is
  // Driver::kRepeated. `search` is one search of machine().system with these options, from initial(); it is called
  // again until nothing it took for granted has turned out to be wrong.
  struct Explored {
    bool complete = false;  // all that the options ask for was explored
    por::SearchResult search;
    std::vector<std::string> holes;
    uint32_t rounds = 1;
  };
  Explored search_program(const Calls& calls, const std::u16string& repeats,
                          const std::function<por::SearchResult(const por::SearchOptions&)>& search);
  vm::Vm::Mark initial() const { return initial_; }
  // Whether some sequential execution of these calls has one that waits, be it for a limited time; then waits() knows
  // which. Undoes everything.
  bool may_wait(const Calls& calls);
  bool waits(uint16_t call) const { return waiting_.contains(call); }

  const Call& call(uint16_t number) const { return driver_.calls()[number]; }
  check::Machine& machine() { return *machine_; }
  // Of the driver: it has main().
  const vm::Klass* client() const { return main_; }
  vm::Vm& vm() { return *vm_; }
  // Class files of the program (not of the JDK, nor what jmc wrote itself) that were loaded since the last call of
  // this.
  std::vector<LoadedClass> newly_loaded();
  // A bit for each of the first 64 names in --visible that no class means which was loaded so far.
  uint64_t unmet_names();
  uint64_t sequential_runs() const { return sequential_runs_; }
  uint64_t memory_limit = 0;  // of a search, resident bytes of the process
  // "p.C.owner": a field in which the object was seen to keep which thread has called; empty: none yet.
  std::string keeps_caller;
  // What calls return depends on which thread makes them, as was seen in a program that check() has looked at: it
  // explains outcomes only by executions in which each call is made by its own thread, from then on.
  bool by_caller = false;
  // After check() of a program where that is so: what such executions return.
  std::set<std::string> admitted_by_caller() const;
  uint64_t most_transitions = 0;           // of one round of check(); 0: no limit
  std::string text(vm::Ref result) const;  // that the client has kept

 private:
  class Watch;
  class Follower;
  class Client;
  class Handover;
  class OwnThreads;
  Behaviours& behaviours_of(std::vector<uint16_t> calls, uint32_t threads);
  std::function<bool()> enough(const Deadline& deadline) const;
  void search_together(Choices* choices, EndlessChoices* endless, Monitor& monitor, const Choices::Rest& begin,
                       uint32_t threads, WorkLimit limit, const Look& look, Proof& out);
  // handover.cpp: the outcomes of executions in which calls are interrupted only where they wait. False: they were
  // too many, and what is not among them may still be one. Precondition: after a search, before anything is undone
  // further than initial_.
  bool find_handovers();
  // own_threads.cpp: the outcomes of executions in which one call is made after the other, each by its own thread;
  // nothing: they were too many. Precondition as above.
  std::optional<std::vector<Outcome>> by_own_threads();
  // What explains outcomes besides, into handovers_: of calls that wait for each other, and of own threads. What there
  // is too much of, or nothing.
  std::string find_others(bool meeting, bool of_threads);
  // After a sequential run: what a call does may depend on which thread makes it, as far as the code tells.
  bool may_ask_threads();
  // Whether a sequential execution explains it that one thread makes.
  bool explained_alone(const Outcome& outcome) { return !by_caller && explains(*this, calls_, outcome, notion_); }
  // The pending operation of the thread belongs to a call, not to what the client does around it.
  bool in_call(por::ThreadId thread);
  size_t calls_returned() const;
  // Of the current state: its fingerprint, or its whole canonical form with --exact-states.
  std::string state_key();
  // Runs main() of the program up to where its threads begin. A call that loops for ever before anybody could choose
  // is an error unless it `may_hang`; then the program has ended, with that as its violation.
  void start(const Calls& calls, const std::u16string& repeats, bool may_hang = false);
  void start_together(uint32_t threads);  // the same where threads choose
  void start_threads(bool may_hang);      // what both end with
  por::SearchOptions search_options() const;
  bool handed_over(const Outcome& outcome) const;
  bool waits_in_between(por::ThreadId thread, const por::StepResult& last_step);
  void set_argument(size_t i, const std::u16string& text);
  void set_arguments(const std::vector<std::u16string>& threads);
  Outcome outcome() const;
  std::string text(const Outcome& outcome) const;
  vm::Ref static_ref(const char* name) const;
  // A sequential execution of these calls, of which each that may return several results has the one chosen.
  struct Alone {
    bool waits = false;
    int admitted = Driver::kOneResult;  // results of the last call to choose from
    Answer answer;                      // of the last call
  };
  Alone run_alone(const std::u16string& calls, const std::u16string& choices);
  std::function<void()> at_end_alone_;  // of run_alone()
  void look_for_caller();
  // The state that the object is in now; `calls` and `choices` lead to it.
  State state_now(const std::u16string& calls, const std::u16string& choices);

  const check::Configuration& o_;
  const check::Stop& stop_;
  Folder folder_;
  Driver driver_;
  Record record_;
  Notion notion_;
  std::unique_ptr<check::Machine> machine_;
  vm::Vm* vm_ = nullptr;  // of the machine
  vm::JvmSystem* system_ = nullptr;
  vm::Klass *main_ = nullptr, *thread_ = nullptr, *specification_ = nullptr;
  vm::Ref arguments_ = vm::kNull;
  vm::Vm::Mark zero_ = 0, initial_ = 0;
  std::vector<vm::Violation> before_;  // of the last program: violations before initial_
  Calls calls_;                        // of the program that was checked last

  // What is known of sequential executions: per state of the object calls (and choices) that lead to it, and answers.
  struct States {
    std::vector<std::pair<std::u16string, std::u16string>> sequences{1};
    std::vector<std::unordered_map<uint16_t, std::vector<Answer>>> answers{1};
    std::unordered_map<std::string, State> by_key;  // fingerprint
  };
  States known_;
  // The same where time-outs never come: so a call that waits for a limited time is seen to wait.
  States patient_;
  bool patiently_ = false;                // that is what runs now
  std::unordered_set<uint16_t> waiting_;  // calls that do not return from some sequential execution
  std::map<std::vector<uint16_t>, std::unique_ptr<Behaviours>> behaviours_;  // by the calls that are made
  bool present_ = false;                                                     // prove() was called
  // Of prove_endless(): they work on the behaviours, and paths that it has found are followed with them.
  std::shared_ptr<Monitor> monitor_;
  std::shared_ptr<EndlessChoices> endless_;
  // Threads are told apart but where they choose what they call.
  std::optional<vm::Symmetry::Suspended> apart_;
  std::vector<Outcome> handovers_;  // of the program that is being checked, and those by own threads
  uint64_t sequential_runs_ = 0;
  uint32_t classes_told_ = 0;      // ids below this were looked at by newly_loaded()
  uint32_t classes_met_ = 0;       // ... and by unmet_names()
  uint32_t classes_searched_ = 0;  // ... and by may_ask_threads()
  bool looks_at_thread_ = false;   // a method of one of them does
  uint64_t unmet_ = 0;
};

}  // namespace jmc::linearizability
