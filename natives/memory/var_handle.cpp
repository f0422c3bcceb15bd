#include "natives/memory/var_handle.hpp"

#include <array>
#include <string>

#include "classfile/descriptor.hpp"
#include "natives/memory/atomics.hpp"
#include "natives/memory/off_heap.hpp"
#include "natives/memory/var_handle_conversions.hpp"
#include "vm/class/link.hpp"

namespace jmc::natives {

using namespace vm;

namespace {

// --- access modes

// Ordinals of VarHandle.AccessMode are not needed: a mode is what it does and how ordered it is.
struct Mode {
  AtomicOp op = AtomicOp::Get;
  memory::UpdateMode order = {};
  bool plain = false;  // get and set: the only modes that allow misaligned views
  bool known = false;
};

Mode mode_of(std::string_view name) {
  Mode mode{AtomicOp::Get, {}, name == "get" || name == "set", true};
  if (name.starts_with("getAndSet")) mode.op = AtomicOp::GetAndSet;
  else if (name.starts_with("getAndAdd")) mode.op = AtomicOp::GetAndAdd;
  else if (name.starts_with("getAndBitwiseOr")) mode.op = AtomicOp::GetAndOr;
  else if (name.starts_with("getAndBitwiseAnd")) mode.op = AtomicOp::GetAndAnd;
  else if (name.starts_with("getAndBitwiseXor")) mode.op = AtomicOp::GetAndXor;
  else if (name.starts_with("get")) mode.op = AtomicOp::Get;
  else if (name.starts_with("set")) mode.op = AtomicOp::Set;
  else if (name.starts_with("compareAndExchange")) mode.op = AtomicOp::CompareAndExchange;
  else if (name.starts_with("compareAndSet")) mode.op = AtomicOp::CompareAndSet;
  else if (name.starts_with("weakCompareAndSet")) mode.op = AtomicOp::WeakCompareAndSet;
  else mode.known = false;
  mode.order = mode_named(mode.op, name);
  return mode;
}

int values_of(AtomicOp op) {
  if (op == AtomicOp::Get) return 0;
  return takes_two(op) ? 2 : 1;
}

// --- handles

enum Kind : int32_t { kInstanceField, kStaticField, kArrayElement, kByteArrayView, kByteBufferView };

struct Handle {
  Kind kind = kInstanceField;
  Klass* holder = nullptr;
  Klass* type = nullptr;
  char letter = 'I';
  uint32_t offset = 0;
  bool read_only = false, swap = false, exact = false;
  bool view() const { return kind == kByteArrayView || kind == kByteBufferView; }
  int coordinates() const { return kind == kStaticField ? 0 : kind == kInstanceField ? 1 : 2; }
};

// Offsets of the stub's fields.
struct Layout {
  explicit Layout(Vm& vm) {
    const Klass* k = vm.require_class("java/lang/invoke/VarHandle");
    const auto at = [&](std::string_view name) { return k->find_field(name)->offset; };
    kind = at("kind"), holder = at("holder"), type = at("type"), offset = at("offset"), read_only = at("readOnly");
    swap = at("swap"), exact = at("exact");
  }
  uint32_t kind, holder, type, offset, read_only, swap, exact;
};

Handle read_handle(const Vm& vm, Ref object) {
  const Layout& l = vm::facility<Layout>(vm);
  Handle h;
  h.kind = static_cast<Kind>(vm.heap.load<int32_t>(object, l.kind));
  h.holder = vm.klass_of_mirror(vm.heap.load<Ref>(object, l.holder));
  h.type = vm.klass_of_mirror(vm.heap.load<Ref>(object, l.type));
  h.letter = h.type->is_primitive() ? h.type->element_type : 'L';
  h.offset = vm.heap.load<uint32_t>(object, l.offset);
  h.read_only = vm.heap.load<int32_t>(object, l.read_only);
  h.swap = vm.heap.load<int32_t>(object, l.swap);
  h.exact = vm.heap.load<int32_t>(object, l.exact);
  return h;
}

bool supports(const Vm& vm, const Handle& h, const Mode& mode) {
  if (!mode.known || (h.read_only && is_write(mode.op))) return false;
  const bool number = h.letter != 'L' && h.letter != 'Z', floating = h.letter == 'F' || h.letter == 'D';
  const bool numeric = mode.op == AtomicOp::GetAndAdd;
  const bool bitwise =
      mode.op == AtomicOp::GetAndOr || mode.op == AtomicOp::GetAndAnd || mode.op == AtomicOp::GetAndXor;
  if (h.view()) {
    // Byte arrays are aligned by chance only; recent JDKs therefore promise plain access and no more.
    if (h.kind == kByteArrayView && vm.jdk.release >= 22) return mode.plain;
    if (mode.op == AtomicOp::Get || mode.op == AtomicOp::Set) return true;
    if (width_of(h.letter) < 4) return false;
    return floating ? !numeric && !bitwise : true;
  }
  if (numeric) return number;
  if (bitwise) return h.letter != 'L' && !floating;
  return true;
}

// --- call sites

struct SiteArg {
  ValueType type;
  std::string_view descriptor;
  uint16_t slot = 0;
};

// What a call site's name and descriptor say, worked out once.
struct Plan {
  Mode mode;
  std::vector<SiteArg> args;  // the VarHandle excluded
  ValueType result;
  std::string_view result_descriptor;
  bool resolved = false;  // classes of arguments and result: only needed off the straight path
};

Plan make_plan(std::string_view name, std::string_view descriptor) {
  Plan plan;
  plan.mode = mode_of(name);
  uint16_t slot = 1;
  for (const std::string_view type : classfile::ParameterTypes(descriptor)) {
    plan.args.push_back({{classfile::letter_of(type)}, type, slot});
    slot = static_cast<uint16_t>(slot + classfile::slots_of_type(type));
  }
  plan.result_descriptor = classfile::result_type(descriptor);
  plan.result.letter = classfile::letter_of(plan.result_descriptor);
  return plan;
}

Plan& plan_of(const PolySite& site) {
  if (!site.plan) site.plan = std::make_shared<Plan>(make_plan(site.name, site.descriptor));
  return *static_cast<Plan*>(const_cast<void*>(site.plan.get()));
}

void resolve(Vm& vm, Plan& plan) {
  if (plan.resolved) return;
  for (SiteArg& arg : plan.args)
    if (arg.type.letter == 'L') arg.type.klass = vm.class_of_descriptor(arg.descriptor);
  if (plan.result.letter == 'L') plan.result.klass = vm.class_of_descriptor(plan.result_descriptor);
  plan.resolved = true;
}

// --- one access

class Access {
 public:
  Access(NativeCall& c, const PolySite& site, bool quiet)
      : c_(c), vm_(c.vm), site_(site), plan_(plan_of(site)), quiet_(quiet) {}

