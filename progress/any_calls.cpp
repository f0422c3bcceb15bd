#include "progress/any_calls.hpp"

#include <algorithm>
#include <set>

#include "listeners/text.hpp"
#include "vm/code/draws.hpp"
#include "vm/native.hpp"

namespace jmc::progress {

using linearizability::Call;
using linearizability::Engine;
using linearizability::GeneralClient;

namespace {

constexpr size_t kCallsNamed = 8;

std::string text_of_threads(const std::vector<std::vector<uint16_t>>& threads, const std::vector<Call>& table) {
  std::string out;
  size_t calls_of_all = 0;
  for (const auto& calls : threads) calls_of_all += calls.size();
  if (calls_of_all > kCallsNamed) return "any calls of " + listeners::count(threads.size(), "thread");
  for (const auto& calls : threads) {
    out += out.empty() ? "{ " : " || { ";
    for (size_t i = 0; i < calls.size(); ++i) out += (i ? " | " : "") + linearizability::text_of(table[calls[i]]);
    out += " }*";
  }
  return out;
}

// Of two calls beside each other sequential executions tell which wait.
void find_waiting(Survey& s, Engine& engine, const std::vector<std::vector<uint16_t>>& threads,
                  const std::vector<uint32_t>& method_of) {
  std::set<uint16_t> calls;
  for (const auto& of_thread : threads) calls.insert(of_thread.begin(), of_thread.end());
  for (const uint16_t a : calls)
    for (const uint16_t b : calls)
      if (a <= b) engine.explore_sequential({{a}, {b}});
  for (const uint16_t c : calls) s.methods[method_of[c]].waits |= engine.waits(c);
}

// Nothing is weaker than that.
bool all_blocking(const Survey& s) {
  return std::all_of(s.methods.begin(), s.methods.end(), [](const MethodProgress& m) { return m.refuted[0]; });
}

}  // namespace

bool has_choices(const std::string& program) { return linearizability::stands_at(program, '|', 1); }

void survey_any_calls(Survey& s, const Options& what, const check::Configuration& options, const check::Stop& stop,
                      const linearizability::Subject& subject, std::vector<Call> table,
                      const std::vector<uint32_t>& method_of,
                      const std::vector<std::vector<std::vector<uint16_t>>>& divisions, check::Progress& progress) {
  const std::optional<uint16_t> size_call = linearizability::find_size(subject, table);
  Engine engine(options, stop, subject, table, linearizability::Record::Order, linearizability::Notion::History, true,
                what.draws);
  engine.memory_limit = options.search.memory_limit_bytes;
  engine.told = [&](const por::SearchStatistics& so_far) {
    if (progress.due())
      progress.line("any number of calls: " + listeners::count(so_far.states, "state") + ", path of " +
                    listeners::grouped(so_far.max_depth) + " steps");
  };
  check::describe(engine.machine(), s.run);
  Explorer explorer(engine, options, what.most_states, what.program_limit);
  GeneralClient client(engine, stop, size_call, what.size);
  s.complete = true;
  for (const auto& threads : divisions) {
    if (stop.now.load()) s.complete = false;
    if (!s.complete || all_blocking(s)) break;
    find_waiting(s, engine, threads, method_of);
    const Explored found = explorer.explore(client, threads);
    const std::string program = text_of_threads(threads, table);
    ++s.programs;
    s.given_up += !found.complete;
    if (stop.now.load()) s.complete = false;
    s.any->content = client.content();
    s.any->size = client.size();
    por::SearchStatistics& all = s.run.statistics;
    all.states += found.statistics.states;
    all.transitions += found.statistics.transitions;
    all.max_depth = std::max(all.max_depth, found.statistics.max_depth);
    s.run.rounds = std::max(s.run.rounds, found.rounds);
    std::set<uint32_t> of_program;
    for (const auto& calls : threads)
      for (const uint16_t c : calls) of_program.insert(method_of[c]);
    for (const uint32_t method : of_program) {
      MethodProgress& m = s.methods[method];
      ++m.programs;
      m.endless += found.complete;
      if (found.complete) continue;
      ++m.given_up;
      if (m.given_up_first.empty())
        m.given_up_first = (s.complete ? found.stopped : "it was told to stop") +
                           (found.grows.empty() ? "" : "; grows: " + found.grows);
    }
    for (const auto& [call, conditions] : found.conditions)
      note(s.methods[method_of[call]], program, {}, linearizability::text_of(table[call]), conditions, explorer);
  }
  progress.clear();
  if (vm::facility<vm::Draws>(engine.vm()).any()) s.any->draws = what.draws;
  s.run.contended = engine.vm().visibility.adopted();
  if (const auto& memory = engine.vm().memory)
    s.run.older = {true, false, memory->older_values, memory->explored(), memory->volatile_reads_of_weaker()};
}

}  // namespace jmc::progress
