#include "vm/thread/join_ahead.hpp"

#include <algorithm>
#include <unordered_set>

#include "base/attempt.hpp"
#include "vm/code/aside.hpp"
#include "vm/code/insn.hpp"
#include "vm/native.hpp"
#include "vm/state/objects.hpp"
#include "vm/step_observer.hpp"

namespace jmc::vm {

namespace {
constexpr uint32_t kMostSteps = 5000;  // instructions
constexpr size_t kMostReached = 2000;  // objects
struct Stop {};                        // thrown where the walk is over and nothing is known
}  // namespace

// Watches a thread that runs ahead, and stops it before the first instruction that somebody could notice.
class JoinAhead::Walk final : public StepObserver {
 public:
  Walk(Vm& vm, ThreadId t) : StepObserver(true), vm_(vm), t_(t) {}
  // The thread has come to a join. What is resolved when it first runs has been so in the loop around it, and nowhere
  // behind it: there the walk must not depend on who has been there before.
  void at_join() {
    join_frame_ = vm_.thread(t_).s.fp;
    join_pc_ = vm_.frame(t_, join_frame_)->pc;
  }
  bool known = false;        // it stopped before an instruction
  std::vector<Ref> written;  // its own objects that it has written
  // Whose ends it waits for. Those that are over now, too: this is kept while paths are taken back.
  std::vector<Ref> awaited;

  void at(ThreadId, const Method& m, uint32_t pc) override {
    if (++steps_ > kMostSteps) throw Stop();
    const FrameHeader* f = vm_.frame(t_, vm_.thread(t_).s.fp);
    const uint32_t* lp = vm_.thread(t_).stack + vm_.thread(t_).s.fp - m.max_locals;
    const uint32_t fp = vm_.thread(t_).s.fp;
    been_here_ = fp > join_frame_ || (fp == join_frame_ && pc <= join_pc_);
    if (nobody_notices(m, m.code[pc], lp, vm_.thread(t_).stack + vm_.thread(t_).s.sp, *f)) return;
    known = over = true;
  }
  void thrown(ThreadId, Ref) override { throw Stop(); }

 private:
  bool own(Ref r) const { return r && !(vm_.heap.header(r)->flags & kShared); }
  bool writes(Ref r) {
    if (!own(r)) return false;
    written.push_back(r);
    return true;
  }
  bool joins(const Method& m) const {
    return m.name == "join" && m.descriptor == "()V" && m.owner == vm_.known->thread && m.is_native();
  }
  bool may_call(const Method* m, Ref receiver = kNull) {
    if (m && joins(*m)) {
      if (vm_.thread_of(receiver) == por::kNoThread) return false;
      awaited.push_back(receiver);
      at_join();
      return true;
    }
    return been_here_ && m && !m->is_native() && !m->is_abstract() && !m->is_synchronized() && m->code;
  }
  bool nobody_notices(const Method& m, const Insn& i, const uint32_t* lp, const uint32_t* sp, const FrameHeader& f);

