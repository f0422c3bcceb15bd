#!/usr/bin/env python3
"""--timeouts=late: waits that end by their time-out only when nothing else can run. What each program may print follows from its first lines."""
import os
import sys
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import test_cli  # noqa: E402
from test_cli import Case, program  # noqa: E402

setUpModule, tearDownModule = test_cli.setUpModule, test_cli.tearDownModule

# Full search, which takes nothing for granted, and the reductions.
WAYS = (["--por=none", "--assume=none"], ["--por=s-por"], ["--por=de-s-por"], ["--por=dl-s-por"], ["--por=dl-s-por", "--locks=real"])


class Late(Case):
    def outcomes(self, name, *options, code=0):
        _, data = self.report("--keep-going", *options, program(name), code=code)
        return {o["output"].strip() for o in data["outcomes"]}, sorted({v["kind"] for v in data["violations"]})

    def test_what_each_program_may_print(self):
        expected = {"LateGetBeside": {"3"}, "LateEarliest": {"short long"}, "LateSleptPast": {"3", "late"}, "LateSleepsLess": {"3"},
                    "LatePollsClock": {"true"}, "LateJoinTimed": {"1 false"}, "LateLocks": {"ab", "ba"}}
        for name, words in expected.items():
            for way in WAYS:
                with self.subTest(name=name, way=way):
                    self.assertEqual(self.outcomes(name, "--timeouts=late", *way), (words, []))

    def test_a_wait_that_nobody_ends(self):
        for way in WAYS:
            with self.subTest(way=way):
                _, kinds = self.outcomes("LateNobodyCompletes", "--timeouts=late", *way, code=1)
                self.assertEqual(kinds, ["uncaught-exception"])

    def test_at_any_moment_there_is_more(self):
        _, kinds = self.outcomes("LateGetBeside", "--timeouts=both", code=1)
        self.assertEqual(kinds, ["uncaught-exception"])
        words, _ = self.outcomes("LateEarliest", "--timeouts=both")
        self.assertEqual(words, {"short long", "long short"})

    def test_what_is_said(self):
        text, data = self.report("--timeouts=both", program("LateGetBeside"), code=1)
        self.assertIn("--timeouts=late", text[:text.index("\n\n")])       # before the story
        self.assertEqual(data["configuration"]["timeouts"], "both")
        text, data = self.report("--timeouts=late", program("LateGetBeside"), code=0)
        self.assertIn("no wait times out while others can run", text.splitlines()[0])
        self.assertIn("late-time-outs", data["holds_under"])
        self.assertIn("a timed wait times out only when nothing else can run", text)
        self.assertEqual(data["configuration"]["timeouts"], "late")

    def test_refused(self):
        for por in ("dpor", "source-dpor", "optimal-dpor"):
            self.refused(*["--timeouts=late", "--por=" + por, program("LateGetBeside")], says=["--timeouts=late: --por=" + por, "expected none, s-por"])


if __name__ == "__main__":
    unittest.main()
