// java.lang.String and its helpers.
#include "natives/memory/atomics.hpp"
#include "natives/support.hpp"

namespace jmc::natives {

using namespace vm;

namespace {

// The characters of a String, whichever way its JDK stores them: char[] (8), or byte[] with a coder (9 and later).
struct Text {
  const char* data;
  uint32_t length;
  bool wide;
  uint16_t at(uint32_t i) const {
    if (!wide) return static_cast<uint8_t>(data[i]);
    uint16_t c;
    std::memcpy(&c, data + 2 * i, 2);
    return c;
  }
};

Text text_of(Vm& vm, Ref s) {
  const Ref value = vm.get_ref(s, vm.known->string_value);
  const uint32_t n = vm.array_length(value);
  if (vm.klass_of(value) == vm.known->char_array) return {array_data(vm, value), n, true};
  const bool wide = vm.known->string_coder && vm.heap.load<uint8_t>(s, vm.known->string_coder->offset);
  return {array_data(vm, value), wide ? n / 2 : n, wide};
}

NativeStatus intern(NativeCall& c) { return c.result(c.vm.intern(c.vm.string_value(c.ref(0)))); }

// Pure: the JDK's own method stores the result in the String, which would be a write to a shared object that says
// nothing.
NativeStatus hash_of_text(NativeCall& c) {
  const Text t = text_of(c.vm, c.ref(0));
  uint32_t h = 0;
  for (uint32_t i = 0; i < t.length; ++i) h = 31 * h + t.at(i);
  return c.result(h);
}

NativeStatus equals(NativeCall& c) {
  const Ref a = c.ref(0), b = c.ref(1);
  if (a == b) return c.result(true);
  if (!b || c.vm.klass_of(b) != c.vm.known->string) return c.result(false);
  const Text s = text_of(c.vm, a), t = text_of(c.vm, b);
  if (s.length != t.length) return c.result(false);
  if (s.wide == t.wide) return c.result(std::memcmp(s.data, t.data, uint64_t{s.length} << s.wide) == 0);
  for (uint32_t i = 0; i < s.length; ++i)
    if (s.at(i) != t.at(i)) return c.result(false);
  return c.result(true);
}

// StringCoding.hasNegatives(bytes, offset, length) and countPositives: both are given a checked range.
uint32_t positives(NativeCall& c, bool& checked) {
  checked = c.ref(0) && c.i32(1) >= 0 && c.i32(2) >= 0 &&
            static_cast<uint64_t>(c.i32(1)) + static_cast<uint64_t>(c.i32(2)) <= c.vm.array_length(c.ref(0));
  if (!checked) return 0;
  const char* p = array_data(c.vm, c.ref(0)) + c.i32(1);
  uint32_t n = 0;
  while (n < static_cast<uint32_t>(c.i32(2)) && p[n] >= 0) ++n;
  return n;
}

bool describe_positives(NativeCall& c, Pending& p) {
  // As above, of the memory model.
  return c.ref(0) && !c.vm.memory && describe_read_range(c.vm, c.ref(0), c.i32(1), c.i32(2), p);
}

NativeStatus bad_range(NativeCall& c) {
  return c.ref(0) ? c.throw_new("java/lang/ArrayIndexOutOfBoundsException")
                  : c.throw_new("java/lang/NullPointerException");
}

NativeStatus has_negatives(NativeCall& c) {
  bool checked;
  const uint32_t n = positives(c, checked);
  return checked ? c.result(n != static_cast<uint32_t>(c.i32(2))) : bad_range(c);
}

NativeStatus count_positives(NativeCall& c) {
  bool checked;
  const uint32_t n = positives(c, checked);
  return checked ? c.result(n) : bad_range(c);
}

constexpr Entry kStringsNatives[] = {
    {"java/lang/String.intern()Ljava/lang/String;", intern},
    {"java/lang/String.hashCode()I", hash_of_text},
    {"java/lang/String.equals(Ljava/lang/Object;)Z", equals},
    {"java/lang/StringUTF16.isBigEndian()Z", zero},
    {"java/lang/StringCoding.hasNegatives([BII)Z", has_negatives, describe_positives},
    {"java/lang/StringCoding.countPositives([BII)I", count_positives, describe_positives},
};

}  // namespace

void register_strings(Vm& vm) { register_table(vm, kStringsNatives); }

}  // namespace jmc::natives
