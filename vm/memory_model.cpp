#include "vm/memory_model.hpp"

#include <algorithm>
#include <unordered_set>

#include "vm/native.hpp"
#include "vm/objects.hpp"

namespace jmc::vm {

using memory::Fence;
using memory::Mode;
using memory::UpdateMode;

namespace {

// What a pending compare-and-set expects, in the form in which the variable is stored.
memory::Machine::Equals expects(const Pending& p) {
  const uint64_t expected = MemoryModel::cut(p.expected, p.model_width);
  return [expected](uint64_t value) { return value == expected; };
}

uint32_t alternatives(Vm& vm, ThreadId t, const Pending& p) {
  const memory::Machine& m = vm.memory->machine;
  const memory::Key key = MemoryModel::key(p.object, p.offset);
  uint32_t n = 1;
  if (p.kind == PendingKind::Read) n = m.readable(t, key, p.mode.read);
  else if (p.kind == PendingKind::Write) n = m.places(t, key, p.mode.write);
  else if (p.conditional) n = m.attempts(t, key, p.mode, 0, expects(p));
  else n = m.updates(t, key, p.mode);
  return n;
}

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

uint64_t MemoryModel::read(const Variable& v, Mode mode) {
  const uint64_t newest = stored(v);
  if (alternative()) older_values = true;
  return machine.read(current(), key(v.object, v.offset), mode, alternative(), newest);
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
  const bool last = machine.write(current(), key(v.object, v.offset), mode, alternative(), newest, cut(value, v.width));
  look_at_limit(v);
  older_values |= !last;
  return last;
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
  const bool last = machine.replace(current(), key(v.object, v.offset), mode, taken, cut(value, v.width));
  look_at_limit(v);
  older_values |= !last;
  return last;
}

void MemoryModel::fail(const Variable& v, UpdateMode mode, const memory::Machine::Taken& taken) {
  machine.fail(current(), key(v.object, v.offset), mode, taken);
}

MemoryModel::MemoryModel(Vm& vm, bool mixed) : vm_(vm), mixed_(mixed) {
  if (mixed) machine.mix();
}

void MemoryModel::describe(Pending& p, UpdateMode mode, uint8_t width) const {
  // They are ordered with each other, whatever they access.
  if (mixed_ && (mode.read == Mode::Volatile || mode.write == Mode::Volatile)) p.add(kFenceLocation, 0, true);
  p.modelled = true;
  p.mode = mode;
  p.model_width = width;
  p.alternatives = alternatives;
}

bool MemoryModel::only_fails(ThreadId, const Pending& p) const {
  if (!p.conditional || p.kind != PendingKind::Cas) return false;
  if (const memory::Location* l = machine.find(key(p.object, p.offset)))
    return std::none_of(l->messages.begin(), l->messages.end(),
                        [equals = expects(p)](const memory::Message& m) { return equals(m.value); });
  return !expects(p)(stored({p.object, p.offset, p.model_width, false}));
}

void MemoryModel::check_other(const Pending& p, const std::string& what) const {
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
  if (p.acquires)
    return will_acquire(static_cast<Ref>(p.expected), p.waits_for ? p.waits_for(vm_, current(), p) : por::kNoThread);
  if (p.kind != PendingKind::Join) return;
  // Unless it may give up, or the search is to be repeated because it may.
  const ThreadId other = vm_.thread_of(p.object);
  if (other != por::kNoThread && !p.timed && !vm_.ends_visible) machine.await(current(), other);
}

void MemoryModel::fence(Fence kind) {
  if (kind != Fence::Release) vm_.met_unforeseen(kMemoryFences);
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
      if (!f->is_static() && f->visibility == kFinalField) vm_.contended(f.get());
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
  if (machine.settled() || !f.is_ref()) return;
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

void MemoryModel::filled(Ref object) {
  const Klass* k = vm_.klass_of(object);
  if (!k->born_shared || !vm_.multi()) return;
  const auto note = [&](uint32_t offset, uint8_t width) {
    if (const uint64_t value = stored({object, offset, width, false}))
      machine.write(current(), key(object, offset), Mode::Plain, 0, 0, value);
  };
  if (k->is_array()) {
    for (uint32_t i = 0; i < vm_.array_length(object); ++i)
      note(kHeaderSize + (i << k->element_shift), static_cast<uint8_t>(1u << k->element_shift));
    return;
  }
  for (const Klass* c = k; c; c = c->super)
    for (const auto& f : c->fields)
      if (!f->is_static() && (f->visibility & ~kFinalField)) note(f->offset, f->wide() ? 8 : 4);
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

void MemoryModel::adopt(std::vector<std::string>& adopted) {
  for (Klass* k : unsafe_) {
    share_from_birth(k);
    adopted.push_back("objects of " + k->external_name() + " from their allocation on");
  }
  unsafe_.clear();
}

}  // namespace jmc::vm
