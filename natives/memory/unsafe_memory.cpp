// Unsafe: memory outside of the heap, and operations on many bytes of it or of the heap. And what keeps the JDK's books
// on both: limits and cleaners.
#include <algorithm>

#include "natives/memory/atomics.hpp"
#include "natives/memory/off_heap.hpp"

namespace jmc::natives {

using namespace vm;

namespace {

// --- blocks. Slots: 1-2 size or address

NativeStatus allocate(NativeCall& c) {
  const int64_t address = allocate_memory(c.vm, static_cast<uint64_t>(c.i64(1)));
  return address ? c.result(address) : NativeStatus::Throw;
}

bool describe_freeing(NativeCall& c, Pending& p) {
  const Ref block = c.vm.multi() ? block_once_at(c.vm, c.i64(1)) : kNull;
  return block && describe_free(c.vm, block, p);
}

NativeStatus free_memory(NativeCall& c) {
  if (c.i64(1) == 0) return c.done();
  const Ref block = block_at(c.vm, c.i64(1));
  if (!block) return bad_address(c, c.i64(1), 0, "freeMemory of");
  free_block(c.vm, block);
  return c.done();
}

NativeStatus reallocate(NativeCall& c) {
  Vm& vm = c.vm;
  const Ref old = block_at(vm, c.i64(1));
  const uint64_t bytes = static_cast<uint64_t>(c.i64(3));
  if (!old) return bad_address(c, c.i64(1), 0, "reallocateMemory of");
  const int64_t address = allocate_memory(vm, bytes);
  if (!address) return NativeStatus::Throw;
  const uint64_t kept = std::min(bytes, block_size(vm, old));
  const BlockBytes to = find_memory(vm, address, kept);
  std::memcpy(vm.heap.address(to.block, to.offset), vm.heap.address(old, kBlockData),
              kept);  // a new object: nothing to log
  free_block(vm, old);
  return c.result(address);
}

// --- many bytes at once

// Slots: 1 source, 2-3 offset, 4 destination, 5-6 offset, 7-8 bytes.
NativeStatus copy_memory(NativeCall& c) {
  const int64_t count = c.i64(7);
  if (count == 0) return c.done();
  Bytes from, to;
  if (!find_bytes(c.vm, c.ref(1), c.i64(2), static_cast<uint64_t>(count), from)) {
    if (c.ref(1)) c.unsupported("a copy of memory beyond the end of an object");
    return bad_address(c, c.i64(2), static_cast<uint64_t>(count), "copyMemory from");
  }
  if (!find_bytes(c.vm, c.ref(4), c.i64(5), static_cast<uint64_t>(count), to)) {
    if (c.ref(4)) c.unsupported("a copy of memory beyond the end of an object");
    return bad_address(c, c.i64(5), static_cast<uint64_t>(count), "copyMemory to");
  }
  to.log(c.vm);
  std::memmove(to.data(c.vm), from.data(c.vm), to.count);
  return c.done();
}

// The same, and the bytes of each element in reverse. Slots 9-10: size of an element.
NativeStatus copy_swapped(NativeCall& c) {
  const int64_t size = c.i64(9);
  const NativeStatus status = copy_memory(c);
  Bytes to;
  if (status != NativeStatus::Done || !find_bytes(c.vm, c.ref(4), c.i64(5), static_cast<uint64_t>(c.i64(7)), to) ||
      !to.count)
    return status;
  char* target = to.data(c.vm);
  for (uint64_t i = 0; i + static_cast<uint64_t>(size) <= to.count; i += static_cast<uint64_t>(size))
    std::reverse(target + i, target + i + size);
  return status;
}

std::vector<vm::ElementRange> copied(Vm& vm, ThreadId t, const Pending& p) {
  const NativeCall c = suspended_call(vm, t, p);
  std::vector<vm::ElementRange> out;
  Bytes from, to;
  if (find_bytes(vm, c.ref(1), c.i64(2), static_cast<uint64_t>(c.i64(7)), from)) from.add_to(out, vm, false);
  if (find_bytes(vm, c.ref(4), c.i64(5), static_cast<uint64_t>(c.i64(7)), to)) to.add_to(out, vm, true);
  return out;
}

std::vector<vm::ElementRange> filled(Vm& vm, ThreadId t, const Pending& p) {
  const NativeCall c = suspended_call(vm, t, p);
  std::vector<vm::ElementRange> out;
  Bytes to;
  if (find_bytes(vm, c.ref(1), c.i64(2), static_cast<uint64_t>(c.i64(4)), to)) to.add_to(out, vm, true);
  return out;
}

constexpr vm::Operation kCopy{.ranges = copied}, kFill{.ranges = filled};

bool describe_copy(NativeCall& c, Pending& pending) {
  Vm& vm = c.vm;
  const int64_t count = c.i64(7);
  Bytes from, to;
  if (!vm.multi() || count <= 0) return false;
  if (!find_bytes(vm, c.ref(1), c.i64(2), static_cast<uint64_t>(count), from))
    return !c.ref(1) && describe_freed(vm, c.i64(2), pending);
  if (!find_bytes(vm, c.ref(4), c.i64(5), static_cast<uint64_t>(count), to))
    return !c.ref(4) && describe_freed(vm, c.i64(5), pending);
  const bool read = describe_bytes(vm, from, false, pending);
  const bool write = describe_bytes(vm, to, true, pending);
  pending.kind = PendingKind::Cas;  // a read and a write
  pending.verb = Verb::CopyMemory;
  pending.operation = &kCopy;
  keep_call(c, pending);
  return read || write;
}

// Slots: 1 object, 2-3 offset, 4-5 bytes, 6 value.
NativeStatus set_memory(NativeCall& c) {
  const int64_t count = c.i64(4);
  if (count == 0) return c.done();
  Bytes to;
  if (!find_bytes(c.vm, c.ref(1), c.i64(2), static_cast<uint64_t>(count), to)) {
    if (c.ref(1)) c.unsupported("a write beyond the end of an object");
    return bad_address(c, c.i64(2), static_cast<uint64_t>(count), "setMemory of");
  }
  to.log(c.vm);
  std::memset(to.data(c.vm), c.i32(6), to.count);
  return c.done();
}

// A new direct buffer clears memory whose address nobody else has yet.
bool in_constructor_of_buffer(NativeCall& c) {
  bool found = false;
  c.vm.walk_frames(c.thread, [&](Method* m, uint32_t) {
    if (m->owner->name == "jdk/internal/misc/Unsafe") return true;
    found = m->owner->name == "java/nio/DirectByteBuffer" && m->is_init();
    return false;
  });
  return found;
}

bool describe_set(NativeCall& c, Pending& pending) {
  Vm& vm = c.vm;
  const int64_t count = c.i64(4);
  Bytes to;
  if (!vm.multi() || count <= 0) return false;
  if (!find_bytes(vm, c.ref(1), c.i64(2), static_cast<uint64_t>(count), to))
    return !c.ref(1) && describe_freed(vm, c.i64(2), pending);
  if (!c.ref(1) && in_constructor_of_buffer(c)) return false;
  if (!describe_bytes(vm, to, true, pending)) return false;
  pending.kind = PendingKind::Cas;  // a read and a write
  pending.verb = Verb::SetMemory;
  pending.operation = &kFill;
  keep_call(c, pending);
  return true;
}

// --- java.nio.Bits

// Counts what direct buffers take. Only whether that is too much can be told, and at the limit a run stops
// (allocate_memory).
NativeStatus reserve(NativeCall& c) { return c.done(); }

// --- cleaners

// They are kept in lists so that the garbage collector finds them later than what they belong to. Here nothing is
// collected:
// only that each runs at most once is left, which its own fields say.

// The field that says that a cleaner is in its list: it refers to the cleaner itself, or the index is -1, when it is in
// none.
const Field* listed_field(Vm& vm, Ref cleaner) {
  Klass* k = vm.klass_of(cleaner);
  if (const Field* next = k->find_field("next", "Ljdk/internal/ref/PhantomCleanable;")) return next;
  if (const Field* next = k->find_field("next", "Ljdk/internal/ref/Cleaner;")) return next;
  if (const Field* index = k->find_field("index", "I")) return index;
  throw Unsupported("a cleaner of an unknown kind: " + k->external_name());
}

Ref cleaner_of(const NativeCall& c) {  // static add and remove; insert and remove of the cleaner; or of a list, with
                                       // the cleaner as argument
  return c.ref(c.method->descriptor.starts_with("(L") && !c.method->is_static() ? 1 : 0);
}

NativeStatus insert_cleaner(NativeCall& c) {
  const Ref cleaner = cleaner_of(c);
  const Field* f = listed_field(c.vm, cleaner);
  if (f->is_ref()) c.vm.set_ref(cleaner, f, kNull);
  else c.vm.heap.store<int32_t>(cleaner, f->offset, 0);
  return c.method->return_type == 'V' ? c.done() : c.result(cleaner);
}

// The JDK removes it under the monitor of the list: a swap that orders as a volatile one does.
Cell listed_cell(Vm& vm, Ref cleaner) {
  const Field* f = listed_field(vm, cleaner);
  return {cleaner, f->offset, f->is_ref() ? 'L' : 'I', false, {memory::Mode::Volatile, memory::Mode::Volatile}};
}
uint64_t not_listed(const Cell& cell) { return cell.type == 'L' ? uint64_t{cell.object} : uint64_t{UINT32_MAX}; }

bool describe_remove(NativeCall& c, Pending& p) {
  const Ref cleaner = c.vm.multi() ? cleaner_of(c) : kNull;
  if (!cleaner) return false;
  const Cell cell = listed_cell(c.vm, cleaner);
  if (!describe_atomic(c.vm, cell, AtomicOp::GetAndSet, not_listed(cell), 0, p)) return false;
  p.verb = Verb::Clean;
  return true;
}

NativeStatus remove_cleaner(NativeCall& c) {
  const Cell cell = listed_cell(c.vm, cleaner_of(c));
  const uint64_t before = apply_atomic(c.vm, cell, AtomicOp::GetAndSet, not_listed(cell), 0);
  return c.result(static_cast<uint32_t>(before) != static_cast<uint32_t>(not_listed(cell)));
}

constexpr Entry kOffHeapNatives[] = {
    {"jdk/internal/misc/Unsafe.allocateMemory0(J)J", allocate},
    {"jdk/internal/misc/Unsafe.freeMemory0(J)V", free_memory, describe_freeing},
    {"jdk/internal/misc/Unsafe.reallocateMemory0(JJ)J", reallocate, describe_freeing},
    {"java/nio/Bits.pageSize()I", [](NativeCall& c) { return c.result(4096); }},
    {"java/nio/Bits.reserveMemory(JJ)V", reserve},
    {"java/nio/Bits.unreserveMemory(JJ)V", reserve},
    {"jdk/internal/ref/Cleaner.add(Ljdk/internal/ref/Cleaner;)Ljdk/internal/ref/Cleaner;", insert_cleaner},
    {"jdk/internal/ref/Cleaner.remove(Ljdk/internal/ref/Cleaner;)Z", remove_cleaner, describe_remove},
    {"jdk/internal/ref/PhantomCleanable.insert()V", insert_cleaner},
    {"jdk/internal/ref/PhantomCleanable.remove()Z", remove_cleaner, describe_remove},
    {"jdk/internal/ref/CleanerImpl$CleanableList.insert(Ljdk/internal/ref/PhantomCleanable;)V", insert_cleaner},
    {"jdk/internal/ref/CleanerImpl$CleanableList.remove(Ljdk/internal/ref/PhantomCleanable;)Z", remove_cleaner,
     describe_remove},
};

// Natives of JDK 8, bytecode later.
constexpr Entry kOldTable[] = {
    {"sun/misc/Unsafe.allocateMemory(J)J", allocate},
    {"sun/misc/Unsafe.freeMemory(J)V", free_memory, describe_freeing},
    {"sun/misc/Unsafe.reallocateMemory(JJ)J", reallocate, describe_freeing},
};

}  // namespace

void register_off_heap(Vm& vm) {
  register_table(vm, kOffHeapNatives);
  if (vm.jdk.release < 9) register_table(vm, kOldTable);
  for (const std::string owner : {"jdk/internal/misc/Unsafe.", "sun/misc/Unsafe."})
    for (const std::string suffix : {"", "0"}) {
      vm.register_native(owner + "copySwapMemory" + suffix + "(Ljava/lang/Object;JLjava/lang/Object;JJJ)V",
                         copy_swapped, describe_copy);
      vm.register_native(owner + "copyMemory" + suffix + "(Ljava/lang/Object;JLjava/lang/Object;JJ)V", copy_memory,
                         describe_copy);
      vm.register_native(owner + "setMemory" + suffix + "(Ljava/lang/Object;JJB)V", set_memory, describe_set);
    }
}

}  // namespace jmc::natives
