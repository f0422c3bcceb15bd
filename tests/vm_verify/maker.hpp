// Classes with one method, written byte by byte.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace jmc::vm::test {

class OneMethod {
 public:
  explicit OneMethod(std::string class_name = "T", uint16_t version = 50)
      : name_(std::move(class_name)), version_(version) {}

  uint16_t super_flags = 0x21, flags = 9;  // of the class; of the method: public static
  std::string super = "java/lang/Object", method = "m", descriptor = "()V";
  std::vector<std::string> interfaces;
  uint16_t max_stack = 4, max_locals = 6;
  std::vector<uint8_t> code;
  struct Handler {
    uint16_t start, end, target;
    std::string caught;
  };
  std::vector<Handler> handlers;
  std::vector<std::pair<std::string, std::string>> fields;  // name, descriptor; instance fields

  OneMethod& op(std::initializer_list<int> bytes) {
    for (int b : bytes) code.push_back(static_cast<uint8_t>(b));
    return *this;
  }
  // The opcode and the two-byte index of a pool entry.
  OneMethod& op(int opcode, uint16_t index) { return op({opcode, index >> 8, index & 255}); }
  uint16_t klass(std::string_view name) { return entry(7, {utf8(name)}); }
  uint16_t field(std::string_view owner, std::string_view name, std::string_view type) {
    return member(9, owner, name, type);
  }
  uint16_t call(std::string_view owner, std::string_view name, std::string_view type) {
    return member(10, owner, name, type);
  }
  uint16_t interface_call(std::string_view owner, std::string_view name, std::string_view type) {
    return member(11, owner, name, type);
  }
  std::vector<uint8_t> bytes();

 private:
  uint16_t utf8(std::string_view text);
  uint16_t entry(uint8_t tag, std::vector<uint16_t> indices);
  uint16_t member(uint8_t tag, std::string_view owner, std::string_view name, std::string_view type);
  uint16_t add(const std::string& bytes);
  std::string name_;
  uint16_t version_;
  std::map<std::string, uint16_t> known_;
  std::string pool_;
};

}  // namespace jmc::vm::test
