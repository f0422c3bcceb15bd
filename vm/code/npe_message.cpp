// The operand stack is followed symbolically: for each slot, which instruction produced it. Where paths meet with
// different producers the slot's origin is unknown. The description of the null value is then read backwards from its
// producer.
#include "vm/code/npe_message.hpp"

#include <map>
#include <optional>
#include <set>

#include "classfile/class_writer.hpp"
#include "classfile/descriptor.hpp"

namespace jmc::vm {

using classfile::class_entry;
using classfile::letter_of;
using classfile::parse_signature;
using classfile::Signature;
using classfile::slots_of;
namespace bc = classfile::bc;

namespace {

constexpr int kUnknown = -1;
constexpr int kMaxDetail = 5;  // nested expressions that are described

struct Effect {
  int pops, pushes;
};

// Slots of the families int, long, float, double, and the rest.
int width(int family) { return family == 1 || family == 3 ? 2 : 1; }

Effect move(uint8_t op) {  // nop (0) .. pop2 (88)
  if (op == bc::nop) return {0, 0};
  if (op < bc::iload) {
    const bool two = op == bc::lconst_0 || op == bc::lconst_0 + 1 || op == bc::dconst_0 || op == bc::dconst_0 + 1 ||
                     op == bc::ldc2_w;
    return {0, two ? 2 : 1};
  }
  if (op < bc::iload_0) return {0, width(op - bc::iload)};
  if (op < bc::iaload) return {0, width((op - bc::iload_0) / 4)};
  if (op < bc::istore) return {2, width(op - bc::iaload)};
  if (op < bc::istore_0) return {width(op - bc::istore), 0};
  if (op < bc::iastore) return {width((op - bc::istore_0) / 4), 0};
  if (op < bc::pop) return {2 + width(op - bc::iastore), 0};
  return {op == bc::pop2 ? 2 : 1, 0};
}

Effect arithmetic(uint8_t op) {  // iadd (96) .. dcmpg (152)
  if (op < bc::ineg) return {2 * width(op & 3), width(op & 3)};
  if (op < bc::ishl) return {width(op & 3), width(op & 3)};
  if (op < bc::iand) return {op & 1 ? 3 : 2, op & 1 ? 2 : 1};
  if (op <= bc::lxor) return {op & 1 ? 4 : 2, op & 1 ? 2 : 1};
  switch (op) {
    case bc::i2l:
    case bc::i2d:
    case bc::f2l:
    case bc::f2d: return {1, 2};
    case bc::l2i:
    case bc::l2f:
    case bc::d2i:
    case bc::d2f: return {2, 1};
    case bc::l2d:
    case bc::d2l: return {2, 2};
    case bc::lcmp:
    case bc::dcmpg:
    case bc::dcmpg - 1: return {4, 1};
    case bc::fcmpl:
    case bc::fcmpl + 1: return {2, 1};
    case bc::iinc: return {0, 0};
    default: return {1, 1};  // i2f, f2i, i2b, i2c, i2s
  }
}

// Type names as messages give them: the two best-known classes without their package.
std::string class_text(std::string_view internal_name) {
  if (internal_name == "java/lang/Object") return "Object";
  if (internal_name == "java/lang/String") return "String";
  std::string out(internal_name);
  for (char& c : out) c = c == '/' ? '.' : c;
  return out;
}

std::string type_text(std::string_view d) {
  const size_t dimensions = d.find_first_not_of('[');
  if (d[dimensions] != 'L') return classfile::type_in_java(d);
  std::string out = class_text(class_entry(d.substr(dimensions)));
  // In parameter lists java cuts the package off by the text alone: StringBuilder loses it too.
  if (out.starts_with("java.lang.Object") || out.starts_with("java.lang.String")) out.erase(0, 10);
  for (size_t i = 0; i < dimensions; ++i) out += "[]";
  return out;
}

struct State {
  std::vector<int> stack;  // producers, top last
  uint64_t written = 0;    // locals assigned so far; above 63 all count as assigned
  bool operator==(const State&) const = default;
};

class NullOrigin {
 public:
  explicit NullOrigin(const Method& m)
      : method_(m), code_(*m.file->code), pool_(m.owner->file->pool), text_(code_.bytecode) {}

