// What the verifier refuses, case by case, with the message; and shapes that it must take although compilers no longer
// make them.
#include <gtest/gtest.h>

#include "maker.hpp"
#include "support.hpp"
#include "vm/class/verify_types.hpp"
#include "vm/code/insn.hpp"

namespace jmc::vm::test {
namespace {

// Opcodes that the cases use.
enum : int {
  kNop = 0,
  kNull = 1,
  kIconst0 = 3,
  kLconst0 = 9,
  kFconst0 = 11,
  kDconst0 = 14,
  kIload0 = 26,
  kLload0 = 30,
  kAload0 = 42,
  kAload1 = 43,
  kAload2 = 44,
  kIaload = 46,
  kAaload = 50,
  kBaload = 51,
  kIstore0 = 59,
  kIstore1 = 60,
  kLstore0 = 63,
  kLstore1 = 64,
  kAstore0 = 75,
  kAstore1 = 76,
  kAstore2 = 77,
  kAastore = 83,
  kPop = 87,
  kPop2 = 88,
  kDup = 89,
  kDupX1 = 90,
  kDup2 = 92,
  kSwap = 95,
  kIadd = 96,
  kIinc = 132,
  kIfeq = 153,
  kIfAcmpeq = 165,
  kGoto = 167,
  kJsr = 168,
  kRet = 169,
  kTableswitch = 170,
  kIreturn = 172,
  kAreturn = 176,
  kReturn = 177,
  kGetstatic = 178,
  kPutstatic = 179,
  kGetfield = 180,
  kPutfield = 181,
  kInvokevirtual = 182,
  kInvokespecial = 183,
  kInvokestatic = 184,
  kInvokeinterface = 185,
  kNew = 187,
  kNewarray = 188,
  kAnewarray = 189,
  kArraylength = 190,
  kAthrow = 191,
  kCheckcast = 192,
  kMonitorenter = 194,
  kMultianewarray = 197,
  kIfnull = 198,
};

class Verify : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    const auto homes = jdk_homes();
    if (!homes.empty()) loaded_ = new LoadedVm(homes.front());
  }
  static void TearDownTestSuite() {
    delete loaded_;
    loaded_ = nullptr;
  }
  void SetUp() override {
    if (!loaded_) GTEST_SKIP() << "no JDK found";
  }

  // What is wrong with the class, from "bytecode offset" on if it is the verifier that says so; "" if nothing.
  static std::string check(OneMethod& c) {
    Vm& vm = *loaded_->vm;
    auto bytes = std::make_shared<std::vector<uint8_t>>(c.bytes());
    // Fresh names are not needed: a class that is defined is found by its name, so each is defined as a hidden one of a
    // user's class.
    static Klass* host = nullptr;
    if (!host) {
      OneMethod h("Host");
      h.op({kReturn});
      auto host_bytes = std::make_shared<std::vector<uint8_t>>(h.bytes());
      host = vm.define_class({*host_bytes, host_bytes, "host.class"}, nullptr, false);
    }
    try {
      Klass* k = vm.define_class({*bytes, bytes, "t.class"}, host, true);
      k->hidden = false;  // so that nothing is allowed to it that a spun class may do
      k->host = nullptr;
      for (const auto& m : k->methods) translate(vm, *m);
    } catch (const classfile::FormatError& e) {
      const std::string text = e.what();
      const size_t at = text.find("bytecode offset");
      return at == std::string::npos ? text : text.substr(at);
    } catch (const MissingClass& e) { return "missing " + e.name; }
    return "";
  }
  static void expect(OneMethod c, const std::string& message) {
    EXPECT_EQ(check(c), message.empty() ? "" : message + " (a VerifyError)");
  }
  static OneMethod with(std::initializer_list<int> code) {
    OneMethod c;
    c.op(code);
    return c;
  }
  static LoadedVm* loaded_;
};
LoadedVm* Verify::loaded_ = nullptr;

