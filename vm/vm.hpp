// The virtual machine: classes, heap, threads, the interpreter, and everything that is the state of a program.
//
// A Vm runs one program. After boot() and start() it is driven either straight through (run_to_end) or, by JvmSystem,
// one transition at a time. All mutable program state is under the undo log (mark/undo); linked classes, translated
// code and resolved constants are not part of the state.
//
// Concurrency: none; a Vm belongs to one host thread.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "classfile/class_path.hpp"
#include "vm/assumptions/found.hpp"
#include "vm/class/expectations.hpp"
#include "vm/class/initialisation.hpp"
#include "vm/class/klass.hpp"
#include "vm/memory/memory_model.hpp"
#include "vm/native_table.hpp"
#include "vm/options.hpp"
#include "vm/state/access_records.hpp"
#include "vm/state/allocation_names.hpp"
#include "vm/state/components.hpp"
#include "vm/state/heap.hpp"
#include "vm/state/output.hpp"
#include "vm/state/state_encoder.hpp"
#include "vm/state/symmetry.hpp"
#include "vm/thread/chance.hpp"
#include "vm/thread/clock.hpp"
#include "vm/thread/thread.hpp"
#include "vm/thread/thread_table.hpp"
#include "vm/violation.hpp"
#include "vm/visibility/program_rules.hpp"
#include "vm/visibility/races.hpp"
#include "vm/visibility/sections.hpp"
#include "vm/visibility/visibility.hpp"

namespace jmc::vm {

struct Insn;
class StepObserver;

class Vm {
 public:
  Vm(const VmOptions& options, classfile::Jdk jdk, classfile::ClassPath stubs, classfile::ClassPath user);
  ~Vm();
  Vm(const Vm&) = delete;

  // --- natives (filled in by the natives layer before boot)
  // It also replaces a method that has bytecode ("override"); "*" as the class matches registerNatives etc.
  void register_native(std::string_view key, NativeFn fn, DescribeFn describe = nullptr);

  // --- classes (class_table.cpp, link.cpp)
  // Null: not found (no exception is set). Throws classfile::FormatError for a malformed class file.
  Klass* find_class(std::string_view internal_name);
  // After find_class has failed: the class that is not there, which may be a supertype of the one asked for.
  std::string missing_class(std::string_view asked_for) const;
  // Its class file version, if the class was found and is too new for the JDK (find_class() does not find it); else 0.
  int too_new(std::string_view internal_name) const;
  // It was asked for and not found.
  bool known_missing(const std::string& internal_name) const { return missing_.contains(internal_name); }
  // Like find_class for names that must exist in any JDK; throws Unsupported.
  Klass* require_class(std::string_view internal_name);
  Klass* array_of(Klass* element);
  Klass* primitive(char type);                              // 'I', ..., 'V'
  Klass* class_of_descriptor(std::string_view descriptor);  // "I", "[I", "Ljava/lang/String;"; null if not found
  // Defines a class from bytes (hidden classes spun by the VM, proxies, lambdas). host may be null.
  Klass* define_class(classfile::Bytes bytes, Klass* host, bool hidden);
  // What another search has found out about classes that the VM or the program makes while it runs.
  Expectations expectations;
  // --- classes that the program defines while it runs (run_time_classes.cpp) ---
  // Like find_class, for a name in the class file of `from`.
  Klass* find_class(std::string_view internal_name, const Klass* from);
  Klass* class_of_descriptor(std::string_view descriptor, const Klass* from);
  // Whether it is there on this path; true for classes that the program does not define.
  bool is_defined(const Klass* k) const { return !k->definition || definition(k, kDefinedBy); }
  Ref definition(const Klass* k, DefinitionSlot slot) const {
    return heap.load<Ref>(k->definition, kHeaderSize + 4 * slot);
  }
  void set_definition(const Klass* k, DefinitionSlot slot, Ref value) {
    store_ref(k->definition, kHeaderSize + 4 * slot, value);
  }
  Ref defining_loader(const Klass* k) const;  // of a class with a definition; kNull: the null loader
  // The class that this loader has defined on this path.
  Klass* find_defined(Ref loader, std::string_view internal_name) const;
  // Defines the class on this path, as the same Klass as on other paths if bytes, name, host, kind of loader and
  // supertypes are the same. `program_loader`: the loader is an object of the program, and `supers` is what it found
  // for the superclass and the superinterfaces of the class file. Null: an exception is pending.
  struct RunTimeClass {
    classfile::Bytes bytes;
    Ref loader;
    bool program_loader;
    Klass* host;
    bool hidden, nest_mate;  // of its host; else a hidden class is a nest of its own
    std::span<Klass* const> supers;
  };
  Klass* define_at_run_time(RunTimeClass c);
  // Before a class is initialised or asked for its members: its loader has to look up what it refers to. False: a frame
  // was pushed that does that, or an exception is pending; the instruction runs again.
  bool ensure_linked(Klass* k);
  Klass* klass(uint32_t id) const { return klasses_[id].get(); }
  Klass* klass_of(Ref object) const { return klasses_[heap.header(object)->klass].get(); }
  size_t class_count() const { return klasses_.size(); }
  Method* method(uint32_t id) const { return methods_[id]; }
  uint32_t intern_sig(std::string_view name, std::string_view descriptor);
  bool is_mirror(Ref object) const;
  Klass* klass_of_mirror(Ref mirror) const;
  // Method and field lookup by the rules of JVMS 5.4.3; null if there is none.
  Method* lookup_method(Klass* k, std::string_view name, std::string_view descriptor);
  Method* lookup_method(Klass* k, uint32_t sig, bool interfaces = true);
  Field* lookup_field(Klass* k, std::string_view name, std::string_view descriptor);
  // Target of a virtual or interface call; null: AbstractMethodError.
  Method* select(Klass* receiver, Method* declared);
  // For a native that replaces a method with bytecode and leaves some receivers to it: the replaced method.
  Method* bytecode_of(const Method* overridden);

