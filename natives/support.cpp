#include "natives/support.hpp"

#include "classfile/descriptor.hpp"
#include "classfile/external_name.hpp"
#include "vm/class/modules.hpp"
#include "vm/code/compared.hpp"
#include "vm/code/interpreter.hpp"
#include "vm/code/unread.hpp"

#include <algorithm>
#include <cstring>

namespace jmc::natives {

using namespace vm;

Context& context(Vm& vm) { return vm::facility<Context>(vm); }

void register_table(Vm& vm, std::span<const Entry> table) {
  for (const Entry& e : table) vm.register_native(e.key, e.run, e.describe);
}

// --- fields

Field* field_of(Klass* k, std::string_view name) { return k->find_field(name); }

void store_integral(Vm& vm, Ref object, const Field* f, int64_t value) {
  facility<ComparedFields>(vm).touched(object, f->offset);
  switch (f->type) {
    case 'J': vm.heap.store<int64_t>(object, f->offset, value); break;
    default:
      // Of a Thread that has not started its boolean `interrupted` has more bits (kInterruptedEarly, kPermitEarly).
      const char type = f->type == 'Z' ? 'B' : f->type;
      vm.heap.store<uint32_t>(object, f->offset, static_cast<uint32_t>(in_slot(type, static_cast<uint64_t>(value))));
  }
}

int64_t load_integral(Vm& vm, Ref object, const Field* f) {
  facility<UnreadFields>(vm).looked_at(object, f->offset);
  facility<ComparedFields>(vm).touched(object, f->offset);
  switch (f->type) {
    case 'Z': return vm.heap.load<uint8_t>(object, f->offset);
    case 'B': return vm.heap.load<int8_t>(object, f->offset);
    case 'C': return vm.heap.load<uint16_t>(object, f->offset);
    case 'S': return vm.heap.load<int16_t>(object, f->offset);
    case 'J': return vm.heap.load<int64_t>(object, f->offset);
    default: return vm.heap.load<int32_t>(object, f->offset);
  }
}

namespace {
Field* instance_field(Vm& vm, Ref object, std::string_view name) {
  Field* f = field_of(vm.klass_of(object), name);
  return f && !f->is_static() ? f : nullptr;
}
}  // namespace

void put_ref(Vm& vm, Ref object, std::string_view name, Ref value) {
  if (Field* f = instance_field(vm, object, name)) vm.set_ref(object, f, value);
}

void put_int(Vm& vm, Ref object, std::string_view name, int64_t value) {
  if (Field* f = instance_field(vm, object, name)) store_integral(vm, object, f, value);
}

Ref get_ref(Vm& vm, Ref object, std::string_view name) {
  Field* f = instance_field(vm, object, name);
  if (f) vm.symmetry.looked_at(object, f->offset);
  return f ? vm.get_ref(object, f) : kNull;
}

int64_t get_int(Vm& vm, Ref object, std::string_view name) {
  Field* f = instance_field(vm, object, name);
  if (f) vm.symmetry.looked_at(object, f->offset);
  return f ? load_integral(vm, object, f) : 0;
}

bool has_field(Vm& vm, Ref object, std::string_view name) { return instance_field(vm, object, name); }

void put_static_ref(Vm& vm, Klass* k, std::string_view name, Ref value) {
  if (Field* f = field_of(k, name); f && f->is_static()) vm.store_ref(f->owner->statics, f->offset, value);
}

void put_static_int(Vm& vm, Klass* k, std::string_view name, int64_t value) {
  if (Field* f = field_of(k, name); f && f->is_static()) store_integral(vm, f->owner->statics, f, value);
}

Ref get_static(Vm& vm, Klass* k, std::string_view name) {
  Field* f = field_of(k, name);
  return f && f->is_static() ? vm.heap.load<Ref>(f->owner->statics, f->offset) : kNull;
}

// --- objects

Ref new_immortal(Vm& vm, Klass* k) {
  const Ref r = vm.heap.allocate_immortal(k->instance_size);
  ObjectHeader* h = vm.heap.header(r);
  h->klass = k->id;
  h->flags = kImmortal | kShared | kBase;
  return r;
}

Ref name_string(Vm& vm, std::string_view text) { return vm.intern(classfile::decode_modified_utf8(text)); }

std::string slashed(std::string_view external_name) {
  std::string s(external_name);
  std::replace(s.begin(), s.end(), '.', '/');
  return s;
}

Ref external_name_string(Vm& vm, std::string_view internal_name) { return name_string(vm, dotted(internal_name)); }

std::string utf8(Vm& vm, Ref string) { return string ? vm.string_utf8(string) : std::string(); }

char* array_data(Vm& vm, Ref array) { return vm.heap.address(array, kHeaderSize); }

Ref element(Vm& vm, Ref array, uint32_t index) { return vm.heap.load<Ref>(array, kHeaderSize + 4 * index); }

void set_element(Vm& vm, Ref array, uint32_t index, Ref value) { vm.store_ref(array, kHeaderSize + 4 * index, value); }

Ref ref_array(Vm& vm, Klass* element_class, std::span<const Ref> values) {
  const Ref a = vm.new_array(vm.array_of(element_class), static_cast<uint32_t>(values.size()));
  if (a)
    for (size_t i = 0; i < values.size(); ++i) set_element(vm, a, static_cast<uint32_t>(i), values[i]);
  return a;
}

Ref byte_array(Vm& vm, std::span<const uint8_t> bytes) {
  const Ref a = vm.new_array(vm.known->byte_array, static_cast<uint32_t>(bytes.size()));
  if (a && !bytes.empty()) std::memcpy(array_data(vm, a), bytes.data(), bytes.size());
  return a;
}

Ref class_array(Vm& vm, std::span<Klass* const> classes) {
  std::vector<Ref> mirrors;
  for (Klass* k : classes) mirrors.push_back(k->mirror);
  return ref_array(vm, vm.known->klass, mirrors);
}

namespace {

struct BoxClass {
  char type;
  const char* name;
  const char* cache;
  const char* field;
};
constexpr BoxClass kBoxes[] = {
    {'Z', "java/lang/Boolean", nullptr, nullptr},
    {'B', "java/lang/Byte", "java/lang/Byte$ByteCache", "cache"},
    {'C', "java/lang/Character", "java/lang/Character$CharacterCache", "cache"},
    {'S', "java/lang/Short", "java/lang/Short$ShortCache", "cache"},
    {'I', "java/lang/Integer", "java/lang/Integer$IntegerCache", "cache"},
    {'J', "java/lang/Long", "java/lang/Long$LongCache", "cache"},
    {'F', "java/lang/Float", nullptr, nullptr},
    {'D', "java/lang/Double", nullptr, nullptr},
};

uint64_t load_bits(Vm& vm, Ref object, uint32_t offset, char type) {
  switch (type) {
    case 'Z': return vm.heap.load<uint8_t>(object, offset);
    case 'B': return static_cast<uint32_t>(vm.heap.load<int8_t>(object, offset));
    case 'C': return vm.heap.load<uint16_t>(object, offset);
    case 'S': return static_cast<uint32_t>(vm.heap.load<int16_t>(object, offset));
    case 'J':
    case 'D': return vm.heap.load<uint64_t>(object, offset);
    default: return vm.heap.load<uint32_t>(object, offset);
  }
}

}  // namespace

Ref box(Vm& vm, char type, uint64_t bits) {
  for (const BoxClass& b : kBoxes) {
    if (b.type != type) continue;
    Klass* k = vm.require_class(b.name);
    if (type == 'Z' && vm.initialised(k)) return get_static(vm, k, bits & 1 ? "TRUE" : "FALSE");
    if (!b.cache) break;
    const int64_t value = type == 'J' ? static_cast<int64_t>(bits) : static_cast<int32_t>(bits);
    Klass* cache_class = vm.find_class(b.cache);
    const int64_t low = type == 'C' ? 0 : -128;
    if (cache_class && vm.initialised(cache_class) && value >= low) {
      const Ref cache = get_static(vm, cache_class, b.field);
      if (cache && static_cast<uint64_t>(value - low) < vm.array_length(cache))
        return element(vm, cache, static_cast<uint32_t>(value - low));
    }
  }
  return new_box(vm, type, bits);
}

Ref new_box(Vm& vm, char type, uint64_t bits) {
  for (const BoxClass& b : kBoxes) {
    if (b.type != type) continue;
    Klass* k = vm.require_class(b.name);
    const Ref r = vm.new_object(k);
    if (!r) return kNull;
    Field* f = field_of(k, "value");
    if (type == 'J' || type == 'D') vm.heap.store<uint64_t>(r, f->offset, bits);
    else vm.heap.store<uint32_t>(r, f->offset, static_cast<uint32_t>(in_slot(type, bits)));
    return r;
  }
  return kNull;
}

char unbox(Vm& vm, Ref object, uint64_t& bits) {
  if (!object) return 0;
  Klass* k = vm.klass_of(object);
  if (!k->boot || !k->name.starts_with("java/lang/")) return 0;
  for (const BoxClass& b : kBoxes)
    if (k->name == b.name) {
      bits = load_bits(vm, object, field_of(k, "value")->offset, b.type);
      return b.type;
    }
  return 0;
}

uint64_t in_slot(char type, uint64_t bits) {
  switch (type) {
    case 'Z': return bits & 1;
    case 'B': return static_cast<uint32_t>(static_cast<int8_t>(bits));
    case 'C': return static_cast<uint16_t>(bits);
    case 'S': return static_cast<uint32_t>(static_cast<int16_t>(bits));
    case 'J':
    case 'D': return bits;
    default: return static_cast<uint32_t>(bits);
  }
}

std::optional<uint64_t> widen(char from, uint64_t bits, char to) {
  if (from == to) return bits;
  static constexpr std::string_view order = "BSIJFD";
  const size_t target = order.find(to);
  const size_t source = from == 'C' ? order.find('S') : order.find(from);
  if (target == order.npos || source == order.npos || source > target || (from == 'C' && to == 'S'))
    return std::nullopt;
  const int32_t i = from == 'C' ? static_cast<uint16_t>(bits) : static_cast<int32_t>(bits);
  const int64_t j = from == 'J' ? static_cast<int64_t>(bits) : i;
  const float f = std::bit_cast<float>(static_cast<uint32_t>(bits));
  switch (to) {
    case 'J': return static_cast<uint64_t>(j);
    case 'F': return std::bit_cast<uint32_t>(static_cast<float>(j));
    case 'D': return std::bit_cast<uint64_t>(from == 'F' ? static_cast<double>(f) : static_cast<double>(j));
    default: return static_cast<uint32_t>(i);
  }
}

bool is_shared(const Vm& vm, Ref object) { return vm.multi() && (vm.heap.header(object)->flags & kShared); }

// --- interrupts

bool see_interrupt(Vm& vm, ThreadId t) {
  const bool interrupted = vm.thread(t).s.interrupted;
  if (interrupted && vm.memory) vm.memory->notices_interrupt(t);
  return interrupted;
}

bool take_interrupt(Vm& vm, ThreadId t) {
  const bool interrupted = see_interrupt(vm, t);
  if (interrupted) vm.touch_thread(t).interrupted = false;
  return interrupted;
}

NativeStatus throw_interrupted(NativeCall& c, const char* message) {
  take_interrupt(c.vm, c.thread);
  return message ? c.throw_new("java/lang/InterruptedException", message)
                 : c.throw_new("java/lang/InterruptedException");
}

// --- classes

Klass* klass_of_string(Vm& vm, std::string_view name) {
  if (name.empty() || name.find('/') != name.npos) return nullptr;
  const std::string internal = slashed(name);
  if (internal[0] == '[') return vm.class_of_descriptor(internal);
  return vm.find_class(internal);
}

void throw_no_class(Vm& vm, std::string_view name) {
  const std::string_view array = name.starts_with('[') ? name : std::string_view();
  name.remove_prefix(std::min(name.find_first_not_of('['), name.size()));
  if (name.size() > 2 && name[0] == 'L' && name.back() == ';') name = name.substr(1, name.size() - 2);
  throw_missing_class(vm, name);
  if (!array.empty() && vm.pending_exception)
    put_ref(vm, vm.pending_exception, "detailMessage", name_string(vm, array));
}

std::vector<Klass*> signature_classes(Vm& vm, std::string_view d, const Klass* from) {
  std::vector<Klass*> result;
  const auto add = [&](std::string_view type) {
    Klass* k = vm.class_of_descriptor(type, from);
    if (k) result.push_back(k);
    else throw_no_class(vm, type);
    return k != nullptr;
  };
  for (const std::string_view type : classfile::ParameterTypes(d))
    if (!add(type)) return {};
  if (!add(classfile::result_type(d))) return {};
  return result;
}

Ref loader_of(Vm& vm, Klass* k) {
  while (k->is_array()) k = k->element;
  while (k->hidden && k->host) k = k->host;
  if (k->definition) return vm.defining_loader(k);
  if (k->is_primitive()) return kNull;
  return k->boot ? loader_of_module(vm, k->module) : context(vm).system_loader;
}

Ref loader_of_module(Vm& vm, std::string_view module) {
  switch (module.empty() ? vm::JdkLoader::Boot : facility<vm::Modules>(vm).loader_of(module)) {
    case vm::JdkLoader::Platform: return context(vm).platform_loader;
    case vm::JdkLoader::System: return context(vm).system_loader;
    default: return kNull;
  }
}

Ref module_of(Vm& vm, Klass* k) {
  while (k->is_array()) k = k->element;
  while (k->hidden && k->host) k = k->host;
  if (k->definition)
    if (const Ref own = vm.definition(k, vm::kOwnModule)) return own;
  Context& ctx = context(vm);
  std::string name = k->is_primitive() || k->stub ? "java.base" : k->module;
  if (k->loader_key) return get_ref(vm, vm.defining_loader(k), "unnamedModule");
  if (name.empty() && !k->boot) return ctx.system_loader ? get_ref(vm, ctx.system_loader, "unnamedModule") : kNull;
  return module_named(vm, name.empty() ? "java.base" : name);
}

Ref module_named(Vm& vm, const std::string& name) {
  auto [it, fresh] = context(vm).modules.try_emplace(name, kNull);
  if (fresh) {
    Klass* module = vm.require_class("java/lang/Module");
    const Ref made = it->second = new_immortal(vm, module);
    // It belongs to no path: what is stored as usual would be taken back with the step that asks for it first.
    const auto fill = [&](std::string_view field, Ref value) {
      if (const Field* f = instance_field(vm, made, field))
        std::memcpy(vm.heap.address(made, f->offset), &value, sizeof value);
    };
    fill("name", name_string(vm, name));
    fill("loader", loader_of_module(vm, name));
    vm.heap.seal_immortal(made, module->instance_size);
  }
  return it->second;
}

NativeStatus call(NativeCall& c, Method* m, const Args& args) {
  return c.vm.push_call(m, args.slots.data(), static_cast<uint32_t>(args.slots.size())) ? NativeStatus::Call
                                                                                        : NativeStatus::Throw;
}

NativeStatus to_bytecode(NativeCall& c) {
  return c.vm.push_call(c.vm.bytecode_of(c.method), c.args, c.method->arg_slots) ? NativeStatus::Call
                                                                                 : NativeStatus::Throw;
}

void keep_call(const NativeCall& c, Pending& p) {
  p.value = c.method->id;
  p.expected = static_cast<uint64_t>(c.args - c.vm.thread(c.thread).stack);
}

NativeCall suspended_call(Vm& vm, ThreadId t, const Pending& p) {
  return {vm, t, vm.method(static_cast<uint32_t>(p.value)), vm.thread(t).stack + p.expected};
}

bool describe_synchronized(NativeCall& c, Pending& p) {
  Vm& vm = c.vm;
  const Ref o = c.ref(0);
  const Method* m = vm.bytecode_of(c.method);
  if (!m->is_synchronized() || m->is_static() || vm.holds_lock(o, c.thread) ||
      (vm.lock_free_for(o, c.thread) && !is_shared(vm, o)))
    return false;
  p.kind = PendingKind::MonitorEnter;
  p.object = o;
  p.add(o, vm::kLockField, true);
  p.operation = &vm::kOnceMonitorFree;
  return true;
}

NativeStatus nothing(NativeCall& c) { return c.done(); }
NativeStatus zero(NativeCall& c) {
  c.value = 0;
  return c.done();
}
NativeStatus yes(NativeCall& c) { return c.result(true); }

}  // namespace jmc::natives
