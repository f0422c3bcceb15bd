#!/usr/bin/env python3
"""What a story leaves out, and what it says is the cause: programs whose bug is their own, with the JDK's code all around it."""
import os
import sys
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import test_cli  # noqa: E402
from test_cli import Case, program  # noqa: E402

setUpModule, tearDownModule = test_cli.setUpModule, test_cli.tearDownModule


class Stories(Case):
    def test_no_needless_time_outs(self):
        """Idle workers of a cached pool may end by their time-outs, which has nothing to do with the two that both saw 10."""
        text, data = self.report("--timeouts=both", program("PaidTwice"), code=1)
        self.assertNotIn("times out", text)
        self.assertNotIn("--timeouts=late", text)
        self.assertFalse([row for row in data["violations"][0]["trace"] if "times out" in str(row)])

    def test_arrays_and_atomics_have_the_names_of_the_source(self):
        text, _ = self.report("--width=200", program("Captured"), code=1)
        self.assertRegex(text, r"(?m)^cause: .* both saw n\[0\] = 0, .* before either wrote it$")
        self.assertRegex(text, r"read hits = \d")
        self.assertNotIn("int[]#1", text)
        text, _ = self.report("--width=200", program("RingOfTwo"), code=1)
        self.assertIn("write buf[0] 0 -> 1", text)

    def test_who_has_ended_could_not_see_a_later_write(self):
        text, _ = self.report("--width=200", program("RingOfTwo"), code=1)
        self.assertRegex(text, r"(?m)^cause: .* both saw tail = 0, .* before either wrote it$")

    def test_waiting_in_the_jdk_is_one_row(self):
        text, _ = self.report("--width=200", program("PaidTwice"), code=1)
        self.assertRegex(text, r"\d-\d+ +(calls|goes on in) (FutureTask\.)?get \(\d+ steps\)")
        self.assertRegex(text, r"works in FutureTask \(\d+ steps\)")
        self.assertNotIn("FutureTask#1.waiters", text)
        self.assertGreaterEqual(text.count("read from = 10"), 2)      # the cause is told step by step, by the name in the source
        text, _ = self.report("--width=200", "--story=steps", program("PaidTwice"), code=1)
        self.assertIn("FutureTask#1.waiters", text)

    def test_where_the_jdk_has_a_part_in_it_all_is_told(self):
        """A list that is not meant for two threads: the steps of add() that fall between the other's are the bug."""
        text, _ = self.report("--width=200", program("LostAdd"), code=1)
        self.assertRegex(text, r'cause: thread \d "pool-1-thread-\d" and thread \d "pool-1-thread-\d" both saw ArrayList\.size = \d')
        self.assertRegex(text, r"\d\* +read size = \d")
        self.assertNotIn("in between", text)

    def test_asked_and_acted_on_under_a_lock_each(self):
        """Between cache.get and cache.put lies the box of the key, which is a call of another class."""
        text, _ = self.report("--width=300", program("MadeTwice"), code=1)
        self.assertRegex(text, r"cause: .* called HashMap\.get \(MadeTwice\.java:11.*\), then HashMap\.put \(MadeTwice\.java:16.*\); "
                               r"in between .* called HashMap\.put \(MadeTwice\.java:16")

    def test_who_wrote_itself_was_not_deceived(self):
        """That main saw other sums before is its own doing: the worker's write, of what it had read before, is the bug."""
        text, _ = self.report("--width=300", program("ParallelSum"), code=1)
        self.assertRegex(text, r'cause: .*saw sum = \d in step \d+, written by .*, which had read sum = \d in step \d+, before .* wrote sum = |'
                               r'cause: .* both saw sum = \d')

    def test_a_wait_that_timed_out_broke_it_for_another(self):
        text, _ = self.report("--width=300", program("BarrierBroken"), code=1)
        self.assertRegex(text, r'cause: thread 0 "main" called CyclicBarrier\.await \(BarrierBroken\.java:20\) after '
                               r'CyclicBarrier\.await \(BarrierBroken\.java:10\) of thread 1 "hasty" had timed out in step \d')

    def test_who_lets_another_go_too_early(self):
        """It counts down, and writes its part afterwards."""
        text, _ = self.report("--width=300", program("CountsTooEarly"), code=1)
        self.assertRegex(text, r'cause: thread [12] "second" let thread 0 "main" go on in step \d+ \(CountsTooEarly\.java:11\) before it was done: it had not come past CountsTooEarly\.java:12\n')

    def test_a_sleep_waits_for_nobody(self):
        """The least flaky test: what main has not seen yet is said below."""
        text, _ = self.report("--width=300", program("SleptTooShort"), code=1)
        self.assertRegex(text, r'cause: thread 0 "main" slept \(SleptTooShort\.java:8\) and went on in step \d, while thread 1 "loader" had more to do')
        self.assertRegex(text, r'\n  thread 0 "main" saw loaded = false (in|after) step \d, its value from the beginning')

    def test_a_notification_is_lost_where_nobody_looked_after_it(self):
        """TakesTwice looks, and takes what was put; RangTooEarly looks, too, but what it saw changes afterwards."""
        text, _ = self.report("--width=300", program("TakesTwice"), code=1)
        self.assertRegex(text, r'cause: thread 0 "main" waits on TakesTwice#1 \(TakesTwice\.java:14\), and nobody notified it after step \d+')
        self.assertNotIn("when nobody waited", text.split("cause:")[1].split("\n")[0])
        text, _ = self.report("--width=300", program("RangTooEarly"), code=1)
        self.assertRegex(text, r'cause: thread 1 "ringer" notified RangTooEarly#1 in step \d, when nobody waited; thread 0 "main" began to wait after that')

    def test_a_pool_waits_for_its_own_task(self):
        text, _ = self.report("--width=300", program("StarvedPool"), code=1)
        self.assertRegex(text, r'cause: thread 0 "main" waits in FutureTask\.get \(StarvedPool\.java:10\) for (FutureTask#\d), which thread 1 "pool-1-thread-1" runs; '
                               r'thread 1 "pool-1-thread-1" waits in FutureTask\.get \(StarvedPool\.java:9\) for (?!\1)FutureTask#\d, which no thread has begun to run, '
                               r'and nobody is left')

    def test_an_interruption_that_is_forgotten(self):
        text, _ = self.report("--width=300", program("ForgetsInterrupt"), code=1)
        self.assertRegex(text, r'cause: thread 0 "main" interrupted thread 1 "worker" in step \d+; thread 1 "worker" threw InterruptedException '
                               r'\(ForgetsInterrupt\.java:7, after step \d+\), caught in .*, line 8, and goes on')

    def test_who_waits_keeps_another_out(self):
        """A monitor within a monitor: waiting lets go of the inner one only, and the signal needs the outer one."""
        text, _ = self.report("--width=300", program("NestedLockout"), code=1)
        self.assertRegex(text, r'cause: thread 1 "guest" waits on Object#1 \(NestedLockout\.java:8\), and nobody notified it after step \d+; '
                               r'it keeps NestedLockout#1 locked, for which thread 2 "owner" waits\n')

    def test_a_daemon_is_kept_out(self):
        """No daemon keeps a JVM from ending, but main waits for this one, which waits for main to have initialised the class."""
        text, data = self.report("--width=300", program("InitWaitsForDaemon"), code=1)
        self.assertRegex(text, r'^violated: thread 0 "main" waits for ever \(deadlock\)\n')
        self.assertRegex(text, r'cause: thread 0 "main" waits for CountDownLatch#1, which is at 1 \(InitWaitsForDaemon\.java:12\); '
                               r'it initialises class InitWaitsForDaemon, for which thread 1 "loader" waits, and nobody is left who could wake it\n')
        self.assertIn('thread 1 "loader" waits for the initialisation of class InitWaitsForDaemon by thread 0 "main"', text)

    def test_the_call_in_between_that_did_it(self):
        """Of what the other one called in between, the last made the list empty; it had put something into it first."""
        text, _ = self.report("--width=300", program("TakenInBetween"), code=1)
        self.assertRegex(text, r'cause: .* called Vector\.isEmpty .*, then Vector\.remove .*; in between thread 1 "other" called Vector\.clear \(TakenInBetween\.java:10')

    def test_who_looked_before_another_failed(self):
        """A flag that is set because of the failure comes after it."""
        text, _ = self.report("--width=300", program("NotedFailure"), code=1)
        self.assertNotIn("failed = false", text.split("cause:")[1].split("\n")[0])
        self.assertRegex(text, r'cause: thread \d "\w+" called ArrayDeque\.removeFirst \(NotedFailure\.java:12\) after thread \d "\w+" had called ArrayDeque\.removeFirst')

    def test_who_looked_before_the_block_was_new(self):
        """Main takes an id of the old block. Who fails has made the new one, and has read what both took after that."""
        source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "java", "realistic", "IdBlocksFastPath.java")
        text = test_cli.jmc("--width=300", "--no-sampling", source).stdout
        self.assertRegex(text, r'cause: thread \d ".*" saw end = 2 in step \d+, before thread \d ".*" wrote 4 in step \d+\n')
        # Where nothing else is known, it is better than nothing.
        text = test_cli.jmc("--width=300", "--no-sampling", source.replace("IdBlocksFastPath", "PriceTopicReplay")).stdout
        self.assertRegex(text, r'cause: thread 1 "exchange" saw CopyOnWriteArrayList\.array = .* in step \d+, before thread 0 "main" wrote ')

    def test_one_look_that_was_half_new(self):
        """Whoever fails has seen low = 1 and high = 0: that another checker saw the same, and that low was written again, is beside the point."""
        for seed in range(6):
            text, _ = self.report("--width=300", "--simplify=0", f"--search=pos:{seed}", program("HalfWritten"), code=1)
            self.assertRegex(text, r'cause: (thread \d "checker \d") saw high = 0 in step \d, its value from the beginning, '
                                   r'after it had seen low = 1, which thread \d "writer \d" had written in step \d(, and before thread \d "writer \d" wrote high = -1 in step \d)?\n')

    def test_an_exception_that_was_wrapped(self):
        """What went wrong is in the task, which read the name before it was set: not where main asks for the result."""
        text, _ = self.report("--width=300", program("Wrapped"), code=1)
        self.assertRegex(text, r'(?m)^where: Wrapped\.java:\d+: throw new IllegalStateException\("no length", e\);$')
        self.assertRegex(text, r'(?m)^root:  java\.lang\.NullPointerException: Cannot invoke .*name.* is null \(Wrapped\.java:9\)$')
        self.assertRegex(text, r'(?m)^cause: thread 1 "pool-1-thread-1" saw name = null in step \d+, its value from the beginning')

    def test_who_looks_again_after_a_wait_was_not_deceived(self):
        text, _ = self.report("--width=300", "--simplify=0", "--search=pos:1", program("StopBeforeStopped"), code=1)
        self.assertRegex(text, r'cause: thread 1 "worker" saw closed = false in step \d+, its value from the beginning, after it had seen next = 0, which thread 0 "main" had written')

    def test_the_old_value_comes_before_the_new_one(self):
        text, _ = self.report("--memory=jmm", "--width=300", program("HalfPoint"), code=1)
        self.assertRegex(text, r'cause: thread 0 "main" saw HalfPoint#1\.y = 0 in step \d, its value from the beginning, and not 4')

    def test_rows_say_why_they_have_a_star(self):
        """All that happens to the shop happens under its lock: a lock alone says nothing of why it was sold twice."""
        text, data = self.report("--width=300", program("UnderTheLock"), code=1)
        rows = [row["operation"] for row in data["violations"][0]["trace"] if row.get("matters") and row["operation"].startswith(("lock", "unlock"))]
        self.assertTrue(rows, text)
        for row in rows:
            self.assertRegex(row, r"^lock UnderTheLock#1, then (read|write) (left|taken) = ")
        # The row of an access has none besides: one reason is enough.
        text, _ = self.report("--width=300", program("Lost"), code=1)
        self.assertNotIn(", then ", text)

    def test_who_gave_input_is_told_that_nobody_reads_it(self):
        source = os.path.join(test_cli.WORK, "Asks.java")
        with open(source, "w", encoding="utf-8") as f:
            f.write("public class Asks { public static void main(String[] a) { System.out.println(new java.util.Scanner(System.in).nextLine()); } }\n")
        lines = test_cli.jmc(source).stdout.splitlines()
        self.assertRegex("\n".join(lines[:3]), r"^violated: .*\nwhere: .*\nstandard input: jmc gives the program none; .* read at Asks\.main\(Asks\.java:1\)$")


if __name__ == "__main__":
    unittest.main()
