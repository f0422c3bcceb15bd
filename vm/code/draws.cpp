#include "vm/code/draws.hpp"

#include <map>
#include <set>
#include <string>
#include <vector>

#include "vm/native.hpp"

namespace jmc::vm {

namespace {

// What a local may hold where an instruction begins.
constexpr uint8_t kDrawn = 1, kOther = 2;

class DrawFinder {
 public:
  DrawFinder(Vm& vm, Method& m) : vm_(vm), m_(m), target_(m.code_length + 1) {}

  // True: there are draws, nothing but tests comes of them, and their instructions were replaced.
  bool run() {
    if (!find_draws() || !find_targets()) return false;
    for (size_t known = ~size_t{0}; known != stores_.size();) {
      known = stores_.size();
      find_locals();
      tests_.clear();
      for (const uint32_t at : draws_)
        if (!follow(at, 1)) return false;  // which finds more of what was drawn
      for (uint32_t i = 0; i < m_.code_length; ++i) {
        if (loads_drawn(i) && (m_.code[i].op == Opc::IInc || !follow(i, m_.code[i].op == Opc::Load2 ? 2 : 1)))
          return false;
      }
    }
    for (uint32_t i = 0; i < m_.code_length; ++i)
      if (loads_drawn(i) && (held(i) & kOther)) return false;
    replace();
    return true;
  }

 private:
  struct Value {
    bool drawn;
    uint32_t slots;
    uint32_t made_by;  // the instruction
  };

  static bool is_if(Opc op) { return op >= Opc::IfEq && op <= Opc::IfLe; }
  static bool is_branch(Opc op) { return op >= Opc::IfEq && op < Opc::Goto; }
  static bool ends(Opc op) {
    return op == Opc::Goto || op == Opc::AThrow || op == Opc::Return || op == Opc::Return1 || op == Opc::Return2 ||
           op == Opc::TableSwitch || op == Opc::LookupSwitch || op == Opc::FallOff;
  }

  bool find_draws() {
    for (uint32_t i = 0; i < m_.code_length; ++i) {
      const Insn& insn = m_.code[i];
      if (insn.op != Opc::InvokeStaticU) continue;
      const auto member = m_.owner->file->pool.member(static_cast<uint16_t>(insn.b));
      if (member.descriptor != "()I") continue;
      Klass* k = member.owner == m_.owner->name ? m_.owner : vm_.find_class(member.owner, m_.owner);
      if (!k || !k->boot) continue;
      for (const auto& callee : k->methods)
        if (callee->name == member.name && callee->descriptor == member.descriptor && is_generator(vm_, *callee))
          draws_.push_back(i);
    }
    return !draws_.empty();
  }

  bool find_targets() {
    for (uint32_t i = 0; i < m_.code_length; ++i) {
      const Insn& insn = m_.code[i];
      if (insn.op == Opc::Jsr) return false;
      if (insn.op == Opc::TableSwitch || insn.op == Opc::LookupSwitch) {
        for (const uint32_t t : insn.table->targets) target_[t] = true;
        target_[insn.table->otherwise] = true;
      } else if (is_branch(insn.op) || insn.op == Opc::Goto) {
        target_[insn.b] = true;
      }
    }
    for (const Handler& h : m_.handlers) target_[h.target] = true;
    return true;
  }

  // What locals may hold, given which stores are of what was drawn.
  void find_locals() {
    at_.assign(m_.code_length, std::vector<uint8_t>(m_.max_locals, 0));
    at_[0].assign(m_.max_locals, kOther);
    std::vector<uint32_t> work{0};
    std::vector<uint8_t> now;
    const auto join = [&](uint32_t to) {
      if (to >= m_.code_length) return;
      bool more = false;
      for (size_t k = 0; k < now.size(); ++k) {
        more |= (now[k] & ~at_[to][k]) != 0;
        at_[to][k] |= now[k];
      }
      if (more) work.push_back(to);
    };
    while (!work.empty()) {
      const uint32_t i = work.back();
      work.pop_back();
      const Insn& insn = m_.code[i];
      const auto into_handlers = [&] {
        for (const Handler& h : m_.handlers)
          if (h.start <= i && i < h.end) join(h.target);
      };
      now = at_[i];
      into_handlers();
      const uint8_t kind = stores_.contains(i) ? kDrawn : kOther;
      if (insn.op == Opc::Store || insn.op == Opc::Store2) now[insn.b] = kind;
      if (insn.op == Opc::Store2) now[insn.b + 1] = kind;
      into_handlers();
      if (insn.op == Opc::TableSwitch || insn.op == Opc::LookupSwitch) {
        for (const uint32_t t : insn.table->targets) join(t);
        join(insn.table->otherwise);
      } else if (is_branch(insn.op) || insn.op == Opc::Goto) {
        join(insn.b);
      }
      if (!ends(insn.op)) join(i + 1);
    }
  }

