// Accesses that are no operations because happens-before orders them, as is assumed: whether it does, and what guards
// them.
#include <algorithm>

#include "vm/native.hpp"
#include "vm/visibility/races.hpp"

namespace jmc::vm {

bool Races::ordered(ThreadId t, Ref object, uint32_t offset, bool write) {
  if (!ordering_) return true;  // the search before has shown it
  const uint32_t number = variable_at(object, offset);
  Variable& v = variables_[number];
  Entry mine{object, offset, number, site_number(t), t, write, Mode::Plain, true};
  if (const Klass* k = vm_.klass_of(object); k->is_array()) {
    mine.shift = static_cast<uint8_t>(k->element_shift);
    // A long loop makes no operation in between, where that is done otherwise.
    const bool at_64th = ((offset - kHeaderSize) >> k->element_shift) % 64 == 0;
    if (at_64th && !knowledge_.empty()) knowledge_.settle(living());
  }
  const bool looks = looks_for_guard(v);
  if (looks || v.guard == Knowledge::Guard::Locks) mine.locks = locks_held(t);
  if (v.guard != Knowledge::Guard::Locks || mine.locks) mine.guard = v.guard;
  mine.guard_field = v.guard_field;
  bool holds = true;
  knowledge_.access(mine, [&](const Entry& e, Knowledge::Found found) {
    switch (found) {
      case Knowledge::Found::Known:
        if (looks && e.thread != t) learn_guard(v, e, mine.locks);
        return;
      case Knowledge::Found::Unguarded:
        changes_ += !v.unguarded;
        v.unguarded = true;
        break;
      case Knowledge::Found::Race:
        // Whether something else orders it is found in the search that is repeated without the guard.
        if (e.guard == Knowledge::Guard::Locks) return;
        changes_ += v.needed != Level::Visible;
        v.needed = Level::Visible;
        race(e, t, write, Mode::Plain);
        break;
    }
    holds = false;
  });
  return holds;
}

bool Races::looks_for_guard(const Variable& v) const {
  return !v.unguarded && v.guard == Knowledge::Guard::None && !v.evidence.hopeless() &&
         !(vm_.options.distinguish & kDistinguishKnowers);
}

bool Races::holds(ThreadId t, Place lock) {
  const Ref object = static_cast<Ref>(lock >> 32);
  if (vm_.holds_lock(object, t)) return true;
  const Klass* k = vm_.klass_of(object);
  const auto [at, fresh] = owner_fields_.try_emplace(k, nullptr);
  // Under --locks=atomic it is the owner. What a program makes of it in a class of its own means what it likes.
  if (fresh && k->boot) at->second = k->find_field("exclusiveOwnerThread");
  const Field* owner = at->second;
  return owner && vm_.get_ref(object, owner) == vm_.thread(t).s.object;
}

uint32_t Races::locks_held(ThreadId t) {
  return knowledge_.locks_of(t, [&](Place lock) { return holds(t, lock); });
}

void Races::learn_guard(Variable& v, const Entry& before, uint32_t locks) {
  Evidence& now = v.evidence;
  if (before.locks) {
    bool& found = knowledge_.meet(before.locks, locks) ? now.locks : now.no_lock;
    changes_ += !found;
    found = true;
  }
  const std::vector<uint32_t> fields = knowledge_.own_fields(before);
  if (!now.pairs) {
    ++changes_;
    now.pairs = true;
    now.fields = fields;
  } else if (!now.fields.empty()) {
    changes_ += std::erase_if(now.fields,
                              [&](uint32_t f) { return std::find(fields.begin(), fields.end(), f) == fields.end(); });
  }
}

Knowledge::Guard Races::guard_of(const Variable& v) {
  if (v.unguarded || !v.evidence.pairs) return Knowledge::Guard::None;
  if (v.evidence.locks && !v.evidence.no_lock) return Knowledge::Guard::Locks;
  return v.evidence.fields.empty() ? Knowledge::Guard::None : Knowledge::Guard::Field;
}

void Races::adopt_guards() {
  for (Variable& v : variables_) {
    v.guard = v.ordered() ? guard_of(v) : Knowledge::Guard::None;
    if (v.guard == Knowledge::Guard::Field) v.guard_field = v.evidence.fields.front();
  }
}

void Races::needs(Ref object, uint32_t offset, Level level) {
  Variable& v = variables_[variable_at(object, offset)];
  changes_ += v.needed < level;
  v.needed = std::max(v.needed, level);
}

void Races::needs(const void* variable, Level level) {
  const auto at = by_place_.find(variable);
  if (at == by_place_.end()) return;
  Variable& v = variables_[at->second];
  changes_ += v.needed < level;
  v.needed = std::max(v.needed, level);
}

Level Races::adopt(const void* variable, Level least) {
  const auto at = by_place_.find(variable);
  if (at == by_place_.end()) return Level::Visible;
  Variable& v = variables_[at->second];
  v.level = v.needed = std::max(v.needed, least);
  ordering_ |= v.ordered();
  return v.level;
}

std::vector<std::string> Races::ordered_variables() const {
  std::vector<std::string> out;
  for (const Variable& v : variables_)
    if (v.ordered()) out.push_back(name_of(v));
  return out;
}

}  // namespace jmc::vm
