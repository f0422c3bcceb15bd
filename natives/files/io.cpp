// java.io: the standard streams, and reading and writing of what is none. Files are in files_io.cpp.
#include <algorithm>
#include <cstring>

#include "natives/files/file_system.hpp"
#include "natives/files/files_io.hpp"
#include "natives/sockets/sockets.hpp"
#include "natives/support.hpp"

namespace jmc::natives {

using namespace vm;

namespace {

int descriptor_of(Vm& vm, Ref stream) {
  const Ref fd = get_ref(vm, stream, "fd");
  return fd ? static_cast<int>(get_int(vm, fd, "fd")) : -1;
}

bool describe_output(NativeCall& c, Pending& p, int fd) {
  if (!c.vm.multi()) return false;
  if (fd != 1 && fd != 2) return describe_writing(c, p);
  p.kind = PendingKind::Output;
  p.verb = Verb::Print;
  p.add(kOutputLocation, static_cast<uint32_t>(fd), c.vm.output.tells(fd));
  return true;
}

NativeStatus write(NativeCall& c, int fd, const std::string& bytes) {
  if (fd != 1 && fd != 2) return write_to_file(c, fd, bytes);
  c.vm.output.write(fd, bytes);
  return c.done();
}

// Whether the bytes [offset, offset + length) are in an array; false: an exception is pending.
bool in_bounds(NativeCall& c, int array_slot) {
  const Ref a = c.ref(array_slot);
  const int offset = c.i32(array_slot + 1), length = c.i32(array_slot + 2);
  if (!a) {
    c.vm.throw_new("java/lang/NullPointerException");
    return false;
  }
  if (offset < 0 || length < 0 ||
      static_cast<uint64_t>(offset) + static_cast<uint64_t>(length) > c.vm.array_length(a)) {
    c.vm.throw_new("java/lang/IndexOutOfBoundsException");
    return false;
  }
  return true;
}

bool describe_file_write(NativeCall& c, Pending& p) { return describe_output(c, p, descriptor_of(c.vm, c.ref(0))); }

// What is read or written comes from, or goes to, an array that other threads may access meanwhile: as in the JDK the
// bytes are copied first, or last, which is an operation of its own (jmc.internal.Copies).
bool goes_by_copy(NativeCall& c) {
  return c.ref(1) && is_shared(c.vm, c.ref(1)) && !c.method->is_static() && descriptor_of(c.vm, c.ref(0)) != 0;
}
NativeStatus by_copy(NativeCall& c, const char* method, const char* descriptor) {
  Method* m = c.vm.require_class("jmc/internal/Copies")->find_method(method, descriptor);
  return call(c, m, Args().ref(c.ref(0)).ref(c.ref(1)).i32(c.i32(2)).i32(c.i32(3)));
}

bool describe_write_bytes(NativeCall& c, Pending& p) { return !goes_by_copy(c) && describe_file_write(c, p); }
bool describe_read_bytes(NativeCall& c, Pending& p) { return !goes_by_copy(c) && describe_reading(c, p); }

NativeStatus file_write_bytes(NativeCall& c) {
  if (!in_bounds(c, 1)) return NativeStatus::Throw;
  if (goes_by_copy(c)) return by_copy(c, "write", "(Ljava/lang/Object;[BII)V");
  return write(c, descriptor_of(c.vm, c.ref(0)),
               std::string(array_data(c.vm, c.ref(1)) + c.i32(2), static_cast<size_t>(c.i32(3))));
}

NativeStatus file_write(NativeCall& c) {
  return write(c, descriptor_of(c.vm, c.ref(0)), std::string(1, static_cast<char>(c.i32(1))));
}

// --- reading: FileInputStream and RandomAccessFile. Standard input is empty

bool standard_input(NativeCall& c) {
  if (descriptor_of(c.vm, c.ref(0)) != 0) return false;
  c.vm.remark("System.in", "is empty; read at " + c.vm.place_of(c.thread));
  return true;
}

NativeStatus read_byte(NativeCall& c) {
  if (standard_input(c)) return c.result(-1);
  char byte = 0;
  int64_t n = 0;
  const NativeStatus status = read_from_file(c, &byte, 1, n);
  return status != NativeStatus::Done ? status : c.result(n ? static_cast<int32_t>(static_cast<uint8_t>(byte)) : -1);
}

NativeStatus read_bytes(NativeCall& c) {
  if (!in_bounds(c, 1)) return NativeStatus::Throw;
  const size_t wanted = static_cast<size_t>(c.i32(3));
  if (!wanted) return c.result(0);
  if (standard_input(c)) return c.result(-1);
  if (goes_by_copy(c)) return by_copy(c, "read", "(Ljava/lang/Object;[BII)I");
  std::string bytes(wanted, 0);
  int64_t n = 0;
  if (const NativeStatus status = read_from_file(c, bytes.data(), wanted, n); status != NativeStatus::Done)
    return status;
  if (!n) return c.result(-1);
  char* to = array_data(c.vm, c.ref(1)) + c.i32(2);
  c.vm.heap.log_range(c.ref(1), to, static_cast<uint64_t>(n));
  std::memcpy(to, bytes.data(), static_cast<size_t>(n));
  return c.result(static_cast<int32_t>(n));
}

template <NativeStatus (*Answer)(NativeCall&, int64_t size, int64_t at)>
NativeStatus question(NativeCall& c) {
  int64_t size = 0, at = 0;
  if (!standard_input(c))
    if (const NativeStatus status = size_and_position(c, size, at); status != NativeStatus::Done) return status;
  return Answer(c, size, at);
}

NativeStatus available(NativeCall& c, int64_t size, int64_t at) {
  return c.result(static_cast<int32_t>(std::clamp<int64_t>(size - at, 0, INT32_MAX)));
}
NativeStatus whole_length(NativeCall& c, int64_t size, int64_t) { return c.result(size); }
NativeStatus position(NativeCall& c, int64_t, int64_t at) { return c.result(at); }
NativeStatus skip(NativeCall& c, int64_t, int64_t at) {
  if (standard_input(c)) return c.result(int64_t{0});
  const int64_t n = std::max(-at, c.i64(1));
  seek_in_file(c, at + n);
  return c.result(n);
}

bool describe_skip(NativeCall& c, Pending& p) { return describe_reading(c, p); }

// --- java.io.FileDescriptor

NativeStatus no_handle(NativeCall& c) { return c.result(int64_t{-1}); }

constexpr Entry kIoNatives[] = {
    {"java/io/FileDescriptor.initIDs()V", nothing},
    {"java/io/FileInputStream.initIDs()V", nothing},
    {"java/io/FileOutputStream.initIDs()V", nothing},
    {"java/io/RandomAccessFile.initIDs()V", nothing},
    {"java/io/UnixFileSystem.initIDs()V", nothing},
    {"java/io/FileDescriptor.getHandle(I)J", no_handle},
    {"java/io/FileDescriptor.set(I)J", no_handle},
    {"java/io/FileOutputStream.writeBytes([BIIZ)V", file_write_bytes, describe_write_bytes},
    {"java/io/FileOutputStream.write(IZ)V", file_write, describe_file_write},
    {"java/io/FileInputStream.readBytes([BII)I", read_bytes, describe_read_bytes},
    {"java/io/FileInputStream.read0()I", read_byte, describe_reading},
    {"java/io/FileInputStream.available0()I", question<available>, describe_sizing},
    {"java/io/FileInputStream.length0()J", question<whole_length>, describe_sizing},
    {"java/io/FileInputStream.position0()J", question<position>, describe_sizing},
    {"java/io/FileInputStream.skip0(J)J", question<skip>, describe_skip},
    {"java/io/RandomAccessFile.readBytes([BII)I", read_bytes, describe_read_bytes},
    {"java/io/RandomAccessFile.readBytes0([BII)I", read_bytes, describe_read_bytes},
    {"java/io/RandomAccessFile.read0()I", read_byte, describe_reading},
    {"java/io/RandomAccessFile.writeBytes([BII)V", file_write_bytes, describe_write_bytes},
    {"java/io/RandomAccessFile.writeBytes0([BII)V", file_write_bytes, describe_write_bytes},
    {"java/io/RandomAccessFile.write0(I)V", file_write, describe_file_write},
    {"java/io/RandomAccessFile.length()J", question<whole_length>, describe_sizing},
    {"java/io/RandomAccessFile.length0()J", question<whole_length>, describe_sizing},
    {"jmc/internal/Copies.readFile(Ljava/lang/Object;[BII)I", read_bytes, describe_reading},
    {"jmc/internal/Copies.writeFile(Ljava/lang/Object;[BII)V", file_write_bytes, describe_file_write},
    {"java/io/Console.istty()Z", zero},
    {"java/io/Console.encoding()Ljava/lang/String;", zero},
    {"java/io/Console.instantiateConsole()Ljava/io/Console;", zero},  // null: no terminal
    {"java/io/Console.instantiateConsole(Z)Ljava/io/Console;", zero},
    {"java/io/Console.ttyStatus()I", zero},
};

}  // namespace

void register_io(Vm& vm) {
  register_table(vm, kIoNatives);
  register_files_io(vm);
  register_files_nio(vm);
  register_sockets(vm);
  register_socket_transfers(vm);
  register_datagrams(vm);
  register_selectors(vm);
}

}  // namespace jmc::natives
