#!/usr/bin/env python3
"""Coverage: which lines and bytecodes a search executes, held against what is known of a small program; that runs add up; and pairs of lines in conflict."""
import os
import re
import subprocess
import sys
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import test_reports as reports  # noqa: E402

harness, run = reports.harness, reports.run
FOLDER = os.path.join(reports.WORK, "covered")
SOURCE = """import java.util.concurrent.atomic.AtomicInteger;
public class Covered {
    static int x;
    static volatile int seen;
    static void never() {
        x = 17;
    }
    public static void main(String[] args) throws Exception {
        Thread a = new Thread(() -> {
            x = 1;
        });
        Thread b = new Thread(() -> {
            if (x == 0) {
                seen = 1;
            } else if (x == 1) {
                seen = 2;
            } else {
                seen = 3;
            }
        });
        a.start();
        b.start();
        a.join();
        b.join();
        if (args.length > 0) {
            x = 5;
        }
    }
}
"""


# Large enough for several workers; no schedule prints anything else than another one. Late is asked for where c has seen both.
SHARED = """import java.util.concurrent.atomic.AtomicInteger;
public class Shared {
    static class Late {
        static int half(int i) {
            return i / 2;
        }
        static int never() { return 0; }
    }
    static volatile int x, y, sum;
    public static void main(String[] args) throws Exception {
        Thread a = new Thread(() -> { for (int i = 0; i < 6; i++) x = i; });
        Thread b = new Thread(() -> { for (int i = 0; i < 6; i++) y = i; });
        Thread c = new Thread(() -> {
            for (int i = 0; i < 3; i++)
                if (x == 2 * i + 1 && y == 2 * i)
                    sum += Late.half(i);
        });
        for (Thread t : new Thread[] {a, b, c}) t.start();
        for (Thread t : new Thread[] {a, b, c}) t.join();
    }
}
"""


def setUpModule():
    os.makedirs(FOLDER, exist_ok=True)
    for name, text in (("Covered", SOURCE), ("Shared", SHARED)):
        Path(FOLDER, name + ".java").write_text(text)
    harness.compile_java(reports.JDK, [os.path.join(FOLDER, name + ".java") for name in ("Covered", "Shared")], os.path.join(FOLDER, "out"), 17)


tearDownModule = reports.tearDownModule


def line(text):
    return 1 + [l.strip() for l in SOURCE.splitlines()].index(text)


