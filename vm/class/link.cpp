#include "vm/class/link.hpp"

#include <algorithm>
#include <cstdio>

#include "classfile/descriptor.hpp"
#include "vm/class/link_checks.hpp"
#include "vm/class/observers.hpp"
#include "vm/code/insn.hpp"
#include "vm/native.hpp"
#include "vm/visibility/doubts.hpp"

namespace jmc::vm {

using classfile::FormatError;

Method::~Method() { delete[] code; }

Method* Klass::find_method(std::string_view method_name, std::string_view descriptor) const {
  for (auto& m : methods)
    if (m->name == method_name && m->descriptor == descriptor) return m.get();
  return nullptr;
}

Method* Klass::find_method(uint32_t sig) const {
  for (auto& m : methods)
    if (m->sig == sig) return m.get();
  return nullptr;
}

Field* Klass::find_field(std::string_view field_name, std::string_view descriptor) const {
  for (auto& f : fields)
    if (f->name == field_name && (descriptor.empty() || f->descriptor == descriptor)) return f.get();
  for (Klass* i : interfaces)
    if (Field* f = i->find_field(field_name, descriptor)) return f;
  return super ? super->find_field(field_name, descriptor) : nullptr;
}

bool Klass::is_subclass_of(const Klass* other) const {
  if (this == other) return true;
  if (other->is_interface())
    return std::find(all_interfaces.begin(), all_interfaces.end(), other) != all_interfaces.end();
  if (other->kind == KlassKind::ObjectArray) {
    if (kind != KlassKind::ObjectArray) return false;
    return element->is_subclass_of(other->element);
  }
  const size_t depth = other->supers.size() - 1;
  return depth < supers.size() && supers[depth] == other;
}

std::string Klass::external_name() const {
  const bool defined_hidden = hidden && definition;
  std::string s = defined_hidden ? std::string(file->name) : name;
  std::replace(s.begin(), s.end(), '/', '.');
  return defined_hidden ? s + hidden_suffix() : s;
}

std::string Klass::hidden_suffix() const {
  uint64_t hash = 0xcbf29ce484222325;
  for (const char c : name) hash = (hash ^ static_cast<uint8_t>(c)) * 0x100000001b3;
  char text[20];
  snprintf(text, sizeof text, "/0x%016llx", static_cast<unsigned long long>(hash & 0x7fffffffff));
  return text;
}

std::string Klass::own_name() const { return definition && !hidden ? name + "_" + variant : name; }

std::string Klass::lasting_name() const {
  if (is_array() && !name.starts_with('[')) return ";" + name;  // memory outside of the heap
  if (kind == KlassKind::ObjectArray) {
    const std::string of = element->lasting_name();
    return made_while_running(of) ? "[" + of : name;
  }
  if (definition) return name + ";" + variant;
  return hidden ? name + ";spun" : name;
}

int Method::line_of(uint32_t insn) const {
  if (!file || !file->code || insn >= bci.size()) return -1;
  const uint16_t at = bci[insn];
  int line = -1, best = -1;
  for (const auto& e : file->code->lines)
    if (e.start <= at && e.start >= best) {
      best = e.start;
      line = e.line;
    }
  return line;
}

void parse_descriptor(std::string_view d, std::vector<char>& args, char& result, const std::string& where) {
  if (!classfile::is_method_descriptor(d))
    throw FormatError(where + ": malformed method descriptor \"" + std::string(d.substr(0, 200)) + "\"");
  for (const std::string_view type : classfile::ParameterTypes(d)) args.push_back(classfile::letter_of(type));
  result = classfile::letter_of(classfile::result_type(d));
}

void Linker::link() {
  if (!k_.boot && !k_.hidden) check_members(k_);
  supertypes();
  fields();
  methods();
  vtable();
  k_.needs_clinit =
      k_.find_method("<clinit>", "()V") != nullptr || (k_.super && k_.super->needs_clinit && !k_.is_interface());
  if (!k_.is_interface())
    for (Klass* i : k_.all_interfaces)
      if (i->find_method("<clinit>", "()V"))
        for (auto& m : i->methods)
          if (!m->is_static() && !m->is_abstract()) k_.needs_clinit = true;
  if (k_.scope) k_.needs_clinit = true;  // its first use links it: Vm::ensure_linked
}

void Linker::supertypes() {
  if (k_.super) k_.supers = k_.super->supers;
  k_.supers.push_back(&k_);
  if (k_.super) k_.all_interfaces = k_.super->all_interfaces;
  const auto add = [&](Klass* i) {
    if (std::find(k_.all_interfaces.begin(), k_.all_interfaces.end(), i) == k_.all_interfaces.end())
      k_.all_interfaces.push_back(i);
  };
  for (Klass* i : k_.interfaces) {
    add(i);
    for (Klass* j : i->all_interfaces) add(j);
  }
  k_.thread_class = k_.name == "java/lang/Thread" || (k_.super && k_.super->thread_class);
  k_.console_class = k_.name == "jmc/internal/ConsoleStream";
  k_.listed = k_.hidden && k_.host ? k_.host->listed : vm_.visibility.listed(k_.name);
}

void Linker::fields() {
  uint32_t instance = k_.super ? k_.super->instance_size : kHeaderSize;
  uint32_t statics = kStaticsFields;
  if (k_.super) k_.ref_offsets = k_.super->ref_offsets;
  // Wide fields first at 8-byte alignment, then the 4-byte ones, which may fill the gap a superclass left.
  for (const auto& file : k_.file->fields) {
    auto f = std::make_unique<Field>();
    f->owner = &k_;
    f->name = file.name;
    f->descriptor = file.descriptor;
    f->flags = file.flags;
    f->file = &file;
    f->sig = vm_.intern_sig(file.name, file.descriptor);
    const char t = file.descriptor.empty() ? '?' : file.descriptor[0];
    const bool reference = t == '[' || (t == 'L' && file.descriptor.size() > 2 && file.descriptor.back() == ';');
    if (!reference && (file.descriptor.size() != 1 || std::string_view("ZBCSIFJD").find(t) == std::string_view::npos))
      throw FormatError(k_.origin + ": field " + std::string(f->name) + " has malformed descriptor \"" +
                        std::string(file.descriptor) + "\"");
    f->type = t == '[' ? 'L' : t;
    f->slot = static_cast<uint32_t>(k_.fields.size());
    k_.fields.push_back(std::move(f));
  }
  for (int pass = 0; pass < 2; ++pass) {
    for (auto& f : k_.fields) {
      if (f->wide() != (pass == 0)) continue;
      uint32_t& at = f->is_static() ? statics : instance;
      if (f->wide()) at = (at + 7) & ~7u;
      f->offset = at;
      at += f->wide() ? 8 : 4;
      if (f->is_ref()) (f->is_static() ? k_.static_ref_offsets : k_.ref_offsets).push_back(f->offset);
      f->visibility = vm_.visibility.classify(*f);
    }
  }
  k_.instance_size = instance;
  k_.statics_size = statics;
}

void Linker::make_method(const classfile::Method& file) {
  auto m = std::make_unique<Method>();
  m->owner = &k_;
  m->name = file.name;
  m->descriptor = file.descriptor;
  m->flags = file.flags;
  m->file = &file;
  if (file.code) {
    m->max_stack = file.code->max_stack;
    m->max_locals = file.code->max_locals;
  }
  parse_descriptor(m->descriptor, m->arg_types, m->return_type, k_.origin + ": method " + std::string(m->name));
  m->arg_slots = static_cast<uint16_t>((m->is_static() ? 0 : 1) + slots_of(m->arg_types));
  if (file.code && m->arg_slots > m->max_locals)
    throw FormatError(k_.origin + ": method " + std::string(m->name) + " has max_locals " +
                      std::to_string(m->max_locals) + " but " + std::to_string(m->arg_slots) + " argument slots");
  if (!file.code && !(m->flags & (kNativeFlag | kAbstract)))
    throw FormatError(k_.origin + ": method " + std::string(m->name) + std::string(m->descriptor) + " has no code");
  if (!file.code) m->max_locals = m->arg_slots;
  m->caller_sensitive = file.caller_sensitive;
  m->hidden_frame = file.hidden || k_.hidden;
  m->internal = k_.hidden && !k_.definition;  // hidden classes of the program are code of the program
  m->sig = vm_.intern_sig(m->name, m->descriptor);
  m->id = static_cast<uint32_t>(vm_.methods_.size());
  if ((m->flags & kNativeFlag) && (m->flags & kVarargs) &&
      (k_.name == "java/lang/invoke/MethodHandle" || k_.name == "java/lang/invoke/VarHandle"))
    m->polymorphic = true;
  vm_.methods_.push_back(m.get());
  k_.methods.push_back(std::move(m));
}

void Linker::methods() {
  k_.methods.reserve(k_.file->methods.size());
  for (const auto& file : k_.file->methods) make_method(file);
  if (!k_.boot && !k_.hidden) tell_observers(vm_, k_);
  // Of the program only what it takes from jmc on purpose: jmc.Choose.
  if (!(k_.boot || k_.name.starts_with("jmc/")) || !vm_.native_classes_.contains(k_.name)) return;
  for (auto& m : k_.methods) {
    const auto it = vm_.natives_.find(k_.name + "." + std::string(m->name) + std::string(m->descriptor));
    if (it == vm_.natives_.end()) continue;
    m->native = it->second.first;
    m->describe = it->second.second;
    m->native_bound = true;
    m->overridden = !(m->flags & kNativeFlag);
    m->flags &= static_cast<uint16_t>(~kSynchronized);  // a native decides itself what it locks
  }
}

void Linker::vtable() {
  if (k_.is_interface()) return;
  if (k_.super) k_.vtable = k_.super->vtable;
  for (auto& m : k_.methods) {
    if (m->is_static() || m->name[0] == '<' || (m->flags & kPrivate)) continue;
    bool placed = false;
    for (size_t i = 0; i < k_.vtable.size(); ++i) {
      Method* above = k_.vtable[i];
      if (above->sig != m->sig) continue;
      if (!(above->flags & (kPublic | kProtected)) && above->owner->package != k_.package) continue;
      if ((above->flags & kFinal) && !k_.boot && !k_.hidden) {
        const std::string words = "class " + k_.external_name() + " overrides final method " +
                                  above->owner->external_name() + "." + std::string(m->name) +
                                  std::string(m->descriptor);
        throw FormatError(k_.origin + ": " + words, "java/lang/IncompatibleClassChangeError", words);
      }
      k_.vtable[i] = m.get();
      if (!placed) m->vindex = static_cast<int32_t>(i);
      placed = true;
    }
    if (!placed) {
      m->vindex = static_cast<int32_t>(k_.vtable.size());
      k_.vtable.push_back(m.get());
    }
  }
  // A call's place in the table is kept in 16 bits.
  if (k_.vtable.size() > 0xffff)
    throw FormatError(k_.origin + ": class " + k_.external_name() + " has " + std::to_string(k_.vtable.size()) +
                      " virtual methods, expected at most 65535");
}

void Linker::make_statics() {
  if (k_.statics) return;
  auto sk = std::make_unique<Klass>();
  sk->kind = KlassKind::Statics;
  sk->name = "<statics of " + k_.name + ">";
  sk->statics_of = &k_;
  sk->instance_size = k_.statics_size;
  sk->ref_offsets = k_.static_ref_offsets;
  sk->ref_offsets.insert(sk->ref_offsets.begin(), kStaticsFailure);
  k_.static_ref_offsets = sk->ref_offsets;
  sk->supers = {sk.get()};
  sk->boot = k_.boot;
  k_.statics_klass = vm_.add_klass(std::move(sk));
  const Ref r = vm_.heap.allocate_immortal(k_.statics_size);
  ObjectHeader* h = vm_.heap.header(r);
  h->klass = k_.statics_klass->id;
  h->flags = kShared | kImmortal;
  k_.statics = r;
  const auto put = [&](uint32_t offset, auto v) { std::memcpy(vm_.heap.address(r, offset), &v, sizeof v); };
  if (!k_.needs_clinit) put(kStaticsStatus, static_cast<uint32_t>(InitStatus::Done));
  else if (vm_.options.initialisations && !k_.boot && !k_.hidden) vm_.make_init_visible(&k_);
  for (auto& f : k_.fields) {
    const uint16_t c = f->file->constant_value;
    if (!f->is_static() || !c) continue;
    const auto& pool = k_.file->pool;
    switch (f->type) {
      case 'J': put(f->offset, pool.long_value(c)); break;
      case 'D': put(f->offset, pool.double_value(c)); break;
      case 'F': put(f->offset, pool.float_value(c)); break;
      case 'L': put(f->offset, vm_.intern(classfile::decode_modified_utf8(pool.string(c)))); break;
      default: put(f->offset, pool.integer(c)); break;
    }
  }
  vm_.heap.seal_immortal(r, k_.statics_size);
}

Method* Vm::lookup_method(Klass* k, std::string_view name, std::string_view descriptor) {
  return lookup_method(k, intern_sig(name, descriptor));
}

Method* Vm::lookup_method(Klass* k, uint32_t sig, bool interfaces) {
  for (Klass* c = k; c; c = c->super)
    if (Method* m = c->find_method(sig)) return m;
  if (k->is_interface() && known && known->object)
    if (Method* m = known->object->find_method(sig); m && (m->flags & kPublic) && !m->is_static()) return m;
  if (!interfaces) return nullptr;
  // Maximally specific superinterface method; a default before an abstract one.
  Method* best = nullptr;
  for (Klass* i : k->all_interfaces) {
    Method* m = i->find_method(sig);
    if (!m || (m->flags & (kPrivate | kStatic))) continue;
    if (!best) {
      best = m;
      continue;
    }
    const bool below = m->owner->is_subclass_of(best->owner), above = best->owner->is_subclass_of(m->owner);
    if (below || (!above && best->is_abstract() && !m->is_abstract())) best = m;
  }
  return best;
}

Field* Vm::lookup_field(Klass* k, std::string_view name, std::string_view descriptor) {
  return k->find_field(name, descriptor);
}

Method* Vm::select(Klass* receiver, Method* declared) {
  if (!declared) return nullptr;
  if (declared->flags & (kPrivate | kStatic) || declared->name[0] == '<') return declared;
  if (!declared->owner->is_interface() && declared->vindex >= 0) {
    if (static_cast<size_t>(declared->vindex) >= receiver->vtable.size()) return nullptr;
    Method* m = receiver->vtable[declared->vindex];
    if (!m->is_abstract() || !receiver->all_interfaces.size()) return m;
    return m;
  }
  auto [it, fresh] = receiver->interface_targets.try_emplace(declared->id, nullptr);
  if (fresh) {
    Method* m = nullptr;
    for (Klass* c = receiver; c && !m; c = c->super) {
      m = c->find_method(declared->sig);
      if (m && (m->is_static() || (m->flags & kPrivate))) m = nullptr;
    }
    if (!m) {
      m = lookup_method(receiver, declared->sig);
      if (m && m->flags & (kPrivate | kStatic)) m = nullptr;
    }
    it->second = m;
  }
  return it->second;
}

}  // namespace jmc::vm
