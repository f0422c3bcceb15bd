#!/usr/bin/env python3
"""What a terminal gets, and the log of a code host's CI: progress, colours, columns, nothing that it would obey."""
import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import test_cli as cli  # noqa: E402

harness = cli.harness
setUpModule, tearDownModule = cli.setUpModule, cli.tearDownModule  # its programs


class Terminal(unittest.TestCase):
    @staticmethod
    def on_terminal(columns, environment, *arguments):
        """What a terminal of so many columns gets."""
        master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
        p = subprocess.Popen([cli.JMC, "--jdk=" + cli.JDK.home, *arguments], stdout=slave, stderr=slave, stdin=subprocess.DEVNULL,
                             env={**harness.environment(), "TERM": "xterm", **environment})
        os.close(slave)
        seen = b""
        while True:
            ready, _, _ = select.select([master], [], [], 60)
            try:
                chunk = os.read(master, 65536) if ready else b""
            except OSError:
                break
            if not chunk:
                break
            seen += chunk
        p.wait(timeout=600)
        os.close(master)
        return seen.decode().replace("\r\n", "\n")

    def test_progress_only_on_a_terminal(self):
        r = cli.jmc("--time-limit=2", "--all-shared", cli.program("Big"))
        self.assertEqual(r.stderr, "")
        self.assertNotIn("\r", r.stdout)
        text = self.on_terminal(120, {"NO_COLOR": "1"}, "--time-limit=3", "--all-shared", cli.program("Big"))
        self.assertRegex(text, r"\r[\d ]+ states, [\d ]+ transitions, ")
        self.assertIn("\r\033[K", text)
        self.assertRegex(text.split("\033[K")[-1], r"^inconclusive: time limit")

    def test_an_option_after_the_program_is_told_at_once(self):
        """Its limit is none: the search would go on, and a report that says so would never come."""
        text = self.on_terminal(120, {"NO_COLOR": "1"}, "--time-limit=1", "--all-shared", cli.program("Big"), "--keep-going")
        self.assertRegex(text, r"^note: --keep-going stands after the program and was passed to its main")

    def test_colours(self):
        """The same text; colours on a terminal only, and not where they are not wanted (https://no-color.org)."""
        plain = [line for line in cli.jmc(cli.program("Lost")).stdout.splitlines() if " s (start " not in line]
        self.assertNotIn("\033", "".join(plain))
        for environment, coloured in (({}, True), ({"NO_COLOR": "1"}, False), ({"NO_COLOR": ""}, True), ({"TERM": "dumb"}, False)):
            with self.subTest(environment):
                text = self.on_terminal(120, environment, cli.program("Lost"))
                self.assertEqual("\033[" in text, coloured)
                self.assertEqual([line for line in re.sub("\033\\[[0-9;]*m", "", text).splitlines() if " s (start " not in line], plain)
        text = self.on_terminal(120, {}, cli.program("Lost"))
        self.assertTrue(text.startswith("\033[1;31mviolated\033[0m: "), text[:80])
        # The rows that the cause names, and no others, are in bold.
        rows = [line for line in text.splitlines() if re.match("(\033\\[1m)? *[0-9]+[* ] ", line)]
        self.assertTrue(rows)
        self.assertEqual([line for line in rows if "\033" in line], [line for line in rows if re.match("[^ ]*? *[0-9]+\\* ", line)])

    def test_harmless(self):
        """What a program throws does not reach the terminal as orders to it; in a file it is as it was."""
        text = self.on_terminal(120, {}, cli.program("Ansi"))
        self.assertIn("java.lang.Exception: \\u001b[2J\\u0007 \\u009b2J", text)
        self.assertNotIn("\033[2J", text)
        self.assertNotIn("\u009b", text)
        self.assertIn("cleared \u00e9", text)
        self.assertIn("java.lang.Exception: \033[2J\007 \u009b2J\tcleared \u00e9", cli.jmc(cli.program("Ansi")).stdout)

    def test_width(self):
        """What was asked for, else COLUMNS, else the terminal's, else 120 columns."""
        def table(text):
            lines = text.splitlines()
            first = next(i for i, line in enumerate(lines) if re.match(r" *-+  -", line))
            return lines[first - 1:lines.index("", first)]
        def widest(text):
            return max(len(line) for line in table(text))
        lost = cli.program("Lost")
        usual = table(cli.jmc(lost).stdout)
        self.assertLessEqual(max(map(len, usual)), 120)
        for columns in (70, 90, 120):
            asked = cli.jmc("--width=%d" % columns, lost).stdout
            self.assertLessEqual(widest(asked), columns)
            self.assertEqual(table(cli.jmc(lost, env=dict(harness.environment(), COLUMNS=str(columns))).stdout), table(asked))
            self.assertEqual(table(self.on_terminal(columns, {"NO_COLOR": "1"}, lost)), table(asked))
        self.assertEqual(table(cli.jmc("--width=120", lost).stdout), usual)
        self.assertEqual(table(self.on_terminal(80, {"NO_COLOR": "1", "COLUMNS": "120"}, lost)), usual)
        self.assertEqual(table(self.on_terminal(80, {"NO_COLOR": "1", "COLUMNS": "nonsense"}, lost)), table(cli.jmc("--width=80", lost).stdout))
        for wrong in ("0", "39", "x", "-80"):
            self.assertEqual(cli.jmc("--width=" + wrong, lost).returncode, 2)


class CodeHost(unittest.TestCase):
    def test_a_program_gives_no_commands_to_a_code_host(self):
        """What its messages say is no annotation, and the name of its file is no URI."""
        for each in ([], ["--each"], ["--portfolio=s-por", "--keep-going"]):
            r = cli.jmc("--github", *each, cli.program("Log$Lines"))
            self.assertEqual(r.returncode, 1)
            lines = r.stdout.splitlines()
            begin, end = (i for i, line in enumerate(lines) if line.startswith("::stop-commands::") or line == "::" + lines[0][17:] + "::")
            self.assertEqual((begin, end), (0, len(lines) - 2))
            self.assertRegex(lines[-1], r"^::error file=Log\$Lines\.java,line=\d+,title=jmc%3A uncaught-exception in Log\$Lines::.*first%0A::error::second")
            # All of the report is there, behind that line too; no control character of a thread's name is.
            self.assertIn("\n::error::second\n    at Log$Lines.main(", r.stdout)
            self.assertIn("schedule: ", r.stdout)
            self.assertIn('"bell \\u0007" writes at', r.stdout)
            self.assertNotIn("\a", r.stdout)
        # First line and annotations, whoever answers.
        for each in ([], ["--each"], ["--portfolio=s-por"]):
            first, annotation = cli.jmc("--github", "--quiet", *each, cli.program("Lost")).stdout.splitlines()
            self.assertRegex(first + " " + annotation, r"^violated: .* ::error file=Lost\.java,")
        r = cli.jmc("--github", "--simplify=0", cli.program("Lost"))
        self.assertNotIn("stop-commands", r.stdout)

    def test_what_can_come_is_told_in_a_line_each(self):
        witness = os.path.join(cli.WORK, "lines.json")
        cli.jmc("--witness=" + witness, cli.program("Log$Lines"))
        said = subprocess.run([cli.JMC, "replay", "--jdk=" + cli.JDK.home, "-i", witness], input="explore 30\nquit\n", capture_output=True, text=True, timeout=600,
                              env=harness.environment(), check=True).stdout
        self.assertIn("\n  uncaught-exception: java.lang.IllegalStateException: first ::error::second\n", said)


if __name__ == "__main__":
    sys.exit(harness.main(__file__))
