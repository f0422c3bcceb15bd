#include "vm/code/scan_loops.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "vm/code/bounded_loops.hpp"
#include "vm/vm.hpp"

namespace jmc::vm {

namespace {

bool is_unary(Opc op) { return op >= Opc::IfEq && op <= Opc::IfLe; }
bool is_ordering(Opc op) { return op >= Opc::IfICmpLt && op <= Opc::IfICmpLe; }
bool is_jump(Opc op) { return op >= Opc::IfEq && op <= Opc::Goto; }
bool is_switch(Opc op) { return op == Opc::TableSwitch || op == Opc::LookupSwitch; }
bool ends(Opc op) {
  return op == Opc::Goto || op == Opc::AThrow || op == Opc::Return || op == Opc::Return1 || op == Opc::Return2 ||
         op == Opc::Return1Noted || op == Opc::Return1Asked;
}
// What no round may do itself.
bool leaves_something(Opc op) {
  return (op >= Opc::IAStore && op <= Opc::CAStore) || op == Opc::PutStaticU || op == Opc::PutFieldU ||
         op == Opc::PutStatic || op == Opc::PutStatic2 || (op >= Opc::PutField && op <= Opc::PutField2) ||
         op == Opc::MonitorEnter || op == Opc::MonitorExit;
}

class Finder {
 public:
  Finder(Vm& vm, Method& m) : vm_(vm), m_(m) {}

  std::vector<ScanLoop> run() {
    std::vector<ScanLoop> found;
    std::map<uint32_t, uint32_t> tails;  // by head
    for (uint32_t i = 0; i < m_.code_length; ++i) {
      if (op(i) == Opc::Jsr) return found;
      if (is_jump(op(i)) && m_.code[i].b <= i) tails[m_.code[i].b] = i;
    }
    for (const auto& [head, tail] : tails) {
      loop_ = ScanLoop{};
      loop_.head = head;
      loop_.tail = tail;
      if (find_body() && find_numbers()) found.push_back(std::move(loop_));
    }
    return found;
  }

 private:
  Opc op(uint32_t i) const { return i < m_.code_length ? m_.code[i].op : Opc::Nop; }
  uint32_t operand(uint32_t i) const { return m_.code[i].b; }
  bool in(uint32_t i) const { return loop_.contains(i); }
  bool is_load(uint32_t i, uint32_t slot) const { return op(i) == Opc::Load && operand(i) == slot; }

  template <class F>
  void successors(uint32_t i, F&& to) const {
    const Insn& insn = m_.code[i];
    if (is_switch(insn.op)) {
      to(insn.table->otherwise);
      for (const uint32_t target : insn.table->targets) to(target);
      return;
    }
    if (is_jump(insn.op)) to(insn.b);
    if (!ends(insn.op) && i + 1 < m_.code_length) to(i + 1);
  }

  // One loop without another inside, into which nothing leads but its head.
  bool find_body() {
    const uint32_t head = loop_.head, n = loop_.tail - head + 1;
    loop_.body.assign(n, false);
    for (bool again = true; again;) {
      again = false;
      for (uint32_t i = n; i-- > 0;) {
        if (loop_.body[i]) continue;
        bool leads = false;
        successors(head + i, [&](uint32_t to) { leads = leads || to == head || (to > head && in(to)); });
        if (leads) loop_.body[i] = again = true;
      }
    }
    if (!loop_.body[0]) return false;
    bool good = true;
    for (uint32_t i = 0; i < m_.code_length; ++i) {
      if (in(i) && (is_switch(op(i)) || leaves_something(op(i)))) return false;
      successors(i, [&](uint32_t to) {
        if (in(to) && to != head && (!in(i) || to <= i)) good = false;
      });
    }
    for (const Handler& h : m_.handlers)
      if ((h.start <= loop_.tail && h.end > head) || in(h.target)) return false;
    return good;
  }