  // False: an exception is pending (not when quiet), or retry() says that a class is being initialised first.
  bool prepare() {
    const Ref handle = c_.ref(0);
    if (!handle) return fail("java/lang/NullPointerException");
    handle_ = read_handle(vm_, handle);
    if (!supports(vm_, handle_, plan_.mode))
      return vm_.jdk.release >= 21 ? fail("java/lang/UnsupportedOperationException", site_.name)
                                   : fail("java/lang/UnsupportedOperationException");
    if (handle_.exact && !exact_match()) return wrong_type(true);
    const int coordinates = handle_.coordinates();
    if (static_cast<int>(plan_.args.size()) != coordinates + values_of(plan_.mode.op)) return wrong_type(false);
    const bool views = handle_.kind == kArrayElement || handle_.view();
    uint64_t receiver = 0, index = 0;
    if (coordinates > 0 && !argument(0, {'L', handle_.holder}, receiver)) return false;
    if (views && !argument(1, {'I'}, index)) return false;
    const ValueType variable{handle_.letter, handle_.type};
    for (int i = 0; i < values_of(plan_.mode.op); ++i)
      if (!argument(coordinates + i, variable, values_[i])) return false;
    if (!result_convertible()) return wrong_type(false);
    cell_.type = handle_.letter;
    cell_.swap = handle_.swap;
    cell_.mode = plan_.mode.order;
    return locate(static_cast<Ref>(receiver), static_cast<int32_t>(index));
  }