TEST_F(Verify, WholeMessage) {
  OneMethod c;
  c.op({kNop, kPop, kReturn});
  Vm& vm = *loaded_->vm;
  auto bytes = std::make_shared<std::vector<uint8_t>>(c.bytes());
  Klass* k = vm.define_class({*bytes, bytes, "/x/T.class"}, nullptr, false);
  try {
    translate(vm, *k->methods[0]);
    FAIL();
  } catch (const classfile::FormatError& e) {
    EXPECT_STREQ(
        e.what(),
        "/x/T.class: method T.m()V, bytecode offset 1: found a stack of 0 slots, expected 1 or more (a VerifyError)");
  }
  EXPECT_EQ(k->methods[0]->code, nullptr);  // the next call must fail too
  EXPECT_THROW(translate(vm, *k->methods[0]), classfile::FormatError);
}

TEST_F(Verify, Stack) {
  expect(with({kIadd, kReturn}), "bytecode offset 0: found an empty stack, expected a value");
  expect(with({kIconst0, kIadd, kReturn}), "bytecode offset 1: found an empty stack, expected a value");
  expect(with({kIconst0, kFconst0, kIadd, kReturn}), "bytecode offset 2: found float on the stack, expected int");
  expect(with({kIconst0, kIconst0, kIconst0, kIconst0, kIconst0, kReturn}),
         "bytecode offset 4: found a push on a stack of 4 slots, expected at most the 4 of max_stack");
  expect(with({kLconst0, kLconst0, kDup2, kReturn}),
         "bytecode offset 2: found a push on a stack of 4 slots, expected at most the 4 of max_stack");
  expect(with({kLconst0, kPop, kReturn}), "bytecode offset 1: found half of long on the stack, expected whole values");
  expect(with({kLconst0, kIconst0, kSwap, kReturn}),
         "bytecode offset 2: found half of long on the stack, expected whole values");
  expect(with({kLconst0, kIconst0, kDupX1, kReturn}),
         "bytecode offset 2: found half of long on the stack, expected whole values");
  expect(with({kDconst0, kLstore0, kReturn}),
         "bytecode offset 1: found the second half of a double on the stack, expected long");
  expect(with({kIconst0, kIconst0, kPop2, kLconst0, kPop2, kReturn}), "");
  // Heights that differ at a join.
  expect(with({kIconst0, kIconst0, kIfeq, 0, 4, kPop, kReturn}),
         "bytecode offset 5: found a stack of 0 slots on the way to offset 6, expected 1, as on another way there");
}

TEST_F(Verify, Locals) {
  expect(with({kIload0, kReturn}),
         "bytecode offset 0: found a value that is not the same on all ways there in local variable 0, expected int");
  expect(with({kLconst0, kLstore0, kIconst0, kIstore1, kLload0, kReturn}),
         "bytecode offset 4: found a value that is not the same on all ways there in local variable 0, expected long");
  expect(with({kLconst0, kLstore1, kLconst0, kLstore0, kIload0 + 2, kReturn}),
         "bytecode offset 4: found a value that is not the same on all ways there in local variable 2, expected int");
  expect(with({kNull, kAstore0, kIinc, 0, 1, kReturn}),
         "bytecode offset 2: found null in local variable 0, expected int");
  OneMethod c;
  c.descriptor = "(I)V";
  c.op({kAload0, kReturn});
  expect(c, "bytecode offset 0: found int in local variable 0, expected a reference");
  // An int on one way, a reference on the other.
  expect(with({kIconst0, kIfeq, 0, 8, kNull, kAstore0, kGoto, 0, 5, kIconst0, kIstore0, kAload0, kPop, kReturn}).op({}),
         "bytecode offset 11: found a value that is not the same on all ways there in local variable 0, expected a "
         "reference");
}

