// Memory outside of the Java heap: what Unsafe.allocateMemory gives, which direct buffers use.
//
// A block is an array of a class that no name finds: three words for the natives (address, size, who has freed it),
// then the memory. So it goes back, is compared and is watched as every object is; its locations are its 8-byte words.
// The blocks of a thread hang on jmc.internal.NativeState.
//
// Addresses: each thread has a range of its own and takes addresses from it one after another, so that an address
// depends on what its thread has allocated before and on nothing else. No address is given out twice: what is accessed
// after it was freed is noticed. (Two states that differ only in addresses differ: an address is a long, and may be
// hidden in any arithmetic.) Blocks that the JDK's channels and file systems keep for one thread (`sun.nio`) are not
// shared: the last one may be given out again, and an access by another thread is a doubt.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "natives/support.hpp"

namespace jmc::natives {

// Of the class of the blocks. Its element class is no primitive that a program knows.
inline constexpr uint32_t kMemoryElement = ~0u;  // Klass::id
inline bool is_off_heap(const vm::Klass* k) { return k->is_array() && k->element->id == kMemoryElement; }

struct BlockBytes {
  vm::Ref block = vm::kNull;  // null: there are no such bytes
  uint32_t offset = 0;        // in the object
};

// Where the bytes [address, address + bytes) are.
BlockBytes find_memory(vm::Vm& vm, int64_t address, uint64_t bytes);
// Zeroed memory for the running thread. 0: an OutOfMemoryError is pending.
int64_t allocate_memory(vm::Vm& vm, uint64_t bytes);
// The block that begins at the address; null: none does, or it was freed.
vm::Ref block_at(vm::Vm& vm, int64_t address);
// The same, whether it was freed or not: for the description of an operation, which must not depend on that.
vm::Ref block_once_at(vm::Vm& vm, int64_t address);
uint64_t block_size(const vm::Vm& vm, vm::Ref block);
inline constexpr uint32_t kBlockData = vm::kHeaderSize + 24;
// Precondition: block_at() has found it.
void free_block(vm::Vm& vm, vm::Ref block);
// The operation that frees the block, or finds that it has been freed; false: it is invisible now.
bool describe_free(vm::Vm& vm, vm::Ref block, vm::Pending& pending);
// An access to memory at an address that somebody has freed: it is a violation since it comes after that. False: nobody
// has freed what was there, or the access is invisible.
bool describe_freed(vm::Vm& vm, int64_t address, vm::Pending& pending);

// An access to bytes that are not there: a violation, whoever catches the InternalError that the program gets.
vm::NativeStatus bad_address(vm::NativeCall& c, int64_t address, uint64_t bytes, const std::string& what = "access to");

// Bytes of an object of the heap or, without one, of memory at an address.
struct Bytes {
  vm::Ref object = vm::kNull;
  uint32_t offset = 0;
  uint64_t count = 0;
  char* data(vm::Vm& vm) const { return vm.heap.address(object, offset); }
  void log(vm::Vm& vm) const {
    if (count) vm.heap.log_range(object, data(vm), count);
  }
  // The elements in which they lie (Operation::ranges); of an object that is no array there are none.
  void add_to(std::vector<vm::ElementRange>& out, const vm::Vm& vm, bool write) const;
};
// False: there are no such bytes.
bool find_bytes(vm::Vm& vm, vm::Ref base, int64_t offset, uint64_t count, Bytes& out);
// As range_visible, which adds the accesses too where the answer is yes.
bool describe_bytes(vm::Vm& vm, const Bytes& bytes, bool write, vm::Pending& pending);

void boot_off_heap(vm::Vm& vm);
void register_off_heap(vm::Vm& vm);  // and unsafe_memory.cpp

}  // namespace jmc::natives
