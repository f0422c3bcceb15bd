#include <algorithm>
#include <cmath>
#include <cstdio>
#include <sstream>
#include <thread>

#include "base/number.hpp"
#include "check/answers/size_report.hpp"
#include "check/beside/choose.hpp"
#include "check/distributed/distributed.hpp"
#include "check/options/advice.hpp"
#include "check/options/meaning.hpp"
#include "check/options/written_files.hpp"
#include "check/portfolio/spec.hpp"
#include "check/search/checkpoint.hpp"
#include "check/search/second_opinion.hpp"
#include "check/source/compile.hpp"
#include "check/workers/workers.hpp"
#include "listeners/many_outcomes.hpp"
#include "por/search.hpp"
#include "por/support.hpp"
#include "vm/jvm_system.hpp"

// What is run, how it is searched, and its limits; world_options.cpp has what the program finds around it.
namespace jmc::check {

void Meaning::all() {
  places();
  visible();
  search();
  if (line_.command == Command::Check) choose_estimate(line_, o);
  refinements();
  side_by_side();
  world();
  limits();
  program();
  choose_beside(line_, o);
  symmetry();
  thread_numbers();
  choose_second_opinion(line_, o);
  choose_workers(line_, o);
  choose_distribution(line_, o);
  choose_accept(line_, o);
}

void Meaning::places() {
  o.class_path = text("classpath");
  o.jdk = text("jdk");
  o.source_path = text("sourcepath");
  o.outputs = line_.outputs();
  check_written_files(line_);
}

void Meaning::visible() {
  o.trust_visible = has("trust-visible");
  if (has("visible"))
    for (const Text& value : line_.values("visible"))
      for (std::string& name : list("visible", value)) o.vm.visible.add(std::move(name));
  if (o.trust_visible && !has("visible"))
    throw UsageError("--trust-visible: there is no list to trust; expected --visible=LIST as well");
}

void Meaning::search() {
  if (has("portfolio")) {
    // The first member for now: what is wrong with its options is told as of a single search.
    const std::vector<PortfolioItem> items = parse_portfolio(text("portfolio"));
    for (auto item = items.rbegin(); item != items.rend(); ++item)
      if (item->kind != PortfolioItem::Kind::Sampler) choose_strategy("portfolio", item->por, o.search);
  } else {
    choose_strategy("por", text("por"), o.search);
  }
  if (has("order")) choose_order(text("order"), o.search);
  const bool portfolio = has("portfolio");
  if (has("search")) {
    if (portfolio)
      throw UsageError("--search=" + text("search") +
                       ": the members of a portfolio are searches of their own; expected no --portfolio");
    const bool best = text("search").starts_with("best-first");
    if (const Text other(line_.given(Column::Exhaustive)); !other.empty())
      throw UsageError("--search=" + text("search") + ": " +
                       (best ? "the keys are the order" : "executions are drawn each for itself") + "; expected no --" +
                       other);
    if (!best && has("bound"))
      throw UsageError("--search=" + text("search") +
                       ": a draw that depended on costs would have none of the stated probabilities; expected no "
                       "--bound");
    choose_search(text("search"), has("por"), o.search, o.preferred);
  }
  if (has("executions")) {
    if (!has("search")) throw UsageError("--executions=" + text("executions") + ": only --search draws executions");
    o.search.executions = whole_number("executions", text("executions"), 1, kAny);
  }
  if (has("bound")) choose_bounds(text("bound"), portfolio || has("por"), o.search, o.raised);
  if (has("seal")) {
    o.seals = list("seal", text("seal"));
    o.search.sealed = vm::JvmSystem::kSealed;
    if (portfolio)
      throw UsageError("--seal=" + text("seal") +
                       ": the default members of a portfolio are not sound under a seal; expected no --portfolio");
    if (!has("por") && !has("bound")) o.search.strategy = "s-por";
  }
  o.search.retraverse = has("dl-retraverse");
  o.search.match_states = !has("stateless") && !has("search");
  // Those that never match states have none to match.
  if (por::strategy_of(o.search).states == por::Strategy::States::Never && !has("exact-states"))
    o.search.match_states = false;
  o.search.observers = o.vm.last_thread_visible = has("observers");
}

void Meaning::refinements() {
  por::set_default_refinements(o.search);
  if (has("refine")) choose_refinements(text("refine"), o.search, o.held_back_chosen);
  // Full search is what the rest is measured against: it takes nothing for granted.
  o.assume_nothing = has("all-shared") && por::strategy_of(o.search).full;
  o.vm.adaptive = o.vm.visible.empty() && !has("all-shared") && !por::strategy_of(o.search).full;
  o.vm.initialisations =
      choice<bool>("initialisations", {{"auto", por::strategy_of(o.search).full}, {"told", false}, {"all", true}});
  if (has("all-shared") && has("visible"))
    throw UsageError("--all-shared: --visible=LIST says what the scheduling points are; expected one of the two");
  o.compare = has("compare");
  if (o.compare && !has("portfolio"))
    throw UsageError("--compare: one search has nothing to be compared with; expected --portfolio[=SPEC] as well");
  if (line_.command == Command::Check || line_.command == Command::Test) {
    o.baseline = text("baseline"), o.write_baseline = text("write-baseline"), o.coverage = text("coverage");
    o.coverage_of = text("coverage-of");
    if (has("coverage-of") && !has("coverage"))
      throw UsageError("--coverage-of=" + o.coverage_of +
                       ": there is no file to count in; expected --coverage=FILE, too");
    if (const Text known(line_.given(Column::EveryViolation)); !known.empty() && (has("portfolio") || has("search")))
      throw UsageError("--" + known + "=" + text(known.c_str()) +
                       ": which violations are new is known where all are looked for; expected no --" +
                       (has("portfolio") ? "portfolio" : "search"));
  }
  // Behind a known violation there may be a new one.
  o.search.keep_going = has("keep-going") || o.compare || !o.baseline.empty() || !o.write_baseline.empty();
  using por::Livelock;
  o.search.livelock =
      choice<Livelock>("livelock", {{"report", Livelock::Report}, {"off", Livelock::Off}, {"fair", Livelock::Fair}});
  o.search.exact_states = has("exact-states");
  if (const std::string transitions = text("transitions"); transitions != "run")
    refuse("transitions", transitions, "run: there is no table of transitions yet");
  o.search.no_safe_sets = has("no-safe-sets");
  if (o.search.no_safe_sets)
    if (const Text why = por::refusal(por::Purpose::NoSafeSets, o.search); !why.empty()) throw UsageError(why);
}

void Meaning::side_by_side() {
  o.jobs = std::max(1u, std::thread::hardware_concurrency());
  const bool client = !makes_programs(line_.command), tests = line_.command == Command::Test;
  if (has("portfolio") && !client)
    throw UsageError("--portfolio: a portfolio searches one client; expected jmc linearizability without it");
  if (client && has("jobs")) o.jobs = static_cast<uint32_t>(whole_number("jobs", text("jobs"), 1, 1024));
  if (has("portfolio")) plan();
  else if (client && !tests && !line_.several() && has("jobs") && o.jobs != 1)
    throw UsageError("--jobs=" + text("jobs") +
                     ": one search runs in one process; --portfolio runs several, --each several clients");
  if (line_.several() || tests)
    for (Output& output : o.outputs)
      if (output.format == "witness") output.implied = true;  // one for each client that is violated
  if (line_.several()) each();
  else if (tests) o.client_options = options_of_each();
  o.called = text("called");
  if (has("member")) {
    const std::string value = text("member");
    if (std::sscanf(value.c_str(), "%d,%d,%d", &o.member_fd, &o.width, &o.pairs_fd) < 2)
      refuse("member", value, "what a portfolio hands to its members");
  }
}

// Every client is a command line that can be run alone.
void Meaning::each() {
  o.several = true;
  if (const Text other(line_.given(Column::OneClient)); !other.empty())
    throw UsageError("--" + other + "=" + text(other.c_str()) +
                     ": this is about one client; expected it without --each and @FILE");
  o.client_options = options_of_each();
}

// Without those that belong to the whole.
std::vector<std::string> Meaning::options_of_each() const {
  const Column whole = Column::Whole | Column::IsReport;
  return line_.without(line_.command == Command::Test ? whole | Column::Anew : whole);
}

// Every member must be a command line that can be run alone.
void Meaning::plan() {
  if (const Text chosen(line_.given(Column::OfMembers)); !chosen.empty())
    throw UsageError(
        "--" + chosen + "=" + text(chosen.c_str()) +
        ": a portfolio names the reductions and orders of its members itself, as in --portfolio=s-por:random*3");
  for (const Output& output : o.outputs)
    if (output.format != "json" && !output.implied)
      throw UsageError("--" + output.format + "=" + output.file +
                       ": a portfolio has a report for programs only; expected --json, or no --portfolio");
  o.portfolio = text("portfolio");
  std::vector<std::string> own = line_.without(Column::OfPortfolio | Column::IsReport);
  if (o.search.keep_going) own.push_back("--keep-going");
  o.member_arguments = line_.words(own);
  const bool chosen = o.portfolio != "default";
  Text suitable;
  std::stringstream spec{chosen ? o.portfolio : Text(kDefaultPortfolio)};
  for (Text item; !chosen && std::getline(spec, item, ',');)
    if (suits(item)) suitable += (suitable.empty() ? "" : ",") + item;
  if (!suitable.empty()) o.portfolio = suitable;  // else the first one says what is wrong
  for (const PortfolioMember& member : first_members(parse_portfolio(o.portfolio))) {
    try {
      check_member(member);
    } catch (const UsageError& e) {
      // What is wrong with all of them is nothing about this one.
      if (!line_.program) throw;
      throw UsageError("--portfolio: member " + member.name() + ": " + e.what());
    }
  }
}

void Meaning::check_member(const PortfolioMember& member) const {
  std::vector<std::string> arguments = o.member_arguments;
  const std::vector<std::string> own = member.options();
  arguments.insert(arguments.begin() + 1, own.begin(), own.end());
  // One that may have to give up once it has met a data race is no member.
  const Configuration c = parse_configuration(arguments, Command::Check);
  if (!c.older_refused.empty()) throw UsageError("--memory=jmm: " + c.older_refused);
}

// Of the portfolio that jmc chooses: whether an item can be run with the other options, and comes to its end where all
// have to.
bool Meaning::suits(const std::string& item) const {
  const PortfolioItem parsed = parse_portfolio(item).front();
  if (o.compare && (parsed.kind == PortfolioItem::Kind::Sampler ||
                    por::find_strategy(parsed.por)->states == por::Strategy::States::Never))
    return false;
  try {
    for (const PortfolioMember& member : first_members({parsed})) check_member(member);
    return true;
  } catch (const UsageError&) { return false; }
}

void Meaning::limits() {
  const auto seconds = [&](const char* name) {
    if (!has(name)) return 0.0;
    const double value = base::number_of<double>(text(name)).value_or(0);
    if (!(value > 0) || value > 1e9) refuse(name, text(name), "a number of seconds");
    return value;
  };
  o.time_limit = seconds("time-limit");
  if (line_.command == Command::Test) o.total_time_limit = seconds("total-time-limit");
  // Of a search that is begun to see how long it would take.
  if (o.estimate_seconds > 0 && o.search.match_states && (o.time_limit == 0 || o.time_limit > o.estimate_seconds))
    o.time_limit = o.estimate_seconds;
  o.quiet = has("quiet");
  o.github = has("github");
  if (has("width")) o.width = static_cast<int>(whole_number("width", text("width"), kNarrowestText, 10'000));
  o.whole_story = choice<bool>("story", {{"calls", false}, {"steps", true}});
  if (const std::string explain = text("explain"); explain == "diff") o.explain_difference = true;
  else if (!explain.empty() && explain != "cause") refuse("explain", explain, "cause or diff");
  if (has("simplify")) {
    const std::string value = text("simplify");
    o.simplify_seconds = base::number_of<double>(value).value_or(-1);
    if (!(o.simplify_seconds >= 0) || o.simplify_seconds > 1e9) refuse("simplify", value, "a number of seconds, or 0");
  }
  if (has("memory-limit"))
    o.search.memory_limit_bytes = size("memory-limit", text("memory-limit"), 1u << 20, uint64_t{1} << 50);
  else o.search.memory_limit_bytes = default_memory_limit();
  o.search.spin_limit = static_cast<uint32_t>(whole_number("spin-limit", text("spin-limit"), 0, 1u << 30));
  if (has("step-limit")) o.vm.step_limit = whole_number("step-limit", text("step-limit"), 1, kAny);
  // Who asks for all outcomes, or draws executions, has them.
  const bool all = has("outcomes") ? text("outcomes") == "all" : o.search.keep_going || has("search");
  o.most_outcomes = all               ? SIZE_MAX
                    : has("outcomes") ? base::number_of<size_t>(text("outcomes")).value_or(0)
                                      : listeners::ManyOutcomes::kUsually;
  if (!o.most_outcomes) refuse("outcomes", text("outcomes"), "a whole number from 1 on, or all");
}

void Meaning::program() {
  if (const std::string reason = por::check_options(o.search); !reason.empty()) throw UsageError(reason);
  choose_checkpoint(line_, o);
  if (!line_.program && line_.command == Command::Check)
    throw UsageError(
        "no program: expected jmc [options] Client.java|Client.class|pkg.Client|app.jar [arguments]; jmc --help "
        "says what jmc does, --help=all lists the options");
  if (!line_.program && makes_programs(line_.command) && !has("spec")) {
    const Text name = line_.command == Command::Progress ? "progress" : "linearizability";
    throw UsageError("no class: expected jmc " + name + " [options] CLASS; jmc " + name +
                     " --help=all lists the options");
  }
  o.program = line_.program.value_or("");
  o.arguments = line_.arguments;
  choose_sources(line_, o);
  std::vector<std::string> names;
  for (const OptionRow& row : option_table(line_.command)) names.emplace_back(row.name);
  if (line_.command != Command::Test && !line_.several()) o.notes = notes_on_arguments(o.arguments, names);
  for (const std::string& option : line_.options)
    if (const OptionRow* row = find_option(line_.command, option_name(option));
        row && (row->effect != Effect::None || row->is(Column::OfRecipe)))
      o.recipe.push_back(option);
}

namespace {

void replay_line(const CommandLine& line, Configuration& o) {
  if (!line.program)
    throw UsageError("no witness: expected jmc replay [options] WITNESS; jmc replay --help=all lists the options");
  if (!line.arguments.empty()) throw UsageError("replay: expected one witness, found also " + line.arguments.front());
  std::string by_hand;
  for (const Setting& s : line.settings) {
    if (!s.given || !s.option->is(Column::LeadsReplay)) continue;
    const std::string way(s.option->name);
    if (!by_hand.empty()) throw UsageError("--" + way + ": the replay is led by --" + by_hand + "; expected one");
    by_hand = way;
  }
  for (const Output& output : line.outputs())
    if (!by_hand.empty() && by_hand != "java")
      throw UsageError("--" + output.format + "=" + output.file + ": --" + by_hand +
                       " goes where it is led and has no report; expected one of the two");
  o.program = *line.program;
  o.execution = static_cast<uint32_t>(whole_number("execution", line.text("execution"), 1, 1u << 30));
}

}  // namespace

Configuration parse_configuration(const std::vector<std::string>& words, Command command) {
  CommandLine line = read_command_line(words, command);
  Configuration o;
  try {
    if (!line.wrong.empty()) throw UsageError(line.wrong);
    if (command != Command::Replay) o.vm.not_assumed = spell_out(line);
    o.settings = line.settings, o.options = line.options;
    o.help = line.has("help");
    o.version = line.has("version");
    if (o.help || o.version) return o;
    Meaning meaning(line, o);
    if (command != Command::Replay) {
      meaning.all();
    } else {
      meaning.places();
      replay_line(line, o);
    }
  } catch (UsageError& e) {
    e.outputs = harmless_outputs(line);
    throw;
  }
  return o;
}

}  // namespace jmc::check
