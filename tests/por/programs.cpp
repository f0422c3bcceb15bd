#include "tests/por/programs.hpp"

namespace jmc::por::toy {

namespace {

// Short forms of instructions.
Instruction constant(int d, int value) { return {Code::Const, d, kNone, kNone, kNone, value}; }
Instruction mov(int d, int a) { return {Code::Mov, d, a}; }
Instruction read(int d, int variable, int index = kNone) { return {Code::Read, d, index, kNone, kNone, variable}; }
Instruction write(int variable, int b, int index = kNone) { return {Code::Write, kNone, index, b, kNone, variable}; }
Instruction cas(int d, int variable, int expected, int update, int index = kNone) {
  return {Code::Cas, d, index, expected, update, variable};
}
Instruction field_read(int d, int object, int field) { return {Code::FieldRead, d, object, kNone, kNone, field}; }
Instruction field_write(int object, int field, int b) { return {Code::FieldWrite, kNone, object, b, kNone, field}; }
Instruction field_cas(int d, int object, int field, int expected, int update) {
  return {Code::FieldCas, d, object, expected, update, field};
}
Instruction jump(int to) { return {Code::Jump, kNone, kNone, kNone, kNone, to}; }
Instruction jump_zero(int a, int to = 0) { return {Code::JumpZero, kNone, a, kNone, kNone, to}; }
Instruction jump_non_zero(int a, int to = 0) { return {Code::JumpNonZero, kNone, a, kNone, kNone, to}; }
Instruction jump_equal(int a, int b, int to = 0) { return {Code::JumpEqual, kNone, a, b, kNone, to}; }
Instruction lock(int l) { return {Code::Lock, kNone, kNone, kNone, kNone, l}; }
Instruction unlock(int l) { return {Code::Unlock, kNone, kNone, kNone, kNone, l}; }

Program with_threads(std::vector<Body> bodies, int variables, int locks = 0) {
  Program p;
  p.initial_threads = static_cast<int>(bodies.size());
  p.bodies = std::move(bodies);
  p.globals.assign(variables, 0);
  p.locks = locks;
  return p;
}

Body body_of(std::vector<Instruction> code, uint32_t keep = 0) {
  Body b;
  b.code = std::move(code);
  b.keep = keep;
  return b;
}

Value node(int index) { return kFirstReference + index; }
constexpr int kNext = 0, kVal = 1;

}  // namespace

Program readers(int n) {
  std::vector<Body> bodies{body_of({constant(0, 42), write(n, 0)})};
  for (int i = 0; i < n; ++i) bodies.push_back(body_of({read(0, i), read(1, n)}, 0b11));
  return with_threads(std::move(bodies), n + 1);
}

Program last_zero(int n) {
  Body scan;
  scan.keep = 1;
  scan.add(constant(0, n));
  int again = scan.add(read(1, 0, 0));
  int found = scan.add(jump_zero(1));
  scan.add({Code::AddMod, 0, 0, kNone, n + 1, n});  // i = (i + n) % (n+1) is i-1
  scan.add(jump(again));
  scan.land(found);
  std::vector<Body> bodies{scan};
  for (int j = 1; j <= n; ++j)
    bodies.push_back(body_of({read(0, j - 1), {Code::AddMod, 0, 0, kNone, 1000, 1}, write(j, 0)}));
  return with_threads(std::move(bodies), n + 1);
}

Program indexer(int threads) {
  std::vector<Body> bodies;
  for (int tid = 0; tid < threads; ++tid) {
    Body b;
    for (int m = 1; m <= 4; ++m) {
      int w = m * 11 + tid;
      b.add(constant(0, (w * 7) % 128));
      b.add(constant(1, w));
      b.add(constant(2, 0));
      int again = b.add(cas(3, 0, 2, 1, 0));
      int done = b.add(jump_non_zero(3));
      b.add({Code::AddMod, 0, 0, kNone, 128, 1});
      b.add(jump(again));
      b.land(done);
    }
    bodies.push_back(std::move(b));
  }
  return with_threads(std::move(bodies), 128);
}

Program filesystem(int threads) {
  constexpr int kInodes = 32, kBlocks = 26;  // variables and locks: inodes first
  enum { value, one };
  std::vector<Body> bodies;
  for (int tid = 0; tid < threads; ++tid) {
    Body b;
    b.initial[one] = 1;
    const int i = tid % kInodes;
    b.add(lock(i));
    b.add(read(value, i));
    std::vector<int> done{b.add(jump_non_zero(value))};
    for (int tried = 0; tried < kBlocks; ++tried) {
      const int block = kInodes + (i * 2 + tried) % kBlocks;
      b.add(lock(block));
      b.add(read(value, block));
      const int busy = b.add(jump_non_zero(value));
      b.add(write(block, one));
      b.add(write(i, one));
      b.add(unlock(block));
      done.push_back(b.add(jump(0)));
      b.land(busy);
      b.add(unlock(block));
    }
    for (const int jump : done) b.land(jump);
    b.add(unlock(i));
    bodies.push_back(std::move(b));
  }
  return with_threads(std::move(bodies), kInodes + kBlocks, kInodes + kBlocks);
}

Program opposite_locks() {
  return with_threads(
      {body_of({lock(0), lock(1), unlock(1), unlock(0)}), body_of({lock(1), lock(0), unlock(0), unlock(1)})}, 0, 2);
}

Program overwritten() {
  return with_threads({body_of({constant(0, 1), constant(1, 2), write(0, 0), write(0, 1)}),
                       body_of({constant(0, 1), constant(1, 3), write(1, 0), write(0, 1)})},
                      2);
}

Program writers(int n) {
  Body last;
  std::vector<Body> bodies;
  for (int i = 0; i < n; ++i) {
    bodies.push_back(body_of({constant(0, i + 1), write(0, 0)}));
    last.add({Code::Join, kNone, kNone, kNone, kNone, i});
  }
  last.add(read(0, 0));
  last.keep = 1;
  bodies.push_back(std::move(last));
  return with_threads(std::move(bodies), 1);
}

Program treiber(int threads, bool collect, bool keep_locals) {
  enum { n, top, ok, result, null, minus };
  std::vector<Body> bodies;
  for (int i = 0; i < threads; ++i) {
    Body b;
    b.keep = keep_locals ? (1u << kMaxLocals) - 1 : 1u << result;
    b.initial[n] = node(i);
    b.initial[minus] = 99;
    int push = b.add(read(top, 0));
    b.add(field_write(n, kNext, top));
    b.add(cas(ok, 0, top, n));
    b.add(jump_zero(ok, push));
    int pop = b.add(read(top, 0));
    int empty = b.add(jump_zero(top));
    b.add(field_read(n, top, kNext));
    b.add(cas(ok, 0, top, n));
    b.add(jump_zero(ok, pop));
    b.add(field_read(result, top, kVal));
    int end = b.add(jump(0));
    b.land(empty);
    b.add(mov(result, minus));
    b.land(end);
    bodies.push_back(std::move(b));
  }
  Program p = with_threads(std::move(bodies), 1);
  for (int i = 1; i <= threads; ++i) p.nodes.push_back({0, i, 0});
  p.collect_nodes = collect;
  p.keep_locals = keep_locals;
  return p;
}

Program michael_scott(int threads, bool collect) {
  enum { n, head, tail, next, ok, result, null, minus, again_local };
  constexpr int kHead = 0, kTail = 1;
  std::vector<Body> bodies;
  for (int i = 0; i < threads; ++i) {
    Body b;
    b.keep = 1u << result;
    b.initial[n] = node(i + 1);
    b.initial[minus] = 99;
    // enqueue
    int enqueue = b.add(read(tail, kTail));
    b.add(field_read(next, tail, kNext));
    b.add(read(again_local, kTail));
    int same = b.add(jump_equal(tail, again_local));
    b.add(jump(enqueue));
    b.land(same);
    int behind = b.add(jump_non_zero(next));
    b.add(field_cas(ok, tail, kNext, null, n));
    b.add(jump_zero(ok, enqueue));
    b.add(cas(ok, kTail, tail, n));
    int enqueued = b.add(jump(0));
    b.land(behind);
    b.add(cas(ok, kTail, tail, next));
    b.add(jump(enqueue));
    b.land(enqueued);
    // dequeue
    int dequeue = b.add(read(head, kHead));
    b.add(read(tail, kTail));
    b.add(field_read(next, head, kNext));
    b.add(read(again_local, kHead));
    same = b.add(jump_equal(head, again_local));
    b.add(jump(dequeue));
    b.land(same);
    int empty_or_behind = b.add(jump_equal(head, tail));
    b.add(field_read(result, next, kVal));
    b.add(cas(ok, kHead, head, next));
    b.add(jump_zero(ok, dequeue));
    int end = b.add(jump(0));
    b.land(empty_or_behind);
    behind = b.add(jump_non_zero(next));
    b.add(mov(result, minus));
    int end_empty = b.add(jump(0));
    b.land(behind);
    b.add(cas(ok, kTail, tail, next));
    b.add(jump(dequeue));
    b.land(end);
    b.land(end_empty);
    bodies.push_back(std::move(b));
  }
  Program p = with_threads(std::move(bodies), 2);
  p.globals = {node(0), node(0)};
  for (int i = 0; i <= threads; ++i) p.nodes.push_back({0, i, 0});
  p.collect_nodes = collect;
  return p;
}

Program reader_behind_flag() {
  Body third;
  third.add(constant(1, 1));
  third.add(read(0, 1));
  int skip = third.add(jump_zero(0));
  third.add(write(0, 1));
  third.land(skip);
  return with_threads({body_of({read(0, 0)}, 1), body_of({read(0, 0), constant(1, 1), write(1, 1)}, 1), third}, 2);
}

Program two_lockers() { return with_threads({body_of({lock(0)}), body_of({lock(0)})}, 0, 1); }

Program disabled_leftover() {
  return with_threads(
      {body_of({read(0, 0), lock(1)}, 1), body_of({constant(2, 1), constant(1, 2), lock(0), cas(0, 0, 2, 1)}, 1),
       body_of({lock(1)}), body_of({constant(0, 1), lock(0), write(0, 0), unlock(0)})},
      1, 2);
}

Program spin_on_flag() {
  return with_threads({body_of({read(0, 0), jump_zero(0, 0)}), body_of({constant(0, 1), write(0, 0)})}, 1);
}

Program silent_loop() { return with_threads({body_of({jump(0)}), body_of({constant(0, 1), write(0, 0)})}, 1); }

// r0=d; n=new; n.f=r0; p=n; n.f=2 | d=1; m=new; r=p; r=r.f. A first object is number 0 until another one is found
// before it; what was recorded under its number on one path names the other object on the next.
Program renamed_object() {
  enum { r, object, two };
  Body second = body_of({constant(r, 1), write(0, r), {Code::New, object, kNone, kNone, kNone, 1}, read(r, 1)}, 0b1);
  int null = second.add(jump_zero(r));
  second.add(field_read(r, r, 0));
  second.land(null);
  return with_threads({body_of({read(r, 0),
                                {Code::New, object, kNone, kNone, kNone, 1},
                                field_write(object, 0, r),
                                constant(r, 0),
                                write(1, object),
                                constant(two, 2),
                                field_write(object, 0, two)}),
                       second},
                      2);
}

}  // namespace jmc::por::toy
