#include "check/search/reloaded.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "vm/violation.hpp"

namespace jmc::check {

namespace {

bool same_operation(const por::Op& a, const por::Op& b) {
  return a.kind == b.kind && a.access_count == b.access_count && a.alternatives == b.alternatives &&
         a.safe_unlock == b.safe_unlock && a.stops == b.stops && a.waits_for == b.waits_for &&
         std::equal(a.accesses, a.accesses + a.access_count, b.accesses);
}

}  // namespace

por::TransitionSystem::Mark Reloaded::mark() {
  if (each_ && ++marks_ % each_ == 0) reload();
  return to_.mark();
}

void Reloaded::reload() {
  std::vector<uint8_t> form;
  const por::Fingerprint fingerprint = to_.fingerprint();
  if (const std::string why = to_.loadable_form(form); !why.empty()) {
    ++refused_[why];
    return;
  }
  std::vector<std::pair<por::ThreadId, por::Op>> before;
  for (por::ThreadId t = 0; t < to_.thread_count(); ++t)
    if (!to_.ended(t)) before.emplace_back(t, to_.pending(t));
  const por::ThreadId threads = to_.thread_count();
  std::string wrong = to_.load(form);
  if (wrong.empty() && to_.thread_count() != threads) wrong = "it has other threads";
  for (const auto& [t, op] : before) {
    if (!wrong.empty()) break;
    if (to_.ended(t)) wrong = "thread " + std::to_string(t) + " has ended";
    else if (!same_operation(op, to_.pending(t)))
      wrong = "thread " + std::to_string(t) + " is about to do something else";
  }
  if (wrong.empty() && !(to_.fingerprint() == fingerprint)) wrong = "it has another fingerprint";
  if (!wrong.empty()) throw vm::Unsupported("--reload: a state cannot be loaded: " + wrong);
  ++loaded_;
}

std::string Reloaded::text() const {
  uint64_t refused = 0;
  std::string why;
  for (const auto& [reason, times] : refused_) {
    refused += times;
    why += (why.empty() ? ": " : ", ") + reason + " (" + std::to_string(times) + ")";
  }
  return std::to_string(loaded_) + " states loaded; " + std::to_string(refused) + " not" + why;
}

}  // namespace jmc::check
