// What is checked and how.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "check/beside/covered.hpp"
#include "check/options/assume.hpp"
#include "check/options/command_line.hpp"
#include "check/options/partial.hpp"
#include "check/search/races.hpp"
#include "check/source/source_program.hpp"
#include "por/search_options.hpp"
#include "vm/class/modules.hpp"
#include "vm/options.hpp"

namespace jmc::check {

inline constexpr int kNarrowestText = 40;  // columns

// Everything that a user can choose about a check, as values. Constant once a check has begun.
struct Configuration {
  Settings settings;  // the command line as the option table has it
  bool help = false, version = false;
  std::string program;  // as the user named it
  std::string called;   // what reports call it; empty: by its main class
  std::vector<std::string> arguments;
  bool warm_up = true;              // --warm-up=auto: see natives/world/warm_up.hpp
  bool collect_references = false;  // --weak-references=both: see natives/objects/references.hpp
  std::vector<std::string> notes;   // on the command line: what was probably meant otherwise
  std::string class_path, jdk, source_path;
  SourceProgram sources;            // that the program is made of; none: it is of class files
  std::vector<Output> outputs;      // reports besides the text
  std::vector<std::string> recipe;  // the words of the command line that decide what is explored, and how it is told
  uint32_t execution = 1;           // of a witness that is replayed, from 1 on
  bool trust_visible = false;
  RaceHandling races = RaceHandling::Off;
  // Who accesses what is collected: for races, or for what the memory model allows beyond what is explored.
  bool collects_accesses() const { return races != RaceHandling::Off || vm.jmm; }
  // --memory=jmm: a search under sequential consistency comes first, since without data races there is nothing else.
  bool sequential_first = false;
  std::string older_refused;        // why older values cannot be explored after it, and what to do; empty: they can
  bool sequential_ordered = false;  // VmOptions::ordered of that search
  bool ends_at_race = false;        // set in that first search: it ends with the first data race, or what may be one
  bool assume_nothing = false;      // full search with --all-shared: joins are not taken for single steps either
  std::optional<ForcedWrong> forced_wrong;  // for tests
  uint64_t reload = 0;                      // likewise: each of so many marked states is loaded anew; 0: none
  std::string checkpoint;                   // the file that keeps the search; empty: none does
  double checkpoint_seconds = 0;            // how often
  std::string resume;                       // the file to go on from; empty: none
  double time_limit = 0;                    // seconds from the start of the process; 0 is none
  double total_time_limit = 0;              // of jmc test: for all tests together; likewise
  bool quiet = false, github = false;
  bool held_back_chosen = false;    // --refine=held-back: also where no thread waits
  bool explain_difference = false;  // how the nearest schedule that does not fail differs (search/difference.hpp)
  bool whole_story = false;         // every step of a call of a library method, even if nobody came in between
  double simplify_seconds = -1;     // for the simplest schedules of violations; negative: as long as the search took
  std::string baseline, write_baseline;  // files of known violations; empty: none
  std::string coverage;                  // the file to add to; empty: nothing is counted
  std::string coverage_of;               // folders whose classes are counted; empty: those that were loaded
  bool several = false;                  // the program and the arguments are clients, each for itself (check/clients/)
  std::vector<std::string> client_options;  // the options of each of them
  std::string portfolio;                    // the specification; empty: a single search
  bool compare = false;       // all members of the portfolio come to their end, and their answers are compared
  uint32_t jobs = 1;          // members of a portfolio that run at a time
  bool ends_process = false;  // with the answer: the program under test is not taken apart before
  std::vector<std::string> member_arguments;   // of a portfolio: the command line without what only the whole has
  std::vector<std::string> sampler_arguments;  // of the process that draws executions beside a search, but for which
                                               // and how many; empty: none does
  std::vector<std::string> bound_arguments;    // of the process that searches within bounds beside; empty: none does
  std::string not_bounded;                     // why none does, as for not_drawn
  Accept accept;                               // what is enough, if there is no answer
  std::string not_drawn;                       // why none does, where the other options are the reason; else empty
  std::vector<std::string> options;            // of the command line, each a word
  // The command line of a second search, without what says how the first goes about it; empty: there is none to be.
  std::vector<std::string> opinion_words;
  std::optional<uint64_t> opinion_transitions;  // of each of its stages; none: by what the first search took
  size_t most_outcomes = 0;                     // texts that are told apart (listeners::Outcomes); 0: none is
  uint64_t transition_limit = 0;                // of all rounds of the search together; 0: none
  uint32_t workers = 1;                         // processes of one search
  bool distribute = false;                      // one search by all ranks (check/distributed/)
  std::vector<std::string> explorer_arguments;  // of each of them: the command line, without what only the whole has
  double estimate_seconds = 0;                  // to say how much there is to do, and no more; 0: an answer is wanted
  bool deterministic = false;  // what is reported does not depend on how many there are, nor on how fast they are
  int member_fd = -1;          // this is a member of a portfolio: where to tell how far it is,
  int pairs_fd = -1;           // or draws beside a search, where a table of pairs is to be filled (check/beside/)
  int width = 0;  // of the text, in columns: what was asked for, or those of the terminal of the parent; 0: neither
  bool buffers_loads = false;   // --load-buffering=auto
  bool late_time_outs = false;  // --timeouts=late: what vm.timeouts says, but late (vm/thread/late_time_outs.hpp)
  vm::VmOptions vm;
  vm::ModuleOptions modules;
  por::SearchOptions search;
  Raised raised;
  std::vector<std::string> preferred;  // method=NAME and variable=NAME among the keys of a best-first search
  std::vector<std::string> seals;      // methods inside of which no thread is preempted
};

// The same check by another strategy, without the options that only the present one has. Null: the other options do not
// allow it.
std::unique_ptr<Configuration> by_strategy(const Configuration& configuration, std::string_view strategy);

// A further check of the same program, by `opinion_words`, which are not empty, with these options before the others.
// What is reported, and how, is as in `first`, and so are limits of time and memory. Nothing runs beside it.
Configuration with_options(const Configuration& first, const std::vector<std::string>& options);

// words[0] is not looked at; the word that names the command is not among them. Throws UsageError.
Configuration parse_configuration(const std::vector<std::string>& words, Command command);

}  // namespace jmc::check