  void run() {
    flow(0, {});
    while (!work_.empty()) {
      const uint32_t at = *work_.begin();
      work_.erase(work_.begin());
      step(at, states_.at(at));
    }
  }

  std::string message(uint32_t at) {
    std::string out = action(at);
    if (out.empty()) return out;
    run();
    std::string cause;
    const std::optional<int> depth = null_depth(at);
    if (depth && describe(at, *depth, kMaxDetail, false, cause)) out += cause + "\" is null";
    return out;
  }

 private:
  uint32_t u1(uint32_t at) const { return at < text_.size() ? text_[at] : 0; }
  uint32_t u2(uint32_t at) const { return u1(at) << 8 | u1(at + 1); }
  int32_t s4(uint32_t at) const { return static_cast<int32_t>(u2(at) << 16 | u2(at + 2)); }

  classfile::ConstantPool::Member member(uint32_t at) const { return pool_.member(static_cast<uint16_t>(u2(at + 1))); }
  int argument_slots(std::string_view descriptor) const { return slots_of(parse_signature(descriptor)); }

  uint32_t length(uint32_t at) const {
    const uint8_t op = text_[at];
    switch (op) {
      case bc::bipush:
      case bc::ldc:
      case bc::iload:
      case bc::lload:
      case bc::fload:
      case bc::dload:
      case bc::aload:
      case bc::istore:
      case bc::lstore:
      case bc::fstore:
      case bc::dstore:
      case bc::astore:
      case bc::ret:
      case bc::newarray: return 2;
      case bc::sipush:
      case bc::ldc_w:
      case bc::ldc2_w:
      case bc::iinc:
      case bc::new_:
      case bc::anewarray:
      case bc::checkcast:
      case bc::instanceof_:
      case bc::ifnull:
      case bc::ifnonnull: return 3;
      case bc::invokeinterface:
      case bc::invokedynamic:
      case bc::goto_w:
      case bc::jsr_w: return 5;
      case bc::multianewarray: return 4;
      case bc::wide: return u1(at + 1) == bc::iinc ? 6 : 4;
      case bc::tableswitch: {
        const uint32_t p = (at & ~3u) + 4;
        return p - at + 12 + 4 * static_cast<uint32_t>(s4(p + 8) - s4(p + 4) + 1);
      }
      case bc::lookupswitch: {
        const uint32_t p = (at & ~3u) + 4;
        return p - at + 8 + 8 * static_cast<uint32_t>(s4(p + 4));
      }
      default: return (op >= bc::ifeq && op <= bc::jsr) || (op >= bc::getstatic && op <= bc::invokestatic) ? 3 : 1;
    }
  }

  void flow(uint32_t to, const State& s) {
    if (to >= text_.size()) return;
    const auto [it, fresh] = states_.try_emplace(to, s);
    State merged = it->second;
    if (!fresh) {
      if (merged.stack.size() != s.stack.size()) return;  // not verifiable code: leave what is there
      for (size_t i = 0; i < s.stack.size(); ++i) {
        if (merged.stack[i] != s.stack[i]) merged.stack[i] = kUnknown;
      }
      merged.written |= s.written;
      if (merged == it->second) return;
      it->second = merged;
    }
    work_.insert(to);
  }

  void pop(State& s, int n) {
    s.stack.resize(s.stack.size() - std::min<size_t>(s.stack.size(), static_cast<size_t>(n)));
  }
  void push(State& s, int n, uint32_t at) {
    s.stack.insert(s.stack.end(), static_cast<size_t>(n), static_cast<int>(at));
  }

  // dup family: copies `count` top slots under `below` more.
  void duplicate(State& s, size_t count, size_t below) {
    if (s.stack.size() < count + below) return;
    const std::vector<int> top(s.stack.end() - static_cast<long>(count), s.stack.end());
    s.stack.insert(s.stack.end() - static_cast<long>(count + below), top.begin(), top.end());
  }

