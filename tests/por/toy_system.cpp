#include "tests/por/toy_system.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <numeric>

namespace jmc::por::toy {

namespace {

constexpr int kInvisibleLimit = 64;
constexpr uint32_t kUnnumbered = ~0u;
// Fixed names.
constexpr uint32_t kGlobals = 1, kLocks = 2, kPermits = 3, kLives = 4, kThreadNumbers = 5, kNodes = 16;

bool visible_code(Code c) { return c >= Code::Read; }

uint32_t bit(int local) { return local == kNone ? 0 : 1u << local; }

// Locals an instruction reads.
uint32_t uses(const Instruction& i) {
  switch (i.code) {
    case Code::Const:
    case Code::New:
    case Code::Jump:
    case Code::Yield: return 0;
    case Code::AddMod: return bit(i.a);  // c is the modulus
    default: return bit(i.a) | bit(i.b) | bit(i.c);
  }
}

std::vector<uint32_t> liveness(const Body& body) {
  const int n = static_cast<int>(body.code.size());
  std::vector<uint32_t> live(n + 1, 0);
  live[n] = body.keep;
  for (bool change = true; change;) {
    change = false;
    for (int pc = n - 1; pc >= 0; --pc) {
      const Instruction& i = body.code[pc];
      uint32_t out = i.code == Code::Jump ? 0 : live[pc + 1];
      if (i.code == Code::Jump || i.code == Code::JumpZero || i.code == Code::JumpNonZero || i.code == Code::JumpEqual)
        out |= live[i.imm];
      uint32_t in = (out & ~bit(i.d)) | uses(i);
      if (in != live[pc]) change = true;
      live[pc] = in;
    }
  }
  return live;
}

}  // namespace

ToySystem::ToySystem(const Program& program)
    : program_(program), joined_(program.bodies.size()), tried_(program.locks) {
  for (const Body& body : program_.bodies) {
    live_.push_back(liveness(body));
    if (program_.keep_locals) live_.back().assign(live_.back().size(), (1u << kMaxLocals) - 1);
    for (const Instruction& i : body.code) {
      if (i.code == Code::Join) joined_[i.imm] = 1;
      if (i.code == Code::TryLock) tried_[i.imm] = 1;
    }
  }
  const auto same = [&](const Body& a, const Body& b) {
    return a.keep == b.keep && a.initial == b.initial && a.code.size() == b.code.size() &&
           std::equal(a.code.begin(), a.code.end(), b.code.begin(), [](const Instruction& x, const Instruction& y) {
             return x.code == y.code && x.d == y.d && x.a == y.a && x.b == y.b && x.c == y.c && x.imm == y.imm;
           });
  };
  for (int b = 0; b < static_cast<int>(program_.bodies.size()); ++b) {
    kind_.push_back(b);
    for (int first = 0; first < b && b < program_.initial_threads; ++first)
      if (kind_[first] == first && same(program_.bodies[first], program_.bodies[b])) kind_[b] = first;
  }
  now_.globals = program_.globals;
  for (const auto& node : program_.nodes) now_.heap.push_back({node});
  now_.owner.assign(program_.locks, kNoThread);
  now_.permit.assign(program_.bodies.size(), 0);
  now_.life.assign(program_.bodies.size(), Life::None);
  for (int b = 0; b < program_.initial_threads; ++b) {
    now_.threads.push_back({static_cast<int16_t>(b), 0, Status::Running, false, 0, program_.bodies[b].initial});
    now_.life[b] = Life::Running;
  }
  StepResult ignored;
  for (int b = 0; b < program_.initial_threads; ++b) run_invisible(b, ignored);
}

uint32_t ToySystem::live(const Thread& t) const {
  // An operation under way (a wait) has not written its result yet, so what lives before it is what counts.
  return live_[t.body][t.status == Status::Ended ? live_[t.body].size() - 1 : t.pc];
}

size_t ToySystem::variable(const Thread& t, const Instruction& i) const {
  return i.imm + (i.a == kNone ? 0 : t.locals[i.a]);
}

Location ToySystem::object_location(Value reference, int field) const {
  uint32_t object = static_cast<uint32_t>(reference - kFirstReference);
  if (object < program_.nodes.size()) return {kNodes + object, static_cast<uint32_t>(field)};
  if (by_path_) return {kFirstNumbered + now_.heap[object].name, static_cast<uint32_t>(field)};
  if (!now_.numbered && now_.since && pass_over_) {
    const bool there = object < now_.number.size() && now_.number[object] != kUnnumbered;
    return {there ? kFirstNumbered + now_.number[object] : kNewObject, static_cast<uint32_t>(field)};
  }
  if (!now_.numbered) return {kFirstNumbered + 0x7fff'0000u, 0};  // a search that relies on this number is wrong
  if (now_.number[object] == kUnnumbered) std::abort();           // a live local reaches it
  return {kFirstNumbered + now_.number[object], static_cast<uint32_t>(field)};
}

ThreadId ToySystem::thread_of_body(int body) const {
  for (ThreadId t = 0; t < now_.threads.size(); ++t)
    if (now_.threads[t].body == body) return t;
  return kNoThread;
}

Op ToySystem::pending(ThreadId thread) const {
  const Thread& t = now_.threads[thread];
  Op op;
  op.alternatives = 1;
  auto touch = [&op](Location where, bool write) { op.accesses[op.access_count++] = {where, write}; };
  auto name = [](uint32_t object, int field) { return Location{object, static_cast<uint32_t>(field)}; };
  if (t.status == Status::Starting) return op;
  if (t.pc == static_cast<int>(program_.bodies[t.body].code.size())) {  // the end of a thread that can be joined
    op.kind = OpKind::End;
    touch(name(kLives, t.body), true);
    return op;
  }
  const Instruction& i = instruction(t);
  auto wait_for_owner = [&](int lock) {
    if (now_.owner[lock] == kNoThread) return;
    op.alternatives = 0;
    op.waits_for = now_.owner[lock];
  };
  switch (i.code) {
    case Code::Read:
    case Code::Write:
    case Code::Cas: {
      const size_t v = variable(t, i);
      bool failing = (i.code == Code::Cas && program_.failing_cas_reads && now_.globals[v] != t.locals[i.b]) ||
                     (i.code == Code::Write && program_.same_value_reads && now_.globals[v] == t.locals[i.b]);
      op.kind = i.code == Code::Read ? OpKind::Read : i.code == Code::Write ? OpKind::Write : OpKind::Cas;
      touch(name(kGlobals, static_cast<int>(v)), i.code != Code::Read && !failing);
      break;
    }
    case Code::FieldRead:
    case Code::FieldWrite:
    case Code::FieldCas: {
      const Object& o = now_.heap[t.locals[i.a] - kFirstReference];
      bool failing = (i.code == Code::FieldCas && program_.failing_cas_reads && o.fields[i.imm] != t.locals[i.b]) ||
                     (i.code == Code::FieldWrite && program_.same_value_reads && o.fields[i.imm] == t.locals[i.b]);
      op.kind = i.code == Code::FieldRead ? OpKind::Read : i.code == Code::FieldWrite ? OpKind::Write : OpKind::Cas;
      touch(object_location(t.locals[i.a], i.imm), i.code != Code::FieldRead && !failing);
      break;
    }
    case Code::Lock:
      op.kind = OpKind::Lock;
      touch(name(kLocks, i.imm), true);
      wait_for_owner(i.imm);
      break;
    case Code::TryLock:
      op.kind = OpKind::Lock;
      touch(name(kLocks, i.imm), true);
      break;
    case Code::Unlock:
      op.kind = OpKind::Unlock;
      touch(name(kLocks, i.imm), true);
      op.safe_unlock = !tried_[i.imm];
      break;
    case Code::Wait:
    case Code::TimedWait:
      op.kind = OpKind::Wait;
      touch(name(kLocks, i.imm), true);
      if (t.status == Status::Running) break;
      wait_for_owner(i.imm);
      if (t.status == Status::Waiting) {
        op.alternatives = 0;
        op.waits_for = kNoThread;
      } else if (t.status == Status::TimedNotified && op.alternatives != 0) {
        op.alternatives = 2;  // notified, or timed out all the same
      }
      break;
    case Code::Notify:
    case Code::NotifyAll: {
      op.kind = OpKind::Notify;
      touch(name(kLocks, i.imm), true);
      if (i.code == Code::NotifyAll) break;
      uint8_t waiters = 0;
      for (const Thread& u : now_.threads)
        waiters += (u.status == Status::Waiting || u.status == Status::TimedWaiting) && instruction(u).imm == i.imm;
      if (waiters > 1) op.alternatives = waiters;
      break;
    }
    case Code::Park:
    case Code::TimedPark:
      op.kind = OpKind::Park;
      touch(name(kPermits, t.body), true);
      if (i.code == Code::Park && !now_.permit[t.body]) op.alternatives = 0;
      break;
    case Code::Unpark:
      op.kind = OpKind::Unpark;
      touch(name(kPermits, i.imm), true);
      break;
    case Code::Start:
      // The number that the new thread gets depends on the starts before: two starts do not commute.
      op.kind = OpKind::Start;
      touch(name(kLives, i.imm), true);
      touch(name(kThreadNumbers, 0), true);
      break;
    case Code::Join:
      op.kind = OpKind::Join;
      touch(name(kLives, i.imm), false);
      if (now_.life[i.imm] != Life::Ended) {
        op.alternatives = 0;
        op.waits_for = thread_of_body(i.imm);
      }
      break;
    default:  // parked by the limit of invisible steps
      break;
  }
  return op;
}

void ToySystem::end_thread(Thread& t, bool failed) {
  t.status = Status::Ended;
  t.failed = failed;
  now_.life[t.body] = Life::Ended;
}

// An uncaught exception runs to the end of the body and leaves no locals; a thread that can be joined still has to end
// visibly.
void ToySystem::fail(Thread& t, StepResult& result, ErrorKind kind) {
  result.error = kind;
  t.failed = true;
  t.locals = {};
  t.pc = static_cast<int16_t>(program_.bodies[t.body].code.size());
  if (!joined_[t.body]) end_thread(t, true);
}

void ToySystem::run_invisible(ThreadId thread, StepResult& result) {
  Thread& t = now_.threads[thread];
  const auto& code = program_.bodies[t.body].code;
  for (int steps = 0; steps < kInvisibleLimit; ++steps) {
    if (t.pc == static_cast<int>(code.size())) {
      if (!joined_[t.body]) end_thread(t, t.failed);
      return;
    }
    const Instruction& i = code[t.pc];
    if (i.code == Code::FieldRead || i.code == Code::FieldWrite || i.code == Code::FieldCas) {
      if (!is_reference(t.locals[i.a])) fail(t, result, ErrorKind::UncaughtException);
      return;
    }
    if (i.code == Code::Unlock || i.code == Code::Wait || i.code == Code::TimedWait || i.code == Code::Notify ||
        i.code == Code::NotifyAll) {
      if (now_.owner[i.imm] != thread) fail(t, result, ErrorKind::UncaughtException);
      return;
    }
    if (visible_code(i.code)) return;
    ++t.pc;
    switch (i.code) {
      case Code::Const: t.locals[i.d] = i.imm; break;
      case Code::Mov: t.locals[i.d] = t.locals[i.a]; break;
      case Code::AddMod: t.locals[i.d] = (t.locals[i.a] + i.imm) % i.c; break;
      case Code::New:
        t.locals[i.d] = kFirstReference + static_cast<Value>(now_.heap.size());
        now_.heap.push_back({{}, thread << 16 | t.allocated++});
        break;
      case Code::Init: now_.heap[t.locals[i.a] - kFirstReference].fields[i.imm] = t.locals[i.b]; break;
      case Code::Jump: t.pc = static_cast<int16_t>(i.imm); break;
      case Code::JumpZero:
        if (t.locals[i.a] == 0) t.pc = static_cast<int16_t>(i.imm);
        break;
      case Code::JumpNonZero:
        if (t.locals[i.a] != 0) t.pc = static_cast<int16_t>(i.imm);
        break;
      case Code::JumpEqual:
        if (t.locals[i.a] == t.locals[i.b]) t.pc = static_cast<int16_t>(i.imm);
        break;
      case Code::Assert:
        if (t.locals[i.a] == 0) return fail(t, result, ErrorKind::Assertion);
        break;
      case Code::Yield: result.yielded = true; break;
      default: break;
    }
  }
}

int ToySystem::region(const Thread& t) const {
  const auto& sealed = program_.bodies[t.body].sealed;
  for (size_t i = 0; i < sealed.size(); ++i)
    if (t.status == Status::Running && t.pc >= sealed[i].first && t.pc < sealed[i].second) return static_cast<int>(i);
  return -1;
}

StepResult ToySystem::step(ThreadId thread, uint32_t alternative) {
  const int before = region(now_.threads[thread]);
  const StepResult result = take(thread, alternative);
  const Thread& t = now_.threads[thread];
  sealed_ = before >= 0 && t.status == Status::Running && region(t) == before ? thread : kNoThread;
  return result;
}

StepResult ToySystem::take(ThreadId thread, uint32_t alternative) {
  now_.numbered = false;
  StepResult result;
  Thread& t = now_.threads[thread];
  auto compare_and_set = [](Value& v, Value expected, Value update) {
    if (v != expected) return 0;
    v = update;
    return 1;
  };
  if (t.status == Status::Starting) {
    t.status = Status::Running;
    run_invisible(thread, result);
    return result;
  }
  if (t.pc == static_cast<int>(program_.bodies[t.body].code.size())) {
    end_thread(t, t.failed);
    return result;
  }
  const Instruction& i = instruction(t);
  switch (i.code) {
    case Code::Read: t.locals[i.d] = now_.globals[variable(t, i)]; break;
    case Code::Write: now_.globals[variable(t, i)] = t.locals[i.b]; break;
    case Code::Cas: t.locals[i.d] = compare_and_set(now_.globals[variable(t, i)], t.locals[i.b], t.locals[i.c]); break;
    case Code::FieldRead: t.locals[i.d] = now_.heap[t.locals[i.a] - kFirstReference].fields[i.imm]; break;
    case Code::FieldWrite: now_.heap[t.locals[i.a] - kFirstReference].fields[i.imm] = t.locals[i.b]; break;
    case Code::FieldCas:
      t.locals[i.d] =
          compare_and_set(now_.heap[t.locals[i.a] - kFirstReference].fields[i.imm], t.locals[i.b], t.locals[i.c]);
      break;
    case Code::Lock: now_.owner[i.imm] = thread; break;
    case Code::TryLock:
      t.locals[i.d] = now_.owner[i.imm] == kNoThread;
      if (t.locals[i.d]) now_.owner[i.imm] = thread;
      break;
    case Code::Unlock: now_.owner[i.imm] = kNoThread; break;
    case Code::Wait:
    case Code::TimedWait:
      if (t.status == Status::Running) {
        now_.owner[i.imm] = kNoThread;
        t.status = i.code == Code::Wait ? Status::Waiting : Status::TimedWaiting;
        return result;
      }
      if (i.d != kNone)
        t.locals[i.d] = t.status == Status::Notified || (t.status == Status::TimedNotified && alternative == 0);
      t.status = Status::Running;
      now_.owner[i.imm] = thread;
      break;
    case Code::Notify:
    case Code::NotifyAll:
      for (Thread& u : now_.threads) {
        if ((u.status != Status::Waiting && u.status != Status::TimedWaiting) || instruction(u).imm != i.imm) continue;
        if (i.code == Code::Notify && alternative-- != 0) continue;
        u.status = u.status == Status::Waiting ? Status::Notified : Status::TimedNotified;
        if (i.code == Code::Notify) break;
      }
      break;
    case Code::Park:
    case Code::TimedPark: now_.permit[t.body] = 0; break;
    case Code::Unpark: now_.permit[i.imm] = 1; break;
    case Code::Join: break;
    case Code::Start:
      if (now_.life[i.imm] != Life::None) {
        fail(t, result, ErrorKind::UncaughtException);
        return result;
      }
      now_.life[i.imm] = Life::Running;
      ++t.pc;
      now_.threads.push_back({static_cast<int16_t>(i.imm), 0, Status::Starting, false, 0,
                              program_.bodies[i.imm].initial});  // invalidates t
      run_invisible(thread, result);
      return result;
    default:  // was parked by the limit of invisible steps
      run_invisible(thread, result);
      return result;
  }
  ++t.pc;
  run_invisible(thread, result);
  return result;
}

TransitionSystem::Mark ToySystem::mark() {
  if (marks_used_ == marks_.size()) marks_.emplace_back();
  marks_[marks_used_] = now_;  // reuses the memory of an older snapshot
  return static_cast<Mark>(marks_used_++);
}

void ToySystem::undo(Mark mark) {
  if (mark >= marks_used_) std::abort();
  marks_used_ = mark + 1;
  now_ = marks_[mark];
  now_.numbered = now_.since = false;
}

void ToySystem::release(Mark mark) {
  if (mark + 1 != marks_used_) std::abort();
  --marks_used_;
}

// Numbers the objects on the way. Live locals and variables are the roots; fixed nodes are objects with a name.
void ToySystem::build_form(std::vector<uint8_t>& out) {
  std::vector<ThreadId> at(now_.threads.size());
  std::iota(at.begin(), at.end(), 0u);
  if (program_.exchanges) {
    // By where they are and what they hold, but for references: those that differ in these alone are left as they are.
    const auto key = [&](ThreadId t) {
      const Thread& thread = now_.threads[t];
      std::vector<int> words{thread.pc, static_cast<int>(thread.status), thread.failed};
      const uint32_t lives = live(thread);
      for (int l = 0; l < kMaxLocals; ++l)
        if (lives >> l & 1) words.push_back(is_reference(thread.locals[l]) ? kFirstReference : thread.locals[l]);
      return words;
    };
    for (size_t k = 0; k < kind_.size(); ++k) {
      std::vector<ThreadId> members;
      for (ThreadId t = 0; t < at.size(); ++t)
        if (kind(t) == static_cast<int>(k)) members.push_back(t);
      std::vector<ThreadId> sorted = members;
      std::stable_sort(sorted.begin(), sorted.end(), [&](ThreadId a, ThreadId b) { return key(a) < key(b); });
      for (size_t i = 0; i < members.size(); ++i) at[members[i]] = sorted[i];
    }
  }
  build_form(out, at);
}

std::vector<uint8_t> ToySystem::form_up_to_exchange() {
  const State before = now_;
  std::vector<ThreadId> at(now_.threads.size());
  std::iota(at.begin(), at.end(), 0u);
  std::vector<uint8_t> smallest;
  do {
    bool allowed = true;
    for (ThreadId place = 0; place < at.size(); ++place) allowed &= kind(at[place]) == kind(place);
    if (!allowed) continue;
    std::vector<uint8_t> form;
    build_form(form, at);
    if (smallest.empty() || form < smallest) smallest = std::move(form);
  } while (std::next_permutation(at.begin(), at.end()));
  now_ = before;
  return smallest;
}

void ToySystem::places(std::vector<ThreadId>& out) const {
  if (!now_.numbered) std::abort();
  out.clear();
  if (std::is_sorted(now_.at.begin(), now_.at.end())) return;
  out.resize(now_.at.size());
  for (ThreadId place = 0; place < out.size(); ++place) out[now_.at[place]] = place;
}

void ToySystem::build_form(std::vector<uint8_t>& out, const std::vector<ThreadId>& at) {
  std::vector<ThreadId> place(at.size());
  for (ThreadId p = 0; p < at.size(); ++p) place[at[p]] = p;
  now_.at = at;
  const uint32_t fixed = static_cast<uint32_t>(program_.nodes.size());
  now_.number.assign(now_.heap.size(), kUnnumbered);
  now_.numbers = 0;
  std::vector<uint32_t> queue;
  std::vector<uint8_t> node_reached(fixed, !program_.collect_nodes);
  auto put = [&out](uint32_t v) {
    out.push_back(v & 255);
    out.push_back(v >> 8 & 255);
    out.push_back(v >> 16 & 255);
  };
  auto put_value = [&](Value v) {
    if (!is_reference(v)) return put(static_cast<uint32_t>(v) & 0xffff);
    uint32_t object = v - kFirstReference;
    if (object < fixed) {
      if (!node_reached[object]) {
        node_reached[object] = 1;
        if (program_.collect_nodes) queue.push_back(object);
      }
      return put(0x10000 + object);
    }
    if (now_.number[object] == kUnnumbered) {
      now_.number[object] = now_.numbers++;
      queue.push_back(object);
    }
    put(0x20000 + now_.number[object]);
  };
  put(static_cast<uint32_t>(now_.threads.size()));
  for (Value v : now_.globals) put_value(v);
  for (const ThreadId number : at) {
    const Thread& t = now_.threads[number];
    out.push_back(static_cast<uint8_t>(kind_[t.body]));
    put(t.status == Status::Ended ? 0xffff : t.pc);
    out.push_back(static_cast<uint8_t>(t.status) | (t.failed ? 0x80 : 0));
    uint32_t lives = live(t);
    for (int l = 0; l < kMaxLocals; ++l)
      if (lives >> l & 1) put_value(t.locals[l]);
  }
  for (ThreadId o : now_.owner) out.push_back(static_cast<uint8_t>(o == kNoThread ? o : place[o]));
  for (uint8_t p : now_.permit) out.push_back(p);
  for (size_t b = 0; b < now_.life.size(); ++b) {
    const bool initial =
        b < static_cast<size_t>(program_.initial_threads);  // whose threads have the number of the body
    out.push_back(static_cast<uint8_t>(now_.life[initial ? at[b] : b]));
  }
  if (!program_.collect_nodes)
    for (uint32_t n = 0; n < fixed; ++n)
      for (Value v : now_.heap[n].fields) put_value(v);
  for (size_t done = 0; done < queue.size(); ++done)
    for (Value v : now_.heap[queue[done]].fields) put_value(v);
  now_.numbered = now_.since = true;
}

Fingerprint ToySystem::fingerprint() {
  form_.clear();
  build_form(form_);
  XXH128_hash_t h = XXH3_128bits(form_.data(), form_.size());
  return {h.low64, h.high64};
}

void ToySystem::canonical_form(std::vector<uint8_t>& out) { build_form(out); }

bool ToySystem::landmark(ThreadId thread) const {
  if (!pass_over_) return true;
  const Thread& t = now_.threads[thread];
  uint32_t h = static_cast<uint32_t>(t.pc) * 7 + static_cast<uint32_t>(t.body);
  const uint32_t lives = live(t);
  for (int l = 0; l < kMaxLocals; ++l)
    if ((lives >> l & 1) && !is_reference(t.locals[l])) h = h * 31 + static_cast<uint32_t>(t.locals[l]);
  return h % 3 == 0;
}

void ToySystem::renaming(std::vector<uint32_t>& out) const {
  const State& before = marks_[marks_used_ - 1];
  if (!before.numbered || !now_.numbered) std::abort();
  out.assign(now_.numbers, kGone);
  for (size_t object = program_.nodes.size(); object < now_.heap.size(); ++object)
    if (now_.number[object] != kUnnumbered && object < before.heap.size() && before.number[object] != kUnnumbered)
      out[now_.number[object]] = before.number[object];
}

bool ToySystem::is_final() const {
  for (ThreadId t = 0; t < now_.threads.size(); ++t)
    if (!ended(t) && pending(t).enabled()) return false;
  return true;
}

bool ToySystem::deadlocked() const {
  for (const Thread& t : now_.threads)
    if (t.status != Status::Ended) return true;
  return false;
}

std::vector<uint32_t> ToySystem::objects() const {
  std::vector<uint32_t> result(now_.numbers);
  for (uint32_t object = 0; object < now_.heap.size(); ++object)
    if (now_.number[object] != kUnnumbered) result[now_.number[object]] = object;
  return result;
}

std::string ToySystem::local_state(ThreadId thread) const {
  const Thread& t = now_.threads[thread];
  std::string s = std::to_string(t.body) + ':' + std::to_string(t.status == Status::Ended ? -1 : t.pc) + ':' +
                  std::to_string(static_cast<int>(t.status)) + (t.failed ? "!" : "");
  uint32_t lives = live(t);
  for (int l = 0; l < kMaxLocals; ++l)
    if (lives >> l & 1) s += ' ' + (is_reference(t.locals[l]) ? "ref" : std::to_string(t.locals[l]));
  return s;
}

std::string Program::text() const {
  static constexpr const char* kNames[] = {
      "const",     "mov",       "addmod", "new",     "init",  "jump",      "jumpzero",  "jumpnonzero",
      "jumpequal", "assert",    "yield",  "read",    "write", "cas",       "fieldread", "fieldwrite",
      "fieldcas",  "lock",      "unlock", "trylock", "wait",  "timedwait", "notify",    "notifyall",
      "park",      "timedpark", "unpark", "start",   "join"};
  std::string out = "initial threads " + std::to_string(initial_threads) + ", variables " +
                    std::to_string(globals.size()) + ", locks " + std::to_string(locks) + "\n";
  for (size_t b = 0; b < bodies.size(); ++b) {
    out += "body " + std::to_string(b) + " keep " + std::to_string(bodies[b].keep) + "\n";
    for (size_t pc = 0; pc < bodies[b].code.size(); ++pc) {
      const Instruction& i = bodies[b].code[pc];
      out += "  " + std::to_string(pc) + ": " + kNames[static_cast<int>(i.code)];
      for (auto [n, v] : {std::pair{'d', i.d}, {'a', i.a}, {'b', i.b}, {'c', i.c}})
        if (v != kNone) out += std::string(" ") + n + std::to_string(v);
      out += " #" + std::to_string(i.imm) + "\n";
    }
  }
  return out;
}

}  // namespace jmc::por::toy
