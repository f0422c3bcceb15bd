// Programs whose first thread ends them, whatever the others are at: with an end that is dependent with everything,
// under full search, against one that is dependent with what shows (Op::stops).
#include <gtest/gtest.h>
#include <xxhash.h>

#include <set>

#include "tests/por/support.hpp"

namespace jmc::por::toy {
namespace {

// What shows is the first shared variable.
class Ending final : public TransitionSystem {
 public:
  Ending(const Program& program, bool apart) : inner_(program), apart_(apart) {}

  ThreadId thread_count() const override { return inner_.thread_count(); }
  bool ended(ThreadId t) const override { return t == 0 ? over_ : inner_.ended(t); }
  Op pending(ThreadId t) const override {
    Op op;
    if (over_ && apart_) return op;
    if (!over_ && t == 0 && inner_.ended(0)) {
      op.kind = OpKind::End;
      op.alternatives = 1;
      op.stops = apart_;
      op.accesses[op.access_count++] = apart_ ? Access{{kGlobals, 0}, false} : Access{{kOver, 0}, true};
      return op;
    }
    if (!over_ || !inner_.ended(t)) op = inner_.pending(t);
    if (over_) op.alternatives = 0;
    // On a path nobody runs on what is invisible before it is too late.
    if (!apart_ && t != 0 && (over_ || by_path_ || op.visible())) op.accesses[op.access_count++] = {{kOver, 0}, false};
    return op;
  }
  StepResult step(ThreadId t, uint32_t alternative) override {
    if (t != 0 || !inner_.ended(0)) return inner_.step(t, alternative);
    over_ = true;
    return {};
  }
  Mark mark() override {
    const Mark m = inner_.mark();
    marks_.resize(m + 1);
    marks_[m] = over_;
    return m;
  }
  void undo(Mark m) override {
    inner_.undo(m);
    over_ = marks_[m];
  }
  void release(Mark m) override { inner_.release(m); }
  Fingerprint fingerprint() override {
    const Fingerprint whole = inner_.fingerprint();
    if (!over_) return whole;
    const std::vector<uint8_t> form = end();
    const XXH128_hash_t h = XXH3_128bits(form.data(), form.size());
    return {h.low64, h.high64};
  }
  void canonical_form(std::vector<uint8_t>& out) override {
    if (!over_) return inner_.canonical_form(out);
    const std::vector<uint8_t> form = end();
    out.insert(out.end(), form.begin(), form.end());
  }
  void renaming(std::vector<uint32_t>& out) const override { inner_.renaming(out); }
  bool name_by_path(bool on) override { return inner_.name_by_path(by_path_ = on); }
  bool landmark(ThreadId t) const override { return inner_.ended(t) || inner_.landmark(t); }
  void pass_over(bool on) { inner_.pass_over(on); }
  bool is_final() const override { return over_ || (!inner_.ended(0) && inner_.is_final()); }
  bool deadlocked() const override { return !over_; }

  bool over() const { return over_; }
  std::vector<uint8_t> shown() {
    std::vector<uint8_t> form;
    inner_.canonical_form(form);
    return {form.begin() + 3, form.begin() + 6};
  }
  std::string local_state(ThreadId t) const { return inner_.local_state(t); }

