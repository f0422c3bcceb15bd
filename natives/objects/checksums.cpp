// java.util.zip.CRC32 and Adler32, by zlib.
#include <zlib.h>

#include "natives/memory/atomics.hpp"
#include "natives/support.hpp"

namespace jmc::natives {

using namespace vm;

namespace {

const Bytef* bytes_at(NativeCall& c, int array_slot, int offset) {
  return reinterpret_cast<const Bytef*>(array_data(c.vm, c.ref(array_slot)) + offset);
}

// (before, array, offset, length)
bool describe_bytes(NativeCall& c, Pending& p) {
  if (!c.vm.multi() || !c.ref(1) || !describe_read_range(c.vm, c.ref(1), c.i32(2), c.i32(3), p)) return false;
  p.verb = Verb::Checksum;
  return true;
}

NativeStatus crc_update(NativeCall& c) {
  const Bytef b = static_cast<Bytef>(c.i32(1));
  return c.result(static_cast<int32_t>(crc32(static_cast<uLong>(static_cast<uint32_t>(c.i32(0))), &b, 1)));
}
NativeStatus crc_update_bytes(NativeCall& c) {
  return c.result(static_cast<int32_t>(
      crc32(static_cast<uint32_t>(c.i32(0)), bytes_at(c, 1, c.i32(2)), static_cast<uInt>(c.i32(3)))));
}
NativeStatus adler_update(NativeCall& c) {
  const Bytef b = static_cast<Bytef>(c.i32(1));
  return c.result(static_cast<int32_t>(adler32(static_cast<uint32_t>(c.i32(0)), &b, 1)));
}
NativeStatus adler_update_bytes(NativeCall& c) {
  return c.result(static_cast<int32_t>(
      adler32(static_cast<uint32_t>(c.i32(0)), bytes_at(c, 1, c.i32(2)), static_cast<uInt>(c.i32(3)))));
}

constexpr Entry kChecksumsNatives[] = {
    {"java/util/zip/CRC32.update(II)I", crc_update},
    {"java/util/zip/CRC32.updateBytes0(I[BII)I", crc_update_bytes, describe_bytes},
    {"java/util/zip/CRC32.updateBytes(I[BII)I", crc_update_bytes, describe_bytes},
    {"java/util/zip/Adler32.update(II)I", adler_update},
    {"java/util/zip/Adler32.updateBytes(I[BII)I", adler_update_bytes, describe_bytes},
};

}  // namespace

void register_compression(Vm& vm);  // compression.cpp

void register_checksums(Vm& vm) {
  register_compression(vm);
  for (const Entry& e : kChecksumsNatives)
    if (vm.jdk.release < 9 || std::string_view(e.key) != "java/util/zip/CRC32.updateBytes(I[BII)I")
      vm.register_native(e.key, e.run, e.describe);
}

}  // namespace jmc::natives
