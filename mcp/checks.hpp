// What was checked in this session: reports, by ids that the client is given, and by digests of what they depend on.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "mcp/folders.hpp"
#include "mcp/json.hpp"

namespace jmc::mcp {

// One program, or one of the tests of a class.
struct Unit {
  std::string name;
  const Value* report = nullptr;  // null: it was not checked
  std::string verdict;            // "verified", ..., "skipped", "not run"
  std::string message;            // of a test that is not verified
  std::string witness;            // a file, if there is something to replay
};

struct Found {
  std::string id;     // "c1.v2"
  size_t unit = 0;    // in Check::units
  size_t number = 0;  // among the violations of its unit, from 0 on
  const Value* violation = nullptr;
};

// Constant once it is in Checks; whoever has one keeps its folder alive.
struct Check {
  std::string id;             // "c1"
  std::string tool;           // "check", "check_linearizability" or "outcomes"
  std::string subject;        // what it was about, in words: "LostUpdate", "test bank.AccountTest#deposit"
  std::string key;            // of the cache; empty: it is not to be answered again
  std::string verdict, text;  // text: what jmc has printed
  std::string json;
  Document document;
  std::vector<Unit> units;
  std::vector<Found> violations;
  double seconds = 0;  // of the check, javac included
  std::unique_ptr<Folder> folder;

  // Fills units, verdict and violations from `document`. False: this is no report of jmc.
  bool read_report();
  bool of_tests() const { return tests_; }

 private:
  bool tests_ = false;
};

using CheckPtr = std::shared_ptr<const Check>;

// Of several threads.
class Checks {
 public:
  static constexpr size_t kMost = 50;  // the oldest goes first

  std::string next_id();
  void add(CheckPtr check);
  CheckPtr find(const std::string& id) const;  // null: there is none, or none any more
  CheckPtr find_key(const std::string& key) const;
  std::vector<CheckPtr> all() const;  // oldest first
  CheckPtr last() const;              // null: there is none

 private:
  mutable std::mutex mutex_;
  uint64_t count_ = 0;
  std::deque<CheckPtr> checks_;
};

}  // namespace jmc::mcp
