#include "check/search/polling.hpp"

#include <cstring>

#include "listeners/names.hpp"
#include "vm/thread/thread.hpp"

namespace jmc::check {

namespace {

int64_t number_at(const char* at, char type) {
  if (type == 'J') {
    int64_t v;
    std::memcpy(&v, at, 8);
    return v;
  }
  int32_t v;
  std::memcpy(&v, at, 4);
  return v;
}

// Fields of type int and long of an object, or of a class's statics.
void add_fields(const vm::Vm& vm, vm::Ref r, std::map<std::string, int64_t>& out) {
  const vm::Klass* k = vm.klass_of(r);
  if (k->is_array()) return;
  const bool statics = k->kind == vm::KlassKind::Statics;
  for (const vm::Klass* c = statics ? k->statics_of : k; c; c = statics ? nullptr : c->super) {
    if (c->boot && c->name.starts_with("java/lang/")) continue;
    for (const auto& f : c->fields)
      if (f->is_static() == statics && (f->type == 'I' || f->type == 'J'))
        out.emplace(listeners::simple_class_name(*f->owner) + "." + std::string(f->name),
                    number_at(vm.heap.address(r, f->offset), f->type));
  }
}

}  // namespace

// What can be told of numbers by a name: local variables of the thread, fields of the objects that these refer to, of
// classes, and of objects that were there at the start.
Polling::Numbers Polling::numbers(por::ThreadId t) const {
  Numbers out;
  const vm::VThread& thread = vm_.thread(t);
  for (uint32_t fp = thread.s.fp; fp;) {
    const vm::FrameHeader* f = vm_.frame(t, fp);
    const vm::Method& m = *vm_.method(f->method);
    const uint32_t* slots = thread.stack + fp - m.max_locals;
    if (m.file && m.file->code && f->pc < m.bci.size())
      for (const auto& v : m.file->code->variables) {
        const uint32_t bci = m.bci[f->pc];
        if (bci < v.start || bci >= uint32_t{v.start} + v.length || v.slot >= m.max_locals) continue;
        const char type = v.descriptor.front();
        if (type == 'I' || type == 'J')
          out.emplace(std::string(v.name), number_at(reinterpret_cast<const char*>(slots + v.slot), type));
        else if (type == 'L' && slots[v.slot]) add_fields(vm_, slots[v.slot], out);
      }
    fp = f->prev;
  }
  if (vm_.heap.frozen())
    for (const vm::Ref r : vm_.heap.dirty()) add_fields(vm_, r, out);
  return out;
}

void Polling::polled_alone(por::ThreadId thread) {
  if (times != 0 || vm_.thread(thread).s.ended) return;
  tried_ = thread;
  alone_ = numbers(thread);
}

void Polling::polled_in_vain(std::span<const por::PathStep>, por::ThreadId thread, uint64_t limit) {
  if (limit == 0) return polled_alone(thread);
  times = limit;
  slept = vm_.thread(thread).s.pending.kind == vm::PendingKind::Sleep;
  if (tried_ == thread) {
    uint64_t furthest = 99;
    for (const auto& [name, now] : numbers(thread)) {
      const auto later = alone_.find(name);
      if (later == alone_.end()) continue;
      const uint64_t a = static_cast<uint64_t>(now), b = static_cast<uint64_t>(later->second);
      const uint64_t distance = now <= later->second ? b - a : a - b;
      // Numbers that jump are hash codes, seeds and times; they do not grow.
      if (distance <= furthest || distance > uint64_t{1} << 40) continue;
      furthest = distance;
      grown = name + " goes from " + std::to_string(now) + " to " + std::to_string(later->second);
    }
  }
  alone_.clear();
  // Where it stands, and if that is in the JDK, which line of the program is there.
  vm_.walk_frames(thread, [&](vm::Method* m, uint32_t pc) {
    if (!m->file || m->internal || (!place.empty() && m->owner->boot)) return true;
    const int line = m->line_of(pc);
    place += (place.empty() ? "" : ", called by ") + m->owner->external_name() + "." + std::string(m->name) +
             (line >= 0 ? ", line " + std::to_string(line) : "");
    return m->owner->boot;
  });
}

}  // namespace jmc::check
