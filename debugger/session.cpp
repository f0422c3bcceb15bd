#include "debugger/session.hpp"

#include <algorithm>

#include "classfile/descriptor.hpp"
#include "listeners/names.hpp"
#include "vm/code/insn.hpp"
#include "vm/native.hpp"

namespace jmc::debugger {

using vm::Klass;
using vm::Opc;

namespace {
constexpr uint8_t kEventSet = 64, kComposite = 100;
constexpr uint64_t kPollEvery = 1024;          // instructions between looks at the socket
constexpr uint64_t kLongestCall = 20'000'000;  // instructions of a call that a debugger asks for
}  // namespace

void Session::begin(check::Replay& replay) {
  replay_ = &replay;
  begun_[0] = true;
  vm().observer = this;
  talk([&] { meet(); });
  hold();
}

template <class F>
void Session::talk(F&& f) {
  try {
    return f();
  } catch (const Disconnected& e) {
    if (last_) throw Over(e.what());
    say_(std::string(e.what()) +
         (started_ ? "; the replay stays at step " + std::to_string(steps()) + " of " + std::to_string(replay_->size())
                   : "; the replay stays before its first step"));
  }
  for (;;) {
    say_("Listening for transport dt_socket at address: " + std::to_string(connection_.port()));
    connection_.accept();
    try {
      return meet();
    } catch (const Disconnected& e) { say_(e.what()); }
  }
}

void Session::meet() {
  if (ids_) ids_->leave();
  quiet_ = calling_ = held_back_ = false;
  leaving_ = Leaving::No;
  held_.clear();
  ids_ = std::make_unique<Ids>(vm());
  requests_ = std::make_unique<Requests>(vm());
  classes_ = vm().class_count();
  std::fill(suspended_.begin(), suspended_.end(), 0);
  suspend_all();
  // A thread that it can ask about, if there is one.
  vm::ThreadId shown = here_;
  for (vm::ThreadId t = 0; t < vm().thread_count() && vm().thread(shown).s.ended; ++t) shown = t;
  Writer out;
  out.u1(static_cast<uint8_t>(Policy::All)).i4(1).u1(static_cast<uint8_t>(Kind::VmStart)).i4(0);
  out.u8(ids_->object(vm().thread(shown).s.object));
  connection_.send(command_packet(++events_, kEventSet, kComposite, out.data()));
}

std::string Session::run() {
  started_ = true;
  for (;;) {
    try {
      while (replay_->position() < replay_->size()) {
        here_ = replay_->next_thread();
        hold();
        in_step_ = true;
        const bool taken = replay_->step();
        in_step_ = false;
        if (!taken) {
          const std::string why = replay_->departed();
          requests_->clear_all();
          return "the program could not follow the witness: " + why;
        }
      }
      const vm::JvmSystem& system = *replay_->machine().system;
      const por::ErrorKind kind = replay_->execution().found.kind;
      const bool stays = !system.is_final() || system.deadlocked();
      if (stays && kind != por::ErrorKind::None) {
        // What is wrong is that it does not go on: it stays there to be looked at.
        say_("the execution is at its end, and stays there for the debugger to look at");
        for (;;) serve(true);
      }
      last_ = true;
      post({{Kind::VmDeath, here_}});
      hold();
      return "the execution is over";
    } catch (const Moved&) { move(); }
  }
}

// --- standing and going on

bool Session::serve(bool wait) {
  bool any = true;
  talk([&] {
    const std::optional<Packet> p = connection_.receive(wait);
    any = p.has_value();
    if (p) handle(*p);
  });
  if (move_to_) throw Moved{};
  return any;
}

void Session::hold() {
  while (suspended_[here_] > 0) serve(true);
}

void Session::poll() {
  while (serve(false)) {}
}

void Session::handle(const Packet& packet) {
  if (packet.is_reply()) return;
  Writer out;
  Code code = Code::None;
  // Calls are made for some commands, and made again for others: none of what they do is told.
  quiet_ = calling_ = true;
  spent_ = 0;
  try {
    if (const Command c = command(packet.set, packet.command)) {
      Reader in(packet.data);
      (this->*c)(in, out);
    } else {
      code = Code::NotImplemented;
    }
  } catch (const Refusal& e) { code = e.code; } catch (const vm::Unsupported&) {
    code = Code::Internal;
  } catch (const classfile::FormatError&) { code = Code::Internal; } catch (const TooLong&) {
    code = Code::Internal;
  }
  ids_->leave();
  quiet_ = calling_ = false;
  if (move_to_) {
    move_reply_ = packet.id;  // once it is there
    return;
  }
  connection_.send(reply_packet(packet.id, code, code == Code::None ? out.data() : ""));
  if (leaving_ == Leaving::Ends) throw Over("the debugger has ended the replay");
  if (leaving_ == Leaving::Detaches) throw Disconnected("the debugger has detached");
}

void Session::suspend_all() {
  for (vm::ThreadId t = 0; t < vm().thread_count(); ++t) ++suspended_[t];
}

void Session::resume_all() {
  for (int32_t& n : suspended_) n = std::max(0, n - 1);
  if (!suspended_[here_]) ids_->forget();
}

void Session::tell(Writer& out, const Occurrence& o) {
  const auto here = [&] {
    if (o.method) location(out, *o.method, o.method->bci[o.pc]);
    else out.u1(1).u8(0).u8(0).u8(0);
  };
  const auto value = [&](std::string_view descriptor) { ids_->value(out, classfile::letter_of(descriptor), o.value); };
  if (o.kind == Kind::VmDeath) return;
  out.u8(ids_->object(vm().thread(o.thread).s.object));
  switch (o.kind) {
    case Kind::SingleStep:
    case Kind::Breakpoint:
    case Kind::MethodEntry:
    case Kind::MethodExit: here(); break;
    case Kind::MethodExitWithValue:
      here();
      value(o.method->descriptor.substr(o.method->descriptor.find(')') + 1));
      break;
    case Kind::Exception:
      here();
      out.u1(static_cast<uint8_t>(ids_->tag(o.object))).u8(ids_->object(o.object));
      if (o.handler) location(out, *o.handler->method, static_cast<uint16_t>(o.handler->bci()));
      else out.u1(0).u8(0).u8(0).u8(0);
      break;
    case Kind::ClassPrepare: {
      type(out, o.klass);
      out.string(Ids::signature(o.klass)).i4(status(o.klass));
      break;
    }
    case Kind::FieldAccess:
    case Kind::FieldModification:
      here();
      type(out, o.field->owner);
      out.u8(Ids::field(o.field)).u1(static_cast<uint8_t>(ids_->tag(o.object))).u8(ids_->object(o.object));
      if (o.kind == Kind::FieldModification) value(o.field->descriptor);
      break;
    default: break;
  }
}

// What happens at one place is told at once; the strictest of the requests says who is suspended.
void Session::post(const std::vector<Occurrence>& happened) {
  Writer events;
  int32_t n = 0;
  Policy policy = Policy::None;
  for (const Occurrence& o : happened) {
    std::vector<Request> found = requests_->matching(o);
    if (o.kind == Kind::VmDeath) found.insert(found.begin(), Request{});  // told in any case
    for (const Request& r : found) {
      events.u1(static_cast<uint8_t>(o.kind)).i4(r.id);
      tell(events, o);
      policy = std::max(policy, r.policy);
      ++n;
    }
  }
  if (!n) return;
  if (policy == Policy::All) suspend_all();
  else if (policy == Policy::EventThread) ++suspended_[happened.front().thread];
  Writer out;
  out.u1(static_cast<uint8_t>(policy)).i4(n).append(events);
  const std::string packet = command_packet(++events_, kEventSet, kComposite, out.data());
  if (held_back_) held_.push_back(packet);
  else talk([&] { connection_.send(packet); });
}

// --- what the interpreter tells

// False: thread t was at this instruction already, and is there again to carry it out.
bool Session::arrives(vm::ThreadId t, const vm::Method& m, uint32_t pc, bool& fresh) {
  std::vector<Arrival>& stack = arrivals_[t];
  const uint32_t fp = vm().thread(t).s.fp;
  while (!stack.empty() && stack.back().fp > fp) stack.pop_back();
  fresh = false;
  if (stack.empty() || stack.back().fp != fp) {
    stack.push_back({fp, pc, &m});
    fresh = true;
    return true;
  }
  Arrival& last = stack.back();
  fresh = last.method != &m;
  if (!fresh && last.pc == pc) return false;
  last.method = &m;
  last.pc = pc;
  return true;
}

void Session::notice_classes(vm::ThreadId t) {
  const size_t from = std::exchange(classes_, vm().class_count());
  for (size_t id = from; id < classes_; ++id) {
    const Klass* k = vm().klass(static_cast<uint32_t>(id));
    if (k->kind != vm::KlassKind::Instance || k->hidden || !k->file) continue;
    if (!requests_->any(Kind::ClassPrepare)) continue;
    Occurrence o{Kind::ClassPrepare, t};
    o.klass = k;
    post({o});
  }
}

void Session::at(vm::ThreadId t, const vm::Method& m, uint32_t pc) {
  if (quiet_) {
    if (calling_ && ++spent_ > kLongestCall) throw TooLong{};
    return;
  }
  here_ = t;
  if (vm().class_count() != classes_) notice_classes(t);
  if (++ticks_ % kPollEvery == 0) poll();
  if (!begun_[t]) {
    begun_[t] = true;
    if (requests_->any(Kind::ThreadStart)) post({{Kind::ThreadStart, t}});
  }
  if (m.code[pc].op == Opc::ThreadEnd && !died_[t]) {
    died_[t] = true;
    if (requests_->any(Kind::ThreadDeath)) post({{Kind::ThreadDeath, t}});
  }
  bool fresh = false;
  const bool again = !arrives(t, m, pc, fresh);
  if (m.file && !m.internal) {
    std::vector<Occurrence> happened;
    const auto add = [&](Kind kind) {
      if (requests_->any(kind)) happened.push_back({kind, t, &m, pc});
    };
    if (!again) {
      last_thrown_ = {por::kNoThread, vm::kNull};
      if (fresh && pc == 0) add(Kind::MethodEntry);
      if (requests_->any(Kind::Breakpoint) && (pc == 0 || m.bci[pc - 1] != m.bci[pc]) &&
          requests_->breaks_at(m, m.bci[pc]))
        add(Kind::Breakpoint);
      add(Kind::SingleStep);
    }
    watch(t, m, pc, again, happened);
    if (!happened.empty()) post(happened);
  }
  hold();
}

void Session::watch(vm::ThreadId t, const vm::Method& m, uint32_t pc, bool again, std::vector<Occurrence>& happened) {
  const bool exits = requests_->any(Kind::MethodExit) || requests_->any(Kind::MethodExitWithValue);
  const bool fields = requests_->any(Kind::FieldAccess) || requests_->any(Kind::FieldModification);
  if (!exits && !fields) return;
  const vm::Insn* insn = &m.code[pc];
  const uint32_t* sp = vm().thread(t).stack + vm().thread(t).s.sp;
  const auto wide = [&](int slots) { return uint64_t{sp[-slots]} | uint64_t{sp[1 - slots]} << 32; };
  const auto returns = [&](uint64_t value) {
    if (again) return;
    for (const Kind kind : {Kind::MethodExit, Kind::MethodExitWithValue})
      if (requests_->any(kind)) {
        happened.push_back({kind, t, &m, pc});
        happened.back().value = value;
      }
  };
  const auto touches = [&](const vm::Insn& at, bool write, vm::Ref object, uint64_t value) {
    const vm::Field* f = at.field;
    const Kind kind = write ? Kind::FieldModification : Kind::FieldAccess;
    if (!requests_->any(kind) || (!f->is_static() && !object)) return;
    // It is told when it happens: an operation that others may come before is only asked for now.
    const vm::Ref holder = f->is_static() ? f->owner->statics : object;
    const bool waits = !vm().granted && (at.a & vm::kVisible) && (vm().heap.header(holder)->flags & vm().shared_mask());
    if (waits || (again && !vm().granted)) return;
    happened.push_back({kind, t, &m, pc});
    happened.back().field = f;
    happened.back().object = object;
    happened.back().value = value;
  };
  switch (insn->op) {
    case Opc::Return: returns(0); break;
    case Opc::Return1:
    case Opc::Return1Noted:
    case Opc::Return1Asked: returns(sp[-1]); break;
    case Opc::Return2: returns(wide(2)); break;
    case Opc::GetStatic:
    case Opc::GetStatic2:
    case Opc::GetStaticNoted: touches(*insn, false, vm::kNull, 0); break;
    case Opc::GetField:
    case Opc::GetField2:
    case Opc::GetFieldNamed:
    case Opc::GetFieldNoted: touches(*insn, false, sp[-1], 0); break;
    case Opc::PutStatic: touches(*insn, true, vm::kNull, sp[-1]); break;
    case Opc::PutStatic2: touches(*insn, true, vm::kNull, wide(2)); break;
    case Opc::PutField:
    case Opc::PutFieldRef: touches(*insn, true, sp[-2], sp[-1]); break;
    case Opc::PutField2: touches(*insn, true, sp[-3], wide(2)); break;
    case Opc::LoadGetField: {
      // Both in one; where the second is an operation that others may come before, it is one of its own.
      const vm::Ref object = vm().thread(t).stack[vm().thread(t).s.fp - m.max_locals + insn->b];
      const bool alone = object && insn[1].a && (vm().heap.header(object)->flags & vm().shared_mask());
      if (object && !alone) touches(insn[1], false, object, 0);
      break;
    }
    default: break;
  }
}

std::optional<Frame> Session::handler_of(vm::ThreadId t, vm::Ref exception) {
  for (uint32_t fp = vm().thread(t).s.fp; fp;) {
    const vm::FrameHeader* f = vm().frame(t, fp);
    const vm::Method* m = vm().method(f->method);
    for (const vm::Handler& h : m->handlers) {
      if (f->pc < h.start || f->pc >= h.end || !m->file || m->internal) continue;
      const Klass* caught =
          h.catch_index ? vm().find_class(m->owner->file->pool.class_name(h.catch_index), m->owner) : nullptr;
      if (!h.catch_index || (caught && vm().klass_of(exception)->is_subclass_of(caught))) return Frame{fp, m, h.target};
    }
    fp = f->prev;
  }
  return std::nullopt;
}

void Session::thrown(vm::ThreadId t, vm::Ref exception) {
  if (quiet_ || !requests_->any(Kind::Exception)) return;
  here_ = t;
  // On its way out it may have to wait for its turn, and goes on then.
  if (last_thrown_ == std::pair{t, exception}) return;
  last_thrown_ = {t, exception};
  const std::vector<Frame> frames = frames_of(vm(), t);
  if (frames.empty()) return;
  Occurrence o{Kind::Exception, t, frames.front().method, frames.front().pc};
  o.object = exception;
  o.klass = vm().klass_of(exception);
  o.handler = handler_of(t, exception);
  post({o});
  hold();
}

// --- backwards

// Everything that is kept about where threads are is of another place now.
void Session::restart() {
  for (auto& stack : arrivals_) stack.clear();
  last_thrown_ = {por::kNoThread, vm::kNull};
  for (vm::ThreadId t = 0; t < por::kMaxThreads; ++t) {
    begun_[t] = t < vm().thread_count();
    died_[t] = begun_[t] && vm().thread(t).s.ended;
    if (!begun_[t]) suspended_[t] = 0;
  }
  ids_->forget();
  requests_->restart_steps();
}

void Session::move() {
  const size_t to = *std::exchange(move_to_, std::nullopt);
  vm().pending_exception = vm::kNull;
  in_step_ = last_ = false;
  quiet_ = true;
  const bool there = replay_->go_to(to);
  quiet_ = false;
  if (replay_->position() < replay_->size()) here_ = replay_->next_thread();
  restart();
  for (vm::ThreadId t = 0; t < vm().thread_count(); ++t) suspended_[t] = std::max(suspended_[t], 1);
  Writer out;
  out.i4(static_cast<int64_t>(replay_->position()));
  talk([&] {
    connection_.send(reply_packet(move_reply_, there ? Code::None : Code::Internal, there ? out.data() : ""));
  });
}

}  // namespace jmc::debugger
