#include "vm/memory/memory_model.hpp"

#include <algorithm>
#include <unordered_set>

#include "vm/memory/kept.hpp"
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

uint32_t ways(Vm& vm, ThreadId t, const Pending& p) {
  const memory::Machine& m = vm.memory->machine;
  const memory::Key key = MemoryModel::key(p.object, p.offset);
  if (!m.find(key)) return 1;
  uint32_t n = 1;
  if (p.kind == PendingKind::Read) n = m.readable(t, key, p.mode.read);
  else if (p.kind == PendingKind::Write) n = m.places(t, key, p.mode.write);
  else if (p.conditional) n = m.attempts(t, key, p.mode, 0, expects(p));
  else n = m.updates(t, key, p.mode);
  return n == 1 ? n : memory::allowed(n, vm.memory->kept(p.object, p.offset), p.kind != PendingKind::Read);
}

bool only_fails(Vm& vm, ThreadId, const Pending& p) { return vm.memory->only_fails(p); }
constexpr Operation kModelled{.ways = ways, .only_reads = only_fails};

// Alternatives of an operation have numbers of one byte.
constexpr size_t kMostMessages = 255;

}  // namespace

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
constexpr bool acquires(Mode m) { return m == Mode::Acquire || m == Mode::Volatile; }
constexpr bool releases(Mode m) { return m == Mode::Release || m == Mode::Volatile; }
bool uses_newest(UpdateMode m) { return m.read == Mode::Volatile || m.write == Mode::Volatile; }
}  // namespace

uint64_t MemoryModel::read(const Variable& v, Mode mode) {
  const uint64_t newest = stored(v);
  if (alternative()) older_values = true;
  if (mode == Mode::Volatile) look_for_weaker_write(v);
  const bool knew = accesses(v, mode == Mode::Volatile, false);
  const uint64_t value = machine.read(current(), key(v.object, v.offset), mode, alternative(), newest);
  is_read(v, value, knew, acquires(mode));
  return value;
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
  if (mode != Mode::Volatile) written_weaker_.insert(place(v));
  accesses(v, mode == Mode::Volatile, true);
  is_written(v, value, releases(mode));
  const bool last = machine.write(current(), key(v.object, v.offset), mode, alternative(), newest, cut(value, v.width),
                                  kept(v.object, v.offset));
  look_at_limit(v);
  older_values |= !last;
  return last;
}

// A volatile read by a thread that does not know the newest message. Whether that one came by a volatile write is not
// kept: it is enough that the variable has others.
void MemoryModel::look_for_weaker_write(const Variable& v) {
  const void* p = place(v);
  if (!written_weaker_.contains(p) || read_by_volatile_.contains(p)) return;
  if (machine.readable(current(), key(v.object, v.offset), Mode::Acquire) < 2) return;
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
  const memory::Location* l = machine.find(key(v.object, v.offset));
  if (!l || l->messages.size() <= kMostMessages) return;
  throw Unsupported(Failure::StepLimit, "--memory=jmm: more than " + std::to_string(kMostMessages) + " values of " +
                                            vm_.location_name(v.object, v.offset) + " may still be read, written at " +
                                            vm_.place_of(current()) +
                                            "; bound the loop that writes them, or write with volatile accesses what "
                                            "other threads read");
}

memory::Machine::Taken MemoryModel::take(const Variable& v, UpdateMode mode) {
  return machine.take_update(current(), key(v.object, v.offset), mode, alternative(), stored(v));
}

memory::Machine::Taken MemoryModel::attempt(const Variable& v, UpdateMode mode,
                                            const memory::Machine::Equals& expected) {
  return machine.take_attempt(current(), key(v.object, v.offset), mode, alternative(), stored(v), expected);
}

bool MemoryModel::replace(const Variable& v, UpdateMode mode, const memory::Machine::Taken& taken, uint64_t value) {
  publish(vm_, v, value);
  const bool knew = accesses(v, uses_newest(mode), true);
  if (mode.write != Mode::Volatile) written_weaker_.insert(place(v));
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
  machine.fail(current(), key(v.object, v.offset), mode, taken);
}

