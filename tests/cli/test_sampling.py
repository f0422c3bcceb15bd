#!/usr/bin/env python3
"""Executions drawn beside a search: what they find ends it, is told like anything else, and is the same in every run; what they cost, and that nothing is left of them."""
import json
import os
import signal
import subprocess
import sys
import time
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import test_cli  # noqa: E402
import test_portfolio  # noqa: E402
from test_cli import JMC, Case, program  # noqa: E402
from test_portfolio import Running, alive, children, eventually  # noqa: E402

setUpModule, tearDownModule = test_cli.setUpModule, test_cli.tearDownModule


def processor_seconds(pid):
    try:
        with open("/proc/%d/stat" % pid, encoding="ascii", errors="replace") as f:
            fields = f.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    except OSError:
        return 0


class Sampling(Case):
    def test_a_bug_that_the_search_does_not_come_to(self):
        found = []
        for witness in ("one.witness", "two.witness"):
            path = os.path.join(test_cli.WORK, witness)
            text, data = self.report("--time-limit=60", "--simplify=0", "--witness=" + path, program("CrowdBug"), code=1)
            self.assertEqual(text.splitlines()[0], "violated: java.lang.AssertionError: lost: published 2 (assertion)")
            self.assertIn("note: the violation was drawn beside the search (partial-order sampling, seed 0); --search=pos:0 draws it again", text)
            self.assertEqual(data["cause"], "first-violation")
            self.assertEqual(data["violations"][0]["drawn"], "pos:0")
            self.assertEqual(data["sampling"]["draws"], ["pos:0"])
            self.assertGreater(len(data["violations"][0]["trace"]), 10)
            self.assertEqual(data["configuration"]["por"], "dl-s-por")
            found.append(data["violations"])
        self.assertEqual(found[0], found[1])
        # As it was drawn, the violation is what the sampler finds alone, and the witness replays.
        _, alone = self.report("--search=pos:0", "--simplify=0", program("CrowdBug"), code=1)
        self.assertEqual(alone["violations"][0]["schedule"], found[0][0]["schedule"])
        r = subprocess.run([JMC, "replay", path], capture_output=True, text=True, check=False)
        self.assertEqual(r.returncode, 1, r.stderr)
        self.assertIn("lost: published 2", r.stdout)

    def test_switched_off(self):
        text, data = self.report("--no-sampling", "--time-limit=1.5", program("CrowdBug"), code=3)
        self.assertEqual(data["sampling"], {"draws": [], "executions": 0, "seconds": 0, "reason": ""})
        self.assertNotIn("beside the search", text)

    def test_nothing_drawn_is_no_proof(self):
        text, data = self.report("--time-limit=2.5", program("Crowd"), code=3)
        self.assertRegex(text.splitlines()[0], r"^inconclusive: time limit of 2\.5 s reached(; nothing found in [0-9 ]+ drawn executions?(; .*)?)?$")
        self.assertEqual(data["sampling"]["draws"], ["pos:0"])
        if data["sampling"]["executions"]:                         # a busy machine may leave it no time
            self.assertRegex(text, "note: beside the search [0-9 ]+ executions? (were drawn, and none of them is|was drawn, and it is not) violated")

    def test_short_runs_draw_nothing(self):
        _, data = self.report(program("Lost"), code=1)
        self.assertEqual(data["violations"][0]["drawn"], "")
        if data["statistics"]["seconds"] < 1:
            self.assertEqual(data["sampling"]["draws"], [])

    def test_all_violations(self):
        for limit in (3, 12, 60):                                  # a busy machine may leave it no time in three seconds
            path = os.path.join(test_cli.WORK, "all.json")
            subprocess.run([JMC, "--jdk=" + test_cli.JDK.home, "--keep-going", "--simplify=0", "--time-limit=%d" % limit, "--json=" + path, program("CrowdBug")],
                           capture_output=True, check=False)
            with open(path, encoding="utf-8") as f:
                data = json.load(f)
            self.assertEqual(data["cause"], "time-limit")
            if data["violations"]:
                break
        self.assertEqual(data["verdict"], "violated")
        drawn = [v for v in data["violations"] if v["drawn"]]
        self.assertTrue(drawn)
        for v in drawn:  # pos first; on a busy machine another way to draw may have come to it before
            self.assertRegex(v["drawn"], r"^(pos:0|(pct|random|surw|feedback):\d+(:\d+)?)$")
            self.assertRegex(v["message"], r"^java.lang.AssertionError: lost: published \d$")

    def test_where_it_has_no_place(self):
        for options in (["--bound=preemption:1"], ["--search=random", "--executions=100"], ["--memory=jmm"]):
            with self.subTest(options):
                _, data = self.report("--time-limit=1.3", *options, program("Crowd"), code=3)
                self.assertEqual(data["sampling"]["draws"], [])

    def test_one_processor_is_shared(self):
        # A twentieth for five seconds, or a quarter of the limit; then a third for what is drawn and a third for what is bounded.
        for limit, seconds, share in ((60, 4, 0.05), (4, 60, 2 / 3)):
            begin = time.monotonic()
            run = Running("--jobs=1", "--time-limit=%d" % limit, program("Crowd"))
            eventually(lambda: children(run.process.pid), 60)
            shares = []
            while run.process.poll() is None and time.monotonic() < begin + seconds:
                search, draws = processor_seconds(run.process.pid), sum(processor_seconds(p) for p in children(run.process.pid))
                shares.append((draws, search))
                time.sleep(0.05)
            if run.process.poll() is None:
                run.process.terminate()
            run.end()
            self.assertTrue(shares)
            for draws, search in shares:
                self.assertLess(draws, share * search + 0.3)

    def test_nothing_is_left(self):
        run = Running("--time-limit=60", program("Crowd"))
        sampler = eventually(lambda: children(run.process.pid), 60)
        run.process.send_signal(signal.SIGKILL)
        run.process.wait()
        run.process.stdout.close()
        run.process.stderr.close()
        eventually(lambda: not any(alive(p) for p in sampler), 10)


del test_portfolio  # its tests are its own


if __name__ == "__main__":
    unittest.main(verbosity=1)
