#include "tests/por/random_program.hpp"

#include "por/thread_order.hpp"

namespace jmc::por::toy {

namespace {

// Locals 0 to 3 hold integers, 4 to 6 references, 7 is for results, 8 and 9 for constants.
constexpr int kIntegers = 4, kFirstRef = 4, kRefs = 3, kResult = 7, kScratch = 8, kScratch2 = 9;
// An object: an integer field and a reference field.
constexpr int kNumber = 0, kLink = 1;

class Generator {
 public:
  Generator(uint64_t seed, const Shape& shape) : random_(seed), shape_(shape) {}
  Program generate();

 private:
  int pick(int bound) { return static_cast<int>(random_.below(bound)); }
  bool chance(int percent) { return pick(100) < percent; }
  int integer() { return pick(kIntegers); }
  int reference() { return kFirstRef + pick(kRefs); }
  int variable() { return pick(integers_); }
  int reference_variable() { return integers_ + pick(references_); }

  void statement(Body& b, int depth);
  void access(Body& b);
  void branch(Body& b, int depth);
  void heap(Body& b, int depth);
  void locking(Body& b, int depth);
  void waiting(Body& b);
  void parking(Body& b);
  void threads(Body& b);
  void spinning(Body& b);
  void spin_lock(Body& b, int depth);
  int value(Body& b) {
    if (chance(50)) return integer();
    b.add({Code::Const, kScratch, kNone, kNone, kNone, pick(3)});
    return kScratch;
  }