MemoryModel::MemoryModel(Vm& vm, bool mixed)
    : vm_(vm), mixed_(mixed), all_kept_(mixed || (vm.options.distinguish & kDistinguishMessages)) {
  if (mixed) machine.mix();
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
  if (const Kept needed = memory::needed(machine, current(), at, is, newest, writes); needed > is) needs(v, needed);
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
  if (mixed_ && (mode.read == Mode::Volatile || mode.write == Mode::Volatile)) p.add(kFenceLocation, 0, true);
  p.modelled = true;
  p.mode = mode;
  p.model_width = width;
  p.operation = &kModelled;
}

bool MemoryModel::only_fails(const Pending& p) const {
  if (!p.conditional || p.kind != PendingKind::Cas) return false;
  const bool older = !uses_newest(p.mode) || mixed_;
  const memory::Location* l = older ? machine.find(key(p.object, p.offset)) : nullptr;
  if (l && kept(p.object, p.offset) == Kept::All)
    return std::none_of(l->messages.begin(), l->messages.end(),
                        [equals = expects(p)](const memory::Message& m) { return equals(m.value); });
  return !expects(p)(stored({p.object, p.offset, p.model_width, false}));
}

void MemoryModel::check_other(const Pending& p, const std::string& what) {
  if (!vm_.multi()) return;
  const auto unsettled = [&](Ref object, uint32_t field) {
    if (field != kWholeArray) return machine.find(key(object, field)) != nullptr;
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

void MemoryModel::begun(ThreadId t, ThreadId by) { machine.start(t, by); }

void MemoryModel::will_do(const Pending& p) {
  if (p.kind == PendingKind::WaitReacquire) return will_acquire(p.object, vm_.lock_owner(p.object));
  if (p.acquires) return will_acquire(static_cast<Ref>(p.expected), p.operation->waits_for(vm_, current(), p));
  if (p.kind != PendingKind::Join) return;
  // Unless it may give up, or the search is to be repeated because it may.
  const ThreadId other = vm_.thread_of(p.object);
  if (other != por::kNoThread && !p.timed && !vm_.rules.ends_visible()) machine.await(current(), other);
}

void MemoryModel::fence(Fence kind) {
  if (kind != Fence::Release) {
    vm_.rules.met(kMemoryFences);
    fenced_.insert(current());
  }
  machine.fence(current(), kind);
}

// --- publication and construction
// -------------------------------------------------------------------------------------

bool MemoryModel::has_birth(const Klass* k) {
  if (k->is_array()) return true;
  if (k->kind != KlassKind::Instance) return false;
  if (k->id >= births_.size()) births_.resize(k->id + 64);
  int8_t& known = births_[k->id];
  if (!known) {
    known = -1;
    for (const Klass* c = k; c; c = c->super)
      for (const auto& f : c->fields)
        if (!f->is_static() && (f->visibility & ~kFinalField)) known = 1;
  }
  return known > 0;
}

void MemoryModel::published(Ref object) {
  const Klass* k = vm_.klass_of(object);
  if (!vm_.multi() || publishing_statics || k->born_shared || !has_birth(k)) return;
  if (!all_kept_ && !is_passed_on(k)) return;
  if (k->is_array() && !vm_.array_length(object)) return;
  machine.write(current(), key(object, kBirth), Mode::Plain, 0, 0, 1);
}

bool MemoryModel::under_construction(Ref object) const {
  const ThreadState& s = vm_.thread(current()).s;
  for (uint32_t fp = s.fp; fp;) {
    const FrameHeader* f = vm_.frame(current(), fp);
    const Method* m = vm_.method(f->method);
    if (m->is_init() && vm_.thread(current()).stack[fp - m->max_locals] == object) return true;
    fp = f->prev;
  }
  return false;
}

void MemoryModel::escaped(const Klass* k) {
  for (const Klass* c = k; c; c = c->super)
    for (const auto& f : c->fields)
      if (!f->is_static() && f->visibility == kFinalField) vm_.visibility.contended(f.get());
}

void MemoryModel::stored_in_shared(Ref object) {
  if (vm_.multi() && under_construction(object)) escaped(vm_.klass_of(object));
}

void MemoryModel::used(Ref object) {
  if (machine.settled() || machine.knows(current(), key(object, kBirth))) return;
  Klass* k = vm_.klass(vm_.heap.header(object)->klass);
  if (std::find(unsafe_.begin(), unsafe_.end(), k) == unsafe_.end()) unsafe_.push_back(k);
}

// Whoever reads a final field of an object that it got at by a race sees what the constructor left behind it.
void MemoryModel::final_read(Ref object, const Field& f) {
  if (!f.is_ref()) return;
  // A thread comes after whoever started it, who got at its Thread by accesses, whatever ways to it others have.
  const Klass* k = vm_.klass_of(object);
  if (k->passed_on || (is_passed_on(k) && object != vm_.thread(current()).s.object))
    if (const Ref r = vm_.heap.load<Ref>(object, f.offset)) pass_on(vm_.klass(vm_.heap.header(r)->klass));
  if (machine.settled()) return;
  is_ordered(object, kFreeze);
  // What the JDK keeps behind the final field of a String nobody ever writes after its constructor.
  if (const Ref content = vm_.heap.load<Ref>(object, f.offset); content && vm_.klass_of(object) == vm_.known->string)
    machine.learn(current(), key(content, kBirth));
}

template <class F>
void MemoryModel::for_each_reachable(std::vector<Ref> work, F&& visit) {
  std::unordered_set<Ref> seen(work.begin(), work.end());
  while (!work.empty()) {
    const Ref r = work.back();
    work.pop_back();
    visit(r);
    vm_.for_each_ref(r, [&](Ref x) {
      if (seen.insert(x).second) work.push_back(x);
    });
  }
}

void MemoryModel::constructed(Ref object, const Klass* k) {
  const memory::MachineState& s = machine.state();
  if (!vm_.multi()) return;
  // Births alone are not worth the way: who does not know one makes the search begin again, with born_shared_.
  const memory::View& known = s.threads[current()].current;
  if (!born_shared_ && std::none_of(known.begin(), known.end(), [](const memory::ViewEntry& e) {
        return static_cast<uint32_t>(e.key) >= kHeaderSize;
      }))
    return;
  if (known.empty()) return;
  std::vector<Ref> roots;
  for (const auto& f : k->fields)
    if (!f->is_static() && (f->flags & kFinal) && f->is_ref())
      if (const Ref r = vm_.heap.load<Ref>(object, f->offset)) roots.push_back(r);
  if (roots.empty()) return;
  std::unordered_set<Ref> reached;
  for_each_reachable(std::move(roots), [&](Ref r) { reached.insert(r); });
  machine.release_part(current(), key(object, kFreeze),
                       [&](memory::Key key) { return reached.contains(static_cast<Ref>(key >> 32)); });
}

Method* MemoryModel::puts_rows_apart(const Klass* k, uint32_t dims) const {
  for (uint32_t d = 1; d < dims; ++d, k = k->element)
    if (vm_.born_shared(k))
      return vm_.require_class("jmc/internal/Copies")->find_method("rows", "([Ljava/lang/Object;I)Ljava/lang/Object;");
  return nullptr;
}

// Others reach what the initialiser made through its class, and so after it.
void MemoryModel::initialised(const Klass* k) {
  if (machine.settled()) return;
  std::unordered_set<Ref> reached{k->statics};
  std::vector<Ref> roots;
  for (const uint32_t offset : k->static_ref_offsets)
    if (const Ref r = vm_.heap.load<Ref>(k->statics, offset)) roots.push_back(r);
  for_each_reachable(std::move(roots), [&](Ref r) { reached.insert(r); });
  std::vector<memory::Key> known;
  for (const memory::Location& l : machine.state().locations)
    if (reached.contains(static_cast<Ref>(l.key >> 32)) && machine.knows(current(), l.key)) known.push_back(l.key);
  for (const memory::Key key : known)
    for (ThreadId t = 0; t < vm_.thread_count(); ++t)
      if (!vm_.thread(t).s.ended) machine.learn(t, key);
}

// What is written to an object from now on, before the search begins, is written once and for all of its rounds: no
// later round can take it for an access, unless it is one already.
void MemoryModel::share_all() {
  for (uint64_t at = Heap::kImmortalLimit; at < vm_.heap.top();) {
    const Ref r = static_cast<Ref>(at >> 3);
    ObjectHeader* h = vm_.heap.header(r);
    vm_.heap.log(reinterpret_cast<char*>(&h->flags));
    h->flags |= kShared;
    at += (vm_.object_size(r) + 7) & ~uint64_t{7};
  }
}

void MemoryModel::share_from_birth(Klass* k) { k->born_shared = born_shared_ = true; }

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
  births_.clear();  // fields that were no variables are some now
  found_ = false;
}

}  // namespace jmc::vm
