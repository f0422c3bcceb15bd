// jdk.internal.reflect.ConstantPool: how the JDK's annotation parser reads constants. The pool object refers to its
// class.
#include "natives/classes/members.hpp"

namespace jmc::natives {

using namespace vm;

namespace {

using classfile::ConstantPool;
using classfile::Tag;

NativeStatus get_constant_pool(NativeCall& c) {
  Klass* pool = c.vm.find_class("jdk/internal/reflect/ConstantPool");
  if (!pool) pool = c.vm.require_class("sun/reflect/ConstantPool");
  const Ref r = c.vm.new_object(pool);
  if (!r) return NativeStatus::Throw;
  put_ref(c.vm, r, "constantPoolOop", c.ref(0));
  return c.result(r);
}

// Arguments of every native: this, the class, and usually an index.
Klass* holder(NativeCall& c) { return mirrored(c, 1); }

// The pool if `index` has the tag; otherwise null with the exception pending that HotSpot throws.
const ConstantPool* pool_at(NativeCall& c, Tag tag) {
  const Klass* k = holder(c);
  const int index = c.i32(2);
  if (!k->file || index <= 0 || index >= k->file->pool.size()) {
    c.vm.throw_new("java/lang/IllegalArgumentException", "Constant pool index out of bounds");
    return nullptr;
  }
  if (k->file->pool.tag(static_cast<uint16_t>(index)) != tag) {
    c.vm.throw_new("java/lang/IllegalArgumentException", "Wrong type at constant pool index");
    return nullptr;
  }
  return &k->file->pool;
}
uint16_t index(NativeCall& c) { return static_cast<uint16_t>(c.i32(2)); }

NativeStatus get_size(NativeCall& c) {
  const Klass* k = holder(c);
  return c.result(k->file ? static_cast<int32_t>(k->file->pool.size()) : 0);
}
NativeStatus get_int_at(NativeCall& c) {
  const ConstantPool* p = pool_at(c, Tag::Integer);
  return p ? c.result(p->integer(index(c))) : NativeStatus::Throw;
}
NativeStatus get_long_at(NativeCall& c) {
  const ConstantPool* p = pool_at(c, Tag::Long);
  return p ? c.result(p->long_value(index(c))) : NativeStatus::Throw;
}
NativeStatus get_float_at(NativeCall& c) {
  const ConstantPool* p = pool_at(c, Tag::Float);
  return p ? c.result(p->float_value(index(c))) : NativeStatus::Throw;
}
NativeStatus get_double_at(NativeCall& c) {
  const ConstantPool* p = pool_at(c, Tag::Double);
  return p ? c.result(p->double_value(index(c))) : NativeStatus::Throw;
}
NativeStatus get_utf8_at(NativeCall& c) {
  const ConstantPool* p = pool_at(c, Tag::Utf8);
  return p ? c.result(name_string(c.vm, p->utf8(index(c)))) : NativeStatus::Throw;
}
NativeStatus get_string_at(NativeCall& c) {
  const ConstantPool* p = pool_at(c, Tag::String);
  return p ? c.result(name_string(c.vm, p->string(index(c)))) : NativeStatus::Throw;
}
NativeStatus get_class_at(NativeCall& c) {
  const ConstantPool* p = pool_at(c, Tag::Class);
  if (!p) return NativeStatus::Throw;
  const std::string_view name = p->class_name(index(c));
  Klass* k = name.starts_with('[') ? c.vm.class_of_descriptor(name, holder(c)) : c.vm.find_class(name, holder(c));
  if (k) return c.result(k->mirror);
  throw_no_class(c.vm, name);
  return NativeStatus::Throw;
}
NativeStatus get_tag_at(NativeCall& c) {
  const Klass* k = holder(c);
  const int i = c.i32(2);
  if (!k->file || i <= 0 || i >= k->file->pool.size())
    return c.throw_new("java/lang/IllegalArgumentException", "Constant pool index out of bounds");
  return c.result(static_cast<int32_t>(k->file->pool.tag(static_cast<uint16_t>(i))));
}

struct PoolNative {
  const char* method;
  NativeFn run;
};
constexpr PoolNative kPool[] = {
    {".getSize0(Ljava/lang/Object;)I", get_size},
    {".getIntAt0(Ljava/lang/Object;I)I", get_int_at},
    {".getLongAt0(Ljava/lang/Object;I)J", get_long_at},
    {".getFloatAt0(Ljava/lang/Object;I)F", get_float_at},
    {".getDoubleAt0(Ljava/lang/Object;I)D", get_double_at},
    {".getUTF8At0(Ljava/lang/Object;I)Ljava/lang/String;", get_utf8_at},
    {".getStringAt0(Ljava/lang/Object;I)Ljava/lang/String;", get_string_at},
    {".getClassAt0(Ljava/lang/Object;I)Ljava/lang/Class;", get_class_at},
    {".getTagAt0(Ljava/lang/Object;I)B", get_tag_at},
};

}  // namespace

void register_constant_pool(Vm& vm) {
  vm.register_native("java/lang/Class.getConstantPool()Ljdk/internal/reflect/ConstantPool;", get_constant_pool);
  vm.register_native("java/lang/Class.getConstantPool()Lsun/reflect/ConstantPool;", get_constant_pool);
  for (const char* k : {"jdk/internal/reflect/ConstantPool", "sun/reflect/ConstantPool"})
    for (const PoolNative& n : kPool) vm.register_native(std::string(k) + n.method, n.run);
}

}  // namespace jmc::natives
