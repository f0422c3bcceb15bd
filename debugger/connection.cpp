#include "debugger/connection.hpp"

#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>

namespace jmc::debugger {

namespace {
constexpr std::string_view kHandshake = "JDWP-Handshake";
constexpr uint32_t kLongestPacket = 1u << 24;
constexpr auto kHandshakeTime = std::chrono::seconds(5);
}  // namespace

Connection::Connection(const std::string& host, uint16_t port) {
  const std::string where = host + ":" + std::to_string(port);
  const auto fail = [&](const std::string& why) -> std::runtime_error {
    return std::runtime_error("--jdwp: cannot listen at " + where + ": " + why);
  };
  addrinfo hints{}, *found = nullptr;
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV;
  if (const int error = getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &found))
    throw fail(gai_strerror(error));
  int error = 0;
  for (const addrinfo* a = found; a && listener_ < 0; a = a->ai_next) {
    const int fd = socket(a->ai_family, a->ai_socktype | SOCK_CLOEXEC, 0);
    const int on = 1;
    if (fd >= 0) setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (fd >= 0 && bind(fd, a->ai_addr, a->ai_addrlen) == 0 && listen(fd, 4) == 0) listener_ = fd;
    else {
      error = errno;
      if (fd >= 0) ::close(fd);
    }
  }
  freeaddrinfo(found);
  if (listener_ < 0) throw fail(std::strerror(error));
  sockaddr_storage address{};
  socklen_t size = sizeof address;
  getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size);
  port_ = ntohs(address.ss_family == AF_INET6 ? reinterpret_cast<sockaddr_in6*>(&address)->sin6_port
                                              : reinterpret_cast<sockaddr_in*>(&address)->sin_port);
  signal(SIGPIPE, SIG_IGN);
}

Connection::~Connection() {
  close();
  if (listener_ >= 0) ::close(listener_);
}

void Connection::close() {
  if (client_ >= 0) ::close(client_);
  client_ = -1;
}

bool Connection::handshake(int fd) {
  const auto until = std::chrono::steady_clock::now() + kHandshakeTime;
  std::string got;
  while (got.size() < kHandshake.size()) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(until - std::chrono::steady_clock::now()).count();
    pollfd p{fd, POLLIN, 0};
    if (left <= 0 || poll(&p, 1, static_cast<int>(left)) <= 0) return false;
    char buffer[32];
    const ssize_t n = recv(fd, buffer, kHandshake.size() - got.size(), 0);
    if (n <= 0) return false;
    got.append(buffer, static_cast<size_t>(n));
    if (!kHandshake.starts_with(got)) return false;
  }
  return ::send(fd, kHandshake.data(), kHandshake.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(kHandshake.size());
}

void Connection::accept() {
  close();
  for (;;) {
    const int fd = accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    if (fd < 0 && errno != EINTR && errno != ECONNABORTED)
      throw std::runtime_error(std::string("--jdwp: ") + std::strerror(errno));
    if (fd < 0) continue;
    const int on = 1;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (handshake(fd)) {
      client_ = fd;
      received_.clear();
      return;
    }
    ::close(fd);
  }
}

bool Connection::readable(int timeout_ms) {
  for (;;) {
    pollfd p[2] = {{client_, POLLIN, 0}, {listener_, POLLIN, 0}};
    const int n = poll(p, 2, timeout_ms);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    if (p[1].revents & POLLIN)
      if (const int second = accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC); second >= 0) ::close(second);
    if (p[0].revents) return true;
    if (timeout_ms == 0) return false;
  }
}

bool Connection::complete(Packet& out) {
  if (received_.size() < 11) return false;
  Reader r(received_);
  const uint32_t length = static_cast<uint32_t>(r.i4());
  if (length < 11 || length > kLongestPacket) throw Disconnected("a packet of " + std::to_string(length) + " bytes");
  if (received_.size() < length) return false;
  out.id = static_cast<uint32_t>(r.i4());
  out.flags = r.u1();
  out.set = r.u1();
  out.command = r.u1();
  out.data = received_.substr(11, length - 11);
  received_.erase(0, length);
  return true;
}

std::optional<Packet> Connection::receive(bool wait) {
  if (client_ < 0) throw Disconnected("the debugger has gone");
  Packet out;
  while (!complete(out)) {
    if (!readable(wait ? -1 : 0)) return std::nullopt;
    char buffer[65536];
    const ssize_t n = recv(client_, buffer, sizeof buffer, 0);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) throw Disconnected("the debugger has gone");
    received_.append(buffer, static_cast<size_t>(n));
  }
  return out;
}

void Connection::send(const std::string& packet) {
  for (size_t at = 0; client_ >= 0 && at < packet.size();) {
    const ssize_t n = ::send(client_, packet.data() + at, packet.size() - at, MSG_NOSIGNAL);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) throw Disconnected("the debugger has gone");
    at += static_cast<size_t>(n);
  }
}

}  // namespace jmc::debugger
