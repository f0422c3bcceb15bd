// jdk.internal.misc.Unsafe (9 and later) and sun.misc.Unsafe (native on 8, later delegating to the former): accesses to
// the heap.
//
// Every method of a family (plain, Volatile, Acquire, Release, Opaque, weak) is the same single operation here;
// families that the JDK writes as loops of CAS attempts, such as getAndAddInt, are overridden so that they are one
// visible operation too. The rest of Unsafe (offsets, allocation, classes) is in unsafe_misc.cpp.
#include <string>

#include "natives/memory/atomics.hpp"
#include "natives/memory/off_heap.hpp"
#include "natives/memory/unsafe_misc.hpp"

namespace jmc::natives {

using namespace vm;

namespace {

constexpr bool is_wide(char type) { return type == 'J' || type == 'D'; }

// Slots: 0 the Unsafe, 1 the object, 2-3 the offset, then the values.
template <char T>
uint64_t value_at(const NativeCall& c, int slot) {
  if constexpr (is_wide(T)) return static_cast<uint64_t>(c.i64(slot));
  else return c.args[slot];
}

template <AtomicOp Op>
Cell moded(const NativeCall& c, Cell cell) {
  if (c.vm.memory) cell.mode = mode_named(Op, c.method->name);
  return cell;
}

// Without an object the offset is an address of memory outside of the heap. Null: nothing is there.
template <char T>
Cell cell_of(const NativeCall& c) {
  const Ref object = c.ref(1);
  const int64_t offset = c.i64(2);
  if (object == kNull) {
    const BlockBytes place = find_memory(c.vm, offset, static_cast<uint64_t>(width_of(T)));
    return place.block ? Cell{place.block, place.offset, T} : Cell{};
  }
  if (offset < kHeaderSize) return {};
  return {object, static_cast<uint32_t>(offset), T};
}

template <AtomicOp Op, char T>
NativeStatus access(NativeCall& c) {
  const Cell cell = moded<Op>(c, cell_of<T>(c));
  if (cell.object == kNull && c.ref(1) == kNull) return bad_address(c, c.i64(2), static_cast<uint64_t>(width_of(T)));
  if (cell.object == kNull) c.unsupported("access to the header of an object, at offset " + std::to_string(c.i64(2)));
  if (static_cast<uint64_t>(cell.offset) + width_of(T) > c.vm.object_size(cell.object))
    c.unsupported("access beyond the end of an object, at offset " + std::to_string(cell.offset));
  const uint64_t a = Op == AtomicOp::Get ? 0 : value_at<T>(c, 4);
  constexpr bool two = takes_two(Op);
  const uint64_t b = two ? value_at<T>(c, is_wide(T) ? 6 : 5) : 0;
  c.value = apply_atomic(c.vm, cell, Op, a, b);
  return NativeStatus::Done;
}

template <AtomicOp Op, char T>
bool describe(NativeCall& c, Pending& pending) {
  if (!c.vm.multi()) return false;
  const Cell cell = moded<Op>(c, cell_of<T>(c));
  if (cell.object == kNull) return c.ref(1) == kNull && describe_freed(c.vm, c.i64(2), pending);
  const uint64_t a = Op == AtomicOp::Get ? 0 : value_at<T>(c, 4);
  constexpr bool two = takes_two(Op);
  const uint64_t b = two ? value_at<T>(c, is_wide(T) ? 6 : 5) : 0;
  return describe_atomic(c.vm, cell, Op, a, b, pending);
}

constexpr const char* kUnsafeClasses[] = {"jdk/internal/misc/Unsafe", "sun/misc/Unsafe"};
constexpr const char* kOrders[] = {"", "Volatile", "Acquire", "Release", "Opaque", "Plain"};

struct Family {
  Vm& vm;
  char type;
  std::string name;        // "Int", "Reference", "Object"
  std::string descriptor;  // "I", "Ljava/lang/Object;"

