// The constant pool: reading it, checking its cross references, and the accessors.
#include <bit>
#include <cstring>
#include <string>

#include "classfile/names.hpp"
#include "classfile/parser.hpp"

namespace jmc::classfile {
namespace {

bool is_plain_ascii(const uint8_t* data, size_t length) {
  constexpr uint64_t kOnes = 0x0101010101010101u, kHighs = 0x8080808080808080u;
  size_t i = 0;
  for (; i + 8 <= length; i += 8) {
    uint64_t word;
    std::memcpy(&word, data + i, 8);
    if ((((word - kOnes) | word) & kHighs) != 0) return false;  // a byte that is 0 or above 0x7f
  }
  for (; i < length; ++i) {
    if (data[i] == 0 || data[i] >= 0x80) return false;
  }
  return true;
}

// Position of the first byte that is no modified UTF-8, or `length`. Before version 48 longer forms than necessary were
// in use, and HotSpot still accepts them there.
size_t first_malformed(const uint8_t* data, size_t length, bool allow_overlong) {
  for (size_t i = 0; i < length;) {
    uint8_t c = data[i];
    auto continues = [&](size_t k) { return k < length && (data[k] & 0xc0) == 0x80; };
    if (c != 0 && c < 0x80) {
      i += 1;
    } else if ((c & 0xe0) == 0xc0) {
      if (!continues(i + 1)) return i;
      int value = (c & 0x1f) << 6 | (data[i + 1] & 0x3f);
      if (!allow_overlong && value != 0 && value < 0x80) return i;
      i += 2;
    } else if ((c & 0xf0) == 0xe0) {
      if (!continues(i + 1) || !continues(i + 2)) return i;
      int value = (c & 0x0f) << 12 | (data[i + 1] & 0x3f) << 6;
      if (!allow_overlong && value < 0x800) return i;
      i += 3;
    } else {
      return i;
    }
  }
  return length;
}

}  // namespace

const char* tag_name(Tag tag) {
  switch (tag) {
    case Tag::None: return "an unusable entry";
    case Tag::Utf8: return "Utf8";
    case Tag::Integer: return "Integer";
    case Tag::Float: return "Float";
    case Tag::Long: return "Long";
    case Tag::Double: return "Double";
    case Tag::Class: return "Class";
    case Tag::String: return "String";
    case Tag::Fieldref: return "Fieldref";
    case Tag::Methodref: return "Methodref";
    case Tag::InterfaceMethodref: return "InterfaceMethodref";
    case Tag::NameAndType: return "NameAndType";
    case Tag::MethodHandle: return "MethodHandle";
    case Tag::MethodType: return "MethodType";
    case Tag::Dynamic: return "Dynamic";
    case Tag::InvokeDynamic: return "InvokeDynamic";
    case Tag::Module: return "Module";
    case Tag::Package: return "Package";
  }
  return "an unknown tag";
}

// Offsets are needed in messages only, so they are found by walking the pool again instead of being stored.
size_t pool_entry_offset(std::span<const uint8_t> data, uint16_t index) {
  size_t at = 10;
  for (uint16_t i = 1; i < index && at + 3 <= data.size(); ++i) {
    switch (static_cast<Tag>(data[at])) {
      case Tag::Utf8: at += 3 + size_t{data[at + 1]} * 256 + data[at + 2]; break;
      case Tag::Class:
      case Tag::String:
      case Tag::MethodType:
      case Tag::Module:
      case Tag::Package: at += 3; break;
      case Tag::MethodHandle: at += 4; break;
      case Tag::Long:
      case Tag::Double:
        if (i + 1 == index) return at;
        at += 9;
        ++i;
        break;
      default: at += 5; break;
    }
  }
  return at;
}

void Parser::read_pool() {
  size_t count_offset = pos_;
  uint16_t size = u2("the constant pool count");
  if (size == 0) fail(count_offset, "constant pool count 0", "at least 1");
  // No slot takes less than 3 bytes: the two slots of a long share 9.
  if ((size - 1u) * size_t{3} > limit_ - pos_) {
    fail(count_offset, "constant pool count " + std::to_string(size),
         "at most " + std::to_string((limit_ - pos_) / 3 + 1) + ", as " + std::to_string(limit_ - pos_) +
             " bytes are left",
         "Truncated class file");
  }
  pool_->entries_.resize(size);
  uint16_t major = file_.major;
  for (uint32_t i = 1; i < size; ++i) {
    ConstantPool::Entry& e = pool_->entries_[i];
    size_t offset = pos_;
    need(3, "a constant pool entry");
    e.tag = static_cast<Tag>(base_[pos_++]);
    switch (e.tag) {
      case Tag::Utf8: read_utf8(e, offset); break;
      case Tag::Integer:
      case Tag::Float: e.bits = u4("a 4-byte constant"); break;
      case Tag::Long:
      case Tag::Double:
        need(8, "an 8-byte constant");
        e.bits = uint64_t{next4()} << 32;
        e.bits |= next4();
        if (++i >= size) {
          fail(offset, std::string(tag_name(e.tag)) + " in the last slot of the constant pool", "two slots for it");
        }
        break;
      case Tag::Module:
      case Tag::Package:
        if (major < 53) {
          fail(offset, std::string(tag_name(e.tag)) + " in a file of version " + std::to_string(major),
               "version 53 or above");
        }
        e.a = next2();
        break;
      case Tag::MethodType:
        if (major < 51) fail(offset, "MethodType in a file of version " + std::to_string(major), "version 51 or above");
        [[fallthrough]];
      case Tag::Class:
      case Tag::String: e.a = next2(); break;
      case Tag::MethodHandle:
        if (major < 51) {
          fail(offset, "MethodHandle in a file of version " + std::to_string(major), "version 51 or above");
        }
        has_handles_ = true;
        e.a = u1("a reference kind");
        e.b = u2("a reference index");
        break;
      case Tag::Dynamic:
      case Tag::InvokeDynamic:
        if (major < (e.tag == Tag::Dynamic ? 55 : 51)) {
          fail(offset, std::string(tag_name(e.tag)) + " in a file of version " + std::to_string(major),
               e.tag == Tag::Dynamic ? "version 55 or above" : "version 51 or above");
        }
        has_dynamic_ = true;
        [[fallthrough]];
      case Tag::Fieldref:
      case Tag::Methodref:
      case Tag::InterfaceMethodref: has_members_ = true; [[fallthrough]];
      case Tag::NameAndType:
        need(4, "two constant pool indices");
        e.a = next2();
        e.b = next2();
        break;
      default: {
        unsigned found = static_cast<unsigned>(e.tag);
        e.tag = Tag::None;
        fail(offset, "constant pool tag " + std::to_string(found) + " at entry " + std::to_string(i),
             "one of 1, 3-12, 15-20", "Unknown constant tag " + std::to_string(found) + " in class file %");
      }
    }
  }
}

void Parser::read_utf8(ConstantPool::Entry& e, size_t offset) {
  e.a = next2();
  need(e.a, "the bytes of a Utf8 entry");
  const uint8_t* start = base_ + pos_;
  if (!is_plain_ascii(start, e.a)) {
    size_t bad = first_malformed(start, e.a, file_.major < 48);
    if (bad < e.a) {
      fail(offset + 3 + bad, "byte " + std::to_string(start[bad]) + " in a Utf8 entry", "modified UTF-8");
    }
  }
  e.text = reinterpret_cast<const char*>(start);
  pos_ += e.a;
}

void Parser::check_reference(uint16_t from, uint16_t to, Tag expected) {
  if (!is_tag(to, expected)) {
    fail_entry(from, std::string(tag_name(entry(from).tag)) + " that refers to " + describe(to), tag_name(expected));
  }
}

void Parser::check_fact(uint16_t utf8_index, Fact fact) {
  ConstantPool::Entry& e = entry(utf8_index);
  if ((e.b & fact) != 0) return;
  std::string_view t = text(utf8_index);
  bool holds = false;
  const char* expected = "";
  switch (fact) {
    case kFieldDescriptor:
      holds = is_field_descriptor(t);
      expected = "a field descriptor";
      break;
    case kMethodDescriptor: {
      int slots = method_parameter_slots(t);
      holds = slots >= 0;
      e.slots = static_cast<uint8_t>(holds ? slots : 0);
      expected = "a method descriptor";
      break;
    }
    case kUnqualifiedName:
      holds = is_unqualified_name(t);
      expected = "an unqualified name";
      break;
    case kMethodName:
      holds = is_method_name(t);
      expected = "a method name";
      break;
    case kClassName:
      holds = is_class_entry_name(t);
      expected = "a class name or an array descriptor";
      break;
  }
  if (!holds) fail(static_cast<size_t>(reinterpret_cast<const uint8_t*>(e.text) - base_), in_quotes(t), expected);
  e.b = static_cast<uint16_t>(e.b | fact);
}

// Three passes, each over entries whose own references an earlier pass has checked.
void Parser::check_pool_references() {
  uint32_t size = pool_->size();
  for (uint32_t n = 1; n < size; ++n) {
    auto i = static_cast<uint16_t>(n);
    const ConstantPool::Entry& e = entry(i);
    switch (e.tag) {
      case Tag::Class:
        check_reference(i, e.a, Tag::Utf8);
        check_fact(e.a, kClassName);
        break;
      case Tag::String:
      case Tag::Module:
      case Tag::Package: check_reference(i, e.a, Tag::Utf8); break;
      case Tag::MethodType:
        check_reference(i, e.a, Tag::Utf8);
        check_fact(e.a, kMethodDescriptor);
        break;
      case Tag::NameAndType:
        check_reference(i, e.a, Tag::Utf8);
        check_reference(i, e.b, Tag::Utf8);
        if (entry(e.b).a != 0 && entry(e.b).text[0] == '(') {
          check_fact(e.a, kMethodName);
          check_fact(e.b, kMethodDescriptor);
        } else {
          check_fact(e.a, kUnqualifiedName);
          check_fact(e.b, kFieldDescriptor);
        }
        break;
      default: break;
    }
  }
  if (has_members_) check_members();
  if (has_handles_) check_handles();
}

void Parser::check_members() {
  uint32_t size = pool_->size();
  for (uint32_t n = 1; n < size; ++n) {
    auto i = static_cast<uint16_t>(n);
    const ConstantPool::Entry& e = entry(i);
    bool is_field = e.tag == Tag::Fieldref || e.tag == Tag::Dynamic;
    switch (e.tag) {
      case Tag::Fieldref:
      case Tag::Methodref:
      case Tag::InterfaceMethodref: check_reference(i, e.a, Tag::Class); [[fallthrough]];
      case Tag::Dynamic:
      case Tag::InvokeDynamic: {
        check_reference(i, e.b, Tag::NameAndType);
        const ConstantPool::Entry& name_type = entry(e.b);
        std::string_view name = text(name_type.a), descriptor = text(name_type.b);
        if ((descriptor[0] == '(') == is_field) {
          fail_entry(i, std::string(tag_name(e.tag)) + " with descriptor " + in_quotes(descriptor),
                     is_field ? "a field descriptor" : "a method descriptor");
        }
        // Only a constructor has a name with '<' here, and only a Methodref calls one; it returns nothing.
        if (!is_field && name[0] == '<' &&
            (e.tag != Tag::Methodref || name != "<init>" || !descriptor.ends_with(")V"))) {
          fail_entry(i, std::string(tag_name(e.tag)) + " of " + in_quotes(name) + " " + in_quotes(descriptor),
                     e.tag == Tag::Methodref ? "a method name, or <init> with result void" : "a method name");
        }
        break;
      }
      default: break;
    }
  }
}

void Parser::check_handles() {
  uint32_t size = pool_->size();
  for (uint32_t n = 1; n < size; ++n) {
    auto i = static_cast<uint16_t>(n);
    const ConstantPool::Entry& e = entry(i);
    if (e.tag != Tag::MethodHandle) continue;
    bool ok = false, constructor = e.a == 8;
    const char* expected = "a reference kind from 1 to 9";
    if (e.a >= 1 && e.a <= 4) {
      ok = is_tag(e.b, Tag::Fieldref);
      expected = "Fieldref";
    } else if (e.a == 5 || constructor) {
      ok = is_tag(e.b, Tag::Methodref);
      expected = "Methodref";
    } else if (e.a == 6 || e.a == 7) {
      bool interfaces = file_.major >= 52;
      ok = is_tag(e.b, Tag::Methodref) || (interfaces && is_tag(e.b, Tag::InterfaceMethodref));
      expected = interfaces ? "Methodref or InterfaceMethodref" : "Methodref";
    } else if (e.a == 9) {
      ok = is_tag(e.b, Tag::InterfaceMethodref);
      expected = "InterfaceMethodref";
    }
    if (!ok) {
      fail_entry(i, "MethodHandle of kind " + std::to_string(e.a) + " that refers to " + describe(e.b), expected);
    }
    std::string_view name = text(entry(entry(e.b).b).a);
    if (e.a >= 5 && (name == "<init>") != constructor) {
      fail_entry(i, "MethodHandle of kind " + std::to_string(e.a) + " to " + in_quotes(name),
                 constructor ? "<init>" : "a method other than <init>");
    }
  }
}

// Runs after the class attributes: BootstrapMethods comes at the end of a file.
void Parser::check_bootstrap_indices() {
  uint32_t size = pool_->size();
  for (uint32_t n = 1; n < size; ++n) {
    auto i = static_cast<uint16_t>(n);
    const ConstantPool::Entry& e = entry(i);
    if (e.tag != Tag::Dynamic && e.tag != Tag::InvokeDynamic) continue;
    if (e.a >= file_.bootstrap_methods.size()) {
      fail_entry(i, std::string(tag_name(e.tag)) + " with bootstrap method " + std::to_string(e.a),
                 "an index below " + std::to_string(file_.bootstrap_methods.size()));
    }
  }
}

std::string Parser::describe(uint16_t index) const {
  std::string out = "entry " + std::to_string(index) + ", ";
  if (index >= pool_->size()) return out + "beyond the last, " + std::to_string(pool_->size() - 1);
  return out + tag_name(pool_->entries_[index].tag);
}

void Parser::fail_entry(uint16_t index, std::string_view found, std::string_view expected) const {
  fail(pool_entry_offset(file_.bytes.data, index),
       "constant pool entry " + std::to_string(index) + ", " + std::string(found), expected);
}

// --- Accessors ---

void ConstantPool::fail(uint16_t index, std::string_view expected) const {
  size_t offset = index < entries_.size() ? pool_entry_offset(data_, index) : 8;
  std::string message =
      one_line(origin_) + ": byte " + std::to_string(offset) + ": found constant pool index " + std::to_string(index);
  message += index < entries_.size()
                 ? std::string(", ") + tag_name(entries_[index].tag)
                 : " beyond the last, " + std::to_string(entries_.empty() ? 0 : entries_.size() - 1);
  message += ", expected ";
  message += expected;
  throw FormatError(message);
}

const ConstantPool::Entry& ConstantPool::at(uint16_t index, Tag expected) const {
  if (index >= entries_.size() || entries_[index].tag != expected) fail(index, tag_name(expected));
  return entries_[index];
}

std::string_view ConstantPool::text_at(uint16_t index) const { return {entries_[index].text, entries_[index].a}; }

Tag ConstantPool::tag(uint16_t index) const {
  if (index >= entries_.size()) fail(index, "an index of the constant pool");
  return entries_[index].tag;
}

std::string_view ConstantPool::utf8(uint16_t index) const {
  const Entry& e = at(index, Tag::Utf8);
  return {e.text, e.a};
}

std::string_view ConstantPool::class_name(uint16_t index) const { return text_at(at(index, Tag::Class).a); }
std::string_view ConstantPool::string(uint16_t index) const { return text_at(at(index, Tag::String).a); }
std::string_view ConstantPool::method_type(uint16_t index) const { return text_at(at(index, Tag::MethodType).a); }

int32_t ConstantPool::integer(uint16_t index) const { return static_cast<int32_t>(at(index, Tag::Integer).bits); }
int64_t ConstantPool::long_value(uint16_t index) const { return static_cast<int64_t>(at(index, Tag::Long).bits); }
double ConstantPool::double_value(uint16_t index) const { return std::bit_cast<double>(at(index, Tag::Double).bits); }
float ConstantPool::float_value(uint16_t index) const {
  return std::bit_cast<float>(static_cast<uint32_t>(at(index, Tag::Float).bits));
}

ConstantPool::NameType ConstantPool::name_and_type(uint16_t index) const {
  const Entry& e = at(index, Tag::NameAndType);
  return {text_at(e.a), text_at(e.b)};
}

ConstantPool::Member ConstantPool::member(uint16_t index) const {
  Tag found = index < entries_.size() ? entries_[index].tag : Tag::None;
  if (found != Tag::Fieldref && found != Tag::Methodref && found != Tag::InterfaceMethodref) {
    fail(index, "Fieldref, Methodref or InterfaceMethodref");
  }
  const Entry& e = entries_[index];
  const Entry& name_type = entries_[e.b];
  return {text_at(entries_[e.a].a), text_at(name_type.a), text_at(name_type.b)};
}

ConstantPool::Handle ConstantPool::method_handle(uint16_t index) const {
  const Entry& e = at(index, Tag::MethodHandle);
  return {static_cast<uint8_t>(e.a), e.b};
}

ConstantPool::DynamicRef ConstantPool::dynamic(uint16_t index) const {
  Tag found = index < entries_.size() ? entries_[index].tag : Tag::None;
  if (found != Tag::Dynamic && found != Tag::InvokeDynamic) fail(index, "Dynamic or InvokeDynamic");
  const Entry& e = entries_[index];
  const Entry& name_type = entries_[e.b];
  return {e.a, text_at(name_type.a), text_at(name_type.b)};
}

}  // namespace jmc::classfile
