// The violations of a run, each kind and message once, with a path that leads to it: the first one, replaced by a
// shorter one when the search goes on and finds it.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "listeners/path_store.hpp"
#include "por/listener.hpp"
#include "vm/jvm_system.hpp"

namespace jmc::listeners {

// The key of a path that was too long for a fair search.
inline constexpr std::string_view kTooLong = "too long";
// What the key of a plain read that may be hoisted out of its loop begins with (listeners/hoisted.hpp).
inline constexpr std::string_view kHoisted = "hoisted";

struct FoundViolation {
  por::ErrorKind kind = por::ErrorKind::None;
  por::ThreadId thread = 0;
  std::string message;  // one line
  std::string key;      // what makes two violations the same
  StoredPath path;
  uint64_t count = 0;  // how often the search met it
};

// "assertion", "uncaught-exception", "deadlock", "livelock", "exit-status", "data-race"
std::string_view kind_name(por::ErrorKind kind);

class Violations final : public por::Listener {
 public:
  static constexpr unsigned kEvents = por::kViolationEvents;
  explicit Violations(const vm::JvmSystem& system) : system_(system) {}

  void violation(std::span<const por::PathStep> path, por::ErrorKind kind) override;

  // At the end of the path the thread has gone round a loop that a plain read may be hoisted out of.
  void hoisted(std::span<const por::PathStep> path, por::ThreadId thread, const std::string& message);

  const std::vector<FoundViolation>& all() const { return found_; }
  // Leaves none behind, and must not be told of any more.
  std::vector<FoundViolation> take() {
    index_.clear();
    return std::move(found_);
  }
  // Drops those that the search made of what it knew of all schedules, because it did not know enough. True: there were
  // some.
  bool drop_livelocks();
  // From now on what has been found keeps its path, even if a shorter one turns up.
  void settle() { settled_ = found_.size(); }

  template <class A>
  void archive(A& a) {
    uint64_t count = found_.size();
    a(settled_, count);
    if constexpr (A::kLoading)
      for (found_.clear(); found_.size() < count;) archive_one(a, found_.emplace_back());
    else
      for (FoundViolation& v : found_) archive_one(a, v);
    index();
  }

 private:
  template <class A>
  void archive_one(A& a, FoundViolation& v) {
    a(v.kind, v.thread, v.message, v.key, v.count);
    paths_->archive(a, v.path);
  }
  void index();
  void note(FoundViolation v, std::span<const por::PathStep> path);

  const vm::JvmSystem& system_;
  std::shared_ptr<PathStore> paths_ = PathStore::make();
  std::vector<FoundViolation> found_;
  size_t settled_ = 0;
  std::unordered_map<std::string, size_t> index_;  // by kind and key
};

}  // namespace jmc::listeners
