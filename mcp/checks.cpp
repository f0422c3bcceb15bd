#include "mcp/checks.hpp"

#include <algorithm>

namespace jmc::mcp {

bool Check::read_report() {
  if (!document.IsObject()) return false;
  verdict = text_at(document, "verdict");
  const Value* tests = find(document, "tests");
  tests_ = tests && tests->IsArray();
  if (tests_) {
    for (const Value& t : tests->GetArray()) {
      Unit u;
      u.name = text_at(t, "class") + "#" + text_at(t, "method");
      const Value* report = find(t, "check");
      u.report = report && report->IsObject() ? report : nullptr;
      u.verdict = text_at(t, "status");
      u.message = text_at(t, "message");
      u.witness = text_at(t, "witness");
      units.push_back(std::move(u));
    }
  } else {
    Unit u;
    u.name = subject;
    u.report = &document;
    u.verdict = verdict;
    u.witness = text_at(document, "witness");
    units.push_back(std::move(u));
  }
  for (size_t unit = 0; unit < units.size(); ++unit) {
    if (!units[unit].report) continue;
    size_t number = 0;
    for (const Value* v : list_at(*units[unit].report, "violations"))
      violations.push_back({id + ".v" + std::to_string(violations.size() + 1), unit, number++, v});
  }
  return !verdict.empty();
}

std::string Checks::next_id() {
  const std::lock_guard guard(mutex_);
  return "c" + std::to_string(++count_);
}

void Checks::add(CheckPtr check) {
  CheckPtr old;  // its folder is removed without the lock
  const std::lock_guard guard(mutex_);
  checks_.push_back(std::move(check));
  if (checks_.size() <= kMost) return;
  old = std::move(checks_.front());
  checks_.pop_front();
}

CheckPtr Checks::find(const std::string& id) const {
  const std::lock_guard guard(mutex_);
  for (const CheckPtr& c : checks_)
    if (c->id == id) return c;
  return nullptr;
}

CheckPtr Checks::find_key(const std::string& key) const {
  const std::lock_guard guard(mutex_);
  for (auto c = checks_.rbegin(); c != checks_.rend(); ++c)
    if (!key.empty() && (*c)->key == key) return *c;
  return nullptr;
}

std::vector<CheckPtr> Checks::all() const {
  const std::lock_guard guard(mutex_);
  return {checks_.begin(), checks_.end()};
}

CheckPtr Checks::last() const {
  const std::lock_guard guard(mutex_);
  return checks_.empty() ? nullptr : checks_.back();
}

}  // namespace jmc::mcp
