#include "vm/class/link_checks.hpp"

#include <algorithm>

#include "classfile/descriptor.hpp"
#include "vm/class/modules.hpp"
#include "vm/code/interpreter.hpp"
#include "vm/native.hpp"

namespace jmc::vm {

namespace {

using classfile::FormatError;

const Klass* innermost(const Klass* k) {
  while (k->is_array()) k = k->element;
  return k;
}

// Classes of the user are no part of a JDK package, whatever it is called.
// ... and packages of different loaders are different ones.
uint64_t loader_key(const Klass* k) { return k->hidden && k->host ? loader_key(k->host) : k->loader_key; }
bool same_package(const Klass* a, const Klass* b) {
  return a == b || (a->package == b->package && a->boot == b->boot && loader_key(a) == loader_key(b));
}

bool class_accessible(const Klass* from, const Klass* k) {
  k = innermost(k);
  return k->is_primitive() || (k->flags & kPublic) || same_package(from, k);
}

// JVMS 5.4.4: a public class is accessible where its package is exported to.
bool exported_to(Vm& vm, const Klass* from, const Klass* k) {
  k = innermost(k);
  return k->is_primitive() || !(k->flags & kPublic) || from->boot || !k->boot || package_accessible(vm, from, k);
}

// "unnamed module @0x1b2c", by the hash code of the module object.
std::string unnamed_text(Vm& vm, const Klass* from) {
  char text[40];
  snprintf(text, sizeof text, "unnamed module @0x%x",
           static_cast<uint32_t>(vm.identity_hash(facility<Modules>(vm).object_of(vm, const_cast<Klass*>(from)))));
  return text;
}

std::string not_exported(Vm& vm, const Klass* from, const Klass* k) {
  k = innermost(k);
  const std::string reader = unnamed_text(vm, from);
  std::string package(k->package);
  std::replace(package.begin(), package.end(), '/', '.');
  return "class " + from->external_name() + " (in " + reader + ") cannot access class " + k->external_name() +
         " (in module " + k->module + ") because module " + k->module + " does not export " + package + " to " + reader;
}

// The host must know its member (JVMS 5.4.4); otherwise a class is its own nest.
const Klass* nest_host(Vm& vm, const Klass* k) {
  while (k->hidden && k->host && !k->own_nest) k = k->host;
  if (k->hidden || !k->file || k->file->nest_host.empty()) return k;
  const Klass* host = vm.find_class(k->file->nest_host, k);
  if (!host || !host->file || !same_package(host, k)) return k;
  const auto& members = host->file->nest_members;
  return std::find(members.begin(), members.end(), k->file->name) != members.end() ? host : k;
}

bool member_accessible(Vm& vm, Klass* from, const Klass* owner, uint16_t flags) {
  if (flags & kPublic) return true;
  if (flags & kPrivate) return from == owner || nest_host(vm, from) == nest_host(vm, owner);
  if (same_package(from, owner)) return true;
  return (flags & kProtected) && from->is_subclass_of(owner);
}

// "A and B are in unnamed module of loader 'app'", or each by itself.
std::string where(const Klass* a, const Klass* b) {
  if (module_text(a) == module_text(b))
    return a->external_name() + " and " + b->external_name() + " are in " + module_text(a);
  return a->external_name() + " is in " + module_text(a) + "; " + b->external_name() + " is in " + module_text(b);
}

std::string refused_method(const Klass* from, const Method* m, std::string_view text) {
  const std::string kind = std::string(m->is_abstract() ? "abstract " : "") + (m->flags & kPrivate     ? "private "
                                                                               : m->flags & kProtected ? "protected "
                                                                                                       : "");
  return "class " + from->external_name() + " tried to access " + kind + "method '" + std::string(text) + "' (" +
         where(from, m->owner) + ")";
}

// What the VM spins belongs to its host; hidden classes of the program are like others.
bool trusted(const Klass* from) { return from->boot || (from->hidden && !from->definition); }

}  // namespace

std::string module_text(const Klass* k) {
  if (k->boot) return "module " + k->module + " of loader 'bootstrap'";
  return "unnamed module of loader 'app'";
}

bool throw_if_access(Vm& vm, const FormatError& e) {
  if (e.thrown != "java/lang/IllegalAccessError") return false;
  vm.throw_new(e.thrown, e.words);
  return true;
}

void check_supertypes(Vm& vm, const Klass& k) {
  const auto fail = [&](const std::string& what, std::string_view error = {}, const std::string& more = {}) {
    const std::string words = "class " + k.external_name() + what;
    if (error.empty()) throw FormatError(k.origin + ": " + words);
    throw FormatError(k.origin + ": " + words, error, words + more);
  };
  if (k.name.starts_with("java/")) fail(" is in a package of the JDK, expected one of the user's own");
  std::vector<const Klass*> supers(k.interfaces.begin(), k.interfaces.end());
  if (k.super) supers.push_back(k.super);
  for (const Klass* s : supers) {
    if (!class_accessible(&k, s))
      fail(" cannot access its " + std::string(s->is_interface() ? "superinterface " : "superclass ") +
               s->external_name(),
           "java/lang/IllegalAccessError", " (" + where(&k, s) + ")");
    if (!exported_to(vm, &k, s)) {
      const std::string words =
          (s->is_interface() ? "superinterface check failed: " : "superclass access check failed: ") +
          not_exported(vm, &k, s);
      throw FormatError(k.origin + ": " + words, "java/lang/IllegalAccessError", words);
    }
    if (!s->file || !s->file->is_sealed) continue;
    const auto& permitted = s->file->permitted_subclasses;
    if (s->boot || std::find(permitted.begin(), permitted.end(), k.file->name) == permitted.end())
      fail(" cannot inherit from sealed class " + s->external_name(), "java/lang/IncompatibleClassChangeError");
  }
}

// Before version 52 (static and default methods in interfaces) and 51 old compilers' flags are not looked at by
// HotSpot.
void check_members(const Klass& k) {
  const auto fail = [&](std::string_view member, const std::string& what, const std::string& expected) {
    throw FormatError(k.origin + ": class " + k.external_name() + ": " + what + " " +
                      std::string(member.substr(0, 200)) + ", expected " + expected);
  };
  const uint16_t version = k.file->major;
  for (const auto& f : k.file->fields) {
    constexpr uint16_t kConstant = kPublic | kStatic | kFinal;
    if (k.is_interface() && (f.flags & (kConstant | kPrivate | kProtected | kVolatile | kTransient)) != kConstant)
      fail(f.name, "interface field", "it to be public, static and final");
  }
  for (const auto& m : k.file->methods) {
    if (m.name == "<clinit>") {
      if (m.descriptor == "()V" && !(m.flags & kStatic)) fail(m.name, "method", "it to be static");
    } else if (m.name == "<init>") {
      if (k.is_interface()) fail(m.name, "interface method", "no constructor");
      if (m.flags & (kStatic | kFinal | kSynchronized | kNativeFlag | kAbstract))
        fail(m.name, "constructor", "it not to be static, final, synchronized, native or abstract");
    } else if (k.is_interface()) {
      const bool one = !(m.flags & kPublic) != !(m.flags & kPrivate);
      if (version < 52 ? (m.flags & (kPublic | kAbstract)) != (kPublic | kAbstract) : !one)
        fail(m.name, "interface method", version < 52 ? "it to be public and abstract" : "it to be public or private");
      if (m.flags & (kProtected | kFinal | kSynchronized | kNativeFlag))
        fail(m.name, "interface method", "it not to be protected, final, synchronized or native");
      if (version < 52 && (m.flags & kStatic)) fail(m.name, "interface method", "it not to be static");
    }
  }
}

bool check_class_access(Vm& vm, const Klass* from, const Klass* k) {
  if (trusted(from)) return true;
  const bool may = class_accessible(from, k);
  if (may && exported_to(vm, from, k)) return true;
  k = innermost(k);
  if (may) {
    vm.throw_new("java/lang/IllegalAccessError", not_exported(vm, from, k));
    return false;
  }
  vm.throw_new("java/lang/IllegalAccessError", "failed to access class " + k->external_name() + " from class " +
                                                   from->external_name() + " (" + where(k, from) + ")");
  return false;
}

namespace {

// All packages java.* are exported; and what is not of the JDK is exported, too.
bool check_named(Vm& vm, const Klass* from, std::string_view name) {
  const size_t element = name.find_first_not_of('[');
  if (element == std::string_view::npos) return true;
  if (element || name.ends_with(';')) {
    if (name[element] != 'L') return true;
    name = name.substr(element + 1, name.size() - element - 2);
  }
  if (name.starts_with("java/") || name.find('/') == std::string_view::npos) return true;
  if (vm.jdk.boot.module_of_package(name.substr(0, name.rfind('/'))).empty()) return true;
  const Klass* k = vm.find_class(name, from);
  return !k || check_class_access(vm, from, k);
}

}  // namespace

bool check_descriptor_access(Vm& vm, const Klass* from, std::string_view descriptor) {
  if (trusted(from)) return true;
  if (descriptor[0] != '(') return check_named(vm, from, descriptor);
  for (const std::string_view type : classfile::ParameterTypes(descriptor))
    if (type.size() > 1 && !check_named(vm, from, type)) return false;
  const std::string_view result = classfile::result_type(descriptor);
  return result.size() == 1 || check_named(vm, from, result);
}

bool check_constant_access(Vm& vm, const Klass* from, uint16_t pool_index) {
  if (trusted(from)) return true;
  using classfile::Tag;
  const classfile::ConstantPool& pool = from->file->pool;
  switch (pool.tag(pool_index)) {
    case Tag::Class: return check_named(vm, from, pool.class_name(pool_index));
    case Tag::MethodType: return check_descriptor_access(vm, from, pool.method_type(pool_index));
    case Tag::MethodHandle: {
      const auto member = pool.member(pool.method_handle(pool_index).index);
      return check_named(vm, from, member.owner) && check_descriptor_access(vm, from, member.descriptor);
    }
    case Tag::Dynamic:
    case Tag::InvokeDynamic: {
      const auto site = pool.dynamic(pool_index);
      for (const uint16_t argument : from->file->bootstrap_methods.at(site.bootstrap).arguments)
        if (pool.tag(argument) != Tag::Dynamic && !check_constant_access(vm, from, argument)) return false;
      return check_descriptor_access(vm, from, site.descriptor);
    }
    default: return true;
  }
}

bool check_field_access(Vm& vm, Klass* from, const Field* f) {
  if (trusted(from) || member_accessible(vm, from, f->owner, f->flags)) return true;
  const char* kind = f->flags & kPrivate ? "private " : f->flags & kProtected ? "protected " : "";
  vm.throw_new("java/lang/IllegalAccessError", "class " + from->external_name() + " tried to access " + kind +
                                                   "field " + f->owner->external_name() + "." + std::string(f->name) +
                                                   " (" + where(from, f->owner) + ")");
  return false;
}

std::string method_access_refusal(Vm& vm, Klass* from, const Method* m) {
  return member_accessible(vm, from, m->owner, m->flags)
             ? std::string()
             : refused_method(from, m, method_text(m->owner->name, m->name, m->descriptor));
}

bool check_method_access(Vm& vm, Klass* from, const Method* m, std::string_view text) {
  if (trusted(from) || member_accessible(vm, from, m->owner, m->flags)) return true;
  vm.throw_new("java/lang/IllegalAccessError", refused_method(from, m, text));
  return false;
}

}  // namespace jmc::vm