  // Local that the instruction assigns, and in how many slots; -1 if none.
  int stored_local(uint32_t at) const {
    const uint8_t op = text_[at] == bc::wide ? text_[at + 1] : text_[at];
    if (op >= bc::istore_0 && op < bc::iastore) return (op - bc::istore_0) & 3;
    if (!(op >= bc::istore && op <= bc::astore) && op != bc::iinc) return -1;
    return static_cast<int>(text_[at] == bc::wide ? u2(at + 2) : u1(at + 1));
  }

  void step(uint32_t at, State s) {
    uint8_t op = text_[at];
    for (const classfile::ExceptionEntry& e : code_.exceptions) {
      if (at < e.start || at >= e.end) continue;
      State caught;
      caught.stack.push_back(kUnknown);
      caught.written = s.written;
      flow(e.handler, caught);
    }
    const uint32_t next = at + length(at);
    if (const int local = stored_local(at); local >= 0) s.written |= local < 64 ? uint64_t{1} << local : ~uint64_t{0};
    if (op == bc::wide) op = text_[at + 1];
    switch (op) {
      case bc::dup: duplicate(s, 1, 0); break;
      case bc::dup_x1: duplicate(s, 1, 1); break;
      case bc::dup_x2: duplicate(s, 1, 2); break;
      case bc::dup2: duplicate(s, 2, 0); break;
      case bc::dup2_x1: duplicate(s, 2, 1); break;
      case bc::dup2_x2: duplicate(s, 2, 2); break;
      case bc::swap:
        if (s.stack.size() >= 2) std::swap(s.stack[s.stack.size() - 1], s.stack[s.stack.size() - 2]);
        break;
      case bc::ifnull:
      case bc::ifnonnull:
        pop(s, 1);
        flow(at + static_cast<int16_t>(u2(at + 1)), s);
        break;
      case bc::goto_: return flow(at + static_cast<int16_t>(u2(at + 1)), s);
      case bc::goto_w: return flow(at + static_cast<uint32_t>(s4(at + 1)), s);
      case bc::jsr: push(s, 1, at); return flow(at + static_cast<int16_t>(u2(at + 1)), s);
      case bc::jsr_w: push(s, 1, at); return flow(at + static_cast<uint32_t>(s4(at + 1)), s);
      case bc::tableswitch:
      case bc::lookupswitch: return step_switch(at, s);
      case bc::ret:
      case bc::athrow:
      case bc::return_:
      case bc::ireturn:
      case bc::lreturn:
      case bc::freturn:
      case bc::dreturn:
      case bc::areturn: return;
      case bc::getstatic: push(s, slots_of(letter_of(member(at).descriptor)), at); break;
      case bc::putstatic: pop(s, slots_of(letter_of(member(at).descriptor))); break;
      case bc::getfield:
        pop(s, 1);
        push(s, slots_of(letter_of(member(at).descriptor)), at);
        break;
      case bc::putfield: pop(s, 1 + slots_of(letter_of(member(at).descriptor))); break;
      case bc::invokevirtual:
      case bc::invokespecial:
      case bc::invokestatic:
      case bc::invokeinterface: step_call(s, at, member(at).descriptor, op == bc::invokestatic ? 0 : 1); break;
      case bc::invokedynamic: step_call(s, at, pool_.dynamic(static_cast<uint16_t>(u2(at + 1))).descriptor, 0); break;
      case bc::new_: push(s, 1, at); break;
      case bc::newarray:
      case bc::anewarray:
      case bc::arraylength:
      case bc::instanceof_:
        pop(s, 1);
        push(s, 1, at);
        break;
      case bc::checkcast: break;  // the same value
      case bc::monitorenter:
      case bc::monitorexit: pop(s, 1); break;
      case bc::multianewarray:
        pop(s, static_cast<int>(u1(at + 3)));
        push(s, 1, at);
        break;
      default:
        if (op >= bc::ifeq && op <= bc::if_acmpne) {
          pop(s, op >= bc::if_icmpeq ? 2 : 1);
          flow(at + static_cast<int16_t>(u2(at + 1)), s);
        } else {
          const Effect e = op >= bc::iadd ? arithmetic(op) : move(op);
          pop(s, e.pops);
          push(s, e.pushes, at);
        }
    }
    flow(next, s);
  }

