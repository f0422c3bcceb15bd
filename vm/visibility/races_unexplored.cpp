// Which accesses could show what Java allows and no message of vm/memory does. By class and field and by thread, as
// they are collected: too much rather than too little.
#include <algorithm>

#include "vm/memory/load_buffering.hpp"
#include "vm/vm.hpp"

namespace jmc::vm {

namespace {

bool has_volatile_field(const Klass& k) {
  for (const Klass* c = &k; c; c = c->super)
    for (const auto& f : c->fields)
      if (!f->is_static() && (f->flags & kVolatile)) return true;
  return false;
}

}  // namespace

// The race hands an object over: what its constructor wrote to a volatile field may not be there yet. That write is no
// access that threads share, so the classes that are loaded answer.
bool Races::may_see_volatile_before_written(const Variable& v) const {
  const bool reference = v.field ? v.field->is_ref() : v.array->element->element_type == 0;
  if (!reference) return false;
  const std::string_view type = v.field ? v.field->descriptor : std::string_view(v.array->element->name);
  if (type.starts_with('[')) return false;
  const std::string_view declared = v.field ? type.substr(1, type.size() - 2) : type;
  for (uint32_t id = 0; id < vm_.class_count(); ++id) {
    const Klass& k = *vm_.klass(id);
    if (!has_volatile_field(k)) continue;
    // Whatever it is declared as, objects of the program's own classes are what programs hand over.
    if (declared == "java/lang/Object" ? !k.boot : k.name == declared) return true;
    for (const Klass* c = k.super; c && c->super; c = c->super)
      if (c->name == declared) return true;
    for (const Klass* i : k.all_interfaces)
      if (i->name == declared) return true;
  }
  return false;
}

Unexplored Races::unexplored(const std::vector<std::string>& older) const {
  Unexplored out;
  size_t met = 0;
  const bool all_kept =
      vm_.options.jmm_mixed || vm_.options.volatile_reads_apart || (vm_.options.distinguish & kDistinguishMessages);
  por::ThreadSet synchronised = locking_.size() > 1 ? locking_ : por::ThreadSet();
  for (const Variable& v : variables_)
    if (const por::ThreadSet all = v.readers[1] | v.writers[1]; !v.writers[1].empty() && all.size() > 1)
      synchronised |= all;
  // Whose writes whom may reach by a race. `older`: whoever read could see an older value.
  struct Flow {
    por::ThreadSet writers, readers;
    bool older;
  };
  std::vector<Flow> flows, passed_on;
  if (locking_.size() > 1) passed_on.push_back({locking_, locking_, false});
  for (const Variable& v : variables_) {
    // Where only starts and joins order anything, two who write race, whoever reads.
    const bool written_apart = synchronised.empty() && v.writers[0].size() > 1;
    // Where everything is kept nobody knows of which variables older values were read.
    const bool read_by_race =
        all_kept ? conflicting(v) : std::find(older.begin(), older.end(), name_of(v)) != older.end();
    met += read_by_race;
    const por::ThreadSet writers = v.writers[0] | v.writers[1], readers = v.readers[0];
    // A variable that is read before it is written, in all that was explored, has no older values; the write may be
    // made ahead of what the read has led to for all that.
    // Nor does a volatile read of a weaker write tell anything of what its writer did before.
    const por::ThreadSet all_readers = v.readers[0] | v.readers[1];
    if (!all_readers.empty() && !v.writers[0].empty()) flows.push_back({v.writers[0], all_readers, false});
    // Others may pass on by volatile accesses what they have seen of a write that was made ahead.
    if (!all_readers.empty() && !v.writers[1].empty()) passed_on.push_back({v.writers[1], all_readers, false});
    if (!read_by_race && !written_apart) continue;
    const bool wide =
        v.field ? v.field->wide() : v.array->element->element_type == 'J' || v.array->element->element_type == 'D';
    if (wide && !(v.field && (v.field->flags & kVolatile)) && !v.writers[0].empty()) out.torn.push_back(name_of(v));
    if (!read_by_race || readers.empty() || writers.empty()) continue;
    out.volatile_reads |= readers.meets(synchronised) || may_see_volatile_before_written(v);
    flows.push_back({writers, readers, true});
  }
  // A variable that was not collected: nothing is known of who accesses it.
  if (met < older.size()) out.volatile_reads = out.load_buffering = true;
  if (vm_.options.volatile_reads_apart) out.volatile_reads = false;
  // From who has read by a race along what it writes, and what others do then: back to who wrote that? The first write
  // is the one that is made ahead: it orders nothing.
  const auto reached_from = [&](ThreadId first) {
    std::vector<ThreadId> open{first};
    por::ThreadSet reached;
    while (!open.empty()) {
      const ThreadId t = open.back();
      open.pop_back();
      const auto follow = [&](const std::vector<Flow>& along) {
        for (const Flow& f : along)
          if (f.writers.contains(t))
            for (const ThreadId u : f.readers - por::ThreadSet::of(t) - reached) reached.insert(u), open.push_back(u);
      };
      follow(flows);
      if (t == first) continue;
      follow(passed_on);
      // It may end, and main may have waited for that.
      if (first != 0 && !reached.contains(0)) reached.insert(0), open.push_back(0);
    }
    return reached;
  };
  for (const Flow& f : flows)
    for (const ThreadId u : f.older ? f.readers : por::ThreadSet())
      out.load_buffering |= !((f.writers - por::ThreadSet::of(u)) & reached_from(u)).empty();
  // Explored, but for what the writes ahead leave out.
  if (const LoadBuffering* ahead = vm_.memory ? vm_.memory->buffering : nullptr)
    out.load_buffering &= ahead->incomplete();
  return out;
}

}  // namespace jmc::vm
