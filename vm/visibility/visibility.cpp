#include "vm/visibility/visibility.hpp"

#include <algorithm>

#include "vm/code/insn.hpp"
#include "vm/native.hpp"
#include "vm/step_observer.hpp"
#include "vm/visibility/readers.hpp"
#include "vm/visibility/shared_fields.hpp"

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

// Notes a write. Whether the access has to be recorded: all have, but reads of what nobody writes. What initialisers of
// classes access has rules of its own, and who polls wants to know each read.
bool has_to_be_recorded(Vm& vm, const void* variable, bool write) {
  if (vm.memory || !vm.visibility.adaptive()) return true;
  Readers& readers = facility<Readers>(vm);
  if (write) readers.writes(variable);
  return write || vm.visibility.polling().on || vm.thread(vm.current()).s.initialising || !readers.leave_out(variable);
}

}  // namespace

Visibility::Visibility(Vm& vm) : vm_(vm) {}
Visibility::~Visibility() = default;

bool Visibility::listed(std::string_view internal_name) const {
  return vm_.options.visible.matches(internal_name) || vm_.options.representation.matches(internal_name);
}

bool Visibility::list_given() const { return !vm_.options.visible.empty(); }
bool Visibility::adaptive() const { return vm_.options.adaptive && !list_given(); }

uint8_t Visibility::classify(const Field& f) const {
  if (idempotent_cache(f)) return 0;
  if (confined(f)) return kConfinedField;
  // What a thread runs: set before it starts, then used by the thread alone. Unlike what confined fields hold, others
  // may know it.
  if (f.owner->name == "java/lang/Thread" && f.name == "target") return kOwnField;
  if (f.flags & kFinal) return kFinalField;
  if ((!list_given() && !vm_.options.adaptive) || f.owner->listed || is_synchronizer(f.owner->name)) return kVisible;
  return kTracked;
}

// --- accesses

bool Visibility::of_field(Ref object, const Field* f, bool write) {
  if (!vm_.multi() || !(vm_.heap.header(object)->flags & kShared)) return false;
  MemoryModel* const memory = vm_.memory.get();
  const uint8_t v = f->visibility;
  if (memory && (v & ~kFinalField)) [[unlikely]]
    memory->used(object);
  if (f->is_static() &&
      vm_.heap.load<uint32_t>(object, kStaticsStatus) == static_cast<uint32_t>(InitStatus::InProgress))
    return false;
  if (v & kVisible) return true;
  if (v & kFinalField) {
    if (memory) [[unlikely]] {
      if (!write) memory->final_read(object, *f);
      // Before the search begins it is written for all rounds, also those that take the field for no final one.
      else if (memory->under_construction(object)) return stop_at_all_ && adaptive();
    }
    if (write) contended(f);  // after its object was shared
    return stop_at_all_ && (write || shared_after_all(*f));
  }
  if (v & (kConfinedField | kOwnField)) {
    // What the constructor of a Thread writes comes before the start, also where objects are shared from their
    // allocation on.
    const bool mine =
        object == vm_.thread(vm_.current()).s.object || (memory && write && memory->under_construction(object));
    if (!mine) contended(f);
    if (!mine && !write && polling_.on) polled(object, f->offset);
    return stop_at_all_ && (!mine || shared_after_all(*f));
  }
  if (v & kTracked) {
    if (stop_at_all_ && adaptive()) return true;
    if (v & kOrderedField) ordered(object, f->offset, write);
    else if (has_to_be_recorded(vm_, f, write)) record(object, f->offset, write);
  }
  return false;
}

bool Visibility::of_element(Ref array, uint32_t index, bool write) {
  const ObjectHeader* h = vm_.heap.header(array);
  if (!vm_.multi() || !(h->flags & kShared)) return false;
  if (vm_.memory) [[unlikely]]
    vm_.memory->used(array);
  const Klass* k = vm_.klass_of(array);
  if (list_given() ? (h->flags & kVisibleArray) != 0 : !vm_.options.adaptive || k->elements_visible || stop_at_all_)
    return true;
  const uint32_t offset = kHeaderSize + (index << k->element_shift);
  if (k->elements_ordered) ordered(array, offset, write);
  else if (has_to_be_recorded(vm_, k, write)) record(array, offset, write);
  return false;
}

// Classes and their fields stay as they were linked.
const Field* Visibility::field_at(Ref object, uint32_t offset) {
  const uint64_t place = uint64_t{vm_.heap.header(object)->klass} << 32 | offset;
  KnownField& known = known_fields_[place * 0x9e3779b97f4a7c15u >> (64 - kKnownFieldBits)];
  if (known.place != place) known = {place, vm_.field_at(object, offset)};
  return known.field;
}

