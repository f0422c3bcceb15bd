// Making a Vm, starting the program, and running a thread.
#include <cstring>

#include "vm/class/setup_error.hpp"
#include "vm/code/interpreter.hpp"
#include "vm/code/spin.hpp"
#include "vm/operation/announced.hpp"
#include "vm/state/objects.hpp"
#include "vm/step_observer.hpp"
#include "vm/thread/timer_questions.hpp"

namespace jmc::vm {

Vm::Vm(const VmOptions& o, classfile::Jdk j, classfile::ClassPath stub_path, classfile::ClassPath user_path)
    : options(o),
      heap(o.heap_limit),
      memory(o.jmm ? std::make_unique<MemoryModel>(*this, o.jmm_mixed) : nullptr),
      jdk(std::move(j)),
      stubs(std::move(stub_path)),
      user(std::move(user_path)),
      next_live_check_(o.heap_limit) {}

Vm::~Vm() = default;

Method* Vm::spin_internal(std::string_view name, uint16_t locals, uint16_t stack, std::vector<Insn> code) {
  auto m = std::make_unique<Method>();
  m->owner = known->object;
  m->name = name;
  m->descriptor = "()V";
  m->flags = kStatic | kPrivate;
  m->max_locals = locals;
  m->max_stack = stack;
  m->internal = m->hidden_frame = true;
  m->id = static_cast<uint32_t>(methods_.size());
  m->code_length = static_cast<uint32_t>(code.size());
  m->bci.assign(code.size(), 0);
  m->code = new Insn[code.size()];
  std::copy(code.begin(), code.end(), m->code);
  methods_.push_back(m.get());
  internal_methods_.push_back(std::move(m));
  return internal_methods_.back().get();
}

namespace {
Insn insn(Opc op, uint32_t b = 0, Method* m = nullptr) {
  Insn i;
  i.op = op;
  i.b = b;
  i.imm = 0;
  if (m) i.method = m;
  return i;
}
}  // namespace

// The classes and members that the VM knows by name, their mirrors, and thread 0 (whose Thread object boot_jdk()
// makes).
void Vm::boot() {
  known = std::make_unique<WellKnown>();
  auto& w = *known;
  w = {};
  w.object = require_class("java/lang/Object");
  w.string = require_class("java/lang/String");
  Klass* klass = require_class("java/lang/Class");
  w.cloneable = require_class("java/lang/Cloneable");
  w.serializable = require_class("java/io/Serializable");
  w.byte_array = array_of(primitive('B'));
  w.char_array = array_of(primitive('C'));
  w.int_array = array_of(primitive('I'));
  w.string_value = w.string->find_field("value");
  w.string_coder = w.string->find_field("coder");
  w.string_hash = w.string->find_field("hash");
  w.klass = klass;
  w.class_name = klass->find_field("name", "Ljava/lang/String;");
  w.class_component = klass->find_field("componentType");
  w.class_module = klass->find_field("module");
  w.class_loader = klass->find_field("classLoader");
  make_early_mirrors();
  w.object_array = array_of(w.object);
  w.string_array = array_of(w.string);
  w.thread = require_class("java/lang/Thread");
  w.throwable = require_class("java/lang/Throwable");
  w.error = require_class("java/lang/Error");
  w.runtime_exception = require_class("java/lang/RuntimeException");
  w.assertion_error = require_class("java/lang/AssertionError");
  w.stack_trace_element = require_class("java/lang/StackTraceElement");
  w.throwable_cause = w.throwable->find_field("cause");
  w.throwable_backtrace = w.throwable->find_field("backtrace");
  w.throwable_stack_trace = w.throwable->find_field("stackTrace");
  w.throwable_suppressed = w.throwable->find_field("suppressedExceptions");
  w.throwable_depth = w.throwable->find_field("depth");
  w.throwable_empty_stack = w.throwable->find_field("UNASSIGNED_STACK");
  w.throwable_suppressed_sentinel = w.throwable->find_field("SUPPRESSED_SENTINEL");
  w.throwable_message = w.throwable->find_field("detailMessage");
  w.method_handle = find_class("java/lang/invoke/MethodHandle");
  w.var_handle = find_class("java/lang/invoke/VarHandle");
  w.thread_run = w.thread->find_method("run", "()V");
  w.thread_name = w.thread->find_field("name");
  w.thread_eetop = w.thread->find_field("eetop", "J");
  w.thread_container = w.thread->find_field("container");
  w.thread_scopes = w.thread->find_field("headStackableScopes");
  clinit_method_ = spin_internal("<class initialisation>", 1, 2,
                                 {insn(Opc::ClinitSupers), insn(Opc::ClinitCall), insn(Opc::ClinitDone),
                                  insn(Opc::Return), insn(Opc::ClinitFail)});
  clinit_method_->handlers = {{0, 3, 4, 0}};
  thread_method_ =
      spin_internal("<thread>", 1, 2,
                    {insn(Opc::ThreadRun), insn(Opc::ThreadLeave, 0), insn(Opc::ThreadLeave, 1), insn(Opc::ThreadEnd)});
  thread_method_->internal_ref_local = true;
  Method* first = spin_internal("<boot>", 1, 2, {insn(Opc::Nop), insn(Opc::ThreadEnd)});
  first->internal_ref_local = true;
  new_thread(kNull, false, first);
  if (memory) memory->begun(0, por::kNoThread);
  threads_[0].s.pending = Pending{};
}

uint64_t Vm::call_to_end(Method* m, const std::vector<uint32_t>& args) {
  if (!m) throw Unsupported("start-up calls a method that this JDK does not have");
  const ThreadId before = current_;
  ThreadState& ts = threads_.touch_stack(current_);
  uint32_t* stack = threads_[current_].stack;
  const uint32_t sp = ts.sp;
  const auto finish = [&](const char* what) {
    if (!pending_exception) return;
    const Ref e = pending_exception;
    pending_exception = kNull;
    throw Unsupported("start-up: " + m->owner->external_name() + "." + std::string(m->name) + what +
                      stack_trace_text(e));
  };
  const auto run_boundary = [&](Method* callee, const uint32_t* values, uint32_t n, uint32_t flags) {
    std::copy(values, values + n, stack + ts.sp);
    if (!callee->code) translate(*this, *callee);
    Interpreter in(*this, current_);
    if (in.push_frame(callee, ts.sp, flags, kNull)) {
      const RunEnd end = Interpreter(*this, current_).run(true);
      if (end != RunEnd::Ended)
        throw Unsupported("start-up: " + callee->owner->external_name() + "." + std::string(callee->name) + " blocks");
    }
  };
  if (!initialised(m->owner)) {
    const uint32_t id = m->owner->id;
    if (init_status(m->owner) == InitStatus::Loaded) {
      mark_initialising(m->owner);
      run_boundary(clinit_method_, &id, 1, kBoundary);
      finish(" (class initialisation): ");
    }
  }
  if (m->name == "<clinit>") return 0;
  if (m->is_native() || m->is_abstract())
    throw Unsupported("start-up calls " + m->owner->external_name() + "." + std::string(m->name) +
                      ", which has no bytecode");
  run_boundary(m, args.data(), static_cast<uint32_t>(args.size()), kBoundary);
  threads_[before].s.sp = sp;
  finish(": ");
  return boundary_value_;
}

void Vm::initialise_now(Klass* k) {
  if (k->statics && !initialised(k)) {
    Method m;
    m.owner = k;
    m.name = "<clinit>";
    call_to_end(&m, {});
  }
}

Method* Vm::main_of(Klass* k) {
  const bool relaxed = jdk.release >= 25;  // JEP 512: main may be an instance method, and may take nothing
  for (const char* descriptor : {"([Ljava/lang/String;)V", "()V"}) {
    Method* m = lookup_method(k, "main", descriptor);
    if (m && (relaxed ? !(m->flags & kPrivate) : m->is_static() && (m->flags & kPublic))) return m;
    if (!relaxed) break;
  }
  return nullptr;
}

std::string Vm::main_instead(Klass* k) {
  for (Klass* c = k; c; c = c->super)
    for (const auto& m : c->methods) {
      if (m->name != "main") continue;
      const bool startable = m->descriptor == "([Ljava/lang/String;)V" || m->descriptor == "()V";
      if (startable && !(m->flags & kPrivate) && jdk.release < 25)
        return ", only one that needs a JDK 25 or newer (--jdk=DIR) to be started";
      if (startable) return ", only one that is private";
      return ", only one with other parameters";
    }
  return {};
}

void Vm::start_main(Klass* k, const std::vector<std::string>& args) {
  const Ref array = new_array(known->string_array, static_cast<uint32_t>(args.size()));
  for (size_t i = 0; i < args.size(); ++i)
    store_ref(array, kHeaderSize + static_cast<uint32_t>(i) * 4, new_string_utf8(args[i]));
  Method* main = main_of(k);
  if (!main)
    throw classfile::PathError(k->origin + ": class " + k->external_name() +
                               " has no method \"public static void main(String[])\"");
  std::vector<Insn> code;
  // The object of an instance main is in a local, not on the operand stack, while its constructor runs: what the slot
  // maps of the VM's own frames leave out is no part of a state.
  const uint16_t locals = main->is_static() ? 1 : 2;
  if (!main->is_static()) {
    Method* init = k->find_method("<init>", "()V");
    if (!init || (init->flags & kPrivate))
      throw classfile::PathError(k->origin + ": class " + k->external_name() +
                                 " has an instance main but no constructor without parameters");
    Insn create = insn(Opc::New);
    create.klass = k;
    code.push_back(create);
    code.push_back(insn(Opc::Store, 1));
    code.push_back(insn(Opc::Load, 1));
    code.push_back(insn(Opc::InvokeDirect, 1, init));
    code.push_back(insn(Opc::Load, 1));
  }
  if (main->arg_types.size()) code.push_back(insn(Opc::Load, 0));
  code.push_back(insn(main->is_static() ? Opc::InvokeStaticInit : Opc::InvokeDirect, main->arg_slots, main));
  code.push_back(insn(Opc::ThreadEnd));
  Method* bottom = spin_internal("<main>", locals, 4, std::move(code));
  bottom->internal_ref_local = true;
  uint32_t* stack = threads_[0].stack;
  const uint32_t fp = 4u + locals;
  stack[4] = array;
  if (locals > 1) stack[5] = kNull;
  *reinterpret_cast<FrameHeader*>(stack + fp) = {bottom->id, 0, 0, kNull, 0};
  threads_[0].s.fp = fp;
  threads_[0].s.sp = fp + kFrameSlots;
  threads_[0].s.pending = Pending{};
  threads_[0].s.pending.kind = PendingKind::Start;
}

std::string Vm::place_text(const Method& m, uint32_t pc) {
  const int line = m.line_of(pc);
  const std::string_view source = m.owner->file ? m.owner->file->source_file : std::string_view{};
  return m.owner->external_name() + "." + std::string(m.name) + "(" +
         (source.empty() ? "Unknown Source" : std::string(source) + (line >= 0 ? ":" + std::to_string(line) : "")) +
         ")";
}

bool Vm::holds_now(const Pending& p, uint64_t value) const {
  uint64_t now = 0;
  std::memcpy(&now, heap.address(p.object, p.offset), p.width);
  const uint64_t mask = p.width < 8 ? (uint64_t{1} << (8 * p.width)) - 1 : ~uint64_t{0};
  return ((now ^ value) & mask) == 0;
}

std::string Vm::place_of(ThreadId t) const {
  std::string place;
  walk_frames(t, [&](Method* m, uint32_t pc) {
    if (!m->file || m->internal || (!place.empty() && m->owner->boot)) return true;
    place = place_text(*m, pc);
    return m->owner->boot;
  });
  return place;
}

void Vm::remark(std::string_view topic, std::string text) {
  for (const auto& [t, said] : remarks_)
    if (t == topic && said == text) return;
  remarks_.emplace_back(topic, std::move(text));
}

void Vm::note_processors_asked() {
  const uint32_t fp = threads_[current_].s.fp;
  const Klass* k = fp ? methods_[frame(current_, fp)->method]->owner : nullptr;
  if (k && std::find(counts_processors_.begin(), counts_processors_.end(), k) == counts_processors_.end())
    counts_processors_.push_back(k);
}

bool Vm::uses_processor_counts() const {
  for (const auto& k : klasses_) {
    if (!k || k->boot || !k->file) continue;
    for (const PoolEntry& e : k->pool)
      if (e.resolved &&
          std::find(counts_processors_.begin(), counts_processors_.end(), e.pointer) != counts_processors_.end())
        return true;
  }
  return false;
}

RunEnd Vm::run(ThreadId t, uint32_t alternative) {
  current_ = t;
  visibility.begin_run();
  ThreadState& s = threads_.touch_stack(t);
  // A thread that starts, or was parked in an invisible run, has no operation that needs the grant.
  // Alone, operations are no scheduling points, but for those that must choose.
  if (s.pending.simple) {
    granted = multi();
  } else {
    granted = (multi() || s.pending.ways(*this, t) > 1) && s.pending.kind != PendingKind::Start &&
              s.pending.kind != PendingKind::StepLimit && s.pending.kind != PendingKind::ClassInit &&
              s.pending.kind != PendingKind::None && !stale(s.pending);
    // Stopped at the clock while the initial state was made; now nobody else can notice what it does with it.
    if (only_asks_clock(s.pending) && !clock.shared()) granted = false;
  }
  granted_alternative = alternative;
  const bool described = granted && s.pending.simple && s.pending.described;
  sections.begin_run(granted && s.pending.section);
  if (granted) note_announced(*this, t, s.pending);
  if (granted && races.on()) races.executes(t, s.pending);
  if (granted && observer) observer->takes(t, s.pending);
  Klass* asked_for = s.pending.kind == PendingKind::ClassInit ? klass(s.pending.offset) : nullptr;
  s.pending = Pending{};
  begun_.clear();
  gave_way = false;
  extent_ = 0;
  allocation_names_.begin_run();
  s.arrived = s.was_blocked = false;
  RunEnd end;
  try {
    if (asked_for) grant_init_request(asked_for);
    Interpreter interpreter(*this, t, described);
    end = observer && observer->instructions ? interpreter.run_observed(false) : interpreter.run(false);
  } catch (const SetupError&) {
    throw;  // names its place itself
  } catch (const Unsupported& e) {
    const std::string place = place_of(t);
    if (place.empty() || e.failure() != Failure::Unsupported) throw;  // a limit is no fault of the line
    throw Unsupported(std::string(e.what()) + ", called at " + place);
  }
  granted = false;
  if (threads_[t].s.timer_readings) forget_timer_questions(*this, t);
  name_allocations();
  return end;
}

}  // namespace jmc::vm
