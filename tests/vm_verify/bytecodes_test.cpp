// The tables of vm/code/bytecodes.hpp against the instruction set of the Java virtual machine specification (chapter
// 6), written down here once more in its own terms: mnemonic, operand bytes, operand stack before and after.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "vm/code/bytecodes.hpp"

namespace jmc::vm::test {
namespace {

// Stack: types from bottom to top. I F take one slot, J D two, A is a reference, N null, R a return address; "*"
// depends on operands or moves untyped slots. Operand bytes -1: not fixed.
struct Spec {
  const char* name;
  int operands;
  const char* before;
  const char* after;
};
const Spec kSpec[] = {
    {"nop", 0, "", ""},
    {"aconst_null", 0, "", "N"},
    {"iconst_m1", 0, "", "I"},
    {"iconst_0", 0, "", "I"},
    {"iconst_1", 0, "", "I"},
    {"iconst_2", 0, "", "I"},
    {"iconst_3", 0, "", "I"},
    {"iconst_4", 0, "", "I"},
    {"iconst_5", 0, "", "I"},
    {"lconst_0", 0, "", "J"},
    {"lconst_1", 0, "", "J"},
    {"fconst_0", 0, "", "F"},
    {"fconst_1", 0, "", "F"},
    {"fconst_2", 0, "", "F"},
    {"dconst_0", 0, "", "D"},
    {"dconst_1", 0, "", "D"},
    {"bipush", 1, "", "I"},
    {"sipush", 2, "", "I"},
    {"ldc", 1, "*", "*"},
    {"ldc_w", 2, "*", "*"},
    {"ldc2_w", 2, "", "J"},
    {"iload", 1, "", "I"},
    {"lload", 1, "", "J"},
    {"fload", 1, "", "F"},
    {"dload", 1, "", "D"},
    {"aload", 1, "", "A"},
    {"iload_0", 0, "", "I"},
    {"iload_1", 0, "", "I"},
    {"iload_2", 0, "", "I"},
    {"iload_3", 0, "", "I"},
    {"lload_0", 0, "", "J"},
    {"lload_1", 0, "", "J"},
    {"lload_2", 0, "", "J"},
    {"lload_3", 0, "", "J"},
    {"fload_0", 0, "", "F"},
    {"fload_1", 0, "", "F"},
    {"fload_2", 0, "", "F"},
    {"fload_3", 0, "", "F"},
    {"dload_0", 0, "", "D"},
    {"dload_1", 0, "", "D"},
    {"dload_2", 0, "", "D"},
    {"dload_3", 0, "", "D"},
    {"aload_0", 0, "", "A"},
    {"aload_1", 0, "", "A"},
    {"aload_2", 0, "", "A"},
    {"aload_3", 0, "", "A"},
    {"iaload", 0, "AI", "I"},
    {"laload", 0, "AI", "J"},
    {"faload", 0, "AI", "F"},
    {"daload", 0, "AI", "D"},
    {"aaload", 0, "AI", "A"},
    {"baload", 0, "AI", "I"},
    {"caload", 0, "AI", "I"},
    {"saload", 0, "AI", "I"},
    {"istore", 1, "I", ""},
    {"lstore", 1, "J", ""},
    {"fstore", 1, "F", ""},
    {"dstore", 1, "D", ""},
    {"astore", 1, "A", ""},
    {"istore_0", 0, "I", ""},
    {"istore_1", 0, "I", ""},
    {"istore_2", 0, "I", ""},
    {"istore_3", 0, "I", ""},
    {"lstore_0", 0, "J", ""},
    {"lstore_1", 0, "J", ""},
    {"lstore_2", 0, "J", ""},
    {"lstore_3", 0, "J", ""},
    {"fstore_0", 0, "F", ""},
    {"fstore_1", 0, "F", ""},
    {"fstore_2", 0, "F", ""},
    {"fstore_3", 0, "F", ""},
    {"dstore_0", 0, "D", ""},
    {"dstore_1", 0, "D", ""},
    {"dstore_2", 0, "D", ""},
    {"dstore_3", 0, "D", ""},
    {"astore_0", 0, "A", ""},
    {"astore_1", 0, "A", ""},
    {"astore_2", 0, "A", ""},
    {"astore_3", 0, "A", ""},
    {"iastore", 0, "AII", ""},
    {"lastore", 0, "AIJ", ""},
    {"fastore", 0, "AIF", ""},
    {"dastore", 0, "AID", ""},
    {"aastore", 0, "AIA", ""},
    {"bastore", 0, "AII", ""},
    {"castore", 0, "AII", ""},
    {"sastore", 0, "AII", ""},
    {"pop", 0, "I", ""},
    {"pop2", 0, "J", ""},
    {"dup", 0, "*", "*"},
    {"dup_x1", 0, "*", "*"},
    {"dup_x2", 0, "*", "*"},
    {"dup2", 0, "*", "*"},
    {"dup2_x1", 0, "*", "*"},
    {"dup2_x2", 0, "*", "*"},
    {"swap", 0, "*", "*"},
    {"iadd", 0, "II", "I"},
    {"ladd", 0, "JJ", "J"},
    {"fadd", 0, "FF", "F"},
    {"dadd", 0, "DD", "D"},
    {"isub", 0, "II", "I"},
    {"lsub", 0, "JJ", "J"},
    {"fsub", 0, "FF", "F"},
    {"dsub", 0, "DD", "D"},
    {"imul", 0, "II", "I"},
    {"lmul", 0, "JJ", "J"},
    {"fmul", 0, "FF", "F"},
    {"dmul", 0, "DD", "D"},
    {"idiv", 0, "II", "I"},
    {"ldiv", 0, "JJ", "J"},
    {"fdiv", 0, "FF", "F"},
    {"ddiv", 0, "DD", "D"},
    {"irem", 0, "II", "I"},
    {"lrem", 0, "JJ", "J"},
    {"frem", 0, "FF", "F"},
    {"drem", 0, "DD", "D"},
    {"ineg", 0, "I", "I"},
    {"lneg", 0, "J", "J"},
    {"fneg", 0, "F", "F"},
    {"dneg", 0, "D", "D"},
    {"ishl", 0, "II", "I"},
    {"lshl", 0, "JI", "J"},
    {"ishr", 0, "II", "I"},
    {"lshr", 0, "JI", "J"},
    {"iushr", 0, "II", "I"},
    {"lushr", 0, "JI", "J"},
    {"iand", 0, "II", "I"},
    {"land", 0, "JJ", "J"},
    {"ior", 0, "II", "I"},
    {"lor", 0, "JJ", "J"},
    {"ixor", 0, "II", "I"},
    {"lxor", 0, "JJ", "J"},
    {"iinc", 2, "", ""},
    {"i2l", 0, "I", "J"},
    {"i2f", 0, "I", "F"},
    {"i2d", 0, "I", "D"},
    {"l2i", 0, "J", "I"},
    {"l2f", 0, "J", "F"},
    {"l2d", 0, "J", "D"},
    {"f2i", 0, "F", "I"},
    {"f2l", 0, "F", "J"},
    {"f2d", 0, "F", "D"},
    {"d2i", 0, "D", "I"},
    {"d2l", 0, "D", "J"},
    {"d2f", 0, "D", "F"},
    {"i2b", 0, "I", "I"},
    {"i2c", 0, "I", "I"},
    {"i2s", 0, "I", "I"},
    {"lcmp", 0, "JJ", "I"},
    {"fcmpl", 0, "FF", "I"},
    {"fcmpg", 0, "FF", "I"},
    {"dcmpl", 0, "DD", "I"},
    {"dcmpg", 0, "DD", "I"},
    {"ifeq", 2, "I", ""},
    {"ifne", 2, "I", ""},
    {"iflt", 2, "I", ""},
    {"ifge", 2, "I", ""},
    {"ifgt", 2, "I", ""},
    {"ifle", 2, "I", ""},
    {"if_icmpeq", 2, "II", ""},
    {"if_icmpne", 2, "II", ""},
    {"if_icmplt", 2, "II", ""},
    {"if_icmpge", 2, "II", ""},
    {"if_icmpgt", 2, "II", ""},
    {"if_icmple", 2, "II", ""},
    {"if_acmpeq", 2, "AA", ""},
    {"if_acmpne", 2, "AA", ""},
    {"goto", 2, "", ""},
    {"jsr", 2, "", "R"},
    {"ret", 1, "", ""},
    {"tableswitch", -1, "I", ""},
    {"lookupswitch", -1, "I", ""},
    {"ireturn", 0, "I", ""},
    {"lreturn", 0, "J", ""},
    {"freturn", 0, "F", ""},
    {"dreturn", 0, "D", ""},
    {"areturn", 0, "A", ""},
    {"return", 0, "", ""},
    {"getstatic", 2, "*", "*"},
    {"putstatic", 2, "*", "*"},
    {"getfield", 2, "*", "*"},
    {"putfield", 2, "*", "*"},
    {"invokevirtual", 2, "*", "*"},
    {"invokespecial", 2, "*", "*"},
    {"invokestatic", 2, "*", "*"},
    {"invokeinterface", 4, "*", "*"},
    {"invokedynamic", 4, "*", "*"},
    {"new", 2, "", "A"},
    {"newarray", 1, "I", "A"},
    {"anewarray", 2, "I", "A"},
    {"arraylength", 0, "A", "I"},
    {"athrow", 0, "A", ""},
    {"checkcast", 2, "A", "A"},
    {"instanceof", 2, "A", "I"},
    {"monitorenter", 0, "A", ""},
    {"monitorexit", 0, "A", ""},
    {"wide", -1, "*", "*"},
    {"multianewarray", 3, "*", "*"},
    {"ifnull", 2, "A", ""},
    {"ifnonnull", 2, "A", ""},
    {"goto_w", 4, "", ""},
    {"jsr_w", 4, "", "R"},
};

unsigned slots(std::string_view types) {
  unsigned n = 0;
  for (char t : types) n += t == 'J' || t == 'D' ? 2 : 1;
  return n;
}

TEST(Bytecodes, Lengths) {
  ASSERT_EQ(std::size(kSpec), kOpcodes);
  for (uint32_t op = 0; op < kOpcodes; ++op) EXPECT_EQ(kOpcodeLengths[op], kSpec[op].operands + 1) << kSpec[op].name;
}

TEST(Bytecodes, Slots) {
  for (uint32_t op = 0; op < kOpcodes; ++op) {
    const Spec& s = kSpec[op];
    const SlotEffect& e = kSlotEffects[op];
    if (s.before[0] == '*') {
      EXPECT_EQ(e.push, nullptr) << s.name;
      continue;
    }
    ASSERT_NE(e.push, nullptr) << s.name;
    EXPECT_EQ(e.pop, slots(s.before)) << s.name;
    std::string pushed;
    for (const char* p = s.after; *p; ++p) pushed += *p == 'A' || *p == 'N' ? "r" : slots({p, 1}) == 2 ? "vv" : "v";
    EXPECT_EQ(e.push, pushed) << s.name;
  }
}

TEST(Bytecodes, Types) {
  const auto numeric = [](std::string_view types) {
    return types.find_first_not_of("IJFDN") == std::string_view::npos;
  };
  for (uint32_t op = 0; op < kOpcodes; ++op) {
    const Spec& s = kSpec[op];
    const bool touches_locals = (op >= 21 && op <= 45) || (op >= 54 && op <= 78) || op == 132 || op == 169;
    const bool special = op == 20 || op == 87 || op == 88 || (op >= 172 && op <= 177) || touches_locals;
    if (numeric(s.before) && numeric(s.after) && !special) {
      ASSERT_NE(kTypeEffects[op], nullptr) << s.name;
      EXPECT_EQ(std::string(s.before) + ">" + s.after, kTypeEffects[op]) << s.name;
    } else {
      EXPECT_EQ(kTypeEffects[op], nullptr) << s.name;
    }
  }
}

}  // namespace
}  // namespace jmc::vm::test