class Coverage(unittest.TestCase):
    def check(self, name, *words):
        path = os.path.join(FOLDER, name)
        r = run("--jdk=" + reports.JDK.home, "--coverage=" + path, "--sourcepath=" + FOLDER, *words)
        return r, Path(path).read_text(encoding="utf-8")

    @property
    def client(self):
        return os.path.join(FOLDER, "out", "Covered.class")

    def lines(self, text):
        self.assertEqual(re.findall("^SF:(.*)", text, re.M), [os.path.realpath(os.path.join(FOLDER, "Covered.java"))])
        return {int(n): int(c) for n, c in re.findall(r"^DA:(\d+),(\d+)", text, re.M)}

    def test_classes_that_nothing_loads(self):
        """The program and one that nobody asks for, in a folder; a class of another folder is not counted."""
        for folder, name, text in (("more", "Unused", "class Unused {\n  int twice(int i) {\n    return 2 * i;\n  }\n}\n"), ("other", "Elsewhere", "public class Elsewhere {\n  public static int one() { return 1; }\n}\n"),
                                   ("more", "Asks", "public class Asks {\n  public static void main(String[] a) {\n    if (Elsewhere.one() != 1) throw new Error();\n  }\n}\n")):
            Path(FOLDER, name + ".java").write_text(text)
        source = lambda name: os.path.join(FOLDER, name + ".java")
        more, other = os.path.join(FOLDER, "more"), os.path.join(FOLDER, "other")
        harness.compile_java(reports.JDK, [source("Elsewhere")], other, 17)
        harness.compile_java(reports.JDK, [source("Asks"), source("Unused")], more, 17, other)
        program = ["-cp", more + ":" + other, "Asks"]
        for words, files in ((program, {"Asks", "Elsewhere"}), (["--coverage-of=" + more] + program, {"Asks", "Unused"})):
            name = "of%d.info" % len(words)
            _, text = self.check(name, *words)
            self.assertEqual({os.path.basename(f)[:-5] for f in re.findall("^SF:(.*)", text, re.M)}, files)
        unused = text[text.index("Unused.java"):]
        self.assertEqual({int(n): int(c) for n, c in re.findall(r"^DA:(\d+),(\d+)", unused[:unused.index("end_of_record")], re.M)}, {1: 0, 3: 0})
        self.assertIn("#jmc bytecodes 0-1-2-3- Unused.twice(I)I\n", unused)    # iconst_2, iload_1, imul, ireturn
        self.assertEqual(run("--coverage-of=" + more, *program).returncode, 2)

    def test_lines_and_runs_that_add(self):
        for options in ([], ["--por=none"], ["--por=optimal-dpor"]):
            with self.subTest(options):
                name = "run%d.info" % len("".join(options))
                _, text = self.check(name, *options, self.client)
                covered = self.lines(text)
                executed = {n for n, c in covered.items() if c}
                for reached in ("x = 1;", "seen = 1;", "seen = 2;", "a.join();", "if (args.length > 0) {"):
                    self.assertIn(line(reached), executed)
                self.assertEqual(set(covered) - executed, {2, line("x = 17;"), line("x = 17;") + 1, line("seen = 3;"), line("x = 5;")})
                # Each method's bytecodes are those that javap lists.
                listed = subprocess.run([reports.JDK.tool("javap"), "-c", "-p", self.client], capture_output=True, text=True, check=True).stdout
                self.assertEqual(len(re.findall(r"\d+[+-]", "".join(re.findall(r"^#jmc bytecodes (\S*)", text, re.M)))),
                                 len(re.findall(r"^ +\d+: ", listed, re.M)))
                # With an argument the rest of main is executed, too; what was executed before stays.
                _, text = self.check(name, *options, self.client, "argument")
                more = self.lines(text)
                self.assertEqual({n for n, c in more.items() if c}, executed | {line("x = 5;")})
                self.assertTrue(all(more[n] > covered[n] for n in executed if n != 2))

    def test_several_workers(self):
        """Full search takes every step from every state, whoever takes it: what was executed, and which lines met in which order, is the same for any number of workers."""
        program = ["--por=none", "--all-shared", "-cp", os.path.join(FOLDER, "out"), "Shared"]
        seen = []
        for workers in ("1", "2", "3"):
            r, text = self.check("workers%s.info" % workers, "--workers=" + workers, *program)
            self.assertEqual(r.returncode, 0, r.stdout)
            pairs = {(lines, order) for order, lines in re.findall(r"^#jmc pair (..)\t(.*)", text, re.M)}
            bytecodes = {method: codes for codes, method in re.findall(r"^#jmc bytecodes (\S+) (.*)", text, re.M)}
            seen.append((re.findall(r"^SF:(.*)", text, re.M), pairs, bytecodes, {n for n, c in re.findall(r"^DA:(\d+),(\d+)", text, re.M) if c != "0"}))
        self.assertEqual(seen[0], seen[1])
        self.assertEqual(seen[0], seen[2])
        paths, pairs, bytecodes, _ = seen[0]
        self.assertEqual(paths, [os.path.realpath(os.path.join(FOLDER, "Shared.java"))])
        self.assertNotIn("-", bytecodes["Shared$Late.half(I)I"])
        self.assertNotIn("+", bytecodes["Shared$Late.never()I"])
        number = lambda part: 1 + next(i for i, l in enumerate(SHARED.splitlines()) if part in l)
        self.assertIn(("Shared.java:%d\tShared.java:%d" % (number("x = i;"), number("if (x ==")), "++"), pairs)
        # Counts of the workers are told, not only those of the process that they were forked from.
        _, text = self.check("workers2.info", "--workers=2", *program)
        twice = {n: int(c) for n, c in re.findall(r"^DA:(\d+),(\d+)", text, re.M)}
        self.assertGreater(twice[str(number("if (x =="))], 100)

    def test_page_with_pairs(self):
        self.check("c.html", self.client)
        r, text = self.check("c.html", self.client, "argument")
        self.assertEqual(r.returncode, 0, r.stdout)
        page = reports.Page()
        page.feed(text)
        self.assertEqual((page.wrong, page.open, page.loads), ([], [], []))
        write, read = ("Covered.java:%d" % line(t) for t in ("x = 1;", "if (x == 0) {"))
        pairs = dict(re.findall(r"<tr><td>(Covered.java:\d+</td><td>Covered.java:\d+)</td><td class=\"\w+\">([^<]*)<", text))
        self.assertEqual(pairs["%s</td><td>%s" % (write, read)], "in both orders")
        self.assertIn("x = 5;", text)

    def test_answers_are_the_same(self):
        plain, counted = (run("--jdk=" + reports.JDK.home, *o, "--quiet", self.client).stdout for o in ((), ("--coverage=" + os.path.join(FOLDER, "same.info"),)))
        self.assertEqual(plain, counted)

    def test_wrong(self):
        path = os.path.join(FOLDER, "wrong.info")
        Path(path).write_text("nonsense\n")
        r = run("--coverage=" + path, "--jdk=" + reports.JDK.home, self.client)
        self.assertEqual(r.returncode, 2)
        self.assertIn("--coverage", r.stdout + r.stderr)
        self.assertEqual(Path(path).read_text(), "nonsense\n")
        r = run("--coverage=" + path, "--portfolio", "--jdk=" + reports.JDK.home, self.client)
        self.assertEqual(r.returncode, 2)
        self.assertIn("--coverage", r.stdout + r.stderr)
        self.assertEqual(Path(path).read_text(), "nonsense\n")

    def test_portfolio(self):
        """Members that come to their ends count as the same searches do one after the other; so does the page, with the sources."""
        found = []
        for name, runs in (("alone", (["--por=none"], ["--por=s-por"])), ("members", (["--portfolio=none,s-por", "--compare"],))):
            for kind in ("info", "html"):
                path = os.path.join(FOLDER, "%s.%s" % (name, kind))
                for options in runs:
                    for more in ([], ["--coverage-of=" + FOLDER]):
                        r, text = self.check(os.path.basename(path), *more, "--keep-going", "--races=off", *options, self.client)
                        self.assertEqual(r.returncode, 0, r.stdout + r.stderr)
                found.append(text)
        self.assertEqual(found[2:], found[:2])
        self.assertIn("x = 17;", found[3])


if __name__ == "__main__":
    sys.exit(harness.main(__file__))