  // --- objects (objects.cpp, strings.cpp)
  Ref new_object(Klass* k);                            // kNull: an OutOfMemoryError is pending
  Ref new_array(Klass* array_class, uint32_t length);  // kNull: an OutOfMemoryError is pending
  Ref new_immortal_object(Klass* k);                   // for constants that belong to no path
  Ref new_string(std::u16string_view text);
  Ref new_string_utf8(std::string_view text);
  Ref intern(std::u16string_view text);  // immortal; one object per text
  std::u16string string_value(Ref string) const;
  std::string string_utf8(Ref string) const;
  Ref new_multi_array(Klass* k, const int32_t* counts, uint32_t dims);
  void throw_class_cast(Ref object, Klass* target);
  uint32_t array_length(Ref array) const { return heap.header(array)->length; }
  Ref get_ref(Ref object, const Field* f) const { return heap.load<Ref>(object, f->offset); }
  void set_ref(Ref object, const Field* f, Ref value) { store_ref(object, f->offset, value); }
  // The store of a reference: logs, and publishes what a shared object can now reach.
  void store_ref(Ref object, uint32_t offset, Ref value) {
    heap.store<Ref>(object, offset, value);
    if (value && publishing_ && (heap.header(object)->flags & kShared)) {
      if (memory) [[unlikely]]
        memory->stored_in_shared(value);
      publish(value);
    }
  }
  bool born_shared(const Klass* k) const {
    return publishing_ && (k->born_shared || (memory && visibility.stops_at_all() && multi()));
  }
  void publish(Ref root);  // marks everything reachable as shared
  int32_t identity_hash(Ref object);
  bool hash_is_settled(Ref object) const;  // the same whichever thread asks first
  uint64_t next_seed(bool hash);           // for hash codes, and for numbers like those of ThreadLocal
  // Calls `visit(ref)` for each reference field or element of the object.
  template <class F>
  void for_each_ref(Ref object, F&& visit) const;
  uint64_t object_size(Ref object) const;  // bytes, header included

  // --- exceptions (exceptions.cpp)
  // Makes an exception without running its constructor: message, cause and stack trace are as after it.
  Ref make_exception(std::string_view internal_name, std::u16string_view message, bool has_message = true);
  void throw_new(std::string_view internal_name, std::string_view message_utf8);
  void throw_new(std::string_view internal_name);  // no message
  void throw_ref(Ref exception) { pending_exception = exception; }
  Ref capture_backtrace(ThreadId thread, uint32_t skip_class_of_exception);
  std::string describe_exception(Ref exception) const;  // "pkg.Type: message"
  std::string stack_trace_text(Ref exception) const;    // like printStackTrace, with causes and suppressed exceptions
  std::vector<Ref> suppressed_by(Ref exception) const;
  Ref pending_exception = kNull;  // set by whatever failed; consumed by the interpreter

