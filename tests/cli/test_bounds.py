#!/usr/bin/env python3
"""Searches that explore a part of the schedules: bounds on Java programs whose violations need a known number of preemptions,
delays, switches or steps; what the answers say; and what is refused."""
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
import harness  # noqa: E402

JMC = harness.jmc_path()
JDK = harness.find_jdk()
WORK = tempfile.mkdtemp(prefix="jmc-bounds-")
KINDS = ["depth", "context", "preemption", "delay", "fair", "local-depth", "local-context", "divergence"]


def setUpModule():
    harness.compile_java(JDK, sorted(glob.glob(os.path.join(HERE, "programs", "*.java"))), WORK, 17)


def tearDownModule():
    shutil.rmtree(WORK, ignore_errors=True)


class Case(unittest.TestCase):
    def run_jmc(self, *arguments, code):
        path = os.path.join(WORK, "report.json")
        if os.path.exists(path):
            os.remove(path)
        *options, name = arguments
        r = subprocess.run([JMC, "--jdk=" + JDK.home, "--json", path, *options, os.path.join(WORK, name + ".class")], stdin=subprocess.DEVNULL,
                           capture_output=True, text=True, timeout=1200, env=harness.environment())
        self.assertEqual(r.returncode, code, r.stdout + r.stderr)
        with open(path, encoding="utf-8") as f:
            return r.stdout, json.load(f)

    def refused(self, *arguments, says):
        *options, name = arguments
        r = subprocess.run([JMC, "--jdk=" + JDK.home, *options, os.path.join(WORK, name + ".class")], stdin=subprocess.DEVNULL, capture_output=True,
                           text=True, timeout=1200, env=harness.environment())
        self.assertEqual((r.returncode, r.stdout), (2, ""), r.stdout + r.stderr)
        for text in says:
            self.assertIn(text, r.stderr)


