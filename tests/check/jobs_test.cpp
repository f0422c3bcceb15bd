// Processes, and who runs jobs by them: how they end, what they say, and that none of them is left.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <map>

#include "check/jobs/farm.hpp"
#include "check/jobs/here.hpp"

namespace jmc::check::jobs {
namespace {

Program shell_program(const std::string& script) {
  return {"/bin/sh", {"sh", "-c", script}, {{"ADDED", "1"}}, {"HOME"}};
}

Process::End end_of(const Program& program, const Surroundings& around = {}) {
  Process p;
  std::string why;
  EXPECT_TRUE(p.start(program, around, why)) << why;
  const std::optional<Process::End> end = p.collect(true);
  EXPECT_TRUE(end);
  EXPECT_FALSE(p.running());
  EXPECT_FALSE(p.collect(true));  // once
  return end.value_or(Process::End());
}

TEST(Process, ToldHowItEnded) {
  EXPECT_EQ(end_of(shell_program("exit 3")).code(), 3);
  EXPECT_EQ(end_of(shell_program("exit 3")).words(), "exit status 3");
  EXPECT_EQ(end_of(shell_program("kill -SEGV $$")).words(), "killed by SIGSEGV");
  EXPECT_EQ(end_of(shell_program("test -z \"$HOME\" -a \"$ADDED\" = 1")).code(), 0);
  // A program may end as one does that is not there.
  EXPECT_FALSE(end_of(shell_program("exit 127")).not_started);
  EXPECT_TRUE(end_of({"/no/such/program", {"x"}, {}, {}}).not_started);
  // A signal that is blocked waits for whoever unblocks it; one that is ignored does not come.
  EXPECT_EQ(end_of(shell_program("kill -TERM $$; exit 4"), {.blocked = {SIGTERM}}).code(), 4);
  EXPECT_EQ(end_of(shell_program("kill -INT $$; exit 5"), {.ignored = {SIGINT}}).code(), 5);
}

TEST(Process, IsGoneWithWhatItLeads) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  {
    Process p;
    std::string why;
    // Both hold the pipe open.
    ASSERT_TRUE(p.start(shell_program("sleep 60 & sleep 60"), {.kept = {ends[1]}, .leads = true}, why)) << why;
    close(ends[1]);
    EXPECT_FALSE(p.collect(false));
  }
  char any;
  EXPECT_EQ(read(ends[0], &any, 1), 0);
  close(ends[0]);
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);  // there is no child
}

// Answers each message with itself, and ends itself when it is told to.
int echo(Stream& stream) {
  while (const std::optional<Frame> f = stream.await()) {
    if (f->content == "end") return 7;
    stream.send({Kind::Data, 0, f->header.channel, 0}, f->content + f->content);
  }
  return 0;
}

TEST(Here, RunsServicesAndTellsHowTheyEnd) {
  Here here(2);
  std::map<uint64_t, std::string> said;
  const uint64_t a = here.start(Service{echo, {}}), b = here.start(Service{echo, {}});
  EXPECT_FALSE(here.free());
  const std::string large(1 << 20, 'x');  // more than a socket takes at once
  here.send(a, large);
  here.send(b, "y");
  here.send(b, "end");
  int status = 0;
  for (int rounds = 0; rounds < 200 && (said[a].empty() || !status); ++rounds)
    for (const Crew::Event& e : here.wait(50)) {
      if (e.kind == Kind::Data) said[e.channel] += e.content;
      if (e.kind == Kind::Ended) {
        EXPECT_EQ(e.channel, b);
        status = e.status;
      }
    }
  EXPECT_EQ(said[a], large + large);
  EXPECT_EQ(said[b], "yy");
  EXPECT_EQ(WEXITSTATUS(status), 7);
  EXPECT_TRUE(here.free());
  here.send(b, "nobody hears this");
  here.signal(a, SIGKILL);
  status = 0;
  for (int rounds = 0; rounds < 200 && !status; ++rounds)
    for (const Crew::Event& e : here.wait(50)) status = e.status;
  EXPECT_EQ(WTERMSIG(status), SIGKILL);
}

// A relay with one rank, which comes, is given an order, and is lost.
TEST(Farm, TellsWhatIsLost) {
  int ends[2];
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
  Farm farm(ends[0], 1);
  Stream relay(ends[1]);
  EXPECT_FALSE(farm.free());
  EXPECT_TRUE(farm.wait(0).empty());
  EXPECT_EQ(farm.deserted(), "");  // somebody may still come
  relay.send({Kind::Ready, 5, 0, 0});
  ASSERT_EQ(farm.wait(1000).size(), 1u);
  ASSERT_TRUE(farm.free());
  const uint64_t channel = farm.start(Order{{"jmc", "A"}, 2, {}, 80});
  EXPECT_FALSE(farm.free());
  const std::optional<Frame> f = relay.await();
  ASSERT_TRUE(f);
  EXPECT_EQ(f->header.kind, Kind::Job);
  EXPECT_EQ(f->header.rank, 5u);
  relay.send({Kind::Lost, 5, 0, 0});
  const std::vector<Crew::Event> events = farm.wait(1000);
  ASSERT_EQ(events.size(), 1u);
  EXPECT_EQ(events[0].kind, Kind::Lost);
  EXPECT_EQ(events[0].channel, channel);
  EXPECT_EQ(farm.deserted(), "all ranks are lost");
  close(ends[0]);
  close(ends[1]);
}

TEST(Farm, ResultsTravelWhole) {
  JobResult r;
  r.end = JobEnd::Reported;
  r.reported = true;
  r.verdict = Verdict::Violated;
  r.outcomes = {"1", "2"};
  r.found = {{"deadlock", "both wait", "f", "A.java:3"}};
  r.json = TemporaryFile::make("jmc-report");
  ASSERT_EQ(write(r.json->fd(), "{}", 2), 2);
  const JobResult again = unpacked(packed(r));
  EXPECT_EQ(again.verdict, Verdict::Violated);
  EXPECT_EQ(again.outcomes, r.outcomes);
  ASSERT_EQ(again.found.size(), 1u);
  EXPECT_EQ(again.found[0].message, "both wait");
  EXPECT_EQ(again.json->content(), "{}");
  EXPECT_THROW(unpacked(packed(r).substr(0, 20)), std::runtime_error);
}

}  // namespace
}  // namespace jmc::check::jobs