 private:
  static constexpr uint32_t kGlobals = 1, kOver = 9;  // the first is ToySystem's
  std::vector<uint8_t> end() {
    std::vector<uint8_t> form = shown();
    form.push_back(0xfe);
    for (ThreadId t = 0; !apart_ && t < thread_count(); ++t) form.push_back(inner_.ended(t));
    return form;
  }
  ToySystem inner_;
  const bool apart_;
  bool over_ = false, by_path_ = false;
  std::vector<bool> marks_;
};

struct Seen final : Listener {
  explicit Seen(Ending& s) : system(s) {}
  void state_new(std::span<const PathStep>, uint64_t) override {
    for (ThreadId t = 0; !system.over() && t < system.thread_count(); ++t)
      locals.insert(std::to_string(t) + '/' + system.local_state(t));
  }
  void state_passed(std::span<const PathStep> path) override { state_new(path, 0); }
  void end_state(std::span<const PathStep>) override {
    std::vector<uint8_t> form;
    if (system.over()) return void(shown.insert(system.shown()));
    system.canonical_form(form);
    deadlocks.insert(form);
  }
  void violation(std::span<const PathStep>, ErrorKind kind) override { errors.insert(kind); }
  Ending& system;
  std::set<std::vector<uint8_t>> shown, deadlocks;
  std::set<std::string> locals;
  std::set<ErrorKind> errors;
  SearchResult result;
};

Seen seen(const Program& program, SearchOptions options, bool apart) {
  options.keep_going = true;
  Ending system(program, apart);
  system.pass_over(options.lone_runs);
  Seen out(system);
  out.result = search(system, options, out);
  return out;
}

bool joins_first(const Program& program) {
  for (const Body& body : program.bodies)
    for (const Instruction& i : body.code)
      if ((i.code == Code::Join || i.code == Code::Start) && i.imm == 0) return true;
  return false;
}

struct Way {
  const char* name;
  void (*set)(SearchOptions&);
};
const Way kWays[] = {
    {"plain", [](SearchOptions&) {}},
    {"held back", [](SearchOptions& o) { o.held_back = true; }},
    {"all",
     [](SearchOptions& o) {
       o.held_back = o.owner_for_blocked = o.lone_runs = o.failing_reads = o.same_value_reads = o.exact_states = true;
       o.lone_stored = 0;
     }},
    {"no safe sets, last first",
     [](SearchOptions& o) {
       o.held_back = o.no_safe_sets = true;
       o.permutation = {3, 2, 1, 0};
     }},
    {"random, known first",
     [](SearchOptions& o) {
       o.visited_first = o.owner_for_blocked = true;
       o.order = SearchOptions::Order::Random;
       o.seed = 5;
     }},
    {"known successors", [](SearchOptions& o) { o.known_successors = o.held_back = true; }},
};

TEST(EndsApart, LosesNothingThatShows) {
  uint64_t programs = 0, together = 0, apart = 0;
  for (uint64_t seed = 0; seed < (long_tests() ? 60000u : 1000u) && !HasFailure(); ++seed) {
    const Program program = random_program(seed, shape(seed % 32));
    if (joins_first(program)) continue;
    SearchOptions options;
    options.strategy = "none";
    options.max_states = 3000;
    const Seen full = seen(program, options, false);
    if (full.result.end != SearchEnd::Complete) continue;
    ++programs;
    for (const Way& way : kWays) {
      SearchOptions reduced;
      reduced.strategy = "dl-s-por";
      way.set(reduced);
      const Seen all = seen(program, reduced, false), some = seen(program, reduced, true);
      together += all.result.statistics.states;
      apart += some.result.statistics.states;
      for (const Seen* s : {&all, &some}) {
        EXPECT_EQ(s->result.end, SearchEnd::Complete);
        EXPECT_TRUE(s->shown == full.shown && s->deadlocks == full.deadlocks && s->locals == full.locals &&
                    s->errors == full.errors)
            << way.name << (s == &some ? ", apart" : "") << ", seed " << seed << ": " << s->shown.size() << " of "
            << full.shown.size() << " ends, " << s->deadlocks.size() << " of " << full.deadlocks.size()
            << " deadlocks, " << s->locals.size() << " of " << full.locals.size() << " local states, "
            << s->errors.size() << " of " << full.errors.size() << " kinds of errors\n"
            << program.text();
      }
    }
  }
  EXPECT_GT(programs, 700u);
  EXPECT_LT(apart * 10, together * 9);
}

// Searches over executions: who waits at the end for what a thread has, that stopped them all, would have had it first
// in another execution.
TEST(EndsApart, ExecutionsThatAreStopped) {
  uint64_t programs = 0, searches = 0;
  for (uint64_t seed = 0; seed < (long_tests() ? 60000u : 1500u) && !HasFailure(); ++seed) {
    const Program program = random_program(seed, shape(seed % 16));  // no loops
    if (joins_first(program)) continue;
    SearchOptions options;
    options.strategy = "none";
    options.match_states = false;
    options.max_states = 1000;
    const Seen full = seen(program, options, false);
    if (full.result.end != SearchEnd::Complete) continue;
    ++programs;
    for (const auto& [name, sleep] :
         {std::pair{"dpor", false}, {"dpor", true}, {"source-dpor", true}, {"optimal-dpor", true}}) {
      SearchOptions reduced;
      reduced.strategy = name;
      reduced.sleep_sets = sleep;
      const Seen some = seen(program, reduced, false);
      ++searches;
      EXPECT_EQ(some.result.end, SearchEnd::Complete);
      EXPECT_TRUE(some.shown == full.shown && some.deadlocks == full.deadlocks && some.locals == full.locals &&
                  some.errors == full.errors)
          << name << ", seed " << seed << ": " << some.shown.size() << " of " << full.shown.size() << " ends, "
          << some.deadlocks.size() << " of " << full.deadlocks.size() << " deadlocks, " << some.locals.size() << " of "
          << full.locals.size() << " local states, " << some.errors.size() << " of " << full.errors.size()
          << " kinds of errors\n"
          << program.text();
    }
  }
  EXPECT_GT(programs, 500u);
  EXPECT_EQ(searches, 4 * programs);
}

}  // namespace
}  // namespace jmc::por::toy
