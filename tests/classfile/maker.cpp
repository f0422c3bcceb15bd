#include "maker.hpp"

#include <zlib.h>

#include <stdexcept>

namespace jmc::classfile::test {

Writer& Writer::u1(unsigned value) {
  bytes.push_back(static_cast<uint8_t>(value));
  return *this;
}
Writer& Writer::u2(unsigned value) { return u1(value >> 8).u1(value); }
Writer& Writer::u4(uint32_t value) { return u2(value >> 16).u2(value & 0xffff); }
Writer& Writer::u8(uint64_t value) { return u4(static_cast<uint32_t>(value >> 32)).u4(static_cast<uint32_t>(value)); }
Writer& Writer::raw(std::string_view text) {
  bytes.insert(bytes.end(), text.begin(), text.end());
  return *this;
}
Writer& Writer::raw(const Content& more) {
  bytes.insert(bytes.end(), more.begin(), more.end());
  return *this;
}

unsigned ClassMaker::add(const Writer& entry, unsigned slots) {
  auto [at, added] = known_.emplace(std::string(entry.bytes.begin(), entry.bytes.end()), next_);
  if (added) {
    pool_.push_back(entry.bytes);
    next_ += slots;
  }
  return at->second;
}
unsigned ClassMaker::utf8(std::string_view text) {
  return add(Writer().u1(1).u2(static_cast<unsigned>(text.size())).raw(text));
}
unsigned ClassMaker::class_ref(std::string_view class_name) { return add(Writer().u1(7).u2(utf8(class_name))); }
unsigned ClassMaker::string(std::string_view text) { return add(Writer().u1(8).u2(utf8(text))); }
unsigned ClassMaker::integer(uint32_t value) { return add(Writer().u1(3).u4(value)); }
unsigned ClassMaker::long_value(uint64_t value) { return add(Writer().u1(5).u8(value), 2); }
unsigned ClassMaker::name_type(std::string_view member, std::string_view descriptor) {
  unsigned name_index = utf8(member), descriptor_index = utf8(descriptor);
  return add(Writer().u1(12).u2(name_index).u2(descriptor_index));
}
unsigned ClassMaker::member(unsigned tag, std::string_view owner, std::string_view member,
                            std::string_view descriptor) {
  unsigned owner_index = class_ref(owner), nt = name_type(member, descriptor);
  return add(Writer().u1(tag).u2(owner_index).u2(nt));
}
unsigned ClassMaker::handle(unsigned kind, unsigned index) { return add(Writer().u1(15).u1(kind).u2(index)); }
unsigned ClassMaker::dynamic(unsigned tag, unsigned bootstrap, std::string_view member, std::string_view descriptor) {
  unsigned nt = name_type(member, descriptor);
  return add(Writer().u1(tag).u2(bootstrap).u2(nt));
}

Content ClassMaker::attribute(std::string_view attribute_name, const Writer& body) {
  unsigned name_index = utf8(attribute_name);
  return Writer().u2(name_index).u4(static_cast<uint32_t>(body.bytes.size())).raw(body.bytes).bytes;
}

Content ClassMaker::code(unsigned stack, unsigned locals, const Content& bytecode,
                         const std::vector<Content>& attributes, const Writer& exception_table) {
  Writer body;
  if (major == 45 && minor < 3) {
    body.u1(stack).u1(locals).u2(static_cast<unsigned>(bytecode.size()));
  } else {
    body.u2(stack).u2(locals).u4(static_cast<uint32_t>(bytecode.size()));
  }
  body.raw(bytecode).raw(exception_table.bytes).u2(static_cast<unsigned>(attributes.size()));
  for (const Content& attribute : attributes) body.raw(attribute);
  return attribute("Code", body);
}

void ClassMaker::field(unsigned field_flags, std::string_view field_name, std::string_view descriptor,
                       const std::vector<Content>& attributes) {
  unsigned name_index = utf8(field_name), descriptor_index = utf8(descriptor);
  Writer w;
  w.u2(field_flags).u2(name_index).u2(descriptor_index).u2(static_cast<unsigned>(attributes.size()));
  for (const Content& attribute : attributes) w.raw(attribute);
  fields_.push_back(w.bytes);
}

void ClassMaker::method(unsigned method_flags, std::string_view method_name, std::string_view descriptor,
                        const std::vector<Content>& attributes) {
  unsigned name_index = utf8(method_name), descriptor_index = utf8(descriptor);
  Writer w;
  w.u2(method_flags).u2(name_index).u2(descriptor_index).u2(static_cast<unsigned>(attributes.size()));
  for (const Content& attribute : attributes) w.raw(attribute);
  methods_.push_back(w.bytes);
}

Content ClassMaker::bytes() {
  Writer body;
  body.u2(flags).u2(class_ref(name)).u2(super.empty() ? 0 : class_ref(super));
  body.u2(static_cast<unsigned>(interfaces.size()));
  for (const std::string& interface : interfaces) body.u2(class_ref(interface));
  for (const auto* list : {&fields_, &methods_, &class_attributes_}) {
    body.u2(static_cast<unsigned>(list->size()));
    for (const Content& item : *list) body.raw(item);
  }
  Writer out;
  out.u4(0xcafebabe).u2(minor).u2(major).u2(next_);
  for (const Content& entry : pool_) out.raw(entry);
  return out.raw(body.bytes).bytes;
}

Content small_class(std::string_view name, unsigned line) {
  ClassMaker c;
  c.name = name;
  unsigned object_init = c.member(10, "java/lang/Object", "<init>", "()V");
  Content lines = c.attribute("LineNumberTable", Writer().u2(1).u2(0).u2(line));
  Content bytecode = Writer().u1(0x2a).u1(0xb7).u2(object_init).u1(0xb1).bytes;  // aload_0; invokespecial; return
  c.method(1, "<init>", "()V", {c.code(1, 1, bytecode, {lines})});
  return c.bytes();
}

Content rich_class() {
  ClassMaker c;
  c.major = 61;
  c.name = "pkg/Rich";
  c.super = "java/lang/Record";
  c.flags = 0x0031;
  c.interfaces = {"java/io/Serializable", "java/lang/Runnable"};
  Content signature = c.attribute("Signature", Writer().u2(c.utf8("Lpkg/Rich;")));
  auto annotated = [&](std::string_view type) {
    // One annotation with a nested one in an array: @Type(v = {@Inner(x = E.F)})
    Writer w;
    w.u2(1).u2(c.utf8(type)).u2(1).u2(c.utf8("v")).u1('[').u2(1).u1('@').u2(c.utf8("Lpkg/Inner;")).u2(1);
    w.u2(c.utf8("x")).u1('e').u2(c.utf8("Lpkg/E;")).u2(c.utf8("F"));
    return c.attribute("RuntimeVisibleAnnotations", w);
  };
  c.field(0x001a, "I", "I", {c.attribute("ConstantValue", Writer().u2(c.integer(0xfffffffe)))});
  c.field(0x001a, "J", "J", {c.attribute("ConstantValue", Writer().u2(c.long_value(0x8000000000000001)))});
  c.field(0x001a, "S", "Ljava/lang/String;", {c.attribute("ConstantValue", Writer().u2(c.string("text")))});
  c.field(0x0012, "x", "[[I", {signature, annotated("Ljdk/internal/vm/annotation/Stable;")});
  c.field(0x0042, "y", "Lpkg/Rich$In;", {annotated("Ljdk/internal/vm/annotation/Contended;")});

  Content bytecode(12, 0);
  bytecode[11] = 0xb1;
  Content lines = c.attribute("LineNumberTable", Writer().u2(2).u2(0).u2(10).u2(6).u2(65535));
  Content more_lines = c.attribute("LineNumberTable", Writer().u2(1).u2(11).u2(7));
  Content variables =
      c.attribute("LocalVariableTable", Writer().u2(1).u2(2).u2(10).u2(c.utf8("v")).u2(c.utf8("D")).u2(1));
  Content frames = c.attribute("StackMapTable", Writer().u2(0));
  Writer handlers;
  handlers.u2(2).u2(0).u2(12).u2(3).u2(c.class_ref("java/lang/Throwable")).u2(4).u2(5).u2(11).u2(0);
  Content body = c.code(4, 3, bytecode, {lines, variables, frames, more_lines}, handlers);
  Content exceptions = c.attribute("Exceptions", Writer().u2(1).u2(c.class_ref("java/io/IOException")));
  Content parameters = c.attribute("MethodParameters", Writer().u1(2).u2(c.utf8("p")).u2(0x10).u2(0).u2(0x1000));
  c.method(0x0001, "run", "(II)V", {body, exceptions, parameters, annotated("Ljdk/internal/reflect/CallerSensitive;")});
  c.method(0x0101, "nat", "(J[D)Lpkg/Rich;", {annotated("Ljava/lang/invoke/LambdaForm$Hidden;"), signature});

  unsigned metafactory = c.handle(6, c.member(10, "pkg/B", "boot", "(Ljava/lang/Object;)Ljava/lang/Object;"));
  unsigned field_handle = c.handle(2, c.member(9, "pkg/Rich", "I", "I"));
  unsigned interface_handle = c.handle(9, c.member(11, "java/lang/Runnable", "run", "()V"));
  unsigned type = c.add(Writer().u1(16).u2(c.utf8("()V")));
  c.dynamic(18, 0, "run", "()Ljava/lang/Runnable;");
  unsigned condy = c.dynamic(17, 1, "constant", "I");
  Writer boot;
  boot.u2(2).u2(metafactory).u2(3).u2(type).u2(interface_handle).u2(condy).u2(metafactory).u2(1).u2(field_handle);
  c.class_attribute(c.attribute("BootstrapMethods", boot));
  c.class_attribute(c.attribute("SourceFile", Writer().u2(c.utf8("Rich.java"))));
  c.class_attribute(signature);
  Writer inner;
  inner.u2(2).u2(c.class_ref("pkg/Rich$In")).u2(c.class_ref("pkg/Rich")).u2(c.utf8("In")).u2(9);
  inner.u2(c.class_ref("pkg/Rich$1")).u2(0).u2(0).u2(0);
  c.class_attribute(c.attribute("InnerClasses", inner));
  c.class_attribute(c.attribute("NestMembers", Writer().u2(1).u2(c.class_ref("pkg/Rich$In"))));
  Writer record;
  record.u2(1).u2(c.utf8("x")).u2(c.utf8("[[I")).u2(1).raw(signature);
  c.class_attribute(c.attribute("Record", record));
  c.class_attribute(c.attribute("PermittedSubclasses", Writer().u2(1).u2(c.class_ref("pkg/Sub"))));
  c.class_attribute(c.attribute("EnclosingMethod", Writer().u2(c.class_ref("pkg/Outer")).u2(c.name_type("m", "()V"))));
  c.class_attribute(c.attribute("Unheard-of", Writer().u4(0xdeadbeef)));
  return c.bytes();
}

// --- jimage ---

namespace {

// Little-endian, as the images of the machines this runs on.
void le4(Content& out, uint32_t value) {
  for (int i = 0; i < 4; ++i) out.push_back(static_cast<uint8_t>(value >> 8 * i));
}
void le8(Content& out, uint64_t value) {
  le4(out, static_cast<uint32_t>(value));
  le4(out, static_cast<uint32_t>(value >> 32));
}

uint32_t hash(const std::string& text, uint32_t seed) {
  for (unsigned char c : text) seed = seed * 0x01000193 ^ c;
  return seed & 0x7fffffff;
}

void attribute(Content& out, unsigned kind, uint64_t value) {
  if (value == 0) return;
  unsigned length = 1;
  while (length < 8 && value >> 8 * length != 0) ++length;
  out.push_back(static_cast<uint8_t>(kind << 3 | (length - 1)));
  for (unsigned i = length; i-- > 0;) out.push_back(static_cast<uint8_t>(value >> 8 * i));
}

}  // namespace

uint32_t ImageMaker::string(const std::string& text) {
  std::string whole = text + '\0';
  size_t found = strings.find('\0' + whole);
  if (found != std::string::npos) return static_cast<uint32_t>(found + 1);
  strings += whole;
  return static_cast<uint32_t>(strings.size() - whole.size());
}

void ImageMaker::package(const std::string& name, const std::string& module) {
  Content pair;
  le4(pair, 0);
  le4(pair, string(module));
  entries.push_back({"/packages/" + name, pair});
}

Content ImageMaker::bytes() {
  // With an even table no seed changes whether two paths fall on slots of the same parity.
  if (entries.size() % 2 == 0) entries.push_back({"/filler/x", {}});
  auto length = static_cast<uint32_t>(entries.size());
  Content locations, resources;
  locations.push_back(0);
  std::vector<uint32_t> starts;
  for (const ImageEntry& e : entries) {
    starts.push_back(static_cast<uint32_t>(locations.size()));
    size_t slash = e.path.find('/', 1);
    std::string module = e.path.substr(1, slash - 1), rest = e.path.substr(slash + 1), parent, extension;
    if (module != "packages") {
      if (size_t last = rest.rfind('/'); last != std::string::npos) {
        parent = rest.substr(0, last);
        rest = rest.substr(last + 1);
      }
      if (size_t dot = rest.rfind('.'); dot != std::string::npos) {
        extension = rest.substr(dot + 1);
        rest = rest.substr(0, dot);
      }
    }
    attribute(locations, 1, string(module));
    attribute(locations, 2, parent.empty() ? 0 : string(parent));
    attribute(locations, 3, string(rest));
    attribute(locations, 4, extension.empty() ? 0 : string(extension));
    attribute(locations, 5, resources.size());
    attribute(locations, 6, e.unpacked != 0 ? e.content.size() : 0);
    attribute(locations, 7, e.unpacked != 0 ? e.unpacked : e.content.size());
    locations.push_back(0);
    resources.insert(resources.end(), e.content.begin(), e.content.end());
  }
  // The table: buckets with one path point at a free slot, those with more have a seed that spreads them.
  std::vector<std::vector<uint32_t>> buckets(length);
  for (uint32_t i = 0; i < length; ++i) buckets[hash(entries[i].path, 0x01000193) % length].push_back(i);
  std::vector<uint32_t> redirect(length, 0), slots(length, UINT32_MAX);
  for (size_t wanted = length; wanted > 1; --wanted) {
    for (uint32_t b = 0; b < length; ++b) {
      if (buckets[b].size() != wanted) continue;
      for (uint32_t seed = 1;; ++seed) {
        if (seed == 10'000'000) throw std::logic_error("no seed");
        std::vector<uint32_t> taken;
        for (uint32_t i : buckets[b]) {
          uint32_t slot = hash(entries[i].path, seed) % length;
          if (slots[slot] != UINT32_MAX) break;
          slots[slot] = i;
          taken.push_back(slot);
        }
        if (taken.size() == wanted) {
          redirect[b] = seed;
          break;
        }
        for (uint32_t slot : taken) slots[slot] = UINT32_MAX;
      }
    }
  }
  uint32_t free = 0;
  for (uint32_t b = 0; b < length; ++b) {
    if (buckets[b].size() != 1) continue;
    while (slots[free] != UINT32_MAX) ++free;
    slots[free] = buckets[b][0];
    redirect[b] = ~free;
  }
  Content out;
  for (uint32_t v : {0xcafedadau, 0x00010000u, 0u, length, length, static_cast<uint32_t>(locations.size()),
                     static_cast<uint32_t>(strings.size())}) {
    le4(out, v);
  }
  for (uint32_t r : redirect) le4(out, r);
  for (uint32_t s : slots) le4(out, starts[s]);
  out.insert(out.end(), locations.begin(), locations.end());
  out.insert(out.end(), strings.begin(), strings.end());
  out.insert(out.end(), resources.begin(), resources.end());
  return out;
}

Content layer(const Content& packed, uint64_t unpacked_size, uint32_t method_name) {
  Content out;
  le4(out, 0xcafefafa);
  le8(out, packed.size());
  le8(out, unpacked_size);
  le4(out, method_name);
  le4(out, 0xffffffff);
  out.push_back(1);
  out.insert(out.end(), packed.begin(), packed.end());
  return out;
}

Content deflated(const Content& content) {
  uLongf size = compressBound(content.size());
  Content out(size);
  if (compress(out.data(), &size, content.data(), content.size()) != Z_OK) throw std::logic_error("compress");
  out.resize(size);
  return out;
}

}  // namespace jmc::classfile::test
