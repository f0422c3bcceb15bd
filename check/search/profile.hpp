// Where the states of a search come from, for the report of one that was given up: places, branching, what differs.
//
// A listener that looks at some of the new states, for about a hundredth of the time.
#pragma once

#include <chrono>
#include <map>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "check/answers/result.hpp"
#include "por/listener.hpp"
#include "vm/jvm_system.hpp"

namespace jmc::check {

class Profile final : public por::Listener {
 public:
  static constexpr unsigned kEvents = por::kStateEvents;
  // The system outlives this.
  explicit Profile(const vm::JvmSystem& system) : system_(system), vm_(system.vm()) {}
  void state_new(std::span<const por::PathStep> path, uint64_t state) override {
    (void)state;
    // Of the first thousand every 16th, then every 256th: a look costs what some states do.
    ++states_;
    if ((states_ & (states_ < 1024 ? 15 : 255)) == 0 && !path.empty()) look(path.back().thread);
  }
  StateProfile report() const;

 private:
  struct Place {
    const vm::Method* method;  // that the thread is in, and the one of the program that called it, if another
    const vm::Method* caller;
    int line;  // of the program's
    // What of the JDK the thread is in, innermost first, up to the code of the program that called it, or that the
    // thread began with.
    std::vector<const vm::Method*> library;
    auto operator<=>(const Place&) const = default;
  };
  void look(por::ThreadId thread);
  void look_at_place(por::ThreadId thread);
  void look_at_data();
  void look_at_initialised();

  const vm::JvmSystem& system_;
  const vm::Vm& vm_;
  uint64_t states_ = 0, looked_ = 0, enabled_ = 0, timed_ = 0, most_threads_ = 0;
  std::map<Place, uint64_t> places_;
  std::unordered_set<const vm::Method*> callers_;  // methods of the JDK that were seen to call code of the program
  // Where threads stood inside of a method of the JDK; two of them at most.
  std::unordered_map<const vm::Method*, std::unordered_set<uint64_t>> within_;
  std::unordered_set<uint64_t> positions_, outputs_;
  std::unordered_map<const vm::Field*, std::unordered_set<uint64_t>> values_;
  std::vector<const vm::Klass*> initialised_;  // since the initial state, of the state with most of them
};

// What a user may try, and why: only what fits what the search met. Of a result that has a profile.
std::vector<Advice> advice_for(const Result& result, const Configuration& configuration);
// The sections of the text; empty if the result has no profile.
std::string profile_text(const Result& result);
// Between which the share lies that was seen, at 95 %; anywhere if nothing was drawn.
struct SeenBounds {
  double least = 0, most = 1;
};
SeenBounds seen_bounds(const por::SeenShare& seen);

}  // namespace jmc::check
