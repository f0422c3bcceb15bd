#include "vm/visibility/sections.hpp"

#include <algorithm>
#include <string_view>

#include "vm/native.hpp"
#include "vm/step_observer.hpp"
#include "vm/visibility/section_threads.hpp"

namespace jmc::vm {

namespace {

// Accesses in one section: a worker that waits for another one inside of it must let that one go on.
constexpr uint32_t kLongest = 4096;

// With the classes that are nested in them. Code outside of the JDK is the program's, but for these.
constexpr std::string_view kExecutors[] = {
    "java/util/concurrent/ThreadPoolExecutor",
    "java/util/concurrent/ScheduledThreadPoolExecutor",
    "java/util/concurrent/ForkJoinPool",
    "java/util/concurrent/ForkJoinWorkerThread",
    "java/util/concurrent/ThreadPerTaskExecutor",
    "java/util/concurrent/DelayScheduler",
    "java/util/concurrent/Executors",
    "jdk/internal/vm/SharedThreadContainer",
    "jdk/internal/vm/ThreadContainers",
    "jdk/internal/vm/ThreadContainer",
};

// The class, or one that is nested in it.
bool named(std::string_view name, std::string_view outer) {
  return name.starts_with(outer) && (name.size() == outer.size() || name[outer.size()] == '$');
}

bool implements(const Klass& k, std::string_view name) {
  for (const Klass* c = &k; c; c = c->super) {
    if (c->name == name) return true;
    for (const Klass* i : c->all_interfaces)
      if (i->name == name) return true;
  }
  return false;
}

// Asks how an executor stands: what it sees in the middle of what others do there counts, too.
bool is_query(std::string_view name) {
  return name.starts_with("get") || name.starts_with("is") || name.starts_with("has") || name == "toString" ||
         name == "awaitQuiescence";
}

// What code of a class says of a thread that runs it: it is in an executor; in no executor, in the program; in a task;
// what calls it decides.
enum class Stands : uint8_t { Inside, Program, Task, Open };

template <class Of>
const Method* innermost(Vm& vm, ThreadId t, Of&& stands) {
  const Method *inner = nullptr, *outer = nullptr;
  for (uint32_t fp = vm.thread(t).s.fp; fp;) {
    const FrameHeader* f = vm.frame(t, fp);
    const Method* m = vm.method(f->method);
    const Stands now = stands(*m->owner);
    if (now == Stands::Inside) {
      outer = m;
      if (!inner) inner = m;
    } else if (inner) {
      return now == Stands::Program && is_query(outer->name) ? nullptr : inner;
    } else if (now != Stands::Open) {
      return nullptr;
    }
    fp = f->prev;
  }
  return inner;
}

template <class Role>
Stands stands_for(Role r) {
  switch (r) {
    case Role::Executor: return Stands::Inside;
    case Role::Program: return Stands::Program;
    case Role::Task: return Stands::Task;
    default: return Stands::Open;
  }
}

// Whether a section may begin with an operation that is no part of one: what is the executor's own, nobody outside can
// tell from what comes right before it.
bool may_lead(const Pending& p) {
  return p.count && p.count < 4 && !only_asks_clock(p) && !p.operation->invisible && !p.safe_unlock && !p.unstarted;
}

// The only monitors that are asked about are those under which threads are interrupted (guards_interrupts).
bool is_monitor(const Pending& p) { return p.kind == PendingKind::MonitorEnter || p.kind == PendingKind::MonitorExit; }

// It may let others run, which is not for the middle of a section: nor is the end of a wait by time, before which
// others could have come.
bool waits(const Pending& p) {
  if (p.timed) return true;
  switch (p.kind) {
    case PendingKind::Wait: return p.verb != Verb::BeginsToAwait;
    case PendingKind::WaitReacquire:
    case PendingKind::Park:
    case PendingKind::Join:
    case PendingKind::Sleep: return true;
    default: return false;
  }
}

}  // namespace

Sections::Sections(Vm& vm) : vm_(vm) {}
Sections::~Sections() = default;

bool Sections::on() const {
  return vm_.options.executors && !vm_.memory && !vm_.visibility.list_given() && vm_.options.representation.empty();
}

Sections::Role Sections::role(const Klass& k) {
  if (k.id >= roles_.size()) roles_.resize(std::max<size_t>(k.id + 1, roles_.size() * 2), Role::Unknown);
  Role& r = roles_[k.id];
  if (r != Role::Unknown) return r;
  const bool executor = k.boot ? std::any_of(std::begin(kExecutors), std::end(kExecutors),
                                             [&](std::string_view outer) { return named(k.name, outer); })
                               : vm_.options.executor_classes.matches(k.name);
  // Futures are what others wait for, also where an executor has its own kind.
  if (implements(k, "java/util/concurrent/Future")) r = k.boot ? Role::Task : Role::Program;
  else if (executor) r = Role::Executor;
  else if (!k.boot) r = Role::Program;
  else if (!k.thread_class && (implements(k, "java/lang/Runnable") || implements(k, "java/util/concurrent/Callable")))
    r = Role::Task;
  else r = Role::Other;
  return r;
}

// The executor's method that a thread is in; null: it is in none.
const Method* Sections::inside() {
  return innermost(vm_, vm_.current(), [&](const Klass& k) { return stands_for(role(k)); });
}

// Objects of the collections, locks and atomic variables that executors keep their own accounts in; what others wait
// for is none of them.
bool Sections::is_material(const Klass& k) {
  if (k.id >= material_.size()) material_.resize(std::max<size_t>(k.id + 1, material_.size() * 2), 0);
  int8_t& known = material_[k.id];
  if (known == 0)
    known = k.kind == KlassKind::ObjectArray ||
                    (k.boot && k.package.starts_with("java/util") && !k.thread_class && role(k) != Role::Task)
                ? 1
                : -1;
  return known > 0;
}

Sections::Marks Sections::marks_of(const RawAccess& a) const {
  if (a.object < Heap::kFirstRef) return {};
  Klass* k = vm_.klass_of(a.object);
  const int shift = vm_.heap.header(a.object)->flags & kOfExecutor ? kOfOwn : 0;
  if (k->is_array()) return {&k->elements_sections, shift};
  auto* f = a.field < kHeaderSize ? nullptr : const_cast<Field*>(vm_.field_at(a.object, a.field));
  return f ? Marks{&f->sections, shift} : Marks{};
}

void Sections::note(const Pending& p, uint8_t mark) {
  for (int i = 0; i < p.count; ++i) {
    const RawAccess& a = p.accesses[i];
    if (SectionThreads::is_part(a)) {
      facility<SectionThreads>(vm_).note(a, vm_.current(), mark == kInSections);
      continue;
    }
    if (a.field == kLockField && is_monitor(p)) {
      facility<SectionThreads>(vm_).note_lock(mark == kInSections);
      continue;
    }
    if (a.field == kLockField) {
      if (mark == kOutsideSections && a.object >= Heap::kFirstRef && (vm_.heap.header(a.object)->flags & kOfExecutor))
        locks_outside_ = true;
      continue;
    }
    const Marks marks = marks_of(a);
    if (!marks.of || marks.has(mark)) continue;
    marks.set(mark);
    ++marks_;
    if (!marks.has(kInSections) || !marks.has(kOutsideSections) || marks.has(kSplit)) continue;
    Klass* k = vm_.klass_of(a.object);
    if (k->is_array()) arrays_.emplace_back(k, marks.shift);
    else fields_.emplace_back(const_cast<Field*>(vm_.field_at(a.object, a.field)), marks.shift);
  }
}

// Of what only executors work on.
bool Sections::is_own(const RawAccess& a) const {
  if (SectionThreads::is_part(a)) return facility<SectionThreads>(vm_).own(a);
  if (a.object < Heap::kFirstRef) return false;
  if (a.field == kLockField) return !locks_split_ && (vm_.heap.header(a.object)->flags & kOfExecutor);
  const Marks marks = a.field >= kHeaderSize || a.field == kWholeArray ? marks_of(a) : Marks{};
  return marks.of && !marks.has(kSplit);
}

// What happens-before has to know, and who listens.
void Sections::tell(const Pending& p) {
  if (vm_.races.on()) vm_.races.executes(vm_.current(), p);
  if (vm_.observer && open_ && p.offset >= kHeaderSize)
    vm_.observer->accesses(vm_.current(), p.object, p.offset, p.kind != PendingKind::Read);
}

// What an operation that the running thread is about to do has to do with executors. It asks; meets() decides.
class Sections::Candidate {
 public:
  Candidate(Sections& sections, const Pending& p) : sections_(sections), p_(p) {
    if (!sections_.any_) return;
    within_ = executor_ = sections_.inside();
    if (!executor_ && sections_.on()) within_ = of_making();
    if (!within_) return;
    // It interrupts or unparks a thread that has started, so that its start is no matter.
    reaching_ = (p.kind == PendingKind::Interrupt || p.kind == PendingKind::Unpark) && p.count &&
                sections_.is_own(p.accesses[0]) && vm().thread_of(p.object) != por::kNoThread;
  }