  bool retry() const { return retry_; }
  bool null_buffer() const { return null_buffer_; }

  bool describe(Pending& pending) {
    if (torn()) return false;  // its parts are operations
    const bool data = describe_atomic(vm_, cell_, plan_.mode.op, values_[0], values_[1], pending);
    if (data) pending.mode = cell_.mode;
    const bool limit = buffer_ && vm_.visibility.of_field(buffer_, buffer_limit_, false);
    if (limit) {
      if (!data) pending.kind = PendingKind::Read, pending.object = buffer_;
      if (!data) pending.mode = {memory::Mode::Plain, memory::Mode::Plain};
      pending.add(buffer_, buffer_limit_->offset, false);
    }
    if (!data && !limit) return false;
    if (unknown_value_) pending.width = 0;  // never taken for a CAS that fails
    pending.verb = verb_of(plan_.mode.op);
    return true;
  }

  NativeStatus perform() {
    const AtomicOp op = plan_.mode.op;
    if (torn()) return perform_torn();
    uint64_t bits = apply_atomic(vm_, cell_, op, values_[0], values_[1]);
    const ValueType own = result_type();
    if (plan_.result.letter != 'V' && (own.letter != plan_.result.letter || own.letter == 'L')) {
      if (plan_.result.letter == 'L') resolve(vm_, plan_);
      if (convert_value(vm_, own, plan_.result, bits, false) == Converted::Throw) return NativeStatus::Throw;
    }
    c_.value = bits;
    return NativeStatus::Done;
  }

 private:
  // A misaligned access to what other threads may access too: each aligned part of it is an access for itself.
  bool torn() const {
    return misaligned_ && vm_.multi() && is_shared(vm_, cell_.object) &&
           !(plan_.mode.op == AtomicOp::Get && plan_.result.letter == 'V');
  }

  // As the JDK does it, in code that takes the parts one by one.
  NativeStatus perform_torn() {
    const bool write = plan_.mode.op == AtomicOp::Set;
    if (!write && plan_.result.letter != handle_.letter)
      c_.unsupported(
          "a misaligned access to shared memory whose value is converted at once (give it to a variable of type " +
          handle_.type->name + ")");
    const int width = width_of(handle_.letter);
    const std::string name = width == 8 ? "Long" : width == 4 ? "Int" : handle_.letter == 'C' ? "Char" : "Short";
    const std::string type = width == 8 ? "J" : width == 4 ? "I" : handle_.letter == 'C' ? "C" : "S";
    Klass* unsafe = vm_.require_class("jdk/internal/misc/Unsafe");
    Method* m =
        unsafe->find_method((write ? "put" : "get") + name + "Unaligned",
                            "(Ljava/lang/Object;J" + (write ? type : std::string()) + "Z)" + (write ? "V" : type));
    Args args;
    args.ref(get_static(vm_, unsafe, "theUnsafe")).ref(base_).i64(offset_);
    if (write && width == 8) args.i64(static_cast<int64_t>(values_[0]));
    else if (write) args.i32(static_cast<int32_t>(values_[0]));
    args.i32(handle_.swap);
    return call(c_, m, args);
  }

  ValueType result_type() const {
    switch (plan_.mode.op) {
      case AtomicOp::Set: return {'V'};
      case AtomicOp::CompareAndSet:
      case AtomicOp::WeakCompareAndSet: return {'Z'};
      default: return {handle_.letter, handle_.type};
    }
  }

  bool fail(std::string_view exception) {
    if (!quiet_) vm_.throw_new(exception);
    return false;
  }
  bool fail(std::string_view exception, std::string_view message) {
    if (!quiet_) vm_.throw_new(exception, message);
    return false;
  }

  static std::string simple_name(std::string_view descriptor) {
    std::string name = classfile::type_in_java(descriptor);
    name.erase(0, name.find_last_of(".$") + 1);
    return name;
  }

  static std::string descriptor_of(const Klass* k) {
    if (k->is_primitive()) return std::string(1, k->element_type);
    return k->is_array() ? k->name : "L" + k->name + ";";
  }

