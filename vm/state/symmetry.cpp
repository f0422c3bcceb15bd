#include "vm/state/symmetry.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "vm/code/insn.hpp"
#include "vm/native.hpp"
#include "vm/state/alike.hpp"
#include "vm/state/objects.hpp"

namespace jmc::vm {

namespace {

uint64_t mix(uint64_t h, uint64_t v) {
  h = (h ^ v) * 0x9e3779b97f4a7c15u;
  return h ^ h >> 29;
}

// The reference of this name in the object; kNull if it has no such field.
Ref ref_in(const Vm& vm, Ref object, std::string_view name) {
  const Field* f = vm.klass_of(object)->find_field(name);
  return f ? vm.heap.load<Ref>(object, f->offset) : kNull;
}

// What a Thread runs, if not itself.
Ref task_of(const Vm& vm, Ref thread) {
  if (const Ref target = ref_in(vm, thread, "target")) return target;
  const Ref holder = ref_in(vm, thread, "holder");
  return holder ? ref_in(vm, holder, "task") : kNull;
}

// Threads that main has started, and are asked about.
struct Started {
  explicit Started(Vm& vm) : alike(vm) {}
  Alike alike;
  std::vector<std::vector<Ref>> owned;  // Alike::owned, of each pair of them in this step
};

}  // namespace

Symmetry::Symmetry(Vm& vm) : vm_(vm), ahead_(vm) {}
Symmetry::~Symmetry() = default;

bool Symmetry::on() const { return active_ && !suspended_ && !vm_.rules.foresees(kThreadsTold); }

// --- whether there are such threads

bool Symmetry::wanted() const {
  if (vm_.options.symmetry != SymmetryUse::Auto) return vm_.options.symmetry == SymmetryUse::On;
  return vm_.rules.foresees_or_met(kThreadsAlike) && !vm_.rules.foresees_or_met(kThreadsTold);
}

void Symmetry::begin_image() {
  active_ = wanted();
  forget();
  referring_.clear();
  if (active_) find_numbered();
}

void Symmetry::change() {
  // What was found before the first step of a search is no surprise.
  for (const Feature feature : {kThreadsAlike, kThreadsTold})
    if (vm_.rules.foresees_or_met(feature)) vm_.rules.foresee(feature);
  vm_.freeze();
}

void Symmetry::answer() {
  if (!asks_) return;
  Started& s = facility<Started>(vm_);
  for (const std::vector<Ref>& objects : s.owned)
    if (!vm_.rules.foresees_or_met(kThreadsAlike) && !s.alike.known_elsewhere(objects)) vm_.rules.uses(kThreadsAlike);
  s.owned.clear();
  asks_ = false;
}

void Symmetry::started(ThreadId t) {
  if (vm_.options.symmetry != SymmetryUse::Auto || told_ || vm_.current_ != 0 ||
      vm_.rules.foresees_or_met(kThreadsAlike | kThreadsTold))
    return;
  const ThreadState& later = vm_.thread(t).s;
  Started& started = facility<Started>(vm_);
  for (ThreadId u = 1; u < t && later.kind; ++u) {
    const ThreadState& s = vm_.thread(u).s;
    if (s.kind != later.kind || s.ended || s.starter != 0) continue;
    const Alike::Answer answer = started.alike.compare(s.object, later.object);
    if (answer == Alike::Answer::Yes) return vm_.rules.uses(kThreadsAlike);
    if (answer == Alike::Answer::Owned) started.owned.push_back(started.alike.owned()), asks_ = true;
  }
}

uint32_t Symmetry::kind_of(Ref thread) const {
  if (!thread || thread == vm_.shutdown_thread || !vm_.known) return 0;
  const Ref target = task_of(vm_, thread);
  const uint32_t runs = target ? vm_.heap.header(target)->klass + 1 : 0;
  // That two kinds have one number does no harm.
  return static_cast<uint32_t>(mix(vm_.heap.header(thread)->klass + 1, runs) >> 32) | 1;
}

bool Symmetry::nameless(Ref thread) const { return thread != vm_.thread(0).s.object && on(); }

void Symmetry::tell_apart() {
  if (active_ && vm_.marked()) vm_.rules.met(kThreadsTold);
}

void Symmetry::looked_at(Ref thread, uint32_t offset) {
  if (!active_ || !(vm_.heap.header(thread)->flags & kConfined)) return;
  const Klass& k = *vm_.known->thread;
  if (!name_) {
    if (const Field* f = k.find_field("name")) name_ = f->offset;
    if (const Field* f = k.find_field("tid")) tid_ = f->offset;
  }
  if ((offset == name_ || (offset >= tid_ && offset < tid_ + 8)) && thread != vm_.thread(0).s.object) tell_apart();
}

// --- places

por::ThreadSet Symmetry::places(const por::ThreadSet& threads) const {
  if (!moved()) return threads;
  por::ThreadSet out;
  for (const ThreadId t : threads) out.insert(place(t));
  return out;
}

// Where it stands, and what it sees of the base image.
uint64_t Symmetry::shallow_key(ThreadId t) {
  const ThreadState& s = vm_.thread(t).s;
  const auto seen = [&](Ref r) -> uint64_t {
    if (!r) return 0;
    const ObjectHeader* h = vm_.heap.header(r);
    return h->flags & kBase ? r : uint64_t{1} << 32 | h->klass;
  };
  uint64_t key = mix(1, s.ended | s.interrupted << 1 | s.permit << 2 | static_cast<uint64_t>(s.wait) << 3 |
                            uint64_t{s.native_phase} << 8 | static_cast<uint64_t>(s.pending.kind) << 16 |
                            uint64_t{s.wait_count} << 32);
  key = mix(key, uint64_t{s.hash_seed} << 32 | s.random_seed);
  if (s.ended) return key;
  key = mix(mix(key, seen(s.waiting_on)), seen(s.exception));
  ThreadTable::Frames& f = const_cast<ThreadTable::Frames&>(vm_.threads_.frames(t));
  if (!f.key) {
    size_t ref = 0;
    uint64_t h = f.words.size();
    for (size_t i = 0; i < f.words.size(); ++i) {
      const bool is_ref = ref < f.refs.size() && f.refs[ref] == i;
      ref += is_ref;
      h = mix(h, is_ref ? seen(f.words[i]) : f.words[i]);
    }
    f.key = h | 1;
  }
  return mix(key, f.key);
}

// In what an array says of threads: where it stands in a queue, what its number has.
uint64_t Symmetry::rank_key(ThreadId t, Ref array) const {
  const ObjectHeader* h = vm_.heap.header(array);
  const auto word = [&](uint32_t i) { return vm_.heap.load<uint32_t>(array, kHeaderSize + 4 * i); };
  if (h->flags & kByThread) return t < h->length ? word(t) : 0;
  for (uint32_t i = 0; i < h->length; ++i)
    if ((word(i) & kThreadOfElement) == t) return uint64_t{i + 1} << 32 | (word(i) & ~kThreadOfElement);
  return 0;
}

// Of those that wait for a lock or a condition the queue tells which is the next one.
uint64_t Symmetry::queue_key(ThreadId t) const {
  const ThreadState& s = vm_.thread(t).s;
  uint64_t key = 1;
  if (s.ended) return key;
  for (const Ref o :
       {s.waiting_on, s.pending.kind == PendingKind::Lock ? static_cast<Ref>(s.pending.expected) : kNull}) {
    if (!o || vm_.klass_of(o)->is_array()) continue;
    for (const uint32_t offset : vm_.klass_of(o)->ref_offsets)
      if (const Ref r = vm_.heap.load<Ref>(o, offset); r && vm_.heap.header(r)->flags & (kHoldsThreads | kByThread))
        key = mix(key, rank_key(t, r));
  }
  return key;
}

// And what it holds of later objects, each named by how this thread comes to it.
uint64_t Symmetry::deep_key(ThreadId t) {
  constexpr size_t kMost = 64, kWords = 64;
  const ThreadState& s = vm_.thread(t).s;
  seen_.assign(1, s.object);
  const auto name = [&](Ref r) -> uint64_t {
    if (!r) return 0;
    const ObjectHeader* h = vm_.heap.header(r);
    if (h->flags & kBase) return r;
    if ((h->flags & kConfined) && r != s.object) return uint64_t{1} << 33;  // another thread
    for (size_t i = 0; i < seen_.size(); ++i)
      if (seen_[i] == r) return uint64_t{1} << 32 | i;
    if (seen_.size() == kMost) return uint64_t{1} << 34;
    seen_.push_back(r);
    return uint64_t{1} << 32 | (seen_.size() - 1);
  };
  uint64_t key = mix(mix(name(s.waiting_on), name(s.exception)), queue_key(t));
  if (!s.ended) {
    const ThreadTable::Frames& f = vm_.threads_.frames(t);
    for (const uint32_t i : f.refs) key = mix(key, name(f.words[i]));
  }
  for (size_t n = 0; n < seen_.size(); ++n) {
    const Ref r = seen_[n];
    const ObjectHeader* h = vm_.heap.header(r);
    if (h->flags & kBase) continue;
    const Klass& k = *vm_.klass(h->klass);
    const ThreadId owner = lock_holder(h->lock);
    const uint32_t held = owner == por::kNoThread ? 0 : owner == t ? 1 : 2;
    key = mix(key, uint64_t{h->klass} << 32 | (h->flags & kStateFlags));
    key = mix(mix(key, h->length), uint64_t{held} << 32 | lock_count(h->lock));
    if (h->flags & kHasHash) key = mix(key, static_cast<uint32_t>(vm_.heap.hash_of(r)));
    if (h->flags & (kHoldsThreads | kByThread)) {
      key = mix(key, rank_key(t, r));
      continue;
    }
    if (k.kind == KlassKind::ObjectArray) {
      const Ref* p = reinterpret_cast<const Ref*>(vm_.heap.address(r, kHeaderSize));
      for (uint32_t i = 0; i < std::min<uint32_t>(h->length, kWords); ++i) key = mix(key, name(p[i]));
      continue;
    }
    const uint64_t size = k.is_array() ? uint64_t{h->length} << k.element_shift : k.instance_size - kHeaderSize;
    words_.resize(std::min<size_t>(size / 4, kWords));
    std::memcpy(words_.data(), vm_.heap.address(r, kHeaderSize), words_.size() * 4);
    if (h->flags & kConfined) object_form(r, words_.data(), static_cast<uint32_t>(words_.size()));
    if (!k.is_array())
      for (const uint32_t offset : k.ref_offsets)
        if (const size_t i = (offset - kHeaderSize) / 4; i < words_.size() && words_[i]) {
          key = mix(key, name(words_[i]));
          words_[i] = 1;
        }
    for (const uint32_t word : words_) key = mix(key, word);
  }
  return key;
}

void Symmetry::arrange() {
  forget();
  if (!on()) return;
  const ThreadId count = vm_.thread_count();
  for (ThreadId t = 0; t < count; ++t) ahead(t);  // not in the middle of a form
  if (vm_.clock.used()) return;                   // timers are told by the numbers of their threads
  // Who has seen a class initialised is told by bits up to there.
  if (count > 62 && !vm_.initialisers.kept.empty()) return;
  keyed_.clear();
  for (ThreadId t = 1; t < count; ++t)
    if (const uint32_t kind = vm_.thread(t).s.kind) keyed_.push_back({kind, t, 0});
  std::stable_sort(keyed_.begin(), keyed_.end(), [](const Keyed& a, const Keyed& b) { return a.kind < b.kind; });
  for (size_t from = 0, to = 0; from < keyed_.size(); from = to) {
    while (to < keyed_.size() && keyed_[to].kind == keyed_[from].kind) ++to;
    if (to - from < 2) continue;
    for (size_t i = from; i < to; ++i) keyed_[i].key = shallow_key(keyed_[i].thread);
    sorted_.assign(keyed_.begin() + static_cast<std::ptrdiff_t>(from),
                   keyed_.begin() + static_cast<std::ptrdiff_t>(to));
    const auto less = [](const Keyed& a, const Keyed& b) { return a.key < b.key; };
    std::stable_sort(sorted_.begin(), sorted_.end(), less);
    // Those that cannot be told apart so far.
    for (size_t i = 0, next = 0; i < sorted_.size(); i = next) {
      for (next = i + 1; next < sorted_.size() && sorted_[next].key == sorted_[i].key;) ++next;
      if (next - i < 2) continue;
      for (size_t j = i; j < next; ++j) sorted_[j].key = deep_key(sorted_[j].thread);
      std::stable_sort(sorted_.begin() + static_cast<std::ptrdiff_t>(i),
                       sorted_.begin() + static_cast<std::ptrdiff_t>(next), less);
    }
    for (size_t i = from; i < to; ++i) {
      const ThreadId place = keyed_[i].thread, t = sorted_[i - from].thread;
      if (place == t && place_.empty()) continue;
      if (place_.empty()) {
        place_.resize(count);
        for (ThreadId u = 0; u < count; ++u) place_[u] = u;
        at_ = place_;
      }
      place_[t] = place;
      at_[place] = t;
    }
  }
}

void Symmetry::object_form(Ref object, uint32_t* words, uint32_t count) {
  const uint32_t flags = vm_.heap.header(object)->flags;
  if (flags & kConfined) {
    if (!nameless(object)) return;
    if (!name_) looked_at(vm_.thread(0).s.object, 0);  // finds the offsets
    for (const uint32_t offset : {name_, tid_, tid_ + 4})
      if (const uint32_t at = (offset - kHeaderSize) / 4; offset >= kHeaderSize && at < count) words[at] = 0;
    return;
  }
  if (!moved()) return;
  if (flags & kHoldsThreads) {
    for (uint32_t i = 0; i < count; ++i) words[i] = (words[i] & ~kThreadOfElement) | place(words[i] & kThreadOfElement);
    return;
  }
  // Its length counts in steps (natives/locks/locks.cpp), and nobody beyond it has anything: what does not fit in at
  // its place goes where something else came from.
  words_.assign(words, words + count);
  std::fill(words, words + count, 0u);
  std::vector<uint32_t> beyond;
  for (uint32_t t = 0; t < count; ++t) {
    if (!words_[t]) continue;
    if (const ThreadId p = place(t); p < count) words[p] = words_[t];
    else beyond.push_back(p);
  }
  if (beyond.empty()) return;
  // This state is like no other, and the search is repeated.
  tell_apart();
  std::copy(words_.begin(), words_.end(), words);
  words[0] ^= ++lone_ << 16;
}

void Symmetry::statics_form(uint32_t* words) const {
  if (!moved()) return;
  uint32_t& thread = words[(kStaticsThread - kHeaderSize) / 4];
  if (thread) thread = place(thread - 1) + 1;
  uint64_t seen;
  std::memcpy(&seen, words + (kStaticsSeen - kHeaderSize) / 4, sizeof seen);
  if (!seen || seen == ~uint64_t{0}) return;  // nobody, everybody
  uint64_t placed = 0;                        // arrange() sees to it that these are bits
  for (ThreadId t = 0; t < 64; ++t)
    if (seen >> t & 1) placed |= uint64_t{1} << (t < 63 ? place(t) : t);
  seen = placed;
  std::memcpy(words + (kStaticsSeen - kHeaderSize) / 4, &seen, sizeof seen);
}

// --- the base image

void Symmetry::find_numbered() {
  referring_.clear();
  Heap& heap = vm_.heap;
  const auto for_each_object = [&](auto&& visit) {
    for (uint64_t at = Heap::kImmortalLimit; at < heap.top();) {
      const Ref r = static_cast<Ref>(at >> 3);
      visit(r);
      at += (vm_.object_size(r) + 7) & ~uint64_t{7};
    }
  };
  std::unordered_map<uint32_t, std::vector<Ref>> kinds;
  for_each_object([&](Ref r) {
    if ((heap.header(r)->flags & (kConfined | kProgram)) != (kConfined | kProgram)) return;
    const ThreadId t = vm_.thread_of(r);
    if (t == 0) return;
    if (const uint32_t kind = t == por::kNoThread ? kind_of(r) : vm_.thread(t).s.kind) kinds[kind].push_back(r);
  });
  // One that has started may be the first of several, of which main may be about to make the next one.
  std::unordered_set<uint32_t> classes, tasks;
  for (ThreadId t = 1; t < vm_.thread_count(); ++t) {
    const Ref object = vm_.thread(t).s.object;
    classes.insert(heap.header(object)->klass);
    if (const Ref task = task_of(vm_, object)) tasks.insert(heap.header(task)->klass);
  }
  bool making = false;
  std::erase_if(kinds, [&](const auto& entry) {
    const Ref first = entry.second.front();
    if (entry.second.size() > 1 || vm_.thread_of(first) != por::kNoThread) return false;
    const bool next = classes.contains(heap.header(first)->klass);
    making |= next;
    return !next;
  });
  std::unordered_map<Ref, uint32_t> numbered;  // 1: yes; 0: stays
  for (const auto& [kind, threads] : kinds)
    for (const Ref r : threads) numbered[r] = 1;

  // What the rest of the program gets at without going through one of these threads.
  enum : uint32_t { kOutside = ~0u };
  std::unordered_map<Ref, uint32_t> marks;
  std::vector<Ref> work;
  const auto walk = [&](auto&& enter) {
    while (!work.empty()) {
      const Ref r = work.back();
      work.pop_back();
      vm_.for_each_ref(r, enter);
    }
  };
  const auto roots_of = [&](ThreadId t, auto&& enter) {
    const ThreadState& s = vm_.thread(t).s;
    for (const Ref r : {s.exception, s.waiting_on})
      if (r) enter(r);
    if (!s.ended) vm_.for_each_frame_ref(t, enter);
  };
  const auto outside = [&](Ref r) {
    if (!(heap.header(r)->flags & kProgram) || numbered.contains(r) || !marks.try_emplace(r, kOutside).second) return;
    work.push_back(r);
  };
  for (const uint32_t id : vm_.heap_state_.user_statics()) vm_.for_each_ref(vm_.klass(id)->statics, outside);
  // What it is to run is known to main alone so far.
  walk(outside);
  if (making)
    vm_.for_each_frame_ref(0, [&](Ref r) {
      const ObjectHeader* h = heap.header(r);
      if ((h->flags & kProgram) && tasks.contains(h->klass) && !marks.contains(r)) numbered[r] = 1;
    });
  for (ThreadId t = 0; t < vm_.thread_count(); ++t) {
    const Ref object = vm_.thread(t).s.object;
    if (object && numbered.contains(object)) continue;
    if (object) outside(object);
    roots_of(t, outside);
  }
  walk(outside);
  // What all threads of a kind get at stays; what some of them do belongs to these.
  std::vector<std::pair<Ref, bool>> reached;
  for (const auto& [kind, threads] : kinds) {
    std::unordered_map<Ref, uint32_t> count;
    uint32_t now = 0;
    std::unordered_map<Ref, uint32_t> last;
    for (const Ref thread : threads) {
      ++now;
      const auto enter = [&](Ref r) {
        if (!(heap.header(r)->flags & kProgram) || numbered.contains(r) || marks.contains(r)) return;
        if (uint32_t& seen = last[r]; seen == now) return;
        else seen = now;
        ++count[r];
        work.push_back(r);
      };
      vm_.for_each_ref(thread, enter);
      if (const ThreadId t = vm_.thread_of(thread); t != por::kNoThread) roots_of(t, enter);
      walk(enter);
    }
    // One alone is there where others are made later, which have nothing in the image.
    for (const auto& [r, n] : count) reached.emplace_back(r, n < threads.size() || threads.size() == 1);
  }
  for (const auto& [r, some] : reached)
    if (some) numbered[r] = 1;

  for (const auto& [r, yes] : numbered) heap.header(r)->flags &= ~uint32_t{kBase | kCleanBase | kProgram};
  // References to these, and numbers of threads, are not what the image says but what they are named now.
  const auto mark = [&](Ref r) {
    ObjectHeader* h = heap.header(r);
    bool names = (h->flags & (kHoldsThreads | kByThread)) || (h->lock && lock_holder(h->lock) != 0);
    vm_.for_each_ref(r, [&](Ref to) { names = names || numbered.contains(to); });
    return names;
  };
  for_each_object([&](Ref r) {
    ObjectHeader* h = heap.header(r);
    if (!(h->flags & kBase) || !mark(r)) return;
    h->flags |= kNamesNumbered;
    if (!(h->flags & kProgram)) referring_.push_back(r);
  });
  for (uint32_t id = 0; id < vm_.class_count(); ++id) {
    const Ref statics = vm_.klass(id)->statics;
    if (!statics) continue;
    uint64_t seen = heap.load<uint64_t>(statics, kStaticsSeen);
    if (!mark(statics) && seen <= 1 && heap.load<uint32_t>(statics, kStaticsThread) <= 1) continue;
    ObjectHeader* h = heap.header(statics);
    h->flags |= kNamesNumbered;
    if (!(h->flags & kProgram)) referring_.push_back(statics);
  }
}

}  // namespace jmc::vm
