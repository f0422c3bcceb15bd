// Class-file bytecode into the internal instruction stream.
//
// One instruction becomes one Insn, so instruction indices and byte offsets map one to one. jsr/ret subroutines (class
// files before version 50) are copied once per call: each copy of the method belongs to one chain of jsr calls, in
// which ret is a plain jump. What a copy cannot reach is left out of it.
#include <algorithm>
#include <bit>

#include "classfile/bytecode.hpp"
#include "vm/class/observers.hpp"
#include "vm/class/verify.hpp"
#include "vm/code/bytecodes.hpp"
#include "vm/code/draws.hpp"
#include "vm/code/insn.hpp"
#include "vm/code/paired_monitors.hpp"
#include "vm/vm.hpp"

namespace jmc::vm {

namespace bc = classfile::bc;

namespace {

using classfile::FormatError;

constexpr uint32_t kNone = ~0u;

// A subroutine, entered at `entry`, as called from the copy `parent` by the jsr before `return_bci`.
struct Copy {
  uint32_t parent, return_bci, entry;
  std::vector<bool> reached;
};

class Translator {
 public:
  Translator(Vm& vm, Method& m) : vm_(vm), m_(m), file_(*m.owner->file), code_(*m.file->code), bytes_(code_.bytecode) {}

  ~Translator() {
    for (Insn& i : insns_)
      if (!published_ && (i.op == Opc::TableSwitch || i.op == Opc::LookupSwitch)) delete i.table;
  }

  void run() {
    find_starts();
    copies_.push_back({kNone, 0, 0, {}});
    if (has_subroutines_) find_copies();
    for (size_t c = 0; c < copies_.size(); ++c) {
      current_ = static_cast<uint32_t>(c);
      for (uint32_t bci : starts_) {
        if (has_subroutines_ && !copies_[c].reached[index_[bci]]) put(bci, Opc::FallOff);
        else emit(bci);
      }
    }
    insns_.push_back({.op = Opc::FallOff});
    m_.bci.push_back(static_cast<uint16_t>(bytes_.size() - 1));
    m_.code_length = static_cast<uint32_t>(insns_.size());
    for (uint32_t c = 0; c < copies_.size(); ++c) emit_handlers(c);
    m_.code = new Insn[insns_.size()];
    std::copy(insns_.begin(), insns_.end(), m_.code);
    published_ = true;
  }

 private:
  [[noreturn]] void fail(uint32_t bci, const std::string& what) const {
    throw FormatError(m_.owner->origin + ": method " + m_.owner->external_name() + "." + std::string(m_.name) +
                      std::string(m_.descriptor) + ", bytecode offset " + std::to_string(bci) + ": " + what);
  }
  uint8_t u1(uint32_t at, uint32_t bci) const {
    if (at >= bytes_.size()) fail(bci, "instruction runs past the end of the code");
    return bytes_[at];
  }
  uint16_t u2(uint32_t at, uint32_t bci) const { return static_cast<uint16_t>(u1(at, bci) << 8 | u1(at + 1, bci)); }
  int32_t s4(uint32_t at, uint32_t bci) const {
    return static_cast<int32_t>(uint32_t{u2(at, bci)} << 16 | u2(at + 2, bci));
  }

  uint32_t length_at(uint32_t bci) const {
    const uint8_t op = bytes_[bci];
    if (op >= kOpcodes) fail(bci, "unknown opcode " + std::to_string(op));
    if (kOpcodeLengths[op]) return kOpcodeLengths[op];
    if (op == bc::wide) return u1(bci + 1, bci) == bc::iinc ? 6 : 4;
    const uint32_t base = (bci + 4) & ~3u;
    if (op == bc::tableswitch) {
      const int64_t low = s4(base + 4, bci), high = s4(base + 8, bci);
      if (high < low || (high - low + 1) * 4 > static_cast<int64_t>(bytes_.size()))
        fail(bci, "tableswitch bounds out of order or too large");
      return static_cast<uint32_t>(base + 12 + (high - low + 1) * 4 - bci);
    }
    const int64_t pairs = s4(base + 4, bci);
    if (pairs < 0 || pairs * 8 > static_cast<int64_t>(bytes_.size())) fail(bci, "lookupswitch count out of range");
    return static_cast<uint32_t>(base + 8 + pairs * 8 - bci);
  }

