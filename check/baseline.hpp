// Violations that are known: a file of them, which a run is held against. Only those that are not in it make the run
// fail.
#pragma once

#include <string>
#include <vector>

#include "check/result.hpp"

namespace jmc::check {

// What is the same for the same violation in every run, whatever the strategy, the schedule and the lines that other
// code has moved: kind, message, program, and the method that it is in. 32 hexadecimal digits.
std::string fingerprint(const ReportedViolation& violation, const std::string& program);
// That method, "pkg.Queue.take", or several; empty where it is not known or differs from schedule to schedule.
std::string place_text(const ReportedViolation& violation);

struct KnownViolation {
  std::string fingerprint, kind, message, program, place;
};

class Baseline {
 public:
  // Throws UsageError, which names the file and what is wrong with it.
  static Baseline read(const std::string& file);

  bool knows(const std::string& fingerprint) const;
  // What is in it of this program and is not among the fingerprints.
  std::vector<KnownViolation> gone(const std::string& program, const std::vector<std::string>& fingerprints) const;
  // Takes in what a run of a program has found; with `complete` what it did not find is left out. What is known of
  // other programs stays.
  void update(const std::string& program, const std::vector<KnownViolation>& found, bool complete);
  // Sorted, so that two files can be compared. False: it could not be written.
  bool write(const std::string& file) const;

 private:
  std::vector<KnownViolation> known_;
};

// Those of a result that have a story.
std::vector<KnownViolation> findings(const Result& result);
// Holds the result against the baseline.
void apply(const Baseline& baseline, const std::string& file, Result& result);
// --write-baseline: what is in the file of other programs stays. Throws UsageError.
void write_baseline(const std::string& file, const Result& result);

}  // namespace jmc::check
