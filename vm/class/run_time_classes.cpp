// Classes that a program defines while it runs: by loaders of its own, by Lookup.defineClass and defineHiddenClass, as
// proxies and for annotations.
//
// A Klass outlives the path that made it: what is linked is no part of a state. Whether it *is defined*, and by which
// loader object, is: that is kept in Klass::definition, an object that is under the undo log like any other. On another
// path the same definition gives the same Klass again, so a class has one identity in all schedules; a second
// definition on one path is a LinkageError, or another hidden class.
//
// Loaders of the program. Resolved constants outlive paths too, so a class of such a loader may be reused only where
// its names mean the same. The loader is asked for all of them once per path, before the class is initialised (JVMS 5.4
// lets a JVM resolve that early; errors are kept for the first use): the answers are the class's scope, and an answer
// that differs from that of another path stops the run. Loaders are told apart by the thread that defined their first
// class and how many it had used before, so that the loader that plays the same part on another path gets the same
// classes.
#include <algorithm>

#include "base/digest.hpp"
#include "vm/class/link_checks.hpp"
#include "vm/code/interpreter.hpp"
#include "vm/native.hpp"

namespace jmc::vm {

Klass* Vm::find_class(std::string_view name, const Klass* from) {
  if (!from) return find_class(name);
  // What the VM spins for a class belongs to it and names it as the VM does.
  for (;; from = from->host) {
    if (from->definition && (name == from->file->name || name == from->name)) return const_cast<Klass*>(from);
    if (!from->hidden || from->scope || !from->host) break;
  }
  if (!from->scope) return find_class(name);
  if (name.starts_with('[')) {
    Klass* element = name.size() > 256 && name[255] == '[' ? nullptr : class_of_descriptor(name.substr(1), from);
    return element && !(element->is_primitive() && element->element_type == 'V') ? array_of(element) : nullptr;
  }
  const auto own = from->scope->find(std::string(name));
  return own != from->scope->end() ? own->second : find_class(name);
}

Klass* Vm::class_of_descriptor(std::string_view d, const Klass* from) {
  if (d.empty()) return nullptr;
  if (d.size() == 1) return primitive(d[0]);
  return find_class(d[0] == 'L' ? d.substr(1, d.size() - 2) : d, from);
}

Ref Vm::defining_loader(const Klass* k) const {
  const Ref by = definition(k, kDefinedBy);
  return by == k->mirror ? kNull : by;
}

Klass* Vm::find_defined(Ref loader, std::string_view name) const {
  const auto it = run_time_classes_.find(std::string(name));
  if (it == run_time_classes_.end()) return nullptr;
  for (Klass* k : it->second)
    if (!k->hidden && is_defined(k) && defining_loader(k) == loader) return k;
  return nullptr;
}

// The key of a loader object of the program on this path.
uint64_t Vm::loader_key(Ref loader) const {
  const uint64_t mine = uint64_t{current_ + 1} << 32;
  uint64_t next = mine;
  for (const auto& [name, classes] : run_time_classes_)
    for (const Klass* k : classes) {
      if (!k->loader_key || !is_defined(k)) continue;
      if (defining_loader(k) == loader) return k->loader_key;
      if (k->loader_key >= next && k->loader_key >> 32 == mine >> 32) next = k->loader_key + 1;
    }
  return next;
}

namespace {

// What decides which class a definition makes, and is the same on every path and in every process.
std::string made_of(const Klass& k, const Vm::RunTimeClass& c, const classfile::ClassFile& file) {
  std::string all(reinterpret_cast<const char*>(file.bytes.data.data()), file.bytes.data.size());
  const auto add = [&](const std::string& word) { (all += '\n') += word; };
  add(std::to_string(k.loader_key) + (k.hidden ? "h" : "") + (k.own_nest ? "n" : "") + (k.boot ? "b" : ""));
  if (c.host) add(c.host->lasting_name());
  if (c.program_loader)
    for (const Klass* super : c.supers) add(super->lasting_name());
  return base::digest({reinterpret_cast<const uint8_t*>(all.data()), all.size()}).substr(0, 16);
}

}  // namespace

void Vm::make_definition(Klass* k) {
  const uint32_t bytes = kHeaderSize + 4 * kDefinitionSlots;
  k->definition = heap.allocate_immortal(bytes);
  ObjectHeader* h = heap.header(k->definition);
  h->klass = known->object_array->id;
  h->length = kDefinitionSlots;
  h->flags = kShared | kImmortal;
  heap.seal_immortal(k->definition, bytes);
}

Klass* Vm::define_at_run_time(RunTimeClass c) {
  auto file = std::make_unique<classfile::ClassFile>(classfile::parse(std::move(c.bytes)));
  const std::string name(file->name);
  const uint64_t key = c.program_loader ? loader_key(c.loader) : 0;
  Klass* there = c.hidden ? nullptr : c.program_loader ? find_defined(c.loader, name) : find_class(name);
  if (there) {
    // A class of the class path counts as loaded from the start; to define it once more, unchanged, is what a JVM does
    // that has not loaded it yet. One that is initialised has been loaded;
    // while threads run, that is not asked, since it would be an operation on the class's state.
    const auto& old = there->file->bytes.data;
    if (!there->definition && (multi() || !initialised(there)) && old.size() == file->bytes.data.size() &&
        std::equal(old.begin(), old.end(), file->bytes.data.begin()))
      return there;
    const std::string words = there->external_name();
    throw_new("java/lang/LinkageError", c.program_loader || there->boot
                                            ? "duplicate class definition: " + name
                                            : "loader 'app' attempted duplicate class definition for " + words + ". (" +
                                                  words + " is in " + module_text(there) + ")");
    return nullptr;
  }
  const auto defined = [&](Klass* k) {
    set_definition(k, kDefinedBy, c.loader ? c.loader : k->mirror);
    return k;
  };
  auto& variants = run_time_classes_[name];
  for (Klass* k : variants) {
    const auto& old = k->file->bytes.data;
    if (is_defined(k) || k->hidden != c.hidden || k->own_nest == c.nest_mate || k->host != c.host ||
        k->loader_key != key || k->boot != (c.host ? c.host->boot : !c.loader))
      continue;
    if (old.size() != file->bytes.data.size() || !std::equal(old.begin(), old.end(), file->bytes.data.begin()))
      continue;
    if (c.program_loader && (k->super != c.supers[0] || !std::equal(k->interfaces.begin(), k->interfaces.end(),
                                                                    c.supers.begin() + 1, c.supers.end())))
      continue;
    return defined(k);
  }
  auto k = std::make_unique<Klass>();
  Klass* made = k.get();
  k->name = name;
  k->host = c.host;
  k->hidden = c.hidden;
  k->own_nest = !c.nest_mate;
  k->boot = c.host ? c.host->boot : !c.loader;
  k->module = c.host ? c.host->module : "";
  k->loader_key = key;
  const std::string digest = made_of(*k, c, *file);
  k->variant = digest + "_" + std::to_string(1 + std::count_if(variants.begin(), variants.end(), [&](const Klass* v) {
                                               return v->variant.starts_with(digest);
                                             }));
  // A hidden class has no name that another class could say; the suffix keeps reported names apart.
  if (k->hidden) k->name += "_" + k->variant;
  make_definition(made);
  if (c.program_loader) {
    k->scope = std::make_unique<Klass::Scope>();
    const auto bind = [&](std::string_view super, Klass* to) { (*made->scope)[std::string(super)] = to; };
    bind(file->super_name, c.supers[0]);
    for (size_t i = 0; i < file->interfaces.size(); ++i) bind(file->interfaces[i], c.supers[i + 1]);
  }
  if (!link_class(std::move(k), std::move(file))) return nullptr;
  run_time_classes_[name].push_back(made);
  return defined(made);
}

bool Vm::ensure_linked(Klass* k) {
  if (!k->scope || definition(k, kLinkedScope)) return true;
  Method* link =
      require_class("jmc/internal/Loading")->find_method("link", "(Ljava/lang/Class;Ljava/lang/ClassLoader;)V");
  Interpreter in(*this, current_);
  if (!link->code && !in.prepare(link)) return false;
  ThreadState& ts = threads_[current_].s;
  uint32_t* stack = threads_[current_].stack;
  const uint32_t at = ts.sp;
  if (at + link->max_locals + kFrameSlots + link->max_stack > options.stack_slots) {
    throw_new("java/lang/StackOverflowError");
    return false;
  }
  stack[at] = k->mirror;
  stack[at + 1] = defining_loader(k);
  return in.push_frame(link, at, kReexecute, kNull) && false;
}

}  // namespace jmc::vm
