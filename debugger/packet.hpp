// Packets of the Java Debug Wire Protocol: big-endian numbers, strings with their length, ids of eight bytes.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace jmc::debugger {

using Id = uint64_t;

// Codes of error replies, as the specification numbers them.
enum class Code : uint16_t {
  None = 0,
  InvalidThread = 10,
  InvalidThreadGroup = 11,
  ThreadNotSuspended = 13,
  ThreadSuspended = 14,
  InvalidObject = 20,
  InvalidClass = 21,
  InvalidMethodId = 23,
  InvalidLocation = 24,
  InvalidFieldId = 25,
  InvalidFrameId = 30,
  TypeMismatch = 34,
  InvalidSlot = 35,
  NotFound = 41,
  NotImplemented = 99,
  AbsentInformation = 101,
  InvalidEventType = 102,
  IllegalArgument = 103,
  Internal = 113,
  InvalidIndex = 503,
  InvalidLength = 504,
  InvalidString = 506,
  InvalidClassLoader = 507,
  InvalidArray = 508,
  NativeMethod = 511,
  InvalidCount = 512,
};

// The command cannot be carried out: its reply is this code.
struct Refusal : std::runtime_error {
  explicit Refusal(Code reply, const std::string& why = "") : std::runtime_error(why), code(reply) {}
  Code code;
};

struct Packet {
  uint32_t id = 0;
  uint8_t flags = 0, set = 0, command = 0;
  std::string data;
  bool is_reply() const { return flags & 0x80; }
};

// Takes a packet's data apart. Throws Refusal(IllegalArgument) where it is too short.
class Reader {
 public:
  explicit Reader(std::string_view data) : data_(data) {}
  uint8_t u1() { return static_cast<uint8_t>(number(1)); }
  uint16_t u2() { return static_cast<uint16_t>(number(2)); }
  int32_t i4() { return static_cast<int32_t>(number(4)); }
  uint64_t u8() { return number(8); }
  bool flag() { return u1() != 0; }
  std::string string();
  // A count of things of at least `size` bytes each.
  uint32_t count(uint32_t size = 1);
  size_t left() const { return data_.size() - at_; }

 private:
  uint64_t number(size_t bytes);
  std::string_view data_;
  size_t at_ = 0;
};

class Writer {
 public:
  Writer& u1(uint8_t v) { return number(v, 1); }
  Writer& u2(uint16_t v) { return number(v, 2); }
  Writer& i4(int64_t v) { return number(static_cast<uint64_t>(v), 4); }
  Writer& u8(uint64_t v) { return number(v, 8); }
  Writer& string(std::string_view v);
  const std::string& data() const { return data_; }
  size_t size() const { return data_.size(); }
  Writer& append(const Writer& other) {
    data_ += other.data_;
    return *this;
  }

 private:
  Writer& number(uint64_t v, int bytes) {
    while (bytes--) data_ += static_cast<char>(v >> 8 * bytes);
    return *this;
  }
  std::string data_;
};

// As they go over the wire.
std::string command_packet(uint32_t id, uint8_t set, uint8_t command, std::string_view data);
std::string reply_packet(uint32_t id, Code code, std::string_view data);

}  // namespace jmc::debugger
