#!/usr/bin/env python3
"""Threads that go on and on: turns that are counted, and what comes of it, for the answer and for the others."""
import os
import sys
import unittest

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
from test_cli import Case, program, setUpModule, tearDownModule  # noqa: E402,F401  the programs are those of the command line


class Turns(Case):
    def test_turns_that_are_counted(self):
        """A count that nobody reads is no part of a state; one that something is done with makes states without end, which the first line says, soon."""
        for strategy in ("none", "s-por", "de-s-por", "dl-s-por", "o-dpor"):
            more = ["--por=" + strategy]
            if strategy != "none":      # which takes nothing for granted
                _, data = self.report(*more, program("TurnsCounted"), "unread", code=0)
                self.assertLess(data["statistics"]["states"], 50)
            for use, outcomes in (("printed", None), ("tested", ["done\n"])):
                text, data = self.report(*more, program("TurnsCounted"), use, code=3)
                self.assertRegex(text.splitlines()[0], r"^inconclusive: a thread that polled 1000 times in a row in vain was not followed further \(TurnsCounted\.lambda\$main\$0, line \d+\): "
                                 r"it would go on, each time in a new state, since n goes from \d+ to \d+ meanwhile; --spin-limit=N sets the number$")
                self.assertEqual(data["cause"], "spin-limit")
                if outcomes:
                    self.assertEqual([o["output"] for o in data["outcomes"]], outcomes)
                else:
                    self.assertEqual([o["output"] for o in data["outcomes"][:12]], ["turns: %d\n" % n for n in range(12)])
                self.assertLess(data["statistics"]["states"], 50000)

    def test_counters_that_are_read_after_all(self):
        """Whatever comes to read a field that was taken for a counter of nobody's: all outcomes are there, those of full search that takes nothing for granted."""
        for how in ("late", "inherited", "sum", "reflection", "handle", "updater", "clone"):
            with self.subTest(how):
                outcomes = {}
                for more in (["--por=none"], ["--distinguish=counters"], [], ["--por=s-por"], ["--por=o-dpor"]):
                    _, data = self.report(*more, program("CountersRead"), how, code=0)
                    outcomes[" ".join(more)] = [o["output"] for o in data["outcomes"]]
                self.assertGreater(len(outcomes["--por=none"]), 2)
                self.assertEqual({name: outcomes["--por=none"] for name in outcomes}, outcomes)
        _, told = self.report("--distinguish=counters", program("CountersRead"), "nothing", code=0)
        _, left_out = self.report(program("CountersRead"), "nothing", code=0)
        self.assertLess(left_out["statistics"]["states"], told["statistics"]["states"])

    def test_daemons_that_go_on_for_ever(self):
        for strategy in ("s-por", "de-s-por", "dl-s-por", "o-dpor"):
            more = ["--por=" + strategy]
            self.report(*more, program("Beats"), "safe", "unread", code=0)
            text, data = self.report(*more, program("Beats"), "safe", "read", code=3)
            self.assertRegex(text.splitlines()[0], r"^inconclusive: a thread that (slept|polled) \d+ times in a row .*not followed further \(.*Beats\.beat, line \d+\): it would go on")
            self.assertEqual([o["output"] for o in data["outcomes"]], ["added\n"])
            for counts in ("read", "unread"):
                _, data = self.report(*more, program("Beats"), "racy", counts, code=1)
                self.assertEqual([v["kind"] for v in data["violations"]], ["assertion"])
                self.assertLess(data["statistics"]["states"], 50000)


if __name__ == "__main__":
    unittest.main()
