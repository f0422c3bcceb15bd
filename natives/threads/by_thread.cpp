#include "natives/threads/by_thread.hpp"

#include "natives/support.hpp"
#include "vm/facilities.hpp"

namespace jmc::natives {

namespace {

using vm::kHeaderSize;
using vm::kNull;
using vm::Ref;
using vm::ThreadId;
using vm::Vm;

constexpr uint32_t kTables = 5;

// The objects are those of the base image, and never others.
struct Tables {
  Ref first[kTables] = {};
  Ref late = kNull;
};

Tables& tables(Vm& vm) {
  Tables& t = vm::facility<Tables>(vm);
  if (t.late) return t;
  vm::Klass* state = vm.require_class("jmc/internal/NativeState");
  constexpr const char* kNames[kTables] = {"blocks", "next", "files", "made", "given"};
  for (uint32_t i = 0; i < kTables; ++i) t.first[i] = get_static(vm, state, kNames[i]);
  t.late = get_static(vm, state, "late");
  return t;
}

bool of_numbers(ByThread what) { return what == ByThread::Next || what == ByThread::Made || what == ByThread::Given; }

}  // namespace

Ref find_table(Vm& vm, ByThread what, ThreadId t) {
  const Tables& all = tables(vm);
  const uint32_t i = static_cast<uint32_t>(what);
  if (t < kThreadsOfTable) return all.first[i];
  const Ref late = element(vm, all.late, t / kThreadsOfTable - 1);
  return late ? element(vm, late, i) : kNull;
}

Ref table_for(Vm& vm, ByThread what, ThreadId t) {
  if (const Ref known = find_table(vm, what, t)) return known;
  const Ref all = tables(vm).late;
  const uint32_t group = t / kThreadsOfTable - 1;
  const auto made = [&](vm::Klass* k, uint32_t length) {
    const Ref array = vm.new_array(k, length);
    if (!array) throw vm::Unsupported(vm::Failure::MemoryLimit, "memory limit: no room for what a thread has outside");
    return array;
  };
  Ref late = element(vm, all, group);
  if (!late) set_element(vm, all, group, late = made(vm.known->object_array, kTables));
  const Ref table = made(
      of_numbers(what) ? vm.klass_of(tables(vm).first[static_cast<uint32_t>(ByThread::Next)]) : vm.known->object_array,
      kThreadsOfTable);
  set_element(vm, late, static_cast<uint32_t>(what), table);
  return table;
}

int64_t number_of(Vm& vm, ByThread what, ThreadId t) {
  const Ref table = find_table(vm, what, t);
  return table ? vm.heap.load<int64_t>(table, kHeaderSize + 8 * place_of(t)) : 0;
}

void set_number(Vm& vm, ByThread what, ThreadId t, int64_t number) {
  vm.heap.store<int64_t>(table_for(vm, what, t), kHeaderSize + 8 * place_of(t), number);
}

Ref object_of(Vm& vm, ByThread what, ThreadId t) {
  const Ref table = find_table(vm, what, t);
  return table ? element(vm, table, place_of(t)) : kNull;
}

void set_object(Vm& vm, ByThread what, ThreadId t, Ref object) {
  set_element(vm, table_for(vm, what, t), place_of(t), object);
}

}  // namespace jmc::natives
