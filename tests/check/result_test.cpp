// Verdicts follow from causes; each report says what the result says, whatever bytes are in it.
#include <gtest/gtest.h>

#include <unistd.h>

#include <chrono>
#include <cstdlib>

#include "check/answers/explain.hpp"
#include "check/answers/witness.hpp"
#include "check/clients/run_clients.hpp"
#include "check/report/format.hpp"
#include "check/report/json_writer.hpp"
#include "check/report/markup.hpp"
#include "check/report/report.hpp"
#include "check/search/simplify.hpp"

namespace jmc::check {

namespace {

// A long schedule, of which each replay takes a second, would keep the violation from the search until its time is
// over.
TEST(Simplify, WhoDrawsBesideASearchIsWaitedFor) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  Configuration c;
  EXPECT_EQ(simplify_budget(c, start, 5'000).until, Clock::time_point::max());
  c.pairs_fd = 3;
  EXPECT_LT(simplify_budget(c, start, 5'000).until, start + std::chrono::seconds(10));
  c.simplify_seconds = 100;  // as was asked for
  EXPECT_GT(simplify_budget(c, start, 5'000).until, start + std::chrono::seconds(90));
}

TEST(Verdict, FollowsFromTheCause) {
  EXPECT_EQ(verdict_of(Cause::None, false), Verdict::Verified);
  for (int i = 0; i <= static_cast<int>(Cause::Error); ++i) {
    const Cause cause = static_cast<Cause>(i);
    EXPECT_EQ(verdict_of(cause, true), Verdict::Violated) << cause_name(cause);
    if (cause == Cause::None) continue;
    EXPECT_NE(verdict_of(cause, false), Verdict::Verified) << cause_name(cause);
    EXPECT_NE(verdict_of(cause, false), Verdict::Violated) << cause_name(cause);
    EXPECT_FALSE(cause_name(cause).empty());
  }
  EXPECT_EQ(Result().verdict(), Verdict::Error);  // nothing is verified by default
}

TEST(Explain, EveryVerdictKindAndCause) {
  for (int i = 1; i <= static_cast<int>(Cause::Error); ++i)
    EXPECT_FALSE(explanation(cause_name(static_cast<Cause>(i))).empty()) << cause_name(static_cast<Cause>(i));
  for (int i = 1; i <= static_cast<int>(por::ErrorKind::DataRace); ++i) {
    const std::string_view kind = listeners::kind_name(static_cast<por::ErrorKind>(i));
    EXPECT_FALSE(explanation(kind).empty()) << kind;
    EXPECT_NE(explanations().find(kind), std::string::npos) << kind;
  }
  for (const Verdict v : {Verdict::Verified, Verdict::Violated, Verdict::Inconclusive, Verdict::Error})
    EXPECT_FALSE(explanation(verdict_name(v)).empty()) << verdict_name(v);
  EXPECT_TRUE(explanation("").empty());
  EXPECT_TRUE(explanation("nonsense").empty());
}

TEST(Annotations, PlaceAndTextAreEscaped) {
  Result r;
  r.program = "a:b,c";
  r.cause = Cause::FirstViolation;
  ReportedViolation v;
  v.found.kind = por::ErrorKind::Assertion;
  v.found.message = "50%: two\nlines";
  listeners::StoryStep inside;
  inside.number = 1;
  inside.place = {"java.util.ArrayList", "add", "ArrayList.java", 456, ""};
  listeners::StoryStep own = inside;
  own.caller = {"pkg.Shop", "sell", "Shop.java", 7, ""};
  v.story.steps = {own, inside};
  r.violations.push_back(v);
  EXPECT_EQ(annotations(r),
            "::error file=pkg/Shop.java,line=7,title=jmc%3A assertion in a%3Ab%2Cc::50%25: two%0Alines\n");
  r.violations.clear();
  r.cause = Cause::TimeLimit;
  r.reason = "time limit";
  EXPECT_EQ(annotations(r), "::warning title=jmc%3A inconclusive%2C a%3Ab%2Cc::time limit\n");
}

TEST(Markup, EveryTextIsValid) {
  EXPECT_EQ(escaped("a<b>&\"'"), "a&lt;b&gt;&amp;&quot;&#39;");
  EXPECT_EQ(escaped("\x01"), "\xEF\xBF\xBD");                       // no character of XML
  EXPECT_EQ(escaped("\xC3\xA4"), "\xC3\xA4");                       // a umlaut
  EXPECT_EQ(escaped("\xC3"), "\xEF\xBF\xBD");                       // cut off
  EXPECT_EQ(escaped("\xC0\x80"), "\xEF\xBF\xBD\xEF\xBF\xBD");       // overlong
  EXPECT_EQ(escaped("\xF0\x9F\x98\x80"), "\xF0\x9F\x98\x80");       // beyond the basic plane
  EXPECT_EQ(escaped("\xED\xA0\x80").substr(0, 3), "\xEF\xBF\xBD");  // half a surrogate pair
  EXPECT_EQ(escaped("\xEF\xBF\xBE").substr(0, 3), "\xEF\xBF\xBD");  // U+FFFE
}

TEST(Markup, JsonHasNoBytesThatAreNoUtf8) {
  EXPECT_EQ(valid_utf8("\x01 \xFF \xF0\x9F\x98\x80"), "\x01 \xEF\xBF\xBD \xF0\x9F\x98\x80");
  Sink sink;
  {
    Json json(sink);
    json.open();
    json.text("printed", "\xC3(\x01\xEF\xBF\xBE");  // cut off; a control character, and U+FFFE, which JSON has
    json.close();
  }
  EXPECT_EQ(sink.take(), "{\n \"printed\": \"\xEF\xBF\xBD(\\u0001\xEF\xBF\xBE\"\n}");
}

std::string written(const ReportFormat& format, const Result& r, const Configuration& c) {
  char* text = nullptr;
  size_t size = 0;
  std::FILE* f = open_memstream(&text, &size);
  EXPECT_TRUE(format.write(f, r, c)) << format.option;
  std::fclose(f);
  std::string out(text, size);
  std::free(text);
  return out;
}

Configuration asked() { return parse_configuration({"jmc", "A.class"}, Command::Check); }

TEST(Reports, SayTheVerdict) {
  Result r;
  r.program = "A<b>";
  r.reason = "the reason & \x01";
  const Configuration c = asked();
  EXPECT_NE(written(report_format("html"), r, c).find("<span class=\"error\">error</span> A&lt;b&gt;"),
            std::string::npos);
  EXPECT_NE(written(report_format("junit"), r, c).find("<error type=\"error\""), std::string::npos);
  EXPECT_NE(written(report_format("sarif"), r, c).find("\"executionSuccessful\":false"), std::string::npos);
  EXPECT_NE(written(report_format("json"), r, c).find("\"verdict\": \"error\""), std::string::npos);
  r.cause = Cause::TimeLimit;
  EXPECT_NE(written(report_format("junit"), r, c).find("<error type=\"inconclusive\""), std::string::npos);
  EXPECT_NE(written(report_format("sarif"), r, c).find("\"executionSuccessful\":false"), std::string::npos);
  r.cause = Cause::None;
  const std::string green = written(report_format("junit"), r, c);
  EXPECT_NE(green.find("failures=\"0\" errors=\"0\""), std::string::npos);
  EXPECT_EQ(green.find("<error"), std::string::npos);
  ReportedViolation v;
  v.found.kind = por::ErrorKind::Deadlock;
  v.found.message = "two \"threads\" wait";
  r.violations.push_back(v);
  EXPECT_NE(written(report_format("junit"), r, c).find("<failure type=\"deadlock\" message=\"two &quot;threads&quot;"),
            std::string::npos);
  EXPECT_NE(written(report_format("sarif"), r, c).find("\"ruleId\":\"deadlock\""), std::string::npos);
}

size_t count(const std::string& text, const std::string& part) {
  size_t n = 0;
  for (size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size()) ++n;
  return n;
}

// Two clients of 20 000 violations, those of the first known: more than code hosts take.
TEST(Reports, SarifOfSeveralClientsHasWhatIsNewFirst) {
  constexpr size_t kEach = 20'000;
  ClientsRun run;
  run.baseline = "known.json";
  std::string results;
  for (size_t i = 0; i < kEach; ++i) results += i ? ",{}" : "{}";
  const std::string log =
      R"({"runs":[{"invocations":[{"toolExecutionNotifications":[],"properties":{}}],"results":[)" + results + "]}]}";
  for (const bool known : {true, false}) {
    ClientResult r;
    r.run = r.found.reported = true;
    r.known_ones.assign(kEach, known);
    r.found.reports["sarif"] = TemporaryFile::make("test");
    ASSERT_EQ(write(r.found.reports["sarif"]->fd(), log.data(), log.size()), static_cast<ssize_t>(log.size()));
    run.results.push_back(std::move(r));
  }
  char* text = nullptr;
  size_t size = 0;
  std::FILE* f = open_memstream(&text, &size);
  EXPECT_TRUE(write_clients(f, "sarif", run));
  std::fclose(f);
  const std::string out(text, size);
  std::free(text);
  EXPECT_EQ(count(out, R"("baselineState":"new")"), kEach);
  EXPECT_EQ(count(out, R"("baselineState":"unchanged")"), kMostSarifResults - kEach);
  EXPECT_EQ(count(out, "violations are not listed here"), 1u);
  EXPECT_EQ(count(out, std::to_string(2 * kEach - kMostSarifResults) + " more violations are not listed here"), 1u);
}

TEST(Cause, NameAndBack) {
  for (int i = 0; i <= static_cast<int>(Cause::Error); ++i)
    EXPECT_EQ(cause_of(cause_name(static_cast<Cause>(i))), static_cast<Cause>(i));
  EXPECT_EQ(cause_of("nonsense"), Cause::Error);
}

TEST(Reports, EveryFormatIsAnOption) {
  for (const ReportFormat& format : report_formats()) {
    const Configuration c =
        parse_configuration({"jmc", "--" + std::string(format.option) + "=f", "A.class"}, Command::Check);
    ASSERT_EQ(c.outputs.size(), format.option == "json" ? 2u : 1u) << format.option;  // its witness
    EXPECT_EQ(c.outputs[0].format, format.option);
  }
}

TEST(Witness, ComesBackAsItWas) {
  Witness w;
  w.jmc = "1";
  w.program = "A \"x\"";
  w.options = {"--visible=A"};
  w.arguments = {"", "ä"};
  w.classes = {{"pkg/A", "12"}};
  w.assumptions.of["contended"]["fields"] = {"pkg/A.x"};
  w.assumptions.of["monitors"]["met"] = {"thread-monitors"};
  w.assumptions.of["ends"]["known"] = {"daemons"};
  WitnessedExecution e;
  e.found.kind = por::ErrorKind::NoEnd;
  e.found.message = "m";
  e.found.thread = 2;
  const std::vector<por::PathStep> path = {{1, 0}, {2, 3}};
  e.found.path = listeners::StoredPath(path);
  w.executions.push_back(e);
  const std::string file = testing::TempDir() + "/witness_test.json";
  std::FILE* f = std::fopen(file.c_str(), "w");
  const std::string text = witness_json(w);
  ASSERT_EQ(std::fwrite(text.data(), 1, text.size(), f), text.size());
  std::fclose(f);
  const Witness again = read_witness(file);
  EXPECT_EQ(witness_json(again), text);
  EXPECT_EQ(again.assumptions, w.assumptions);
  EXPECT_EQ(again.executions[0].found.path.steps()[1].alternative, 3u);
  // Cut anywhere, it is refused by name and never read as something else.
  for (size_t size = 0; size + 2 < text.size(); size += 7) {
    f = std::fopen(file.c_str(), "w");
    std::fwrite(text.data(), 1, size, f);
    std::fclose(f);
    try {
      read_witness(file);
      ADD_FAILURE() << size;
    } catch (const UsageError& error) { EXPECT_EQ(std::string(error.what()).find(file), 0u); }
  }
  std::remove(file.c_str());
}

}  // namespace

}  // namespace jmc::check