class Bounds(Case):
    # Between: the reader runs three times, with one and two in between. So two preemptions; four switches besides the one
    # from main, which is then blocked: reader, one, reader, two, reader, and main is the last to have run before. Round robin
    # from main: reader for nothing; one, reader (over two) and two (over reader) for a delay each; reader for nothing.
    # All five accesses are steps, and the last read depends on all of them.
    LEAST = {"preemption": 2, "delay": 3, "depth": 5, "local-depth": 5}

    def test_found_at_the_lowest_bound(self):
        for kind, least in self.LEAST.items():
            for por in (["--por=dpor"], ["--por=none"], []):
                if kind == "local-depth" and por == ["--por=none"]:
                    por = por + ["--stateless"]
                with self.subTest((kind, por)):
                    text, data = self.run_jmc("--bound=%s:%d" % (kind, least - 1), *por, "Between", code=3)
                    self.assertRegex(text.splitlines()[0], r"^inconclusive: no violation with at most %d \w+.*; schedules beyond that were not explored$" % (least - 1))
                    self.assertFalse(data["complete"])
                    self.assertTrue(data["within_bounds"])
                    self.assertEqual(data["configuration"]["bounds"], [{"kind": kind, "limit": least - 1}])
                    text, data = self.run_jmc("--bound=%s:%d" % (kind, least), *por, "Between", code=1)
                    self.assertIn("all three", text.splitlines()[0])
                    text, data = self.run_jmc("--bound=%s:0.." % kind, *por, "Between", code=1)
                    self.assertEqual([v["limit"] for v in data["levels"]], list(range(least)))
                    self.assertIn("there is none with at most %d " % (least - 1), text)

    def test_every_kind(self):
        for kind in KINDS:
            for por in ("s-por", "dpor"):
                arguments = ["--por=" + por] + (["--stateless"] if por == "s-por" and kind.startswith("local") else [])
                if kind == "divergence" and por == "s-por":
                    continue
                with self.subTest((kind, por)):
                    # Raised until nothing is cut off: every outcome, which two increments have two of.
                    text, data = self.run_jmc("--bound=%s:0.." % kind, "--keep-going", *arguments, "Lost", code=1)
                    self.assertTrue(data["complete"])
                    self.assertEqual([v["complete"] for v in data["levels"]], [False] * (len(data["levels"]) - 1) + [True])
                    self.assertEqual([o["output"] for o in data["outcomes"]], ["count 1\n", "count 2\n"])
                    text, data = self.run_jmc("--bound=%s:0.." % kind, *arguments, "Fine", code=0)
                    self.assertTrue(text.startswith("verified"), text)

    def test_simplest_trace(self):
        # Without preemptions nothing is lost, with one it is; the trace that is told has no more, however far the bound is raised.
        _, data = self.run_jmc("--bound=preemption:0..", "--keep-going", "Lost", code=1)
        self.assertGreater(len(data["levels"]), 2)
        schedule = [s["thread"] for s in data["violations"][0]["schedule"] if s["thread"] != 0]
        self.assertEqual(sum(1 for a, b in zip(schedule, schedule[1:]) if a != b), 2)      # away from the first thread, and back

    def test_range_ends(self):
        _, data = self.run_jmc("--bound=preemption:0..1", "Between", code=3)
        self.assertEqual([(v["limit"], v["complete"]) for v in data["levels"]], [(0, False), (1, False)])

    def test_spinning(self):
        # The bound does not end the loop; that states are matched does.
        self.run_jmc("--bound=preemption:0..", "Polled", code=0)
        # Nobody spins more than twice ahead of the thread that the loop waits for.
        text, _ = self.run_jmc("--por=dpor", "--bound=fair:2", "Polled", code=3)
        self.assertIn("with at most 2 yields ahead of others", text)

    def test_giving_way(self):
        # A round reads two variables, so that it is no polling of one: that the thread gives way is what it says.
        for how in ("yield", "spin", "sleep"):
            for por in ("dpor", "s-por", "none"):
                with self.subTest((how, por)):
                    text, data = self.run_jmc("-Dhow=" + how, "--por=" + por, "--bound=fair:2", "PolledBoth", code=3)
                    self.assertIn("with at most 2 yields ahead of others", text)
                    self.assertTrue(data["within_bounds"])
        # Who does not say so may go on for ever.
        _, data = self.run_jmc("-Dhow=not", "--por=dpor", "--bound=fair:2", "--time-limit=1", "PolledBoth", code=3)
        self.assertFalse(data["within_bounds"])

    def test_livelock(self):
        text, data = self.run_jmc("--bound=fair:2,depth:200", "Stuck", code=1)
        self.assertEqual(data["violations"][0]["kind"], "livelock")
        self.assertIn("no end after 200 steps", text.splitlines()[0])
        self.assertEqual(len(data["violations"][0]["schedule"]), 200)
        self.run_jmc("--bound=fair:2,depth:200", "Polled", code=3)

    def test_time_limit_says_what_is_known(self):
        text, data = self.run_jmc("--por=dpor", "--bound=delay:0..", "--time-limit=2", "--spin-limit=0", "Polled", code=3)
        self.assertEqual(text.splitlines()[0], "inconclusive: time limit of 2 s reached; there is none with at most 0 delays")
        self.assertFalse(data["within_bounds"])

    def test_seals(self):
        whole = ["%s\n" % s for s in ("1122", "1212", "1221", "2112", "2121", "2211")]
        for por in (["--por=dpor"], ["--por=none"], [], ["--stateless"], ["--por=dpor", "--all-shared"]):
            with self.subTest(por):
                # Between two calls of a loop a thread may be preempted, although its stack looks the same before and after.
                text, data = self.run_jmc("--seal=Calls$Log.add", "--keep-going", *por, "Calls", code=3)
                self.assertEqual(sorted(o["output"] for o in data["outcomes"]), whole)
                self.assertEqual(text.splitlines()[0], "inconclusive: no violation without preemption inside of Calls$Log.add; schedules beyond that were not explored")
                _, data = self.run_jmc("--keep-going", *por, "Calls", code=0)
                self.assertGreater(len(data["outcomes"]), 6)
        for pattern in ("Log", "Calls.Log.a*", "Calls$Log", "Calls*.add"):
            with self.subTest(pattern):
                _, data = self.run_jmc("--seal=" + pattern, "--keep-going", "Calls", code=3)
                self.assertEqual(len(data["outcomes"]), 6)
        # Only what the samplers may draw.
        _, data = self.run_jmc("--seal=Log.add", "--search=random", "--executions=300", "--keep-going", "Calls", code=3)
        self.assertEqual(sorted(o["output"] for o in data["outcomes"]), whole)
        # With a bound: one preemption, between the calls.
        _, data = self.run_jmc("--seal=Log.add", "--bound=preemption:0", "--keep-going", "Calls", code=3)
        self.assertEqual(sorted(o["output"] for o in data["outcomes"]), ["1122\n", "2211\n"])
        # What is sealed and never entered costs nothing, and is told.
        text, data = self.run_jmc("--seal=Log.clear", "--keep-going", "Calls", code=0)
        self.assertIn("--seal: no thread was met inside of Log.clear", text)
        # A name of nothing is an error.
        _, data = self.run_jmc("--seal=Log.ad", "--keep-going", "Calls", code=2)
        self.assertIn("--seal=Log.ad: the program loaded no class or method of that name; is Log.add meant?", data["error"])
        _, data = self.run_jmc("--seal=Calls.Logs.add", "--keep-going", "Calls", code=2)
        self.assertIn("--seal=Calls.Logs.add: the program loaded no class or method of that name", data["error"])
        for name in ("Calls.Log.add", "Calls$Log", "Log.a*"):
            self.run_jmc("--seal=" + name, "--keep-going", "Calls", code=3)

    def test_sampling(self):
        # One preemption in the right place among the few there are: every sampler finds it in a thousand executions.
        for how in ("random", "random:5", "pct", "pct:2", "pct:2:9", "pos", "pos:3", "surw", "surw:4", "feedback", "feedback:2"):
            with self.subTest(how):
                text, data = self.run_jmc("--search=" + how, "--executions=1000", "Lost", code=1)
                self.assertIn("lost, count is 1", text.splitlines()[0])
        # Nothing drawn is a proof.
        text, data = self.run_jmc("--search=random:1", "--executions=500", "Fine", code=3)
        self.assertEqual(text.splitlines()[0], "inconclusive: no violation in 500 executions that were drawn (random walks, seed 1)")
        self.assertEqual((data["statistics"]["executions"], data["complete"], data["within_bounds"]), (500, False, False))
        # At depth 1 there are no preemptions: n threads one after the other.
        text, data = self.run_jmc("--search=pct:1", "--executions=300", "Lost", code=3)
        self.assertRegex(text.splitlines()[0], r"depth 1 with probability 1/\(n k\^\(1-1\)\) or more: n = 3 threads, k = \d+ steps")
        # The same seed, the same executions.
        runs = [self.run_jmc("--search=pos:" + seed, "--executions=300", "--keep-going", "Three", code=3)[1] for seed in "112"]
        counts = [{o["output"]: o["end_states"] for o in data["outcomes"]} for data in runs]
        self.assertEqual(counts[0], counts[1])
        self.assertNotEqual(counts[0], counts[2])

    def test_best_first(self):
        for keys in ("preemptions", "backtrack", "awake", "random", "method=Calls.Log.add,preemptions", "variable=Log.digits,awake", "backtrack,preemptions"):
            for por in ([], ["--por=none"], ["--por=dpor"]):
                with self.subTest((keys, por)):
                    # Whatever comes first, all of it comes.
                    text, data = self.run_jmc("--search=best-first:" + keys, "--keep-going", *por, "Lost", code=1)
                    self.assertEqual(sorted(o["output"] for o in data["outcomes"]), ["count 1\n", "count 2\n"])
                    self.assertTrue(data["complete"])
                    self.assertIn("best first by " + keys.replace(",", ", "), text)
        # The violation that needs the fewest preemptions comes first: two, and the schedule shows them.
        for por in ([], ["--por=dpor"]):
            text, data = self.run_jmc("--search=best-first:preemptions", *por, "Between", code=1)
            threads = [s["thread"] for s in data["violations"][0]["schedule"] if s["thread"] != 0]
            self.assertEqual(sum(1 for a, b in zip(threads, threads[1:]) if a != b), 4, threads)
        text, data = self.run_jmc("--search=best-first:random", "--executions=3", "Between", code=3)
        self.assertEqual(text.splitlines()[0], "inconclusive: no violation in the 3 executions that were explored first (best first by random)")
        text, data = self.run_jmc("--search=best-first:backtrack", "--bound=preemption:1", "Between", code=3)
        self.assertIn("no violation with at most 1 preemption;", text.splitlines()[0])

    def test_refused(self):
        for arguments, says in [
            (["--bound=preemption", "Lost"], ["--bound=preemption", "KIND:N"]),
            (["--bound=preemption:-1", "Lost"], ["--bound=preemption:-1", "whole number"]),
            (["--bound=preemption:3..1", "Lost"], ["range"]),
            (["--bound=preemption:0..,delay:0..", "Lost"], ["one bound that is raised"]),
            (["--bound=delay:1,delay:2", "Lost"], ["delay", "twice"]),
            (["--por=dl-s-por", "--bound=preemption:1", "Lost"], ["dl-s-por", "preemption", "not sound"]),
            (["--por=source-dpor", "--bound=preemption:1", "Lost"], ["source-dpor", "preemption", "not sound"]),
            (["--por=o-dpor", "--bound=fair:1", "Lost"], ["o-dpor", "fair", "not sound"]),
            (["--por=dpor", "--bound=preemption:1,delay:1", "Lost"], ["no reduction is known", "preemption and delay"]),
            (["--por=none", "--bound=local-depth:4", "Lost"], ["local-depth", "cannot be matched"]),
            (["--por=none", "--bound=divergence:1", "Lost"], ["divergences"]),
            (["--por=none", "--bound=preemption:1", "--refine=sleep-sets", "Lost"], ["--refine=sleep-sets", "not sound"]),
            (["--por=dl-s-por", "--bound=depth:0..", "Lost"], ["raised"]),
            (["--por=dl-s-por", "--seal=Log", "Lost"], ["--seal", "--por=dl-s-por", "not sound"]),
            (["--search=random:x", "Lost"], ["--search=random:x", "SEED"]),
            (["--search=pct:0", "Lost"], ["--search=pct:0"]),
            (["--search=luck", "Lost"], ["--search=luck", "random"]),
            (["--search=pct", "--por=dpor", "Lost"], ["--search=pct", "reduction has no meaning"]),
            (["--search=pct", "--bound=preemption:1", "Lost"], ["--search=pct", "stated probabilities"]),
            (["--search=random", "--exact-states", "Lost"], ["--search=random", "--exact-states"]),
            (["--search=best-first:luck", "Lost"], ["best-first:luck", "preemptions"]),
            (["--search=best-first:preemptions", "--por=dl-s-por", "Lost"], ["best-first", "dl-s-por"]),
            (["--search=best-first:backtrack", "--por=dpor", "--bound=preemption:1", "Lost"], ["dpor", "lose states"]),
            (["--search=best-first:random", "--order=random", "Lost"], ["--order"]),
            (["--executions=5", "Lost"], ["--executions=5", "--search"]),
        ]:
            with self.subTest(arguments):
                self.refused(*arguments, says=says)


if __name__ == "__main__":
    sys.exit(harness.main(__file__))
