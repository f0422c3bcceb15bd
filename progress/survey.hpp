// All programs of a class up to bounds, and what follows from them for each method: the strongest condition of progress
// that no program refutes.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "check/answers/result.hpp"
#include "check/search/check.hpp"
#include "linearizability/programs.hpp"
#include "progress/explorer.hpp"

namespace jmc::progress {

// From the weakest to the strongest. A call that is Waiting does so in a sequential execution, too: until a call that
// nobody has begun is made.
enum class Level : uint8_t { Blocking, Waiting, ObstructionFree, LockFree, WaitFree };
std::string_view level_name(Level level);  // "lock-free"

enum class Condition : uint8_t { ObstructionFree, LockFree, WaitFree };
inline constexpr size_t kConditions = 3;
std::string_view condition_name(Condition condition);

// A schedule in which a condition does not hold for a call.
struct Refutation {
  linearizability::Calls calls;
  std::string program;  // "{ offer(1) } || { offer(1); poll() }*": a star where calls are repeated for ever
  std::string call;
  por::Lasso lasso;
  EndlessStory story;
};

struct MethodProgress {
  std::string label;
  bool waits = false;  // in some sequential execution, until another call is made
  std::array<std::optional<Refutation>, kConditions> refuted;
  // Programs with it, and those in which others repeat their calls for ever while one of its calls is made; of each,
  // those that were given up. Where an endless one is given up, the program without repetition is looked at.
  uint64_t programs = 0, endless = 0, given_up = 0, endless_given_up = 0;
  std::string given_up_first;  // program and reason
  std::string unusable;        // it could not be run: why
  std::string growing;  // its steps seem to have no bound: program, and how many with more and more calls of others
  uint64_t alone = 0, own = 0;  // steps of a call at most, run alone and in any execution (CallConditions)
  Level level() const;
  bool looked_at() const { return unusable.empty() && (programs || refuted[0]); }
  // It is the level that holds in all programs, not only the one that nothing explored has refuted.
  bool decided() const;
};

struct Claim {
  Level level;
  std::string method;  // name or label; empty: all
};

// Threads that make any number of calls, each chosen freely.
struct AnyCalls {
  uint32_t values = 0;  // different ones; 0: as the program has them
  linearizability::Content content = linearizability::Content::Unbounded;
  uint32_t size = 0;              // most of it
  std::optional<uint32_t> draws;  // numbers that the JDK draws were chosen, with so many upper bits
  uint64_t pairs = 0;             // programs of two calls that came first
};

struct Survey {
  linearizability::Description description;
  linearizability::Bounds bounds;
  bool single = false;                  // one program only
  std::optional<AnyCalls> any;          // instead of programs up to bounds
  std::vector<MethodProgress> methods;  // as in the description
  std::vector<Claim> claims;
  uint64_t programs = 0, skipped = 0, given_up = 0, endless_given_up = 0;
  bool complete = false;  // there are no more programs
  check::Result run;
};

struct Options {
  std::string program, spec, methods, groups;
  uint32_t threads = 0, calls = 0, values = 0, invocations = 0;  // 0: not given
  uint64_t most_states = 0;
  linearizability::WorkLimit program_limit;
  std::vector<Claim> claims;
  bool any_calls = false;
  std::optional<uint32_t> size, draws;  // of any number of calls
  std::string html;                     // a file; empty: none
};

// What an explored program says of a call is noted of its method, and told where it is news.
void note(MethodProgress& m, const std::string& program, const linearizability::Calls& calls, const std::string& call,
          const por::CallConditions& conditions, Explorer& explored_by);

// Throws what goes wrong before the first program.
Survey survey(const Options& what, const std::string& cls, const check::Configuration& options, const check::Stop& stop,
              std::chrono::steady_clock::time_point start, check::Progress& progress);

}  // namespace jmc::progress
