#!/usr/bin/env python3
"""What is covered where a search has no end, and what --accept makes of it."""
import os
import re
import sys
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import test_cli  # noqa: E402
from test_cli import Case, program  # noqa: E402

setUpModule, tearDownModule = test_cli.setUpModule, test_cli.tearDownModule

BOUND = r"any schedule (without preemptions|with at most \d+ preemptions?) \(complete\)"


class Covered(Case):
    def test_at_a_limit(self):
        paths = {kind: os.path.join(test_cli.WORK, "covered." + kind) for kind in ("html", "junit", "sarif")}
        text, data = self.report("--time-limit=12", *("--%s=%s" % item for item in paths.items()), program("Cells"), code=3)
        covered, line = data["covered"], text.splitlines()[0]
        self.assertRegex(line, r"^inconclusive: time limit of 12 s reached; nothing found in ")
        self.assertTrue(line.endswith(covered["text"]))
        self.assertFalse(covered["accepted"])
        self.assertEqual(covered["drawn"], data["sampling"]["executions"])
        self.assertLessEqual(covered["pairs_in_both_orders"], covered["pairs"])
        self.assertEqual([b["preemptions"] for b in covered["bounds"]], list(range(len(covered["bounds"]))))
        if covered["bounds"]:                                      # a busy machine may leave it no time
            self.assertRegex(covered["text"], BOUND)
        for path in paths.values():
            with open(path, encoding="utf-8") as f:
                self.assertIn(covered["text"], f.read(), path)

    def test_outcomes_of_drawn_executions(self):
        """The search follows a loop without an end; executions that are drawn end, and show what it has not."""
        text, data = self.report("--time-limit=6", "--spin-limit=0", program("NeverBack"), code=3)
        drawn = data["covered"]["outcomes"]
        self.assertEqual(sorted(drawn + [o["output"] for o in data["outcomes"]]), ["lost\n", "sum\n"])
        self.assertTrue(drawn)
        self.assertRegex(text, r"\noutcomes: \d+ so far, %d (more )?in drawn executions\n" % len(drawn))
        for output in drawn:
            self.assertRegex(text, r"\n  drawn +%s" % output)

    def test_what_the_search_has_met_is_not_told_twice(self):
        _, data = self.report("--keep-going", program("InTurns"), code=0)  # two seconds and more: what is drawn begins after one
        self.assertTrue(data["complete"])
        self.assertEqual((data["covered"]["outcomes"], data["warnings"]), ([], []))
        self.assertGreater(len(data["outcomes"]), 1)

    def test_accepted(self):
        text, data = self.report("--time-limit=60", "--accept=preemption:0", program("Cells"), code=0)
        self.assertRegex(text.splitlines()[0], "^accepted: nothing found in " + BOUND)
        self.assertNotIn("verified", text.splitlines()[0])
        self.assertEqual((data["verdict"], data["cause"], data["complete"]), ("accepted", "covered", False))
        self.assertTrue(data["covered"]["accepted"])
        self.assertLess(data["statistics"]["seconds"], 50)         # it did not wait for the limit
        # The same bound alone, from its own command line, has as many states.
        _, alone = self.report("--bound=preemption:0", "--races=off", program("Cells"), code=3)
        self.assertEqual(alone["statistics"]["states"], data["covered"]["bounds"][0]["states"])

    def test_not_enough(self):
        _, data = self.report("--time-limit=4", "--accept=samples:1000000000", program("Cells"), code=3)
        self.assertEqual(data["verdict"], "inconclusive")

    def test_what_has_an_answer_is_not_accepted(self):
        for name, verdict, code in (("Fine", "verified", 0), ("Lost", "violated", 1)):
            _, data = self.report("--accept=preemption:0", program(name), *(["x"] if name == "Fine" else []), code=code)
            self.assertEqual(data["verdict"], verdict)

    def test_refused(self):
        for options in (["--no-sampling"], ["--bound=preemption:2"], ["--search=pos"], ["--races=violation"], ["--memory=jmm"], ["--portfolio"]):
            self.refused(*["--accept=preemption:1", *options, program("Cells")], says=["--accept=preemption:1"])


if __name__ == "__main__":
    unittest.main()