  // The executor's method that the thread is in; null: it is in none.
  const Method* executor() const { return executor_; }
  // Likewise, or the task's method that looks at an executor; null: the operation is outside of sections.
  const Method* within() const { return within_; }
  bool own(const RawAccess& a) const {
    if (is_monitor(p_)) return facility<SectionThreads>(vm()).owns_locks();
    return sections_.is_own(a) || (reaching_ && a.object == kCounterLocation && !a.write);
  }
  // Its accesses that are no executor's own.
  int others() const {
    return static_cast<int>(
        std::count_if(p_.accesses, p_.accesses + p_.count, [&](const RawAccess& a) { return !own(a); }));
  }
  // It reaches a thread that is in no executor. Of those a section may reach one.
  bool reaches_outside() const {
    if (!reaching_) return false;
    const ThreadId t = SectionThreads::thread_of(p_.accesses[0]);
    if (t == vm().current() || vm().thread(t).s.ended) return false;
    return !innermost(vm(), t, [&](const Klass& k) { return stands_for(sections_.role(k)); });
  }

 private:
  Vm& vm() const { return sections_.vm_; }
  // Tasks of the JDK that look at an executor's own fields are of one making with it: who waits for a ForkJoinTask asks
  // how its pool stands. Such an access is a section.
  const Method* of_making() const {
    const ThreadId t = vm().current();
    const uint32_t fp = vm().thread(t).s.fp;
    const Method* m = fp ? vm().method(vm().frame(t, fp)->method) : nullptr;
    if (!m || !m->owner->boot || sections_.role(*m->owner) != Role::Task) return nullptr;
    for (int i = 0; i < p_.count; ++i) {
      const RawAccess& a = p_.accesses[i];
      if (a.object < Heap::kFirstRef || a.field < kHeaderSize || vm().klass_of(a.object)->is_array()) continue;
      const Field* f = vm().field_at(a.object, a.field);
      if (f && f->owner->boot && sections_.role(*f->owner) == Role::Executor) return m;
    }
    return nullptr;
  }

