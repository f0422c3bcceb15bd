// Which accesses are scheduling points, and what is watched because the user says it is not.
#include <algorithm>

#include "vm/insn.hpp"
#include "vm/native.hpp"
#include "vm/shared_fields.hpp"
#include "vm/step_observer.hpp"

namespace jmc::vm {

namespace {

bool starts_with(std::string_view s, std::string_view prefix) { return s.substr(0, prefix.size()) == prefix; }

// Fields of java.lang.Thread that only the thread itself reads and writes.
bool confined(const Field& f) {
  return f.owner->name == "java/lang/Thread" &&
         (f.name == "threadLocals" || f.name == "inheritableThreadLocals" || f.name == "terminatingThreadLocals" ||
          starts_with(f.name, "threadLocalRandom") || f.name == "parkBlocker" || f.name == "scopedValueBindings" ||
          f.name == "headStackableScopes");
}

// Caches whose every write stores the same pure function of immutable data, so that no reader can tell when it
// happened.
bool idempotent_cache(const Field& f) {
  const std::string_view c = f.owner->name, n = f.name;
  if (c == "sun/util/locale/BaseLocale") return n == "hash";
  if (c == "java/util/Locale") return n == "hashCodeValue";
  if (c == "java/lang/String") return n == "hash" || n == "hashIsZero";
  if (c == "java/lang/Class")
    return n == "name" || n == "packageName" || n == "reflectionData" || n == "genericInfo" || n == "enumConstants" ||
           n == "enumConstantDirectory" || n == "annotationData" || n == "annotationType" ||
           n == "classRedefinedCount" || n == "cachedConstructor";
  if (c == "java/lang/invoke/MethodType") return n == "methodDescriptor";
  if (c == "java/util/Locale") return n == "hashCodeValue" || n == "languageTag";
  if (c == "jdk/internal/reflect/ReflectionFactory")
    return n == "initted" || n == "disableSerialConstructorChecks";  // read from properties
  return false;
}

}  // namespace

bool Vm::listed(std::string_view internal_name) const {
  return options.visible.matches(internal_name) || options.representation.matches(internal_name);
}

uint8_t Vm::classify_field(const Field& f) const {
  if (idempotent_cache(f)) return 0;
  if (confined(f)) return kConfinedField;
  // What a thread runs: set before it starts, then used by the thread alone. Unlike what confined fields hold, others
  // may know it.
  if (f.owner->name == "java/lang/Thread" && f.name == "target") return kOwnField;
  if (f.flags & kFinal) return kFinalField;
  if ((options.visible.empty() && !options.adaptive) || f.owner->listed || is_synchronizer(f.owner->name))
    return kVisible;
  return kTracked;
}

void Vm::add_hole(std::string text) {
  if (std::find(holes_.begin(), holes_.end(), text) == holes_.end()) holes_.push_back(std::move(text));
}

bool Vm::access_visible(Ref object, const Field* f, bool write) {
  if (!multi() || !(heap.header(object)->flags & kShared)) return false;
  const uint8_t v = f->visibility;
  if (memory && (v & ~kFinalField)) [[unlikely]]
    memory->used(object);
  if (f->is_static() && heap.load<uint32_t>(object, kStaticsStatus) == static_cast<uint32_t>(InitStatus::InProgress))
    return false;
  if (v & kVisible) return true;
  if (v & kFinalField) {
    if (memory) [[unlikely]] {
      if (!write) memory->final_read(object, *f);
      // Before the search begins it is written for all rounds, also those that take the field for no final one.
      else if (memory->under_construction(object)) return stop_at_all_ && adaptive();
    }
    if (write) contended(const_cast<Field*>(f));  // after its object was shared
    else if (stop_at_all_ && !shared_after_all(*f)) facility<FinalsReadAtStart>(*this).fields.insert(f);
    return stop_at_all_ && (write || shared_after_all(*f));
  }
  if (v & (kConfinedField | kOwnField)) {
    // What the constructor of a Thread writes comes before the start, also where objects are shared from their
    // allocation on.
    const bool mine = object == threads_[current_].s.object || (memory && write && memory->under_construction(object));
    if (!mine) contended(const_cast<Field*>(f));
    if (!mine && !write && polling_) polled(object, f->offset);
    return stop_at_all_ && (!mine || shared_after_all(*f));
  }
  if (v & kTracked) {
    if (stop_at_all_ && adaptive()) return true;
    if (v & kOrderedField) ordered_access(object, f->offset, write);
    else record_access(object, f->offset, write);
  }
  return false;
}

bool Vm::array_visible(Ref array, uint32_t index, bool write) {
  const ObjectHeader* h = heap.header(array);
  if (!multi() || !(h->flags & kShared)) return false;
  if (memory) [[unlikely]]
    memory->used(array);
  const Klass* k = klass_of(array);
  if (options.visible.empty() ? !options.adaptive || k->elements_visible || stop_at_all_
                              : (h->flags & kVisibleArray) != 0)
    return true;
  const uint32_t offset = kHeaderSize + (index << k->element_shift);
  if (k->elements_ordered) ordered_access(array, offset, write);
  else record_access(array, offset, write);
  return false;
}

const Field* Vm::field_at(Ref object, uint32_t offset) const {
  const Klass* k = klass_of(object);
  if (k->kind == KlassKind::Statics) {
    for (const auto& f : k->statics_of->fields)
      if (f->is_static() && f->offset == offset) return f.get();
    return nullptr;
  }
  for (; k; k = k->super)
    for (const auto& f : k->fields)
      if (!f->is_static() && f->offset <= offset && offset < f->offset + (f->wide() ? 8u : 4u)) return f.get();
  return nullptr;
}

bool Vm::raw_access_visible(Ref object, uint32_t offset, bool write) {
  if (!multi() || !(heap.header(object)->flags & kShared)) return false;
  // Such accesses may order others: they are operations as soon as start and join do not order them.
  Klass* k = klass_of(object);
  if (k->is_array()) {
    if (!k->elements_atomic) ++atomics_met_;
    k->elements_atomic = true;
    if (k->elements_ordered) conflict(object, offset);
    return array_visible(object, (offset - kHeaderSize) >> k->element_shift, write);
  }
  auto* f = const_cast<Field*>(field_at(object, offset));
  if (!f) return false;
  if ((f->visibility & (kTracked | kAtomicField)) == kTracked) {
    ++atomics_met_;
    f->visibility |= kAtomicField;
  }
  if (f->visibility & kOrderedField) conflict(object, offset);
  return access_visible(object, f, write);
}

std::string Vm::location_name(Ref object, uint32_t offset) const {
  const Klass* k = klass_of(object);
  if (k->is_array())
    return klass_of(object)->element->external_name() + "[" +
           std::to_string((offset - kHeaderSize) >> k->element_shift) + "]";
  if (const Field* f = field_at(object, offset)) return f->owner->external_name() + "." + std::string(f->name);
  return k->external_name();
}

namespace {
template <class T>
void add_once(std::vector<T*>& list, T* what) {
  if (std::find(list.begin(), list.end(), what) == list.end()) list.push_back(what);
}
}  // namespace

void Vm::contended(Field* f) { add_once(contended_fields_, f); }

void Vm::torn_copy(Ref array) {
  Klass* k = klass_of(array);
  if (!k->copies_torn && !foresees(kTornCopies)) add_once(torn_arrays_, k);
}

void Vm::conflict(Ref object, uint32_t offset, ThreadId other, bool other_wrote, bool write) {
  Klass* k = klass_of(object);
  if (!adaptive()) {
    const std::string what =
        k->is_array() ? "elements of an array of " + k->element->external_name() + " allocated outside the list"
                      : "field " + location_name(object, offset);
    // One pair of places for each is enough to act on.
    if (std::any_of(holes_.begin(), holes_.end(), [&](const std::string& h) {
          return h.starts_with(what) && (h.size() == what.size() || h[what.size()] == ':');
        }))
      return;
    return add_hole(
        other == por::kNoThread ? what : hole_text(what, uint64_t{object} << 32 | offset, other, other_wrote, write));
  }
  // What nobody else is seen to access must be an operation for others to get at it.
  if (options.ordered) races.needs(object, offset, other == por::kNoThread ? Level::Visible : Level::Ordered);
  if (k->is_array()) add_once(contended_arrays_, k);
  else if (const Field* f = field_at(object, offset)) contended(const_cast<Field*>(f));
  else add_hole("field " + location_name(object, offset));
}

void Vm::want_guards() {
  races.guards_wanted([&](const Field* field, const Klass* array) {
    if (array) add_once(contended_arrays_, const_cast<Klass*>(array));
    else contended(const_cast<Field*>(field));
  });
}

void Vm::adopt_findings() {
  for (Field* f : contended_fields_) {
    if (f->visibility & kFinalField) {
      for (const auto& [field, insn] : final_reads_)
        if (field == f) insn->a = kVisible;
      if (FinalsReadAtStart& at_start = facility<FinalsReadAtStart>(*this); at_start.fields.contains(f))
        at_start.written.insert("final field " + f->owner->external_name() + "." + std::string(f->name) +
                                ": written while there are several threads, and read before the first choice among "
                                "them; what else may be read there is not explored");
    }
    if (options.ordered && (f->visibility & (kTracked | kAtomicField)) == kTracked && !(f->flags & kVolatile) &&
        races.adopt(f) < Level::Visible) {
      f->visibility |= kOrderedField;
      continue;
    }
    f->visibility = kVisible;
    adopted_.push_back(f->owner->external_name() + "." + std::string(f->name));
  }
  for (Klass* k : contended_arrays_) {
    k->elements_ordered = options.ordered && !k->elements_atomic && races.adopt(k) < Level::Visible;
    if (k->elements_ordered) continue;
    k->elements_visible = true;
    adopted_.push_back("elements of " + k->external_name());
  }
  for (Klass* k : torn_arrays_) {
    k->copies_torn = true;
    adopted_.push_back("copies of " + k->external_name());
  }
  races.adopt_guards();
  contended_fields_.clear();
  contended_arrays_.clear();
  torn_arrays_.clear();
  adopt_initialisers();
  if (memory) memory->adopt(adopted_);
  if (daemon_found_) daemons_matter();
  if (interrupt_found_) ends_visible = true;
  daemon_found_ = interrupt_found_ = observer_found_ = false;
  foresee(unforeseen_);
  unforeseen_ = 0;
  clock.adopt();
  output.adopt();
  holes_.clear();
  for (const std::string& text : facility<FinalsReadAtStart>(*this).written) add_hole(text);
}

void Vm::daemons_matter() {
  ends_visible = daemons = true;
  may_exit |= !options.ends_apart || end_told_;
}

void Vm::end_told() {
  end_told_ = true;
  if (!daemons || may_exit) return;
  if (marked()) observer_found_ = true;
  may_exit = true;
}

void Vm::daemon_seen() {
  if (daemons) return;
  if (!marked()) daemons_matter();  // no search has relied on anything else yet
  else daemon_found_ = true;
}

void Vm::interrupt_seen() {
  if (ends_visible) return;
  if (!marked()) ends_visible = true;  // no search has relied on anything else yet
  else interrupt_found_ = true;
}

void Vm::polled(Ref object, uint32_t offset) {
  const std::pair access(object, offset);
  if (polled_.size() < 4096 && std::find(polled_.begin(), polled_.end(), access) == polled_.end())
    polled_.push_back(access);
}

// The loop that the running thread is in can only end if another thread writes what it polls.
void Vm::adopt_polled() {
  for (const auto& [object, offset] : polled_) conflict(object, offset);
}

std::string Vm::polling_text(ThreadId t) const {
  std::string what;
  for (const auto& [object, offset] : polled_)
    if (const std::string name = location_name(object, offset); what.find(name) == std::string::npos)
      what += (what.empty() ? "" : ", ") + name;
  const std::string place = place_of(t);
  return "a loop polls what is not visible: " + what + ", read again and again by thread " + std::to_string(t) +
         (place.empty() ? "" : " at " + place) +
         (adaptive() ? "" : "; name its class in --visible, or leave --visible out");
}

// "field Box.value: written by thread 1 "put" at Put.run(Put.java:9), read by thread 2 "get" at Get.run(Get.java:7)"
std::string Vm::hole_text(const std::string& what, uint64_t key, ThreadId other, bool other_wrote, bool write) const {
  const auto who = [&](ThreadId t, bool wrote) {
    const Ref name = thread_name_of(threads_[t].s.object);
    return std::string(wrote ? "written" : "read") + " by thread " + std::to_string(t) +
           (name ? " \"" + string_utf8(name) + "\"" : "");
  };
  std::string text = what + ": " + who(other, other_wrote);
  if (const auto places = access_places_.find(key); places != access_places_.end())
    if (const auto place = places->second.find(other); place != places->second.end()) {
      const uint32_t* at = other_wrote ? place->second.written : place->second.read;
      if (at[0]) text += " at " + place_text(*methods_[at[0] - 1], at[1]);
    }
  text += ", " + who(current_, write);
  walk_frames(current_, [&](Method* m, uint32_t pc) {
    if (m->internal || !m->file) return true;
    text += " at " + place_text(*m, pc);
    return false;
  });
  return text;
}

void Vm::note_place(uint64_t key, bool write) {
  walk_frames(current_, [&](Method* m, uint32_t pc) {
    if (m->internal || !m->file) return true;
    AccessPlaces& p = access_places_[key][current_];
    uint32_t* to = write ? p.written : p.read;
    to[0] = m->id + 1;
    to[1] = pc;
    return false;
  });
}

// Two accesses by different threads conflict unless start and join order them; then the user's list has a hole.
void Vm::record_access(Ref object, uint32_t offset, bool write) {
  if (polling_) [[unlikely]]
    polled(object, offset);
  const uint64_t key = uint64_t{object} << 32 | offset;
  AccessRecords::Entry& entry = accesses_.at(key);
  if (threads_[current_].s.initialising && record_initialiser_access(key, entry, write)) [[unlikely]]
    return;
  AccessRecord* mine = nullptr;
  for (AccessRecord& a : entry) {
    if (a.thread == current_) {
      mine = &a;
      continue;
    }
    if (a.thread == kInitialiserAccess) [[unlikely]] {
      if (write || a.write_epoch) accessed_outside(key, a);
      continue;
    }
    if (!(write || a.write_epoch)) continue;
    const uint32_t seen = orders_.known(current_, a.thread);
    const bool wrote = a.write_epoch && a.write_epoch > seen;
    if (wrote || (write && a.read_epoch > seen)) conflict(object, offset, a.thread, wrote, write);
  }
  if (list_given()) note_place(key, write);
  const uint32_t now = orders_.epoch(current_) + 1;
  AccessRecord record = mine ? *mine : AccessRecord{current_, 0, 0};
  uint32_t& slot = write ? record.write_epoch : record.read_epoch;
  if (slot == now) return;
  slot = now;
  accesses_.set(key, entry, mine, record);
}

// An invisible access of which it is assumed that happens-before orders it. What an initialiser does that is no
// operation is ordered by nothing that the record knows of.
void Vm::ordered_access(Ref object, uint32_t offset, bool write) {
  if (polling_) [[unlikely]]
    polled(object, offset);
  if (threads_[current_].s.initialising) [[unlikely]]
    if (const Klass* k = running_initialiser(current_); k && !k->init_visible) return conflict(object, offset);
  if (observer) [[unlikely]]
    observer->accesses(current_, object, offset, write);
  if (races.ordered(current_, object, offset, write)) return;
  Klass* k = klass_of(object);
  if (k->is_array()) add_once(contended_arrays_, k);
  else if (const Field* f = field_at(object, offset)) contended(const_cast<Field*>(f));
}

}  // namespace jmc::vm
