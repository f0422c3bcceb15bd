// sun.nio.ch.Net over the sockets of the program with itself, with its names in JDK 17 and in later ones; and what all
// operations on sockets have in common.
#include <algorithm>
#include <cerrno>
#include <string_view>

#include "natives/files/file_system.hpp"
#include "natives/sockets/sockets.hpp"

namespace jmc::natives {

using namespace vm;

// --- what operations touch

void SocketTouch::add(Ref watched, const Field* field, uint32_t object, uint32_t part, bool write) {
  // A list of classes says nothing about what is outside of the heap: all of it counts then, as monitors do.
  if (vm_.visibility.list_given()) visible_ |= vm_.multi();
  else if (!again_ && vm_.visibility.of_raw(watched, field->offset, write)) visible_ = true;
  for (int i = 0; i < p_.count; ++i)
    if (p_.accesses[i].object == object && p_.accesses[i].field == part) {
      p_.accesses[i].write |= write;
      return;
    }
  if (p_.count >= room_) throw std::logic_error("an operation on a socket touches too much");
  p_.add(object, part, write);
}

void SocketTouch::direction(Ref e, bool reads, bool write) {
  const SocketFields& f = sockets_.fields();
  const Ref owner = sockets_.ref(e, f.owner);
  const bool first = sockets_.is(e, kCounter) || reads == !owner;
  add(owner ? owner : e, first ? f.state : f.flags, owner ? owner : e, first ? kReadField : kWriteField, write);
}
void SocketTouch::reading(Ref e, bool write) { direction(e, true, write); }
void SocketTouch::writing(Ref e, bool write) { direction(e, false, write); }

void SocketTouch::error(Ref e) { add(e, sockets_.fields().error, e, kErrorField, true); }

void SocketTouch::port(int port, bool write) {
  add(sockets_.fields().ports, sockets_.fields().bound, kPortLocation, static_cast<uint32_t>(port), write);
}
void SocketTouch::begins_or_ends(int of) {
  port(of, true);
  add(sockets_.fields().ports, sockets_.fields().bound, kPortLocation, kLifeOfPort | static_cast<uint32_t>(of), true);
}
void SocketTouch::readiness(bool write) {
  add(sockets_.fields().ports, sockets_.fields().bound, kPortLocation, kReadiness, write);
}
// Of one that had to wait for its turn the queue, too, in which it may still be.
void SocketTouch::life(Ref e) {
  if (!sockets_.is(e, kConnects)) return;
  const int of = sockets_.get(e, sockets_.fields().peer_port);
  if (sockets_.is(e, kHasWaited)) return port(of, true);
  add(sockets_.fields().ports, sockets_.fields().bound, kPortLocation, kLifeOfPort | static_cast<uint32_t>(of), false);
}

void SocketTouch::interrupt(ThreadId t) { p_.add(kThreadLocation + t, kThreadInterrupt, false); }

void SocketTouch::both_ways(Ref e, bool write) {
  reading(e, write);
  writing(e, write);
  if (sockets_.is(e, kListens)) port(sockets_.get(e, sockets_.fields().port), write);
}

bool is_socket(Vm& vm, int fd) { return FileSystem(vm).socket_of(fd) != kNull; }

int descriptor_number(NativeCall& c, int slot) {
  return c.ref(slot) ? static_cast<int>(get_int(c.vm, c.ref(slot), "fd")) : -1;
}

bool parks_in_poller(const Vm& vm, const Pending& p) {
  return p.offset == kSocketOperation && p.kind == PendingKind::Other && !p.object &&
         vm.method(static_cast<uint32_t>(p.value))->owner->name == "sun/nio/ch/Poller";
}

std::string waits_for_socket(Vm&, ThreadId, const Pending& p, const std::function<std::string(Ref)>&) {
  return std::string("waits: ") + p.about;
}

bool finish_socket_description(NativeCall& c, SocketTouch& touch, Pending& p, bool waits) {
  p.kind = PendingKind::Other;  // what it touches depends on the state
  p.verb = Verb::UsesSocket;
  p.about = vm::facility<SocketFacts>(c.vm).words.insert(touch.about).first->c_str();
  p.object = kNull;
  p.offset = kSocketOperation;
  keep_call(c, p);
  return touch.visible() || waits;
}

void describe_sockets_again(Vm& vm) {
  bool& again = vm::facility<SocketFacts>(vm).again;
  again = true;
  for (ThreadId t = 0; t < vm.thread_count(); ++t) {
    const Pending& old = vm.thread(t).s.pending;
    if (t == vm.current() || vm.thread(t).s.ended || old.offset != kSocketOperation || old.kind != PendingKind::Other ||
        old.object)
      continue;
    NativeCall call = suspended_call(vm, t, old);
    Pending now;
    call.method->describe(call, now);
    const auto same = [](const RawAccess& a, const RawAccess& b) {
      return a.object == b.object && a.field == b.field && a.write == b.write;
    };
    if (now.count == old.count && now.about == old.about &&
        std::equal(now.accesses, now.accesses + now.count, old.accesses, same))
      continue;
    now.rules = old.rules;
    vm.touch_thread(t).pending = now;
  }
  again = false;
}

// --- exceptions

NativeStatus socket_failed(NativeCall& c, int64_t result) {
  const int error = static_cast<int>(-result);
  const char* name = "java/net/SocketException";
  switch (error) {
    case ECONNREFUSED:
    case ETIMEDOUT:
    case ENOTCONN: name = "java/net/ConnectException"; break;
    case EADDRINUSE:
    case EADDRNOTAVAIL:
    case EACCES: name = "java/net/BindException"; break;
    default: break;
  }
  return c.throw_new(name, error_text(error));
}

NativeStatus transfer_failed(NativeCall& c, int64_t result) {
  return c.throw_new("java/io/IOException", error_text(static_cast<int>(-result)));
}

int address_in(NativeCall& c, int slot) {
  const Ref address = c.ref(slot);
  if (!address) return 0;
  if (c.vm.klass_of(address)->name != "java/net/Inet4Address") c.unsupported("the network: addresses of IP version 6");
  const Ref holder = get_ref(c.vm, address, "holder");
  return static_cast<int>(get_int(c.vm, holder, "address"));
}

namespace {

// An operation on the endpoint of a descriptor in slot Slot that never waits and touches all of it.
template <int Slot, bool Write>
struct OnEndpoint {
  static constexpr bool kWakes = false;
  static Ref endpoint(NativeCall& c) { return Sockets(c.vm).endpoint(descriptor_number(c, Slot)); }
  static bool ready(NativeCall&) { return true; }
  static int64_t nanos(NativeCall&) { return 0; }
  static void plan(NativeCall& c, SocketTouch& touch) {
    touch.about = std::string(c.method->name) + " of a socket";
    if (const Ref e = endpoint(c)) touch.both_ways(e, Write);
  }
};

// --- making, binding, listening

NativeStatus make_socket(NativeCall& c) {  // (preferIPv6, stream, reuse, fastLoopback)
  Sockets s(c.vm);
  const Ref e = s.make_endpoint();
  if (!c.i32(1)) s.set_flag(e, kDatagrams, true);
  else if (c.i32(2)) s.set_flag(e, kReuse, true);
  return c.result(s.describe_by_number(e));
}

struct Bind : OnEndpoint<0, true> {  // (descriptor, preferIPv6, exclusive, address, port)
  static void plan(NativeCall& c, SocketTouch& touch) {
    const int port = c.i32(4) ? c.i32(4) : touch.sockets().free_port(descriptor_number(c, 0), c.thread.number);
    touch.about = "bind to port " + std::to_string(port);
    if (const Ref e = endpoint(c)) touch.reading(e, true);
    touch.port(port, true);
  }
  static NativeStatus run(NativeCall& c) {
    const Ref e = endpoint(c);
    const int result = e ? Sockets(c.vm).bind(e, descriptor_number(c, 0), address_in(c, 3), c.i32(4)) : -EBADF;
    return result < 0 ? socket_failed(c, result) : c.done();
  }
};

struct Listen : OnEndpoint<0, true> {
  static constexpr bool kWakes = true;
  static void plan(NativeCall& c, SocketTouch& touch) {
    Sockets& s = touch.sockets();
    const Ref e = endpoint(c);
    if (!e) return;
    const int port = s.get(e, s.fields().port);
    touch.about = "listen on port " + std::to_string(port);
    touch.begins_or_ends(port);
    touch.readiness(false);
  }
  static NativeStatus run(NativeCall& c) {
    const Ref e = endpoint(c);
    const int result = e ? Sockets(c.vm).listen(e, c.i32(1)) : -EBADF;
    return result < 0 ? socket_failed(c, result) : c.done();
  }
};

// --- connecting

struct Connect : OnEndpoint<1, true> {  // (preferIPv6, descriptor, address, port)
  static constexpr bool kWakes = true;
  static bool ready(NativeCall& c) {
    Sockets s(c.vm);
    const Ref e = endpoint(c);
    return !e || s.state(e) != SocketState::Connecting || s.is(e, kNonBlocking);
  }
  static void plan(NativeCall& c, SocketTouch& touch) {
    const Ref e = endpoint(c);
    if (!e) return;
    touch.about = "connect to port " + std::to_string(c.i32(3));
    Sockets& s = touch.sockets();
    if (s.is(e, kDatagrams)) {
      touch.reading(e, true);
      return touch.port(s.get(e, s.fields().port), true);
    }
    touch.reading(e, true);
    touch.writing(e, true);
    touch.port(c.i32(3), true);
    touch.readiness(false);
  }
  static NativeStatus run(NativeCall& c) {
    const Ref e = endpoint(c);
    if (e && Sockets(c.vm).is(e, kDatagrams))
      return c.result(1 + Sockets(c.vm).connect_datagrams(e, address_in(c, 2), c.i32(3)));
    const int result = e ? Sockets(c.vm).connect(e, descriptor_number(c, 1), address_in(c, 2), c.i32(3)) : -EBADF;
    if (result == -EAGAIN) return NativeStatus::Again;
    if (result == -EINPROGRESS || result == -EALREADY) return c.result(kUnavailable);
    return result < 0 ? socket_failed(c, result) : c.result(1);
  }
};

struct Accept : OnEndpoint<0, true> {  // (descriptor, new descriptor, addresses)
  static constexpr bool kWakes = true;
  static bool ready(NativeCall& c) {
    Sockets s(c.vm);
    const Ref e = endpoint(c);
    return !e || s.is(e, kNonBlocking) || s.state(e) != SocketState::Listening || s.ref(e, s.fields().queue);
  }
  static void plan(NativeCall& c, SocketTouch& touch) {
    Sockets& s = touch.sockets();
    const Ref e = endpoint(c);
    if (!e) return;
    touch.about = "accept on port " + std::to_string(s.get(e, s.fields().port));
    touch.port(s.get(e, s.fields().port), true);
    touch.readiness(false);
    // Its turn comes with the place that becomes free.
    const std::vector<Ref> waiting = s.list(e, s.fields().waiting);
    if (!waiting.empty()) touch.both_ways(waiting.front(), true);
  }
  static NativeStatus run(NativeCall& c) {
    Sockets s(c.vm);
    const Ref e = endpoint(c);
    if (!e) return socket_failed(c, -EBADF);
    if (s.state(e) != SocketState::Listening) return socket_failed(c, -EINVAL);
    const Ref made = s.accept(e);
    if (!made) return c.result(kUnavailable);
    put_int(c.vm, c.ref(1), "fd", s.describe_by_number(made));
    Method* accepted =
        c.vm.require_class("jmc/internal/Hosts")->find_method("accepted", "([Ljava/net/InetSocketAddress;II)I");
    return call(c, accepted,
                Args().ref(c.ref(2)).i32(s.get(made, s.fields().peer_address)).i32(s.get(made, s.fields().peer_port)));
  }
};

struct Shutdown : OnEndpoint<0, true> {  // (descriptor, how)
  static constexpr bool kWakes = true;
  static void plan(NativeCall& c, SocketTouch& touch) {
    const Ref e = endpoint(c);
    if (!e) return;
    touch.about = "shut down one direction of a connection";
    if (c.i32(1) != 0) touch.writing(e, true);
    if (c.i32(1) != 1) touch.reading(e, true);
    touch.life(e);
    touch.readiness(false);
  }
  static NativeStatus run(NativeCall& c) {
    const Ref e = endpoint(c);
    const int result = e ? Sockets(c.vm).shutdown(e, c.i32(1) != 1, c.i32(1) != 0) : -EBADF;
    return result < 0 && result != -ENOTCONN ? socket_failed(c, result) : c.done();
  }
};

// --- questions

template <bool Remote, bool Port>
struct Name : OnEndpoint<0, false> {
  // The JDK asks once, in the thread that has bound, connected or accepted the socket, and keeps the answer.
  static void plan(NativeCall&, SocketTouch&) {}
  static NativeStatus run(NativeCall& c) {
    Sockets s(c.vm);
    const SocketFields& f = s.fields();
    const Ref e = endpoint(c);
    if (!e) return socket_failed(c, -EBADF);
    if (Remote && !s.get(e, f.peer_port)) return socket_failed(c, -ENOTCONN);
    if (Port) return c.result(s.get(e, Remote ? f.peer_port : f.port));
    Method* address = c.vm.require_class("jmc/internal/Hosts")->find_method("address", "(I)Ljava/net/InetAddress;");
    return call(c, address, Args().i32(s.get(e, Remote ? f.peer_address : f.address)));
  }
};

struct Available : OnEndpoint<0, false> {
  static NativeStatus run(NativeCall& c) {
    const Ref e = endpoint(c);
    return c.result(e ? static_cast<int32_t>(Sockets(c.vm).available(e)) : 0);
  }
};

struct GetOption : OnEndpoint<0, false> {  // (descriptor, mayNeedConversion, level, option)
  static NativeStatus run(NativeCall& c) {
    const Ref e = endpoint(c);
    return e ? c.result(Sockets(c.vm).option(e, c.i32(2) << 16 | c.i32(3))) : socket_failed(c, -EBADF);
  }
};

struct SetOption : OnEndpoint<0, true> {  // (descriptor, mayNeedConversion, level, option, value, isIPv6)
  static NativeStatus run(NativeCall& c) {
    const Ref e = endpoint(c);
    if (!e) return socket_failed(c, -EBADF);
    Sockets(c.vm).set_option(e, c.i32(2) << 16 | c.i32(3), c.i32(4));
    return c.done();
  }
};

struct ConfigureBlocking : OnEndpoint<0, true> {
  // The JDK holds the locks of all that may read it.
  static void plan(NativeCall& c, SocketTouch& touch) {
    touch.about = "configureBlocking of a socket";
    const Ref e = endpoint(c);
    if (e && Sockets(c.vm).is(e, kNonBlocking) == (c.i32(1) != 0)) touch.both_ways(e, true);
  }
  static NativeStatus run(NativeCall& c) {
    if (const Ref e = endpoint(c)) Sockets(c.vm).set_flag(e, kNonBlocking, !c.i32(1));
    return c.done();
  }
};

// --- waiting until something can be done

// What poll(2) says of an endpoint and these events; 0: it would have to wait.
int events_now(Vm& vm, Ref e, int asked) {
  Sockets s(vm);
  return e ? s.events(e) & (asked | kPollError | kPollHangUp) : 0x20;  // POLLNVAL
}

void plan_events(SocketTouch& touch, Ref e, int asked) {
  Sockets& s = touch.sockets();
  touch.about = "wait until a socket can be " + std::string(asked & kPollOut ? "written" : "read");
  if (!e) return;
  if (s.is(e, kListens)) {
    const int port = s.get(e, s.fields().port);
    touch.about = "wait for a connection to port " + std::to_string(port);
    return touch.port(port, false);
  }
  if (s.is(e, kDatagrams)) touch.port(s.get(e, s.fields().port), false);
  if (asked & kPollOut) touch.writing(e, false);
  else touch.reading(e, false);
  touch.life(e);
}

int64_t nanos_of_millis(int64_t millis) { return millis <= 0 ? 0 : nanos_of(millis, 1'000'000); }

struct Poll : OnEndpoint<0, false> {  // (descriptor, events, millis)
  static constexpr bool kWakes = true;
  static bool ready(NativeCall& c) { return c.i64(2) == 0 || events_now(c.vm, endpoint(c), c.i32(1)); }
  static int64_t nanos(NativeCall& c) { return nanos_of_millis(c.i64(2)); }
  static void plan(NativeCall& c, SocketTouch& touch) { plan_events(touch, endpoint(c), c.i32(1)); }
  static NativeStatus run(NativeCall& c) { return c.result(events_now(c.vm, endpoint(c), c.i32(1))); }
};

// What tells how the making of a connection ends.
void plan_connecting(SocketTouch& touch, Ref e) {
  plan_events(touch, e, kPollOut);
  if (e) touch.error(e);
}
// How it has failed. Done: it has not.
NativeStatus failure_to_connect(NativeCall& c, Ref e) {
  Sockets s(c.vm);
  if (!e) return socket_failed(c, -EBADF);
  if (const int error = s.take_error(e)) return socket_failed(c, -error);
  return s.state(e) == SocketState::Refused ? socket_failed(c, -ECONNREFUSED) : c.done();
}

struct PollConnect : OnEndpoint<0, true> {  // (descriptor, millis)
  static constexpr bool kWakes = true;
  static bool ready(NativeCall& c) { return c.i64(1) == 0 || events_now(c.vm, endpoint(c), kPollOut); }
  static int64_t nanos(NativeCall& c) { return nanos_of_millis(c.i64(1)); }
  static void plan(NativeCall& c, SocketTouch& touch) { plan_connecting(touch, endpoint(c)); }
  static NativeStatus run(NativeCall& c) {
    Sockets s(c.vm);
    const Ref e = endpoint(c);
    if (e && s.state(e) == SocketState::Connecting) return c.result(false);
    const NativeStatus failed = failure_to_connect(c, e);
    return failed == NativeStatus::Done ? c.result(s.state(e) == SocketState::Connected) : failed;
  }
};

// (number): how an asynchronous connect has ended that a poll told of.
struct CheckConnect {
  static constexpr bool kWakes = false;
  static Ref endpoint(NativeCall& c) { return Sockets(c.vm).endpoint(c.i32(0)); }
  static bool ready(NativeCall&) { return true; }
  static int64_t nanos(NativeCall&) { return 0; }
  static void plan(NativeCall& c, SocketTouch& touch) { plan_connecting(touch, endpoint(c)); }
  static NativeStatus run(NativeCall& c) { return failure_to_connect(c, endpoint(c)); }
};

// Of virtual threads, which are platform threads here: sun.nio.ch.Poller.poll(fd, events, nanos, isOpen). Also woken by
// an interrupt, and by who closes the socket.
struct PollNumber {
  static constexpr bool kWakes = true;
  static Ref endpoint(NativeCall& c) { return Sockets(c.vm).endpoint(c.i32(0)); }
  static bool ready(NativeCall& c) {
    const Ref e = endpoint(c);
    return events_now(c.vm, e, c.i32(1)) || c.vm.thread(c.thread).s.interrupted || (e && Sockets(c.vm).is(e, kStopped));
  }
  static int64_t nanos(NativeCall& c) { return c.i64(2); }
  static void plan(NativeCall& c, SocketTouch& touch) {
    plan_events(touch, endpoint(c), c.i32(1));
    touch.interrupt(c.thread);
  }
  static NativeStatus run(NativeCall& c) { return c.done(); }
};

struct StopPoll {  // (fd[, event])
  static constexpr bool kWakes = true;
  static bool ready(NativeCall&) { return true; }
  static int64_t nanos(NativeCall&) { return 0; }
  static void plan(NativeCall& c, SocketTouch& touch) {
    touch.about = "wake who waits for a socket";
    if (const Ref e = Sockets(c.vm).endpoint(c.i32(0))) touch.both_ways(e, true);
  }
  static NativeStatus run(NativeCall& c) {
    Sockets s(c.vm);
    if (const Ref e = s.endpoint(c.i32(0))) s.set_flag(e, kStopped, true);
    return c.done();
  }
};

// What the JDK makes for all threads when the first one needs it is there from the first socket on: who makes it cannot
// be told.
NativeStatus prepare(NativeCall& c) {
  return call(c, c.vm.require_class("jmc/internal/Hosts")->find_method("prepare", "()V"), Args());
}

NativeStatus refused(NativeCall& c) {
  c.unsupported("the network: " + c.method->owner->external_name() + "." + std::string(c.method->name));
}

constexpr Entry kSocketsNatives[] = {
    {"sun/nio/ch/Net.initIDs()V", prepare},
    {"sun/nio/ch/Net.isIPv6Available0()Z", zero},
    {"sun/nio/ch/Net.isReusePortAvailable0()Z", yes},
    {"sun/nio/ch/Net.isExclusiveBindAvailable()I", constant<-1>},
    {"sun/nio/ch/Net.shouldShutdownWriteBeforeClose0()Z", zero},
    {"sun/nio/ch/Net.shouldSetBothIPv4AndIPv6Options0()Z", zero},
    {"sun/nio/ch/Net.canIPv6SocketJoinIPv4Group0()Z", zero},
    {"sun/nio/ch/Net.canJoin6WithIPv4Group0()Z", zero},
    {"sun/nio/ch/Net.canUseIPv6OptionsWithIPv4LocalAddress0()Z", zero},
    {"sun/nio/ch/Net.pollinValue()S", constant<kPollIn>},
    {"sun/nio/ch/Net.polloutValue()S", constant<kPollOut>},
    {"sun/nio/ch/Net.pollerrValue()S", constant<kPollError>},
    {"sun/nio/ch/Net.pollhupValue()S", constant<kPollHangUp>},
    {"sun/nio/ch/Net.pollnvalValue()S", constant<0x20>},
    {"sun/nio/ch/Net.pollconnValue()S", constant<kPollOut>},
    {"sun/nio/ch/Net.socket0(ZZZZ)I", make_socket},
    entry<Bind>("sun/nio/ch/Net.bind0(Ljava/io/FileDescriptor;ZZLjava/net/InetAddress;I)V"),
    entry<Listen>("sun/nio/ch/Net.listen(Ljava/io/FileDescriptor;I)V"),
    entry<Connect>("sun/nio/ch/Net.connect0(ZLjava/io/FileDescriptor;Ljava/net/InetAddress;I)I"),
    entry<Accept>(
        "sun/nio/ch/Net.accept(Ljava/io/FileDescriptor;Ljava/io/FileDescriptor;[Ljava/net/InetSocketAddress;)I"),
    entry<Shutdown>("sun/nio/ch/Net.shutdown(Ljava/io/FileDescriptor;I)V"),
    entry<Name<false, true>>("sun/nio/ch/Net.localPort(Ljava/io/FileDescriptor;)I"),
    entry<Name<true, true>>("sun/nio/ch/Net.remotePort(Ljava/io/FileDescriptor;)I"),
    entry<Name<false, false>>("sun/nio/ch/Net.localInetAddress(Ljava/io/FileDescriptor;)Ljava/net/InetAddress;"),
    entry<Name<true, false>>("sun/nio/ch/Net.remoteInetAddress(Ljava/io/FileDescriptor;)Ljava/net/InetAddress;"),
    entry<Available>("sun/nio/ch/Net.available(Ljava/io/FileDescriptor;)I"),
    entry<GetOption>("sun/nio/ch/Net.getIntOption0(Ljava/io/FileDescriptor;ZII)I"),
    entry<SetOption>("sun/nio/ch/Net.setIntOption0(Ljava/io/FileDescriptor;ZIIIZ)V"),
    entry<ConfigureBlocking>("sun/nio/ch/IOUtil.configureBlocking(Ljava/io/FileDescriptor;Z)V"),
    entry<Poll>("sun/nio/ch/Net.poll(Ljava/io/FileDescriptor;IJ)I"),
    entry<PollConnect>("sun/nio/ch/Net.pollConnect(Ljava/io/FileDescriptor;J)Z"),
    entry<CheckConnect>("sun/nio/ch/UnixAsynchronousSocketChannelImpl.checkConnect(I)V"),
    entry<PollNumber>("sun/nio/ch/Poller.poll(IIJLjava/util/function/BooleanSupplier;)V"),
    entry<StopPoll>("sun/nio/ch/Poller.stopPoll(I)V"),
    entry<StopPoll>("sun/nio/ch/Poller.stopPoll(II)V"),
    {"sun/nio/ch/InheritedChannel.getChannel()Ljava/nio/channels/Channel;", zero},  // nobody passes one on
    {"sun/nio/ch/Net.sendOOB(Ljava/io/FileDescriptor;B)I", refused},
    {"sun/nio/ch/Net.discardOOB(Ljava/io/FileDescriptor;)Z", zero},
    {"jdk/net/LinuxSocketOptions.quickAckSupported0()Z", yes},
    {"jdk/net/LinuxSocketOptions.keepAliveOptionsSupported0()Z", yes},
    {"jdk/net/LinuxSocketOptions.incomingNapiIdSupported0()Z", yes},
};

}  // namespace

void register_sockets(Vm& vm) { register_table(vm, kSocketsNatives); }

}  // namespace jmc::natives
