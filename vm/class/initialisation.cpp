// Class initialisation (JLS 12.4.2, JVMS 5.5): the procedure, the operations it consists of, and what shows that they
// matter.
#include "vm/class/initialisation.hpp"

#include <xxhash.h>

#include <algorithm>

#include "vm/code/interpreter.hpp"

namespace jmc::vm {

namespace {

using por::ThreadSet;

constexpr uint64_t kEverybody = ~uint64_t{0}, kSeenByMany = uint64_t{1} << 63;

bool declares_default(const Klass& k) {
  return std::any_of(k.methods.begin(), k.methods.end(),
                     [](const auto& m) { return !m->is_static() && !m->is_abstract(); });
}

ThreadId initialising_thread(const Vm& vm, const Klass* k) {
  const uint32_t owner = vm.heap.load<uint32_t>(k->statics, kStaticsThread);
  return owner ? owner - 1 : por::kNoThread;
}

uint32_t request_alternatives(Vm& vm, ThreadId t, const Pending& p) {
  const Klass* k = vm.klass(p.offset);
  return vm.init_status(k) != InitStatus::InProgress || initialising_thread(vm, k) == t;
}

// Whoever could make it the beginning of an initialisation: nobody, that happens once.
bool only_asks(Vm& vm, ThreadId, const Pending& p) { return vm.init_status(vm.klass(p.offset)) != InitStatus::Loaded; }

ThreadId owner_of_initialisation(Vm& vm, ThreadId, const Pending& p) {
  const Klass* k = vm.klass(p.offset);
  return vm.init_status(k) == InitStatus::InProgress ? initialising_thread(vm, k) : por::kNoThread;
}

std::string waiting_for_initialisation(Vm& vm, ThreadId t, const Pending& p, const std::function<std::string(Ref)>&) {
  const ThreadId owner = owner_of_initialisation(vm, t, p);
  std::string out = "waits for the initialisation of class " + vm.klass(p.offset)->external_name();
  if (owner == por::kNoThread) return out;
  const Ref name = vm.thread_name_of(vm.thread(owner).s.object);
  return out + " by thread " + std::to_string(owner) + (name ? " \"" + vm.string_utf8(name) + "\"" : "");
}

bool nobody_asks(Vm& vm, ThreadId t, const Pending& p) {
  return !vm.klass(p.offset)->init_visible && !vm.visibility.stops_at_all() && ways_of(vm, t) != 0;
}

constexpr Operation kRequest{.ways = request_alternatives,
                             .only_reads = only_asks,
                             .invisible = nobody_asks,
                             .waits_for = owner_of_initialisation,
                             .waiting = waiting_for_initialisation};

}  // namespace

// --- operations

Pending Vm::init_request(const Klass* k) const {
  Pending p;
  p.kind = PendingKind::ClassInit;
  p.object = k->mirror;
  p.offset = k->id;
  p.add(kClassInitLocation, k->id, true);
  p.operation = &kRequest;
  return p;
}

// The word kStaticsSeen has a bit for each of the first 63 threads. A set with others goes by a hash of it, so that it
// is the same number wherever it is met.
bool Vm::has_seen(const Klass* k, ThreadId t) const {
  const uint64_t word = heap.load<uint64_t>(k->statics, kStaticsSeen);
  if (!(word & kSeenByMany)) [[likely]]
    return t < 63 && (word >> t & 1);
  return word == kEverybody || initialisers.seen_by_many.at(word).contains(t);
}

void Vm::note_seen(const Klass* k, ThreadId t) {
  const uint64_t word = heap.load<uint64_t>(k->statics, kStaticsSeen);
  uint64_t now = word | uint64_t{1} << t % 64;
  if ((word & kSeenByMany) || t >= 63) {
    ThreadSet all;
    if (word & kSeenByMany) all = initialisers.seen_by_many.at(word);
    else all.set_word(0, word);
    all.insert(t);
    uint64_t words[ThreadSet::kWords];
    for (uint32_t i = 0; i < ThreadSet::kWords; ++i) words[i] = all.word(i);
    now = (XXH3_64bits(words, sizeof words) | kSeenByMany) & ~uint64_t{1};
    if (!(initialisers.seen_by_many.try_emplace(now, all).first->second == all))
      throw Unsupported("two sets of threads have one hash");
  }
  heap.store<uint64_t>(k->statics, kStaticsSeen, now);
}

bool Vm::usable(Klass* k) {
  const InitStatus status = init_status(k);
  if (status == InitStatus::Done) return true;
  if (status != InitStatus::Watched && (status != InitStatus::Ended || !has_seen(k, current_))) return false;
  note_request(k);
  return true;
}

// Initialised, or found to have failed: what a thread has once seen it need not look at again, nor do threads that it
// starts or that join it.
void Vm::init_seen(const Klass* k, ThreadId t) {
  races.class_seen(t, k);
  if (!has_seen(k, t)) note_seen(k, t);
  if (init_status(k) != InitStatus::Ended) return;
  for (ThreadId u = 0; u < threads_.count(); ++u)
    if (!threads_[u].s.ended && !has_seen(k, u)) return;
  heap.store<uint32_t>(k->statics, kStaticsStatus, static_cast<uint32_t>(InitStatus::Done));
  heap.store<uint64_t>(k->statics, kStaticsSeen, 0);
}

void Vm::inherit_initialisations(ThreadId from, ThreadId to) {
  for (const Klass* k : initialisers.kept) {
    const InitStatus status = init_status(k);
    if ((status == InitStatus::Ended || status == InitStatus::Failed) && has_seen(k, from)) init_seen(k, to);
  }
}

// What shows in that the running thread asks for k, whatever becomes of it.
void Vm::note_request(Klass* k) {
  note_asked(k);
  if (!threads_[current_].s.initialising || !multi()) return;
  if (init_status(k) <= InitStatus::InProgress) note_init_request(k);
  // An operation, if not of this thread, which has seen k, then of another one that comes first.
  if (k->init_visible) initialiser_told("asks for " + k->external_name());
}

bool Vm::ensure_initialised(Klass* k) {
  if (k->is_array() || k->is_primitive() || !k->statics) return true;
  if (k->scope && !ensure_linked(k)) return false;
  const InitStatus status = init_status(k);
  if (status == InitStatus::Done) return true;
  note_request(k);
  switch (status) {
    case InitStatus::Done:
    case InitStatus::Watched: return true;
    case InitStatus::InProgress:
      if (initialising_thread(*this, k) == current_) return true;
      tell_initialiser(k, "was found in progress by another thread", true);
      init_wait_ = k;
      return false;
    case InitStatus::Ended:
    case InitStatus::Failed:
      if (!has_seen(k, current_)) {
        if (multi() && k->init_visible) {
          init_wait_ = k;
          return false;
        }
        init_seen(k, current_);
      }
      if (status == InitStatus::Ended) return true;
      break;
    case InitStatus::Loaded:
      if (multi() && (k->init_visible || visibility.stops_at_all())) {
        init_wait_ = k;
        return false;
      }
      begin_initialisation(k);
      return false;
  }
  throw_new("java/lang/NoClassDefFoundError", "Could not initialize class " + k->external_name());
  const Ref failure = heap.load<Ref>(k->statics, kStaticsFailure);
  if (failure && jdk.release >= 17 && pending_exception)
    store_ref(pending_exception, known->throwable_cause->offset, failure);
  return false;
}

void Vm::mark_initialising(Klass* k) {
  name_allocations();
  heap.store<uint32_t>(k->statics, kStaticsStatus, static_cast<uint32_t>(InitStatus::InProgress));
  heap.store<uint32_t>(k->statics, kStaticsThread, current_ + 1);
  ++threads_[current_].s.initialising;
  extent_ = 0;
  begun_.push_back(k->id);
}

void Vm::begin_initialisation(Klass* k) {
  mark_initialising(k);
  ThreadState& ts = threads_[current_].s;
  threads_[current_].stack[ts.sp] = k->id;
  Interpreter in(*this, current_);
  if (in.push_frame(clinit_method_, ts.sp, kReexecute, kNull)) return;
  const Ref overflow = pending_exception;
  in.clinit_over(k, InitStatus::Failed);
  pending_exception = overflow;
}

// The granted operation: a thread that stopped before asking for k asks now. What it begins, or finds, it does or meets
// when the instruction that asks runs again.
void Vm::grant_init_request(Klass* k) {
  switch (init_status(k)) {
    case InitStatus::Loaded: begin_initialisation(k); break;
    case InitStatus::Ended:
    case InitStatus::Failed:
      init_seen(k, current_);
      if (memory) memory->is_ordered(kClassInitLocation, k->id);
      break;
    case InitStatus::InProgress:
    case InitStatus::Done:
    case InitStatus::Watched: break;
  }
}

bool Interpreter::clinit_supers(Klass* k) {
  if (k->is_interface()) return true;
  if (k->super && !vm_.ensure_initialised(k->super)) return false;
  // Superinterfaces that declare a default method, each after its own superinterfaces.
  const auto initialise = [&](const auto& self, const Klass* of) -> bool {
    for (Klass* i : of->interfaces)
      if (!self(self, i) || (declares_default(*i) && !vm_.ensure_initialised(i))) return false;
    return true;
  };
  return initialise(initialise, k);
}

// The end is an operation where another thread can have found the initialisation in progress: not if all of it happens
// in one step.
bool Interpreter::may_end_initialisation(Klass* k, bool failed) {
  const bool at_once = vm_.options.glue && std::find(vm_.begun_.begin(), vm_.begun_.end(), k->id) != vm_.begun_.end();
  if (!vm_.multi() || !k->init_visible || at_once || vm_.granted) {
    vm_.granted = false;
    return true;
  }
  suspended_ = Pending{};
  suspended_.kind = PendingKind::ClassInitEnd;
  suspended_.object = k->mirror;
  suspended_.offset = k->id;
  suspended_.value = failed;
  suspended_.add(kClassInitLocation, k->id, true);
  return false;
}

void Interpreter::clinit_over(Klass* k, InitStatus status) {
  vm_.name_allocations();
  --ts_.initialising;
  vm_.extent_ = 0;
  const bool plain = !k->init_visible || !vm_.multi();
  vm_.races.class_initialised(t_, k);
  if (status == InitStatus::Failed) vm_.tell_initialiser(k, "fails");
  else if (plain && !(k->init_ordered && vm_.multi()))
    status = vm_.multi() && !k->asked_outside ? InitStatus::Watched : InitStatus::Done;
  vm_.heap.store<uint32_t>(k->statics, kStaticsStatus, static_cast<uint32_t>(status));
  if (!(vm_.options.distinguish & kDistinguishInitialisers)) vm_.heap.store<uint32_t>(k->statics, kStaticsThread, 0);
  if (status == InitStatus::Failed && plain) vm_.heap.store<uint64_t>(k->statics, kStaticsSeen, kEverybody);
  else if (status != InitStatus::Done && status != InitStatus::Watched) vm_.init_seen(k, t_);
}

void Interpreter::clinit_done(Klass* k) {
  clinit_over(k, InitStatus::Ended);
  if (vm_.memory) vm_.memory->publishing_statics = true;
  if (vm_.publishing_)
    for (uint32_t offset : k->static_ref_offsets)
      if (const Ref r = vm_.heap.load<Ref>(k->statics, offset)) vm_.publish(r);
  if (vm_.memory) {
    vm_.memory->publishing_statics = false;
    vm_.memory->initialised(k);
    if (k->init_visible) vm_.memory->orders(kClassInitLocation, k->id);
  }
}

void Interpreter::clinit_fail(Klass* k, Ref exception) {
  Ref thrown = exception;
  if (!vm_.klass_of(exception)->is_subclass_of(vm_.known->error)) {
    thrown = vm_.make_exception("java/lang/ExceptionInInitializerError", u"", false);
    const Field* own = vm_.klass_of(thrown)->find_field("exception");  // JDK 8 to 11 keep it beside the cause
    vm_.store_ref(thrown, own ? own->offset : vm_.known->throwable_cause->offset, exception);
    if (own) vm_.store_ref(thrown, vm_.known->throwable_cause->offset, kNull);
  }
  // What later uses of the class report as the cause: the failure in words, with its trace, since the
  // exception itself may be mutable.
  const Ref message = vm_.get_ref(exception, vm_.known->throwable_message);
  std::string text =
      "Exception " + vm_.klass_of(exception)->external_name() + (message ? ": " + vm_.string_utf8(message) : "");
  const Ref name = vm_.known->thread_name ? vm_.thread_name_of(ts_.object) : kNull;
  text += " [in thread \"" + (name ? vm_.string_utf8(name) : std::string("main")) + "\"]";
  const Ref record = vm_.make_exception("java/lang/ExceptionInInitializerError", classfile::decode_modified_utf8(text));
  for (const Field* f : {vm_.known->throwable_backtrace, vm_.known->throwable_stack_trace})
    if (f) vm_.store_ref(record, f->offset, vm_.get_ref(exception, f));
  if (const Field* depth = vm_.known->throwable_depth)
    vm_.heap.store<uint32_t>(record, depth->offset, vm_.heap.load<uint32_t>(exception, depth->offset));
  vm_.store_ref(k->statics, kStaticsFailure, record);
  if (vm_.publishing_) vm_.publish(record);
  clinit_over(k, InitStatus::Failed);
  vm_.pending_exception = thrown;
}

// --- what shows that an initialisation matters

Klass* Vm::running_initialiser(ThreadId t) const {
  Klass* found = nullptr;
  for_each_initialiser(t, [&](Klass* k) {
    found = k;
    return false;
  });
  return found;
}

void Vm::make_init_visible(Klass* k) {
  k->init_visible = true;
  make_init_ordered(k);
}

void Vm::make_init_ordered(Klass* k) {
  if (!k->init_ordered) initialisers.kept.push_back(k);
  k->init_ordered = true;
}

void Vm::tell_initialiser(Klass* k, const std::string& why, bool always) {
  if (k->init_visible || !(always || multi())) return;
  if (!relied_on()) return make_init_visible(k);  // nothing has relied on anything else yet
  if (std::none_of(initialisers.told.begin(), initialisers.told.end(), [&](const auto& t) { return t.first == k; }))
    initialisers.told.emplace_back(k, why);
}

void Vm::initialiser_told(const std::string& why, bool always) {
  for_each_initialiser(current_, [&](Klass* k) {
    tell_initialiser(k, why, always);
    return true;
  });
}

// Initialisers that ask for each other's classes in a circle can wait for each other, whatever else they do. Those of
// the JDK alone are left out: many of its classes are initialised before main() in a JVM, and not here.
void Vm::note_init_request(const Klass* k) {
  const Klass* from = running_initialiser(current_);
  if (!from || from == k || !initialisers.requests.insert({from->id, k->id}).second) return;
  // Classes on a way from k back to `from`.
  const auto reach = [&](uint32_t start, bool forwards) {
    std::set<uint32_t> found{start};
    for (std::vector<uint32_t> work{start}; !work.empty();) {
      const uint32_t at = work.back();
      work.pop_back();
      for (const auto& [a, b] : initialisers.requests)
        if ((forwards ? a : b) == at && found.insert(forwards ? b : a).second) work.push_back(forwards ? b : a);
    }
    return found;
  };
  const std::set<uint32_t> after = reach(k->id, true), before = reach(from->id, false);
  if (!after.count(from->id)) return;
  std::vector<Klass*> circle;
  for (const uint32_t id : after)
    if (before.count(id)) circle.push_back(klasses_[id].get());
  if (std::all_of(circle.begin(), circle.end(), [](const Klass* c) { return c->boot; })) return;
  if (is_dominated(circle)) return initialisers.circles.push_back(std::move(circle));
  for (Klass* c : circle) tell_initialiser(c, "is in a circle of initialisers that ask for each other's classes");
}

void Vm::adopt_initialisers() {
  // Whoever asks for a visible one within an initialiser is visible too.
  for (size_t i = 0; i < initialisers.told.size(); ++i)
    for (const auto& [a, b] : initialisers.requests)
      if (b == initialisers.told[i].first->id)
        tell_initialiser(klasses_[a].get(), "asks for " + klasses_[b]->external_name(), true);
  for (const auto& [k, why] : initialisers.told) {
    if (k->init_visible) continue;
    make_init_visible(k);
    visibility.note_adopted("initialisation of " + k->external_name() + ", which " + why);
  }
  for (const auto& [k, why] : initialisers.ordered) {
    if (k->init_ordered) continue;
    make_init_ordered(k);
    visibility.note_adopted("order of the initialisation of " + k->external_name() + " and " + why);
  }
  initialisers.told.clear();
  initialisers.ordered.clear();
  initialisers.accessors.clear();
  initialisers.came_late = false;
}

// --- names of what initialisers allocate

// Up to here the running thread has allocated since its run, or the initialiser it is in, began or was interrupted by
// another one.
void Vm::name_allocations() {
  if (allocation_names_.used() && allocation_names_.any_new()) {
    const Klass* k = running_initialiser(current_);
    allocation_names_.belongs_to(k ? AllocationNames::initialiser(k->id) : current_);
  }
  allocation_names_.begin_run();
}

}  // namespace jmc::vm
