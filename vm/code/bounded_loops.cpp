#include "vm/code/bounded_loops.hpp"

#include <algorithm>
#include <map>

#include "vm/vm.hpp"

namespace jmc::vm {

namespace {

bool is_unary(Opc op) { return op >= Opc::IfEq && op <= Opc::IfLe; }
bool is_binary(Opc op) { return op >= Opc::IfICmpEq && op <= Opc::IfICmpLe; }
bool is_static(Opc op) { return op == Opc::GetStatic || op == Opc::GetStaticU || op == Opc::GetStaticNoted; }
bool is_branch(Opc op) { return (op >= Opc::IfEq && op <= Opc::Goto) || op == Opc::Jsr; }

class Finder {
 public:
  Finder(Vm& vm, Method& m) : vm_(vm), m_(m) {}

  std::vector<BoundedLoop> run() {
    std::map<uint32_t, uint32_t> tails;  // by head
    for (uint32_t i = 0; i < m_.code_length; ++i)
      if (is_branch(op(i)) && op(i) != Opc::Jsr && m_.code[i].b <= i) {
        uint32_t& tail = tails[m_.code[i].b];
        tail = std::max(tail, i);
      }
    std::vector<BoundedLoop> found;
    for (const auto& [head, tail] : tails) {
      loop_ = {head, tail, {}};
      for (uint32_t i = head; i <= tail; ++i)
        if (const uint32_t slot = m_.code[i].b; op(i) == Opc::IInc && is_counter(slot))
          loop_.counters.push_back(static_cast<uint16_t>(slot));
      if (!loop_.counters.empty()) found.push_back(std::move(loop_));
    }
    return found;
  }

 private:
  Opc op(uint32_t i) const { return i < m_.code_length ? m_.code[i].op : Opc::Nop; }
  bool inside(uint32_t i) const { return i >= loop_.head && i <= loop_.tail; }

  bool is_counter(uint32_t slot) const {
    bool compared = false, stepped = false;
    for (uint32_t i = loop_.head; i <= loop_.tail; ++i) {
      const uint32_t b = m_.code[i].b;
      switch (op(i)) {
        case Opc::Store:
          if (b == slot) return false;
          break;
        case Opc::IInc:
          if (b != slot) break;
          if (stepped || !in_each_round(i) || in_inner_loop(i)) return false;
          stepped = true;
          break;
        case Opc::Load2:
        case Opc::Store2:
          if (b == slot || b + 1 == slot) return false;
          break;
        case Opc::Load:
          if (b != slot) break;
          if (!only_compared(i, slot)) return false;
          compared = true;
          break;
        case Opc::LoadGetField:
        case Opc::LoadNoted:
          if (b == slot) return false;  // a reference: the slot is used for two things
          break;
        case Opc::Jsr: return false;
        default: break;
      }
    }
    return compared && !live_outside(slot);
  }

  // The load at `i` goes into a comparison with what does not change in the loop, of which one way leaves it.
  bool only_compared(uint32_t i, uint32_t slot) const {
    uint32_t at = i + 1, from = i;
    if (op(at) == Opc::IInc && m_.code[at].b == slot) ++at;  // i-- > 0
    if (is_binary(op(at))) {                                 // what it is compared with comes before it
      if (!i || !unchanging(i - 1)) return false;
      from = i - 1;
    } else if (!is_unary(op(at))) {  // or after it
      if (!unchanging(at)) return false;
      ++at;
      if (op(at) == Opc::ArrayLength) ++at;
      if (!is_binary(op(at))) return false;
    }
    return leaves(at) && !jumped_into(from, at);
  }

  // A constant, a local (perhaps an array) that the loop does not store to, a static final field.
  bool unchanging(uint32_t i) const {
    if (op(i) == Opc::Load) return !stored(m_.code[i].b);
    return op(i) == Opc::IConst || (is_static(op(i)) && own_final(i));
  }

  // Whether something jumps behind `from`, up to `to`.
  bool jumped_into(uint32_t from, uint32_t to) const {
    const auto there = [&](uint32_t target) { return target > from && target <= to; };
    for (uint32_t i = 0; i < m_.code_length; ++i) {
      const Insn& insn = m_.code[i];
      if (is_branch(insn.op) && there(insn.b)) return true;
      if ((insn.op == Opc::TableSwitch || insn.op == Opc::LookupSwitch) &&
          (there(insn.table->otherwise) || std::any_of(insn.table->targets.begin(), insn.table->targets.end(), there)))
        return true;
    }
    return false;
  }

