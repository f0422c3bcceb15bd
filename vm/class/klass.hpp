// Linked classes, fields and methods. Immutable for the program under test: nothing here is part of a state (what is,
// such as static fields and the initialisation status, lives in the heap), so translation and resolution are never
// undone.
//
// Ownership: the ClassTable owns every Klass, a Klass its fields and methods; pointers are valid as long as the Vm.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "classfile/access_flags.hpp"
#include "classfile/class_file.hpp"
#include "vm/state/heap.hpp"

namespace jmc::vm {

namespace memory {
enum class Kept : uint8_t;
}
class Vm;
struct Klass;
struct Method;
struct Insn;
struct FrameMaps;
struct NativeCall;

using enum classfile::AccessFlags;

// How an access to a field or array is seen by the search; or-ed into the instruction that performs it.
enum FieldVisibility : uint8_t {
  kVisible = 1,        // a scheduling point when the object is shared
  kTracked = 2,        // invisible, but watched for conflicts between threads (holes in the visible list)
  kConfinedField = 4,  // belongs to the java.lang.Thread object's own thread
  kOwnField = 16,      // likewise, but what it refers to may be shared
  kFinalField = 8,     // invisible, until it is written after publication (shared_fields.hpp)
  kOrderedField = 32,  // with kTracked: it is assumed that happens-before orders its accesses (Races::ordered)
  kAtomicField = 64,   // with kTracked: not only bytecode accesses it
};

struct Field {
  Klass* owner = nullptr;
  std::string_view name, descriptor;
  uint16_t flags = 0;
  uint8_t visibility = 0;  // FieldVisibility bits
  uint8_t sections = 0;    // where it is accessed: vm/visibility/sections.hpp
  // Of its messages under the memory model; in the next search (vm/memory/memory_model.hpp).
  memory::Kept kept{}, needed{};
  char type = 0;        // first character of the descriptor; '[' is given as 'L'
  uint32_t offset = 0;  // bytes from the header of the object, or of the class's static block
  uint32_t slot = 0;    // index in owner->fields
  uint32_t sig = 0;     // interned name and descriptor
  const classfile::Field* file = nullptr;
  bool is_static() const { return flags & kStatic; }
  bool wide() const { return type == 'J' || type == 'D'; }
  bool is_ref() const { return type == 'L'; }
};

// What a native may answer. See vm/native.hpp.
enum class NativeStatus : uint8_t { Done, Throw, Call, Again, Stop };
using NativeFn = NativeStatus (*)(NativeCall&);
// Fills in the pending operation of a native that may be visible or may block; false: the call is invisible now.
struct Pending;
using DescribeFn = bool (*)(NativeCall&, Pending&);

struct Handler {
  uint32_t start, end, target;
  uint16_t catch_index;
};  // in instructions; catch_index 0: any

struct Method {
  Klass* owner = nullptr;
  std::string_view name, descriptor;
  uint16_t flags = 0;
  uint16_t max_stack = 0, max_locals = 0;
  uint16_t arg_slots = 0;  // receiver included
  char return_type = 'V';  // 'L' for arrays too
  bool caller_sensitive = false;
  bool hidden_frame = false;             // left out of stack traces
  bool internal = false;                 // spun by the VM: not shown in stack traces, steps folded
  bool polymorphic = false;              // signature-polymorphic (MethodHandle, VarHandle)
  bool internal_ref_local = false;       // a bottom frame of the VM whose locals are references
  bool overridden = false;               // native implementation registered for a method that has bytecode
  std::vector<uint32_t> leaves_entered;  // instructions whose exceptions leave it with a monitor entered, in order
  bool freezes = false;                  // a constructor whose end is one of final fields, under the memory model
  uint32_t id = 0;                       // index in ClassTable::methods
  uint32_t sig = 0;                      // interned name and descriptor
  int32_t vindex = -1;
  const classfile::Method* file = nullptr;
  std::vector<char> arg_types;  // one per argument, receiver excluded

