// Counts what is known of the programs of a class (linearizability/search.hpp). Internal to search.cpp. Reports outlive
// the tally that counts for them; not for concurrent use.
#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "linearizability/pool.hpp"
#include "linearizability/programs.hpp"
#include "linearizability/search.hpp"

namespace jmc::linearizability {

constexpr size_t kUndecidedKept = 20;

// Sets of methods; programs that contain one are skipped.
inline std::vector<MethodSet> skipped_sets(const SearchReport& r) {
  std::vector<MethodSet> out;
  // Of one call alone it is that call which is skipped.
  for (const Finding& f : r.unusable)
    if (f.program.size() > 1) out.push_back(f.methods);
  for (const Finding& f : r.violations)
    if (!r.all) out.push_back(f.methods);
  return out;
}

inline bool skips(const std::vector<MethodSet>& skipped, const MethodSet& methods) {
  return std::any_of(skipped.begin(), skipped.end(), [&](const MethodSet& s) { return (s & ~methods).none(); });
}

// Answers come in any order; they are counted in the order of programs, so that what is found does not depend on who
// was faster.
class Tally {
 public:
  // `first`: nothing is counted after the first violation, however many answers have come by then.
  Tally(SearchReport& r, const Programs& programs, bool first)
      : r_(r), programs_(programs), first_(first), next_(r.programs), skipped_(skipped_sets(r)) {}

  struct Entry {
    Calls program;
    MethodSet methods;
    bool answered = false, together = false;
    bool of_call = false;   // an Error that one call alone ends with
    bool left_out = false;  // another one stands for it
    PoolAnswer answer;
  };
  void add(uint64_t number, Calls program, const MethodSet& methods, bool given) {
    Entry& e = waiting_[number];
    e.program = std::move(program);
    e.methods = methods;
    e.answered = !given;  // known to be skipped
  }
  // One that a family has answered for.
  void add_explained(uint64_t number, Calls program, const MethodSet& methods) {
    if (waiting_.empty() && number == next_ && !(first_ && !r_.violations.empty())) {
      ++r_.explained;
      ++r_.programs_together;
      r_.programs = ++next_;
      return;
    }
    add(number, std::move(program), methods, false);
    waiting_[number].together = true;
    waiting_[number].answer.status = PoolAnswer::Explained;
  }
  // A program with a call that cannot be made. The first stands for all.
  void add_unusable(uint64_t number, uint16_t call, const Instance& instance) {
    const bool first = told_unusable_.insert(call).second;
    MethodSet method;
    method.set(instance.method);
    add(number, {{call}}, method, false);
    Entry& e = waiting_[number];
    e.left_out = !first;
    e.of_call = true;
    e.answer.number = number;
    e.answer.text = instance.unusable;
  }
  // Those that an earlier run has told; only they are skipped then, not their methods.
  void note_unusable(const Instances& instances) {
    for (const Finding& f : r_.unusable)
      if (f.program.size() == 1 && !instances.all[f.program[0][0]].unusable.empty())
        told_unusable_.insert(f.program[0][0]);
  }
  void answer(PoolAnswer a) {
    Entry& e = waiting_.at(a.number);
    e.answered = true;
    e.answer = std::move(a);
  }
  size_t waiting() const { return waiting_.size(); }
  const std::vector<MethodSet>& skipped() const { return skipped_; }

  // Counts what can be counted; true: a violation was among it.
  bool count() {
    bool violated = false;
    while (!(first_ && !r_.violations.empty()) && !waiting_.empty() && waiting_.begin()->first == next_ &&
           waiting_.begin()->second.answered) {
      violated |= count(next_, waiting_.begin()->second);
      waiting_.erase(waiting_.begin());
      r_.programs = ++next_;
    }
    return violated;
  }

 private:
  bool count(uint64_t number, Entry& e) {
    if (e.left_out || skips(skipped_, e.methods)) {
      ++r_.skipped;
      return false;
    }
    const PoolAnswer& a = e.answer;
    add_cost(r_, a);
    r_.programs_together += e.together;
    switch (a.status) {
      case PoolAnswer::Explained: ++r_.explained; return false;
      case PoolAnswer::Undecided:
        ++r_.undecided_count;
        if (r_.undecided.size() < kUndecidedKept)
          r_.undecided.push_back(text_of(programs_.named(e.program)) + ": " + a.text);
        return false;
      case PoolAnswer::Unexplained:
      case PoolAnswer::Error: break;
    }
    Finding f;
    f.number = number;
    f.methods = e.methods;
    f.kind = a.status == PoolAnswer::Error ? "error" : a.kind;
    f.text = a.text;
    f.program = std::move(e.program);
    if (a.status == PoolAnswer::Error) {
      ++r_.undecided_count;
      if (!e.of_call) skipped_.push_back(f.methods);
      r_.unusable.push_back(std::move(f));
      return false;
    }
    ++r_.violating;
    if (!r_.all) skipped_.push_back(f.methods);
    r_.violations.push_back(std::move(f));
    return true;
  }

  SearchReport& r_;
  const Programs& programs_;
  bool first_;
  uint64_t next_;
  std::map<uint64_t, Entry> waiting_;
  std::vector<MethodSet> skipped_;
  std::set<uint16_t> told_unusable_;
};

}  // namespace jmc::linearizability
