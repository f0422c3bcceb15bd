#!/usr/bin/env python3
"""Structures with seeded bugs, all found, and their correct originals, all verified. Needs a JDK with javac.

The first line of comment of a structure says which it is. Whether it is right was decided by whoever wrote it, not by jmc."""
import glob
import os
import re
import sys
import unittest

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
import harness  # noqa: E402

JDK = harness.find_jdk()
WORK, CLASSES, setUpModule, tearDownModule = harness.classes_for("mutants", os.path.join(HERE, "structures"))
# Bounds other than the usual ones: two threads, three calls each for bugs, four calls in all for originals.
BOUNDS = {"OneWakeSlot": ["--threads=3", "--calls=2", "--values=1"], "IfHandOff": ["--threads=3", "--calls=2", "--values=1"],
          "ContentionTree": ["--threads=2", "--calls=2"], "KeptLockTree": ["--threads=2", "--calls=2", "--values=3"]}
# What others report of published structures: with the defect, without it, calls before, the program.
REPORTED = [("KeptLockTree", "LogicalOrderTree", "add(1)", "{ add(2) } || { add(5); remove(2) }")]


def kind_of(source):
    with open(source, encoding="utf-8") as f:
        return re.search(r"^// (Correct|Seeded bug|Neither)", f.read(), re.M).group(1)


SOURCES = [s for s in sorted(glob.glob(os.path.join(HERE, "structures", "*.java"))) if kind_of(s) != "Neither"]


class Mutants(unittest.TestCase):
    def test_all(self):
        seeded = correct = 0
        for source in SOURCES:
            name = os.path.splitext(os.path.basename(source))[0]
            bug = kind_of(source) == "Seeded bug"
            bounds = BOUNDS.get(name, ["--threads=2", "--calls=3"] if bug else ["--invocations=4"])
            options = bounds + (["--first"] if bug else [])
            with self.subTest(name):
                r = harness.run_jmc(["--jdk=" + JDK.home, "--classpath=" + CLASSES, *options, name], command=["linearizability"], timeout=120)
                lin = r.data["linearizability"]
                if bug:
                    seeded += 1
                    self.assertEqual(r.verdict, "violated", r.text)
                    self.assertEqual(len(lin["violations"]), 1)
                    self.assertTrue(r.violations()[0]["trace"])
                else:
                    correct += 1
                    self.assertEqual(r.verdict, "verified", r.text)
                    self.assertTrue(lin["exhaustive"])
                    self.assertGreater(lin["programs"], 0)
        self.assertGreaterEqual(seeded, 12)
        self.assertGreaterEqual(correct, 8)

    def test_reported(self):
        for wrong, right, initial, program in REPORTED:
            for name, verdict in ((wrong, "violated"), (right, "verified")):
                with self.subTest(name):
                    r = harness.run_jmc(["--jdk=" + JDK.home, "--classpath=" + CLASSES, "--initial=" + initial, "--program=" + program, name], command=["linearizability"])
                    self.assertEqual(r.verdict, verdict, r.text)

    def test_a_key_that_is_found_is_there(self):
        program = "--program={ contains(2); contains(2) } || { add(1); add(2) }"
        for name, outcomes in (("PredFirstTree", ["true, false, true, true"]), ("LogicalOrderTree", [])):
            r = harness.run_jmc(["--jdk=" + JDK.home, "--classpath=" + CLASSES, program, name], command=["linearizability"])
            self.assertEqual(r.data["linearizability"]["unexplained"], outcomes, r.text)


if __name__ == "__main__":
    sys.exit(harness.main(__file__))