  Insn* code = nullptr;  // after translation
  uint32_t code_length = 0;
  std::vector<Handler> handlers;
  std::vector<uint16_t> bci;  // of each instruction
  NativeFn native = nullptr;
  DescribeFn describe = nullptr;
  bool native_bound = false;        // looked up in the registry already
  std::unique_ptr<FrameMaps> maps;  // made when a frame of this method is first canonicalised

  bool is_static() const { return flags & kStatic; }
  bool is_native() const { return (flags & kNativeFlag) || overridden; }
  bool is_abstract() const { return flags & kAbstract; }
  bool is_synchronized() const { return flags & kSynchronized; }
  bool is_init() const { return name == "<init>"; }
  int line_of(uint32_t insn) const;  // source line or -1
  ~Method();
};

// Initialised are three. Ended: it is kept which threads have seen it, and to find it out may be an operation of the
// others. Done: nothing is kept any more. Watched: as Done, a state does not know the difference; but requests are
// still looked at (InitialiserFindings::asked).
enum class InitStatus : uint32_t { Loaded = 0, InProgress = 1, Done = 2, Failed = 3, Ended = 4, Watched = 5 };

// Layout of the static block of a class, an immortal object.
inline constexpr uint32_t kStaticsStatus = kHeaderSize;       // InitStatus
inline constexpr uint32_t kStaticsThread = kHeaderSize + 4;   // initialising thread + 1
inline constexpr uint32_t kStaticsFailure = kHeaderSize + 8;  // exception of a failed initialisation
inline constexpr uint32_t kStaticsSeeds = kHeaderSize + 12;   // hash codes and seeds that its initialiser has drawn
inline constexpr uint32_t kStaticsSeen = kHeaderSize + 16;  // Ended and Failed: a bit for each thread that has seen it
inline constexpr uint32_t kStaticsFields = kHeaderSize + 24;

// A resolved constant-pool entry; what it means depends on the entry's tag.
struct PoolEntry {
  void* pointer = nullptr;  // Klass*, Field*, Method*, or a linked call site
  Ref ref = kNull;          // strings, classes, method types, handles, dynamic constants
  uint64_t bits = 0;
  bool resolved = false;
};

// What is known on the present path about a class that the program defines.
enum DefinitionSlot : uint32_t {
  kDefinedBy = 0,    // its loader; the class itself for the null loader; null: not defined on this path
  kLinkedScope = 1,  // the class itself: its loader has been asked on this path for what it refers to
  kDomain = 2,       // its ProtectionDomain, or null
  kDefinitionSlots = 4,
};

enum class KlassKind : uint8_t { Instance, ObjectArray, PrimitiveArray, Primitive, Statics };

struct Klass {
  uint32_t id = 0;
  KlassKind kind = KlassKind::Instance;
  std::string name;  // internal name: "java/lang/String", "[I", "[Ljava/lang/String;", "int"
  uint16_t flags = 0;
  Klass* super = nullptr;
  std::vector<Klass*> interfaces;      // direct
  std::vector<Klass*> all_interfaces;  // transitive, each once
  std::vector<Klass*> supers;          // supers[d] is the superclass at depth d; the last is the class itself
  std::unique_ptr<classfile::ClassFile> file;
  std::string origin;