  void find_starts() {
    index_.assign(bytes_.size() + 1, kNone);
    for (uint32_t bci = 0; bci < bytes_.size();) {
      index_[bci] = static_cast<uint32_t>(starts_.size());
      starts_.push_back(bci);
      const uint32_t n = length_at(bci);
      if (bci + n > bytes_.size()) fail(bci, "instruction runs past the end of the code");
      if (bytes_[bci] == bc::jsr || bytes_[bci] == bc::jsr_w) has_subroutines_ = true;
      bci += n;
    }
    if (starts_.empty()) fail(0, "empty code");
  }

  uint32_t target(uint32_t bci, int64_t offset) const { return target_in(current_, bci, offset); }
  uint32_t target_in(uint32_t copy, uint32_t bci, int64_t offset) const {
    const int64_t to = bci + offset;
    if (to < 0 || to >= static_cast<int64_t>(bytes_.size()) || index_[to] == kNone)
      fail(bci, "jump to offset " + std::to_string(to) + ", which is not the start of an instruction");
    return static_cast<uint32_t>(copy * starts_.size() + index_[to]);
  }

  // The copy for the subroutine at `entry` called by the jsr at `bci` of the current copy. A subroutine cannot call
  // itself: if it is on the chain already, it was left by a jump (a `continue` in a finally block), and what is left is
  // its caller's code.
  uint32_t subroutine(uint32_t bci, uint32_t length, uint32_t entry) {
    uint32_t parent = current_;
    for (uint32_t c = current_, depth = 0; c != kNone; c = copies_[c].parent) {
      if (++depth > 16) fail(bci, "jsr nested more than 16 deep");
      if (c && copies_[c].entry == entry) parent = copies_[c].parent;
    }
    for (uint32_t c = 1; c < copies_.size(); ++c)
      if (copies_[c].parent == parent && copies_[c].return_bci == bci + length && copies_[c].entry == entry) return c;
    if (copies_.size() > 255 || copies_.size() * starts_.size() > 200'000) fail(bci, "too many jsr calls");
    copies_.push_back({parent, bci + length, entry, std::vector<bool>(starts_.size())});
    return static_cast<uint32_t>(copies_.size() - 1);
  }
  int64_t jump_offset(uint32_t bci, uint8_t op) const {
    return op >= bc::goto_w ? s4(bci + 1, bci) : static_cast<int16_t>(u2(bci + 1, bci));
  }

  // Follows the flow of control through all copies.
  void find_copies() {
    copies_[0].reached.resize(starts_.size());
    std::vector<std::pair<uint32_t, uint32_t>> work;  // copy, instruction
    const auto reach = [&](uint32_t copy, uint32_t from, int64_t offset) {
      const uint32_t i = target_in(0, from, offset);
      if (copies_[copy].reached[i]) return;
      copies_[copy].reached[i] = true;
      work.push_back({copy, i});
    };
    reach(0, 0, 0);
    while (!work.empty()) {
      const auto [copy, i] = work.back();
      work.pop_back();
      current_ = copy;
      const uint32_t bci = starts_[i], length = length_at(bci);
      const uint8_t op = bytes_[bci];
      for (const auto& e : code_.exceptions)
        if (bci >= e.start && bci < e.end) reach(copy, e.handler, 0);
      bool goes_on = !((op >= bc::goto_ && op <= bc::return_) || op == bc::athrow || op == bc::goto_w ||
                       op == bc::jsr_w || (op == bc::wide && u1(bci + 1, bci) == bc::ret));
      if (op == bc::jsr || op == bc::jsr_w) {
        const uint32_t c = subroutine(bci, length, target_in(0, bci, jump_offset(bci, op)));
        reach(c, starts_[copies_[c].entry], 0);
        if (bci + length < bytes_.size()) reach(copies_[c].parent, bci + length, 0);
      } else if ((op >= bc::ifeq && op <= bc::goto_) || op == bc::ifnull || op == bc::ifnonnull || op == bc::goto_w) {
        reach(copy, bci, jump_offset(bci, op));
      } else if (op == bc::tableswitch || op == bc::lookupswitch) {
        const uint32_t base = (bci + 4) & ~3u;
        reach(copy, bci, s4(base, bci));
        const uint32_t step = op == bc::tableswitch ? 4 : 8;
        for (uint32_t at = base + 12; at < bci + length; at += step) reach(copy, bci, s4(at, bci));
      }
      if (goes_on && bci + length < bytes_.size()) reach(copy, bci + length, 0);
    }
  }

  void put(uint32_t bci, Opc op, uint32_t b = 0, uint64_t imm = 0, uint16_t a = 0) {
    Insn i;
    i.op = op;
    i.a = a;
    i.b = b;
    i.imm = imm;
    insns_.push_back(i);
    m_.bci.push_back(static_cast<uint16_t>(bci));
  }
  void local(uint32_t bci, Opc op, uint32_t index) {
    if (index + (op == Opc::Load2 || op == Opc::Store2 ? 1 : 0) >= m_.max_locals)
      fail(bci, "local variable " + std::to_string(index) + " but max_locals is " + std::to_string(m_.max_locals));
    put(bci, op, index);
  }
  // Conditional and unconditional jumps: b = target, a = 1 for a jump backwards (counted against the step limit).
  void jump(uint32_t bci, Opc op, uint32_t to) { put(bci, op, to, 0, to <= insns_.size()); }
  void pool(uint32_t bci, Opc op, uint16_t index, std::initializer_list<classfile::Tag> tags, uint16_t a = 0) {
    const auto tag = index < file_.pool.size() ? file_.pool.tag(index) : classfile::Tag::None;
    if (std::find(tags.begin(), tags.end(), tag) == tags.end())
      fail(bci, "constant pool index " + std::to_string(index) + " has the wrong kind for this instruction");
    put(bci, op, index, 0, a);
  }
  void call(uint32_t bci, Opc op, std::initializer_list<classfile::Tag> tags) {
    const uint16_t index = u2(bci + 1, bci);
    pool(bci, op, index, tags);
    if (tells_late_) tell_observer(vm_, file_.pool.member(index));
  }

  void emit(uint32_t bci);
  void emit_wide(uint32_t bci);
  void emit_switch(uint32_t bci, uint8_t op);
  void emit_ldc(uint32_t bci, uint16_t index, bool wide);

  void emit_handlers(uint32_t copy) {
    const uint32_t base = static_cast<uint32_t>(copy * starts_.size());
    for (const auto& e : code_.exceptions) {
      const uint32_t end = e.end == bytes_.size() ? static_cast<uint32_t>(starts_.size()) : index_at(e.end);
      m_.handlers.push_back({base + index_at(e.start), base + end, base + index_at(e.handler), e.catch_type});
    }
  }
  uint32_t index_at(uint32_t bci) const {
    if (bci >= bytes_.size() || index_[bci] == kNone)
      fail(bci, "exception table points into the middle of an instruction");
    return index_[bci];
  }

  Vm& vm_;
  Method& m_;
  const classfile::ClassFile& file_;
  const classfile::Code& code_;
  std::span<const uint8_t> bytes_;
  std::vector<uint32_t> starts_, index_;
  std::vector<Copy> copies_;
  uint32_t current_ = 0;
  std::vector<Insn> insns_;
  const bool tells_late_ = tells_late(*m_.owner);
  bool has_subroutines_ = false, published_ = false;
};

void Translator::emit_ldc(uint32_t bci, uint16_t index, bool wide) {
  using classfile::Tag;
  const auto& p = file_.pool;
  const Tag tag = index < p.size() ? p.tag(index) : Tag::None;
  switch (tag) {
    case Tag::Integer:
      if (!wide) return put(bci, Opc::IConst, static_cast<uint32_t>(p.integer(index)));
      break;
    case Tag::Float:
      if (!wide) return put(bci, Opc::IConst, std::bit_cast<uint32_t>(p.float_value(index)));
      break;
    case Tag::Long:
      if (wide) return put(bci, Opc::LConst, 0, static_cast<uint64_t>(p.long_value(index)));
      break;
    case Tag::Double:
      if (wide) return put(bci, Opc::LConst, 0, std::bit_cast<uint64_t>(p.double_value(index)));
      break;
    case Tag::String:
    case Tag::Class:
    case Tag::MethodType:
    case Tag::MethodHandle:
      if (!wide) return put(bci, Opc::LdcU, index);
      break;
    case Tag::Dynamic: {
      const char t = p.dynamic(index).descriptor[0];
      if ((t == 'J' || t == 'D') != wide) break;
      return put(bci, wide ? Opc::Ldc2U : Opc::LdcU, index);
    }
    default: break;
  }
  fail(bci, "constant pool index " + std::to_string(index) + " cannot be loaded by this instruction");
}

void Translator::emit_switch(uint32_t bci, uint8_t op) {
  auto table = std::make_unique<SwitchTable>();
  const uint32_t base = (bci + 4) & ~3u;
  table->otherwise = target(bci, s4(base, bci));
  const int64_t n = op == bc::tableswitch ? int64_t{s4(base + 8, bci)} - s4(base + 4, bci) + 1 : s4(base + 4, bci);
  if (op == bc::tableswitch) {
    table->low = s4(base + 4, bci);
    for (int64_t i = 0; i < n; ++i)
      table->targets.push_back(target(bci, s4(static_cast<uint32_t>(base + 12 + 4 * i), bci)));
  } else {
    for (int64_t i = 0; i < n; ++i) {
      table->keys.push_back(s4(static_cast<uint32_t>(base + 8 + 8 * i), bci));
      table->targets.push_back(target(bci, s4(static_cast<uint32_t>(base + 12 + 8 * i), bci)));
      if (i && table->keys[i] <= table->keys[i - 1]) fail(bci, "lookupswitch keys are not sorted");
    }
  }
  put(bci, op == bc::tableswitch ? Opc::TableSwitch : Opc::LookupSwitch);
  insns_.back().table = table.release();
}

void Translator::emit_wide(uint32_t bci) {
  const uint8_t op = u1(bci + 1, bci);
  const uint16_t index = u2(bci + 2, bci);
  switch (op) {
    case bc::iload:
    case bc::fload:
    case bc::aload: return local(bci, Opc::Load, index);
    case bc::lload:
    case bc::dload: return local(bci, Opc::Load2, index);
    case bc::istore:
    case bc::fstore:
    case bc::astore: return local(bci, Opc::Store, index);
    case bc::lstore:
    case bc::dstore: return local(bci, Opc::Store2, index);
    case bc::iinc:
      local(bci, Opc::IInc, index);
      insns_.back().imm = static_cast<uint64_t>(static_cast<int64_t>(static_cast<int16_t>(u2(bci + 4, bci))));
      return;
    case bc::ret:
      if (copies_[current_].parent == kNone) return put(bci, Opc::FallOff);
      return jump(bci, Opc::Goto,
                  target_in(copies_[current_].parent, bci, int64_t{copies_[current_].return_bci} - bci));
    default: fail(bci, "wide before opcode " + std::to_string(op));
  }
}

void Translator::emit(uint32_t bci) {
  using classfile::Tag;
  const uint8_t op = bytes_[bci];
  const auto simple = [&](Opc o) { put(bci, o); };
  if (op >= bc::iconst_m1 && op <= bc::iconst_5) return put(bci, Opc::IConst, static_cast<uint32_t>(op - bc::iconst_0));
  if (op >= bc::iload_0 && op <= bc::aload_3) {  // xload_n
    const uint32_t type = (op - uint32_t{bc::iload_0}) / 4, n = (op - uint32_t{bc::iload_0}) % 4;
    return local(bci, type == 1 || type == 3 ? Opc::Load2 : Opc::Load, n);
  }
  if (op >= bc::istore_0 && op <= bc::astore_3) {  // xstore_n
    const uint32_t type = (op - uint32_t{bc::istore_0}) / 4, n = (op - uint32_t{bc::istore_0}) % 4;
    return local(bci, type == 1 || type == 3 ? Opc::Store2 : Opc::Store, n);
  }
  if (op >= bc::iadd && op <= bc::lxor) return simple(static_cast<Opc>(static_cast<int>(Opc::IAdd) + (op - bc::iadd)));
  if (op >= bc::i2l && op <= bc::i2s) return simple(static_cast<Opc>(static_cast<int>(Opc::I2L) + (op - bc::i2l)));
  if (op >= bc::lcmp && op <= bc::dcmpg) return simple(static_cast<Opc>(static_cast<int>(Opc::LCmp) + (op - bc::lcmp)));
  if (op >= bc::ifeq && op <= bc::if_icmple)
    return jump(bci, static_cast<Opc>(static_cast<int>(Opc::IfEq) + (op - bc::ifeq)),
                target(bci, static_cast<int16_t>(u2(bci + 1, bci))));
  if (op >= bc::pop && op <= bc::swap) return simple(static_cast<Opc>(static_cast<int>(Opc::Pop) + (op - bc::pop)));
  switch (op) {
    case bc::nop: return simple(Opc::Nop);
    case bc::aconst_null: return put(bci, Opc::IConst, 0);
    case bc::lconst_0:
    case bc::lconst_1: return put(bci, Opc::LConst, 0, static_cast<uint32_t>(op - bc::lconst_0));
    case bc::fconst_0: return put(bci, Opc::IConst, std::bit_cast<uint32_t>(0.0f));
    case bc::fconst_1: return put(bci, Opc::IConst, std::bit_cast<uint32_t>(1.0f));
    case bc::fconst_2: return put(bci, Opc::IConst, std::bit_cast<uint32_t>(2.0f));
    case bc::dconst_0: return put(bci, Opc::LConst, 0, std::bit_cast<uint64_t>(0.0));
    case bc::dconst_1: return put(bci, Opc::LConst, 0, std::bit_cast<uint64_t>(1.0));
    case bc::bipush: return put(bci, Opc::IConst, static_cast<uint32_t>(static_cast<int8_t>(u1(bci + 1, bci))));
    case bc::sipush: return put(bci, Opc::IConst, static_cast<uint32_t>(static_cast<int16_t>(u2(bci + 1, bci))));
    case bc::ldc: return emit_ldc(bci, u1(bci + 1, bci), false);
    case bc::ldc_w: return emit_ldc(bci, u2(bci + 1, bci), false);
    case bc::ldc2_w: return emit_ldc(bci, u2(bci + 1, bci), true);
    case bc::iload:
    case bc::fload:
    case bc::aload: return local(bci, Opc::Load, u1(bci + 1, bci));
    case bc::lload:
    case bc::dload: return local(bci, Opc::Load2, u1(bci + 1, bci));
    case bc::iaload:
    case bc::faload: return simple(Opc::IALoad);
    case bc::laload:
    case bc::daload: return simple(Opc::LALoad);
    case bc::aaload: return simple(Opc::AALoad);
    case bc::baload: return simple(Opc::BALoad);
    case bc::caload: return simple(Opc::CALoad);
    case bc::saload: return simple(Opc::SALoad);
    case bc::istore:
    case bc::fstore:
    case bc::astore: return local(bci, Opc::Store, u1(bci + 1, bci));
    case bc::lstore:
    case bc::dstore: return local(bci, Opc::Store2, u1(bci + 1, bci));
    case bc::iastore:
    case bc::fastore: return simple(Opc::IAStore);
    case bc::lastore:
    case bc::dastore: return simple(Opc::LAStore);
    case bc::aastore: return simple(Opc::AAStore);
    case bc::bastore: return simple(Opc::BAStore);
    case bc::castore:
    case bc::sastore: return simple(Opc::CAStore);
    case bc::iinc:
      local(bci, Opc::IInc, u1(bci + 1, bci));
      insns_.back().imm = static_cast<uint64_t>(static_cast<int64_t>(static_cast<int8_t>(u1(bci + 2, bci))));
      return;
    case bc::if_acmpeq: return jump(bci, Opc::IfICmpEq, target(bci, static_cast<int16_t>(u2(bci + 1, bci))));
    case bc::if_acmpne: return jump(bci, Opc::IfICmpNe, target(bci, static_cast<int16_t>(u2(bci + 1, bci))));
    case bc::goto_: return jump(bci, Opc::Goto, target(bci, static_cast<int16_t>(u2(bci + 1, bci))));
    case bc::goto_w: return jump(bci, Opc::Goto, target(bci, s4(bci + 1, bci)));
    case bc::jsr:
    case bc::jsr_w: {
      const uint32_t copy = subroutine(bci, op == bc::jsr ? 3 : 5, target_in(0, bci, jump_offset(bci, op)));
      return jump(bci, Opc::Jsr, target_in(copy, bci, jump_offset(bci, op)));
    }
    case bc::ret:
      if (copies_[current_].parent == kNone)
        return simple(Opc::FallOff);  // the main copy never runs a subroutine's body
      return jump(bci, Opc::Goto,
                  target_in(copies_[current_].parent, bci, int64_t{copies_[current_].return_bci} - bci));
    case bc::tableswitch:
    case bc::lookupswitch: return emit_switch(bci, op);
    case bc::ireturn:
    case bc::freturn:
    case bc::areturn: return simple(Opc::Return1);
    case bc::lreturn:
    case bc::dreturn: return simple(Opc::Return2);
    case bc::return_: return simple(Opc::Return);
    case bc::getstatic: return pool(bci, Opc::GetStaticU, u2(bci + 1, bci), {Tag::Fieldref});
    case bc::putstatic: return pool(bci, Opc::PutStaticU, u2(bci + 1, bci), {Tag::Fieldref});
    case bc::getfield: return pool(bci, Opc::GetFieldU, u2(bci + 1, bci), {Tag::Fieldref});
    case bc::putfield: return pool(bci, Opc::PutFieldU, u2(bci + 1, bci), {Tag::Fieldref});
    case bc::invokevirtual: return call(bci, Opc::InvokeVirtualU, {Tag::Methodref});
    case bc::invokespecial: return call(bci, Opc::InvokeSpecialU, {Tag::Methodref, Tag::InterfaceMethodref});
    case bc::invokestatic: return call(bci, Opc::InvokeStaticU, {Tag::Methodref, Tag::InterfaceMethodref});
    case bc::invokeinterface: return call(bci, Opc::InvokeInterfaceU, {Tag::InterfaceMethodref});
    case bc::invokedynamic: return pool(bci, Opc::InvokeDynamicU, u2(bci + 1, bci), {Tag::InvokeDynamic});
    case bc::new_: return pool(bci, Opc::NewU, u2(bci + 1, bci), {Tag::Class});
    case bc::newarray: {
      const uint8_t type = u1(bci + 1, bci);
      if (type < 4 || type > 11) fail(bci, "newarray of unknown type " + std::to_string(type));
      put(bci, Opc::NewArray);
      insns_.back().klass = vm_.array_of(vm_.primitive("ZCFDBSIJ"[type - 4]));
      return;
    }
    case bc::anewarray: return pool(bci, Opc::ANewArrayU, u2(bci + 1, bci), {Tag::Class});
    case bc::arraylength: return simple(Opc::ArrayLength);
    case bc::athrow: return simple(Opc::AThrow);
    case bc::checkcast: return pool(bci, Opc::CheckCastU, u2(bci + 1, bci), {Tag::Class});
    case bc::instanceof_: return pool(bci, Opc::InstanceOfU, u2(bci + 1, bci), {Tag::Class});
    case bc::monitorenter: return simple(Opc::MonitorEnter);
    case bc::monitorexit: return simple(Opc::MonitorExit);
    case bc::wide: return emit_wide(bci);
    case bc::multianewarray: {
      const uint8_t dims = u1(bci + 3, bci);
      if (!dims) fail(bci, "multianewarray with no dimensions");
      return pool(bci, Opc::MultiANewArrayU, u2(bci + 1, bci), {Tag::Class}, dims);
    }
    case bc::ifnull: return jump(bci, Opc::IfEq, target(bci, static_cast<int16_t>(u2(bci + 1, bci))));
    case bc::ifnonnull: return jump(bci, Opc::IfNe, target(bci, static_cast<int16_t>(u2(bci + 1, bci))));
    default: fail(bci, "unknown opcode " + std::to_string(op));
  }
}

}  // namespace

void translate(Vm& vm, Method& m) {
  vm.sections.met(m);
  if (m.code) return;
  try {
    Translator(vm, m).run();
    if (needs_verification(*m.owner)) verify(vm, m);
    if (vm.memory && m.is_init())
      for (const auto& f : m.owner->fields) m.freezes |= !f->is_static() && (f->flags & kFinal) && f->is_ref();
    mark_unpaired_monitors(m);
    note_exceptions(vm, m);
    find_xorshifts(vm, m);
    find_draws(vm, m);
  } catch (...) {
    // Not a trace of it: the next call must fail in the same way.
    if (m.code)
      for (uint32_t i = 0; i < m.code_length; ++i)
        if (m.code[i].op == Opc::TableSwitch || m.code[i].op == Opc::LookupSwitch) delete m.code[i].table;
    delete[] m.code;
    m.code = nullptr;
    m.code_length = 0;
    m.bci.clear();
    m.handlers.clear();
    throw;
  }
}

}  // namespace jmc::vm
