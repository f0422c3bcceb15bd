// Makes class files and jimages byte by byte, so that tests know what is in them and can make them wrong.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace jmc::classfile::test {

using Content = std::vector<uint8_t>;

// Big-endian output.
class Writer {
 public:
  Writer& u1(unsigned value);
  Writer& u2(unsigned value);
  Writer& u4(uint32_t value);
  Writer& u8(uint64_t value);
  Writer& raw(std::string_view text);
  Writer& raw(const Content& bytes);
  Content bytes;
};

struct ClassMaker {
  unsigned minor = 0, major = 52, flags = 0x21;
  std::string name = "pkg/A", super = "java/lang/Object";
  std::vector<std::string> interfaces;

  // Pool entries; each returns its index, and the same one for the same content.
  unsigned add(const Writer& entry, unsigned slots = 1);
  unsigned utf8(std::string_view text);
  unsigned class_ref(std::string_view class_name);
  unsigned string(std::string_view text);
  unsigned integer(uint32_t value);
  unsigned long_value(uint64_t value);
  unsigned name_type(std::string_view member, std::string_view descriptor);
  unsigned member(unsigned tag, std::string_view owner, std::string_view member, std::string_view descriptor);
  unsigned handle(unsigned kind, unsigned index);
  unsigned dynamic(unsigned tag, unsigned bootstrap, std::string_view member, std::string_view descriptor);

  // Attributes and members, in the order added.
  Content attribute(std::string_view attribute_name, const Writer& body);
  Content code(unsigned stack, unsigned locals, const Content& bytecode, const std::vector<Content>& attributes = {},
               const Writer& exception_table = Writer().u2(0));
  void field(unsigned field_flags, std::string_view field_name, std::string_view descriptor,
             const std::vector<Content>& attributes = {});
  void method(unsigned method_flags, std::string_view method_name, std::string_view descriptor,
              const std::vector<Content>& attributes = {});
  void repeat_last_method(size_t times) { methods_.resize(methods_.size() + times, Content(methods_.back())); }
  void class_attribute(const Content& bytes) { class_attributes_.push_back(bytes); }

  Content bytes();

 private:
  std::vector<Content> pool_;
  unsigned next_ = 1;
  std::map<std::string, unsigned> known_;
  std::vector<Content> fields_, methods_, class_attributes_;
};

// A class with something of everything: fields with constants, code with handlers, lines and variables, inner classes,
// bootstrap methods, a record, annotations.
Content rich_class();
// "pkg/A" (or another) with nothing but a constructor, whose code has one line number: to tell versions of a class
// apart.
Content small_class(std::string_view name, unsigned line = 1);

struct ImageEntry {
  std::string path;  // "/java.base/java/lang/Object.class"
  Content content;
  uint64_t unpacked = 0;  // size when unpacked if `content` is compressed; 0 if it is not
};

// A jimage whose string table begins with "" and `extra_strings`.
struct ImageMaker {
  std::vector<ImageEntry> entries;
  std::string strings = std::string(1, '\0');

  uint32_t string(const std::string& text);  // offset in the string table
  void package(const std::string& name, const std::string& module);
  Content bytes();  // may add an entry, see there
};

// One layer of compression around `packed`.
Content layer(const Content& packed, uint64_t unpacked_size, uint32_t method_name);
Content deflated(const Content& content);

}  // namespace jmc::classfile::test
