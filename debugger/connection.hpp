// The socket of a debugger: one client at a time, and no trust in what it sends.
#pragma once

#include <optional>
#include <string>

#include "debugger/packet.hpp"

namespace jmc::debugger {

// The client is gone, or sent what is no packet: the connection is closed.
struct Disconnected : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Connection {
 public:
  // Listens. Throws std::runtime_error, which names the address.
  Connection(const std::string& host, uint16_t port);
  ~Connection();
  Connection(const Connection&) = delete;

  uint16_t port() const { return port_; }
  // Waits for a client that says what a debugger says first. Others are turned away. Closes an earlier one's
  // connection.
  void accept();
  // The next packet; with `wait`, once there is one, else nothing if there is none yet. Throws Disconnected.
  std::optional<Packet> receive(bool wait);
  void send(const std::string& packet);
  void close();

 private:
  bool readable(int timeout_ms);  // turns second clients away meanwhile
  bool handshake(int fd);
  bool complete(Packet& out);
  int listener_ = -1, client_ = -1;
  uint16_t port_ = 0;
  std::string received_;
};

}  // namespace jmc::debugger
