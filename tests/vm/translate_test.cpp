// Bytecode into instructions. Expectations are written from the JVM specification, chapter 6, not from the translator.
#include <gtest/gtest.h>

#include "support.hpp"
#include "vm/code/insn.hpp"

namespace jmc::vm::test {
namespace {

constexpr const char* kProgram = R"(
class Code {
  static int straight(int a, long b) { return (int) (a * 3 + b); }
  static int choose(int n) {
    switch (n) { case 5: return 1; case 6: return 2; case 7: return 3; case 9: return 4; default: return 0; }
  }
  static int sparse(int n) {
    switch (n) { case -1000: return 1; case 0: return 2; case 1000000: return 3; default: return 0; }
  }
  static int loop(int n) { int s = 0; for (int i = 0; i < n; i++) s += i; return s; }
  static int guarded(Object o) {
    try { return o.hashCode(); } catch (NullPointerException e) { return -1; } finally { System.nanoTime(); }
  }
  static long wide(double d, long l) { return l + (long) d + 1L; }
  static int many(int x) { x += 1000; return x; }
}
)";

class Translate : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    classes_ = new Folder;
    compile_text("Code", kProgram, classes_->path());
    booted_ = new BootedVm(classes_->path());
  }
  static void TearDownTestSuite() {
    delete booted_;
    delete classes_;
  }
  static Method& method(const char* name) {
    Klass* k = booted_->vm->require_class("Code");
    for (const auto& m : k->methods)
      if (m->name == name) {
        if (!m->code) translate(*booted_->vm, *m);
        return *m;
      }
    throw std::runtime_error(name);
  }
  static std::vector<Opc> opcodes(const Method& m) {
    std::vector<Opc> out;
    for (uint32_t i = 0; i < m.code_length; ++i) out.push_back(m.code[i].op);
    return out;
  }
  static Folder* classes_;
  static BootedVm* booted_;
};
Folder* Translate::classes_ = nullptr;
BootedVm* Translate::booted_ = nullptr;

TEST_F(Translate, StraightCode) {
  const Method& m = method("straight");  // iload_0 iconst_3 imul i2l lload_1 ladd l2i ireturn
  EXPECT_EQ(opcodes(m), (std::vector<Opc>{Opc::Load, Opc::IConst, Opc::IMul, Opc::I2L, Opc::Load2, Opc::LAdd, Opc::L2I,
                                          Opc::Return1, Opc::FallOff}));
  EXPECT_EQ(m.code[0].b, 0u);
  EXPECT_EQ(m.code[1].b, 3u);
  EXPECT_EQ(m.code[4].b, 1u);  // the long begins in slot 1
  EXPECT_EQ(m.arg_slots, 3);
  EXPECT_EQ(std::vector<uint16_t>(m.bci.begin(), m.bci.end() - 1), (std::vector<uint16_t>{0, 1, 2, 3, 4, 5, 6, 7}));
}

TEST_F(Translate, TwoSlotValues) {
  const Method& m = method("wide");  // lload_2 dload_0 d2l ladd lconst_1 ladd lreturn
  EXPECT_EQ(opcodes(m), (std::vector<Opc>{Opc::Load2, Opc::Load2, Opc::D2L, Opc::LAdd, Opc::LConst, Opc::LAdd,
                                          Opc::Return2, Opc::FallOff}));
  EXPECT_EQ(m.code[0].b, 2u);
  EXPECT_EQ(m.code[1].b, 0u);
  EXPECT_EQ(m.code[4].imm, 1u);
}

// What a switch jumps to for n, as the index of the constant that is returned there.
uint32_t returned(const Method& m, uint32_t target) {
  EXPECT_EQ(m.code[target].op, Opc::IConst);
  EXPECT_EQ(m.code[target + 1].op, Opc::Return1);
  return m.code[target].b;
}

TEST_F(Translate, TableSwitch) {
  const Method& m = method("choose");
  ASSERT_EQ(m.code[1].op, Opc::TableSwitch);
  const SwitchTable& t = *m.code[1].table;
  EXPECT_EQ(t.low, 5);
  ASSERT_EQ(t.targets.size(), 5u);  // 8 has none of its own
  const uint32_t expected[] = {1, 2, 3, 0, 4};
  for (size_t i = 0; i < 5; ++i) EXPECT_EQ(returned(m, t.targets[i]), expected[i]) << i + 5;
  EXPECT_EQ(returned(m, t.otherwise), 0u);
}

TEST_F(Translate, LookupSwitch) {
  const Method& m = method("sparse");
  ASSERT_EQ(m.code[1].op, Opc::LookupSwitch);
  const SwitchTable& t = *m.code[1].table;
  EXPECT_EQ(t.keys, (std::vector<int32_t>{-1000, 0, 1000000}));
  for (size_t i = 0; i < 3; ++i) EXPECT_EQ(returned(m, t.targets[i]), i + 1);
  EXPECT_EQ(returned(m, t.otherwise), 0u);
}

// Jumps lead to instructions, and those that lead back are marked: they count against a thread's budget.
TEST_F(Translate, Jumps) {
  const Method& m = method("loop");
  int forwards = 0, backwards = 0;
  for (uint32_t i = 0; i < m.code_length; ++i) {
    const Opc op = m.code[i].op;
    if (op != Opc::Goto && (op < Opc::IfEq || op > Opc::IfICmpLe)) continue;
    const uint32_t target = m.code[i].b;
    ASSERT_LT(target, m.code_length);
    EXPECT_EQ(m.code[i].a != 0, target <= i) << "instruction " << i;
    ++(target <= i ? backwards : forwards);
  }
  EXPECT_EQ(forwards, 1);
  EXPECT_EQ(backwards, 1);
}

TEST_F(Translate, Handlers) {
  const Method& m = method("guarded");
  ASSERT_FALSE(m.handlers.empty());
  bool by_class = false, all = false;
  for (const Handler& h : m.handlers) {
    EXPECT_LT(h.start, h.end);
    EXPECT_LT(h.target, m.code_length);
    EXPECT_EQ(m.code[h.target].op, Opc::Store);  // javac keeps what was caught
    (h.catch_index ? by_class : all) = true;
  }
  EXPECT_TRUE(by_class && all);
}

TEST_F(Translate, WideIncrement) {
  const Method& m = method("many");  // wide iinc 0 1000: six bytes, one instruction
  ASSERT_EQ(m.code[0].op, Opc::IInc);
  EXPECT_EQ(m.bci[1], 6);
}

}  // namespace
}  // namespace jmc::vm::test
