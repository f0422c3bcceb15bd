// Loading classes: by name from the stubs, the boot path and the user's class path; arrays and primitives; class
// mirrors.
#include <algorithm>
#include <optional>

#include "vm/class/link.hpp"
#include "vm/class/link_checks.hpp"
#include "vm/class/modules.hpp"
#include "vm/native.hpp"

namespace jmc::vm {

namespace {

struct PrimitiveInfo {
  char type;
  const char* name;
  uint8_t shift;
};
constexpr PrimitiveInfo kPrimitives[] = {{'Z', "boolean", 0}, {'B', "byte", 0},   {'C', "char", 1},
                                         {'S', "short", 1},   {'I', "int", 2},    {'F', "float", 2},
                                         {'J', "long", 3},    {'D', "double", 3}, {'V', "void", 0}};

std::string_view package_of(std::string_view name) {
  const size_t slash = name.rfind('/');
  return slash == std::string_view::npos ? std::string_view{} : name.substr(0, slash);
}

}  // namespace

uint32_t Vm::intern_sig(std::string_view name, std::string_view descriptor) {
  std::string key;
  key.reserve(name.size() + descriptor.size() + 1);
  key.append(name).append(1, ' ').append(descriptor);
  return sigs_.try_emplace(std::move(key), static_cast<uint32_t>(sigs_.size() + 1)).first->second;
}

void Vm::register_native(std::string_view key, NativeFn fn, DescribeFn describe) {
  if (!natives_.try_emplace(std::string(key), fn, describe).second)
    throw std::logic_error("the native method " + std::string(key) + " is registered twice");
  native_classes_.insert(std::string(key.substr(0, key.find('.'))));
}

Klass* Vm::add_klass(std::unique_ptr<Klass> k) {
  k->id = static_cast<uint32_t>(klasses_.size());
  klasses_.push_back(std::move(k));
  return klasses_.back().get();
}

Klass* Vm::primitive(char type) {
  for (const auto& p : kPrimitives) {
    if (p.type != type) continue;
    Klass*& slot = primitives_[static_cast<uint8_t>(type) - 'A'];
    if (!slot) {
      auto k = std::make_unique<Klass>();
      k->kind = KlassKind::Primitive;
      k->name = p.name;
      k->flags = kPublic | kFinal | kAbstract;
      k->element_type = type;
      k->boot = true;
      k->module = "java.base";
      k->supers = {k.get()};
      slot = add_klass(std::move(k));
      make_mirror(slot);
    }
    return slot;
  }
  return nullptr;
}

Klass* Vm::array_of(Klass* element) {
  if (element->array) return element->array;
  auto k = std::make_unique<Klass>();
  k->element = element;
  if (element->is_primitive()) {
    k->kind = KlassKind::PrimitiveArray;
    k->element_type = element->element_type;
    k->name = std::string("[") + element->element_type;
    for (const auto& p : kPrimitives)
      if (p.type == element->element_type) k->element_shift = p.shift;
  } else {
    k->kind = KlassKind::ObjectArray;
    k->element_type = 'L';
    k->element_shift = 2;
    k->name = element->is_array() ? "[" + element->name : "[L" + element->name + ";";
  }
  const Klass* innermost = element;
  while (innermost->is_array()) innermost = innermost->element;
  k->flags = static_cast<uint16_t>((innermost->flags & kPublic) | kFinal | kAbstract);
  k->boot = innermost->boot;
  k->listed = innermost->listed;
  k->module = innermost->module;
  k->package = innermost->package;
  Klass* object = require_class("java/lang/Object");
  k->super = object;
  k->interfaces = {require_class("java/lang/Cloneable"), require_class("java/io/Serializable")};
  k->all_interfaces = k->interfaces;
  k->supers = {object, k.get()};
  k->vtable = object->vtable;
  Klass* result = add_klass(std::move(k));
  if (!innermost->definition) by_name_[result->name] = result;
  element->array = result;
  make_mirror(result);
  expectations.arrived(*result);
  return result;
}

Klass* Vm::require_class(std::string_view name) {
  if (Klass* k = find_class(name)) return k;
  throw Unsupported("class " + std::string(name) + " is not in the JDK at " + jdk.home);
}

Klass* Vm::class_of_descriptor(std::string_view d) {
  if (d.empty()) return nullptr;
  if (d.size() == 1) return primitive(d[0]);
  if (d[0] == 'L') return find_class(d.substr(1, d.size() - 2));
  return find_class(d);
}

Klass* Vm::find_class(std::string_view name) {
  std::string key(name);
  if (auto it = by_name_.find(key); it != by_name_.end()) return it->second;
  if (!run_time_classes_.empty())
    for (Klass* k : run_time_classes_[key])
      if (!k->loader_key && !k->hidden && is_defined(k)) return k;
  if (missing_.contains(key)) return nullptr;
  if (!name.empty() && name[0] == '[') {
    Klass* element = name.size() > 255 + 1 && name[255] == '[' ? nullptr : class_of_descriptor(name.substr(1));
    if (element && element->element_type == 'V' && element->is_primitive()) element = nullptr;
    return element ? array_of(element) : nullptr;
  }
  bool from_boot = true, stub = true;
  auto bytes = stubs.find_class(name);
  if (!bytes) {
    stub = false;
    bytes = jdk.boot.find_class(name);
  }
  const std::string_view module = bytes && !stub ? jdk.boot.module_of_package(package_of(name)) : std::string_view();
  // A module that the program does not have, such as one that incubates, is as if it were not there.
  if (!module.empty() && module != "java.base" && known && !facility<Modules>(*this).present(module)) bytes.reset();
  if (!bytes) {
    from_boot = false;
    // A package of a module is looked for there alone. (The JDK's own java.* is told of by check_supertypes.)
    const std::string_view owner = name.starts_with("java/") ? "" : jdk.boot.module_of_package(package_of(name));
    if (owner.empty() || jdk.release < 9 || !known || !facility<Modules>(*this).present(owner))
      bytes = user.find_class(name);
  }
  if (!bytes) {
    missing_.insert(key);
    return nullptr;
  }
  auto file = std::make_unique<classfile::ClassFile>(classfile::parse(std::move(*bytes)));
  if (!file->module_name.empty() || file->name == "module-info") {  // describes a module, and is no class
    missing_.insert(key);
    return nullptr;
  }
  if (!from_boot && file->major > jdk.release + 44) {
    too_new_[key] = file->major;
    missing_.insert(key);
    return nullptr;
  }
  if (file->name != name)
    throw classfile::FormatError(file->bytes.origin + ": contains class " + std::string(file->name) + ", expected " +
                                 key);
  auto k = std::make_unique<Klass>();
  k->boot = from_boot;
  k->stub = stub;
  k->name = key;
  if (from_boot) k->module = module.empty() ? "java.base" : std::string(module);
  return link_class(std::move(k), std::move(file));
}

std::string Vm::missing_class(std::string_view asked_for) const {
  std::string name(asked_for);
  for (auto it = missing_supers_.find(name); it != missing_supers_.end(); it = missing_supers_.find(name))
    name = it->second;
  return name;
}

int Vm::too_new(std::string_view name) const {
  const auto it = too_new_.find(std::string(name));
  return it == too_new_.end() ? 0 : it->second;
}

Klass* Vm::define_class(classfile::Bytes bytes, Klass* host, bool hidden) {
  auto file = std::make_unique<classfile::ClassFile>(classfile::parse(std::move(bytes)));
  auto k = std::make_unique<Klass>();
  k->name = std::string(file->name);
  if (hidden) {
    // A hidden class has no name that another class could say; the number keeps report names apart.
    while (by_name_.contains(k->name)) k->name += "_";
  } else if (by_name_.contains(k->name)) {
    throw_new("java/lang/LinkageError", "duplicate class definition: " + k->name);
    return nullptr;
  }
  missing_.erase(k->name);
  missing_supers_.erase(k->name);
  k->host = host;
  k->hidden = hidden;
  k->boot = host && host->boot;
  k->module = host ? host->module : "";
  return link_class(std::move(k), std::move(file));
}

namespace {
constexpr const char* kIncompatible = "java/lang/IncompatibleClassChangeError";
}

Klass* Vm::link_class(std::unique_ptr<Klass> owned, std::unique_ptr<classfile::ClassFile> file) {
  Klass* k = owned.get();
  k->file = std::move(file);
  k->origin = k->file->bytes.origin;
  k->flags = k->file->flags;
  k->package = package_of(k->name);
  struct Loading {
    std::vector<std::string>& names;
    ~Loading() { names.pop_back(); }
  };
  loading_.push_back(k->name);
  std::optional<Loading> loading(loading_);
  const auto load_super = [&](std::string_view name) -> Klass* {
    if (std::find(loading_.begin(), loading_.end(), name) != loading_.end())
      throw classfile::FormatError(
          k->origin + ": class " + k->name + " is its own superclass or superinterface (ClassCircularityError)",
          "java/lang/ClassCircularityError", k->name);
    Klass* s = find_class(name, k);
    if (!s) {
      missing_.insert(k->name);
      missing_supers_[k->name] = std::string(name);
    }
    return s;
  };
  if (!k->file->super_name.empty()) {
    k->super = load_super(k->file->super_name);
    if (!k->super) return nullptr;
    if (k->super->is_interface() || ((k->super->flags & kFinal) && !k->hidden))
      throw classfile::FormatError(
          k->origin + ": superclass " + k->super->name + " of " + k->name + " is " +
              (k->super->is_interface() ? "an interface" : "final"),
          kIncompatible,
          "class " + k->external_name() +
              (k->super->is_interface() ? " has interface " + k->super->external_name() + " as super class"
                                        : " cannot inherit from final class " + k->super->external_name()));
  } else if (k->name != "java/lang/Object" && k->name != "module-info") {
    throw classfile::FormatError(k->origin + ": class " + k->name + " has no superclass");
  }
  for (auto name : k->file->interfaces) {
    Klass* i = load_super(name);
    if (!i) return nullptr;
    if (!i->is_interface())
      throw classfile::FormatError(
          k->origin + ": " + i->name + ", a superinterface of " + k->name + ", is not an interface", kIncompatible,
          "class " + k->external_name() + " can not implement " + i->external_name() +
              ", because it is not an interface (" + i->external_name() + " is in " + module_text(i) + ")");
    k->interfaces.push_back(i);
  }
  loading.reset();
  if (!k->boot && !k->hidden) check_supertypes(*this, *k);
  add_klass(std::move(owned));
  Linker(*this, *k).link();
  if (!k->definition) by_name_[k->name] = k;
  make_mirror(k);
  if (known && known->klass && known->string) Linker(*this, *k).make_statics();  // else make_early_mirrors() does it
  if (k->hidden || k->definition) expectations.arrived(*k);
  return k;
}

// The java.lang.Class object. Classes loaded before java.lang.Class itself get theirs from make_early_mirrors().
void Vm::make_mirror(Klass* k) {
  if (!known || !known->klass) return;
  const Klass* c = known->klass;
  const Ref r = heap.allocate_immortal(c->instance_size);
  ObjectHeader* h = heap.header(r);
  h->klass = c->id;
  h->length = k->id;  // a mirror is no array: its length field leads back to the class
  h->flags = kShared | kImmortal;
  k->mirror = r;
  const auto put = [&](const char* name, char type, uint32_t v) {
    const Field* f = c->find_field(name);
    if (f && f->type == type) std::memcpy(heap.address(r, f->offset), &v, 4);
  };
  if (k->is_array() && k->element->mirror) put("componentType", 'L', k->element->mirror);
  put("primitive", 'Z', k->is_primitive());
  uint16_t flags = k->flags;
  if (k->file)
    for (const auto& i : k->file->inner_classes)
      if (i.inner == k->file->name) flags = i.flags;
  put("modifiers", 'C', flags & ~kSuper & 0xffff);
  put("modifiers", 'I', flags & ~kSuper & 0xffff);
  if (k->file) put("classFileAccessFlags", 'C', k->file->flags);
  if (mirror_created) mirror_created(*this, k);
  heap.seal_immortal(r, c->instance_size);
}

void Vm::make_early_mirrors() {
  for (auto& k : klasses_)
    if (!k->mirror && k->kind != KlassKind::Statics) make_mirror(k.get());
  for (size_t i = 0; i < klasses_.size(); ++i)
    if (klasses_[i]->file && !klasses_[i]->statics) Linker(*this, *klasses_[i]).make_statics();
}

bool Vm::is_mirror(Ref r) const { return heap.header(r)->klass == known->klass->id; }

Klass* Vm::klass_of_mirror(Ref mirror) const { return klasses_[heap.header(mirror)->length].get(); }

Ref Vm::new_immortal_object(Klass* k) {
  const Ref r = heap.allocate_immortal(k->instance_size);
  heap.header(r)->klass = k->id;
  heap.header(r)->flags = kShared | kImmortal;
  heap.seal_immortal(r, k->instance_size);
  return r;
}

}  // namespace jmc::vm