TEST_F(Verify, Flow) {
  expect(with({kNop}), "bytecode offset 0: found the end of the code, expected a return, a throw or a jump");
  expect(with({kIconst0, kIreturn}),
         "bytecode offset 1: found a return of another type, expected none, as the method is void");
  OneMethod c;
  c.descriptor = "()I";
  c.op({kReturn});
  expect(c, "bytecode offset 0: found return without a value, expected one of the method's type");
  OneMethod s;
  s.descriptor = "()Ljava/lang/String;";
  s.op(kNew, s.klass("java/lang/Object"))
      .op({kDup})
      .op(kInvokespecial, s.call("java/lang/Object", "<init>", "()V"))
      .op({kAreturn});
  expect(s, "bytecode offset 7: found java.lang.Object on the stack, expected java.lang.String");
  OneMethod jump = with({kGoto, 0, 2, kReturn});
  EXPECT_EQ(check(jump), "bytecode offset 0: jump to offset 2, which is not the start of an instruction");
  // What cannot be reached is not looked at, as in the inferring verifier of the JVM.
  expect(with({kReturn, kIadd, kReturn}), "");
}

TEST_F(Verify, References) {
  expect(with({kIconst0, kArraylength, kReturn}), "bytecode offset 1: found int on the stack, expected an array");
  expect(with({kIconst0, kNewarray, 10, kIconst0, kAaload, kReturn}),
         "bytecode offset 4: found [I on the stack, expected an array of references");
  expect(with({kIconst0, kNewarray, 6, kIconst0, kIaload, kReturn}),
         "bytecode offset 4: found [F on the stack, expected an array of ints");
  expect(
      with({kIconst0, kNewarray, 4, kIconst0, kBaload, kPop, kIconst0, kNewarray, 8, kIconst0, kBaload, kPop, kReturn}),
      "");
  expect(with({kNull, kIconst0, kAaload, kPop, kReturn}), "");
  expect(with({kIconst0, kMonitorenter, kReturn}), "bytecode offset 1: found int on the stack, expected a reference");
  expect(with({kIconst0, kNull, kIfAcmpeq, 0, 3, kReturn}),
         "bytecode offset 2: found int on the stack, expected a reference");
  expect(with({kFconst0, kIfnull, 0, 3, kReturn}), "bytecode offset 1: found float on the stack, expected a reference");
  expect(with({kIconst0, kIconst0, kAastore, kReturn}),
         "bytecode offset 2: found int on the stack, expected a reference");
  OneMethod t;
  t.descriptor = "(Ljava/lang/Object;)V";
  t.op({kAload0, kAthrow});
  expect(t, "bytecode offset 1: found java.lang.Object on the stack, expected java.lang.Throwable");
  OneMethod cast;
  cast.op({kIconst0}).op(kCheckcast, cast.klass("java/lang/String")).op({kReturn});
  expect(cast, "bytecode offset 1: found int on the stack, expected a reference");
  OneMethod multi;
  multi.op({kIconst0, kIconst0}).op(kMultianewarray, multi.klass("[I")).op({2, kPop, kReturn});
  expect(multi, "bytecode offset 2: found multianewarray of 2 dimensions, expected at most those of [I");
}

TEST_F(Verify, Fields) {
  OneMethod c;
  c.descriptor = "(Ljava/lang/Object;)V";
  c.op({kAload0}).op(kGetfield, c.field("java/lang/String", "hash", "I")).op({kPop, kReturn});
  expect(c, "bytecode offset 1: found java.lang.Object on the stack, expected java.lang.String");
  OneMethod i;
  i.op({kIconst0}).op(kPutstatic, i.field("T", "x", "Ljava/lang/String;")).op({kReturn});
  expect(i, "bytecode offset 1: found int on the stack, expected java.lang.String");
  OneMethod n;
  n.op({kNull, kFconst0}).op(kPutfield, n.field("java/lang/String", "hash", "I")).op({kReturn});
  expect(n, "bytecode offset 2: found float on the stack, expected int");
  OneMethod interface_target;  // an interface takes any object
  interface_target.descriptor = "(Ljava/lang/Object;)V";
  interface_target.op({kAload0}).op(kPutstatic, interface_target.field("T", "x", "Ljava/lang/Runnable;")).op({kReturn});
  expect(interface_target, "");
}

