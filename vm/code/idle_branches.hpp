// Branches that change nothing: both ways meet again, and on neither is anything done but to give way to others
// (Thread.yield, Thread.onSpinWait) or to compute locals that nobody needs there. What such a branch asks, nobody needs
// either: a loop that counts its rounds, to give way in some of them, is in the same state in each round. (Faint
// variables, Giegerich, Moencke, Wilhelm 1981, with branches.)
//
// The analysis is optimistic: all branches of that form are taken for idle until it turns out that a local that is
// written on one of the ways is live where they meet.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "classfile/class_file.hpp"
#include "vm/code/insn.hpp"

namespace jmc::vm {

class IdleBranches {
 public:
  // `depth`: slots on the operand stack before each instruction, -1 where no way leads. All arguments must outlive
  // this.
  IdleBranches(const Method& m, std::span<const uint8_t> code, const classfile::ConstantPool& pool,
               std::span<const int> depth);

  bool none() const { return uses_.empty(); }
  using IsLive = std::function<bool(uint32_t instruction, uint32_t slot)>;  // before the instruction
  // Whether what the load at `i` reads goes only into idle branches, and into locals that are not live afterwards.
  bool load_is_idle(uint32_t i, const IsLive& live) const;
  // Takes back what is not idle, given what is live. True: something was.
  bool take_back(const IsLive& live);

 private:
  // What one statement does: a branch, or stores to locals, computed from ints and longs and nothing else.
  struct Statement {
    uint32_t end = 0;              // the instruction after it
    int64_t branch = -1;           // the instruction that branches; -1: none
    std::vector<uint32_t> loads;   // instructions that read locals
    std::vector<uint32_t> stored;  // slots
  };
  struct Branch {
    std::vector<uint32_t> written;  // slots, on the two ways
    uint32_t meet = 0;
    bool idle = false;
  };
  struct Use {                     // of a load
    int64_t branch = -1;           // index in branches_
    std::vector<uint32_t> stored;  // slots that get what it read,
    uint32_t after[2] = {0, 0};    // before these instructions
  };

  bool parse(uint32_t at, Statement& out) const;
  bool gives_way(uint32_t i) const;
  bool constant_but_zero(uint32_t i) const;
  bool constant(uint32_t i) const;
  uint32_t through_gotos(uint32_t i) const;
  bool meet(uint32_t branch, Branch& out) const;
  uint8_t op(uint32_t i) const;
  uint32_t slot(uint32_t i) const;

  const Method& m_;
  std::span<const uint8_t> code_;
  const classfile::ConstantPool& pool_;
  std::span<const int> depth_;
  uint32_t n_;
  std::vector<bool> target_;  // of a jump or of an exception
  std::vector<Branch> branches_;
  std::vector<std::pair<uint32_t, Use>> uses_;  // by instruction, ascending
};

}  // namespace jmc::vm