  Sections& sections_;
  const Pending& p_;
  const Method *executor_ = nullptr, *within_ = nullptr;
  bool reaching_ = false;
};

Sections::Answer Sections::begins_granted(const Candidate& c, const Pending& p) {
  outside_ = c.others() || c.reaches_outside();
  vm_.granted = granted_ = false;
  tell(p);
  open_ = true;
  length_ = 0;
  return Answer::Part;
}

// Whether it belongs to the section that is open.
bool Sections::goes_on_with(const Candidate& c, const Pending& p, uint32_t alternatives) {
  if (!open_ || waits(p) || alternatives != 1 || c.others() || ++length_ >= kLongest) return false;
  const bool another = c.reaches_outside();
  if (another && outside_) return false;
  outside_ = outside_ || another;
  return true;
}

Sections::Answer Sections::meets(Pending& p, uint32_t alternatives) {
  const Candidate c(*this, p);
  if (!c.within() || vm_.thread(vm_.current()).s.initialising) {
    note(p, kOutsideSections);
    return Answer::Apart;
  }
  // It was described before the thread that it is about had started, and is granted as that.
  if (vm_.granted && !granted_) {
    note(p, kInSections);
    return Answer::Apart;
  }
  if (p.unstarted) p.within = c.executor();
  if (c.others() == p.count && (!c.executor() || !may_lead(p))) return Answer::Apart;
  vm_.met |= kMetSections;
  note(p, kInSections);
  if (granted_) return begins_granted(c, p);
  if (goes_on_with(c, p, alternatives)) {
    tell(p);
    vm_.granted_alternative = 0;
    return Answer::Part;
  }
  open_ = false;
  p.section = true;
  p.within = c.within();
  // One that is no part of a section keeps its place before what follows.
  RawAccess* const end = p.accesses + p.count;
  p.count =
      static_cast<uint8_t>(std::remove_if(p.accesses, end, [&](const RawAccess& a) { return c.own(a); }) - p.accesses);
  p.add(kExecutorLocation, 0, true);
  return Answer::First;
}

// Described before something was found that makes another operation of it. What is found of sections counts from the
// beginning of a program (Executors::start_relies), but not all rules do.
bool Sections::outdated(const Pending& p) const {
  if (!p.section) return false;
  switch (p.kind) {
    case PendingKind::Join:
    case PendingKind::Output:
    case PendingKind::Other:
    case PendingKind::Lock:
    case PendingKind::Unlock: return p.rules != vm_.rules.of_operations();
    default: break;
  }
  if (p.offset < kHeaderSize) return false;
  for (int i = 0; i < p.count; ++i)
    if (p.accesses[i].object == p.object && p.accesses[i].field == p.offset) return false;
  const Marks marks = marks_of({p.object, p.offset, false});
  return marks.of && marks.has(kSplit);
}

void Sections::adopt(std::vector<std::string>& words) {
  for (const auto& [f, shift] : fields_) {
    f->sections = static_cast<uint8_t>(f->sections | kSplit << shift);
    words.push_back(f->owner->external_name() + "." + std::string(f->name) + " in executors");
  }
  for (const auto& [k, shift] : arrays_) {
    k->elements_sections = static_cast<uint8_t>(k->elements_sections | kSplit << shift);
    words.push_back("elements of " + k->external_name() + " in executors");
  }
  if (locks_outside_ && !locks_split_) words.push_back("locks of executors");
  locks_split_ = locks_split_ || locks_outside_;
  fields_.clear();
  arrays_.clear();
}

}  // namespace jmc::vm
