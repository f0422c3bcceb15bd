// parse(): the frame of a class file and the attributes of the class itself.
#include "classfile/class_file.hpp"

#include <algorithm>
#include <cstdio>
#include <string>
#include <utility>

#include "classfile/names.hpp"
#include "classfile/parser.hpp"

namespace jmc::classfile {
namespace {

constexpr uint32_t kMagic = 0xcafebabe;
constexpr uint16_t kOldestMajor = 45, kNewestMajor = 69, kPreviewMinor = 0xffff;

}  // namespace

ClassFile parse(Bytes bytes) { return Parser(std::move(bytes)).run(); }

Parser::Parser(Bytes bytes) : pool_(&file_.pool), base_(bytes.data.data()), limit_(bytes.data.size()) {
  file_.bytes = std::move(bytes);
  pool_->origin_ = file_.bytes.origin;
  pool_->data_ = file_.bytes.data;
}

ClassFile Parser::run() {
  if (limit_ > 0xffffffffu) fail(0, std::to_string(limit_) + " bytes", "a class file below 4 GiB");
  uint32_t magic = u4("the magic number");
  if (magic != kMagic) {
    char text[16];
    snprintf(text, sizeof text, "0x%08x", magic);
    fail(0, std::string("magic number ") + text, "0xcafebabe of a class file",
         "Incompatible magic value " + std::to_string(magic) + " in class file %");
  }
  file_.minor = u2("the minor version");
  file_.major = u2("the major version");
  bool known = file_.major >= kOldestMajor && file_.major <= kNewestMajor;
  // From version 56 on the minor version only says whether preview features are in use (JVMS 4.1).
  bool minor_ok = file_.major < 56 || file_.minor == 0 || file_.minor == kPreviewMinor;
  if (!known || !minor_ok) {
    fail(4, "class file version " + std::to_string(file_.major) + "." + std::to_string(file_.minor),
         (known ? "minor version 0 or 65535" : "45.0 to 69.65535 (Java 1.0 to 25)") +
             (file_.major > kNewestMajor
                  ? "; it is compiled for Java " + std::to_string(file_.major - kNewestMajor + 25) +
                        ", compile with --release 25 or less"
                  : std::string()));
  }
  read_pool();
  check_pool_references();
  read_class_header();
  read_fields();
  read_methods();
  read_class_attributes();
  if (pos_ != limit_)
    fail(pos_, std::to_string(limit_ - pos_) + " bytes after the class", "the end of the file",
         "Extra bytes at the end of class file %");
  if (has_dynamic_) check_bootstrap_indices();
  return std::move(file_);
}

void Parser::read_class_header() {
  size_t flags_offset = pos_;
  file_.flags = u2("the class flags");
  uint16_t flags = file_.flags;
  bool module = (flags & kModule) != 0 && file_.major >= 53;
  bool interface = (flags & kInterface) != 0;
  // Before version 51 HotSpot runs what old compilers got wrong here, so flags are only checked from then on.
  if (file_.major >= 51 && !module) {
    bool abstract = (flags & kAbstract) != 0, final = (flags & kFinal) != 0;
    if (interface ? (!abstract || final) : (abstract && final)) {
      fail(flags_offset, "class flags " + std::to_string(flags),
           interface ? "an interface to be abstract and not final" : "a class not to be both abstract and final");
    }
  }
  size_t this_offset = pos_;
  file_.name = read_class("this class");
  if (file_.name[0] == '[') fail(this_offset, "array type " + in_quotes(file_.name) + " as this class", "a class name");
  size_t super_offset = pos_;
  file_.super_name = read_optional_class("the super class");
  bool is_root = file_.name == "java/lang/Object" || module;
  if (is_root != file_.super_name.empty()) {
    fail(super_offset, is_root ? "super class " + in_quotes(file_.super_name) : std::string("no super class"),
         is_root ? "none" : "one, as only java/lang/Object has none");
  }
  if (!is_root && file_.super_name[0] == '[') fail(super_offset, "array type as super class", "a class name");
  if (interface && !is_root && file_.super_name != "java/lang/Object") {
    fail(super_offset, "super class " + in_quotes(file_.super_name) + " of an interface", "java/lang/Object");
  }
  size_t interfaces_offset = pos_;
  file_.interfaces = read_class_list("an interface");
  for (size_t i = 0; i < file_.interfaces.size(); ++i) {
    if (file_.interfaces[i][0] == '[') {
      fail(interfaces_offset + 2 + 2 * i, "array type " + in_quotes(file_.interfaces[i]) + " as an interface",
           "an interface name");
    }
    // Few have many: HotSpot compares them in pairs, too, up to ten.
    const auto before = file_.interfaces.begin() + static_cast<ptrdiff_t>(i);
    if (file_.interfaces.size() < 1000 && std::find(file_.interfaces.begin(), before, *before) != before) {
      fail(interfaces_offset + 2 + 2 * i, "interface " + in_quotes(*before) + " again", "each interface once",
           "Duplicate interface name " + in_quotes(*before) + " in class file %");
    }
  }
}

void Parser::read_class_attributes() {
  for_each_attribute([&](const Attribute& attribute) {
    switch (attribute.kind) {
      case Known::SourceFile: file_.source_file = read_utf8_ref("the source file"); break;
      case Known::Signature: file_.signature = read_utf8_ref("the class signature"); break;
      case Known::RuntimeVisibleAnnotations: file_.annotations = rest_of(attribute); break;
      case Known::RuntimeVisibleTypeAnnotations: file_.type_annotations = rest_of(attribute); break;
      case Known::InnerClasses: read_inner_classes(); break;
      case Known::EnclosingMethod: read_enclosing_method(); break;
      case Known::BootstrapMethods: read_bootstrap_methods(); break;
      case Known::NestHost: file_.nest_host = read_class("the nest host"); break;
      case Known::NestMembers: file_.nest_members = read_class_list("a nest member"); break;
      case Known::Record: read_record(); break;
      case Known::PermittedSubclasses:
        file_.is_sealed = true;
        file_.permitted_subclasses = read_class_list("a permitted subclass");
        break;
      case Known::Module:
        if (module_) {
          read_module();
          break;
        }
        file_.module_name = text(entry(index_of(Tag::Module, "the module name")).a);
        skip(attribute);
        break;
      case Known::ModuleResolution:
        if (module_) module_->resolution = u2("the flags of ModuleResolution");
        else skip(attribute);
        break;
      default: skip(attribute); break;
    }
  });
  if (!file_.nest_host.empty() && !file_.nest_members.empty()) {
    fail(pos_, "both NestHost and NestMembers", "at most one of them");
  }
}

void Parser::read_inner_classes() {
  uint16_t classes = count(8, "the inner class count");
  file_.inner_classes.reserve(classes);
  for (uint16_t i = 0; i < classes; ++i) {
    InnerClass& inner = file_.inner_classes.emplace_back();
    inner.inner = read_class("an inner class");
    inner.outer = read_optional_class("an outer class");
    uint16_t name = optional_index_of(Tag::Utf8, "the name of an inner class");
    if (name != 0) inner.name = text(name);
    inner.flags = u2("the flags of an inner class");
  }
}

void Parser::read_enclosing_method() {
  file_.enclosing_class = read_class("the enclosing class");
  uint16_t name_type = optional_index_of(Tag::NameAndType, "the enclosing method");
  if (name_type != 0) {
    file_.enclosing_method = text(entry(name_type).a);
    file_.enclosing_descriptor = text(entry(name_type).b);
  }
}

void Parser::read_bootstrap_methods() {
  uint16_t methods = count(4, "the bootstrap method count");
  file_.bootstrap_methods.reserve(methods);
  for (uint16_t i = 0; i < methods; ++i) {
    BootstrapMethod& method = file_.bootstrap_methods.emplace_back();
    method.handle = index_of(Tag::MethodHandle, "a bootstrap method");
    uint16_t arguments = count(2, "the bootstrap argument count");
    method.arguments.reserve(arguments);
    for (uint16_t k = 0; k < arguments; ++k) {
      method.arguments.push_back(index_of({Tag::Integer, Tag::Float, Tag::Long, Tag::Double, Tag::Class, Tag::String,
                                           Tag::MethodHandle, Tag::MethodType, Tag::Dynamic},
                                          "a bootstrap argument"));
    }
  }
}

void Parser::read_record() {
  file_.is_record = true;
  uint16_t components = count(6, "the record component count");
  file_.record_components.reserve(components);
  for (uint16_t i = 0; i < components; ++i) {
    RecordComponent& component = file_.record_components.emplace_back();
    component.name = read_name(kUnqualifiedName, "the name of a record component");
    component.descriptor = read_name(kFieldDescriptor, "the descriptor of a record component");
    for_each_attribute([&](const Attribute& attribute) {
      switch (attribute.kind) {
        case Known::Signature: component.signature = read_utf8_ref("the signature of a record component"); break;
        case Known::RuntimeVisibleAnnotations: component.annotations = rest_of(attribute); break;
        case Known::RuntimeVisibleTypeAnnotations: component.type_annotations = rest_of(attribute); break;
        default: skip(attribute); break;
      }
    });
  }
}

// --- Attributes in general ---

Parser::Attribute Parser::open_attribute() {
  size_t offset = pos_;
  uint16_t name = index_of(Tag::Utf8, "an attribute name");
  uint32_t length = u4("an attribute length");
  if (length > limit_ - pos_) {
    fail(offset + 2, "attribute " + in_quotes(text(name)) + " of " + std::to_string(length) + " bytes",
         "at most the " + std::to_string(limit_ - pos_) + " bytes left");
  }
  return {known_attribute(name), pos_, pos_ + length};
}

void Parser::close_attribute(const Attribute& attribute) {
  if (pos_ != attribute.end) {
    fail(attribute.start - 4, "attribute of " + std::to_string(attribute.end - attribute.start) + " bytes",
         std::to_string(pos_ - attribute.start) + " bytes for its content");
  }
}

std::span<const uint8_t> Parser::rest_of(const Attribute& attribute) {
  pos_ = attribute.end;
  return file_.bytes.data.subspan(attribute.start, attribute.end - attribute.start);
}

Parser::Known Parser::known_attribute(uint16_t name_index) {
  ConstantPool::Entry& e = entry(name_index);
  if (e.b >> 8 == 0) e.b = static_cast<uint16_t>(e.b | static_cast<uint16_t>(classify(text(name_index))) << 8);
  return static_cast<Known>(e.b >> 8);
}

// An attribute is none before the version that introduced it (JVMS 4.7); preview features came in earlier.
Parser::Known Parser::classify(std::string_view name) const {
  struct Row {
    std::string_view name;
    Known kind;
    uint16_t since, preview_since;
  };
  static constexpr Row kRows[] = {
      {"Code", Known::Code, 45, 45},
      {"LineNumberTable", Known::LineNumberTable, 45, 45},
      {"LocalVariableTable", Known::LocalVariableTable, 45, 45},
      {"ConstantValue", Known::ConstantValue, 45, 45},
      {"Exceptions", Known::Exceptions, 45, 45},
      {"InnerClasses", Known::InnerClasses, 45, 45},
      {"SourceFile", Known::SourceFile, 45, 45},
      {"Signature", Known::Signature, 49, 49},
      {"EnclosingMethod", Known::EnclosingMethod, 49, 49},
      {"AnnotationDefault", Known::AnnotationDefault, 49, 49},
      {"RuntimeVisibleAnnotations", Known::RuntimeVisibleAnnotations, 49, 49},
      {"RuntimeVisibleParameterAnnotations", Known::RuntimeVisibleParameterAnnotations, 49, 49},
      {"BootstrapMethods", Known::BootstrapMethods, 51, 51},
      {"MethodParameters", Known::MethodParameters, 52, 52},
      {"RuntimeVisibleTypeAnnotations", Known::RuntimeVisibleTypeAnnotations, 52, 52},
      {"Module", Known::Module, 53, 53},
      {"ModuleResolution", Known::ModuleResolution, 53, 53},
      {"NestHost", Known::NestHost, 55, 55},
      {"NestMembers", Known::NestMembers, 55, 55},
      {"Record", Known::Record, 60, 58},
      {"PermittedSubclasses", Known::PermittedSubclasses, 61, 59},
  };
  for (const Row& row : kRows) {
    if (name == row.name) {
      uint16_t since = file_.minor == kPreviewMinor ? row.preview_since : row.since;
      return file_.major >= since ? row.kind : Known::Other;
    }
  }
  return Known::Other;
}

// --- Reading ---

uint16_t Parser::count(size_t item_size, const char* what) {
  size_t offset = pos_;
  uint16_t items = u2(what);
  if (items * item_size > limit_ - pos_) {
    fail(offset, std::to_string(items) + " as " + what,
         "at most " + std::to_string((limit_ - pos_) / item_size) + ", as " + std::to_string(limit_ - pos_) +
             " bytes are left");
  }
  return items;
}

uint16_t Parser::index_of(Tag tag, const char* what) {
  uint16_t index = u2(what);
  if (!is_tag(index, tag)) fail(pos_ - 2, describe(index) + " as " + what, tag_name(tag));
  return index;
}

uint16_t Parser::index_of(std::initializer_list<Tag> tags, const char* what) {
  uint16_t index = u2(what);
  std::string expected;
  for (Tag tag : tags) {
    if (is_tag(index, tag)) return index;
  }
  for (Tag tag : tags) {
    expected += (expected.empty() ? "" : tag == *(tags.end() - 1) ? " or " : ", ") + std::string(tag_name(tag));
  }
  fail(pos_ - 2, describe(index) + " as " + what, expected);
}

uint16_t Parser::optional_index_of(Tag tag, const char* what) {
  uint16_t index = u2(what);
  if (index != 0 && !is_tag(index, tag)) {
    fail(pos_ - 2, describe(index) + " as " + what, std::string(tag_name(tag)) + " or 0");
  }
  return index;
}

std::string_view Parser::read_utf8_ref(const char* what) { return text(index_of(Tag::Utf8, what)); }

std::string_view Parser::read_name(Fact fact, const char* what) {
  uint16_t index = index_of(Tag::Utf8, what);
  check_fact(index, fact);
  return text(index);
}

std::string_view Parser::read_class(const char* what) { return text(entry(index_of(Tag::Class, what)).a); }

std::string_view Parser::read_optional_class(const char* what) {
  uint16_t index = optional_index_of(Tag::Class, what);
  return index == 0 ? std::string_view() : text(entry(index).a);
}

std::vector<std::string_view> Parser::read_class_list(const char* what) {
  uint16_t classes = count(2, what);
  std::vector<std::string_view> out;
  out.reserve(classes);
  for (uint16_t i = 0; i < classes; ++i) out.push_back(read_class(what));
  return out;
}

void Parser::fail(size_t offset, std::string_view found, std::string_view expected, std::string words) const {
  if (!words.empty() && words.back() == '%' && !file_.name.empty()) {
    words.pop_back();
    words += file_.name;
  }
  throw FormatError(one_line(file_.bytes.origin) + ": byte " + std::to_string(offset) + ": found " +
                        std::string(found) + ", expected " + std::string(expected),
                    "java/lang/ClassFormatError", std::move(words));
}

void Parser::fail_short(size_t bytes, const char* what) const {
  fail(pos_, std::to_string(limit_ - pos_) + " bytes left", std::to_string(bytes) + " for " + what,
       "Truncated class file");
}

}  // namespace jmc::classfile
