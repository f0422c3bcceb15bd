// Helpers shared by the native methods. Internal to natives/.
//
// JDK classes differ between releases, so fields are looked up by name and a missing one is tolerated where a function
// says so.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "classfile/external_name.hpp"
#include "natives/natives.hpp"
#include "vm/native.hpp"
#include "vm/thread/end_of_time.hpp"
#include "vm/thread/late_time_outs.hpp"

namespace jmc::natives {

using vm::Field;
using vm::kEndless;
using vm::Klass;
using vm::kNull;
using vm::may_time_out;
using vm::Method;
using vm::NativeCall;
using vm::NativeStatus;
using vm::Pending;
using vm::PendingKind;
using vm::Ref;
using vm::ThreadId;
using vm::ThreadState;
using vm::Vm;

// An entry of a table of natives.
struct Entry {
  const char* key;
  vm::NativeFn run;
  vm::DescribeFn describe = nullptr;
};
void register_table(Vm& vm, std::span<const Entry> table);

// What the natives remember about a Vm. Immutable facts and immortal objects only.
struct Context {
  bool booting = false;
  Ref system_loader = kNull, platform_loader = kNull;  // base objects, made during boot
  std::vector<std::pair<std::string, std::string>>
      jdk_files;                                 // path and content of files of the JDK that were opened (io.cpp)
  std::unordered_map<std::string, Ref> modules;  // immortal java.lang.Module objects of the JDK's named modules
};
Context& context(Vm& vm);

// The "field" of an array that stands for all of its elements: written by operations on a range, read by those on one
// element.
inline constexpr uint32_t kAllElements = vm::kWholeArray;

// --- fields by name
// Declared in `k` or a superclass; null if there is none.
Field* field_of(Klass* k, std::string_view name);
// Instance fields; absent ones are skipped (put) or read as zero (get). The width is that of the field's type.
void put_ref(Vm& vm, Ref object, std::string_view name, Ref value);
void put_int(Vm& vm, Ref object, std::string_view name, int64_t value);  // any integral type
Ref get_ref(Vm& vm, Ref object, std::string_view name);
int64_t get_int(Vm& vm, Ref object, std::string_view name);
bool has_field(Vm& vm, Ref object, std::string_view name);
// Static fields, by the class that declares them.
void put_static_ref(Vm& vm, Klass* k, std::string_view name, Ref value);
void put_static_int(Vm& vm, Klass* k, std::string_view name, int64_t value);
Ref get_static(Vm& vm, Klass* k, std::string_view name);
void store_integral(Vm& vm, Ref object, const Field* f, int64_t value);
int64_t load_integral(Vm& vm, Ref object, const Field* f);

// --- objects

// A zeroed object outside the program's heap: for what a JVM makes once per class or module. Never undone.
Ref new_immortal(Vm& vm, Klass* k);
Ref name_string(Vm& vm, std::string_view modified_utf8);           // interned
Ref external_name_string(Vm& vm, std::string_view internal_name);  // with dots, interned
using classfile::dotted;
std::string slashed(std::string_view external_name);
std::string utf8(Vm& vm, Ref string);  // "" for null
// An array; null when an OutOfMemoryError is pending.
Ref ref_array(Vm& vm, Klass* element, std::span<const Ref> values);
Ref byte_array(Vm& vm, std::span<const uint8_t> bytes);
Ref class_array(Vm& vm, std::span<Klass* const> classes);
Ref element(Vm& vm, Ref array, uint32_t index);
void set_element(Vm& vm, Ref array, uint32_t index, Ref value);
char* array_data(Vm& vm, Ref array);
Ref box(Vm& vm, char type, uint64_t bits);      // as Integer.valueOf would, caches included
Ref new_box(Vm& vm, char type, uint64_t bits);  // a new object, as HotSpot's own boxing makes
// The wrapped value and its type; 0 if `object` is no box.
char unbox(Vm& vm, Ref object, uint64_t& bits);
// A value as a slot of the operand stack has it, from its low bits: Z, B, C and S extended to 32 bits. So it lies in
// fields, too, of which getfield takes all 32; elements of arrays are as wide as their type.
uint64_t in_slot(char type, uint64_t bits);
// The widening of a primitive value (JLS 5.1.2), as bits of the wider type; nothing if there is none.
std::optional<uint64_t> widen(char from, uint64_t bits, char to);
bool is_shared(const Vm& vm, Ref object);

// --- interrupts
// The status of `t` for one who asks: whoever has interrupted it is ordered before what follows.
bool see_interrupt(Vm& vm, ThreadId t);
// The same, and clears it.
bool take_interrupt(Vm& vm, ThreadId t);
// Takes the interrupt of the thread that runs, and throws an InterruptedException.
NativeStatus throw_interrupted(NativeCall& c, const char* message = nullptr);

// --- classes
Klass* klass_of_string(Vm& vm, std::string_view external_name);  // as Class.forName spells it; null if not found
inline Klass* mirrored(NativeCall& c, int slot) { return c.vm.klass_of_mirror(c.ref(slot)); }
// The classes of a method descriptor's parameters, then of its result. Empty: a NoClassDefFoundError is pending.
std::vector<Klass*> signature_classes(Vm& vm, std::string_view descriptor,
                                      const Klass* from = nullptr);  // as names mean in `from`
// The error for a class that a name or descriptor ("pkg/Gone", "[Lpkg/Gone;") asks for and that is not there, with its
// cause.
void throw_no_class(Vm& vm, std::string_view name);
Ref loader_of(Vm& vm, Klass* k);
// Of a module of the JDK; null for the boot loader, and for all before there are others.
Ref loader_of_module(Vm& vm, std::string_view module);
bool builtin_loader(Vm& vm, Ref loader);  // one of the JVM's own, or null
// Defines a class on this path (vm/class/run_time_classes.cpp); its class object, or kNull with an exception pending.
// `name`: what the program calls the class, or null; for a hidden class `nest_mate`: of its host.
struct DefinedBytes {
  Ref bytes;
  int start, length;
  Ref name = kNull;
};
Ref define_from_array(Vm& vm, DefinedBytes bytes, Ref loader, Klass* host = nullptr, bool hidden = false,
                      bool nest_mate = true, std::span<Klass* const> supers = {});
void register_run_time_classes(Vm& vm);
void register_factories(Vm& vm);
void register_resources(Vm& vm);
Ref module_of(Vm& vm, Klass* k);
Ref module_named(Vm& vm, const std::string& name);  // the named module of the JDK, made at the first question

// Slots for push_call and call_to_end.
struct Args {
  std::vector<uint32_t> slots;
  Args& ref(Ref r) {
    slots.push_back(r);
    return *this;
  }
  Args& i32(int32_t v) {
    slots.push_back(static_cast<uint32_t>(v));
    return *this;
  }
  Args& i64(int64_t v) {
    slots.push_back(static_cast<uint32_t>(v));
    slots.push_back(static_cast<uint32_t>(v >> 32));
    return *this;
  }
};
NativeStatus call(NativeCall& c, Method* m, const Args& args);  // Call, or Throw on stack overflow
NativeStatus to_bytecode(NativeCall& c);                        // the JDK's bytecode of the method runs instead
// The monitor that a synchronized method takes whose bytecode a native goes on to run: describes the operation, if it
// is one.
bool describe_synchronized(NativeCall& c, Pending& p);
// Of an operation whose description asks its call again while the thread stands before it: value and expected of the
// pending operation are taken for that.
void keep_call(const NativeCall& c, Pending& p);
NativeCall suspended_call(Vm& vm, ThreadId t, const Pending& p);

// The number of the program's process: like any other, the same in every run; the program sees no other process.
inline constexpr int64_t kOwnProcess = 4711;
// Whoever runs jmc, the program's user and group are these (docs/host.md).
inline constexpr int32_t kUser = 1000;
inline constexpr const char* kUserName = "user";

// What begins the name of a property that is a variable of the program's environment, and no property.
inline constexpr std::string_view kEnvironment = "jmc.env.";

// The next number of a sequence that the thread has of its own, the same in every run (threads.cpp).
uint64_t thread_random(Vm& vm);

// --- timed waits (clock.cpp)

// A wait for `nanos` that is one operation. Where the clock is shared, its beginning is one too: describe first asks
// describe_begin_of_wait(), and where that said yes the native finds begins_wait() and answers Again. The operation
// itself adds its time-out, and the native calls Clock::end_wait().
bool describe_begin_of_wait(NativeCall& c, Pending& p, int64_t nanos);
bool begins_wait(NativeCall& c, int64_t nanos);
void add_time_out(NativeCall& c, Pending& p);
int64_t nanos_of(int64_t count, int64_t unit);  // count * unit, or the most there is

// Thrown at a thread that does not own what it would give back.
inline constexpr const char* kIllegalMonitorState = "java/lang/IllegalMonitorStateException";

// The default of java.library.path.
inline constexpr const char* kLibraryPath = "/usr/java/packages/lib:/usr/lib64:/lib64:/lib:/usr/lib";

// Common natives.
NativeStatus nothing(NativeCall& c);
NativeStatus zero(NativeCall& c);  // 0, false or null
NativeStatus yes(NativeCall& c);   // true or 1
template <int32_t Value>
NativeStatus constant(NativeCall& c) {
  return c.result(Value);
}

// What the files of this folder register.
void register_objects(Vm& vm);
void register_classes(Vm& vm);
void register_members(Vm& vm);
void register_loading(Vm& vm);
void register_constant_pool(Vm& vm);
void register_arrays(Vm& vm);
void register_copies(Vm& vm);
void register_strings(Vm& vm);
void register_numbers(Vm& vm);
void register_system(Vm& vm);
void register_references(Vm& vm);
void register_clock(Vm& vm);
void register_chance(Vm& vm);
void register_random_device(Vm& vm);
void register_management(Vm& vm);
void register_network(Vm& vm);
void register_properties(Vm& vm);
void register_threads(Vm& vm);
void register_blocking(Vm& vm);
void register_throwables(Vm& vm);
void register_reflection(Vm& vm);
void register_io(Vm& vm);
void register_checksums(Vm& vm);
void register_services(Vm& vm);

}  // namespace jmc::natives
