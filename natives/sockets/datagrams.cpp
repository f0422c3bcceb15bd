// Datagrams of the program to itself: sun.nio.ch.DatagramChannelImpl and its dispatcher. Who is bound to a port holds
// the datagrams that were sent to it, in the order in which they were sent, as the loopback device of Linux does. One
// to a port that nobody is bound to is lost; who is connected is told of that by the next call.
#include <algorithm>
#include <cerrno>
#include <cstring>

#include "natives/files/file_system.hpp"
#include "natives/memory/off_heap.hpp"
#include "natives/sockets/sockets.hpp"

namespace jmc::natives {

using namespace vm;

namespace {

constexpr size_t kMostBytes = 65507;       // in one datagram
constexpr size_t kOverhead = 768;          // what Linux counts for an empty one
constexpr int16_t kInet = 2, kInet6 = 10;  // AF_
// struct sockaddr_in and sockaddr_in6
constexpr int32_t kFamilySize = 2, kPortOffset = 2, kAddressOffset = 4, kAddressSize = 16;
constexpr int32_t kFlowOffset6 = 4, kAddressOffset6 = 8, kScopeOffset6 = 24, kAddressSize6 = 28;

}  // namespace

int Sockets::connect_datagrams(Ref e, int address, int port) {
  const bool any = port ? !get(e, f_.address) || is(e, kAnyAddress) : false;
  if (port) {
    if (!address) address = kLoopback;
    if (!is_loopback(address))
      throw Unsupported("the network: datagrams to " + dotted_address(address) + ":" + std::to_string(port));
    remark_sockets(vm_);
    if (any) bind_to(e, kLoopback, get(e, f_.port));
  } else if (is(e, kAnyAddress)) {
    bind_to(e, 0, get(e, f_.port));
  }
  set_flag(e, kAnyAddress, any);
  set(e, f_.peer_address, port ? address : 0);
  set(e, f_.peer_port, port);
  return 0;
}

int64_t Sockets::send(Ref e, const std::string& bytes, int address, int port) {
  if (state(e) == SocketState::Gone) return -EPIPE;
  if (bytes.size() > kMostBytes) return -EMSGSIZE;
  const bool connected = get(e, f_.peer_port);
  if (const int error = take_error(e)) return -error;
  if (!address) address = kLoopback;
  if (!is_loopback(address))
    throw Unsupported("the network: a datagram to " + dotted_address(address) + ":" + std::to_string(port));
  remark_sockets(vm_);
  Ref to = kNull;
  for (const Ref r : bound_to(port, true))
    if (const int own = get(r, f_.address); !own || own == address) to = r;
  const int own = get(e, f_.address) ? get(e, f_.address) : kLoopback;
  if (!to) {
    if (connected) set(e, f_.error, ECONNREFUSED);
    return static_cast<int64_t>(bytes.size());
  }
  const int from = get(to, f_.peer_port);
  if (from && (from != get(e, f_.port) || get(to, f_.peer_address) != own)) {
    if (connected) set(e, f_.error, ECONNREFUSED);
    return static_cast<int64_t>(bytes.size());
  }
  std::vector<Ref> queue = list(to, f_.queue);
  size_t held = bytes.size() + kOverhead;
  for (const Ref d : queue) held += size(ref(d, f_.in)) + kOverhead;
  if (held > kCapacity)
    throw Unsupported("the network: more than " + std::to_string(kCapacity) + " bytes of datagrams that wait at port " +
                      std::to_string(port) + ": a host would lose some; receive them");
  const Ref made = make_endpoint(), content = make_bytes();
  append(content, bytes.data(), bytes.size());
  vm_.set_ref(made, f_.in, content);
  set(made, f_.peer_address, own);
  set(made, f_.peer_port, get(e, f_.port));
  queue.push_back(made);
  set_list(to, f_.queue, queue);
  return static_cast<int64_t>(bytes.size());
}

int64_t Sockets::receive(Ref e, Datagram& first) {
  if (state(e) == SocketState::Gone) return -EAGAIN;
  std::vector<Ref> queue = list(e, f_.queue);
  if (const int error = take_error(e)) return -error;
  if (queue.empty()) return -EAGAIN;
  const Ref d = queue.front();
  const Ref content = ref(d, f_.in);
  if (const size_t n = size(content)) first.bytes.assign(array_data(vm_, ref(content, f_.data)), n);
  first.address = get(d, f_.peer_address), first.port = get(d, f_.peer_port);
  queue.erase(queue.begin());
  set_list(e, f_.queue, queue);
  return 0;
}

namespace {

int32_t of_network(const char* at, int bytes) {
  uint32_t value = 0;
  for (int i = 0; i < bytes; ++i) value = value << 8 | static_cast<uint8_t>(at[i]);
  return static_cast<int32_t>(value);
}
void to_network(char* at, int bytes, int32_t value) {
  for (int i = bytes; i-- > 0; value >>= 8) at[i] = static_cast<char>(value);
}

NativeStatus failed(NativeCall& c, int64_t result) {
  if (result == -ECONNREFUSED) return c.throw_new("java/net/PortUnreachableException");
  return socket_failed(c, result);
}

// send0(descriptor, address, length, target, its length); those that are connected have no target.
template <bool Connected, bool Many>
struct Send {
  static constexpr bool kWakes = true;
  static bool ready(NativeCall&) { return true; }
  static int64_t nanos(NativeCall&) { return 0; }
  static bool target(NativeCall& c, Ref e, int& address, int& port) {
    Sockets s(c.vm);
    if (Connected) {
      address = s.get(e, s.fields().peer_address), port = s.get(e, s.fields().peer_port);
      return true;
    }
    Bytes to;
    if (!find_bytes(c.vm, kNull, c.i64(4), kAddressSize, to)) return false;
    address = of_network(to.data(c.vm) + kAddressOffset, 4), port = of_network(to.data(c.vm) + kPortOffset, 2);
    return true;
  }
  static void plan(NativeCall& c, SocketTouch& touch) {
    const Ref e = endpoint_of(c);
    int address = 0, port = 0;
    if (!e || !target(c, e, address, port)) return;
    touch.about = "send a datagram to port " + std::to_string(port);
    touch.reading(e, true);
    touch.port(port, true);
    touch.readiness(false);
  }
  static NativeStatus run(NativeCall& c) {
    const Ref e = endpoint_of(c);
    int address = 0, port = 0;
    std::vector<Bytes> parts;
    if (!e) return failed(c, -EBADF);
    if (!target(c, e, address, port)) return bad_address(c, c.i64(4), kAddressSize, "read from");
    if (!find_parts(c, Many, parts)) return bad_address(c, c.i64(1), static_cast<uint64_t>(c.i32(3)), "send from");
    std::string all;
    for (const Bytes& b : parts) all.append(b.data(c.vm), b.count);
    const int64_t n = Sockets(c.vm).send(e, all, address, port);
    return n < 0 ? failed(c, n) : transferred(c, n);
  }
};

// receive0(descriptor, address, length, where the sender is told, whether it is connected), or without the latter two.
template <bool Tells, bool Many>
struct Receive {
  static constexpr bool kWakes = true;
  static bool ready(NativeCall& c) {
    Sockets s(c.vm);
    const Ref e = endpoint_of(c);
    return !e || s.is(e, kNonBlocking) || s.state(e) == SocketState::Gone || (s.events(e) & kPollIn);
  }
  static int64_t nanos(NativeCall&) { return 0; }
  static void plan(NativeCall& c, SocketTouch& touch) {
    Sockets& s = touch.sockets();
    const Ref e = endpoint_of(c);
    if (!e) return;
    const int port = s.get(e, s.fields().port);
    touch.about = "receive a datagram at port " + std::to_string(port);
    touch.reading(e, true);
    touch.port(port, true);
    touch.readiness(false);
  }
  static NativeStatus run(NativeCall& c) {
    const Ref e = endpoint_of(c);
    std::vector<Bytes> parts;
    Bytes sender;
    if (!e) return failed(c, -EBADF);
    if (!find_parts(c, Many, parts)) return bad_address(c, c.i64(1), static_cast<uint64_t>(c.i32(3)), "receive to");
    if (Tells && !find_bytes(c.vm, kNull, c.i64(4), kAddressSize, sender))
      return bad_address(c, c.i64(4), kAddressSize, "write to");
    Sockets::Datagram first;
    const int64_t result = Sockets(c.vm).receive(e, first);
    if (result == -EAGAIN) return transferred(c, kUnavailable);
    if (result < 0) return failed(c, result);
    size_t done = 0;  // what there is no room for is lost
    for (const Bytes& b : parts) {
      const size_t n = std::min<size_t>(b.count, first.bytes.size() - done);
      b.log(c.vm);
      std::memcpy(b.data(c.vm), first.bytes.data() + done, n);
      done += n;
    }
    if (Tells) {
      sender.log(c.vm);
      char* at = sender.data(c.vm);
      std::memcpy(at, &kInet, sizeof kInet);
      to_network(at + kPortOffset, 2, first.port);
      to_network(at + kAddressOffset, 4, first.address);
    }
    return transferred(c, static_cast<int64_t>(done));
  }
};

struct Disconnect {  // (descriptor, isIPv6)
  static constexpr bool kWakes = false;
  static bool ready(NativeCall&) { return true; }
  static int64_t nanos(NativeCall&) { return 0; }
  static void plan(NativeCall& c, SocketTouch& touch) {
    Sockets& s = touch.sockets();
    touch.about = "disconnect a socket";
    const Ref e = endpoint_of(c);
    if (!e) return;
    touch.reading(e, true);
    touch.port(s.get(e, s.fields().port), true);
  }
  static NativeStatus run(NativeCall& c) {
    if (const Ref e = endpoint_of(c)) Sockets(c.vm).connect_datagrams(e, 0, 0);
    return c.done();
  }
};

constexpr Entry kDatagramsNatives[] = {
    {"java/net/DatagramPacket.init()V", nothing},
    entry<Send<false, false>>("sun/nio/ch/DatagramChannelImpl.send0(Ljava/io/FileDescriptor;JIJI)I"),
    entry<Receive<true, false>>("sun/nio/ch/DatagramChannelImpl.receive0(Ljava/io/FileDescriptor;JIJZ)I"),
    entry<Disconnect>("sun/nio/ch/DatagramChannelImpl.disconnect0(Ljava/io/FileDescriptor;Z)V"),
    entry<Receive<false, false>>("sun/nio/ch/DatagramDispatcher.read0(Ljava/io/FileDescriptor;JI)I"),
    entry<Receive<false, true>>("sun/nio/ch/DatagramDispatcher.readv0(Ljava/io/FileDescriptor;JI)J"),
    entry<Send<true, false>>("sun/nio/ch/DatagramDispatcher.write0(Ljava/io/FileDescriptor;JI)I"),
    entry<Send<true, true>>("sun/nio/ch/DatagramDispatcher.writev0(Ljava/io/FileDescriptor;JI)J"),
    {"sun/nio/ch/NativeSocketAddress.AFINET()I", constant<kInet>},
    {"sun/nio/ch/NativeSocketAddress.AFINET6()I", constant<kInet6>},
    {"sun/nio/ch/NativeSocketAddress.sizeofSockAddr4()I", constant<kAddressSize>},
    {"sun/nio/ch/NativeSocketAddress.sizeofSockAddr6()I", constant<kAddressSize6>},
    {"sun/nio/ch/NativeSocketAddress.sizeofFamily()I", constant<kFamilySize>},
    {"sun/nio/ch/NativeSocketAddress.offsetFamily()I", constant<0>},
    {"sun/nio/ch/NativeSocketAddress.offsetSin4Port()I", constant<kPortOffset>},
    {"sun/nio/ch/NativeSocketAddress.offsetSin4Addr()I", constant<kAddressOffset>},
    {"sun/nio/ch/NativeSocketAddress.offsetSin6Port()I", constant<kPortOffset>},
    {"sun/nio/ch/NativeSocketAddress.offsetSin6FlowInfo()I", constant<kFlowOffset6>},
    {"sun/nio/ch/NativeSocketAddress.offsetSin6Addr()I", constant<kAddressOffset6>},
    {"sun/nio/ch/NativeSocketAddress.offsetSin6ScopeId()I", constant<kScopeOffset6>},
};

}  // namespace

void register_datagrams(Vm& vm) { register_table(vm, kDatagramsNatives); }

}  // namespace jmc::natives
