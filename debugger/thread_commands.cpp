// Commands on threads, groups of threads and frames.
#include <algorithm>

#include "classfile/descriptor.hpp"
#include "debugger/session.hpp"
#include "vm/code/insn.hpp"
#include "vm/native.hpp"

namespace jmc::debugger {

using vm::PendingKind;
using vm::Ref;
using vm::ThreadId;

ThreadId Session::thread(Reader& in) {
  const Ref r = ids_->object_of(in.u8(), vm().known->thread, Code::InvalidThread);
  for (ThreadId t = 0; t < vm().thread_count(); ++t)
    if (vm().thread(t).s.object == r && !vm().thread(t).s.ended) return t;
  throw Refusal(Code::InvalidThread);
}

ThreadId Session::suspended_thread(Reader& in) {
  const ThreadId t = thread(in);
  if (!suspended_[t]) throw Refusal(Code::ThreadNotSuspended);
  return t;
}

void Session::thread_name(Reader& in, Writer& out) {
  const Ref r = ids_->object_of(in.u8(), vm().known->thread, Code::InvalidThread);
  const Ref name = vm().thread_name_of(r);
  out.string(name ? classfile::encode_modified_utf8(vm().string_value(name)) : "");
}

void Session::thread_suspend(Reader& in, Writer&) { ++suspended_[thread(in)]; }

void Session::thread_resume(Reader& in, Writer&) {
  const ThreadId t = thread(in);
  if (suspended_[t]) --suspended_[t];
  if (t == here_ && !suspended_[t]) ids_->forget();
}

void Session::thread_status(Reader& in, Writer& out) {
  constexpr int kZombie = 0, kRunning = 1, kSleeping = 2, kMonitor = 3, kWait = 4;
  const Ref r = ids_->object_of(in.u8(), vm().known->thread, Code::InvalidThread);
  int status = kZombie;
  bool suspended = false;
  for (ThreadId t = 0; t < vm().thread_count(); ++t) {
    const vm::ThreadState& s = vm().thread(t).s;
    if (s.object != r || s.ended) continue;
    suspended = suspended_[t] > 0;
    const bool blocked = replay_->machine().system->alternatives(t) == 0;
    switch (s.pending.kind) {
      case PendingKind::Sleep: status = kSleeping; break;
      case PendingKind::MonitorEnter:
      case PendingKind::WaitReacquire: status = blocked ? kMonitor : kRunning; break;
      case PendingKind::None:
      case PendingKind::Start: status = kRunning; break;
      default: status = blocked ? kWait : kRunning;
    }
    if (s.waiting_on && s.wait == vm::WaitState::Waiting) status = kWait;
  }
  out.i4(status).i4(suspended);
}

Ref Session::group_of(Ref thread_object) {
  vm::Klass* k = vm().known->thread;
  if (const vm::Field* f = k->find_field("group")) return vm().get_ref(thread_object, f);
  const vm::Field* holder = k->find_field("holder");
  const Ref h = holder ? vm().get_ref(thread_object, holder) : vm::kNull;
  const vm::Field* f = h ? vm().klass_of(h)->find_field("group") : nullptr;
  return f ? vm().get_ref(h, f) : vm::kNull;
}

namespace {
Ref field_of(vm::Vm& vm, Ref r, const char* name) {
  const vm::Field* f = vm.klass_of(r)->find_field(name);
  return f ? vm.get_ref(r, f) : vm::kNull;
}
}  // namespace

// Threads of the group that have not ended, and the groups right below it that have a thread somewhere below.
void Session::group_threads(Ref group, std::vector<Ref>& threads, std::vector<Ref>& groups) {
  for (ThreadId t = 0; t < vm().thread_count(); ++t) {
    const vm::ThreadState& s = vm().thread(t).s;
    if (s.ended || !s.object) continue;
    Ref g = group_of(s.object);
    if (g == group) threads.push_back(s.object);
    while (g) {
      const Ref parent = field_of(vm(), g, "parent");
      if (parent == group && g != group && std::find(groups.begin(), groups.end(), g) == groups.end())
        groups.push_back(g);
      g = parent;
    }
  }
}

void Session::vm_groups(Reader&, Writer& out) {
  std::vector<Ref> threads, groups;
  group_threads(vm::kNull, threads, groups);
  out.i4(static_cast<int64_t>(groups.size()));
  for (const Ref g : groups) out.u8(ids_->object(g));
}

void Session::thread_group(Reader& in, Writer& out) {
  out.u8(ids_->object(group_of(ids_->object_of(in.u8(), vm().known->thread, Code::InvalidThread))));
}

void Session::group_name(Reader& in, Writer& out) {
  const Ref g = ids_->object(in.u8());
  if (ids_->tag(g) != 'g') throw Refusal(Code::InvalidThreadGroup);
  const Ref name = field_of(vm(), g, "name");
  out.string(name ? classfile::encode_modified_utf8(vm().string_value(name)) : "");
}

void Session::group_parent(Reader& in, Writer& out) {
  const Ref g = ids_->object(in.u8());
  if (ids_->tag(g) != 'g') throw Refusal(Code::InvalidThreadGroup);
  out.u8(ids_->object(field_of(vm(), g, "parent")));
}

void Session::group_children(Reader& in, Writer& out) {
  const Ref g = ids_->object(in.u8());
  if (ids_->tag(g) != 'g') throw Refusal(Code::InvalidThreadGroup);
  std::vector<Ref> threads, groups;
  group_threads(g, threads, groups);
  for (const auto* list : {&threads, &groups}) {
    out.i4(static_cast<int64_t>(list->size()));
    for (const Ref r : *list) out.u8(ids_->object(r));
  }
}

// --- frames

void Session::thread_frames(Reader& in, Writer& out) {
  const ThreadId t = suspended_thread(in);
  const int32_t first = in.i4(), length = in.i4();
  const std::vector<Frame> frames = frames_of(vm(), t);
  const int32_t all = static_cast<int32_t>(frames.size());
  if (first < 0 || first > all) throw Refusal(Code::InvalidIndex);
  if (length < -1 || length > all - first) throw Refusal(Code::InvalidLength);
  const int32_t end = length == -1 ? all : first + length;
  out.i4(end - first);
  for (int32_t i = first; i < end; ++i) {
    const Frame& f = frames[static_cast<size_t>(i)];
    out.u8(Ids::frame(t, f.fp));
    location(out, *f.method, f.bci());
  }
}

void Session::thread_frame_count(Reader& in, Writer& out) {
  out.i4(static_cast<int64_t>(frames_of(vm(), suspended_thread(in)).size()));
}

// What it has locked, of the objects that its frames know, and the outermost frame that knows of it: 0 is the innermost
// of all, and nothing is known of where it was locked further out.
std::vector<std::pair<Ref, int32_t>> Session::owned(ThreadId t) {
  std::vector<std::pair<Ref, int32_t>> out;
  const std::vector<Frame> frames = frames_of(vm(), t);
  int32_t depth = 0;
  const auto look_at = [&](Ref r) {
    if (!ids_->is_object(r) || !vm().holds_lock(r, t)) return;
    const auto known = std::find_if(out.begin(), out.end(), [&](const auto& o) { return o.first == r; });
    if (known == out.end()) out.emplace_back(r, depth);
    else known->second = depth;
  };
  bool caller = false;
  for (uint32_t fp = vm().thread(t).s.fp; fp; caller = true) {
    const vm::FrameHeader* f = vm().frame(t, fp);
    vm::Method& m = *vm().method(f->method);
    if (f->lock) look_at(f->lock);
    if (m.file && !m.internal)
      for (const uint16_t slot : vm::slot_map(vm(), m, f->pc, caller).refs)
        if (const Ref r = vm().thread(t).stack[fp - m.max_locals + slot]) look_at(r);
    if (static_cast<size_t>(depth) + 1 < frames.size() && frames[static_cast<size_t>(depth)].fp == fp) ++depth;
    fp = f->prev;
  }
  return out;
}

void Session::thread_owned(Reader& in, Writer& out) {
  const auto all = owned(suspended_thread(in));
  out.i4(static_cast<int64_t>(all.size()));
  for (const auto& [r, depth] : all) out.u1(static_cast<uint8_t>(ids_->tag(r))).u8(ids_->object(r));
}

void Session::thread_owned_frames(Reader& in, Writer& out) {
  const auto all = owned(suspended_thread(in));
  out.i4(static_cast<int64_t>(all.size()));
  for (const auto& [r, depth] : all) out.u1(static_cast<uint8_t>(ids_->tag(r))).u8(ids_->object(r)).i4(depth);
}

void Session::thread_contended(Reader& in, Writer& out) {
  const ThreadId t = suspended_thread(in);
  const vm::ThreadState& s = vm().thread(t).s;
  const bool waits = s.pending.kind == PendingKind::MonitorEnter || s.pending.kind == PendingKind::WaitReacquire;
  const Ref r = s.waiting_on ? s.waiting_on : waits ? s.pending.object : vm::kNull;
  out.u1(static_cast<uint8_t>(ids_->tag(r))).u8(ids_->object(r));
}

void Session::thread_suspend_count(Reader& in, Writer& out) { out.i4(suspended_[thread(in)]); }

void Session::thread_virtual(Reader& in, Writer& out) {
  const Ref r = ids_->object_of(in.u8(), vm().known->thread, Code::InvalidThread);
  out.u1(!vm().locks_as_thread(r));
}

Frame Session::frame(ThreadId t, Reader& in) {
  const Id id = in.u8();
  for (const Frame& f : frames_of(vm(), t))
    if (Ids::frame(t, f.fp) == id) return f;
  throw Refusal(Code::InvalidFrameId);
}

void Session::frame_values(Reader& in, Writer& out) {
  const ThreadId t = suspended_thread(in);
  const Frame f = frame(t, in);
  const vm::Method& m = *f.method;
  const uint32_t* locals = vm().thread(t).stack + f.fp - m.max_locals;
  const uint32_t n = in.count(5);
  out.i4(n);
  for (uint32_t i = 0; i < n; ++i) {
    const int32_t slot = in.i4();
    const char tag = static_cast<char>(in.u1());
    const bool reference = std::string_view("[Lstglc").find(tag) != std::string_view::npos;
    const bool wide = tag == 'J' || tag == 'D';
    if (slot < 0 || slot + wide >= m.max_locals) throw Refusal(Code::InvalidSlot);
    // What a slot holds is only known where a variable is: what it held before may be no such thing.
    bool known = slot == 0 && !m.is_static() && reference;
    for (const classfile::LocalVariable& v : m.file->code->variables) {
      if (v.slot != slot || f.bci() < v.start || f.bci() >= v.start + v.length) continue;
      if (classfile::letter_of(v.descriptor) != (reference ? 'L' : tag)) throw Refusal(Code::TypeMismatch);
      known = true;
    }
    if (!known) throw Refusal(Code::InvalidSlot);
    const uint64_t bits = wide ? uint64_t{locals[slot]} | uint64_t{locals[slot + 1]} << 32 : locals[slot];
    if (reference && bits && !ids_->is_object(static_cast<Ref>(bits))) throw Refusal(Code::InvalidSlot);
    ids_->value(out, reference ? 'L' : tag, bits);
  }
}

void Session::frame_this(Reader& in, Writer& out) {
  const ThreadId t = suspended_thread(in);
  const Frame f = frame(t, in);
  const Ref r = f.method->is_static() ? vm::kNull : vm().thread(t).stack[f.fp - f.method->max_locals];
  out.u1(static_cast<uint8_t>(ids_->tag(r))).u8(ids_->object(r));
}

}  // namespace jmc::debugger
