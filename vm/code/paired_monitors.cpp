// A forward pass over the translated code. Before each instruction it has the locals that hold the monitors entered,
// the last one at the end: compilers keep the object of a `synchronized` in a local of its own until it is left. What
// does not have that form is not understood, and marked.
#include "vm/code/paired_monitors.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "vm/code/insn.hpp"
#include "vm/vm.hpp"

namespace jmc::vm {

namespace {

constexpr uint32_t kNoLocal = ~0u;

bool is_jump(Opc op) { return op >= Opc::IfEq && op <= Opc::Jsr; }

bool may_throw(Opc op) {
  if (op == Opc::IDiv || op == Opc::LDiv || op == Opc::IRem || op == Opc::LRem) return true;
  const bool constant = op <= Opc::LConst, local = op >= Opc::Load && op <= Opc::Store2;
  const bool stack_or_sum = op >= Opc::Pop && op <= Opc::DCmpG, flow = op >= Opc::IfEq && op <= Opc::Return2;
  // An exit of what was entered does not throw.
  return !constant && !local && !stack_or_sum && !flow && op != Opc::MonitorExit;
}

class Pairs {
 public:
  explicit Pairs(const Method& m)
      : m_(m), before_(m.code_length), entered_(m.code_length, false), leaves_(m.code_length, false) {
    each_jump([this](uint32_t to) { entered_[to] = true; });
    for (const Handler& h : m.handlers) entered_[h.target] = true;
  }

  bool all_paired() {
    reach(0, {});
    while (!work_.empty() && paired_) {
      const uint32_t i = work_.back();
      work_.pop_back();
      step(i);
    }
    return paired_;
  }
  std::vector<uint32_t> leaves_entered() const {
    std::vector<uint32_t> out;
    for (uint32_t i = 0; i < m_.code_length; ++i)
      if (leaves_[i]) out.push_back(i);
    return out;
  }

 private:
  using Held = std::vector<uint32_t>;

  template <class F>
  void each_jump(F&& visit) const {
    for (uint32_t i = 0; i < m_.code_length; ++i) jumps_of(m_.code[i], visit);
  }
  template <class F>
  static void jumps_of(const Insn& insn, F&& visit) {
    if (is_jump(insn.op)) visit(insn.b);
    if (insn.op != Opc::TableSwitch && insn.op != Opc::LookupSwitch) return;
    for (const uint32_t to : insn.table->targets) visit(to);
    visit(insn.table->otherwise);
  }

  void reach(uint32_t to, const Held& held) {
    if (!before_[to]) {
      before_[to] = held;
      work_.push_back(to);
    } else if (*before_[to] != held) {
      paired_ = false;
    }
  }

  void step(uint32_t i) {
    const Insn& insn = m_.code[i];
    Held held = *before_[i];
    if (may_throw(insn.op)) leaves_[i] = !caught(i, held) && !held.empty();
    const auto writes = [&](uint32_t slot) { return std::find(held.begin(), held.end(), slot) != held.end(); };
    switch (insn.op) {
      case Opc::Store:
      case Opc::IInc:
        if (writes(insn.b)) return unpaired();
        break;
      case Opc::Store2:
        if (writes(insn.b) || writes(insn.b + 1)) return unpaired();
        break;
      case Opc::MonitorEnter: {
        const uint32_t slot = operand(i);
        if (slot == kNoLocal) return unpaired();
        held.push_back(slot);
        break;
      }
      case Opc::MonitorExit: {
        const auto left = std::find(held.rbegin(), held.rend(), operand(i));
        if (left == held.rend()) return unpaired();
        held.erase(std::next(left).base());
        break;
      }
      case Opc::Return:
      case Opc::Return1:
      case Opc::Return2:
        if (!held.empty()) return unpaired();
        return;
      case Opc::AThrow:
      case Opc::FallOff: return;
      default: break;
    }
    jumps_of(insn, [&](uint32_t to) { reach(to, held); });
    const bool ends =
        insn.op == Opc::Goto || insn.op == Opc::Jsr || insn.op == Opc::TableSwitch || insn.op == Opc::LookupSwitch;
    if (!ends && i + 1 < m_.code_length) reach(i + 1, held);
  }

  // False: an exception may leave the method.
  bool caught(uint32_t i, const Held& held) {
    for (const Handler& h : m_.handlers) {
      if (i < h.start || i >= h.end) continue;
      reach(h.target, held);
      if (!h.catch_index || m_.owner->file->pool.class_name(h.catch_index) == "java/lang/Throwable") return true;
    }
    return false;
  }

  // The local that holds the operand of the monitor instruction at i: it has just been loaded, or stored beside.
  uint32_t operand(uint32_t i) const {
    if (i < 1 || entered_[i]) return kNoLocal;
    const Insn& last = m_.code[i - 1];
    if (last.op == Opc::Load) return last.b;
    const bool copied = i >= 2 && last.op == Opc::Store && m_.code[i - 2].op == Opc::Dup && !entered_[i - 1];
    return copied ? last.b : kNoLocal;
  }

  void unpaired() { paired_ = false; }

  const Method& m_;
  std::vector<std::optional<Held>> before_;
  std::vector<bool> entered_;  // other than from the instruction before
  std::vector<bool> leaves_;   // with a monitor entered, by an exception
  std::vector<uint32_t> work_;
  bool paired_ = true;
};

}  // namespace

void mark_unpaired_monitors(Method& m) {
  const auto locks = [](const Insn& i) { return i.op == Opc::MonitorEnter || i.op == Opc::MonitorExit; };
  Insn* const end = m.code + m.code_length;
  if (std::none_of(m.code, end, locks)) return;
  Pairs pairs(m);
  if (pairs.all_paired()) {
    m.leaves_entered = pairs.leaves_entered();
    return;
  }
  for (Insn* i = m.code; i != end; ++i) i->a = locks(*i) ? 1 : i->a;
}

void refuse_unpaired_monitor(const Method& m) {
  throw Unsupported("method " + m.owner->external_name() + "." + std::string(m.name) + std::string(m.descriptor) +
                    " may leave a monitor entered, or exit one that it has not entered: no structured locking "
                    "(JVMS 2.11.10); enter and exit it in one method, as compilers of Java do");
}

}  // namespace jmc::vm