  // --- errors that disappear (swallowed.cpp)
  // From the unwinding of a frame to the use of the exception: an Error that leaves code of the program is marked
  // (kUnexamined) until code of the program looks at it. note_caught() remembers the handler that holds it now.
  void note_passed(Ref exception, const Method& from);
  void swallowed_by(const UnexaminedErrors::Entry& handler);
  void note_caught(Ref exception, const Method& handler, uint32_t target, uint16_t catch_index);
  void note_dispatched(Ref exception);  // to a handler for uncaught exceptions
  void examine(Ref throwable);          // and the causes and suppressed exceptions in it
  void examine_held(Ref holder);        // what the object, or one that it refers to, holds
  // Those that are marked now, each once. They are swallowed for good in a final state.
  std::vector<SwallowedError> swallowed() const;
  bool any_unexamined() const {
    return !unexamined_.entries().empty();
  }  // may be true although all have been looked at

  // --- what a run has relied on

  // Facts about the world that mattered in some execution: topic ("System.in") and text, each once. No state.
  void remark(std::string_view topic, std::string text);
  uint32_t met = 0;  // met_bit()s and their like
  // Classes whose initialisers keep the number of processors. uses_processor_counts(): code of the program names one
  // of them, so that the number may have mattered although it was asked for while the VM booted.
  void note_processors_asked();
  bool uses_processor_counts() const;
  // A park of thread t takes a permit.
  bool has_permit(ThreadId t) const {
    const ThreadState& s = thread(t).s;
    return s.permit || (s.permit_of_interrupt && rules.foresees(kOwnParks));
  }
  const std::vector<std::pair<std::string, std::string>>& remarks() const { return remarks_; }
  // TransitionSystem::names(): the part of learnt() that can be seen in a state or a location, and rules_learnt().
  uint64_t names() const;
  // Changes when something is found out that changes at once what later steps are. Copies that do not agree in it do
  // not take the same steps. Part of names().
  uint64_t rules_learnt() const;
  // Where thread t is: its innermost frame in a class of the program, else the innermost of all; "" if it has none.
  std::string place_of(ThreadId t) const;
  static std::string place_text(const Method& m, uint32_t pc);  // "pkg.Client.check(Client.java:7)"

  // --- initialisation

  // True: k may be used by the running thread now. False: frames were pushed that initialise it, a pending wait was
  // set, or an exception is pending; the instruction runs again (or the exception is thrown).
  bool ensure_initialised(Klass* k);
  InitStatus init_status(const Klass* k) const {
    return static_cast<InitStatus>(heap.load<uint32_t>(k->statics, kStaticsStatus));
  }
  bool initialised(const Klass* k) const {
    return settled(k) || init_status(k) == InitStatus::Ended || init_status(k) == InitStatus::Watched;
  }
  // Whichever thread asks, and nobody looks.
  bool settled(const Klass* k) const { return init_status(k) == InitStatus::Done; }
  // An initialisation that is over, or has failed, by this thread or one that it has that from.
  bool has_seen(const Klass* k, ThreadId t) const;
  void note_seen(const Klass* k, ThreadId t);
  bool usable(Klass* k);                       // ensure_initialised() would be no operation of the running thread
  Pending init_request(const Klass* k) const;  // the operation before which a thread stops that asks for k
  // The running thread does something that shows which thread runs the initialisers it is in, or when. `always`: alone,
  // too. `why` completes "the initialiser ...".
  void initialiser_told(const std::string& why, bool always = false);
  void tell_initialiser(Klass* k, const std::string& why, bool always = false);
  Klass* running_initialiser(ThreadId t) const;  // the innermost; null if t is in none
  void make_init_visible(Klass* k);              // before the first search
  void make_init_ordered(Klass* k);
  void adopt_initialisers();
  InitialiserFindings initialisers;