TEST_F(Verify, Calls) {
  OneMethod c;
  c.descriptor = "(Ljava/lang/Object;)V";
  c.op({kAload0}).op(kInvokevirtual, c.call("java/lang/String", "length", "()I")).op({kPop, kReturn});
  expect(c, "bytecode offset 1: found java.lang.Object on the stack, expected java.lang.String");
  OneMethod a;
  a.op({kFconst0}).op(kInvokestatic, a.call("T", "f", "(I)V")).op({kReturn});
  expect(a, "bytecode offset 1: found float on the stack, expected int");
  OneMethod init;
  init.op({kNull}).op(kInvokevirtual, init.call("java/lang/Object", "<init>", "()V")).op({kReturn});
  expect(init, "bytecode offset 1: found a call of <init>, expected a method that is no initialiser");
  OneMethod count;
  count.op({kNull}).op(kInvokeinterface, count.interface_call("java/lang/Runnable", "run", "()V")).op({2, 0, kReturn});
  expect(count, "bytecode offset 1: found invokeinterface with the count 2 and the last byte 0, expected 1 and 0");
  OneMethod special;
  special.flags = 1;
  special.op({kAload0}).op(kInvokespecial, special.call("java/lang/String", "length", "()I")).op({kPop, kReturn});
  expect(special,
         "bytecode offset 1: found invokespecial of a method of java/lang/String, expected the class itself or a "
         "superclass");
  OneMethod other;
  other.descriptor = "(Ljava/lang/Object;)V";
  other.op({kAload0}).op(kInvokespecial, other.call("java/lang/Object", "hashCode", "()I")).op({kPop, kReturn});
  expect(other, "bytecode offset 1: found java.lang.Object on the stack, expected T");
  OneMethod missing;
  missing.descriptor = "(Ljava/lang/Object;)V";
  missing.op({kAload0}).op(kInvokestatic, missing.call("T", "f", "(Lnot/There;)V")).op({kReturn});
  EXPECT_EQ(check(missing), "missing not/There");
}

TEST_F(Verify, Objects) {
  OneMethod c;
  c.op(kNew, c.klass("java/lang/Object"))
      .op(kInvokevirtual, c.call("java/lang/Object", "hashCode", "()I"))
      .op({kPop, kReturn});
  expect(c, "bytecode offset 3: found an uninitialised object on the stack, expected java.lang.Object");
  OneMethod other;
  other.op(kNew, other.klass("java/lang/Object"))
      .op(kInvokespecial, other.call("java/lang/String", "<init>", "()V"))
      .op({kReturn});
  expect(other,
         "bytecode offset 3: found a call of a constructor of java/lang/String, expected one of java/lang/Object, "
         "which was allocated");
  OneMethod twice;
  twice.op(kNew, twice.klass("java/lang/Object"))
      .op({kDup, kDup})
      .op(kInvokespecial, twice.call("java/lang/Object", "<init>", "()V"))
      .op(kInvokespecial, twice.call("java/lang/Object", "<init>", "()V"))
      .op({kPop, kReturn});
  expect(twice, "bytecode offset 8: found java.lang.Object on the stack, expected an uninitialised object");
  OneMethod array;
  array.op(kNew, array.klass("[I")).op({kPop, kReturn});
  expect(array, "bytecode offset 0: found new of [I, expected a class");
  // What is left of one round of a loop is no object of the next.
  OneMethod loop;
  loop.op({kNull, kAstore0}).op(kNew, loop.klass("java/lang/Object")).op({kAstore1, kNull, kIfnull, 0xff, 0xfb});
  loop.op({kAload1}).op(kInvokespecial, loop.call("java/lang/Object", "<init>", "()V")).op({kReturn});
  expect(loop, "");
}

