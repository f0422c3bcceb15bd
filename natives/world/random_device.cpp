// The random device of the system, which seeds SecureRandom and, as NativePRNG, is what `new SecureRandom()` and
// UUID.randomUUID draw from.
//
// Its bytes are a sequence per thread: the same in every run and every schedule, and threads that draw share nothing,
// as processes that read a device do.
#include "natives/support.hpp"

namespace jmc::natives {

using namespace vm;

namespace {

constexpr const char* kCopies = "jmc/internal/Copies";

// Bytes that nobody else has seen.
void fill(NativeCall& c, Ref array) {
  char* data = array_data(c.vm, array);
  const uint32_t n = c.vm.array_length(array);
  c.vm.heap.log_range(array, data, n);
  for (uint32_t i = 0; i < n; ++i) data[i] = static_cast<char>(thread_random(c.vm) >> 56);
}

Ref fresh(NativeCall& c, uint32_t length) {
  const Ref bytes = byte_array(c.vm, std::vector<uint8_t>(length));
  if (bytes) fill(c, bytes);
  return bytes;
}

// URLSeedGenerator.getSeedBytes(bytes): of a new array
NativeStatus seed_bytes(NativeCall& c) {
  if (!c.ref(1)) return c.throw_new("java/lang/NullPointerException");
  fill(c, c.ref(1));
  return c.done();
}

NativeStatus system_entropy(NativeCall& c) {
  const Ref bytes = fresh(c, 20);
  return bytes ? c.result(bytes) : NativeStatus::Throw;
}

// NativePRNG.initIO(variant): no files are opened. What the object would hold is never asked for.
NativeStatus device(NativeCall& c) {
  Klass* io = c.vm.find_class("sun/security/provider/NativePRNG$RandomIO");
  const Ref object = io ? c.vm.new_object(io) : kNull;
  return object ? c.result(object) : NativeStatus::Throw;
}

// RandomIO.implNextBytes(bytes): into an array of the program, which others may read meanwhile
NativeStatus next_bytes(NativeCall& c) {
  const Ref target = c.ref(1);
  if (!target) return c.throw_new("java/lang/NullPointerException");
  const uint32_t n = c.vm.array_length(target);
  const Ref bytes = fresh(c, n);
  if (!bytes) return NativeStatus::Throw;
  Method* copy = c.vm.require_class(kCopies)->find_method("elements", "(Ljava/lang/Object;ILjava/lang/Object;II)V");
  return call(c, copy, Args().ref(bytes).i32(0).ref(target).i32(0).i32(static_cast<int32_t>(n)));
}

NativeStatus generate_seed(NativeCall& c) {
  const int n = c.i32(1);
  if (n < 0) return c.throw_new("java/lang/NegativeArraySizeException", std::to_string(n));
  const Ref bytes = fresh(c, static_cast<uint32_t>(n));
  return bytes ? c.result(bytes) : NativeStatus::Throw;
}

constexpr Entry kRandomDeviceNatives[] = {
    {"sun/security/provider/SeedGenerator$URLSeedGenerator.init()V", nothing},
    {"sun/security/provider/SeedGenerator$URLSeedGenerator.getSeedBytes([B)V", seed_bytes},
    {"sun/security/provider/SeedGenerator.getSystemEntropy()[B", system_entropy},
    {"sun/security/provider/NativePRNG.initIO(Lsun/security/provider/NativePRNG$Variant;)Lsun/security/provider/"
     "NativePRNG$RandomIO;",
     device},
    {"sun/security/provider/NativePRNG$RandomIO.implNextBytes([B)V", next_bytes},
    {"sun/security/provider/NativePRNG$RandomIO.implGenerateSeed(I)[B", generate_seed},
    {"sun/security/provider/NativePRNG$RandomIO.implSetSeed([B)V", nothing},  // a seed only adds to what the device has
};

}  // namespace

void register_random_device(Vm& vm) { register_table(vm, kRandomDeviceNatives); }

}  // namespace jmc::natives
