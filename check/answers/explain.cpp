#include "check/answers/explain.hpp"

#include <algorithm>
#include <iterator>

namespace jmc::check {

namespace {

struct Explanation {
  std::string_view code, line, text;
};

// Verdicts, kinds of violations, causes (result.hpp), in this order.
constexpr Explanation kExplanations[] = {
    {"verified", "no schedule goes wrong",
     "Every schedule of the program was explored, each as far as it goes, and each can come to an end. What the "
     "answer\n"
     "relies on is listed under \"assumed\". The first line says whether it holds under the Java Memory Model, or for\n"
     "interleavings only (data races). Exit code 0."},
    {"violated", "a schedule goes wrong",
     "There is a schedule that breaks a property; it was executed, and its story is told. `--witness=FILE` keeps it, "
     "and\n"
     "`jmc replay FILE` shows it again. `--keep-going` looks for all violations. Exit code 1."},
    {"inconclusive", "neither: something was left out",
     "No violation was found, but not every schedule was explored, or there is a doubt. The reason is in the first "
     "line,\n"
     "and in JSON as `cause`; `jmc explain CAUSE` says more. Exit code 3."},
    {"accepted", "inconclusive, and enough is covered",
     "Not every schedule was explored, and nothing was found in what was: that is as much as --accept asks for, and "
     "the\n"
     "first line says what it is. It counts as passed. Without --accept such an answer is inconclusive. Exit code 0."},
    {"assertion", "an AssertionError that nobody caught",
     "A thread ended with an AssertionError. Assertions are always on. The story is the schedule that leads to it."},
    {"uncaught-exception", "a thread ended with an exception",
     "A thread ended with an exception that nobody caught, and no handler for uncaught exceptions was set. Where that "
     "is\n"
     "what the program should do, catch it or set a handler (Thread.setUncaughtExceptionHandler)."},
    {"deadlock", "threads wait for ever",
     "Threads that are no daemons wait, and nobody is left who could wake them: for monitors and locks of each other, "
     "for\n"
     "a notification that came too early, for a thread that waits itself. The answer says who waits for what, and "
     "whom."},
    {"livelock", "the program cannot end any more",
     "From a state of this schedule no end can be reached, whatever the scheduler does: threads go round in loops and\n"
     "wait for what nobody is left to do. The answer tells the loop of each thread, what it reads there, and who wrote "
     "it\n"
     "last. `--livelock=fair` adds loops that all threads take part in and that a lucky schedule would leave;\n"
     "`--livelock=off` does not look. Programs that are meant to run for ever need an end of their client."},
    {"data-race", "accesses that nothing orders",
     "Two threads access a variable, one writes, not both volatile, and nothing orders the two. What is verified then\n"
     "holds for interleavings only, and a JVM may do more. Make the field volatile or final, guard it by a lock, hand "
     "it\n"
     "over through a queue; or look at what Java allows with --memory=jmm. `--races=violation` makes races "
     "violations,\n"
     "`--races=off` does not look for them."},
    {"outcome", "an outcome that no order of the calls explains",
     "`jmc linearizability`: the calls returned what they could not have returned one after the other, in any order "
     "that\n"
     "keeps that of each thread. In a test: an outcome that is not among those allowed."},
    {"exit-status", "the JVM ends with another status than 0",
     "The program ends itself with a status that says failure (System.exit), or an exception leaves main and a "
     "handler\n"
     "for uncaught exceptions takes it: the handler runs, and the status of the JVM is 1 all the same. Catch it in "
     "main,\n"
     "or have the handler call System.exit."},
    {"first-violation", "the search stopped at a violation",
     "The default. Other schedules were not explored; `--keep-going` explores them all."},
    {"interrupted", "a signal ended the search", "Ctrl-C or SIGTERM. What was found until then is in the report."},
    {"time-limit", "--time-limit was reached",
     "The answer says where the states come from and what may help: fewer threads or calls in the client, --visible "
     "with\n"
     "the classes that matter, --seal for calls that need no interruption, --timeouts=never, or a bounded claim\n"
     "(--bound=preemption:2), which finds most bugs in a fraction of the time."},
    {"memory-limit", "--memory-limit was reached", "As for time-limit. The default is 80% of the machine's memory."},
    {"step-limit", "a step took too long",
     "A thread ran for --step-limit jumps and calls without an operation that others notice, and did not come back to "
     "a\n"
     "state it was in: a long computation. Raise the limit, or make the input of the client smaller."},
    {"depth-bound", "a path was longer than --bound=depth:N",
     "Schedules were cut off there, so the claim is about shorter ones only."},
    {"state-limit", "the limit of states was reached", "As for time-limit."},
    {"bounded", "all schedules within the bound were explored",
     "No violation within --bound; schedules beyond it were left out. `--bound=KIND:N..` raises the bound until "
     "nothing is\n"
     "left out, which is then verified."},
    {"sampled", "executions were drawn, not all explored",
     "--search=pos, pct or random looks at as many executions as it is told. It finds bugs; it verifies nothing."},
    {"covered", "what --accept asks for is covered, and the search has no end yet",
     "Not every schedule was explored. Searches within bounds of preemptions, or executions that were drawn, have "
     "covered\n"
     "what was asked for and found nothing; the search of every schedule had at least ten seconds. The answer is "
     "`accepted`,\n"
     "which counts as passed (exit code 0) and is no `verified`. Without --accept the search goes on to its limit."},
    {"spin-limit", "a loop that never comes back to a known state",
     "A thread read the same variables --spin-limit times in a row, or slept an eighth as often, while nobody else "
     "wrote\n"
     "anything, each time in a new state; tried alone it went on for 32 times as long. It counts its rounds, and "
     "something\n"
     "is done with the count, or it draws pseudo-random numbers: such a program has outcomes without end. The thread "
     "was\n"
     "not followed further, so that something may be missing. The answer names the place and the number that grows. "
     "Often\n"
     "the counter can be left out of the client, or the waiting call replaced by one that blocks; --random=fixed "
     "makes\n"
     "retry loops of the JDK that draw numbers come back."},
    {"ranks-lost", "no rank is left to explore",
     "--distribute: a rank that is lost takes its states with it, and the others begin anew; the last one is gone, or "
     "none came."},
    {"polling", "a loop waits for what jmc does not show it",
     "A loop reads what changes outside of the program (the clock in another unit, a file), and no schedule ends it."},
    {"undecided", "some programs have no answer",
     "`jmc linearizability`: of the programs, some reached a limit; the report lists them."},
    {"nothing-ends", "no schedule comes to an end",
     "With livelocks not looked for (--livelock=off, a bound), nothing can be said about a program of which no "
     "execution\n"
     "was seen to end. --livelock=report finds out why."},
    {"livelock-in-doubt", "no end was found from some state, perhaps for want of looking",
     "Accesses that are hidden by the visible list may have been the way out. Complete the list (holes)."},
    {"holes", "hidden accesses that should be visible, or answers of which not every one is explored",
     "--visible names the classes whose accesses are interleaved. Others turned out to be shared and in conflict: the\n"
     "answer names them. Add their classes to the list, leave the list out (jmc then decides itself), or say\n"
     "--trust-visible if you know that their order does not matter. Without a list it is mostly a question whose "
     "answer\n"
     "depends on where another thread stands between two operations (the stack trace of one that runs): jmc shows it\n"
     "before its next operation only, and the first line names the question."},
    {"nothing-to-check", "there is no program to check",
     "`jmc linearizability`: of these methods, with these bounds, no program can be made that changes anything."},
    {"unknown-name", "a name on the command line that means nothing",
     "A pattern of --visible, --seal or --methods matches nothing that the program loads. The message has the nearest\n"
     "name."},
    {"contradiction", "two searches contradict each other",
     "The members of a portfolio came to answers that cannot both be right. That is a defect of jmc: please report "
     "it,\n"
     "with the class files."},
    {"replayed", "one execution was looked at", "`jmc replay` shows an execution; it verifies nothing about others."},
    {"error", "there is no answer",
     "Wrong input, or something that jmc does not support; the message names the place, and what to do. Exit code 2."},
};

}  // namespace

std::string explanation(std::string_view code) {
  const auto* e = std::find_if(std::begin(kExplanations), std::end(kExplanations),
                               [&](const Explanation& x) { return x.code == code; });
  if (e == std::end(kExplanations)) return {};
  return std::string(e->code) + ": " + std::string(e->line) + "\n\n" + std::string(e->text) + "\n";
}

std::string explanations() {
  size_t widest = 0;
  for (const Explanation& e : kExplanations) widest = std::max(widest, e.code.size());
  std::string out;
  for (const Explanation& e : kExplanations)
    out += std::string(e.code) + std::string(widest - e.code.size() + 2, ' ') + std::string(e.line) + "\n";
  return out;
}

}  // namespace jmc::check
