// What becomes known of an object when others get at it, when its constructor ends, and when the initialiser of its
// class does: the part of the memory model (vm/memory/memory_model.hpp) that is about objects.
#include <algorithm>
#include <unordered_set>

#include "vm/memory/memory_model.hpp"
#include "vm/native.hpp"
#include "vm/state/objects.hpp"

namespace jmc::vm {

using memory::Mode;

bool MemoryModel::has_birth(const Klass* k) {
  if (k->is_array()) return true;
  if (k->kind != KlassKind::Instance) return false;
  if (k->id >= births_.size()) births_.resize(k->id + 64);
  int8_t& known = births_[k->id];
  if (!known) {
    known = -1;
    for (const Klass* c = k; c; c = c->super)
      for (const auto& f : c->fields)
        if (!f->is_static() && (f->visibility & ~kFinalField)) known = 1;
  }
  return known > 0;
}

void MemoryModel::published(Ref object) {
  const Klass* k = vm_.klass_of(object);
  if (!vm_.multi() || publishing_statics || k->born_shared || !has_birth(k)) return;
  if (!all_kept_ && !is_passed_on(k)) return;
  if (k->is_array() && !vm_.array_length(object)) return;
  machine.write(current(), key(object, kBirth), Mode::Plain, 0, 0, 1);
}

bool MemoryModel::under_construction(Ref object) const {
  const ThreadState& s = vm_.thread(current()).s;
  for (uint32_t fp = s.fp; fp;) {
    const FrameHeader* f = vm_.frame(current(), fp);
    const Method* m = vm_.method(f->method);
    if (m->is_init() && vm_.thread(current()).stack[fp - m->max_locals] == object) return true;
    fp = f->prev;
  }
  return false;
}

void MemoryModel::escaped(const Klass* k) {
  for (const Klass* c = k; c; c = c->super)
    for (const auto& f : c->fields)
      if (!f->is_static() && f->visibility == kFinalField) vm_.visibility.contended(f.get());
}

void MemoryModel::stored_in_shared(Ref object) {
  if (vm_.multi() && under_construction(object)) escaped(vm_.klass_of(object));
}

void MemoryModel::used(Ref object) {
  if (machine.settled() || machine.knows(current(), key(object, kBirth))) return;
  Klass* k = vm_.klass(vm_.heap.header(object)->klass);
  if (std::find(unsafe_.begin(), unsafe_.end(), k) == unsafe_.end()) unsafe_.push_back(k);
}

// Whoever reads a final field of an object that it got at by a race sees what the constructor left behind it.
void MemoryModel::final_read(Ref object, const Field& f) {
  if (!f.is_ref()) return;
  // A thread comes after whoever started it, who got at its Thread by accesses, whatever ways to it others have.
  const Klass* k = vm_.klass_of(object);
  if (k->passed_on || (is_passed_on(k) && object != vm_.thread(current()).s.object))
    if (const Ref r = vm_.heap.load<Ref>(object, f.offset)) pass_on(vm_.klass(vm_.heap.header(r)->klass));
  if (machine.settled()) return;
  machine.acquire_lock(current(), key(object, kFreeze));
  // What the JDK keeps behind the final field of a String nobody ever writes after its constructor.
  if (const Ref content = vm_.heap.load<Ref>(object, f.offset); content && vm_.klass_of(object) == vm_.known->string)
    machine.learn(current(), key(content, kBirth));
}

template <class F>
void MemoryModel::for_each_reachable(std::vector<Ref> work, F&& visit) {
  std::unordered_set<Ref> seen(work.begin(), work.end());
  while (!work.empty()) {
    const Ref r = work.back();
    work.pop_back();
    visit(r);
    vm_.for_each_ref(r, [&](Ref x) {
      if (seen.insert(x).second) work.push_back(x);
    });
  }
}

void MemoryModel::constructed(Ref object, const Klass* k) {
  const memory::MachineState& s = machine.state();
  if (!vm_.multi()) return;
  // Births alone are not worth the way: who does not know one makes the search begin again, with born_shared_.
  const memory::View& known = s.threads[current()].current;
  if (!born_shared_ && std::none_of(known.begin(), known.end(), [](const memory::ViewEntry& e) {
        return static_cast<uint32_t>(e.key) >= kHeaderSize;
      }))
    return;
  if (known.empty()) return;
  std::vector<Ref> roots;
  for (const auto& f : k->fields)
    if (!f->is_static() && (f->flags & kFinal) && f->is_ref())
      if (const Ref r = vm_.heap.load<Ref>(object, f->offset)) roots.push_back(r);
  if (roots.empty()) return;
  std::unordered_set<Ref> reached;
  for_each_reachable(std::move(roots), [&](Ref r) { reached.insert(r); });
  machine.release_part(current(), key(object, kFreeze),
                       [&](memory::Key key) { return reached.contains(static_cast<Ref>(key >> 32)); });
}

Method* MemoryModel::puts_rows_apart(const Klass* k, uint32_t dims) const {
  for (uint32_t d = 1; d < dims; ++d, k = k->element)
    if (vm_.born_shared(k))
      return vm_.require_class("jmc/internal/Copies")->find_method("rows", "([Ljava/lang/Object;I)Ljava/lang/Object;");
  return nullptr;
}

// Others reach what the initialiser made through its class, and so after it.
void MemoryModel::initialised(const Klass* k) {
  if (machine.settled()) return;
  std::unordered_set<Ref> reached{k->statics};
  std::vector<Ref> roots;
  for (const uint32_t offset : k->static_ref_offsets)
    if (const Ref r = vm_.heap.load<Ref>(k->statics, offset)) roots.push_back(r);
  for_each_reachable(std::move(roots), [&](Ref r) { reached.insert(r); });
  std::vector<memory::Key> known;
  for (const memory::Location& l : machine.state().locations)
    if (reached.contains(static_cast<Ref>(l.key >> 32)) && machine.knows(current(), l.key)) known.push_back(l.key);
  for (const memory::Key key : known)
    for (ThreadId t = 0; t < vm_.thread_count(); ++t)
      if (!vm_.thread(t).s.ended) machine.learn(t, key);
}

// What is written to an object from now on, before the search begins, is written once and for all of its rounds: no
// later round can take it for an access, unless it is one already.
void MemoryModel::share_all() {
  for (uint64_t at = Heap::kImmortalLimit; at < vm_.heap.top();) {
    const Ref r = static_cast<Ref>(at >> 3);
    ObjectHeader* h = vm_.heap.header(r);
    vm_.heap.log(reinterpret_cast<char*>(&h->flags));
    h->flags |= kShared;
    at += (vm_.object_size(r) + 7) & ~uint64_t{7};
  }
}

void MemoryModel::share_from_birth(Klass* k) { k->born_shared = born_shared_ = true; }

}  // namespace jmc::vm