  void step_switch(uint32_t at, State& s) {
    pop(s, 1);
    const uint32_t p = (at & ~3u) + 4;
    flow(at + static_cast<uint32_t>(s4(p)), s);
    const bool table = text_[at] == bc::tableswitch;
    const int64_t count = table ? int64_t{s4(p + 8)} - s4(p + 4) + 1 : s4(p + 4);
    for (int64_t i = 0; i < count && i < 65536; ++i) {
      flow(at + static_cast<uint32_t>(
                    s4(p + (table ? 12 + 4 * static_cast<uint32_t>(i) : 12 + 8 * static_cast<uint32_t>(i)))),
           s);
    }
  }

  void step_call(State& s, uint32_t at, std::string_view descriptor, int receiver) {
    const Signature call = parse_signature(descriptor);
    pop(s, slots_of(call) + receiver);
    push(s, slots_of(letter_of(call.result)), at);
  }

  // --- the failed action
  std::string call_text(uint32_t at) const {
    const auto m = member(at);
    std::string out = class_text(m.owner) + "." + std::string(m.name) + "(";
    const char* separator = "";
    for (std::string_view p : parse_signature(m.descriptor).params) {
      out += separator + type_text(p);
      separator = ", ";
    }
    return out + ")";
  }

  std::string action(uint32_t at) const {
    static constexpr const char* kArrays[] = {"int",    "long",         "float", "double",
                                              "object", "byte/boolean", "char",  "short"};
    const uint8_t op = text_[at];
    if (op >= bc::iaload && op <= bc::saload)
      return std::string("Cannot load from ") + kArrays[op - bc::iaload] + " array";
    if (op >= bc::iastore && op <= bc::sastore)
      return std::string("Cannot store to ") + kArrays[op - bc::iastore] + " array";
    switch (op) {
      case bc::arraylength: return "Cannot read the array length";
      case bc::athrow: return "Cannot throw exception";
      case bc::monitorenter: return "Cannot enter synchronized block";
      case bc::monitorexit: return "Cannot exit synchronized block";
      case bc::getfield: return "Cannot read field \"" + std::string(member(at).name) + "\"";
      case bc::putfield: return "Cannot assign field \"" + std::string(member(at).name) + "\"";
      case bc::invokevirtual:
      case bc::invokespecial:
      case bc::invokeinterface:
        if (member(at).name == "<init>") return {};  // the program made the exception itself
        return "Cannot invoke \"" + call_text(at) + "\"";
      default: return {};
    }
  }

  // Distance of the null reference from the top of the stack.
  std::optional<int> null_depth(uint32_t at) const {
    const uint8_t op = text_[at];
    switch (op) {
      case bc::iaload:
      case bc::laload:
      case bc::faload:
      case bc::daload:
      case bc::aaload:
      case bc::baload:
      case bc::caload:
      case bc::saload: return 1;
      case bc::lastore:
      case bc::dastore: return 3;
      case bc::iastore:
      case bc::fastore:
      case bc::aastore:
      case bc::bastore:
      case bc::castore:
      case bc::sastore: return 2;
      case bc::arraylength:
      case bc::athrow:
      case bc::monitorenter:
      case bc::monitorexit:
      case bc::getfield: return 0;
      case bc::putfield: return slots_of(letter_of(member(at).descriptor));
      case bc::invokevirtual:
      case bc::invokespecial:
      case bc::invokeinterface: return argument_slots(member(at).descriptor);
      default: return std::nullopt;
    }
  }

  // --- the null expression