  RandomSource random_;
  Shape shape_;
  Program program_;
  int integers_ = 1, references_ = 0, next_start_ = 0;
};

void Generator::access(Body& b) {
  switch (pick(5)) {
    case 0:
    case 1: b.add({Code::Read, integer(), kNone, kNone, kNone, variable()}); break;
    case 2:
    case 3: {
      int v = value(b);
      b.add({Code::Write, kNone, kNone, v, kNone, variable()});
      break;
    }
    default: {
      int v = value(b);
      b.add({Code::Const, kScratch2, kNone, kNone, kNone, pick(2)});
      b.add({Code::Cas, chance(60) ? integer() : kResult, kNone, kScratch2, v, variable()});
    }
  }
}

void Generator::branch(Body& b, int depth) {
  int around = b.add({chance(50) ? Code::JumpZero : Code::JumpNonZero, kNone, integer()});
  statement(b, depth + 1);
  if (chance(40)) {
    int end = b.add({Code::Jump});
    b.land(around);
    statement(b, depth + 1);
    b.land(end);
  } else {
    b.land(around);
  }
}

void Generator::heap(Body& b, int depth) {
  int r = reference();
  switch (pick(6)) {
    case 0: {
      b.add({Code::New, r, kNone, kNone, kNone, 2});
      if (chance(50)) b.add({Code::Init, kNone, r, integer(), kNone, kNumber});
      if (chance(60)) b.add({Code::FieldWrite, kNone, r, integer(), kNone, kNumber});
      if (chance(70)) b.add({Code::Write, kNone, kNone, r, kNone, reference_variable()});
      return;
    }
    case 1: b.add({Code::Write, kNone, kNone, r, kNone, reference_variable()}); return;
    case 2: {
      b.add({Code::Const, kScratch2, kNone, kNone, kNone, 0});
      b.add({Code::Cas, kResult, kNone, chance(50) ? kScratch2 : reference(), r, reference_variable()});
      return;
    }
    case 3: b.add({Code::Read, r, kNone, kNone, kNone, reference_variable()}); return;
    default: {
      if (chance(60)) b.add({Code::Read, r, kNone, kNone, kNone, reference_variable()});
      int null = chance(90) ? b.add({Code::JumpZero, kNone, r}) : kNone;
      switch (pick(5)) {
        case 0: b.add({Code::FieldRead, integer(), r, kNone, kNone, kNumber}); break;
        case 1: b.add({Code::FieldWrite, kNone, r, integer(), kNone, kNumber}); break;
        case 2: b.add({Code::FieldRead, reference(), r, kNone, kNone, kLink}); break;
        case 3: b.add({Code::FieldWrite, kNone, r, reference(), kNone, kLink}); break;
        default: b.add({Code::FieldCas, kResult, r, integer(), integer(), kNumber});
      }
      if (chance(30)) statement(b, depth + 1);
      if (null != kNone) b.land(null);
    }
  }
}

void Generator::locking(Body& b, int depth) {
  const int l = pick(program_.locks);
  const bool attempt = chance(15);
  int failed = kNone;
  if (attempt) {
    b.add({Code::TryLock, kResult, kNone, kNone, kNone, l});
    failed = b.add({Code::JumpZero, kNone, kResult});
  } else {
    b.add({Code::Lock, kNone, kNone, kNone, kNone, l});
  }
  for (int n = pick(3); n > 0; --n) statement(b, depth + 1);
  if (!chance(8)) b.add({Code::Unlock, kNone, kNone, kNone, kNone, l});
  if (failed != kNone) b.land(failed);
}

void Generator::waiting(Body& b) {
  const int l = pick(program_.locks);
  b.add({Code::Lock, kNone, kNone, kNone, kNone, l});
  if (chance(50)) {
    int around = kNone;
    if (chance(60)) {
      b.add({Code::Read, integer(), kNone, kNone, kNone, variable()});
      around = b.add({Code::JumpNonZero, kNone, b.code.back().d});
    }
    b.add({chance(60) ? Code::Wait : Code::TimedWait, chance(70) ? integer() : kNone, kNone, kNone, kNone, l});
    if (around != kNone) b.land(around);
  } else {
    if (chance(60)) access(b);
    b.add({chance(60) ? Code::Notify : Code::NotifyAll, kNone, kNone, kNone, kNone, l});
  }
  b.add({Code::Unlock, kNone, kNone, kNone, kNone, l});
}

void Generator::parking(Body& b) {
  if (chance(50)) b.add({chance(70) ? Code::Park : Code::TimedPark});
  else b.add({Code::Unpark, kNone, kNone, kNone, kNone, pick(static_cast<int>(program_.bodies.size()))});
}

void Generator::threads(Body& b) {
  const int bodies = static_cast<int>(program_.bodies.size());
  if (next_start_ < bodies && chance(70)) b.add({Code::Start, kNone, kNone, kNone, kNone, next_start_++});
  else b.add({Code::Join, kNone, kNone, kNone, kNone, pick(bodies)});
}

void Generator::spinning(Body& b) {
  const int r = integer();
  switch (pick(8)) {
    case 0: b.add({Code::Jump, kNone, kNone, kNone, kNone, b.here()}); break;  // silent for ever
    case 1:
    case 2: {  // CAS until it succeeds
      b.add({Code::Const, kScratch, kNone, kNone, kNone, pick(2)});
      b.add({Code::Const, kScratch2, kNone, kNone, kNone, pick(2)});
      int again = b.add({Code::Cas, r, kNone, kScratch2, kScratch, variable()});
      b.add({Code::JumpZero, kNone, r, kNone, kNone, again});
      break;
    }
    case 3: {  // wait for one variable while counting in another
      int again = b.add({Code::Read, r, kNone, kNone, kNone, variable()});
      int out = b.add({Code::JumpNonZero, kNone, r});
      b.add({Code::AddMod, kResult, kResult, kNone, 2, 1});
      b.add({Code::Write, kNone, kNone, kResult, kNone, variable()});
      b.add({Code::Jump, kNone, kNone, kNone, kNone, again});
      b.land(out);
      break;
    }
    default: {
      int again = b.add({Code::Read, r, kNone, kNone, kNone, variable()});
      b.add({chance(70) ? Code::JumpZero : Code::JumpNonZero, kNone, r, kNone, kNone, again});
    }
  }
}

void Generator::spin_lock(Body& b, int depth) {
  const int v = variable();
  b.add({Code::Const, kScratch, kNone, kNone, kNone, 1});
  b.add({Code::Const, kScratch2, kNone, kNone, kNone, 0});
  const int again = b.add({Code::Cas, kResult, kNone, kScratch2, kScratch, v});
  b.add({Code::JumpZero, kNone, kResult, kNone, kNone, again});
  for (int n = pick(3); n > 0; --n) statement(b, depth + 1);
  b.add({Code::Const, kScratch, kNone, kNone, kNone, 0});
  if (!chance(8)) b.add({Code::Write, kNone, kNone, kScratch, kNone, v});
}

void Generator::statement(Body& b, int depth) {
  if (shape_.yields && chance(25)) b.add({Code::Yield});
  if (shape_.spin_locks && depth < 2 && chance(35)) return spin_lock(b, depth);
  if (depth < 2 && chance(20)) return branch(b, depth);
  if (shape_.heap && chance(55)) return heap(b, depth);
  if (shape_.locks && depth < 2 && chance(30)) return locking(b, depth);
  if (shape_.signals && depth < 2 && chance(35)) return chance(65) ? waiting(b) : parking(b);
  if (shape_.threads && depth < 2 && chance(25)) return threads(b);
  if (shape_.spin && depth < 2 && chance(20)) return spinning(b);
  access(b);
  if (chance(10)) b.add({Code::Assert, kNone, integer()});
}

Program Generator::generate() {
  const int threads = 2 + pick(chance(70) ? 2 : 3);
  integers_ = 1 + pick(3);
  references_ = shape_.heap ? 1 + pick(2) : 0;
  const int late = shape_.threads ? pick(threads) : 0;
  program_.bodies.resize(threads);
  program_.initial_threads = next_start_ = threads - late;
  program_.globals.assign(integers_ + references_, 0);
  program_.locks = shape_.locks || shape_.signals ? 1 + pick(2) : 0;
  program_.failing_cas_reads = chance(50);
  for (int i = 0; i < threads; ++i) {
    Body b;
    b.keep = chance(50) ? 0b1111 : chance(50) ? 0b1 : 0;
    if (shape_.heap && chance(20)) b.keep |= 1u << kFirstRef;
    for (int n = shape_.small ? 1 + pick(2) : 2 + pick(6 - threads); n > 0; --n) statement(b, 0);
    program_.bodies[i] = std::move(b);
  }
  program_.same_value_reads = chance(50);  // drawn last: the programs of old seeds stay what they are
  return std::move(program_);
}

}  // namespace

Program random_program(uint64_t seed, const Shape& shape) { return Generator(seed, shape).generate(); }

}  // namespace jmc::por::toy
