"""What the tests of doubts and advice have in common: the programs in tests/cli/doubts, compiled once for each module, and what is asked of them."""
import glob
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
import harness  # noqa: E402

JMC = harness.jmc_path()
JDK = harness.find_jdk()
# Without JMC_LONG_TESTS what is told of several JDKs is looked at on the newest; all else is on another one.
BOTH = [j for j in harness.feature_releases() if j.feature in (17, 25)] or [JDK]
JDKS = BOTH if harness.LONG else BOTH[-1:]
WORK = tempfile.mkdtemp(prefix="jmc-doubts-")
CLASSES = os.path.join(WORK, "classes")


def setUpModule():
    sources = sorted(glob.glob(os.path.join(HERE, "doubts", "*.java")) + glob.glob(os.path.join(HERE, "doubts", "*", "*.java")))
    harness.compile_java(JDK, sources, CLASSES, 17)


def tearDownModule():
    shutil.rmtree(WORK, ignore_errors=True)


def jmc(*arguments, cwd=None, jdk=JDK):
    command = [JMC] + (["--jdk=" + jdk.home] if jdk else []) + list(arguments)
    return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=1200, cwd=cwd, env=harness.environment())


class Case(unittest.TestCase):
    def report(self, *arguments, code, jdk=JDK):
        path = os.path.join(WORK, "report.json")
        # Where nothing is said about the second opinion, it has the budget that it has in other suites.
        opinion = [] if harness.LONG or any(a.startswith("--second-opinion") for a in arguments) else ["--second-opinion=%d" % harness.opinion_steps(arguments)]
        r = jmc("--json", path, "--classpath", CLASSES, *opinion, *arguments, jdk=jdk)
        self.assertEqual(r.returncode, code, r.stdout + r.stderr)
        with open(path, encoding="utf-8") as f:
            return r.stdout, json.load(f)

    def error(self, *arguments, says, cwd=None, jdk=JDK):
        r = jmc(*arguments, cwd=cwd, jdk=jdk)
        self.assertEqual((r.returncode, r.stdout, r.stderr.count("\n")), (2, "", 1), r.stdout + r.stderr)
        for text in says:
            self.assertIn(text, r.stderr)