  bool in_inner_loop(uint32_t at) const {
    for (uint32_t i = at; i <= loop_.tail; ++i)
      if (is_branch(op(i)) && m_.code[i].b > loop_.head && m_.code[i].b <= at) return true;
    return false;
  }

  bool leaves(uint32_t at) const {
    return at < m_.code_length && inside(at) && inside(through_gotos(m_.code[at].b)) != inside(through_gotos(at + 1)) &&
           in_each_round(at);
  }

  // if (...) break;
  uint32_t through_gotos(uint32_t i) const {
    for (int hops = 0; hops < 16 && op(i) == Opc::Goto; ++hops) i = m_.code[i].b;
    return i;
  }

  // Whether no way leads from the head back to it but through `at`. What is asked in some rounds only could have
  // another answer in a round of another number.
  bool in_each_round(uint32_t at) const {
    std::vector<bool> met(loop_.tail - loop_.head + 1);
    std::vector<uint32_t> work;
    bool back = false;
    const auto go = [&](uint32_t i) {
      if (!inside(i) || met[i - loop_.head]) return;
      met[i - loop_.head] = true;
      work.push_back(i);
    };
    const auto lead = [&](uint32_t i) { i == loop_.head ? void(back = true) : go(i); };
    go(loop_.head);
    while (!work.empty() && !back) {
      const uint32_t i = work.back();
      work.pop_back();
      if (i == at) continue;
      for (const Handler& h : m_.handlers)
        if (h.start <= i && i < h.end) lead(h.target);
      const Insn& insn = m_.code[i];
      if (insn.op == Opc::TableSwitch || insn.op == Opc::LookupSwitch) {
        lead(insn.table->otherwise);
        for (const uint32_t target : insn.table->targets) lead(target);
      } else {
        if (is_branch(insn.op)) lead(insn.b);
        if (insn.op != Opc::Goto && insn.op != Opc::AThrow && insn.op != Opc::Return && insn.op != Opc::Return1 &&
            insn.op != Opc::Return2)
          lead(i + 1);
      }
    }
    return !back;
  }

  // In the loop: then it may be one number now and another later.
  bool stored(uint32_t slot) const {
    for (uint32_t i = loop_.head; i <= loop_.tail; ++i)
      if (const uint32_t b = m_.code[i].b; ((op(i) == Opc::Store || op(i) == Opc::IInc) && b == slot) ||
                                           (op(i) == Opc::Store2 && (b == slot || b + 1 == slot)))
        return true;
    return false;
  }

  // A static final field of the class itself. (Of another one it depends on the path whether that has been linked.)
  bool own_final(uint32_t i) const {
    const Insn& insn = m_.code[i];
    const Field* f = nullptr;
    if (insn.op == Opc::GetStaticU) {
      const auto& member = m_.owner->file->pool.member(static_cast<uint16_t>(insn.b));
      if (member.owner == m_.owner->name) f = m_.owner->find_field(member.name, member.descriptor);
    } else if (insn.field->owner == m_.owner) {
      f = insn.field;
    }
    return f && (f->flags & kFinal);
  }

  bool live_at(uint32_t i, uint32_t slot) const {
    const auto& values = slot_map(vm_, m_, i, false).values;
    return std::find(values.begin(), values.end(), slot) != values.end();
  }

  bool live_outside(uint32_t slot) const {
    const auto leads_to = [&](uint32_t i) { return !inside(i) && (i >= m_.code_length || live_at(i, slot)); };
    for (uint32_t i = loop_.head; i <= loop_.tail; ++i) {
      const Insn& insn = m_.code[i];
      if (is_branch(insn.op) && leads_to(insn.b)) return true;
      if (insn.op == Opc::TableSwitch || insn.op == Opc::LookupSwitch) {
        if (leads_to(insn.table->otherwise)) return true;
        if (std::any_of(insn.table->targets.begin(), insn.table->targets.end(), leads_to)) return true;
      }
    }
    const Opc last = op(loop_.tail);
    if (last != Opc::Goto && leads_to(loop_.tail + 1)) return true;
    for (const Handler& h : m_.handlers)
      if (h.start <= loop_.tail && h.end > loop_.head && leads_to(h.target)) return true;
    return false;
  }

  Vm& vm_;
  Method& m_;
  BoundedLoop loop_;
};

}  // namespace

std::vector<BoundedLoop> find_bounded_loops(Vm& vm, Method& m) { return Finder(vm, m).run(); }

}  // namespace jmc::vm
