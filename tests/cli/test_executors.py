#!/usr/bin/env python3
"""Executors as operations, and adders that nobody reads: what the answer says of them, and that no way of searching takes what is left out for what is there."""
import os
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
from test_cli import Case, program, setUpModule, tearDownModule  # noqa: E402,F401  the programs are those of the command line
import harness  # noqa: E402  after test_cli, which says where it lies


class Executors(Case):
    def test_the_first_line_says_it(self):
        text, data = self.report("--second-opinion=0", program("PoolAsked"), "only", code=0)
        self.assertIn("; executors taken as atomic;", text.splitlines()[0])
        self.assertIn("executors-atomic", data["holds_under"])
        self.assertEqual((data["configuration"]["executors"], data["configuration"]["executors_met"]), ("atomic", True))
        text, data = self.report("--executors=real", program("PoolAsked"), "only", code=0)
        self.assertNotIn("atomic;", text.splitlines()[0])
        self.assertEqual((data["configuration"]["executors"], data["configuration"]["executors_met"]), ("real", False))

    def test_what_a_second_opinion_confirms_is_said_no_more(self):
        text, data = self.report(program("PoolAsked"), "only", code=0)
        self.assertIn(data["second_opinion"]["answer"], ("agrees", "agrees-but-for-locks"))
        self.assertTrue(text.splitlines()[1].startswith("cross-checked"), text.splitlines()[1])
        self.assertNotIn("executors taken as atomic", text.splitlines()[0])
        self.assertNotIn("executors-atomic", data["holds_under"])

    def test_a_name_that_means_no_class_is_told(self):
        text, data = self.report("--executor-classes=ThreadPoolExecutr", program("PoolAsked"), "only", code=0)
        told = "--executor-classes=ThreadPoolExecutr: the program loaded no class of that name; is ThreadPoolExecutor meant?"
        self.assertIn(told, text)
        self.assertIn(told, data["warnings"])
        text, _ = self.report("--executor-classes=ThreadPoolExecutor", program("PoolAsked"), "only", code=0)
        self.assertNotIn("no class of that name", text)

    def test_what_is_asked_between_their_steps_is_found_and_replayed(self):
        for how in ("atomic", "real"):
            with tempfile.TemporaryDirectory() as folder:
                witness = os.path.join(folder, "w.json")
                text, data = self.report("--executors=" + how, "--witness=" + witness, program("PoolAsked"), code=1)
                self.assertIn("idle, and not done", data["violations"][0]["message"])
                r = subprocess.run([harness.jmc_path(), "replay", witness], capture_output=True, text=True, env=harness.environment(), timeout=60)
                self.assertEqual(r.returncode, 1, r.stdout + r.stderr)
                self.assertIn("idle, and not done", r.stdout)

    def test_conditions_of_progress_do_not_rest_on_it(self):
        r = subprocess.run([harness.jmc_path(), "progress", "--methods=get,incrementAndGet", "java.util.concurrent.atomic.AtomicInteger"], capture_output=True, text=True, env=harness.environment(), timeout=60)
        self.assertEqual(r.returncode, 0, r.stdout + r.stderr)
        self.assertIn("assumed", r.stdout)
        self.assertNotIn("executors", r.stdout)


class Adders(Case):
    def test_a_sum_that_is_read_is_the_sum(self):
        for more in ([], ["--por=none"], ["--por=s-por"], ["--por=o-dpor"], ["--por=dpor"], ["--por=optimal-dpor"], ["--stateless"], ["--all-shared"], ["--visible=AddersRead"],
                     ["--workers=2"], ["--portfolio"], ["--bound=delay:1.."], ["--races=violation"]):
            with self.subTest(" ".join(more)):
                _, data = self.report(*more, program("AddersRead"), code=0)
                self.assertEqual([o["output"] for o in data["outcomes"]], ["8\n"])


if __name__ == "__main__":
    unittest.main()
