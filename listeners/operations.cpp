#include "listeners/operations.hpp"

#include "listeners/local_names.hpp"
#include "vm/code/arithmetic.hpp"

namespace jmc::listeners {

using vm::PendingKind;
using vm::Ref;
using vm::Verb;

namespace {

uint64_t truncated(uint64_t bits, uint32_t width) {
  return width < 8 ? bits & ((uint64_t{1} << (8 * width)) - 1) : bits;
}

bool of_concurrent(const vm::Klass& k) { return k.boot && k.name.starts_with("java/util/concurrent/"); }
// What threads wait for each other by.
bool is_lock(const vm::Klass& k) {
  return k.name == "java/lang/Object" || k.name.starts_with("java/util/concurrent/locks/") ||
         k.name == "java/util/concurrent/Semaphore" || k.name == "java/util/concurrent/CountDownLatch";
}

}  // namespace

Wording::Wording(vm::Vm& vm, const std::vector<Record>& records) : vm_(vm), names_(vm) {
  bool nameless = false;
  for (const Record& r : records)
    if (is_access(r.op.kind) && r.width) nameless |= is_nameless(*vm.klass_of(r.op.object));
  if (nameless) find_holders();
  find_locals(records);
  for (const Record& r : records) {
    if (!is_access(r.op.kind) || !r.width) continue;
    const Variable v = variable_of(r.op.object, r.op.offset);
    owners_[v.name].insert({v.owner, v.owner ? std::string() : v.klass});
    if (r.op.type != 'L') continue;
    for (const uint64_t bits : {r.before, r.after, r.op.expected, r.op.value, r.seen})
      values_.insert(static_cast<Ref>(bits));
  }
}

// An object is called by a local variable if all who access it call it that, no other object is called so, and no field
// of this story has that name.
void Wording::find_locals(const std::vector<Record>& records) {
  std::map<std::string, std::set<Ref>> called;
  std::set<Ref> doubtful;
  for (const Record& r : records) {
    if (!is_access(r.op.kind) || !r.width) continue;
    const Ref object = r.op.object;
    if (r.op.type == 'L')
      for (const uint64_t bits : {r.before, r.after, r.op.expected, r.op.value, r.seen})
        doubtful.insert(static_cast<Ref>(bits));  // passed around, and spoken of as an object
    // An array is called by the field that holds it, as an atomic is.
    const auto holder = holders_.find(object);
    const bool held = holder != holders_.end() && vm_.klass_of(object)->is_array();
    const std::string& name = held ? holder->second.name : r.local;
    if (name.empty()) {
      if (const Variable v = variable_of(object, r.op.offset); !v.element) called[v.name].insert(object);
      continue;
    }
    called[name].insert(object);
    if (const auto [at, first] = locals_.emplace(object, name); !first && at->second != name) doubtful.insert(object);
  }
  std::erase_if(locals_, [&](const auto& entry) {
    return doubtful.count(entry.first) || called[entry.second].size() > 1 ||
           (holders_.count(entry.first) && is_atomic(*vm_.klass_of(entry.first)));
  });
}

template <class Visit>
void Wording::for_each_object(Visit&& visit) const {
  for (uint64_t at = vm::Heap::kImmortalLimit; at < vm_.heap.top();) {
    const Ref r = static_cast<Ref>(at >> 3);
    const vm::Klass* k = vm_.klass_of(r);
    // Lambdas hold copies of what they capture; those are no names.
    if (k->kind == vm::KlassKind::Instance && !k->hidden) visit(r, *k);
    at += (vm_.object_size(r) + 7) & ~uint64_t{7};
  }
}

// An atomic variable is called by the field of the program that holds it, if there is exactly one; or else by the one
// of a class of java.util.concurrent. An array is called by the field of the program.
void Wording::find_holders() {
  std::unordered_map<Ref, int> seen, seen_in_jdk;
  std::unordered_map<Ref, Variable> in_jdk;
  const auto note = [&](Ref r, Variable v, bool jdk) {
    if (!r || r < vm::Heap::kFirstRef || !is_nameless(*vm_.klass_of(r))) return;
    if (jdk && !is_atomic(*vm_.klass_of(r))) return;
    auto& holders = jdk ? in_jdk : holders_;
    if ((jdk ? seen_in_jdk : seen)[r]++ == 0) holders[r] = std::move(v);
    else holders.erase(r);
  };
  const auto note_fields = [&](Ref object, const vm::Klass& owner, bool statics) {
    for (const auto& f : owner.fields)
      if (f->is_ref() && f->is_static() == statics)
        note(vm_.heap.load<Ref>(object, f->offset),
             {statics ? vm::kNull : object, simple_class_name(owner), std::string(f->name), false}, owner.boot);
  };
  for (uint32_t id = 0; id < vm_.class_count(); ++id) {
    const vm::Klass& k = *vm_.klass(id);
    if (!k.boot && k.statics && k.kind == vm::KlassKind::Instance) note_fields(k.statics, k, true);
  }
  for_each_object([&](Ref r, const vm::Klass& k) {
    for (const vm::Klass* c = &k; c && (!c->boot || (of_concurrent(*c) && !is_atomic(*c))); c = c->super)
      note_fields(r, *c, false);
  });
  for (auto& [r, v] : in_jdk)
    if (!seen.count(r)) holders_.emplace(r, std::move(v));
}

// The lock of java.util.concurrent that keeps its state in this object: that is what the program has made.
Ref Wording::lock_of(Ref sync) const {
  if (!sync || sync < vm::Heap::kFirstRef) return sync;
  const vm::Klass& k = *vm_.klass_of(sync);
  if (!of_concurrent(k) || !k.name.ends_with("Sync") || k.name.find('$') == std::string::npos) return sync;
  const std::string outer = k.name.substr(0, k.name.find('$'));
  Ref found = sync;
  for_each_object([&](Ref r, const vm::Klass& owner) {
    if (owner.name != outer) return;
    for (const auto& f : owner.fields)
      if (f->is_ref() && !f->is_static() && vm_.heap.load<Ref>(r, f->offset) == sync) found = r;
  });
  return found;
}

Wording::Variable Wording::variable_of(Ref object, uint32_t offset) {
  const vm::Klass* k = vm_.klass_of(object);
  const auto local = locals_.find(object);
  const std::string called = local == locals_.end() ? std::string() : local->second;
  if (k->is_array())
    return {object, called, "[" + std::to_string((offset - vm::kHeaderSize) >> k->element_shift) + "]", true};
  const vm::Field* f = vm_.field_at(object, offset);
  if (is_atomic(*k))
    if (const auto it = holders_.find(object); it != holders_.end()) return it->second;
  if (!called.empty()) return {object, {}, called, false};
  Variable v;
  v.klass = simple_class_name(f ? *f->owner : *k);
  v.name = f ? std::string(f->name) : "?";
  if (k->kind != vm::KlassKind::Statics) v.owner = object;
  return v;
}

// The name of the field alone where nothing else in this story has a field of that name, and its object is not passed
// around.
std::string Wording::variable(Ref object, uint32_t offset) {
  const Variable v = variable_of(object, offset);
  if (v.element && !v.klass.empty()) return v.klass + v.name;
  if (v.element) {
    spoken_.insert(object);
    return names_.object(object) + v.name;
  }
  if (owners_[v.name].size() <= 1 && !(v.owner && values_.count(v.owner))) return v.name;
  if (!v.owner) return v.klass + "." + v.name;
  spoken_.insert(v.owner);
  return names_.object(v.owner) + "." + v.name;
}

std::string Wording::in_a_sentence(Ref object, uint32_t offset) {
  const Variable v = variable_of(object, offset);
  const std::string name = variable(object, offset);
  if (v.element || name != v.name) return name;
  const vm::Field* f = vm_.field_at(object, offset);
  const bool jdks = f && f->owner->boot && v.klass == simple_class_name(*f->owner);  // not what holds an atomic
  return jdks ? v.klass + "." + name : name;
}

// " (stale: 42 was written by thread 1 "writer" in step 3)"
// " (torn: the lower 32 bits were written by thread 1, the upper 32 bits before; -1 was written by thread 1 in step 3)"
std::string Wording::staleness(const Record& r) {
  if (!r.stale && !r.late) return {};
  std::string out = r.stale ? " (stale: " : " (older than ";
  if (r.torn) {
    out = " (torn: ";
    for (const int i : {0, 1}) {
      const por::ThreadId by = r.half_writers[i];
      out += std::string(i ? "the upper" : "the lower") + " 32 bits were written " +
             (by < vm_.thread_count() ? "by " + thread_label(vm_, by) : "before") + (i ? "; " : ", ");
    }
  }
  out += names_.value(r.op.type, r.before) + (r.stale ? " was" : ", which was") + " written";
  if (r.writer < vm_.thread_count()) out += " by " + thread_label(vm_, r.writer);
  if (r.written_in) out += " in step " + std::to_string(r.written_in);
  return out + ")";
}

bool timed_out(const Record& r) {
  switch (r.op.kind) {
    case PendingKind::Park: return r.op.timed && !r.permit && !r.interrupted;
    case PendingKind::WaitReacquire: return r.op.timed && r.wait == vm::WaitState::Waiting && !r.interrupted;
    case PendingKind::Join: return !r.target_ended && !r.interrupted;
    default: return r.outcome == vm::Outcome::TimesOut;
  }
}

std::string Wording::say(const Record& r) {
  return r.rounds ? once(r) + ", " + std::to_string(r.rounds + 1) + " times" : once(r);
}

std::string Wording::once(const Record& r) {
  const vm::Pending& p = r.op;
  const auto object = [&](Ref o) {
    o = lock_of(o);
    spoken_.insert(o);
    return names_.object(o);
  };
  const auto value = [&](uint64_t bits) {
    if (p.type == 'L') spoken_.insert(static_cast<Ref>(bits));
    return names_.value(p.type, bits);
  };
  const std::string verb(p.words()), outcome(text_of(r.outcome));
  // One of many accesses, which nobody comes between.
  if (p.section && is_access(p.kind))
    return "works in " + simple_class_name(*p.within->owner) + "." + std::string(p.within->name);
  switch (p.kind) {
    case PendingKind::Read:
      if (r.stale) return "read " + variable(p.object, p.offset) + " = " + value(r.seen) + staleness(r);
      if (r.width) return "read " + variable(p.object, p.offset) + " = " + value(r.before);
      return (verb.empty() ? "read" : verb) + (p.object ? " " + object(p.object) : "");
    case PendingKind::Write:
      if (r.ahead)
        return "write " + variable(p.object, p.offset) + " = " + value(p.value) + " ahead" +
               (r.site.empty() ? "" : " of " + r.site) + (r.late ? staleness(r) : "");
      if (r.kept)
        return "write " + variable(p.object, p.offset) + " = " + value(p.value) + " (made in step " +
               std::to_string(r.written_in) + ")";
      if (r.late) return "write " + variable(p.object, p.offset) + " = " + value(p.value) + staleness(r);
      if (r.torn)
        return "write " + variable(p.object, p.offset) + " = " + value(p.value) + ", of which the " +
               (static_cast<uint32_t>(r.after) == static_cast<uint32_t>(p.value) ? "upper" : "lower") +
               " 32 bits are older than those of " + value(r.before) + ": it is " + value(r.after) + " now";
      if (r.width) return "write " + variable(p.object, p.offset) + " " + value(r.before) + " -> " + value(r.after);
      return (verb.empty() ? "write" : verb) + (p.object ? " " + object(p.object) : "");
    case PendingKind::Cas: {
      if (!r.width) return (verb.empty() ? "update" : verb) + (p.object ? " " + object(p.object) : "");
      const std::string where = variable(p.object, p.offset);
      if (r.stale) return (verb.empty() ? "CAS" : verb) + " " + where + " = " + value(r.seen) + staleness(r);
      if (!p.width) {
        const bool plain = verb.empty() || p.verb == Verb::CompareAndSet || p.verb == Verb::CompareAndExchange;
        return (plain ? "CAS " : verb + " ") + where + " " + value(r.before) + " -> " + value(r.after);
      }
      const std::string change = "CAS " + where + " " + value(p.expected) + " -> " + value(p.value);
      if (truncated(r.before, r.width) == truncated(p.expected, r.width))
        return p.verb == Verb::WeakCompareAndSet && r.alternative ? change + " fails for no reason" : change;
      return change + " fails: it is " + value(r.before);
    }
    case PendingKind::MonitorEnter: return "lock " + object(p.object);
    case PendingKind::MonitorExit: return "unlock " + object(p.object);
    case PendingKind::Wait:
      if (!outcome.empty()) return verb + " " + object(p.object) + ": " + outcome;
      if (!p.count || p.verb == Verb::BeginsToAwait) return verb + " " + object(p.object);
      if (!verb.empty()) return verb + " " + object(p.object) + ", unlocking its lock";
      return r.interrupted ? "wait on " + object(p.object) + ": interrupted"
                           : "wait on " + object(p.object) + ", unlocking it";
    case PendingKind::WaitReacquire: {
      if (r.wait == vm::WaitState::Waiting && r.interrupted)
        return "wait on " + object(p.object) + ": interrupted, waits for no notify any more";
      const std::string what = "lock " + object(p.object) + " again: ";
      // Of one that was notified when its time was over the alternative says which came first.
      const bool late = r.wait == vm::WaitState::Interrupted;
      if (r.wait == vm::WaitState::Notified || (late && (!r.interrupted || !r.alternative)))
        return what + "was notified";
      if (late) return what + "the wait timed out before the notify, interrupted since";
      if (r.interrupted) return what + "interrupted";
      return what + (p.timed ? "the wait timed out" : "spurious wake-up");
    }
    case PendingKind::Notify: {
      std::string out = (verb.empty() ? "notify " : verb + " ") + object(p.object);
      if (r.woken.empty()) return out + ": nobody waits";
      for (size_t i = 0; i < r.woken.size(); ++i) out += (i ? ", " : ": wakes ") + thread_label(vm_, r.woken[i]);
      return out;
    }
    case PendingKind::Park:
      if (r.permit) return "park: takes its permit and goes on";
      if (r.interrupted) return "park: returns, being interrupted";
      return p.timed ? "park: times out" : "park: spurious wake-up";
    case PendingKind::Unpark: return "unpark " + object(p.object);
    case PendingKind::Join:
      return "join " + object(p.object) + (r.target_ended ? "" : r.interrupted ? ": interrupted" : " times out");
    case PendingKind::Sleep:
      if (p.verb == Verb::PollsClock) return "reads the clock again and again";
      return r.interrupted ? "sleep: interrupted" : "sleep";
    case PendingKind::Interrupt: {
      const bool thread = vm_.klass_of(p.object)->thread_class && vm_.thread_of(p.object) != por::kNoThread;
      return "interrupt " + (thread ? thread_label(vm_, vm_.thread_of(p.object)) : object(p.object));
    }
    case PendingKind::Output: return "print";
    case PendingKind::ClassInit: {
      const std::string name = simple_class_name(*vm_.klass(p.offset));
      if (r.initialisation == vm::InitStatus::Loaded) return "begins the initialisation of class " + name;
      return r.initialisation == vm::InitStatus::Failed
                 ? "finds that the initialisation of class " + name + " has failed"
                 : "finds class " + name + " initialised";
    }
    case PendingKind::ClassInitEnd:
      return "ends the initialisation of class " + simple_class_name(*vm_.klass(p.offset)) +
             (p.value ? " with an exception" : "");
    case PendingKind::Lock:
    case PendingKind::Unlock:
    case PendingKind::Other:
      if (verb.empty()) return "step";
      if (p.verb == Verb::End) return verb + (p.object ? ", notifying who waits on it" : "");
      if (p.verb == Verb::Draws || p.verb == Verb::Chooses) {
        const auto from = static_cast<int64_t>(p.expected);
        const std::string last = std::to_string(from + static_cast<int64_t>(p.value) - 1);
        return verb + " " + std::to_string(from + r.alternative) + " out of " + std::to_string(from) + ".." + last;
      }
      if (p.verb == Verb::WeakCompareAndSet) return verb + (r.alternative ? " fails for no reason" : " succeeds");
      if (p.verb == Verb::Interrupted && p.object && vm_.thread_of(p.object) == r.thread)
        return r.interrupted ? "interrupted() = true" : "interrupted() = false";
      return verb + (p.object ? " " + object(p.object) : "") + (outcome.empty() ? "" : ": " + outcome);
    case PendingKind::Start: return "begins";
    case PendingKind::StepLimit: return "goes on";
    case PendingKind::None: break;
  }
  return "step";
}

std::vector<std::string> Wording::legend() {
  std::vector<std::string> out;
  std::set<Ref> done;
  for (uint32_t id = 0; id < vm_.class_count(); ++id) {
    const vm::Klass& k = *vm_.klass(id);
    if (k.boot || k.hidden || !k.statics || k.kind != vm::KlassKind::Instance) continue;
    for (const auto& f : k.fields) {
      if (!f->is_ref() || !f->is_static() || !(f->flags & vm::kFinal)) continue;
      const Ref r = vm_.heap.load<Ref>(k.statics, f->offset);
      if (!spoken_.count(r) || !done.insert(r).second) continue;
      const std::string name = names_.object(r);
      if (name.find('#') != std::string::npos && name[0] != '"')
        out.push_back(name + " is " + simple_class_name(k) + "." + std::string(f->name));
    }
  }
  std::map<Ref, std::string> held;  // empty: by more than one field
  for_each_object([&](Ref holder, const vm::Klass& k) {
    if (is_lock(k) || is_atomic(k)) return;  // a lock holds parts of itself
    for (const vm::Klass* c = &k; c && (!c->boot || of_concurrent(*c)); c = c->super)
      for (const auto& f : c->fields) {
        if (!f->is_ref() || f->is_static()) continue;
        const Ref r = vm_.heap.load<Ref>(holder, f->offset);
        if (!r || !spoken_.count(r) || done.count(r) || !is_lock(*vm_.klass_of(r))) continue;
        const auto [at, first] = held.emplace(r, simple_class_name(*c) + "." + std::string(f->name));
        if (!first) at->second.clear();
      }
  });
  for (const auto& [r, where] : held)
    if (!where.empty()) out.push_back(names_.object(r) + " is " + where);
  return out;
}

}  // namespace jmc::listeners
