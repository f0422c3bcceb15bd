#include "vm/visibility/races.hpp"

#include <algorithm>
#include <cassert>
#include <tuple>

#include "vm/code/insn.hpp"
#include "vm/code/poly.hpp"
#include "vm/native.hpp"

namespace jmc::vm {

namespace {

uint64_t key_of(uint32_t object, uint32_t field) { return Knowledge::place(object, field); }

// Memory operations whose name says how they are ordered; other natives access a field as bytecode does.
bool named_by_order(const Klass& k) {
  return k.name == "jdk/internal/misc/Unsafe" || k.name == "sun/misc/Unsafe" || k.name == "java/lang/invoke/VarHandle";
}

// The call that the thread is about to make, if its frame stands at one: name, and whether the name says the order.
struct Call {
  std::string_view name;
  bool ordered = false;
};
Call next_call(const Vm& vm, ThreadId t) {
  const ThreadState& s = vm.thread(t).s;
  if (!s.fp) return {};
  const FrameHeader* f = vm.frame(t, s.fp);
  const Method& m = *vm.method(f->method);
  if (!m.code || f->pc >= m.code_length) return {};
  const Insn& i = m.code[f->pc];
  const auto of = [](const Method* callee) {
    return callee ? Call{callee->name, named_by_order(*callee->owner)} : Call{};
  };
  switch (i.op) {
    case Opc::InvokeVirtual:
    case Opc::InvokeDirect:
    case Opc::InvokeStatic:
    case Opc::InvokeStaticInit: return of(i.method);
    case Opc::InvokeInterface:
    case Opc::InvokeSite: return of(i.site->method);
    case Opc::InvokePoly:
      return {i.site->poly ? static_cast<const PolySite*>(i.site->poly)->name : std::string_view{}, true};
    default: return {};
  }
}

bool is_thread(uint32_t object) { return object >= kThreadLocation && object < kThreadLocation + por::kMaxThreads; }

// Whether the operation changes what it accesses, as far as its kind can tell: a CAS that fails reads.
bool writes_now(const Vm& vm, const Pending& p) {
  if (p.kind != PendingKind::Cas || !p.width) return true;
  if (p.operation->ways && vm.granted_alternative == 1) return false;  // a weak one that fails for no reason
  return vm.holds_now(p, p.expected);
}

// Adders and accumulators spread their value over variables of their own, with orders that they have chosen.
bool striped(const Klass& k) {
  for (const Klass* c = &k; c; c = c->super)
    if (c->name.starts_with("java/util/concurrent/atomic/Striped64")) return true;
  return false;
}

// Code through which an access is made, and which says nothing about it.
bool plumbing(const Klass& k) {
  return k.boot && !striped(k) &&
         (k.name.starts_with("java/util/concurrent/atomic/") || k.name.starts_with("java/lang/invoke/") ||
          k.name.starts_with("java/lang/reflect/") || k.name.starts_with("jdk/internal/") ||
          k.name.starts_with("sun/misc/") || k.name.starts_with("jmc/internal/") || k.name == "java/lang/Object" ||
          k.name == "java/lang/System" || k.name == "java/util/Arrays");
}

}  // namespace

std::string_view mode_name(Mode mode) {
  switch (mode) {
    case Mode::Plain: return "plain";
    case Mode::Opaque: return "opaque";
    case Mode::Acquire: return "acquire";
    case Mode::Release: return "release";
    case Mode::Volatile: return "volatile";
  }
  return "plain";
}

Mode mode_of_method(std::string_view name) {
  if (name.ends_with("Volatile")) return Mode::Volatile;
  if (name.ends_with("Acquire")) return Mode::Acquire;
  if (name.ends_with("Release") || name.starts_with("putOrdered")) return Mode::Release;
  if (name.ends_with("Opaque")) return Mode::Opaque;
  const bool update =
      name.starts_with("getAnd") || name.starts_with("compareAnd") || name.starts_with("weakCompareAnd");
  // Without an order the update is still one access.
  if (name.ends_with("Plain")) return update ? Mode::Opaque : Mode::Plain;
  return update ? Mode::Volatile : Mode::Plain;
}

namespace {

// VarHandle.access (of the stub): the mode is an argument, and lies in the operation.
constexpr std::string_view kModeIsArgument = "access";

Mode mode_of(const Pending& p) {
  if (p.kind == PendingKind::Read) return p.mode.read;
  if (p.kind == PendingKind::Write || p.only_writes) return p.mode.write;
  if (p.mode.read == Mode::Volatile && p.mode.write == Mode::Volatile) return Mode::Volatile;
  if (p.mode.read == Mode::Acquire) return Mode::Acquire;
  return p.mode.write == Mode::Release ? Mode::Release : Mode::Opaque;
}

}  // namespace

Races::Races(Vm& vm) : vm_(vm) {}
Races::~Races() = default;

void Races::watch(Watch what) {
  watch_ = what;
  knowledge_.clear();
  if (what == Watch::Collect) {
    // What a search has shown that must be repeated may not hold: of volatile accesses that were no operations yet the
    // record knows nothing.
    for (Variable& v : variables_) v.racy = false;
    found_.clear();
    told_.clear();
    pairs_.clear();
  }
  if (what != Watch::Track) return;
  for (Variable& v : variables_) {
    if (again_) v.racy = false;
    v.tracked = v.candidate && !v.racy;
    // What the search before has shown of them holds.
    if (v.ordered()) v.tracked = false;
  }
  ordering_ = false;
}

bool Races::conflicting(const Variable& v) {
  // A thread of the one set and another thread of the other.
  const auto meet = [](const por::ThreadSet& a, const por::ThreadSet& b) {
    return !a.empty() && !b.empty() && (!a.single() || !b.single() || !(a == b));
  };
  return meet(v.writers[0], v.readers[0] | v.readers[1] | v.writers[0] | v.writers[1]) ||
         meet(v.writers[1], v.readers[0] | v.writers[0]);
}

size_t Races::candidates() const {
  return static_cast<size_t>(std::count_if(variables_.begin(), variables_.end(), [&](const Variable& v) {
    return v.candidate && (!v.racy || !witness_) && !v.ordered();
  }));
}

std::vector<std::string> Races::undecided() const {
  std::vector<std::string> out;
  for (const Variable& v : variables_)
    if (v.tracked && !v.racy) out.push_back(name_of(v));
  return out;
}

std::string Races::name_of(const Variable& v) {
  if (v.array) return "elements of " + v.array->element->external_name() + "[]";
  return v.field->owner->external_name() + "." + std::string(v.field->name);
}

uint32_t Races::variable_at(Ref object, uint32_t offset) {
  const Klass* k = vm_.klass_of(object);
  const uint64_t key = key_of(k->id, k->is_array() ? 0 : offset);
  const auto [at, fresh] = numbers_.try_emplace(key, 0);
  if (!fresh) return at->second;
  Variable v;
  if (k->is_array()) v.array = k;
  else v.field = vm_.field_at(object, offset);
  // A field of several classes is one variable.
  const void* place = v.array ? static_cast<const void*>(v.array) : v.field;
  const auto [known, first] = by_place_.try_emplace(place, static_cast<uint32_t>(variables_.size()));
  if (first || !place) variables_.push_back(v);
  at->second = place ? known->second : static_cast<uint32_t>(variables_.size() - 1);
  return at->second;
}

// --- what threads do

void Races::executes(ThreadId t, const Pending& p) {
  // Here and not where states are written, so that what is found out does not hang on whether they are.
  if (on() && !knowledge_.empty()) knowledge_.settle(living());
  if (p.section) return;  // told access by access
  if (p.kind == PendingKind::Read || p.kind == PendingKind::Write || p.kind == PendingKind::Cas) {
    if (p.bulk) return bulk(t, p);
    if (p.operation->ranges) {
      for (const ElementRange& r : p.operation->ranges(vm_, t, p)) elements(t, r.array, r.first, r.count, r.write);
      return;
    }
    const Call call = next_call(vm_, t);
    const bool writes = writes_now(vm_, p);
    const Mode named = !call.ordered                  ? Mode::Plain
                       : call.name == kModeIsArgument ? mode_of(p)
                                                      : mode_of_method(call.name);
    const auto one = [&](Ref object, uint32_t offset, bool write, Mode mode) {
      const Place place = key_of(object, offset);
      if (p.kind != PendingKind::Write && acquires(mode)) knowledge_.learns(t, place);
      access(t, object, offset, write, mode);
      // Who updates a variable has read it: a write that is made ahead may come back to its thread by that.
      if (write && p.kind == PendingKind::Cas && !p.only_writes && watch_ != Watch::Off) {
        Variable& v = variables_[variable_at(object, offset)];
        por::ThreadSet& who = v.readers[mode == Mode::Volatile];
        if ((v.field || v.array) && !v.ordered() && !who.contains(t)) who.insert(t), ++changes_;
      }
      if (write && releases(mode)) knowledge_.tells(t, place);
      else if (p.kind == PendingKind::Write) knowledge_.forgets(place);  // who reads this learns nothing from before
    };
    for (int i = 0; i < p.count; ++i) {
      const RawAccess& a = p.accesses[i];
      if (a.field == kThreadInterrupt && is_thread(a.object)) interrupt(t, p, a);  // isInterrupted()
      if (a.object < Heap::kFirstRef) continue;
      const Klass* k = vm_.klass_of(a.object);
      if (a.field == kWholeArray) {
        // A part of an element, or several: a view. Its order is that of each element in it. Whoever announces more
        // than that says which elements they are (Operation::ranges): else a race would be missed.
        const bool view = a.object == p.object && p.offset >= kHeaderSize;
        assert(!a.write || !k->is_array() || view);
        if (!a.write || !k->is_array() || !view) continue;
        const uint32_t first = (p.offset - kHeaderSize) >> k->element_shift;
        const uint32_t bytes = p.type == 'J' || p.type == 'D' ? 8 : p.type == 'C' || p.type == 'S' ? 2 : 4;
        const uint32_t end = (p.offset - kHeaderSize + bytes - 1) >> k->element_shift;
        for (uint32_t e = first; e <= std::min(end, vm_.array_length(a.object) - 1); ++e)
          one(a.object, kHeaderSize + (e << k->element_shift), p.kind != PendingKind::Read && writes, named);
        continue;
      }
      // What a program asks of a lock is read from its state, which every change of it has written.
      if (a.field == kLockField && p.kind == PendingKind::Read) knowledge_.learns(t, key_of(a.object, a.field));
      if (a.field < kHeaderSize) continue;
      // A native that updates a field in one step stands for code of the JDK that does so under a lock.
      const Field* f = call.ordered || k->is_array() ? nullptr : vm_.field_at(a.object, a.field);
      const bool strong =
          !call.ordered && !k->is_array() && (p.kind == PendingKind::Cas || (f && f->flags & kVolatile));
      one(a.object, a.field, a.write && writes, strong ? Mode::Volatile : named);
    }
    return;
  }
  synchronise(t, p);
}

namespace {

// Whoever is notified does not look whether it was interrupted (natives/objects/objects.cpp). Of one whose time was
// over before it was notified the alternative says whether it does.
bool returns_notified(const Vm& vm, const ThreadState& s, const Pending& p) {
  return p.kind == PendingKind::WaitReacquire &&
         (s.wait == WaitState::Notified || (s.wait == WaitState::Interrupted && !vm.granted_alternative));
}

}  // namespace

// Whoever learns of an interrupt comes after it.
void Races::interrupt(ThreadId t, const Pending& p, const RawAccess& a) {
  const ThreadState& target = vm_.thread(a.object - kThreadLocation).s;
  const Place place = key_of(a.object, a.field);
  if (p.kind == PendingKind::Interrupt) knowledge_.tells(t, place);
  else if (p.kind != PendingKind::Park && target.interrupted && !returns_notified(vm_, target, p))
    knowledge_.learns(t, place);
}

// Monitors, locks, output and interrupts. A lock that is taken and one that is given up are the same here: a change of
// the lock by somebody who knows all changes before, as the JDK's CAS on its state is.
void Races::synchronise(ThreadId t, const Pending& p) {
  const bool only_reads = p.operation->only_reads && p.operation->only_reads(vm_, t, p);
  // Whoever leaves the wait set of a monitor does not take it yet.
  const bool leaves =
      p.kind == PendingKind::WaitReacquire && vm_.thread(t).s.wait == WaitState::Waiting && vm_.thread(t).s.interrupted;
  for (int i = leaves ? 1 : 0; i < p.count; ++i) {
    const RawAccess& a = p.accesses[i];
    // Who sees a hash code learns nothing of who has drawn it.
    if (a.object >= Heap::kFirstRef ? a.field < kHeaderSize && a.field != kWholeArray && a.field != kHashField
                                    : a.object == kOutputLocation) {
      const Place place = key_of(a.object, a.field);
      knowledge_.learns(t, place);
      if (a.object >= Heap::kFirstRef) locking_.insert(t);
      if (a.write && !(i == 0 && only_reads)) knowledge_.tells(t, place);
      if (ordering_ && a.write && a.field == kLockField && a.object >= Heap::kFirstRef) {
        knowledge_.forget_released([&](ThreadId taker, Place lock) { return holds(taker, lock); });
        knowledge_.took(t, place);
      }
    } else if (a.field == kThreadInterrupt && is_thread(a.object)) {
      interrupt(t, p, a);
    }
  }
}

// An initialisation that is no operation orders nothing: another thread could have made it.
void Races::class_initialised(ThreadId by, const Klass* k) {
  if (k->init_visible && !knowledge_.empty()) knowledge_.tells(by, key_of(kClassInitLocation, k->id));
}

void Races::class_seen(ThreadId by, const Klass* k) {
  if (k->init_visible && !knowledge_.empty()) knowledge_.learns(by, key_of(kClassInitLocation, k->id));
}

// System.arraycopy, and the clone of an array. Arguments of a call lie on top of the frame.
void Races::bulk(ThreadId t, const Pending& p) {
  const ThreadState& s = vm_.thread(t).s;
  if (p.on_stack) {
    const uint32_t* args = vm_.thread(t).stack + s.sp - 5;
    const Ref from = args[0], to = args[2];
    const uint32_t count = args[4];
    const auto counts = [&](Ref array) {
      for (int i = 0; i < p.count; ++i)
        if (p.accesses[i].object == array) return true;
      return false;
    };
    if (counts(from)) elements(t, from, args[1], count, false);
    if (p.target == to) elements(t, to, args[3], count, true);
    return;
  }
  elements(t, p.object, 0, vm_.array_length(p.object), false);
}

void Races::elements(ThreadId t, Ref array, uint32_t from, uint32_t count, bool write) {
  const Klass* k = vm_.klass_of(array);
  if (!count) return;
  const uint32_t first = watch_ != Watch::Track && !witness_ ? 0 : from;
  access(t, array, kHeaderSize + (first << k->element_shift), write, Mode::Plain, count);
}

void Races::access(ThreadId t, Ref object, uint32_t offset, bool write, Mode mode, uint32_t count) {
  if (watch_ == Watch::Off) return;
  const uint32_t number = variable_at(object, offset);
  Variable& v = variables_[number];
  // A thread stands before an access of which order is assumed where the initial state was made: there it stops at all.
  if ((!v.field && !v.array) || v.ordered()) return;
  por::ThreadSet& who = (write ? v.writers : v.readers)[mode == Mode::Volatile];
  if (!who.contains(t)) {
    ++changes_;
    who.insert(t);
    v.candidate = conflicting(v);
  }
  if (mode != Mode::Plain && mode != Mode::Volatile) note_weaker(t, number, mode);
  if (watch_ == Watch::Track ? v.tracked : witness_ && v.candidate)
    track(t, number, object, offset, write, mode, count);
}

void Races::track(ThreadId t, uint32_t number, Ref object, uint32_t offset, bool write, Mode mode, uint32_t count) {
  const bool in_form = watch_ == Watch::Track;
  Entry mine{object, offset, number, site_number(t), t, write, mode, in_form};
  mine.count = count;
  if (const Klass* k = vm_.klass_of(object); k->is_array()) mine.shift = static_cast<uint8_t>(k->element_shift);
  knowledge_.access(mine, [&](const Entry& e, Knowledge::Found found) {
    if (found == Knowledge::Found::Race) race(e, t, write, mode);
  });
}

// --- who can still learn of what

por::ThreadSet Races::living() const {
  por::ThreadSet now;
  for (ThreadId t = 0; t < vm_.thread_count(); ++t)
    if (!vm_.thread(t).s.ended) now.insert(t);
  return now;
}

por::ThreadSet Races::gone(const por::ThreadSet& living) const {
  const ThreadId threads = vm_.thread_count();
  por::ThreadSet out;
  for (ThreadId u = 0; u < threads; ++u) {
    if (living.contains(u)) continue;
    bool joined = true;
    for (ThreadId t = 0; t < threads; ++t) joined &= !living.contains(t) || vm_.has_joined(t, u);
    if (joined) out.insert(u);
  }
  return out;
}

// Those that stand before an operation by which they learn, whatever becomes of it: what synchronise() says.
std::vector<Knowledge::Coming> Races::coming() const {
  std::vector<Knowledge::Coming> out;
  for (ThreadId t = 0; t < vm_.thread_count(); ++t) {
    const ThreadState& s = vm_.thread(t).s;
    const Pending& p = s.pending;
    if (s.ended || !p.count || vm_.stale(p)) continue;
    switch (p.kind) {
      case PendingKind::MonitorEnter:
      case PendingKind::WaitReacquire:
      case PendingKind::Lock:
        for (int i = 0; i < p.count; ++i)
          if (p.accesses[i].object >= Heap::kFirstRef && p.accesses[i].field < kHeaderSize &&
              p.accesses[i].field != kWholeArray)
            out.push_back({t, por::kNoThread, key_of(p.accesses[i].object, p.accesses[i].field)});
        break;
      case PendingKind::Join:
        if (const ThreadId ending = vm_.rules.ends_visible() ? por::kNoThread : vm_.thread_of(p.object);
            ending != por::kNoThread)
          out.push_back({t, ending, 0});
        // It will before it has come to where the form has it.
        if (const JoinAhead::Ahead* ahead = vm_.symmetry.on() ? vm_.symmetry.ahead(t) : nullptr)
          for (const Ref thread : ahead->awaited)
            if (const ThreadId u = vm_.thread_of(thread); u != por::kNoThread) out.push_back({t, u, 0});
        break;
      default: break;
    }
  }
  return out;
}

// --- what was found

AccessSite Races::here(ThreadId t) const {
  AccessSite site;
  const Method* outermost = nullptr;
  uint32_t outermost_pc = 0;
  vm_.walk_frames(t, [&](Method* m, uint32_t pc) {
    if (!m->file || m->internal || m->hidden_frame) return true;
    if (!outermost) outermost = m, outermost_pc = pc;
    if (!site.method) {
      if (plumbing(*m->owner)) return true;
      site.method = m;
      site.pc = pc;
      return m->owner->boot;
    }
    if (m->owner->boot) return true;
    site.caller = m;
    site.caller_pc = pc;
    return false;
  });
  if (!site.method) site.method = outermost, site.pc = outermost_pc;
  return site;
}

uint32_t Races::site_number(ThreadId t) {
  uint64_t hash = 0;
  for (uint32_t fp = vm_.thread(t).s.fp; fp;) {
    const FrameHeader* f = vm_.frame(t, fp);
    hash = (hash ^ (uint64_t{f->method} << 32 | f->pc)) * 0x9e3779b97f4a7c15u;
    hash ^= hash >> 29;
    if (const Method* m = vm_.method(f->method); m->file && !m->internal && !m->hidden_frame && !m->owner->boot) break;
    fp = f->prev;
  }
  const auto [known, fresh] = site_numbers_.try_emplace(hash, 0);
  if (!fresh) return known->second;
  const AccessSite site = here(t);
  const auto at = std::find(sites_.begin(), sites_.end(), site);
  known->second = static_cast<uint32_t>(at - sites_.begin());
  if (at == sites_.end()) sites_.push_back(site);
  return known->second;
}

RacyAccess Races::described(ThreadId t, bool write, Mode mode, const AccessSite& site) const {
  RacyAccess a{t, {}, write, mode, site};
  if (const Ref name = vm_.thread_name_of(vm_.thread(t).s.object)) a.thread_name = vm_.string_utf8(name);
  return a;
}

void Races::note_weaker(ThreadId t, uint32_t number, Mode mode) {
  const FrameHeader* f = vm_.frame(t, vm_.thread(t).s.fp);
  if (!weak_places_.insert(key_of(f->method, f->pc) ^ uint64_t{number} << 48).second) return;
  const Call call = next_call(vm_, t);
  const AccessSite site = here(t);
  const Variable& v = variables_[number];
  WeakerMode w;
  w.variable = name_of(v);
  w.method = call.name.empty() || call.name == kModeIsArgument ? std::string(mode_name(mode)) : std::string(call.name);
  w.site = site;
  const std::string where = site.method ? Vm::place_text(*site.method, site.pc) : std::string();
  w.in_program = site.method && !site.method->owner->boot;
  if (told_weaker_.insert(w.variable + "\n" + w.method + "\n" + where).second) weaker_.push_back(std::move(w));
}

}  // namespace jmc::vm
