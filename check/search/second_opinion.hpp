// A second opinion on a search that has seen every schedule: the same program explored again with nothing taken for
// granted, so that the answer of a small program rests on the interpreter alone.
//
// In two stages. One takes all but the locks of java.util.concurrent as they are, under a reduction, so that most
// programs get something; the other takes everything as it is and reduces nothing. Each may take a number of
// transitions (--second-opinion=N). What it finds that the first search has not is the answer.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace jmc::check {

struct CommandLine;
struct Configuration;
class Progress;
struct Result;
struct Stop;

struct SecondOpinion {
  enum class Status : uint8_t {
    NotAsked,     // there is nothing to be cross-checked, or nobody wants it
    Agrees,       // a search that takes nothing for granted
    ButForLocks,  // one that takes operations of locks for single steps
    Undecided,    // none came to its end
    Disagrees,    // the answer is that of the second search
  };
  Status status = Status::NotAsked;
  bool reduced = false;                  // Agrees: by a reduction, not by the full search
  uint64_t states = 0, transitions = 0;  // of the stage that decided; of Undecided: of the last one
  double seconds = 0;                    // of all stages
  std::string reason;                    // Undecided: why; Disagrees: what the first search has said
};
std::string_view status_name(SecondOpinion::Status status);  // "agrees-but-for-locks"

// --second-opinion=N. `Configuration::opinion_words` are empty where a second search would be no other, or would answer
// another question. Throws UsageError.
void choose_second_opinion(const CommandLine& line, Configuration& configuration);

// Asks where there is an answer to be cross-checked; tells the result what came of it, or replaces it.
void ask_second(const Configuration& configuration, const Stop& stop, Progress& progress, Result& result);

// The line below the verdict; empty if there is nothing to say.
std::string opinion_text(const SecondOpinion& opinion);

}  // namespace jmc::check
