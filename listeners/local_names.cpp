#include "listeners/local_names.hpp"

#include <algorithm>
#include <string_view>

namespace jmc::listeners {

namespace {

constexpr int kFrames = 4;  // of the program, from the innermost one on: further out it would be another matter

// javac's field of a local class for a variable `n` that it captures is val$n, Kotlin's field and parameter are $n.
std::string_view without_prefix(std::string_view name) {
  for (const std::string_view prefix : {"val$", "$"})
    if (name.starts_with(prefix)) return name.substr(prefix.size());
  return name;
}

std::string captured_as(const vm::Vm& vm, vm::Ref self, vm::Ref object) {
  for (const auto& f : vm.klass_of(self)->fields)
    if (f->is_ref() && !f->is_static() && without_prefix(f->name) != f->name &&
        vm.heap.load<vm::Ref>(self, f->offset) == object)
      return std::string(without_prefix(f->name));
  return {};
}

std::string name_in(const vm::Vm& vm, const vm::Method& m, uint32_t pc, const uint32_t* slots, vm::Ref object) {
  const size_t bci = pc < m.bci.size() ? m.bci[pc] : 0;
  for (const classfile::LocalVariable& v : m.file->code->variables) {
    if (bci < v.start || bci >= size_t{v.start} + v.length || slots[v.slot] != object) continue;
    if (v.descriptor.front() != 'L' && v.descriptor.front() != '[') continue;
    if (v.name != "this") return std::string(without_prefix(v.name));
  }
  if (m.is_static() || m.max_locals == 0 || slots[0] < vm::Heap::kFirstRef) return {};
  return captured_as(vm, slots[0], object);
}

}  // namespace

bool is_atomic(const vm::Klass& k) { return k.name.starts_with("java/util/concurrent/atomic/"); }

bool is_nameless(const vm::Klass& k) { return k.is_array() || is_atomic(k); }

bool is_captured_variable(const vm::Klass& k) {
  return k.name.starts_with("kotlin/jvm/internal/Ref$") ||
         (k.name.starts_with("scala/runtime/") && k.name.ends_with("Ref"));
}

std::string local_name(const vm::Vm& vm, por::ThreadId t, vm::Ref object) {
  int seen = 0;
  for (uint32_t fp = vm.thread(t).s.fp; fp && seen < kFrames;) {
    const vm::FrameHeader* f = vm.frame(t, fp);
    const vm::Method& m = *vm.method(f->method);
    if (m.file && m.file->code && !m.internal && !m.owner->boot && !m.owner->hidden) {
      ++seen;
      if (std::string name = name_in(vm, m, f->pc, vm.thread(t).stack + fp - m.max_locals, object); !name.empty())
        return name;
    }
    fp = f->prev;
  }
  return {};
}

}  // namespace jmc::listeners