  // --- threads (threads.cpp)
  ThreadId thread_count() const { return threads_.count(); }
  VThread& thread(ThreadId t) { return threads_[t]; }
  const VThread& thread(ThreadId t) const { return threads_[t]; }
  ThreadId current() const { return current_; }
  // State of `t` is about to change.
  ThreadState& touch_thread(ThreadId t) { return threads_.touch(t); }
  ThreadId thread_of(Ref thread_object) const;  // kNoThread if it never started, or has given its number back
  // As `by` sees it, who must be able to do the same whether or not the number has been given back: kOver if the thread
  // has ended and `by` knows.
  ThreadId thread_of(Ref thread_object, ThreadId by) const;
  // Runs Thread.run() when first stepped. kNoThread: this path ends here, and the search is repeated.
  ThreadId start_thread(Ref thread_object, bool daemon);
  void end_thread(ThreadId t);
  // What statics reach is shared from now on, for good: called before the mark after which the first thread starts.
  void start_publishing();
  // The start of `started` is ordered before what `by` does now, by starts and joins. Otherwise an operation of `by`
  // could come before it.
  bool start_known(ThreadId started, ThreadId by) const {
    const ThreadState& s = threads_[started].s;
    return started == kOver || s.starter == por::kNoThread || s.starter == by || started == by ||
           orders_.known(by, s.starter) >= s.start_epoch;
  }
  void joined(ThreadId ended);  // the running thread has seen that `ended` is over
  bool has_joined(ThreadId t, ThreadId ended) const { return ended == kOver || orders_.joined(t, ended); }
  Ref thread_name_of(Ref thread_object) const;             // String, or null
  void keep_orders(bool on) { encoder_.keep_orders(on); }  // needed by renaming(); costs a copy per mark
  uint32_t live_threads() const { return threads_.live(); }
  // Operations on shared objects count: another thread is alive, or has ended without being joined by the last one
  // alive, so that its operations could have come later than this thread's.
  bool multi() const { return shared_mask() != 0; }
  uint32_t shared_mask() const { return threads_.shared_mask(); }  // kShared while multi(), else 0
  // Monitors; the lock word is that of lock_holder().
  bool lock_free_for(Ref object, ThreadId t) const;
  void lock_enter(Ref object, ThreadId t);  // precondition: lock_free_for
  bool lock_exit(Ref object, ThreadId t);   // false: not the owner
  bool holds_lock(Ref object, ThreadId t) const;
  ThreadId lock_owner(Ref object) const;  // kNoThread if free

  // --- frames
  FrameHeader* frame(ThreadId t, uint32_t fp) { return reinterpret_cast<FrameHeader*>(threads_[t].stack + fp); }
  const FrameHeader* frame(ThreadId t, uint32_t fp) const {
    return reinterpret_cast<const FrameHeader*>(threads_[t].stack + fp);
  }
  // Pushes a call of `m` onto the running thread; args in slots. False: StackOverflowError is pending.
  bool push_call(Method* m, const uint32_t* args, uint32_t slots);
  // Visits the running thread's frames from the top: method and instruction index, until the visitor returns false.
  void walk_frames(ThreadId t, const std::function<bool(Method*, uint32_t pc)>& visit) const;

  // --- running (interpreter.cpp, run.cpp)
  void boot();                    // the VM's own classes; boot_jdk() of the natives does the rest
  void initialise_now(Klass* k);  // start-up only
  void make_early_mirrors();      // part of boot: once java.lang.Class and String are loaded
  // A main that this JDK starts a program with. Else main_instead() says what the class has: ", but an instance main,
  // ...", or nothing.
  bool has_main(Klass* k) { return main_of(k) != nullptr; }
  std::string main_instead(Klass* k);
  void start_main(Klass* main_class,
                  const std::vector<std::string>& args);  // throws PathError if it has no main to start
  // Runs `t` from where it stands; its pending operation, if any, is executed first as the given alternative. Comes
  // back before the next visible operation, or at the end.
  RunEnd run(ThreadId t, uint32_t alternative);
  // Boot only: calls a static or special method to its end; an exception becomes Unsupported.
  uint64_t call_to_end(Method* m, const std::vector<uint32_t>& args);
  // The thread that runs the shutdown hooks when the last other thread that is no daemon ends. It is made at boot, of a
  // class of jdk-stubs, and starts only if `shutdown_class` (java.lang.Shutdown, where hooks are registered) has been
  // initialised by then.
  Ref shutdown_thread = kNull;
  const Klass* shutdown_class = nullptr;
  bool has_shutdown_hooks() const { return shutdown_class && init_status(shutdown_class) != InitStatus::Loaded; }
  void begin_shutdown();  // the running thread is about to end
  bool exited() const { return exit_.now.exited; }
  int exit_status() const { return exit_.now.status; }
  void exit(int status);  // System.exit: the program ends when the running native returns
  const std::vector<Violation>& violations() const { return violations_; }
  void clear_violations();
  void add_violation(Violation v);

