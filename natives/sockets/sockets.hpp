// Sockets of the program with itself, as the operating system has them: endpoints, connections, ports, what selectors
// watch. Internal to natives/.
//
// The host has the loopback addresses alone, so that only the program itself is at the other end of a connection. What
// is sent is there at once: a read gets all bytes that were written before and not read yet, as far as it has room. A
// connection holds kCapacity bytes per direction; who writes more has to wait until they were read. A port is free as
// soon as its sockets are closed.
//
// All of it are objects of the program's heap (jdk-stubs/jmc/internal/Endpoint.java and its neighbours), so it goes
// back, is compared and is released like those.
//
// Locations, by what an operation touches:
// - Each direction of a connection, named by the end that has connected: what that end reads, and what it writes. The
//   two are all there is of a socket, but for what follows; the other end has the same two, the other way round.
// - The error of an endpoint, of which only the first is told who reads, writes, or asks how the connection was made.
//   Who causes it writes both directions, so that here only those meet who take it.
// - A port: who is bound to it, the queue of who waits for connections, and the datagrams that have come.
// - The life of a port, written when somebody begins and ends to wait for connections there. The end resets those that
//   were not accepted, so who has connected reads this location with all that it does.
// - The readiness of everything, written by selectors and read by whoever may change what they find: so operations on
//   different connections do not depend on each other for a selector's sake.
// What an operation touches does not depend on what others do meanwhile: searches that reorder the operations of a path
// rely on that.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "natives/memory/off_heap.hpp"
#include "natives/support.hpp"

namespace jmc::natives {

// Below the real fields, like kLockField.
inline constexpr uint32_t kErrorField = 5, kReadField = 6, kWriteField = 7;
// A fixed location like those of vm/thread/thread.hpp; field: the port, or one of these.
inline constexpr uint32_t kPortLocation = 22, kLifeOfPort = 1 << 17, kReadiness = 1 << 18;
inline constexpr size_t kCapacity = 64 * 1024;
inline constexpr int kLoopback = 0x7f00'0001;
inline constexpr int32_t kEndOfStream = -1, kUnavailable = -2;  // of sun.nio.ch.IOStatus

enum class SocketState : int {
  New,
  Bound,
  Listening,
  Connecting,
  Connected,
  Refused,
  Gone,  // closed, though its descriptor may still be used: at the end of the stream for who reads
};
// Endpoint.flags
inline constexpr int kNonBlocking = 1, kReuse = 2, kPipe = 4, kBroken = 8, kNotRead = 16, kStopped = 32;
inline constexpr int kListens = 64, kConnects = 128, kHasWaited = 256, kCounter = 512;  // once and for all
inline constexpr int kDatagrams = 1024, kAnyAddress = 2048;  // the latter: of a connected one, before it was connected
// poll(2)
inline constexpr int kPollIn = 1, kPollOut = 4, kPollError = 8, kPollHangUp = 16;
inline constexpr int kLingerOption = 1 << 16 | 13;  // SOL_SOCKET, SO_LINGER

struct SocketFields {
  explicit SocketFields(Vm& vm);
  Klass *endpoint, *bytes, *watch;
  Ref ports;
  const Field *state, *flags, *error, *address, *port, *peer_address, *peer_port, *in, *out, *peer, *owner, *backlog,
      *queue, *waiting, *via, *options, *watches;
  const Field *data, *ended, *unread;
  const Field *numbers, *events, *endpoints;
  const Field* bound;
};

// Results are counts or, below zero, -errno; -EAGAIN where a socket that blocks has to wait.
class Sockets {
 public:
  explicit Sockets(Vm& vm);

  const SocketFields& fields() const { return f_; }
  Ref behind(int fd) const;  // an Endpoint or a Watch; null: the descriptor stands for neither
  Ref endpoint(int fd) const;
  Ref watch(int fd) const;
  int describe_by_number(Ref what);  // a descriptor for it
  void close_number(int fd);

  Ref make_endpoint();
  Ref make_watch();
  Ref make_bytes();

  SocketState state(Ref e) const { return static_cast<SocketState>(get(e, f_.state)); }
  bool is(Ref e, int flag) const { return get(e, f_.flags) & flag; }
  void set_flag(Ref e, int flag, bool on) { set(e, f_.flags, on ? get(e, f_.flags) | flag : get(e, f_.flags) & ~flag); }
  int get(Ref e, const Field* f) const { return static_cast<int>(load_integral(vm_, e, f)); }
  void set(Ref e, const Field* f, int value) { store_integral(vm_, e, f, value); }
  Ref ref(Ref e, const Field* f) const { return vm_.get_ref(e, f); }
  std::vector<Ref> list(Ref e, const Field* f) const;
  void set_list(Ref e, const Field* f, const std::vector<Ref>& values);

