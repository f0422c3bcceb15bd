#!/usr/bin/env python3
"""Help that fits on a screen, and reports on standard output."""
import json
import os
import re
import sys
import unittest
import xml.etree.ElementTree as ET

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
from test_cli import Case, jmc, program, setUpModule, tearDownModule  # noqa: E402,F401  the programs are those of the command line


class Help(Case):
    def test_help_that_is_short(self):
        """One screen of each command; every option in two lines; one in full; what there is where the topic is none."""
        commands = ([], ["test"], ["linearizability"], ["progress"], ["replay"])
        for command in commands:
            with self.subTest(command):
                text = jmc(*command, "--help", jdk=None).stdout
                lines = text.splitlines()
                self.assertLess(len(lines), 36)
                self.assertLess(max(len(line) for line in lines), 102)
                options = re.findall(r"^  --([a-z-]+)", text, re.M)
                self.assertLessEqual(len(options), 15)
                self.assertGreater(len(options), 5)
                self.assertEqual(text, jmc("help", *(command or ["check"]), jdk=None).stdout)
                whole = jmc(*command, "--help=all", jdk=None).stdout
                self.assertEqual(set(options) - set(re.findall(r"^  --([a-z-]+)", whole, re.M)), set())
                for entry in re.split(r"^(?=  --)", whole, flags=re.M)[1:]:
                    body = [line for line in entry.split("\n\n")[0].splitlines() if line.startswith("  ")]
                    self.assertLessEqual(len(body), 3 if len(body[0].split()) == 1 else 2, entry)
        with open(os.path.join(HERE, "..", "..", "docs", "searches.md"), encoding="utf-8") as f:
            self.assertEqual(jmc("help", "searches", jdk=None).stdout, f.read())
        refine = jmc("--help=refine", jdk=None).stdout
        self.assertIn("bound-optimisation", refine)
        self.assertEqual(refine, jmc("help", "refine", jdk=None).stdout)
        self.assertIn("--junit=FILE", jmc("--help=reports", jdk=None).stdout)
        self.assertIn("--expect=LIST", jmc("help", "expect", jdk=None).stdout)
        for arguments in (["--help=refin"], ["help", "refin"]):
            r = jmc(*arguments, jdk=None)
            self.assertEqual(r.returncode, 2)
            self.assertIn("is refine meant?", r.stderr)

    def test_reports_on_standard_output(self):
        """-: the report alone is there, and the text on standard error."""
        for name, code in (("Lost", 1), ("Fine", 0), ("NoSuchProgram", 2)):
            for where in ("--json=-", "--json"):
                r = jmc(where, *(["-"] if where == "--json" else []), program(name) if code < 2 else name)
                self.assertEqual(r.returncode, code, r.stderr)
                self.assertEqual(json.loads(r.stdout)["verdict"], {0: "verified", 1: "violated", 2: "error"}[code])
                self.assertIn({0: "verified", 1: "violated", 2: "error"}[code], r.stderr.splitlines()[0])
        self.assertEqual(ET.fromstring(jmc("--junit=-", program("Lost")).stdout).tag, "testsuites")
        self.assertFalse(os.path.exists("-"))
        self.assertEqual(jmc("--json=-", "--junit=-", program("Fine")).returncode, 2)


if __name__ == "__main__":
    unittest.main()