TEST_F(Verify, Constructors) {
  const auto constructor = [] {
    OneMethod c;
    c.method = "<init>";
    c.flags = 1;
    return c;
  };
  OneMethod none = constructor();
  none.op({kReturn});
  expect(none,
         "bytecode offset 0: found a return from a constructor that has not called another, expected such a call "
         "before it");
  OneMethod early = constructor();
  early.op({kAload0}).op(kInvokevirtual, early.call("java/lang/Object", "hashCode", "()I")).op({kPop, kReturn});
  expect(early,
         "bytecode offset 1: found this before its constructor was called on the stack, expected java.lang.Object");
  OneMethod wrong = constructor();
  wrong.op({kAload0}).op(kInvokespecial, wrong.call("java/lang/String", "<init>", "()V")).op({kReturn});
  expect(wrong,
         "bytecode offset 1: found a call of a constructor of java/lang/String on this, expected one of the class "
         "itself or of its superclass");
  OneMethod field = constructor();
  field.fields = {{"x", "I"}};
  field.op({kAload0, kIconst0})
      .op(kPutfield, field.field("T", "x", "I"))
      .op({kAload0})
      .op(kInvokespecial, field.call("java/lang/Object", "<init>", "()V"))
      .op({kReturn});
  expect(field, "");
  OneMethod foreign = constructor();
  foreign.op({kAload0, kIconst0}).op(kPutfield, foreign.field("T", "x", "I")).op({kReturn});
  expect(foreign,
         "bytecode offset 2: found an assignment to T.x of this before its constructor was called, expected a field of "
         "the class itself");
}

TEST_F(Verify, Handlers) {
  OneMethod c;
  c.op({kIconst0, kIstore0, kNull, kAstore0, kReturn, kPop, kIload0, kReturn});
  c.handlers = {{2, 5, 5, ""}};
  expect(c,
         "bytecode offset 6: found a value that is not the same on all ways there in local variable 0, expected int");
  OneMethod type;
  type.op({kNop, kReturn, kPop, kReturn});
  type.handlers = {{0, 1, 2, "java/lang/String"}};
  expect(type, "bytecode offset 0: found an exception handler for java/lang/String, expected a subclass of Throwable");
  OneMethod missing;  // has no instances: the handler is never entered
  missing.op({kNop, kReturn, kPop, kReturn});
  missing.handlers = {{0, 1, 2, "not/There"}};
  expect(missing, "");
  OneMethod stack;
  stack.max_stack = 0;
  stack.op({kReturn, kReturn});
  stack.handlers = {{0, 1, 1, ""}};
  expect(stack, "bytecode offset 0: found an exception handler in a method whose max_stack is 0, expected 1 or more");
}

TEST_F(Verify, Merging) {
  // A String or an Integer is an Object, a Comparable, and no Number.
  const auto joined = [](std::string_view wanted) {
    OneMethod c;
    c.descriptor = "(ILjava/lang/String;Ljava/lang/Integer;)V";
    c.op({kIload0, kIfeq, 0, 7, kAload1, kGoto, 0, 4, kAload2})
        .op(kInvokestatic, c.call("T", "f", "(L" + std::string(wanted) + ";)V"))
        .op({kReturn});
    return c;
  };
  expect(joined("java/lang/Object"), "");
  expect(joined("java/lang/Comparable"), "");
  expect(joined("java/lang/Number"),
         "bytecode offset 9: found java.lang.String on the stack, expected java.lang.Number");
}

