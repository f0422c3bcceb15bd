// What a connection carries: bytes, their end, and errors.
#include <algorithm>
#include <cerrno>
#include <cstring>

#include "natives/sockets/sockets.hpp"

namespace jmc::natives {

using namespace vm;

int Sockets::take_error(Ref e) {
  const int error = get(e, f_.error);
  if (error) set(e, f_.error, 0);
  return error;
}

int64_t Sockets::read(Ref e, char* to, size_t count) {
  const Ref in = ref(e, f_.in);
  if (state(e) == SocketState::Gone) return 0;
  if (!in) return -ENOTCONN;
  if (!count) return 0;
  if (const size_t there = size(in)) {
    const size_t n = std::min(count, there);
    const char* from = array_data(vm_, vm_.get_ref(in, f_.data));
    std::memcpy(to, from, n);
    const std::string rest(from + n, there - n);
    vm_.set_ref(in, f_.data, kNull);
    append(in, rest.data(), rest.size());
    return static_cast<int64_t>(n);
  }
  if (get(in, f_.ended) || is(e, kNotRead)) return 0;
  if (const int error = take_error(e)) return -error;
  return is(e, kBroken) ? 0 : -EAGAIN;
}

bool Sockets::may_write(Ref e, size_t count) const {
  const Ref out = ref(e, f_.out);
  if (!out || state(e) != SocketState::Connected || is(e, kBroken) || get(out, f_.ended) || get(out, f_.unread))
    return true;
  const size_t there = size(out);
  return !there || there + count <= kCapacity;
}

int64_t Sockets::write(Ref e, const char* from, size_t count) {
  const Ref out = ref(e, f_.out);
  if (state(e) == SocketState::Gone) return -EPIPE;
  if (!out) return -ENOTCONN;
  if (const int error = take_error(e)) return -error;
  if (is(e, kBroken) || get(out, f_.ended)) return -EPIPE;
  if (!count) return 0;
  if (get(out, f_.unread)) {
    if (is(e, kPipe)) return -EPIPE;
    // Sent, and answered by a reset: the next one is told of that.
    set_flag(e, kBroken, true);
    return static_cast<int64_t>(count);
  }
  if (is(e, kNonBlocking)) {
    const size_t there = size(out);
    if (there >= kCapacity) return -EAGAIN;
    count = std::min(count, kCapacity - there);
  } else if (count > kCapacity) {
    // It would go on as the other side reads, and wait for ever where nobody does.
    throw Unsupported("the network: " + std::to_string(count) +
                      " bytes written at once to a blocking connection, which holds " + std::to_string(kCapacity) +
                      "; write them in pieces");
  } else if (!may_write(e, count)) {
    return -EAGAIN;
  }
  append(out, from, count);
  return static_cast<int64_t>(count);
}

int Sockets::shutdown(Ref e, bool reading, bool writing) {
  if (state(e) == SocketState::Gone) return 0;
  if (state(e) != SocketState::Connected) return -ENOTCONN;
  if (reading) set_flag(e, kNotRead, true);
  if (writing && !is(e, kBroken)) set(ref(e, f_.out), f_.ended, 1);
  return 0;
}

// Whoever reads or writes first is told of it, and nobody else: Linux has one sk_err for both directions. Who had come
// to the end of what is read finds a broken pipe only.
void Sockets::reset(Ref e) {
  if (const Ref in = ref(e, f_.in); in && !get(in, f_.ended)) set(e, f_.error, ECONNRESET);
  set_flag(e, kBroken, true);
}

void Sockets::close(Ref e) {
  forget_watches(e);
  const SocketState was = state(e);
  if (was == SocketState::Gone) return;
  set(e, f_.state, static_cast<int>(SocketState::Gone));
  // The port that a client asked for stays taken: the operation of its end would be one on the port, too.
  std::vector<Ref> all = list(f_.ports, f_.bound);
  if (!is(e, kConnects) && std::erase(all, e)) set_list(f_.ports, f_.bound, all);
  if (is(e, kDatagrams)) set_list(e, f_.queue, {});
  if (was == SocketState::Listening) {
    for (const Ref there : list(e, f_.queue))
      if (const Ref client = ref(there, f_.peer)) {
        vm_.set_ref(client, f_.via, kNull);
        vm_.set_ref(client, f_.peer, kNull);
        set(ref(there, f_.in), f_.unread, 1);
        reset(client);
      }
    for (const Ref client : list(e, f_.waiting)) {
      vm_.set_ref(client, f_.via, kNull);
      set(client, f_.state, static_cast<int>(SocketState::Refused));
      set(client, f_.error, ECONNREFUSED);
    }
    set_list(e, f_.queue, {});
    set_list(e, f_.waiting, {});
  }
  if (was == SocketState::Connecting) {
    const Ref with = ref(e, f_.via);
    std::vector<Ref> waiting = list(with, f_.waiting);
    std::erase(waiting, e);
    set_list(with, f_.waiting, waiting);
    vm_.set_ref(e, f_.via, kNull);
  }
  if (was != SocketState::Connected) return;
  const Ref in = ref(e, f_.in), out = ref(e, f_.out), other = ref(e, f_.peer);
  const bool resets = !is(e, kPipe) && ((in && size(in) && !is(e, kBroken)) || option(e, kLingerOption) == 0);
  if (other) {
    if (resets) reset(other);
    else if (out) set(out, f_.ended, 1);
    vm_.set_ref(other, f_.peer, kNull);
    vm_.set_ref(e, f_.peer, kNull);
  }
  if (in) {
    set(in, f_.unread, 1);
    vm_.set_ref(in, f_.data, kNull);
  }
}

size_t Sockets::available(Ref e) const {
  const Ref in = ref(e, f_.in);
  return in && state(e) == SocketState::Connected ? size(in) : 0;
}

int Sockets::events(Ref e) const {
  if (is(e, kDatagrams) && state(e) != SocketState::Gone)
    return kPollOut | (ref(e, f_.queue) || get(e, f_.error) ? kPollIn : 0) | (get(e, f_.error) ? kPollError : 0);
  switch (state(e)) {
    case SocketState::New:
    case SocketState::Bound: return kPollOut | kPollHangUp;
    case SocketState::Listening: return ref(e, f_.queue) ? kPollIn : 0;
    case SocketState::Connecting: return 0;
    case SocketState::Refused: return kPollIn | kPollOut | kPollError | kPollHangUp;
    case SocketState::Gone: return kPollIn | kPollOut | kPollHangUp;
    case SocketState::Connected: break;
  }
  const Ref in = ref(e, f_.in), out = ref(e, f_.out);
  const bool broken = is(e, kBroken);
  int all = 0;
  if (is(e, kPipe)) {
    if (in && size(in)) all |= kPollIn;
    if (in && get(in, f_.ended)) all |= kPollHangUp;
    if (out && size(out) < kCapacity) all |= kPollOut;
    if (out && get(out, f_.unread)) all |= kPollError;
    return all;
  }
  // A connection with an error is a broken one. That it has one is not said: selectors make the same of the error and
  // of the hang-up, and so those who wait do not depend on who takes the error.
  const bool end = get(in, f_.ended) || is(e, kNotRead) || broken, sent = get(out, f_.ended) || broken;
  if (size(in) || end) all |= kPollIn;
  if (sent || get(out, f_.unread) || size(out) < kCapacity) all |= kPollOut;
  if (end && sent) all |= kPollHangUp;
  return all;
}

}  // namespace jmc::natives