  // --- output
  Output output;

  // --- state (state.cpp, canonical.cpp): a list of components (vm/state/state_component.hpp)
  using Mark = uint32_t;
  Mark mark();
  void undo(Mark m);
  void release(Mark m);
  // A search is under way: what happens now may be undone for another step.
  bool marked() const { return components_.marks() > (begun_at_ ? 1u : 0u); }
  // Something may have relied already on what is found now: the steps of a second thread, or a search.
  bool relied_on() const { return marked() || (begun_at_ && publishing_); }
  // The present state is the one in which the program begins, to which begin_again() goes back; once.
  void begin();
  // What the program did is undone, the making of the base image included: freeze() has to follow before a search. What
  // was found out about the program stays.
  void begin_again();
  bool has_begun() const { return begun_at_.has_value(); }
  // In the order in which they are written. The output comes last: it looks whether the rest has been there before.
  // The heap comes first: most steps leave it as it was (StateEncoder::rooted()). What heap and threads refer to is
  // numbered as they are written; those behind name only what has been reached, but for the memory model.
  using Components =
      StateComponents<HeapState, ThreadTable, ThreadOrders, AllocationNames, MemoryState, Counters, Clock,
                      AccessRecords, UnexaminedErrors, RacesState, ExitState, StateEncoder, Output>;
  const Components& components() const { return components_; }
  StateEncoder& encoder() { return encoder_; }
  void note_linked(const Insn* site);  // the path has resolved it: VmOptions::distinguish
  void freeze();                       // the present state becomes the base image
  por::Fingerprint fingerprint();
  // The words of which fingerprint() just took the hash. Appends to `out`. Until the next change of the state.
  // Precondition: VmOptions::exact_states; else some of them are digests.
  void canonical_form(std::vector<uint8_t>& out) const;
  // por::TransitionSystem::whole_form(). Precondition: VmOptions::exact_states.
  void whole_form(const por::KnownRuns& known, std::vector<uint8_t>& form, por::FormParts& parts);
  // por::TransitionSystem::loadable_form() and load() (vm/state/load.cpp).
  std::string loadable_form(std::vector<uint8_t>& form);
  std::string load(const std::vector<uint8_t>& form);
  void renaming(std::vector<uint32_t>& out) const { encoder_.renaming(out); }
  por::Location location(const RawAccess& access) const;  // in the canonical numbering of the current state, or by path
  void name_by_path(bool on) { allocation_names_.use(on); }  // TransitionSystem::name_by_path
  bool named_by_path() const { return allocation_names_.used(); }
  uint64_t counter(uint32_t which) const { return counters_.get(which); }  // VM-wide counters of the program
  void set_counter(uint32_t which, uint64_t value) { counters_.set(which, value); }

  // TransitionSystem::learnt(): the sum of all that only grows within a search and is no component of the state. Of
  // what is taken for granted it comes from the list (vm/assumptions/).
  uint64_t learnt() const;

  // --- what a search relies on, and finds (vm/assumptions/)

  // How much of it is worth nothing.
  Found found() const;
  // It relied on too little: the answer of a search that reduces says nothing about all schedules, and it is to be
  // repeated.
  bool must_repeat() const { return found() != Found::No; }
  void adopt_findings();  // they count from now on; forgets the holes
  // What the program did before a search could choose may be something else with them. Not so where threads stop at
  // whatever may turn out to be contended.
  bool start_relies_on_findings() const;
  void want_guards();  // the search is repeated if it can keep less of who knows (Races::guards_wanted)
  // Described before something was found about the program that makes another operation of it: a step of its thread
  // finds out which.
  bool stale(const Pending& p) const {
    if (p.section) return sections.outdated(p);
    switch (p.kind) {
      case PendingKind::Join:
      case PendingKind::Output:
      case PendingKind::Other:
      case PendingKind::Lock:
      case PendingKind::Unlock: return p.rules != rules.of_operations();
      default: return false;
    }
  }
  // Whether the variable of an access to the heap has this value now. Precondition: p has a width.
  bool holds_now(const Pending& p, uint64_t value) const;
  const Field* field_at(Ref object, uint32_t offset) const;      // null for arrays and unknown offsets
  std::string location_name(Ref object, uint32_t offset) const;  // "Node.next", "Node[3]": for reports
  // Threads as monitors (thread_monitors.cpp).
  bool locks_as_thread(Ref thread_object) const;  // its monitor has to do with its end: it is no virtual thread
  bool ends_by_monitor(Ref thread_object) const {
    return rules.thread_monitors() && thread_object && locks_as_thread(thread_object);
  }
  // Its class, or that of a group it is in, has its own idea of a handler for uncaught exceptions.
  bool overrides_uncaught(Ref thread_object) const;
  // VmOptions::locks resolved: Auto is atomic unless a class of .locks, or Semaphore, is on the visible list.
  bool atomic_locks() const;