  // Whether every round comes by.
  bool in_each_round(uint32_t at) const {
    std::set<uint32_t> met{loop_.head};
    std::vector<uint32_t> work;
    if (at != loop_.head) work.push_back(loop_.head);
    bool around = false;
    while (!work.empty()) {
      const uint32_t i = work.back();
      work.pop_back();
      successors(i, [&](uint32_t to) {
        if (to == loop_.head) around = true;
        if (to != at && in(to) && met.insert(to).second) work.push_back(to);
      });
    }
    return !around;
  }

  bool live_at(uint32_t i, uint32_t slot) const {
    const SlotMap& map = slot_map(vm_, m_, i, false);
    return std::find(map.values.begin(), map.values.end(), slot) != map.values.end() ||
           std::find(map.refs.begin(), map.refs.end(), slot) != map.refs.end();
  }

  bool live_outside(uint32_t slot) const {
    bool live = false;
    for (uint32_t i = loop_.head; i <= loop_.tail; ++i)
      if (in(i)) successors(i, [&](uint32_t to) { live = live || (!in(to) && live_at(to, slot)); });
    return live;
  }

  bool stored(uint32_t slot) const {
    for (uint32_t i = loop_.head; i <= loop_.tail; ++i)
      if (in(i) && (((op(i) == Opc::Store || op(i) == Opc::IInc) && operand(i) == slot) ||
                    (op(i) == Opc::Store2 && (operand(i) == slot || operand(i) + 1 == slot))))
        return true;
    return false;
  }

  // The value that instructions up to `last` put on the stack, the first of them in `first`, if it is a fixed one.
  bool fixed(uint32_t last, uint32_t& first, FixedValue& out) const {
    if (!in(last)) return false;
    first = last;
    if (op(last) == Opc::IConst) return out = {false, 0, static_cast<int32_t>(operand(last))}, true;
    if (op(last) == Opc::Load && !stored(operand(last)))
      return out = {true, static_cast<uint16_t>(operand(last)), 0}, true;
    if (op(last) != Opc::ISub || last < loop_.head + 2 || op(last - 1) != Opc::IConst || op(last - 2) != Opc::Load ||
        stored(operand(last - 2)))
      return false;
    first = last - 2;
    out = {true, static_cast<uint16_t>(operand(last - 2)), static_cast<int32_t>(0 - operand(last - 1))};
    return true;
  }

  // Nothing jumps behind `from`, up to `to`.
  bool straight(uint32_t from, uint32_t to) const {
    bool good = true;
    for (uint32_t i = 0; i < m_.code_length; ++i)
      successors(i, [&](uint32_t target) {
        if (target > from && target <= to && target != i + 1) good = false;
      });
    return good && from >= loop_.head;
  }

  // A comparison of the counter loaded at `i`.
  bool compared(uint32_t i) {
    uint32_t at = i + 1, from = i;
    FixedValue bound;
    if (op(at) == Opc::IInc && operand(at) == operand(i)) ++at;
    if (is_ordering(op(at))) {  // what it is compared with comes before it,
      if (i == loop_.head || !fixed(i - 1, from, bound)) return false;
    } else if (!is_unary(op(at))) {  // or after it
      while (at <= loop_.tail && !is_ordering(op(at)) && at < i + 5) ++at;
      uint32_t first = 0;
      if (!is_ordering(op(at)) || !fixed(at - 1, first, bound)) return false;
      if (first != i + 1 && !(first == i + 2 && op(i + 1) == Opc::IInc && operand(i + 1) == operand(i))) return false;
    }
    int ways = 0;
    successors(at, [&](uint32_t to) { ways += in(to); });
    if (ways != 1 || !in_each_round(at) || !straight(from, at)) return false;
    loop_.bound = bound;
    return true;
  }

