// States that are gone to without the steps that lead there: what each component reads of a form, and the operations
// before which threads have stopped, which no form has.
//
// An operation follows from where its thread stands. So the thread runs again from there, and stops where it stopped;
// where it does not, the state is none that can be loaded. In the end the state is written down again: what differs
// from the form is no state that was asked for.
#include <algorithm>
#include <cstring>
#include <tuple>

#include "vm/code/aside.hpp"
#include "vm/code/insn.hpp"
#include "vm/code/interpreter.hpp"
#include "vm/native.hpp"
#include "vm/state/end_state.hpp"
#include "vm/state/state_decoder.hpp"
#include "vm/step_observer.hpp"

namespace jmc::vm {

// --- components

void HeapState::decode(StateDecoder& d) {
  std::vector<Ref> written = heap_.dirty();
  d.part([&] {
    const size_t count = d.word();
    const size_t names = d.at();
    const auto lists = [&](auto&& each) {
      d.go_to(names);
      d.skip(count);
      for (int list = 0; list < 2; ++list)
        while (const Ref r = d.word()) each(r);
    };
    lists([&](Ref) { d.look_at_changed(); });
    d.look_at_objects();
    d.go_to(names);
    for (size_t t = 0; t < count; ++t) d.threads.push_back(d.ref());
    lists([&](Ref r) { d.fill_changed(r); });
    d.fill_objects();
  });
  // What was written and is as in the image there, or out of reach.
  for (const Ref r : written) {
    if (d.was_changed(r)) continue;
    ObjectHeader* h = heap_.header(r);
    const auto* image = reinterpret_cast<const ObjectHeader*>(heap_.shadow(r));
    const uint64_t size = vm_.object_size(r) - kHeaderSize;
    char* content = heap_.address(r, kHeaderSize);
    const char* then = heap_.shadow(r) + kHeaderSize;
    if ((h->flags ^ image->flags) & kHasHash) throw CannotLoad{"the present state is no earlier one"};
    if (h->lock == image->lock && !((h->flags ^ image->flags) & kStateFlags) && !std::memcmp(content, then, size))
      continue;
    heap_.log_range(r, heap_.address(r, offsetof(ObjectHeader, lock)), 8);
    h->lock = image->lock;
    h->flags = (h->flags & ~kStateFlags) | (image->flags & kStateFlags);
    heap_.log_range(r, content, size);
    std::memcpy(content, then, size);
  }
}

void Counters::decode(StateDecoder& d) {
  const uint32_t used = d.word();
  for (uint32_t i = 0; i < kCount; ++i) {
    const uint64_t value = used >> i & 1 ? d.wide() : 0;
    if (i != Clock::kPresent && value != values_[i]) set(i, value);
  }
}

void ExitState::decode(StateDecoder& d) {
  now.exited = d.word();
  now.status = static_cast<int>(d.word());
}

void UnexaminedErrors::decode(StateDecoder& d) {
  if (!d.at_end()) throw CannotLoad{"an Error was swallowed"};
}

void MemoryState::decode(StateDecoder& d) {
  if (!d.at_end()) throw CannotLoad{"the Java Memory Model is in use"};
}

void RacesState::decode(StateDecoder& d) {
  if (!d.at_end()) throw CannotLoad{"data races are looked for"};
}

void Clock::decode(StateDecoder& d) {
  if (!d.at_end() && d.word() != 0) throw CannotLoad{"a wait with a time has begun"};
}

void Output::decode(StateDecoder& d) {
  const uint64_t size = d.wide();
  if (size == kNoLimit) throw CannotLoad{"the program has printed more than is compared"};
  const std::string_view then = d.text(size);
  if (!then.starts_with(out_)) throw CannotLoad{"the present state is no earlier one: it has printed more"};
  write(1, then.substr(out_.size()));
}

void AccessRecords::read(StateDecoder& d, uint64_t key) {
  for (uint32_t left = d.word(); left; --left) {
    AccessRecord record{};
    record.thread = d.word(), record.read_epoch = d.word(), record.write_epoch = d.word();
    Entry& entry = at(key);
    const auto mine =
        std::find_if(entry.begin(), entry.end(), [&](const auto& a) { return a.thread == record.thread; });
    if (mine == entry.end()) set(key, entry, nullptr, record);
    else if (mine->read_epoch != record.read_epoch || mine->write_epoch != record.write_epoch)
      set(key, entry, &*mine, record);
  }
}

void AccessRecords::decode(StateDecoder& d) {
  d.part([&] {
    if (d.at_end()) return;
    for (uint32_t left = d.word(); left; --left) {
      const uint64_t at = d.wide();
      read(d, uint64_t{d.ref(static_cast<uint32_t>(at >> 32))} << 32 | (at & 0xffffffff));
    }
  });
}

void AccessRecords::decode_base(StateDecoder& d) {
  if (d.at_end()) return;
  d.part([&] {
    for (uint32_t left = d.word(); left; --left) read(d, d.wide());
  });
}

// --- the whole

std::string_view Vm::why_not_loadable() const {
  if (memory) return "the Java Memory Model is in use (--memory=jmm)";
  if (symmetry.active()) return "threads can take each other's place (--symmetry)";
  if (allocation_names_.used()) return "objects have names by path";
  if (!races.ordered_variables().empty()) return "accesses are taken as ordered by guards (--assume=-guards)";
  if (races.recording()) return "data races are looked for (--races)";
  if (clock.used()) return "the program reads the clock";
  if (rules.foresees(kNumbersReturn)) return "numbers of threads are given back";
  if (options.distinguish & (kDistinguishAddresses | kDistinguishGarbage | kDistinguishLinkage))
    return "addresses, garbage or linkage are part of a state (--distinguish)";
  if (exited() || (!options.whole_ends && cut_short(*this))) return "the program is over";
  for (const UnexaminedErrors::Entry& e : unexamined_.entries())
    if (heap.header(e.error)->flags & kUnexamined) return "an Error was swallowed";
  if (output.beyond_limit()) return "the program has printed more than is compared";
  for (ThreadId t = 0; t < thread_count(); ++t) {
    const ThreadState& s = threads_[t].s;
    if (s.ended) continue;
    if (stale(s.pending)) return "an operation is described by rules that hold no more";
    if (clock.begun(t) && clock.shared()) return "a wait with a time has begun";
    if (!threads_.tells_frames(t)) return "a thread is in a frame of the VM that no form tells of";
  }
  return {};
}

namespace {

// But for the rules that they were described by, and for `simple`, which is a short cut.
bool same_pending(const Pending& a, const Pending& b) {
  const auto all = [](const Pending& p) {
    return std::tie(p.kind, p.count, p.object, p.offset, p.target, p.value, p.expected, p.width, p.type, p.operation,
                    p.verb, p.about, p.within, p.safe_unlock, p.timed, p.daemon, p.section, p.bulk, p.on_stack,
                    p.only_writes, p.unstarted, p.by_clock, p.modelled, p.conditional, p.in_order, p.may_fail,
                    p.acquires, p.described);
  };
  return all(a) == all(b) &&
         std::equal(a.accesses, a.accesses + a.count, b.accesses, [](const RawAccess& x, const RawAccess& y) {
           return x.object == y.object && x.field == y.field && x.write == y.write;
         });
}

}  // namespace

std::string Vm::loadable_form(std::vector<uint8_t>& form) {
  form.clear();
  if (const std::string_view why = why_not_loadable(); !why.empty()) return std::string(why);
  // Whether threads would stop again where they have stopped, is tried aside.
  std::string why;
  {
    Aside aside(*this);
    threads_.set_live(threads_.live(), kShared);
    try {
      for (ThreadId t = 0; t < thread_count() && why.empty(); ++t) {
        if (threads_[t].s.ended) continue;
        const Pending before = threads_[t].s.pending;
        const bool invisible = invisible_now(*this, t);
        stop_again(t, before.kind);
        const Pending& now = threads_[t].s.pending;
        if (!same_pending(before, now) || (before.simple != now.simple && invisible))
          why = "the operation of a thread is described otherwise now";
      }
    } catch (const CannotLoad& e) { why = e.why; }
  }
  encode_words(true, nullptr, true);
  if (!why.empty()) return why;
  const WordBuffer& words = encoder_.words();
  const auto* bytes = reinterpret_cast<const uint8_t*>(words.begin);
  form.assign(bytes, bytes + words.size() * 4);
  return {};
}

// The thread stops before the operation that it was stopped at.
void Vm::stop_again(ThreadId t, PendingKind kind) {
  ThreadState& s = threads_.touch_stack(t);
  s.pending = Pending{};
  if (kind == PendingKind::Start || kind == PendingKind::StepLimit) {
    s.pending.kind = kind;
    return;
  }
  // Resolving what an instruction names leads back to it.
  struct Stay final : StepObserver {
    Stay(Vm& v, ThreadId thread) : StepObserver(true), vm(v), t(thread) {}
    void at(ThreadId, const Method&, uint32_t pc) override {
      const uint32_t fp = vm.thread(t).s.fp;
      if (begun && (fp != fp_at || pc != pc_at)) over = true;
      begun = true, fp_at = fp, pc_at = pc;
    }
    Vm& vm;
    const ThreadId t;
    bool begun = false;
    uint32_t fp_at = 0, pc_at = 0;
  } stay(*this, t);
  const uint32_t fp = s.fp, sp = s.sp;
  const uint64_t top = heap.top();
  current_ = t;
  visibility.begin_run();
  granted = false;
  granted_alternative = 0;
  sections.begin_run(false);
  begun_.clear();
  gave_way = false;
  extent_ = 0;
  RunEnd end = RunEnd::Stopped;
  {
    // What is otherwise as long as the thread runs, however that ends.
    struct Meanwhile {
      Meanwhile(Vm& v, StepObserver& o, bool joins) : vm(v), before(std::exchange(v.observer, &o)) {
        // Who waits for the end of a thread still stands there when that has come.
        for (ThreadId u = 0; joins && u < vm.thread_count(); ++u)
          if (std::exchange(vm.threads_[u].s.ended, false)) over.push_back(u);
      }
      ~Meanwhile() {
        vm.observer = before;
        for (const ThreadId u : over) vm.threads_[u].s.ended = true;
        vm.granted = false;
        vm.init_wait_ = nullptr;
        vm.pending_exception = kNull;
      }
      Meanwhile(const Meanwhile&) = delete;
      Vm& vm;
      StepObserver* const before;
      std::vector<ThreadId> over;
    } meanwhile(*this, stay, kind == PendingKind::Join);
    try {
      end = Interpreter(*this, t, false).run_observed(false);
    } catch (const Unsupported&) { end = RunEnd::Stopped; }
  }
  if (end != RunEnd::Pending || s.pending.kind != kind || s.fp != fp || s.sp != sp || heap.top() != top)
    throw CannotLoad{"a thread does not stop where it stopped"};
}

std::string Vm::load(const std::vector<uint8_t>& form) {
  if (const std::string_view why = why_not_loadable(); !why.empty()) return std::string(why);
  std::vector<uint32_t> words(form.size() / 4);
  std::memcpy(words.data(), form.data(), words.size() * 4);
  try {
    heap.unwatch();
    const bool alone = thread_count() == 1;
    StateDecoder d(*this, words);
    components_.decode(d);
    accesses_.decode_base(d);
    if (!d.at_end()) throw CannotLoad{"it is no form of a state of this program"};
    uint32_t live = 0;
    for (ThreadId t = 0; t < thread_count(); ++t) live += !threads_[t].s.ended;
    if (thread_count() > 1 && (alone || !publishing_)) start_publishing();
    d.publish();
    // Threads have stopped while there were others.
    threads_.set_live(live, kShared);
    for (ThreadId t = 0; t < thread_count(); ++t)
      if (const ThreadState& s = threads_[t].s; !s.ended) stop_again(t, s.pending.kind);
    set_live(live);
  } catch (const CannotLoad& e) { return e.why; }
  clear_violations();
  encode_words(true, nullptr, true);
  const WordBuffer& now = encoder_.words();
  if (now.size() == words.size() && !std::memcmp(now.begin, words.data(), words.size() * 4)) return {};
  size_t at = 0;
  while (at < now.size() && at < words.size() && now.begin[at] == words[at]) ++at;
  return "the state that was made differs from the form at word " + std::to_string(at) + " of " +
         std::to_string(words.size());
}

}  // namespace jmc::vm
