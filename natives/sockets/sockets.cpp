#include "natives/sockets/sockets.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "natives/files/file_system.hpp"
#include "natives/threads/by_thread.hpp"

namespace jmc::natives {

using namespace vm;

namespace {

// Ports that nobody asked for by number follow from the descriptor, or from how many its thread was given, so that they
// depend on nothing that other threads do: so many for each of the first threads, and few for others.
constexpr int kFirstOwnPort = 32768, kPortsOfThread = 440, kFirstLatePort = 60928, kPortsOfLateThread = 4;
constexpr int kByDescriptor = 340, kByCount = kPortsOfThread - kByDescriptor;  // the latter for who is bound
constexpr int kEarlyThreads = 64;

}  // namespace

bool is_loopback(int address) { return (static_cast<uint32_t>(address) >> 24) == 127; }

std::string dotted_address(int a) {
  const auto u = static_cast<uint32_t>(a);
  return std::to_string(u >> 24) + "." + std::to_string(u >> 16 & 255) + "." + std::to_string(u >> 8 & 255) + "." +
         std::to_string(u & 255);
}

SocketFields::SocketFields(Vm& vm) {
  endpoint = vm.require_class("jmc/internal/Endpoint");
  bytes = vm.require_class("jmc/internal/Bytes");
  watch = vm.require_class("jmc/internal/Watch");
  ports = get_static(vm, vm.require_class("jmc/internal/NativeState"), "ports");
  const auto e = [&](const char* n) { return endpoint->find_field(n); };
  state = e("state"), flags = e("flags"), error = e("error"), address = e("address"), port = e("port");
  peer_address = e("peerAddress"), peer_port = e("peerPort"), in = e("in"), out = e("out"), peer = e("peer"),
  owner = e("owner");
  backlog = e("backlog"), queue = e("queue"), waiting = e("waiting"), via = e("via"), options = e("options");
  watches = e("watches");
  data = bytes->find_field("data"), ended = bytes->find_field("ended"), unread = bytes->find_field("unread");
  numbers = watch->find_field("numbers"), events = watch->find_field("events");
  endpoints = watch->find_field("endpoints");
  bound = vm.klass_of(ports)->find_field("bound");
}

void remark_sockets(Vm& vm) {
  vm.remark("network",
            "connections are with the program itself; other ports of this host refuse, other hosts are not there; what "
            "is written to a connection or a pipe arrives at once, in any order of threads");
}

Sockets::Sockets(Vm& vm) : vm_(vm), f_(vm::facility<SocketFields>(vm)) {}

// --- objects

Ref Sockets::need(Ref made) const {
  if (!made) throw Unsupported(Failure::MemoryLimit, "memory limit: no room for a socket");
  return made;
}

Ref Sockets::make_endpoint() { return need(vm_.new_object(f_.endpoint)); }
Ref Sockets::make_watch() { return need(vm_.new_object(f_.watch)); }
Ref Sockets::make_bytes() { return need(vm_.new_object(f_.bytes)); }

Ref Sockets::behind(int fd) const { return FileSystem(vm_).socket_of(fd); }

Ref Sockets::endpoint(int fd) const {
  const Ref r = behind(fd);
  return r && vm_.klass_of(r) == f_.endpoint ? r : kNull;
}

Ref Sockets::watch(int fd) const {
  const Ref r = behind(fd);
  return r && vm_.klass_of(r) == f_.watch ? r : kNull;
}

int Sockets::describe_by_number(Ref what) {
  const int fd = FileSystem(vm_).open_socket(what);
  if (fd < 0) need(kNull);
  return fd;
}

void Sockets::close_number(int fd) {
  if (const Ref e = endpoint(fd)) close(e);
  FileSystem(vm_).close(fd);
}

std::vector<Ref> Sockets::list(Ref e, const Field* f) const {
  std::vector<Ref> out;
  if (const Ref array = e ? vm_.get_ref(e, f) : kNull)
    for (uint32_t i = 0; i < vm_.array_length(array); ++i) out.push_back(element(vm_, array, i));
  return out;
}

void Sockets::set_list(Ref e, const Field* f, const std::vector<Ref>& values) {
  vm_.set_ref(e, f, values.empty() ? kNull : need(ref_array(vm_, vm_.known->object, values)));
}

std::vector<int> Sockets::ints(Ref object, const Field* f) const {
  std::vector<int> out;
  if (const Ref array = vm_.get_ref(object, f))
    for (uint32_t i = 0; i < vm_.array_length(array); ++i)
      out.push_back(vm_.heap.load<int32_t>(array, kHeaderSize + 4 * i));
  return out;
}

void Sockets::set_ints(Ref object, const Field* f, const std::vector<int>& values) {
  if (values.empty()) return vm_.set_ref(object, f, kNull);
  const Ref array = need(vm_.new_array(vm_.known->int_array, static_cast<uint32_t>(values.size())));
  std::memcpy(array_data(vm_, array), values.data(), 4 * values.size());
  vm_.set_ref(object, f, array);
}

size_t Sockets::size(Ref bytes) const {
  const Ref data = vm_.get_ref(bytes, f_.data);
  return data ? vm_.array_length(data) : 0;
}

// The array is as long as its content, so that the way to it leaves no mark in a state.
void Sockets::append(Ref bytes, const char* from, size_t count) {
  if (!count) return;
  const size_t before = size(bytes);
  const Ref data = need(vm_.new_array(vm_.known->byte_array, static_cast<uint32_t>(before + count)));
  if (before) std::memcpy(array_data(vm_, data), array_data(vm_, vm_.get_ref(bytes, f_.data)), before);
  std::memcpy(array_data(vm_, data) + before, from, count);
  vm_.set_ref(bytes, f_.data, data);
}

// --- ports and connections

int Sockets::own_port(int fd) const {
  const auto [thread, i] = FileSystem::place_of_number(fd);
  const bool late = thread >= kEarlyThreads;
  const int most = late ? kPortsOfLateThread : kByDescriptor;
  if (i >= most)
    throw Unsupported("the network: more than " + std::to_string(most) + " ports and files at a time in one thread");
  return untaken(late ? kFirstLatePort + (thread - kEarlyThreads) * kPortsOfLateThread + i
                      : kFirstOwnPort + thread * kPortsOfThread + i);
}

int Sockets::free_port(int fd, ThreadId by) const {
  if (by >= kEarlyThreads) return own_port(fd);
  const int first = kFirstOwnPort + static_cast<int>(by) * kPortsOfThread + kByDescriptor;
  return untaken(first + static_cast<int>(number_of(vm_, ByThread::Given, by) % kByCount));
}

int Sockets::untaken(int port) const {
  if (!bound_to(port).empty() || !bound_to(port, true).empty())
    throw Unsupported("the network: port " + std::to_string(port) +
                      " is taken, and is the next of those that are given away: ask for one below " +
                      std::to_string(kFirstOwnPort) + " by its number, or have fewer open in one thread");
  return port;
}

std::vector<Ref> Sockets::bound_to(int port, bool datagrams) const {
  std::vector<Ref> out;
  for (const Ref e : list(f_.ports, f_.bound))
    if (get(e, f_.port) == port && is(e, kDatagrams) == datagrams) out.push_back(e);
  return out;
}

bool Sockets::overlaps(Ref e, int address) const {
  const int own = get(e, f_.address);
  return !own || !address || own == address;
}

Ref Sockets::listener(int address, int port) const {
  Ref found = kNull;
  for (const Ref e : bound_to(port))
    if (state(e) == SocketState::Listening && overlaps(e, address) && (!found || get(e, f_.address))) found = e;
  return found;
}

int Sockets::bind(Ref e, int fd, int address, int port) {
  if (state(e) != SocketState::New) return -EINVAL;
  if (address && !is_loopback(address)) return -EADDRNOTAVAIL;
  // Which of these a client has at the moment is known to its thread alone.
  if (port >= kFirstOwnPort && vm_.multi())
    throw Unsupported("the network: port " + std::to_string(port) +
                      " is asked for by its number, and is one of those that are given away; ask for one below " +
                      std::to_string(kFirstOwnPort) + ", or before the first thread is started");
  const bool given = !port;
  if (given) port = free_port(fd, vm_.current());
  for (const Ref other : bound_to(port, is(e, kDatagrams))) {
    if (!overlaps(other, address)) continue;
    if (!is(e, kReuse) || !is(other, kReuse) || state(other) == SocketState::Listening) return -EADDRINUSE;
    if (is(e, kDatagrams))
      throw Unsupported("the network: sockets for datagrams that share port " + std::to_string(port) +
                        "; use one, or leave SO_REUSEADDR out");
  }
  bind_to(e, address, port);
  set(e, f_.state, static_cast<int>(SocketState::Bound));
  if (const ThreadId by = vm_.current(); given && by < kEarlyThreads)
    set_number(vm_, ByThread::Given, by, (number_of(vm_, ByThread::Given, by) + 1) % kByCount);
  return 0;
}

void Sockets::bind_to(Ref e, int address, int port) {
  std::vector<Ref> all = list(f_.ports, f_.bound);
  std::erase(all, e);
  set(e, f_.address, address);
  set(e, f_.port, port);
  const auto key = [&](Ref r) { return std::pair(get(r, f_.port), get(r, f_.address)); };
  all.insert(std::upper_bound(all.begin(), all.end(), e, [&](Ref a, Ref b) { return key(a) < key(b); }), e);
  set_list(f_.ports, f_.bound, all);
}

int Sockets::listen(Ref e, int backlog) {
  if (state(e) != SocketState::Bound && state(e) != SocketState::Listening) return -EINVAL;
  for (const Ref other : bound_to(get(e, f_.port)))
    if (other != e && state(other) == SocketState::Listening && overlaps(other, get(e, f_.address))) return -EADDRINUSE;
  set(e, f_.backlog, backlog);
  set(e, f_.state, static_cast<int>(SocketState::Listening));
  set_flag(e, kListens, true);
  return 0;
}

int Sockets::connect(Ref e, int fd, int address, int port) {
  switch (state(e)) {
    case SocketState::New:
    case SocketState::Bound: break;
    case SocketState::Connecting: return is(e, kNonBlocking) ? -EALREADY : -EAGAIN;
    case SocketState::Refused: set(e, f_.state, static_cast<int>(SocketState::New)); return -take_error(e);
    case SocketState::Gone: return -EBADF;
    case SocketState::Connected: return 0;  // of one that had to wait; the JDK connects no socket twice
    case SocketState::Listening: return -EISCONN;
  }
  if (!address) address = kLoopback;
  if (!is_loopback(address))
    throw Unsupported("the network: a connection to " + dotted_address(address) + ":" + std::to_string(port));
  remark_sockets(vm_);
  const Ref found = listener(address, port);
  if (!found) {
    if (!is(e, kNonBlocking)) return -ECONNREFUSED;
    set(e, f_.error, ECONNREFUSED);
    set(e, f_.state, static_cast<int>(SocketState::Refused));
    return -EINPROGRESS;
  }
  set_flag(e, kConnects, true);
  if (!get(e, f_.address)) set(e, f_.address, kLoopback);
  if (!get(e, f_.port)) set(e, f_.port, own_port(fd));
  set(e, f_.peer_address, address);
  set(e, f_.peer_port, port);
  std::vector<Ref> queue = list(found, f_.queue);
  const bool room = static_cast<int>(queue.size()) <= get(found, f_.backlog);  // as Linux: one more than asked for
  if (room) {
    establish(e, found);
  } else {
    std::vector<Ref> waiting = list(found, f_.waiting);
    waiting.push_back(e);
    set_list(found, f_.waiting, waiting);
    vm_.set_ref(e, f_.via, found);
    set_flag(e, kHasWaited, true);
    set(e, f_.state, static_cast<int>(SocketState::Connecting));
  }
  return is(e, kNonBlocking) ? -EINPROGRESS : room ? 0 : -EAGAIN;
}

void Sockets::establish(Ref e, Ref with) {
  const Ref other = make_endpoint(), there = make_bytes(), back = make_bytes();
  set(other, f_.address, get(e, f_.peer_address));
  set(other, f_.port, get(e, f_.peer_port));
  set(other, f_.peer_address, get(e, f_.address));
  set(other, f_.peer_port, get(e, f_.port));
  set(other, f_.flags, get(with, f_.flags) & kReuse);
  vm_.set_ref(other, f_.options, ref(with, f_.options));
  vm_.set_ref(other, f_.in, there);
  vm_.set_ref(other, f_.out, back);
  vm_.set_ref(e, f_.in, back);
  vm_.set_ref(e, f_.out, there);
  vm_.set_ref(other, f_.owner, e);
  vm_.set_ref(other, f_.peer, e);
  vm_.set_ref(e, f_.peer, other);
  vm_.set_ref(e, f_.via, with);
  for (const Ref r : {e, other}) set(r, f_.state, static_cast<int>(SocketState::Connected));
  std::vector<Ref> queue = list(with, f_.queue);
  queue.push_back(other);
  set_list(with, f_.queue, queue);
}

Ref Sockets::accept(Ref e) {
  std::vector<Ref> queue = list(e, f_.queue);
  if (queue.empty()) return kNull;
  const Ref first = queue.front();
  queue.erase(queue.begin());
  set_list(e, f_.queue, queue);
  if (const Ref client = ref(first, f_.peer)) vm_.set_ref(client, f_.via, kNull);
  std::vector<Ref> waiting = list(e, f_.waiting);
  if (!waiting.empty()) {
    const Ref next = waiting.front();
    waiting.erase(waiting.begin());
    set_list(e, f_.waiting, waiting);
    establish(next, e);
  }
  return first;
}

Ref Sockets::make_pipe(int flags_of_ends) {
  const Ref source = make_endpoint(), sink = make_endpoint(), bytes = make_bytes();
  vm_.set_ref(source, f_.in, bytes);
  vm_.set_ref(sink, f_.out, bytes);
  vm_.set_ref(source, f_.peer, sink);
  vm_.set_ref(sink, f_.peer, source);
  vm_.set_ref(sink, f_.owner, source);
  for (const Ref e : {source, sink}) {
    set(e, f_.flags, kPipe | flags_of_ends);
    set(e, f_.state, static_cast<int>(SocketState::Connected));
  }
  return source;
}

// --- options: pairs of a number and a value, by number

int Sockets::option(Ref e, int number) const {
  const std::vector<int> all = ints(e, f_.options);
  for (size_t i = 0; i < all.size(); i += 2)
    if (all[i] == number) return all[i + 1];
  switch (number) {
    case 1 << 16 | 7:                        // SO_SNDBUF
    case 1 << 16 | 8: return kCapacity;      // SO_RCVBUF
    case 1 << 16 | 2: return is(e, kReuse);  // SO_REUSEADDR
    case kLingerOption: return -1;
    default: return 0;
  }
}

void Sockets::set_option(Ref e, int number, int value) {
  if (number == (1 << 16 | 2)) return set_flag(e, kReuse, value);
  if (number == (1 << 16 | 15) && value) throw Unsupported("the network: SO_REUSEPORT");
  if (number == kLingerOption && value < 0) value = -1;
  std::vector<int> all = ints(e, f_.options);
  size_t i = 0;
  while (i < all.size() && all[i] < number) i += 2;
  if (i < all.size() && all[i] == number) all[i + 1] = value;
  else all.insert(all.begin() + static_cast<std::ptrdiff_t>(i), {number, value});
  set_ints(e, f_.options, all);
}

// --- watches

namespace {
constexpr int kAdd = 1, kDelete = 2, kModify = 3;  // EPOLL_CTL_
constexpr int kOnce = 1 << 30;                     // EPOLLONESHOT
}  // namespace

int Sockets::control(Ref w, int operation, int fd, int events) {
  std::vector<int> numbers = ints(w, f_.numbers), asked = ints(w, f_.events);
  std::vector<Ref> targets = list(w, f_.endpoints);
  const Ref e = endpoint(fd);
  if (!e) return EBADF;
  const size_t i = static_cast<size_t>(std::lower_bound(numbers.begin(), numbers.end(), fd) - numbers.begin());
  const bool known = i < numbers.size() && numbers[i] == fd;
  const auto at = static_cast<std::ptrdiff_t>(i);
  std::vector<Ref> watches = list(e, f_.watches);
  switch (operation) {
    case kAdd:
      if (known) return EEXIST;
      numbers.insert(numbers.begin() + at, fd);
      asked.insert(asked.begin() + at, events);
      targets.insert(targets.begin() + at, e);
      if (std::find(watches.begin(), watches.end(), w) == watches.end()) watches.push_back(w);
      break;
    case kModify:
      if (!known) return ENOENT;
      asked[i] = events;
      break;
    case kDelete:
      if (!known) return ENOENT;
      numbers.erase(numbers.begin() + at);
      asked.erase(asked.begin() + at);
      targets.erase(targets.begin() + at);
      std::erase(watches, w);
      break;
    default: return EINVAL;
  }
  set_ints(w, f_.numbers, numbers);
  set_ints(w, f_.events, asked);
  set_list(w, f_.endpoints, targets);
  set_list(e, f_.watches, watches);
  return 0;
}

void Sockets::forget_watches(Ref e) {
  for (const Ref w : list(e, f_.watches)) {
    std::vector<int> numbers = ints(w, f_.numbers), asked = ints(w, f_.events);
    std::vector<Ref> targets = list(w, f_.endpoints);
    for (size_t i = targets.size(); i-- > 0;) {
      if (targets[i] != e) continue;
      numbers.erase(numbers.begin() + static_cast<std::ptrdiff_t>(i));
      asked.erase(asked.begin() + static_cast<std::ptrdiff_t>(i));
      targets.erase(targets.begin() + static_cast<std::ptrdiff_t>(i));
    }
    set_ints(w, f_.numbers, numbers);
    set_ints(w, f_.events, asked);
    set_list(w, f_.endpoints, targets);
  }
  if (ref(e, f_.watches)) set_list(e, f_.watches, {});
}

std::vector<Sockets::Ready> Sockets::ready(Ref w) const {
  const std::vector<int> numbers = ints(w, f_.numbers), asked = ints(w, f_.events);
  const std::vector<Ref> targets = list(w, f_.endpoints);
  std::vector<Ready> out;
  for (size_t i = 0; i < numbers.size(); ++i)
    if (const int now = asked[i] ? events(targets[i]) & (asked[i] | kPollError | kPollHangUp) : 0)
      out.push_back({numbers[i], now});
  return out;
}

void Sockets::reported(Ref w, int number) {
  const std::vector<int> numbers = ints(w, f_.numbers);
  std::vector<int> asked = ints(w, f_.events);
  for (size_t i = 0; i < numbers.size(); ++i) {
    if (numbers[i] != number || !(asked[i] & kOnce)) continue;
    asked[i] = 0;
    set_ints(w, f_.events, asked);
  }
}

}  // namespace jmc::natives
