// What selectors ask of the operating system: sun.nio.ch.EPoll, EventFD, and pipes. A counter of events is a pipe with
// one end.
#include <cerrno>
#include <cstring>

#include "natives/files/file_system.hpp"
#include "natives/memory/off_heap.hpp"
#include "natives/sockets/sockets.hpp"

namespace jmc::natives {

using namespace vm;

namespace {

constexpr int32_t kEventSize = 12, kEventsOffset = 0, kDataOffset = 4;  // struct epoll_event

NativeStatus make_watch(NativeCall& c) {
  Sockets s(c.vm);
  return c.result(s.describe_by_number(s.make_watch()));
}

struct Unblocked {
  static constexpr bool kWakes = true;
  static bool ready(NativeCall&) { return true; }
  static int64_t nanos(NativeCall&) { return 0; }
};

struct Control : Unblocked {  // (watch, operation, descriptor, events)
  static void plan(NativeCall&, SocketTouch& touch) {
    touch.about = "change what a selector watches";
    touch.readiness(true);
  }
  static NativeStatus run(NativeCall& c) {
    Sockets s(c.vm);
    const Ref w = s.watch(c.i32(0));
    return c.result(w ? s.control(w, c.i32(1), c.i32(2), c.i32(3)) : EBADF);
  }
};

struct Wait {  // (watch, address, how many, millis)
  static constexpr bool kWakes = true;
  static bool ready(NativeCall& c) {
    Sockets s(c.vm);
    const Ref w = s.watch(c.i32(0));
    return !w || c.i32(4) == 0 || !s.ready(w).empty();
  }
  static int64_t nanos(NativeCall& c) { return c.i32(4) <= 0 ? 0 : nanos_of(c.i32(4), 1'000'000); }
  static void plan(NativeCall&, SocketTouch& touch) {
    touch.about = "select";
    touch.readiness(true);
  }
  static NativeStatus run(NativeCall& c) {
    Sockets s(c.vm);
    const Ref w = s.watch(c.i32(0));
    if (!w) return socket_failed(c, -EBADF);
    int32_t n = 0;
    for (const Sockets::Ready& r : s.ready(w)) {
      if (n == c.i32(3)) break;
      const int64_t at = c.i64(1) + int64_t{kEventSize} * n;
      Bytes event;
      if (!find_bytes(c.vm, kNull, at, kEventSize, event)) return bad_address(c, at, kEventSize, "write to");
      event.log(c.vm);
      const int64_t data = r.number;
      std::memcpy(event.data(c.vm) + kEventsOffset, &r.events, 4);
      std::memcpy(event.data(c.vm) + kDataOffset, &data, 8);
      s.reported(w, r.number);
      ++n;
    }
    return c.result(n);
  }
};

// Of virtual threads, which are platform threads here: sun.nio.ch.Poller.pollSelector(watch, nanos)
struct WaitForSelector {
  static constexpr bool kWakes = true;
  static bool ready(NativeCall& c) {
    Sockets s(c.vm);
    const Ref w = s.watch(c.i32(0));
    return !w || !s.ready(w).empty() || c.vm.thread(c.thread).s.interrupted;
  }
  static int64_t nanos(NativeCall& c) { return c.i64(1); }
  static void plan(NativeCall& c, SocketTouch& touch) {
    touch.about = "select";
    touch.readiness(true);
    touch.interrupt(c.thread);
  }
  static NativeStatus run(NativeCall& c) { return c.done(); }
};

// --- pipes and counters of events

NativeStatus make_pipe(NativeCall& c) {  // (blocking): the descriptors of both ends
  Sockets s(c.vm);
  remark_sockets(c.vm);
  const Ref source = s.make_pipe(c.i32(0) ? 0 : kNonBlocking), sink = s.ref(source, s.fields().peer);
  const int64_t first = s.describe_by_number(source), second = s.describe_by_number(sink);
  return c.result(first << 32 | second);
}

NativeStatus make_event(NativeCall& c) {
  Sockets s(c.vm);
  const Ref e = s.make_pipe(kNonBlocking);
  vm::Vm& vm = c.vm;
  vm.set_ref(e, s.fields().out, s.ref(e, s.fields().in));
  vm.set_ref(e, s.fields().peer, kNull);
  s.set_flag(e, kCounter, true);
  return c.result(s.describe_by_number(e));
}

template <bool Empties>
struct OnEvent : Unblocked {
  static Ref endpoint(NativeCall& c) { return Sockets(c.vm).endpoint(c.i32(0)); }
  static void plan(NativeCall& c, SocketTouch& touch) {
    touch.about = Empties ? "drain a wake-up" : "wake up a selector";
    const Ref e = endpoint(c);
    if (!e) return;
    touch.reading(e, true);
    touch.readiness(false);
  }
};

struct Wake : OnEvent<false> {
  static NativeStatus run(NativeCall& c) {
    Sockets s(c.vm);
    const Ref e = endpoint(c);
    if (!e) return transfer_failed(c, -EBADF);
    if (!s.available(e)) s.write(e, "\1", 1);  // a number that grows: not zero is all that can be told
    return c.result(8);
  }
};

struct Drain : OnEvent<true> {  // true: there was something
  static NativeStatus run(NativeCall& c) {
    Sockets s(c.vm);
    const Ref e = endpoint(c);
    if (!e) return transfer_failed(c, -EBADF);
    std::string all(s.available(e), 0);
    s.read(e, all.data(), all.size());
    return c.result(!all.empty());
  }
};

constexpr Entry kSelectorsNatives[] = {
    {"sun/nio/ch/EPoll.eventSize()I", constant<kEventSize>},
    {"sun/nio/ch/EPoll.eventsOffset()I", constant<kEventsOffset>},
    {"sun/nio/ch/EPoll.dataOffset()I", constant<kDataOffset>},
    {"sun/nio/ch/EPoll.create()I", make_watch},
    entry<Control>("sun/nio/ch/EPoll.ctl(IIII)I"),
    entry<Wait>("sun/nio/ch/EPoll.wait(IJII)I"),
    entry<WaitForSelector>("sun/nio/ch/Poller.pollSelector(IJ)V"),
    {"sun/nio/ch/EventFD.eventfd0()I", make_event},
    entry<Wake>("sun/nio/ch/EventFD.set0(I)I"),
    entry<Drain>("sun/nio/ch/IOUtil.drain(I)Z"),
    {"sun/nio/ch/IOUtil.makePipe(Z)J", make_pipe},
};

}  // namespace

void register_selectors(Vm& vm) { register_table(vm, kSelectorsNatives); }

}  // namespace jmc::natives
