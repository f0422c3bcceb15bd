// Accesses and requests by initialisers that cannot meet others: because all of them happen within the initialiser of
// one class, which runs once, or because whoever comes later has seen the class initialised.
// docs/why/initialisation.md has the argument.
#include <algorithm>

#include "vm/class/initialisation.hpp"
#include "vm/vm.hpp"

namespace jmc::vm {

namespace {

// What two have in common; true: `a` was changed.
bool merge(Within& a, const Within& b) {
  bool changed = false;
  for (auto it = a.begin(); it != a.end();) {
    const auto other = b.find(it->first);
    if (other == b.end()) {
      it = a.erase(it);
      changed = true;
      continue;
    }
    const size_t before = it->second.size();
    it->second.insert(other->second.begin(), other->second.end());
    changed |= it->second.size() != before;
    ++it;
  }
  return changed;
}

}  // namespace

Within Vm::within() const {
  Within out;
  std::set<uint32_t> inside;
  for_each_initialiser(current_, [&](Klass* k) {
    out.try_emplace(k->id, inside);
    inside.insert(k->id);
    return true;
  });
  return out;
}

// Whoever begins the initialisation of `inner` is in the initialiser of `outer` then. `assumed` has the classes of
// which that is being shown: the first of them to begin without it would have been asked for from outside, or within
// another class that began before.
bool Vm::always_within(uint32_t inner, uint32_t outer, std::set<uint32_t>& assumed) const {
  if (!assumed.insert(inner).second) return true;
  const auto asked = initialisers.asked.find(inner);
  if (asked == initialisers.asked.end()) return false;
  const auto between = asked->second.find(outer);
  return between != asked->second.end() && std::all_of(between->second.begin(), between->second.end(),
                                                       [&](uint32_t k) { return always_within(k, outer, assumed); });
}

// All of it happens within one run of an initialiser, so by one thread, in whichever order threads ask for classes.
bool Vm::in_one_extent(const Within& all) const {
  return std::any_of(all.begin(), all.end(), [&](const auto& outer) {
    std::set<uint32_t> assumed;
    return std::all_of(outer.second.begin(), outer.second.end(),
                       [&](uint32_t inner) { return always_within(inner, outer.first, assumed); });
  });
}

// Of a circle of classes that ask for each other, all begin within one of them: two threads are never in it at the same
// time.
bool Vm::is_dominated(const std::vector<Klass*>& circle) const {
  return std::any_of(circle.begin(), circle.end(), [&](const Klass* outer) {
    std::set<uint32_t> assumed;
    return std::all_of(circle.begin(), circle.end(),
                       [&](const Klass* k) { return k == outer || always_within(k->id, outer->id, assumed); });
  });
}

// The running thread asks for k, which it does not initialise itself.
void Vm::note_asked(Klass* k) {
  const InitStatus status = init_status(k);
  if (k->asked_outside || (status != InitStatus::Loaded && !multi())) return;
  if (threads_[current_].s.initialising && status == InitStatus::InProgress &&
      heap.load<uint32_t>(k->statics, kStaticsThread) == current_ + 1)
    return;
  const Within now = threads_[current_].s.initialising ? within() : Within{};
  const auto [asked, first] = initialisers.asked.try_emplace(k->id, now);
  const bool changed = !first && merge(asked->second, now);
  k->asked_outside = asked->second.empty();
  initialisers.changes += first || changed;
  if (!changed) return;
  for (const auto& circle : initialisers.circles)
    if (!is_dominated(circle))
      for (Klass* c : circle) tell_initialiser(c, "is in a circle of initialisers that ask for each other's classes");
  for (const Within& all : initialisers.relied_on) {
    if (in_one_extent(all)) continue;
    std::set<uint32_t> classes;
    for (const auto& [outer, inner] : all) {
      classes.insert(outer);
      classes.insert(inner.begin(), inner.end());
    }
    for (const uint32_t c : classes)
      tell_initialiser(klasses_[c].get(), "shares data with an initialiser that it no longer lies in");
  }
}

uint32_t Vm::extent_number(const Within& all) {
  const auto [number, is_new] =
      initialisers.extent_numbers.try_emplace(all, static_cast<uint32_t>(initialisers.extents.size() + 1));
  if (is_new) initialisers.extents.push_back(all);
  return number->second;
}

// An invisible access to shared data by an initialiser that is assumed to be invisible: by whichever thread comes
// first. True: it was one.
bool Vm::record_initialiser_access(uint64_t key, AccessRecords::Entry& entry, bool write) {
  if (const Klass* k = running_initialiser(current_); !k || k->init_visible) return false;
  if (!extent_) extent_ = extent_number(within());
  const Ref object = static_cast<Ref>(key >> 32);
  const void* place = klass_of(object);
  if (!klass_of(object)->is_array()) place = field_at(object, static_cast<uint32_t>(key));
  const bool seen = initialisers.written_by_initialisers.count(place);
  if (write && !seen) {
    initialisers.written_by_initialisers.insert(place);
    initialisers.came_late = true;
  }
  // Of what no initialiser writes, in which of them the reads are makes no difference, and is no part of a state.
  const uint32_t extent = seen || write ? extent_ : extent_number({});
  AccessRecord* mine = nullptr;
  bool before = false;  // by a thread that not all others have joined, or were started by, since
  for (AccessRecord& a : entry) {
    if (a.thread == kInitialiserAccess) {
      mine = &a;
      continue;
    }
    const uint32_t epoch = write ? std::max(a.read_epoch, a.write_epoch) : a.write_epoch;
    for (ThreadId v = 0; epoch && v < threads_.count(); ++v)
      before |= v != a.thread && !threads_[v].s.ended && orders_.known(v, a.thread) < epoch;
  }
  const bool written = write || (mine && mine->write_epoch);
  const bool same = mine && mine->read_epoch == extent;
  if (same && !before && mine->write_epoch == written) return true;
  const bool joined = mine && !same;  // with what initialisers did before
  Within merged;
  if (joined) {
    merged = initialisers.extents[extent - 1];
    merge(merged, initialisers.extents[mine->read_epoch - 1]);
  }
  auto& accessors = initialisers.accessors[key];
  for (const auto& [id, inner] : initialisers.extents[extent_ - 1]) initialisers.changes += accessors.insert(id).second;
  const uint32_t number = joined ? extent_number(merged) : extent;
  const Within& all = initialisers.extents[number - 1];
  if (before || (written && !initialisers.came_late && !in_one_extent(all))) tell_accessors(key);
  else if (written && std::none_of(all.begin(), all.end(), [](const auto& outer) { return outer.second.empty(); }))
    initialisers.relied_on.insert(all);
  const AccessRecord record{kInitialiserAccess, number, written};
  if (mine && mine->read_epoch == record.read_epoch && mine->write_epoch == record.write_epoch) return true;
  accesses_.set(key, entry, mine, record);
  return true;
}

// A thread comes to what initialisers have accessed before on this path, one of the two writes. That is no conflict if
// the thread has seen one of the classes initialised in which all those accesses were.
void Vm::accessed_outside(uint64_t key, const AccessRecord& by_initialisers) {
  bool unknown = false;
  for (const auto& [id, inner] : initialisers.extents[by_initialisers.read_epoch - 1]) {
    const Klass* k = klasses_[id].get();
    const InitStatus status = init_status(k);
    if (!k->init_ordered) unknown |= status == InitStatus::Done || status == InitStatus::Watched;
    else if (status == InitStatus::Done || (status == InitStatus::Ended && has_seen(k, current_))) return;
  }
  if (!unknown) return tell_accessors(key);
  for (const auto& [id, inner] : initialisers.extents[by_initialisers.read_epoch - 1]) {
    Klass* k = klasses_[id].get();
    auto& found = initialisers.ordered;
    if (k->init_ordered || std::any_of(found.begin(), found.end(), [&](const auto& o) { return o.first == k; }))
      continue;
    if (!relied_on()) make_init_ordered(k);
    else found.emplace_back(k, "accesses to " + location_name(static_cast<Ref>(key >> 32), static_cast<uint32_t>(key)));
  }
}

// Accesses to data that threads contend for are operations by the field or the class of array. What an initialiser
// reads of an object that no operation writes on any path is the same whoever reads it, and when.
bool Vm::reads_constant(Ref object) {
  const Klass* k = running_initialiser(current_);
  if (!k || k->init_visible || visibility.stops_at_all()) return false;
  if (initialisers.written.count(object)) {
    initialisers.not_constant.insert(object);
    return false;
  }
  auto& readers = initialisers.constant[object];
  for_each_initialiser(current_, [&](Klass* in) {
    initialisers.changes += readers.insert(in->id).second;
    return true;
  });
  return true;
}

void Vm::note_writes(const Pending& op) {
  const auto note = [&](Ref object) {
    if (object < Heap::kFirstRef || !initialisers.written.insert(object).second) return;
    if (const auto readers = initialisers.constant.find(object); readers != initialisers.constant.end())
      for (const uint32_t id : readers->second)
        tell_initialiser(klasses_[id].get(),
                         "reads an object of " + klass_of(object)->external_name() + " that others write");
  };
  note(op.target);
  for (int i = 0; i < op.count; ++i)
    if (op.accesses[i].write && op.accesses[i].field != kLockField) note(op.accesses[i].object);
}

void Vm::tell_accessors(uint64_t key) {
  for (const uint32_t id : initialisers.accessors[key])
    tell_initialiser(
        klasses_[id].get(),
        "shares " + location_name(static_cast<Ref>(key >> 32), static_cast<uint32_t>(key)) + " with others");
}

}  // namespace jmc::vm