  // Appends the description of the value `depth` slots below the top before `at`; false: nothing known, nothing
  // appended.
  bool describe(uint32_t at, int depth, int detail, bool inner, std::string& out) const {
    if (detail <= 0) return false;
    const auto it = states_.find(at);
    if (it == states_.end() || it->second.stack.size() <= static_cast<size_t>(depth)) return false;
    const int producer = it->second.stack[it->second.stack.size() - 1 - static_cast<size_t>(depth)];
    if (producer < 0) return false;
    const auto source = static_cast<uint32_t>(producer);
    const bool wide = text_[source] == bc::wide;
    const uint8_t op = wide ? text_[source + 1] : text_[source];
    const char* because = inner || detail != kMaxDetail ? "" : " because \"";
    if ((op >= bc::iload_0 && op < bc::iload_0 + 4) || (op >= bc::aload_0 && op < bc::iaload)) {
      out += because + local_name(source, (op - bc::iload_0) & 3);
      return true;
    }
    if (op >= bc::iconst_m1 && op <= bc::iconst_5) {
      out += because + std::to_string(op - bc::iconst_0);
      return true;
    }
    switch (op) {
      case bc::iload:
      case bc::aload: out += because + local_name(source, wide ? u2(source + 2) : u1(source + 1)); return true;
      case bc::aconst_null: out += std::string(because) + "null"; return true;
      case bc::bipush: out += because + std::to_string(static_cast<int8_t>(u1(source + 1))); return true;
      case bc::sipush: out += because + std::to_string(static_cast<int16_t>(u2(source + 1))); return true;
      case bc::getstatic: {
        const auto m = member(source);
        out += because + class_text(m.owner) + "." + std::string(m.name);
        return true;
      }
      case bc::getfield:
        out += because;
        if (describe(source, 0, detail - 1, inner, out)) out += ".";
        out += member(source).name;
        return true;
      case bc::invokevirtual:
      case bc::invokespecial:
      case bc::invokestatic:
      case bc::invokeinterface:
        out += *because ? " because the return value of \"" : "";
        out += call_text(source);
        return true;
      case bc::iaload:
      case bc::aaload:
        out += because;
        if (!describe(source, 1, detail - 1, inner, out)) out += "<array>";
        out += "[";
        if (!describe(source, 0, detail - 1, true, out)) out += "...";
        out += "]";
        return true;
      default: return false;
    }
  }

  std::string local_name(uint32_t at, uint32_t slot) const {
    for (const classfile::LocalVariable& v : code_.variables) {
      if (v.slot == slot && at >= v.start && at < uint32_t{v.start} + v.length) return std::string(v.name);
    }
    const bool has_this = !(method_.file->flags & kStatic);
    if (slot == 0 && has_this) return "this";
    uint32_t first = has_this ? 1 : 0, number = 0;
    for (std::string_view p : parse_signature(method_.file->descriptor).params) {
      ++number;
      if (first == slot && !written(at, slot)) return "<parameter" + std::to_string(number) + ">";
      first += static_cast<uint32_t>(slots_of(letter_of(p)));
    }
    return "<local" + std::to_string(slot) + ">";
  }

  bool written(uint32_t at, uint32_t slot) const {
    const auto it = states_.find(at);
    return it != states_.end() &&
           (slot >= 64 ? it->second.written == ~uint64_t{0} : (it->second.written >> slot & 1) != 0);
  }

  const Method& method_;
  const classfile::Code& code_;
  const classfile::ConstantPool& pool_;
  std::span<const uint8_t> text_;
  std::map<uint32_t, State> states_;  // before each instruction reached
  std::set<uint32_t> work_;
};

}  // namespace

std::string npe_message_at(const Method& method, uint32_t bci) {
  if (!method.file || !method.file->code || bci >= method.file->code->bytecode.size()) return {};
  try {
    return NullOrigin(method).message(bci);
  } catch (const std::exception&) {  // bytecode that makes no sense: no message rather than no run
    return {};
  }
}

std::string npe_message(const Vm&, const Method& method, uint32_t insn_index) {
  if (insn_index >= method.bci.size()) return {};
  return npe_message_at(method, method.bci[insn_index]);
}

}  // namespace jmc::vm