  bool boot = false;              // found on the boot path or in the stubs
  bool stub = false;              // from jdk-stubs
  bool hidden = false;            // spun by the VM: may see private members of its host; or defined as hidden
  bool own_nest = false;          // defined as hidden, but not as a nest mate of its host
  bool elements_visible = false;  // array class, adaptive visibility: threads were seen to conflict on elements
  bool elements_ordered = false;  // of arrays: as kOrderedField
  bool elements_atomic = false;   // of arrays: as kAtomicField
  uint8_t elements_sections = 0;  // of arrays: as Field::sections
  bool copies_torn = false;       // array class: threads were seen to write elements while others copy them
  bool born_shared = false;       // its objects are shared from their allocation on: see vm/memory/memory_model.hpp
  bool passed_on = false;         // references to its objects pass between threads without what was done before: there
  memory::Kept elements_kept{}, elements_needed{};  // of arrays: as Field::kept
  bool listed = false;                              // on the --visible list (nested classes included)
  bool console_class = false;                       // jmc.internal.ConsoleStream: System.out and System.err
  bool thread_class = false;                        // java.lang.Thread or a subclass
  bool needs_clinit = false;   // has <clinit>, or a superclass or default-bearing superinterface has
  bool init_visible = false;   // its initialisation consists of operations: see vm/class/initialisation.hpp
  bool init_ordered = false;   // it is part of a state which threads have seen it initialised; so it is if init_visible
  bool asked_outside = false;  // outside of all other initialisers
  Klass* host = nullptr;       // of a hidden class
  // Of a class that the program defines while it runs: whether it is there depends on the path. See
  // vm/class/run_time_classes.cpp.
  Ref definition = kNull;   // immortal Object[] (DefinitionSlot); null: a class that is there from the start
  uint64_t loader_key = 0;  // of its loader, if that is an object of the program
  std::string variant;      // of those with its name: what it was made of, in hexadecimal digits, and how many before
  using Scope = std::unordered_map<std::string, Klass*>;
  std::unique_ptr<Scope>
      scope;                 // what names mean in it, if its loader is an object of the program; null values: not found
  std::string_view package;  // "java/util"
  std::string module;        // "java.base"; empty: unnamed

  char element_type = 0;  // arrays: 'I', 'L', ...; primitives: their own letter
  uint8_t element_shift = 0;
  Klass* element = nullptr;  // component class
  Klass* array = nullptr;    // class of arrays of this class, once loaded

  std::vector<std::unique_ptr<Field>> fields;
  std::vector<std::unique_ptr<Method>> methods;
  std::vector<Method*> vtable;
  std::unordered_map<uint32_t, Method*> interface_targets;  // by Method::id of the interface method
  uint32_t instance_size = 0;                               // bytes, header included
  std::vector<uint32_t> ref_offsets;                        // of instance fields, superclasses included
  uint32_t statics_size = 0;
  std::vector<uint32_t> static_ref_offsets;
  Klass* statics_of = nullptr;  // kind Statics: the class whose statics these are

  Ref mirror = kNull;   // the java.lang.Class object
  Ref statics = kNull;  // static block
  Klass* statics_klass = nullptr;
  std::vector<PoolEntry> pool;

  bool is_array() const { return kind == KlassKind::ObjectArray || kind == KlassKind::PrimitiveArray; }
  bool is_interface() const { return flags & kInterface; }
  bool is_primitive() const { return kind == KlassKind::Primitive; }
  Method* find_method(std::string_view method_name, std::string_view descriptor) const;  // declared here
  Method* find_method(uint32_t sig) const;
  Field* find_field(std::string_view field_name, std::string_view descriptor = {}) const;  // declared here or inherited
  bool is_subclass_of(const Klass* other) const;  // assignable to `other`, arrays and interfaces included
  std::string external_name() const;              // "java.lang.String", "int[]" is "[I" as Class.getName gives it
  // What HotSpot adds to the name of a hidden class: "/0x" and an address, here a number that follows from the name.
  std::string hidden_suffix() const;
  // As `name`, but another one for each class that the program defines under that name, and the same on every path and
  // in every process.
  std::string own_name() const;
  // By which another Vm that runs the same program knows it: `name` for what class files and descriptors name. For
  // classes that the VM or the program makes, and for arrays of those, it has a ';' and does not end with one.
  std::string lasting_name() const;
};

// Of a Klass::lasting_name().
inline bool made_while_running(std::string_view lasting_name) {
  return !lasting_name.ends_with(';') && lasting_name.find(';') != std::string_view::npos;
}

}  // namespace jmc::vm
