#include "listeners/names.hpp"

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdio>

#include "vm/native.hpp"

namespace jmc::listeners {

using vm::Ref;

std::string thread_name(const vm::Vm& vm, por::ThreadId t) {
  const Ref object = vm.thread(t).s.object;
  const Ref name = object ? vm.thread_name_of(object) : vm::kNull;
  return name ? vm.string_utf8(name) : std::string();
}

std::string thread_label(const vm::Vm& vm, por::ThreadId t) {
  const std::string name = thread_name(vm, t);
  return "thread " + std::to_string(t) + (name.empty() ? "" : " " + quoted(name, 40));
}

std::string quoted(std::string_view text, size_t limit) {
  std::string out = "\"";
  size_t shown = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const unsigned char c = static_cast<unsigned char>(text[i]);
    if ((c & 0xC0) != 0x80 && ++shown > limit) return out + "...\"";
    if (c == '\n') out += "\\n";
    else if (c == '\t') out += "\\t";
    else if (c == '\r') out += "\\r";
    else if (c == '"' || c == '\\') (out += '\\') += static_cast<char>(c);
    else if (c < 0x20 || c == 0x7f) {
      char hex[8];
      std::snprintf(hex, sizeof hex, "\\u%04x", c);
      out += hex;
    } else out += static_cast<char>(c);
  }
  return out + "\"";
}

std::string simple_class_name(std::string_view name) {
  std::string brackets;
  if (!name.empty() && name[0] == '[') {
    size_t dims = 0;
    while (dims < name.size() && name[dims] == '[') ++dims, brackets += "[]";
    name.remove_prefix(dims);
    if (name.size() > 1 && name[0] == 'L' && name.back() == ';') {
      name = name.substr(1, name.size() - 2);
    } else if (name.size() == 1) {
      static constexpr std::pair<char, const char*> kPrimitives[] = {{'Z', "boolean"}, {'B', "byte"},  {'C', "char"},
                                                                     {'S', "short"},   {'I', "int"},   {'J', "long"},
                                                                     {'F', "float"},   {'D', "double"}};
      for (const auto& [letter, word] : kPrimitives)
        if (letter == name[0]) return word + brackets;
    }
  }
  // The class of a lambda has an address in its name, which tells nobody anything.
  if (const size_t lambda = name.find("$$Lambda"); lambda != std::string_view::npos) name = name.substr(0, lambda + 8);
  const size_t slash = name.find_last_of("./");
  if (slash != std::string_view::npos) name.remove_prefix(slash + 1);
  if (const size_t dollar = name.find("$$Lambda"); dollar != std::string_view::npos)
    return std::string(name) + brackets;
  const size_t dollar = name.rfind('$');
  // Local and anonymous classes have a number there: "Queue$1" says more than "1".
  if (dollar != std::string_view::npos && dollar + 1 < name.size() &&
      !(name[dollar + 1] >= '0' && name[dollar + 1] <= '9'))
    name.remove_prefix(dollar + 1);
  return std::string(name) + brackets;
}

std::string simple_class_name(const vm::Klass& klass) {
  const vm::Klass* k = &klass;
  std::string brackets;
  for (; k->element; k = k->element) brackets += "[]";
  if (k->file && !k->hidden && k->name.find('$') != std::string::npos) {
    const std::string_view name = k->name;
    const std::vector<classfile::InnerClass>& all = k->file->inner_classes;
    const auto own =
        std::find_if(all.begin(), all.end(), [&](const classfile::InnerClass& i) { return i.inner == name; });
    if (own == all.end()) return std::string(name.substr(name.rfind('/') + 1)) + brackets;
    if (!own->outer.empty() && !own->name.empty()) return std::string(own->name) + brackets;
  }
  return simple_class_name(k->external_name()) + brackets;
}

namespace {

std::string floating(double v, bool single) {
  if (std::isnan(v)) return "NaN";
  if (std::isinf(v)) return v < 0 ? "-Infinity" : "Infinity";
  char text[64];
  const auto end = single ? std::to_chars(text, text + sizeof text, static_cast<float>(v)).ptr
                          : std::to_chars(text, text + sizeof text, v).ptr;
  std::string out(text, end);
  return out.find_first_of(".e") == std::string::npos ? out + ".0" : out;
}

// The type letter of a boxed value's field, or 0.
char boxed_type(std::string_view klass) {
  static constexpr std::pair<std::string_view, char> kBoxes[] = {
      {"java/lang/Integer", 'I'},   {"java/lang/Long", 'J'},    {"java/lang/Short", 'S'}, {"java/lang/Byte", 'B'},
      {"java/lang/Character", 'C'}, {"java/lang/Boolean", 'Z'}, {"java/lang/Float", 'F'}, {"java/lang/Double", 'D'}};
  for (const auto& [name, type] : kBoxes)
    if (name == klass) return type;
  return 0;
}

}  // namespace

std::string ObjectNames::object(Ref r) {
  if (!r) return "null";
  if (r < vm::Heap::kFirstRef) return "?";
  if (const auto it = names_.find(r); it != names_.end()) return it->second;
  const vm::Klass* k = vm_.klass_of(r);
  std::string name;
  if (k == vm_.known->string) {
    name = quoted(vm_.string_utf8(r), 24);
  } else if (const char type = boxed_type(k->name)) {
    if (const vm::Field* f = k->find_field("value"))
      name = value(type, f->wide() ? vm_.heap.load<uint64_t>(r, f->offset) : vm_.heap.load<uint32_t>(r, f->offset));
  } else if (k == vm_.known->klass) {
    if (const vm::Klass* of = vm_.klass_of_mirror(r)) name = simple_class_name(*of) + ".class";
  } else if (const por::ThreadId t = k->thread_class ? vm_.thread_of(r) : por::kNoThread; t != por::kNoThread) {
    name = "thread " + std::to_string(t);  // its Java name is in the head of its column
  } else if (k->kind == vm::KlassKind::Statics) {
    name = simple_class_name(*k->statics_of);
  } else {
    const vm::Klass* base = k;
    while (base && base->name != "java/lang/Enum") base = base->super;
    const vm::Field* f = base ? base->find_field("name") : nullptr;
    const Ref text = f ? vm_.get_ref(r, f) : vm::kNull;
    if (text) name = simple_class_name(k->super == base ? *k : *k->super) + "." + vm_.string_utf8(text);
  }
  if (name.empty()) {
    name = simple_class_name(*k);
    name += "#" + std::to_string(++counts_[name]);
  }
  names_.emplace(r, name);
  return name;
}

std::string ObjectNames::value(char type, uint64_t bits) {
  switch (type) {
    case 'Z': return (bits & 1) ? "true" : "false";
    case 'B': return std::to_string(static_cast<int8_t>(bits));
    case 'S': return std::to_string(static_cast<int16_t>(bits));
    case 'I': return std::to_string(static_cast<int32_t>(bits));
    case 'J': return std::to_string(static_cast<int64_t>(bits));
    case 'F': return floating(std::bit_cast<float>(static_cast<uint32_t>(bits)), true);
    case 'D': return floating(std::bit_cast<double>(bits), false);
    case 'C': {
      const uint16_t c = static_cast<uint16_t>(bits);
      if (c >= 0x20 && c < 0x7f) return std::string("'") + static_cast<char>(c) + "'";
      char text[16];
      std::snprintf(text, sizeof text, "'\\u%04x'", c);
      return text;
    }
    default: return object(static_cast<Ref>(bits));
  }
}

}  // namespace jmc::listeners
