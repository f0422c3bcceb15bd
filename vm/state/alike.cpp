#include "vm/state/alike.hpp"

#include <algorithm>
#include <cstring>
#include <unordered_set>

#include "vm/code/arithmetic.hpp"
#include "vm/native.hpp"
#include "vm/state/objects.hpp"

namespace jmc::vm {

namespace {

// Nobody can tell two of these apart but by asking which of them it is: strings, numbers, lambdas.
bool is_value(const Klass& k) {
  if (k.hidden) return true;
  if (!k.boot) return false;
  static constexpr std::string_view kValues[] = {"java/lang/String", "java/lang/Boolean",   "java/lang/Byte",
                                                 "java/lang/Short",  "java/lang/Character", "java/lang/Integer",
                                                 "java/lang/Long",   "java/lang/Float",     "java/lang/Double"};
  return std::find(std::begin(kValues), std::end(kValues), k.name) != std::end(kValues);
}

// In java.lang.Thread, and from JDK 19 on in what it holds: who it is, and how far it has come.
bool tells_threads_apart(const Field& f) {
  return f.name == "name" || f.name == "tid" || f.name == "eetop" || f.name == "threadStatus" ||
         (f.visibility & kConfinedField);
}

// What a Thread runs is the program's, whoever declares the field.
bool is_task(const Field& f) { return f.name == "target" || f.name == "task"; }

bool of_jdk(const Klass& k) { return k.name == "java/lang/Thread" || k.name == "java/lang/Thread$FieldHolder"; }

}  // namespace

Alike::Answer Alike::compare(Ref a, Ref b) {
  pairs_.clear();
  owned_.clear();
  const ObjectHeader *g = vm_.heap.header(a), *h = vm_.heap.header(b);
  if (g->klass != h->klass || ((g->flags | h->flags) & kHasHash)) return Answer::No;
  pairs_.push_back({a, b, true});
  for (size_t i = 0; i < pairs_.size(); ++i)
    if (!same_content(Pair(pairs_[i]))) return Answer::No;
  return owned_.empty() ? Answer::Yes : Answer::Owned;
}

bool Alike::enter(Ref a, Ref b, bool of_thread) {
  if (a == b) return true;
  if (!a || !b) return false;
  const ObjectHeader *g = vm_.heap.header(a), *h = vm_.heap.header(b);
  if (g->klass != h->klass || ((g->flags | h->flags) & (kConfined | kHasHash))) return false;
  for (const Pair& p : pairs_)
    if (p.a == a || p.b == b) return p.a == a && p.b == b;
  if (pairs_.size() == kMostPairs) return false;
  pairs_.push_back({a, b, of_thread});
  return true;
}

bool Alike::same_content(const Pair& pair) {
  const Heap& heap = vm_.heap;
  const ObjectHeader *g = heap.header(pair.a), *h = heap.header(pair.b);
  const Klass& k = *vm_.klass(g->klass);
  const bool thread = g->flags & kConfined;
  if (!thread) {
    if (g->length != h->length || g->lock || h->lock) return false;
    if (!pair.of_thread && !is_value(k)) owned_.push_back(pair.a), owned_.push_back(pair.b);
  }
  if (k.kind == KlassKind::ObjectArray) {
    if (g->length > kMostPairs) return false;
    for (uint32_t i = 0; i < g->length; ++i)
      if (!enter(heap.load<Ref>(pair.a, kHeaderSize + 4 * i), heap.load<Ref>(pair.b, kHeaderSize + 4 * i),
                 pair.of_thread))
        return false;
    return true;
  }
  if (k.is_array()) {
    const uint64_t bytes = uint64_t{g->length} << k.element_shift;
    return bytes <= kMostBytes &&
           !std::memcmp(heap.address(pair.a, kHeaderSize), heap.address(pair.b, kHeaderSize), bytes);
  }
  for (const Klass* c = &k; c; c = c->super) {
    const bool jdk = of_jdk(*c);
    for (const auto& f : c->fields) {
      if (f->is_static() || (jdk && tells_threads_apart(*f))) continue;
      if (f->is_ref()) {
        const bool of_thread = pair.of_thread && (jdk || !thread) && !(jdk && is_task(*f));
        if (!enter(heap.load<Ref>(pair.a, f->offset), heap.load<Ref>(pair.b, f->offset), of_thread)) return false;
      } else if (std::memcmp(heap.address(pair.a, f->offset), heap.address(pair.b, f->offset), width_of(f->type))) {
        return false;
      }
    }
  }
  return true;
}

bool Alike::known_elsewhere(const std::vector<Ref>& objects) {
  std::unordered_set<Ref> reached;
  std::vector<Ref> work;
  bool known = false;
  const auto enter = [&](Ref r) {
    if (known || (vm_.heap.header(r)->flags & kConfined) || !reached.insert(r).second) return;
    known = reached.size() > kMostReached || std::find(objects.begin(), objects.end(), r) != objects.end();
    work.push_back(r);
  };
  for (uint32_t id = 0; id < vm_.class_count(); ++id) {
    const Klass& k = *vm_.klass(id);
    if (k.statics && !k.boot && !(k.hidden && k.host && k.host->boot)) vm_.for_each_ref(k.statics, enter);
  }
  if (!vm_.thread(0).s.ended) vm_.for_each_frame_ref(0, enter);
  while (!work.empty() && !known) {
    const Ref r = work.back();
    work.pop_back();
    vm_.for_each_ref(r, enter);
  }
  return known;
}

}  // namespace jmc::vm
