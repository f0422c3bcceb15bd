// Reading, writing and closing what is no file: natives of sun.nio.ch, some of which take descriptors of files, too
// (file_channels.cpp).
#include <cerrno>
#include <cstring>

#include "natives/files/file_system.hpp"
#include "natives/sockets/sockets.hpp"

namespace jmc::natives {

using namespace vm;

bool find_parts(NativeCall& c, bool many, std::vector<Bytes>& parts) {
  for (int i = 0; i < (many ? c.i32(3) : 1); ++i) {
    int64_t part[2] = {c.i64(1), c.i32(3)};
    Bytes pair, bytes;
    if (many) {
      if (!find_bytes(c.vm, kNull, c.i64(1) + 16 * i, 16, pair)) return false;
      std::memcpy(part, pair.data(c.vm), sizeof part);
    }
    if (!find_bytes(c.vm, kNull, part[0], static_cast<uint64_t>(part[1]), bytes)) return false;
    parts.push_back(bytes);
  }
  return true;
}

namespace {

std::string other_side(Sockets& s, Ref e) {
  if (s.is(e, kPipe)) return "a pipe";
  return "the connection of ports " + std::to_string(s.get(e, s.fields().port)) + " and " +
         std::to_string(s.get(e, s.fields().peer_port));
}

size_t bytes_asked(NativeCall& c, bool many) {
  if (!many) return static_cast<size_t>(c.i32(3));
  std::vector<Bytes> parts;
  size_t count = 0;
  if (find_parts(c, true, parts))
    for (const Bytes& b : parts) count += b.count;
  return count;
}

template <bool Writes, bool Many>
struct Transfer {
  static constexpr bool kWakes = true;
  static int64_t nanos(NativeCall&) { return 0; }
  static void plan(NativeCall& c, SocketTouch& touch) {
    Sockets& s = touch.sockets();
    const Ref e = endpoint_of(c);
    if (!e) return;
    touch.about = (Writes ? "write to " : "read from ") + other_side(s, e);
    if (Writes) touch.writing(e, true);
    else touch.reading(e, true);
    touch.error(e);
    touch.life(e);
    touch.readiness(false);
  }

