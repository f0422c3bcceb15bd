// Violations that are known: a file of them, which a run is held against. Only those that are not in it make the run
// fail.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "check/answers/result.hpp"

namespace jmc::check {

// What is the same for the same violation in every run, whatever the strategy, the schedule and the lines that other
// code has moved: kind, message, program, and the method that it is in. 32 hexadecimal digits.
// Two loops of one method are one livelock, as two assertions with one text are.
std::string fingerprint(const ReportedViolation& violation, const std::string& program);
// That method, "pkg.Queue.take", or several; empty where it is not known, or is in the message (a livelock with
// operations in its loops).
std::string place_text(const ReportedViolation& violation);

struct KnownViolation {
  std::string fingerprint, kind, message, program, place;
};

class Baseline {
 public:
  // Throws UsageError, which names the file and what is wrong with it.
  static Baseline read(const std::string& file);
  // `where`: as its errors begin, "--baseline=FILE".
  static Baseline parse(const std::string& text, const std::string& where);

  // False for an empty one: what has no story has no fingerprint, and is never known.
  bool knows(const std::string& fingerprint) const;
  // What is in it of this program and is not among the fingerprints.
  std::vector<KnownViolation> gone(const std::string& program, const std::vector<std::string>& fingerprints) const;
  // Takes in what a run of a program has found, but for what has no fingerprint; with `complete` what it did not find
  // is left out. What is known of other programs stays.
  void update(const std::string& program, const std::vector<KnownViolation>& found, bool complete);
  // The file. Sorted, so that two of them can be compared.
  std::string json() const;

 private:
  std::vector<KnownViolation> known_;
};

// --write-baseline: makes the file if there is none, and holds it from reading to writing, so that runs that end at the
// same time add one after the other. Throws UsageError.
void update_baseline(const std::string& file, const std::function<void(Baseline&)>& update);
// Holds the result against the baseline.
void apply(const Baseline& baseline, const std::string& file, Result& result);
// What is in the file of other programs stays. Warns of violations that cannot be written. Throws UsageError.
void write_baseline(const std::string& file, Result& result);
// "5 violations have no story, and so no fingerprint: --write-baseline=FILE leaves such ones out"
std::string left_out_text(size_t violations, const std::string& file);

}  // namespace jmc::check