  // What is in the local that an instruction takes.
  uint8_t held(uint32_t i) const {
    const Insn& insn = m_.code[i];
    if (insn.op == Opc::Load || insn.op == Opc::IInc) return at_[i][insn.b];
    return insn.op == Opc::Load2 ? at_[i][insn.b] | at_[i][insn.b + 1] : 0;
  }
  // Maybe: in the end it must not hold anything else besides (run()).
  bool loads_drawn(uint32_t i) const { return held(i) & kDrawn; }

  Value pop() {
    if (stack_.empty()) return {false, 0, ~0u};
    const Value v = stack_.back();
    stack_.pop_back();
    return v;
  }
  void push(bool drawn, uint32_t slots, uint32_t i) { stack_.push_back({drawn, slots, i}); }
  bool any_drawn() const {
    for (const Value& v : stack_)
      if (v.drawn) return true;
    return false;
  }

  // Follows what instruction `from` pushes through the straight-line code behind it. False: it may come to anything.
  bool follow(uint32_t from, uint32_t slots) {
    stack_.clear();
    push(true, slots, from);
    for (uint32_t i = from + 1; any_drawn(); ++i)
      if (i >= m_.code_length || target_[i] || !look_at(i)) return false;
    return true;
  }

  bool look_at(uint32_t i) {
    const Insn& insn = m_.code[i];
    switch (insn.op) {
      case Opc::IConst:
      case Opc::LdcU: return push(false, 1, i), true;
      case Opc::LConst:
      case Opc::Ldc2U: return push(false, 2, i), true;
      case Opc::Load:
      case Opc::Load2: return push(loads_drawn(i), insn.op == Opc::Load2 ? 2 : 1, i), true;
      case Opc::IAnd:
      case Opc::IOr:
      case Opc::LAnd:
      case Opc::LOr: {
        const Value top = pop(), below = pop();
        push(top.drawn || below.drawn, insn.op == Opc::IAnd || insn.op == Opc::IOr ? 1 : 2, i);
        return true;
      }
      case Opc::IShl:
      case Opc::IShr:
      case Opc::IUshr:
      case Opc::LShl:
      case Opc::LShr:
      case Opc::LUshr: {
        const bool by_drawn = pop().drawn;
        const Value v = pop();
        push(v.drawn, v.slots, i);
        return !by_drawn;
      }
      case Opc::I2L: return push(pop().drawn, 2, i), true;
      case Opc::L2I: return push(pop().drawn, 1, i), true;
      case Opc::Dup:
      case Opc::Dup2:
        if (stack_.empty() || stack_.back().slots != (insn.op == Opc::Dup ? 1 : 2)) return false;
        stack_.push_back(stack_.back());
        return true;
      case Opc::Store:
      case Opc::Store2:
        if (pop().drawn) stores_.insert(i);
        return true;
      case Opc::LCmp: return compare(i);
      default: return is_if(insn.op) && test(i);
    }
  }

  // With zero, to tell the sign.
  bool compare(uint32_t i) {
    const Value zero = pop(), v = pop();
    const Insn& constant = m_.code[i - 1];
    if (!v.drawn || zero.drawn || constant.op != Opc::LConst || constant.imm != 0) return false;
    push(true, 1, i);
    return true;
  }

  // By one instruction, which can say something else then.
  bool test(uint32_t i) {
    const Value v = pop();
    if (!v.drawn || v.made_by != i - 1) return false;
    const Opc by = m_.code[v.made_by].op, asks = m_.code[i].op;
    const bool zero = asks == Opc::IfEq || asks == Opc::IfNe, sign = asks == Opc::IfLt || asks == Opc::IfGe;
    if (!(by == Opc::IAnd && zero) && !(by == Opc::LCmp && sign) && !(by == Opc::Load && (zero || sign))) return false;
    tests_.insert(v.made_by);
    return !any_drawn();  // which would have to be followed on two ways
  }

  void replace() {
    for (const uint32_t at : draws_) {
      Insn constant;
      constant.op = Opc::IConst;
      constant.b = facility<Draws>(vm_).pattern();
      m_.code[at] = constant;
    }
    for (const uint32_t at : tests_) {
      Insn& insn = m_.code[at];
      insn.a = insn.op == Opc::Load ? kTestsLocal : kTestsDraw;
      insn.op = insn.op == Opc::LCmp ? Opc::LKeep : Opc::IKeep;
    }
  }

  Vm& vm_;
  Method& m_;
  std::vector<bool> target_;     // of a jump or an exception
  std::vector<uint32_t> draws_;  // calls of generators
  std::set<uint32_t> stores_;    // of what was drawn, and what is made of it
  std::set<uint32_t> tests_;     // instructions whose result is tested by the next one
  std::vector<std::vector<uint8_t>> at_;
  std::vector<Value> stack_;  // as far as it is known, from the top
};

}  // namespace

void find_draws(Vm& vm, Method& m) {
  Draws& draws = facility<Draws>(vm);
  if (!draws.on() || !m.owner->boot || m.internal || !m.file || vm.memory) return;
  if (!DrawFinder(vm, m).run()) return;
  draws.note();
  vm.remark("draws", "random numbers of which only bits are tested are choices (" + m.owner->external_name() + "." +
                         std::string(m.name) + ")");
}

}  // namespace jmc::vm
