// What the spin_*.cpp files share. Internal to them.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "classfile/class_writer.hpp"
#include "vm/code/spin.hpp"

namespace jmc::vm {

using classfile::class_entry;
using classfile::ClassWriter;
using classfile::CodeWriter;
using classfile::descriptor_of_class;
using classfile::Label;
using classfile::letter_of;
using classfile::parse_signature;
using classfile::Signature;
using classfile::slots_of;
namespace bc = classfile::bc;

inline constexpr uint16_t kSpunClass = kPublic | kFinal | kSuper | kSynthetic;
inline constexpr uint16_t kSpunMethod = kPublic | kStatic;
inline constexpr std::string_view kObject = "java/lang/Object", kObjectType = "Ljava/lang/Object;";
inline constexpr std::string_view kString = "java/lang/String", kStringType = "Ljava/lang/String;";

// One bootstrap of a call site or dynamic constant, with everything about it at hand.
struct Site {
  Vm& vm;
  Klass* caller;
  const classfile::ClassFile& file;
  std::string_view name, descriptor;       // of the call site; a constant's descriptor is a field's
  uint16_t bootstrap;                      // pool index of the bootstrap method's handle
  const std::vector<uint16_t>& arguments;  // pool indices
  std::string_view bsm_class, bsm_name;
  uint32_t number;  // of this site within its class, from 1: does not depend on the order of linking

  const classfile::ConstantPool& pool() const { return file.pool; }
  classfile::Tag tag(size_t i) const { return file.pool.tag(arguments.at(i)); }
  std::string class_name(std::string_view what) const;  // "p/Caller$$What$3"
  // The class of that name, if another instruction with the same constant has been linked already.
  Klass* linked(std::string_view what) const;
  [[noreturn]] void unsupported(std::string_view why = {}) const;
};

LinkedSite link_lambda(Site& site, bool alternative);
LinkedSite link_concat(Site& site, bool with_recipe);
LinkedSite link_record(Site& site);
LinkedSite link_type_switch(Site& site);
LinkedSite link_enum_switch(Site& site);
LinkedSite link_constant_bootstrap(Site& site);
LinkedSite link_general(Site& site);
LinkedSite link_plain_constant(Vm& vm, Klass* caller, uint16_t pool_index);  // MethodType, MethodHandle

// Defines the finished class; all its methods become internal.
Klass* define_spun(Vm& vm, const ClassWriter& cls, Klass* host);
LinkedSite site_method(Klass* k, std::string_view name, std::string_view descriptor);

// --- code fragments
std::string_view wrapper_of(char primitive);  // 'I' -> "java/lang/Integer"
char primitive_of(std::string_view wrapper);  // inverse; 0 if it is none
void box(CodeWriter& code, char primitive);
void unbox(CodeWriter& code, char primitive);  // the exact wrapper (or Number for numeric types) is on the stack
bool widens(char from, char to);               // by widening primitive conversion, or equal
void widen(CodeWriter& code, char from, char to);
// The value on the stack from one type to another (field descriptors, or "V"), as method-handle linkage converts.
void convert(CodeWriter& code, std::string_view from, std::string_view to);
// Like convert from Object, but any box that widens to a primitive `to` is accepted at run time.
void convert_dynamic(CodeWriter& code, std::string_view to, int scratch_local, Label* mismatch);
// Pushes an array of Object with the values of the given parameters, boxed, from locals `slot` on.
void push_object_array(CodeWriter& code, const std::vector<std::string_view>& params, size_t first, int slot);
std::string static_argument_type(const Site& site, uint16_t pool_index);
// Pushes a static argument of a bootstrap method; answers its type.
std::string push_static_argument(CodeWriter& code, const Site& site, uint16_t pool_index);
// Calls what a method-handle constant names with the arguments that `push(i, type)` pushes; `given` are their types.
// Collects variable arguments. Leaves a value of the type that is answered.
std::string call_handle(CodeWriter& code, const Site& site, uint16_t handle_index,
                        const std::vector<std::string>& given, const std::function<void(size_t)>& push);

}  // namespace jmc::vm
