// What whoever has started a job wants to know of its JSON report, read without keeping the report in memory.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "check/answers/result.hpp"
#include "check/system/temporary_file.hpp"

namespace jmc::check::jobs {

struct JobFinding {
  std::string kind, message;
  std::string fingerprint, place;  // check/answers/baseline.hpp; empty: it has no story
};

struct JobReport {
  std::string verdict, reason, main_class;
  Cause cause = Cause::Error;
  bool complete = false, livelocks_seen = true;
  bool holes = false;                   // what was explored is in doubt
  bool longer_outcomes = false;         // there are more than those listed: the program can print without end
  std::vector<std::string> outcomes;    // sorted; a long one as a hash of it
  std::vector<std::string> violations;  // kinds, sorted, each once
  std::vector<JobFinding> found;        // in the order of the report
  uint64_t states = 0, transitions = 0, executions = 0, peak_memory = 0;
};

// False: the file holds no whole JSON object.
bool read_job_report(const TemporaryFile& file, JobReport& out);

}  // namespace jmc::check::jobs