  // The port that it gets where the program asks for none: of who connects, and of who is bound. Who asks for a free
  // one and closes it is given another one next time, as on a host.
  int own_port(int fd) const;
  int free_port(int fd, ThreadId by) const;
  int bind(Ref e, int fd, int address, int port);
  int listen(Ref e, int backlog);
  // -EINPROGRESS: of one that does not block. -EAGAIN: the queue is full; it is the turn of this one later.
  int connect(Ref e, int fd, int address, int port);
  Ref accept(Ref e);  // the new endpoint; null: -EAGAIN, or it waits for none
  int64_t read(Ref e, char* to, size_t count);
  int64_t write(Ref e, const char* from, size_t count);
  int shutdown(Ref e, bool reading, bool writing);
  void close(Ref e);                 // afterwards it is Gone
  Ref make_pipe(int flags_of_ends);  // the end that is read; its peer is written
  int option(Ref e, int number) const;
  void set_option(Ref e, int number, int value);

  int take_error(Ref e);  // 0: there was none

  size_t available(Ref e) const;
  int events(Ref e) const;  // what poll(2) says
  bool may_write(Ref e, size_t count) const;
  std::vector<Ref> bound_to(int port, bool datagrams = false) const;  // the ports of the two are different ones
  Ref listener(int address, int port) const;                          // null: nobody waits for connections there

  // --- datagrams (datagrams.cpp)
  int connect_datagrams(Ref e, int address, int port);  // port 0: to nobody any more
  int64_t send(Ref e, const std::string& bytes, int address, int port);
  struct Datagram {
    std::string bytes;
    int address, port;
  };
  int64_t receive(Ref e, Datagram& first);  // 0, or -EAGAIN: there is none

  // --- watches
  int control(Ref w, int operation, int fd, int events);
  struct Ready {
    int number, events;
  };
  std::vector<Ready> ready(Ref w) const;
  void reported(Ref w, int number);  // to a selector that wants to be told once

 private:
  size_t size(Ref bytes) const;
  void append(Ref bytes, const char* from, size_t count);
  void establish(Ref e, Ref with);
  void reset(Ref e);
  void forget_watches(Ref e);
  void bind_to(Ref e, int address, int port);  // in the list, which is sorted
  int untaken(int port) const;

  Ref need(Ref made) const;
  bool overlaps(Ref e, int address) const;
  void set_ints(Ref object, const Field* f, const std::vector<int>& values);
  std::vector<int> ints(Ref object, const Field* f) const;
  Vm& vm_;
  const SocketFields& f_;
};

// Collects what an operation touches, for its Pending.
class SocketTouch {
 public:
  // `wakes`: it may end what another thread waits for, so that it is an operation whether threads contend or not.
  // `again`: it is one already.
  SocketTouch(Vm& vm, Pending& p, bool again, bool wakes, int room)
      : vm_(vm), sockets_(vm), p_(p), again_(again), visible_(again || (wakes && vm.multi())), room_(room) {}
  void reading(Ref e, bool write);  // the direction that e reads
  void writing(Ref e, bool write);
  void both_ways(Ref e, bool write);  // and the port of one that waits for connections
  void error(Ref e);                  // by who takes it, if there is one
  void life(Ref e);                   // of the port that it has connected to
  void port(int port, bool write);
  void begins_or_ends(int port);
  void readiness(bool write);
  void interrupt(ThreadId t);
  Sockets& sockets() { return sockets_; }
  bool visible() const { return visible_; }
  std::string about;  // for stories

