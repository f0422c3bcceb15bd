#include "debugger/packet.hpp"

namespace jmc::debugger {

uint64_t Reader::number(size_t bytes) {
  if (left() < bytes) throw Refusal(Code::IllegalArgument, "the packet is too short");
  uint64_t v = 0;
  while (bytes--) v = v << 8 | static_cast<uint8_t>(data_[at_++]);
  return v;
}

std::string Reader::string() {
  const uint32_t length = count();
  std::string out(data_.substr(at_, length));
  at_ += length;
  return out;
}

uint32_t Reader::count(uint32_t size) {
  const int32_t n = i4();
  if (n < 0 || uint64_t{static_cast<uint32_t>(n)} * size > left())
    throw Refusal(Code::IllegalArgument, "a count that the packet is too short for");
  return static_cast<uint32_t>(n);
}

Writer& Writer::string(std::string_view v) {
  i4(static_cast<int64_t>(v.size()));
  data_ += v;
  return *this;
}

std::string command_packet(uint32_t id, uint8_t set, uint8_t command, std::string_view data) {
  Writer w;
  w.i4(static_cast<int64_t>(data.size() + 11)).i4(id).u1(0).u1(set).u1(command);
  return w.data() + std::string(data);
}

std::string reply_packet(uint32_t id, Code code, std::string_view data) {
  Writer w;
  w.i4(static_cast<int64_t>(data.size() + 11)).i4(id).u1(0x80).u2(static_cast<uint16_t>(code));
  return w.data() + std::string(data);
}

}  // namespace jmc::debugger
