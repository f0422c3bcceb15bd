#include "classfile/class_writer.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

#include "classfile/descriptor.hpp"

namespace jmc::classfile {
namespace {

void put1(std::string& out, unsigned v) { out += static_cast<char>(v); }
void put2(std::string& out, unsigned v) {
  put1(out, v >> 8);
  put1(out, v);
}
void put4(std::string& out, uint32_t v) {
  put2(out, v >> 16);
  put2(out, v);
}

std::string entry(Tag tag) { return std::string(1, static_cast<char>(tag)); }

}  // namespace

Signature parse_signature(std::string_view d) {
  if (!is_method_descriptor(d)) throw std::invalid_argument("malformed descriptor " + std::string(d));
  Signature out;
  for (const std::string_view type : ParameterTypes(d)) out.params.push_back(type);
  out.result = result_type(d);
  return out;
}

int slots_of(const Signature& signature) {
  int slots = 0;
  for (std::string_view p : signature.params) slots += slots_of(letter_of(p));
  return slots;
}

std::string_view class_entry(std::string_view d) { return d[0] == 'L' ? d.substr(1, d.size() - 2) : d; }

std::string descriptor_of_class(std::string_view name) {
  return name[0] == '[' ? std::string(name) : "L" + std::string(name) + ";";
}

// --- ClassWriter

ClassWriter::ClassWriter(uint16_t flags, std::string_view name, std::string_view super,
                         const std::vector<std::string>& interfaces)
    : name_(name), flags_(flags) {
  this_ = klass(name);
  super_ = klass(super);
  for (const std::string& i : interfaces) interfaces_.push_back(klass(i));
}

uint16_t ClassWriter::add(const std::string& bytes, int slots) {
  const auto [it, fresh] = entries_.try_emplace(bytes, static_cast<uint16_t>(pool_count_));
  if (fresh) {
    pool_ += bytes;
    pool_count_ += slots;
    if (pool_count_ > 65535) throw std::length_error("constant pool of " + name_ + " is full");
  }
  return it->second;
}

uint16_t ClassWriter::utf8(std::string_view text) {
  if (text.size() > 65535) throw std::length_error("text too long for a constant pool");
  std::string e = entry(Tag::Utf8);
  put2(e, static_cast<unsigned>(text.size()));
  return add(e.append(text));
}

uint16_t ClassWriter::klass(std::string_view class_entry_name) {
  std::string e = entry(Tag::Class);
  put2(e, utf8(class_entry_name));
  return add(e);
}

uint16_t ClassWriter::string(std::string_view text) {
  std::string e = entry(Tag::String);
  put2(e, utf8(text));
  return add(e);
}

uint16_t ClassWriter::integer(int32_t value) {
  std::string e = entry(Tag::Integer);
  put4(e, static_cast<uint32_t>(value));
  return add(e);
}

uint16_t ClassWriter::float_bits(uint32_t bits) {
  std::string e = entry(Tag::Float);
  put4(e, bits);
  return add(e);
}

uint16_t ClassWriter::long_value(int64_t value) {
  std::string e = entry(Tag::Long);
  put4(e, static_cast<uint32_t>(static_cast<uint64_t>(value) >> 32));
  put4(e, static_cast<uint32_t>(value));
  return add(e, 2);
}

uint16_t ClassWriter::double_bits(uint64_t bits) {
  std::string e = entry(Tag::Double);
  put4(e, static_cast<uint32_t>(bits >> 32));
  put4(e, static_cast<uint32_t>(bits));
  return add(e, 2);
}

uint16_t ClassWriter::name_and_type(std::string_view name, std::string_view descriptor) {
  std::string e = entry(Tag::NameAndType);
  put2(e, utf8(name));
  put2(e, utf8(descriptor));
  return add(e);
}

uint16_t ClassWriter::member(Tag tag, std::string_view owner, std::string_view name, std::string_view descriptor) {
  std::string e = entry(tag);
  put2(e, klass(owner));
  put2(e, name_and_type(name, descriptor));
  return add(e);
}

uint16_t ClassWriter::method_type(std::string_view descriptor) {
  need_version(51);
  std::string e = entry(Tag::MethodType);
  put2(e, utf8(descriptor));
  return add(e);
}

uint16_t ClassWriter::copy_constant(const ClassFile& from, uint16_t index) {
  const ConstantPool& pool = from.pool;
  std::string e = entry(pool.tag(index));
  switch (pool.tag(index)) {
    case Tag::Integer: return integer(pool.integer(index));
    case Tag::Float: return float_bits(std::bit_cast<uint32_t>(pool.float_value(index)));
    case Tag::Long: return long_value(pool.long_value(index));
    case Tag::Double: return double_bits(std::bit_cast<uint64_t>(pool.double_value(index)));
    case Tag::String: return string(pool.string(index));
    case Tag::Class: return klass(pool.class_name(index));
    case Tag::MethodType: return method_type(pool.method_type(index));
    case Tag::MethodHandle: {
      const auto handle = pool.method_handle(index);
      const auto m = pool.member(handle.index);
      need_version(52);
      put1(e, handle.kind);
      put2(e, member(pool.tag(handle.index), m.owner, m.name, m.descriptor));
      return add(e);
    }
    case Tag::Dynamic: {
      const auto d = pool.dynamic(index);
      need_version(55);
      put2(e, bootstrap(from, d.bootstrap));
      put2(e, name_and_type(d.name, d.descriptor));
      return add(e);
    }
    default: throw std::invalid_argument("constant pool entry " + std::to_string(index) + " is no loadable constant");
  }
}

uint16_t ClassWriter::bootstrap(const ClassFile& from, uint16_t index) {
  const BootstrapMethod& b = from.bootstrap_methods.at(index);
  std::string record;
  put2(record, copy_constant(from, b.handle));
  put2(record, static_cast<unsigned>(b.arguments.size()));
  for (uint16_t a : b.arguments) put2(record, copy_constant(from, a));
  const auto it = std::find(bootstraps_.begin(), bootstraps_.end(), record);
  const auto at = it - bootstraps_.begin();
  if (it == bootstraps_.end()) bootstraps_.push_back(record);
  return static_cast<uint16_t>(at);
}

void ClassWriter::field(uint16_t flags, std::string_view name, std::string_view descriptor) {
  put2(fields_, flags);
  put2(fields_, utf8(name));
  put2(fields_, utf8(descriptor));
  put2(fields_, 0);
  ++field_count_;
}

void ClassWriter::method(uint16_t flags, std::string_view name, std::string_view descriptor, const CodeWriter& w) {
  std::string code = w.code_;
  if (code.size() > 65535) throw std::length_error("code of " + name_ + "." + std::string(name) + " is too long");
  for (const CodeWriter::Fixup& f : w.fixups_) {
    const long offset = w.targets_[f.label].at - static_cast<long>(f.from);
    if (offset < -32768 || offset > 32767)
      throw std::length_error("jump too far in " + name_ + "." + std::string(name));
    code[f.operand] = static_cast<char>(offset >> 8);
    code[f.operand + 1] = static_cast<char>(offset);
  }
  put2(methods_, flags);
  put2(methods_, utf8(name));
  put2(methods_, utf8(descriptor));
  put2(methods_, 1);
  put2(methods_, utf8("Code"));
  const size_t lines = w.lines_.empty() ? 0 : 8 + 4 * w.lines_.size();
  put4(methods_, static_cast<uint32_t>(12 + code.size() + 8 * w.handlers_.size() + lines));
  put2(methods_, w.max_depth_);
  put2(methods_, w.max_locals_);
  put4(methods_, static_cast<uint32_t>(code.size()));
  methods_ += code;
  put2(methods_, static_cast<unsigned>(w.handlers_.size()));
  for (const CodeWriter::Entry& e : w.handlers_) {
    put2(methods_, w.targets_[e.start].at);
    put2(methods_, w.targets_[e.end].at);
    put2(methods_, w.targets_[e.handler].at);
    put2(methods_, e.caught);
  }
  put2(methods_, lines ? 1 : 0);
  if (lines) {
    put2(methods_, utf8("LineNumberTable"));
    put4(methods_, static_cast<uint32_t>(lines - 6));
    put2(methods_, static_cast<unsigned>(w.lines_.size()));
    for (const auto& [at, number] : w.lines_)
      put2(methods_, static_cast<unsigned>(at)), put2(methods_, static_cast<unsigned>(number));
  }
  ++method_count_;
}

void ClassWriter::bodiless_method(uint16_t flags, std::string_view name, std::string_view descriptor) {
  put2(methods_, flags);
  put2(methods_, utf8(name));
  put2(methods_, utf8(descriptor));
  put2(methods_, 0);
  ++method_count_;
}

std::vector<uint8_t> ClassWriter::finish() const {
  std::string body;
  put2(body, flags_);
  put2(body, this_);
  put2(body, super_);
  put2(body, static_cast<unsigned>(interfaces_.size()));
  for (uint16_t i : interfaces_) put2(body, i);
  put2(body, field_count_);
  body += fields_;
  put2(body, method_count_);
  body += methods_;
  ClassWriter* self = const_cast<ClassWriter*>(this);  // the attribute's name may still have to enter the pool
  put2(body, (bootstraps_.empty() ? 0 : 1) + (source_file_.empty() ? 0 : 1));
  if (!source_file_.empty()) {
    put2(body, self->utf8("SourceFile"));
    put4(body, 2);
    put2(body, self->utf8(source_file_));
  }
  if (!bootstraps_.empty()) {
    std::string records;
    for (const std::string& b : bootstraps_) records += b;
    put2(body, self->utf8("BootstrapMethods"));
    put4(body, static_cast<uint32_t>(2 + records.size()));
    put2(body, static_cast<unsigned>(bootstraps_.size()));
    body += records;
  }
  std::string out;
  put4(out, 0xCAFEBABE);
  put2(out, 0);
  put2(out, major_);
  put2(out, pool_count_);
  out += pool_;
  out += body;
  return {out.begin(), out.end()};
}

// --- CodeWriter

void CodeWriter::change(int delta) {
  depth_ += delta;
  max_depth_ = std::max(max_depth_, depth_);
}

void CodeWriter::op(uint8_t opcode, int stack_change) {
  u1(opcode);
  change(stack_change);
  if (opcode == bc::goto_ || opcode == bc::athrow || (opcode >= bc::ireturn && opcode <= bc::return_))
    reachable_ = false;
}

void CodeWriter::slot_op(uint8_t opcode, uint8_t short_form, int slot) {
  if (slot < 4) {
    u1(short_form + slot);
  } else if (slot < 256) {
    u1(opcode);
    u1(slot);
  } else {
    u1(bc::wide);
    u1(opcode);
    u2(slot);
  }
}

namespace {
// Position of a type in the families iload/lload/fload/dload/aload.
int family(char type) {
  switch (type) {
    case 'J': return 1;
    case 'F': return 2;
    case 'D': return 3;
    case 'L':
    case '[': return 4;
    default: return 0;
  }
}
}  // namespace

void CodeWriter::load(char type, int slot) {
  const int f = family(type);
  slot_op(static_cast<uint8_t>(bc::iload + f), static_cast<uint8_t>(bc::iload_0 + 4 * f), slot);
  max_locals_ = std::max(max_locals_, slot + slots_of(type));
  change(slots_of(type));
}

void CodeWriter::store(char type, int slot) {
  const int f = family(type);
  slot_op(static_cast<uint8_t>(bc::istore + f), static_cast<uint8_t>(bc::istore_0 + 4 * f), slot);
  max_locals_ = std::max(max_locals_, slot + slots_of(type));
  change(-slots_of(type));
}

void CodeWriter::ret(char type) {
  if (type == 'V') {
    op(bc::return_, 0);
  } else {
    op(static_cast<uint8_t>(bc::ireturn + family(type)), -slots_of(type));
  }
}

int CodeWriter::new_local(char type) {
  const int slot = max_locals_;
  max_locals_ += slots_of(type);
  return slot;
}

void CodeWriter::push_int(int32_t value) {
  if (value >= -1 && value <= 5) {
    u1(static_cast<unsigned>(bc::iconst_0 + value));
  } else if (value >= -128 && value < 128) {
    u1(bc::bipush);
    u1(static_cast<unsigned>(value));
  } else if (value >= -32768 && value < 32768) {
    u1(bc::sipush);
    u2(static_cast<unsigned>(value));
  } else {
    return push_pool(cls_.integer(value), 'I');
  }
  change(1);
}

void CodeWriter::push_string(std::string_view text) { push_pool(cls_.string(text), 'L'); }
void CodeWriter::push_class(std::string_view name) { push_pool(cls_.klass(name), 'L'); }

void CodeWriter::push_pool(uint16_t index, char type) {
  if (slots_of(type) == 2) {
    u1(bc::ldc2_w);
    u2(index);
  } else if (index < 256) {
    u1(bc::ldc);
    u1(index);
  } else {
    u1(bc::ldc_w);
    u2(index);
  }
  change(slots_of(type));
}

void CodeWriter::pop(char type) {
  if (type != 'V') op(slots_of(type) == 2 ? bc::pop2 : bc::pop, -slots_of(type));
}

void CodeWriter::field(uint8_t opcode, std::string_view owner, std::string_view name, std::string_view descriptor) {
  u1(opcode);
  u2(cls_.member(Tag::Fieldref, owner, name, descriptor));
  const int value = slots_of(letter_of(descriptor));
  const int object = opcode >= bc::getfield ? 1 : 0;
  const bool put = opcode == bc::putstatic || opcode == bc::putfield;
  change((put ? -value : value) - object);
}

void CodeWriter::invoke(uint8_t opcode, std::string_view owner, std::string_view name, std::string_view descriptor,
                        bool interface_owner) {
  const Signature s = parse_signature(descriptor);
  const int args = slots_of(s) + (opcode == bc::invokestatic ? 0 : 1);
  u1(opcode);
  u2(cls_.member(interface_owner ? Tag::InterfaceMethodref : Tag::Methodref, owner, name, descriptor));
  if (interface_owner && opcode != bc::invokeinterface) cls_.need_version(52);
  if (opcode == bc::invokeinterface) {
    u1(static_cast<unsigned>(args));
    u1(0);
  }
  change(slots_of(letter_of(s.result)) - args);
}

void CodeWriter::type(uint8_t opcode, std::string_view name) {
  u1(opcode);
  u2(cls_.klass(name));
  change(opcode == bc::new_ ? 1 : 0);
}

CodeWriter::Target& CodeWriter::target_of(Label& label) {
  if (label.id < 0) {
    label.id = static_cast<int>(targets_.size());
    targets_.emplace_back();
  }
  return targets_[label.id];
}

void CodeWriter::jump(uint8_t opcode, Label& target) {
  int operands = 0;
  if (opcode >= bc::if_icmpeq && opcode <= bc::if_acmpne) {
    operands = 2;
  } else if (opcode != bc::goto_) {
    operands = 1;
  }
  const size_t from = code_.size();
  op(opcode, -operands);
  target_of(target).depth = depth_;
  fixups_.push_back({from, code_.size(), target.id});
  u2(0);
}

void CodeWriter::bind(Label& label) {
  Target& p = target_of(label);
  p.at = static_cast<int>(code_.size());
  if (!reachable_ && p.depth >= 0) depth_ = p.depth;
  reachable_ = true;
}

void CodeWriter::handler(const Label& start, const Label& end, Label& handler, std::string_view caught) {
  target_of(handler).depth = 1;
  max_depth_ = std::max(max_depth_, 1);
  handlers_.push_back({start.id, end.id, handler.id, caught.empty() ? uint16_t{0} : cls_.klass(caught)});
}

}  // namespace jmc::classfile