  std::string own_type_text(bool exact) const {
    std::string text = exact ? "(" : "(VarHandle";
    const auto add = [&](const std::string& name) {
      if (text.back() != '(') text += ",";
      text += name;
    };
    if (handle_.kind != kStaticField) add(simple_name(descriptor_of(handle_.holder)));
    if (handle_.coordinates() == 2) add("int");
    for (int i = 0; i < values_of(plan_.mode.op); ++i) add(simple_name(descriptor_of(handle_.type)));
    const ValueType result = result_type();
    return text + ")" +
           (result.letter == 'L' ? simple_name(descriptor_of(handle_.type))
                                 : simple_name(std::string(1, result.letter)));
  }

  std::string site_type_text(bool exact) const {
    std::string text = exact ? "(" : "(VarHandle";
    for (const SiteArg& arg : plan_.args) text += (text.back() == '(' ? "" : ",") + simple_name(arg.descriptor);
    return text + ")" + simple_name(plan_.result_descriptor);
  }

  bool wrong_type(bool exact) {
    if (quiet_) return false;
    std::string text;
    if (exact)
      text = (vm_.jdk.release > 17 ? "handle's method type " : "expected ") + own_type_text(true) + " but found " +
             site_type_text(true);
    else text = "cannot convert MethodHandle" + own_type_text(false) + " to " + site_type_text(false);
    return fail("java/lang/invoke/WrongMethodTypeException", text);
  }

  bool exact_match() const {
    const int coordinates = handle_.coordinates(), values = values_of(plan_.mode.op);
    if (static_cast<int>(plan_.args.size()) != coordinates + values) return false;
    if (coordinates > 0 && plan_.args[0].descriptor != descriptor_of(handle_.holder)) return false;
    if (coordinates == 2 && plan_.args[1].descriptor != "I") return false;
    for (int i = 0; i < values; ++i)
      if (plan_.args[coordinates + i].descriptor != descriptor_of(handle_.type)) return false;
    const ValueType result = result_type();
    return result.letter == 'L' ? plan_.result_descriptor == descriptor_of(handle_.type)
                                : plan_.result.letter == result.letter;
  }

  bool argument(int i, const ValueType& to, uint64_t& bits) {
    const SiteArg& arg = plan_.args[i];
    bits = c_.args[arg.slot];
    if (arg.type.letter == 'J' || arg.type.letter == 'D') bits |= uint64_t{c_.args[arg.slot + 1]} << 32;
    if (arg.type.letter == to.letter &&
        (to.letter != 'L' || !bits || !to.klass || vm_.klass_of(static_cast<Ref>(bits))->is_subclass_of(to.klass)))
      return true;
    if (arg.type.letter == 'L' && to.letter != 'L') resolve(vm_, plan_);
    switch (convert_value(vm_, arg.type, to, bits, quiet_)) {
      case Converted::Ok: return true;
      case Converted::Never: return wrong_type(false);
      case Converted::Unknown:
        // A value that has to be boxed first is no reason not to be a visible operation; one that will throw is.
        if (arg.type.letter == 'L') return false;
        unknown_value_ = true;
        return true;
      default: return false;
    }
  }

  // Whether the result's type can become the call site's, decided before anything is done.
  bool result_convertible() {
    const ValueType own = result_type();
    const char site = plan_.result.letter;
    if (own.letter == site || own.letter == 'V' || site == 'V') return true;
    resolve(vm_, plan_);
    uint64_t nothing = 0;
    return convert_value(vm_, own, plan_.result, nothing, true) != Converted::Never;
  }

  bool locate(Ref receiver, int32_t index) {
    switch (handle_.kind) {
      case kInstanceField:
        if (!receiver) return null_receiver();
        cell_.object = receiver;
        cell_.offset = handle_.offset;
        return true;
      case kStaticField: return locate_static();
      case kArrayElement: return locate_element(receiver, index);
      case kByteArrayView: return locate_view(receiver, index);
      case kByteBufferView: return locate_in_buffer(receiver, index);
    }
    return false;
  }

