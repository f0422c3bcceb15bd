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

    def test_waiting_in_the_jdk_is_one_row(self):
        text, _ = self.report("--width=200", program("PaidTwice"), code=1)
        self.assertRegex(text, r"\d-\d+ +(calls|goes on in) (FutureTask\.)?get \(\d+ steps\)")
        self.assertRegex(text, r"works in FutureTask \(\d+ steps\)")
        self.assertNotIn("FutureTask#1.waiters", text)
        self.assertGreaterEqual(text.count("read AtomicLong#1.value = 10"), 2)      # the cause is told step by step
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


if __name__ == "__main__":
    unittest.main()