 protected:
  static bool opened(NativeCall& c, Ref& e, std::vector<Bytes>& parts, NativeStatus& failed) {
    e = endpoint_of(c);
    if (!e) {
      failed = transfer_failed(c, -EBADF);
    } else if (!find_parts(c, Many, parts)) {
      failed = bad_address(c, c.i64(1), static_cast<uint64_t>(c.i32(3)), Writes ? "write from" : "read to");
    } else {
      return true;
    }
    return false;
  }
};

template <bool Many>
struct Read : Transfer<false, Many> {
  static bool ready(NativeCall& c) {
    Sockets s(c.vm);
    const Ref e = endpoint_of(c);
    if (!e || s.is(e, kNonBlocking) || !bytes_asked(c, Many)) return true;
    return s.state(e) != SocketState::Connected || (s.events(e) & ~kPollOut);
  }
  static NativeStatus run(NativeCall& c) {
    Sockets s(c.vm);
    Ref e = kNull;
    std::vector<Bytes> parts;
    NativeStatus failed;
    if (!Transfer<false, Many>::opened(c, e, parts, failed)) return failed;
    int64_t total = 0;
    bool asked = false;
    for (const Bytes& b : parts) {
      if (!b.count) continue;
      std::string buffer(b.count, 0);
      if (total && !s.available(e)) break;
      asked = true;
      const int64_t n = s.read(e, buffer.data(), buffer.size());
      if (n == -EAGAIN) return transferred(c, kUnavailable);
      if (n == -ECONNRESET && c.method->owner->name == "sun/nio/ch/SocketDispatcher")
        return c.throw_new("sun/net/ConnectionResetException", "Connection reset");
      if (n < 0) return transfer_failed(c, n);
      b.log(c.vm);
      std::memcpy(b.data(c.vm), buffer.data(), static_cast<size_t>(n));
      total += n;
      if (n < static_cast<int64_t>(b.count)) break;
    }
    return transferred(c, asked && !total ? kEndOfStream : total);
  }
};

template <bool Many>
struct Write : Transfer<true, Many> {
  static bool ready(NativeCall& c) {
    Sockets s(c.vm);
    const Ref e = endpoint_of(c);
    return !e || s.is(e, kNonBlocking) || s.may_write(e, bytes_asked(c, Many));
  }
  static NativeStatus run(NativeCall& c) {
    Sockets s(c.vm);
    Ref e = kNull;
    std::vector<Bytes> parts;
    NativeStatus failed;
    if (!Transfer<true, Many>::opened(c, e, parts, failed)) return failed;
    std::string all;
    for (const Bytes& b : parts) all.append(b.data(c.vm), b.count);
    const int64_t n = s.write(e, all.data(), all.size());
    if (n == -EAGAIN) return transferred(c, kUnavailable);
    return n < 0 ? transfer_failed(c, n) : transferred(c, n);
  }
};

// --- closing

template <int (*Number)(NativeCall&)>
struct Close {
  static constexpr bool kWakes = true;
  static bool ready(NativeCall&) { return true; }
  static int64_t nanos(NativeCall&) { return 0; }
  static void plan(NativeCall& c, SocketTouch& touch) {
    Sockets& s = touch.sockets();
    const SocketFields& f = s.fields();
    touch.about = "close a socket";
    const Ref e = s.endpoint(Number(c));
    touch.readiness(!e);
    if (!e) return;
    const int port = s.get(e, f.port);
    if (s.is(e, kConnects) || s.ref(e, f.owner)) {
      touch.about = "close " + other_side(s, e);
      touch.reading(e, true);
      touch.writing(e, true);
      touch.life(e);
    } else if (s.is(e, kListens)) {
      touch.about = "close port " + std::to_string(port);
      touch.begins_or_ends(port);
    } else {
      touch.reading(e, true);
      if (port) touch.port(port, true);
    }
  }
  static NativeStatus run(NativeCall& c) {
    Sockets(c.vm).close_number(Number(c));
    return c.done();
  }
};
int number_in_object(NativeCall& c) { return descriptor_number(c, 0); }
int number_itself(NativeCall& c) { return c.i32(0); }

// The descriptor stays, for who is using it: nothing comes any more.
struct PreClose : Close<number_in_object> {
  static NativeStatus run(NativeCall& c) {
    Sockets s(c.vm);
    if (const Ref e = s.endpoint(descriptor_number(c, 0))) s.close(e);
    return c.done();
  }
};

constexpr Entry kOfSockets[] = {
    entry<Read<false>>("sun/nio/ch/SocketDispatcher.read0(Ljava/io/FileDescriptor;JI)I"),
    entry<Read<true>>("sun/nio/ch/SocketDispatcher.readv0(Ljava/io/FileDescriptor;JI)J"),
    entry<Write<false>>("sun/nio/ch/SocketDispatcher.write0(Ljava/io/FileDescriptor;JI)I"),
    entry<Write<true>>("sun/nio/ch/SocketDispatcher.writev0(Ljava/io/FileDescriptor;JI)J"),
};

template <class Operation>
constexpr SocketNative native() {
  return {run_socket<Operation>, describe_socket<Operation>};
}

}  // namespace

const SocketNative kReadSocket = native<Read<false>>(), kReadSocketMany = native<Read<true>>(),
                   kWriteSocket = native<Write<false>>(), kWriteSocketMany = native<Write<true>>(),
                   kCloseSocket = native<Close<number_in_object>>(), kPreCloseSocket = native<PreClose>(),
                   kCloseSocketNumber = native<Close<number_itself>>();

void register_socket_transfers(Vm& vm) { register_table(vm, kOfSockets); }

}  // namespace jmc::natives