  bool locate_static() {
    Klass* k = handle_.holder;
    cell_.object = k->statics;
    cell_.offset = handle_.offset;
    if (vm_.usable(k)) return true;
    if (quiet_) return false;
    retry_ = !vm_.ensure_initialised(k);
    return !retry_;
  }

  // The JDK asks for it (Objects.requireNonNull): there is nothing to explain in words.
  bool null_receiver() {
    fail("java/lang/NullPointerException");
    if (!quiet_ && vm_.jdk.release >= 14) put_int(vm_, vm_.pending_exception, "extendedMessageState", 2);
    return false;
  }

  bool null_array(std::string_view access) {
    return fail("java/lang/NullPointerException", "Cannot " + std::string(access) + " because \"array\" is null");
  }

  bool locate_element(Ref array, int32_t index) {
    if (!array) {
      const std::string kind = handle_.letter == 'L' ? "object" : handle_.type->name;
      if (!plan_.mode.plain) return null_array("read the array length");
      return null_array((plan_.mode.op == AtomicOp::Get ? "load from " : "store to ") +
                        (handle_.letter == 'Z' ? "byte/boolean" : kind) + " array");
    }
    if (static_cast<uint32_t>(index) >= vm_.array_length(array)) return out_of_bounds(index, vm_.array_length(array));
    const Klass* k = vm_.klass_of(array);
    if (handle_.letter == 'L' && is_write(plan_.mode.op)) {
      const Ref stored = static_cast<Ref>(values_[values_of(plan_.mode.op) - 1]);
      if (stored && !unknown_value_ && !vm_.klass_of(stored)->is_subclass_of(k->element)) {
        if (plan_.mode.plain) return fail("java/lang/ArrayStoreException", vm_.klass_of(stored)->external_name());
        return fail("java/lang/ArrayStoreException");
      }
    }
    cell_.object = array;
    cell_.offset = kHeaderSize + (static_cast<uint32_t>(index) << k->element_shift);
    return true;
  }

  bool locate_view(Ref array, int32_t index) {
    if (!array) return fail("java/lang/NullPointerException", "Cannot read the array length because \"ba\" is null");
    const int width = width_of(handle_.letter);
    const int64_t limit = int64_t{vm_.array_length(array)} - (width - 1);
    if (index < 0 || index >= limit) return out_of_bounds(index, limit);
    if (!plan_.mode.plain && index % width)
      return fail("java/lang/IllegalStateException", "Misaligned access at index: " + std::to_string(index));
    cell_.object = base_ = array;
    cell_.offset = kHeaderSize + static_cast<uint32_t>(index);
    offset_ = cell_.offset;
    misaligned_ = index % width;
    return true;
  }

  // The checks are in the order in which the JDK makes them.
  bool locate_in_buffer(Ref buffer, int32_t index) {
    if (!buffer) return (null_buffer_ = !quiet_) && false;
    const Klass* k = handle_.holder;  // ByteBuffer; the limit and the address are fields of Buffer
    buffer_limit_ = k->find_field("limit");
    base_ = vm_.get_ref(buffer, k->find_field("hb"));
    if (const Field* segment = k->find_field("segment"); segment && vm_.get_ref(buffer, segment)) {
      if (quiet_) return false;
      c_.unsupported("a view of the buffer of a memory segment");
    }
    if (!plan_.mode.plain && base_ && vm_.jdk.release >= 22)
      return fail("java/lang/IllegalStateException", "Atomic access not supported for heap buffer");
    if (is_write(plan_.mode.op) && load_integral(vm_, buffer, k->find_field("isReadOnly")))
      return fail("java/nio/ReadOnlyBufferException");
    const int width = width_of(handle_.letter);
    const int64_t length = load_integral(vm_, buffer, buffer_limit_) - (width - 1);
    if (index < 0 || index >= length) return out_of_bounds(index, length, "java/lang/IndexOutOfBoundsException");
    offset_ = load_integral(vm_, buffer, k->find_field("address")) + index;
    misaligned_ = offset_ % width;
    if (!plan_.mode.plain && misaligned_)
      return fail("java/lang/IllegalStateException", "Misaligned access at index: " + std::to_string(index));
    buffer_ = buffer;
    Bytes bytes;
    if (!find_bytes(vm_, base_, offset_, static_cast<uint64_t>(width), bytes)) {
      if (!quiet_) bad_address(c_, offset_, static_cast<uint64_t>(width));
      return false;
    }
    cell_.object = bytes.object;
    cell_.offset = bytes.offset;
    return true;
  }