bool Visibility::of_raw(Ref object, uint32_t offset, bool write) {
  if (!vm_.multi() || !(vm_.heap.header(object)->flags & kShared)) return false;
  // Such accesses may order others: they are operations as soon as start and join do not order them.
  Klass* k = vm_.klass_of(object);
  if (k->is_array()) {
    if (!k->elements_atomic) ++atomics_met_;
    k->elements_atomic = true;
    if (k->elements_ordered) conflict(object, offset);
    return of_element(object, (offset - kHeaderSize) >> k->element_shift, write);
  }
  auto* f = const_cast<Field*>(field_at(object, offset));
  if (!f) return false;
  if ((f->visibility & (kTracked | kAtomicField)) == kTracked) {
    ++atomics_met_;
    f->visibility |= kAtomicField;
  }
  if (f->visibility & kOrderedField) conflict(object, offset);
  return of_field(object, f, write);
}

void Visibility::look_at_no_final() {
  for (const auto& [field, insn] : final_reads_)
    if (field->visibility == kFinalField && !shared_after_all(*field)) insn->a = 0;
}

// --- what is found

namespace {
template <class T>
void add_once(std::vector<T*>& list, const T* what) {
  if (std::find(list.begin(), list.end(), what) == list.end()) list.push_back(const_cast<T*>(what));
}
}  // namespace

void Visibility::contended(const Field* f) { add_once(fields_, f); }
void Visibility::contended(const Klass* array) { add_once(arrays_, array); }

void Visibility::torn_copy(const Klass* k) {
  if (!k->copies_torn && !vm_.rules.foresees(kTornCopies)) add_once(torn_arrays_, k);
}

void Visibility::found_contended(Ref object, uint32_t offset) {
  const Klass* k = vm_.klass_of(object);
  if (k->is_array()) contended(k);
  else if (const Field* f = vm_.field_at(object, offset)) contended(f);
  else add_hole("field " + vm_.location_name(object, offset));
}

void Visibility::conflict(Ref object, uint32_t offset, ThreadId other, bool other_wrote, bool write) {
  const Klass* k = vm_.klass_of(object);
  if (!adaptive()) {
    const std::string what =
        k->is_array() ? "elements of an array of " + k->element->external_name() + " allocated outside the list"
                      : "field " + vm_.location_name(object, offset);
    // One pair of places for each is enough to act on.
    if (std::any_of(holes_.begin(), holes_.end(), [&](const std::string& h) {
          return h.starts_with(what) && (h.size() == what.size() || h[what.size()] == ':');
        }))
      return;
    return add_hole(
        other == por::kNoThread ? what : hole_text(what, uint64_t{object} << 32 | offset, other, other_wrote, write));
  }
  // What nobody else is seen to access must be an operation for others to get at it.
  if (vm_.options.ordered) vm_.races.needs(object, offset, other == por::kNoThread ? Level::Visible : Level::Ordered);
  found_contended(object, offset);
}

void Visibility::add_hole(std::string text) {
  if (std::find(holes_.begin(), holes_.end(), text) == holes_.end()) holes_.push_back(std::move(text));
}

bool Visibility::start_relies() const {
  return std::any_of(fields_.begin(), fields_.end(),
                     [](const Field* f) { return (f->visibility & (kFinalField | kConfinedField | kOwnField)) != 0; });
}

void Visibility::adopt() {
  for (Field* f : fields_) {
    if (f->visibility & kFinalField) {
      for (const auto& [field, insn] : final_reads_)
        if (field == f) insn->a = kVisible;
    }
    if (vm_.options.ordered) {
      const bool plain = (f->visibility & (kTracked | kAtomicField)) == kTracked && !(f->flags & kVolatile);
      if (vm_.races.adopt(f, plain ? Level::Joined : Level::Visible) < Level::Visible) {
        f->visibility |= kOrderedField;
        continue;
      }
    }
    f->visibility = kVisible;
    note_adopted(f->owner->external_name() + "." + std::string(f->name));
  }
  for (Klass* k : arrays_) {
    k->elements_ordered =
        vm_.options.ordered && vm_.races.adopt(k, k->elements_atomic ? Level::Visible : Level::Joined) < Level::Visible;
    if (k->elements_ordered) continue;
    k->elements_visible = true;
    note_adopted("elements of " + k->external_name());
  }
  fields_.clear();
  arrays_.clear();
}

void Visibility::adopt_copies() {
  for (Klass* k : torn_arrays_) {
    k->copies_torn = true;
    note_adopted("copies of " + k->external_name());
  }
  torn_arrays_.clear();
}

void Visibility::forget_holes() { holes_.clear(); }

// --- invisible runs

void Visibility::polled(Ref object, uint32_t offset) {
  const std::pair access(object, offset);
  if (auto& all = polling_.accesses; all.size() < 4096 && std::find(all.begin(), all.end(), access) == all.end())
    all.push_back(access);
}

