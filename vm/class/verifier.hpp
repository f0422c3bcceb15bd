// Verifying one method: the flow of control, and what each instruction does to the types. Internal to
// vm/class/verify*.cpp.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "vm/class/verify_types.hpp"
#include "vm/code/insn.hpp"

namespace jmc::vm {

class Verifier {
 public:
  Verifier(Vm& vm, Method& m);
  void run();

 private:
  // Types before an instruction that is a jump target: locals, then the stack.
  struct Saved {
    std::vector<Type> slots;
    bool reached = false, queued = false, unready_this = false;
  };

  // Flow (verify.cpp)
  void find_leaders();
  void enter();
  void run_block(uint32_t leader);
  void merge_into(uint32_t to, const Type* stack, uint32_t depth);
  void merge_into_handlers();
  void check_catch_type(const Handler& h);
  void spend(uint64_t work);
  template <class F>
  void successors(uint32_t i, F&& visit) const;

  // Instructions (verify_insns.cpp). False: control does not go on to the next one.
  bool step();
  bool loads_and_stores(uint8_t op, uint32_t index);
  void array_access(uint8_t op);
  void move_stack(uint8_t op);
  void load_constant(uint8_t op);
  void return_value(uint8_t op);
  // Instructions that name classes and members (verify_members.cpp)
  void field_access(uint8_t op);
  void invoke(uint8_t op);
  void construct(const std::string_view owner);
  void check_special_owner(std::string_view owner);
  void class_operand(uint8_t op);

  void push(Type t);
  Type pop_slot();                        // one slot, whatever it holds
  void pop(Type expected);                // of a primitive type
  Type pop_object(const char* expected);  // an initialised object or null
  void pop_assignable(std::string_view target);
  void pop_type(Type declared);
  void replace(Type from, Type to);
  void set_local(uint32_t index, Type t);
  Type* stack() { return now_.data() + locals_; }

  [[noreturn]] void fail(const std::string& found, const std::string& expected) const;
  uint8_t u1(uint32_t offset) const { return text_[at_ + offset]; }
  uint16_t u2(uint32_t offset) const {
    return static_cast<uint16_t>(text_[at_ + offset] << 8 | text_[at_ + offset + 1]);
  }
  uint32_t copy_of(uint32_t insn) const { return insn / per_copy_; }
  bool constructor() const { return m_.name == "<init>"; }

  Vm& vm_;
  Method& m_;
  Klass& k_;
  const classfile::ConstantPool& pool_;
  std::span<const uint8_t> text_;
  TypeTable types_;
  uint32_t count_, per_copy_ = 1, locals_ = 0;

  std::vector<uint32_t> leader_;  // per instruction: index in saved_ + 1, 0 if no jump leads there
  std::vector<Saved> saved_;
  std::vector<uint32_t> work_;
  std::vector<bool> checked_handlers_;
  uint64_t spent_ = 0, stored_ = 0;

  // The state before the instruction at insn_.
  std::vector<Type> now_;
  uint32_t depth_ = 0, insn_ = 0, at_ = 0;  // at_: its offset in the bytecode
  bool unready_this_ = false;               // a constructor that has not called another yet
  bool locals_changed_ = false;
  std::vector<Type> arguments_;
};

}  // namespace jmc::vm