 private:
  void add(Ref watched, const Field* field, uint32_t object, uint32_t part, bool write);
  void direction(Ref e, bool reads, bool write);
  Vm& vm_;
  Sockets sockets_;
  Pending& p_;
  bool again_, visible_;
  int room_;
};

// What is kept about the sockets of a Vm and is no part of its state.
struct SocketFacts {
  std::set<std::string> words;  // of descriptions: texts that live as long as the Vm
  bool again = false;           // operations are being described again
};

// What operations on sockets touch, and whether they have to wait, depends on the state: after one that has changed it,
// those that wait are described again.
void describe_sockets_again(Vm& vm);

// An Operation says of its native, in functions of a NativeCall:
//   plan(c, touch)  what it touches
//   ready(c)        it would not have to wait now
//   nanos(c)        how long it waits at most; 0: it never waits, or for ever
//   run(c)          does it; it is ready, or its time is over
//   kWakes          it may be what another thread waits for
inline constexpr uint32_t kSocketOperation = 0x50c0'0000;  // Pending::offset; value and expected as those of files
bool finish_socket_description(NativeCall& c, SocketTouch& touch, Pending& p, bool waits);
std::string waits_for_socket(Vm& vm, ThreadId t, const Pending& p, const std::function<std::string(Ref)>& name);

// Alone, too, who would have to wait in vain is at an operation.
inline bool goes_on(Vm& vm, ThreadId t, bool ready, bool timed) {
  return ready || (timed && vm.options.timeouts != vm::Timeouts::Never && vm::time_may_be_over(vm, t));
}

template <class Operation>
uint32_t socket_ways(Vm& vm, ThreadId t, const Pending& p) {
  NativeCall c = suspended_call(vm, t, p);
  return goes_on(vm, t, Operation::ready(c), p.timed);
}

template <class Operation>
bool socket_times_out(Vm& vm, ThreadId t, const Pending& p) {
  NativeCall c = suspended_call(vm, t, p);
  return !Operation::ready(c);
}

template <class Operation>
inline constexpr vm::Operation kUseOfSocket{.ways = socket_ways<Operation>,
                                            .as = vm::as_lock,
                                            .times_out = socket_times_out<Operation>,
                                            .waiting = waits_for_socket};

template <class Operation>
int64_t socket_time(NativeCall& c) {
  const int64_t nanos = Operation::nanos(c);
  return vm::is_endless(nanos) ? 0 : nanos;
}

template <class Operation>
bool describe_socket(NativeCall& c, Pending& p) {
  Vm& vm = c.vm;
  const bool again = vm::facility<SocketFacts>(vm).again, ready = Operation::ready(c);
  const int64_t nanos = socket_time<Operation>(c);
  if (!vm.multi() && goes_on(vm, c.thread, ready, nanos > 0)) return false;
  if (nanos > 0 && !again && describe_begin_of_wait(c, p, nanos)) return true;
  p.timed = nanos > 0;
  SocketTouch touch(vm, p, again, Operation::kWakes, p.timed && vm.clock.shared() ? 3 : 4);
  Operation::plan(c, touch);
  p.operation = &kUseOfSocket<Operation>;
  if (p.timed) add_time_out(c, p);
  return finish_socket_description(c, touch, p, !ready);
}

template <class Operation>
NativeStatus run_socket(NativeCall& c) {
  const int64_t nanos = socket_time<Operation>(c);
  if (nanos > 0 && begins_wait(c, nanos)) return NativeStatus::Again;
  if (nanos > 0) c.vm.clock.end_wait(c.thread, nanos, !Operation::ready(c));
  const NativeStatus status = Operation::run(c);
  if (c.vm.multi()) describe_sockets_again(c.vm);
  return status;
}

template <class Operation>
constexpr Entry entry(const char* key) {
  return {key, run_socket<Operation>, describe_socket<Operation>};
}

// The operation is a wait in which a virtual thread is parked, as others see it: platform threads are in a native.
bool parks_in_poller(const Vm& vm, const Pending& p);
void remark_sockets(Vm& vm);  // for the report: what is assumed of them
bool is_socket(Vm& vm, int fd);
int descriptor_number(NativeCall& c, int slot);  // of a java.io.FileDescriptor; -1: there is none
inline Ref endpoint_of(NativeCall& c) { return Sockets(c.vm).endpoint(descriptor_number(c, 0)); }
// What a transfer returns, as its native does: an int or a long.
inline NativeStatus transferred(NativeCall& c, int64_t n) {
  return c.method->return_type == 'J' ? c.result(n) : c.result(static_cast<int32_t>(n));
}
// An exception for what came of an operation: as sun.nio.ch.Net throws it, or an IOException.
NativeStatus socket_failed(NativeCall& c, int64_t result);
NativeStatus transfer_failed(NativeCall& c, int64_t result);
bool is_loopback(int address);
std::string dotted_address(int address);
int address_in(NativeCall& c, int slot);  // of a java.net.InetAddress; 0: any
// The memory that a transfer names: (descriptor, address, length), or many: (descriptor, address of pairs of address
// and length, how many).
bool find_parts(NativeCall& c, bool many, std::vector<Bytes>& parts);

// What natives do that files have, too: (descriptor, address, length), and closing.
struct SocketNative {
  vm::NativeFn run;
  vm::DescribeFn describe;
};
extern const SocketNative kReadSocket, kReadSocketMany, kWriteSocket, kWriteSocketMany, kCloseSocket, kPreCloseSocket,
    kCloseSocketNumber;

void register_sockets(Vm& vm);           // socket_operations.cpp: sun.nio.ch.Net
void register_socket_transfers(Vm& vm);  // socket_transfers.cpp: dispatchers
void register_datagrams(Vm& vm);         // datagrams.cpp
void register_selectors(Vm& vm);         // selectors.cpp

}  // namespace jmc::natives
