#include "vm/memory/memory_model.hpp"

#include <algorithm>
#include <unordered_set>

#include "vm/memory/kept.hpp"
#include "vm/memory/load_buffering.hpp"
#include "vm/memory/written_ahead.hpp"
#include "vm/native.hpp"
#include "vm/state/objects.hpp"

namespace jmc::vm {

using memory::Fence;
using memory::Kept;
using memory::Mode;
using memory::UpdateMode;

namespace {

// What a pending compare-and-set expects, in the form in which the variable is stored.
memory::Machine::Equals expects(const Pending& p) {
  const uint64_t expected = MemoryModel::cut(p.expected, p.model_width);
  return [expected](uint64_t value) { return value == expected; };
}

bool only_fails(Vm& vm, ThreadId, const Pending& p) { return vm.memory->only_fails(p); }
constexpr Operation kModelled{.ways = MemoryModel::alternatives, .only_reads = only_fails};

// Alternatives of an operation have numbers of one byte.
constexpr size_t kMostMessages = 255;

}  // namespace

uint32_t MemoryModel::alternatives(Vm& vm, ThreadId t, const Pending& p) {
  const MemoryModel& m = *vm.memory;
  const memory::Machine& machine = m.machine;
  const Variable v{p.object, p.offset, p.model_width, false};
  const memory::Key at = key(p.object, p.offset);
  const bool halves = m.tears(p.object, p.offset, p.model_width), cas = p.kind == PendingKind::Cas;
  if (cas && p.conditional) {
    bool may_succeed = false;
    const uint32_t n = m.attempts(t, v, p.mode, expects(p), may_succeed);
    return n + (p.may_fail && may_succeed);
  }
  if (!machine.find(at) && !(halves && machine.find(memory::Machine::upper_half(at)))) return 1;
  uint32_t n = 1;
  if (halves && cas) n = machine.attempts_halves(t, at, p.mode, m.stored(v), nullptr);
  else if (cas) n = machine.updates(t, at, p.mode);
  else if (p.kind == PendingKind::Write)
    n = halves ? machine.places_halves(t, at, p.mode.write)
               : machine.places(t, at, p.mode.write) + (m.buffering ? machine.promises(t, at) : 0);
  else n = halves ? machine.readable_halves(t, at, p.mode.read, m.stored(v)) : machine.readable(t, at, p.mode.read);
  return n == 1 ? n : memory::allowed(n, m.kept(p.object, p.offset), p.kind != PendingKind::Read);
}

// What a compare-and-set may take, and whether some of that is what it expects.
uint32_t MemoryModel::attempts(ThreadId t, const Variable& v, UpdateMode mode, const memory::Machine::Equals& expected,
                               bool& may_succeed) const {
  const memory::Key at = key(v.object, v.offset);
  const bool halves = tears(v.object, v.offset, v.width);
  const uint64_t newest = stored(v);
  if (!machine.find(at) && !(halves && machine.find(memory::Machine::upper_half(at)))) {
    may_succeed = expected(newest);
    return 1;
  }
  const uint32_t all = halves ? machine.attempts_halves(t, at, mode, newest, &expected)
                              : machine.attempts(t, at, mode, newest, expected);
  const uint32_t n = all == 1 ? all : memory::allowed(all, kept(v.object, v.offset), true);
  may_succeed = false;
  for (uint32_t i = 0; i < n && vm_.options.spurious_failures; ++i)
    may_succeed |= expected(halves ? machine.take_attempt_halves(t, at, mode, i, newest, &expected).value
                                   : machine.take_attempt(t, at, mode, i, newest, expected).value);
  return n;
}

bool MemoryModel::fails_for_no_reason(const Variable& v, UpdateMode mode,
                                      const memory::Machine::Equals& expected) const {
  bool may_succeed = false;
  return vm_.options.spurious_failures && alternative() >= attempts(current(), v, mode, expected, may_succeed);
}

bool MemoryModel::tears(Ref object, uint32_t offset, uint8_t width) const {
  if (width != 8 || !vm_.options.tearing) return false;
  const Klass* k = vm_.klass_of(object);
  if (k->is_array() && k->element_type != 'J' && k->element_type != 'D') return false;
  return kept(object, offset) >= Kept::InOrder;
}

ThreadId MemoryModel::current() const { return vm_.current(); }
uint32_t MemoryModel::alternative() const { return vm_.granted_alternative; }

// --- accesses
// ---------------------------------------------------------------------------------------------------------

uint64_t MemoryModel::stored(const Variable& v) const {
  uint64_t bits = 0;
  std::memcpy(&bits, vm_.heap.address(v.object, v.offset), v.width);
  return bits;
}

namespace {
bool uses_newest(UpdateMode m) { return m.read == Mode::Volatile || m.write == Mode::Volatile; }
}  // namespace

uint64_t MemoryModel::read(const Variable& v, Mode mode) {
  const uint64_t newest = stored(v);
  if (alternative()) older_values = true;
  if (mode == Mode::Volatile) look_for_weaker_write(v);
  const bool knew = accesses(v, mode == Mode::Volatile, false);
  const memory::Key at = key(v.object, v.offset);
  if (tears(v.object, v.offset, v.width)) return machine.read_halves(current(), at, mode, alternative(), newest);
  memory::View released;
  if (v.ref && machine.orders_dependent_loads())
    if (const memory::Message* m = machine.peek(current(), at, mode, alternative())) released = m->view;
  const uint64_t value = machine.read(current(), at, mode, alternative(), newest);
  is_read(v, value, knew, acquires(mode));
  if (v.ref && machine.orders_dependent_loads()) is_loaded(v, value, released);
  return value;
}

// The thread goes through this reference from now on, and not through one to the same object that it had before: which
// one it is nothing here tells.
void MemoryModel::is_loaded(const Variable& v, uint64_t value, const memory::View& released) {
  if (const Ref r = static_cast<Ref>(value)) machine.depends(current(), v.object, r, released, false);
}

namespace {
// What becomes known to others by a write is published before it: the write passes on the births.
void publish(Vm& vm, const MemoryModel::Variable& v, uint64_t value) {
  const Ref r = static_cast<Ref>(value);
  if (!v.ref || !r) return;
  vm.memory->stored_in_shared(r);
  vm.publish(r);
}
}  // namespace

bool MemoryModel::write(const Variable& v, Mode mode, uint64_t value) {
  const uint64_t newest = stored(v);
  publish(vm_, v, value);
  const bool halves = tears(v.object, v.offset, v.width);
  if (mode != Mode::Volatile) written_weaker_.insert(place(v));
  else if (halves) look_for_weaker_write(v);
  accesses(v, mode == Mode::Volatile, true);
  is_written(v, value, releases(mode));
  if (buffering) {
    buffering->writes(v, mode, value);
    const memory::Key at = key(v.object, v.offset);
    // What was written ahead is in its place already.
    if (const uint32_t places = halves ? ~0u : machine.places(current(), at, mode); alternative() >= places) {
      if (acquires(mode) || releases(mode) ||
          !machine.fulfil(current(), at, alternative() - places, cut(value, v.width)))
        buffering->breaks();
      return false;
    }
  }
  if (halves)
    return newest_written(v, newest,
                          machine.write_halves(current(), key(v.object, v.offset), mode, alternative(), newest, value,
                                               kept(v.object, v.offset)),
                          value);
  const bool last = machine.write(current(), key(v.object, v.offset), mode, alternative(), newest, cut(value, v.width),
                                  kept(v.object, v.offset));
  look_at_limit(v);
  older_values |= !last;
  return last;
}

// Of a variable in two halves: one may be the newest and the other not. True: the caller stores the value.
bool MemoryModel::newest_written(const Variable& v, uint64_t newest, uint64_t now, uint64_t value) {
  look_at_limit(v);
  older_values |= now != value;
  if (now == value) return true;
  if (now != newest) vm_.heap.store<uint64_t>(v.object, v.offset, now);
  return false;
}

// A volatile read by a thread that does not know the newest message. Whether that one came by a volatile write is not
// kept: it is enough that the variable has others.
void MemoryModel::look_for_weaker_write(const Variable& v) {
  const void* p = place(v);
  if (machine.reads_volatiles_apart()) return;  // it may have missed it
  if (!written_weaker_.contains(p) || read_by_volatile_.contains(p)) return;
  const memory::Key at = key(v.object, v.offset);
  const bool halves = tears(v.object, v.offset, v.width);
  if (machine.readable(current(), at, Mode::Acquire) < 2 &&
      !(halves && machine.readable(current(), memory::Machine::upper_half(at), Mode::Acquire) > 1))
    return;
  const Klass* k = vm_.klass_of(v.object);
  read_by_volatile_.emplace(
      p, k->is_array() ? "elements of " + k->element->external_name() + "[]" : vm_.location_name(v.object, v.offset));
}

std::vector<std::string> MemoryModel::volatile_reads_of_weaker() const {
  std::vector<std::string> out;
  for (const auto& [place, name] : read_by_volatile_) out.push_back(name);
  std::sort(out.begin(), out.end());
  return out;
}

// A loop that writes what others may go on to read older values of has a new state in each round.
void MemoryModel::look_at_limit(const Variable& v) const {
  const memory::Key at = key(v.object, v.offset);
  const memory::Location* l = machine.find(at);
  const auto count = [&](const memory::Location* of) -> size_t {
    if (!of) return 1;
    if (machine.tracks_fences() || kept(v.object, v.offset) == Kept::All || !tears(v.object, v.offset, v.width))
      return of->messages.size();
    std::unordered_set<uint64_t> values;  // Machine::pairs()
    for (const memory::Message& m : of->messages) values.insert(m.value);
    return values.size();
  };
  const bool halves = tears(v.object, v.offset, v.width);
  if (count(l) * (halves ? count(machine.find(memory::Machine::upper_half(at))) : 1) <= kMostMessages) return;
  throw Unsupported(Failure::StepLimit,
                    "--memory=jmm: more than " + std::to_string(kMostMessages) + " values of " +
                        vm_.location_name(v.object, v.offset) + " may still be read, written at " +
                        vm_.place_of(current()) +
                        "; bound the loop that writes them, or write with volatile accesses what other threads read" +
                        (halves ? ", or see it as whole with --tearing=off" : ""));
}

memory::Machine::Taken MemoryModel::take(const Variable& v, UpdateMode mode) {
  if (tears(v.object, v.offset, v.width))
    return machine.take_attempt_halves(current(), key(v.object, v.offset), mode, alternative(), stored(v), nullptr);
  return machine.take_update(current(), key(v.object, v.offset), mode, alternative(), stored(v));
}

memory::Machine::Taken MemoryModel::attempt(const Variable& v, UpdateMode mode,
                                            const memory::Machine::Equals& expected) {
  if (tears(v.object, v.offset, v.width))
    return machine.take_attempt_halves(current(), key(v.object, v.offset), mode, alternative(), stored(v), &expected);
  return machine.take_attempt(current(), key(v.object, v.offset), mode, alternative(), stored(v), expected);
}

bool MemoryModel::replace(const Variable& v, UpdateMode mode, const memory::Machine::Taken& taken, uint64_t value) {
  publish(vm_, v, value);
  const bool knew = accesses(v, uses_newest(mode), true);
  if (mode.write != Mode::Volatile) written_weaker_.insert(place(v));
  if (tears(v.object, v.offset, v.width)) {
    if (uses_newest(mode)) look_for_weaker_write(v);
    const uint64_t newest = stored(v);
    return newest_written(v, newest,
                          machine.replace_halves(current(), key(v.object, v.offset), mode, taken, newest, value,
                                                 kept(v.object, v.offset)),
                          value);
  }
  is_read(v, taken.value, knew, acquires(mode.read));
  is_written(v, value, releases(mode.write));
  const bool last =
      machine.replace(current(), key(v.object, v.offset), mode, taken, cut(value, v.width), kept(v.object, v.offset));
  look_at_limit(v);
  older_values |= !last;
  return last;
}

void MemoryModel::fail(const Variable& v, UpdateMode mode, const memory::Machine::Taken& taken) {
  const bool knew = accesses(v, uses_newest(mode), true);
  is_read(v, taken.value, knew, acquires(mode.read));
  if (tears(v.object, v.offset, v.width)) {
    if (uses_newest(mode)) look_for_weaker_write(v);
    return machine.fail_halves(current(), key(v.object, v.offset), mode, taken, stored(v));
  }
  machine.fail(current(), key(v.object, v.offset), mode, taken);
}

MemoryModel::MemoryModel(Vm& vm, bool mixed)
    : vm_(vm),
      older_volatiles_(mixed || vm.options.volatile_reads_apart),
      all_kept_(older_volatiles_ || (vm.options.distinguish & kDistinguishMessages)) {
  if (mixed) machine.mix();
  else if (vm.options.volatile_reads_apart) machine.read_volatiles_apart();
  if (vm.options.dependent_loads) machine.order_dependent_loads();
}

// --- what is kept
// -----------------------------------------------------------------------------------------------------------

Kept MemoryModel::kept(const Field& f) const { return all_kept_ ? Kept::All : std::max(f.kept, first_kept(f)); }

Kept MemoryModel::kept(Ref object, uint32_t offset) const {
  if (all_kept_) return Kept::All;
  const Klass* k = vm_.klass_of(object);
  if (k->is_array()) return k->elements_kept;
  const Field* f = vm_.field_at(object, offset);
  return f ? kept(*f) : Kept::All;
}

void MemoryModel::needs(const Variable& v, Kept kept) {
  Klass* k = vm_.klass(vm_.heap.header(v.object)->klass);
  auto* f = k->is_array() ? nullptr : const_cast<Field*>(vm_.field_at(v.object, v.offset));
  Kept& needed = f ? f->needed : k->elements_needed;
  if (needed >= kept) return;
  needed = kept;
  if (f) needed_fields_.push_back(f);
  else needed_arrays_.push_back(k);
  found_ = true;
  ++changes_;
}

// The running thread is about to access the variable. `newest`: it is an access that uses the newest message in any
// case. Finds out whether more has to be kept. True: what it learns by that it knows already, or learns together with
// what the writer did before.
bool MemoryModel::accesses(const Variable& v, bool newest, bool writes) {
  const Kept is = kept(v.object, v.offset);
  const memory::Key at = key(v.object, v.offset);
  Kept needed = memory::needed(machine, current(), at, is, newest, writes);
  if (tears(v.object, v.offset, v.width))
    needed = std::max(needed, memory::needed(machine, current(), memory::Machine::upper_half(at), is, newest, writes));
  if (needed > is) needs(v, needed);
  return is != Kept::Known || machine.knows(current(), at);
}

// A reference is read from a variable, of which the thread knew as accesses() says.
void MemoryModel::is_read(const Variable& v, uint64_t value, bool knew, bool acquires) {
  const Ref r = static_cast<Ref>(value);
  if (!v.ref || !r || all_kept_) return;
  if (kept(v.object, v.offset) >= Kept::InOrder) {
    if (!acquires || is_passed_on(vm_.klass_of(v.object))) pass_on(vm_.klass(vm_.heap.header(r)->klass));
    return;
  }
  if (knew) return;
  Unreleased& u = unreleased_[place(v)];
  if (u.read) return;
  u.read = true;
  ++changes_;
  for (Klass* k : u.written) pass_on(k);
}

// A reference is about to be written to a variable.
void MemoryModel::is_written(const Variable& v, uint64_t value, bool releases) {
  const Ref r = static_cast<Ref>(value);
  if (!v.ref || !r || all_kept_ || releases) return;
  Klass* k = vm_.klass(vm_.heap.header(r)->klass);
  if (kept(v.object, v.offset) >= Kept::InOrder) return pass_on(k);
  Unreleased& u = unreleased_[place(v)];
  if (u.read) pass_on(k);
  if (std::find(u.written.begin(), u.written.end(), k) != u.written.end()) return;
  u.written.push_back(k);
  ++changes_;
}

const void* MemoryModel::place(const Variable& v) const {
  const Klass* k = vm_.klass_of(v.object);
  return k->is_array() ? static_cast<const void*>(k) : vm_.field_at(v.object, v.offset);
}

// Threads and what they throw are got at in ways that are no accesses, too: an enumeration, a failed initialisation.
bool MemoryModel::is_passed_on(const Klass* k) const {
  return k->passed_on || k->thread_class || (k->kind == KlassKind::Instance && k->is_subclass_of(vm_.known->throwable));
}

void MemoryModel::pass_on(Klass* k) {
  if (k->passed_on || all_kept_ || k == vm_.known->string) return;
  if (std::find(needed_births_.begin(), needed_births_.end(), k) != needed_births_.end()) return;
  needed_births_.push_back(k);
  found_ = true;
  ++changes_;
}

void MemoryModel::describe(Pending& p, UpdateMode mode, uint8_t width) const {
  // They are ordered with each other, whatever they access.
  if (older_volatiles_ && (mode.read == Mode::Volatile || mode.write == Mode::Volatile)) p.add(kFenceLocation, 0, true);
  p.modelled = true;
  p.mode = mode;
  p.model_width = width;
  p.operation = &kModelled;
}

bool MemoryModel::only_fails(const Pending& p) const {
  if (!p.conditional || p.kind != PendingKind::Cas) return false;
  const bool older = !uses_newest(p.mode) || older_volatiles_;
  if (older && kept(p.object, p.offset) == Kept::All && tears(p.object, p.offset, p.model_width)) {
    const uint64_t newest = stored({p.object, p.offset, p.model_width, false}), expected = p.expected;
    const auto there = [&](memory::Key at, uint32_t is, uint32_t value) {
      const memory::Location* half = machine.find(at);
      return half ? std::any_of(half->messages.begin(), half->messages.end(),
                                [&](const memory::Message& m) { return m.value == value; })
                  : is == value;
    };
    const memory::Key at = key(p.object, p.offset);
    return !there(at, static_cast<uint32_t>(newest), static_cast<uint32_t>(expected)) ||
           !there(memory::Machine::upper_half(at), static_cast<uint32_t>(newest >> 32),
                  static_cast<uint32_t>(expected >> 32));
  }
  const memory::Location* l = older ? machine.find(key(p.object, p.offset)) : nullptr;
  if (l && kept(p.object, p.offset) == Kept::All)
    return std::none_of(l->messages.begin(), l->messages.end(),
                        [equals = expects(p)](const memory::Message& m) { return equals(m.value); });
  return !expects(p)(stored({p.object, p.offset, p.model_width, false}));
}

void MemoryModel::check_other(const Pending& p, const std::string& what) {
  if (!vm_.multi() || p.in_order) return;
  const auto unsettled = [&](Ref object, uint32_t field) {
    if (field != kWholeArray) {
      const Klass* k = vm_.klass_of(object);
      const Field* f = k->is_array() ? nullptr : vm_.field_at(object, field);
      const bool wide = k->is_array() ? k->element_shift == 3 : f && f->wide();
      return machine.find(key(object, field)) ||
             (wide && tears(object, field, 8) && machine.find(memory::Machine::upper_half(key(object, field))));
    }
    return std::any_of(machine.state().locations.begin(), machine.state().locations.end(), [&](const auto& l) {
      return l.key >> 32 == object && static_cast<uint32_t>(l.key) >= kHeaderSize;
    });
  };
  for (int i = 0; i < p.count; ++i) {
    const RawAccess& a = p.accesses[i];
    if (a.object < Heap::kFirstRef || (a.field < kHeaderSize && a.field != kWholeArray)) continue;
    if (a.field == kWholeArray && !a.write) continue;
    if (a.write || unsettled(a.object, a.field))
      throw Unsupported("--memory=jmm: " + what + " accesses " + vm_.location_name(a.object, a.field) +
                        ", which threads share, in a way that the memory model does not cover; use --memory=sc");
    // Where the newest message alone is kept, nobody can tell whether there are others.
    if (a.field != kWholeArray && kept(a.object, a.field) == Kept::Newest)
      needs({a.object, a.field, 0, false}, Kept::Known);
  }
}

// --- what orders
// ------------------------------------------------------------------------------------------------------

void MemoryModel::locked(Ref object) { is_ordered(object, kLockField); }
void MemoryModel::acquired(Ref sync) {
  locked(sync);
  machine.leave(current(), key(sync, kLockField));
}
void MemoryModel::unlocked(Ref object) { orders(object, kLockField); }

void MemoryModel::begun(ThreadId t, ThreadId by) {
  ++released_times;
  machine.start(t, by);
}

void MemoryModel::will_do(const Pending& p) {
  if (p.kind == PendingKind::WaitReacquire) return will_acquire(p.object, vm_.lock_owner(p.object));
  if (p.acquires) return will_acquire(static_cast<Ref>(p.expected), p.operation->waits_for(vm_, current(), p));
  if (p.kind != PendingKind::Join) return;
  // Unless it may give up, or the search is to be repeated because it may.
  const ThreadId other = vm_.thread_of(p.object);
  if (other != por::kNoThread && !p.timed && !vm_.rules.ends_visible()) machine.await(current(), other);
}

void MemoryModel::fence(Fence kind) {
  ++(kind == Fence::Release ? released_times : acquired_times);
  if (kind != Fence::Release) {
    vm_.rules.met(kMemoryFences);
    fenced_.insert(current());
  }
  machine.fence(current(), kind);
}

std::vector<std::string> MemoryModel::explored() const {
  std::vector<std::string> out;
  for (uint32_t id = 0; id < vm_.class_count() && !all_kept_; ++id) {
    const Klass& k = *vm_.klass(id);
    if (k.elements_kept >= Kept::InOrder) out.push_back("elements of " + k.element->external_name() + "[]");
    for (const auto& f : k.fields)
      if (f->kept >= Kept::InOrder) out.push_back(k.external_name() + "." + std::string(f->name));
  }
  return out;
}

// Nobody passes over a message of a location of which no older ones are kept.
void MemoryModel::overlookable(std::vector<uint64_t>& names) const {
  names.clear();
  for (const memory::Key key : in_form) {
    const auto field = static_cast<uint32_t>(key);
    if (field < kHeaderSize || kept(static_cast<Ref>(key >> 32), field) < Kept::InOrder) continue;
    const std::vector<memory::Message>& messages = machine.find(key)->messages;
    for (size_t i = 1; i < messages.size(); ++i) names.push_back(messages[i].name);
  }
}

void MemoryModel::adopt(std::vector<std::string>& adopted) {
  for (Klass* k : unsafe_) {
    share_from_birth(k);
    adopted.push_back("objects of " + k->external_name() + " from their allocation on");
  }
  unsafe_.clear();
  for (Field* f : needed_fields_) f->kept = f->needed;
  for (Klass* k : needed_arrays_) k->elements_kept = k->elements_needed;
  for (Klass* k : needed_births_) k->passed_on = true;
  needed_fields_.clear(), needed_arrays_.clear(), needed_births_.clear();
  if (buffering) facility<WrittenAhead>(vm_).adopt();
  births_.clear();  // fields that were no variables are some now
  found_ = false;
}

}  // namespace jmc::vm
