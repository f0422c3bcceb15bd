#include "linearizability/second_opinion.hpp"

#include <algorithm>
#include <random>

#include "listeners/text.hpp"
#include "por/support.hpp"

namespace jmc::linearizability {

using Status = check::SecondOpinion::Status;

namespace {

constexpr uint64_t kMostTransitions = 200'000;  // of one program
constexpr uint64_t kDrawnFrom = 100'000;        // programs, from the first on: later ones cost time to come to

// The same question with nothing taken for granted.
check::Configuration full_search(const std::string& cls, const check::Configuration& options) {
  std::vector<std::string> words{"jmc", "--assume=none", "--por=none"};
  using check::Column;
  const std::vector<std::string> all = serving(cls, options);
  for (size_t i = 3; i < all.size(); ++i) {  // behind the name of the command
    const check::OptionRow* row = check::find_option(check::Command::Linearizability, check::option_name(all[i]));
    if (!row || !row->is(Column::OfFirstSearch | Column::IfUntrusted)) words.push_back(all[i]);
  }
  check::Configuration c = check::parse_configuration(words, check::Command::Linearizability);
  c.vm.whole_ends = true;
  c.search.ends_apart = c.vm.ends_apart = false;
  c.search.memory_limit_bytes = options.search.memory_limit_bytes;
  return c;
}

std::vector<Calls> drawn(const SearchReport& r, const Prepared& prepared, uint64_t how_many) {
  Programs programs(r.description, prepared.instances, r.bounds);
  if (r.random) programs.draw(r.random, r.seed);
  std::mt19937_64 random(r.seed + 1);
  std::vector<Calls> out;
  Calls program;
  for (uint64_t n = 0; n < std::min(r.programs, kDrawnFrom) && programs.next(program); ++n) {
    if (out.size() < how_many) out.push_back(program);
    else if (const uint64_t at = random() % (n + 1); at < how_many) out[at] = program;
  }
  return out;
}

// What the full search has found, as a violation of the whole.
void disagree(SearchReport& r, Engine& engine, const Programs& programs, const Calls& calls, const Unexplained& u) {
  Finding f;
  f.methods = programs.methods_of(calls);
  f.kind = u.kind;
  f.text = u.text;
  f.program = calls;
  f.name = text_of(programs.named(calls));
  check::ReportedViolation v;
  v.kind = reported_kind(u.kind);
  v.found = u.found;
  v.found.message = message_of(f);
  v.story = engine.tell(u);
  r.violations.push_back(std::move(f));
  r.run.violations.push_back(std::move(v));
  --r.explained, ++r.violating;
  r.run.opinion.status = Status::Disagrees;
  r.run.opinion.reason = "explained";
  r.run.warnings.push_back(
      "the violation was found by a search that takes less for granted; the first one has found "
      "none: please report the disagreement");
}

}  // namespace

void ask_second(SearchReport& r, const Prepared& prepared, uint64_t how_many, const std::string& cls,
                const check::Configuration& options, const check::Stop& stop) {
  if (!how_many || stop.now.load() || options.vm.jmm || por::bounded(options.search)) return;
  const std::vector<Calls> chosen = drawn(r, prepared, how_many);
  if (chosen.empty()) return;
  const Programs programs(r.description, prepared.instances, r.bounds);
  const check::Configuration full = full_search(cls, options);
  std::vector<Call> table;
  for (const Instance& i : prepared.instances.all) table.push_back(i.call);
  Engine engine(full, stop, prepared.subject, table, record_of(r.notion), r.notion, false);
  engine.memory_limit = full.search.memory_limit_bytes;
  engine.most_transitions = kMostTransitions;
  engine.by_caller = prepared.engine->by_caller;
  check::SecondOpinion& opinion = r.run.opinion;
  opinion.status = Status::Undecided;
  for (const Calls& calls : chosen) {
    if (stop.now.load()) break;
    engine.explore_sequential(calls);
    const ProgramAnswer answer = engine.check(calls, false, {});
    ++r.asked_again;
    opinion.states += answer.statistics.states;
    opinion.transitions += answer.statistics.transitions;
    if (!answer.unexplained.empty()) return disagree(r, engine, programs, calls, answer.unexplained.front());
    if (!answer.complete || !answer.holes.empty()) continue;
    ++r.agreed;
    opinion.status = Status::Agrees;
  }
  if (!r.agreed) opinion.reason = "too large (" + std::to_string(kMostTransitions) + " transitions each)";
}

std::string opinion_text(const SearchReport& r) {
  if (!r.asked_again) return {};
  const std::string of = listeners::grouped(r.asked_again) + " of " + listeners::count(r.programs, "program") +
                         ", drawn by seed " + std::to_string(r.seed + 1);
  if (r.run.opinion.status == Status::Disagrees) return "cross-checked: " + of + ", and one is violated\n";
  const uint64_t rest = r.asked_again - r.agreed;
  return "cross-checked: " + of + ": the full search agrees on " + listeners::grouped(r.agreed) +
         (rest ? ", " + listeners::grouped(rest) + (rest == 1 ? " is" : " are") + " too large" : "") + "\n";
}

}  // namespace jmc::linearizability