bool Visibility::adopt_polled() {
  for (const auto& [object, offset] : polling_.accesses) conflict(object, offset);
  return !polling_.accesses.empty();
}

std::string Visibility::polling_text(ThreadId t) const {
  std::string what;
  for (const auto& [object, offset] : polling_.accesses)
    if (const std::string name = vm_.location_name(object, offset); what.find(name) == std::string::npos)
      what += (what.empty() ? "" : ", ") + name;
  const std::string place = vm_.place_of(t);
  return "a loop polls what is not visible: " + what + ", read again and again by thread " + std::to_string(t) +
         (place.empty() ? "" : " at " + place) +
         (adaptive() ? "" : "; name its class in --visible, or leave --visible out");
}

// --- what is no operation

// "field Box.value: written by thread 1 "put" at Put.run(Put.java:9), read by thread 2 "get" at Get.run(Get.java:7)"
std::string Visibility::hole_text(const std::string& what, uint64_t key, ThreadId other, bool other_wrote,
                                  bool write) const {
  const auto who = [&](ThreadId t, bool wrote) {
    const Ref name = vm_.thread_name_of(vm_.thread(t).s.object);
    return std::string(wrote ? "written" : "read") + " by thread " + std::to_string(t) +
           (name ? " \"" + vm_.string_utf8(name) + "\"" : "");
  };
  std::string text = what + ": " + who(other, other_wrote);
  if (const auto places = access_places_.find(key); places != access_places_.end())
    if (const auto place = places->second.find(other); place != places->second.end()) {
      const uint32_t* at = other_wrote ? place->second.written : place->second.read;
      if (at[0]) text += " at " + Vm::place_text(*vm_.method(at[0] - 1), at[1]);
    }
  text += ", " + who(vm_.current(), write);
  vm_.walk_frames(vm_.current(), [&](Method* m, uint32_t pc) {
    if (m->internal || !m->file) return true;
    text += " at " + Vm::place_text(*m, pc);
    return false;
  });
  return text;
}

void Visibility::note_place(uint64_t key, bool write) {
  vm_.walk_frames(vm_.current(), [&](Method* m, uint32_t pc) {
    if (m->internal || !m->file) return true;
    AccessPlaces& p = access_places_[key][vm_.current()];
    uint32_t* to = write ? p.written : p.read;
    to[0] = m->id + 1;
    to[1] = pc;
    return false;
  });
}

// Two accesses by different threads conflict unless start and join order them; then the user's list has a hole.
void Visibility::record(Ref object, uint32_t offset, bool write) {
  if (polling_.on) [[unlikely]]
    polled(object, offset);
  const ThreadId current = vm_.current_;
  const uint64_t key = uint64_t{object} << 32 | offset;
  AccessRecords::Entry& entry = vm_.accesses_.at(key);
  if (vm_.threads_[current].s.initialising && vm_.record_initialiser_access(key, entry, write)) [[unlikely]]
    return;
  AccessRecord* mine = nullptr;
  for (AccessRecord& a : entry) {
    if (a.thread == current) {
      mine = &a;
      continue;
    }
    if (a.thread == kInitialiserAccess) [[unlikely]] {
      if (write || a.write_epoch) vm_.accessed_outside(key, a);
      continue;
    }
    if (!(write || a.write_epoch)) continue;
    const uint32_t seen = vm_.orders_.known(current, a.thread);
    const bool wrote = a.write_epoch && a.write_epoch > seen;
    if (wrote || (write && a.read_epoch > seen)) conflict(object, offset, a.thread, wrote, write);
  }
  if (list_given()) note_place(key, write);
  const uint32_t now = vm_.orders_.epoch(current) + 1;
  AccessRecord access = mine ? *mine : AccessRecord{current, 0, 0};
  uint32_t& slot = write ? access.write_epoch : access.read_epoch;
  if (slot == now) return;
  slot = now;
  vm_.accesses_.set(key, entry, mine, access);
}

// An invisible access of which it is assumed that happens-before orders it. What an initialiser does that is no
// operation is ordered by nothing that the record knows of.
void Visibility::ordered(Ref object, uint32_t offset, bool write) {
  if (polling_.on) [[unlikely]]
    polled(object, offset);
  const ThreadId current = vm_.current_;
  if (vm_.threads_[current].s.initialising) [[unlikely]]
    if (const Klass* k = vm_.running_initialiser(current); k && !k->init_visible) return conflict(object, offset);
  if (vm_.observer) [[unlikely]]
    vm_.observer->accesses(current, object, offset, write);
  if (!vm_.races.ordered(current, object, offset, write)) found_contended(object, offset);
}

}  // namespace jmc::vm