  void add(const std::string& method, const std::string& signature, NativeFn fn, DescribeFn describe) const {
    for (const char* owner : kUnsafeClasses)
      vm.register_native(std::string(owner) + "." + method + signature, fn, describe);
  }
  // In every memory order that some JDK offers for it.
  void add_orders(const std::string& prefix, const std::string& signature, NativeFn fn, DescribeFn describe) const {
    for (const char* order : kOrders) add(prefix + order, signature, fn, describe);
  }
};

template <AtomicOp Op, char T>
void add_update(const Family& f, const char* prefix) {
  f.add_orders(prefix + f.name, "(Ljava/lang/Object;J" + f.descriptor + ")" + f.descriptor, access<Op, T>,
               describe<Op, T>);
}

template <char T>
void add_accesses(const Family& f) {
  const std::string& d = f.descriptor;
  f.add_orders("get" + f.name, "(Ljava/lang/Object;J)" + d, access<AtomicOp::Get, T>, describe<AtomicOp::Get, T>);
  f.add_orders("put" + f.name, "(Ljava/lang/Object;J" + d + ")V", access<AtomicOp::Set, T>, describe<AtomicOp::Set, T>);
  f.add("putOrdered" + f.name, "(Ljava/lang/Object;J" + d + ")V", access<AtomicOp::Set, T>, describe<AtomicOp::Set, T>);

  constexpr NativeFn set = access<AtomicOp::CompareAndSet, T>;
  constexpr DescribeFn set_op = describe<AtomicOp::CompareAndSet, T>;
  constexpr NativeFn exchange = access<AtomicOp::CompareAndExchange, T>;
  constexpr DescribeFn exchange_op = describe<AtomicOp::CompareAndExchange, T>;
  const std::string operands = "(Ljava/lang/Object;J" + d + d + ")";
  for (const char* prefix : {"compareAndSet", "compareAndSwap"})
    f.add_orders(prefix + f.name, operands + "Z", set, set_op);
  for (const char* prefix : {"weakCompareAndSet", "weakCompareAndSwap"})
    f.add_orders(prefix + f.name, operands + "Z", access<AtomicOp::WeakCompareAndSet, T>,
                 describe<AtomicOp::WeakCompareAndSet, T>);
  f.add_orders("compareAndExchange" + f.name, operands + d, exchange, exchange_op);

  add_update<AtomicOp::GetAndSet, T>(f, "getAndSet");
  if constexpr (T != 'L' && T != 'Z') add_update<AtomicOp::GetAndAdd, T>(f, "getAndAdd");
  if constexpr (T != 'L' && T != 'F' && T != 'D') {
    add_update<AtomicOp::GetAndOr, T>(f, "getAndBitwiseOr");
    add_update<AtomicOp::GetAndAnd, T>(f, "getAndBitwiseAnd");
    add_update<AtomicOp::GetAndXor, T>(f, "getAndBitwiseXor");
  }
}

}  // namespace

void register_unsafe(Vm& vm) {
  add_accesses<'I'>({vm, 'I', "Int", "I"});
  add_accesses<'J'>({vm, 'J', "Long", "J"});
  add_accesses<'L'>({vm, 'L', "Reference", "Ljava/lang/Object;"});
  add_accesses<'L'>({vm, 'L', "Object", "Ljava/lang/Object;"});  // before JDK 12
  add_accesses<'Z'>({vm, 'Z', "Boolean", "Z"});
  add_accesses<'B'>({vm, 'B', "Byte", "B"});
  add_accesses<'S'>({vm, 'S', "Short", "S"});
  add_accesses<'C'>({vm, 'C', "Char", "C"});
  add_accesses<'F'>({vm, 'F', "Float", "F"});
  add_accesses<'D'>({vm, 'D', "Double", "D"});
  register_unsafe_misc(vm);
  register_off_heap(vm);
}

}  // namespace jmc::natives
