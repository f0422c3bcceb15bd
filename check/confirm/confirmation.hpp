// Whether what jmc has found happens on a JVM, too, when that is made to follow the schedule.
#pragma once

#include <string>
#include <vector>

namespace jmc::check {

struct Confirmation {
  enum class Status {
    Happens,       // the JVM did the same
    NotSeen,       // it did not; `reason` says what it did instead
    NotForceable,  // what the schedule needs is nothing that a JVM can be made to do; `reason` says what
    NotTried,      // the run could not be made: no agent, no java
  };
  Status status = Status::NotTried;
  std::string reason;                    // one line; of Happens: what differs nevertheless, mostly nothing
  std::string jdk;                       // "17.0.15, /usr/lib/jvm/java-17"
  size_t steps = 0;                      // that were to be forced,
  size_t taken = 0;                      // and were
  std::string departed;                  // where the JVM left the schedule; empty: nowhere
  std::string seen;                      // what happened: the exception, "every thread waits"
  std::string output;                    // of the run, and
  std::string errors;                    // what the JVM said, its own stack trace of the exception among it
  size_t compared = 0;                   // values that were read, written or returned, at all steps,
  std::vector<std::string> differences;  // and those, and states of threads at the end, that are others on the JVM
  std::vector<std::string> dump;         // of threads, where there is no end
  double seconds = 0;
};

struct Configuration;
// --confirm was given: by the witness a JVM is shown the schedules.
bool asks_to_confirm(const Configuration& c);
bool asks_for_outcomes(const Configuration& c);  // --confirm-outcomes, which asks to confirm, too

// What JSON says: true, false, "not-forceable".
inline bool happens(const Confirmation& c) { return c.status == Confirmation::Status::Happens; }
inline bool not_forceable(const Confirmation& c) { return c.status == Confirmation::Status::NotForceable; }

// The lines below a story; it ends with a newline.
std::string confirmation_text(const Confirmation& c);
// In one line, without the details.
std::string confirmation_summary(const Confirmation& c);

}  // namespace jmc::check
