// Parts of jmc mcp that need no JDK and no process of jmc.
#include <gtest/gtest.h>
#include <unistd.h>

#include "mcp/answers.hpp"
#include "mcp/compile.hpp"
#include "mcp/page.hpp"
#include "mcp/schema.hpp"
#include "mcp/wire.hpp"

namespace jmc::mcp {
namespace {

TEST(Sources, AreNamedByTheirPublicClass) {
  EXPECT_EQ(file_name_of("class A {} public class B {}"), "B.java");
  EXPECT_EQ(file_name_of("class A {} class B {}"), "A.java");
  EXPECT_EQ(file_name_of("package bank.core;\nimport java.util.*;\npublic final class Account {}"),
            "bank/core/Account.java");
  EXPECT_EQ(file_name_of("public sealed interface Shape permits C {} record C(int r) implements Shape {}"),
            "Shape.java");
  EXPECT_EQ(file_name_of("@Deprecated(since = \"class X\") public enum E { A; public static class N {} }"), "E.java");
  EXPECT_EQ(file_name_of("public record Pair(int a, int b) {}"), "Pair.java");
}

TEST(Sources, AreReadAsJavaReadsThem) {
  EXPECT_EQ(file_name_of("// public class Wrong\n/* public class Wrong { */ class Right {}"), "Right.java");
  EXPECT_EQ(file_name_of("class Right { String s = \"} public class Wrong {\"; char c = '\\''; }"), "Right.java");
  EXPECT_EQ(file_name_of("class Right { String s = \"\"\"\n public class Wrong { \"\"\"; }"), "Right.java");
  EXPECT_EQ(file_name_of("class A { Class<?> k = A.class; } public class B {}"), "B.java");
  EXPECT_EQ(file_name_of("import x.y; // nothing else"), "");
  EXPECT_EQ(file_name_of(""), "");
  EXPECT_EQ(file_name_of("\"never closed"), "");
  EXPECT_EQ(file_name_of("/* never closed class X"), "");
  EXPECT_EQ(file_name_of("class"), "");
}

TEST(Page, ShowsThePointFirstAndSaysWhatIsLeftOut) {
  Page page;
  page.line("the point");
  for (int i = 0; i < 100; ++i) page.line("line " + std::to_string(i));
  page.rest("the rest: there").last("next");
  const std::string whole = page.fit(10'000), part = page.fit(200);
  EXPECT_NE(whole.find("line 99\nnext"), std::string::npos);
  EXPECT_TRUE(part.starts_with("the point\nline 0\n"));
  EXPECT_NE(part.find("bytes in all; the rest: there)\nnext"), std::string::npos);
  EXPECT_EQ(part.find("line 99"), std::string::npos);
  for (size_t room = 100; room < 1500; ++room) EXPECT_LE(json_bytes(page.fit(room)), room);
}

TEST(Page, CountsWhatJsonNeeds) {
  EXPECT_EQ(json_bytes("a\"\n"), 5u);
  Page page;
  page.line("the point").line(std::string(300, '"')).line(std::string(300, '\n'));
  EXPECT_LE(json_bytes(page.fit(400)), 400u);
}

TEST(Page, CutsNoCharacterInTwo) {
  EXPECT_EQ(shortened("\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4", 6), "\xc3\xa4...");
  EXPECT_EQ(shortened("short", 5), "short");
}

TEST(Json, HasAnEndWhereTheStackWouldHaveNone) {
  Document d;
  std::string wrong;
  EXPECT_TRUE(parse(std::string(128, '[') + std::string(128, ']'), d, wrong));
  EXPECT_FALSE(parse(std::string(129, '[') + std::string(129, ']'), d, wrong));
  EXPECT_TRUE(parse("[\"" + std::string(500, '[') + "\\\"[\"]", d, wrong)) << wrong;
  EXPECT_FALSE(parse("\"\xff\"", d, wrong));
}

std::string fault(const std::string& tool, const std::string& arguments) {
  Document d;
  std::string wrong;
  EXPECT_TRUE(parse(arguments, d, wrong)) << wrong;
  return mismatch(*schema_of(tool), d);
}

TEST(Schemas, NameWhatIsWrong) {
  EXPECT_EQ(tools_json().find('\n'), std::string::npos);
  EXPECT_EQ(schema_of("no such tool"), nullptr);
  EXPECT_EQ(fault("check", R"({"source":"class A {}","seconds":1.5,"arguments":["a"],"options":{"memory":"jmm"}})"),
            "");
  EXPECT_EQ(fault("check", R"({"seconds":"1"})"), "seconds: expected a number");
  EXPECT_EQ(fault("check", R"({"arguments":["a",1]})"), "arguments[1]: expected a string");
  EXPECT_EQ(fault("check", R"({"sources":{"A.java":1}})"), "sources.A.java: expected a string");
  EXPECT_EQ(fault("check", R"({"bytes":100})"), "bytes: expected at least 512");
  EXPECT_EQ(fault("check", R"({"bytes":1e300})"), "bytes: expected an integer");
  EXPECT_EQ(fault("inspect", "{}"), "id: missing");
  EXPECT_EQ(fault("inspect", R"({"id":"c1.v1","show":["all"]})").substr(0, 29), "show[0]: expected one of wher");
  EXPECT_EQ(fault("compare", R"({"old":{"sauce":1},"new":{}})").substr(0, 34), "there is no argument \"old.sauce\"; ");
}

// Neither the line of an exception that was caught on the way, nor that of main, which waits for a thread's end.
TEST(Places, OfADeadlockAreWhereAThreadWaits) {
  Document report;
  std::string wrong;
  ASSERT_TRUE(parse(R"({"place": "Pool.run",
      "trace": [{"operation": "throws ArithmeticException, caught in FutureTask.run", "file": "Pool.java", "line": 3}],
      "waiting": [
        {"what": "waits for the end of thread 1", "stack": [{"class": "Pool", "file": "Pool.java", "line": 14}]},
        {"what": "waits for CountDownLatch#1, which is at 1", "stack": [
          {"class": "java.util.concurrent.CountDownLatch", "file": "CountDownLatch.java", "line": 230},
          {"class": "Pool", "file": "Pool.java", "line": 11}]}]})",
                    report, wrong))
      << wrong;
  EXPECT_EQ(place_of(report), "Pool.java:11 (Pool.run)");
}

// A story without steps has the line that the report begins with.
TEST(Places, AreToldWhereNothingWasDone) {
  Document report;
  std::string wrong;
  ASSERT_TRUE(parse(R"j({"place": "Pool.main", "where": "Pool.java:7: System.exit(\"a: b\".length());", "trace": []})j",
                    report, wrong))
      << wrong;
  EXPECT_EQ(place_of(report), "Pool.java:7 (Pool.main)");
}

TEST(Wire, GivesLinesAndThrowsAwayWhatIsTooLong) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  std::thread writer([&] {
    const std::string all = "first\n" + std::string(Reader::kLongest + 5, 'x') + "\n\nlast";
    for (size_t done = 0; done < all.size();) {
      const ssize_t n = write(ends[1], all.data() + done, all.size() - done);
      if (n <= 0) break;
      done += static_cast<size_t>(n);
    }
    close(ends[1]);
  });
  Reader reader(ends[0]);
  std::vector<std::pair<Reader::Got, std::string>> found;
  for (std::string line;;) {
    const Reader::Got got = reader.next(line);
    if (got == Reader::Got::Nothing) continue;
    if (got == Reader::Got::End) break;
    found.emplace_back(got, got == Reader::Got::Line ? line : "");
  }
  writer.join();
  close(ends[0]);
  using Got = Reader::Got;
  const std::vector<std::pair<Got, std::string>> expected = {
      {Got::Line, "first"}, {Got::TooLong, ""}, {Got::Line, ""}, {Got::Line, "last"}};
  EXPECT_EQ(found, expected);
}

}  // namespace
}  // namespace jmc::mcp