  const VmOptions& options;
  Heap heap;
  // The rounds of a check: a search that finds that it relied on too little is repeated after adopt_findings(), until
  // must_repeat() is false.
  ProgramRules rules{*this};
  Visibility visibility{*this};
  Sections sections{*this};
  Clock clock{*this};
  Chance chance;
  const std::unique_ptr<MemoryModel> memory;  // null: sequential consistency
  // Set by a granted access whose effect is not that on the heap: a read of this value, or a write that nobody sees as
  // the newest. The instruction that accesses clears it.
  bool beside_heap = false;
  uint64_t beside_value = 0;
  classfile::Jdk jdk;
  classfile::ClassPath stubs, user;
  Races races{*this};
  Symmetry symmetry{*this};
  StepObserver* observer = nullptr;               // listens to operations, for traces; usually null
  void (*mirror_created)(Vm&, Klass*) = nullptr;  // called then, to fill in what depends on the JDK
  PolyInvoke poly_invoke = nullptr;  // calls of signature-polymorphic methods of VarHandle; see vm/code/poly.hpp
  PolyDescribe poly_describe = nullptr;

  // Set while a granted pending operation is being executed (one instruction).
  bool granted = false;
  uint32_t granted_alternative = 0;
  // The running thread has given way since it was granted an operation: yield, onSpinWait, the time-out of a wait.
  bool gave_way = false;

  struct WellKnown;  // classes that the VM itself needs, resolved at boot
  std::unique_ptr<WellKnown> known;
  const NativeTable& natives() const { return natives_; }

  // Instruction-level services of the interpreter; see interpreter.cpp and resolve.cpp.
  friend class Interpreter;
  friend class MemoryModel;
  friend class Visibility;
  friend class Linker;
  friend class JoinAhead;
  friend class LoadBuffering;
  friend class Alike;
  friend class ThreadTable;
  friend class Symmetry;

 private:
  std::vector<std::pair<std::string, std::string>> remarks_;
  std::vector<const Klass*> counts_processors_;
  void encode(const por::KnownRuns* known);
  void encode_words(bool exact, const por::KnownRuns* known, bool aside);
  std::string_view why_not_loadable() const;  // empty: it is
  void stop_again(ThreadId t, PendingKind kind);
  bool record_initialiser_access(uint64_t key, AccessRecords::Entry& entry, bool write);
  void accessed_outside(uint64_t key, const AccessRecord& by_initialisers);
  void tell_accessors(uint64_t key);
  // Where things happen, as far as initialisers go (initialiser_extents.cpp).
  Within within() const;                      // the running thread
  uint32_t extent_number(const Within& all);  // in InitialiserFindings::extents, plus one
  uint32_t extent_ = 0;                       // of within(); 0: not known
  bool always_within(uint32_t inner, uint32_t outer, std::set<uint32_t>& assumed) const;
  bool in_one_extent(const Within& all) const;
  bool reads_constant(Ref object);  // as far as is known; true: the running initialiser reads it without an operation
  void note_writes(const Pending& op);
  bool is_dominated(const std::vector<Klass*>& circle) const;
  void note_asked(Klass* k);
  void note_request(Klass* k);
  void note_init_request(const Klass* k);
  void init_seen(const Klass* k, ThreadId t);
  void inherit_initialisations(ThreadId from, ThreadId to);
  void mark_initialising(Klass* k);
  void begin_initialisation(Klass* k);
  void grant_init_request(Klass* k);
  // The classes whose initialisers the thread is in, innermost first, while visit(Klass*) returns true.
  template <class F>
  void for_each_initialiser(ThreadId t, F&& visit) const {
    for (uint32_t fp = threads_[t].s.initialising ? threads_[t].s.fp : 0; fp;) {
      const FrameHeader* f = frame(t, fp);
      if (f->method == clinit_method_->id && !visit(klasses_[threads_[t].stack[fp - clinit_method_->max_locals]].get()))
        return;
      fp = f->prev;
    }
  }
  std::vector<uint32_t> begun_;  // classes whose initialisation the present run has begun
  void name_allocations();

