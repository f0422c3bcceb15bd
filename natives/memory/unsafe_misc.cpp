#include "natives/memory/unsafe_misc.hpp"

#include <algorithm>
#include <string>

#include "natives/classes/members.hpp"
#include "natives/memory/atomics.hpp"

namespace jmc::natives {

using namespace vm;

namespace {

// --- offsets

NativeStatus null_pointer(NativeCall& c) { return c.throw_new("java/lang/NullPointerException"); }

Field* field_argument(NativeCall& c) { return c.ref(1) ? field_of_reflected(c.vm, c.ref(1)) : nullptr; }

// sun.misc.Unsafe gives no offsets in hidden classes and records; the check in its bytecode is replaced together with
// the method.
bool refuses_offset(NativeCall& c, const Field& f) {
  if (c.vm.jdk.release < 15 || !c.method->owner->name.starts_with("sun/")) return false;
  const Klass* k = f.owner;
  const bool record = k->super && k->super->name == "java/lang/Record";
  if (!k->hidden && !record) return false;
  c.vm.throw_new("java/lang/UnsupportedOperationException", std::string("can't get ") +
                                                                (f.is_static() ? "base address" : "field offset") +
                                                                (record ? " on a record class" : " on a hidden class"));
  return true;
}

NativeStatus object_field_offset(NativeCall& c) {
  const Field* f = field_argument(c);
  if (!f) return null_pointer(c);
  if (f->is_static()) return c.throw_new("java/lang/IllegalArgumentException");
  if (refuses_offset(c, *f)) return NativeStatus::Throw;
  return c.result(static_cast<int64_t>(f->offset));
}

NativeStatus object_field_offset_by_name(NativeCall& c) {
  if (!c.ref(1) || !c.ref(2)) return null_pointer(c);
  const Klass* k = c.vm.klass_of_mirror(c.ref(1));
  const std::string name = c.vm.string_utf8(c.ref(2));
  for (const auto& f : k->fields)
    if (f->name == name && !f->is_static()) return c.result(static_cast<int64_t>(f->offset));
  return c.throw_new("java/lang/InternalError", name);
}

NativeStatus static_field_offset(NativeCall& c) {
  const Field* f = field_argument(c);
  if (!f) return null_pointer(c);
  if (!f->is_static()) return c.throw_new("java/lang/IllegalArgumentException");
  if (refuses_offset(c, *f)) return NativeStatus::Throw;
  return c.result(static_cast<int64_t>(f->offset));
}

// The static block passes for an object; only Unsafe ever looks inside.
NativeStatus static_field_base(NativeCall& c) {
  const Field* f = field_argument(c);
  if (!f) return null_pointer(c);
  if (!f->is_static()) return c.throw_new("java/lang/IllegalArgumentException");
  if (refuses_offset(c, *f)) return NativeStatus::Throw;
  return c.result(f->owner->statics);
}

NativeStatus array_base_offset(NativeCall& c) {
  if (!c.ref(1)) return null_pointer(c);
  if (!c.vm.klass_of_mirror(c.ref(1))->is_array()) return c.throw_new("java/lang/InvalidClassException");
  if (c.method->return_type == 'J') return c.result(int64_t{kHeaderSize});
  return c.result(int32_t{kHeaderSize});
}

NativeStatus array_index_scale(NativeCall& c) {
  if (!c.ref(1)) return null_pointer(c);
  const Klass* k = c.vm.klass_of_mirror(c.ref(1));
  if (!k->is_array()) return c.throw_new("java/lang/InvalidClassException");
  return c.result(int32_t{1} << k->element_shift);
}

// HotSpot fills these in behind the back of the class.
NativeStatus unsafe_constants(NativeCall& c) {
  Klass* k = c.method->owner;
  const auto set = [&](std::string_view name, int32_t value) {
    if (const Field* f = k->find_field(name)) c.vm.heap.store<int32_t>(k->statics, f->offset, value);
  };
  set("ADDRESS_SIZE0", 8);
  set("PAGE_SIZE", 4096);
  set("BIG_ENDIAN", 0);
  set("UNALIGNED_ACCESS", 1);
  set("DATA_CACHE_LINE_FLUSH_SIZE", 0);
  return c.done();
}

// --- fences, under the memory model

memory::Fence fence_of(const NativeCall& c) {
  const std::string_view name = c.method->name;
  if (name == "fullFence") return memory::Fence::Full;
  return name == "storeFence" || name == "releaseFence" || name == "storeStoreFence" ? memory::Fence::Release
                                                                                     : memory::Fence::Acquire;
}

// Full fences are ordered by each other; the others are the business of their thread alone.
bool describe_fence(NativeCall& c, Pending& p) {
  if (!c.vm.multi() || fence_of(c) != memory::Fence::Full) return false;
  p.kind = PendingKind::Other;
  p.verb = Verb::FullFence;
  p.rules = 0;
  p.add(kFenceLocation, 0, true);
  return true;
}

NativeStatus execute_fence(NativeCall& c) {
  c.vm.memory->fence(fence_of(c));
  return c.done();
}

// --- classes and objects

NativeStatus after_init_refused(NativeCall& c) {
  return c.vm.pending_exception ? NativeStatus::Throw : NativeStatus::Again;
}

NativeStatus allocate_instance(NativeCall& c) {
  if (!c.ref(1)) return null_pointer(c);
  Klass* k = c.vm.klass_of_mirror(c.ref(1));
  if (k->kind != KlassKind::Instance || (k->flags & (kInterface | kAbstract)) || k->name == "java/lang/Class")
    return c.throw_new("java/lang/InstantiationException", k->external_name());
  if (!c.vm.ensure_initialised(k)) return after_init_refused(c);
  const Ref object = c.vm.new_object(k);
  return object ? c.result(object) : NativeStatus::Throw;
}

NativeStatus allocate_array(NativeCall& c) {
  if (!c.ref(1)) return null_pointer(c);
  Klass* k = c.vm.klass_of_mirror(c.ref(1));
  const int32_t length = c.i32(2);
  if (!k->is_primitive() || k->element_type == 'V')
    return c.throw_new("java/lang/IllegalArgumentException", "Component type is not primitive");
  if (length < 0) return c.throw_new("java/lang/IllegalArgumentException", "Negative length");
  const Ref array = c.vm.new_array(c.vm.array_of(k), static_cast<uint32_t>(length));
  return array ? c.result(array) : NativeStatus::Throw;
}

NativeStatus ensure_class_initialised(NativeCall& c) {
  if (!c.ref(1)) return null_pointer(c);
  Klass* k = c.vm.klass_of_mirror(c.ref(1));
  return c.vm.ensure_initialised(k) ? c.done() : after_init_refused(c);
}

// Asking shows how far the initialisation is.
bool describe_should_be(NativeCall& c, Pending& pending) {
  if (!c.ref(1) || !c.vm.multi()) return false;
  Klass* k = c.vm.klass_of_mirror(c.ref(1));
  if (k->kind != KlassKind::Instance || !k->statics || c.vm.settled(k) || c.vm.init_status(k) == InitStatus::Watched)
    return false;
  c.vm.tell_initialiser(k, "can be asked about with shouldBeInitialized");
  if (!k->init_visible) return false;
  pending.kind = PendingKind::Read;
  pending.verb = Verb::ShouldBeInitialized;
  pending.add(kClassInitLocation, k->id, false);
  return true;
}

NativeStatus should_be_initialised(NativeCall& c) {
  if (!c.ref(1)) return null_pointer(c);
  const Klass* k = c.vm.klass_of_mirror(c.ref(1));
  return c.result(k->kind == KlassKind::Instance && k->statics && !c.vm.initialised(k));
}

// Slots: 1 name, 2 bytes, 3 offset, 4 length, 5 loader, 6 protection domain.
NativeStatus define_class(NativeCall& c) {
  const Ref array = c.ref(2);
  if (!array) return null_pointer(c);
  const int32_t from = c.i32(3), length = c.i32(4);
  if (from < 0 || length < 0 || static_cast<uint64_t>(from) + static_cast<uint64_t>(length) > c.vm.array_length(array))
    return c.throw_new("java/lang/ArrayIndexOutOfBoundsException");
  if (!builtin_loader(c.vm, c.ref(5))) c.unsupported("a class loader of the program (its own defineClass can be used)");
  const Ref k = define_from_array(c.vm, {array, from, length, c.ref(1)}, c.ref(5));
  return k ? c.result(k) : NativeStatus::Throw;
}

NativeStatus throw_exception(NativeCall& c) {
  if (!c.ref(1)) return null_pointer(c);
  c.vm.throw_ref(c.ref(1));
  return NativeStatus::Throw;
}

}  // namespace

void register_unsafe_misc(Vm& vm) {
  const auto both = [&](const std::string& method, NativeFn fn, DescribeFn describe = nullptr) {
    vm.register_native("jdk/internal/misc/Unsafe." + method, fn, describe);
    vm.register_native("sun/misc/Unsafe." + method, fn, describe);
  };
  for (const char* suffix : {"", "0"}) {
    const std::string s = suffix;
    both("objectFieldOffset" + s + "(Ljava/lang/reflect/Field;)J", object_field_offset);
    both("staticFieldOffset" + s + "(Ljava/lang/reflect/Field;)J", static_field_offset);
    both("staticFieldBase" + s + "(Ljava/lang/reflect/Field;)Ljava/lang/Object;", static_field_base);
    both("arrayBaseOffset" + s + "(Ljava/lang/Class;)I", array_base_offset);
    both("arrayBaseOffset" + s + "(Ljava/lang/Class;)J", array_base_offset);
    both("arrayIndexScale" + s + "(Ljava/lang/Class;)I", array_index_scale);
    both("addressSize" + s + "()I", constant<8>);
    both("ensureClassInitialized" + s + "(Ljava/lang/Class;)V", ensure_class_initialised);
    both("shouldBeInitialized" + s + "(Ljava/lang/Class;)Z", should_be_initialised, describe_should_be);
    both("defineClass" + s +
             "(Ljava/lang/String;[BIILjava/lang/ClassLoader;Ljava/security/ProtectionDomain;)Ljava/lang/Class;",
         define_class);
    both("allocateUninitializedArray" + s + "(Ljava/lang/Class;I)Ljava/lang/Object;", allocate_array);
    both("getLoadAverage" + s + "([DI)I", constant<-1>);
    both("isBigEndian" + s + "()Z", constant<0>);
    both("unalignedAccess" + s + "()Z", constant<1>);
  }
  both("objectFieldOffset1(Ljava/lang/Class;Ljava/lang/String;)J", object_field_offset_by_name);
  both("registerNatives()V", nothing);
  both("pageSize()I", constant<4096>);
  both("allocateInstance(Ljava/lang/Class;)Ljava/lang/Object;", allocate_instance);
  both("throwException(Ljava/lang/Throwable;)V", throw_exception);
  for (const char* fence : {"loadFence", "storeFence", "fullFence", "loadLoadFence", "storeStoreFence"})
    if (vm.memory) both(std::string(fence) + "()V", execute_fence, describe_fence);
    else both(std::string(fence) + "()V", nothing);
  if (vm.memory)
    for (const char* fence : {"acquireFence", "releaseFence", "fullFence", "loadLoadFence", "storeStoreFence"})
      vm.register_native(std::string("java/lang/invoke/VarHandle.") + fence + "()V", execute_fence, describe_fence);
  vm.register_native("jdk/internal/misc/UnsafeConstants.<clinit>()V", unsafe_constants);
  // The one-time warning of recent JDKs walks the stack and writes to System.err.
  vm.register_native("sun/misc/Unsafe.beforeMemoryAccess()V", nothing);
}

}  // namespace jmc::natives
