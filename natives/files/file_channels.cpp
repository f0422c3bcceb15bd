// FileChannel and java.io.FileDescriptor over the program's file system: natives of sun.nio.ch, with their names in JDK
// 17 and in later ones.
#include <fcntl.h>

#include <algorithm>
#include <cerrno>

#include "natives/files/file_system.hpp"
#include "natives/memory/off_heap.hpp"
#include "natives/sockets/sockets.hpp"

namespace jmc::natives {

using namespace vm;

namespace {

constexpr int32_t kMostEvents = 32;                        // that a selector is told of at a time
constexpr int32_t kEndOfFile = -1, kUnsupportedCase = -6;  // of sun.nio.ch.IOStatus

NativeStatus failed(NativeCall& c, int64_t error) {
  return error == kPending ? NativeStatus::Throw
                           : c.throw_new("java/io/IOException", error_text(static_cast<int>(-error)));
}

int number(NativeCall& c, int slot) { return c.ref(slot) ? static_cast<int>(get_int(c.vm, c.ref(slot), "fd")) : -1; }
Ref open_of(NativeCall& c, int slot = 0) { return FileSystem(c.vm).open_file(number(c, slot)); }

// --- reading and writing: (descriptor, address, length[, position])

template <bool Write, bool At>
void plan(NativeCall& c, Touch& touch) {
  plan_transfer(touch, number(c, 0), Write, At);
}

template <bool Write, bool At>
NativeStatus transfer(NativeCall& c) {
  const uint64_t count = static_cast<uint64_t>(c.i32(3));
  const int64_t at = At ? c.i64(4) : -1;
  Bytes bytes;
  if (!find_bytes(c.vm, kNull, c.i64(1), count, bytes))
    return bad_address(c, c.i64(1), count, Write ? "write from" : "read to");
  if (!Write) bytes.log(c.vm);
  const int64_t n = Write ? write_file(c.vm, number(c, 0), bytes.data(c.vm), count, at)
                          : read_file(c.vm, number(c, 0), bytes.data(c.vm), count, at);
  if (n < 0) return failed(c, n);
  return c.result(!Write && n == 0 && count ? kEndOfFile : static_cast<int32_t>(n));
}

// (descriptor, address of pairs of address and length, how many)
template <bool Write>
NativeStatus transfer_many(NativeCall& c) {
  int64_t total = 0;
  bool asked = false;
  for (int i = 0; i < c.i32(3); ++i) {
    Bytes pair, bytes;
    if (!find_bytes(c.vm, kNull, c.i64(1) + 16 * i, 16, pair)) return bad_address(c, c.i64(1) + 16 * i, 16);
    int64_t part[2];
    std::memcpy(part, pair.data(c.vm), sizeof part);
    if (!find_bytes(c.vm, kNull, part[0], static_cast<uint64_t>(part[1]), bytes))
      return bad_address(c, part[0], static_cast<uint64_t>(part[1]));
    if (!Write) bytes.log(c.vm);
    const size_t count = static_cast<size_t>(part[1]);
    const int64_t n = Write ? write_file(c.vm, number(c, 0), bytes.data(c.vm), count)
                            : read_file(c.vm, number(c, 0), bytes.data(c.vm), count);
    if (n < 0) return failed(c, n);
    asked |= count != 0;
    total += n;
    if (n < part[1]) break;
  }
  return c.result(!Write && total == 0 && asked ? int64_t{kEndOfFile} : total);
}

void plan_position(NativeCall& c, Touch& touch) { touch.position(open_of(c), true); }
void plan_size(NativeCall& c, Touch& touch) {
  if (const Ref open = open_of(c)) touch.position(open, false), touch.content(touch.files().file_of(open), false);
}
void plan_resize(NativeCall& c, Touch& touch) {
  if (const Ref open = open_of(c)) touch.position(open, false), touch.content(touch.files().file_of(open), true);
}

NativeStatus seek(NativeCall& c) {  // a negative position asks for the present one
  FileSystem files(c.vm);
  const Ref open = open_of(c);
  if (!open) return failed(c, -EBADF);
  if (c.i64(1) >= 0) files.seek(open, c.i64(1));
  return c.result(files.position(open));
}

NativeStatus size(NativeCall& c) {
  FileSystem files(c.vm);
  const Ref open = open_of(c);
  return open ? c.result(files.size(files.file_of(open))) : failed(c, -EBADF);
}

NativeStatus left(NativeCall& c) {
  FileSystem files(c.vm);
  const Ref open = open_of(c);
  if (!open) return failed(c, -EBADF);
  return c.result(
      static_cast<int32_t>(std::clamp<int64_t>(files.size(files.file_of(open)) - files.position(open), 0, INT32_MAX)));
}

NativeStatus truncate(NativeCall& c) {
  FileSystem files(c.vm);
  const Ref open = open_of(c);
  if (!open) return failed(c, -EBADF);
  if ((files.flags_of(open) & O_ACCMODE) == O_RDONLY) return failed(c, -EINVAL);
  return files.resize(files.file_of(open), c.i64(1)) ? c.result(0) : NativeStatus::Throw;
}

// Locks of other processes: there are none. Those of the program are kept by the JDK's own code.
NativeStatus lock(NativeCall& c) { return c.result(0); }
NativeStatus unsupported_case(NativeCall& c) {
  return c.method->return_type == 'J' ? c.result(int64_t{kUnsupportedCase}) : c.result(kUnsupportedCase);
}
NativeStatus mapped(NativeCall& c) { c.unsupported("a file that is mapped into memory"); }

// (this, mode, position, length, sync). JDK 17 maps what transferFrom is to copy, and unmaps it at once: it gets a
// copy.
bool maps_to_transfer(NativeCall& c) {
  bool found = false;
  c.vm.walk_frames(c.thread, [&](Method* m, uint32_t) {
    if (m->owner->name != "sun/nio/ch/FileChannelImpl") return false;
    found |= m->name.starts_with("transfer");
    return true;
  });
  return found;
}
NativeStatus map(NativeCall& c) {
  if (!maps_to_transfer(c)) return mapped(c);
  const int64_t address = allocate_memory(c.vm, static_cast<uint64_t>(c.i64(4)));
  if (!address) return NativeStatus::Throw;
  Bytes to;
  find_bytes(c.vm, kNull, address, static_cast<uint64_t>(c.i64(4)), to);
  const int fd = static_cast<int>(get_int(c.vm, get_ref(c.vm, c.ref(0), "fd"), "fd"));
  const int64_t n = read_file(c.vm, fd, to.data(c.vm), to.count, c.i64(2));
  return n < 0 ? failed(c, n) : c.result(address);
}
void plan_map(NativeCall& c, Touch& touch) {
  if (const Ref open = touch.files().open_file(static_cast<int>(get_int(c.vm, get_ref(c.vm, c.ref(0), "fd"), "fd"))))
    touch.content(touch.files().file_of(open), false);
}
NativeStatus unmap(NativeCall& c) {
  const Ref block = block_at(c.vm, c.i64(0));
  if (!block) return bad_address(c, c.i64(0), 0, "unmapping of");
  free_block(c.vm, block);
  return c.result(0);
}
bool describe_unmap(NativeCall& c, Pending& p) {
  const Ref block = c.vm.multi() ? block_once_at(c.vm, c.i64(0)) : kNull;
  return block && describe_free(c.vm, block, p);
}

// transferTo0(from, position, count, to): of the channel before 21, static and with one more argument from then on
int first_slot(NativeCall& c) { return c.method->is_static() ? 0 : 1; }
void plan_transfer_to(NativeCall& c, Touch& touch) {
  const Ref from = open_of(c, first_slot(c)), to = open_of(c, first_slot(c) + 5);
  if (!from || !to) return;
  touch.content(touch.files().file_of(to), true);
  touch.content(touch.files().file_of(from), false);
  touch.position(to, true);
}
NativeStatus transfer_to(NativeCall& c) {
  const int slot = first_slot(c);
  if (!open_of(c, slot) || !open_of(c, slot + 5)) return c.result(int64_t{kUnsupportedCase});
  std::string bytes(static_cast<size_t>(std::min<int64_t>(c.i64(slot + 3), int64_t{1} << 30)), 0);
  int64_t n = read_file(c.vm, number(c, slot), bytes.data(), bytes.size(), c.i64(slot + 1));
  if (n > 0) n = write_file(c.vm, number(c, slot + 5), bytes.data(), static_cast<size_t>(n));
  return n < 0 ? failed(c, n) : c.result(n);
}

// --- descriptors

NativeStatus close(NativeCall& c) {
  FileSystem(c.vm).close(number(c, 0));
  put_int(c.vm, c.ref(0), "fd", -1);
  return c.done();
}
NativeStatus close_channel(NativeCall& c) {  // the number stays in the object
  FileSystem(c.vm).close(number(c, 0));
  return c.done();
}
void plan_number(NativeCall& c, Touch& touch) {
  if (const Ref open = touch.files().open_file(c.i32(0))) touch.position(open, true);
}
NativeStatus close_number(NativeCall& c) {
  FileSystem(c.vm).close(c.i32(0));
  return c.done();
}
NativeStatus get_number(NativeCall& c) { return c.result(number(c, 0)); }
NativeStatus set_number(NativeCall& c) {
  put_int(c.vm, c.ref(0), "fd", c.i32(1));
  return c.done();
}
NativeStatus appends(NativeCall& c) {
  FileSystem files(c.vm);
  const Ref open = files.open_file(c.i32(0));
  return c.result(open && (files.flags_of(open) & O_APPEND));
}
NativeStatus is_regular(NativeCall& c) {
  FileSystem files(c.vm);
  const Ref open = open_of(c, 1);
  return c.result(open && files.is_regular(files.file_of(open)));
}

// sun.nio.ch.FileKey: what makes a file the same file. (this, descriptor) before 21, (descriptor, long[2]) from then on
NativeStatus file_key(NativeCall& c) {
  FileSystem files(c.vm);
  const Ref open = open_of(c, c.method->is_static() ? 0 : 1);
  if (!open) return failed(c, -EBADF);
  const int64_t n = load_integral(c.vm, files.file_of(open), files.fields().number);
  if (c.method->is_static()) {
    c.vm.heap.store<int64_t>(c.ref(1), kHeaderSize + 8, n);
  } else {
    put_int(c.vm, c.ref(0), "st_ino", n);
  }
  return c.done();
}

template <int32_t Value>
NativeStatus number_of(NativeCall& c) {
  return c.method->return_type == 'J' ? c.result(int64_t{Value}) : c.result(Value);
}

// Natives that take descriptors of sockets, too.
using DescriptorNumber = int (*)(NativeCall&);
template <const SocketNative& Socket, NativeFn Run, DescriptorNumber Number>
NativeStatus run_either(NativeCall& c) {
  return is_socket(c.vm, Number(c)) ? Socket.run(c) : Run(c);
}
template <const SocketNative& Socket, DescribeFn Describe, DescriptorNumber Number>
bool describe_either(NativeCall& c, Pending& p) {
  if (is_socket(c.vm, Number(c))) return Socket.describe(c, p);
  return Describe && Describe(c, p);
}
int number_in_object(NativeCall& c) { return number(c, 0); }
int number_itself(NativeCall& c) { return c.i32(0); }
template <const SocketNative& Socket, NativeFn Run, DescribeFn Describe, DescriptorNumber Number = number_in_object>
constexpr Entry either(const char* key) {
  return {key, run_either<Socket, Run, Number>, describe_either<Socket, Describe, Number>};
}

// JDK 17 closes the ends of pipes like files.
NativeStatus close_either(NativeCall& c) {
  if (!is_socket(c.vm, number(c, 0))) return close(c);
  const NativeStatus status = kCloseSocket.run(c);
  put_int(c.vm, c.ref(0), "fd", -1);
  return status;
}

constexpr Entry kDispatcher[] = {
    either<kReadSocket, transfer<false, false>, describe_files<plan<false, false>>>(
        "read0(Ljava/io/FileDescriptor;JI)I"),
    {"pread0(Ljava/io/FileDescriptor;JIJ)I", transfer<false, true>, describe_files<plan<false, true>>},
    either<kReadSocketMany, transfer_many<false>, describe_files<plan<false, false>>>(
        "readv0(Ljava/io/FileDescriptor;JI)J"),
    either<kWriteSocket, transfer<true, false>, describe_files<plan<true, false>>>(
        "write0(Ljava/io/FileDescriptor;JI)I"),
    {"pwrite0(Ljava/io/FileDescriptor;JIJ)I", transfer<true, true>, describe_files<plan<true, true>>},
    either<kWriteSocketMany, transfer_many<true>, describe_files<plan<true, false>>>(
        "writev0(Ljava/io/FileDescriptor;JI)J"),
    {"seek0(Ljava/io/FileDescriptor;J)J", seek, describe_files<plan_position>},
    {"size0(Ljava/io/FileDescriptor;)J", size, describe_files<plan_size>},
    {"available0(Ljava/io/FileDescriptor;)I", left, describe_files<plan_size>},
    {"truncate0(Ljava/io/FileDescriptor;J)I", truncate, describe_files<plan_resize>},
    {"force0(Ljava/io/FileDescriptor;Z)I", constant<0>},
    {"lock0(Ljava/io/FileDescriptor;ZJJZ)I", lock},
    {"release0(Ljava/io/FileDescriptor;JJ)V", nothing},
    {"isOther0(Ljava/io/FileDescriptor;)Z", zero},
    either<kCloseSocket, close_channel, describe_files<plan_position>>("close0(Ljava/io/FileDescriptor;)V"),
    either<kPreCloseSocket, nothing, nullptr>("preClose0(Ljava/io/FileDescriptor;)V"),
    either<kCloseSocketNumber, close_number, describe_files<plan_number>, number_itself>("closeIntFD(I)V"),
    {"canTransferToFromOverlappedMap0()Z", zero},
    {"allocationGranularity0()J", constant<4096>},
    {"map0(Ljava/io/FileDescriptor;IJJZ)J", mapped},
    {"transferTo0(Ljava/io/FileDescriptor;JJLjava/io/FileDescriptor;Z)J", transfer_to,
     describe_files<plan_transfer_to>},
    {"transferFrom0(Ljava/io/FileDescriptor;Ljava/io/FileDescriptor;JJZ)J", unsupported_case},
    {"init()V", nothing},
    {"init0()V", nothing},
};

constexpr Entry kOthers[] = {
    {"sun/nio/ch/FileChannelImpl.initIDs()J", constant<4096>},
    {"sun/nio/ch/FileChannelImpl.map0(IJJZ)J", map, describe_files<plan_map>},
    {"sun/nio/ch/FileChannelImpl.unmap0(JJ)I", unmap, describe_unmap},
    {"sun/nio/ch/FileChannelImpl.transferTo0(Ljava/io/FileDescriptor;JJLjava/io/FileDescriptor;)J", transfer_to,
     describe_files<plan_transfer_to>},
    {"sun/nio/ch/FileChannelImpl.maxDirectTransferSize0()I", constant<0x7fff'f000>},
    {"sun/nio/ch/IOUtil.initIDs()V", nothing},
    {"sun/nio/ch/IOUtil.iovMax()I", constant<1024>},
    {"sun/nio/ch/IOUtil.writevMax()J", constant<0x7fff'ffff>},
    {"sun/nio/ch/IOUtil.fdLimit()I", constant<kMostEvents>},
    {"sun/nio/ch/IOUtil.fdVal(Ljava/io/FileDescriptor;)I", get_number},
    {"sun/nio/ch/IOUtil.setfdVal(Ljava/io/FileDescriptor;I)V", set_number},
    // Who has to be waked sees that its descriptor was closed; all threads have one number, which says that there is
    // one.
    {"sun/nio/ch/NativeThread.init()V", nothing},
    {"sun/nio/ch/NativeThread.current()J", constant<1>},
    {"sun/nio/ch/NativeThread.current0()J", constant<1>},
    {"sun/nio/ch/NativeThread.signal(J)V", nothing},
    {"sun/nio/ch/NativeThread.signal0(J)V", nothing},
    {"sun/nio/ch/NativeThread.supportPendingSignals0()Z", zero},
    {"sun/nio/ch/FileKey.initIDs()V", nothing},
    {"sun/nio/ch/FileKey.init(Ljava/io/FileDescriptor;)V", file_key},
    {"sun/nio/ch/FileKey.init(Ljava/io/FileDescriptor;[J)V", file_key},
    {"java/io/FileDescriptor.close0()V", close_either,
     describe_either<kCloseSocket, describe_files<plan_position>, number_in_object>},
    {"java/io/FileDescriptor.getAppend(I)Z", appends},
    {"java/io/FileCleanable.cleanupClose0(IJ)V", close_number, describe_files<plan_number>},
    {"java/io/FileInputStream.isRegularFile0(Ljava/io/FileDescriptor;)Z", is_regular},
};

}  // namespace

void register_channels(Vm& vm) {
  for (const char* owner :
       {"sun/nio/ch/FileDispatcherImpl.", "sun/nio/ch/UnixFileDispatcherImpl.", "sun/nio/ch/UnixDispatcher."})
    for (const Entry& e : kDispatcher) vm.register_native(std::string(owner) + e.key, e.run, e.describe);
  register_table(vm, kOthers);
}

}  // namespace jmc::natives