  Method* main_of(Klass* k);
  Ref make_string(std::u16string_view text, bool immortal);
  bool room_for(uint64_t size);
  void check_allocated(uint64_t size) const;  // throws Unsupported
  void check_resident() const;                // throws Unsupported
  uint64_t live_bytes();
  bool allocator_listed() const;
  ThreadId new_thread(Ref object, bool daemon, Method* bottom);
  ThreadId free_number();
  bool may_give_back(ThreadId t) const;
  bool worth_giving_back() const;
  bool gave_back(Ref thread_object) const;
  VThread& thread_for(ThreadId number);
  bool unjoined_threads() const;
  void notify_end(Ref thread_object);
  template <class F>
  void for_each_root(F&& visit);
  template <class F>
  void for_each_frame_ref(ThreadId t, F&& visit);
  Method* spin_internal(std::string_view name, uint16_t locals, uint16_t stack, std::vector<Insn> code);

  // Used bytes of the heap at which the memory of the process, and what is live, are looked at next.
  static constexpr uint64_t kResidentCheck = uint64_t{16} << 20;
  uint64_t next_heap_check_ = kResidentCheck, next_live_check_ = 0;
  bool publishing_ = false;       // a second thread has existed: stores publish
  std::optional<Mark> begun_at_;  // see begin(); the lowest mark then
  uint32_t native_base_ = 0;      // slot of the running native's first argument
  uint64_t boundary_value_ = 0;   // result of call_to_end
  Ref linked_ = kNull;  // of --distinguish=linkage: a bit per constant and call site, in the order they were ever met
  std::unordered_map<const Insn*, uint32_t> link_numbers_;
  Klass* init_wait_ = nullptr;              // class whose initialisation by another thread must be waited for
  Method* clinit_method_ = nullptr;         // bottom of class initialisation
  const Method* running_native_ = nullptr;  // has no frame, but is the first line of the traces of what it throws
  Method* thread_method_ = nullptr;         // bottom frame of a started thread
  std::vector<std::unique_ptr<Method>> internal_methods_;
  std::unordered_map<uint32_t, Method*> replaced_methods_;  // by Method::id of the overridden one

  Klass* add_klass(std::unique_ptr<Klass> k);
  Klass* link_class(std::unique_ptr<Klass> k, std::unique_ptr<classfile::ClassFile> file);
  void make_mirror(Klass* k);
  void set_live(uint32_t n);

  std::vector<std::unique_ptr<Klass>> klasses_;
  std::vector<Method*> methods_;
  std::unordered_map<std::string, Klass*> by_name_;
  std::unordered_map<std::string, std::vector<Klass*>> run_time_classes_;  // by the name in the class file
  uint64_t loader_key(Ref loader) const;
  void make_definition(Klass* k);
  std::unordered_map<std::string, uint32_t> sigs_;
  std::unordered_map<std::u16string, Ref> strings_;
  NativeTable natives_;
  std::unordered_set<std::string> missing_, native_classes_;
  std::unordered_map<std::string, std::string> missing_supers_;  // of classes that are there, by name
  std::unordered_map<std::string, int> too_new_;  // class file versions of those that the JDK cannot read
  std::vector<std::string> loading_;
  Klass* primitives_[26] = {};

  ThreadId current_ = 0;
  std::vector<Violation> violations_;

  ThreadTable threads_{*this};
  ThreadOrders orders_{threads_};
  HeapState heap_state_{*this, heap};
  AllocationNames allocation_names_{heap};
  MemoryState memory_state_{*this};
  Counters counters_;
  AccessRecords accesses_{heap, symmetry};
  UnexaminedErrors unexamined_{*this};
  RacesState races_state_{races, symmetry};
  ExitState exit_;
  StateEncoder encoder_{*this};
  Components components_{heap_state_, threads_, orders_,   allocation_names_, memory_state_,
                         counters_,   clock,    accesses_, unexamined_,       races_state_,
                         exit_,       encoder_, output};
  std::vector<Ref> publish_stack_;
};

}  // namespace jmc::vm