  Vm& vm_;
  const ThreadId t_;
  uint32_t steps_ = 0, join_frame_ = 0, join_pc_ = 0;
  bool been_here_ = false;
};

bool JoinAhead::Walk::nobody_notices(const Method& m, const Insn& i, const uint32_t* lp, const uint32_t* sp,
                                     const FrameHeader& f) {
  if (m.internal) return false;  // the end of the thread
  switch (i.op) {
    case Opc::IALoad:
    case Opc::LALoad:
    case Opc::AALoad:
    case Opc::BALoad:
    case Opc::CALoad:
    case Opc::SALoad: return own(sp[-2]) && sp[-1] < vm_.array_length(sp[-2]);
    case Opc::IAStore:
    case Opc::BAStore:
    case Opc::CAStore:
    case Opc::AAStore: return own(sp[-3]) && sp[-2] < vm_.array_length(sp[-3]) && writes(sp[-3]);
    case Opc::LAStore: return own(sp[-4]) && sp[-3] < vm_.array_length(sp[-4]) && writes(sp[-4]);
    case Opc::ArrayLength: return sp[-1] != kNull;
    case Opc::GetField:
    case Opc::GetField2: return been_here_ && own(sp[-1]);
    case Opc::LoadGetField: return been_here_ && own(lp[i.b]);
    case Opc::PutField:
    case Opc::PutFieldRef: return been_here_ && writes(sp[-2]);
    case Opc::PutField2: return been_here_ && writes(sp[-3]);
    case Opc::Return:
    case Opc::Return1:
    case Opc::Return2: return f.prev && !f.lock;
    case Opc::Return1Noted:
    case Opc::Return1Asked: return f.prev && !f.lock && !vm_.any_unexamined();
    case Opc::LoadNoted: return !vm_.any_unexamined();
    case Opc::GetFieldNoted: return been_here_ && own(sp[-1]) && !vm_.any_unexamined();
    case Opc::InvokeVirtualU: {  // what has not been called yet but is a join
      const auto& pool = m.owner->file->pool;
      const auto ref = pool.member(static_cast<uint16_t>(i.b));
      return ref.owner == "java/lang/Thread" && ref.name == "join" && ref.descriptor == "()V";
    }
    case Opc::InvokeVirtual: {
      const Ref r = sp[-static_cast<int32_t>(i.b)];
      if (!r) return false;
      const Klass* k = vm_.klass_of(r);
      return i.a < k->vtable.size() && may_call(k->vtable[i.a], r);
    }
    case Opc::InvokeDirect: return sp[-static_cast<int32_t>(i.b)] && may_call(i.method, sp[-static_cast<int32_t>(i.b)]);
    case Opc::InvokeStaticInit: return vm_.settled(i.method->owner) && may_call(i.method);
    case Opc::InvokeStatic: return may_call(i.method);
    case Opc::InvokeInterface: {
      const Ref r = sp[-static_cast<int32_t>(i.b)];
      return r && i.site->cached_klass == vm_.heap.header(r)->klass && may_call(i.site->cached_target);
    }
    case Opc::IDiv:
    case Opc::LDiv:
    case Opc::IRem:
    case Opc::LRem:
    case Opc::IKeep:
    case Opc::LKeep:
    case Opc::Jsr:
    case Opc::LdcU:
    case Opc::Ldc2U:
    case Opc::CheckCastU:
    case Opc::InstanceOfU: return false;
    case Opc::CheckCast:
    case Opc::InstanceOf: return been_here_;
    default: return i.op <= Opc::LookupSwitch;
  }
}

bool JoinAhead::applies(ThreadId t) const {
  const ThreadState& s = vm_.thread(t).s;
  const Pending& p = s.pending;
  if (s.ended || p.kind != PendingKind::Join || p.timed || vm_.rules.ends_visible() || vm_.memory || vm_.stale(p))
    return false;
  if (p.ways(vm_, t) || !s.fp || s.interrupted) return false;
  const FrameHeader* f = vm_.frame(t, s.fp);
  const Method& m = *vm_.method(f->method);
  const Opc call = m.code ? m.code[f->pc].op : Opc::Nop;
  return !m.internal && (call == Opc::InvokeVirtual || call == Opc::InvokeDirect) &&
         vm_.thread_of(p.object) != por::kNoThread;
}

const JoinAhead::Ahead* JoinAhead::of(ThreadId t) {
  if (!applies(t)) return nullptr;
  if (kept_.size() < (t + 1) * kKept) kept_.resize((t + 1) * kKept);
  const uint64_t ran = vm_.thread(t).s.ran;
  Ahead& a = kept_[t * kKept + ran % kKept];
  // What is kept holds for a path on which the Threads that it names had started, not for one before that.
  const auto unstarted = [&](Ref thread) { return vm_.thread_of(thread) == por::kNoThread; };
  if (a.ran != ran || std::any_of(a.awaited.begin(), a.awaited.end(), unstarted)) {
    a = Ahead{};
    look(t, a);
    a.ran = ran;
  }
  return a.any ? &a : nullptr;
}

void JoinAhead::look(ThreadId t, Ahead& out) {
  const uint64_t top = vm_.heap.top();
  StepObserver* const before = vm_.observer;
  {
    Aside aside(vm_);
    Walk walk(vm_, t);
    vm_.observer = &walk;
    try {
      base::attempt<Stop>([&] {
        while (!walk.known && applies(t)) {
          if (walk.awaited.empty()) walk.awaited.push_back(vm_.thread(t).s.pending.object), walk.at_join();
          // As if the call had come back.
          ThreadState& s = vm_.threads_.touch_stack(t);
          FrameHeader* f = vm_.frame(t, s.fp);
          const uint32_t locals = s.fp - vm_.method(f->method)->max_locals;
          if (locals < s.stack_saved) vm_.threads_.save_stack(t, locals);
          ++f->pc;
          s.sp -= 1;
          s.pending = Pending{};
          if (vm_.run(t, 0) != RunEnd::Pending) break;
        }
      });
    } catch (const Unsupported&) { walk.known = false; }
    vm_.observer = before;
    if (walk.known) {
      vm_.threads_.touch_stack(t);
      ThreadTable::Frames frames;
      vm_.threads_.write_frames(t, frames);
      out.any = true;
      // What it has changed must be out of reach from there, and what it has made too.
      std::unordered_set<Ref> seen;
      std::vector<Ref> work;
      const auto enter = [&](Ref r) {
        if (uint64_t{r} << 3 >= top && r >= Heap::kFirstRef) out.any = false;
        if (!(vm_.heap.header(r)->flags & kShared) && seen.insert(r).second) work.push_back(r);
      };
      if (walk.written.empty()) {
        for (const uint32_t i : frames.refs)
          if (uint64_t{frames.words[i]} << 3 >= top) out.any = false;
      } else {
        for (const uint32_t i : frames.refs) enter(frames.words[i]);
        while (!work.empty() && out.any) {
          const Ref r = work.back();
          work.pop_back();
          if (seen.size() > kMostReached) out.any = false;
          vm_.for_each_ref(r, enter);
        }
        for (const Ref r : walk.written) out.any = out.any && !seen.contains(r);
      }
      out.awaited = std::move(walk.awaited);
      out.words = std::move(frames.words);
      out.refs = std::move(frames.refs);
    }
  }
}

}  // namespace jmc::vm