  bool out_of_bounds(int32_t index, int64_t length,
                     const char* exception = "java/lang/ArrayIndexOutOfBoundsException") {
    if (quiet_) return false;
    return fail(exception, "Index " + std::to_string(index) + " out of bounds for length " + std::to_string(length));
  }

  NativeCall& c_;
  Vm& vm_;
  const PolySite& site_;
  Plan& plan_;
  const bool quiet_;
  Handle handle_;
  Cell cell_;
  std::array<uint64_t, 2> values_ = {};
  bool unknown_value_ = false, retry_ = false;
  // Views: what Unsafe would be asked with, the buffer, whether the access is misaligned.
  Ref base_ = kNull, buffer_ = kNull;
  int64_t offset_ = 0;
  const Field* buffer_limit_ = nullptr;
  bool misaligned_ = false, null_buffer_ = false;
};

// --- natives of the stub

NativeStatus supports_mode(NativeCall& c) {
  return c.result(supports(c.vm, read_handle(c.vm, c.ref(0)), mode_of(c.vm.string_utf8(c.ref(1)))));
}

// VarHandle.access(String, Object[]): a call site that takes Objects and returns one.
struct BoxedCall {
  std::string name, descriptor;
  std::vector<uint32_t> slots;

  explicit BoxedCall(NativeCall& c) : name(c.vm.string_utf8(c.ref(1))), descriptor("(") {
    slots.push_back(c.ref(0));
    const Ref args = c.ref(2);
    const uint32_t count = args ? c.vm.array_length(args) : 0;
    for (uint32_t i = 0; i < count; ++i) {
      slots.push_back(element(c.vm, args, i));
      descriptor += "Ljava/lang/Object;";
    }
    descriptor += ")Ljava/lang/Object;";
  }
};

NativeStatus access_boxed(NativeCall& c) {
  const BoxedCall boxed(c);
  NativeCall call{c.vm, c.thread, c.method, boxed.slots.data()};
  const NativeStatus status = var_handle_invoke(call, {boxed.name, boxed.descriptor, c.method->owner, c.method});
  c.value = call.value;
  return status;
}

bool describe_boxed(NativeCall& c, Pending& pending) {
  if (!c.vm.multi()) return false;
  const BoxedCall boxed(c);
  NativeCall call{c.vm, c.thread, c.method, boxed.slots.data()};
  return var_handle_describe(call, {boxed.name, boxed.descriptor, c.method->owner, c.method}, pending);
}

}  // namespace

NativeStatus var_handle_invoke(NativeCall& c, const PolySite& site) {
  Access access(c, site, false);
  if (access.prepare()) return access.perform();
  if (access.null_buffer())  // the JDK's code throws this one, so it has no message
    return call(c,
                c.vm.require_class("java/util/Objects")
                    ->find_method("requireNonNull", "(Ljava/lang/Object;)Ljava/lang/Object;"),
                Args().ref(kNull));
  return access.retry() && !c.vm.pending_exception ? NativeStatus::Again : NativeStatus::Throw;
}

bool var_handle_describe(NativeCall& c, const PolySite& site, Pending& pending) {
  if (!c.vm.multi()) return false;
  Access access(c, site, true);
  return access.prepare() && access.describe(pending);
}

void register_var_handle(Vm& vm) {
  vm.poly_invoke = var_handle_invoke;
  vm.poly_describe = var_handle_describe;
  vm.register_native("java/lang/invoke/VarHandle.supports(Ljava/lang/String;)Z", supports_mode);
  vm.register_native("java/lang/invoke/VarHandle.access(Ljava/lang/String;[Ljava/lang/Object;)Ljava/lang/Object;",
                     access_boxed, describe_boxed);
}

}  // namespace jmc::natives
