#!/usr/bin/env python3
"""First uses of parts of the JDK: before main, or where the program comes to them."""
import json
import os
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from doubting import BOTH, CLASSES, JDK, JDKS, WORK, Case, harness, jmc, setUpModule, tearDownModule  # noqa: E402, F401


class WarmUp(Case):
    """What the JDK makes once, at its first use: before main in programs that use it, and the answer says so."""

    PARTS = {"Formats": ["formatting"], "Dates": ["dates"], "Logs": ["logging"], "Serialises": ["serialisation"], "UsesNone": []}

    def said_by_java(self, jdk, name):
        command = [jdk.tool("java"), "-Duser.language=en", "-Duser.country=", "-Duser.timezone=UTC", "-cp", CLASSES, name]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout

    def test_settings_that_a_first_use_reads(self):
        for jdk in JDKS:
            for name in ("SetsZone", "SetsFilter", "SetsErr"):
                _, data = self.report("--no-sampling", name, code=0, jdk=jdk)
                self.assertEqual(data["configuration"]["warmed_up"], [])
                self.assertEqual([o["output"] for o in data["outcomes"]], [self.said_by_java(jdk, name)])
        # Such a property may name a class of the program, which is not to run before main.
        _, data = self.report("--no-sampling", "--time-limit=1", "--define=java.util.logging.manager=Mine", "Formats", code=3)
        self.assertEqual(data["configuration"]["warmed_up"], [])

    def test_first_uses_by_two_threads(self):
        for jdk in JDKS:
            for name, parts in self.PARTS.items():
                said = self.said_by_java(jdk, name)
                for por in ("dl-s-por", "s-por", "optimal-dpor") if name in ("Formats", "UsesNone") else ("dl-s-por",):
                    text, data = self.report("--no-sampling", "--time-limit=60", "--por=" + por, name, code=0, jdk=jdk)
                    self.assertEqual(data["configuration"]["warmed_up"], parts)
                    self.assertEqual([o["output"] for o in data["outcomes"]], [said])
                    self.assertEqual("before main (--warm-up=off: where the program comes to it): the first use of " + ", ".join(parts) in text, bool(parts), text)

    def test_the_clock_of_the_program_is_not_read(self):
        # What asks for the time before main is no reading of a clock that a wait of the program moves on.
        for jdk in JDKS:
            text, data = self.report("--no-sampling", "--time-limit=60", "FixedDates", code=0, jdk=jdk)
            self.assertEqual(data["configuration"]["warmed_up"], ["dates"])
            self.assertEqual(len(data["outcomes"]), 2)
            self.assertNotIn("\n  clock ", text)

    def test_where_the_program_comes_to_it(self):
        text, data = self.report("--no-sampling", "--time-limit=60", "--warm-up=off", "Logs", code=0)
        self.assertEqual(data["configuration"]["warmed_up"], [])
        self.assertEqual([o["output"] for o in data["outcomes"]], ["some.name true and some.name true\n"])
        self.assertNotIn("warm-up", text)
        _, warm = self.report("--no-sampling", "Logs", code=0)
        self.assertLess(warm["statistics"]["states"], data["statistics"]["states"])

    def test_a_jdk_without_the_part(self):
        # Its program names the logger, and logs nothing; an image of java.base has none.
        image = os.path.join(WORK, "base")
        made = [j for j in BOTH if os.path.exists(j.tool("jlink")) and subprocess.run([j.tool("jlink"), "--add-modules", "java.base", "--output", image], capture_output=True).returncode == 0]
        if not made:
            self.skipTest("no JDK here can be linked to an image")
        path = os.path.join(WORK, "report.json")
        r = jmc("--jdk=" + image, "--no-sampling", "--json", path, "--classpath", CLASSES, "LogsIfAsked", jdk=None)
        self.assertEqual(r.returncode, 0, r.stdout + r.stderr)
        self.assertIn("warning: --warm-up: logging: ", r.stdout)
        with open(path, encoding="utf-8") as f:
            self.assertEqual(json.load(f)["configuration"]["warmed_up"], ["formatting"])
        _, data = self.report("--no-sampling", "LogsIfAsked", code=0)
        self.assertEqual(data["configuration"]["warmed_up"], ["formatting", "logging"])

    def test_first_uses_are_told_at_a_limit(self):
        text, data = self.report("--no-sampling", "--time-limit=3", "--warm-up=off", "Formats", code=3)
        self.assertGreaterEqual(data["profile"]["initialised_classes"], 20)
        self.assertRegex(text, r"first uses: \d+ classes were initialised by threads of the search \(.*\); if it is not their first use that is to be checked, use them once before the threads start")

    def test_what_is_under_test_is_not_warmed_up(self):
        _, data = self.report("--no-sampling", "--time-limit=60", "--visible=java.util.Formatter", "--trust-visible", "Formats", code=0)
        self.assertEqual(data["configuration"]["warmed_up"], [])
        self.error("--warm-up=never", "-cp", CLASSES, "Formats", says=["--warm-up=never: expected auto or off"])


if __name__ == "__main__":
    sys.exit(harness.main(__file__, share=40))