// Subroutines, as compilers up to 1.4 made them of finally blocks.
TEST_F(Verify, Subroutines) {
  OneMethod c("T", 48);
  // 0: jsr 7; 3: jsr 7; 6: return; 7: astore_0; 8: iconst_0; 9: istore_1; 10: ret 0
  c.op({kJsr, 0, 7, kJsr, 0, 4, kReturn, kAstore0, kIconst0, kIstore1, kRet, 0});
  expect(c, "");
  OneMethod nested("T", 48);
  // 0: jsr 4; 3: return; 4: astore_0; 5: jsr 10; 8: ret 0; 10: astore_1; 11: ret 1
  nested.op({kJsr, 0, 4, kReturn, kAstore0, kJsr, 0, 5, kRet, 0, kAstore1, kRet, 1});
  expect(nested, "");
  OneMethod outer("T", 48);  // back over the head of the inner one
  outer.op({kJsr, 0, 4, kReturn, kAstore0, kJsr, 0, 5, kRet, 0, kAstore1, kRet, 0});
  expect(outer,
         "bytecode offset 11: found a return address in local variable 0, expected the return address of the innermost "
         "subroutine");
  OneMethod left("T", 48);  // a loop that leaves its subroutine by a jump, as `continue` in finally does
  // 0: iconst_0; 1: istore_1; 2: jsr 6; 5: return; 6: astore_0; 7: iinc 1 1; 10: iload_1; 11: ifeq 2; 14: ret 0
  left.op({kIconst0, kIstore1, kJsr, 0, 4, kReturn, kAstore0, kIinc, 1, 1, kIload0 + 1, kIfeq, 0xff, 0xf7, kRet, 0});
  expect(left, "");
  expect(with({kRet, 0}), "bytecode offset 0: found ret, expected a subroutine around it");
  OneMethod no_address("T", 48);
  no_address.op({kJsr, 0, 4, kReturn, kPop, kRet, 0});
  expect(no_address,
         "bytecode offset 5: found a value that is not the same on all ways there in local variable 0, expected the "
         "return address of the innermost subroutine");
  OneMethod load("T", 48);
  load.op({kJsr, 0, 4, kReturn, kAstore0, kAload0, kReturn});
  expect(load, "bytecode offset 5: found a return address in local variable 0, expected a reference");
}

// Costs are bounded: a method of 64 kB whose every instruction is a join of thousands of locals.
TEST_F(Verify, HostileSizes) {
  OneMethod c;
  c.max_locals = 65535;
  for (int i = 0; i < 8000; ++i) c.op({kIconst0, 196, 54, i >> 8, i & 255});
  for (int i = 0; i < 6000; ++i) c.op({kIconst0, kIfeq, 0, 3});
  c.op({kReturn});
  EXPECT_NE(check(c).find("to verify, expected code as compilers make it"), std::string::npos);
}

TEST_F(Verify, ClassRules) {
  OneMethod f;
  f.super = "java/lang/Thread";
  f.flags = 1;
  f.method = "isAlive";
  f.descriptor = "()Z";
  f.op({kIconst0, kIreturn});
  OneMethod named("p/Final");
  named.super = "java/lang/Object";
  named.flags = 1;
  named.method = "getClass";
  named.descriptor = "()Ljava/lang/Class;";
  named.op({kNull, kAreturn});
  const auto define = [&](OneMethod& c) -> std::string {
    auto bytes = std::make_shared<std::vector<uint8_t>>(c.bytes());
    try {
      loaded_->vm->define_class({*bytes, bytes, "t.class"}, nullptr, false);
      return "";
    } catch (const classfile::FormatError& e) { return e.what(); }
  };
  EXPECT_EQ(define(named),
            "t.class: class p.Final overrides final method java.lang.Object.getClass()Ljava/lang/Class;");
  OneMethod jdk("java/util/Mine");
  jdk.op({kReturn});
  EXPECT_EQ(define(jdk), "t.class: class java.util.Mine is in a package of the JDK, expected one of the user's own");
  OneMethod hidden_super("q/Sub");
  hidden_super.super = "java/util/JumboEnumSet";
  hidden_super.op({kReturn});
  EXPECT_EQ(define(hidden_super), "t.class: class q.Sub cannot access its superclass java.util.JumboEnumSet");
  OneMethod constructor("q/StaticInit");
  constructor.method = "<init>";
  constructor.op({kReturn});
  EXPECT_EQ(define(constructor),
            "t.class: class q.StaticInit: constructor <init>, expected it not to be static, final, synchronized, "
            "native or abstract");
  OneMethod fields("q/I", 52);
  fields.super_flags = 0x601;
  fields.fields = {{"x", "I"}};
  fields.op({kReturn});
  EXPECT_EQ(define(fields), "t.class: class q.I: interface field x, expected it to be public, static and final");
}

}  // namespace
}  // namespace jmc::vm::test
