// Pseudo-random numbers of loops that scan or retry: x ^= x << a; x ^= x >>> b; x ^= x << c (Marsaglia 2003), or with
// the shifts the other way round.
//
// Their only use is "another slot" or "now and then". Each round would be a new state for it, and a thread that scans
// in vain would never come back to a state that it was in. Where the JDK's own code does this in a loop, a step
// therefore gives the complement of the number, and the next one the number again: both signs, two slots of any power
// of two, and one state after two rounds. Code of the program keeps its numbers, which may be its result.
//
// Found by following values through straight-line code: what a local holds, what is a shift of which value, what is a
// value xor-ed with a shift of itself. Nothing is asked about names.
#include <algorithm>
#include <map>
#include <optional>
#include <vector>

#include "vm/code/draws.hpp"
#include "vm/code/insn.hpp"
#include "vm/vm.hpp"

namespace jmc::vm {

namespace {

class StepFinder {
 public:
  explicit StepFinder(Method& m) : m_(m), target_(m.code_length + 1) {
    for (uint32_t i = 0; i < m.code_length; ++i) {
      const Insn& insn = m.code[i];
      if (insn.op == Opc::TableSwitch || insn.op == Opc::LookupSwitch) {
        for (const uint32_t t : insn.table->targets) target_[t] = true;
        target_[insn.table->otherwise] = true;
      } else if (is_jump(insn.op)) {
        target_[insn.b] = true;
        if (insn.b <= i) loops_.push_back({insn.b, i});
      }
    }
    for (const Handler& h : m.handlers) target_[h.target] = true;
  }

  // True: some were found, and their instructions replaced.
  bool run() {
    if (loops_.empty()) return false;
    bool found = false;
    for (uint32_t i = 0; i < m_.code_length; ++i) {
      if (target_[i]) forget();
      if (const std::optional<uint32_t> third = look_at(i); third && in_loop(values_[*third].xors.front(), i)) {
        replace(values_[*third]);
        found = true;
      }
    }
    return found;
  }

  // Whether what some three give is kept in a local, and each return is of that local.
  bool generates() {
    bool found = false;
    uint32_t local = 0;
    for (uint32_t i = 0; i + 1 < m_.code_length; ++i) {
      if (target_[i]) forget();
      if (!look_at(i)) continue;
      const Insn& next = m_.code[i + 1];
      if (found || next.op != Opc::Store) return false;
      found = true;
      local = next.b;
    }
    for (uint32_t i = 1; i < m_.code_length && found; ++i)
      if (m_.code[i].op == Opc::Return1) found = m_.code[i - 1].op == Opc::Load && m_.code[i - 1].b == local;
    return found;
  }

 private:
  struct Value {
    bool constant = false;
    int64_t shifted = -1;        // the value that it is a shift of
    bool left = false;           // by a shift to the left
    std::vector<bool> steps;     // the shifts that it was xor-ed with, to the left or not
    std::vector<uint32_t> xors;  // by these instructions,
    std::vector<bool> on_top;    // the value itself being the operand on top, not the shift
  };

  static bool is_jump(Opc op) { return (op >= Opc::IfEq && op <= Opc::Goto) || op == Opc::Jsr; }

  uint32_t make() { return make(Value{}); }
  uint32_t make(Value v) {
    values_.push_back(std::move(v));
    return static_cast<uint32_t>(values_.size() - 1);
  }
  void forget() {
    stack_.clear();
    locals_.clear();
  }
  uint32_t pop() {
    if (stack_.empty()) return make();
    const uint32_t v = stack_.back();
    stack_.pop_back();
    return v;
  }

  // The value that is complete with this instruction.
  std::optional<uint32_t> look_at(uint32_t i) {
    const Insn& insn = m_.code[i];
    switch (insn.op) {
      case Opc::Load:
      case Opc::Load2: {
        const auto [at, added] = locals_.try_emplace(insn.b, 0);
        if (added) at->second = make();
        stack_.push_back(at->second);
        return {};
      }
      case Opc::Store:
      case Opc::Store2:
        locals_.erase(insn.b + 1);
        if (insn.b) locals_.erase(insn.b - 1);  // it may have been the first half of a long
        locals_[insn.b] = pop();
        return {};
      case Opc::IInc: locals_.erase(insn.b); return {};
      case Opc::IConst: stack_.push_back(make({.constant = true})); return {};
      case Opc::Dup:
      case Opc::Dup2:  // of a long; of two ints it is none of this
        if (stack_.empty()) return {};
        stack_.push_back(stack_.back());
        return {};
      case Opc::IShl:
      case Opc::LShl:
      case Opc::IUshr:
      case Opc::LUshr: {
        const bool by_constant = values_[pop()].constant;
        const uint32_t of = pop();
        stack_.push_back(
            make({.shifted = by_constant ? int64_t{of} : -1, .left = insn.op == Opc::IShl || insn.op == Opc::LShl}));
        return {};
      }
      case Opc::IXor:
      case Opc::LXor: {
        const uint32_t top = pop();
        return xored(i, top, pop());
      }
      default: stack_.clear(); return {};
    }
  }

  std::optional<uint32_t> xored(uint32_t i, uint32_t top, uint32_t below) {
    const bool on_top = values_[below].shifted == int64_t{top};
    if (!on_top && values_[top].shifted != int64_t{below}) {
      stack_.push_back(make());
      return {};
    }
    Value v = values_[on_top ? top : below];
    v.shifted = -1;
    v.steps.push_back(values_[on_top ? below : top].left);
    v.xors.push_back(i);
    v.on_top.push_back(on_top);
    const bool complete = v.steps.size() == 3 && v.steps[0] == v.steps[2] && v.steps[0] != v.steps[1];
    stack_.push_back(make(std::move(v)));
    return complete ? std::optional(stack_.back()) : std::nullopt;
  }

  bool in_loop(uint32_t first, uint32_t last) const {
    return std::any_of(loops_.begin(), loops_.end(),
                       [&](const auto& loop) { return loop.first <= first && last <= loop.second; });
  }

  void replace(const Value& v) {
    for (size_t k = 0; k < 3; ++k) {
      Insn& insn = m_.code[v.xors[k]];
      insn.op = insn.op == Opc::IXor ? Opc::IKeep : Opc::LKeep;
      insn.a = static_cast<uint16_t>(v.on_top[k] | (k == 2) << 1);
    }
  }

  Method& m_;
  std::vector<bool> target_;                          // of a jump or an exception
  std::vector<std::pair<uint32_t, uint32_t>> loops_;  // jumps back: to where, from where
  std::vector<Value> values_;
  std::vector<uint32_t> stack_;  // as far as it is known, from the top
  std::map<uint32_t, uint32_t> locals_;
};

}  // namespace

void find_xorshifts(Vm& vm, Method& m) {
  if (!m.owner->boot || vm.options.random != Random::Fixed || vm.options.retry_sequences) return;
  if (StepFinder(m).run())
    vm.remark("retries", "pseudo-random numbers of loops that scan or retry alternate between two values (" +
                             m.owner->external_name() + "." + std::string(m.name) + ")");
}

bool is_generator(Vm& vm, Method& m) {
  if (!m.is_static() || m.is_native() || m.is_synchronized() || m.descriptor != "()I" || !m.file || !m.file->code)
    return false;
  translate(vm, m);
  return StepFinder(m).generates();
}

}  // namespace jmc::vm
