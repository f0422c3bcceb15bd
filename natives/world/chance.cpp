// Random numbers, and choices that a program asks for.
//
// A generator that was made without a seed gives, with --random=fixed, the numbers of one seed; with --random=all a
// draw out of few numbers is a branch of the search, one for each number, and others stop the run unless they are to
// stay fixed. A generator with a seed is no chance: it gives HotSpot's sequence. jmc.Choose (docs/user-guide.md) is a
// branch always. What the JDK draws for itself (probes, seeds of hash tables) does not go through these methods, or is
// told by who called.
#include "natives/support.hpp"

namespace jmc::natives {

using namespace vm;

namespace {

constexpr uint32_t kMostChoices = 250;  // of one operation: por::Op::alternatives

bool generates(std::string_view name) {
  for (const std::string_view prefix :
       {"java/util/Random", "java/util/SplittableRandom", "java/util/concurrent/ThreadLocalRandom",
        "java/security/SecureRandom", "java/util/random/", "java/util/UUID", "jdk/internal/util/random/",
        "java/util/stream/", "java/util/Spliterator"})
    if (name.starts_with(prefix)) return true;
  return name == "java/util/Collections" || name == "java/lang/Math" || name == "java/lang/StrictMath" ||
         name == "java/lang/Math$RandomNumberGeneratorHolder";
}

// Does the program draw, not the JDK for itself? Then its place, if it is not known yet.
bool program_draws(NativeCall& c, std::set<std::string>* places) {
  bool program = false;
  c.vm.walk_frames(c.thread, [&](Method* m, uint32_t pc) {
    if (m->internal || !m->file) return true;
    if (m->owner->boot) return generates(m->owner->name);
    program = true;
    if (!places || !c.vm.chance.known.insert(uint64_t{m->id} << 32 | pc).second) return false;
    const int line = m->line_of(pc);
    const std::string_view source = m->owner->file ? m->owner->file->source_file : std::string_view{};
    places->insert(
        m->owner->external_name() + "." + std::string(m->name) + "(" +
        (source.empty() ? "Unknown Source" : std::string(source) + (line >= 0 ? ":" + std::to_string(line) : "")) +
        ")");
    return false;
  });
  return program;
}

// A SHA1PRNG whose state comes from a seed of the program gives the sequence of that seed.
bool seeded(Vm& vm, Ref secure_random) {
  const Ref spi = get_ref(vm, secure_random, "secureRandomSpi");
  return spi && vm.klass_of(spi)->name == "sun/security/provider/SecureRandom" && get_ref(vm, spi, "state");
}

void set_unseeded(Vm& vm, Ref generator, bool on) {
  ObjectHeader* h = vm.heap.header(generator);
  if (static_cast<bool>(h->flags & kUnseeded) == on) return;
  vm.heap.touch(generator, reinterpret_cast<char*>(&h->flags));
  h->flags = on ? h->flags | kUnseeded : h->flags & ~uint32_t{kUnseeded};
}

bool unseeded(Vm& vm, Ref generator) {
  if (!generator) return false;
  if (vm.heap.header(generator)->flags & kUnseeded) return true;
  const std::string& name = vm.klass_of(generator)->name;
  return name == "java/util/concurrent/ThreadLocalRandom" ||
         (name == "java/security/SecureRandom" && !seeded(vm, generator));
}

// It seeds itself where it has no state yet, and a seed that it gets later only adds to that.
void note_own_seed(Vm& vm, Ref generator) {
  if (vm.klass_of(generator)->name == "java/security/SecureRandom" && unseeded(vm, generator))
    set_unseeded(vm, generator, true);
}

NativeStatus make_unseeded(NativeCall& c) {
  set_unseeded(c.vm, c.ref(0), true);
  return to_bytecode(c);
}

// Not where the constructor without a seed calls it.
NativeStatus set_seed(NativeCall& c) {
  const Method* caller = c.vm.method(c.vm.frame(c.thread, c.vm.thread(c.thread).s.fp)->method);
  if (caller->name != "<init>" || caller->owner->name != "java/util/Random") set_unseeded(c.vm, c.ref(0), false);
  return to_bytecode(c);
}

// --- bounded draws

struct Range {
  int64_t from = 0;
  uint64_t size = 0;
};  // size 0: an argument is wrong, or it is too large to tell

template <char T, int Arguments>
Range range_of(const NativeCall& c) {
  if constexpr (T == 'Z') return {0, 2};
  constexpr int width = T == 'J' ? 2 : 1;
  const auto argument = [&](int i) -> int64_t { return T == 'J' ? c.i64(1 + i * width) : c.i32(1 + i * width); };
  const int64_t from = Arguments == 2 ? argument(0) : 0, to = argument(Arguments - 1);
  return {from, to > from ? static_cast<uint64_t>(to) - static_cast<uint64_t>(from) : 0};
}

bool branches(NativeCall& c, const Range& r) {
  const VmOptions& o = c.vm.options;
  return o.random == Random::All && r.size && r.size <= o.random_range && unseeded(c.vm, c.ref(0)) &&
         program_draws(c, nullptr);
}

constexpr Operation kChoice{.ways = [](Vm&, ThreadId, const Pending& p) { return static_cast<uint32_t>(p.value); },
                            .as = as_lock};

void describe_choice(NativeCall& c, Pending& p, const Range& r, Verb verb) {
  p.kind = PendingKind::Other;
  p.verb = verb;
  p.value = r.size;
  p.expected = static_cast<uint64_t>(r.from);
  p.operation = &kChoice;
  p.add(kThreadLocation + c.thread, kThreadChance, true);
}

template <char T, int Arguments>
bool describe_draw(NativeCall& c, Pending& p) {
  const Range r = range_of<T, Arguments>(c);
  if (!branches(c, r)) return false;
  describe_choice(c, p, r, Verb::Draws);
  return true;
}

template <char T, int Arguments>
NativeStatus draw(NativeCall& c) {
  note_own_seed(c.vm, c.ref(0));
  const Range r = range_of<T, Arguments>(c);
  if (!branches(c, r)) return to_bytecode(c);
  program_draws(c, &c.vm.chance.places);
  const int64_t value = r.from + static_cast<int64_t>(c.vm.granted_alternative);
  if constexpr (T == 'J') return c.result(value);
  return c.result(static_cast<int32_t>(value));
}

// What all other draws, and those out of too many numbers, come down to.
NativeStatus next_bits(NativeCall& c) {
  note_own_seed(c.vm, c.ref(0));
  if (unseeded(c.vm, c.ref(0)) && program_draws(c, &c.vm.chance.places) && c.vm.options.random == Random::All &&
      !c.vm.options.random_rest_fixed)
    c.unsupported("a random number out of more than " + std::to_string(c.vm.options.random_range) +
                  " (--random=all:N allows N up to " + std::to_string(kMostChoices) +
                  ", --random=all,fixed draws such numbers as --random=fixed does)");
  return to_bytecode(c);
}

// A generator that is split off would look as if it had a seed.
NativeStatus split(NativeCall& c) {
  if (unseeded(c.vm, c.ref(0)) && c.vm.options.random == Random::All && program_draws(c, &c.vm.chance.places))
    c.unsupported("--random=all: splitting a generator that was made without a seed");
  return to_bytecode(c);
}

// --- jmc.Choose

// static int between(int from, int to)

Range choice_of(const NativeCall& c) {
  const int64_t from = c.i32(0), to = c.i32(1);
  return {from, to >= from ? static_cast<uint64_t>(to - from) + 1 : 0};
}

bool describe_choose(NativeCall& c, Pending& p) {
  const Range r = choice_of(c);
  if (!r.size) return false;
  if (r.size > kMostChoices) c.unsupported("a choice between more than " + std::to_string(kMostChoices) + " values");
  describe_choice(c, p, r, Verb::Chooses);
  return true;
}

NativeStatus choose(NativeCall& c) {
  const Range r = choice_of(c);
  if (!r.size) return c.throw_new("java/lang/IllegalArgumentException", "nothing to choose from");
  program_draws(c, &c.vm.chance.choices);
  return c.result(static_cast<int32_t>(r.from + c.vm.granted_alternative));
}

}  // namespace

void register_chance(Vm& vm) {
  for (const char* owner : {"java/util/Random", "java/util/concurrent/ThreadLocalRandom", "java/util/SplittableRandom",
                            "java/util/random/RandomGenerator", "java/security/SecureRandom"}) {
    const std::string k = std::string(owner) + ".";
    vm.register_native(k + "nextBoolean()Z", draw<'Z', 0>, describe_draw<'Z', 0>);
    vm.register_native(k + "nextInt(I)I", draw<'I', 1>, describe_draw<'I', 1>);
    vm.register_native(k + "nextInt(II)I", draw<'I', 2>, describe_draw<'I', 2>);
    vm.register_native(k + "nextLong(J)J", draw<'J', 1>, describe_draw<'J', 1>);
    vm.register_native(k + "nextLong(JJ)J", draw<'J', 2>, describe_draw<'J', 2>);
  }
  vm.register_native("java/util/Random.<init>()V", make_unseeded);
  vm.register_native("java/util/SplittableRandom.<init>()V", make_unseeded);
  vm.register_native("java/util/Random.setSeed(J)V", set_seed, describe_synchronized);
  vm.register_native("java/util/Random.next(I)I", next_bits);
  vm.register_native("java/security/SecureRandom.next(I)I", next_bits);
  vm.register_native("java/security/SecureRandom.nextBytes([B)V", next_bits, describe_synchronized);
  vm.register_native("java/util/concurrent/ThreadLocalRandom.nextSeed()J", next_bits);
  vm.register_native("java/util/SplittableRandom.nextSeed()J", next_bits);
  vm.register_native("java/util/SplittableRandom.split()Ljava/util/SplittableRandom;", split);
  vm.register_native("jmc/Choose.between(II)I", choose, describe_choose);
}

}  // namespace jmc::natives
