#include "linearizability/notation.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace jmc::linearizability {
namespace {

TEST(Notation, ReadsWhatItWrites) {
  const std::string text = "{ put(1,\"a b\"); size() } || { addAll([1,null,[true]]) }";
  EXPECT_EQ(text_of(parse_program(text)), text);
  EXPECT_EQ(text_of(parse_program(" {put( 1 , \"a b\" ) ;size();}||{addAll([1,null,[ true ]])} ")), text);
  EXPECT_EQ(text_of(parse_constructor("p.C(2)")), "p.C(2)");
}

TEST(Notation, ReadsFunctions) {
  const std::string text = "{ a(x->x+1,(a,b)->null,()->-1); b(x->{},(k,v)->{}); c(x->x==1,x->x+-2) }";
  EXPECT_EQ(text_of(parse_program(text)), text);
  EXPECT_EQ(text_of(parse_program("{ a( (x) -> x + 1 , ( a , b ) -> null, () -> -1); b(x -> { }, (k, v)->{}); c(x->x "
                                  "== 1, x->x + -2) }")),
            text);
}

TEST(Notation, RefusesWhatIsNoProgram) {
  for (const char* text :
       {"", "{}", "{ a() ", "{ a() } || ", "{ a() } { b() }", "{ a(1,) }", "{ a(x) }", "{ a(\"x|y\") }", "{ a(\"x) }",
        "{ a(x->y) }", "{ a(x->) }", "{ a(x->x*2) }", "{ a(x->x+1+1) }", "{ a((a,)->1) }", "{ a(nulls) }",
        "{ a(99999999999999999999) }", "{ a(-) }", "{ 1() }", "{ a([[[[[[[[[1]]]]]]]]]) }"})
    EXPECT_THROW(parse_program(text), ProgramError) << text;
}

// The number of interleavings is the multinomial coefficient, all differ, and each keeps the order of every thread.
TEST(Notation, Interleavings) {
  const auto orders = interleavings(parse_program("{ a(); b(); c() } || { d(); e() } || { f() }"), 1000);
  EXPECT_EQ(orders.size(), 60u);  // 6! / (3! 2! 1!)
  EXPECT_EQ(std::set<std::vector<int>>(orders.begin(), orders.end()).size(), 60u);
  for (const std::vector<int>& o : orders) {
    const auto at = [&](int call) { return std::find(o.begin(), o.end(), call) - o.begin(); };
    EXPECT_TRUE(at(0) < at(1) && at(1) < at(2) && at(3) < at(4));
  }
  EXPECT_THROW(interleavings(parse_program("{ a(); b(); c() } || { d(); e() }"), 9), ProgramError);
}

}  // namespace
}  // namespace jmc::linearizability
