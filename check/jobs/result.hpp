// What came of a job: a command line of jmc that ends with a report. Plain data.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "check/answers/result.hpp"
#include "check/jobs/job_report.hpp"
#include "check/system/temporary_file.hpp"

namespace jmc::check::jobs {

// How a job ended. Only `Reported` has a verdict.
enum class JobEnd : uint8_t {
  NotStarted,  // the answer was there before its turn came
  Running,
  Reported,  // by itself, with a whole report whose verdict is the exit status
  Stopped,   // another member of its portfolio had the answer
  Memory,    // stopped since all together had too much; it may still have reported
  Died       // a signal, an exit status that is none, half a report
};
std::string_view job_end_name(JobEnd end);

struct JobResult {
  JobEnd end = JobEnd::NotStarted;
  bool reported = false;  // what follows up to `text` is valid; true for Reported, perhaps for Memory
  Verdict verdict = Verdict::Inconclusive;
  Cause cause = Cause::Error;           // what stands between it and "verified", violations aside
  bool complete = false;                // every schedule was explored
  bool holes = false;                   // what was explored is in doubt
  bool livelocks_seen = true;           // states are recognised, and livelocks were looked for
  bool searched = false;                // an error: it came up during the search, not before
  std::vector<std::string> outcomes;    // sorted; long ones as hashes
  std::vector<std::string> violations;  // kinds, sorted, each once
  bool longer_outcomes = false;         // and more outcomes, which are not told apart
  std::vector<JobFinding> found;        // the violations
  std::string main_class;
  std::shared_ptr<TemporaryFile> json;  // the report in its two forms
  std::string text;
  std::map<std::string, std::shared_ptr<TemporaryFile>> reports;  // and in those that were asked for, by format

  std::string reason;                                                     // why there is no answer, or how it died
  double seconds = 0;                                                     // since its start
  uint64_t states = 0, transitions = 0, executions = 0, peak_memory = 0;  // so far, if it did not report
  uint32_t threads = 0;                                                   // as in JobMessage (check/jobs/status.hpp)
  bool main_works = false;
};

}  // namespace jmc::check::jobs