  // counter & mask, or mask & counter.
  bool masked(uint32_t i) {
    uint32_t first = 0;
    FixedValue mask;
    if (op(i + 1) == Opc::IAnd && i > loop_.head && fixed(i - 1, first, mask) && straight(first, i + 1))
      return loop_.masks.push_back(mask), true;
    for (uint32_t at = i + 2; at <= loop_.tail && at <= i + 4; ++at)
      if (op(at) == Opc::IAnd && fixed(at - 1, first, mask) && first == i + 1 && straight(i, at))
        return loop_.masks.push_back(mask), true;
    return false;
  }

  // The only step of a local, or nothing: stored otherwise, or several times.
  bool only_step(uint32_t slot, uint32_t& at) const {
    int steps = 0;
    for (uint32_t i = loop_.head; i <= loop_.tail; ++i) {
      if (!in(i)) continue;
      const uint32_t b = operand(i);
      if (op(i) == Opc::Store && b == slot) return false;
      if ((op(i) == Opc::Load2 || op(i) == Opc::Store2) && (b == slot || b + 1 == slot)) return false;
      if ((op(i) == Opc::LoadGetField || op(i) == Opc::LoadNoted) && b == slot) return false;
      if (op(i) == Opc::IInc && b == slot) at = i, ++steps;
    }
    return steps == 1 && !live_outside(slot);
  }

  bool is_counter(uint32_t slot) {
    uint32_t at = 0;
    if (!only_step(slot, at) || !in_each_round(at)) return false;
    loop_.step = static_cast<int32_t>(m_.code[at].imm);
    loop_.masks.clear();
    int comparisons = 0;
    for (uint32_t i = loop_.head; i <= loop_.tail; ++i) {
      if (!in(i) || !is_load(i, slot)) continue;
      if (masked(i)) continue;
      if (!compared(i)) return false;
      ++comparisons;
    }
    loop_.counter = static_cast<uint16_t>(slot);
    return comparisons == 1 && loop_.step != 0;
  }

  bool is_budget(uint32_t slot) const {
    uint32_t at = 0;
    if (!only_step(slot, at) || static_cast<int32_t>(m_.code[at].imm) >= 0) return false;
    for (uint32_t i = loop_.head; i <= loop_.tail; ++i) {
      if (!in(i) || !is_load(i, slot)) continue;
      uint32_t next = i + 1;
      if (op(next) == Opc::IInc && operand(next) == slot) ++next;
      if (!is_unary(op(next)) || !straight(i, next)) return false;
    }
    return true;
  }

  bool find_numbers() {
    std::set<uint32_t> kept;  // what a round stores and the next one may read
    for (uint32_t i = loop_.head; i <= loop_.tail; ++i) {
      if (!in(i)) continue;
      if (op(i) == Opc::Store || op(i) == Opc::IInc) kept.insert(operand(i));
      if (op(i) == Opc::Store2) kept.insert({operand(i), operand(i) + 1});
    }
    std::erase_if(kept, [&](uint32_t slot) { return !live_at(loop_.head, slot); });
    // An operand stack that is not empty at the head could hold what a round has left.
    const SlotMap& map = slot_map(vm_, m_, loop_.head, false);
    for (const auto* slots : {&map.values, &map.refs})
      for (const uint16_t slot : *slots)
        if (slot >= m_.max_locals) return false;
    const auto counter = std::find_if(kept.begin(), kept.end(), [&](uint32_t slot) { return is_counter(slot); });
    if (counter == kept.end()) return false;
    for (const uint32_t slot : kept) {
      if (slot == *counter) continue;
      if (!is_budget(slot)) return false;
      loop_.budgets.push_back(static_cast<uint16_t>(slot));
    }
    return true;
  }

  Vm& vm_;
  Method& m_;
  ScanLoop loop_;
};

}  // namespace

std::vector<ScanLoop> find_scan_loops(Vm& vm, Method& m) {
  std::vector<ScanLoop> found = Finder(vm, m).run();
  if (!found.empty())
    for (const BoundedLoop& known : find_bounded_loops(vm, m))
      std::erase_if(found, [&](const ScanLoop& l) { return l.head == known.head; });
  return found;
}

}  // namespace jmc::vm
