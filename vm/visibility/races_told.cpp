// Races that were found, as a report has them.
#include <algorithm>

#include "vm/native.hpp"
#include "vm/visibility/races.hpp"

namespace jmc::vm {

namespace {

std::string place(const AccessSite& s) { return s.method ? Vm::place_text(*s.method, s.pc) : std::string(); }
bool program_code(const AccessSite& s) { return s.method && !s.method->owner->boot; }
bool called_by_program(const AccessSite& s) { return program_code(s) || s.caller; }

// Classes whose fields no program accesses, be it through calls that say nothing about the access: what a
// java.lang.reflect.Field keeps of its own is no variable of who calls it, as what an AtomicInteger holds is.
bool hidden(const Klass& k) {
  for (const std::string_view package : {"java/lang/reflect/", "java/lang/invoke/", "jdk/internal/", "jmc/internal/"})
    if (k.name.starts_with(package)) return k.boot;
  return false;
}

// Code of the JDK that is meant for several threads at a time. The rest (collections, builders, formats) leaves it to
// its callers to order their calls.
bool orders_by_itself(const Klass& k) {
  for (const std::string_view package : {"java/util/concurrent/", "java/lang/", "jdk/", "sun/", "jmc/"})
    if (k.name.starts_with(package)) return !k.name.ends_with("StringBuilder");
  return false;
}

}  // namespace

void Races::race(const Entry& before, ThreadId t, bool write, Mode mode) {
  if (watch_ == Watch::Off || vm_.found() == Found::Unreliable) return;
  Variable& v = variables_[before.variable];
  changes_ += !v.racy;
  v.racy = true;
  // Most have been told before, on another path.
  const uint64_t pair = (uint64_t{before.variable} << 40 ^ uint64_t{before.site} << 20 ^ site_number(t)) << 2 |
                        uint64_t{before.write} << 1 | uint64_t{write};
  if (!pairs_.insert(pair).second && !again_) return;
  const AccessSite& earlier = sites_[before.site];
  const AccessSite site = here(t);
  DataRace r;
  r.owner = v.field ? v.field->owner->external_name() : v.array->element->external_name() + "[]";
  if (v.field) r.name = v.field->name;
  r.variable = name_of(v);
  const Klass& by = v.field || !site.method ? *(v.field ? v.field->owner : v.array) : *site.method->owner;
  // What the JDK keeps for everybody no caller can order.
  const bool own_static = v.field && v.field->is_static() && v.field->owner->boot;
  r.in_program = ((program_code(earlier) || program_code(site)) && !(v.field && hidden(*v.field->owner))) ||
                 (v.field && !v.field->owner->boot) ||
                 (called_by_program(earlier) && called_by_program(site) && !orders_by_itself(by) && !own_static);
  r.first = described(before.thread, before.write, before.mode, earlier);
  r.second = described(t, write, mode, site);
  std::string sides[] = {place(earlier) + (before.write ? "w" : "r"), place(site) + (write ? "w" : "r")};
  if (sides[1] < sides[0]) std::swap(sides[0], sides[1]);
  const bool fresh = told_.insert(r.variable + "\n" + sides[0] + "\n" + sides[1]).second;
  if (!fresh && !again_) return;
  if (fresh) found_.push_back(r);
  if (!r.in_program || watch_ != Watch::Track) return;
  Violation violation;
  violation.kind = por::ErrorKind::DataRace;
  violation.thread = t;
  const auto side = [](const RacyAccess& a) {
    return std::string(a.write ? "written" : "read") + " by thread " + std::to_string(a.thread) +
           (a.thread_name.empty() ? "" : " \"" + a.thread_name + "\"") + " at " + place(a.site);
  };
  violation.message = "data race on " + r.variable + ": " + side(r.first) + " and " + side(r.second);
  vm_.add_violation(std::move(violation));
}

}  // namespace jmc::vm
